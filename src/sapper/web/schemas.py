"""What clients send and get, as types; the OpenAPI document is made from them."""

from typing import Annotated, Any, Literal

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, StrictBool, StrictInt


def _as_whole(value: Any) -> Any:
    """Return a whole number that was written with a point as it is meant: 2.0 is 2 in JSON."""
    return int(value) if isinstance(value, float) and value.is_integer() else value


# After the bounds, or the document would not have them.
_WHOLE = BeforeValidator(_as_whole)
Coordinate = Annotated[StrictInt, Field(ge=0, le=1_000_000), _WHOLE]
# Below 2**64, which is a float exactly, and not up to the number before it: see `sapper.web.app`.
Seed = Annotated[StrictInt, Field(ge=0, lt=2**64), _WHOLE]
Place = Annotated[
    list[Coordinate], Field(min_length=2, max_length=2, description="[row, column], from 0")
]
Version = Annotated[
    StrictInt,
    Field(ge=0, le=2**31 - 1, description="the version that the move is based on"),
    _WHOLE,
]


class _Body(BaseModel):
    model_config = ConfigDict(extra="forbid")


class NewGame(_Body):
    """What a player sets up."""

    level: Annotated[str, Field(max_length=40, description="a level's name, or WxH/M")] = "beginner"
    start: Literal["safe", "opening", "any"] = "safe"
    seed: Annotated[
        Seed | None,
        Field(description="0 to 2**64 - 1, for a board of the player's own; counts apart"),
    ] = None
    practice: Annotated[
        StrictBool, Field(description="moves may be taken back; it counts apart")
    ] = False
    no_guess: Annotated[
        StrictBool, Field(description="a board that can be solved without any guess")
    ] = False
    difficulty: Annotated[
        Literal["easy", "medium", "hard", "extreme"] | None,
        Field(description="how hard the proofs of a no-guess board may be"),
    ] = None
    retry_of: Annotated[
        str | None,
        Field(max_length=64, description="a finished game whose board to play again"),
    ] = None


class NewMove(_Body):
    """A move of the player."""

    kind: Literal["reveal", "flag", "question", "chord"]
    cell: Place
    version: Version


class Undo(_Body):
    """Take back the last move, in a game for practice."""

    version: Version


class AiRequest(_Body):
    """Moves of the AI."""

    strategy: Annotated[
        str | None, Field(max_length=80, description="a name of /api/strategies, or the strongest")
    ] = None
    steps: Annotated[StrictInt, Field(ge=1, le=1000), _WHOLE] = 1
    version: Version


class Position(_Body):
    """A position to analyse."""

    position: Annotated[str, Field(max_length=60_000, description="as text, with its header")]
    seconds: Annotated[float, Field(gt=0, le=5)] = 2.0


class BoardFile(_Body):
    """A board in a file of another program."""

    base64: Annotated[str, Field(max_length=60_000, description="an MBF file, in Base64")]


class PositionText(BaseModel):
    """A position as text."""

    position: str


class ErrorBody(BaseModel):
    """What went wrong."""

    code: str
    message: str
    hint: str | None


class ErrorAnswer(BaseModel):
    """The one shape of every error; some have more fields, such as `cell` or `version`."""

    error: ErrorBody


class AssistsAnswer(BaseModel):
    """How often the player had help."""

    ai: int
    hints: int
    odds: int
    undos: int


class ResultAnswer(BaseModel):
    """What is told once a game is over."""

    seed: int | None
    mines: list[list[int]]
    wrong_flags: list[list[int]]
    openings: int
    islands: int
    three_bv: int
    solved_three_bv: int
    efficiency: float
    three_bv_per_second: float


class GameAnswer(BaseModel):
    """A game as its player sees it."""

    id: Annotated[str | None, Field(description="null for those who only have the link")]
    owner: bool
    share: Annotated[str | None, Field(description="the token of the link, if there is one")]
    level: str
    width: int
    height: int
    mines: int
    start: str
    status: Literal["ready", "playing", "won", "lost"]
    rows: Annotated[
        list[str],
        Field(description="`#` hidden, `.` or 1-8 revealed, F ? marks, * ! mines after the end"),
    ]
    mines_left: int
    seconds: float
    version: int
    clicks: int
    undos: int
    losses_undone: int
    can_undo: bool
    practice: bool
    no_guess: bool
    difficulty: str | None
    first: Annotated[list[int] | None, Field(description="where the game must begin")]
    ai_flags: list[list[int]]
    assists: AssistsAnswer
    assisted: Annotated[bool, Field(description="whether the result counts apart")]
    result: ResultAnswer | None


class ShortGame(BaseModel):
    """A line of a list of games."""

    id: str
    level: str
    size: str
    start: str
    status: str
    version: int
    no_guess: bool
    created_at: float
    moved_at: float
    seconds: float | None


class GameList(BaseModel):
    """A player's games: those not finished first, then the latest."""

    games: list[ShortGame]


