"""The rules of `arc-consistency` on hand-drawn boards, and its agreement with the oracle."""

import pytest

from sapper import Game, Rules, parse_view, strategies
from sapper.bench.benchmark_game import play_game
from sapper.bench.options import BenchmarkOptions
from sapper.game.rules import Cell
from sapper.strategies import arc_consistency
from sapper.strategies.ai_moves import ask, play_inline
from sapper.strategies.base import Advice
from sapper.strategies.clue_state import ClueState
from tests.oracles import arc_consistency_document
from tests.oracles.game_positions import GamePosition, positions, with_marks


def advise(*rows: str, seed: int = 0) -> Advice:
    return strategies.get("arc-consistency", seed=seed).advise(parse_view("\n".join(rows)))


def test_the_first_move_is_the_bottom_left_cell() -> None:
    assert strategies.get("arc-consistency").first_move(Rules.level("expert")) == (15, 0)
    assert advise("3x2/1", "###", "###").best == (1, 0)


def test_a_clue_that_equals_the_number_of_its_hidden_neighbours_finds_mines() -> None:
    assert advise("3x2/2", "2##", "2##").mines == {(0, 1), (1, 1)}


def test_a_clue_that_equals_the_number_of_found_mines_finds_safe_cells() -> None:
    advice = advise("5x1/1", ".1#1#")
    assert (advice.mines, advice.safe) == ({(0, 2)}, {(0, 4)})
    assert advice.reason == "A5 is safe: the 1 at A4 has all its mines"


def test_a_safe_cell_counts_as_hidden_until_it_is_revealed() -> None:
    # (0, 1) is safe, so (0, 3) must be a mine. The trivial rule needs the reveal of (0, 1) first.
    advice = advise("4x1/1", ".#1#")
    assert (advice.safe, advice.mines) == ({(0, 1)}, frozenset())
    assert advise("4x1/1", "..1#").mines == {(0, 3)}


def test_cells_with_the_same_value_in_all_solutions_are_safe_or_mines() -> None:
    advice = advise("4x3/2", "1121", "####", "####")
    assert advice.mines == {(1, 1), (1, 3)}
    assert advice.safe == {(1, 0), (1, 2)}
    assert advice.reason == ("B1 is safe: the 1 at A2 and nearby clues allow no other solution")


def test_only_neighbours_of_clues_are_variables() -> None:
    # With the mine count, (0, 3) and (0, 4) would be safe.
    advice = advise("5x1/1", "#1###")
    assert (advice.safe, advice.mines) == (frozenset(), frozenset())


def test_a_random_cell_that_is_not_a_known_mine_is_revealed_otherwise() -> None:
    rows = ("6x1/3", "1#####")
    best = {advise(*rows, seed=seed).best for seed in range(60)}
    assert best == {(0, 2), (0, 3), (0, 4), (0, 5)}
    advice = advise(*rows)
    assert advice.mines == {(0, 1)}
    assert advice.reason.endswith("is a random guess: no cell is safe in all solutions")


def test_safe_cells_mines_and_guesses_match_the_document() -> None:
    strategy = strategies.get("arc-consistency", seed=3)
    guesses = 0
    for number, (view, mines) in enumerate(positions(2500)):
        expected = arc_consistency_document.Solver().play(view.rows)
        advice = strategy.advise(view)
        assert advice.safe == expected.safe, view
        assert advice.mines == expected.flagged, view
        assert advice.best in (expected.random or expected.safe), view
        assert set(advice.risks) == expected.random | expected.safe | expected.flagged, view
        if expected.random:
            density = (view.mines - len(expected.flagged)) / len(expected.random)
            assert advice.risks[advice.best] == pytest.approx(density), view
            guesses += 1
        assert ask(strategy, with_marks(GamePosition(view, mines), number)) == advice, view
    assert guesses == 292


def test_games_match_the_document_reveal_by_reveal(monkeypatch: pytest.MonkeyPatch) -> None:
    csp_calls = 0

    def count_call(state: ClueState) -> None:
        nonlocal csp_calls
        csp_calls += 1
        solve_components(state)

    solve_components = arc_consistency._solve_components
    monkeypatch.setattr(arc_consistency, "_solve_components", count_call)
    reveals = expected_calls = 0
    for size, games in (("8x8/10", 60), ("16x16/40", 25), ("30x16/99", 6)):
        for seed in range(games):
            game = Game(Rules.parse(size), seed=seed)
            solver = arc_consistency_document.Solver()
            game.reveal((game.rules.height - 1, 0))
            before = game.view.rows
            for step in play_inline(strategies.get("arc-consistency", seed=seed), game):
                expected = solver.play(before)
                assert step.cell in (expected.random or expected.safe), before
                assert step.is_guess == bool(expected.random)
                before = game.view.rows
                reveals += 1
            expected_calls += solver.csp_calls
    assert csp_calls == expected_calls
    assert (reveals, csp_calls) == (3269, 272)


