"""The contract of all strategies, checked for every strategy in the registry."""

import random
import subprocess
import sys
from itertools import combinations

import pytest

from sapper import Game, Rules, View, analyse, parse_view, strategies
from sapper.game.levels import LEVELS
from sapper.game.rules import STARTS, Cell
from sapper.strategies.ai_moves import ask, follow, play_inline
from sapper.strategies.base import Advice, Strategy, uses_marks

Variant = tuple[str, dict[str, bool]]
Solved = list[tuple[View, list[frozenset[Cell]]]]

NAMES = strategies.names()
VARIANTS: list[Variant] = [
    *((name, {}) for name in NAMES),
    ("knowledge", {"total_mines": True}),
    ("score", {"mark": True}),
    ("layered", {"derive": True, "count": True}),
    ("pattern", {"one_one": True, "reduction": True}),
]
SMALL = ["1x1/0", "1x9/2", "9x1/3", "2x2/1", "2x7/4", "4x4/3", "5x4/6", "6x6/5", "6x6/20"]
FULL = ["1x1/1", "1x6/6", "3x3/9", "3x3/8", "5x5/24", "5x5/23", "1x8/7", "4x4/15", "8x8/60"]


def make(variant: Variant, seed: int = 0) -> Strategy:
    return strategies.get(variant[0], seed=seed, **variant[1])


def variant_name(variant: Variant) -> str:
    return ":".join([variant[0], *variant[1]])


WITHOUT_MARKS = [variant for variant in VARIANTS if not uses_marks(make(variant))]


@pytest.fixture(params=VARIANTS, ids=variant_name)
def variant(request: pytest.FixtureRequest) -> Variant:
    return request.param


def playable_rules(size: str, start: str) -> Rules | None:
    try:
        return Rules.level(size, start=start)
    except ValueError:
        return None


def boards(sizes: list[str], seeds: int) -> list[tuple[Rules, int]]:
    rules = [playable_rules(size, start) for size in sizes for start in STARTS]
    return [(each, seed) for each in rules if each for seed in range(seeds)]


def check_form(view: View, advice: Advice) -> None:
    """Check all properties of an advice that do not depend on the mines."""
    hidden = {cell for cell in view.rules.cells() if view.clue(cell) is None}
    assert advice.safe <= hidden
    assert advice.mines <= hidden
    assert not advice.safe & advice.mines
    assert set(advice.risks) <= hidden
    assert all(0.0 <= risk <= 1.0 for risk in advice.risks.values())
    assert all(advice.risks[cell] == 0.0 for cell in advice.safe)
    assert all(advice.risks[cell] == 1.0 for cell in advice.mines)
    assert advice.reason
    assert "\n" not in advice.reason
    if advice.best is not None:
        assert advice.best in hidden - advice.mines
        # A strategy that estimates no probabilities gives only the risks of certain cells.
        if set(advice.risks) - advice.safe - advice.mines:
            assert advice.best in advice.risks
    if advice.safe:
        assert advice.best in advice.safe


def play(strategy: Strategy, game: Game) -> int:
    """Play a game to its end, comparing every advice with the mines and the exact analysis."""
    decisions = 0
    while not game.is_over:
        view = game.view
        advice = strategy.advise(view)
        decisions += 1
        check_form(view, advice)
        assert advice.best is not None
        if not view.is_untouched:
            assert not advice.safe & game.layout
            assert advice.mines <= game.layout
            odds = analyse(view)
            assert odds.exact
            assert advice.safe <= odds.safe
            assert advice.mines <= odds.mines
        assert list(follow(advice, game, place_flags=uses_marks(strategy)))
        assert decisions <= game.rules.cell_count
    return decisions


def test_games_on_the_levels_end_and_certain_cells_are_correct(variant: Variant) -> None:
    for rules, seed in boards(sorted(set(LEVELS.values())), 30):
        play(make(variant, seed), Game(rules, seed=seed))


def test_games_on_small_boards_end_and_certain_cells_are_correct(variant: Variant) -> None:
    for rules, seed in boards(SMALL, 40):
        play(make(variant, seed), Game(rules, seed=seed))


def test_games_on_full_and_nearly_full_boards_end(variant: Variant) -> None:
    for rules, seed in boards(FULL, 15):
        play(make(variant, seed), Game(rules, seed=seed))


def layouts(view: View) -> list[frozenset[Cell]]:
    """Return all consistent layouts by brute force."""
    hidden = [cell for cell in view.rules.cells() if view.clue(cell) is None]
    clues = {cell: view.clue(cell) for cell in view.rules.cells() if view.clue(cell) is not None}
    near = {cell: frozenset(view.rules.neighbours(cell)) for cell in clues}
    return [
        mines
        for mines in map(frozenset, combinations(hidden, view.mines))
        if all(len(near[cell] & mines) == clue for cell, clue in clues.items())
    ]


