"""AI moves, hints with their proofs, and odds."""

import re

from playwright.sync_api import expect

from sapper.game.cell_names import cell_name
from tests.browser.conftest import Screenshot, StartGame, delay_requests

CELLS, OVERLAY = 0, 1


def test_the_ai_plays_one_move_and_logs_its_reason(start_game: StartGame) -> None:
    board = start_game()
    with board.page.expect_response("**/ai"):
        board.page.click("#ai-panel [data-command=ai-move]")
    expect(board.page.locator("#ai-log li")).to_have_count(1)
    expect(board.page.locator("#ai-log li")).to_have_text(re.compile(r"Reveal [A-I]\d.*\. \w+"))
    assert board.game["version"] == 1
    expect(board.page.locator("#badges")).to_contain_text("Assisted")


def test_the_strategies_are_listed_by_strength_with_plain_names(start_game: StartGame) -> None:
    board = start_game()
    page = board.page
    options = page.locator("#strategy option")
    assert options.first.inner_text() == "Grandmaster"
    names = options.evaluate_all("options => options.map((each) => each.value)")
    assert names == [
        "expert", "exact", "layered", "arc-consistency", "knowledge", "pattern", "single-point",
        "score", "random",
    ]  # fmt: skip
    page.select_option("#strategy", "pattern")
    expect(page.locator("#strategy-character")).to_have_text(
        "Knows 1-2-X by heart and believes every flag."
    )
    expect(page.locator("#strategy-name")).to_have_text("pattern, relies on your flags")
    with page.expect_request("**/ai") as request:
        page.click("#ai-panel [data-command=ai-move]")
    assert request.value.post_data_json["strategy"] == "pattern"


def test_a_heuristic_score_is_not_called_a_risk(start_game: StartGame) -> None:
    # The strategy `score` once showed "risk 100%" for a heuristic score above 1.
    board = start_game()
    board.page.select_option("#strategy", "score")
    board.click((4, 4))
    with board.page.expect_response("**/ai"):
        board.page.click("#ai-panel [data-command=ai-move]")
    expect(board.page.locator("#ai-log li")).to_have_text(
        re.compile(r"Reveal (\w\d)\. \1 is a guess: its score is the lowest \(\d\.\d\d\)\.$")
    )
    board.page.select_option("#strategy", "arc-consistency")
    expect(board.page.locator("#strategy-name")).to_have_text("arc-consistency")


def test_only_exact_strategies_state_a_risk(start_game: StartGame) -> None:
    board = start_game("2x1/1", 1, start="any")
    page = board.page
    page.select_option("#strategy", "single-point")
    with page.expect_response("**/ai") as response:
        page.click("#ai-panel [data-command=ai-move]")
    assert response.value.json()["steps"][0]["risk"] == 0.5
    expect(page.locator("#ai-log li")).not_to_contain_text("risk")
    page = start_game("2x1/1", 1, start="any").page
    page.select_option("#strategy", "exact")
    with page.expect_response("**/ai"):
        page.click("#ai-panel [data-command=ai-move]")
    expect(page.locator("#ai-log li")).to_contain_text("(50% risk)")


def test_the_reasons_of_the_ai_stay_readable_after_the_game(start_game: StartGame) -> None:
    board = start_game("2x1/1", 1, start="any")
    board.await_response("**/ai", lambda: board.page.click("#ai-panel [data-command=ai-move]"))
    expect(board.page.locator("#result-panel")).to_be_visible()
    expect(board.page.locator("#ai-log li")).to_be_visible()
    expect(board.page.locator("#strategy")).to_be_hidden()


def test_the_ai_finishes_the_game(start_game: StartGame) -> None:
    board = start_game()
    board.page.fill("#ai-speed", "10")
    board.page.click("#autoplay")
    expect(board.page.locator("#result-panel")).to_be_visible()
    assert board.game["status"] in ("won", "lost")


