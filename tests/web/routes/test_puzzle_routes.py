"""Puzzles over HTTP."""

import asyncio
import time
from typing import Any

import pytest
import sqlalchemy as sa
from starlette.testclient import TestClient

from sapper import Game, Rules, analyse, parse_view
from sapper.coach.counterexample import check_layout
from sapper.coach.puzzle_builder import Answer
from sapper.game.game_options import GameOptions
from sapper.generate.puzzle_supply import PuzzleSupply, load_supply
from sapper.store.database_schema import puzzle_ratings
from sapper.web.error_responses import HttpError
from sapper.web.request_charges import CURRENT_CLIENT
from tests.sapper_command import PATIENCE
from tests.server import another_player, context_of, error_of, move, new_game


def next_puzzle(client: TestClient, **parameters: str) -> dict[str, Any]:
    response = client.get("/api/puzzles/next", params=parameters)
    assert response.status_code == 200, response.text
    return dict(response.json())


def answer(client: TestClient, puzzle: dict[str, Any], **given: Any) -> Any:
    return client.post(f"/api/puzzles/{puzzle['attempt']}", json=given)


def test_a_puzzle_reveals_its_answer_and_theme_only_after_an_answer(client: TestClient) -> None:
    puzzle = next_puzzle(client)
    assert set(puzzle) == {
        "attempt", "mode", "kind", "theme", "position", "question", "marked", "rating", "themes",
    }  # fmt: skip
    assert puzzle["theme"] is None
    result = answer(client, puzzle).json()
    assert result["theme"] in puzzle["themes"]
    assert result["rating"] - puzzle["rating"] == result["rating_change"] != 0
    assert result["highlights"]


def test_a_rated_puzzle_is_shown_until_it_is_answered(client: TestClient) -> None:
    # Otherwise a player could reload the page until an easy puzzle appears.
    first = next_puzzle(client)
    assert next_puzzle(client) == first
    answer(client, first)
    assert next_puzzle(client)["attempt"] != first["attempt"]


def test_an_attempt_is_answered_once_and_retried_without_a_rating(client: TestClient) -> None:
    puzzle = next_puzzle(client, mode="theme", theme="single-clue")
    assert puzzle["theme"] == "single-clue"
    early = answer(client, puzzle, retry=True)
    assert early.status_code == 422
    wrong = answer(client, puzzle).json()
    assert not wrong["correct"]
    assert wrong["answers"]
    assert wrong["due"] > time.time()
    twice = answer(client, puzzle, cell=wrong["answers"][0])
    assert twice.status_code == 422
    assert error_of(twice)["message"] == "this puzzle has already been answered"
    retried = answer(client, puzzle, cell=wrong["answers"][0], retry=True).json()
    assert retried["correct"]
    assert retried["rating_change"] == 0


def test_two_tabs_cannot_both_be_rated(client: TestClient) -> None:
    one, other = next_puzzle(client), next_puzzle(client)
    responses = [answer(client, one), answer(client, other)]
    assert [response.status_code for response in responses] == [200, 422]
    assert len(client.get("/api/puzzles/progress").json()["history"]) == 1


def test_a_wrong_cell_is_refuted_by_a_layout(client: TestClient) -> None:
    puzzle = next_puzzle(client, mode="theme", theme="corner")
    view = parse_view(puzzle["position"])
    odds = analyse(view)
    cell = next(
        cell for cell in view.rules.cells() if view.clue(cell) is None and cell not in odds.mines
    )
    result = answer(client, puzzle, cell=list(cell)).json()
    layout = frozenset((row, column) for row, column in result["counterexample"])
    assert check_layout(view, layout)
    assert cell not in layout


def test_progress_shows_the_rating_the_history_and_the_themes(client: TestClient) -> None:
    assert client.get("/api/puzzles/progress").json()["rating"] == 1200
    solved = next_puzzle(client, mode="theme", theme="corner")
    mines = analyse(parse_view(solved["position"])).mines
    assert answer(client, solved, cell=list(min(mines))).json()["correct"]
    answer(client, next_puzzle(client))
    progress = client.get("/api/puzzles/progress").json()
    (corner,) = [theme for theme in progress["themes"] if theme["name"] == "corner"]
    assert (corner["tried"], corner["solved"]) == (1, 1)
    assert corner["puzzles"] > 10
    assert [rating for _, rating in progress["history"]] == [progress["rating"]]
    assert progress["best_rush"] is None
    assert progress["rush_scores"] == []