class StepAnswer(BaseModel):
    """One move of the AI."""

    kind: Literal["reveal", "flag"]
    cell: list[int]
    reason: str
    risk: float | None
    rows: Annotated[
        list[str] | None,
        Field(description="the board after it; not for many steps on large boards"),
    ] = None


class AiAnswer(BaseModel):
    """What the AI did."""

    steps: list[StepAnswer]
    stopped: Annotated[str | None, Field(description="why it stopped before the last step")]
    game: GameAnswer


class OddsAnswer(BaseModel):
    """The odds of every cell, as of `sapper analyse --json`; `thought` tells the chance to win."""

    model_config = ConfigDict(extra="allow")

    width: int
    height: int
    mines: int
    exact: bool
    layouts: int | None
    log_layouts: float
    mine_probability: list[list[float]]
    safe: list[list[int]]
    mines_known: list[list[int]]
    best: list[int] | None


class HintAnswer(BaseModel):
    """The next move and why, as much as the grade shows."""

    grade: int
    text: str
    cells: Annotated[list[list[int]], Field(description="hidden cells to look at")]
    clues: Annotated[list[list[int]], Field(description="in the order of the argument")]
    uses_mine_count: bool
    certain: bool
    cell: Annotated[list[int] | None, Field(description="grade 3 only, as all that follows")] = None
    action: Literal["reveal", "flag"] | None = None
    proof: dict[str, Any] | None = None
    guess: dict[str, Any] | None = None


class ShareAnswer(BaseModel):
    """The link of a game."""

    share: str


class ReplayAnswer(BaseModel):
    """The record of a finished game."""

    record: str
    moves: Annotated[
        list[dict[str, Any]],
        Field(description="kind, cell, by, at, and changes: [row, column, symbol] each"),
    ]
    frames: Annotated[
        list[dict[str, Any]] | None,
        Field(description="rows, at, ai_flags before and after every move; null if very long"),
    ]


class PointAnswer(BaseModel):
    """A finished game in a series."""

    at: float
    won: bool
    seconds: float
    solved: float
    three_bv: int
    three_bv_per_second: float | None
    efficiency: float | None
    accuracy: float | None


class LevelStatistics(BaseModel):
    """What the finished games of one level add up to."""

    level: str
    assisted: Annotated[bool, Field(description="games with help are counted apart")]
    games: int
    wins: int
    win_rate: float
    streak: int
    best_streak: int
    best_seconds: float | None
    mean_seconds: float | None
    best_three_bv_per_second: float | None
    mean_three_bv_per_second: float | None
    mean_efficiency: float | None
    mean_accuracy: float | None
    series: list[PointAnswer]


class Statistics(BaseModel):
    """A player's statistics."""

    levels: list[LevelStatistics]


class JudgedMove(BaseModel):
    """A move and what there is to say of it."""

    model_config = ConfigDict(extra="allow")

    index: int
    kind: str
    cell: list[int] | None
    by: Literal["player", "ai"]
    at: float
    class_: Annotated[str, Field(alias="class", description="such as certain or needless guess")]
    risk: float
    lowest_risk: float
    text: str
    better: list[int] | None


class ReviewAnswer(BaseModel):
    """All moves of a game and the figures that follow from them."""

    status: str
    moves: list[JudgedMove]
    luck: float
    skill: float
    accuracy: float | None
    turning_point: int | None
    seconds_lost: float
    three_bv_per_second: float | None
    efficiency: float | None
    summary: str


class SharedGame(GameAnswer):
    """A game that somebody shared; review and replay only once it is over."""

    review: ReviewAnswer | None
    replay: ReplayAnswer | None


class DrillAnswer(BaseModel):
    """A position to practise on."""

    id: str
    theme: str
    position: str
    question: str
    themes: Annotated[list[str], Field(description="all that can be asked for")]


class VerdictAnswer(BaseModel):
    """What an answer was worth."""

    right: bool
    text: str
    answers: Annotated[list[list[int]], Field(description="every right cell")]
    proof: dict[str, Any] | None
    hint: dict[str, Any]
    due: Annotated[float, Field(description="when to ask again, in seconds since 1970")]


class DrillGuess(_Body):
    """The answer to a drill."""

    cell: Annotated[
        list[Coordinate] | None,
        Field(min_length=2, max_length=2, description="null says that it is a guess, or gives up"),
    ]


class LevelAnswer(BaseModel):
    """A board with a name."""

    name: str
    size: str
    width: int
    height: int
    mines: int


class LevelList(BaseModel):
    """The boards that have names, and what others may be."""

    levels: list[LevelAnswer]
    starts: list[str]
    max_cells: int
    max_side: int


class StrategyAnswer(BaseModel):
    """A player that can be asked to move."""

    name: str
    summary: str


class StrategyList(BaseModel):
    """All strategies."""

    strategies: list[StrategyAnswer]
    default: str


class Health(BaseModel):
    """Whether the server and its database answer."""

    status: Literal["ok"]
    version: str
    database: str
