"""After the game: review, replay, share, statistics and drills; and boards without guessing."""

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

from browser.board import RIGHT, PageBoard, mines_of
from playwright.sync_api import Page, expect

from sapper import analyse, parse_view

Begin = Callable[..., PageBoard]
Photograph = Callable[[Page, str], Path]
SIZE, SEED, FIRST = "9x9/10", 42, (4, 4)


def lose(board: PageBoard) -> None:
    board.click(FIRST)
    board.click(min(mines_of(SIZE, SEED, FIRST)), button="right")
    board.click(max(mines_of(SIZE, SEED, FIRST)))
    expect(board.page.locator("#result-panel")).to_be_visible()


def test_a_review_classes_every_move_and_can_be_scrubbed(
    begin: Begin, photograph: Photograph
) -> None:
    board = begin()
    page = board.page
    lose(board)
    page.click("#open-review")
    expect(page.locator("#review-summary")).not_to_be_empty()
    expect(page.locator("#review-timeline rect")).to_have_count(3)
    expect(page.locator("#review-move")).to_contain_text("Move 3 of 3")
    expect(page.locator("#review-move")).to_contain_text("needless guess")
    photograph(page, "review")
    end = board.pixel((0, 0), 0)
    page.fill("#review-slider", "0")
    expect(page.locator("#review-move")).to_have_text("Before the first move.")
    assert board.pixel((0, 0), 0) != end
    page.click("#review-next")
    expect(page.locator("#review-move")).to_contain_text("Move 1 of 3")
    assert board.pixel((0, 0), 0) == end
    page.select_option("#review-speed", "16")
    page.click("#review-play")
    expect(page.locator("#review-move")).to_contain_text("Move 3 of 3")
    expect(page.locator("#review-play")).to_have_text("Play")
    page.click("#review-close")
    expect(page.locator("#result-panel")).to_be_visible()


def test_a_shared_game_can_be_watched_and_not_played(begin: Begin, visits: Any) -> None:
    board = begin()
    lose(board)
    with board.page.expect_response("**/share"):
        board.page.click("#share-game")
    link = board.page.locator("#share-link")
    expect(link).to_have_text(re.compile(r"/#/shared/\S{20,}"))
    other = visits.open(link.inner_text().removeprefix(visits.server.url))
    expect(other.locator("#review-title")).to_contain_text("Beginner")
    expect(other.locator("#review-move")).to_contain_text("of 3")
    other.wait_for_load_state("networkidle")  # what it asks for itself is over
    asked: list[str] = []
    other.on("request", lambda request: asked.append(request.url))
    other.mouse.click(**PageBoard(other, "").at((8, 0)))
    other.wait_for_timeout(200)
    assert asked == []


def test_statistics_count_finished_games_with_and_without_help_apart(
    visits: Any, photograph: Photograph
) -> None:
    page = visits.open()
    page.locator("#game-status", has_text="Ready").wait_for()
    helped = page.request.post("/api/games", data={"level": "beginner", "start": "opening"}).json()
    page.request.post(f"/api/games/{helped['id']}/ai", data={"steps": 1000, "version": 0})
    page.goto("/#/stats")
    expect(page.locator("#stats-body")).to_contain_text("counted under “With help”")
    page.goto("/")
    for _ in range(8):
        game = page.request.post("/api/games", data={"level": "5x5/5", "start": "safe"}).json()
        play_well(page, game)
    page.goto("/#/stats")
    expect(page.locator("#stats-body tbody tr")).to_have_count(1)
    expect(page.locator("#stats-body tbody tr")).to_contain_text("5x5/5")
    expect(page.locator("#stats-body .chart").first).to_be_visible()
    photograph(page, "statistics")
    page.get_by_role("button", name="With help", exact=True).click()
    expect(page.locator("#stats-body tbody tr")).to_contain_text("beginner")


def play_well(page: Page, game: dict[str, Any]) -> None:
    """Finish a game through the API, by the odds."""
    while game["status"] in ("ready", "playing"):
        view = parse_view(
            f"{game['width']}x{game['height']}/{game['mines']}\n" + "\n".join(game["rows"])
        )
        best = analyse(view).best
        assert best is not None
        game = page.request.post(
            f"/api/games/{game['id']}/moves",
            data={"kind": "reveal", "cell": list(best), "version": game["version"]},
        ).json()


def test_drills_are_answered_with_their_proof(visits: Any, photograph: Photograph) -> None:
    page = visits.open("/#/drills")
    expect(page.locator("#drill-question")).not_to_be_empty()
    themes = page.locator("#drill-theme option").all_inner_texts()
    assert len(themes) > 3
    # A drill with cells to name: of others the right answer may be to guess.
    with page.expect_response("**/drills/next?theme=subset") as chosen:
        page.select_option("#drill-theme", "subset")
    wait_until_laid(page, chosen.value.json())
    with page.expect_response(re.compile(r"/api/drills/[^/?]+$")) as answer:
        page.click("#drill-show-answer")
    expect(page.locator("#drill-text")).to_contain_text(RIGHT)
    assert answer.value.json()["answers"]
    photograph(page, "drill")
    with page.expect_response("**/drills/next*") as drill:
        page.click("#drill-next")
    board = PageBoard(page, "")
    wait_until_laid(page, drill.value.json())
    view = parse_view(drill.value.json()["position"])
    safe = analyse(view).safe
    page.mouse.click(**board.at(min(safe) if safe else next(iter(hidden_cells(view)))))
    expect(page.locator("#drill-score")).to_contain_text("of 2 right")


