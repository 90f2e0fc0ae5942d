"""The rules of `pattern`, and its agreement with a second implementation of its description."""

import random
from collections.abc import Iterable, Iterator

import pytest

from sapper import Game, Rules, View, parse_view, strategies
from sapper.game.position_notation import FLAG
from sapper.game.rules import STARTS, Cell
from sapper.strategies.ai_moves import ask, follow, play_inline
from sapper.strategies.base import Advice
from tests.oracles import pattern_document


def advise(*rows: str, **options: bool) -> Advice:
    return strategies.get("pattern", **options).advise(parse_view("\n".join(rows)))


@pytest.mark.parametrize("flag", ["F", "f"])
def test_a_clue_with_all_its_flags_makes_its_other_neighbours_safe(flag: str) -> None:
    advice = advise("3x1/1", f"#1{flag}")
    assert advice.safe == {(0, 0)}
    assert advice.best == (0, 0)
    assert advice.reason == "A1 is safe: the 1 at A2 has all its mines"


def test_question_marks_are_not_flags() -> None:
    advice = advise("3x1/1", "#1?")
    assert not advice.safe
    assert advice.risks == {(0, 0): 0.5, (0, 2): 0.5}


def test_all_safe_cells_are_found_and_those_of_the_first_clue_come_first() -> None:
    # The 1 at (0, 0) makes (1, 1) safe, and the 1 at (0, 3) makes (0, 4) and (1, 4) safe.
    advice = advise("5x2/2", "1211#", "f#f1#")
    assert advice.safe == {(0, 4), (1, 1), (1, 4)}
    assert advice.best == (1, 1)


def test_a_clue_that_needs_all_its_hidden_neighbours_has_them_flagged_one_at_a_time() -> None:
    advice = advise("2x2/3", "F3", "##")
    assert not advice.safe
    assert advice.mines == {(0, 0), (1, 0)}
    assert advice.reason == "flag B1 first: the 3 at A2 needs all its hidden cells"
    assert advise("2x2/3", "F3", "f#").mines == {(0, 0), (1, 0), (1, 1)}


def test_a_safe_reveal_comes_before_a_safe_flag() -> None:
    # The 1 at (0, 1) has all its mines, and the 1 at (0, 4) needs its only hidden neighbour.
    advice = advise("6x1/2", "#1F.1#")
    assert advice.safe == {(0, 0)}
    assert advice.mines == {(0, 2)}


ONE_TWO_X = ["1###", "#221", "#1.."]


def test_a_safe_flag_comes_before_1_2_x() -> None:
    # The 1 at (3, 0) needs its only hidden neighbour.
    assert advise("4x4/3", *ONE_TWO_X, "11..").mines == {(2, 0)}


def orientations() -> list[list[str]]:
    found = []
    for rows in (ONE_TWO_X, [row[::-1] for row in ONE_TWO_X]):
        turned = rows
        for _ in range(4):
            found.append(turned)
            turned = ["".join(column) for column in zip(*turned[::-1], strict=True)]
    return found


X = [(0, 1), (1, 2), (2, 2), (2, 0), (0, 2), (2, 2), (2, 1), (1, 0)]


@pytest.mark.parametrize(("rows", "mine"), zip(orientations(), X, strict=True))
def test_1_2_x_is_found_in_all_eight_orientations(rows: list[str], mine: Cell) -> None:
    # The only 1 beside a 2 that touches one cell more is the 1 at the end of "221".
    advice = advise(f"{len(rows[0])}x{len(rows)}/3", *rows)
    assert not advice.safe
    assert advice.mines == {mine}
    assert advice.reason.endswith("and an adjacent 1 form the pattern 1-2-X")


def test_1_2_x_does_not_depend_on_flags() -> None:
    # Both flags are wrong: the mines are at (0, 0) and (0, 2).
    advice = advise("4x2/2", "###F", "121F")
    assert advice.mines == {(0, 2), (0, 3), (1, 3)}
    assert advice.reason == "flag A3 first: the 2 at B2 and an adjacent 1 form the pattern 1-2-X"


@pytest.mark.parametrize(
    "rows",
    [
        ["11##", "##21"],  # the cell after the 2 is hidden
        ["#####", "#121#", "###1#"],  # the 2 has hidden neighbours on both sides
    ],
)
def test_1_2_x_needs_three_cells_in_a_line_and_no_other_hidden_neighbour_of_the_2(
    rows: list[str],
) -> None:
    assert not advise(f"{len(rows[0])}x{len(rows)}/3", *rows).mines


def test_a_diagonal_1_2_is_not_a_pattern() -> None:
    # The 2 at (1, 0) touches only one cell more than the 1 at (2, 1).
    assert not advise("3x3/2", "#2#", "2##", "#11").mines