def test_the_ai_can_be_stopped(start_game: StartGame) -> None:
    board = start_game("30x16/99")
    board.page.fill("#ai-speed", "7")
    with board.page.expect_response("**/ai"):
        board.page.click("#autoplay")
    expect(board.page.locator("#autoplay")).to_have_text("Stop")
    expect(board.page.locator("#autoplay use")).to_have_attribute("href", "#icon-stop")
    board.page.click("#autoplay")
    expect(board.page.locator("#autoplay")).to_have_text("Autoplay")
    # The queue sends the player's move after an AI move that is still pending. The cell is far
    # from the AI's first moves, so it is still hidden then.
    hidden = next(
        (r, c) for r in range(15, 0, -1) for c in range(29, 0, -1) if board.symbol((r, c)) == "#"
    )
    board.click(hidden, button="right")
    version = board.game["version"]
    board.page.wait_for_timeout(400)
    assert board.game["version"] == version


def test_ai_flags_look_different_from_the_players_flags(start_game: StartGame) -> None:
    board = start_game("30x16/99", 5)
    board.click((8, 15))
    for _ in range(12):
        answer = board.await_response(
            "**/ai", lambda: board.page.click("#ai-panel [data-command=ai-move]")
        )
        if "f" in "".join(answer["game"]["rows"]):
            break
    text = "".join(board.game["rows"])
    ai_flag, player_flag = divmod(text.index("f"), 30), divmod(text.index("#"), 30)
    board.click(player_flag, button="right")
    # This point lies in the middle of both flags.
    assert board.pixel(ai_flag, CELLS, 0.66, 0.36) != board.pixel(player_flag, CELLS, 0.66, 0.36)


def test_a_hint_has_three_grades_and_shows_its_proof_on_the_board(
    start_game: StartGame, screenshot: Screenshot
) -> None:
    board = start_game("16x16/40", 7)
    board.click((8, 8))
    text = board.page.locator("#hint-text")
    hints = []
    for grade in (1, 2, 3):
        with board.page.expect_response(f"**/hint?grade={grade}") as response:
            board.page.click("#show-hint")
        hints.append(response.value.json())
        expect(text).to_contain_text(hints[-1]["text"])
    assert "cell" not in hints[0]
    hint = hints[2]
    assert hint["proof"]["kind"] in ("clue", "pair", "chain", "cases")
    # The cell to reveal has an outline, the clues have rings, and the other cells are shaded.
    assert {tuple(each["cell"]) for each in hint["highlights"]} >= set(
        map(tuple, hint["proof"]["cells"])
    )
    for each in hint["highlights"]:
        is_shaded = each["kind"] == "area"
        assert board.pixel(tuple(each["cell"]), OVERLAY, 0.06, 0.5)[3] > (20 if is_shaded else 200)
    screenshot(board.page, "hint")
    board.click(tuple(hint["cell"]))
    expect(text).to_be_empty()
    assert board.game["status"] == "playing"
    assert board.game["assistance"]["hints"] == 3


def test_a_forced_guess_has_no_tick(start_game: StartGame) -> None:
    # A forced guess was once marked like a safe cell.
    board = start_game("2x1/1", 1, start="any")
    page = board.page
    for grade in (1, 2, 3):
        with page.expect_response(f"**/hint?grade={grade}") as response:
            page.click("#show-hint")
    (highlight,) = response.value.json()["highlights"]
    assert highlight["kind"] == "guess"
    cell = tuple(highlight["cell"])
    expect(page.locator("#hint-text")).not_to_be_empty()
    # The first point lies on the tick of a safe cell, the second on the dot of the question mark.
    assert board.pixel(cell, OVERLAY, 0.38, 0.6)[3] < 200
    assert board.pixel(cell, OVERLAY, 0.5, 0.77)[3] > 200