def test_a_theme_goes_on_with_the_next_unsolved_puzzle(client: TestClient) -> None:
    first = next_puzzle(client, mode="theme", theme="corner")
    mines = analyse(parse_view(first["position"])).mines
    answer(client, first, cell=list(min(mines)))
    assert next_puzzle(client, mode="theme", theme="corner")["position"] != first["position"]


@pytest.mark.parametrize("theme", ["", "single-clue"])
def test_new_puzzles_are_made_for_a_player_who_has_seen_all(
    client: TestClient, monkeypatch: pytest.MonkeyPatch, theme: str
) -> None:
    few = PuzzleSupply(load_supply().of_theme("single-clue")[:2])
    monkeypatch.setattr("sapper.play.puzzle_service.load_supply", lambda: few)
    known = {source.build().position for source in few.sources}
    mode = {"mode": "theme", "theme": theme} if theme else {"mode": "rated"}
    shown = []
    for _ in range(4):
        puzzle = next_puzzle(client, **mode)
        shown.append(puzzle["position"])
        odds = analyse(parse_view(puzzle["position"]))
        cells = odds.mines if puzzle["kind"] == "mine" else odds.safe
        assert answer(client, puzzle, cell=list(min(cells)) if cells else None).status_code == 200
    assert set(shown[:2]) == known
    assert len(set(shown)) == 4


def test_a_rush_run_counts_lives_and_ends(client: TestClient) -> None:
    run = client.post("/api/puzzles/rush").json()
    assert (run["lives"], run["score"], run["is_over"]) == (3, 0, False)
    assert 170 < run["seconds_left"] <= 180
    wrong = 0
    while not run["is_over"]:
        puzzle = next_puzzle(client, mode="rush", run=run["id"])
        result = answer(client, puzzle).json()
        assert result["rating_change"] == 0
        wrong += not result["correct"]
        run = result["run"]
    assert (wrong, run["lives"]) == (3, 0)
    response = client.get("/api/puzzles/next", params={"mode": "rush", "run": run["id"]})
    assert response.status_code == 422
    assert error_of(response)["message"] == "the run is over"