def test_the_probability_is_the_clue_divided_by_its_hidden_neighbours() -> None:
    # The example of the description: a 1 and four other hidden neighbours.
    advice = advise("3x2/1", "#1#", "###")
    assert set(advice.risks.values()) == {0.2}
    assert advice.best == (0, 0)
    assert advice.reason == "A1 is a guess: its local estimate is the lowest (20%)"


def test_the_probability_counts_flagged_neighbours() -> None:
    advice = advise("4x2/2", "F2##", "####")
    assert advice.risks[0, 2] == 0.4
    assert advice.risks[0, 3] == 1.0
    assert advice.best == (0, 2)
    assert advise("4x2/2", "F2##", "####", reduction=True).risks[0, 2] == 0.25


def test_several_probabilities_are_combined_as_independent_events() -> None:
    advice = advise("4x3/3", "1F2#", "12##", ".1##")
    assert advice.risks == {
        (0, 1): 1.0,
        (0, 3): 0.5,  # the 2 at (0, 2) has four hidden neighbours
        (1, 3): 0.5,
        (1, 2): pytest.approx(11 / 12),  # 1 - 1/2 * 1/3 * 1/2
        (2, 2): pytest.approx(5 / 6),  # 1 - 1/3 * 1/2
        (2, 3): 1.0,
    }
    assert advice.best == (0, 3)


def test_a_cell_without_revealed_neighbours_has_the_probability_1() -> None:
    advice = advise("6x2/2", "2#####", "######")
    assert advice.risks[0, 5] == 1.0
    assert advice.risks[0, 1] == pytest.approx(2 / 3)
    assert advice.best == (0, 1)


def test_the_first_move_is_the_first_unflagged_cell() -> None:
    assert strategies.get("pattern").first_move(Rules.level("expert")) == (0, 0)
    assert advise("3x2/1", "###", "###").best == (0, 0)
    assert advise("3x2/1", "Ff#", "###").best == (0, 2)
    assert advise("2x1/1", "FF").best == (0, 0)


def test_1_1_x_is_used_only_with_the_option() -> None:
    rows = ("4x2/1", "1111", "####")
    assert not advise(*rows).safe
    advice = advise(*rows, one_one=True)
    assert advice.safe == {(1, 2)}
    assert advice.reason.endswith("and an adjacent 1 form the pattern 1-1-X")


def test_flags_are_subtracted_for_1_2_x_only_with_the_option() -> None:
    # The flag reduces the 3 to a 2.
    rows = ("4x3/3", "####", "1322", ".1F1")
    assert advise(*rows).mines == {(2, 2)}
    assert advise(*rows, reduction=True).mines == {(2, 2), (0, 2)}


def test_flags_are_subtracted_for_1_1_x_only_with_both_options() -> None:
    # The flag reduces the 2 at (0, 1) to a 1.
    rows = ("4x2/3", "12F2", "####")
    assert not advise(*rows, one_one=True).safe
    assert not advise(*rows, reduction=True).safe
    assert advise(*rows, one_one=True, reduction=True).safe == {(1, 2)}


def test_a_wrong_flag_is_believed() -> None:
    # The mine is at (0, 0).
    game = Game.from_layout(Rules(3, 1, 1, start="any"), {(0, 0)})
    game.reveal((0, 1))
    game.flag((0, 2))
    (step,) = play_inline(strategies.get("pattern"), game)
    assert (step.kind, step.cell) == ("reveal", (0, 0))
    assert game.status == "lost"


def test_a_clue_with_too_many_flags_is_skipped() -> None:
    advice = advise("3x2/2", "F1F", "###")
    assert not advice.safe
    assert advice.mines == {(0, 0), (0, 2)}
    assert advice.best == (1, 0)
    assert advice.risks[1, 0] == 0.2


def test_a_player_flag_is_doubted_if_every_hidden_cell_is_flagged() -> None:
    advice = advise("3x1/1", "f1F")
    assert not advice.mines
    assert advice.best == (0, 2)
    assert advice.reason == (
        "A3 is a guess: all 2 hidden cells are flagged, but the number of mines is 1"
    )


def test_an_ai_flag_is_doubted_if_the_player_placed_none() -> None:
    assert advise("3x1/1", "f1f").best == (0, 0)


def test_the_doubted_flag_has_the_lowest_probability() -> None:
    # (0, 0) touches no clue.
    advice = advise("4x1/1", "FF1F")
    assert advice.risks == {(0, 0): 1.0, (0, 1): 0.5, (0, 3): 0.5}
    assert advice.best == (0, 1)


