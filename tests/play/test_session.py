import json

import pytest

from sapper import Rules
from sapper.errors import IllegalMove, InvalidSeed, ReplayError
from sapper.play.session import Session

SNAPSHOT_KEYS = {
    "level", "width", "height", "mines", "start", "status", "rows", "mines_left", "seconds",
    "version", "clicks", "undos", "losses_undone", "paused", "pauses", "can_undo", "can_retry",
    "result", "practice", "no_guess", "difficulty", "first", "assistance", "assisted",
}  # fmt: skip

# The tests below use the board `*..` with the mine on the left.
REPLAY = "sapper-replay 1\nrules 3x1/1 any\nmines 0,0\nterms practice\n"


def test_a_session_starts_with_a_new_game() -> None:
    session = Session(Rules.level("beginner"), seed=42)
    snapshot = session.snapshot()
    assert set(snapshot) == SNAPSHOT_KEYS
    assert snapshot["status"] == "ready"
    assert snapshot["level"] == "beginner"
    assert snapshot["rows"] == ["#########"] * 9
    assert snapshot["mines_left"] == 10
    assert not snapshot["can_undo"]
    assert snapshot["result"] is None


def test_moves_return_the_number_of_changed_cells() -> None:
    session = Session.load(REPLAY)
    assert session.move("flag", (0, 0)) == 1
    assert session.move("reveal", (0, 0)) == 0
    assert session.move("question", (0, 2)) == 1
    assert session.move("reveal", (0, 1)) == 1
    assert session.snapshot()["rows"] == ["F1?"]
    assert session.move("chord", (0, 1)) == 1
    assert session.snapshot()["status"] == "won"
    assert session.move("undo") == 1
    assert session.undo() == 1
    assert session.snapshot()["rows"] == ["F#?"]
    assert session.snapshot()["undos"] == 2


def test_moves_of_the_ai_use_the_same_interface() -> None:
    session = Session.load(REPLAY)
    session.move("flag", (0, 0), by="ai")
    assert session.snapshot()["rows"] == ["f##"]
    assert session.snapshot()["clicks"] == 0
    assert session.game.history[0].by == "ai"


def test_a_snapshot_round_trips_through_json() -> None:
    session = Session.load(REPLAY)
    for kind, cell in [("flag", (0, 2)), ("reveal", (0, 1)), ("reveal", (0, 0))]:
        session.move(kind, cell)
        snapshot = session.snapshot()
        assert json.loads(json.dumps(snapshot)) == snapshot


def test_a_snapshot_of_a_running_game_discloses_no_mines() -> None:
    # Boards with the same visible cells give the same snapshot.
    records = [REPLAY.replace("3x1", "4x1").replace("0,0", mine) for mine in ("0,0", "0,2")]
    snapshots = []
    for record in records:
        session = Session.load(record, now=lambda: 0.0)
        session.move("reveal", (0, 1))
        session.move("flag", (0, 3))
        snapshots.append(session.snapshot())
    assert snapshots[0] == snapshots[1]
    assert snapshots[0]["rows"] == ["#1#F"]


def test_the_result_is_disclosed_after_the_game() -> None:
    now = [0.0]
    session = Session.load(REPLAY, now=lambda: now[0])
    session.move("flag", (0, 2))
    session.move("reveal", (0, 1))
    now[0] = 2.0
    session.move("reveal", (0, 0))
    assert session.snapshot()["result"] == {
        "seed": None,
        "mines": [[0, 0]],
        "wrong_flags": [[0, 2]],
        "openings": 1,
        "islands": 0,
        "three_bv": 1,
        "solved_three_bv": 0,
        "ioe": 0.0,
        "throughput": 0.0,
        "correctness": 1.0,
        "three_bv_per_second": 0.0,
    }
    session.undo()
    assert session.snapshot()["result"] is None
    assert session.snapshot()["losses_undone"] == 1


def test_retry_starts_again_on_the_same_board() -> None:
    session = Session(Rules(6, 6, 8), seed=5, practice=True)
    session.move("reveal", (2, 2))
    layout = session.game.layout
    again = session.retry()
    assert again.snapshot()["status"] == "ready"
    assert again.snapshot()["version"] == 0
    again.move("reveal", (2, 2))
    assert again.game.layout == layout


def test_a_board_can_be_replayed_only_after_the_game_or_in_practice() -> None:
    session = Session.load(REPLAY.replace("terms practice\n", ""))
    for safe in ((0, 1), (0, 2)):
        assert not session.snapshot()["can_retry"]
        with pytest.raises(IllegalMove, match="cannot replay the board of an unfinished game"):
            session.retry()
        session.move("reveal", safe)
    assert session.snapshot()["can_retry"]
    practice = session.retry(practice=True)
    assert practice.snapshot()["can_retry"]
    assert practice.retry().snapshot()["assisted"]


def test_retry_of_a_fixed_layout_keeps_its_mines() -> None:
    session = Session.load(REPLAY)
    session.move("reveal", (0, 0))
    again = session.retry()
    assert again.snapshot()["status"] == "ready"
    assert again.game.layout == {(0, 0)}


def test_a_saved_game_resumes_where_it_stopped() -> None:
    now = [0.0]
    session = Session(Rules(6, 6, 8), seed=5, practice=True, now=lambda: now[0])
    session.move("reveal", (2, 2))
    now[0] = 3.5
    session.move("flag", (0, 0))
    loaded = Session.load(session.save(), now=lambda: now[0])
    assert loaded.snapshot() == session.snapshot()
    loaded.undo()
    assert loaded.snapshot()["rows"] != session.snapshot()["rows"]


def test_the_replay_is_available_only_after_the_game() -> None:
    session = Session.load(REPLAY)
    session.move("reveal", (0, 1))
    with pytest.raises(IllegalMove, match="cannot show the replay of an unfinished game"):
        session.replay()
    session.move("reveal", (0, 2))
    assert session.replay() == session.save()
    assert "reveal 0,2" in session.replay()


@pytest.mark.parametrize("kind", ["open", "", "REVEAL", "__class__", "view", None, ["reveal"]])
def test_the_error_for_an_unknown_move_lists_the_known_ones(kind: object) -> None:
    session = Session.load(REPLAY)
    with pytest.raises(IllegalMove, match="unknown move kind ") as caught:
        session.move(kind, (0, 0))
    assert repr(kind) in str(caught.value)
    assert caught.value.hint == "moves are reveal, flag, question, chord, click, undo"
    assert session.snapshot()["version"] == 0


@pytest.mark.parametrize("by", ["robot", "", None, "AI"])
def test_a_move_by_an_unknown_actor_is_refused(by: object) -> None:
    session = Session.load(REPLAY)
    with pytest.raises(IllegalMove, match=r"by must be player or ai, not "):
        session.move("flag", (0, 0), by=by)
    assert session.snapshot()["version"] == 0


def test_a_refused_move_changes_nothing() -> None:
    session = Session(Rules(3, 3, 1), seed=1)
    session.move("reveal", (0, 0))
    before = session.save()
    for attempt, error in [
        (lambda: session.move("reveal"), IllegalMove),
        (lambda: session.move("reveal", (0, 9)), IllegalMove),
        (lambda: Session(session.rules, seed=-1), InvalidSeed),
        (lambda: Session.load("junk"), ReplayError),
    ]:
        with pytest.raises(error):
            attempt()
        assert session.save() == before
