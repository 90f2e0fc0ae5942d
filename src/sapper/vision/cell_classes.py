"""The classes that the cell network distinguishes."""

CLASSES = "#.12345678F?*!X "
"""The symbols of the classes. `X` is a wrong flag, and a space is an area outside the board."""
OUTSIDE = CLASSES.index(" ")
HIDDEN = CLASSES.index("#")
EMPTY = CLASSES.index(".")
