r"""File formats for boards, positions and games, including third-party formats.

| name | extension | contents |
|---|---|---|
| `mbf` | .mbf | a board with the positions of its mines |
| `mine` | .mine | a position in the format used by a popular analyser |
| `position` | .txt | a position in Sapper's notation |
| `rawvf` | .rawvf | a game with its board and mouse events |
| `replay` | .replay | a game in Sapper's own format |

>>> print(convert(bytes([4, 2, 0, 1, 3, 0]), "position").decode(), end="")
4x2/1
..1*
..11
"""

from sapper.compat.formats.conversion import FORMATS, Contents, convert, read, read_game, write
from sapper.compat.formats.mbf import read_mbf, write_mbf
from sapper.compat.formats.mine_text import read_mine, write_mine
from sapper.compat.formats.rawvf_reader import read_rawvf
from sapper.compat.formats.rawvf_writer import write_rawvf

__all__ = [
    "FORMATS",
    "Contents",
    "convert",
    "read",
    "read_game",
    "read_mbf",
    "read_mine",
    "read_rawvf",
    "write",
    "write_mbf",
    "write_mine",
    "write_rawvf",
]
