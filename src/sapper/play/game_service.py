"""The application service: the interface between front ends and players' games.

The service performs every operation that requires a search or the store. A session is an in-memory
object. Front ends read the session and call its `move`, `undo` and `retry` methods, and
`GameService.save` stores the new moves. Each front end chooses where searches run (see
`sapper.play.computation`).
"""

import asyncio
from collections.abc import AsyncGenerator, Callable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import aclosing
from dataclasses import dataclass
from functools import cache, cached_property
from itertools import islice
from typing import TYPE_CHECKING, Any, Final, Literal, TypeVar

from sapper.errors import BudgetExceeded, NotFound, StaleVersion, StoreError
from sapper.game.game import Game
from sapper.game.rules import Cell
from sapper.game.view import View
from sapper.inference.budget import Budget
from sapper.inference.odds_result import Odds, compute_odds
from sapper.play.computation import Compute
from sapper.play.game_setup import GameSetup
from sapper.play.session import AiNotes, Session
from sapper.strategies.ai_moves import AiStep, advise, follow, play
from sapper.strategies.base import Advice, chosen_first_move_advice

if TYPE_CHECKING:
    from sapper.coach.game_review import Review
    from sapper.coach.graded_hints import Hint
    from sapper.coach.puzzle_builder import Puzzle
    from sapper.play.challenge_service import ChallengeService
    from sapper.play.daily_service import DailyService
    from sapper.play.game_evaluation import GameEvaluation
    from sapper.play.game_summary import GameSummary, ReviewDigest
    from sapper.play.history_service import HistoryService
    from sapper.play.lesson_service import LessonService
    from sapper.play.puzzle_service import PuzzleService
    from sapper.store import Store, StoredGame
    from sapper.store.statistics import LevelStatistics

Result = TypeVar("Result")
Assistance = Literal["hints", "odds"]

_READER_THREADS: Final = 4


@dataclass(slots=True)
class PlayerGame:
    """A session with its player and its id in the store."""

    player: str
    session: Session
    id: str | None = None
    """The game's id in the store, or None if the game has not been saved yet."""
    share_token: str | None = None
    saved_version: int = 0
    """The version that was last saved to the store."""

    @property
    def version(self) -> int:
        """The game's version number, which equals its number of moves."""
        return self.session.game.version

    def check_version(self, version: int) -> None:
        """Raise StaleVersion if the game is not at the given version."""
        if self.version != version:
            raise StaleVersion(
                f"the game is at version {self.version}, not {version}", version=self.version
            )


