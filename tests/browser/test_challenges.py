"""Challenges on the page: the link, the recipient's game and the comparison."""

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Screenshot, StartGame, Visitors, is_wider_than_window
from tests.browser.page_board import PageBoard, mines_of

SEED, FIRST = 42, (4, 4)
PHONE = {"viewport": {"width": 360, "height": 640}, "has_touch": True, "is_mobile": True}


def finish(board: PageBoard, *, wins: bool) -> None:
    """Play a seeded beginner board over HTTP, then show its end on the page."""
    mines = mines_of("9x9/10", SEED, FIRST)
    safe = [(row, column) for row in range(9) for column in range(9) if (row, column) not in mines]
    for cell in [FIRST, *safe] if wins else [FIRST, safe[-1], min(mines)]:
        game = board.game
        if game["rows"][cell[0]][cell[1]] == "#":
            move = {"kind": "reveal", "cell": cell, "version": game["version"]}
            board.page.request.post(f"/api/games/{board.id}/moves", data=move)
    assert board.game["status"] == ("won" if wins else "lost")
    board.page.reload()
    expect(board.page.locator("#result-panel")).to_be_visible()


def send_challenge(page: Page, *, name: str = "", hides_result: bool = False) -> str:
    """Create a challenge with the keyboard alone and return the path of its link."""
    page.locator("#open-challenge").focus()
    page.keyboard.press("Enter")
    page.locator("#challenge-name").focus()
    page.keyboard.press("ControlOrMeta+a")
    page.keyboard.type(name)
    if hides_result:
        page.keyboard.press("Tab")
        page.keyboard.press("Space")
    page.keyboard.press("Enter")
    link = page.locator("#challenge-link")
    expect(link).to_have_value(re.compile(r"/#/challenge/[\w-]{20,}$"))
    expect(page.locator("#challenge-cancel")).to_be_hidden()
    value = link.input_value()
    page.keyboard.press("Escape")
    expect(page.locator("#challenge-dialog")).to_be_hidden()
    return value[value.index("/#/") :]


def accept(page: Page, name: str) -> PageBoard:
    """Accept the challenge on the page and return the recipient's board."""
    page.fill("#recipient-name", name)
    page.click("#accept-challenge")
    page.wait_for_url("**/#/game/*")
    board = PageBoard(page, page.url.split("/")[-1])
    board.wait_until_shown()
    return board


@pytest.mark.parametrize("options", [{}, PHONE], ids=["laptop", "phone"])
def test_a_friend_plays_the_same_board_and_both_games_are_compared(
    start_game: StartGame, visitors: Visitors, screenshot: Screenshot, options: dict[str, Any]
) -> None:
    sent = start_game(seed=SEED)
    finish(sent, wins=True)
    path = send_challenge(sent.page, name="Ann")
    friend = visitors.open(path, **options)
    expect(friend.locator("#challenge-body h2")).to_have_text("Ann challenges you")
    expect(friend.locator(".target-time")).to_contain_text("Time to beat")
    received = accept(friend, "Bob")
    finish(received, wins=False)
    assert received.game["result"]["mines"] == sent.game["result"]["mines"]
    friend.click("#open-event")
    expect(friend.locator("#race-verdict")).to_have_text("Ann wins: you hit a mine")
    expect(friend.locator(".race-player").first).to_contain_text(
        re.compile(r"Move (\d+) of \1: reveal")
    )
    screenshot(friend, f"challenge-{'phone' if options else 'laptop'}")
    friend.get_by_role("button", name="Go to start").click()
    expect(friend.locator(".race-player").last).to_contain_text("No moves yet")
    friend.get_by_role("button", name="Next move").press("Enter")
    expect(friend.locator(".race-player").first).to_contain_text(
        re.compile(r"Move 1 of \d+: reveal E5")
    )
    friend.locator("summary").click()
    expect(friend.locator(".race-table tbody tr").first).to_contain_text("reveal E5")
    assert not is_wider_than_window(friend)
    sent.page.goto(path)
    expect(sent.page.locator(".challenge-results li")).to_contain_text("Bob")
    sent.page.get_by_role("button", name="Compare").click()
    expect(sent.page.locator("#race-verdict")).to_have_text("You win: Bob hit a mine")


def test_a_hidden_result_appears_after_the_recipient_has_finished(
    start_game: StartGame, visitors: Visitors
) -> None:
    sent = start_game(seed=SEED)
    finish(sent, wins=True)
    path = send_challenge(sent.page, name="Ann", hides_result=True)
    friend = visitors.open(path)
    expect(friend.locator("#challenge-body")).to_contain_text("result stays hidden")
    expect(friend.locator(".target-time")).to_have_count(0)
    received = accept(friend, "")
    friend.goto(path)
    expect(friend.locator("#accept-challenge")).to_have_text("Continue")
    finish_path = f"/#/game/{received.id}"
    friend.goto(finish_path)
    finish(received, wins=True)
    friend.goto(path)
    expect(friend.locator(".race-player").last).to_contain_text("Won in")


def test_the_sender_of_a_challenge_sees_its_results_instead_of_an_invitation(
    start_game: StartGame,
) -> None:
    sent = start_game(seed=SEED)
    finish(sent, wins=False)
    sent.page.goto(send_challenge(sent.page))
    expect(sent.page.locator("#challenge-body h2")).to_have_text("Your challenge")
    expect(sent.page.locator("#challenge-body")).to_contain_text("Nobody has finished this board")
    expect(sent.page.locator("#accept-challenge")).to_have_count(0)


def test_the_link_of_a_deleted_game_explains_itself(
    start_game: StartGame, visitors: Visitors
) -> None:
    sent = start_game(seed=SEED)
    finish(sent, wins=False)
    path = send_challenge(sent.page)
    visitors.allowed_errors = "404"
    friend = visitors.open(path)
    received = accept(friend, "")
    assert friend.request.delete(f"/api/games/{received.id}").ok
    friend.goto(path)
    expect(friend.locator("#challenge-body")).to_contain_text("You cannot play this board again")
    expect(friend.locator("#accept-challenge")).to_have_count(0)
    assert sent.page.request.delete(f"/api/games/{sent.id}").ok
    friend.reload()
    expect(friend.locator("#challenge-body")).to_contain_text(
        "The game of this challenge has been deleted."
    )
    friend.goto("/#/challenge/unknown")
    expect(friend.locator("#challenge-body")).to_contain_text("No such challenge.")


def test_markup_in_the_name_of_a_challenger_stays_text(
    start_game: StartGame, visitors: Visitors
) -> None:
    sent = start_game(seed=SEED)
    finish(sent, wins=False)
    name = "<img src=x onerror=a()>"
    friend = visitors.open(send_challenge(sent.page, name=name))
    expect(friend.locator("#challenge-body h2")).to_have_text(f"{name} challenges you")
    expect(friend.locator("#challenge-body img")).to_have_count(0)
