"""The game in a terminal, drawn by Textual; imported only when there is a terminal."""
