"""Response types, also used to generate the OpenAPI document."""

import ast
import inspect
from itertools import pairwise
from typing import TYPE_CHECKING, Annotated, Any, Literal, get_args, get_origin, get_type_hints

from pydantic import BaseModel, ConfigDict, Field, create_model

from sapper.coach import game_review, highlights
from sapper.coach.lesson_content import Goal
from sapper.coach.puzzle_builder import PuzzleKind
from sapper.play import five_systems, game_summary, lesson_feedback, snapshot
from sapper.play.puzzle_service import PuzzleMode
from sapper.strategies import ai_moves, registry


class ErrorDetails(BaseModel):
    """The details of an error."""

    code: Annotated[str, Field(description="The machine-readable name of the error")]
    message: str
    hint: Annotated[str | None, Field(description="A suggestion for correcting the request")]
    cell: Annotated[
        list[int] | None, Field(description="The cell that the error is about, if any")
    ] = None
    field: Annotated[str | None, Field(description="The name of the invalid field, if any")] = None
    line: Annotated[
        int | None, Field(description="The line of the position text, counted from 1, if any")
    ] = None
    version: Annotated[
        int | None, Field(description="The current version of the game, with status 409")
    ] = None


class ErrorResponse(BaseModel):
    """The body of every error response."""

    error: ErrorDetails


def _model_of(declared: type, *, without: str | None = None, **changed: Any) -> type[BaseModel]:
    """Build a Pydantic model from a TypedDict, a dataclass or a named tuple.

    `changed` maps the names of fields to their types in JSON, where those differ. The model omits
    the field named `without`. The description of a field comes from its annotation or its
    docstring.
    """
    descriptions = _attribute_docstrings(declared)
    fields: dict[str, Any] = {}
    for name, hint in get_type_hints(declared, include_extras=True).items():
        if name == without or name.startswith("_"):
            continue
        kind, *description = get_args(hint) if get_origin(hint) is Annotated else (hint,)
        field = Field(description=description[0] if description else descriptions.get(name))
        fields[name] = (changed.get(name, kind), field)
    return create_model(declared.__name__, __doc__=declared.__doc__, **fields)


def _attribute_docstrings(declared: type) -> dict[str, str]:
    """Return the docstrings that follow the attributes of a class, keyed by attribute name."""
    (body,) = ast.parse(inspect.getsource(declared)).body
    found = {}
    for attribute, text in pairwise(getattr(body, "body", ())):
        if isinstance(attribute, ast.AnnAssign) and isinstance(text, ast.Expr):
            found[ast.unparse(attribute.target)] = inspect.cleandoc(ast.literal_eval(text.value))
    return found


AssistanceCounts = _model_of(snapshot.AssistanceCounts)
GameResult = _model_of(snapshot.GameResult)
if TYPE_CHECKING:
    from sapper.coach.highlights import Highlight
    from sapper.play.five_systems import System
    from sapper.strategies.ai_moves import AiStep
    from sapper.strategies.registry import StrategySummary

    Attempt = BaseModel
    GameAssistance = BaseModel
    GameSnapshot = BaseModel
else:
    AiStep = _model_of(ai_moves.AiStep, cell=list[int])
    Highlight = _model_of(highlights.Highlight, cell=list[int])
    Feedback = _model_of(lesson_feedback.Feedback, highlights=list[Highlight])
    Attempt = _model_of(lesson_feedback.Attempt, rows=list[str], feedback=Feedback | None)
    StrategySummary = _model_of(registry.StrategySummary, without="package")
    System = _model_of(five_systems.System)
    GameAssistance = _model_of(snapshot.GameAssistance, assistance=AssistanceCounts)
    GameSnapshot = _model_of(
        snapshot.Snapshot, assistance=AssistanceCounts, result=GameResult | None
    )


