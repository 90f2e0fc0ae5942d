"""A parser for content files, which consist of text blocks that teachers can write by hand.

A block is a group of lines without a blank line between them. Each line has the form `key: value`.
Indented lines below a key are part of its entry, and a key may occur more than once. Lines that
start with a semicolon are comments. For example::

    pattern: 1-1
    summary: Two equal clues share all cells of the first one.
    drawing:
      1 1 .
      # # s
"""

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from importlib.resources import files
from typing import Final, NoReturn

from sapper.errors import ContentError, short_repr

_COMMENT: Final = ";"


@dataclass(frozen=True, slots=True)
class Entry:
    """A key, its value and the indented lines below it."""

    line: int
    """The one-based number of the line that contains the key."""
    key: str
    value: str
    body: tuple[str, ...]
    """The indented lines without their common indentation."""


@dataclass(frozen=True, slots=True)
class Block:
    """A group of entries between blank lines in a content file."""

    file: str
    entries: tuple[Entry, ...]

    @property
    def line(self) -> int:
        """The line number of the block's first line."""
        return self.entries[0].line

    def all(self, key: str) -> list[Entry]:
        """Return the entries with the given key."""
        return [entry for entry in self.entries if entry.key == key]

    def find(self, key: str) -> Entry | None:
        """Return the entry with the given key, or None if there is none.

        Raises ContentError if the key occurs more than once.
        """
        found = self.all(key)
        if len(found) > 1:
            self.fail(found[1], f"duplicate {key!r} in one block")
        return found[0] if found else None

    def get(self, key: str) -> Entry:
        """Return the entry with the given key.

        Raises ContentError unless there is exactly one such entry.
        """
        return self.find(key) or self.fail(self.entries[0], f"the block has no {key!r}")

    def check_keys(self, known: Collection[str]) -> None:
        """Raise ContentError if the block has an entry with an unknown key."""
        for entry in self.entries:
            if entry.key not in known:
                self.fail(entry, f"unknown key {short_repr(entry.key)}")

    def fail(self, entry: Entry, reason: str, *, offset: int = 0) -> NoReturn:
        """Raise ContentError for the line that is `offset` lines below an entry's key."""
        raise content_error(self.file, entry.line + offset, reason)


def content_error(file: str, line: int, reason: str) -> ContentError:
    """Return the error for an invalid line of a content file."""
    return ContentError(f"{file}, line {line}: {reason}", line=line)


def load_content(file: str) -> str:
    """Return the text of a content file in the package."""
    return files("sapper.coach").joinpath("content", file).read_text(encoding="utf-8")


def parse_content(text: str, file: str) -> Iterator[Block]:
    """Yield the blocks of a content file. Raises ContentError if a line is malformed."""
    entries: list[Entry] = []
    for number, line in enumerate(text.splitlines(), start=1):
        if line.startswith(_COMMENT):
            continue
        if not line.strip():
            if entries:
                yield Block(file, tuple(entries))
            entries = []
        elif line[0].isspace():
            if not entries:
                raise content_error(file, number, "the indented line has no key above it")
            last = entries.pop()
            entries.append(Entry(last.line, last.key, last.value, (*last.body, line.strip())))
        else:
            key, colon, value = line.partition(":")
            if not colon:
                raise content_error(file, number, f"expected 'key: value', not {short_repr(line)}")
            entries.append(Entry(number, key.strip(), value.strip(), ()))
    if entries:
        yield Block(file, tuple(entries))
