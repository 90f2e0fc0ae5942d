"""AI moves, hints, odds, reviews and evaluations, and how assistance is counted."""

import asyncio
from collections.abc import Callable, Coroutine, Iterator
from pathlib import Path
from typing import Any, TypeVar

import pytest

from sapper import Rules, parse_view
from sapper.coach.puzzle_builder import Answer
from sapper.errors import (
    BudgetExceeded,
    IllegalMove,
    InvalidBoardRequest,
    InvalidOption,
    NotFound,
    ReplayError,
    StaleVersion,
    StoreError,
    UnknownStrategy,
)
from sapper.game.rules import Start
from sapper.generate import no_guess
from sapper.inference.odds_result import compute_odds
from sapper.play import replay_steps
from sapper.play.computation import compute_in_thread, compute_inline
from sapper.play.game_service import GameService, PlayerGame
from sapper.play.game_setup import GameSetup
from sapper.play.session import Session
from sapper.store import Store
from sapper.strategies import names
from sapper.strategies.ai_moves import AiStep

Result = TypeVar("Result")
ME = "a" * 22

# The board is 11# over ###, with the mine in the middle of the lower row.
REPLAY = "sapper-replay 1\nrules 3x2/1 any\nmines 1,1\n"


def load(moves: str = "", options: str = "") -> Session:
    return Session.load(f"{REPLAY}{options}{moves}", now=lambda: 0.0)


def run(call: Coroutine[Any, Any, Result]) -> Result:
    return asyncio.run(call)


SERVICE = GameService(compute_inline)


def ai_move(session: Session, strategy: str | None = None) -> AiStep:
    return run(SERVICE.ai_turn(PlayerGame(ME, session), strategy))[0]


def play_to_end(session: Session, strategy: str | None = None) -> tuple[AiStep, ...]:
    async def collect() -> tuple[AiStep, ...]:
        return tuple([step async for step in SERVICE.ai_steps(PlayerGame(ME, session), strategy)])

    return run(collect())


def hint(session: Session, grade: Any = 3) -> dict[str, Any]:
    return run(SERVICE.hint(PlayerGame(ME, session), grade)).to_json(grade)


def odds(session: Session) -> dict[str, Any]:
    return run(SERVICE.odds(PlayerGame(ME, session))).to_json()


def test_the_notes_of_a_strategy_last_until_a_move_is_undone() -> None:
    session = Session(Rules(8, 8, 10), seed=1, practice=True)
    for _ in range(2):
        ai_move(session, "arc-consistency")
    assert any(session.ai_view("arc-consistency").notes)
    assert session.ai_view("layered").notes == b""
    session.undo()
    assert session.ai_view("arc-consistency").notes == b""


def test_the_ai_reveals_safe_cells_before_it_flags_mines() -> None:
    # Single clues prove both mines of #11##; the mine count proves that the last cell is safe.
    record = "sapper-replay 1\nrules 5x1/2 any\nmines 0,0 0,3\n0.000 reveal 0,1\n0.000 reveal 0,2\n"
    session = Session.load(record)
    step = ai_move(session, "single-point")
    assert (step.kind, step.cell, step.risk) == ("flag", (0, 0), 1.0)
    assert session.snapshot()["rows"] == ["f11##"]
    assert session.snapshot()["assistance"]["ai"] == 1
    step = ai_move(Session.load(record), "exact")
    assert (step.kind, step.cell, step.risk) == ("reveal", (0, 4), 0.0)


@pytest.mark.parametrize("strategy", names())
def test_every_strategy_plays_to_the_end_with_a_reason_for_each_step(strategy: str) -> None:
    session = Session(Rules.level("beginner"), seed=3)
    steps = play_to_end(session, strategy)
    assert session.game.is_over
    assert all(step.reason for step in steps)
    assert len(steps) == session.game.version == session.game.ai_moves
    assert session.snapshot()["clicks"] == 0


def test_the_caller_can_stop_the_ai() -> None:
    async def make_one_step() -> None:
        async for _ in SERVICE.ai_steps(game):
            return

    game = PlayerGame(ME, Session(Rules.level("beginner"), seed=3))
    run(make_one_step())
    assert game.version == 1


def test_a_wrong_flag_does_not_stop_the_ai() -> None:
    session = load("0.000 reveal 0,0\n")
    for cell in [(0, 1), (0, 2), (1, 0), (1, 1), (1, 2)]:
        session.move("flag", cell)
    steps = play_to_end(session)
    assert session.game.is_over
    assert "was flagged, but" in steps[0].reason


