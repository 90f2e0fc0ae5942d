"""The Gymnasium environment for a single game."""

import copy
import pickle
from collections.abc import Callable
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

import sapper.compat.gym as sapper_gym
from sapper import Game, Rules, parse_view
from sapper.compat.gym import MinesweeperEnv, Rewards
from sapper.compat.gym.rendering import CELL, render_rgb
from sapper.errors import IllegalMove, InvalidOption, InvalidRules, InvalidSeed


@pytest.mark.parametrize(
    "options",
    [{}, {"level": "expert", "start": "opening"}, {"level": "5x5/3", "start": "any"}],
)
def test_the_environment_passes_the_checker_of_gymnasium(options: dict[str, str]) -> None:
    # Pytest turns warnings of the checker into errors.
    check_env(gymnasium.make(sapper_gym.ID, **options).unwrapped)


def test_the_environment_is_registered() -> None:
    env = gymnasium.make("sapper/Minesweeper-v0", level="expert", start="opening")
    assert env.observation_space.shape == (16, 30)
    assert env.observation_space.dtype == np.int8
    assert env.action_space == gymnasium.spaces.Discrete(480)
    assert isinstance(env.unwrapped, MinesweeperEnv)
    assert env.unwrapped.rules == Rules.level("expert", start="opening")
    again = gymnasium.make("sapper.compat.gym:sapper/Minesweeper-v0")
    assert again.observation_space.shape == (9, 9)


def test_an_episode_equals_a_game_on_the_same_board() -> None:
    env = MinesweeperEnv("5x4/3")
    env.action_space.seed(1)
    wins = 0
    for episode in range(60):
        cells, info = env.reset(seed=7 if episode == 0 else None)
        game = Game(env.rules, info["board_seed"])
        assert (cells == -1).all()
        rewards = []
        while not game.is_over:
            assert (info["action_mask"] == (game.view.cells.reshape(-1) == -1)).all()
            assert info["action_mask"].dtype == np.int8
            action = env.action_space.sample(info["action_mask"])
            cells, reward, terminated, truncated, info = env.step(action)
            game.reveal(divmod(int(action), 5))
            assert (cells == game.view.cells).all()
            assert cells in env.observation_space
            assert terminated is game.is_over
            assert not truncated
            rewards.append(reward)
        assert info["won"] is (game.status == "won")
        assert rewards[-1] == (1.0 if info["won"] else -1.0)
        assert set(rewards[:-1]) <= {0.1}
        wins += info["won"]
    assert 0 < wins < 60


def test_a_seed_determines_all_following_boards() -> None:
    def seeds(env: MinesweeperEnv) -> list[int]:
        first = env.reset(seed=3)[1]["board_seed"]
        return [first, *(env.reset()[1]["board_seed"] for _ in range(3))]

    env = MinesweeperEnv()
    known = seeds(env)
    assert known == seeds(MinesweeperEnv()) == seeds(env)
    assert known == [known[0] + number for number in range(4)]
    assert env.reset(seed=4)[1]["board_seed"] != known[0]
    assert MinesweeperEnv().reset()[1]["board_seed"] != MinesweeperEnv().reset()[1]["board_seed"]


def test_a_board_seed_selects_the_board() -> None:
    env = MinesweeperEnv("5x4/3")
    assert env.reset(options={"board_seed": 2**64 - 1})[1]["board_seed"] == 2**64 - 1
    assert env.reset()[1]["board_seed"] == 0
    with pytest.raises(InvalidSeed):
        env.reset(options={"board_seed": -1})


def test_revealing_a_cell_twice_is_illegal_and_changes_nothing() -> None:
    env = MinesweeperEnv("5x5/8", rewards={"illegal": -7})
    env.reset(options={"board_seed": 1})
    before = env.step(0)
    cells, reward, terminated, truncated, info = env.step(0)
    assert (cells == before[0]).all()
    assert (reward, terminated, truncated) == (-7.0, False, False)
    assert info["action_mask"][0] == 0


def test_an_episode_of_illegal_actions_is_truncated() -> None:
    env = MinesweeperEnv("5x5/8", max_steps=4)
    env.reset(options={"board_seed": 1})
    assert [env.step(0)[3] for _ in range(4)] == [False, False, False, True]
    assert MinesweeperEnv("5x5/8").max_steps == 100


@pytest.mark.parametrize("action", [-1, 25, 10**30, None, "x", [1, 2], 1.7])
def test_an_invalid_action_is_rejected_and_changes_nothing(action: object) -> None:
    env = MinesweeperEnv("5x5/8")
    env.reset(seed=1)
    with pytest.raises(IllegalMove, match="the action must be between 0 and 24"):
        env.step(action)
    assert (env.step(np.int64(3))[0] != -1).sum() >= 1


