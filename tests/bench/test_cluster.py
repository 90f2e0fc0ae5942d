"""A real scheduler and two real workers, each a process of its own, on loopback."""

import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from sapper import Rules, bench
from sapper.bench.cluster import ClusterPool, connect
from sapper.errors import ClusterFailed

# Sockets that dask leaves to the garbage collector are not this project's concern.
pytestmark = pytest.mark.filterwarnings("ignore::ResourceWarning", "ignore::DeprecationWarning")

SMALL = Rules.level("small", start="opening")


class Cluster:
    """A scheduler and its workers."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            port = free.getsockname()[1]
        self.address = f"tcp://127.0.0.1:{port}"
        self._processes = [
            self._start("scheduler", "--host", "127.0.0.1", "--port", str(port), "--no-dashboard")
        ]

    def add_worker(self) -> subprocess.Popen[bytes]:
        worker = self._start(
            *("worker", self.address, "--nthreads", "1", "--no-nanny", "--no-dashboard"),
            *("--host", "127.0.0.1", "--memory-limit", "0", "--local-directory", str(self._folder)),
        )
        self._processes.append(worker)
        return worker

    def _start(self, *arguments: str) -> subprocess.Popen[bytes]:
        return subprocess.Popen(
            [sys.executable, "-m", "dask", *arguments],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            cwd=self._folder,
        )

    def stop(self) -> None:
        for process in reversed(self._processes):
            process.kill()
            process.wait()


@pytest.fixture
def cluster(tmp_path: Path) -> Iterator[Cluster]:
    cluster = Cluster(tmp_path)
    try:
        yield cluster
    finally:
        cluster.stop()


def wait_for_workers(cluster: Cluster, count: int) -> None:
    deadline = time.monotonic() + 60
    while True:
        try:
            client = connect(cluster.address)
        except ClusterFailed:
            assert time.monotonic() < deadline
            continue
        try:
            client.wait_for_workers(count, timeout=60)
        finally:
            client.close()
        return


def test_the_loss_of_a_worker_changes_no_number(cluster: Cluster) -> None:
    workers = [cluster.add_worker(), cluster.add_worker()]
    wait_for_workers(cluster, 2)
    killed = False

    def kill_one(progress: bench.Progress) -> None:
        nonlocal killed
        if progress.games >= 200 and not killed:
            killed = True
            os.kill(workers[0].pid, signal.SIGKILL)

    names = ["layered", "knowledge"]
    spread = bench.run(
        names, SMALL, 3000, seed=4, cluster=cluster.address, chunk=100, on_progress=kill_one
    )
    assert killed
    assert workers[0].wait(10) == -signal.SIGKILL
    assert spread.stopped is None
    local = bench.run(names, SMALL, 3000, seed=4)
    for far, near in zip(spread.strategies, local.strategies, strict=True):
        assert far.columns.won == near.columns.won
        assert far.columns.moves == near.columns.moves
        assert far.columns.guesses == near.columns.guesses
    assert [pair for _, _, pair in spread.pairs()] == [pair for _, _, pair in local.pairs()]


def test_a_cluster_without_workers_is_refused_in_seconds(cluster: Cluster) -> None:
    client = None
    deadline = time.monotonic() + 60
    while client is None and time.monotonic() < deadline:
        try:
            client = connect(cluster.address)
        except ClusterFailed:
            time.sleep(0.2)
    assert client is not None
    client.close()
    begin = time.monotonic()
    with pytest.raises(ClusterFailed, match="has no workers"), ClusterPool(cluster.address):
        pass
    assert time.monotonic() - begin < 15


@pytest.mark.parametrize("address", ["foo", "http://"])
def test_an_address_that_is_none_is_told_once_also_at_exit(address: str) -> None:
    # What a half-made client complains about, it complains about when the process ends.
    ended = subprocess.run(
        [sys.executable, "-m", "sapper", "bench", "small", "9", "--cluster", address],
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert ended.returncode == 2
    first, hint = ended.stderr.splitlines()
    assert first.startswith("error: cannot reach a cluster")
    assert hint.startswith("hint: ")


@pytest.mark.parametrize("address", ["tcp://127.0.0.1:9", "no such place", "http://", ""])
def test_an_unreachable_cluster_is_an_error_within_seconds(address: str) -> None:
    begin = time.monotonic()
    with pytest.raises(ClusterFailed, match="cannot reach a cluster"):
        bench.run(["layered"], SMALL, 10, cluster=address)
    assert time.monotonic() - begin < 15
