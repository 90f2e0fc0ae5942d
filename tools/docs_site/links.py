"""Rewriting of links between pages from repository paths to site paths."""

import os
import re
from collections.abc import Callable, Iterator
from pathlib import PurePosixPath

# Matches a code span, or the target of a Markdown link, a Markdown image or an HTML attribute.
_TARGET = re.compile(
    r"(?P<code>(?P<ticks>`+)(?!`)(?:(?!\n\n).)*?(?<!`)(?P=ticks)(?!`))"
    r"|(?P<before>\]\(|\b(?:src|href)=\")(?P<target>[^\s)\"]+)",
    re.DOTALL,
)
_FENCE = re.compile(r"^\s*(`{3,}|~{3,})")


def rewrite_links(text: str, page: str, site_path: str, locate: Callable[[str], str]) -> str:
    """Return the text of a page with its relative links pointing to pages on the site.

    `page` is the path of the page in the repository, and `site_path` is its path on the site.
    `locate` maps a repository path to a site path.

    >>> rewrite_links("[play](docs/guide/play.md#keys)", "README.md", "readme.md",
    ...               lambda path: path.removeprefix("docs/"))
    '[play](guide/play.md#keys)'
    """
    folder = PurePosixPath(page).parent
    site_folder = PurePosixPath(site_path).parent

    def rewrite(match: re.Match[str]) -> str:
        if match["code"]:
            return match[0]
        path, mark, fragment = match["target"].partition("#")
        if not path or ":" in path or path.startswith("/"):
            return match[0]
        found = locate(os.path.normpath(folder / path))
        return f"{match['before']}{os.path.relpath(found, site_folder)}{mark}{fragment}"

    return "".join(
        part if is_code else _TARGET.sub(rewrite, part) for is_code, part in _split_fences(text)
    )


def _split_fences(text: str) -> Iterator[tuple[bool, str]]:
    """Yield (is_code, text) for each part of a page, where `is_code` marks fenced code blocks."""
    part: list[str] = []
    fence = ""
    for line in text.splitlines(keepends=True):
        match = _FENCE.match(line)
        if fence:
            part.append(line)
            if match and match[1].startswith(fence):
                yield True, "".join(part)
                part, fence = [], ""
        elif match:
            yield False, "".join(part)
            part, fence = [line], match[1]
        else:
            part.append(line)
    yield bool(fence), "".join(part)
