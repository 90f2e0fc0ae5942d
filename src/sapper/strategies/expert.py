r"""The strongest player: two plies, traps and perfect endgames on top of exact odds.

What is certain is revealed, as by `exact`. Where nothing is, the safest cell is not always the
best. In

    5x4/5
    #####
    #1###
    #3###
    #####

360 layouts agree with the view, and best play wins 285 of them. So:

- When at most 400 layouts are left, the game is solved: every reveal, every clue that it may show,
  to the end.
- Before that, each promising cell is looked at one step further: for every clue that it may show,
  whether safe cells follow and how many, else how safe the next guess would be.
- A pair of cells of which one is a mine, and which nothing may ever tell apart, has to be guessed
  sooner or later. The likelier such a trap is, the more the cells around it gain.

`docs/concepts/guessing.md` explains it, `docs/research/expert.md` tells what was tried.
"""

from sapper.strategies.exact import Exact


class Expert(Exact):
    """Reveals what is certain, else the cell from which the game goes on best."""

    name = "expert"
    summary = "The strongest: exact odds, two plies, traps, perfect endgames."
    _policy = "expert"
