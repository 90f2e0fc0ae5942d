"""Rendering of a position as an RGB array, using only NumPy."""

from functools import cache
from typing import Final

import numpy as np
from numpy.typing import NDArray

from sapper.game import position_notation
from sapper.game.view import View

CELL: Final = 16
"""The side length of a cell in pixels."""

Image = NDArray[np.uint8]

_HIDDEN: Final = (92, 112, 142)
_LIGHT: Final = (132, 152, 184)
_OPEN: Final = (226, 231, 238)
_GRID: Final = (170, 178, 190)
_BLACK: Final = (20, 24, 30)
_RED: Final = (214, 60, 60)
_ORANGE: Final = (255, 159, 67)
_CLUES: Final = (_OPEN, (28, 95, 212), (24, 121, 78), (198, 42, 47), (91, 47, 196), (138, 59, 18),
                 (11, 122, 131), (34, 34, 34), (106, 106, 106))  # fmt: skip
# The bitmaps of the digits and symbols, with 5x7 pixels each. # is a set pixel.
_GLYPHS: Final = {
    "1": "..#.. .##.. ..#.. ..#.. ..#.. ..#.. .###.",
    "2": ".###. #...# ....# ...#. ..#.. .#... #####",
    "3": ".###. #...# ....# ..##. ....# #...# .###.",
    "4": "...#. ..##. .#.#. #..#. ##### ...#. ...#.",
    "5": "##### #.... ####. ....# ....# #...# .###.",
    "6": "..##. .#... #.... ####. #...# #...# .###.",
    "7": "##### ....# ...#. ..#.. ..#.. ..#.. ..#..",
    "8": ".###. #...# #...# .###. #...# #...# .###.",
    "F": ".##.. .#### .##.. .#... .#... .#... ###..",
    "?": ".###. #...# ....# ...#. ..#.. ..... ..#..",
    "*": "..#.. #.#.# .###. ##### .###. #.#.# ..#..",
}
_MARK_GLYPHS: Final = {
    position_notation.FLAG: ("F", _ORANGE),
    position_notation.AI_FLAG: ("F", _LIGHT),
    position_notation.QUESTION: ("?", _OPEN),
    position_notation.MINE: ("*", _BLACK),
    position_notation.EXPLODED: ("*", _BLACK),
}


def render_rgb(view: View) -> Image:
    """Return an image of the view as a uint8 array of shape (pixel rows, pixel columns, 3)."""
    image = np.empty((view.height * CELL, view.width * CELL, 3), dtype=np.uint8)
    cells = zip(view.cell_bytes, view.shown_bytes, strict=True)
    for number, (clue, shown) in enumerate(cells):
        row, column = divmod(number, view.width)
        image[row * CELL : (row + 1) * CELL, column * CELL : (column + 1) * CELL] = _tile(
            clue, shown
        )
    return image


@cache
def _tile(clue: int, shown: int) -> Image:
    tile = np.empty((CELL, CELL, 3), dtype=np.uint8)
    if clue <= 8:
        tile[:] = _OPEN
        tile[-1, :] = tile[:, -1] = _GRID
        if clue:
            _draw_glyph(tile, str(clue), _CLUES[clue])
    else:
        tile[:] = _RED if shown == position_notation.EXPLODED else _HIDDEN
        tile[0, :] = tile[:, 0] = _LIGHT
        tile[-1, :] = tile[:, -1] = _BLACK
        if shown:
            _draw_glyph(tile, *_MARK_GLYPHS[shown])
    tile.setflags(write=False)  # All images share the cached tile, so it must not be modified.
    return tile


def _draw_glyph(tile: Image, glyph: str, colour: tuple[int, int, int]) -> None:
    pattern = np.array([[pixel == "#" for pixel in row] for row in _GLYPHS[glyph].split()])
    # Each pixel is doubled in width to fill the cell.
    pattern = pattern.repeat(2, axis=1)
    top, left = (CELL - pattern.shape[0]) // 2, (CELL - pattern.shape[1]) // 2
    tile[top : top + pattern.shape[0], left : left + pattern.shape[1]][pattern] = colour
