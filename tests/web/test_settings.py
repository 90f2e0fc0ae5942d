"""Settings from the environment."""

import ast
import json
import re
from dataclasses import fields
from itertools import pairwise
from pathlib import Path

import pytest
from server import BASE, make_settings
from starlette.testclient import TestClient

from sapper.cli import main
from sapper.errors import InvalidOption
from sapper.web import settings as settings_module
from sapper.web.app import create_app
from sapper.web.settings import VARIABLES, Settings


def test_the_environment_provides_the_settings() -> None:
    environment = {
        "SAPPER_DATABASE": "sqlite:////somewhere",
        "SAPPER_HOSTS": "sapper.example, play.example",
        "SAPPER_LOG": "json",
        "SAPPER_MAX_QUEUED_JOBS": "7",
        "SAPPER_JOB_SECONDS": "2.5",
        "SAPPER_MAX_BODY_BYTES": "",
    }
    settings = Settings.from_environment(environment)
    assert settings.database == "sqlite:////somewhere"
    assert settings.hosts == ("sapper.example", "play.example")
    assert (settings.log, settings.max_queued_jobs, settings.job_seconds) == ("json", 7, 2.5)
    assert settings.max_body_bytes == 65536
    assert settings.prestart_worker
    excluded = {"static_folder", "secret_file", "prestart_worker"}
    assert set(VARIABLES) == {each.name for each in fields(Settings)} - excluded


@pytest.mark.parametrize(
    ("variable", "value", "message"),
    [
        ("SAPPER_MAX_QUEUED_JOBS", "many", "must be a positive integer, not 'many'"),
        ("SAPPER_MAX_QUEUED_JOBS", "1.5", "must be a positive integer, not '1.5'"),
        ("SAPPER_MAX_QUEUED_JOBS", "0", "must be a positive integer, not '0'"),
        ("SAPPER_JOB_SECONDS", "-1", "must be a positive number, not '-1'"),
        ("SAPPER_JOB_SECONDS", "nan", "must be a positive number, not 'nan'"),
        ("SAPPER_JOB_SECONDS", "inf", "must be a positive number, not 'inf'"),
        ("SAPPER_WORKER_MEMORY_MB", "1", "worker_memory_mb must be at least 512, not 1"),
        ("SAPPER_HOSTS", "sapper.test,http://x/", "invalid host name 'http://x/'"),
        ("SAPPER_HOSTS", "*", "invalid host name '*'"),
        ("SAPPER_LOG", "xml", "the log format must be one of json, text, off, not 'xml'"),
    ],
)
def test_an_invalid_setting_is_one_error_line(
    variable: str, value: str, message: str, monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:  # fmt: skip
    with pytest.raises(InvalidOption, match=re.escape(message)):
        Settings.from_environment({variable: value})
    monkeypatch.setenv(variable, value)
    assert main(["web", "--no-open", "--port", "0"]) == 2
    stderr = capsys.readouterr().err
    assert stderr.startswith("error: ")
    assert message in stderr


def test_every_setting_of_the_environment_has_a_description() -> None:
    # The settings reference is generated from these docstrings.
    source = Path(settings_module.__file__).read_text(encoding="utf-8")
    (body,) = (
        node.body
        for node in ast.parse(source).body
        if isinstance(node, ast.ClassDef) and node.name == "Settings"
    )
    described = {
        field.target.id
        for field, following in pairwise(body)
        if isinstance(field, ast.AnnAssign) and isinstance(following, ast.Expr)
    }
    assert set(VARIABLES) <= described


def test_the_environment_changes_a_limit_of_the_server(tmp_path: Path) -> None:
    settings = Settings.from_environment(
        {"SAPPER_MAX_CELLS": "50", "SAPPER_HOSTS": "sapper.test"},
        database=make_settings(tmp_path).database,
        secret_file=tmp_path / "secret.key",
        prestart_worker=False,
    )
    with TestClient(create_app(settings), base_url=BASE) as client:
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
