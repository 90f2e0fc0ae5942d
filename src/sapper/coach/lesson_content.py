"""Lessons, read from the Markdown files in `sapper/coach/lessons`.

A lesson file begins with `# ` and the title, followed by a summary. Each step begins with `## ` and
a heading, followed by an explanation, a fenced board and the text that is shown after success.
Steps whose headings begin with "Test" form the test at the end of the lesson. The opening fence
names the goal, optionally followed by the cells to which the goal applies::

    ```reveal B3
    F1oo
    11o*
    ```

The board shows every cell. `*` is a hidden mine, `F` is a flagged mine, `o` is a hidden safe cell,
and `.` or a digit is a revealed cell.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from importlib import resources
from typing import Final, Literal, NoReturn, get_args

from sapper.errors import ContentError, NotFound, short_repr
from sapper.game.cell_names import cell_name, parse_cell_name
from sapper.game.game import Game
from sapper.game.rules import Cell, Rules
from sapper.game.view import View
from sapper.game.wording import counted

Goal = Literal["reveal", "flag", "chord", "clear", "guess"]
GOALS: Final[tuple[Goal, ...]] = get_args(Goal)

_SYMBOLS: Final = frozenset("*Fo.12345678")
_FENCE: Final = "```"
_TEST: Final = "Test"
_FILE_NAME: Final = re.compile(r"\d\d-([a-z0-9-]+)\.md")


@dataclass(frozen=True, slots=True)
class Step:
    """A lesson step: an explanation and a board with a goal."""

    heading: str
    text: str
    goal: Goal
    """The goal of the step: `reveal` the provably safe cells, `flag` the provable mines, make a
    `chord`, `clear` the board, or `guess` the least risky cell."""
    cells: frozenset[Cell]
    """The cells to which the goal applies, or an empty set if it applies to all suitable cells."""
    rows: tuple[str, ...]
    """The rows of the complete board, including its mines."""
    success: str
    """The text that is shown when the goal is reached."""

    @property
    def is_test(self) -> bool:
        """True if the step belongs to the test at the end of the lesson."""
        return self.heading.startswith(_TEST)

    def start_game(self) -> Game:
        """Return a new game in the step's initial position."""
        mines = self._cells_with("*F")
        rules = Rules(width=len(self.rows[0]), height=len(self.rows), mines=len(mines))
        game = Game.from_layout(rules, mines)
        for cell in self._cells_with(".12345678"):
            game.reveal(cell)
        for cell in self._cells_with("F"):
            game.flag(cell)
        return game

    @property
    def view(self) -> View:
        """The position at the start of the step."""
        return self.start_game().view

    def _cells_with(self, symbols: str) -> list[Cell]:
        return [
            (row, column)
            for row, line in enumerate(self.rows)
            for column, symbol in enumerate(line)
            if symbol in symbols
        ]


@dataclass(frozen=True, slots=True)
class Lesson:
    """A short interactive lesson."""

    id: str
    title: str
    summary: str
    steps: tuple[Step, ...]


@cache
def all_lessons() -> tuple[Lesson, ...]:
    """Return the lessons in teaching order.

    Raises ContentError if a lesson file is malformed.
    """
    files = sorted(
        (file for file in resources.files(__package__).joinpath("lessons").iterdir()),
        key=lambda file: file.name,
    )
    return tuple(
        parse_lesson(match[1], file.read_text("utf-8"), name=file.name)
        for file in files
        if (match := _FILE_NAME.fullmatch(file.name))
    )


def find_lesson(lesson_id: str) -> Lesson:
    """Return the lesson with the given id. Raises NotFound if no lesson has that id."""
    for lesson in all_lessons():
        if lesson.id == lesson_id:
            return lesson
    names = ", ".join(lesson.id for lesson in all_lessons())
    raise NotFound(f"unknown lesson {short_repr(lesson_id)}", hint=f"the lessons are {names}")


def parse_lesson(lesson_id: str, text: str, *, name: str) -> Lesson:
    """Parse a lesson file. Raises ContentError, with the line number, if the file is malformed."""
    return _LessonParser(name, text).parse(lesson_id)


