"""Write docs/reference: cli.md from `--help`, http.md from OpenAPI, api.md from docstrings.

`make docs` runs it; tests fail when a committed page is out of date.
"""

import os
import sys
from pathlib import Path

# Help is wrapped at the width of the terminal: fixed before the command is loaded.
os.environ["COLUMNS"] = "80"

import typer.main
from typer.testing import CliRunner

from sapper.cli import app
from sapper.web.api_docs import to_markdown
from sapper.web.app import create_app

sys.path.insert(0, str(Path(__file__).parent))

import api_reference

FOLDER = Path(__file__).parent.parent / "docs" / "reference"

INTRODUCTION = """\
# The command line

This page is written by `make docs` from the help of the commands; do not edit it.

Data goes to stdout, messages to stderr. Bad input gives one line `error: ...`, often a line
`hint: ...`, and exit code 2.
"""


HTTP_INTRODUCTION = """\
# The HTTP API

This page is written by `make docs` from the OpenAPI document of the server; do not edit it. A
running server has the document at `/api/openapi.json` and a page like this at `/api/docs`.
[The guide](../guide/web.md) says how to run a server.

Bodies and answers are JSON. Players have no names: the first `POST /api/games` sets a signed cookie
that the client sends from then on. Games of others are not found. Cells are `[row, column]`, both
from 0.

Every error has one shape, `{"error": {"code": "stale-version", "message": "...", "hint": null}}`. A
move names the `version` of the game that it is based on; when another move came first, the answer
is 409 and the client reads the game again. A move is on the disk before it is answered. 429 (too
much to think about at once) and 503 (no database) come with `Retry-After`. A body that is not sent
as `Content-Type: application/json` is refused with 415. HEAD works like GET at `/healthz`,
`/metrics`, `/api/docs`, `/api/openapi.json` and for the files of the page.

Nothing in the answers about a running game tells where its mines are: no seed, no 3BV, no layout.

```console
$ curl -c jar -b jar -H 'Content-Type: application/json' -d '{"level": "expert"}' $URL/api/games
{"id":"kXp...","owner":true,"share":null,"level":"expert",...,"version":0,...}
$ curl -c jar -b jar -H 'Content-Type: application/json' \\
    -d '{"kind": "reveal", "cell": [8, 15], "version": 0}' $URL/api/games/kXp.../moves
```
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


def http_reference() -> str:
    """Return the whole page of the HTTP API."""
    return to_markdown(create_app().openapi(), HTTP_INTRODUCTION)


if __name__ == "__main__":
    pages = {"cli.md": reference(), "http.md": http_reference(), "api.md": api_reference.page()}
    for name, text in pages.items():
        (FOLDER / name).write_text(text, encoding="utf-8")
        print(f"wrote docs/reference/{name}", file=sys.stderr)
