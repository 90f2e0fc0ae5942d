"""Tests of readings that agree with the rules of the game."""

import numpy as np
from numpy.typing import NDArray

from sapper.vision.cell_classes import CLASSES
from sapper.vision.consistent_reading import Decoded, decode
from sapper.vision.similar_cells import Groups


def scores(rows: list[str], *, certainty: float = 0.97) -> NDArray[np.float32]:
    """Return log probabilities that favour the rows."""
    chances = np.full((len(rows), len(rows[0]), len(CLASSES)), (1 - certainty) / len(CLASSES))
    for r, row in enumerate(rows):
        for c, text in enumerate(row):
            chances[r, c, CLASSES.index(text)] = certainty
    return np.log(chances / chances.sum(2, keepdims=True)).astype(np.float32)


def single_cells(rows: list[str]) -> Groups:
    """Return groups in which no two cells look alike."""
    return np.arange(len(rows) * len(rows[0])).reshape(len(rows), len(rows[0]))


def texts(decoded: Decoded) -> list[str]:
    """Return the rows of a reading."""
    return ["".join(CLASSES[label] for label in row) for row in decoded.labels]


def test_a_consistent_reading_is_not_changed() -> None:
    rows = ["#1.", "#2.", "#1."]
    decoded = decode(scores(rows), single_cells(rows), 2)
    assert texts(decoded) == rows
    assert decoded.corrected == frozenset()
    assert decoded.conflict is None


def test_a_mine_is_not_shown_while_the_neighbours_of_clues_are_hidden() -> None:
    # The 2 needs a second mine among the hidden cells, so the game is not over.
    rows = ["####", "#2*#", "####", "####"]
    chances = np.exp(scores(rows))
    chances[1, 2, CLASSES.index("F")] = 0.2
    decoded = decode(np.log(chances).astype(np.float32), single_cells(rows), None)
    assert texts(decoded) == ["####", "#2F#", "####", "####"]
    assert decoded.corrected == {(1, 2)}


def test_mines_stay_when_all_of_them_are_shown() -> None:
    rows = ["*1..", "22..", "*1..", "11.."]
    decoded = decode(scores(rows), single_cells(rows), 2)
    assert texts(decoded) == rows


def test_a_flag_beside_a_satisfied_clue_of_a_lost_game_is_wrong() -> None:
    read = ["!1..", "F1..", "....", "...."]
    chances = np.exp(scores(read))
    chances[1, 0, CLASSES.index("X")] = 0.3
    decoded = decode(np.log(chances).astype(np.float32), single_cells(read), None)
    assert texts(decoded) == ["!1..", "X1..", "....", "...."]


def test_the_only_mine_that_looks_different_exploded() -> None:
    rows = ["*1..", "22..", "*1..", "22..", "*1..", "11.."]
    groups = single_cells(rows)
    groups[0, 0] = groups[4, 0]
    decoded = decode(scores(rows), groups, None)
    assert texts(decoded) == ["*1..", "22..", "!1..", "22..", "*1..", "11.."]
    assert decoded.corrected == {(2, 0)}


def test_an_exploded_mine_is_found_among_mines_on_two_shades() -> None:
    rows = ["*1..", "22..", "*1..", "22..", "*1..", "22..", "*1..", "22..", "*1..", "11.."]
    groups = single_cells(rows)
    groups[4, 0] = groups[0, 0]
    groups[6, 0] = groups[2, 0]
    decoded = decode(scores(rows), groups, None)
    assert texts(decoded) == [*rows[:8], "!1..", "11.."]


def test_mines_that_all_look_exploded_are_visible_mines() -> None:
    rows = ["!1..", "22..", "!1..", "22..", "!1..", "22..", "!1..", "11.."]
    decoded = decode(scores(rows, certainty=0.999), single_cells(rows), None)
    assert decoded.conflict is None
    assert texts(decoded) == [row.replace("!", "*") for row in rows]


def test_cells_that_look_alike_are_changed_together() -> None:
    # The network reads one shade of a checkerboard's empty cells as hidden.
    rows = ["#1....", "#1....", "11....", "......"]
    misread = [
        "".join("#" if text == "." and (r + c) % 2 else text for c, text in enumerate(row))
        for r, row in enumerate(rows)
    ]
    groups = single_cells(rows)
    chances = np.exp(scores(misread))
    for r, row in enumerate(misread):
        for c, text in enumerate(row):
            if text == "#" and rows[r][c] == ".":
                groups[r, c] = groups[0, 3]
                chances[r, c, CLASSES.index(".")] = 0.05
    decoded = decode(np.log(chances).astype(np.float32), groups, None)
    assert texts(decoded) == rows
    assert len(decoded.corrected) == sum(
        a != b
        for one, other in zip(rows, misread, strict=True)
        for a, b in zip(one, other, strict=True)
    )
