r"""Strategies, which choose moves using only a view. Each strategy has its own module.

>>> from sapper import parse_view, strategies
>>> advice = strategies.get("single-point").advise(parse_view("5x1/1\n.1#1#"))
>>> advice.best, advice.reason
((0, 4), 'A5 is safe: the 1 at A4 has all its mines')
"""

from sapper.strategies.base import Advice, Strategy
from sapper.strategies.registry import default_name, get, names

__all__ = ["Advice", "Strategy", "default_name", "get", "names"]
