"""The supply of generated puzzles, each stored as a seed and a number of moves.

Each line of `puzzles.txt` contains one puzzle: its theme, initial rating, kind, board size, seed
and number of moves. The line of a `count` puzzle also lists the names of the marked cells. The
first move reveals the board's centre. Each subsequent move reveals the next safe cell of the
board's certificate. A certificate always uses the easiest available argument, so all easier
arguments have been exhausted when the position of a puzzle is reached. `tools/make_puzzles.py`
rebuilds the file.
"""

import random
import re
from bisect import bisect_left
from collections.abc import Collection, Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import cache
from importlib.resources import files
from typing import Final, cast

from sapper import _core
from sapper.coach.counterexample import check_layout, find_layout
from sapper.coach.initial_puzzle_rating import is_endgame
from sapper.coach.mine_counting import find_counted_cells, is_confirmed
from sapper.coach.proof_checker import check
from sapper.coach.puzzle_builder import (
    Puzzle,
    PuzzleKind,
    build_puzzle,
    themes,
)
from sapper.errors import BudgetExceeded, ContentError, IllegalMove, short_repr
from sapper.game import position_notation
from sapper.game.cell_names import cell_name, parse_cell_name
from sapper.game.difficulty import KINDS
from sapper.game.game import Game
from sapper.game.rules import Cell, Rules
from sapper.game.seeds import MAX_SEED
from sapper.game.view import View
from sapper.inference.analysis import analyse

FILE: Final = "puzzles.txt"
SIZES: Final = ("9x9/10", "9x9/14", "9x9/18", "12x9/22", "12x12/30", "16x16/48", "30x16/99")
"""The board sizes of the puzzles, used in turn for successive seeds."""
_LINE: Final = re.compile(
    r"(?P<theme>[\w-]+) (?P<rating>\d{1,4}) (?P<kind>safe|mine|certain|count|guess) "
    r"(?P<size>\d+x\d+/\d+) (?P<seed>\d{1,20}) (?P<moves>\d{1,4})"
    r"( (?P<marked>[A-Z]+\d+(,[A-Z]+\d+)*))?",
    re.ASCII,
)
# A certificate takes a few milliseconds, but a busy machine may suspend the process for seconds.
_CERTIFICATE_SECONDS: Final = 60.0
_MAX_RISK: Final = 0.45
_SAMPLES: Final = 64
_CERTAIN_SHARE: Final = 0.25
_COUNT_SHARE: Final = 0.3
_MAX_BEST_GUESSES: Final = 3
_MAX_CORRECT_SHARE: Final = 0.5
_MIN_MARGIN: Final = 0.02
_MAX_BOARDS: Final = 3000
_RATING_TOLERANCE: Final = 150
_ALL_ARGUMENTS: Final = (*KINDS, "guess")
# The kinds of argument used to build the puzzles of a theme. Other themes allow all kinds.
_ARGUMENTS: Final[dict[str, tuple[str, ...]]] = {
    "single-clue": ("clue",),
    "corner": ("clue",),
    "chain": ("chain",),
    "cases": ("cases",),
    "best-guess": ("guess",),
}
# The themes of the puzzles that may have no certain answer.
_UNPROVED_THEMES: Final = frozenset({"guess-or-not", "fifty-fifty", "best-guess"})


@dataclass(frozen=True, slots=True)
class PuzzleSource:
    """The data from which a puzzle can be rebuilt."""

    kind: PuzzleKind
    theme: str
    rating: int
    size: str
    seed: int
    moves: int
    marked: tuple[Cell, ...] = ()

    @property
    def key(self) -> str:
        """A short text that identifies the position and the question."""
        marked = ",".join(map(cell_name, self.marked))
        return f"{self.kind} {self.size} {self.seed} {self.moves} {marked}".rstrip()

    def to_line(self) -> str:
        """Return the puzzle as a line of the puzzle file."""
        return f"{self.theme} {self.rating} {self.key}"

    def build(self) -> Puzzle:
        """Rebuild the puzzle."""
        view = position_after(self.size, self.seed, self.moves)
        return build_puzzle(view, self.kind, marked=self.marked)


