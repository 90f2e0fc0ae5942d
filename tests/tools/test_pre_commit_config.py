"""Versions in `.pre-commit-config.yaml`, which must match those that `make lint` runs."""

import re
from pathlib import Path

import pytest
import yaml

ROOT = Path(__file__).parents[2]
CONFIG = yaml.safe_load((ROOT / ".pre-commit-config.yaml").read_text(encoding="utf-8"))
PINNED = dict(
    re.findall(r"^(\S+)==(\S+)$", (ROOT / "constraints.txt").read_text(encoding="utf-8"), re.M)
)
PACKAGES = {
    "ruff-pre-commit": "ruff",
    "mirrors-clang-format": "clang-format",
    "codespell": "codespell",
    "check-jsonschema": "check-jsonschema",
}
REVISIONS = {repository["repo"].split("/")[-1]: repository["rev"] for repository in CONFIG["repos"]}


@pytest.mark.parametrize(("repository", "package"), PACKAGES.items())
def test_a_hook_has_the_version_of_make_lint(repository: str, package: str) -> None:
    assert REVISIONS[repository].removeprefix("v") == PINNED[package]


def test_every_other_hook_is_independent_of_make_lint() -> None:
    assert set(REVISIONS) - set(PACKAGES) == {"pre-commit-hooks"}
