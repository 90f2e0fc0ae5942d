"""Benchmarks on a real Dask scheduler with two worker processes."""

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
from sapper.bench.cluster import cluster_executor, connect
from sapper.errors import ClusterFailed, MissingExtra
from sapper.extras import install_command

# Dask leaves some sockets to the garbage collector.
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


def test_losing_a_worker_does_not_change_the_results(cluster: Cluster) -> None:
    workers = [cluster.add_worker(), cluster.add_worker()]
    wait_for_workers(cluster, 2)
    killed = False

    def kill_one(progress: bench.Progress) -> None:
        nonlocal killed
        if progress.games >= 200 and not killed:
            killed = True
            os.kill(workers[0].pid, signal.SIGKILL)

    names = ["layered", "knowledge"]
    remote = bench.run(
        names, SMALL, 3000, seed=4, cluster=cluster.address, chunk=100, on_progress=kill_one
    )
    assert killed
    assert workers[0].wait(10) == -signal.SIGKILL
    assert remote.stopped is None
    local = bench.run(names, SMALL, 3000, seed=4)
    for remote_result, local_result in zip(remote.strategies, local.strategies, strict=True):
        assert remote_result.columns.won == local_result.columns.won
        assert remote_result.columns.moves == local_result.columns.moves
        assert remote_result.columns.guesses == local_result.columns.guesses
    assert [pair for _, _, pair in remote.pairs()] == [pair for _, _, pair in local.pairs()]


def test_a_cluster_without_workers_is_rejected_within_seconds(cluster: Cluster) -> None:
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
    with pytest.raises(ClusterFailed, match="has no workers"), cluster_executor(cluster.address):
        pass
    assert time.monotonic() - begin < 15


@pytest.mark.parametrize("address", ["foo", "http://"])
def test_an_invalid_address_prints_a_single_error(address: str) -> None:
    # A half-initialised client would print a traceback when the process ends.
    ended = subprocess.run(
        [sys.executable, "-m", "sapper", "bench", "small", "9", "--cluster", address],
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert ended.returncode == 2
    first, hint = ended.stderr.splitlines()
    assert first.startswith("error: cannot reach the cluster")
    assert hint.startswith("hint: ")


@pytest.mark.parametrize("address", ["tcp://127.0.0.1:9", "no such place", "http://", ""])
def test_an_unreachable_cluster_is_reported_within_seconds(address: str) -> None:
    begin = time.monotonic()
    with pytest.raises(ClusterFailed, match="cannot reach the cluster"):
        bench.run(["layered"], SMALL, 10, cluster=address)
    assert time.monotonic() - begin < 15


def test_a_missing_dask_is_reported_with_the_install_command(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(MissingExtra) as caught:
        bench.run(["random"], Rules(4, 4, 2), 3, cluster="tcp://127.0.0.1:1")
    assert caught.value.hint == install_command("cluster")