AvoidableMove = _model_of(game_summary.AvoidableMove)
GameSummaryResponse = _model_of(game_summary.GameSummary, avoidable=AvoidableMove | None)


class GameResponse(GameSnapshot):
    """A game as its player sees it."""

    id: Annotated[
        str | None, Field(description="The game's id, or null for visitors with the share link")
    ]
    owner: bool
    share: Annotated[
        str | None, Field(description="The token of the share link, or null if there is none")
    ]


class ListedGame(BaseModel):
    """A game in a list. Only finished games have results and `rows`."""

    id: str
    level: str
    size: str
    width: int
    height: int
    mines: int
    start: str
    no_guess: bool
    practice: bool
    imported: bool
    assisted: bool
    paused: Annotated[bool, Field(description="Whether the game was paused at least once")]
    status: str
    version: int
    progress: Annotated[float, Field(description="The fraction of safe cells that are revealed")]
    created_at: float
    moved_at: float
    seconds: float | None
    three_bv: int | None
    solved_three_bv: int | None
    accuracy: float | None
    mistakes: Annotated[
        int | None, Field(description="The mistakes that the review found, or null before it ends")
    ]
    rows: Annotated[
        list[str] | None,
        Field(description="The final position, or null for unfinished games and large boards"),
    ]


class GameList(BaseModel):
    """One page of a player's games, the most recent first."""

    games: list[ListedGame]
    next: Annotated[
        str | None, Field(description="The `cursor` of the next page, or null on the last page")
    ]
    levels: Annotated[
        list[str], Field(description="The levels of all of the player's games; first page only")
    ]


class ChallengeLink(BaseModel):
    """A new challenge."""

    challenge: Annotated[str, Field(description="The code in the link of the challenge")]


class ChallengeMove(BaseModel):
    """A move with its changes to the board and the progress after the move."""

    kind: str
    cell: list[int] | None
    by: str
    at: float
    changes: Annotated[
        list[tuple[int, int, str]], Field(description="The row, column and symbol of each cell")
    ]
    revealed: Annotated[int, Field(description="The number of revealed cells after the move")]


class ChallengeResult(BaseModel):
    """The result of one player in a challenge.

    The moves are null until the reader may see the board, or if the response would be too large.
    """

    name: str
    status: Annotated[
        str | None, Field(description='The game\'s status, "deleted", or null if it is hidden')
    ]
    seconds: float | None
    moves: list[ChallengeMove] | None


class ReceiverResult(ChallengeResult):
    """The result of a player who accepted a challenge."""

    game: Annotated[str | None, Field(description="The id of the reader's own game, if any")]


class ChallengeResponse(BaseModel):
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
        Field(description="The reader's own attempt, or all finished attempts for the sender"),
    ]


class DailyLevel(BaseModel):
    """A daily board with the player's attempt."""

    level: str
    game: Annotated[str | None, Field(description="The id of the player's attempt, if any")]
    status: Annotated[
        str | None, Field(description="The status of the attempt, deleted, or null if not started")
    ]
    seconds: float | None
    counted: Annotated[
        bool, Field(description="Whether the attempt is over and neither assisted nor paused")
    ]
    rank: Annotated[int | None, Field(description="The rank by time among the players who won")]
    players: Annotated[int, Field(description="The number of players whose attempt counts")]
    percentile: Annotated[
        float | None, Field(description="The percentage of these players who did not do better")
    ]
    share_text: Annotated[
        str | None, Field(description="A text to share, which discloses nothing about the board")
    ]


class DailyResponse(BaseModel):
    """Today's boards and the player's streak."""

    day: Annotated[str, Field(description="The day in UTC, such as 2026-03-01")]
    streak: Annotated[int, Field(description="Consecutive days with a counted win")]
    levels: list[DailyLevel]


class DeletedGames(BaseModel):
    """The number of deleted games."""

    deleted: int


class ImportResult(BaseModel):
    """The numbers of games that were imported and of games that were already stored."""

    imported: int
    skipped: int


