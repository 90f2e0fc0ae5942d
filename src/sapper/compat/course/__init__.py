"""The CS50 AI course's game in a window, with the knowledge of its AI beside the board."""

import os

# pygame greets every program on standard output, which is for data.
os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
