"""A service for challenges, in which players compare their results on the same board."""

import asyncio
import unicodedata
from collections.abc import Callable, Sequence
from itertools import accumulate
from typing import TYPE_CHECKING, Annotated, Any, Final, TypedDict, TypeVar

from sapper.errors import BudgetExceeded, IllegalMove, InvalidOption, NotFound
from sapper.game.game import Game
from sapper.game.game_options import GameOptions
from sapper.play.computation import Load, Pay, pay_nothing
from sapper.play.replay_steps import MAX_CHANGES, ReplayStep, replay_steps

if TYPE_CHECKING:
    from sapper.play.game_service import GameService, PlayerGame
    from sapper.play.session import Session
    from sapper.store.challenges import Challenge, ChallengeResult

Result = TypeVar("Result")
MAX_NAME_LENGTH: Final = 24
MAX_SHOWN_MOVES: Final = 20_000
"""The maximum number of moves in the description of a challenge."""
_REVEALED: Final = ".12345678!"


class ChallengeMove(ReplayStep):
    """A move, the board changes that it causes, and the player's progress after the move."""

    revealed: Annotated[int, "The number of revealed cells after the move"]


class PlayerResult(TypedDict):
    """The result of one player in a challenge.

    The moves are null if the reader may not yet see the board or if the response would be too
    large.
    """

    name: str
    status: Annotated[str | None, 'The game\'s status, "deleted", or null if it is hidden']
    seconds: float | None
    assisted: Annotated[bool, "Whether the player was assisted or, as the sender, knew the board"]
    paused: Annotated[bool, "Whether the player paused the game"]
    moves: list[ChallengeMove] | None


class RecipientResult(PlayerResult):
    """The result of a player who accepted a challenge."""

    game: Annotated[str | None, "The id of the reader's own game, if any"]


class ChallengeDescription(TypedDict):
    """A challenge with the details that the reader is allowed to see."""

    id: str
    level: str
    size: str
    no_guess: bool
    is_sender: bool
    hides_result: bool
    sender: PlayerResult
    results: Annotated[
        list[RecipientResult],
        "The reader's own attempt, or all finished attempts for the sender",
    ]


def _accepted_row(sent: "Session", player: str) -> dict[str, Any]:
    """Return the `games` table row for a recipient's new game on the sender's board."""
    from sapper.store.sql_store import new_id
    from sapper.store.stored_game_types import new_row

    game = sent.game
    first = next((move.cell for move in game.history if move.kind == "reveal"), None)
    options = GameOptions(
        known_board=True,
        no_guess=sent.options.no_guess,
        difficulty=sent.options.difficulty,
        # If the sender's first cell was a mine, the recipient may start anywhere.
        first=None if first in game.layout else first,
    )
    board = Game.from_layout(game.rules, game.layout)
    return new_row(new_id(), player, board, options=options)


def check_name(name: str) -> str:
    """Return a player's name without leading and trailing spaces.

    Raises InvalidOption if the name is too long or contains control characters.
    """
    stripped = name.strip()
    if len(stripped) > MAX_NAME_LENGTH:
        raise InvalidOption(
            f"a name must be at most {MAX_NAME_LENGTH} characters long, not {len(stripped)}",
            field="name",
        )
    if any(unicodedata.category(character).startswith("C") for character in stripped):
        raise InvalidOption("a name must not contain control characters", field="name")
    return stripped


