"""Settings from the environment."""

import json
import re
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from sapper.cli import main
from sapper.errors import InvalidOption
from sapper.web.app import create_app
from sapper.web.settings import VARIABLES, Settings
from tests.server import BASE, make_settings


@pytest.fixture(autouse=True)
def no_settings(monkeypatch: pytest.MonkeyPatch) -> None:
    for variable in VARIABLES.values():
        monkeypatch.delenv(variable, raising=False)


def test_the_environment_provides_the_settings(monkeypatch: pytest.MonkeyPatch) -> None:
    for variable, value in {
        "SAPPER_DATABASE": "sqlite:////somewhere",
        "SAPPER_HOSTS": "sapper.example, play.example",
        "SAPPER_LOG": "json",
        "SAPPER_MAX_QUEUED_JOBS": "7",
        "SAPPER_JOB_SECONDS": "2.5",
        "SAPPER_MAX_BODY_BYTES": "",
        "SAPPER_SECRET_FILE": "/somewhere",
        "SAPPER_STATIC_FOLDER": "/somewhere",
        "SAPPER_PRESTART_WORKER": "no",
    }.items():
        monkeypatch.setenv(variable, value)
    settings = Settings()
    assert settings.database == "sqlite:////somewhere"
    assert settings.hosts == ("sapper.example", "play.example")
    assert (settings.log, settings.max_queued_jobs, settings.job_seconds) == ("json", 7, 2.5)
    assert settings.max_body_bytes == 65536
    # These three fields are not settings of the operator.
    assert settings.secret_file.name == "secret.key"
    assert settings.static_folder.name == "static"
    assert settings.prestart_worker
    excluded = {"static_folder", "secret_file", "prestart_worker"}
    assert set(VARIABLES) == set(Settings.model_fields) - excluded


def test_an_argument_overrides_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SAPPER_MAX_CELLS", "50")
    assert Settings().max_cells == 50
    assert Settings(max_cells=60).max_cells == 60
    with pytest.raises(InvalidOption, match=r"^max_cells must be a valid integer, not 'x'$"):
        Settings(max_cells="x")


@pytest.mark.parametrize(
    ("variable", "value", "message"),
    [
        ("SAPPER_MAX_MOVES", "many", "SAPPER_MAX_MOVES must be a valid integer, not 'many'"),
        ("SAPPER_MAX_MOVES", "1.5", "SAPPER_MAX_MOVES must be a valid integer, not '1.5'"),
        ("SAPPER_MAX_CELLS", "0", "SAPPER_MAX_CELLS must be greater than 0, not '0'"),
        ("SAPPER_JOB_SECONDS", "-1", "SAPPER_JOB_SECONDS must be greater than 0, not '-1'"),
        ("SAPPER_JOB_SECONDS", "nan", "SAPPER_JOB_SECONDS must be a finite number, not 'nan'"),
        ("SAPPER_JOB_SECONDS", "inf", "SAPPER_JOB_SECONDS must be a finite number, not 'inf'"),
        ("SAPPER_WORKER_MEMORY_MB", "1",
         "SAPPER_WORKER_MEMORY_MB must be greater than or equal to 512, not '1'"),
        ("SAPPER_HOSTS", "sapper.test,http://x/", "invalid host name 'http://x/'"),
        ("SAPPER_HOSTS", "*", "invalid host name '*'"),
        ("SAPPER_LOG", "xml", "SAPPER_LOG must be 'json', 'text' or 'off', not 'xml'"),
    ],
)  # fmt: skip
def test_an_invalid_setting_is_one_error_line(
    variable: str, value: str, message: str, monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:  # fmt: skip
    monkeypatch.setenv(variable, value)
    assert main(["web", "--no-open", "--port", "0"]) == 2
    assert capsys.readouterr().err.splitlines()[0] == f"error: {message}"


def test_an_unknown_argument_is_an_error() -> None:
    with pytest.raises(InvalidOption, match="max_cels"):
        Settings(max_cels=1)


def test_every_setting_of_the_environment_has_a_description() -> None:
    # The settings reference is generated from these descriptions.
    assert all(Settings.model_fields[name].description for name in VARIABLES)


def test_the_environment_changes_a_limit_of_the_server(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SAPPER_MAX_CELLS", "50")
    with TestClient(create_app(make_settings(tmp_path)), base_url=BASE) as client:
        assert client.post("/api/games", json={"level": "beginner"}).status_code == 422
        assert json.loads(client.get("/api/levels").text)["max_cells"] == 50


def test_an_unknown_variable_gives_a_warning_with_the_nearest_name(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("SAPPER_MAX_QUEUED_JBOS", "7")
    monkeypatch.setenv("SAPPER_ZZZ", "7")
    # The unsupported database prevents the server from starting.
    assert main(["web", "--no-open", "--port", "0", "--database", "mysql://x/y"]) == 2
    lines = capsys.readouterr().err.splitlines()
    assert lines[:2] == [
        "warning: unknown setting SAPPER_MAX_QUEUED_JBOS; did you mean SAPPER_MAX_QUEUED_JOBS?",
        "warning: unknown setting SAPPER_ZZZ",
    ]
    assert lines[2].startswith("error: ")


def test_a_server_started_by_uvicorn_logs_unknown_variables(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setenv("SAPPER_DATA", str(tmp_path))
    monkeypatch.setenv("SAPPER_DATBASE", "sqlite:////somewhere")
    with TestClient(create_app()):
        assert "unknown setting SAPPER_DATBASE; did you mean SAPPER_DATABASE?" in caplog.text


def test_every_variable_that_the_project_reads_is_known() -> None:
    root = Path(__file__).parents[2]
    files = [*(root / "src").rglob("*.py"), *(root / "benchmarks").rglob("*.py")]
    files += [path for folder in ("tools", "deploy") for path in (root / folder).iterdir()]
    sources = [path.read_text(encoding="utf-8") for path in files if path.is_file()]
    names = {name for text in sources for name in re.findall(r"\bSAPPER_[A-Z_]+[A-Z]\b", text)}
    assert {"SAPPER_DATA", "SAPPER_LOG", "SAPPER_TMUX"} <= names
    assert Settings.unknown_variables(dict.fromkeys(names | set(VARIABLES.values()), "")) == []
    assert Settings.unknown_variables({"SAPPER": "", "HOME": "", "SAPPERS_LOG": ""}) == []