@pytest.mark.parametrize("strategy", ["layered", "arc-consistency"])
def test_one_ai_move_removes_a_wrong_flag_and_reveals_the_cell(strategy: str) -> None:
    session = load("0.000 reveal 0,0\n0.000 reveal 0,1\n0.000 reveal 1,0\n")
    session.move("flag", (0, 2))
    step = ai_move(session, strategy)
    assert (step.kind, step.cell) == ("flag", (1, 1))
    step = ai_move(session, strategy)
    assert (step.kind, step.cell) == ("reveal", (0, 2))
    assert step.reason == "A3 was flagged, but it is safe: the 1 at A2 has all its mines"
    assert session.game.view.rows == ["111", "1f#"]


def test_the_ai_removes_its_own_flag_to_reveal_a_cell() -> None:
    session = load("0.000 reveal 0,0\n0.000 flag 1,0 ai\n0.000 flag 0,1 ai\n0.000 flag 1,1 ai\n")
    steps = play_to_end(session, "exact")
    assert session.game.is_over
    assert steps[0].kind == "flag" or session.game.status == "won"


def test_the_ai_does_not_move_after_the_game() -> None:
    session = load("0.000 reveal 1,1\n")
    with pytest.raises(IllegalMove, match="the game is lost"):
        ai_move(session)


def test_an_unknown_strategy_or_option_is_refused_immediately() -> None:
    session = load()
    with pytest.raises(UnknownStrategy):
        play_to_end(session, "nobody")
    with pytest.raises(InvalidOption):
        play_to_end(session, "exact:speed=5")
    assert session.game.version == 0


def test_a_hint_has_the_detail_of_its_grade_and_is_counted() -> None:
    session = load("0.000 reveal 0,0\n")
    shown = [hint(session, grade) for grade in (1, 2, 3)]
    assert ["cell" in answer for answer in shown] == [False, False, True]
    assert session.snapshot()["assistance"]["hints"] == 3
    for bad in (0, 4, "1", None, True):
        with pytest.raises(IllegalMove, match="the hint grade must be 1, 2 or 3"):
            hint(session, bad)
    assert session.assistance.hints == 3


def test_odds_equal_the_analysis_and_are_counted() -> None:
    session = load("0.000 reveal 0,0\n")
    found = odds(session)
    assert found["mine_probability"][0][0] == 0.0
    assert found["exact"]
    assert session.snapshot()["assistance"]["odds"] == 1
    assert session.snapshot()["assisted"]


@pytest.mark.parametrize(
    ("start", "risk", "promise"),
    [
        ("safe", 0.0, "The first reveal is safe, whichever cell you choose."),
        ("opening", 0.0, "The first cell you reveal is always an opening."),
        ("any", 0.25, "The first reveal can hit a mine: 25% of the cells are mines."),
    ],
)
def test_odds_before_the_first_reveal_state_the_promise_of_the_start_rule(
    start: Start, risk: float, promise: str
) -> None:
    # They once showed the mine density on every cell and marked the game as assisted.
    session = Session(Rules(width=4, height=4, mines=4, start=start))
    session.move("flag", (0, 0))
    found = odds(session)
    assert {value for row in found["mine_probability"] for value in row} == {risk}
    assert (found["rest"], found["promise"]) == (risk, promise)
    assert not session.snapshot()["assisted"]
    assert session.snapshot()["assistance"]["odds"] == 0


def test_odds_before_a_forced_first_reveal_point_to_it() -> None:
    board = no_guess(Rules.level("beginner"), seed=3)
    session = Session.on_board(board)
    found = odds(session)
    assert tuple(found["best"]) == board.first
    assert found["safe"] == [list(board.first)]
    assert not session.snapshot()["assisted"]


def test_the_rest_of_the_odds_is_the_probability_away_from_all_clues() -> None:
    view = parse_view("5x1/2\n#1###")
    found = compute_odds(view)
    assert found.frontier == {(0, 0), (0, 2)}
    assert found.rest == found.mine_probability[0][3] == found.mine_probability[0][4]
    assert compute_odds(parse_view("3x1/1\n#1#")).rest is None


def test_there_is_no_help_after_the_game() -> None:
    session = load("0.000 reveal 1,1\n")
    for ask in (hint, odds):
        with pytest.raises(IllegalMove, match="the game is lost"):
            ask(session)
    assert not session.snapshot()["assisted"]


