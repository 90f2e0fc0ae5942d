"""The pattern library on the page: boards, steps, forms and links."""

from playwright.sync_api import expect

from tests.browser.conftest import Screenshot, Visitors


def test_a_pattern_is_proved_step_by_step_in_each_form(
    visitors: Visitors, screenshot: Screenshot
) -> None:
    page = visitors.open("/#/learn")
    page.click("text=Look up a pattern")
    expect(page.locator("#pattern-list a")).to_have_count(14)
    page.click("#pattern-list >> text='1-2-1'")
    expect(page.locator("#pattern-name")).to_have_text("1-2-1")
    expect(page.locator("#pattern-text")).to_have_text(
        "The pattern decides 1 safe cell and 2 mines."
    )
    screenshot(page, "pattern")
    page.click("#pattern-next")
    expect(page.locator("#pattern-step")).to_have_text("Step 1 of 6")
    expect(page.locator("#pattern-text")).to_contain_text("The 1 at A2 has 2 hidden neighbours")
    page.click("#pattern-forms >> text=Reduced")
    expect(page.locator("#pattern-text")).to_have_text(
        "The pattern decides 2 safe cells and 2 mines."
    )
    page.set_viewport_size({"width": 390, "height": 844})
    screenshot(page, "pattern-phone")
    page.click("#pattern-puzzles")
    expect(page.locator("#puzzle-theme")).to_have_value("1-2-1")


def test_the_link_of_a_name_with_special_characters_opens_its_pattern(visitors: Visitors) -> None:
    for name, link in (("50/50 pair", "50%2F50%20pair"), ("1-2+", "1-2%2B")):
        page = visitors.open(f"/#/patterns/{link}")
        expect(page.locator("#pattern-name")).to_have_text(name)


def test_a_pattern_shows_the_mine_count_that_its_proof_may_need(visitors: Visitors) -> None:
    page = visitors.open("/#/patterns/mine%20count")
    expect(page.locator("#pattern-mines")).to_have_text("1 mine on the board.")
