r"""Strategies, each in its own module, that choose a move from a view alone.

>>> from sapper import parse_view, strategies
>>> advice = strategies.get("single-point").advise(parse_view("5x1/1\n.1#1#"))
>>> advice.best, advice.reason
((0, 4), '(0, 4) is safe: the 1 at (0, 3) has all its mines')
"""

from sapper.strategies.base import Advice, Strategy
from sapper.strategies.registry import default_name, get, names

__all__ = ["Advice", "Strategy", "default_name", "get", "names"]
