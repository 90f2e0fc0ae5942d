"""The CS50 AI course's Minesweeper project: its classes, and its game in a window."""

import os

from sapper.compat.cs50.minesweeper import Minesweeper, MinesweeperAI, Sentence

# pygame prints a greeting to standard output, which is reserved for data.
os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")

__all__ = ["Minesweeper", "MinesweeperAI", "Sentence"]