class AiResponse(BaseModel):
    """The AI's moves and the resulting game state."""

    steps: list[AiStep]
    game: GameResponse


class AnalysisResponse(BaseModel):
    """The analysis of a position. Only `/api/analyse` responses include `rollouts` and `hint`."""

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
    frontier: Annotated[list[list[int]], Field(description="The hidden cells that touch a clue")]
    rest: Annotated[
        float | None, Field(description="The probability of all hidden cells off the frontier")
    ]


class GameOddsResponse(AnalysisResponse, GameAssistance):
    """The mine probabilities for a game, and the assistance used so far."""

    promise: Annotated[
        str | None,
        Field(description="The start rule's promise, only before the first reveal"),
    ] = None


class PositionResponse(BaseModel):
    """A position as text."""

    position: str


class ScanResponse(BaseModel):
    """A position that was read from a picture."""

    width: int
    height: int
    mines: Annotated[int | None, Field(description="null if the picture does not show it")]
    rows: Annotated[list[str], Field(description="position text by row; X is a wrong flag")]
    confidence: Annotated[float, Field(description="the probability that every cell is right")]
    doubtful: Annotated[list[list[int]], Field(description="cells to check")]
    corrected: Annotated[list[list[int]], Field(description="cells that the rules changed")]
    box: Annotated[
        list[float],
        Field(description="the board's left and top edge, width and height in pixels"),
    ]


