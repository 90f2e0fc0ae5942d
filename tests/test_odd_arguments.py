"""Odd arguments of public functions: every failure is an error of Sapper, never a foreign one."""

import math
from collections.abc import Callable
from typing import Any, Final

import numpy as np
import pytest

import sapper
from sapper import Game, Rules, View, bench, strategies
from sapper.errors import SapperError
from sapper.game import seeds

ODD_VALUES: Final = (
    None, True, 0, -1, 2**70, 10**400, 1.5, math.nan, complex(1, 2), "", "x", "A1", b"", b"x",
    [], [1], [[1, 2], [3]], (), (1,), (1, 2, 3), (True, False), ("a", "b"), (1.5, 2), (None, None),
    {}, set(), {(0, 0)}, [(0, 0)], ((9, 9),), object(), len,
    np.int64(3), np.bool_(1), np.float64(1.5), np.array(3), np.array([]), np.array([1, 2]),
    np.array([[1, 2], [3, 4]]), np.array([1.5, 2.5]), np.array(["a", "b"]),
    np.array([[0, 0]], dtype=object), (np.array([1, 2]), 2), [np.int64(1), np.int64(2)],
)  # fmt: skip

RULES: Final = Rules(4, 4, 3)


def playing() -> Game:
    game = Game(RULES, seed=1)
    game.reveal((0, 0))
    return game


FUNCTIONS: Final[dict[str, Callable[[Any], object]]] = {
    "Rules width": lambda value: Rules(value, 4, 3),
    "Rules height": lambda value: Rules(4, value, 3),
    "Rules mines": lambda value: Rules(4, 4, value),
    "Rules start": lambda value: Rules(4, 4, 3, start=value),
    "Rules.parse": Rules.parse,
    "Rules.parse start": lambda value: Rules.parse("4x4/3", start=value),
    "Rules.level": Rules.level,
    "Rules.contains": RULES.contains,
    "Rules.neighbours": RULES.neighbours,
    "Game rules": Game,
    "Game seed": lambda value: Game(RULES, seed=value),
    "Game.from_layout rules": lambda value: Game.from_layout(value, [(0, 0)]),
    "Game.from_layout mines": lambda value: Game.from_layout(RULES, value),
    "Game.reveal": lambda value: playing().reveal(value),
    "Game.reveal by": lambda value: playing().reveal((3, 3), by=value),
    "Game.flag": lambda value: playing().flag(value),
    "Game.question": lambda value: playing().question(value),
    "Game.chord": lambda value: playing().chord(value),
    "Game.undo by": lambda value: playing().undo(by=value),
    "View.clue": playing().view.clue,
    "View.from_array": lambda value: View.from_array(value, mines=1),
    "View.from_array mines": lambda value: View.from_array([[1, -1]], mines=value),
    "View.from_array start": lambda value: View.from_array([[1, -1]], mines=1, start=value),
    "parse_view": sapper.parse_view,
    "analyse": sapper.analyse,
    "analyse budget": lambda value: sapper.analyse(playing().view, budget=value),
    "Analysis.best_by": lambda value: sapper.analyse(playing().view).best_by(value),
    "Analysis.clue_distribution": lambda value: sapper.analyse(playing().view).clue_distribution(
        value
    ),
    "Analysis.what_if": lambda value: sapper.analyse(playing().view).what_if(value, 1),
    "Analysis.what_if clue": lambda value: sapper.analyse(playing().view).what_if((3, 3), value),
    "Analysis.sample": lambda value: sapper.analyse(playing().view).sample(value),
    "Analysis.sample seed": lambda value: sapper.analyse(playing().view).sample(1, seed=value),
    "hint": sapper.hint,
    "optimal": sapper.optimal,
    "think": sapper.think,
    "read_replay": sapper.read_replay,
    "write_replay": sapper.write_replay,
    "write_replay options": lambda value: sapper.write_replay(playing(), options=value),
    "check_seed": seeds.check_seed,
    "strategies.get": strategies.get,
    "strategies.get seed": lambda value: strategies.get("expert", seed=value),
    "strategies.get option": lambda value: strategies.get("pattern", one_one=value),
    "bench.run strategies": lambda value: bench.run(value, RULES, games=1),
    "bench.run rules": lambda value: bench.run(["random"], value, games=1),
    "bench.run seed": lambda value: bench.run(["random"], RULES, games=1, seed=value),
}


@pytest.mark.filterwarnings("ignore::DeprecationWarning")
@pytest.mark.parametrize("name", FUNCTIONS)
def test_an_odd_argument_raises_no_foreign_exception(name: str) -> None:
    foreign = []
    for value in ODD_VALUES:
        try:
            FUNCTIONS[name](value)
        except SapperError:
            continue
        except Exception as error:
            foreign.append((value, error))
    assert foreign == []


def test_a_numpy_cell_is_a_cell() -> None:
    assert RULES.contains(np.array([1, 2]))
    assert not RULES.contains(np.array([1.5, 2.5]))
    assert not RULES.contains((4, 0))
    assert RULES.neighbours(np.array([0, 0])) == ((0, 1), (1, 0), (1, 1))
