"""The `sapper strategies` command, which lists the available strategies."""

import json
import sys
from typing import Annotated

import typer

from sapper.strategies import registry

JsonOption = Annotated[
    bool, typer.Option("--json", help="Print a JSON array with one object per strategy.")
]


def list_strategies(as_json: JsonOption = False) -> None:
    """List all strategies, one per line."""
    available, problems = registry.available()
    for problem in problems:
        print(f"warning: {problem}", file=sys.stderr)
    if as_json:
        print(json.dumps([each._asdict() for each in available]))
        return
    width = max(len(each.name) for each in available)
    for each in available:
        is_default = each.name == registry.default_name()
        suffix = f" ({each.package})" if each.package else " (default)" if is_default else ""
        print(f"{each.name:<{width}}  {each.description}{suffix}")
