"""Thousands of games at once, played in the core: for training."""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from gymnasium import spaces
from gymnasium.utils.seeding import np_random
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

from sapper._core import Environments
from sapper.compat.gym.environment import SEED_LIMIT, observation_space
from sapper.compat.gym.rewards import Rewards, check_max_steps
from sapper.errors import IllegalMove, InvalidOption, InvalidSeed, quoted
from sapper.game.game import check_seed
from sapper.game.rules import Rules, Start

MAX_CELLS = 2**31
"""Of all boards together; more would take many gigabytes."""


class MinesweeperVectorEnv(VectorEnv[NDArray[np.int8], NDArray[np.int64], Any]):
    """Many `MinesweeperEnv`s as one: environment i does what one with `reset(seed=seed + i)` does.

    An environment that has ended begins its next board at the next step, whatever the action
    (Gymnasium's next-step autoreset); the reward of that step is 0. Actions off the board raise
    IllegalMove, and then nothing has changed.

    With `copy=False` the arrays that `step` returns are changed by the next step: faster, for
    those who use them at once.
    """

    metadata: dict[str, Any] = {
        "render_modes": [],
        "autoreset_mode": AutoresetMode.NEXT_STEP,
    }

    def __init__(
        self,
        num_envs: int = 1,
        level: str = "beginner",
        start: Start = "safe",
        *,
        rewards: Rewards | Mapping[str, float] | None = None,
        max_steps: int | None = None,
        render_mode: str | None = None,
        copy: bool = True,
    ) -> None:
        """Take what `MinesweeperEnv` takes, and how many of them. Raises the same errors."""
        self.rules = rules = Rules.level(level, start=start)
        self.rewards = Rewards.of(rewards)
        self.max_steps = check_max_steps(max_steps, rules)
        if render_mode is not None:
            raise InvalidOption(f"many boards cannot be rendered as {quoted(render_mode)}")
        is_count = isinstance(num_envs, int) and not isinstance(num_envs, bool)
        if not is_count or not 0 < num_envs * rules.cell_count <= MAX_CELLS:
            raise InvalidOption(f"cannot make {quoted(num_envs)} environments of {rules}")
        self.num_envs = num_envs
        self.single_observation_space = observation_space(rules)
        self.single_action_space = spaces.Discrete(rules.cell_count)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self._copy = copy
        self._core = Environments(
            rules.width,
            rules.height,
            rules.mines,
            rules.start,
            num_envs,
            win=self.rewards.win,
            lose=self.rewards.lose,
            reveal=self.rewards.reveal,
            illegal=self.rewards.illegal,
            max_steps=self.max_steps,
        )
        # Views of memory of the core: they always show its present state.
        self._observations = self._core.observations
        self._masks = self._core.masks
        self._rewards = self._core.rewards
        self._terminated = self._core.terminated.view(np.bool_)
        self._truncated = self._core.truncated.view(np.bool_)
        self._won = self._core.won.view(np.bool_)
        self._seeds = self._core.seeds
        self._everyone = np.ones(num_envs, dtype=np.bool_)
        self._is_ready = False

    def reset(
        self,
        *,
        seed: int | Sequence[int | None] | None = None,
        options: dict[str, Any] | None = None,
    ) -> tuple[NDArray[np.int8], dict[str, Any]]:
        """Begin a game everywhere: with a seed for all, one for each, or the next boards.

        `options={"board_seeds": [...]}` names the boards themselves.
        """
        super().reset(seed=seed if isinstance(seed, int) else None)
        wanted = (options or {}).get("board_seeds")
        if wanted is not None:
            seeds = [check_seed(each) for each in _one_for_each(wanted)]
        elif seed is not None or not self._is_ready:
            seeds = self._first_boards(seed)
        else:
            seeds = (self._seeds + np.uint64(1)).tolist()
        if len(seeds) != self.num_envs:
            raise InvalidSeed(f"{self.num_envs} environments need as many seeds, not {len(seeds)}")
        self._core.reset(np.array(seeds, dtype=np.uint64))
        self._core.seed_actions(seeds[0])
        self._is_ready = True
        return self._shown(self._observations), self._info()

    def step(
        self, actions: NDArray[np.int64]
    ) -> tuple[
        NDArray[np.int8], NDArray[np.float64], NDArray[np.bool_], NDArray[np.bool_], dict[str, Any]
    ]:
        """Reveal a cell in every environment, or begin the next board where one has ended."""
        if not self._is_ready:
            raise IllegalMove("call reset before the first step")
        chosen = np.asarray(actions)
        if chosen.dtype.kind not in "iu" or chosen.shape != (self.num_envs,):
            raise IllegalMove(
                f"{self.num_envs} environments need as many whole numbers as actions, "
                f"not {chosen.dtype} of shape {chosen.shape}"
            )
        try:
            self._core.step(np.ascontiguousarray(chosen, dtype=np.int64))
        except IndexError:
            wrong = chosen[(chosen < 0) | (chosen >= self.rules.cell_count)][0]
            raise IllegalMove(
                f"no such action: {wrong}; actions are 0 to {self.rules.cell_count - 1}"
            ) from None
        return (
            self._shown(self._observations),
            self._rewards.copy(),
            self._terminated.copy(),
            self._truncated.copy(),
            self._info(),
        )

    def sample_actions(self) -> NDArray[np.int64]:
        """Return a random legal action for every environment; the seed of `reset` fixes them."""
        return self._core.sample_actions()

    def _first_boards(self, seed: int | Sequence[int | None] | None) -> list[int]:
        if seed is None or isinstance(seed, int):
            each: Sequence[int | None] = [
                None if seed is None else seed + number for number in range(self.num_envs)
            ]
        else:
            each = _one_for_each(seed)
        return [int(np_random(one)[0].integers(SEED_LIMIT)) for one in each]

    def _shown(self, array: NDArray[np.int8]) -> NDArray[np.int8]:
        return array.copy() if self._copy else array

    def _info(self) -> dict[str, Any]:
        # Gymnasium marks with "_name" which environments an entry is about.
        return {
            "action_mask": self._shown(self._masks),
            "_action_mask": self._everyone,
            "board_seed": self._seeds.copy(),
            "_board_seed": self._everyone,
            "won": self._won.copy(),
            "_won": self._everyone,
        }


def _one_for_each(seeds: Any) -> list[Any]:
    """Return seeds as a list of Python's own numbers. Raises InvalidSeed for a single thing."""
    try:
        return [one.item() if isinstance(one, np.integer) else one for one in seeds]
    except TypeError:
        raise InvalidSeed(f"one seed for each environment is a list, not {quoted(seeds)}") from None
