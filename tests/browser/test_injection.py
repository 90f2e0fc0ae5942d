"""Text that would run as a script if the page inserted it as markup."""

from urllib.parse import quote

from playwright.sync_api import Page, expect

from tests.browser.conftest import Visitors

SCRIPT = "<img src=x onerror=\"document.title='taken over'\"><script>document.title='taken over'"


def assert_not_executed(page: Page) -> None:
    assert page.locator("img[src=x]").count() == 0
    assert "taken over" not in page.title()


def test_a_script_in_a_position_is_shown_as_text(visitors: Visitors) -> None:
    visitors.allowed_errors = "422"
    page = visitors.open("/#/analyse")
    page.fill("#position-text", f"3x1/1\n{SCRIPT}")
    page.click("#position-load")
    expect(page.locator("#analyser-text")).to_have_class("message error")
    assert_not_executed(page)


def test_a_script_in_a_file_is_shown_as_text(visitors: Visitors) -> None:
    visitors.allowed_errors = "422"
    page = visitors.open("/#/analyse")
    page.set_input_files(
        "input[type=file]",
        [{"name": f"{SCRIPT}.txt", "mimeType": "text/html", "buffer": SCRIPT.encode()}],
    )
    expect(page.locator("#analyser-text")).to_have_class("message error")
    assert_not_executed(page)


def test_a_script_in_a_url_is_not_run(visitors: Visitors) -> None:
    visitors.allowed_errors = "404|422"
    page = visitors.open("/")
    for section in ("analyse", "shared", "game", "nowhere"):
        for text in (SCRIPT, quote(SCRIPT, safe="")):
            page.evaluate("hash => { location.hash = hash; }", f"#/{section}/{text}")
            page.wait_for_timeout(100)
            assert_not_executed(page)


def test_a_script_in_the_settings_is_not_run(visitors: Visitors) -> None:
    page = visitors.open("/")
    # The first game creates the player's cookie.
    page.locator("#game-status", has_text="Ready").wait_for()
    page.evaluate(
        "settings => fetch('/api/settings', {method: 'PUT', body: JSON.stringify(settings),"
        " headers: {'Content-Type': 'application/json'}})",
        {"theme": SCRIPT, "setup": {"level": SCRIPT}, "strategy": SCRIPT, "name": SCRIPT},
    )
    page.reload()
    page.wait_for_load_state("networkidle")
    assert_not_executed(page)


def test_the_content_security_policy_blocks_an_injected_script(visitors: Visitors) -> None:
    visitors.allowed_errors = "Content Security Policy|Content-Security-Policy"
    page = visitors.open("/")
    page.evaluate(
        "() => { const script = document.createElement('script');"
        " script.textContent = 'document.title = \"taken over\"'; document.body.append(script); }"
    )
    assert_not_executed(page)
