"""Large memory blocks are always allocated from the operating system."""

import subprocess
import sys

from tests.server import NEEDS_STANDARD_ALLOCATOR

PROGRAM = """
import ctypes, sys
from sapper.web.memory_allocator import use_mmap_for_large_blocks
libc = ctypes.CDLL(None)
libc.malloc.restype = ctypes.c_void_p
libc.malloc.argtypes = [ctypes.c_size_t]
libc.free.argtypes = [ctypes.c_void_p]
class Info(ctypes.Structure):
    _fields_ = [(name, ctypes.c_size_t) for name in (
        "arena", "ordblks", "smblks", "hblks", "hblkhd", "usmblks", "fsmblks", "uordblks",
        "fordblks", "keepcost")]
libc.mallinfo2.restype = Info
if sys.argv[1] == "with":
    assert use_mmap_for_large_blocks()
libc.free(libc.malloc(2_000_000))
before = libc.mallinfo2().hblks
libc.malloc(2_000_000)
print(libc.mallinfo2().hblks - before)
"""


def mapped_blocks(mode: str) -> int:
    """Return how many blocks glibc maps for a large allocation after another one was freed."""
    result = subprocess.run(
        [sys.executable, "-c", PROGRAM, mode],
        capture_output=True,
        text=True,
        check=True,
        timeout=60,
    )
    return int(result.stdout)


@NEEDS_STANDARD_ALLOCATOR
def test_a_large_block_is_mapped_every_time() -> None:
    assert mapped_blocks("without") == 0  # the default of glibc
    assert mapped_blocks("with") == 1
