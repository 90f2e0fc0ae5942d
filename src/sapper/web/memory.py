"""Keeps the memory of a server that runs for weeks where it was after the first minutes.

Python rebuilds its table of names, two megabytes, every hundred thousand moves or so. After the
first time the C library of Linux takes such blocks from its heap instead of from the system, where
they leave holes: the process grew by two per cent and looked as if it leaked.
"""

import ctypes
import sys
from typing import Final

_M_MMAP_THRESHOLD: Final = -3  # of <malloc.h>
_LARGE_BLOCK: Final = 128 * 1024


def give_back_large_blocks() -> bool:
    """Let large blocks always go back to the system; return whether the C library can do so."""
    if sys.platform != "linux":
        return False
    mallopt = getattr(ctypes.CDLL(None), "mallopt", None)  # musl has none, and needs none
    return mallopt is not None and mallopt(_M_MMAP_THRESHOLD, _LARGE_BLOCK) == 1