class HintResponse(BaseModel):
    """A hint for the next move. Higher grades are more detailed."""

    grade: int
    text: str
    highlights: Annotated[
        list[Highlight], Field(description="The cells to highlight, the most important first")
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


class GameHintResponse(HintResponse, GameAssistance):
    """A hint for a game, and the assistance used so far."""


class ShareResponse(BaseModel):
    """A share link's token."""

    share: str


class ReplayResponse(BaseModel):
    """The replay of a finished game."""

    record: str
    moves: Annotated[
        list[dict[str, Any]],
        Field(
            description="The moves with kind, cell, by, at and a list of changes, each of which is "
            "[row, column, symbol]"
        ),
    ]


class SeriesPoint(BaseModel):
    """One recent game in a level's statistics."""

    at: Annotated[float, Field(description="The time of the last move, in seconds since 1970")]
    won: bool
    seconds: float
    solved: Annotated[float, Field(description="The fraction of the 3BV that was solved")]
    three_bv: int
    three_bv_per_second: float | None
    ioe: float | None
    accuracy: float | None
    paused: bool


class LevelStatistics(BaseModel):
    """A player's statistics for assisted or unassisted games at one level."""

    level: str
    assisted: Annotated[bool, Field(description="Whether the statistics cover assisted games")]
    games: int
    wins: int
    win_rate: float
    paused: Annotated[
        int, Field(description="The number of paused games, whose times are not counted")
    ]
    streak: int
    best_streak: int
    best_seconds: float | None
    mean_seconds: float | None
    best_three_bv_per_second: float | None
    mean_three_bv_per_second: float | None
    mean_ioe: float | None
    mean_accuracy: float | None
    series: list[SeriesPoint]


class StatisticsResponse(BaseModel):
    """A player's statistics."""

    levels: list[LevelStatistics]


class ReviewedMove(BaseModel):
    """A reviewed move with its classification."""

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
    is_error: Annotated[
        bool, Field(description="Whether the move was a needless guess, mistake or wrong flag")
    ]
    risk: float
    lowest_risk: float
    text: str
    better: list[int] | None
    highlights: list[Highlight]


ReviewResponse = _model_of(game_review.Review, moves=list[ReviewedMove], summary=list[str])


class SharedGameResponse(GameResponse):
    """A shared game. `review` and `replay` are null until the game is over."""

    review: ReviewResponse | None  # type: ignore[valid-type]
    replay: ReplayResponse | None


class RushResponse(BaseModel):
    """A rush run."""

    id: str
    seconds_left: float
    lives: int
    score: int
    is_over: bool


class PuzzleResponse(BaseModel):
    """A puzzle to solve."""

    attempt: Annotated[str | None, Field(description="The id to which the answer is sent")]
    mode: PuzzleMode
    kind: PuzzleKind
    theme: Annotated[
        str | None, Field(description="The theme, or null if it would give the answer away")
    ]
    position: str
    question: str
    marked: Annotated[
        list[list[int]], Field(description="The cells that a `count` puzzle asks about")
    ]
    rating: Annotated[int, Field(description="The player's rating")]
    themes: Annotated[list[str], Field(description="All available themes")]


class PuzzleResultResponse(BaseModel):
    """The evaluation of a puzzle answer."""

    correct: bool
    verdict: str
    explanation: str
    answers: Annotated[list[list[int]], Field(description="All correct cells")]
    number: Annotated[int | None, Field(description="The correct number, or null")]
    proof: dict[str, Any] | None
    counterexample: Annotated[
        list[list[int]] | None,
        Field(
            description="The mines of a layout that agrees with every clue and refutes a wrong "
            "cell, or null"
        ),
    ]
    highlights: Annotated[list[Highlight], Field(description="The cells of the solution")]
    theme: str
    puzzle_rating: Annotated[int, Field(description="The puzzle's initial rating")]
    rating: Annotated[int, Field(description="The player's new rating")]
    rating_change: int
    due: Annotated[
        float | None,
        Field(description="The time of the next repetition, in seconds since 1970, or null"),
    ]
    run: Annotated[RushResponse | None, Field(description="The rush run after the answer")]


class ThemeProgress(BaseModel):
    """A player's progress on one theme."""

    name: str
    puzzles: Annotated[int, Field(description="The number of puzzles in the package")]
    tried: int
    solved: int


class PuzzleProgress(BaseModel):
    """A player's puzzle rating and progress."""

    rating: float
    deviation: float
    history: Annotated[
        list[tuple[float, float]],
        Field(description="The time and the new rating of each recent rated attempt"),
    ]
    best_rush: Annotated[int | None, Field(description="The best score of all rush runs")]
    due: Annotated[int, Field(description="The number of missed puzzles that are due")]
    themes: list[ThemeProgress]


class LessonSummary(BaseModel):
    """A lesson's title and summary."""

    id: str
    title: str
    summary: str
    step_count: int


class LessonProgress(LessonSummary):
    """A lesson and the player's progress in it."""

    completed: Annotated[list[int], Field(description="The numbers of the completed steps")]


class LessonList(BaseModel):
    """All lessons in order."""

    lessons: list[LessonProgress]


class LessonStep(BaseModel):
    """An explanation and a board with a goal."""

    heading: str
    text: Annotated[str, Field(description="The explanation; paragraphs are separated by newlines")]
    goal: Annotated[
        Goal,
        Field(
            description="reveal the certainly safe cells, flag the certain mines, make a chord, "
            "clear the board, or guess the least risky cell"
        ),
    ]
    is_test: bool
    width: int
    height: int
    mines_left: int
    rows: list[str]


class LessonResponse(LessonSummary):
    """A lesson with its steps."""

    steps: list[LessonStep]


class AttemptResponse(Attempt):
    """The board of a lesson step after some moves, with the feedback on the last move."""

    success: Annotated[str | None, Field(description="The closing text of a completed step")]


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


class StrategyList(BaseModel):
    """The available strategies, strongest first."""

    strategies: list[StrategySummary]
    default: Annotated[str, Field(description="The name of the default strategy")]


class SystemList(BaseModel):
    """The five systems that Sapper reimplements."""

    systems: list[System]


class HealthResponse(BaseModel):
    """The health status of the server and its database."""

    status: Literal["ok"]
    version: str
    database: str
