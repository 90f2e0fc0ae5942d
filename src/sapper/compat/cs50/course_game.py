"""One game of the course: the board, the AI at work on it, and what it has just learned.

A reveal opens one cell, as in the course. Nothing here draws: the window shows what this says.
"""

from typing import Literal

from sapper.compat.cs50 import Minesweeper, MinesweeperAI, Sentence
from sapper.game.rules import Cell, Rules

Status = Literal["playing", "won", "lost"]


class CourseGame:
    """A board, the AI, the player's flags, and one line that says what happened last."""

    def __init__(self, rules: Rules, *, total_mines: bool = False) -> None:
        """Begin a game. With `total_mines` the AI knows how many mines there are."""
        self.rules = rules
        self._total_mines = total_mines
        self.reset()

    def reset(self) -> None:
        """Begin another game on a new board."""
        rules = self.rules
        self.board = Minesweeper(height=rules.height, width=rules.width, mines=rules.mines)
        self.ai = MinesweeperAI(
            height=rules.height,
            width=rules.width,
            total_mines=rules.mines if self._total_mines else None,
        )
        self.revealed: dict[Cell, int] = {}
        self.flags: set[Cell] = set()
        self.exploded: Cell | None = None
        self.last: Cell | None = None
        self.new_safes: set[Cell] = set()
        self.new_mines: set[Cell] = set()
        self.new_sentences: list[Sentence] = []
        self.message = "Click a cell, or let the AI move."

    @property
    def status(self) -> Status:
        """Won: all mines are flagged and nothing else is, or every other cell is revealed."""
        if self.exploded is not None:
            return "lost"
        all_revealed = len(self.revealed) == self.rules.cell_count - self.rules.mines
        return "won" if all_revealed or self.flags == self.board.mines else "playing"

    def sentences(self) -> list[Sentence]:
        """Return the knowledge of the AI, short sentences first."""
        return sorted(self.ai.knowledge, key=lambda each: (len(each.cells), sorted(each.cells)))

    def flag(self, cell: Cell) -> None:
        """Set a flag on a hidden cell, or take it away."""
        if self.status == "playing" and cell not in self.revealed:
            self.flags ^= {cell}
            self._tell_end()

    def reveal(self, cell: Cell, *, why: str = "You revealed") -> None:
        """Reveal a cell that is neither revealed nor flagged; the AI learns from it."""
        if self.status != "playing" or cell in self.revealed or cell in self.flags:
            return
        self.last = cell
        if self.board.is_mine(cell):
            self.exploded = cell
            self._forget_news()
            self.message = f"{why} {cell}: a mine. The game is lost."
            return
        count = self.board.nearby_mines(cell)
        self.revealed[cell] = count
        self._learn(cell, count)
        self.message = f"{why} {cell}: {_mines(count)} around it. {self._news()}"
        self._tell_end()

    def ai_move(self) -> None:
        """Let the AI reveal a safe cell or else any; with nothing left it flags what it knows."""
        if self.status != "playing":
            return
        if (move := self.ai.make_safe_move()) is not None:
            self.flags.discard(move)
            self.reveal(move, why="Safe move")
        elif (move := self.ai.make_random_move()) is not None:
            self.flags.discard(move)
            self.reveal(move, why="No safe move is known. Random move")
        else:
            self.flags = self.ai.mines.copy()
            self.message = "No move is left: the AI flags the mines."
            self._tell_end()

    def _learn(self, cell: Cell, count: int) -> None:
        safes, mines = set(self.ai.safes), set(self.ai.mines)
        before = [Sentence(each.cells, each.count) for each in self.ai.knowledge]
        self.ai.add_knowledge(cell, count)
        self.new_safes = self.ai.safes - safes - {cell}
        self.new_mines = self.ai.mines - mines
        self.new_sentences = [each for each in self.ai.knowledge if each not in before]

    def _forget_news(self) -> None:
        self.new_safes, self.new_mines, self.new_sentences = set(), set(), []

    def _news(self) -> str:
        if not self.new_safes and not self.new_mines:
            return "Nothing new is certain."
        parts = []
        if self.new_safes:
            parts.append(f"{len(self.new_safes)} safe")
        if self.new_mines:
            parts.append(_mines(len(self.new_mines)))
        return f"Learned: {' and '.join(parts)}."

    def _tell_end(self) -> None:
        if self.status == "won":
            self.flags = set(self.board.mines)
            self.board.mines_found = set(self.board.mines)
            self.message = "All mines are found. The game is won!"


def _mines(count: int) -> str:
    return "1 mine" if count == 1 else f"{count} mines" if count else "no mines"