def positions(count: int) -> list[View]:
    """Return positions of 4x4 boards, some without flood reveals."""
    found = []
    for seed in range(count):
        chance = random.Random(seed)
        rules = Rules(4, 4, chance.randint(1, 6), start="any")
        game = Game(rules, seed=seed)
        game.reveal(chance.choice(list(rules.cells())))
        cells = bytearray(game.solution.cell_bytes)
        for i in range(16):
            if chance.random() < 0.5:
                cells[i] = 0xFF
        found.append(View(rules, bytes(cells)))
    return found


@pytest.fixture(scope="module")
def solved() -> Solved:
    return [(view, layouts(view)) for view in positions(250)]


def test_certain_cells_are_correct_in_every_consistent_layout(
    variant: Variant, solved: Solved
) -> None:
    strategy = make(variant)
    for view, fitting_layouts in solved:
        advice = strategy.advise(view)
        check_form(view, advice)
        ever = frozenset().union(*fitting_layouts)
        always = frozenset.intersection(*fitting_layouts)
        assert not advice.safe & ever, view
        assert advice.mines <= always, view


def test_advice_is_deterministic(variant: Variant) -> None:
    for view in positions(60):
        strategy = make(variant, 7)
        first = strategy.advise(view)
        assert strategy.advise(view) == first
        assert make(variant, 7).advise(view) == first


def test_advice_does_not_change_the_view(variant: Variant) -> None:
    for view in positions(30):
        before = str(view), view.cell_bytes, view.shown_bytes, view.cells.tolist()
        make(variant).advise(view)
        assert (str(view), view.cell_bytes, view.shown_bytes, view.cells.tolist()) == before


def with_random_marks(view: View) -> View:
    chance = random.Random(str(view))
    marks = bytes(chance.randint(0, 3) if value == 0xFF else 0 for value in view.cell_bytes)
    return View(view.rules, view.cell_bytes, marks)


@pytest.mark.parametrize("variant", WITHOUT_MARKS, ids=variant_name)
def test_marks_have_no_effect_on_strategies_that_do_not_use_them(variant: Variant) -> None:
    strategy = make(variant)
    for view in positions(60):
        marked = with_random_marks(view)
        assert ask(strategy, marked) == ask(strategy, view)
        assert strategy.advise(marked) == strategy.advise(view)


def test_advice_on_marked_positions_is_well_formed(variant: Variant) -> None:
    for view in positions(60):
        check_form(view, ask(make(variant), with_random_marks(view)))


def test_the_first_move_is_on_the_board_and_equals_the_first_advice(variant: Variant) -> None:
    for rules, seed in boards(SMALL + FULL + sorted(set(LEVELS.values())), 3):
        strategy = make(variant, seed)
        cell = strategy.first_move(rules)
        assert rules.contains(cell)
        assert strategy.advise(Game(rules, seed=1).view).best == cell


def test_no_move_is_advised_if_only_mines_are_hidden(variant: Variant) -> None:
    assert make(variant).advise(parse_view("3x2/1\n11.\n#1.")).best is None
    assert make(variant).advise(parse_view("2x2/0\n..\n..")).best is None


def test_inconsistent_positions_raise_no_exception(variant: Variant) -> None:
    chance = random.Random(3)
    for _ in range(300):
        width, height = chance.randint(1, 7), chance.randint(1, 7)
        mines = chance.randint(0, width * height)
        cells = bytes(chance.choice([0xFF, 0xFF, *range(9)]) for _ in range(width * height))
        advice = make(variant).advise(View(Rules(width, height, mines, start="any"), cells))
        assert advice.reason


def test_a_large_position_gets_advice(variant: Variant) -> None:
    rules = Rules(60, 60, 900, start="any")
    game = Game(rules, seed=5)
    game.reveal((0, 0))
    chance = random.Random(5)
    cells = bytes(value if chance.random() < 0.35 else 0xFF for value in game.solution.cell_bytes)
    advice = make(variant).advise(View(rules, cells))
    assert not advice.safe & game.layout
    assert advice.mines <= game.layout


@pytest.mark.parametrize("name", NAMES)
def test_names_and_summaries_fit_into_listings(name: str) -> None:
    strategy = strategies.get(name)
    assert strategy.name == name
    assert 10 < len(strategy.summary) <= 80
    assert "\n" not in strategy.summary


def test_importing_sapper_imports_no_strategy() -> None:
    code = (
        "import sys, sapper; "
        "print([m for m in sys.modules if m.startswith('sapper.strategies.') "
        "and m.rpartition('.')[2] not in ('base', 'registry')], 'numpy' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[] False"


@pytest.mark.parametrize("name", NAMES)
def test_the_ai_ends_a_game_on_which_every_cell_is_flagged(name: str) -> None:
    for seed in range(4):
        game = Game(Rules(6, 6, 6), seed=seed)
        game.reveal((2, 2))
        for cell in game.rules.cells():
            if game.view.clue(cell) is None:
                game.flag(cell)
        steps = list(play_inline(strategies.get(name), game))
        assert game.is_over
        assert any("was flagged, but it is" in step.reason for step in steps)
        assert all(step.kind == "reveal" for step in steps)