class _LessonParser:
    def __init__(self, name: str, text: str) -> None:
        self._name = name
        self._lines = text.splitlines()
        self._at = 0

    def parse(self, lesson_id: str) -> Lesson:
        title = self._heading("# ", "the title")
        summary = self._paragraphs()
        if not summary:
            self._fail("the summary is missing")
        steps = []
        last_heading = self._at
        while self._at < len(self._lines):
            last_heading = self._at
            steps.append(self._step())
        if not steps:
            self._fail("a lesson must have at least one step")
        if not steps[-1].is_test:
            self._fail(
                f'the last step must be a test: its heading must begin with "{_TEST}"',
                at=last_heading,
            )
        return Lesson(lesson_id, title, summary, tuple(steps))

    def _step(self) -> Step:
        heading = self._heading("## ", "the heading of a step")
        text = self._paragraphs()
        if not text:
            self._fail("the explanation of the step is missing")
        goal, names = self._fence()
        first_row = self._at
        rows = tuple(self._rows())
        step = Step(heading, text, goal, frozenset(), rows, self._paragraphs())
        if not step.success:
            self._fail("the success text is missing")
        self._check_board(step, first_row)
        cells = frozenset(self._cells(names, step, first_row))
        return Step(heading, text, goal, cells, rows, step.success)

    def _heading(self, prefix: str, meaning: str) -> str:
        line = self._lines[self._at] if self._at < len(self._lines) else ""
        if not line.startswith(prefix):
            self._fail(f'expected {meaning}, which begins with "{prefix}"')
        self._at += 1
        self._skip_blank_lines()
        return line.removeprefix(prefix).strip()

    def _paragraphs(self) -> str:
        """Return the text up to the next heading or fence, with one line per paragraph."""
        paragraphs = [""]
        while self._at < len(self._lines):
            line = self._lines[self._at].strip()
            if line.startswith(("#", _FENCE)):
                break
            if line:
                paragraphs[-1] = f"{paragraphs[-1]} {line}".strip()
            elif paragraphs[-1]:
                paragraphs.append("")
            self._at += 1
        return "\n".join(filter(None, paragraphs))

    def _fence(self) -> tuple[Goal, list[str]]:
        line = self._lines[self._at] if self._at < len(self._lines) else ""
        if not line.startswith(_FENCE):
            self._fail(f'expected a board, which begins with "{_FENCE}" and a goal')
        name, *cells = line.removeprefix(_FENCE).split() or [""]
        goal = next((goal for goal in GOALS if goal == name), None)
        if goal is None:
            self._fail(f"the goal must be {', '.join(GOALS)}, not {short_repr(name)}")
        self._at += 1
        return goal, cells

    def _rows(self) -> Iterator[str]:
        width = len(self._lines[self._at].strip()) if self._at < len(self._lines) else 0
        while self._at < len(self._lines):
            row = self._lines[self._at].strip()
            if row == _FENCE:
                self._at += 1
                self._skip_blank_lines()
                return
            if unknown := set(row) - _SYMBOLS:
                self._fail(f"unknown symbol {short_repr(min(unknown))} on the board")
            if not row or len(row) != width:
                self._fail(
                    f"the row has {counted(len(row), 'cell')}, but the first row has {width}"
                )
            yield row
            self._at += 1
        self._fail(f'the board does not end with "{_FENCE}"')

    def _check_board(self, step: Step, first_row: int) -> None:
        """Check that the position can occur in an unfinished game."""
        if not any("o" in row for row in step.rows):
            self._fail("the board must have a hidden safe cell", at=first_row)
        drawn = [row.replace("*", "#").replace("o", "#") for row in step.rows]
        for row, (expected, shown) in enumerate(zip(step.view.rows, drawn, strict=True)):
            for column, (right, symbol) in enumerate(zip(expected, shown, strict=True)):
                if right != symbol:
                    where = cell_name((row, column))
                    self._fail(
                        f"{where} is {short_repr(symbol)} on the board, but {short_repr(right)} "
                        "in a game with these mines",
                        at=first_row + row,
                    )

    def _cells(self, names: list[str], step: Step, first_row: int) -> Iterator[Cell]:
        rules = step.view.rules
        for name in names:
            cell = parse_cell_name(name)
            if cell is None or not rules.contains(cell):
                self._fail(f"no cell {short_repr(name)} on this board", at=first_row - 1)
            yield cell

    def _skip_blank_lines(self) -> None:
        while self._at < len(self._lines) and not self._lines[self._at].strip():
            self._at += 1

    def _fail(self, message: str, *, at: int | None = None) -> NoReturn:
        line = (self._at if at is None else at) + 1
        raise ContentError(f"{self._name}, line {line}: {message}", line=line)
