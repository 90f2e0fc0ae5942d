"""Review, playback and sharing of finished games."""

import re

from playwright.sync_api import expect

from tests.browser.conftest import Screenshot, StartGame, Visitors
from tests.browser.page_board import PageBoard, mines_of

SIZE, SEED, FIRST = "9x9/10", 42, (4, 4)


def lose(board: PageBoard) -> None:
    board.click(FIRST)
    board.click(min(mines_of(SIZE, SEED, FIRST)), button="right")
    board.click(max(mines_of(SIZE, SEED, FIRST)))
    expect(board.page.locator("#result-panel")).to_be_visible()


def test_a_review_classifies_every_move_and_can_be_played_back(
    start_game: StartGame, screenshot: Screenshot
) -> None:
    board = start_game()
    page = board.page
    lose(board)
    page.click("#open-review")
    expect(page.locator("#review-verdict")).to_have_text(
        re.compile(r"Avoidable: [A-I]\d was safe\.")
    )
    expect(page.locator("#review-outcome")).to_have_text(re.compile(r"Lost after .*\."))
    expect(page.locator("#review-summary")).to_have_text(re.compile(r"Luck: guesses .*Skill: .*"))
    expect(page.locator("#review-timeline rect")).to_have_count(3)
    expect(page.locator("#review-move")).to_contain_text("Move 3 of 3")
    expect(page.locator("#review-move")).to_contain_text("needless guess")
    screenshot(page, "review")
    final_pixel = board.pixel((0, 0), 0)
    page.fill("#review-slider", "0")
    expect(page.locator("#review-move")).to_have_text("This is the board before the first move.")
    assert board.pixel((0, 0), 0) != final_pixel
    page.click("#review-next")
    expect(page.locator("#review-move")).to_contain_text("Move 1 of 3")
    assert board.pixel((0, 0), 0) == final_pixel
    page.select_option("#review-speed", "16")
    page.click("#review-play")
    expect(page.locator("#review-move")).to_contain_text("Move 3 of 3")
    expect(page.locator("#review-play")).to_have_text("Play")
    page.click("#review-close")
    expect(page.locator("#result-panel")).to_be_visible()


def test_a_link_opens_a_review_at_a_move(start_game: StartGame) -> None:
    board = start_game()
    lose(board)
    board.page.goto(f"/#/game/{board.id}/review/1")
    expect(board.page.locator("#review-move")).to_contain_text("Move 1 of 3")


def test_buttons_and_keys_jump_from_mistake_to_mistake(start_game: StartGame) -> None:
    board = start_game()
    page = board.page
    lose(board)
    page.goto(f"/#/game/{board.id}/review/0")
    move = page.locator("#review-move")
    expect(move).to_have_text("This is the board before the first move.")
    expect(page.locator("#review-previous-mistake")).to_be_disabled()
    page.click("#review-next-mistake")
    expect(move).to_contain_text("Move 3 of 3")
    expect(page.locator("#review-next-mistake")).to_be_disabled()
    page.locator("#board").focus()
    page.keyboard.press("Home")
    expect(move).to_have_text("This is the board before the first move.")
    page.keyboard.press("n")
    expect(move).to_contain_text("Move 3 of 3")


def test_the_position_before_the_loss_can_be_analysed(start_game: StartGame) -> None:
    board = start_game()
    page = board.page
    lose(board)
    page.click("#open-review")
    expect(page.locator("#review-move")).to_contain_text("Move 3 of 3")
    page.click("#review-analyse")
    expect(page.locator("#analyser-text")).to_contain_text("Best move:")
    text = page.input_value("#position-text")
    assert text.startswith("9x9/10\n")
    assert "F" in text
    assert "*" not in text


def test_analysing_a_running_game_counts_as_assistance(start_game: StartGame) -> None:
    board = start_game()
    board.click(FIRST)
    rows = board.game["rows"]
    board.page.click("#analyse-game")
    expect(board.page.locator("#analyser-text")).to_contain_text("Best move:")
    assert board.page.input_value("#position-text").splitlines()[1:] == rows
    assert board.game["assistance"]["odds"] == 1


def test_a_shared_game_is_read_only(start_game: StartGame, visitors: Visitors) -> None:
    board = start_game()
    lose(board)
    with board.page.expect_response("**/share"):
        board.page.click("#share-game")
    link = board.page.locator("#share-link")
    expect(link).to_have_text(re.compile(r"/#/shared/\S{20,}"))
    other = visitors.open(link.inner_text().removeprefix(visitors.server.url))
    expect(other.locator("#review-title")).to_contain_text("Beginner")
    expect(other.locator("#review-move")).to_contain_text("of 3")
    # The button of a shared review once promised to go back to a game of the visitor.
    expect(other.locator("#review-close")).to_have_text("Play a game")
    other.wait_for_load_state("networkidle")
    requests: list[str] = []
    other.on("request", lambda request: requests.append(request.url))
    other.mouse.click(**PageBoard(other, "").centre_of((8, 0)))
    other.wait_for_timeout(200)
    assert requests == []


def test_back_to_the_game_on_a_shared_link_drops_a_stranger_into_a_blank_game(
    start_game: StartGame, visitors: Visitors
) -> None:
    board = start_game()
    lose(board)
    token = board.page.request.post(f"/api/games/{board.id}/share").json()["share"]
    other = visitors.open(f"/#/shared/{token}")
    # The stranger has no game to go back to, so the button offers a new one.
    expect(other.locator("#review-close")).to_have_text("Play a game")
    other.click("#review-close")
    expect(other.locator("#game-status")).to_have_text("Ready")
    expect(other.locator("#first-visit-tip")).to_be_visible()
