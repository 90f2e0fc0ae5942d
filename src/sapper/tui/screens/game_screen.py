"""The game itself: keys and mouse in, moves to the session, the board out."""

from contextlib import suppress
from typing import TYPE_CHECKING, ClassVar, Final, cast

from rich.text import Text
from textual import on
from textual.binding import Binding, BindingType

from sapper.errors import IllegalMove, SapperError, StaleVersion
from sapper.game.cell_names import cell_name
from sapper.game.rules import Cell
from sapper.session import Session
from sapper.tui.background import think
from sapper.tui.game_setup import Setup
from sapper.tui.key_bindings import CURSOR_KEYS, HELP_KEY
from sapper.tui.screens.assistance import SPEEDS, HelpedScreen
from sapper.tui.screens.base_screen import Keys
from sapper.tui.widgets.board_widget import Board

if TYPE_CHECKING:
    from sapper.tui.sapper_app import SapperApp

_STATUS: Final = {
    "ready": ("○ ready", "dim"),
    "playing": ("● playing", "bold"),
    "won": ("✔ won", "bold green"),
    "lost": ("✖ lost", "bold red"),
}
LEFT, MIDDLE, RIGHT = 1, 2, 3


class GameScreen(HelpedScreen):
    """One player at one board."""

    KEYS: ClassVar[Keys] = (
        ("←↑↓→ hjkl", "move"),
        ("Space", "reveal"),
        ("F  C  ?", "flag, chord, mark"),
        ("H  O", "hint, odds"),
        ("M  A", "AI move, to the end"),
        ("S  + -", "strategy, speed"),
        ("N  R  U", "new, retry, undo"),
        ("L  G", "level, your games"),
        ("V  T  X", "review, stats, edit"),
        ("F1 Ctrl-P", "help, commands"),
    )
    MOUSE = "left reveals, and around a number; right flags; middle chords; the wheel scrolls"
    LEAVING = "Leave; the game is kept"
    BINDINGS: ClassVar[list[BindingType]] = [
        *CURSOR_KEYS,
        Binding("space,enter", "reveal", "Reveal", key_display="Space"),
        Binding("f,F", "flag", "Flag", key_display="F"),
        Binding("c,C", "chord", "Chord", key_display="C"),
        Binding("question_mark", "question", "Mark", key_display="?", show=False),
        Binding("H", "hint", "Hint", key_display="H"),
        Binding("o,O", "odds", "Odds", key_display="O"),
        Binding("m,M", "ai_move", "AI", key_display="M"),
        Binding("a,A", "auto", "Auto", key_display="A"),
        Binding("plus,equals_sign", "change_speed(1)", "AI faster", key_display="+", show=False),
        Binding("minus", "change_speed(-1)", "AI slower", key_display="-", show=False),
        Binding("u,U", "undo", "Undo", key_display="U", show=False),
        Binding("n,N", "new", "New", key_display="N"),
        Binding("r,R", "retry", "Retry", key_display="R", show=False),
        Binding("L", "levels", "Level", key_display="L", show=False),
        Binding("g,G", "games", "Games", key_display="G", show=False),
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
        self._shown_title = Text("")
        self._is_reported = session.game.is_over

    @property
    def sapper(self) -> "SapperApp":
        """The application."""
        return cast("SapperApp", self.app)

    def on_mount(self) -> None:
        """Begin: draw, start the clock, and keep the game from now on."""
        self.lay_out()
        self.draw()
        self.update_title()
        first = self.session.terms.first
        if first is not None and self.session.game.status == "ready":
            self.board.place_cursor(first)
        self.say(self._greeting(), has_cells=False)
        self.set_interval(0.5, self.update_title)
        if self._is_resumed:
            self.sapper.keeper.watch(self._on_trouble)
        else:
            self.call_after_refresh(lambda: self.run_worker(self._open_store(), group="store"))

    def _greeting(self) -> str:
        if self._is_resumed:
            return "Here is your game as you left it. The clock went on."
        first = self.session.terms.first
        if first is not None:
            return f"No guess is needed here. Begin at {cell_name(first)}: press Space."
        return "Space reveals the cell under the cursor, F flags it. F1 shows all keys."

    async def _open_store(self) -> None:
        keeper = self.sapper.keeper
        keeper.watch(self._on_trouble)
        try:
            await think(keeper.open)
        except SapperError as error:
            self.notify(
                f"{error}", title="Games are not kept", severity="warning", timeout=10, markup=False
            )
            return
        keeper.keep(self.session)
        if self.session.game.is_over:
            self._learn()

    def _on_trouble(self, error: Exception) -> None:
        """Hear, on the store's thread, that something could not be kept."""
        self.app.call_from_thread(self._tell_trouble, error)

    def _tell_trouble(self, error: Exception) -> None:
        keeper = self.sapper.keeper
        if isinstance(error, StaleVersion) and keeper.game_id is not None:
            # Somebody, most likely this player in a browser, went on with the game.
            try:
                self._take(keeper.resume(keeper.game_id))
            except SapperError as worse:
                error = worse
            else:
                self.say("The game went on elsewhere. This is how it stands now.")
                return
        self.notify(f"{error}", title="Not kept", severity="warning", timeout=10, markup=False)

    # Drawing -------------------------------------------------------------------------------------

    def update_title(self) -> None:
        """Show level, mines, clock and status."""
        game, terms = self.session.game, self.session.terms
        label, look = _STATUS[game.status]
        text = Text.assemble(
            (" SAPPER ", "bold reverse"),
            "  ",
            (game.rules.level_name, "bold"),
            f" {game.rules}" if game.rules.level_name != str(game.rules) else "",
            (" practice" if terms.practice else "", "italic"),
            (" no-guess" if terms.no_guess else "", "italic"),
            "   ⚑ ",
            (f"{game.mines_left:>3}", "bold"),
            "   ◷ ",
            (_clock(game.seconds), "bold"),
            "   ",
            (label, look),
        )
        if self.is_busy:
            speed = "full speed" if self.speed == float("inf") else f"{self.speed:g}/s"
            text.append(f"   ▶ {self.strategy} {speed}", "italic")
        if text.plain != self._shown_title.plain:
            self._shown_title = text
            self.set_title(text)

    def after_move(self) -> None:
        """Keep what has changed and draw it."""
        if self.sapper.keeper.game_id is None:
            self.sapper.keeper.keep(self.session)
        else:
            # What the player waits for comes first; the move is kept right after it.
            self.call_after_refresh(self._keep)
        if self.odds_on:
            self.update_odds()
        self.draw()
        self.update_title()
        if self.session.game.is_over and not self._is_reported:
            self._report()
        self._is_reported = self.session.game.is_over

    def _keep(self) -> None:
        self.sapper.keeper.keep(self.session)

    def on_unmount(self) -> None:
        """Keep what was done last, also by a player who was quicker than the database."""
        if self.session.game.version:
            with suppress(SapperError):  # it was told when the game began
                self.sapper.keeper.open()
        self._keep()

    def _report(self) -> None:
        result = self.session.snapshot()["result"]
        if result is None:
            return
        game = self.session.game
        won = game.status == "won"
        text = Text("You won!" if won else "That was a mine.", "bold green" if won else "bold red")
        lines = [
            f"{game.seconds:.1f} s",
            f"3BV {result['solved_three_bv']} of {result['three_bv']}",
        ]
        if not game.ai_moves:  # those are no clicks and take no time
            clicks = f"{game.clicks} {'click' if game.clicks == 1 else 'clicks'}"
            lines[0] += f", {clicks}, efficiency {result['efficiency']:.0%}"
            lines[1] += f", {result['three_bv_per_second']:.2f}/s"
        if self.session.is_assisted:
            helped = any(self.session.assist_counts().values())
            why = "you had help" if helped else "the board was chosen or for practice"
            lines.append(f"Counted apart: {why}.")
        text.append("\n" + "\n".join(lines), "not bold default")
        text.append("\nV review   R again   N new", "bold default")
        self.say(text)
        self._learn()

    def _learn(self) -> None:
        record = self.session.save()
        self.run_worker(think(lambda: self.sapper.keeper.learn(record)), group="learn")

    # Moves ---------------------------------------------------------------------------------------

    def _move(self, kind: str, cell: Cell) -> None:
        if self.must_wait():
            return
        try:
            if self.session.game.is_over:
                raise IllegalMove("the game is over", hint="N new, R again, V review")
            changed = self.session.move(kind, cell)
        except SapperError as error:
            self.say_error(error)
            return
        if not changed:
            self.say(self._why_not(kind, cell))
            return
        self.clear_help()
        if not self.session.game.is_over:
            self.say("")
        self.after_move()
        if self.odds_on:
            self.say_odds()

    def _why_not(self, kind: str, cell: Cell) -> str:
        view, name = self.session.game.view, cell_name(cell)
        if kind == "reveal" and cell in view.flags | view.ai_flags:
            return f"{name} has a flag. F takes it away."
        if kind == "chord" and view.clue(cell):
            return f"{name} needs as many flags around it as its number."
        return f"Nothing to {kind} at {name}."

    def _reveal(self, cell: Cell) -> None:
        """Reveal a hidden cell; on a number reveal around it."""
        is_number = bool(self.session.game.view.clue(cell))
        self._move("chord" if is_number else "reveal", cell)

    def action_reveal(self) -> None:
        """Reveal the cell under the cursor."""
        self._reveal(self.board.cursor)

    def action_flag(self) -> None:
        """Set a flag, or take it away."""
        self._move("flag", self.board.cursor)

    def action_chord(self) -> None:
        """Reveal around a number that has all its flags."""
        self._move("chord", self.board.cursor)

    def action_question(self) -> None:
        """Set a question mark, or take it away."""
        self._move("question", self.board.cursor)

    def action_undo(self) -> None:
        """Take the last move back, in practice."""
        if self.must_wait():
            return
        try:
            self.session.undo()
        except SapperError as error:
            self.say_error(error)
            return
        self.clear_help()
        self.say("Taken back.")
        self.after_move()

    @on(Board.Pressed)
    def on_pressed(self, event: Board.Pressed) -> None:
        """Answer the mouse: left reveals, right flags, middle chords."""
        if event.button == LEFT:
            self._reveal(event.cell)
        elif event.button == RIGHT:
            self._move("flag", event.cell)
        elif event.button == MIDDLE:
            self._move("chord", event.cell)

    @on(Board.Moved)
    def on_moved(self) -> None:
        """Tell the odds of the cell that the cursor is on."""
        if self.odds_on and not self.is_busy:
            self.say_odds()

    def action_clear(self) -> None:
        """Stop the AI, put hints and odds away."""
        if self.is_busy:
            self.stop_ai()
            return
        self.odds_on = False
        self.clear_help()
        self.say("")
        self.draw()

    # Games ---------------------------------------------------------------------------------------

    def _leave_game(self) -> None:
        """Keep the rest of this game before another begins."""
        self._keep()
        self.sapper.keeper.begin()

    def _take(self, session: Session) -> None:
        """Show another game."""
        self.session = session
        self._is_reported = session.game.is_over
        self.clear_help()
        if self.odds_on:
            self.update_odds()
        self.draw()
        self.lay_out()
        self.update_title()
        first = session.terms.first
        if first is not None and session.game.status == "ready":
            self.board.place_cursor(first)
        self.say(self._greeting() if session.game.status == "ready" else "", has_cells=False)

    def begin(self, setup: Setup) -> None:
        """Begin another game."""
        if self.must_wait():
            return
        if setup.no_guess:
            self.say("Looking for a board that needs no guess…")
            self.run_worker(self._begin_without_guessing(setup), group="begin", exclusive=True)
        else:
            self._leave_game()
            self._is_resumed = False
            self._take(setup.begin())

    async def _begin_without_guessing(self, setup: Setup) -> None:
        try:
            session = await think(setup.begin)
        except SapperError as error:
            self.say_error(error)
            return
        self._leave_game()
        self._is_resumed = False
        self._take(session)

    def action_new(self) -> None:
        """Begin another game like this one."""
        self.begin(Setup.of(self.session))

    def action_retry(self) -> None:
        """Play the same board again, in practice also before it is over."""
        if self.must_wait():
            return
        game = self.session.game
        if game.status == "playing" and not self.session.terms.practice:
            # Its mines would be known when the game is resumed.
            self.say("Finish this game first, or begin one for practice (L).")
            return
        self._leave_game()
        again = Session.load(self.session.save())
        again.retry()
        self._is_resumed = False
        self._take(again)
        self.say("The same board again. It counts apart.")

    def action_levels(self) -> None:
        """Choose a level or a size."""
        from sapper.tui.screens.levels_screen import LevelsScreen

        def begin(setup: Setup | None) -> None:
            if setup is not None:
                self.begin(setup)

        self.app.push_screen(LevelsScreen(Setup.of(self.session)), begin)

    def action_games(self) -> None:
        """Choose one of the games that are not finished."""
        from sapper.tui.screens.unfinished_games_screen import GamesScreen

        def go_on(game_id: str | None) -> None:
            if game_id is None or self.must_wait():
                return
            self._keep()
            try:
                session = self.sapper.keeper.resume(game_id)
            except SapperError as error:
                self.say_error(error)
                return
            self._take(session)
            self.say("Here is your game as you left it. The clock went on.")

        try:
            games = self.sapper.keeper.unfinished()
        except SapperError as error:
            self.say_error(error)
            return
        self.app.push_screen(GamesScreen(games), go_on)

    # Other screens -------------------------------------------------------------------------------

    def action_strategies(self) -> None:
        """Choose who plays when the AI is asked."""
        from sapper.tui.screens.strategies_screen import StrategiesScreen

        def choose(name: str | None) -> None:
            if name is not None:
                self.sapper.preferences.set("strategy", name)
                self.say(f"{name} plays now when you press M or A.")

        self.app.push_screen(StrategiesScreen(self.strategy), choose)

    def action_statistics(self) -> None:
        """Show what the finished games add up to."""
        from sapper.tui.screens.statistics_screen import StatisticsScreen

        try:
            levels = self.sapper.keeper.statistics()
        except SapperError as error:
            self.say_error(error)
            return
        self.app.push_screen(StatisticsScreen(levels))

    def action_review(self) -> None:
        """Review the game, once it is over."""
        from sapper.tui.screens.review_screen import ReviewScreen

        if not self.session.game.is_over:
            self.say("The review comes after the game.")
            return
        self.app.push_screen(ReviewScreen(Session.load(self.session.save()).game))

    def action_analyse(self) -> None:
        """Take the position into the analyser; of a running game that is help."""
        from sapper.tui.screens.analyser_screen import AnalyserScreen

        game = self.session.game
        if self.must_wait():
            return
        if game.status == "playing":
            try:
                self.session.odds(budget=1.0)
            except SapperError as error:
                self.say_error(error)
                return
            self.count_assist("odds")
        self.app.push_screen(AnalyserScreen(game.view, cursor=self.board.cursor))

    # What help needs -----------------------------------------------------------------------------

    @property
    def strategy(self) -> str:
        """Who plays when the AI is asked."""
        return self.sapper.preferences.strategy

    @property
    def speed(self) -> float:
        """Steps of the AI in a second."""
        return SPEEDS[self.sapper.preferences.speed]

    def action_change_speed(self, by: int) -> None:
        """Let the AI play faster or slower."""
        chosen = min(max(self.sapper.preferences.speed + by, 0), len(SPEEDS) - 1)
        self.sapper.preferences.set("speed", chosen)
        each = "full speed" if self.speed == float("inf") else f"{self.speed:g} steps a second"
        self.say(f"The AI plays at {each}.")
        self.update_title()

    def count_assist(self, kind: str) -> None:
        """Keep that the player had help."""
        self.sapper.keeper.count_assist(kind)

    def on_ai_stopped(self) -> None:
        """Show that the board is the player's again."""
        self.update_title()


def _clock(seconds: float) -> str:
    whole = int(seconds)
    if whole < 3600:
        return f"{whole // 60}:{whole % 60:02}"
    return f"{whole // 3600}:{whole // 60 % 60:02}:{whole % 60:02}"
