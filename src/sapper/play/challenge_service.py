"""Challenges: links to the boards of finished games, with a comparison of the results."""

import unicodedata
from itertools import accumulate
from typing import TYPE_CHECKING, Annotated, Final, TypedDict

from sapper.errors import BudgetExceeded, IllegalMove, InvalidOption, NotFound
from sapper.game.game import Game
from sapper.game.game_options import GameOptions
from sapper.play.replay_steps import MAX_CHANGES, ReplayStep, replay_steps
from sapper.play.session import Session

if TYPE_CHECKING:
    from sapper.play.game_service import GameService, PlayerGame
    from sapper.store.challenges import Challenge

MAX_NAME_LENGTH: Final = 24
_DELETED: Final = "the game of this challenge has been deleted"
_REVEALED: Final = ".12345678!"


class ChallengeMove(ReplayStep):
    """A move with its changes to the board and the progress after the move."""

    revealed: Annotated[int, "The number of revealed cells after the move"]


class ChallengeResult(TypedDict):
    """The result of one player in a challenge.

    The moves are null until the reader may see the board, or if the response would be too large.
    """

    name: str
    status: Annotated[str | None, 'The game\'s status, "deleted", or null if it is hidden']
    seconds: float | None
    moves: list[ChallengeMove] | None


class ReceiverResult(ChallengeResult):
    """The result of a player who accepted a challenge."""

    game: Annotated[str | None, "The id of the reader's own game, if any"]


class ChallengeDescription(TypedDict):
    """A challenge with the details that its reader may see."""

    id: str
    level: str
    size: str
    no_guess: bool
    is_sender: bool
    hides_result: bool
    sender: ChallengeResult
    results: Annotated[
        list[ReceiverResult],
        "The reader's own attempt, or all finished attempts for the sender",
    ]


def check_name(name: str) -> str:
    """Return the name of a player without leading and trailing spaces.

    Raises InvalidOption if the name is too long or contains control characters.
    """
    stripped = name.strip()
    if len(stripped) > MAX_NAME_LENGTH:
        raise InvalidOption(
            f"a name must have at most {MAX_NAME_LENGTH} characters, not {len(stripped)}",
            field="name",
        )
    if any(unicodedata.category(character).startswith("C") for character in stripped):
        raise InvalidOption("a name must not contain control characters", field="name")
    return stripped


class ChallengeService:
    """The challenge operations of a `GameService`."""

    def __init__(self, service: "GameService") -> None:
        self._service = service

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

    async def accept(self, challenge_id: str, player: str, *, name: str = "") -> "PlayerGame":
        """Start the receiver's game on the same board, or load the receiver's existing game.

        The game starts at the same first cell. The game counts as assisted, because another player
        knows the board. Raises NotFound if the challenge or its game does not exist, and
        IllegalMove if the player is the sender.
        """
        from sapper.store.sql_store import new_id
        from sapper.store.stored_game_types import new_row

        service, store = self._service, self._service.open_store()
        challenge = await service.read(store.challenges.get, challenge_id)
        if challenge.player == player:
            raise IllegalMove(
                "you cannot accept your own challenge", hint="send the link to someone else"
            )
        checked = check_name(name)
        sent = await self._load(challenge.game)
        game = sent.session.game
        first = next(move.cell for move in game.history if move.kind == "reveal")
        options = GameOptions(
            known_board=True,
            no_guess=sent.session.options.no_guess,
            difficulty=sent.session.options.difficulty,
            first=first,
        )
        board = Game.from_layout(game.rules, game.layout)
        session = Session.resume(board, options=options)
        row = new_row(new_id(), player, session.game, options=options)
        game_id = await service.write(store.challenges.accept(challenge_id, checked, row))
        try:
            return await service.load(game_id)
        except NotFound:
            raise NotFound("you have deleted your game on this board") from None

    async def describe(self, challenge_id: str, player: str | None) -> ChallengeDescription:
        """Describe a challenge with the details that the given player may see.

        The sender's moves disclose the board. The moves are included only if the player is the
        sender or has finished the board. Raises NotFound if the challenge does not exist or its
        game has been deleted.
        """
        service, store = self._service, self._service.open_store()
        challenge: Challenge = await service.read(store.challenges.get, challenge_id)
        sent = await self._load(challenge.game)
        is_sender = player == challenge.player
        attempts = []
        if player is not None:
            only = None if is_sender else player
            attempts = list(
                await service.read(lambda: store.challenges.attempts(challenge_id, player=only))
            )
        played = [(attempt, await self._load_attempt(attempt.game)) for attempt in attempts]
        if is_sender:
            played = [(attempt, game) for attempt, game in played if game and game.is_over]
        is_finished = any(game is not None and game.is_over for _, game in played)
        may_see_moves = is_sender or is_finished
        shown = [sent.session.game] if may_see_moves else []
        shown += [game for _, game in played if game is not None and game.is_over]
        moves = dict(
            zip(
                map(id, shown),
                await service.compute(player or "", replay_progress, shown) if shown else [],
                strict=True,
            )
        )
        sender = _result(challenge.name, sent.session.game, moves)
        if challenge.hides_result and not may_see_moves:
            sender = {"name": challenge.name, "status": None, "seconds": None, "moves": None}
        results: list[ReceiverResult] = [
            {"game": None if is_sender else attempt.game, **_result(attempt.name, game, moves)}
            for attempt, game in played
        ]
        rules = sent.session.rules
        return {
            "id": challenge_id,
            "level": rules.level_name,
            "size": str(rules),
            "no_guess": sent.session.options.no_guess,
            "is_sender": is_sender,
            "hides_result": challenge.hides_result,
            "sender": sender,
            "results": results,
        }

    async def _load_attempt(self, game_id: str) -> Game | None:
        """Return the game of an attempt, or None if the receiver has deleted the game."""
        try:
            return (await self._service.load(game_id)).session.game
        except NotFound:
            return None

    async def _load(self, game_id: str) -> "PlayerGame":
        try:
            return await self._service.load(game_id)
        except NotFound:
            raise NotFound(_DELETED) from None


def _result(
    name: str, game: Game | None, moves: dict[int, list[ChallengeMove] | None]
) -> ChallengeResult:
    return {
        "name": name,
        "status": "deleted" if game is None else game.status,
        "seconds": game.seconds if game is not None and game.is_over else None,
        "moves": moves.get(id(game)),
    }


def replay_progress(games: list[Game]) -> list[list[ChallengeMove] | None]:
    """Return the moves of finished games, with their changes and the number of revealed cells.

    After MAX_CHANGES changes in total, the result is None for all remaining games. The limit bounds
    the size of the response.
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
