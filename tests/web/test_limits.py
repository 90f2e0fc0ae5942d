"""Limits per player and per process: what is refused, how it is said, and where it can be seen."""

import asyncio
import json
import re
from dataclasses import fields
from pathlib import Path
from typing import Any

import pytest
from server import BASE, another_player, begin, error_of, make_settings, move, open_client
from starlette.testclient import TestClient

from sapper.cli import main
from sapper.errors import InvalidOption
from sapper.web.app import create_app
from sapper.web.rate_limit import Rate
from sapper.web.settings import VARIABLES, Settings


class Clock:
    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


def test_a_bucket_empties_and_fills_again_as_time_goes_by() -> None:
    clock = Clock()
    rate = Rate(per_second=2, burst=3, clock=clock)
    assert [rate.take("me") for _ in range(5)] == [0, 0, 0, 1, 1]
    clock.now += 0.5
    assert [rate.take("me") for _ in range(2)] == [0, 1]
    clock.now += 1000
    assert [rate.take("me") for _ in range(4)] == [0, 0, 0, 1]


def test_everybody_has_a_bucket_of_their_own() -> None:
    rate = Rate(per_second=1, burst=1, clock=Clock())
    assert [rate.take(name) for name in ("me", "you", "me")] == [0, 0, 1]


def test_a_refusal_says_how_long_to_wait_for_what_costs_more() -> None:
    clock = Clock()
    rate = Rate(per_second=0.5, burst=10, clock=clock)
    assert rate.take("me", 8) == 0
    assert rate.take("me", 8) == 12
    clock.now += 12
    assert rate.take("me", 8) == 0


def test_what_costs_more_than_a_full_bucket_waits_for_a_full_one_and_not_for_ever() -> None:
    rate = Rate(per_second=1, burst=2, clock=Clock())
    assert rate.take("me", 5) == 0
    assert rate.take("me") == 4


def test_a_clock_set_back_gives_nothing_and_takes_nothing() -> None:
    clock = Clock()
    rate = Rate(per_second=1, burst=2, clock=clock)
    assert rate.take("me") == 0
    clock.now -= 500
    assert [rate.take("me") for _ in range(2)] == [0, 1]


def test_buckets_do_not_grow_without_end() -> None:
    rate = Rate(per_second=1, burst=1, max_askers=10, clock=Clock())
    for number in range(1000):
        rate.take(str(number))
    assert len(rate) == 10


def test_a_player_who_asks_too_often_is_told_to_wait_and_others_are_not(tmp_path: Path) -> None:
    with open_client(tmp_path, request_burst=5, requests_per_second=0.001) as client:
        game = begin(client)
        for _ in range(5):
            assert client.get(f"/api/games/{game['id']}").status_code == 200
        answer = client.get(f"/api/games/{game['id']}")
        assert answer.status_code == 429
        assert int(answer.headers["retry-after"]) == 1000
        assert error_of(answer)["code"] == "too-busy"
        begin(another_player(client))
        assert client.get("/healthz").status_code == 200
        assert (
            'sapper_requests_refused_total{reason="rate"} 1.0'
            in another_player(client).get("/metrics").text
        )


def test_a_refused_move_changes_nothing(tmp_path: Path) -> None:
    with open_client(tmp_path, request_burst=1, requests_per_second=0.001) as client:
        game = move(client, begin(client), "flag", (0, 0))
        body = {"kind": "flag", "cell": [0, 1], "version": 1}
        answer = client.post(f"/api/games/{game['id']}/moves", json=body)
        assert answer.status_code == 429
        assert client.app.state.context.store.game(game["id"]).version == 1


def test_those_without_a_cookie_share_the_limit_of_their_address(tmp_path: Path) -> None:
    with open_client(tmp_path, stranger_burst=10, strangers_per_second=0.001) as client:
        begin(another_player(client))
        begin(another_player(client))
        answer = another_player(client).post("/api/games", json={})
        assert answer.status_code == 429
        assert "set-cookie" not in answer.headers
        forged = another_player(client)
        forged.cookies.set("sapper_player", "A" * 22 + ".1790000000." + "A" * 43)
        assert forged.get("/api/games").status_code == 429


