"""The rules of `layered`, and its agreement with a second implementation of its description."""

import pytest

from sapper import Game, Rules, View, parse_view, strategies
from sapper.game.rules import STARTS, Cell
from sapper.strategies.ai_moves import follow, play_inline
from sapper.strategies.base import Advice
from tests.inference.positions import random_position
from tests.oracles import layered_document


def advise(*rows: str, **options: bool) -> Advice:
    return strategies.get("layered", **options).advise(parse_view("\n".join(rows)))


def test_rule_a_finds_the_mines_of_a_clue_without_other_hidden_neighbours() -> None:
    advice = advise("3x2/2", "#2.", "#2.")
    assert advice.mines == {(0, 0), (1, 0)}
    assert not advice.safe
    assert advice.best is None


def test_rule_b_sees_the_flags_of_rule_a() -> None:
    # The mine of the left 1 is at (0, 2), so the right 1 has all its mines.
    advice = advise("5x1/1", ".1#1#")
    assert advice.mines == {(0, 2)}
    assert advice.safe == {(0, 4)}
    assert advice.reason == "A5 is safe: the 1 at A4 has all its mines"


def test_pairs_are_compared_only_if_the_rules_find_no_safe_cell() -> None:
    # Pairs of clues would also decide (1, 3), (2, 1) and (2, 2).
    advice = advise("4x3/3", "11#1", "#21#", "###1")
    assert advice.safe == {(0, 2)}
    assert advice.mines == {(1, 0)}


def test_a_subset_with_the_same_number_of_mines_makes_the_other_cells_safe() -> None:
    # Both outer 1s touch one cell less than the 1 between them.
    advice = advise("3x10/4", "111", *["###"] * 9)
    assert advice.safe == {(1, 0), (1, 2)}
    assert not advice.mines
    assert advice.reason == (
        "B1 is safe: the 1 at A3 and an overlapping clue leave no other choice"
    )


def test_a_subset_that_lacks_only_mines_makes_the_other_cells_mines() -> None:
    # The 2 at (0, 2) touches (1, 1) and the two cells of the 1 beside it. The 2 at (1, 0) touches
    # (0, 0) and the two cells of the 1 below it.
    advice = advise("4x3/3", "#221", "2###", "1#21")
    assert advice.mines == {(0, 0), (1, 1)}
    assert advice.safe == {(2, 1)}


def test_the_rules_run_again_if_pairs_find_only_mines() -> None:
    # Pairs find the mines at (0, 3), (2, 1) and (2, 2). The rest follows by rule B.
    advice = advise("4x3/3", "..1#", "123#", "###1")
    assert advice.mines == {(0, 3), (2, 1), (2, 2)}
    assert advice.safe == {(1, 3), (2, 0)}
    assert "has all its mines" in advice.reason


def test_pairs_are_compared_again_if_pairs_find_only_mines() -> None:
    # The 3 needs two mines more than the 1, at (0, 1) and (1, 1). With (1, 1) known, the 2 needs
    # only one mine, and the 1 touches all but two of its cells.
    advice = advise("4x3/3", "##31", "####", "##2#")
    assert advice.mines == {(0, 1), (1, 1)}
    assert advice.safe == {(2, 1), (2, 3)}


def test_differences_are_compared_only_with_the_option() -> None:
    # The 2 minus the 1 above leaves one mine for (2, 0), (2, 1) and (2, 2), which the other 1 has.
    rows = ("6x7/8", ".1####", "12####", *["######"] * 5)
    assert not advise(*rows).safe
    assert not advise(*rows, count=True).safe
    assert advise(*rows, derive=True).safe == {(2, 2)}


def test_the_mine_count_is_used_only_with_the_option() -> None:
    rows = ("5x1/1", "#1###")
    assert not advise(*rows).safe
    assert not advise(*rows, derive=True).safe
    advice = advise(*rows, count=True)
    assert advice.safe == {(0, 3), (0, 4)}
    assert "the mine count" in advice.reason


def test_the_mine_count_is_used_only_if_at_most_24_cells_are_undecided() -> None:
    def safe(width: int) -> int:
        return len(advise(f"{width}x1/1", "#1" + "#" * (width - 2), count=True).safe)

    assert safe(25) == 22  # 24 hidden cells
    assert safe(26) == 0


def test_the_local_probability_subtracts_the_flags() -> None:
    # By rule A, (0, 1) is a mine. The 2 at (0, 2) has one mine left for three cells, and the two
    # clues around (2, 2) have one mine left for two cells.
    advice = advise("4x3/3", "1#2#", "12##", ".1##")
    assert advice.mines == {(0, 1)}
    assert advice.risks == {
        (0, 1): 1.0,
        (0, 3): pytest.approx(1 / 3),
        (1, 3): pytest.approx(1 / 3),
        (1, 2): pytest.approx(5 / 6),  # 1 - 2/3 * 1/2 * 1/2
        (2, 2): pytest.approx(3 / 4),  # 1 - 1/2 * 1/2
        (2, 3): pytest.approx(2 / 5),  # no revealed neighbour: two mines left for five cells
    }
    assert advice.best == (0, 3)
    assert advice.reason == "A4 is a guess: its combined estimate is the lowest (33%)"


