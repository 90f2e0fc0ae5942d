"""The `sapper strategies` command, which lists the available strategies."""

import json
from typing import Annotated

import typer

from sapper import strategies

JsonOption = Annotated[
    bool, typer.Option("--json", help="Print a JSON array of names and summaries.")
]


def list_strategies(as_json: JsonOption = False) -> None:
    """List all strategies, one per line."""
    available = [strategies.get(name) for name in strategies.names()]
    if as_json:
        print(json.dumps([{"name": each.name, "summary": each.summary} for each in available]))
        return
    width = max(len(each.name) for each in available)
    for each in available:
        suffix = " (default)" if each.name == strategies.default_name() else ""
        print(f"{each.name:<{width}}  {each.summary}{suffix}")
