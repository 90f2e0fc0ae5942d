"""Simulated players who solve puzzles: strategies whose performance varies from puzzle to puzzle.

The rungs of a ladder are strategies that overlook some of the clues, in order of strength. A
player's performance on a puzzle is the player's skill plus noise, and it decides which rung answers
the puzzle. Ratings of the Elo family assume the same kind of variation in human players.
"""

import random
from dataclasses import dataclass
from math import floor, log

from sapper.coach.puzzle_builder import Answer, Puzzle
from sapper.game import position_notation
from sapper.game.rules import Cell
from sapper.game.view import View
from sapper.strategies import get

_HIDDEN = position_notation.HIDDEN & 0xFF
_PATIENCE = 8
"""The maximum number of times that a player considers a position."""


@dataclass(frozen=True, slots=True)
class Rung:
    """A strategy that overlooks each clue with a probability.

    An overlooked cell counts as hidden, so every conclusion of the strategy stays correct, but a
    long argument is found less often than a short one.
    """

    strategy: str
    overlooks: float

    def __str__(self) -> str:
        return f"{self.strategy}, overlooks {self.overlooks:.0%}"

    def answer(self, puzzle: Puzzle, rng: random.Random) -> Answer:
        """Return this rung's answer to a puzzle."""
        view = puzzle.view
        hidden = [cell for cell in view.rules.cells() if view.clue(cell) is None]
        answers, risks = self._think(puzzle, hidden, rng)
        if puzzle.kind == "count":
            density = view.mines / len(hidden)
            return Answer(number=round(sum(risks.get(cell, density) for cell in puzzle.marked)))
        if answers:
            return Answer(rng.choice(answers))
        if puzzle.kind == "certain":
            return Answer()
        sign = -1 if puzzle.kind == "mine" else 1
        best = min((sign * risk for risk in risks.values()), default=0.0)
        return Answer(rng.choice([cell for cell in risks if sign * risks[cell] == best] or hidden))

    def solves(self, puzzle: Puzzle, rng: random.Random) -> bool:
        """Return whether this rung's answer to a puzzle is correct."""
        answer = self.answer(puzzle, rng)
        if puzzle.kind == "count":
            return answer.number == puzzle.number
        if answer.cell is None:
            return puzzle.kind == "certain" and not puzzle.answers
        return answer.cell in puzzle.answers

    def _think(
        self, puzzle: Puzzle, hidden: list[Cell], rng: random.Random
    ) -> tuple[list[Cell], dict[Cell, float]]:
        """Return the answers that the strategy finds, and the risks of the hidden cells.

        The strategy flags the mines that it finds. It reads an overlooked clue again once it has
        proved that the cell is safe, but it does so only a few times.
        """
        view = puzzle.view
        strategy = get(self.strategy)
        cells = bytearray(view.cell_bytes)
        for index, cell in enumerate(cells):
            if 0 < cell < 9 and rng.random() < self.overlooks:
                cells[index] = _HIDDEN
        flags = bytearray(len(cells))
        for _ in range(_PATIENCE):
            shown = flags if getattr(strategy, "uses_marks", False) else None
            advice = strategy.advise(View(view.rules, cells, shown))
            found = advice.mines if puzzle.kind == "mine" else advice.safe
            risks = {cell: advice.risks[cell] for cell in hidden if cell in advice.risks}
            answers = sorted(found.intersection(hidden))
            before = bytes(cells), bytes(flags)
            if overlooked := sorted(advice.safe.difference(hidden)):
                row, column = rng.choice(overlooked)
                cells[row * view.width + column] = view.cell_bytes[row * view.width + column]
            if shown is not None:
                for row, column in advice.mines:
                    flags[row * view.width + column] = position_notation.AI_FLAG
            if (answers and puzzle.kind != "count") or before == (cells, flags):
                break
        return answers, risks


LADDER = (
    Rung("random", 0.0),
    Rung("single-point", 0.96),
    Rung("single-point", 0.92),
    Rung("single-point", 0.85),
    Rung("single-point", 0.5),
    Rung("single-point", 0.0),
    Rung("pattern", 0.0),
    Rung("layered", 0.0),
    Rung("exact", 0.4),
    Rung("exact", 0.3),
    Rung("exact", 0.2),
    Rung("exact", 0.1),
    Rung("exact", 0.0),
)
"""The rungs in order of strength."""


@dataclass(frozen=True, slots=True)
class SimulatedPlayer:
    """A player whose performance varies around a skill, measured in rungs of the ladder."""

    skill: float

    def solves(self, puzzle: Puzzle, rng: random.Random) -> bool:
        """Return whether the player solves a puzzle."""
        chance = rng.uniform(1e-9, 1 - 1e-9)
        performance = self.skill + log(chance / (1 - chance))
        rung = min(max(floor(performance), 0), len(LADDER) - 1)
        return LADDER[rung].solves(puzzle, rng)
