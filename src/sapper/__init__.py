"""Play, learn, analyse and study Minesweeper.

>>> from sapper import Game, Rules
>>> game = Game(Rules.level("beginner"), seed=42)
>>> game.reveal((4, 4))
1
>>> game.status
'playing'
"""

from sapper import _core, errors, strategies
from sapper.coach.graded_hints import Hint, hint
from sapper.game.game import Game
from sapper.game.moves import Move
from sapper.game.replay import read_replay, write_replay
from sapper.game.rules import Cell, Rules
from sapper.game.view import View, parse_view
from sapper.inference.analysis import Analysis, analyse
from sapper.inference.budget import Budget
from sapper.inference.perfect_play import PerfectPlay, optimal
from sapper.inference.rollout_search import RolloutResult, think
from sapper.vision.scanner import Scan, scan

__version__ = _core.VERSION

__all__ = [
    "Analysis",
    "Budget",
    "Cell",
    "Game",
    "Hint",
    "Move",
    "PerfectPlay",
    "RolloutResult",
    "Rules",
    "Scan",
    "View",
    "__version__",
    "analyse",
    "errors",
    "hint",
    "optimal",
    "parse_view",
    "read_replay",
    "scan",
    "strategies",
    "think",
    "write_replay",
]
