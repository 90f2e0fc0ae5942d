"""A Minesweeper environment for Gymnasium, registered when this package is imported.

This package requires the `sapper[gym]` extra. The guide in docs/guide/gymnasium.md describes the
observations and rewards. `gymnasium.make` and `gymnasium.make_vec` create the environments::

    import gymnasium
    import sapper.compat.gym

    env = gymnasium.make("sapper/Minesweeper-v0", level="expert", start="safe")
    envs = gymnasium.make_vec("sapper/Minesweeper-v0", num_envs=1024, level="9x9/10")
"""

from sapper.extras import requires_extra

with requires_extra("gym", "the environment"):
    import gymnasium

from sapper.compat.gym.environment import MinesweeperEnv
from sapper.compat.gym.rewards import Rewards
from sapper.compat.gym.vector_environment import MinesweeperVectorEnv

__all__ = ["ID", "MinesweeperEnv", "MinesweeperVectorEnv", "Rewards"]

ID = "sapper/Minesweeper-v0"
"""The environment id in Gymnasium's registry."""

if ID not in gymnasium.registry:
    gymnasium.register(
        ID,
        entry_point="sapper.compat.gym.environment:MinesweeperEnv",
        vector_entry_point="sapper.compat.gym.vector_environment:MinesweeperVectorEnv",
    )
