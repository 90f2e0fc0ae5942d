"""The `scan` function, which reads a position from an image and returns a `Scan`."""

import contextlib
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from sapper.errors import (
    BudgetExceeded,
    InconsistentView,
    InvalidRules,
    NotationError,
    PictureError,
)
from sapper.extras import requires_extra
from sapper.game.cell_names import cell_name
from sapper.game.rules import Cell
from sapper.game.view import View, parse_view
from sapper.inference.analysis import analyse

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from sapper.vision.board_choice import FoundBoard
    from sapper.vision.lattice import Picture

# The mine counts of common programs, by width and height.
_STANDARD_MINES = {
    (9, 9): 10,
    (16, 16): 40,
    (30, 16): 99,
    (16, 30): 99,
    (10, 8): 10,
    (18, 14): 40,
    (24, 20): 99,
}
_MIN_DENSITY, _MAX_DENSITY = 0.04, 0.45  # The range of mine densities on typical boards.
_MIN_CONFIDENCE = 0.55  # The minimum mean confidence over all cells.
_CLEAR = 0.97  # The mean confidence below which a board may be an artefact of a tilted image.
_MIN_RIVAL = 0.5  # The minimum score of another board relative to the best board.
_DOUBTFUL = 0.9  # The confidence below which a cell counts as doubtful.


@dataclass(frozen=True)
class Scan:
    """A position read from an image."""

    rows: tuple[str, ...]
    """The rows in position notation, with `X` for a wrong flag."""
    mines: int | None
    """The number of mines, or None if the image does not show it."""
    confidence: float
    """The probability that all cells were read correctly, according to the network."""
    doubtful: tuple[Cell, ...]
    """The cells that may be wrong, in row-major order."""
    alternatives: tuple[str, ...]
    """The second most probable symbol for each doubtful cell."""
    corrected: tuple[Cell, ...]
    """The cells whose most probable reading contradicted the rules, in row-major order."""
    box: tuple[float, float, float, float]
    """The left edge, top edge, width and height of the board in pixels."""

    @property
    def width(self) -> int:
        """The number of columns of the board."""
        return len(self.rows[0])

    @property
    def height(self) -> int:
        """The number of rows of the board."""
        return len(self.rows)

    @property
    def text(self) -> str:
        """The position in text notation, with `?` for an unknown mine count."""
        mines = "?" if self.mines is None else self.mines
        return "\n".join([f"{self.width}x{self.height}/{mines}", *self.rows])

    def view(self, mines: int | None = None) -> View:
        """Return the position as a view. Raises PictureError if the mine count is unknown."""
        count = self.mines if mines is None else mines
        if count is None:
            raise PictureError(
                f"the image does not show the number of mines on this "
                f"{self.width}x{self.height} board",
                hint="pass the number of mines",
                field="mines",
            )
        rows = [row.replace("X", "#") for row in self.rows]
        return parse_view("\n".join([f"{self.width}x{self.height}/{count}", *rows]))

    def to_json(self) -> dict[str, Any]:
        """Return the scan as a JSON object."""
        return {
            "width": self.width,
            "height": self.height,
            "mines": self.mines,
            "rows": list(self.rows),
            "confidence": round(self.confidence, 4),
            "doubtful": [list(cell) for cell in self.doubtful],
            "alternatives": list(self.alternatives),
            "corrected": [list(cell) for cell in self.corrected],
            "box": [round(each, 2) for each in self.box],
        }


def scan(image: Any, *, mines: int | None = None) -> Scan:
    """Read a Minesweeper position from an image.

    `image` is a path, the contents of an image file, a Pillow image or an RGB array. If `mines` is
    given, the mine count is not read from the image. Raises PictureError if the image cannot be
    decoded, does not show exactly one board, or has no consistent reading.
    """
    with requires_extra("vision", "reading images"):
        import cv2
        import PIL  # noqa: F401
        from threadpoolctl import threadpool_limits
    threads = cv2.getNumThreads()
    cv2.setNumThreads(1)
    try:
        # The matrices are so small that additional threads would only wait for each other.
        with threadpool_limits(1, user_api="blas"):
            return _scan(image, mines)
    finally:
        cv2.setNumThreads(threads)


def _scan(image: Any, mines: int | None) -> Scan:
    from sapper.vision.board_choice import find_boards
    from sapper.vision.picture_defects import is_tilted
    from sapper.vision.picture_file import load_picture

    picture, factor = load_picture(image)
    search = find_boards(picture)
    boards = [board for board in search.boards if board.confidence >= _MIN_CONFIDENCE]
    if not boards:
        raise _tilted() if is_tilted(picture) else _no_board(is_complete=search.is_complete)
    best = boards[0]
    if best.confidence < _CLEAR and is_tilted(picture):
        raise _tilted()
    rivals = []
    for other in boards[1:]:
        is_rival = other.score > _MIN_RIVAL * best.score
        if _overlap(best, other):
            if is_rival:
                rivals.append(other)
        # A clear board counts however small it is. Tables and icons are less clear.
        elif is_rival or other.confidence > _CLEAR:
            raise PictureError(
                f"the image shows two boards: {best.columns}x{best.rows} and "
                f"{other.columns}x{other.rows}",
                hint="crop the image to one board",
            )
    return _read_best(picture, [best, *rivals], factor, mines)


