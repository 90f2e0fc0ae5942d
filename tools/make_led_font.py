#!/usr/bin/env python3
"""Generate the seven-segment font of the page's classic theme.

The result depends only on this script. Run it with `.venv/bin/python tools/make_led_font.py`.
"""

from pathlib import Path
from typing import Final

from fontTools.fontBuilder import FontBuilder
from fontTools.pens.ttGlyphPen import TTGlyphPen

TARGET: Final = Path(__file__).parent.parent / "src/sapper/web/static/led.woff"
UNITS, WIDTH, HEIGHT, THICK, GAP = 1000, 620, 1000, 120, 18
"""The units per em, and the advance width, height, segment thickness and segment gap."""

LEFT, RIGHT, MIDDLE = 60, WIDTH - 60, HEIGHT // 2
SEGMENTS: Final = {
    "0": "abcdef", "1": "bc", "2": "abged", "3": "abgcd", "4": "fgbc",
    "5": "afgcd", "6": "afgedc", "7": "abc", "8": "abcdefg", "9": "abcdfg", "-": "g",
}  # fmt: skip
"""The lit segments of each character: a to f clockwise from the top, then g in the middle."""


def horizontal(y: int) -> list[tuple[int, int]]:
    """Return the outline of a horizontal segment whose centre line is at `y`."""
    half, left, right = THICK // 2, LEFT + THICK // 2 + GAP, RIGHT - THICK // 2 - GAP
    return [
        (left, y), (left + half, y + half), (right - half, y + half),
        (right, y), (right - half, y - half), (left + half, y - half),
    ]  # fmt: skip


def vertical(x: int, bottom: int, top: int) -> list[tuple[int, int]]:
    """Return the outline of a vertical segment whose centre line is at `x`."""
    half, low, high = THICK // 2, bottom + GAP, top - GAP
    return [
        (x, low), (x - half, low + half), (x - half, high - half),
        (x, high), (x + half, high - half), (x + half, low + half),
    ]  # fmt: skip


def outlines() -> dict[str, list[list[tuple[int, int]]]]:
    """Return the outlines of every character."""
    half = THICK // 2
    left, right, top, bottom = LEFT + half, RIGHT - half, HEIGHT - half, half
    segments = {
        "a": horizontal(top),
        "b": vertical(right, MIDDLE, top),
        "c": vertical(right, bottom, MIDDLE),
        "d": horizontal(bottom),
        "e": vertical(left, bottom, MIDDLE),
        "f": vertical(left, MIDDLE, top),
        "g": horizontal(MIDDLE),
    }
    found = {char: [segments[name] for name in lit] for char, lit in SEGMENTS.items()}
    found[":"] = [_dot(y) for y in (280, 620)]
    found["."] = [_dot(0)]
    return found


def _dot(y: int) -> list[tuple[int, int]]:
    return [(60, y), (60, y + THICK), (60 + THICK, y + THICK), (60 + THICK, y)]


def main() -> None:
    """Write the font."""
    characters = outlines()
    names = {char: f"uni{ord(char):04X}" for char in characters}
    glyphs = {".notdef": TTGlyphPen(None).glyph()}
    for char, contours in characters.items():
        pen = TTGlyphPen(None)
        for contour in contours:
            pen.moveTo(contour[0])
            for point in contour[1:]:
                pen.lineTo(point)
            pen.closePath()
        glyphs[names[char]] = pen.glyph()
    widths = {names[char]: 240 if char in ":." else WIDTH for char in characters}
    builder = FontBuilder(UNITS, isTTF=True)
    builder.setupGlyphOrder(list(glyphs))
    builder.setupCharacterMap({ord(char): name for char, name in names.items()})
    builder.setupGlyf(glyphs)
    builder.setupHorizontalMetrics({name: (widths.get(name, WIDTH), 0) for name in glyphs})
    builder.setupHorizontalHeader(ascent=HEIGHT, descent=0)
    builder.setupNameTable({"familyName": "Sapper LED", "styleName": "Regular"})
    builder.setupOS2(sTypoAscender=HEIGHT, sTypoDescender=0, usWinAscent=HEIGHT, usWinDescent=0)
    builder.setupPost()
    # Fixed times make the file reproducible.
    builder.updateHead(created=0, modified=0)
    builder.font.recalcTimestamp = False
    builder.font.flavor = "woff"
    builder.save(TARGET)


if __name__ == "__main__":
    main()
