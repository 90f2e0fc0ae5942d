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
    expect(page.locator("#review-summary")).to_have_text(re.compile(r"Lost after .*\. Luck: .*\."))
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
    other.wait_for_load_state("networkidle")
    requests: list[str] = []
    other.on("request", lambda request: requests.append(request.url))
    other.mouse.click(**PageBoard(other, "").centre_of((8, 0)))
    other.wait_for_timeout(200)
    assert requests == []