def _read_best(
    picture: "Picture", boards: list["FoundBoard"], factor: int, mines: int | None
) -> Scan:
    """Return the first consistent reading of overlapping boards, which are tried best first.

    If no board has a consistent reading, the error describes the first board.
    """
    first, *others = boards
    try:
        return _read(picture, first, factor, mines)
    except PictureError as error:
        if error.cell is None:  # The board is cut off.
            raise
        for board in others:
            with contextlib.suppress(PictureError):
                return _read(picture, board, factor, mines)
        raise


def _no_board(*, is_complete: bool) -> PictureError:
    """Return the error for an image in which no board was found."""
    if not is_complete:
        return PictureError(
            "no board found before the search reached its time limit",
            hint="crop the image to the board",
        )
    return PictureError(
        "no board found in the image",
        hint="crop the image to the board; its cells must be at least 8 pixels wide",
    )


def _tilted() -> PictureError:
    return PictureError(
        "no upright board found: the image is tilted",
        hint="take a screenshot, or rotate the image until the rows are level",
    )


def _overlap(a: "FoundBoard", b: "FoundBoard") -> bool:
    ax, ay, aw, ah = a.box
    bx, by, bw, bh = b.box
    return ax < bx + bw and bx < ax + aw and ay < by + bh and by < ay + ah


def _read(picture: "Picture", board: "FoundBoard", factor: int, mines: int | None) -> Scan:
    import numpy as np

    from sapper.vision.cell_classes import CLASSES
    from sapper.vision.consistent_reading import decode
    from sapper.vision.lattice import warp
    from sapper.vision.mine_counter import read_counter
    from sapper.vision.picture_defects import cut_edge
    from sapper.vision.similar_cells import group_cells, pool

    size = (board.columns, board.rows)
    if edge := cut_edge(picture, board.lattice, rows=board.rows, columns=board.columns):
        raise PictureError(
            f"the board is cut off at the {edge} edge of the image",
            hint="use an image that shows the whole board",
            size=size,
        )
    pixels = warp(picture, board.lattice, rows=board.rows, columns=board.columns)
    groups = group_cells(pixels, board.rows, board.columns)
    scores = pool(np.log(np.maximum(board.chances, 1e-6)), groups)
    decoded = decode(scores, groups, mines)
    if decoded.conflict is not None:
        raise PictureError(
            f"inconsistent clues: the clue at {cell_name(decoded.conflict)} contradicts "
            f"its neighbours",
            hint="use a sharper image, or crop it to the board",
            cell=decoded.conflict,
            size=size,
        )
    chances = np.exp(scores)
    rows, columns = np.indices(decoded.labels.shape)
    chosen = chances[rows, columns, decoded.labels] / chances[:, :, :-1].sum(2)
    doubtful = {(int(row), int(column)) for row, column in np.argwhere(chosen < _DOUBTFUL)}
    texts = tuple("".join(CLASSES[label] for label in row) for row in decoded.labels)
    lattice = board.lattice
    to_check = sorted(doubtful | decoded.corrected)
    counter = read_counter(picture, board.box, lattice.step_x)
    return Scan(
        rows=texts,
        mines=mines if mines is not None else _mine_count(texts, counter),
        confidence=float(np.prod(chosen.astype(np.float64))),
        doubtful=tuple(to_check),
        alternatives=tuple(
            CLASSES[_second(scores[cell], int(decoded.labels[cell]))] for cell in to_check
        ),
        corrected=tuple(sorted(decoded.corrected)),
        box=(
            lattice.left * factor,
            lattice.top * factor,
            lattice.step_x * board.columns * factor,
            lattice.step_y * board.rows * factor,
        ),
    )


def _second(scores: "NDArray[np.float32]", chosen: int) -> int:
    """Return a cell's most probable class on the board, excluding the chosen class."""
    return next(int(label) for label in scores[:-1].argsort()[::-1] if label != chosen)


def _mine_count(rows: tuple[str, ...], counter: int | None) -> int | None:
    """Return the mine count implied by the cells, counter and board size, or None if unclear.

    `counter` is the number of mines minus the number of flags. A counter that contradicts the rules
    is ignored. If the counter contradicts the standard mine count for the board size, the result is
    None.
    """
    text = "".join(rows)
    marked = sum(text.count(symbol) for symbol in "F*!")
    if "*" in text or not set(text) & set("#?"):  # All mines are visible or flagged.
        return marked
    standard = _STANDARD_MINES.get((len(rows[0]), len(rows)))
    if standard is not None and standard < marked:
        standard = None
    if counter is None:
        return standard
    counted = counter + text.count("F") + text.count("X")
    if not _is_possible(rows, counted):
        return standard
    return counted if standard in {None, counted} else None


def _is_possible(rows: tuple[str, ...], mines: int) -> bool:
    """Return whether a mine count is plausible for the board size and consistent with the clues."""
    cells = len(rows) * len(rows[0])
    if not _MIN_DENSITY * cells <= mines <= _MAX_DENSITY * cells:
        return False
    lines = [row.replace("X", "#") for row in rows]
    try:
        analyse(parse_view("\n".join([f"{len(rows[0])}x{len(rows)}/{mines}", *lines])))
    except (InconsistentView, NotationError, InvalidRules):
        return False
    except BudgetExceeded:
        pass  # No evidence contradicts the mine count.
    return True
