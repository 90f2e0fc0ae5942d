"""Text that would be a script, if the page made markup of it."""

from typing import Any
from urllib.parse import quote

from playwright.sync_api import Page, expect

SCRIPT = "<img src=x onerror=\"document.title='taken over'\"><script>document.title='taken over'"


def check_untouched(page: Page) -> None:
    assert page.locator("img[src=x]").count() == 0
    assert "taken over" not in page.title()


def test_a_script_in_a_position_is_shown_as_text(visits: Any) -> None:
    page = visits.open("/#/analyse")
    page.fill("#position-text", f"3x1/1\n{SCRIPT}")
    page.click("#position-load")
    expect(page.locator("#analyser-text")).to_have_class("message error")
    check_untouched(page)


def test_a_script_in_a_file_is_shown_as_text(visits: Any) -> None:
    page = visits.open("/#/analyse")
    page.set_input_files(
        "input[type=file]",
        [{"name": f"{SCRIPT}.txt", "mimeType": "text/html", "buffer": SCRIPT.encode()}],
    )
    expect(page.locator("#analyser-text")).to_have_class("message error")
    check_untouched(page)


def test_a_script_in_an_address_is_not_run(visits: Any) -> None:
    visits.may_fail = "404|422"
    page = visits.open("/")
    for where in ("analyse", "shared", "game", "nowhere"):
        for text in (SCRIPT, quote(SCRIPT, safe="")):
            page.evaluate("hash => { location.hash = hash; }", f"#/{where}/{text}")
            page.wait_for_timeout(100)
            check_untouched(page)


def test_a_script_in_the_settings_is_not_run(visits: Any) -> None:
    page = visits.open("/")
    page.locator("#game-status", has_text="Ready").wait_for()  # now the server knows the player
    page.evaluate(
        "settings => fetch('/api/settings', {method: 'PUT', body: JSON.stringify(settings),"
        " headers: {'Content-Type': 'application/json'}})",
        {"theme": SCRIPT, "setup": {"level": SCRIPT}, "strategy": SCRIPT, "name": SCRIPT},
    )
    page.reload()
    page.wait_for_load_state("networkidle")
    check_untouched(page)


def test_the_policy_stops_a_script_that_got_into_the_page(visits: Any) -> None:
    visits.may_fail = "Content Security Policy|Content-Security-Policy"
    page = visits.open("/")
    page.evaluate(
        "() => { const made = document.createElement('script');"
        " made.textContent = 'document.title = \"taken over\"'; document.body.append(made); }"
    )
    check_untouched(page)
