"""The pattern library: named arrangements of clues, defined in `content/patterns.txt`."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import Final

from sapper.coach.content_file import Block, Entry, load_content, parse_content
from sapper.errors import NotationError
from sapper.game.rules import Cell
from sapper.game.view import View, parse_view

_FILE: Final = "patterns.txt"
_KEYS: Final = (
    "pattern", "summary", "drawing", "premise", "reduced", "example", "reduced-example",
)  # fmt: skip
_DIGITS: Final = "12345678"
_LETTERS: Final = "ab"
_REQUIRED: Final = "#sm"
_SYMBOLS: Final = _DIGITS + _LETTERS + _REQUIRED + "?x."


@dataclass(frozen=True, slots=True)
class DrawnClue:
    """A clue in a drawing, with its position relative to the first clue of the drawing."""

    offset: Cell
    symbol: str
    required: frozenset[Cell]
    """The offsets of the undecided cells that the clue must touch."""
    allowed: frozenset[Cell]
    """The offsets of all undecided cells that the clue may touch, including the required cells."""


@dataclass(frozen=True, slots=True)
class Drawing:
    """The drawing of a pattern in one orientation."""

    clues: tuple[DrawnClue, ...]
    safe: frozenset[Cell]
    mines: frozenset[Cell]
    guesses: frozenset[Cell]
    """The cells of a forced 50/50, relative to the first of these cells."""


@dataclass(frozen=True, slots=True)
class Pattern:
    """A named pattern with its drawings in all orientations."""

    name: str
    summary: str
    drawings: tuple[Drawing, ...]
    uses_mine_count: bool
    allows_reduction: bool
    """True if known mines can be subtracted from the clues."""
    example: View
    reduced_example: View | None = None
    """A position in which the pattern appears after reduction, or None."""


@cache
def load_patterns() -> tuple[Pattern, ...]:
    """Return all patterns, from the most specific to the most general."""
    return tuple(parse_patterns(load_content(_FILE), _FILE))


@cache
def pattern_names() -> tuple[str, ...]:
    """Return the names of all patterns in library order."""
    return tuple(pattern.name for pattern in load_patterns())


def parse_patterns(text: str, file: str) -> Iterator[Pattern]:
    """Parse a pattern file. Raises ContentError with the line number if the file is malformed."""
    names: set[str] = set()
    for block in parse_content(text, file):
        block.check_keys(_KEYS)
        name = block.get("pattern")
        if not name.value or name.value in names:
            block.fail(name, f"a pattern needs a unique name, not {name.value!r}")
        names.add(name.value)
        yield _parse_pattern(block, name.value)


def _parse_pattern(block: Block, name: str) -> Pattern:
    premise, reduced = block.find("premise"), block.find("reduced")
    if premise is not None and premise.value != "mine count":
        block.fail(premise, f"the premise must be 'mine count', not {premise.value!r}")
    if reduced is not None and reduced.value != "no":
        block.fail(reduced, f"reduced must be 'no', not {reduced.value!r}")
    drawn = block.all("drawing")
    if not drawn and premise is None:
        block.fail(block.entries[0], "the block has no 'drawing' or 'premise'")
    drawings = dict.fromkeys(
        drawing for entry in drawn for drawing in _orientations(_parse_drawing(block, entry))
    )
    summary = block.get("summary").value
    example = _parse_example(block, block.get("example"))
    reduced_entry = block.find("reduced-example")
    return Pattern(
        name,
        summary,
        tuple(drawings),
        premise is not None,
        reduced is None,
        example,
        None if reduced_entry is None else _parse_example(block, reduced_entry),
    )


def _parse_example(block: Block, entry: Entry) -> View:
    try:
        return parse_view("\n".join(entry.body))
    except NotationError as error:
        block.fail(entry, f"invalid example: {error}", offset=error.line or 0)


def _parse_drawing(block: Block, entry: Entry) -> dict[Cell, str]:
    """Return the symbols of a drawing, keyed by row and column."""
    symbols = {}
    for row, line in enumerate(entry.body):
        for column, symbol in enumerate(line.split()):
            if symbol not in _SYMBOLS:
                block.fail(entry, f"unknown symbol {symbol!r} in a drawing", offset=row + 1)
            symbols[row, column] = symbol
    if not any(symbol in _DIGITS + _LETTERS + "x" for symbol in symbols.values()):
        block.fail(entry, "a drawing without clues")
    return symbols


def _orientations(symbols: dict[Cell, str]) -> Iterator[Drawing]:
    """Yield a drawing in all eight orientations."""
    for _ in range(2):
        symbols = {(row, -column): symbol for (row, column), symbol in symbols.items()}
        for _ in range(4):
            symbols = {(column, -row): symbol for (row, column), symbol in symbols.items()}
            yield _to_drawing(symbols)


def _to_drawing(symbols: dict[Cell, str]) -> Drawing:
    cells = sorted(symbols)
    clues = [cell for cell in cells if symbols[cell] in _DIGITS + _LETTERS]
    anchor = clues[0] if clues else next(cell for cell in cells if symbols[cell] == "x")

    def offsets(wanted: str, near: Cell | None = None) -> frozenset[Cell]:
        return frozenset(
            (row - anchor[0], column - anchor[1])
            for row, column in cells
            if symbols[row, column] in wanted
            and (near is None or max(abs(row - near[0]), abs(column - near[1])) == 1)
        )

    return Drawing(
        tuple(
            DrawnClue(
                (clue[0] - anchor[0], clue[1] - anchor[1]),
                symbols[clue],
                offsets(_REQUIRED, clue),
                offsets(_REQUIRED + "?", clue),
            )
            for clue in clues
        ),
        offsets("s"),
        offsets("m"),
        offsets("x"),
    )
