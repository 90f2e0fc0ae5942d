"""Positions for benchmarks, made from seeds: the same everywhere."""

from collections.abc import Iterable

from sapper import Cell, Game, Rules, View, analyse


def stuck_positions(
    rules: Rules, count: int, *, fewest: int, most: int, first_seed: int = 0
) -> list[View]:
    """Play seeded games up to where nothing is certain and `fewest` to `most` cells are revealed.

    At earlier such places the least risky cell that is no mine is revealed. One position per seed,
    from the first place that fits; seeds without one are passed over.
    """
    positions: list[View] = []
    seed = first_seed
    while len(positions) < count:
        view = _stuck_position(rules, seed, fewest, most)
        if view is not None:
            positions.append(view)
        seed += 1
    return positions


def positions_in_progress(rules: Rules, count: int, *, revealed: int) -> list[View]:
    """Play seeded games until that many cells are revealed, stuck or not."""
    games = (play_on(Game(rules, seed), until=revealed) for seed in range(count))
    return [game.view for game in games]


def _stuck_position(rules: Rules, seed: int, fewest: int, most: int) -> View | None:
    game = Game(rules, seed)
    game.reveal(rules.centre)
    while not game.is_over:
        odds = analyse(game.view)
        if odds.safe:
            _reveal(game, odds.safe)
            continue
        revealed = count_revealed(game)
        if revealed > most:
            return None
        if revealed >= fewest:
            return game.view
        _reveal(game, [least_risky(game)])
    return None


def play_on(game: Game, *, until: int) -> Game:
    """Reveal what is certain, else the least risky cell that is no mine, up to so many cells."""
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
    """How many cells are revealed."""
    return len(game.view.cell_bytes) - game.view.cell_bytes.count(0xFF)


def least_risky(game: Game) -> Cell:
    """The hidden cell that looks least risky among those that really are no mines."""
    view, layout = game.view, game.layout
    risk = analyse(view).mine_probability.tolist()
    hidden = (cell for cell in game.rules.cells() if view.clue(cell) is None)
    return min(
        (c for c in hidden if c not in layout), key=lambda cell: (risk[cell[0]][cell[1]], cell)
    )
