"""The version number has a single source."""

import json
import re
import tomllib
from pathlib import Path

import sapper
from sapper.web.app import create_app

ROOT = Path(__file__).parent.parent


def test_all_versions_match_the_project_file() -> None:
    version = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"][
        "version"
    ]
    assert sapper.__version__ == version
    assert create_app().openapi()["info"]["version"] == version
    changes = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    assert re.search(r"^## (\S+)[, ]", changes, re.MULTILINE)[1].rstrip(",") == version


def test_package_json_has_no_version() -> None:
    assert "version" not in json.loads((ROOT / "package.json").read_text(encoding="utf-8"))
