"""The `sapper games` command, which lists, imports and exports a player's games."""

import json
from typing import TYPE_CHECKING, Annotated

import typer

from sapper.cli.shared_options import DatabaseOption, JsonOption
from sapper.cli.terminal_detection import PlainOption, uses_full_screen
from sapper.errors import InvalidOption, short_repr
from sapper.extras import requires_extra
from sapper.game.wording import counted

if TYPE_CHECKING:
    from sapper.play.local_service import LocalService
    from sapper.store.game_list import GameFilter

_MAX_COUNT = 100
_NO_GAMES = "No games yet. A game appears here after its first move."


def games(
    level: Annotated[
        str | None, typer.Option(metavar="LEVEL", help="List only games at this level.")
    ] = None,
    result: Annotated[
        str | None,
        typer.Option(metavar="RESULT", help="List only games that are won, lost or unfinished."),
    ] = None,
    assisted: Annotated[
        bool | None,
        typer.Option(
            "--assisted/--unassisted",
            help="List only assisted or only unassisted games.",
            show_default="both",
        ),
    ] = None,
    count: Annotated[
        int, typer.Option(metavar="N", help=f"List up to N games, at most {_MAX_COUNT}.")
    ] = 20,
    import_file: Annotated[
        str | None,
        typer.Option("--import", metavar="FILE", help="Import finished games from this file."),
    ] = None,
    export_file: Annotated[
        str | None,
        typer.Option("--export", metavar="FILE", help="Export all finished games to a new file."),
    ] = None,
    as_json: JsonOption = False,
    plain: PlainOption = False,
    database: DatabaseOption = None,
) -> int:
    """List your games, most recent first.

    In a terminal, you can also review, continue or delete the listed games.
    """
    with requires_extra("store", "the store"):
        from sapper.store.game_list import RESULTS, GameFilter
    from sapper.play.computation import compute_in_thread, compute_inline
    from sapper.play.local_service import LocalService

    if result is not None and result not in RESULTS:
        raise InvalidOption(
            f"--result must be won, lost or unfinished, not {short_repr(result)}", field="result"
        )
    if not 1 <= count <= _MAX_COUNT:
        raise InvalidOption(f"--count must be between 1 and {_MAX_COUNT}, not {count}")
    selection = GameFilter(level=level, result=result, assisted=assisted, has_moves=True)  # type: ignore[arg-type]
    has_file = import_file is not None or export_file is not None
    on_screen = uses_full_screen(plain=plain or as_json or has_file)
    if not on_screen and import_file is None and not _has_database(database):
        print(json.dumps({"games": []}) if as_json else _NO_GAMES)
        return 0
    service = LocalService(compute_in_thread if on_screen else compute_inline, database)
    service.open()
    if on_screen:
        from sapper.tui.sapper_app import run
        from sapper.tui.screens.game_list_screen import GamesScreen

        return run(GamesScreen(selection), service)
    try:
        if import_file is not None:
            _import(service, import_file)
        if export_file is not None:
            _export(service, export_file)
        if not has_file:
            _print_games(service, selection, count, as_json=as_json)
    finally:
        service.close()
    return 0


def _has_database(url: str | None) -> bool:
    """Return whether there is a database to read. Listing games must not create a database."""
    from sapper.store.database import default_url, open_for_reading

    engine = open_for_reading(url or default_url())
    if engine is not None:
        engine.dispose()
    return engine is not None


def _import(service: "LocalService", name: str) -> None:
    from sapper.play.computation import run_blocking
    from sapper.play.game_files import expand, read_games

    records = read_games(expand(name))
    imported, known = run_blocking(service.history.import_games(service.player, records))
    print(
        f"{counted(imported, 'game')} imported{f', {known} already in the list' if known else ''}."
    )


def _export(service: "LocalService", name: str) -> None:
    from sapper.play.computation import run_blocking
    from sapper.play.game_files import expand, reporting_os_errors, write_games

    path = expand(name)
    with reporting_os_errors(path):
        written = run_blocking(write_games(path, service.history.export(service.player)))
    print(f"{counted(written, 'game')} exported to {path}.")


def _print_games(
    service: "LocalService", selection: "GameFilter", count: int, *, as_json: bool
) -> None:
    from sapper.play.computation import run_blocking
    from sapper.play.listed_game_text import HEADINGS, listed_game_text

    page = run_blocking(service.history.list(service.player, selection, limit=count))
    if as_json:
        print(json.dumps({"games": page.games}))
        return
    if not page.games:
        print(_NO_GAMES)
        return
    rows = [HEADINGS, *map(listed_game_text, page.games)]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for row in rows:
        cells = (f"{cell:<{width}}" for cell, width in zip(row, widths, strict=True))
        print("  ".join(cells).rstrip())
