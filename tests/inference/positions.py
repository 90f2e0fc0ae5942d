"""Reproducible test positions, generated from seeds."""

import random
from collections.abc import Callable, Collection

from sapper import Cell, Game, Rules, View
from sapper.game import position_notation
from tests.oracles import reference_analysis

MARKS = (position_notation.FLAG, position_notation.AI_FLAG, position_notation.QUESTION)


def random_position(rules: Rules, seed: int, reveals: int, *, flags: int = 0) -> View:
    """Return a running game of a seed after revealing random safe cells.

    `flags` random hidden cells, with or without a mine, get a flag of the player or the AI.
    """
    chance = random.Random(f"random_position {seed}")
    game = _start_game(rules, seed, chance)
    for _ in range(reveals - 1):
        _reveal_one(game, chance)
    hidden = [cell for cell in rules.cells() if game.view.clue(cell) is None]
    for cell in chance.sample(hidden, min(flags, len(hidden))):
        game.flag(cell, by=chance.choice(("player", "ai")))
    return game.view


def find_safe(view: View) -> Collection[Cell]:
    """Return all certainly safe cells."""
    return reference_analysis.analyse(view).safe


def stuck_position(
    rules: Rules,
    seed: int,
    *,
    guesses: int = 0,
    safe_cells: Callable[[View], Collection[Cell]] = find_safe,
) -> View:
    """Play the game of a seed until no cell is certainly safe.

    The first `guesses` stuck positions are continued with a random safe cell. A game that ends
    returns its last stuck position, or the untouched board if it was never stuck.
    """
    chance = random.Random(f"stuck_position {seed}")
    game = _start_game(rules, seed, chance)
    stuck = Game(rules, seed).view
    while not game.is_over:
        cells = sorted(safe_cells(game.view))
        if not cells:
            stuck = game.view
            if not guesses or not _reveal_one(game, chance):
                break
            guesses -= 1
        for cell in cells:
            if not game.is_over:
                game.reveal(cell)
    return stuck


def random_clues(
    width: int, height: int, seed: int, *, wrong: float = 0.0, marks: float = 0.0
) -> View:
    """Return a random layout with random cells revealed, without flood reveals.

    Each hidden cell gets a flag or a question mark with probability `marks`, and each mine is shown
    with about the same probability. With probability `wrong`, a clue, a shown mine or the mine
    count is replaced by a random value, which may make the view inconsistent.
    """
    chance = random.Random(f"random_clues {seed}")
    size = width * height
    mines = frozenset(chance.sample(range(size), chance.randint(0, size // 2)))
    rules = Rules(width=width, height=height, mines=len(mines), start="any")
    revealed = chance.uniform(0.1, 0.9)
    cells, shown = bytearray([position_notation.HIDDEN & 0xFF] * size), bytearray(size)
    for index, cell in enumerate(rules.cells()):
        if index not in mines and chance.random() < revealed:
            around = [row * width + column for row, column in rules.neighbours(cell)]
            is_wrong = chance.random() < wrong
            cells[index] = chance.randint(0, 8) if is_wrong else len(mines.intersection(around))
        elif chance.random() < marks:
            shown[index] = chance.choice(MARKS)
        elif chance.random() < marks and (index in mines or chance.random() < wrong):
            shown[index] = chance.choice((position_notation.MINE, position_notation.EXPLODED))
    if chance.random() < wrong:
        rules = Rules(width=width, height=height, mines=chance.randint(0, size), start="any")
    return View(rules, bytes(cells), bytes(shown))


def lattice(side: int, seed: int) -> View:
    """Return a board that shows every second cell of every second row, which is hard to count."""
    return _show(side, seed, lambda row, column, _: row % 2 == 1 and column % 2 == 1)


def checkerboard(side: int, seed: int) -> View:
    """Return a board that shows the clues on the black cells of a chessboard."""
    return _show(side, seed, lambda row, column, clue: (row + column) % 2 == 0 and clue > 0)


def _show(side: int, seed: int, shows: Callable[[int, int, int], bool]) -> View:
    game = Game(Rules(side, side, side * side // 5, start="any"), seed)
    game.reveal((0, 0))
    rows = [
        [clue if clue >= 0 and shows(r, c, clue) else -1 for c, clue in enumerate(row)]
        for r, row in enumerate(game.solution.cells.tolist())
    ]
    return View.from_array(rows, mines=game.rules.mines)


def _start_game(rules: Rules, seed: int, chance: random.Random) -> Game:
    """Return the game of a seed after a first reveal that did not end it."""
    cells = list(rules.cells())
    for first in chance.sample(cells, len(cells)):
        game = Game(rules, seed)
        game.reveal(first)
        if not game.is_over:
            return game
    # Every first reveal ends this game, so nothing is revealed.
    return Game(rules, seed)


def _reveal_one(game: Game, chance: random.Random) -> bool:
    """Reveal a random safe cell that does not end the game; return whether there was one."""
    view, layout = game.view, game.layout
    hidden = [c for c in game.rules.cells() if view.clue(c) is None and c not in layout]
    if not hidden:
        return False
    game.reveal(chance.choice(hidden))
    if game.is_over:
        game.undo()
        return False
    return True
