"""The game screen, which translates key presses and mouse clicks into moves."""

from contextlib import suppress
from typing import TYPE_CHECKING, ClassVar, cast

from rich.text import Text
from textual import on
from textual.binding import Binding, BindingType

from sapper.errors import IllegalMove, SapperError, StaleVersion
from sapper.game.rules import Cell
from sapper.session import Session
from sapper.tui.background import run_in_background
from sapper.tui.cursor_keys import CURSOR_KEYS, HELP_KEY
from sapper.tui.game_setup import GameSetup
from sapper.tui.game_text import (
    RESUMED,
    greeting,
    no_effect_text,
    result_text,
    speed_text,
    title_text,
)
from sapper.tui.screens.assistance import SPEEDS, AssistedScreen
from sapper.tui.screens.base_screen import Keys
from sapper.tui.widgets.board_widget import BoardWidget

if TYPE_CHECKING:
    from sapper.tui.sapper_app import SapperApp

LEFT, MIDDLE, RIGHT = 1, 2, 3


class GameScreen(AssistedScreen):
    """The screen on which the player plays a game."""

    KEYS: ClassVar[Keys] = (
        ("←↑↓→ hjkl", "move the cursor"),
        ("Space", "reveal"),
        ("F  C  ?", "flag, chord, question"),
        ("H  O", "hint, odds"),
        ("M  A", "AI move, autoplay"),
        ("S  + -", "strategy, AI speed"),
        ("N  R  U", "new, retry, undo"),
        ("L  G", "levels, saved games"),
        ("V  T", "review, statistics"),
        ("X", "analyse the position"),
        ("F1 Ctrl-P", "help, commands"),
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
        Binding("n,N", "new_game", "New", key_display="N"),
        Binding("r,R", "retry", "Retry", key_display="R", show=False),
        Binding("L", "levels", "Level", key_display="L", show=False),
        Binding("g,G", "unfinished_games", "Saved games", key_display="G", show=False),
        Binding("s,S", "strategies", "Strategy", key_display="S", show=False),
        Binding("t,T", "statistics", "Statistics", key_display="T", show=False),
        Binding("v,V", "review", "Review", key_display="V", show=False),
        Binding("x,X", "analyse", "Analyser", key_display="X", show=False),
        Binding("escape", "clear", "Clear", show=False),
        HELP_KEY,
        Binding("q,Q", "app.quit", "Quit", key_display="Q"),
    ]

    def __init__(self, session: Session, *, is_resumed: bool = False) -> None:
        super().__init__(session)
        self._is_resumed = is_resumed
        self._drawn_title = Text("")
        self._is_result_shown = session.game.is_over

    @property
    def sapper(self) -> "SapperApp":
        """The application."""
        return cast("SapperApp", self.app)

    def on_mount(self) -> None:
        """Draw the board, start the clock and open the database."""
        self.update_layout()
        self.draw_board()
        self.update_title()
        first = self.session.options.first
        if first is not None and self.session.game.status == "ready":
            self.board.place_cursor(first)
        self.show_message(RESUMED if self._is_resumed else greeting(self.session), has_cells=False)
        self.set_interval(0.5, self.update_title)
        if self._is_resumed:
            self.sapper.persistence.set_error_handler(self._on_save_error)
        else:
            self.call_after_refresh(lambda: self.run_worker(self._open_store(), group="store"))

    # Saving --------------------------------------------------------------------------------------

    async def _open_store(self) -> None:
        persistence = self.sapper.persistence
        persistence.set_error_handler(self._on_save_error)
        try:
            await run_in_background(persistence.open)
        except SapperError as error:
            self._notify_error(error, title="Games are not saved")
            return
        persistence.save(self.session)
        if self.session.game.is_over:
            self._review_in_background()

    def _save(self) -> None:
        self.sapper.persistence.save(self.session)

    def on_unmount(self) -> None:
        """Save the last moves, even if the database was not open yet."""
        if self.session.game.version:
            with suppress(SapperError):  # a failure was reported when the game started
                self.sapper.persistence.open()
        self._save()

    def _on_save_error(self, error: Exception) -> None:
        """Handle a failed write; the store calls this method on the writer thread."""
        self.app.call_from_thread(self._report_save_error, error)

    def _report_save_error(self, error: Exception) -> None:
        persistence = self.sapper.persistence
        if isinstance(error, StaleVersion) and persistence.game_id is not None:
            # Another front end, usually the browser, has made a move in the same game.
            try:
                self._show_session(persistence.resume(persistence.game_id))
            except SapperError as resume_error:
                error = resume_error
            else:
                self.show_message("The game was continued elsewhere. This is the latest position.")
                return
        self._notify_error(error, title="Not saved")

    def _notify_error(self, error: Exception, *, title: str) -> None:
        self.notify(str(error), title=title, severity="warning", timeout=10, markup=False)

    def _review_in_background(self) -> None:
        record, persistence = self.session.save(), self.sapper.persistence
        review = run_in_background(lambda: persistence.save_review(record))
        self.run_worker(review, group="review")

    # Drawing -------------------------------------------------------------------------------------

    def update_title(self) -> None:
        """Draw the title line if it has changed."""
        text = title_text(self.session)
        if self.is_ai_playing:
            speed = "full speed" if self.speed == float("inf") else f"{self.speed:g}/s"
            text.append(f"   ▶ {self.strategy} {speed}", "italic")
        if text.plain != self._drawn_title.plain:
            self._drawn_title = text
            self.set_title(text)

    def after_move(self) -> None:
        """Save and draw a move."""
        if self.sapper.persistence.game_id is None:
            self._save()
        else:
            # Drawing before saving makes the game more responsive.
            self.call_after_refresh(self._save)
        if self.is_showing_odds:
            self.update_odds()
        self.draw_board()
        self.update_title()
        if self.session.game.is_over and not self._is_result_shown:
            self._show_result()
        self._is_result_shown = self.session.game.is_over

    def _show_result(self) -> None:
        text = result_text(self.session)
        if text is not None:
            self.show_message(text)
            self._review_in_background()

    # Moves ---------------------------------------------------------------------------------------

    def _move(self, kind: str, cell: Cell) -> None:
        if self.is_blocked_by_ai():
            return
        try:
            if self.session.game.is_over:
                raise IllegalMove(
                    "the game is over", hint="press N for a new game, R to retry or V to review"
                )
            changed = self.session.move(kind, cell)
        except SapperError as error:
            self.show_error(error)
            return
        if not changed:
            self.show_message(no_effect_text(self.session.game.view, kind, cell))
            return
        self.clear_highlights()
        if not self.session.game.is_over:
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
        try:
            self.session.undo()
        except SapperError as error:
            self.show_error(error)
            return
        self.clear_highlights()
        self.show_message("Move undone.")
        self.after_move()

    @on(BoardWidget.CellPressed)
    def on_cell_pressed(self, event: BoardWidget.CellPressed) -> None:
        """Reveal or chord (left button), toggle a flag (right) or chord (middle)."""
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

    def _replace_game(self, session: Session) -> None:
        """Save the current game and show a new one."""
        self._save()
        self.sapper.persistence.start_game()
        self._show_session(session)

    def _show_session(self, session: Session) -> None:
        self.session = session
        self._is_result_shown = session.game.is_over
        self.clear_highlights()
        if self.is_showing_odds:
            self.update_odds()
        self.draw_board()
        self.update_layout()
        self.update_title()
        is_ready = session.game.status == "ready"
        if session.options.first is not None and is_ready:
            self.board.place_cursor(session.options.first)
        self.show_message(greeting(session) if is_ready else "", has_cells=False)

    def start_game(self, setup: GameSetup) -> None:
        """Start a new game."""
        if self.is_blocked_by_ai():
            return
        if setup.no_guess:
            self.show_message("Generating a no-guess board…")
            self.run_worker(self._start_no_guess_game(setup), group="start", exclusive=True)
        else:
            self._replace_game(setup.new_session())

    async def _start_no_guess_game(self, setup: GameSetup) -> None:
        try:
            session = await run_in_background(setup.new_session)
        except SapperError as error:
            self.show_error(error)
            return
        self._replace_game(session)

    def action_new_game(self) -> None:
        """Start a new game with the same settings."""
        self.start_game(GameSetup.from_session(self.session))

    def action_retry(self) -> None:
        """Play the same board again."""
        if self.is_blocked_by_ai():
            return
        game = self.session.game
        if game.status == "playing" and not self.session.options.practice:
            # A retry could reveal the mines of the unfinished game.
            self.show_message("Finish this game first, or start a practice game (L).")
            return
        again = Session.load(self.session.save())
        again.retry()
        self._replace_game(again)
        self.show_message("This is the same board again, so the game counts as assisted.")

    def action_levels(self) -> None:
        """Choose a level or a custom size."""
        from sapper.tui.screens.levels_screen import LevelsScreen

        def start(setup: GameSetup | None) -> None:
            if setup is not None:
                self.start_game(setup)

        self.app.push_screen(LevelsScreen(GameSetup.from_session(self.session)), start)

    def action_unfinished_games(self) -> None:
        """Resume one of your unfinished games."""
        from sapper.tui.screens.unfinished_games_screen import UnfinishedGamesScreen

        def resume(game_id: str | None) -> None:
            if game_id is None or self.is_blocked_by_ai():
                return
            self._save()
            try:
                session = self.sapper.persistence.resume(game_id)
            except SapperError as error:
                self.show_error(error)
                return
            self._show_session(session)
            self.show_message(RESUMED)

        try:
            games = self.sapper.persistence.unfinished_games()
        except SapperError as error:
            self.show_error(error)
            return
        self.app.push_screen(UnfinishedGamesScreen(games), resume)

    # Other screens -------------------------------------------------------------------------------

    def action_strategies(self) -> None:
        """Choose the AI's strategy."""
        from sapper.tui.screens.strategies_screen import StrategiesScreen

        def choose(name: str | None) -> None:
            if name is not None:
                self.sapper.preferences.set("strategy", name)
                self.show_message(f"The AI now uses the {name} strategy.")

        self.app.push_screen(StrategiesScreen(self.strategy), choose)

    def action_statistics(self) -> None:
        """Show the statistics of your finished games."""
        from sapper.tui.screens.statistics_screen import StatisticsScreen

        try:
            levels = self.sapper.persistence.statistics()
        except SapperError as error:
            self.show_error(error)
            return
        self.app.push_screen(StatisticsScreen(levels))

    def action_review(self) -> None:
        """Review the finished game."""
        from sapper.tui.screens.review_screen import ReviewScreen

        if not self.session.game.is_over:
            self.show_message("The review is available after the game.")
            return
        self.app.push_screen(ReviewScreen(Session.load(self.session.save()).game))

    def action_analyse(self) -> None:
        """Analyse the position (counts as assistance during a game)."""
        from sapper.tui.screens.analyser_screen import AnalyserScreen

        game = self.session.game
        if self.is_blocked_by_ai():
            return
        if game.status == "playing":
            try:
                self.session.odds(budget=1.0)
            except SapperError as error:
                self.show_error(error)
                return
            self.count_assistance("odds")
        self.app.push_screen(AnalyserScreen(game.view, cursor=self.board.cursor))

    # Assistance ----------------------------------------------------------------------------------

    @property
    def strategy(self) -> str:
        """The name of the strategy that the AI uses."""
        return self.sapper.preferences.strategy

    @property
    def speed(self) -> float:
        """The AI speed in moves per second."""
        return SPEEDS[self.sapper.preferences.speed]

    def action_change_speed(self, by: int) -> None:
        """Change the AI speed."""
        chosen = min(max(self.sapper.preferences.speed + by, 0), len(SPEEDS) - 1)
        self.sapper.preferences.set("speed", chosen)
        self.show_message(f"AI speed: {speed_text(self.speed)}.")
        self.update_title()

    def count_assistance(self, kind: str) -> None:
        """Record one use of "hints" or "odds"."""
        self.sapper.persistence.count_assistance(kind)

    def after_ai_stopped(self) -> None:
        """Remove the AI strategy from the title line."""
        self.update_title()
