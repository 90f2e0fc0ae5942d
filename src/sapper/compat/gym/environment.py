"""One game as a Gymnasium environment."""

from collections.abc import Mapping
from operator import index
from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from sapper._core import Field
from sapper.compat.gym.rendering import picture
from sapper.compat.gym.rewards import Rewards, check_max_steps
from sapper.errors import IllegalMove, InvalidOption, quoted
from sapper.game.game import MAX_SEED, check_seed
from sapper.game.rules import Rules, Start
from sapper.game.view import View

SEED_LIMIT = 2**53
"""First boards are drawn below this, so that their seeds are exact everywhere."""

Observation = NDArray[np.int8]


def observation_space(rules: Rules) -> spaces.Box[np.int8]:
    """Return the matrices that agents see: -1 hidden, else the clue."""
    return spaces.Box(low=-1, high=8, shape=(rules.height, rules.width), dtype=np.int8)


class MinesweeperEnv(gymnasium.Env[Observation, np.int64]):
    """Reveal cells, one per step, until all that are safe are open.

    The observation is the matrix int8 (height, width): -1 where a cell is hidden, else its clue.
    Action `row * width + column` reveals a cell. `info["action_mask"]` has 1 for hidden cells; an
    action on another is illegal: see `Rewards`. An action off the board, before the first reset or
    after the end raises IllegalMove.

    `reset(seed=...)` fixes this board and all that follow without another seed; the next board is
    that of the next seed of Sapper. `info["board_seed"]` names it: `Game(rules, board_seed)` is the
    same game. `reset(options={"board_seed": 42})` plays the board of a seed.
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
        """Take a level by name or size. Raises InvalidRules and InvalidOption.

        An episode is truncated after `max_steps` steps, by default four for each cell.
        """
        self.rules = Rules.level(level, start=start)
        self.rewards = Rewards.of(rewards)
        self.max_steps = check_max_steps(max_steps, self.rules)
        if render_mode is not None and render_mode not in self.metadata["render_modes"]:
            raise InvalidOption(
                f"unknown render mode {quoted(render_mode)}", hint="ansi, rgb_array or None"
            )
        self.render_mode = render_mode
        self.observation_space = observation_space(self.rules)
        self.action_space = spaces.Discrete(self.rules.cell_count)
        self._board_seed: int | None = None
        self._field = self._new_field(0)
        self._steps = 0

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Begin a game. Returns what there is to see, and the info."""
        super().reset(seed=seed)
        wanted = (options or {}).get("board_seed")
        if wanted is not None:
            self._board_seed = check_seed(wanted)
        elif seed is not None or self._board_seed is None:
            self._board_seed = int(self.np_random.integers(SEED_LIMIT))
        else:
            self._board_seed = (self._board_seed + 1) & MAX_SEED
        self._field = self._new_field(self._board_seed)
        self._steps = 0
        cells = self._cells()
        return cells, self._info(cells)

    def step(self, action: np.int64 | int) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """Reveal a cell."""
        if self._board_seed is None:
            raise IllegalMove("call reset before the first step")
        field, width = self._field, self.rules.width
        try:
            opened = field.reveal(*divmod(index(action), width))
        except (TypeError, ValueError, IndexError, OverflowError):
            raise self._refusal(action) from None
        self._steps += 1
        is_over = field.is_over
        if not opened:
            reward = self.rewards.illegal
        elif not is_over:
            reward = self.rewards.reveal
        else:
            reward = self.rewards.win if field.status == "won" else self.rewards.lose
        cells = self._cells()
        is_late = self._steps >= self.max_steps and not is_over
        return cells, float(reward), is_over, is_late, self._info(cells)

    def render(self) -> str | NDArray[np.uint8] | None:
        """Return the board as text (`ansi`) or as a picture (`rgb_array`)."""
        if self.render_mode is None:
            return None
        view = View(self.rules, self._field.cells(), self._field.shown())
        return str(view) if self.render_mode == "ansi" else picture(view)

    def _new_field(self, seed: int) -> Field:
        rules = self.rules
        return Field.seeded(rules.width, rules.height, rules.mines, rules.start, seed)

    def _cells(self) -> Observation:
        cells = np.frombuffer(self._field.cells(), dtype=np.int8)
        return cells.reshape(self.rules.height, self.rules.width).copy()

    def _info(self, cells: Observation) -> dict[str, Any]:
        return {
            "action_mask": (cells.reshape(-1) < 0).view(np.int8),
            "board_seed": self._board_seed,
            "won": self._field.status == "won",
        }

    def _refusal(self, action: Any) -> IllegalMove:
        if self._field.is_over:
            return IllegalMove("the episode has ended: call reset before the next step")
        return IllegalMove(
            f"no such action: {quoted(action)}; actions are 0 to {self.rules.cell_count - 1}"
        )
