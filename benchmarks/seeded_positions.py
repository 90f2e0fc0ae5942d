"""Reproducible benchmark positions, generated from seeds."""

from collections.abc import Iterable

from sapper import Cell, Game, Rules, View, analyse


def stuck_positions(
    rules: Rules, count: int, *, min_revealed: int, max_revealed: int, first_seed: int = 0
) -> list[View]:
    """Return stuck positions with `min_revealed` to `max_revealed` revealed cells.

    A position is stuck if no cell is certainly safe. Each seed gives at most one position, which is
    the first that matches. If a game is stuck too early, it continues with the least risky cell
    that is not a mine.
    """
    positions: list[View] = []
    seed = first_seed
    while len(positions) < count:
        view = _stuck_position(rules, seed, min_revealed, max_revealed)
        if view is not None:
            positions.append(view)
        seed += 1
    return positions


def positions_in_progress(rules: Rules, count: int, *, revealed: int) -> list[View]:
    """Return positions from games with consecutive seeds and at least `revealed` revealed cells."""
    games = (play_on(Game(rules, seed), until=revealed) for seed in range(count))
    return [game.view for game in games]


def _stuck_position(rules: Rules, seed: int, min_revealed: int, max_revealed: int) -> View | None:
    game = Game(rules, seed)
    game.reveal(rules.centre)
    while not game.is_over:
        odds = analyse(game.view)
        if odds.safe:
            _reveal(game, odds.safe)
            continue
        revealed = count_revealed(game)
        if revealed > max_revealed:
            return None
        if revealed >= min_revealed:
            return game.view
        _reveal(game, [least_risky(game)])
    return None


def play_on(game: Game, *, until: int) -> Game:
    """Reveal safe cells, or the least risky cell that is not a mine, until enough are revealed."""
    if game.status == "ready":
        game.reveal(game.rules.centre)
    while not game.is_over and count_revealed(game) < until:
        safe = analyse(game.view).safe
        for cell in sorted(safe) or [least_risky(game)]:
            _reveal(game, [cell])
            if game.is_over or count_revealed(game) >= until:
                break
    return game


def _reveal(game: Game, cells: Iterable[Cell]) -> None:
    for cell in cells:
        if not game.is_over:
            game.reveal(cell)


def count_revealed(game: Game) -> int:
    """Return the number of revealed cells."""
    return len(game.view.cell_bytes) - game.view.cell_bytes.count(0xFF)


def least_risky(game: Game) -> Cell:
    """Return the hidden cell with the lowest mine probability among those without a mine."""
    view, layout = game.view, game.layout
    risk = analyse(view).mine_probability.tolist()
    hidden = (cell for cell in game.rules.cells() if view.clue(cell) is None)
    return min(
        (c for c in hidden if c not in layout), key=lambda cell: (risk[cell[0]][cell[1]], cell)
    )
