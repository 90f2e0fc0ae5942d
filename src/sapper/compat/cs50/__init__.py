"""Classes and a game window for the Minesweeper project in the CS50 AI course."""

import os

from sapper.compat.cs50.minesweeper import Minesweeper, MinesweeperAI, Sentence

# Without this variable, pygame prints a greeting to standard output, which is reserved for data.
os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")

__all__ = ["Minesweeper", "MinesweeperAI", "Sentence"]