def test_the_page_and_its_health_are_never_refused_for_asking_often(tmp_path: Path) -> None:
    with open_client(tmp_path, stranger_burst=1, strangers_per_second=0.001) as client:
        assert {client.get(path).status_code for path in ("/", "/main.js", "/healthz") * 3} == {200}


def test_beyond_so_many_requests_at_a_time_the_process_says_that_it_is_busy(
    tmp_path: Path,
) -> None:
    with open_client(tmp_path, max_requests=1) as client:
        game = begin(client)
        scope_of: dict[str, Any] = {
            "type": "http", "method": "POST", "path": f"/api/games/{game['id']}/undo",
            "headers": [(b"host", b"sapper.test")], "query_string": b"", "client": None,
        }  # fmt: skip

        async def two_at_once() -> int:
            never = asyncio.Event()
            first = asyncio.create_task(client.app(dict(scope_of), _wait(never), _ignore))
            await asyncio.sleep(0)
            status: list[int] = []

            async def keep(message: Any) -> None:
                if message["type"] == "http.response.start":
                    status.append(message["status"])

            await client.app(dict(scope_of), _wait(never), keep)
            first.cancel()
            return status[0]

        assert client.portal.call(two_at_once) == 503
        text = client.get("/metrics").text
        assert 'sapper_requests_refused_total{reason="busy"} 1.0' in text
        assert "sapper_requests_in_progress 1.0" in text


def _wait(event: asyncio.Event) -> Any:
    async def receive() -> dict[str, Any]:
        await event.wait()
        return {"type": "http.disconnect"}

    return receive


async def _ignore(_message: Any) -> None:
    return


def test_figures_of_the_server_show_the_limits_and_the_process(client: TestClient) -> None:
    text = client.get("/metrics").text
    assert 'sapper_limit{name="max_waiting"} 32.0' in text
    assert 'sapper_limit{name="requests_per_second"} 200.0' in text
    for name in ("sapper_connections ", "process_resident_memory_bytes", "sapper_cached_games"):
        assert name in text


def test_made_up_methods_make_no_rows_in_the_figures(client: TestClient) -> None:
    for number in range(20):
        assert client.request(f"MADEUP{number}", "/api/levels").status_code in (403, 405)
    text = client.get("/metrics").text
    assert "MADEUP" not in text
    assert 'method="other"' in text


def test_health_says_so_when_the_database_hangs(tmp_path: Path) -> None:
    with open_client(tmp_path, health_seconds=0.05) as client:
        context = client.app.state.context
        for reader in range(8):  # more than there are threads that read
            context.tables._readers.submit(_sleep, reader)
        answer = client.get("/healthz")
        assert answer.status_code == 503
        assert answer.headers["retry-after"] == "1"
        assert "has not answered for 0.05 seconds" in error_of(answer)["message"]


def _sleep(_reader: int) -> None:
    import time

    time.sleep(0.5)


def test_the_environment_gives_every_setting() -> None:
    environment = {
        "SAPPER_DATABASE": "sqlite:////somewhere",
        "SAPPER_HOSTS": "sapper.example, play.example",
        "SAPPER_LOG": "json",
        "SAPPER_MAX_WAITING": "7",
        "SAPPER_THINK_SECONDS": "2.5",
        "SAPPER_BODY_BYTES": "",
    }
    settings = Settings.from_environment(environment)
    assert settings.database == "sqlite:////somewhere"
    assert settings.hosts == ("sapper.example", "play.example")
    assert (settings.log, settings.max_waiting, settings.think_seconds) == ("json", 7, 2.5)
    assert settings.body_bytes == 65536
    assert settings.warm
    named = {each.name for each in fields(Settings)} - {"static_folder", "secret_file", "warm"}
    assert set(VARIABLES) == named


