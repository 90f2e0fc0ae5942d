"""The vector environment behaves like a batch of single environments."""

import pickle
from collections.abc import Callable
from copy import copy, deepcopy
from typing import Any

import gymnasium
import numpy as np
import pytest

import sapper.compat.gym as sapper_gym
from sapper.compat.gym import MinesweeperEnv, MinesweeperVectorEnv
from sapper.errors import IllegalMove, InvalidOption, InvalidSeed


def test_the_vector_environment_is_registered() -> None:
    envs = gymnasium.make_vec(sapper_gym.ID, num_envs=3, level="5x4/3", start="opening")
    assert isinstance(envs.unwrapped, MinesweeperVectorEnv)
    assert envs.observation_space.shape == (3, 4, 5)
    assert isinstance(envs.action_space, gymnasium.spaces.MultiDiscrete)
    assert envs.action_space.nvec.tolist() == [20, 20, 20]
    observations, info = envs.reset(seed=1)
    assert observations in envs.observation_space
    assert info["action_mask"].shape == (3, 20)


def test_each_environment_equals_the_single_environment_of_its_seed() -> None:
    count, options = 5, {"level": "5x4/3", "max_steps": 6, "rewards": {"win": 9}}
    envs = MinesweeperVectorEnv(count, **options)
    singles = [MinesweeperEnv(**options) for _ in range(count)]
    observations, info = envs.reset(seed=40)
    states = [env.reset(seed=40 + number) for number, env in enumerate(singles)]
    ended = [False] * count
    rng = np.random.default_rng(2)
    seen = set()
    for step in range(800):
        for number in range(count):
            assert (observations[number] == states[number][0]).all()
            for key in ("action_mask", "board_seed", "won"):
                assert np.array_equal(info[key][number], states[number][-1][key])
        actions = rng.integers(0, 20, count) if step % 3 else envs.sample_actions()
        observations, rewards, terminated, truncated, info = envs.step(actions)
        for number, env in enumerate(singles):
            if ended[number]:
                states[number] = env.reset()
                expected = (0.0, False, False)
            else:
                states[number] = env.step(actions[number])
                expected = states[number][1:4]
            assert (rewards[number], terminated[number], truncated[number]) == expected
            ended[number] = expected[1] or expected[2]
            seen.add(expected)
    assert {(9.0, True, False), (-1.0, True, False), (-0.1, False, True)} <= seen


def test_returned_arrays_are_copies_unless_copy_is_false() -> None:
    for has_copies in (True, False):
        envs = MinesweeperVectorEnv(2, "5x4/3", copy=has_copies)
        observations, info = envs.reset(seed=1)
        envs.step(np.array([0, 0]))
        assert (observations == -1).all() == has_copies
        assert info["action_mask"].all() == has_copies


def test_shared_arrays_are_read_only_and_outlive_the_environment() -> None:
    envs = MinesweeperVectorEnv(2, "5x4/3", copy=False)
    observations, _ = envs.reset(seed=1)
    with pytest.raises(ValueError, match="read-only"):
        observations[0, 0, 0] = 3
    del envs
    assert (observations == -1).all()


def test_each_environment_can_have_its_own_seed_or_board() -> None:
    envs = MinesweeperVectorEnv(3)
    _, info = envs.reset(seed=[5, 6, None])
    assert info["board_seed"][0] == MinesweeperEnv().reset(seed=5)[1]["board_seed"]
    assert info["board_seed"][1] == MinesweeperEnv().reset(seed=6)[1]["board_seed"]
    _, later = envs.reset()
    assert (later["board_seed"] == info["board_seed"] + np.uint64(1)).all()
    _, info = envs.reset(options={"board_seeds": [1, 2, 2**64 - 1]})
    assert info["board_seed"].tolist() == [1, 2, 2**64 - 1]
    _, again = envs.reset(seed=np.array([5, 6, 7]))
    assert again["board_seed"][0] == MinesweeperEnv().reset(seed=5)[1]["board_seed"]


@pytest.mark.parametrize(
    "wrong",
    [{"seed": [1, 2]}, {"seed": 1.5}, {"options": {"board_seeds": [1]}},
     {"options": {"board_seeds": 5}}],
)  # fmt: skip
def test_a_wrong_number_of_seeds_is_rejected(wrong: dict[str, object]) -> None:
    with pytest.raises(InvalidSeed):
        MinesweeperVectorEnv(3).reset(**wrong)


@pytest.mark.parametrize(
    "actions", [[0, 81], [-1, 0], [0], [0, 0, 0], [0.0, 1.0], [[0, 1]], ["a", "b"]]
)
def test_invalid_actions_are_rejected_and_change_nothing(actions: list[object]) -> None:
    envs = MinesweeperVectorEnv(2, copy=False)
    observations, _ = envs.reset(seed=1)
    with pytest.raises(IllegalMove):
        envs.step(np.array(actions))
    assert (observations == -1).all()


def test_a_step_before_the_first_reset_is_rejected() -> None:
    with pytest.raises(IllegalMove, match="call reset"):
        MinesweeperVectorEnv(2).step(np.array([0, 0]))


@pytest.mark.parametrize(
    "wrong",
    [{"num_envs": 0}, {"num_envs": 2**40}, {"num_envs": 1.5}, {"num_envs": True},
     {"render_mode": "ansi"}, {"max_steps": -1}, {"rewards": {"x": 1}}],
)  # fmt: skip
def test_invalid_options_are_rejected(wrong: dict[str, object]) -> None:
    with pytest.raises(InvalidOption):
        MinesweeperVectorEnv(**wrong)


def reload_pickle(envs: Any) -> Any:
    return pickle.loads(pickle.dumps(envs))


@pytest.mark.parametrize("duplicate", [copy, deepcopy, reload_pickle])
def test_a_copied_or_pickled_vector_environment_continues_all_episodes(
    duplicate: Callable[[Any], Any],
) -> None:
    envs = MinesweeperVectorEnv(4, "5x4/3", max_steps=9, copy=False)
    envs.reset(seed=5)
    for _ in range(100):
        twin = duplicate(envs)
        actions = envs.sample_actions()
        assert (twin.sample_actions() == actions).all()
        actions[1] = 0
        original_results, twin_results = envs.step(actions), twin.step(actions)
        np.testing.assert_equal(twin_results, original_results)
        assert not np.shares_memory(twin_results[0], original_results[0])


def test_a_vector_environment_can_be_pickled_before_its_first_reset() -> None:
    twin = reload_pickle(gymnasium.make_vec(sapper_gym.ID, num_envs=2, level="5x4/3"))
    with pytest.raises(IllegalMove, match="call reset before the first step"):
        twin.step(np.array([0, 0]))
    assert twin.reset(seed=1)[0].shape == (2, 4, 5)
