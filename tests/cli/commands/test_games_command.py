"""`sapper games`."""

import json
from pathlib import Path

import pytest

from sapper.game.game import Game
from sapper.game.game_options import GameOptions
from sapper.game.rules import Rules
from sapper.play.computation import compute_inline
from sapper.play.local_service import LocalService
from tests.sapper_command import run_main

NO_GAMES = "No games yet. A game appears here after its first move.\n"


@pytest.fixture(autouse=True)
def data_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "data"
    monkeypatch.setenv("SAPPER_DATA", str(folder))
    return folder


def save_games() -> None:
    """Save a win and an unfinished game of the local player."""
    service = LocalService(compute_inline)
    service.open()
    assert service.store is not None
    for width in (2, 3):
        game = Game.from_layout(Rules(width, 1, 1, "any"), {(0, 0)})
        game.reveal((0, 1))
        service.store.create(service.player, game, options=GameOptions())[1].result()
    service.close()


def test_listing_games_creates_no_database(
    data_folder: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    assert run_main(capfd, "games") == (0, NO_GAMES, "")
    assert run_main(capfd, "games", "--json") == (0, '{"games": []}\n', "")
    assert not data_folder.exists()


def test_games_are_listed_with_filters(capfd: pytest.CaptureFixture[str]) -> None:
    save_games()
    _, out, _ = run_main(capfd, "games")
    heading, *rows = out.splitlines()
    assert heading.split() == ["Date", "Level", "Result", "Time", "3BV", "Mistakes", "Notes"]
    assert [row.split()[2:6] for row in rows] == [
        ["3x1/1", "50%", "open"],
        ["2x1/1", "won", "0.000", "s"],
    ]
    code, out, _ = run_main(capfd, "games", "--result", "won", "--unassisted", "--json")
    (game,) = json.loads(out)["games"]
    assert (code, game["level"]) == (0, "2x1/1")
    assert run_main(capfd, "games", "--assisted")[1] == NO_GAMES
    assert run_main(capfd, "games", "--level", "expert")[1] == NO_GAMES


def test_games_are_exported_and_imported(
    tmp_path: Path, capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    save_games()
    path = tmp_path / "games.jsonl"
    exported = f"1 game exported to {path}.\n"
    assert run_main(capfd, "games", "--export", str(path)) == (0, exported, "")
    monkeypatch.setenv("SAPPER_DATA", str(tmp_path / "other"))
    assert run_main(capfd, "games", "--import", str(path))[1] == "1 game imported.\n"
    again = "0 games imported, 1 already in the list.\n"
    assert run_main(capfd, "games", "--import", str(path))[1] == again


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--result", "drawn"], "--result must be won, lost or unfinished, not 'drawn'"),
        (["--count", "0"], "--count must be between 1 and 100, not 0"),
        (["--import", "missing.jsonl"], "missing.jsonl: No such file or directory"),
        (["--import", "pyproject.toml"], "line 1 is not an exported game"),
    ],
)
def test_invalid_arguments_are_reported(
    arguments: list[str], message: str, capfd: pytest.CaptureFixture[str]
) -> None:
    assert run_main(capfd, "games", *arguments) == (2, "", f"error: {message}\n")


def test_an_existing_file_is_not_overwritten(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    save_games()
    path = tmp_path / "games.jsonl"
    path.write_text("precious")
    code, _, err = run_main(capfd, "games", "--export", str(path))
    assert (code, err.splitlines()[0]) == (2, f"error: {path} already exists")
    assert path.read_text() == "precious"