def test_an_answer_after_the_time_does_not_count(
    client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    run = client.post("/api/puzzles/rush").json()
    puzzle = next_puzzle(client, mode="rush", run=run["id"])
    monkeypatch.setattr("sapper.play.puzzle_rush.RUSH_SECONDS", -5.0)
    late = answer(client, puzzle)
    assert late.status_code == 422
    assert error_of(late)["message"] == "the run is over"


def test_nothing_is_due_for_a_player_without_mistakes(client: TestClient) -> None:
    response = client.get("/api/puzzles/next", params={"mode": "mistakes"})
    assert response.status_code == 404
    assert error_of(response)["message"] == "no missed puzzles are due for review"


def test_the_review_of_a_finished_game_counts_as_a_job_of_its_network(
    client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Reviews after a game once had no limit, so one client could fill the queue of jobs.
    networks: list[str | None] = []

    async def record(*_: Any, **__: Any) -> None:
        current = CURRENT_CLIENT.get()
        networks.append(current and current.network)
        raise HttpError("too many concurrent requests", status=429)

    monkeypatch.setattr(context_of(client).service, "compute", record)
    game = new_game(client, level="2x1/1")
    move(client, game, "reveal", (0, 0))
    assert networks == ["testclient"]


def test_a_mistake_becomes_a_puzzle(client: TestClient) -> None:
    context = context_of(client)
    new_game(client)
    player = context.identity.verify_cookie(client.cookies["sapper_player"])
    board = Game.from_layout(Rules(4, 1, 1, "any"), {(0, 0)})
    game_id, created = context.store.create(player, board, options=GameOptions())
    created.result()
    game = client.get(f"/api/games/{game_id}").json()
    game = move(client, game, "reveal", (0, 1))  # proves that (0, 3) is safe
    game = move(client, game, "reveal", (0, 0))  # a needless guess
    assert game["status"] == "lost"
    end = time.monotonic() + PATIENCE
    while context.store.puzzle_deck.next_due(player) is None:
        assert time.monotonic() < end, "no puzzle was created"
        time.sleep(0.05)
    puzzle = client.get("/api/puzzles/next", params={"mode": "mistakes"}).json()
    assert puzzle["position"] == "4x1/1\n#1##"
    response = client.post(f"/api/puzzles/{puzzle['attempt']}", json={"cell": [0, 3]}).json()
    assert response["correct"]


def test_an_invalid_answer_is_rejected_and_leaves_the_attempt_open(client: TestClient) -> None:
    puzzle = next_puzzle(client, mode="theme", theme="single-clue")
    for cell in ([0], [0, 0, 0], [-1, 0], [0, 10**9], [99, 0], "x", 5, {}, [0, 1.5]):
        response = answer(client, puzzle, cell=cell)
        assert response.status_code == 422, cell
        error_of(response)
    for number in (-1, 1.5, "1", True, 1):
        assert answer(client, puzzle, number=number).status_code == 422, number
    assert answer(client, puzzle).status_code == 200


def test_unknown_puzzles_themes_modes_and_runs_are_rejected(client: TestClient) -> None:
    for parameters in ({"theme": "nothing"}, {"mode": "theme"}):
        response = client.get("/api/puzzles/next", params=parameters)
        assert response.status_code == 422
        assert error_of(response)["code"] == "unknown-theme"
    assert client.get("/api/puzzles/next", params={"mode": "fast"}).status_code == 422
    for run in ("", "nothing"):
        response = client.get("/api/puzzles/next", params={"mode": "rush", "run": run})
        assert response.status_code == 404
    puzzle = next_puzzle(client)
    for who, name in ((client, "nothing"), (another_player(client), puzzle["attempt"])):
        response = who.post(f"/api/puzzles/{name}", json={})
        assert response.status_code == 404


def test_reloading_a_theme_stores_no_further_attempt(client: TestClient) -> None:
    # A script that reloaded a theme once filled the table, and every query read the whole of it.
    first = next_puzzle(client, mode="theme", theme="corner")
    assert next_puzzle(client, mode="theme", theme="corner") == first
    answer(client, first)
    assert next_puzzle(client, mode="theme", theme="corner")["attempt"] != first["attempt"]


@pytest.mark.parametrize("mode", ["rated", "rush"])
def test_concurrent_requests_for_a_puzzle_share_one_attempt(client: TestClient, mode: str) -> None:
    # Several tabs once got several easy puzzles, all of which counted in the same rush run.
    run = client.post("/api/puzzles/rush").json()["id"] if mode == "rush" else None
    service = context_of(client).service.puzzles
    cookie = client.cookies.get("sapper_player", "")
    player = context_of(client).identity.verify_cookie(cookie) or "P" * 22

    async def show_four() -> list[Any]:
        shown = [service.next(player, mode, run=run) for _ in range(4)]
        return await asyncio.gather(*shown)

    shown = client.portal.call(show_four)
    assert len({each.attempt for each in shown}) == 1
    assert len({each.puzzle.position for each in shown}) == 1


def test_strangers_move_the_rating_of_a_puzzle_only_within_limits(client: TestClient) -> None:
    # A person with many cookies could otherwise inflate a puzzle, and with it their own rating.
    service = context_of(client).service.puzzles
    engine = context_of(client).store.puzzle_records._engine

    def stored_rating(puzzle: str) -> float:
        statement = sa.select(puzzle_ratings.c.rating).where(puzzle_ratings.c.puzzle == puzzle)
        with engine.connect() as connection:
            return float(connection.execute(statement).scalar_one())

    async def miss_often() -> tuple[int, float]:
        # `certain` puzzles keep their ratings, so the seed selects another kind.
        first = await service.next("A" * 22, seed=2)
        assert first.puzzle.kind == "safe"
        for number in range(60):
            shown = await service.next(f"{number:022}", seed=2)
            cell = next(c for c in shown.puzzle.view.rules.cells() if c not in shown.puzzle.answers)
            await service.answer_shown(f"{number:022}", shown, Answer(cell, None))
        return first.puzzle.rating, stored_rating(first.puzzle.id)

    initial, rating = client.portal.call(miss_often)
    assert rating == initial + 300


def test_a_new_rush_run_changes_only_unfinished_runs(client: TestClient) -> None:
    # Starting a run once rewrote all earlier runs of the player while others waited for the writer.
    run = client.post("/api/puzzles/rush").json()["id"]
    statements: list[str] = []
    engine = context_of(client).store.puzzle_records._engine
    sa.event.listen(
        engine, "before_cursor_execute", lambda *arguments: statements.append(arguments[2])
    )
    client.post("/api/puzzles/rush")
    (update,) = [each for each in statements if each.startswith("UPDATE puzzle_runs")]
    assert "is_over = 0" in update
    assert client.get("/api/puzzles/next", params={"mode": "rush", "run": run}).status_code == 422
