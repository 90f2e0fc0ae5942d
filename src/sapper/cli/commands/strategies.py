"""The `sapper strategies` command, which lists the available strategies."""

import json
from typing import Annotated

import typer

from sapper.cli.shared_options import available_strategies
from sapper.strategies import registry


def list_strategies(
    as_json: Annotated[
        bool, typer.Option("--json", help="Print a JSON array of names, summaries and packages.")
    ] = False,
) -> None:
    """List all strategies, one per line."""
    available = available_strategies()
    if as_json:
        print(json.dumps([each._asdict() for each in available]))
        return
    width = max(len(each.name) for each in available)
    for name, summary, package in available:
        is_default = name == registry.default_name()
        suffix = f" ({package})" if package else " (default)" if is_default else ""
        print(f"{name:<{width}}  {summary}{suffix}")
