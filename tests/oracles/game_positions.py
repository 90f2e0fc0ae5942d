"""Positions along seeded games on boards of many sizes, as input for the strategy oracles."""

import random
from collections.abc import Iterator
from typing import NamedTuple

from sapper import Game, Rules, View
from sapper.game.position_notation import AI_FLAG, FLAG, QUESTION
from sapper.game.rules import STARTS, Cell

SIZES = ("4x4/3", "5x4/4", "6x6/6", "1x9/2", "2x8/3", "8x8/8", "8x8/10", "7x5/9", "9x9/10")
_HIDDEN = 0xFF


class GamePosition(NamedTuple):
    """A position of an unfinished game, without marks."""

    view: View
    mines: frozenset[Cell]


def positions(count: int) -> Iterator[GamePosition]:
    """Yield positions along games with random safe reveals.

    In every fourth game, a reveal opens only one cell.
    """
    seed = 0
    while True:
        chance = random.Random(seed)
        rules = Rules.parse(SIZES[seed % len(SIZES)], start=chance.choice(STARTS))
        for position in _game_positions(rules, seed, chance):
            if count == 0:
                return
            count -= 1
            yield position
        seed += 1


def _game_positions(rules: Rules, seed: int, chance: random.Random) -> Iterator[GamePosition]:
    game = Game(rules, seed)
    game.reveal(chance.choice(list(rules.cells())))
    safe = [cell for cell in rules.cells() if cell not in game.layout]
    chance.shuffle(safe)
    if seed % 4 == 0:
        cells = bytearray([_HIDDEN]) * rules.cell_count
        for row, column in safe[:-1]:
            index = row * rules.width + column
            cells[index] = game.solution.cell_bytes[index]
            yield GamePosition(View(rules, bytes(cells)), game.layout)
        return
    for cell in safe:
        if game.is_over:
            return
        if game.view.clue(cell) is None:
            yield GamePosition(game.view, game.layout)
            game.reveal(cell)


def with_marks(position: GamePosition, seed: int) -> View:
    """Return the position's view with random correct flags, wrong flags and question marks."""
    chance = random.Random(seed)
    correct, wrong, question = chance.choice(
        [(0.5, 0.0, 0.1), (1.0, 0.0, 0.0), (0.0, 0.3, 0.1), (0.6, 0.2, 0.1), (1.0, 1.0, 0.0)]
    )
    view = position.view
    shown = bytearray(view.rules.cell_count)
    for index, cell in enumerate(view.rules.cells()):
        if view.clue(cell) is None:
            if chance.random() < (correct if cell in position.mines else wrong):
                shown[index] = chance.choice((FLAG, AI_FLAG))
            elif chance.random() < question:
                shown[index] = QUESTION
    return View(view.rules, view.cell_bytes, bytes(shown))
