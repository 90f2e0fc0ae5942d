"""Write docs/reference/cli.md from `sapper --help` of every command, and api.md from docstrings.

`make docs` runs it; a test fails when a committed page is out of date.
"""

import os
import sys
from pathlib import Path

# Help is wrapped at the width of the terminal: fixed before the command is loaded.
os.environ["COLUMNS"] = "80"

import typer.main
from typer.testing import CliRunner

from sapper.cli import app

sys.path.insert(0, str(Path(__file__).parent))

import api_reference

PAGE = Path(__file__).parent.parent / "docs" / "reference" / "cli.md"
API_PAGE = PAGE.with_name("api.md")

INTRODUCTION = """\
# The command line

This page is written by `make docs` from the help of the commands; do not edit it.

Data goes to stdout, messages to stderr. Bad input gives one line `error: ...`, often a line
`hint: ...`, and exit code 2.
"""


def command_names() -> list[str]:
    """Return the names of all commands, in the order of the help."""
    return list(typer.main.get_command(app).commands)  # type: ignore[attr-defined]


def help_of(*arguments: str) -> str:
    """Return the help of the program or of one command."""
    result = CliRunner().invoke(app, [*arguments, "--help"], prog_name="sapper")
    if result.exit_code:
        raise SystemExit(f"error: sapper {' '.join(arguments)} --help fails: {result.output}")
    return "\n".join(line.rstrip() for line in result.output.strip().splitlines())


def reference() -> str:
    """Return the whole page."""
    sections = [INTRODUCTION, f"## sapper\n\n```text\n{help_of()}\n```\n"]
    sections += [f"## sapper {name}\n\n```text\n{help_of(name)}\n```\n" for name in command_names()]
    return "\n".join(sections)


if __name__ == "__main__":
    for page, text in ((PAGE, reference()), (API_PAGE, api_reference.page())):
        page.write_text(text, encoding="utf-8")
        print(f"wrote docs/reference/{page.name}", file=sys.stderr)
