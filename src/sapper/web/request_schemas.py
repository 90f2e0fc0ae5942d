"""Request body types, also used to generate the OpenAPI document."""

from typing import Annotated, Any, Literal

from pydantic import (
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    StrictBool,
    StrictInt,
    WithJsonSchema,
    model_validator,
)
from pydantic_core import PydanticCustomError

from sapper.game.seeds import MAX_SEED


def _to_integer(value: Any) -> Any:
    """Convert a float such as 3.0 to an integer, because JSON has a single number type."""
    return int(value) if isinstance(value, float) and value.is_integer() else value


# The validator follows the bounds, because the OpenAPI document would otherwise omit the bounds.
_INTEGRAL = BeforeValidator(_to_integer)
Coordinate = Annotated[StrictInt, Field(ge=0, le=1_000_000), _INTEGRAL]


def _to_seed(value: Any) -> Any:
    """Parse a seed sent as a string, because many JSON parsers round large integers."""
    is_text = isinstance(value, str) and value.isascii() and value.isdecimal() and len(value) <= 20
    return int(value) if is_text else _to_integer(value)


# A pattern for all numbers below 2**64. It matches numbers with fewer digits than the largest
# number, and numbers that share its leading digits and then have a smaller digit.
_MAX_DIGITS = str(MAX_SEED)
_SEED_PATTERNS = [
    "[0-9]{1,19}",
    _MAX_DIGITS,
    *(
        f"{_MAX_DIGITS[:place]}[0-{int(digit) - 1}][0-9]{{{19 - place}}}"
        for place, digit in enumerate(_MAX_DIGITS)
        if digit != "0"
    ),
]
Seed = Annotated[
    StrictInt,
    Field(ge=0, le=MAX_SEED),
    BeforeValidator(_to_seed),
    WithJsonSchema(
        {
            "anyOf": [
                {"type": "string", "pattern": f"^({'|'.join(_SEED_PATTERNS)})$"},
                # 2**64 is exactly representable as a float, but 2**64 - 1 is not. See
                # `sapper.web.app`.
                {"type": "integer", "minimum": 0, "exclusiveMaximum": 2**64},
            ]
        }
    ),
]
CellPair = Annotated[
    list[Coordinate],
    Field(min_length=2, max_length=2, description="[row, column], counted from 0"),
]
Version = Annotated[
    StrictInt,
    Field(ge=0, le=2**31 - 1, description="The version on which the request is based"),
    _INTEGRAL,
]


_MAX_FIELDS = 20


class _RequestBody(BaseModel):
    model_config = ConfigDict(extra="forbid")

    @model_validator(mode="before")
    @classmethod
    def _limit_fields(cls, data: Any) -> Any:
        # FastAPI reports every unknown field, which takes milliseconds if there are thousands of
        # them.
        if isinstance(data, dict) and len(data) > _MAX_FIELDS:
            raise PydanticCustomError(
                "too_many_fields",
                "the body must have at most {limit} fields, not {count}",
                {"limit": _MAX_FIELDS, "count": len(data)},
            )
        return data


class NewGame(_RequestBody):
    """The setup for a new game."""

    level: Annotated[
        str, Field(max_length=40, description="A level name or a size such as 30x16/99")
    ] = "beginner"
    start: Literal["safe", "opening", "any"] = "safe"
    seed: Annotated[
        Seed | None,
        Field(
            description="A number below 2**64 as a string of digits or as an integer; games with "
            "a given seed count as assisted"
        ),
    ] = None
    practice: Annotated[
        StrictBool, Field(description="Allow undo; practice games count as assisted")
    ] = False
    no_guess: Annotated[
        StrictBool, Field(description="Generate a board that can be solved without guessing")
    ] = False
    difficulty: Annotated[
        Literal["easy", "medium", "hard", "extreme"] | None,
        Field(description="The difficulty of the hardest deduction on a no-guess board"),
    ] = None
    retry_of: Annotated[
        str | None,
        Field(max_length=64, description="The id of a finished game to retry on the same board"),
    ] = None


class ImportedGame(_RequestBody):
    """A finished game to import, in the same format as a line of an export."""

    id: Annotated[
        str, Field(max_length=64, description="The game's id on the server that exported it")
    ] = ""
    played_at: Annotated[
        float, Field(ge=0, le=1e11, description="The time of the last move, in seconds since 1970")
    ] = 0.0
    record: Annotated[str, Field(max_length=60_000, description="The replay of the game")]


class ImportRequest(_RequestBody):
    """Finished games to import."""

    games: Annotated[list[ImportedGame], Field(min_length=1, max_length=50)]


PlayerName = Annotated[
    str, Field(max_length=24, description="A name that the other player sees, or empty")
]


class NewChallenge(_RequestBody):
    """A challenge to play the board of a finished game."""

    name: PlayerName = ""
    hides_result: Annotated[
        StrictBool, Field(description="Hide the sender's result until the recipient has finished")
    ] = False


class AcceptedChallenge(_RequestBody):
    """A request to accept a challenge."""

    name: PlayerName = ""


class NewMove(_RequestBody):
    """A player's move."""

    kind: Literal["reveal", "flag", "question", "chord"]
    cell: CellPair
    version: Version


class UndoRequest(_RequestBody):
    """A request to undo the last move in a practice game."""

    version: Version


class AiRequest(_RequestBody):
    """A request for AI moves."""

    strategy: Annotated[
        str | None,
        Field(
            max_length=80,
            description="A strategy from /api/strategies, optionally with options",
        ),
    ] = None
    steps: Annotated[
        StrictInt, Field(ge=1, le=1000, description="The maximum number of moves"), _INTEGRAL
    ] = 1
    version: Version


class AnalyseRequest(_RequestBody):
    """A position to analyse."""

    position: Annotated[
        str, Field(max_length=60_000, description="The position as text, including the header line")
    ]


class ConvertRequest(_RequestBody):
    """A request to convert a file with a position, a board or a game to a position."""

    base64: Annotated[
        str, Field(max_length=60_000, description="A position, MBF, RAWVF or replay file in Base64")
    ]


class PuzzleAnswer(_RequestBody):
    """The player's answer to a puzzle: a cell, a number, or null values to guess or give up."""

    cell: Annotated[
        list[Coordinate] | None,
        Field(min_length=2, max_length=2, description="[row, column], or null"),
    ] = None
    number: Annotated[
        Annotated[StrictInt, Field(ge=0, le=10_000), _INTEGRAL] | None,
        Field(description="The number of mines in the marked cells, for puzzles of kind `count`"),
    ] = None
    retry: Annotated[
        StrictBool, Field(description="Try an answered puzzle again without changing anything")
    ] = False


class LessonMove(_RequestBody):
    """A move on the board of a lesson."""

    kind: Literal["reveal", "flag", "chord"]
    cell: Annotated[
        list[Coordinate], Field(min_length=2, max_length=2, description="[row, column]")
    ]


class LessonAttempt(_RequestBody):
    """The moves made on the board of a lesson step."""

    moves: Annotated[
        list[LessonMove],
        Field(
            max_length=500,
            description="The moves made so far, followed by the move to assess",
        ),
    ]
