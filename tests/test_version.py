"""The version is written once; all others follow."""

import json
import re
import tomllib
from pathlib import Path

import sapper
from sapper.web.app import create_app

ROOT = Path(__file__).parent.parent


def test_everybody_tells_the_version_of_the_project_file() -> None:
    version = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"][
        "version"
    ]
    assert sapper.__version__ == version
    assert create_app().openapi()["info"]["version"] == version
    changes = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    assert re.search(r"^## (\S+)[, ]", changes, re.MULTILINE)[1].rstrip(",") == version


def test_no_other_file_has_a_version_of_its_own() -> None:
    assert "version" not in json.loads((ROOT / "package.json").read_text(encoding="utf-8"))
