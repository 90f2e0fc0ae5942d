"""The geometry of a board, without a terminal."""

import pytest
from textual.geometry import Size

from sapper.tui.widgets.board_geometry import BoardGeometry


def fitted(width: int, height: int, size: tuple[int, int]) -> BoardGeometry:
    geometry = BoardGeometry(width, height)
    geometry.fit(Size(*size))
    return geometry


@pytest.mark.parametrize(
    ("size", "cell_size"),
    [((80, 30), (6, 3)), ((46, 22), (4, 2)), ((40, 12), (3, 1)), ((20, 10), (2, 1))],
)
def test_the_largest_cells_that_fit_are_used(
    size: tuple[int, int], cell_size: tuple[int, int]
) -> None:
    geometry = fitted(9, 9, size)
    assert (geometry.cell_width, geometry.cell_height) == cell_size
    assert geometry.page == (9, 9)


@pytest.mark.parametrize("size", [(80, 24), (30, 12), (200, 60)])
def test_the_centre_of_every_visible_cell_belongs_to_the_cell(size: tuple[int, int]) -> None:
    geometry = fitted(16, 16, size)
    for row in geometry.visible_rows:
        for column in geometry.visible_columns:
            assert geometry.cell_at(*geometry.centre_of((row, column))) == (row, column)


def test_coordinates_outside_the_board_belong_to_no_cell() -> None:
    geometry = fitted(9, 9, (20, 10))
    left, top = geometry.origin
    assert geometry.cell_at(left, top) == (0, 0)
    assert geometry.cell_at(left - 1, top) is None
    assert geometry.cell_at(left, top - 1) is None
    assert geometry.cell_at(left + 9 * 2, top) is None


def test_scrolling_shows_the_surroundings_of_a_cell() -> None:
    geometry = fitted(100, 100, (40, 20))
    assert geometry.scroll_to((50, 50))
    assert {48, 50, 52} <= set(geometry.visible_rows)
    assert {47, 50, 53} <= set(geometry.visible_columns)
    assert not geometry.scroll_to((50, 50))


def test_scrolling_stops_at_the_edges_of_the_board() -> None:
    geometry = fitted(100, 100, (40, 20))
    geometry.show_from(-5, 1000)
    assert geometry.visible_rows.start == 0
    assert geometry.visible_columns.stop == 100
    assert geometry.nearest_visible((99, 0)) == (
        geometry.visible_rows.stop - 3,
        geometry.visible_columns.start,
    )


def test_the_heights_of_all_cell_sizes_that_fit_a_width_are_listed() -> None:
    geometry = BoardGeometry(9, 9)
    assert geometry.width_for_cells() == 9 * 2 + 2
    assert geometry.heights_for_width(9 * 4 + 2) == [20, 10, 10]
    assert geometry.heights_for_width(10) == []
