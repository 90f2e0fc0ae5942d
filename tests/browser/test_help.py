"""The AI, hints with their proofs, and odds, on the board."""

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

from browser.board import PageBoard
from playwright.sync_api import Page, expect

Begin = Callable[..., PageBoard]
Photograph = Callable[[Page, str], Path]
CELLS, MARKS = 0, 1


def test_the_ai_plays_one_move_and_gives_its_reason(begin: Begin) -> None:
    board = begin()
    with board.page.expect_response("**/ai"):
        board.page.click("#ai-panel [data-command=ai-move]")
    expect(board.page.locator("#ai-log li")).to_have_count(1)
    expect(board.page.locator("#ai-log li")).to_have_text(re.compile(r"Reveal [A-I]\d.*\. \w+"))
    assert board.game["version"] == 1
    expect(board.page.locator("#badges")).to_contain_text("with help")


def test_every_strategy_can_be_chosen_and_explains_itself(begin: Begin) -> None:
    board = begin()
    names = board.page.locator("#strategy option").all_inner_texts()
    assert {"random", "single-point", "layered", "knowledge", "pattern", "arc-consistency",
            "score", "exact"} <= set(names)  # fmt: skip
    board.page.select_option("#strategy", "pattern")
    expect(board.page.locator("#strategy-summary")).not_to_be_empty()
    with board.page.expect_request("**/ai") as asked:
        board.page.click("#ai-panel [data-command=ai-move]")
    assert asked.value.post_data_json["strategy"] == "pattern"


def test_the_ai_plays_to_the_end(begin: Begin) -> None:
    board = begin()
    board.page.fill("#ai-speed", "10")
    board.page.click("#finish-game")
    expect(board.page.locator("#result-panel")).to_be_visible()
    assert board.game["status"] in ("won", "lost")


def test_the_ai_stops_when_it_is_told_to(begin: Begin) -> None:
    board = begin("30x16/99")
    board.page.fill("#ai-speed", "7")
    with board.page.expect_response("**/ai"):
        board.page.click("#finish-game")
    expect(board.page.locator("#finish-game")).to_have_text("Stop")
    board.page.click("#finish-game")
    expect(board.page.locator("#finish-game")).to_have_text("To the end")
    # A move of the player is answered after whatever the AI still had on its way: so it is made far
    # from where the AI has begun.
    hidden = next(
        (r, c) for r in range(15, 0, -1) for c in range(29, 0, -1) if board.symbol((r, c)) == "#"
    )
    board.click(hidden, button="right")
    version = board.game["version"]
    board.page.wait_for_timeout(400)
    assert board.game["version"] == version


def test_flags_of_the_ai_look_different_from_the_players(begin: Begin) -> None:
    board = begin("30x16/99", 5)
    board.click((8, 15))
    for _ in range(12):
        answer = board.after("**/ai", lambda: board.page.click("#ai-panel [data-command=ai-move]"))
        if answer["game"]["ai_flags"]:
            break
    game = board.game
    theirs = tuple(game["ai_flags"][0])
    mine = next(
        (r, c) for r in range(16) for c in range(30) if game["rows"][r][c] == "#"
    )  # fmt: skip
    board.click(mine, button="right")
    # The middle of the cloth of both flags.
    assert board.pixel(theirs, CELLS, 0.66, 0.36) != board.pixel(mine, CELLS, 0.66, 0.36)


def test_a_hint_comes_in_three_grades_with_its_proof_on_the_board(
    begin: Begin, photograph: Photograph
) -> None:
    board = begin("16x16/40", 7)
    board.click((8, 8))
    text = board.page.locator("#hint-text")
    with board.page.expect_response("**/hint?grade=1") as first:
        board.page.click("#show-hint")
    expect(text).to_contain_text("Something is certain")
    assert "cell" not in first.value.json()
    with board.page.expect_response("**/hint?grade=2"):
        board.page.click("#show-hint")
    expect(text).to_contain_text("Look at")
    with board.page.expect_response("**/hint?grade=3") as third:
        board.page.click("#show-hint")
    hint = third.value.json()
    expect(text).to_contain_text("is safe: reveal it")
    assert hint["proof"]["kind"] in ("clue", "pair", "chain", "cases")
    # Every clue of the proof has a ring, and the cell to reveal an outline.
    for clue in hint["clues"]:
        assert board.pixel(tuple(clue), MARKS, 0.06, 0.5)[3] > 200
    assert board.pixel(tuple(hint["cell"]), MARKS, 0.06, 0.5)[3] > 200
    photograph(board.page, "hint")
    board.click(tuple(hint["cell"]))
    expect(text).to_be_empty()
    assert board.game["status"] == "playing"
    assert board.game["assists"]["hints"] == 3


def test_a_hint_that_arrives_after_the_odds_were_asked_for_is_shown_all_the_same(
    begin: Begin,
) -> None:
    # It had been counted as help, and nobody saw it.
    board = begin("16x16/40", 7)
    page = board.page
    board.click((8, 8))
    late: list[Any] = []

    def hold(route: Any) -> None:  # Playwright cannot take a built-in method
        late.append(route)

    page.route("**/hint?grade=1", hold)
    with page.expect_request("**/hint?grade=1"):
        page.click("#show-hint")
    with page.expect_response("**/probabilities"):
        page.click("#hint-panel [data-command=odds]")
    expect(page.locator("#odds-summary")).to_contain_text("Best:")
    late[0].continue_()
    expect(page.locator("#hint-text")).to_contain_text("Something is certain")
    expect(page.locator("#odds-summary")).to_contain_text("Best:")


def test_odds_are_shown_in_colours_and_follow_the_game(
    begin: Begin, photograph: Photograph
) -> None:
    board = begin("16x16/40", 7)
    board.click((8, 8))
    before = board.pixel((0, 0), CELLS, 0.2, 0.2)
    with board.page.expect_response("**/probabilities") as answer:
        board.page.click("#hint-panel [data-command=odds]")
    expect(board.page.locator("#odds-legend")).to_be_visible()
    expect(board.page.locator("#odds-summary")).to_contain_text("Best:")
    assert board.pixel((0, 0), CELLS, 0.2, 0.2) != before
    photograph(board.page, "odds")
    best = tuple(answer.value.json()["best"])
    board.after("**/probabilities", lambda: board.click(best))
    board.page.keyboard.press("Escape")
    expect(board.page.locator("#odds-legend")).to_be_hidden()
