"""AI moves, hints, odds and reviews, and how they are counted."""

from collections.abc import Callable

import pytest

from sapper import Rules
from sapper.errors import (
    IllegalMove,
    InvalidBoardRequest,
    InvalidOption,
    ReplayError,
    UnknownStrategy,
)
from sapper.session import Session
from sapper.strategies import names

# The board is 11# over ###, with the mine in the middle of the lower row.
REPLAY = "sapper-replay 1\nrules 3x2/1 any\nmines 1,1\n"


def load(moves: str = "", options: str = "") -> Session:
    return Session.load(f"{REPLAY}{options}{moves}", now=lambda: 0.0)


def test_the_ai_reveals_safe_cells_before_it_flags_mines() -> None:
    # Single clues prove both mines of #11##; the mine count proves that the last cell is safe.
    record = "sapper-replay 1\nrules 5x1/2 any\nmines 0,0 0,3\n0.000 reveal 0,1\n0.000 reveal 0,2\n"
    session = Session.load(record)
    step = session.ai_move("single-point")
    assert (step.kind, step.cell, step.risk) == ("flag", (0, 0), 1.0)
    assert session.snapshot()["ai_flags"] == [[0, 0]]
    assert session.snapshot()["rows"] == ["F11##"]
    assert session.snapshot()["assistance"]["ai"] == 1
    step = Session.load(record).ai_move("exact")
    assert (step.kind, step.cell, step.risk) == ("reveal", (0, 4), 0.0)


@pytest.mark.parametrize("strategy", names())
def test_every_strategy_plays_to_the_end_with_a_reason_for_each_step(strategy: str) -> None:
    session = Session(Rules.level("beginner"), seed=3)
    steps = list(session.play_to_end(strategy))
    assert session.game.is_over
    assert all(step.reason for step in steps)
    assert len(steps) == session.game.version == session.game.ai_moves
    assert session.snapshot()["clicks"] == 0


def test_the_caller_can_stop_the_ai() -> None:
    session = Session(Rules.level("beginner"), seed=3)
    steps = session.play_to_end()
    next(steps)
    assert session.game.version == 1


def test_the_ai_reports_a_flag_of_the_player_that_is_in_the_way() -> None:
    session = load("0.000 reveal 0,0\n")
    for cell in [(0, 1), (0, 2), (1, 0), (1, 1), (1, 2)]:
        session.move("flag", cell)
    before = session.save()
    with pytest.raises(IllegalMove, match="you have flagged it") as caught:
        session.ai_move()
    assert caught.value.hint == "remove the flag"
    assert session.save() == before


def test_the_ai_removes_its_own_flag_to_reveal_a_cell() -> None:
    session = load("0.000 reveal 0,0\n0.000 flag 1,0 ai\n0.000 flag 0,1 ai\n0.000 flag 1,1 ai\n")
    steps = list(session.play_to_end("exact"))
    assert session.game.is_over
    assert steps[0].kind == "flag" or session.game.status == "won"


def test_the_ai_does_not_move_after_the_game() -> None:
    session = load("0.000 reveal 1,1\n")
    with pytest.raises(IllegalMove, match="the game is lost"):
        session.ai_move()


def test_an_unknown_strategy_or_option_is_refused_immediately() -> None:
    session = load()
    with pytest.raises(UnknownStrategy):
        session.play_to_end("nobody")
    with pytest.raises(InvalidOption):
        session.play_to_end("exact:speed=5")
    assert session.game.version == 0


def test_a_hint_has_the_detail_of_its_grade_and_is_counted() -> None:
    session = load("0.000 reveal 0,0\n")
    shown = [session.hint(grade) for grade in (1, 2, 3)]
    assert ["cell" in hint for hint in shown] == [False, False, True]
    assert session.snapshot()["assistance"]["hints"] == 3
    for bad in (0, 4, "1", None, True):
        with pytest.raises(IllegalMove, match="the hint grade must be 1, 2 or 3"):
            session.hint(bad)
    assert session.assistance.hints == 3


def test_odds_equal_the_analysis_and_are_counted() -> None:
    session = load("0.000 reveal 0,0\n")
    odds = session.odds()
    assert odds["mine_probability"][0][0] == 0.0
    assert odds["exact"]
    assert session.snapshot()["assistance"]["odds"] == 1
    assert session.snapshot()["assisted"]


def test_there_is_no_help_after_the_game() -> None:
    session = load("0.000 reveal 1,1\n")
    for ask in (session.hint, session.odds):
        with pytest.raises(IllegalMove, match="the game is lost"):
            ask()
    assert not session.is_assisted


def test_only_the_review_of_a_running_game_counts_as_a_hint() -> None:
    session = load("0.000 reveal 0,0\n")
    assert session.review().moves[0].move.cell == (0, 0)
    assert session.assistance.hints == 1
    session.move("reveal", (1, 1))
    assert session.review().status == "lost"
    assert session.assistance.hints == 1