def test_a_marked_cell_is_played_before_the_clues_are_solved_again() -> None:
    first = advise("4x3/2", "1###", "####", "11##")
    assert first.safe == {(0, 1), (1, 2), (2, 2)}
    assert first.plan == (("reveal", (0, 1)),)
    view = parse_view("4x3/2\n11##\n####\n11##")
    strategy = strategies.get("arc-consistency")
    assert strategy.advise(view).best == (0, 2)  # a new solution would find this cell, too
    second = strategy.advise(view.with_notes(first.notes))
    assert (second.safe, second.plan) == ({(1, 2), (2, 2)}, (("reveal", (1, 2)),))
    assert second.reason == "B3 is safe: an earlier solution of the clues proved it"


def test_a_stored_flag_makes_a_cell_trivially_open_before_a_marked_cell_is_played() -> None:
    # The clues in the first row prove that (1, 1) and (1, 3) are mines.
    first = advise("4x3/2", "1121", "####", "####")
    assert first.plan == (("flag", (1, 1)), ("flag", (1, 3)), ("reveal", (1, 0)))
    view = parse_view("4x3/2\n1121\n1###\n####")
    second = strategies.get("arc-consistency").advise(view.with_notes(first.notes))
    assert [cell for kind, cell in second.plan if kind == "reveal"] == [(1, 2), (2, 0), (2, 1)]
    assert second.reason == "B3 is safe: the 1 at A2 has all its mines"


def test_a_flag_that_the_player_removes_stays_removed() -> None:
    # The clues prove that (1, 1) and (1, 3) are mines. Each request makes the plan's first step.
    strategy = strategies.get("arc-consistency")
    view = parse_view("4x3/2\n1121\n####\n####")
    steps = []
    for _ in range(3):
        advice = strategy.advise(view)
        steps.append(advice.plan[0])
        view = view.with_notes(advice.notes)
    assert steps == [("flag", (1, 1)), ("flag", (1, 3)), ("reveal", (1, 0))]


def flag_safe_cells(game: Game, layout: frozenset[Cell]) -> None:
    """Flag every hidden cell that is not a mine, and no mine."""
    for cell in game.rules.cells():
        is_flagged = cell in game.view.flags | game.view.ai_flags
        if game.view.clue(cell) is None and cell not in layout and not is_flagged:
            game.flag(cell)


@pytest.mark.parametrize("size", ["8x8/10", "16x16/40"])
def test_wrong_flags_have_no_effect_on_the_reveals_and_never_stop_the_ai(size: str) -> None:
    strategy = strategies.get("arc-consistency", seed=5)
    messages = 0
    for seed in range(25):
        plain, flagged = (Game(Rules.parse(size), seed=seed) for _ in range(2))
        for game in (plain, flagged):
            game.reveal((0, 0))
        flag_safe_cells(flagged, flagged.layout)
        list(play_inline(strategy, plain))
        steps = list(play_inline(strategy, flagged))
        assert all(step.kind == "reveal" for step in steps)
        messages += sum("was flagged, but it is" in step.reason for step in steps)
        assert flagged.status == plain.status
        assert flagged.view.cell_bytes == plain.view.cell_bytes
    assert messages > 25


def test_the_ai_ends_a_game_whose_player_flags_safe_cells_after_every_reveal() -> None:
    strategy = strategies.get("arc-consistency")
    for seed in range(25):
        game = Game(Rules.parse("8x8/10"), seed=seed)
        for step in play_inline(strategy, game):
            if step.kind == "reveal" and not game.is_over:
                flag_safe_cells(game, game.layout)
        assert game.is_over


def test_most_intermediate_boards_are_solved() -> None:
    rules = Rules.level("intermediate")
    options = BenchmarkOptions(rules, 40)
    games = [play_game(strategies.get("arc-consistency"), options, seed) for seed in range(40)]
    assert sum(game.won for game in games) == 25
