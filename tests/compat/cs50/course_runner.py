"""A substitute for the course's pygame runner that reads clicks from a list.

The program follows the course's description and imports the student's `minesweeper` module. Clicks
are read as JSON from standard input: ["ai"], ["reset"], ["left", i, j] or ["right", i, j]. The
state after each click is printed as a line of JSON.
"""

import json
import sys

HEIGHT, WIDTH, MINES = 8, 8, 8


class Runner:
    def __init__(self) -> None:
        # The test creates this module.
        from minesweeper import Minesweeper, MinesweeperAI  # type: ignore[import-not-found]

        self.game = Minesweeper(height=HEIGHT, width=WIDTH, mines=MINES)
        self.ai = MinesweeperAI(height=HEIGHT, width=WIDTH)
        self.revealed: set[tuple[int, int]] = set()
        self.flags: set[tuple[int, int]] = set()
        self.lost = False

    def draw(self) -> list[str]:
        drawn = []
        for cell in ((i, j) for i in range(HEIGHT) for j in range(WIDTH)):
            if self.game.is_mine(cell) and self.lost:
                drawn.append("mine")
            elif cell in self.flags:
                drawn.append("flag")
            elif cell in self.revealed:
                drawn.append(str(self.game.nearby_mines(cell)))
        return drawn

    def click(self, what: str, cell: tuple[int, int] | None = None) -> None:
        if what == "reset":
            self.__init__()
        elif self.lost:
            return
        elif what == "ai":
            self.press_ai()
        elif what == "right" and cell not in self.revealed:
            self.flags ^= {cell}
        elif what == "left" and cell not in self.flags | self.revealed:
            self.make(cell)

    def press_ai(self) -> None:
        move = self.ai.make_safe_move()
        if move is None:
            move = self.ai.make_random_move()
        if move is None:
            self.flags = self.ai.mines.copy()
        else:
            self.make(move)

    def make(self, move: tuple[int, int]) -> None:
        if self.game.is_mine(move):
            self.lost = True
        else:
            nearby = self.game.nearby_mines(move)
            self.revealed.add(move)
            self.ai.add_knowledge(move, nearby)


def main() -> None:
    runner = Runner()
    for what, *cell in json.load(sys.stdin):
        runner.click(what, tuple(cell))
        state = {
            "lost": runner.lost,
            "won": runner.game.mines == runner.flags,
            "revealed": len(runner.revealed),
            "flags": len(runner.flags),
            "drawn": runner.draw(),
        }
        sys.stdout.write(json.dumps(state) + "\n")


if __name__ == "__main__":
    main()