def parse_source(line: str, number: int) -> PuzzleSource:
    """Parse a line of the puzzle file. Raises ContentError if the line is malformed."""
    match = _LINE.fullmatch(line)
    cells = [parse_cell_name(name) for name in (match["marked"] or "").split(",")] if match else []
    if match is None or match["theme"] not in themes():
        raise ContentError(f"{FILE}, line {number}: invalid puzzle {short_repr(line)}", line=number)
    return PuzzleSource(
        cast("PuzzleKind", match["kind"]),
        match["theme"],
        int(match["rating"]),
        match["size"],
        int(match["seed"]),
        int(match["moves"]),
        tuple(cell for cell in cells if cell is not None),
    )


def build_from_key(key: str) -> Puzzle:
    """Rebuild a puzzle from the key of its source."""
    return parse_source(f"single-clue 0 {key}", 1).build()


class PuzzleSupply:
    """Puzzle sources in order of their initial ratings."""

    def __init__(self, sources: Iterable[PuzzleSource]) -> None:
        self.sources = sorted(sources, key=lambda source: (source.rating, source.key))
        self._ratings = [source.rating for source in self.sources]
        self._by_theme: dict[str, list[PuzzleSource]] = {}
        for source in self.sources:
            self._by_theme.setdefault(source.theme, []).append(source)

    def of_theme(self, theme: str) -> list[PuzzleSource]:
        """Return the puzzles with the given theme, from the easiest to the hardest."""
        return self._by_theme.get(theme, [])

    def near(
        self,
        rating: float,
        rng: random.Random,
        *,
        seen: Collection[str] = (),
        width: int = 60,
    ) -> PuzzleSource | None:
        """Return a random unseen puzzle close to a rating, or None if all puzzles have been seen.

        The puzzle is chosen at random from the `width` unseen puzzles with the closest ratings.
        """
        middle = bisect_left(self._ratings, rating)
        candidates: list[PuzzleSource] = []
        low, high = middle - 1, middle
        while len(candidates) < width and (low >= 0 or high < len(self.sources)):
            takes_low = high >= len(self.sources) or (
                low >= 0 and rating - self._ratings[low] <= self._ratings[high] - rating
            )
            source = self.sources[low if takes_low else high]
            low, high = (low - 1, high) if takes_low else (low, high + 1)
            if source.key not in seen:
                candidates.append(source)
        return rng.choice(candidates) if candidates else None


@cache
def load_supply() -> PuzzleSupply:
    """Return the puzzles included in the package."""
    text = files("sapper.generate").joinpath(FILE).read_text(encoding="ascii")
    lines = enumerate(text.splitlines(), start=1)
    return PuzzleSupply(parse_source(line, number) for number, line in lines)


# Positions ----------------------------------------------------------------------------------------


def position_after(size: str, seed: int, moves: int) -> View:
    """Return the position of a seeded board after the given number of certificate moves."""
    game, cells = _solve(size, seed)
    for cell in cells[:moves]:
        game.reveal(cell)
    return View(game.rules, game.view.cell_bytes)


def _solve(size: str, seed: int) -> tuple[Game, list[Cell]]:
    """Return a game after its first reveal and the cells that its certificate reveals."""
    game, steps = _certified_game(size, seed)
    return game, [cell for cell, is_mine, *_ in steps if not is_mine]


def _certified_game(
    size: str, seed: int
) -> tuple[Game, list[tuple[Cell, bool, str, list[Cell], bool]]]:
    rules = Rules.parse(size, start="opening")
    game = Game(rules, seed)
    game.reveal(rules.centre)
    try:
        _, steps = _core.certify(
            rules.width, rules.height, sorted(game.layout), rules.centre, _CERTIFICATE_SECONDS
        )
    except _core.LimitReached as error:
        raise BudgetExceeded(str(error)) from None
    return game, steps


