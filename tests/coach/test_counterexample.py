"""Counterexamples exist exactly for uncertain cells, and they agree with every clue."""

import random
import statistics
import time

from sapper import Game, Rules, View, analyse, parse_view
from sapper.coach.counterexample import check_layout, find_layout, with_layout


def expert_position(seed: int) -> View:
    """Return a position from the middle of an expert game."""
    game = Game(Rules.level("expert", start="opening"), seed)
    game.reveal((8, 15))
    for _ in range(40):
        odds = analyse(game.view)
        if game.is_over or not odds.safe:
            break
        game.reveal(min(odds.safe))
    return View(game.rules, game.view.cell_bytes)


def test_a_layout_refutes_every_uncertain_cell_and_no_certain_one() -> None:
    rng = random.Random(1)
    for seed in range(4):
        view = expert_position(seed)
        odds = analyse(view)
        hidden = [cell for cell in view.rules.cells() if view.clue(cell) is None]
        for cell in rng.sample(hidden, 12):
            for is_mine, certain in ((True, odds.safe), (False, odds.mines)):
                layout = find_layout(view, cell, is_mine=is_mine)
                assert (layout is None) == (cell in certain)
                if layout is not None:
                    assert check_layout(view, layout)
                    assert (cell in layout) is is_mine


def test_a_counterexample_on_an_expert_board_takes_under_50_ms_in_the_median() -> None:
    seconds = []
    for seed in range(6):
        view = expert_position(seed)
        odds = analyse(view)
        uncertain = [
            cell
            for cell in view.rules.cells()
            if view.clue(cell) is None and cell not in odds.safe and cell not in odds.mines
        ]
        for cell in uncertain[::40]:
            start = time.process_time()
            find_layout(view, cell, is_mine=True)
            seconds.append(time.process_time() - start)
    assert statistics.median(seconds) < 0.05


def test_an_inconsistent_layout_is_recognised() -> None:
    view = parse_view("3x1/1\n#1#")
    assert check_layout(view, frozenset([(0, 0)]))
    assert not check_layout(view, frozenset([(0, 0), (0, 2)]))
    assert not check_layout(view, frozenset([(0, 1)]))
    assert str(with_layout(view, frozenset([(0, 2)]))) == "3x1/1\n#1*"
