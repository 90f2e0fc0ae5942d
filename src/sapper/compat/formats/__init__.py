r"""Boards, positions and games in files: Sapper's own formats and those of other programs.

| name | files | holds |
|---|---|---|
| `mbf` | .mbf | a board: where the mines are |
| `mine` | .mine | a position, as a popular analyser writes it |
| `position` | .txt | a position in Sapper's notation |
| `rawvf` | .rawvf | a game: the board and what the mouse did |
| `replay` | .replay | a game in Sapper's own words |

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
