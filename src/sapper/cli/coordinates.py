"""Cells as people type them; see `sapper.game.coordinates`."""

from sapper.game.coordinates import cell_name, row_letters, row_number, with_names

__all__ = ["cell_name", "row_letters", "row_number", "with_names"]
