"""The game in a terminal, drawn by Textual; imported only when there is a terminal."""

import os

# Textual reads this when it is imported. It draws only what has changed, so more frames a second
# cost nothing while nobody plays, and a key waits less for the next one.
os.environ.setdefault("TEXTUAL_FPS", "120")
