"""The AI's moves, which follow a strategy's advice, and the loop that plays a whole game.

Each step reveals or flags one cell. Unless the advice contains a plan, the AI first reveals safe
cells, then flags known mines, and guesses only if no safe cells or known mines are left.
"""

import time
from collections.abc import AsyncGenerator, Awaitable, Callable, Iterator
from dataclasses import dataclass
from typing import Protocol

from sapper.errors import InvalidOption, SapperError, StrategyFailed
from sapper.game.cell_names import cell_name
from sapper.game.json_record import JsonRecord
from sapper.game.moves import Actor
from sapper.game.rules import Cell, Rules
from sapper.game.view import View
from sapper.strategies import registry
from sapper.strategies.base import Advice, StepKind, Strategy, chosen_first_move_advice, uses_marks


class Board(Protocol):
    """A game that a strategy can play."""

    @property
    def rules(self) -> Rules:
        """The rules of the game."""

    @property
    def view(self) -> View:
        """The strategy's view of the game."""

    @property
    def is_over(self) -> bool:
        """True if the game is won or lost."""

    def reveal(self, cell: Cell, *, by: Actor) -> int:
        """Reveal a cell and return the number of changed cells."""

    def flag(self, cell: Cell, *, by: Actor) -> int:
        """Flag a cell, or remove its flag, and return the number of changed cells."""


@dataclass(frozen=True, slots=True)
class AiStep(JsonRecord):
    """One move made by the AI."""

    kind: StepKind
    cell: Cell
    reason: str
    risk: float | None
    """The strategy's estimate of the cell's risk, from 0 to 1, or None if there is no estimate."""
    is_guess: bool = False
    """True if the step reveals a cell that is not known to be safe.

    A first reveal that the start rule protects is not a guess.
    """


def ask(strategy: Strategy, view: View) -> Advice:
    """Return a strategy's advice, hiding the marks unless the strategy declares `uses_marks`.

    Raises StrategyFailed if the strategy raises an exception.
    """
    try:
        return strategy.advise(view if uses_marks(strategy) else view.without_marks())
    except (SapperError, MemoryError):
        raise
    except Exception as error:
        raise StrategyFailed(f"strategy {strategy.name!r} failed: {error!r}") from error


def advise(
    view: View, strategy: str | None, seed: int, *, max_think: float | None = None
) -> Advice:
    """Return the advice of the strategy with the given name, or of the strongest strategy.

    Raises UnknownStrategy or InvalidOption if `strategy` is invalid or its `think` option exceeds
    `max_think`, and StrategyFailed if the strategy fails.
    """
    name, options = registry.parse(strategy or registry.default_name())
    think = options.get("think", 0.0)
    if max_think is not None and think > max_think:
        raise InvalidOption(
            f"think must be at most {max_think:g} seconds, not {think:g}", field="strategy"
        )
    return ask(registry.get(name, seed=seed, **options), view)


def follow(advice: Advice, board: Board, *, place_flags: bool = True) -> Iterator[AiStep]:
    """Make the moves that the advice recommends, and yield each step after making it.

    A step that reveals a flagged cell removes the flag as well, so that a wrong flag does not cost
    the AI a step. Raises StrategyFailed if the advice contains no move that changes the board.
    """
    view = board.view
    flags = view.flags | view.ai_flags
    has_moved = False
    for kind, cell in advice.plan or _default_plan(advice, flags, place_flags=place_flags):
        if board.is_over:
            break
        is_flagged = cell in flags
        if kind == "flag":
            if is_flagged or not place_flags or not board.flag(cell, by="ai"):
                continue
            step = AiStep("flag", cell, f"{cell_name(cell)} must be a mine", 1.0)
        else:
            if is_flagged:
                board.flag(cell, by="ai")
            if not board.reveal(cell, by="ai"):
                continue
            is_safe = cell in advice.safe
            step = AiStep(
                "reveal",
                cell,
                _reveal_reason(advice, cell, is_flagged=is_flagged),
                0.0 if is_safe else advice.risks.get(cell),
                is_guess=not is_safe and not (view.is_untouched and board.rules.start != "any"),
            )
        has_moved = True
        yield step
    if not has_moved:
        raise StrategyFailed("the strategy advised no legal move")


def _reveal_reason(advice: Advice, cell: Cell, *, is_flagged: bool) -> str:
    name, is_safe = cell_name(cell), cell in advice.safe
    reason = advice.reason if cell == advice.best else f"{name} is also safe"
    if not is_flagged:
        return reason
    if not is_safe:
        return f"{name} was flagged, but it is not certain to be a mine. {reason}"
    # The reasons of the built-in strategies begin by saying that the cell is safe.
    detail = advice.reason.removeprefix(f"{name} is safe: ")
    return f"{name} was flagged, but it is safe" + (f": {detail}" if cell == advice.best else "")


def _default_plan(
    advice: Advice, flags: frozenset[Cell], *, place_flags: bool
) -> list[tuple[StepKind, Cell]]:
    if advice.safe:
        ordered = sorted(advice.safe, key=lambda cell: (cell != advice.best, cell))
        return [("reveal", cell) for cell in ordered]
    if place_flags and advice.mines - flags:
        return [("flag", cell) for cell in sorted(advice.mines - flags)]
    return [] if advice.best is None else [("reveal", advice.best)]


async def play(
    decide: Callable[[View], Awaitable[Advice]],
    board: Board,
    *,
    first: Advice | None = None,
    place_flags: bool = True,
) -> AsyncGenerator[AiStep, None]:
    """Play a game to the end, and yield each step after making it.

    `decide` returns a strategy's advice on a view. `first` is the advice for the next move, or None
    if `decide` must provide it. Raises StrategyFailed if the strategy fails.
    """
    advice = first
    while not board.is_over:
        if advice is None:
            advice = await decide(board.view)
        for step in follow(advice, board, place_flags=place_flags):
            yield step
        advice = None


def play_inline(
    strategy: Strategy,
    board: Board,
    *,
    first: Cell | None = None,
    on_decision: Callable[[float], None] | None = None,
) -> Iterator[AiStep]:
    """Play a game to the end in the calling thread, and yield each step after making it.

    `first` is the first cell to reveal, or None to let the strategy choose it. Mines are flagged
    only if the strategy uses marks. `on_decision` receives the duration of each decision.
    """
    notes = b""

    async def decide(view: View) -> Advice:
        nonlocal notes
        start = time.perf_counter()
        advice = ask(strategy, view.with_notes(notes))
        notes = advice.notes
        if on_decision is not None:
            on_decision(time.perf_counter() - start)
        return advice

    first_advice = None if first is None else chosen_first_move_advice(board.rules, first)
    steps = play(decide, board, first=first_advice, place_flags=uses_marks(strategy))
    while True:
        try:
            # `decide` never suspends, so no event loop is needed.
            steps.__anext__().send(None)
        except StopIteration as step:
            yield step.value
        except StopAsyncIteration:
            return
