"""The derivation of response schemas from declared types."""

from dataclasses import dataclass
from typing import Annotated, NamedTuple, TypedDict

import pytest
from pydantic import BaseModel

from sapper.game.rules import Cell
from sapper.web import response_schemas
from sapper.web.schema_derivation import derive_model


class Inner(TypedDict):
    """A nested value."""

    count: Annotated[int, "The number of things"]


@dataclass
class Outer:
    """A value with nested values."""

    cell: Cell | None
    """The cell, if any."""
    rows: tuple[str, ...]
    inner: list[Inner]
    pair: tuple[float, str]


class Named(NamedTuple):
    """A named tuple."""

    name: str
    secret: str


def test_types_and_descriptions_come_from_the_declaration() -> None:
    schema = derive_model(Outer).model_json_schema()
    assert schema["title"] == "Outer"
    assert schema["description"] == "A value with nested values."
    fields = schema["properties"]
    assert fields["cell"]["description"] == "The cell, if any."
    assert fields["cell"]["anyOf"][0] == {"type": "array", "items": {"type": "integer"}}
    assert fields["rows"]["items"] == {"type": "string"}
    assert fields["inner"]["items"] == {"$ref": "#/$defs/Inner"}
    assert schema["$defs"]["Inner"]["properties"]["count"]["description"] == "The number of things"
    assert len(fields["pair"]["prefixItems"]) == 2


def test_a_type_has_one_model() -> None:
    assert derive_model(Outer) is derive_model(Outer)
    assert derive_model(Outer).model_fields["inner"].annotation == list[derive_model(Inner)]


def test_a_field_can_be_left_out_or_changed() -> None:
    model = derive_model(Named, without="secret", changed={"name": list[str]})
    assert set(model.model_fields) == {"name"}
    assert model.model_fields["name"].annotation == list[str]


@pytest.mark.parametrize(
    "name",
    ["ChallengeResponse", "DailyResponse", "GameSummaryResponse", "PuzzleProgress"],
)
def test_the_derived_responses_are_models(name: str) -> None:
    assert issubclass(getattr(response_schemas, name), BaseModel)