def wait_until_laid(page: Page, drill: dict[str, Any]) -> None:
    """Wait until the page shows a drill: clicks before that belong to the one before it."""
    expect(page.locator("#drill-question")).to_have_attribute("data-drill", drill["id"])


def test_a_drill_that_arrives_late_does_not_replace_that_of_the_theme_chosen_since(
    visits: Any,
) -> None:
    page = visits.open("/#/drills")
    expect(page.locator("#drill-question")).not_to_be_empty()
    late: list[Any] = []

    def hold(route: Any) -> None:  # Playwright cannot take a built-in method
        late.append(route)

    page.route("**/drills/next?theme=subset", hold)
    page.select_option("#drill-theme", "subset")
    with page.expect_response("**/drills/next?theme=fifty-fifty"):
        page.select_option("#drill-theme", "fifty-fifty")
    expect(page.locator("#drill-question")).to_contain_text("50/50")
    with page.expect_response("**/drills/next?theme=subset"):
        late[0].continue_()
    page.wait_for_function("() => new Promise((done) => setTimeout(() => done(true), 50))")
    expect(page.locator("#drill-question")).to_contain_text("50/50")


def hidden_cells(view: Any) -> list[tuple[int, int]]:
    return [
        (r, c) for r in range(view.height) for c in range(view.width) if view.clue((r, c)) is None
    ]


def test_a_board_without_guessing_shows_where_it_must_begin(page: Page) -> None:
    page.click("#open-new-game")
    page.locator("#level-options label", has_text="beginner").click()
    page.check("#new-game-no-guess")
    page.select_option("#new-game-difficulty", "easy")
    with page.expect_response(re.compile(r"/api/games$")) as answer:
        page.click("#new-game-start")
    game = answer.value.json()
    expect(page.locator("#badges")).to_contain_text("no guessing, easy")
    expect(page.locator("#hint-text")).to_contain_text("begin at the marked cell")
    board = PageBoard(page, game["id"])
    assert board.pixel(tuple(game["first"]), 1, 0.06, 0.5)[3] > 200
    # The keyboard begins there too.
    row, column = game["first"]
    expect(page.locator("#board")).to_have_attribute(
        "aria-activedescendant", f"cell-{row}-{column}"
    )
    board.click((row, column))
    assert board.game["status"] == "playing"


def test_where_to_begin_is_no_help(page: Page) -> None:
    answer = page.request.post("/api/games", data={"level": "beginner", "no_guess": True})
    game = answer.json()
    page.goto(f"/#/game/{game['id']}")
    board = PageBoard(page, game["id"])
    expect(page.locator("#badges")).to_contain_text("no guessing")
    with page.expect_response("**/hint?grade=1"):
        page.click("#show-hint")
    expect(page.locator("#hint-label")).to_have_text("Which clues?")
    expect(page.locator("#badges")).not_to_contain_text("with help")
    assert not board.game["assisted"]
    board.click(tuple(game["first"]))
    with page.expect_response("**/hint?grade=1"):
        page.click("#show-hint")
    expect(page.locator("#badges")).to_contain_text("with help")
    assert board.game["assisted"]


def test_a_drill_can_be_answered_again_when_the_server_was_busy(visits: Any) -> None:
    visits.may_fail = "429"
    page = visits.open("/#/drills")
    expect(page.locator("#drill-question")).not_to_be_empty()

    def refuse(route: Any) -> None:
        error = {"code": "too-many", "message": "too many questions at once", "hint": "try again"}
        route.fulfill(status=429, json={"error": error})

    answers = re.compile(r"/api/drills/[^/?]+$")
    page.route(answers, refuse)
    page.click("#drill-show-answer")
    expect(page.locator("#toast")).to_contain_text("Too many questions at once. Try again.")
    page.unroute(answers)
    page.click("#drill-show-answer")
    expect(page.locator("#drill-text")).to_contain_text(RIGHT)
    expect(page.locator("#toast")).to_be_hidden()


def test_a_game_that_arrives_late_does_not_come_back_to_the_table(begin: Begin) -> None:
    board = begin()
    page = board.page
    other = page.request.post("/api/games", data={"level": "20x12/30"}).json()
    late: list[Any] = []

    def hold(route: Any) -> None:
        late.append(route)

    page.route(f"**/api/games/{other['id']}", hold)
    with page.expect_request(f"**/api/games/{other['id']}"):
        page.evaluate("(id) => { location.hash = `#/game/${id}`; }", other["id"])
    page.click("[data-section=drills]")
    expect(page.locator("#drill-question")).not_to_be_empty()
    columns = page.get_attribute("#board", "aria-colcount")
    with page.expect_response(f"**/api/games/{other['id']}"):
        late[0].continue_()
    page.wait_for_function("() => new Promise((done) => setTimeout(() => done(true), 50))")
    assert page.get_attribute("#board", "aria-colcount") == columns
    assert page.url.endswith("#/drills")


def test_an_address_that_was_cut_off_is_no_crash(visits: Any) -> None:
    page = visits.open("/#/analyse/%E0%A4%A")
    expect(page.locator("#analyser-text")).not_to_be_empty()
