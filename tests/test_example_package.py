"""The example package with a strategy, built and installed without network access."""

import json
import os
import subprocess
import sys
from pathlib import Path

from tests.sapper_command import PATIENCE

ROOT = Path(__file__).parent.parent
EXAMPLE = ROOT / "examples" / "sapper-worst-clue"


def test_the_strategy_of_the_example_package_is_listed_plays_and_fulfils_the_contract(
    tmp_path: Path,
) -> None:
    def run(*arguments: str) -> str:
        result = subprocess.run(
            [sys.executable, "-m", *arguments],
            cwd=ROOT, env={**os.environ, "PYTHONPATH": str(tmp_path)},
            capture_output=True, text=True, timeout=2 * PATIENCE, check=False,
        )  # fmt: skip
        assert result.returncode == 0, result.stdout + result.stderr
        return result.stdout

    offline = ("--no-build-isolation", "--no-deps", "--no-index", "--target", str(tmp_path))
    run("pip", "install", "--quiet", *offline, str(EXAMPLE))
    listed = json.loads(run("sapper", "strategies", "--json"))
    (example,) = [each for each in listed if each["package"] is not None]
    assert (example["name"], example["package"]) == ("worst-clue", "sapper-worst-clue 1.0.0")
    names = ("--strategy", "worst-clue", "--strategy", "random", "--strategy", "layered")
    result = json.loads(run("sapper", "bench", "small", "100", "--json", "-", *names))
    wins = {strategy["name"]: strategy["wins"] for strategy in result["strategies"]}
    assert wins["random"] < wins["worst-clue"] < wins["layered"]
    contract = run("pytest", "-q", "-k", "worst-clue", "tests/contract/test_strategies.py")
    assert " passed" in contract
