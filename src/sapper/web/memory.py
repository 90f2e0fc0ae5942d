"""Allocator settings that keep the memory use of a long-running server constant.

About every hundred thousand moves, Python rebuilds its table of interned strings, which occupies
about two megabytes. After the first rebuild, glibc would allocate such blocks on the heap instead
of mapping them. Large blocks leave holes in the heap, which made the process grow by two per cent.
"""

import ctypes
import sys
from typing import Final

_M_MMAP_THRESHOLD: Final = -3  # from <malloc.h>
_LARGE_BLOCK_BYTES: Final = 128 * 1024


def use_mmap_for_large_blocks() -> bool:
    """Make the C library return large blocks to the system; return whether this succeeded."""
    if sys.platform != "linux":
        return False
    mallopt = getattr(ctypes.CDLL(None), "mallopt", None)  # musl neither has nor needs mallopt
    return mallopt is not None and mallopt(_M_MMAP_THRESHOLD, _LARGE_BLOCK_BYTES) == 1
