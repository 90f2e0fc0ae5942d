"""Whether a board needs a guess, decided by counting every position: slow, without any shortcut."""

from sapper import Cell, Game, Rules, analyse


def needs_no_guess(rules: Rules, layout: frozenset[Cell], first: Cell) -> bool:
    """Whether certain cells alone lead from the first reveal to the end."""
    game = Game.from_layout(rules, layout)
    game.reveal(first)
    while not game.is_over:
        safe = analyse(game.view, on_limit="raise").safe
        if not safe:
            return False
        for cell in safe:
            if not game.is_over:  # the last cells may open along with one of the others
                game.reveal(cell)
    return game.status == "won"
