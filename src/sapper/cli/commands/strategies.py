"""`sapper strategies`: who can play."""

import json
from typing import Annotated

import typer

from sapper import strategies

JsonOption = Annotated[bool, typer.Option("--json", help="A JSON array of names and summaries.")]


def list_strategies(as_json: JsonOption = False) -> None:
    """List the strategies with one line each."""
    found = [strategies.get(name) for name in strategies.names()]
    if as_json:
        print(json.dumps([{"name": each.name, "summary": each.summary} for each in found]))
        return
    width = max(len(each.name) for each in found)
    for each in found:
        mark = " (default)" if each.name == strategies.default_name() else ""
        print(f"{each.name:<{width}}  {each.summary}{mark}")
