"""A slow reference solver that decides with a full analysis whether a board requires guessing."""

from sapper import Cell, Game, Rules, analyse


def is_solvable(rules: Rules, layout: frozenset[Cell], first: Cell) -> bool:
    """Check whether revealing certain cells alone wins the game."""
    game = Game.from_layout(rules, layout)
    game.reveal(first)
    while not game.is_over:
        safe = analyse(game.view, on_limit="raise").safe
        if not safe:
            return False
        for cell in safe:
            if not game.is_over:  # an earlier reveal may open the last cells
                game.reveal(cell)
    return game.status == "won"
