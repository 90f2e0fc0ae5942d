"""The five Minesweeper systems that Sapper reimplements, with their features."""

import tomllib
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any

from sapper.game.rules import Start


@dataclass(frozen=True, slots=True)
class Feature:
    """A feature described in a system's document, with its counterpart in Sapper."""

    text: str
    """The feature in one sentence."""
    shown_by: str
    """The command, control or class that shows the feature."""
    tests: tuple[str, ...]
    """The tests that check the feature, as `path::name`."""


@dataclass(frozen=True, slots=True)
class System:
    """A Minesweeper system that Sapper reimplements, with its level, start rule and strategy."""

    name: str
    level: str
    start: Start
    strategy: str
    summary: str
    """A one-sentence description of the system's method."""
    command: str
    """The command line that shows the system in a terminal."""
    features: tuple[Feature, ...]
    differences: tuple[str, ...]
    """The ways in which Sapper goes beyond the system's document or differs from it."""


@cache
def five_systems() -> tuple[System, ...]:
    """Return the five systems.

    The descriptions of the systems use Markdown for `code` and **labels**.
    """
    text = files("sapper.play").joinpath("five_systems.toml").read_text(encoding="utf-8")
    return tuple(map(_system, tomllib.loads(text)["system"]))


def _system(data: dict[str, Any]) -> System:
    features = tuple(
        Feature(each["text"], each["shown_by"], tuple(each["tests"])) for each in data["features"]
    )
    return System(**{**data, "features": features, "differences": tuple(data["differences"])})
