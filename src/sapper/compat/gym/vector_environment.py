"""The vectorised Gymnasium environment, which plays many games at once in the core."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

import numpy as np
from gymnasium import spaces
from gymnasium.utils.seeding import np_random
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

from sapper._core import VectorEnvironment
from sapper.compat.gym.environment import SEED_LIMIT, observation_space
from sapper.compat.gym.rewards import Rewards, check_max_steps
from sapper.errors import IllegalMove, InvalidOption, InvalidSeed, short_repr
from sapper.game.rules import Rules, Start
from sapper.game.seeds import check_seed

MAX_CELLS = 2**31
"""The maximum total number of cells across all boards, to limit memory usage."""
_SHARED_ARRAYS: Final = (
    "_observations", "_masks", "_rewards", "_terminated", "_truncated", "_won", "_seeds",
)  # fmt: skip


class MinesweeperVectorEnv(VectorEnv[NDArray[np.int8], NDArray[np.int64], Any]):
    """A batch of environments stepped together by the core.

    Environment i behaves like a `MinesweeperEnv` reset with `seed + i`.

    After an episode ends, the next step ignores the action, starts the next board and returns a
    reward of 0 (Gymnasium's next-step autoreset). If an action is out of range, `step` raises
    IllegalMove and changes nothing.

    `copy=False` is faster, but each step then overwrites the observations and action masks returned
    by the previous step.
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
        """Create `num_envs` environments.

        Apart from `copy`, the options and errors are those of `MinesweeperEnv`.
        """
        self.rules = rules = Rules.level(level, start=start)
        self.rewards = Rewards.of(rewards)
        self.max_steps = check_max_steps(max_steps, rules)
        if render_mode is not None:
            raise InvalidOption(
                f"render_mode must be None for vector environments, not {short_repr(render_mode)}"
            )
        is_count = isinstance(num_envs, int) and not isinstance(num_envs, bool)
        if not is_count or not 0 < num_envs * rules.cell_count <= MAX_CELLS:
            raise InvalidOption(
                f"num_envs must be between 1 and {MAX_CELLS // rules.cell_count} for {rules}, "
                f"not {short_repr(num_envs)}"
            )
        self.num_envs = num_envs
        self.single_observation_space = observation_space(rules)
        self.single_action_space = spaces.Discrete(rules.cell_count)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self._copy = copy
        self._all_environments = np.ones(num_envs, dtype=np.bool_)
        self._is_ready = False
        self._create_core()

    def _create_core(self) -> None:
        rules = self.rules
        self._core = VectorEnvironment(
            rules.width,
            rules.height,
            rules.mines,
            rules.start,
            self.num_envs,
            win=self.rewards.win,
            lose=self.rewards.lose,
            reveal=self.rewards.reveal,
            illegal=self.rewards.illegal,
            max_steps=self.max_steps,
        )
        # These arrays share memory with the core and always show its current state.
        self._observations = self._core.observations
        self._masks = self._core.masks
        self._rewards = self._core.rewards
        self._terminated = self._core.terminated.view(np.bool_)
        self._truncated = self._core.truncated.view(np.bool_)
        self._won = self._core.won.view(np.bool_)
        self._seeds = self._core.seeds

    def __getstate__(self) -> dict[str, Any]:
        shared = {"_core", *_SHARED_ARRAYS}
        state = {name: value for name, value in vars(self).items() if name not in shared}
        return {**state, "episodes": self._core.save()}

    def __setstate__(self, state: dict[str, Any]) -> None:
        episodes = state["episodes"]
        vars(self).update({name: state[name] for name in state if name != "episodes"})
        self._create_core()
        self._core.restore(episodes)

    def reset(
        self,
        *,
        seed: int | Sequence[int | None] | None = None,
        options: dict[str, Any] | None = None,
    ) -> tuple[NDArray[np.int8], dict[str, Any]]:
        """Start a game in every environment and return the observations and info.

        `seed` is the seed of the first environment, a list with one seed per environment, or None
        to continue with the next boards. `options={"board_seeds": [...]}` selects the boards by
        their seeds.
        """
        super().reset(seed=seed if isinstance(seed, int) else None)
        board_seeds = (options or {}).get("board_seeds")
        if board_seeds is not None:
            seeds = [check_seed(each) for each in _seed_list(board_seeds)]
        elif seed is not None or not self._is_ready:
            seeds = self._first_boards(seed)
        else:
            seeds = (self._seeds + np.uint64(1)).tolist()
        if len(seeds) != self.num_envs:
            raise InvalidSeed(
                f"expected {self.num_envs} seeds, one per environment, not {len(seeds)}"
            )
        self._core.reset(np.array(seeds, dtype=np.uint64))
        self._core.seed_actions(seeds[0])
        self._is_ready = True
        return self._maybe_copy(self._observations), self._info()

    def step(
        self, actions: NDArray[np.int64]
    ) -> tuple[
        NDArray[np.int8], NDArray[np.float64], NDArray[np.bool_], NDArray[np.bool_], dict[str, Any]
    ]:
        """Reveal a cell in each environment, or start its next board if its episode has ended."""
        if not self._is_ready:
            raise IllegalMove("call reset before the first step")
        chosen = np.asarray(actions)
        if chosen.dtype.kind not in "iu" or chosen.shape != (self.num_envs,):
            raise IllegalMove(
                f"actions must be an integer array of shape ({self.num_envs},), "
                f"not {chosen.dtype} of shape {chosen.shape}"
            )
        try:
            self._core.step(np.ascontiguousarray(chosen, dtype=np.int64))
        except IndexError:
            wrong = chosen[(chosen < 0) | (chosen >= self.rules.cell_count)][0]
            raise IllegalMove(
                f"actions must be between 0 and {self.rules.cell_count - 1}, not {wrong}"
            ) from None
        return (
            self._maybe_copy(self._observations),
            self._rewards.copy(),
            self._terminated.copy(),
            self._truncated.copy(),
            self._info(),
        )

    def sample_actions(self) -> NDArray[np.int64]:
        """Return one random legal action per environment.

        The last reset also seeds the random number generator that selects the actions.
        """
        return self._core.sample_actions()

    def _first_boards(self, seed: int | Sequence[int | None] | None) -> list[int]:
        if seed is None or isinstance(seed, int):
            each: Sequence[int | None] = [
                None if seed is None else seed + number for number in range(self.num_envs)
            ]
        else:
            each = _seed_list(seed)
        return [int(np_random(one)[0].integers(SEED_LIMIT)) for one in each]

    def _maybe_copy(self, array: NDArray[np.int8]) -> NDArray[np.int8]:
        return array.copy() if self._copy else array

    def _info(self) -> dict[str, Any]:
        # In Gymnasium, "_name" marks the environments for which the entry "name" is valid.
        return {
            "action_mask": self._maybe_copy(self._masks),
            "_action_mask": self._all_environments,
            "board_seed": self._seeds.copy(),
            "_board_seed": self._all_environments,
            "won": self._won.copy(),
            "_won": self._all_environments,
        }


def _seed_list(seeds: Any) -> list[Any]:
    """Return seeds as a list of Python integers. Raises InvalidSeed if `seeds` is not iterable."""
    try:
        return [one.item() if isinstance(one, np.integer) else one for one in seeds]
    except TypeError:
        raise InvalidSeed(f"seeds must be a list, not {short_repr(seeds)}") from None