def test_only_the_review_of_a_running_game_counts_as_a_hint() -> None:
    session = load("0.000 reveal 0,0\n")
    game = PlayerGame(ME, session)
    assert run(SERVICE.review(game)).moves[0].move.cell == (0, 0)
    assert session.assistance.hints == 1
    session.move("reveal", (1, 1))
    assert run(SERVICE.review(game)).status == "lost"
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
    hint(session, 1)
    odds(session)
    again = Session.load(session.save())
    for key in ("practice", "assistance", "assisted", "first", "no_guess", "difficulty"):
        assert again.snapshot()[key] == session.snapshot()[key]
    assert again.save() == session.save()


def test_a_retry_resets_the_assistance() -> None:
    session = Session(Rules(5, 5, 3), practice=True)
    odds(session)
    again = session.retry(practice=False)
    assert again.assistance.odds == 0
    assert not again.options.practice
    assert again.options.known_board
    assert session.retry().options.practice


def new_no_guess_session() -> Session:
    setup = GameSetup(Rules.level("beginner"), no_guess=True, difficulty="easy")
    return run(SERVICE.new_game(ME, setup, seed=1)).session


def test_a_no_guess_board_must_be_started_at_its_first_cell() -> None:
    session = new_no_guess_session()
    snapshot = session.snapshot()
    first = tuple(snapshot["first"])
    assert snapshot["no_guess"]
    assert snapshot["difficulty"] == "easy"
    with pytest.raises(IllegalMove, match="this board starts at"):
        session.move("reveal", (0, 0))
    assert session.move("flag", (0, 0)) == 1
    assert hint(session, 3)["cell"] == list(first)
    assert session.move("flag", (0, 0)) == 1
    again = Session.load(session.save())
    assert again.snapshot()["first"] == list(first)
    steps = play_to_end(again, "exact")
    assert steps[0].cell == first
    assert again.game.status == "won"
    assert all(step.risk in (0.0, 1.0) for step in steps)
    assert again.retry().snapshot()["first"] == list(first)


def test_invalid_board_requests_are_refused() -> None:
    beginner = Rules.level("beginner")
    with pytest.raises(InvalidBoardRequest):
        run(SERVICE.new_game(ME, GameSetup(beginner, no_guess=True, difficulty="silly")))
    with pytest.raises(InvalidBoardRequest, match="difficulty requires no_guess"):
        GameSetup(beginner, difficulty="easy")


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


def test_replay_steps_list_the_changes_of_every_move() -> None:
    session = load("0.000 reveal 0,0\n0.000 flag 1,1 ai\n0.000 undo\n")
    with pytest.raises(IllegalMove, match="unfinished game"):
        session.replay_steps()
    session.move("reveal", (1, 1))
    steps = session.replay_steps()
    assert [step["changes"] for step in steps] == [
        [(0, 0, "1")], [(1, 1, "f")], [(1, 1, "#")], [(1, 1, "!")],
    ]  # fmt: skip
    assert steps[2] == {
        "kind": "undo", "cell": None, "by": "player", "at": 0.0, "changes": [(1, 1, "#")],
    }  # fmt: skip


def test_a_replay_with_too_many_changes_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    # Undoing and repeating a reveal of a large opening once produced gigabytes of changes.
    session = load("0.000 reveal 0,0\n0.000 undo\n" * 2, "terms practice\n")
    session.move("reveal", (1, 1))
    monkeypatch.setattr(replay_steps, "MAX_CHANGES", 5)
    assert len(session.replay_steps()) == 5
    monkeypatch.setattr(replay_steps, "MAX_CHANGES", 4)
    with pytest.raises(BudgetExceeded, match="more than 4 board changes"):
        session.replay_steps()


def test_the_strategy_seed_is_independent_of_the_board() -> None:
    # Otherwise random guesses would disclose information about the seed and the mines.
    expert = Rules.level("expert")
    first = [ai_move(Session(expert, seed=seed), "random").cell for seed in range(5)]
    assert len(set(first)) == 1


def test_the_hint_for_the_first_cell_of_a_no_guess_board_is_not_counted() -> None:
    session = new_no_guess_session()
    for grade in (1, 2, 3):
        hint(session, grade)
    assert session.assistance.hints == 0
    first = session.options.first
    assert first is not None
    session.move("reveal", first)
    hint(session, 1)
    assert session.assistance.hints == 1


# Games in the store.


@pytest.fixture
def service(tmp_path: Path) -> Iterator[GameService]:
    store = Store(f"sqlite:///{tmp_path / 'sapper.sqlite'}")
    opened = GameService(compute_in_thread, store)
    yield opened
    opened.close()