# Generation ---------------------------------------------------------------------------------------


def sources_of_board(
    size: str,
    seed: int,
    *,
    wanted: Collection[str] = _ALL_ARGUMENTS,
    only_themes: Collection[str] | None = None,
) -> Iterator[tuple[PuzzleSource, Puzzle]]:
    """Yield the puzzles found on a seeded board.

    Puzzles are built from every position whose easiest argument is a comparison or a case analysis,
    from one random position whose easiest argument is a single clue, and from the last position if
    the board requires a guess. `wanted` restricts the positions to certain kinds of arguments or to
    guesses, and `only_themes` restricts the puzzles to certain themes.
    """
    rng = random.Random(f"puzzles {size} {seed}")  # noqa: S311
    game, steps = _certified_game(size, seed)
    easy = rng.randrange(len(steps)) if steps else 0
    moves = 0
    last_moves = -1
    for number, (cell, is_mine, kind, *_) in enumerate(steps):
        is_new = kind != "clue" and moves != last_moves
        if kind in wanted and (number == easy or is_new):
            source = PuzzleSource("safe", "", 0, size, seed, moves)
            yield from _puzzles_of_position(game, source, only_themes)
            last_moves = moves
        if not is_mine:
            if game.view.clue(cell) is None:
                game.reveal(cell)
            moves += 1
    if not game.is_over and "guess" in wanted:
        source = PuzzleSource("safe", "", 0, size, seed, moves)
        yield from _puzzles_of_position(game, source, only_themes, is_stuck=True)


def _puzzles_of_position(
    game: Game,
    source: PuzzleSource,
    only_themes: Collection[str] | None,
    *,
    is_stuck: bool = False,
) -> Iterator[tuple[PuzzleSource, Puzzle]]:
    view = View(game.rules, game.view.cell_bytes)
    rng = random.Random(source.key)  # noqa: S311
    kinds: list[PuzzleKind] = ["safe", "mine", "guess"]
    # Positions without a safe cell are rarer than others, so each of them asks whether to guess.
    if rng.random() < _CERTAIN_SHARE or is_stuck or is_endgame(view):
        kinds.append("certain")
    if only_themes is not None and _UNPROVED_THEMES.isdisjoint(only_themes):
        kinds = ["safe", "mine"]
    puzzles = []
    for kind in kinds:
        with suppress(IllegalMove, BudgetExceeded):
            puzzles.append(build_puzzle(view, kind))
    asks_for_count = only_themes is None or "counting" in only_themes
    if (
        rng.random() < _COUNT_SHARE
        and asks_for_count
        and (counted := list(find_counted_cells(view)))
    ):
        puzzles.append(build_puzzle(view, "count", marked=rng.choice(counted).cells))
    for puzzle in puzzles:
        if (only_themes is None or puzzle.theme in only_themes) and is_sound(puzzle):
            yield (
                replace(
                    source,
                    kind=puzzle.kind,
                    theme=puzzle.theme,
                    rating=puzzle.rating,
                    marked=puzzle.marked,
                ),
                puzzle,
            )


def is_sound(puzzle: Puzzle) -> bool:
    """Return whether a puzzle is useful and its answer passes an independent check.

    Proofs are verified by the proof checker. If no cell is certain, sampled layouts must show that
    every cell can be either safe or a mine. A best guess must be clearly better than any other
    cell. If a puzzle asks for a safe cell or a mine, at most half of the hidden cells may be
    correct answers.
    """
    view = puzzle.view
    if puzzle.kind == "count":
        return puzzle.number is not None and is_confirmed(view, puzzle.marked, puzzle.number)
    if puzzle.proof is not None:
        check(view, puzzle.proof)
        hidden = view.cell_bytes.count(position_notation.HIDDEN & 0xFF)
        return puzzle.kind == "certain" or len(puzzle.answers) <= _MAX_CORRECT_SHARE * hidden
    if puzzle.kind in ("safe", "mine"):
        return False  # The search found no short proof.
    return _is_uncertain(view) and (puzzle.kind == "certain" or _is_clear_guess(puzzle))


