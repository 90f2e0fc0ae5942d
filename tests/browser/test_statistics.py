"""The statistics page."""

from typing import Any

from playwright.sync_api import Page, expect

from sapper import analyse, parse_view
from tests.browser.conftest import Screenshot, Visitors


def play_best_moves(page: Page, game: dict[str, Any]) -> None:
    """Finish a game through the API with the best moves."""
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


def test_assisted_and_unassisted_games_are_listed_separately(
    visitors: Visitors, screenshot: Screenshot
) -> None:
    page = visitors.open()
    page.locator("#game-status", has_text="Ready").wait_for()
    game = page.request.post("/api/games", data={"level": "beginner", "start": "opening"}).json()
    while game["result"] is None:
        body = {"steps": 1000, "version": game["version"]}
        game = page.request.post(f"/api/games/{game['id']}/ai", data=body).json()["game"]
    page.goto("/#/stats")
    expect(page.locator("#stats-body")).to_contain_text(
        "You have not finished any unassisted games yet. "
        "Select “Assisted” to see your assisted games."
    )
    page.goto("/")
    for _ in range(8):
        game = page.request.post("/api/games", data={"level": "5x5/5", "start": "safe"}).json()
        play_best_moves(page, game)
    page.goto("/#/stats")
    expect(page.locator("#stats-body tbody tr")).to_have_count(1)
    expect(page.locator("#stats-body tbody tr")).to_contain_text("5x5/5")
    expect(page.locator("#stats-body .chart").first).to_be_visible()
    screenshot(page, "statistics")
    page.get_by_role("button", name="Assisted", exact=True).click()
    expect(page.locator("#stats-body tbody tr")).to_contain_text("Beginner")
