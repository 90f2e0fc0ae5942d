"""Allocator settings that keep a long-running server's memory use constant.

About once every 100,000 moves, Python rebuilds its two-megabyte table of interned strings. After
the first rebuild, glibc would by default allocate two-megabyte blocks on the heap instead of using
mmap. Once freed, these blocks would fragment the heap and increase memory use by about 2%.
"""

import ctypes
import sys
from typing import Final

_M_MMAP_THRESHOLD: Final = -3  # The constant is defined in <malloc.h>.
_LARGE_BLOCK_BYTES: Final = 128 * 1024


def use_mmap_for_large_blocks() -> bool:
    """Make the C library allocate large blocks with mmap. Return True on success."""
    if sys.platform != "linux":
        return False
    # The musl library neither has nor needs mallopt.
    mallopt = getattr(ctypes.CDLL(None), "mallopt", None)
    return mallopt is not None and mallopt(_M_MMAP_THRESHOLD, _LARGE_BLOCK_BYTES) == 1
