"""Response types, from which the OpenAPI document is generated."""

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field


class ErrorDetails(BaseModel):
    """The details of an error."""

    code: Annotated[str, Field(description="The machine-readable name of the error")]
    message: str
    hint: Annotated[str | None, Field(description="A suggestion for correcting the request")]


class ErrorResponse(BaseModel):
    """The format of every error. Some errors have extra fields such as `cell` or `version`."""

    error: ErrorDetails


class AssistanceCounts(BaseModel):
    """The assistance that the player used, by kind."""

    ai: int
    hints: int
    odds: int
    undos: int


class GameResult(BaseModel):
    """The layout and metrics of a finished game."""

    seed: int | None
    mines: list[list[int]]
    wrong_flags: list[list[int]]
    openings: int
    islands: int
    three_bv: int
    solved_three_bv: int
    efficiency: float
    three_bv_per_second: float


class GameResponse(BaseModel):
    """A game as its player sees it."""

    id: Annotated[
        str | None, Field(description="The game's id, or null for visitors with the share link")
    ]
    owner: bool
    share: Annotated[
        str | None, Field(description="The token of the share link, or null if there is none")
    ]
    level: str
    width: int
    height: int
    mines: int
    start: str
    status: Literal["ready", "playing", "won", "lost"]
    rows: Annotated[
        list[str],
        Field(
            description="One string per row: `#` hidden, `.` or 1-8 revealed, F flag, "
            "? question mark; in finished games also * mine and ! exploded mine"
        ),
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
    first: Annotated[list[int] | None, Field(description="The cell that must be revealed first")]
    ai_flags: list[list[int]]
    assistance: AssistanceCounts
    assisted: Annotated[bool, Field(description="Whether the game counts as assisted")]
    result: GameResult | None


class GameSummary(BaseModel):
    """A game in a list."""

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
    """A list of a player's games, with unfinished and recent games first."""

    games: list[GameSummary]


class AiStep(BaseModel):
    """A move by the AI."""

    kind: Literal["reveal", "flag"]
    cell: list[int]
    reason: str
    risk: float | None
    rows: Annotated[
        list[str] | None,
        Field(description="The board after the move; omitted if the response would be too large"),
    ] = None


class AiResponse(BaseModel):
    """The moves by the AI and the resulting game."""

    steps: list[AiStep]
    stopped: Annotated[
        str | None, Field(description="Why the AI made fewer moves than requested, or null")
    ]
    game: GameResponse


class AnalysisResponse(BaseModel):
    """The output of `sapper analyse --json`; the analyser adds `rollouts` and `hint`."""

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


class PositionResponse(BaseModel):
    """A position as text."""

    position: str


class HintResponse(BaseModel):
    """The next move with its explanation, in as much detail as the grade allows."""

    grade: int
    text: str
    cells: Annotated[
        list[list[int]], Field(description="The hidden cells to which the hint refers")
    ]
    clues: Annotated[
        list[list[int]], Field(description="The clues in the order in which the proof uses them")
    ]
    uses_mine_count: bool
    certain: bool
    cell: Annotated[
        list[int] | None,
        Field(description="The cell of the move; this and the following fields require grade 3"),
    ] = None
    action: Literal["reveal", "flag"] | None = None
    proof: dict[str, Any] | None = None
    guess: dict[str, Any] | None = None


class ShareResponse(BaseModel):
    """The token of a share link."""

    share: str


class ReplayResponse(BaseModel):
    """The record of a finished game."""

    record: str
    moves: Annotated[
        list[dict[str, Any]],
        Field(
            description="The moves with kind, cell, by, at and a list of changes, each of which is "
            "[row, column, symbol]"
        ),
    ]
    frames: Annotated[
        list[dict[str, Any]] | None,
        Field(
            description="The rows, at and ai_flags at the start and after each move; null for long "
            "games"
        ),
    ]


class SeriesPoint(BaseModel):
    """A finished game in a statistics series."""

    at: Annotated[float, Field(description="The time of the last move, in seconds since 1970")]
    won: bool
    seconds: float
    solved: Annotated[float, Field(description="The fraction of the 3BV that was solved")]
    three_bv: int
    three_bv_per_second: float | None
    efficiency: float | None
    accuracy: float | None


class LevelStatistics(BaseModel):
    """The statistics for one level."""

    level: str
    assisted: Annotated[bool, Field(description="Whether the statistics cover assisted games")]
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
    series: list[SeriesPoint]


class StatisticsResponse(BaseModel):
    """A player's statistics."""

    levels: list[LevelStatistics]


class ReviewedMove(BaseModel):
    """A move with its classification."""

    model_config = ConfigDict(extra="allow")

    index: int
    kind: str
    cell: list[int] | None
    by: Literal["player", "ai"]
    at: float
    class_: Annotated[
        str,
        Field(alias="class", description="The classification, such as certain or needless guess"),
    ]
    risk: float
    lowest_risk: float
    text: str
    better: list[int] | None


class ReviewResponse(BaseModel):
    """The review of a game."""

    status: str
    moves: list[ReviewedMove]
    luck: float
    skill: float
    accuracy: float | None
    turning_point: int | None
    seconds_lost: float
    three_bv_per_second: float | None
    efficiency: float | None
    summary: str


class SharedGameResponse(GameResponse):
    """A shared game; review and replay are null until the game is over."""

    review: ReviewResponse | None
    replay: ReplayResponse | None


class DrillResponse(BaseModel):
    """A position to practise."""

    id: str
    theme: str
    position: str
    question: str
    themes: Annotated[list[str], Field(description="All available themes")]


class DrillResultResponse(BaseModel):
    """The evaluation of an answer."""

    correct: bool
    text: str
    answers: Annotated[list[list[int]], Field(description="All correct cells")]
    proof: dict[str, Any] | None
    hint: dict[str, Any]
    due: Annotated[
        float, Field(description="The time of the next repetition, in seconds since 1970")
    ]


class LevelResponse(BaseModel):
    """A named level."""

    name: str
    size: str
    width: int
    height: int
    mines: int


class LevelList(BaseModel):
    """The named levels, the start rules and the size limits for custom boards."""

    levels: list[LevelResponse]
    starts: list[str]
    max_cells: int
    max_side: int


class StrategyResponse(BaseModel):
    """A strategy with its summary."""

    name: str
    summary: str


class StrategyList(BaseModel):
    """The available strategies."""

    strategies: list[StrategyResponse]
    default: Annotated[str, Field(description="The name of the default strategy")]


class HealthResponse(BaseModel):
    """The health status of the server and its database."""

    status: Literal["ok"]
    version: str
    database: str