class ChallengeService:
    """The challenge operations of a `GameService`."""

    def __init__(self, service: "GameService") -> None:
        self._service = service
        # Long games are loaded one at a time, so that they occupy one reader thread at most.
        self._load_lock = asyncio.Lock()

    async def create(
        self, game: "PlayerGame", *, name: str = "", hides_result: bool = False
    ) -> str:
        """Create a challenge from a finished game and return the challenge's id.

        Raises IllegalMove if the game is not over, was imported or was a practice game.
        """
        from sapper.store.challenges import Challenge
        from sapper.store.sql_store import new_id

        session = game.session
        session.check_over("cannot send a challenge before the game is over")
        if session.options.imported or session.options.practice:
            raise IllegalMove("cannot send a challenge from an imported or practice game")
        if game.id is None:
            raise NotFound("the game has not been saved")
        challenge = Challenge(
            id=new_id(),
            player=game.player,
            game=game.id,
            name=check_name(name),
            hides_result=hides_result,
        )
        await self._service.write(self._service.open_store().challenges.create(challenge))
        return challenge.id

    async def accept(
        self,
        challenge_id: str,
        player: str,
        *,
        name: str = "",
        pay: Pay = pay_nothing,
        load: Load | None = None,
    ) -> "PlayerGame":
        """Start a recipient's game on a challenge's board, or load the recipient's existing game.

        The recipient's game starts at the same cell as the sender's. The game counts as assisted,
        because another player already knows the board. `pay` is called with the number of moves
        before the sender's game is loaded. `load` loads the recipient's game by its id, by default
        with `GameService.load`. Raises NotFound if the challenge or its game does not exist, and
        IllegalMove if the player is the sender or if the challenge has too many recipients.
        """
        service, store = self._service, self._service.open_store()
        challenge = await service.read(store.challenges.get, challenge_id)
        if challenge.player == player:
            raise IllegalMove(
                "you cannot accept your own challenge", hint="send the link to someone else"
            )
        checked = check_name(name)
        sent = await service.read(store.challenges.sent_game, challenge)
        own = await service.read(store.challenges.own_result, challenge_id, player)
        if own is None:
            await pay(sent.result.version)
            game_id = await self._start(challenge, player, checked)
        else:
            game_id = own.game
        try:
            return await (load or service.load)(game_id)
        except NotFound:
            raise NotFound("you have deleted your game on this board") from None

    async def _start(self, challenge: "Challenge", player: str, name: str) -> str:
        """Store a new game on a challenge's board and return the game's id."""
        async with self._load_lock:
            sent = (await self._service.load(challenge.game)).session
            # Long games and large boards take milliseconds.
            row = await self._service.read(_accepted_row, sent, player)
        challenges = self._service.open_store().challenges
        return await self._service.write(challenges.accept(challenge.id, name, row))

    async def check(self, challenge_id: str) -> None:
        """Raise NotFound if the challenge does not exist or its game has been deleted."""
        service, challenges = self._service, self._service.open_store().challenges
        challenge = await service.read(challenges.get, challenge_id)
        await service.read(challenges.sent_game, challenge)

    async def describe(
        self,
        challenge_id: str,
        player: str | None,
        *,
        render: Callable[[ChallengeDescription, "list[Game | None]"], Result],
        pay: Pay = pay_nothing,
    ) -> Result:
        """Return a challenge with the details that a player is allowed to see.

        The sender's moves, which disclose the board, are included only if the player is the sender
        or has finished the board. `render` adds the moves to the description, usually by calling
        `add_moves`. `pay` is called with the number of moves before the games are loaded. Raises
        NotFound if the challenge does not exist or its game has been deleted.
        """
        service, challenges = self._service, self._service.open_store().challenges
        challenge: Challenge = await service.read(challenges.get, challenge_id)
        sent = await service.read(challenges.sent_game, challenge)
        is_sender = player == challenge.player
        results: list[ChallengeResult] = []
        if is_sender:
            results = list(await service.read(challenges.finished_results, challenge_id))
        elif player is not None:
            own = await service.read(challenges.own_result, challenge_id, player)
            results = [] if own is None else [own]
        may_see_moves = is_sender or any(map(_is_over, results))
        is_hidden = challenge.hides_result and not may_see_moves
        description: ChallengeDescription = {
            "id": challenge_id,
            "level": sent.level,
            "size": sent.size,
            "no_guess": sent.no_guess,
            "is_sender": is_sender,
            "hides_result": challenge.hides_result,
            "sender": _to_json(sent.result, is_hidden=is_hidden),
            "results": [
                {"game": None if is_sender else each.game, **_to_json(each)} for each in results
            ],
        }
        games = await self._load_games([sent.result, *results] if may_see_moves else [], pay)
        if not games:
            return render(description, [None] * (1 + len(results)))
        return await service.compute(player or "", render, description, games)

    async def _load_games(
        self, results: "Sequence[ChallengeResult]", pay: Pay
    ) -> list[Game | None]:
        """Load finished games with up to MAX_SHOWN_MOVES moves in total. All other games are None.

        Without a limit on moves, the cost of a response would grow with the number and length of
        the games.
        """
        moves = 0
        chosen = []
        for each in results:
            is_shown = _is_over(each) and moves + each.version <= MAX_SHOWN_MOVES
            moves += each.version if is_shown else 0
            chosen.append(is_shown)
        await pay(moves)
        return [
            await self._load_game(each.game) if is_shown else None
            for each, is_shown in zip(results, chosen, strict=True)
        ]

    async def _load_game(self, game_id: str) -> Game | None:
        """Return a game, or None if it has just been deleted."""
        try:
            async with self._load_lock:
                return (await self._service.load(game_id)).session.game
        except NotFound:
            return None


def _is_over(result: "ChallengeResult") -> bool:
    return result.status in ("won", "lost")


def _to_json(result: "ChallengeResult", *, is_hidden: bool = False) -> PlayerResult:
    return {
        "name": result.name,
        "status": None if is_hidden else result.status,
        "seconds": None if is_hidden else result.seconds,
        "assisted": result.is_assisted and not is_hidden,
        "paused": result.is_paused and not is_hidden,
        "moves": None,
    }


def add_moves(description: ChallengeDescription, games: list[Game | None]) -> ChallengeDescription:
    """Add each game's moves to the description of a challenge.

    The first game is the sender's, and the others correspond to the recipients in `results`. If a
    player's game is None, the player's moves remain None.
    """
    results = [description["sender"], *description["results"]]
    shown = [(result, game) for result, game in zip(results, games, strict=True) if game]
    for (result, _), moves in zip(shown, replay_progress([g for _, g in shown]), strict=True):
        result["moves"] = moves
    return description


def replay_progress(games: list[Game]) -> list[list[ChallengeMove] | None]:
    """Return the moves of finished games, with the board changes and the number of revealed cells.

    Once the games exceed MAX_CHANGES board changes in total, each remaining game yields None, which
    limits the size of the response.
    """
    progress: list[list[ChallengeMove] | None] = []
    change_count = 0
    for game in games:
        moves = _moves(game) if change_count <= MAX_CHANGES else None
        change_count += sum(len(move["changes"]) for move in moves or ())
        progress.append(moves)
    return progress


def _moves(game: Game) -> list[ChallengeMove] | None:
    try:
        steps = replay_steps(game)
    except BudgetExceeded:
        return None
    gains = (sum(symbol in _REVEALED for _, _, symbol in step["changes"]) for step in steps)
    return [
        {**step, "revealed": revealed}
        for step, revealed in zip(steps, accumulate(gains), strict=True)
    ]