def test_a_game_with_wrong_flags_is_won_move_by_move() -> None:
    game = Game.from_layout(Rules(4, 2, 2, start="any"), {(0, 0), (0, 2)})
    for cell in ((1, 0), (1, 1), (1, 2)):
        game.reveal(cell)
    for cell in ((0, 3), (1, 3)):
        game.flag(cell)
    steps = [(step.kind, step.cell) for step in play_inline(strategies.get("pattern"), game)]
    assert steps == [
        ("flag", (0, 2)),  # 1-2-X
        ("flag", (0, 0)),  # 1-2-X
        ("reveal", (0, 1)),  # safe
        ("reveal", (0, 3)),  # doubted, so the flag is removed
        ("reveal", (1, 3)),
    ]
    assert game.status == "won"


@pytest.mark.parametrize("one_one", [False, True])
@pytest.mark.parametrize("reduction", [False, True])
def test_every_game_with_random_flags_ends(*, one_one: bool, reduction: bool) -> None:
    strategy = strategies.get("pattern", one_one=one_one, reduction=reduction)
    outcomes = set()
    for seed in range(150):
        chance = random.Random(seed)
        game = Game(Rules(6, 5, chance.randint(1, 9), start=chance.choice(STARTS)), seed)
        while not game.is_over:
            list(follow(ask(strategy, game.view), game))
            unflagged = [
                cell for cell in game.rules.cells() if game.view.rows[cell[0]][cell[1]] == "#"
            ]
            if not game.is_over and unflagged and chance.random() < 0.3:
                game.flag(chance.choice(unflagged))
        outcomes.add(game.status)
    assert outcomes == {"won", "lost"}


def with_flags(view: View, flags: Iterable[Cell]) -> View:
    """Return the view with additional flags of the player."""
    marks = bytearray(view.shown_bytes)
    for row, column in flags:
        marks[row * view.width + column] = FLAG
    return View(view.rules, view.cell_bytes, bytes(marks))


def compare(view: View, advice: Advice) -> str:
    """Compare the next move, the safe cells and all risks with the description."""
    grid = [
        [view.clue((row, column)) for column in range(view.width)] for row in range(view.height)
    ]
    flags = set(view.flags | view.ai_flags)
    move = pattern_document.play_move(grid, flags)
    assert advice.safe == move.also_safe, view
    if move.kind == "reveal":
        assert advice.best == move.square, view
        assert advice.mines == flags
    elif move.kind == "flag":
        assert advice.mines == flags | {move.square}, view
    elif move.kind == "guess":
        assert advice.mines == flags
        assert advice.best == move.square, view
        risks = {cell: risk for cell, risk in advice.risks.items() if cell not in flags}
        expected = {c: float(p) for c, p in move.probabilities.items() if c not in flags}
        assert risks == pytest.approx(expected), view
    else:
        # The description does not say what happens if every hidden cell is flagged.
        assert advice.best in flags, view
    return move.kind


def positions(size: str, games: int) -> Iterator[View]:
    """Yield the positions of games, some of them with correct or wrong flags of the player."""
    chance = random.Random(size)
    for start in STARTS:
        for seed in range(games):
            game = Game(Rules.parse(size, start=start), seed)
            for _ in play_inline(strategies.get("pattern"), game):
                view = game.view
                if game.is_over:
                    continue
                hidden = [cell for cell in game.rules.cells() if view.clue(cell) is None]
                correct = chance.sample(sorted(game.layout), view.mines // 2)
                wrong = chance.sample(hidden, chance.randint(1, len(hidden)))
                yield with_flags(view, chance.choice(([], correct, wrong)))


# The number of games of each size and start rule, and the total number of their positions.
GAMES = [("8x8/10", 15, 929), ("10x10/15", 8, 748), ("16x16/40", 2, 427), ("30x16/99", 1, 441)]


@pytest.mark.parametrize(("size", "games", "count"), GAMES)
def test_games_and_flags_agree_with_the_description(size: str, games: int, count: int) -> None:
    kinds = [compare(view, ask(strategies.get("pattern"), view)) for view in positions(size, games)]
    assert set(kinds) == {"reveal", "flag", "guess", "none"}
    assert len(kinds) == count


@pytest.mark.parametrize(("size", "games"), [("10x10/15", 40), ("16x16/40", 8), ("30x16/99", 6)])
def test_whole_games_agree_with_the_description(size: str, games: int) -> None:
    for seed in range(games):
        game = Game(Rules.parse(size, start="any"), seed)
        before = game.view
        for step in play_inline(strategies.get("pattern"), game):
            grid = [
                [before.clue((row, column)) for column in range(before.width)]
                for row in range(before.height)
            ]
            move = pattern_document.play_move(grid, set(before.ai_flags))
            kind = "flag" if move.kind == "flag" else "reveal"
            assert (step.kind, step.cell) == (kind, move.square), before
            before = game.view
