"""Large blocks of memory go back to the system, also after the first was freed."""

import subprocess
import sys

from server import NEEDS_THE_USUAL_MEMORY

PROGRAM = """
import ctypes, sys
from sapper.web.memory import give_back_large_blocks
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
    assert give_back_large_blocks()
libc.free(libc.malloc(2_000_000))
before = libc.mallinfo2().hblks
libc.malloc(2_000_000)
print(libc.mallinfo2().hblks - before)
"""


def blocks_from_the_system(how: str) -> int:
    """How many of one large block come from the system after another was freed."""
    result = subprocess.run(
        [sys.executable, "-c", PROGRAM, how], capture_output=True, text=True, check=True, timeout=60
    )
    return int(result.stdout)


@NEEDS_THE_USUAL_MEMORY
def test_a_large_block_comes_from_the_system_each_time() -> None:
    assert blocks_from_the_system("without") == 0  # what the C library does by itself
    assert blocks_from_the_system("with") == 1
