"""Fuzz the HTTP API by its own document: `python tests/fuzz/api.py [options of schemathesis run]`.

A server listens in this process with a player who has games in every state. Schemathesis makes
requests that fit the document and requests that do not, in chains too, and makes all its checks;
api_hooks.py has one more. `make fuzz` runs it for long, the suite for a short while.
"""

import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

import httpx2

HERE = Path(__file__).parent
if __name__ == "__main__":
    sys.path[:0] = [str(HERE.parent.parent), str(HERE.parent)]

from server import listening  # noqa: E402 (found by the line before)

GENEROUS = {
    "requests_per_second": 1e6, "request_burst": 10**6, "strangers_per_second": 1e6,
    "stranger_burst": 10**6, "max_waiting": 500, "max_waiting_of_a_player": 500,
    "max_waiting_of_a_household": 500, "think_seconds": 0.5,
}  # fmt: skip
"""Limits that get in nobody's way: they have tests of their own."""


def known_things(client: httpx2.Client) -> dict[str, Any]:
    """Begin games, share one and take a drill; return their names."""

    def begin(**setup: Any) -> dict[str, Any]:
        return client.post("/api/games", json=setup).raise_for_status().json()

    running = begin(level="beginner", seed=1)
    practice = begin(level="9x9/10", practice=True)
    over = begin(level="2x1/1", start="safe")
    move = {"kind": "reveal", "cell": [0, 0], "version": 0}
    for game in (running, practice, over):
        client.post(f"/api/games/{game['id']}/moves", json=move).raise_for_status()
    tokens = [
        client.post(f"/api/games/{game['id']}/share").raise_for_status().json()["share"]
        for game in (running, over)
    ]
    drill = client.get("/api/drills/next").raise_for_status().json()
    return {
        "game_id": [running["id"], practice["id"], over["id"]],
        "token": tokens,
        "drill_id": [drill["id"]],
    }


def run(*options: str) -> subprocess.CompletedProcess[str]:
    """Run schemathesis against a new server; its exit code is 0 if it found nothing."""
    with tempfile.TemporaryDirectory() as folder, listening(Path(folder), **GENEROUS) as address:
        url = f"http://127.0.0.1:{address[1]}"
        with httpx2.Client(base_url=url, timeout=60, trust_env=False) as client:
            known = known_things(client)
            cookie = f"sapper_player={client.cookies['sapper_player']}"
        return subprocess.run(
            [sys.executable, "-m", "schemathesis.cli", "--config-file",
             str(HERE / "schemathesis.toml"), "run", f"{url}/api/openapi.json",
             "--header", f"Cookie: {cookie}", *options],
            env={**os.environ, "SAPPER_KNOWN": json.dumps({**known, "url": url, "cookie": cookie}),
                 "SCHEMATHESIS_HOOKS": "api_hooks", "PYTHONPATH": str(HERE), "NO_PROXY": "*"},
            cwd=folder, capture_output=True, text=True, check=False,
        )  # fmt: skip


if __name__ == "__main__":
    done = run(*sys.argv[1:])
    sys.stdout.write(done.stdout + done.stderr)
    sys.exit(done.returncode)
