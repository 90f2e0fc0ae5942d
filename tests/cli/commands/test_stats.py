"""`sapper stats`."""

import contextlib
import json
import sqlite3
from pathlib import Path

import pytest

from sapper import Game, Rules
from sapper.cli import main
from sapper.game.game_options import GameOptions
from sapper.store import Store
from sapper.store.migrations import SCHEMA_VERSION


@pytest.fixture
def database(tmp_path: Path) -> str:
    """Create a database with two wins, one loss and a practice game on the board `*1`."""
    url = f"sqlite:///{tmp_path / 'sapper.sqlite'}"
    store = Store(url)
    for cell, options in [
        ((0, 1), GameOptions()),
        ((0, 0), GameOptions()),
        ((0, 1), GameOptions()),
        ((0, 1), GameOptions(practice=True)),
    ]:
        game = Game.from_layout(Rules(2, 1, 1, "any"), {(0, 0)})
        game_id, written = store.create("P" * 22, game, options=options)
        game.reveal(cell)
        written.result()
        store.append_moves(game_id, game, since=0).result()
    store.save_digest(game_id, 1, accuracy=1.0, digest="{}").result()
    store.close()
    return url


def test_stats_prints_a_line_per_level(database: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["stats", "--database", database]) == 0
    assert capsys.readouterr().out.splitlines() == [
        "level            games  won  rate   best   mean  3BV/s  accuracy      streak",
        "2x1/1 any start      3    2   67%  0.0 s  0.0 s      -         -  1 (best 1)",
    ]


def test_assisted_games_are_listed_separately(
    database: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["stats", "--database", database, "--assisted"]) == 0
    row = capsys.readouterr().out.splitlines()[1]
    assert row.split()[:6] == ["2x1/1", "any", "start", "1", "1", "100%"]


def test_json_contains_both_kinds_of_games(
    database: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["stats", "--database", database, "--json"]) == 0
    levels = json.loads(capsys.readouterr().out)["levels"]
    assert [(level["games"], level["assisted"]) for level in levels] == [(3, False), (1, True)]


def test_stats_does_not_create_a_database(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "data"
    monkeypatch.setenv("SAPPER_DATA", str(folder))
    assert main(["stats"]) == 0
    assert capsys.readouterr() == ("No finished unassisted games yet.\n", "")
    assert main(["stats", "--json"]) == 0
    assert capsys.readouterr().out == '{"levels": []}\n'
    assert not folder.exists()


def test_stats_does_not_change_the_database(
    database: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    def contents() -> dict[str, bytes]:
        return {path.name: path.read_bytes() for path in tmp_path.iterdir()}

    before = contents()
    assert main(["stats", "--database", database]) == 0
    assert contents() == before
    assert "2x1/1" in capsys.readouterr().out


def test_stats_does_not_create_tables_in_an_empty_database(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "empty.sqlite"
    file.touch()
    assert main(["stats", "--database", f"sqlite:///{file}"]) == 0
    assert capsys.readouterr().out == "No finished unassisted games yet.\n"
    assert file.stat().st_size == 0


def test_stats_does_not_upgrade_an_older_database(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with contextlib.closing(sqlite3.connect(tmp_path / "old.sqlite")) as connection:
        connection.execute("CREATE TABLE schema_version (version INTEGER NOT NULL)")
        connection.execute("INSERT INTO schema_version VALUES (1)")
        connection.commit()
    assert main(["stats", "--database", f"sqlite:///{tmp_path / 'old.sqlite'}"]) == 2
    assert capsys.readouterr().err.splitlines() == [
        f"error: the database has schema version 1, which must be upgraded to {SCHEMA_VERSION}",
        "hint: sapper play and sapper web upgrade the database",
    ]


def test_an_invalid_database_is_an_error(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "file").write_text("no database" * 100)
    assert main(["stats", "--database", f"sqlite:///{tmp_path / 'file'}"]) == 2
    assert capsys.readouterr().err.startswith("error: cannot open the database")
