import pytest

from tools.docs_site.links import rewrite_links


def rewrite(text: str, page: str = "docs/guide/play.md", site_path: str = "guide/play.md") -> str:
    places = {"README.md": "readme.md", "LICENSE": "source/LICENSE.md"}
    return rewrite_links(
        text, page, site_path, lambda path: places.get(path) or path.removeprefix("docs/")
    )


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("[rules](../reference/seeds.md)", "[rules](../reference/seeds.md)"),
        ("[tour](../../README.md)", "[tour](../readme.md)"),
        ("[tour](../../README.md#play)", "[tour](../readme.md#play)"),
        ("![board](../images/board.png)", "![board](../images/board.png)"),
        ('[tour](../../README.md "A tour")', '[tour](../readme.md "A tour")'),
        ('<a href="../../LICENSE">', '<a href="../source/LICENSE.md">'),
        ("[above](#keys)", "[above](#keys)"),
        ("[docs](https://example.org/README.md)", "[docs](https://example.org/README.md)"),
        ("[a `[0](1)` span](../../README.md)", "[a `[0](1)` span](../readme.md)"),
        ("``[a](../../README.md)``", "``[a](../../README.md)``"),
    ],
)
def test_a_link_is_rewritten_for_the_site(before: str, after: str) -> None:
    assert rewrite(before) == after


def test_links_of_a_page_at_the_root_lose_the_docs_folder() -> None:
    text = rewrite("[play](docs/guide/play.md)", page="README.md", site_path="readme.md")
    assert text == "[play](guide/play.md)"


def test_code_blocks_are_not_rewritten() -> None:
    text = "[a](../../README.md)\n```python\n[b](../../README.md)\n```\n[c](../../README.md)\n"
    assert rewrite(text) == (
        "[a](../readme.md)\n```python\n[b](../../README.md)\n```\n[c](../readme.md)\n"
    )


def test_a_code_block_ends_only_with_its_own_fence() -> None:
    text = "````text\n```\n[a](../../README.md)\n````\n"
    assert rewrite(text) == text