@pytest.mark.parametrize(
    ("variable", "value", "message"),
    [
        ("SAPPER_MAX_WAITING", "many", "SAPPER_MAX_WAITING is 'many'"),
        ("SAPPER_MAX_WAITING", "1.5", "must be a whole number above 0"),
        ("SAPPER_MAX_WAITING", "0", "must be a whole number above 0"),
        ("SAPPER_THINK_SECONDS", "-1", "must be a number above 0"),
        ("SAPPER_THINK_SECONDS", "nan", "must be a number above 0"),
        ("SAPPER_THINK_SECONDS", "inf", "must be a number above 0"),
        ("SAPPER_THINK_MEGABYTES", "1", "1 megabytes are too few to think"),
        ("SAPPER_HOSTS", "sapper.test,http://x/", "'http://x/' is no name of a host"),
        ("SAPPER_HOSTS", "*", "is no name of a host"),
        ("SAPPER_LOG", "xml", "'xml' is no form of a log: choose json, text, off"),
    ],
)
def test_a_bad_setting_is_one_clear_error(
    variable: str, value: str, message: str, monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:  # fmt: skip
    with pytest.raises(InvalidOption, match=message.partition(":")[0].replace("(", "\\(")):
        Settings.from_environment({variable: value})
    monkeypatch.setenv(variable, value)
    assert main(["web", "--no-open", "--port", "0"]) == 2
    said = capsys.readouterr().err
    assert said.startswith("error: ")
    assert message in said


def test_every_setting_of_the_environment_is_documented() -> None:
    page = (Path(__file__).parents[2] / "docs" / "deploy.md").read_text(encoding="utf-8")
    for variable in VARIABLES.values():
        assert f"`{variable}`" in page


def test_a_limit_can_be_changed_by_whoever_runs_the_server(tmp_path: Path) -> None:
    settings = Settings.from_environment(
        {"SAPPER_MAX_CELLS": "50", "SAPPER_HOSTS": "sapper.test"},
        database=make_settings(tmp_path).database,
        secret_file=tmp_path / "secret.key",
        warm=False,
    )
    with TestClient(create_app(settings), base_url=BASE) as client:
        assert client.post("/api/games", json={"level": "beginner"}).status_code == 422
        assert json.loads(client.get("/api/levels").text)["max_cells"] == 50


def test_a_setting_with_a_wrong_name_is_told_with_the_nearest_one(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("SAPPER_MAX_WAITNG", "7")
    monkeypatch.setenv("SAPPER_ZZZ", "7")
    # The database is bad, so that nothing is served.
    assert main(["web", "--no-open", "--port", "0", "--database", "mysql://x/y"]) == 2
    said = capsys.readouterr().err.splitlines()
    assert said[:2] == [
        "warning: SAPPER_MAX_WAITNG is no setting; did you mean SAPPER_MAX_WAITING?",
        "warning: SAPPER_ZZZ is no setting",
    ]
    assert said[2].startswith("error: ")


def test_servers_that_uvicorn_starts_tell_of_wrong_names_too(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setenv("SAPPER_DATA", str(tmp_path))
    monkeypatch.setenv("SAPPER_DATBASE", "sqlite:////somewhere")
    with TestClient(create_app()):
        assert "SAPPER_DATBASE is no setting; did you mean SAPPER_DATABASE?" in caplog.text


def test_no_variable_that_anything_here_reads_is_called_unknown() -> None:
    root = Path(__file__).parents[2]
    files = [*(root / "src").rglob("*.py"), *(root / "benchmarks").rglob("*.py")]
    files += [path for folder in ("tools", "deploy") for path in (root / folder).iterdir()]
    texts = [path.read_text(encoding="utf-8") for path in files if path.is_file()]
    read = {name for text in texts for name in re.findall(r"\bSAPPER_[A-Z_]+[A-Z]\b", text)}
    assert {"SAPPER_DATA", "SAPPER_LOG", "SAPPER_TMUX"} <= read
    assert Settings.unknown_variables(dict.fromkeys(read | set(VARIABLES.values()), "")) == []
    assert Settings.unknown_variables({"SAPPER": "", "HOME": "", "SAPPERS_LOG": ""}) == []
