"""The reader of Minesweeper positions in pictures of any program."""
