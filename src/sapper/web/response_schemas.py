"""Response types, also used to generate the OpenAPI document."""

from typing import TYPE_CHECKING, Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from sapper.coach import game_review, highlights
from sapper.coach.lesson_content import Goal
from sapper.coach.puzzle_builder import PuzzleKind
from sapper.play import (
    challenge_service,
    daily_service,
    five_systems,
    game_summary,
    lesson_feedback,
    puzzle_rush,
    puzzle_service,
    replay_steps,
    snapshot,
)
from sapper.play.puzzle_service import PuzzleMode
from sapper.store import game_list, statistics
from sapper.strategies import ai_moves, registry
from sapper.web.schema_derivation import derive_model


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


if TYPE_CHECKING:
    from sapper.coach.highlights import Highlight
    from sapper.play.five_systems import System
    from sapper.play.puzzle_rush import RushRun
    from sapper.play.replay_steps import ReplayStep
    from sapper.store.game_list import ListedGame
    from sapper.store.statistics import LevelStatistics
    from sapper.strategies.ai_moves import AiStep
    from sapper.strategies.registry import StrategySummary

    Attempt = BaseModel
    GameAssistance = BaseModel
    GameSnapshot = BaseModel
else:
    AiStep = derive_model(ai_moves.AiStep)
    Attempt = derive_model(lesson_feedback.Attempt)
    GameAssistance = derive_model(snapshot.GameAssistance)
    GameSnapshot = derive_model(snapshot.Snapshot)
    Highlight = derive_model(highlights.Highlight)
    LevelStatistics = derive_model(statistics.LevelStatistics)
    ListedGame = derive_model(game_list.ListedGame)
    ReplayStep = derive_model(replay_steps.ReplayStep)
    RushRun = derive_model(puzzle_rush.RushRun)
    StrategySummary = derive_model(registry.StrategySummary, without="package")
    System = derive_model(five_systems.System)

ChallengeResponse = derive_model(challenge_service.ChallengeDescription)
DailyResponse = derive_model(daily_service.DailyOverview)
GameSummaryResponse = derive_model(game_summary.GameSummary)
PuzzleProgress = derive_model(puzzle_service.PuzzleProgress)
RushResponse = derive_model(puzzle_rush.RushRun)


class GameResponse(GameSnapshot):
    """The state of a game as shown to its player."""

    id: Annotated[
        str | None, Field(description="The game's id, or null for visitors with the share link")
    ]
    owner: bool
    share: Annotated[
        str | None, Field(description="The token of the share link, or null if there is none")
    ]


class GameList(BaseModel):
    """One page of a player's games, most recent first."""

    games: list[ListedGame]
    next: Annotated[
        str | None, Field(description="The `cursor` of the next page, or null on the last page")
    ]
    levels: Annotated[
        list[str], Field(description="The levels of all of the player's games; first page only")
    ]


class ChallengeLink(BaseModel):
    """A new challenge."""

    challenge: Annotated[str, Field(description="The code in the challenge link")]


class DeletedGames(BaseModel):
    """The number of deleted games."""

    deleted: int


class ImportResult(BaseModel):
    """The numbers of newly imported games and of games that were already stored."""

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
        float | None, Field(description="The mine probability of hidden cells off the frontier")
    ]


class GameOddsResponse(AnalysisResponse, GameAssistance):
    """The mine probabilities for a game and the assistance used so far."""

    promise: Annotated[
        str | None,
        Field(description="The start rule's guarantee, only before the first reveal"),
    ] = None


class PositionResponse(BaseModel):
    """A position as text."""

    position: str


class ScanResponse(BaseModel):
    """A position that was read from an image."""

    width: int
    height: int
    mines: Annotated[
        int | None, Field(description="The mine count, or null if the image does not show it")
    ]
    rows: Annotated[
        list[str], Field(description="One string per row of the position; X is a wrong flag")
    ]
    confidence: Annotated[
        float, Field(description="The probability that every cell was read correctly")
    ]
    doubtful: Annotated[
        list[list[int]], Field(description="The cells that the player should check")
    ]
    alternatives: Annotated[
        list[str], Field(description="The second most probable symbol for each doubtful cell")
    ]
    corrected: Annotated[
        list[list[int]], Field(description="The cells that were corrected to agree with the clues")
    ]
    box: Annotated[
        list[float],
        Field(description="The board's left edge, top edge, width and height in pixels"),
    ]


class HintResponse(BaseModel):
    """A hint for the next move. Hints of a higher grade are more detailed."""

    grade: int
    text: str
    highlights: Annotated[
        list[Highlight], Field(description="The cells to highlight, most important first")
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


class ReplayResponse(BaseModel):
    """The replay of a finished game."""

    record: str
    moves: list[ReplayStep]


class ShareResponse(BaseModel):
    """A share link's token."""

    share: str


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


ReviewResponse = derive_model(
    game_review.Review, changed={"moves": list[ReviewedMove], "summary": list[str]}
)


class SharedGameResponse(GameResponse):
    """A shared game. `review` and `replay` are null until the game is over."""

    review: ReviewResponse | None  # type: ignore[valid-type]
    replay: ReplayResponse | None


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
    refutation: Annotated[
        str, Field(description="The sentence about the counterexample, or an empty text")
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
    run: Annotated[RushRun | None, Field(description="The rush run after the answer")]


class PatternStep(BaseModel):
    """One step of a pattern's proof."""

    text: str
    highlights: list[Highlight]


class PatternForm(BaseModel):
    """A board that contains a pattern, with a proof of the pattern's claim."""

    name: str
    position: str
    steps: list[PatternStep]


class PatternPage(BaseModel):
    """A pattern's name, summary, puzzle theme and example boards."""

    name: str
    summary: str
    theme: Annotated[str, Field(description="The theme of the puzzles about the pattern")]
    forms: list[PatternForm]


class PatternList(BaseModel):
    """All patterns, from the most specific to the most general."""

    patterns: list[PatternPage]


class LessonSummary(BaseModel):
    """A lesson's title and summary."""

    id: str
    title: str
    summary: str
    step_count: int


class LessonProgress(LessonSummary):
    """A lesson with the player's progress."""

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
            description="Reveal the certainly safe cells, flag the certain mines, make a chord, "
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
