"""Fuzz targets: functions that accept arbitrary bytes.

A SapperError is a valid outcome. Any other exception and any inconsistent result is a finding.
"""

import math
from collections.abc import Callable

from sapper import Budget, View, analyse, parse_view, read_replay, write_replay
from sapper.compat import formats
from sapper.errors import BudgetExceeded, InconsistentView, SapperError
from sapper.inference.analysis import Analysis
from tests.fuzz.small_targets import SMALL_TARGETS
from tests.oracles import reference_analysis

SMALL_BUDGET = Budget(seconds=0.05, states=2_000)
MAX_CELLS = 400
"""Size limit of the boards, because larger boards would slow the fuzzer down."""
MAX_REFERENCE_CELLS = 24
"""Size limit of the boards that are compared with the slow reference."""
SYMBOLS = "##########...11112223345678FfF?*!"


def fuzz_view(data: bytes) -> None:
    """Parse a position and check its analysis."""
    try:
        view = parse_view(data.decode("utf-8", errors="replace"))
    except SapperError:
        return
    assert parse_view(str(view)) == view
    check_analysis(view, data)


def fuzz_position(data: bytes) -> None:
    """Build a position from the bytes, usually a valid one, and check its analysis."""
    if len(data) < 4:
        return
    width, height = 1 + data[0] % 20, 1 + data[1] % 12
    cells = width * height
    symbols = [SYMBOLS[byte % len(SYMBOLS)] for byte in data[3:][:cells]]
    text = "".join(symbols).ljust(cells, "#")
    rows = [text[row * width :][:width] for row in range(height)]
    try:
        view = parse_view("\n".join([f"{width}x{height}/{data[2] % (cells + 1)}", *rows]))
    except SapperError:  # more mines shown than the board has
        return
    check_analysis(view, data)


def fuzz_replay(data: bytes) -> None:
    """Parse a replay, and check that it round-trips."""
    try:
        game = read_replay(data.decode("utf-8", errors="replace"))
    except SapperError:
        return
    again = read_replay(write_replay(game))
    assert again.view == game.view
    assert again.status == game.status


def fuzz_formats(data: bytes) -> None:
    """Read a file in every format, and check that it round-trips."""
    for name in [None, *formats.FORMATS]:
        try:
            contents = formats.read(data, name)
        except SapperError:
            continue
        again = formats.read(formats.write(contents, contents.format), contents.format)
        assert again.view == contents.view
        for other in formats.FORMATS:
            try:
                written = formats.write(contents, other)
            except SapperError:
                continue
            formats.read(written, other)


TARGETS: dict[str, Callable[[bytes], None]] = {
    "view": fuzz_view,
    "position": fuzz_position,
    "replay": fuzz_replay,
    "formats": fuzz_formats,
    **SMALL_TARGETS,
}


def check_analysis(view: View, data: bytes) -> None:
    """Analyse a view and check the invariants of the result."""
    if view.rules.cell_count > MAX_CELLS:
        return
    trust_flags = data[-1] % 4 == 0
    is_small = view.rules.cell_count <= MAX_REFERENCE_CELLS
    expected = reference_analysis.count_layouts(view, trust_flags=trust_flags) if is_small else None
    try:
        odds = analyse(view, budget=SMALL_BUDGET, trust_flags=trust_flags)
    except BudgetExceeded:
        return
    except InconsistentView as error:
        assert not expected, "a consistent view was rejected"
        is_clue = error.cell is None or view.clue(error.cell) is not None
        assert is_clue, "the cell of a contradiction is not a clue"
        return
    assert expected is None or odds.layouts == expected
    check_odds(odds)
    hidden = [cell for cell in view.rules.cells() if view.clue(cell) is None]
    if odds.exact and hidden:
        check_cell(odds, hidden[data[0] % len(hidden)])
        check_samples(odds, seed=data[-1])


def check_odds(odds: Analysis) -> None:
    """Check that probabilities are valid, add up to the mines and agree with certain cells."""
    probability = odds.mine_probability
    assert ((probability >= 0) & (probability <= 1)).all()
    assert math.isclose(probability.sum(), odds.view.mines, rel_tol=1e-6, abs_tol=1e-6)
    assert all(probability[cell] == 0 for cell in odds.safe)
    assert all(probability[cell] == 1 for cell in odds.mines)
    assert odds.best is None or odds.best not in odds.mines


def check_cell(odds: Analysis, cell: tuple[int, int]) -> None:
    """Check the clue distribution of a cell against the analysis of each outcome."""
    try:
        distribution = odds.clue_distribution(cell)
        assert math.isclose(sum(distribution), 1)
        assert math.isclose(
            distribution[9], odds.mine_probability[cell], rel_tol=1e-9, abs_tol=1e-12
        )
        shares = 0.0
        for clue, chance in enumerate(distribution[:9]):
            if not chance:
                continue
            after = odds.what_if(cell, clue)
            share = math.exp(after.log_layouts - odds.log_layouts)
            assert math.isclose(share, chance, rel_tol=1e-9)
            check_odds(after)
            shares += share
        assert math.isclose(shares + distribution[9], 1)
    except BudgetExceeded:
        return


def check_samples(odds: Analysis, *, seed: int) -> None:
    """Check that sampled layouts are consistent with the view."""
    view = odds.view
    for layout in odds.sample(2, seed):
        assert layout.sum() == view.mines
        for cell in view.rules.cells():
            clue = view.clue(cell)
            if clue is not None:
                assert not layout[cell]
                assert clue == sum(layout[other] for other in view.rules.neighbours(cell))
