"""The service that shows puzzles, checks answers, updates ratings and schedules missed puzzles.

Every puzzle shown to a player is an *attempt*, which can be answered once. In rated mode, the same
puzzle is shown until it is answered, so that players cannot avoid a hard puzzle by reloading the
page.
"""

import random
import secrets
import time
from collections.abc import Callable, Iterable
from dataclasses import astuple, dataclass, replace
from functools import partial
from typing import TYPE_CHECKING, Annotated, Any, Final, Literal, TypedDict, TypeVar, cast

from sapper.coach.initial_puzzle_rating import DEVIATIONS, LUCK
from sapper.coach.puzzle_builder import (
    Answer,
    AnswerResult,
    Puzzle,
    PuzzleKind,
    build_puzzle,
    check_answer,
    check_theme,
    themes,
)
from sapper.errors import IllegalMove, NotFound
from sapper.game.cell_names import cell_name, parse_cell_name
from sapper.game.seeds import random_seed
from sapper.game.view import parse_view
from sapper.generate.puzzle_supply import (
    PuzzleSource,
    build_from_key,
    load_supply,
    make_puzzle,
)
from sapper.play.puzzle_ratings import (
    FIRST_RATING,
    VOLATILITY,
    Rating,
    rate,
)
from sapper.play.puzzle_rush import RunChange, RushRun, new_run, to_rush_run
from sapper.play.puzzle_schedule import reschedule

if TYPE_CHECKING:
    from sapper.play.game_service import GameService
    from sapper.store.puzzle_records import PuzzleRecords, RatingRow
    from sapper.store.stored_puzzle_types import StoredAttempt, StoredCard

Result = TypeVar("Result")
PuzzleMode = Literal["rated", "theme", "mistakes", "rush"]
LADDER_LENGTH: Final = 50
"""The number of puzzles in a theme's ladder, which leads from the easiest to the hardest."""
MAX_RATING_DRIFT: Final = 300.0
"""The maximum difference between a puzzle's rating and its initial rating.

Without a limit, a person with many cookies could move the rating of a puzzle, and so the ratings of
all players who solve it, by any amount.
"""


@dataclass(frozen=True, slots=True)
class ShownPuzzle:
    """A puzzle that is shown to a player."""

    attempt: str | None
    """The id of the attempt, or None if there is no store."""
    mode: PuzzleMode
    puzzle: Puzzle
    rating: Rating
    """The player's rating."""


@dataclass(frozen=True, slots=True)
class PuzzleResult:
    """The assessment of an answer, with the player's ratings and the next repetition time."""

    result: AnswerResult
    puzzle: Puzzle
    before: Rating
    after: Rating
    due: float | None
    """The Unix time of the next repetition, or None if the puzzle is not scheduled."""
    run: RushRun | None = None


class ThemeProgress(TypedDict):
    """A player's progress on one theme."""

    name: str
    puzzles: Annotated[int, "The number of puzzles in the package"]
    tried: int
    solved: int
    ladder: Annotated[int, "The number of puzzles in the mode `theme`"]
    ladder_solved: Annotated[int, "The number of those puzzles that are solved"]


class PuzzleProgress(TypedDict):
    """A player's puzzle rating and progress."""

    rating: float
    deviation: float
    history: Annotated[
        list[tuple[float, float]], "The time and the new rating of each recent rated attempt"
    ]
    best_rush: Annotated[int | None, "The best score of all rush runs"]
    rush_scores: Annotated[
        list[tuple[float, int]], "The start and the score of the best rush runs, best first"
    ]
    due: Annotated[int, "The number of missed puzzles that are due"]
    themes: list[ThemeProgress]