@pytest.mark.parametrize(
    ("make", "assisted"),
    [
        (lambda: Session(Rules(4, 4, 2)), False),
        (lambda: Session(Rules(4, 4, 2), seed=1), True),
        (lambda: Session(Rules(4, 4, 2), practice=True), True),
        (lambda: load("0.000 flag 0,0\n"), False),
        (lambda: load("0.000 flag 0,0 ai\n"), True),
        (lambda: load("0.000 flag 0,0\n", "terms known-board\n"), True),
        (lambda: load("0.000 flag 0,0\n0.000 undo\n"), True),
        (lambda: load("", "assists hints=0 odds=1\n"), True),
    ],
)
def test_help_practice_and_known_boards_count_as_assisted(
    make: Callable[[], Session], assisted: bool
) -> None:
    assert make().snapshot()["assisted"] is assisted


def test_options_and_assistance_are_saved_and_loaded() -> None:
    session = Session(Rules(5, 5, 3), seed=4, practice=True)
    session.move("reveal", (2, 2))
    session.hint(1)
    session.odds()
    again = Session.load(session.save())
    for key in ("practice", "assistance", "assisted", "first", "no_guess", "difficulty"):
        assert again.snapshot()[key] == session.snapshot()[key]
    assert again.save() == session.save()


def test_a_new_game_resets_the_assistance() -> None:
    session = Session(Rules(5, 5, 3), practice=True)
    session.odds()
    session.new()
    assert session.assistance.odds == 0
    assert session.options.practice
    session.odds()
    session.retry(practice=False)
    assert session.assistance.odds == 0
    assert not session.options.practice
    assert session.options.known_board


def test_a_no_guess_board_must_be_started_at_its_first_cell() -> None:
    session = Session.without_guessing(Rules.level("beginner"), seed=1, difficulty="easy")
    snapshot = session.snapshot()
    first = tuple(snapshot["first"])
    assert snapshot["no_guess"]
    assert snapshot["difficulty"] == "easy"
    with pytest.raises(IllegalMove, match="this board starts at"):
        session.move("reveal", (0, 0))
    assert session.move("flag", (0, 0)) == 1
    assert session.hint(3)["cell"] == list(first)
    assert session.move("flag", (0, 0)) == 1
    again = Session.load(session.save())
    assert again.snapshot()["first"] == list(first)
    steps = list(again.play_to_end("exact"))
    assert steps[0].cell == first
    assert again.game.status == "won"
    assert all(step.risk in (0.0, 1.0) for step in steps)
    again.retry()
    assert again.snapshot()["first"] == list(first)


def test_invalid_board_requests_are_refused() -> None:
    with pytest.raises(InvalidBoardRequest):
        Session.without_guessing(Rules.level("beginner"), difficulty="silly")


@pytest.mark.parametrize(
    "line",
    [
        "terms nonsense", "terms first=9,9", "terms first=x", "terms difficulty=silly",
        "assists hints=x odds=1", "assists hints=1", "assists odds=1 hints=1",
    ],
)  # fmt: skip
def test_the_error_for_malformed_options_names_the_line(line: str) -> None:
    with pytest.raises(ReplayError, match="line 4"):
        Session.load(f"{REPLAY}{line}\n")


def test_frames_show_every_move_of_a_finished_game() -> None:
    session = load("0.000 reveal 0,0\n0.000 flag 1,1 ai\n0.000 undo\n")
    with pytest.raises(IllegalMove, match="running game"):
        session.frames()
    session.move("reveal", (1, 1))
    shown = session.frames()
    assert [frame["rows"] for frame in shown["frames"]] == [
        ["###", "###"], ["1##", "###"], ["1##", "#F#"], ["1##", "###"], ["1##", "#!#"],
    ]  # fmt: skip
    assert shown["frames"][2]["ai_flags"] == [[1, 1]]
    assert shown["moves"][0]["changes"] == [[0, 0, "1"]]
    assert shown["moves"][2] == {
        "kind": "undo", "cell": None, "by": "player", "at": 0.0, "changes": [[1, 1, "#"]],
    }  # fmt: skip


def test_a_very_long_game_has_changes_but_no_frames() -> None:
    session = Session(Rules(100, 100, 1, "any"), seed=1)
    for _ in range(60):
        session.move("flag", (0, 0))
        session.move("flag", (0, 0))
    while not session.game.is_over:
        session.move("reveal", next(iter(session.game.layout or {(0, 0)})))
    shown = session.frames()
    assert shown["frames"] is None
    assert len(shown["moves"]) == session.game.version


def test_the_strategy_seed_is_independent_of_the_board() -> None:
    # Otherwise random guesses would disclose information about the seed and the mines.
    first = [Session(Rules.level("expert"), seed=seed).ai_move("random").cell for seed in range(5)]
    assert len(set(first)) == 1


def test_the_hint_for_the_first_cell_of_a_no_guess_board_is_not_counted() -> None:
    session = Session.without_guessing(Rules.level("beginner"), seed=1, difficulty="easy")
    for grade in (1, 2, 3):
        session.hint(grade)
    assert session.assistance_counts()["hints"] == 0
    first = session.options.first
    assert first is not None
    session.move("reveal", first)
    session.hint(1)
    assert session.assistance_counts()["hints"] == 1