def test_a_saved_game_is_loaded_with_its_options_and_assistance(service: GameService) -> None:
    async def scenario() -> tuple[PlayerGame, PlayerGame]:
        setup = GameSetup(Rules(6, 6, 8), practice=True)
        game = await service.new_game(ME, setup, seed=5)
        game.session.move("reveal", (2, 2))
        await service.hint(game)  # before the game is stored
        await service.save(game)
        game.session.move("flag", (0, 0))
        await service.save(game)
        await service.odds(game)
        assert game.id is not None
        return game, await service.load(game.id)

    game, loaded = run(scenario())
    assert loaded.session.game.view == game.session.game.view
    assert loaded.session.options == game.session.options
    assert loaded.session.snapshot()["assistance"] == {"ai": 0, "hints": 1, "odds": 1, "undos": 0}
    assert (loaded.player, loaded.saved_version) == (ME, 2)


def test_a_move_in_an_outdated_game_is_not_stored(service: GameService) -> None:
    async def scenario() -> None:
        game = await service.new_game(ME, GameSetup(Rules(6, 6, 8)), seed=5)
        await service.save(game)
        assert game.id is not None
        other = await service.load(game.id)
        other.session.move("flag", (0, 0))
        await service.save(other)
        game.session.move("flag", (5, 5))
        with pytest.raises(StaleVersion):
            await service.save(game)
        assert (await service.load(game.id)).session.game.history[0].cell == (0, 0)

    run(scenario())


def test_an_evaluation_stores_the_accuracy_and_a_puzzle_per_mistake(
    service: GameService,
) -> None:
    async def scenario() -> None:
        game = await service.new_game(ME, GameSetup(Rules(5, 1, 2)))
        game.session = Session.load(
            "sapper-replay 1\nrules 5x1/2 any\nmines 0,0 0,3\n0.000 reveal 0,1\n0.000 reveal 0,2\n"
        )
        game.session.move("reveal", (0, 3))  # the mine count proves that (0, 4) is safe
        await service.save(game)
        await service.save_evaluation(game)
        (level,) = await service.statistics(ME)
        assert level["mean_accuracy"] < 1
        shown = await service.puzzles.next(ME, "mistakes")
        assert shown.puzzle.position == "5x1/2\n#11##"
        assert shown.attempt is not None
        wrong = await service.puzzles.answer(ME, shown.attempt, Answer((0, 3)))
        assert not wrong.result.is_correct
        assert wrong.due is not None
        assert (await service.puzzles.load(ME, shown.attempt))[1] == shown.puzzle

    run(scenario())


def test_saving_the_end_of_a_game_triggers_one_evaluation(service: GameService) -> None:
    finished: list[tuple[PlayerGame, str]] = []
    service.on_finished = lambda game: finished.append((game, game.session.game.status))

    async def scenario() -> None:
        replay = "sapper-replay 1\nrules 3x1/1 any\nmines 0,0\nterms practice\n"
        game = PlayerGame(ME, Session.load(replay))
        game.session.move("reveal", (0, 1))
        await service.save(game)
        assert finished == []
        game.session.move("reveal", (0, 0))
        await service.save(game)
        await service.save(game)
        assert finished == [(game, "lost")]
        game.session.undo()
        await service.save(game)
        assert finished == [(game, "lost")]
        game.session.move("reveal", (0, 2))
        await service.save(game)
        assert finished == [(game, "lost"), (game, "won")]

    run(scenario())


def test_a_service_without_a_store_keeps_games_in_memory() -> None:
    async def scenario() -> None:
        game = await SERVICE.new_game(ME, GameSetup(Rules(4, 4, 2)), seed=1)
        game.session.move("reveal", (0, 0))
        await SERVICE.save(game)
        await SERVICE.save_evaluation(game)
        assert game.id is None
        assert (await SERVICE.history.list(ME)).games == ()
        assert await SERVICE.statistics(ME) == []
        with pytest.raises(StoreError, match="the database is not open"):
            await SERVICE.load("x")
        with pytest.raises(NotFound):
            await SERVICE.puzzles.load(ME, "x")
        shown = await SERVICE.puzzles.next(ME, seed=4)
        assert (await SERVICE.puzzles.answer_shown(ME, shown, Answer())).due is None

    run(scenario())


def test_the_difficulty_of_a_new_game_is_that_of_its_board() -> None:
    board = no_guess(Rules.level("beginner"), seed=1, difficulty="easy")
    assert new_no_guess_session().game.layout == board.layout