def _is_uncertain(view: View) -> bool:
    """Return whether every hidden cell that is not a known mine can be either safe or a mine.

    Sampled layouts show whether a cell can be safe and whether it can be a mine.
    """
    odds = analyse(view)
    layouts = [
        frozenset(zip(*map(list, layout.nonzero()), strict=True))
        for layout in odds.sample(_SAMPLES)
    ]
    if not all(check_layout(view, layout) for layout in layouts):
        return False
    hidden = {cell for cell in view.rules.cells() if view.clue(cell) is None} - odds.mines
    may_be_mines = frozenset[Cell]().union(*layouts)
    may_be_safe = hidden - frozenset(layouts[0]).intersection(*layouts)
    for cells, is_mine in ((hidden - may_be_mines, True), (hidden - may_be_safe, False)):
        for cell in cells:  # In rare cases, the samples miss an improbable layout.
            layout = find_layout(view, cell, is_mine=is_mine)
            if layout is None or not check_layout(view, layout) or (cell in layout) is not is_mine:
                return False
    return True


def _is_clear_guess(puzzle: Puzzle) -> bool:
    if len(puzzle.answers) > _MAX_BEST_GUESSES:
        return False
    odds = analyse(puzzle.view)
    risks = sorted(
        float(odds.mine_probability[cell])
        for cell in puzzle.view.rules.cells()
        if puzzle.view.clue(cell) is None and cell not in puzzle.answers
    )
    lowest = float(odds.mine_probability[puzzle.answers[0]])
    return lowest < _MAX_RISK and bool(risks) and risks[0] - lowest >= _MIN_MARGIN


def symmetry_key(puzzle: Puzzle) -> bytes:
    """Return a key that is the same for all rotations and reflections of a puzzle."""
    view = puzzle.view
    marked = set(puzzle.marked)
    rows = [
        [(view.cell_bytes[r * view.width + c], (r, c) in marked) for c in range(view.width)]
        for r in range(view.height)
    ]
    keys = []
    for _ in range(2):
        rows = [row[::-1] for row in rows]
        for _ in range(4):
            rows = [list(row) for row in zip(*rows[::-1], strict=True)]
            cells = bytes(clue + 16 * is_marked & 0xFF for row in rows for clue, is_marked in row)
            keys.append(bytes([len(rows)]) + cells)
    return puzzle.kind.encode() + min(keys)


def make_puzzle(
    seed: int, *, rating: float | None = None, theme: str | None = None
) -> tuple[PuzzleSource, Puzzle]:
    """Generate a puzzle that is not included in the package. The same seed yields the same puzzle.

    Raises BudgetExceeded if no board has a puzzle with the requested theme and rating.
    """
    rng = random.Random(f"puzzle {seed} {theme}")  # noqa: S311
    wanted = _ARGUMENTS.get(theme or "", _ALL_ARGUMENTS)
    best: tuple[float, PuzzleSource, Puzzle] | None = None
    for number in range(_MAX_BOARDS):
        size = SIZES[(seed + number) % len(SIZES)]
        board_seed = rng.randrange(2**40, MAX_SEED + 1)
        for source, puzzle in sources_of_board(size, board_seed, wanted=wanted):
            if theme is not None and source.theme != theme:
                continue
            distance = 0.0 if rating is None else abs(source.rating - rating)
            if distance <= _RATING_TOLERANCE:
                return source, puzzle
            if best is None or distance < best[0]:
                best = distance, source, puzzle
        if best is not None and number >= 60:
            return best[1:]
    kind = f"{theme} puzzle" if theme else "puzzle"
    raise BudgetExceeded(f"no {kind} found on {_MAX_BOARDS} boards")
