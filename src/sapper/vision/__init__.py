"""Reading Minesweeper positions from pictures of any program."""