class GameService:
    """A service that provides games, AI moves, assistance, reviews, puzzles and statistics.

    If there is no store, games exist only in memory. Call all methods from the same event loop.
    """

    def __init__(
        self,
        compute: Compute,
        store: "Store | None" = None,
        *,
        seconds: float = 5.0,
        board_seconds: float | None = None,
        max_think: float | None = None,
    ) -> None:
        """Create a service.

        `seconds` is the time limit for each search. `board_seconds` is the time limit for
        generating a no-guess board and defaults to `seconds`. `max_think` is the maximum value of a
        strategy's `think` option, or None for no limit.
        """
        self.compute = compute
        self._seconds = seconds
        self._position_budget = Budget(seconds=seconds / 2)
        self._board_seconds = seconds if board_seconds is None else board_seconds
        self._max_think = max_think
        self._readers = ThreadPoolExecutor(_READER_THREADS, thread_name_prefix="sapper-reader")
        self.store = store
        # The reviews in progress that `save_evaluation` has started, by game id.
        self._digests: dict[str, asyncio.Future[None]] = {}
        self.on_finished: Callable[[PlayerGame], None] | None = None
        """A callback that `save` runs once a finished game is stored."""

    @cached_property
    def puzzles(self) -> "PuzzleService":
        """The service for puzzles."""
        # The import is deferred, because the first board does not need the puzzle service.
        from sapper.play.puzzle_service import PuzzleService

        return PuzzleService(self)

    @cached_property
    def lessons(self) -> "LessonService":
        """The service for interactive lessons."""
        from sapper.play.lesson_service import LessonService

        return LessonService(self)

    @cached_property
    def challenges(self) -> "ChallengeService":
        """The service for challenges between players."""
        from sapper.play.challenge_service import ChallengeService

        return ChallengeService(self)

    @cached_property
    def daily(self) -> "DailyService":
        """The service for the daily boards."""
        from sapper.play.daily_service import DailyService

        return DailyService(self)

    @cached_property
    def history(self) -> "HistoryService":
        """The service for players' game histories."""
        from sapper.play.history_service import HistoryService

        return HistoryService(self)

    def preload(self) -> None:
        """Load all content and services in advance, so that no request has to wait for them."""
        from sapper.coach.lesson_content import all_lessons
        from sapper.generate.puzzle_supply import load_supply

        all_lessons()
        load_supply()
        _ = self.puzzles, self.lessons, self.challenges, self.daily, self.history

    def close(self) -> None:
        """Complete all pending writes and close the store."""
        self._readers.shutdown()
        if self.store is not None:
            self.store.close()
            self.store = None

    async def search(self, player: str, search: Callable[..., Result], view: View) -> Result:
        """Run `search(view, budget=...)` on behalf of a player.

        The same search limits apply to positions in games and in the analyser.
        """
        return await self.compute(player, search, view, budget=self._position_budget)

    async def read(self, query: Callable[..., Result], /, *args: Any) -> Result:
        """Run a store query in a reader thread. Raises StoreError if the query takes too long."""
        loop = asyncio.get_running_loop()
        return await _within_timeout(loop.run_in_executor(self._readers, query, *args))

    async def write(self, written: "Future[Result]") -> Result:
        """Wait for a write to be committed. Raises StoreError if the write fails.

        If the database does not respond in time, the write may still be committed after the error.
        """
        return await _within_timeout(asyncio.wrap_future(written))

    # Games ---------------------------------------------------------------------------------------

    async def new_game(
        self, player: str, setup: GameSetup, *, seed: int | None = None
    ) -> PlayerGame:
        """Start a game in memory. Call `save` to store the game.

        Raises BoardNotFound if no board with the requested difficulty is found in time.
        """
        board = None
        if setup.no_guess:
            board = await self.compute(
                player, setup.generate_board, seed, seconds=self._board_seconds
            )
        return PlayerGame(player, setup.new_session(seed, board=board))

    async def load(self, game_id: str) -> PlayerGame:
        """Load a game by its id. Raises NotFound if the game does not exist."""
        return await self.read(lambda: _to_player_game(self.open_store().load_game(game_id)))

    async def reload(self, game: PlayerGame) -> PlayerGame:
        """Reload a game from the store. Raises NotFound if the game has not been saved."""
        return await self.load(_stored_id(game))

    async def save(self, game: PlayerGame) -> None:
        """Save the game with its new moves and wait for the commit.

        Raises StaleVersion if another process has saved a move in the meantime, and StoreError if
        the write fails. After a StaleVersion or StoreError, the game must be reloaded because its
        stored state is unknown.
        """
        if self.store is None:
            return
        session, since = game.session, game.saved_version
        if game.id is None:
            game.id, created = self.store.create(
                game.player, session.game, options=session.options, assistance=session.assistance
            )
            game.saved_version = game.version
            await self.write(created)
        elif game.version != since:
            appended = self.store.append_moves(game.id, session.game, since=since)
            game.saved_version = game.version
            session.set_assistance(await self.write(appended))
        else:
            return
        self._report_end(game)

    async def change(self, game: PlayerGame, change: Callable[[], Result]) -> Result:
        """Call `change` to make moves in a saved game, save the moves and return the call's result.

        The moves are made only if the game is at the latest version, so that the time before a
        version error is raised does not depend on hidden mines. `change` runs in the store's writer
        thread, and no other thread may use the session in the meantime. Raises the same errors as
        `save`, and any SapperError that `change` raises.
        """
        if self.store is None or game.id is None:
            return change()
        make = cache(change)  # A retried transaction must not make the moves twice.
        changed = self.store.make_moves(game.id, game.session.game, make)
        game.session.set_assistance(await self.write(changed))
        if game.version != game.saved_version:
            game.saved_version = game.version
            self._report_end(game)
        return make()

    def _report_end(self, game: PlayerGame) -> None:
        if game.session.game.is_over and self.on_finished is not None:
            self.on_finished(game)

    async def share(self, game: PlayerGame) -> str:
        """Return the game's share token, creating it on first use."""
        game.share_token = await self.write(self.open_store().share(_stored_id(game)))
        return game.share_token

    async def statistics(self, player: str) -> "list[LevelStatistics]":
        """Return statistics on the player's finished games, grouped by level."""
        return [] if self.store is None else await self.read(self.store.statistics, player)

    # AI moves ------------------------------------------------------------------------------------

    async def ai_steps(
        self,
        game: PlayerGame,
        strategy: str | None = None,
        *,
        strategy_seed: int = 0,
        first: Cell | None = None,
    ) -> AsyncGenerator[AiStep, None]:
        """Let the AI play the game and yield each step. The caller must save the game.

        `strategy` is a strategy name, optionally followed by options, as in "pattern:one_one=yes".
        The default is the strongest strategy. `strategy_seed` seeds the strategy's random guesses.
        `first` is the first cell to reveal, or None to let the strategy choose. Raises IllegalMove
        if the game is over, UnknownStrategy or InvalidOption if `strategy` is invalid, and
        StrategyFailed if the strategy fails.
        """
        session = game.session
        session.check_running("the AI cannot move")
        advice = session.first_advice()
        if advice is None and first is not None:
            advice = chosen_first_move_advice(session.rules, first)

        async def decide(_: View) -> Advice:
            return await self._advise(game, strategy, strategy_seed)

        async with aclosing(play(decide, session.game, first=advice)) as steps:
            async for step in steps:
                yield step

    async def ai_turn(
        self, game: PlayerGame, strategy: str | None = None, *, max_steps: int = 1
    ) -> tuple[AiStep, ...]:
        """Let the AI make up to `max_steps` steps, save them if the game is saved, and return them.

        All steps are based on the same advice: they reveal safe cells, flag mines or make one
        guess. The strategy is consulted only once per turn, so the duration of a turn depends only
        on the view, even if another move is saved first. Raises the same errors as `ai_steps`.
        """
        session = game.session
        session.check_running("the AI cannot move")
        advice = session.first_advice()
        if advice is None:
            advice = await self._advise(game, strategy, 0)
        return await self.change(
            game, lambda: tuple(islice(follow(advice, session.game), max_steps))
        )

    async def _advise(self, game: PlayerGame, strategy: str | None, seed: int) -> Advice:
        # Deriving the strategy's seed from the board seed would leak information about the mines.
        view, undos = game.session.ai_view(strategy), game.session.game.undos
        advice = await self.compute(
            game.player, advise, view, strategy, seed, max_think=self._max_think
        )
        game.session.save_ai_notes(AiNotes(strategy, undos, advice.notes))
        return advice

    # Assistance ----------------------------------------------------------------------------------

    async def hint(self, game: PlayerGame, grade: int = 3) -> "Hint":
        """Return a hint for the next move.

        Hints count as assistance, except for the required first move on a no-guess board. Raises
        IllegalMove if the game is over or the grade is invalid, and BudgetExceeded if the search
        exceeds its time limit.
        """
        from sapper.coach import graded_hints

        graded_hints.check_grade(grade)
        session = game.session
        session.check_running("no hint available")
        if (forced := session.first_hint()) is not None:
            return forced
        found = await self.search(game.player, graded_hints.hint, session.game.view)
        await self.count_assistance(game, "hints")
        return found

    async def odds(self, game: PlayerGame) -> Odds:
        """Return the mine probability of each hidden cell and count a use of assistance.

        Before the first reveal, the odds reflect only the start rule's guarantee, which does not
        count as assistance. Raises IllegalMove if the game is over, and BudgetExceeded if the
        search exceeds its time limit.
        """
        session = game.session
        session.check_running("no odds available")
        if session.game.view.is_untouched:
            return await self.compute(
                game.player,
                Odds.before_first_reveal,
                session.rules,
                forced=session.forced_first,
            )
        found = await self.search(game.player, compute_odds, session.game.view)
        await self.count_assistance(game, "odds")
        return found

    async def review(self, game: PlayerGame, *, reader: str | None = None) -> "Review":
        """Review every move of a game.

        A review of a game in progress counts as a hint and discloses no hidden information.
        `reader` is the player who requested the review, by default the game's own player.
        """
        from sapper.play.game_evaluation import review_game

        return await self.compute_review(game, review_game, reader=reader)

    async def compute_review(
        self, game: PlayerGame, search: Callable[..., Result], *, reader: str | None = None
    ) -> Result:
        """Review a game with `search(game, seconds=...)`, and count assistance as `review` does."""
        game.session.check_not_paused("no review available")
        found = await self.compute(
            reader or game.player, search, game.session.game, seconds=self._seconds
        )
        if not game.session.game.is_over:
            await self.count_assistance(game, "hints")
        return found

    async def summary(self, game: PlayerGame) -> "GameSummary":
        """Return a summary with a finished game's rank, best times, streak, accuracy and verdict.

        If the review fails, the summary contains no accuracy. Raises IllegalMove if the game is not
        over, and NotFound if it has not been saved.
        """
        from sapper.play.game_summary import NO_DIGEST, summarise_game

        game.session.check_over("cannot summarise an unfinished game")
        store, game_id = self.open_store(), _stored_id(game)
        standing = await self.read(store.load_standing, game_id)
        challenge = await self.read(store.challenges.code_of, game_id)
        is_daily = await self.read(store.daily_attempts.contains, game_id)
        try:
            digest = await self._digest(game)
        except BudgetExceeded:
            digest = NO_DIGEST
        return summarise_game(standing, digest, challenge=challenge, is_daily=is_daily)

    async def _digest(self, game: PlayerGame) -> "ReviewDigest":
        """Return the digest of a finished game's review.

        In most cases, the review digest has already been stored or is being computed.

        Raises BudgetExceeded if the review fails.
        """
        from sapper.play.game_summary import ReviewDigest

        game_id = _stored_id(game)
        if (running := self._digests.get(game_id)) is not None:
            await asyncio.wait([running])
        text = await self.read(self.open_store().load_digest, game_id)
        if text is not None:
            return ReviewDigest.from_text(text)
        evaluation = await self.evaluate_game(game.player, game.session.game)
        return evaluation.digest

    async def save_evaluation(self, game: PlayerGame) -> "Sequence[Puzzle]":
        """Review a finished game and save the digest and the puzzles built from the mistakes.

        Returns the puzzles that were built. Raises SapperError if the review or a write fails. A
        failed review does not affect the game.
        """
        if self.store is None or game.id is None:
            return ()
        version = game.version
        done = self._digests[game.id] = asyncio.get_running_loop().create_future()
        try:
            evaluation = await self.evaluate_game(f"background {game.player}", game.session.game)
            digest = evaluation.digest
            await self.write(
                self.store.save_digest(
                    game.id, version, accuracy=digest.accuracy, digest=digest.to_text()
                )
            )
        finally:
            done.set_result(None)
            self._digests.pop(game.id, None)
        await self.puzzles.add(game.player, evaluation.puzzles)
        return evaluation.puzzles

    async def evaluate_game(self, player: str, game: Game) -> "GameEvaluation":
        """Return the digest of a finished game's review and the puzzles built from its mistakes."""
        from sapper.play.game_evaluation import evaluate_game

        return await self.compute(player, evaluate_game, game, seconds=self._seconds)

    async def count_assistance(self, game: PlayerGame, kind: Assistance) -> None:
        """Count a use of assistance.

        The methods `hint`, `odds` and `review` count assistance automatically. Raises StaleVersion
        if the stored game is over.
        """
        if self.store is None or game.id is None:
            game.session.count_assistance(kind)
        else:
            counted = self.store.count_assistance(game.id, kind)
            game.session.set_assistance(await self.write(counted))

    def open_store(self) -> "Store":
        """Return the store. Raises StoreError if the store is not open."""
        if self.store is None:
            raise StoreError("the database is not open")
        return self.store


async def _within_timeout(future: "asyncio.Future[Result]") -> Result:
    from sapper.store.database import RESPONSE_TIMEOUT_SECONDS

    try:
        async with asyncio.timeout(RESPONSE_TIMEOUT_SECONDS):
            return await future
    except TimeoutError:
        raise StoreError(
            f"the database did not respond within {RESPONSE_TIMEOUT_SECONDS:g} seconds"
        ) from None


def _stored_id(game: PlayerGame) -> str:
    if game.id is None:
        raise NotFound("the game has not been saved")
    return game.id


def _to_player_game(stored: "StoredGame") -> PlayerGame:
    session = Session.resume(stored.to_game(), options=stored.options, assistance=stored.assistance)
    return PlayerGame(stored.player, session, stored.id, stored.share_token, stored.version)
