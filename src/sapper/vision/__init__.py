"""A reader for Minesweeper positions in screenshots of any program."""
