"""The game screen, which translates key presses and mouse clicks into moves."""

from collections.abc import Awaitable, Callable
from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING, ClassVar

from rich.text import Text
from textual import on
from textual.binding import Binding, BindingType

from sapper.errors import BudgetExceeded, IllegalMove, SapperError, StaleVersion
from sapper.game.rules import Cell
from sapper.play.computation import run_in_background
from sapper.play.game_service import PlayerGame
from sapper.play.game_setup import GameSetup
from sapper.play.move_messages import no_effect_text
from sapper.play.session import Session
from sapper.tui.game_text import RESUMED, greeting, result_text, title_text
from sapper.tui.key_bindings import CURSOR_KEYS, HELP_KEY, MENU_KEY
from sapper.tui.screens.assisted_screen import AssistedScreen
from sapper.tui.screens.board_screen import Keys
from sapper.tui.widgets.board_widget import LEFT, MIDDLE, RIGHT, BoardWidget

if TYPE_CHECKING:
    from sapper.play.game_summary import GameSummary


class GameScreen(AssistedScreen):
    """The screen for playing a game."""

    KEYS: ClassVar[Keys] = (
        ("←↑↓→ hjkl", "move the cursor"),
        ("Space", "reveal"),
        ("F  C", "flag, chord"),
        ("H  O", "hint, odds"),
        ("M  A", "AI move, autoplay"),
        ("N  L", "new game, level"),
        ("V", "review when finished"),
        ("Tab  F1", "menu, all keys"),
    )
    MOUSE_HELP = "Left: reveal or chord. Right: flag. Middle: chord. Wheel: scroll"
    QUIT_HELP = "Save the game and quit"
    BINDINGS: ClassVar[list[BindingType]] = [
        *CURSOR_KEYS,
        Binding("space,enter", "reveal", "Reveal", key_display="Space"),
        Binding("f,F", "flag", "Flag", key_display="F"),
        Binding("c,C", "chord", "Chord", key_display="C"),
        Binding("question_mark", "question", "Question mark", key_display="?", show=False),
        Binding("H", "hint", "Hint", key_display="H"),
        Binding("o,O", "odds", "Odds", key_display="O"),
        Binding("m,M", "ai_move", "AI", key_display="M"),
        Binding("a,A", "autoplay", "Autoplay", key_display="A"),
        Binding("plus,equals_sign", "change_speed(1)", "AI faster", key_display="+", show=False),
        Binding("minus", "change_speed(-1)", "AI slower", key_display="-", show=False),
        Binding("u,U", "undo", "Undo", key_display="U", show=False),
        Binding("n,N,f2", "new_game", "New", key_display="N"),
        Binding("r,R", "retry", "Retry", key_display="R", show=False),
        Binding("L", "levels", "Level", key_display="L", show=False),
        Binding("g,G", "games", "Games", key_display="G", show=False),
        Binding("s,S", "strategies", "Strategy", key_display="S", show=False),
        Binding("t,T", "statistics", "Statistics", key_display="T", show=False),
        Binding("e,E", "challenge", "Challenge", key_display="E", show=False),
        Binding("v,V", "review", "Review", key_display="V", show=False),
        Binding("x,X", "analyse", "Analyser", key_display="X", show=False),
        Binding("escape", "clear", "Clear", show=False),
        MENU_KEY,
        HELP_KEY,
        Binding("q,Q", "app.quit", "Quit", key_display="Q"),
    ]

    def __init__(self, game: PlayerGame, *, is_resumed: bool = False) -> None:
        super().__init__(game)
        self._is_resumed = is_resumed
        self._summary: GameSummary | None = None

    def on_mount(self) -> None:
        """Draw the board, start the clock and open the database."""
        self.service.on_finished = partial(self._write, self._save_evaluation)
        self._show_game(self.game)
        self.set_interval(0.5, self.update_title)
        if self._is_resumed:
            self.show_message(RESUMED)
        else:
            self.call_after_refresh(lambda: self.run_worker(self._start_saving(), group="store"))

    # Saving --------------------------------------------------------------------------------------

    async def _open_store(self) -> None:
        await run_in_background(self.service.open)
        self.game.player = self.service.player

    async def _start_saving(self) -> None:
        try:
            await self._open_store()
        except SapperError as error:
            self.notify_error(error, title="Games are not saved")
            return
        self._save()

    async def on_unmount(self) -> None:
        """Pause the game and save it, first opening the database if necessary."""
        self.service.on_finished = None
        self.session.pause()
        if self.game.version:
            with suppress(SapperError):  # A failure was already reported when the game started.
                await self._open_store()
                await self.service.save(self.game)

    def _save(self) -> None:
        if self.game.version:  # A board without moves is not saved.
            self._write(self.service.save, self.game)

    async def _save_evaluation(self, game: PlayerGame) -> None:
        with suppress(BudgetExceeded):  # The game itself is saved, so it can be reviewed later.
            await self.service.save_evaluation(game)
        summary = await self.service.summary(game)
        if self.game is game:
            self._summary = summary
        if self.game is game and (result := result_text(game.session, summary)) is not None:
            self.show_message(result)

    def _write(self, method: Callable[[PlayerGame], Awaitable[None]], game: PlayerGame) -> None:
        """Run a method that saves data about a game, and report any errors."""
        self.run_worker(self._report_errors(method, game), group="save")

    async def _report_errors(
        self, method: Callable[[PlayerGame], Awaitable[None]], game: PlayerGame
    ) -> None:
        try:
            try:
                await method(game)
            except StaleVersion:
                # Another front end, usually the browser, has made a move in the same game.
                await self._reload(game)
        except SapperError as error:
            self.notify_error(error, title="Not saved")

    async def _reload(self, game: PlayerGame) -> None:
        loaded = await self.service.reload(game)
        if self.game is game:
            self._show_game(loaded)
            self.show_message("The game was continued elsewhere. This is the latest position.")

    # Drawing -------------------------------------------------------------------------------------

    def title_text(self) -> Text:
        """Return the title line with the state of the game and of the AI."""
        text = title_text(self.session)
        if self.is_ai_playing:
            speed = "full speed" if self.speed == float("inf") else f"{self.speed:g}/s"
            text.append(f"   ▶ {self.strategy} {speed}", "italic")
        return text

    def after_move(self) -> None:
        """Save the last move and redraw the board."""
        # Drawing the board before saving makes the game more responsive.
        self.call_after_refresh(self._save)
        if self.is_showing_odds:
            self.update_odds()
        self.draw_board()
        self.update_title()
        if (result := result_text(self.session)) is not None:
            self.show_message(result)

    # Moves ---------------------------------------------------------------------------------------

    def _move(self, kind: str, cell: Cell) -> None:
        if self.is_blocked_by_ai():
            return
        game = self.session.game
        with self.showing_errors():
            if game.is_over:
                raise IllegalMove(
                    "the game is over", hint="press N for a new game, R to retry or V to review"
                )
            if not self.session.move(kind, cell):
                self.show_message(no_effect_text(game.view, kind, cell, flag_command="Press F"))
                return
            self.clear_highlights()
            if not game.is_over:
                self.show_message("")
            self.after_move()
            if self.is_showing_odds:
                self.show_odds_message()

    def _reveal_or_chord(self, cell: Cell) -> None:
        is_number = bool(self.session.game.view.clue(cell))
        self._move("chord" if is_number else "reveal", cell)

    def action_reveal(self) -> None:
        """Reveal the cell under the cursor, or chord if it is a number."""
        self._reveal_or_chord(self.board.cursor)

    def action_flag(self) -> None:
        """Place or remove a flag."""
        self._move("flag", self.board.cursor)

    def action_chord(self) -> None:
        """Reveal the other neighbours of a number that has all its flags."""
        self._move("chord", self.board.cursor)

    def action_question(self) -> None:
        """Place or remove a question mark."""
        self._move("question", self.board.cursor)

    def action_undo(self) -> None:
        """Undo the last move (practice games only)."""
        if self.is_blocked_by_ai():
            return
        with self.showing_errors():
            self.session.undo()
            self.clear_highlights()
            self.show_message("Move undone.")
            self.after_move()

    @on(BoardWidget.CellPressed)
    def on_cell_pressed(self, event: BoardWidget.CellPressed) -> None:
        """Handle a mouse click.

        A left click reveals or chords, a right click toggles a flag, and a middle click chords.
        """
        if event.button == LEFT:
            self._reveal_or_chord(event.cell)
        elif event.button == RIGHT:
            self._move("flag", event.cell)
        elif event.button == MIDDLE:
            self._move("chord", event.cell)

    @on(BoardWidget.CursorMoved)
    def on_cursor_moved(self) -> None:
        """Update the odds message."""
        if self.is_showing_odds and not self.is_ai_playing:
            self.show_odds_message()

    def action_clear(self) -> None:
        """Stop the AI, or hide hints and odds."""
        if self.is_ai_playing:
            self.stop_ai()
            return
        self.is_showing_odds = False
        self.clear_highlights()
        self.show_message("")
        self.draw_board()

    # Games ---------------------------------------------------------------------------------------

    def _replace_game(self, game: PlayerGame) -> None:
        """Pause and save the current game, and replace it with another game."""
        self.session.pause()
        self._save()
        self._show_game(game)

    def _show_game(self, game: PlayerGame) -> None:
        game.session.resume_clock()
        self.game, self._summary = game, None
        session = game.session
        self.clear_highlights()
        if self.is_showing_odds:
            self.update_odds()
        self.draw_board()
        self.update_layout()
        is_ready = session.game.status == "ready"
        if session.options.first is not None and is_ready:
            self.board.place_cursor(session.options.first)
        self.show_message(greeting(session) if is_ready else "", has_cells=False)

    def start_game(self, setup: GameSetup | None) -> None:
        """Start a new game, unless `setup` is None."""
        if setup is None or self.is_blocked_by_ai():
            return
        if setup.no_guess:
            self.show_message("Generating a no-guess board…")
        self.start_task("start", self._start_game, setup)

    async def _start_game(self, setup: GameSetup) -> None:
        self._replace_game(await self.service.new_game(self.service.player, setup))

    def action_new_game(self) -> None:
        """Start a new game with the same settings."""
        self.start_game(GameSetup.of_session(self.session))

    def action_retry(self) -> None:
        """Play the same board again."""
        if self.is_blocked_by_ai():
            return
        with self.showing_errors():
            self._replace_game(PlayerGame(self.service.player, self.session.retry()))
            self.show_message("This is the same board again, so the game counts as assisted.")

    def action_levels(self) -> None:
        """Choose a level or a custom size."""
        from sapper.tui.screens.new_game_screen import NewGameScreen

        self.app.push_screen(NewGameScreen(GameSetup.of_session(self.session)), self.start_game)

    def open_game(self, game: PlayerGame) -> None:
        """Show a game, or resume the game if it is already the current one."""
        if self.is_blocked_by_ai():
            return
        if game.id != self.game.id:
            self._replace_game(game)
        self._resume()

    def leave_game(self) -> None:
        """Pause the game when the player switches to another section."""
        self.stop_ai()
        if self.session.pause():
            self._save()

    def discard_game(self) -> None:
        """Replace a deleted game with a new one, without saving the deleted game."""
        setup = GameSetup.of_session(self.session)
        self._show_game(
            PlayerGame(self.service.player, Session(setup.rules, practice=setup.practice))
        )
        if setup.no_guess:
            self.start_game(setup)

    def on_screen_resume(self) -> None:
        """Resume a game that was paused when the player switched to another section."""
        super().on_screen_resume()
        if self.app.screen is self:  # A section may have opened when the menu closed.
            self._resume()

    def _resume(self) -> None:
        if self.session.resume_clock():
            self._save()
        if self.session.game.status == "playing" and not self.message_text:
            self.show_message(RESUMED)

    def action_games(self) -> None:
        """Show all of your games."""
        self.sapper.open_section("games")

    # Other screens -------------------------------------------------------------------------------

    def action_strategies(self) -> None:
        """Choose the AI's strategy."""
        from sapper.tui.screens.strategies_screen import StrategiesScreen

        def choose(name: str | None) -> None:
            if name is not None:
                self.sapper.preferences.set("strategy", name)
                self.show_message(f"The AI now uses the {name} strategy.")

        self.app.push_screen(StrategiesScreen(self.strategy), choose)

    async def action_statistics(self) -> None:
        """Show the statistics of your finished games."""
        await self.sapper.show_statistics()

    def action_review(self) -> None:
        """Review the finished game, starting at an avoidable loss."""
        from sapper.tui.screens.review_screen import ReviewScreen

        if not self.session.game.is_over:
            self.show_message("The review is available after the game.")
            return
        avoidable = self._summary["avoidable"] if self._summary else None
        first = avoidable["move"] if avoidable else None
        self.app.push_screen(ReviewScreen(self.game, first=first))

    def action_challenge(self) -> None:
        """Challenge a friend with the finished board, or compare with your challenger."""
        if self.session.game.is_over:
            self.start_task("challenge", self._open_challenge, self.game)
        else:
            self.show_message("You can challenge a friend after the game.")

    async def _open_challenge(self, game: PlayerGame) -> None:
        from sapper.tui.screens.challenge_screen import ChallengeScreen

        code = (await self.service.summary(game))["challenge"]
        if code is None:
            self.challenge_friend(game)
        else:
            self.app.push_screen(ChallengeScreen(code))

    def action_analyse(self) -> None:
        """Analyse the position (counts as assistance during a game)."""
        from sapper.tui.screens.analyser_screen import AnalyserScreen

        if self.is_blocked_by_ai():
            return
        if self.session.game.status == "playing":
            self._write(partial(self.service.count_assistance, kind="odds"), self.game)
        view = self.session.game.view
        self.app.push_screen(AnalyserScreen(view, cursor=self.board.cursor))
