"""The packages of the container image have fixed versions and hashes."""

import re
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
CONSTRAINTS = (ROOT / "constraints.txt").read_text(encoding="utf-8").splitlines()
PINS = {line.partition(" ;")[0] for line in CONSTRAINTS}


@pytest.mark.parametrize("name", ["requirements.txt", "build-requirements.txt"])
def test_every_package_of_the_image_is_pinned_with_its_hashes(name: str) -> None:
    text = (ROOT / "deploy" / name).read_text(encoding="utf-8")
    packages = re.split(r"\n(?=\S)", text.strip())
    assert len(packages) >= 7
    for package in packages:
        first, *hashes = [line.strip(" \\") for line in package.splitlines()]
        assert first.partition(" ;")[0] in PINS
        assert hashes
        assert all(re.fullmatch(r"--hash=sha256:[0-9a-f]{64}", each) for each in hashes)


def test_the_image_contains_every_dependency_of_the_server() -> None:
    # `pip install --require-hashes` fails if a package is missing from the file.
    text = (ROOT / "deploy" / "requirements.txt").read_text(encoding="utf-8")
    pinned = {name.lower() for name in re.findall(r"^([\w.-]+)==", text, re.MULTILINE)}
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    extras = project["optional-dependencies"]
    direct = [
        *project["dependencies"],
        *(each for extra in ("store", "web", "postgres", "vision") for each in extras[extra]),
    ]
    names = {re.split(r"[^\w.-]", each)[0].lower() for each in direct} - {"sapper"}
    assert names <= pinned


def test_the_image_is_built_from_pinned_packages_only() -> None:
    dockerfile = (ROOT / "deploy" / "Dockerfile").read_text(encoding="utf-8")
    installs = re.findall(r"bin/pip (?:install|wheel) (.*)", dockerfile)
    assert len(installs) == 4
    assert all("--require-hashes" in each or "--no-deps" in each for each in installs)


def test_both_stages_of_the_image_have_the_same_base_which_can_be_pinned() -> None:
    dockerfile = (ROOT / "deploy" / "Dockerfile").read_text(encoding="utf-8")
    assert re.findall(r"^FROM (\S+)", dockerfile, re.MULTILINE) == ["${PYTHON_IMAGE}"] * 2
    guide = (ROOT / "docs" / "deploy.md").read_text(encoding="utf-8")
    assert "--build-arg PYTHON_IMAGE=" in guide


def test_the_service_keeps_trying_to_start() -> None:
    # The unit once gave up after five attempts while PostgreSQL was still starting.
    unit = (ROOT / "deploy" / "sapper.service").read_text(encoding="utf-8")
    assert "\nStartLimitIntervalSec=0\n" in unit.partition("[Service]")[0]
    assert "\nRestart=on-failure\n" in unit