def test_a_hint_that_arrives_after_the_odds_is_still_shown(start_game: StartGame) -> None:
    # Such a hint was once counted as assistance but never shown.
    board = start_game("16x16/40", 7)
    page = board.page
    board.click((8, 8))
    delayed = delay_requests(page, "**/hint?grade=1")
    with page.expect_request("**/hint?grade=1"):
        page.click("#show-hint")
    with page.expect_response("**/probabilities"):
        page.click("#hint-panel [data-command=odds]")
    expect(page.locator("#odds-summary")).to_contain_text("Best move:")
    with page.expect_response("**/hint?grade=1") as response:
        delayed[0].continue_()
    expect(page.locator("#hint-text")).to_contain_text(response.value.json()["text"])
    expect(page.locator("#odds-summary")).to_contain_text("Best move:")


def test_odds_are_shown_in_colours_and_updated_after_a_move(
    start_game: StartGame, screenshot: Screenshot
) -> None:
    board = start_game("16x16/40", 7)
    board.click((8, 8))
    with board.page.expect_response("**/probabilities") as response:
        board.page.click("#hint-panel [data-command=odds]")
    expect(board.page.locator("#odds-legend")).to_be_visible()
    expect(board.page.locator("#odds-summary")).to_contain_text("Best move:")
    answer = response.value.json()
    best = tuple(answer["best"])
    # A certain cell has a strong colour; the cells away from all numbers look as before.
    away = next(
        (row, column) for row in range(16) for column in range(16)
        if answer["mine_probability"][row][column] == answer["rest"]
    )  # fmt: skip
    assert board.pixel(best, CELLS, 0.2, 0.2) != board.pixel(away, CELLS, 0.2, 0.2)
    quiet = board.pixel(away, CELLS)
    screenshot(board.page, "odds")
    board.await_response("**/probabilities", lambda: board.click(best))
    board.page.keyboard.press("Escape")
    expect(board.page.locator("#odds-legend")).to_be_hidden()
    assert board.pixel(away, CELLS) == quiet


def test_pointing_at_a_cell_explains_its_odds(start_game: StartGame) -> None:
    board = start_game("16x16/40", 7)
    page = board.page
    board.click((8, 8))
    with page.expect_response("**/probabilities") as response:
        page.click("#hint-panel [data-command=odds]")
    answer = response.value.json()
    expect(page.locator("#odds-rest")).to_have_text(
        re.compile(rf"Away from numbers: {100 * answer['rest']:.1f}%")
    )
    row, column = answer["safe"][0]
    page.mouse.move(**board.centre_of((row, column)))
    expect(page.locator("#odds-explanation")).to_have_text(
        f"{cell_name((row, column))} is safe in every possible layout."
    )
    page.mouse.move(5, 5)
    expect(page.locator("#odds-explanation")).to_contain_text("Point at a cell")
    page.locator("#board").focus()
    page.keyboard.press("Home")
    page.keyboard.press("PageUp")
    expect(page.locator("#odds-explanation")).to_contain_text("A1 ")


def test_odds_before_the_first_click_state_the_promise_of_the_start_rule(
    start_game: StartGame,
) -> None:
    # They once showed "12" on every cell and marked the game as assisted.
    board = start_game()
    before = board.pixel((0, 0), CELLS)
    with board.page.expect_response("**/probabilities"):
        board.page.click("#hint-panel [data-command=odds]")
    expect(board.page.locator("#odds-summary")).to_have_text(
        "The first cell you reveal is always an opening."
    )
    expect(board.page.locator("#odds-key")).to_be_hidden()
    assert board.pixel((0, 0), CELLS) == before
    assert board.game["assistance"]["odds"] == 0


def test_h_pressed_three_times_quickly_shows_the_move(start_game: StartGame) -> None:
    # Presses during a request were once lost.
    board = start_game()
    page = board.page
    board.click((4, 4))
    page.focus("#board")
    with page.expect_response("**/hint?grade=3") as response:
        for _ in range(3):
            page.keyboard.press("h")
    expect(page.locator("#hint-text")).to_contain_text(response.value.json()["text"])
    assert board.game["assistance"]["hints"] == 3
