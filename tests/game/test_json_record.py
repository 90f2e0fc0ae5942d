"""Conversion of records to JSON."""

from dataclasses import dataclass

from sapper.game.json_record import JsonRecord


@dataclass(frozen=True, slots=True)
class Inner(JsonRecord):
    cell: tuple[int, int] | None


@dataclass(frozen=True, slots=True)
class Outer(JsonRecord):
    name: str
    inner: Inner | None
    cells: frozenset[tuple[int, int]]
    cases: tuple[tuple[Inner, ...], ...]


def test_a_record_converts_its_records_tuples_and_sets() -> None:
    record = Outer("a", Inner((1, 2)), frozenset({(2, 0), (0, 1)}), ((Inner(None),), ()))
    assert record.to_json() == {
        "name": "a",
        "inner": {"cell": [1, 2]},
        "cells": [[0, 1], [2, 0]],
        "cases": [[{"cell": None}], []],
    }
