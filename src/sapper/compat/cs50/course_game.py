"""The state of a CS50 course game, including the AI and its latest conclusions.

Each reveal opens a single cell, as in the CS50 AI course.
"""

from typing import Literal

from sapper.coach.proof_text import mines_text
from sapper.compat.cs50 import Minesweeper, MinesweeperAI, Sentence
from sapper.game.rules import Cell, Rules

Status = Literal["playing", "won", "lost"]


class CourseGame:
    """The board, the AI, the player's flags and the status message of one game."""

    def __init__(self, rules: Rules, *, total_mines: bool = False) -> None:
        """Start a game. If `total_mines` is true, the AI knows the board's mine count."""
        self.rules = rules
        self._total_mines = total_mines
        self.reset()

    def reset(self) -> None:
        """Start a game on a new board."""
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
        """The status of the game.

        The player wins by revealing all safe cells, or by flagging all mines and no other cells.
        """
        if self.exploded is not None:
            return "lost"
        all_revealed = len(self.revealed) == self.rules.cell_count - self.rules.mines
        return "won" if all_revealed or self.flags == self.board.mines else "playing"

    def sentences(self) -> list[Sentence]:
        """Return the AI's sentences, shortest first."""
        return sorted(self.ai.knowledge, key=lambda each: (len(each.cells), sorted(each.cells)))

    def flag(self, cell: Cell) -> None:
        """Toggle the flag on a hidden cell."""
        if self.status == "playing" and cell not in self.revealed:
            self.flags ^= {cell}
            self._check_win()

    def reveal(self, cell: Cell, *, description: str = "You revealed") -> None:
        """Reveal a cell that is neither revealed nor flagged, and pass its clue to the AI."""
        if self.status != "playing" or cell in self.revealed or cell in self.flags:
            return
        self.last = cell
        if self.board.is_mine(cell):
            self.exploded = cell
            self._clear_conclusions()
            self.message = f"{description} {cell}: a mine. You lost the game."
            return
        count = self.board.nearby_mines(cell)
        self.revealed[cell] = count
        self._update_ai(cell, count)
        self.message = (
            f"{description} {cell}: {mines_text(count)} around it. {self._conclusions_text()}"
        )
        self._check_win()

    def ai_move(self) -> None:
        """Reveal a safe cell for the AI, or a random cell if the AI knows no safe cell.

        If no cell is left to reveal, the AI flags all mines.
        """
        if self.status != "playing":
            return
        if (move := self.ai.make_safe_move()) is not None:
            self.flags.discard(move)
            self.reveal(move, description="Safe move")
        elif (move := self.ai.make_random_move()) is not None:
            self.flags.discard(move)
            self.reveal(move, description="No safe move is known. Random move")
        else:
            self.flags = self.ai.mines.copy()
            self.message = "No move is left, so the AI flags the mines."
            self._check_win()

    def _update_ai(self, cell: Cell, count: int) -> None:
        safes, mines = set(self.ai.safes), set(self.ai.mines)
        before = [Sentence(each.cells, each.count) for each in self.ai.knowledge]
        self.ai.add_knowledge(cell, count)
        self.new_safes = self.ai.safes - safes - {cell}
        self.new_mines = self.ai.mines - mines
        self.new_sentences = [each for each in self.ai.knowledge if each not in before]

    def _clear_conclusions(self) -> None:
        self.new_safes, self.new_mines, self.new_sentences = set(), set(), []

    def _conclusions_text(self) -> str:
        if not self.new_safes and not self.new_mines:
            return "No new conclusions."
        parts = []
        if self.new_safes:
            parts.append(f"{len(self.new_safes)} safe cell{'s' if len(self.new_safes) > 1 else ''}")
        if self.new_mines:
            parts.append(mines_text(len(self.new_mines)))
        return f"Learned: {' and '.join(parts)}."

    def _check_win(self) -> None:
        if self.status == "won":
            self.flags = set(self.board.mines)
            self.board.mines_found = set(self.board.mines)
            self.message = "All mines are found. You won the game!"
