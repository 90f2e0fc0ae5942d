"""A strategy at work, step by step, with its reasons."""

import asyncio
from typing import TYPE_CHECKING, ClassVar, Final

from rich.text import Text
from textual.binding import Binding, BindingType

from sapper.coach.guesses import percent
from sapper.errors import SapperError
from sapper.game.cell_names import cell_name, with_names
from sapper.game.rules import Cell, Rules
from sapper.session import AiStep, Session
from sapper.strategies.base import player_seed
from sapper.tui.background import think
from sapper.tui.highlights import Mark
from sapper.tui.key_bindings import HELP_KEY, WORDS_KEYS
from sapper.tui.screens.base_screen import BoardScreen, Keys, sentence

if TYPE_CHECKING:
    from collections.abc import Iterator

_SLOWER, _FASTER = 1.6, 0.625
_LONGEST: Final = 10.0
_SHORTEST: Final = 0.01
_MAX_LINES: Final = 200


class WatchScreen(BoardScreen[None]):
    """Shows one game of a strategy."""

    HEADING = "Reasons"
    KEYS: ClassVar[Keys] = (
        ("Space", "pause, go on"),
        ("→", "one step"),
        ("+ -", "faster, slower"),
        ("N", "another board"),
        ("R", "the same again"),
        ("V", "review at the end"),
        ("Q", "leave"),
    )
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("space,enter", "pause", "Pause", key_display="Space"),
        Binding("right,l,m,M", "step", "Step", key_display="→"),
        Binding("plus,equals_sign", "speed(1)", "Faster", key_display="+"),
        Binding("minus", "speed(-1)", "Slower", key_display="-"),
        Binding("n,N", "new", "New", key_display="N"),
        Binding("r,R", "again", "Again", key_display="R"),
        Binding("v,V", "review", "Review", key_display="V"),
        *WORDS_KEYS,
        HELP_KEY,
        Binding("q,Q,escape", "app.quit", "Quit", key_display="Q"),
    ]

    def __init__(
        self, rules: Rules, strategy: str, seed: int, *, first: Cell | None, delay: float
    ) -> None:
        self._session = Session(rules, seed)
        super().__init__(self._session.game.view)
        self._strategy = strategy
        self._seed = seed
        self._first = first
        self._delay = min(max(delay, _SHORTEST), _LONGEST)
        self._is_paused = False
        self._wanted = 0
        self._steps: Iterator[AiStep] = iter(())
        self._number = self._guesses = 0
        self._reasons: list[Text] = []
        self._round = 0

    @property
    def session(self) -> Session:
        """The game that is watched."""
        return self._session

    def on_mount(self) -> None:
        """Let the strategy begin."""
        self.lay_out()
        self._begin(self._session)

    def _begin(self, session: Session) -> None:
        self._session = session
        self._round += 1
        self._number = self._guesses = 0
        self._reasons.clear()
        self._steps = session.play_to_end(self._strategy, strategy_seed=player_seed(self._seed))
        self.board.show(session.game.view)
        self._update_title()
        self.say("")
        self.run_worker(self._play(self._round), group="watch", exclusive=True)

    async def _play(self, watched: int) -> None:
        """Make steps at the chosen speed until the end or until another game is watched."""
        if self._first is not None:
            first = AiStep("reveal", self._first, "the first reveal, as it was asked for", None)
            self._session.move("reveal", self._first, by="ai")
            self._show(first)
        try:
            while not self._session.game.is_over:
                while self._is_paused and not self._wanted:
                    await asyncio.sleep(0.05)
                self._wanted = max(self._wanted - 1, 0)
                step = await think(lambda: next(self._steps, None))
                if step is None or watched != self._round:
                    break
                self._show(step)
                await self._wait()
        except SapperError as error:
            self.say(sentence(f"{error}"))

    async def _wait(self) -> None:
        """Wait for the next step; a change of speed is felt at once."""
        waited = 0.0
        while waited < self._delay and not self._is_paused:
            part = min(0.05, self._delay - waited)
            await asyncio.sleep(part)
            waited += part

    def _show(self, step: AiStep) -> None:
        self._number += 1
        is_guess = step.kind == "reveal" and step.risk is not None and 0 < step.risk < 1
        self._guesses += is_guess
        game = self._session.game
        mark = Mark("fault" if game.status == "lost" else "move")
        self.board.show(game.view, marks={step.cell: mark})
        self.board.place_cursor(step.cell)
        risk = f" ({percent(step.risk)})" if is_guess and step.risk else ""
        line = Text.assemble(
            (f"{self._number:>3} {step.kind} {cell_name(step.cell)}{risk}", "bold"),
            f"\n    {with_names(step.reason)}\n",
        )
        self._reasons.insert(0, line)
        del self._reasons[_MAX_LINES:]
        words = Text()
        if game.is_over:
            words.append(f"{self._strategy} {game.status}: ", "bold")
            words.append(f"{self._number} steps, {self._guesses} of them guesses.\n\n")
        self.say(Text.assemble(words, *self._reasons))
        self._update_title()

    def _update_title(self) -> None:
        game = self._session.game
        state = "paused" if self._is_paused and not game.is_over else game.status
        self.set_title(
            Text.assemble(
                (" WATCH ", "bold reverse"),
                "  ",
                (self._strategy, "bold"),
                f"  {game.rules}  seed {self._seed}   ⚑ {game.mines_left}   ",
                (state, "bold"),
                f"   step {self._number}, guesses {self._guesses}   {1 / self._delay:.3g}/s",
            )
        )

    def action_pause(self) -> None:
        """Pause, or go on."""
        self._is_paused = not self._is_paused
        self._update_title()

    def action_step(self) -> None:
        """Pause and make one step."""
        self._is_paused = True
        self._wanted += 1
        self._update_title()

    def action_speed(self, by: int) -> None:
        """Go faster or slower."""
        factor = _FASTER if by > 0 else _SLOWER
        self._delay = min(max(self._delay * factor, _SHORTEST), _LONGEST)
        self._update_title()

    def action_new(self) -> None:
        """Watch another board."""
        from sapper.game.game import choose_seed

        self._seed = choose_seed()
        self._begin(Session(self._session.rules, self._seed))

    def action_again(self) -> None:
        """Watch the same board again."""
        self._begin(Session(self._session.rules, self._seed))

    def action_review(self) -> None:
        """Review the game, once it is over."""
        from sapper.tui.screens.review_screen import ReviewScreen

        if self._session.game.is_over:
            self.app.push_screen(ReviewScreen(self._session.game))
        else:
            self.notify("The review comes after the game.", timeout=2)