def test_an_action_after_the_end_is_rejected() -> None:
    env = MinesweeperEnv("2x1/1")
    env.reset(seed=1)
    assert env.step(0)[2]
    with pytest.raises(IllegalMove, match="call reset"):
        env.step(1)


def test_an_action_before_the_first_reset_is_rejected() -> None:
    with pytest.raises(IllegalMove, match="call reset before the first step"):
        MinesweeperEnv("2x1/1").step(0)


def test_rewards_may_be_numpy_scalars() -> None:
    given = {"win": np.float32(2), "lose": np.int64(-3)}
    assert MinesweeperEnv(rewards=given).rewards == Rewards(win=2.0, lose=-3.0)


def test_rewards_can_be_chosen() -> None:
    chosen = Rewards(win=5, lose=-3, reveal=0, illegal=-1)
    for given in (chosen, {"win": 5, "lose": -3, "reveal": 0, "illegal": -1}):
        assert MinesweeperEnv(rewards=given).rewards == chosen
    env = MinesweeperEnv("2x1/1", rewards={"win": 5})
    env.reset(seed=1)
    assert env.step(0)[1] == 5.0


@pytest.mark.parametrize(
    "wrong",
    [
        {"rewards": {"wins": 1}},
        {"rewards": {"win": float("nan")}},
        {"rewards": {"win": "1"}},
        {"rewards": {"win": 10**400}},
        {"rewards": 3},
        {"max_steps": 0},
        {"max_steps": 1.5},
        {"render_mode": "human"},
    ],
)
def test_invalid_options_are_rejected(wrong: dict[str, object]) -> None:
    with pytest.raises(InvalidOption):
        MinesweeperEnv(**wrong)


def test_an_impossible_level_is_rejected() -> None:
    with pytest.raises(InvalidRules):
        MinesweeperEnv("5x5/26")


def test_the_board_is_rendered_as_text() -> None:
    env = MinesweeperEnv("4x3/2", render_mode="ansi")
    env.reset(options={"board_seed": 7})
    env.step(0)
    assert env.render() == "4x3/2\n1###\n####\n####"


def test_the_board_is_rendered_as_an_image() -> None:
    env = MinesweeperEnv("4x3/2", start="any", render_mode="rgb_array")
    env.reset(options={"board_seed": 7})
    first = env.render()
    assert (first.shape, first.dtype) == ((48, 64, 3), np.uint8)
    env.step(0)
    second = env.render()
    assert (second != first)[:16, :16].any()
    assert (second == first)[:, 16:].all()
    assert MinesweeperEnv().render() is None


def test_every_cell_state_is_rendered_differently() -> None:
    image = render_rgb(parse_view("15x1/3\n#.12345678Ff?*!"))
    tiles = {image[:, i * CELL : (i + 1) * CELL].tobytes() for i in range(15)}
    assert len(tiles) == 15


def reload_pickle(env: Any) -> Any:
    return pickle.loads(pickle.dumps(env))


@pytest.mark.parametrize("duplicate", [copy.copy, copy.deepcopy, reload_pickle])
def test_a_copied_or_pickled_environment_continues_the_episode(
    duplicate: Callable[[gymnasium.Env], gymnasium.Env],
) -> None:
    env = gymnasium.make(sapper_gym.ID, level="5x4/3", render_mode="ansi")
    env.reset(seed=8)
    rng = np.random.default_rng(1)
    for _ in range(100):
        twin = duplicate(env.unwrapped)
        assert twin.render() == env.render()
        action = rng.integers(20)
        *results, info = env.step(action)
        *twin_results, twin_info = twin.step(action)
        np.testing.assert_equal([*twin_results, twin_info], [*results, info])
        if any(results[2:]):
            env.reset()


def test_a_copied_environment_can_be_reset_and_is_independent() -> None:
    env = MinesweeperEnv("5x4/3", render_mode="ansi")
    untouched = copy.deepcopy(env)
    with pytest.raises(IllegalMove, match="call reset before the first step"):
        untouched.step(0)
    env.reset(seed=8)
    twin = copy.copy(env)
    twin.step(0)
    assert "#" * 5 in env.render()
    assert copy.deepcopy(env).reset()[1]["board_seed"] == env.reset()[1]["board_seed"]


def test_a_wrapped_environment_can_be_pickled() -> None:
    env = gymnasium.make(sapper_gym.ID, level="5x4/3")
    env.reset(seed=8)
    observation = env.step(7)[0]
    twin = reload_pickle(env)
    assert (twin.unwrapped._cells() == observation).all()
