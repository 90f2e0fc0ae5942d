"""Readers of the golden files in tests/data, which the C++ tests share."""

from pathlib import Path

DATA = Path(__file__).parent.parent / "data"


def read_golden(name: str) -> list[tuple[list[str], list[str]]]:
    """Return the words before and after the colon of each line."""
    lines = (DATA / name).read_text(encoding="utf-8").splitlines()
    parts = [line.split(" :") for line in lines if not line.startswith("#")]
    return [(key.split(), values.split()) for key, values in parts]


def read_cell(text: str) -> tuple[int, int]:
    """Parse a cell written as row,column."""
    row, column = text.split(",")
    return int(row), int(column)