def test_a_cell_without_revealed_neighbours_has_the_global_probability() -> None:
    # (1, 0) and (1, 1) get 1/2 from two clues, which combine to 3/4.
    advice = advise("14x2/7", "12" + "#" * 12, "#" * 14)
    assert advice.risks[1, 0] == 0.75
    assert advice.risks[0, 2] == 0.5
    assert advice.risks[0, 3] == pytest.approx(7 / 26)
    assert advice.best == (0, 3)


def test_ties_go_to_the_cell_with_more_revealed_neighbours() -> None:
    # The cells around the 2 have a risk of 2/8 and the others 6/24.
    advice = advise("5x5/6", "#####", "#####", "##2##", "#####", "#####")
    assert set(advice.risks.values()) == {0.25}
    assert advice.best == (1, 1)


def test_found_mines_are_flagged_before_safe_cells_and_guesses_are_revealed() -> None:
    safe = advise("5x1/1", ".1#1#")
    assert safe.plan == (("flag", (0, 2)), ("reveal", (0, 4)))
    guess = advise("4x3/3", "1#2#", "12##", ".1##")
    assert guess.plan == (("flag", (0, 1)), ("reveal", (0, 3)))
    game = Game.from_layout(Rules(5, 1, 1, start="any"), {(0, 2)})
    game.reveal((0, 0))
    game.reveal((0, 3))
    assert [step.kind for step in follow(strategies.get("layered").advise(game.view), game)] == [
        "flag",
        "reveal",
    ]


def test_a_local_and_an_equal_global_probability_are_a_tie() -> None:
    # The cells around the 1 have a risk of 1/3 and the others 4/12, which differ before rounding.
    advice = advise("4x4/5", "####", "####", "####", "###1")
    assert advice.risks[0, 0] == advice.risks[2, 2]
    assert advice.best == (2, 2)


def test_the_first_move_is_the_centre() -> None:
    strategy = strategies.get("layered")
    assert strategy.first_move(Rules.level("expert")) == (8, 15)
    assert strategy.first_move(Rules(9, 9, 10)) == (4, 4)


def read(view: View) -> layered_document.Board:
    return [
        [view.clue((row, column)) for column in range(view.width)] for row in range(view.height)
    ]


def compare(view: View, advice: Advice) -> None:
    """Compare the safe cells, the mines, all risks and the guess with the description."""
    decision = layered_document.decide(read(view), view.mines, set())
    assert advice.safe == decision.safe, view
    assert advice.mines == decision.flags, view
    opened = sorted(decision.safe) or [decision.guess]
    assert list(advice.plan) == [("flag", cell) for cell in sorted(decision.flags)] + [
        ("reveal", cell) for cell in opened if cell is not None
    ]
    if decision.safe:
        assert advice.best in decision.safe
        return
    assert advice.best == decision.guess, view
    risks = {cell: risk for cell, risk in advice.risks.items() if cell not in decision.flags}
    assert risks == pytest.approx({c: float(p) for c, p in decision.probabilities.items()}), view


# The number of games of each size and start rule, and the total number of their positions.
GAMES = [("8x8/10", 40, 898), ("10x10/15", 20, 474), ("16x16/40", 10, 303), ("30x16/99", 5, 423)]


@pytest.mark.parametrize(("size", "games", "positions"), GAMES)
def test_games_agree_with_the_description(size: str, games: int, positions: int) -> None:
    compared = 0
    layered = strategies.get("layered")
    for start in STARTS:
        for seed in range(games):
            game = Game(Rules.parse(size, start=start), seed)
            while not game.is_over:
                view = game.view
                advice = layered.advise(view)
                if not view.is_untouched:
                    compare(view, advice)
                    compared += 1
                for _ in follow(advice, game, place_flags=False):
                    pass
    assert compared == positions


@pytest.mark.parametrize("size", [size for size, _, _ in GAMES])
def test_random_positions_agree_with_the_description(size: str) -> None:
    rules = Rules.parse(size)
    strategy = strategies.get("layered")
    for seed in range(250):
        view = random_position(rules, seed, 1 + seed % 50)
        compare(view, strategy.advise(view))


def test_remembered_flags_do_not_change_the_games() -> None:
    # The original solver keeps its flags on the board, and the strategy derives them anew.
    def play_with_memory(game: Game) -> list[Cell]:
        guesses = [layered_document.first_move(read(game.view))]
        game.reveal(guesses[0])
        flags: set[Cell] = set()
        while not game.is_over:
            decision = layered_document.decide(read(game.view), game.rules.mines, flags)
            flags = decision.flags
            if decision.guess is not None:
                guesses.append(decision.guess)
            for cell in sorted(decision.safe) or [decision.guess]:
                if not game.is_over and cell is not None:
                    game.reveal(cell)
        return guesses

    for seed in range(60):
        rules = Rules.level("small", start="any")
        game, same_game = Game(rules, seed), Game(rules, seed)
        steps = list(play_inline(strategies.get("layered"), game))
        assert [step.cell for step in steps if step.is_guess] == play_with_memory(same_game)
        assert game.status == same_game.status