class PuzzleService:
    """The puzzle operations of a `GameService`."""

    def __init__(self, service: "GameService") -> None:
        self._service = service
        self._rng = random.Random()  # noqa: S311

    # Puzzles -------------------------------------------------------------------------------------

    async def next(
        self,
        player: str,
        mode: PuzzleMode = "rated",
        *,
        theme: str | None = None,
        run: str | None = None,
        seed: int | None = None,
    ) -> ShownPuzzle:
        """Return the next puzzle for the given mode.

        If `seed` is given, a new puzzle is generated from the seed. Raises NotFound if no missed
        puzzle is due or the rush run does not exist, and IllegalMove if the run is over.
        """
        if mode == "theme":
            theme = check_theme(theme)
        rating = await self.rating(player)
        if seed is not None:
            source, puzzle = await self._compute(player, make_puzzle, seed, theme=theme)
            return await self._show(player, mode, puzzle, source.key, rating)
        if mode == "mistakes":
            return await self._next_mistake(player, rating)
        found = await self.load_run(player, run or "") if mode == "rush" else None
        if found is not None and found.is_over:
            raise IllegalMove("the run is over")
        records = self._records
        if records is not None and mode != "theme":
            waiting = await self._service.read(records.open_attempt, player, mode, run)
            if waiting is not None and waiting.source:
                puzzle = await self._compute(player, build_from_key, waiting.source)
                return ShownPuzzle(waiting.id, mode, puzzle, rating)
        goal = rating.value if found is None else found.next_rating
        source, puzzle = await self._choose(player, goal, theme)
        if records is not None and mode == "theme":
            # Reloading the page shows the same puzzle, so it needs no further attempt.
            find = partial(records.open_attempt, player, mode, source=source.key)
            if (waiting := await self._service.read(find)) is not None:
                return ShownPuzzle(waiting.id, mode, puzzle, rating)
        # A concurrent request may have stored an attempt since.
        reuses_open = mode != "theme"
        return await self._show(
            player, mode, puzzle, source.key, rating, run=run, reuses_open=reuses_open
        )

    async def _choose(
        self, player: str, rating: float, theme: str | None
    ) -> tuple[PuzzleSource, Puzzle]:
        """Return an unseen puzzle on a theme or near a rating, generating one if none is left."""
        records = self._records
        supply = load_supply()
        if theme is None:
            seen = set() if records is None else await self._read(records.seen_sources, player)
            source = supply.near(rating, self._rng, seen=seen)
        else:
            ladder = theme_ladder(theme)
            keys = [each.key for each in ladder]
            solved = (
                set() if records is None else await self._read(records.solved_sources, player, keys)
            )
            source = next((each for each in ladder if each.key not in solved), None)
        if source is not None:
            return source, await self._compute(player, source.build)
        return await self._compute(
            player, make_puzzle, random_seed(), rating=None if theme else rating, theme=theme
        )

    async def _next_mistake(self, player: str, rating: Rating) -> ShownPuzzle:
        service = self._service
        card = None
        if service.store is not None:
            card = await service.read(service.store.puzzle_deck.next_due, player)
        if card is None or service.store is None:
            raise NotFound(
                "no missed puzzles are due for review",
                hint="solve rated puzzles or play a game first",
            )
        puzzle = await self._compute(player, _puzzle_of_card, card)
        shown = replace(card, shown_at=time.time())
        await service.write(service.store.puzzle_deck.update(player, shown))
        return await self._show(player, "mistakes", puzzle, "", rating)

    async def _show(
        self,
        player: str,
        mode: PuzzleMode,
        puzzle: Puzzle,
        source: str,
        rating: Rating,
        *,
        run: str | None = None,
        reuses_open: bool = False,
    ) -> ShownPuzzle:
        records = self._records
        if records is None:
            return ShownPuzzle(None, mode, puzzle, rating)
        from sapper.store.stored_puzzle_types import StoredAttempt

        attempt = StoredAttempt(
            secrets.token_urlsafe(12), mode, run, puzzle.id, source, puzzle.theme, puzzle.rating,
            time.time(),
        )  # fmt: skip
        stored = await self._service.write(
            records.add_attempt(player, attempt, reuses_open=reuses_open)
        )
        if stored.id != attempt.id:  # A concurrent request was faster.
            puzzle = await self._compute(player, build_from_key, stored.source)
        return ShownPuzzle(stored.id, mode, puzzle, rating)

    async def load(self, player: str, attempt_id: str) -> tuple["StoredAttempt", Puzzle]:
        """Return one of the player's attempts and its puzzle.

        Raises NotFound if the attempt does not exist or belongs to another player.
        """
        records = self._records
        if records is None or self._service.store is None:
            raise NotFound("no such puzzle")
        attempt = await self._read(records.attempt, player, attempt_id)
        if attempt.source:
            return attempt, await self._compute(player, build_from_key, attempt.source)
        deck = self._service.store.puzzle_deck
        card = await self._read(deck.get, player, attempt.puzzle)
        return attempt, await self._compute(player, _puzzle_of_card, card)

    # Answers -------------------------------------------------------------------------------------

    async def answer(self, player: str, attempt_id: str, answer: Answer) -> PuzzleResult:
        """Check an answer, update the ratings and schedule a missed puzzle.

        Raises NotFound if the puzzle was never shown to the player. Raises IllegalMove if the
        answer has the wrong type, if the puzzle has already been answered, or if the rush run is
        over.
        """
        attempt, puzzle = await self.load(player, attempt_id)
        return await self._answer(player, attempt, puzzle, answer)

    async def answer_shown(
        self, player: str, shown: ShownPuzzle, answer: Answer, *, is_hinted: bool = False
    ) -> PuzzleResult:
        """Check an answer to a loaded puzzle. Without a store, ratings do not change.

        If the player has requested a hint, the ratings do not change.
        """
        records = self._records
        if records is None or shown.attempt is None:
            result = await self._compute(player, check_answer, shown.puzzle, answer)
            due = await self._schedule(player, shown.puzzle, is_correct=result.is_correct)
            return PuzzleResult(result, shown.puzzle, shown.rating, shown.rating, due)
        attempt = await self._read(records.attempt, player, shown.attempt)
        return await self._answer(player, attempt, shown.puzzle, answer, is_hinted=is_hinted)

    async def retry(self, player: str, attempt_id: str, answer: Answer) -> PuzzleResult:
        """Check another answer to a puzzle that has already been answered, without storing it."""
        attempt, puzzle = await self.load(player, attempt_id)
        if attempt.is_correct is None:
            raise IllegalMove("this puzzle has not been answered yet")
        result = await self._compute(player, check_answer, puzzle, answer)
        rating = await self.rating(player)
        return PuzzleResult(result, puzzle, rating, rating, None)

    async def _answer(
        self,
        player: str,
        attempt: "StoredAttempt",
        puzzle: Puzzle,
        answer: Answer,
        *,
        is_hinted: bool = False,
    ) -> PuzzleResult:
        records = self._records
        assert records is not None  # noqa: S101  # attempts are stored
        if attempt.is_correct is not None:
            raise IllegalMove("this puzzle has already been answered")
        if attempt.run is not None and (await self.load_run(player, attempt.run)).is_over:
            raise IllegalMove("the run is over")
        result = await self._compute(player, check_answer, puzzle, answer)
        is_correct = result.is_correct

        luck = LUCK[puzzle.kind]

        def new_ratings(own: "RatingRow", other: "RatingRow") -> tuple["RatingRow", "RatingRow"]:
            known = Rating(*other)
            after, puzzle_after = rate(Rating(*own), known, is_correct=is_correct, luck=luck)
            # A `certain` puzzle keeps its rating, which must not disclose the answer.
            if puzzle.kind == "certain":
                puzzle_after = known
            low, high = attempt.rating - MAX_RATING_DRIFT, attempt.rating + MAX_RATING_DRIFT
            puzzle_after = replace(puzzle_after, value=min(max(puzzle_after.value, low), high))
            return astuple(after), astuple(puzzle_after)

        before, after = await self._service.write(
            records.answer(
                player,
                attempt.id,
                is_correct=is_correct,
                rate=new_ratings if attempt.mode == "rated" and not is_hinted else None,
                first=astuple(FIRST_RATING),
                puzzle_first=(float(attempt.rating), DEVIATIONS[puzzle.kind], VOLATILITY),
            )
        )
        run = None
        if attempt.run is not None:
            stored = await self._service.write(
                records.update_run(player, attempt.run, RunChange(is_correct, time.time()))
            )
            run = to_rush_run(stored)
        due = await self._schedule(player, puzzle, is_correct=is_correct)
        return PuzzleResult(result, puzzle, Rating(*before), Rating(*after), due, run)

    async def _schedule(self, player: str, puzzle: Puzzle, *, is_correct: bool) -> float | None:
        """Reschedule a puzzle's card, creating a card if the puzzle was missed and has none."""
        store = self._service.store
        if store is None:
            return None
        try:
            card = await self._read(store.puzzle_deck.get, player, puzzle.id)
        except NotFound:
            if is_correct:
                return None
            card = _new_card(puzzle, shown_at=time.time())
            await self._service.write(store.puzzle_deck.add(player, [card]))
        schedule, due = reschedule(card.schedule, is_correct=is_correct, now=time.time())
        card = replace(card, schedule=schedule, due=due)
        await self._service.write(store.puzzle_deck.update(player, card))
        return due

    async def add(self, player: str, puzzles: Iterable[Puzzle]) -> None:
        """Add missed puzzles to the player's deck, due immediately."""
        cards = [_new_card(puzzle) for puzzle in puzzles]
        if cards and self._service.store is not None:
            await self._service.write(self._service.store.puzzle_deck.add(player, cards))

    # Progress and rush runs ----------------------------------------------------------------------

    async def rating(self, player: str) -> Rating:
        """Return the player's rating."""
        if self._records is None:
            return FIRST_RATING
        return Rating(*await self._read(self._records.rating, player, astuple(FIRST_RATING)))

    async def progress(self, player: str) -> PuzzleProgress:
        """Return the player's rating, rating history, progress by theme and best rush score."""
        rating = await self.rating(player)
        progress: PuzzleProgress = {
            "rating": rating.value, "deviation": rating.deviation, "history": [], "best_rush": None,
            "rush_scores": [], "due": 0, "themes": [],
        }  # fmt: skip
        tried = {}
        solved: set[str] = set()
        store = self._service.store
        if store is not None:
            records = store.puzzle_records
            progress["history"] = await self._read(records.rating_history, player)
            scores = await self._read(records.best_runs, player)
            progress["rush_scores"] = scores
            progress["best_rush"] = scores[0][1] if scores else None
            progress["due"] = await self._read(store.puzzle_deck.count_due, player)
            tried = await self._read(records.theme_progress, player)
            steps = [source.key for name in themes() for source in theme_ladder(name)]
            solved = await self._read(records.solved_sources, player, steps)
        progress["themes"] = [
            {
                "name": name,
                "puzzles": len(load_supply().of_theme(name)),
                "tried": tried[name].tried if name in tried else 0,
                "solved": tried[name].solved if name in tried else 0,
                "ladder": len(ladder),
                "ladder_solved": sum(source.key in solved for source in ladder),
            }
            for name, ladder in ((name, theme_ladder(name)) for name in themes())
        ]
        return progress

    async def count_attempts(self, player: str) -> int:
        """Return the number of stored attempts that a player's progress depends on."""
        records = self._records
        return 0 if records is None else await self._read(records.count_attempts, player)

    async def ladder_progress(self, player: str, theme: str) -> tuple[int, int]:
        """Return the number of solved puzzles on a theme's ladder, and the ladder's length."""
        ladder = {source.key for source in theme_ladder(theme)}
        if self._records is None:
            return 0, len(ladder)
        solved = await self._read(self._records.solved_sources, player, ladder)
        return len(ladder & solved), len(ladder)

    async def start_rush(self, player: str) -> RushRun:
        """Start a rush run, and end the player's other runs."""
        if self._records is None:
            raise NotFound("rush runs require a database")
        run = new_run()
        await self._service.write(self._records.start_run(player, run))
        return to_rush_run(run)

    async def load_run(self, player: str, run_id: str) -> RushRun:
        """Return one of the player's rush runs. Raises NotFound if the run does not exist."""
        if self._records is None:
            raise NotFound("no such rush run")
        return to_rush_run(await self._read(self._records.run, player, run_id))

    # ---------------------------------------------------------------------------------------------

    @property
    def _records(self) -> "PuzzleRecords | None":
        store = self._service.store
        return None if store is None else store.puzzle_records

    async def _read(self, query: Callable[..., Result], *args: Any) -> Result:
        return await self._service.read(query, *args)

    async def _compute(
        self, player: str, function: Callable[..., Result], *args: Any, **kwargs: Any
    ) -> Result:
        return await self._service.compute(player, function, *args, **kwargs)


def theme_ladder(theme: str) -> list[PuzzleSource]:
    """Return the puzzles in a theme's ladder, evenly spaced from the easiest to the hardest."""
    sources = load_supply().of_theme(theme)
    if len(sources) <= LADDER_LENGTH:
        return sources
    return [sources[i * len(sources) // LADDER_LENGTH] for i in range(LADDER_LENGTH)]


def _puzzle_of_card(card: "StoredCard") -> Puzzle:
    cells = [parse_cell_name(name) for name in card.marked.split(",") if name]
    marked = tuple(cell for cell in cells if cell is not None)
    return build_puzzle(parse_view(card.position), cast("PuzzleKind", card.kind), marked=marked)


def _new_card(puzzle: Puzzle, *, shown_at: float = 0.0) -> "StoredCard":
    from sapper.store.stored_puzzle_types import StoredCard

    marked = ",".join(map(cell_name, puzzle.marked))
    return StoredCard(
        puzzle.id, puzzle.kind, puzzle.theme, puzzle.position, marked, shown_at=shown_at
    )
