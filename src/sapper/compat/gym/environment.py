"""The Gymnasium environment for a single game."""

from collections.abc import Mapping
from operator import index
from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from sapper._core import Game as CoreGame
from sapper.compat.gym.rendering import render_rgb
from sapper.compat.gym.rewards import Rewards, check_max_steps
from sapper.errors import IllegalMove, InvalidOption, short_repr
from sapper.game.rules import Rules, Start
from sapper.game.seeds import MAX_SEED, check_seed
from sapper.game.view import View

SEED_LIMIT = 2**53
"""The exclusive upper limit of random board seeds. A float can represent all smaller seeds
exactly."""

Observation = NDArray[np.int8]


def observation_space(rules: Rules) -> spaces.Box[np.int8]:
    """Return the observation space: -1 represents a hidden cell, and 0 to 8 represent clues."""
    return spaces.Box(low=-1, high=8, shape=(rules.height, rules.width), dtype=np.int8)


class MinesweeperEnv(gymnasium.Env[Observation, np.int64]):
    """A Gymnasium environment in which each step reveals one Minesweeper cell.

    The observation is an int8 matrix of shape (height, width) with -1 for hidden cells and the clue
    for revealed cells. The action `row * width + column` reveals the cell `(row, column)`.
    `info["action_mask"]` is 1 for hidden cells and 0 for revealed cells. Choosing a revealed cell
    is illegal and earns the reward `Rewards.illegal`. `step` raises IllegalMove if the action is
    out of range. `step` also raises IllegalMove before the first reset and after the game is over.

    `reset(seed=...)` determines the next board and all later ones, because each reset without a
    seed increments the board seed. `info["board_seed"]` identifies the board, and
    `Game(rules, board_seed)` recreates it. `reset(options={"board_seed": 42})` selects the board
    with seed 42.
    """

    metadata: dict[str, Any] = {"render_modes": ["ansi", "rgb_array"], "render_fps": 4}

    def __init__(
        self,
        level: str = "beginner",
        start: Start = "safe",
        *,
        rewards: Rewards | Mapping[str, float] | None = None,
        max_steps: int | None = None,
        render_mode: str | None = None,
    ) -> None:
        """Create an environment for a level such as `expert` or `9x9/10`.

        An episode is truncated after `max_steps` steps. By default, `max_steps` is four times the
        number of cells. Raises InvalidRules if the level or the start rule is invalid, and
        InvalidOption if another option is invalid.
        """
        self.rules = Rules.level(level, start=start)
        self.rewards = Rewards.of(rewards)
        self.max_steps = check_max_steps(max_steps, self.rules)
        if render_mode is not None and render_mode not in self.metadata["render_modes"]:
            raise InvalidOption(
                f"unknown render mode {short_repr(render_mode)}",
                hint="the render modes are ansi, rgb_array and None",
            )
        self.render_mode = render_mode
        self.observation_space = observation_space(self.rules)
        self.action_space = spaces.Discrete(self.rules.cell_count)
        self._board_seed: int | None = None
        self._core_game = self._new_core_game(0)
        self._steps = 0
        self._reveals: list[int] = []
        """The actions that opened cells in this episode. Replaying them restores a copied board."""

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Start a game and return the first observation and the info dict."""
        super().reset(seed=seed)
        board_seed = (options or {}).get("board_seed")
        if board_seed is not None:
            self._board_seed = check_seed(board_seed)
        elif seed is not None or self._board_seed is None:
            self._board_seed = int(self.np_random.integers(SEED_LIMIT))
        else:
            self._board_seed = (self._board_seed + 1) & MAX_SEED
        self._core_game = self._new_core_game(self._board_seed)
        self._steps = 0
        self._reveals = []
        cells = self._cells()
        return cells, self._info(cells)

    def step(self, action: np.int64 | int) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """Reveal a cell and return (observation, reward, terminated, truncated, info)."""
        if self._board_seed is None:
            raise IllegalMove("call reset before the first step")
        core_game, width = self._core_game, self.rules.width
        try:
            opened = core_game.reveal(*divmod(index(action), width))
        except (TypeError, ValueError, IndexError, OverflowError):
            raise self._action_error(action) from None
        self._steps += 1
        if opened:
            self._reveals.append(index(action))
        is_over = core_game.is_over
        if not opened:
            reward = self.rewards.illegal
        elif not is_over:
            reward = self.rewards.reveal
        else:
            reward = self.rewards.win if core_game.status == "won" else self.rewards.lose
        cells = self._cells()
        is_truncated = self._steps >= self.max_steps and not is_over
        return cells, float(reward), is_over, is_truncated, self._info(cells)

    def render(self) -> str | NDArray[np.uint8] | None:
        """Return the board as text (`ansi`) or as an image (`rgb_array`)."""
        if self.render_mode is None:
            return None
        view = View(self.rules, self._core_game.cells(), self._core_game.overlay())
        return str(view) if self.render_mode == "ansi" else render_rgb(view)

    def __getstate__(self) -> dict[str, Any]:
        return {name: value for name, value in vars(self).items() if name != "_core_game"}

    def __setstate__(self, state: dict[str, Any]) -> None:
        vars(self).update(state, _reveals=list(state["_reveals"]))
        self._core_game = self._new_core_game(self._board_seed or 0)
        for action in self._reveals:
            self._core_game.reveal(*divmod(action, self.rules.width))

    def _new_core_game(self, seed: int) -> CoreGame:
        rules = self.rules
        return CoreGame.seeded(rules.width, rules.height, rules.mines, rules.start, seed)

    def _cells(self) -> Observation:
        cells = np.frombuffer(self._core_game.cells(), dtype=np.int8)
        return cells.reshape(self.rules.height, self.rules.width).copy()

    def _info(self, cells: Observation) -> dict[str, Any]:
        return {
            "action_mask": (cells.reshape(-1) < 0).view(np.int8),
            "board_seed": self._board_seed,
            "won": self._core_game.status == "won",
        }

    def _action_error(self, action: Any) -> IllegalMove:
        if self._core_game.is_over:
            return IllegalMove("the episode has ended: call reset before the next step")
        return IllegalMove(
            f"the action must be between 0 and {self.rules.cell_count - 1}, "
            f"not {short_repr(action)}"
        )
