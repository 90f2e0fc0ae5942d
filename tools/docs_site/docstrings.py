"""A Griffe extension that prepares docstrings for Markdown."""

import re
from typing import Any

import griffe

_LITERAL = re.compile(r"::(?=\n\n +\S)")
_EXAMPLES = re.compile(r"^>>> .*(?:\n.+)*(?:\n\n>>> .*(?:\n.+)*)*", re.MULTILINE)


def to_markdown(text: str) -> str:
    r"""Convert a docstring to Markdown with fenced doctest examples and plain literal blocks.

    >>> to_markdown("Add.\n\n>>> 1 + 1\n2\n\n>>> 2 + 2\n4\n\nDone.")
    'Add.\n\n```pycon\n>>> 1 + 1\n2\n\n>>> 2 + 2\n4\n```\n\nDone.'
    """
    fenced = _EXAMPLES.sub(lambda match: f"```pycon\n{match[0]}\n```", text)
    return _LITERAL.sub(":", fenced)


class MarkdownDocstrings(griffe.Extension):
    """An extension that converts docstrings and drops attribute values that repeat the name."""

    def on_object(self, *, obj: griffe.Object, **_: Any) -> None:
        """Convert the docstring of an object and drop its value if it only repeats the name."""
        if obj.docstring is not None:
            obj.docstring.value = to_markdown(obj.docstring.value)
        if isinstance(obj, griffe.Attribute) and str(obj.value) == obj.name:
            obj.value = None

    def on_package(self, *, pkg: griffe.Module, **_: Any) -> None:
        """Convert the docstring of the top-level package, which `on_object` does not receive."""
        self.on_object(obj=pkg)
