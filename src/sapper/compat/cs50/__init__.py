"""The Minesweeper project of the CS50 AI course: its classes and its game window."""

import os

from sapper.compat.cs50.minesweeper import Minesweeper, MinesweeperAI, Sentence

# pygame prints a greeting to standard output, which is reserved for data.
os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")

__all__ = ["Minesweeper", "MinesweeperAI", "Sentence"]
