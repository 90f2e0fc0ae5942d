"""The list of games on the page: pictures, filters, deletion, export and import."""

from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Screenshot, StartGame, Visitors, is_wider_than_window

SIZES = {"phone": (360, 640), "landscape": (844, 390), "desktop": (1280, 800), "wide": (1920, 1080)}


def play_games(page: Page) -> None:
    """Play three seeded games over the API: two lost ones and an unfinished one."""
    for level, seed, cells in (
        ("beginner", 42, [(4, 4), (0, 5)]),
        ("expert", 7, [(0, 0), *((row, column) for row in range(3) for column in range(30))]),
        ("intermediate", 3, [(8, 8)]),
    ):
        body = {"level": level, "start": "opening", "seed": seed}
        game = page.request.post("/api/games", data=body).json()
        for cell in cells:
            move = {"kind": "reveal", "cell": cell, "version": game["version"]}
            game = page.request.post(f"/api/games/{game['id']}/moves", data=move).json()
            if game["status"] in ("won", "lost"):
                break


def test_games_are_listed_filtered_exported_deleted_and_imported(
    start_game: StartGame, tmp_path: Path
) -> None:
    page = start_game().page
    play_games(page)
    page.goto("/#/games")
    items = page.locator(".game-item")
    expect(items).to_have_count(3)
    expect(items.first).to_contain_text("Unfinished")
    expect(items.nth(1).locator("canvas")).to_be_visible()
    page.select_option("#games-result", "lost")
    expect(items).to_have_count(2)
    page.select_option("#games-level", "expert")
    expect(items).to_have_count(1)
    page.select_option("#games-result", "unfinished")
    expect(page.locator("#no-games")).to_have_text("No games match these filters.")
    page.select_option("#games-result", "lost")
    page.select_option("#games-level", "")
    expect(items).to_have_count(2)
    with page.expect_download() as downloading:
        page.get_by_text("Export", exact=True).click()
    exported = tmp_path / "games.jsonl"
    downloading.value.save_as(exported)
    assert len(exported.read_text().splitlines()) == 2
    items.first.get_by_role("button", name="Delete").click()
    page.locator("#confirm-delete").click()
    expect(items).to_have_count(1)
    page.locator("#delete-all-games").click()
    page.locator("#confirm-delete").click()
    expect(page.locator("#no-games")).to_have_text(
        "No games yet. A game appears here after its first move."
    )
    expect(page.locator("#delete-all-games")).to_be_hidden()
    page.set_input_files("#import-games", exported)
    expect(items).to_have_count(2)
    expect(items.first).to_contain_text("Imported")


def test_unfinished_games_make_finished_games_and_their_reviews_unreachable(
    start_game: StartGame,
) -> None:
    # The list once had five rows, with unfinished games first.
    page = start_game().page
    play_games(page)
    for seed in range(6):
        body = {"level": "beginner", "start": "opening", "seed": seed}
        game = page.request.post("/api/games", data=body).json()
        move = {"kind": "reveal", "cell": [4, 4], "version": 0}
        page.request.post(f"/api/games/{game['id']}/moves", data=move)
    page.goto("/#/games")
    expect(page.locator(".game-item")).to_have_count(9)
    page.locator(".game-item[data-status=lost] a").first.click()
    expect(page.locator("#review-verdict")).not_to_be_empty()


def test_a_new_theme_changes_the_colours_of_the_pictures(start_game: StartGame) -> None:
    page = start_game().page
    play_games(page)
    page.goto("/#/games")
    picture = page.locator(".game-picture canvas").last
    before = picture.evaluate("(canvas) => canvas.toDataURL()")
    page.click("#open-settings")
    page.select_option("[data-setting=theme]", "dark")
    page.wait_for_function(
        """(before) => {
            const pictures = [...document.querySelectorAll(".game-picture canvas")];
            return pictures.length === 3 && pictures.at(-1).toDataURL() !== before;
        }""",
        arg=before,
    )


def test_a_file_that_is_not_an_export_is_explained(start_game: StartGame, tmp_path: Path) -> None:
    page = start_game().page
    page.goto("/#/games")
    page.locator("html[data-screen=games]").wait_for()
    wrong = tmp_path / "wrong.jsonl"
    wrong.write_text("sapper-replay 1\n")
    page.set_input_files("#import-games", wrong)
    expect(page.locator("#toast")).to_contain_text("Line 1 is not an exported game.")


@pytest.mark.parametrize("name", SIZES)
def test_the_list_fits_every_screen(visitors: Visitors, screenshot: Screenshot, name: str) -> None:
    width, height = SIZES[name]
    page = visitors.open()
    page.set_viewport_size({"width": width, "height": height})
    page.locator("#game-status", has_text="Ready").wait_for()
    play_games(page)
    page.goto("/#/games")
    expect(page.locator(".game-item")).to_have_count(3)
    assert not is_wider_than_window(page)
    screenshot(page, f"games-{name}")
