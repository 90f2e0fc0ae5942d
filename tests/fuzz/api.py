"""Fuzz the HTTP API with schemathesis: `python tests/fuzz/api.py [options of schemathesis run]`.

The server runs in this process with a player who has games in every state. Schemathesis generates
valid, invalid and chained requests from the OpenAPI document and runs all of its checks;
api_hooks.py adds two. `make fuzz` runs this for a long time, the test suite briefly.
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
    sys.path.insert(0, str(HERE.parent.parent))

from tests.server import listening_server  # noqa: E402 (needs the path set above)

NO_LIMITS = {
    "requests_per_second": 1e6, "request_burst": 10**6, "network_requests_per_second": 1e6,
    "network_request_burst": 10**6, "max_queued_jobs": 500, "max_jobs_per_player": 500,
    "max_jobs_per_network": 500, "job_seconds": 0.5, "network_bytes_per_second": 1e9,
    "new_player_burst": 10**6, "max_network_requests": 500,
}  # fmt: skip
"""Limits that never apply, because they have their own tests."""


def create_resources(client: httpx2.Client) -> dict[str, Any]:
    """Create games, share links and a puzzle; return their ids by path parameter."""

    def new_game(**setup: Any) -> dict[str, Any]:
        return client.post("/api/games", json=setup).raise_for_status().json()

    running = new_game(level="beginner", seed=1)
    practice = new_game(level="9x9/10", practice=True)
    over = new_game(level="2x1/1", start="safe")
    move = {"kind": "reveal", "cell": [0, 0], "version": 0}
    for game in (running, practice, over):
        client.post(f"/api/games/{game['id']}/moves", json=move).raise_for_status()
    tokens = [
        client.post(f"/api/games/{game['id']}/share").raise_for_status().json()["share"]
        for game in (running, over)
    ]
    puzzle = client.get("/api/puzzles/next").raise_for_status().json()
    return {
        "game_id": [running["id"], practice["id"], over["id"]],
        "token": tokens,
        "attempt_id": [puzzle["attempt"]],
    }


def run(*options: str) -> subprocess.CompletedProcess[str]:
    """Run schemathesis against a new server; exit code 0 means no findings."""
    with (
        tempfile.TemporaryDirectory() as folder,
        listening_server(Path(folder), **NO_LIMITS) as address,
    ):
        url = f"http://127.0.0.1:{address[1]}"
        with httpx2.Client(base_url=url, timeout=60, trust_env=False) as client:
            resources = create_resources(client)
            cookie = f"sapper_player={client.cookies['sapper_player']}"
        known = json.dumps({**resources, "url": url, "cookie": cookie})
        return subprocess.run(
            [sys.executable, "-m", "schemathesis.cli", "--config-file",
             str(HERE / "schemathesis.toml"), "run", f"{url}/api/openapi.json",
             "--header", f"Cookie: {cookie}", *options],
            env={**os.environ, "SAPPER_RESOURCES": known, "SCHEMATHESIS_HOOKS": "api_hooks",
                 "PYTHONPATH": str(HERE), "NO_PROXY": "*"},
            cwd=folder, capture_output=True, text=True, check=False,
        )  # fmt: skip


if __name__ == "__main__":
    result = run(*sys.argv[1:])
    sys.stdout.write(result.stdout + result.stderr)
    sys.exit(result.returncode)
