"""The `sapper strategies` command, which lists the available strategies."""

import json
from typing import Annotated

import typer

from sapper.cli.shared_options import available_strategies
from sapper.strategies import registry


def list_strategies(
    as_json: Annotated[
        bool, typer.Option("--json", help="Print a JSON array with one object per strategy.")
    ] = False,
) -> None:
    """List all strategies, one per line."""
    available = available_strategies()
    if as_json:
        print(json.dumps([each._asdict() for each in available]))
        return
    width = max(len(each.name) for each in available)
    for each in available:
        is_default = each.name == registry.default_name()
        suffix = f" ({each.package})" if each.package else " (default)" if is_default else ""
        print(f"{each.name:<{width}}  {each.description}{suffix}")
