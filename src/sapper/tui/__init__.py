"""The terminal user interface, built with Textual."""

import os

# Textual reads this variable when it is imported. Only changed cells are redrawn, so a high frame
# rate costs nothing while a game is idle. It shortens the delay between a key press and its result.
os.environ.setdefault("TEXTUAL_FPS", "120")
