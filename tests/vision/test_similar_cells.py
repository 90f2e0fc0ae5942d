"""Tests of the comparison of cells."""

import numpy as np

from sapper.vision.cell_classes import CLASSES
from sapper.vision.lattice import TILE, Picture
from sapper.vision.similar_cells import group_cells, pool


def tile(
    background: int | tuple[int, int, int], *, bevel: int | None = None, bar: int | None = None
) -> Picture:
    """Return a cell with an optional light edge and a dark vertical bar at a column."""
    cell = np.full((TILE, TILE, 3), background, np.uint8)
    if bevel is not None:
        cell[:4], cell[:, :4] = bevel, bevel
    if bar is not None:
        cell[6:18, bar : bar + 3] = 20
    return cell


def board(*tiles: Picture) -> Picture:
    """Return an image of cells in one row, repeated in two rows."""
    row = np.concatenate(tiles, 1)
    return np.concatenate([row, row])


def test_equal_cells_form_one_group_and_others_do_not() -> None:
    groups = group_cells(board(tile(200), tile(200), tile(160)), 2, 3)
    assert groups.tolist() == [[0, 0, 1], [0, 0, 1]]


def test_a_hidden_cell_with_a_bevel_does_not_look_like_an_empty_cell() -> None:
    groups = group_cells(board(tile(192), tile(192, bevel=255)), 2, 2)
    assert groups[0, 0] != groups[0, 1]


def test_misaligned_symbols_look_alike() -> None:
    groups = group_cells(board(tile(200, bar=10), tile(200, bar=11), tile(200)), 2, 3)
    assert groups[0, 0] == groups[0, 1] != groups[0, 2]


def test_equal_symbols_on_other_backgrounds_do_not_look_alike() -> None:
    groups = group_cells(board(tile((192, 192, 192), bar=10), tile((255, 150, 160), bar=10)), 2, 2)
    assert groups[0, 0] != groups[0, 1]


def test_other_cells_of_a_group_outvote_one_cell() -> None:
    clue, flag = CLASSES.index("1"), CLASSES.index("F")
    chances = np.full((1, 4, len(CLASSES)), 0.001, np.float32)
    chances[0, :3, clue] = 0.99
    chances[0, 3, [clue, flag]] = 0.1, 0.9
    pooled = pool(np.log(chances), np.zeros((1, 4), np.intp))
    assert pooled.argmax(2).tolist() == [[clue] * 4]
