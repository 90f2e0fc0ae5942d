"""An executor that runs tasks on an existing Dask cluster.

The `sapper[cluster]` extra must be installed on this machine and on every worker. Workers that run
Python strategies should have one thread each (`dask worker ADDRESS --nthreads 1 --nworkers N`),
because the GIL serialises Python threads.
"""

import logging
import time
from collections.abc import Iterator
from concurrent.futures import Executor as FutureExecutor
from concurrent.futures import Future
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING

from sapper.bench.executors import Executor
from sapper.bench.tasks import GameResults, Task, play_task
from sapper.errors import ClusterFailed
from sapper.extras import requires_extra

if TYPE_CHECKING:
    from distributed import Client

_CONNECT_SECONDS = 5
_WORKER_SECONDS = 5
_CLOSE_SECONDS = 2
_MAX_SECONDS_WITHOUT_WORKERS = 30


class ClusterExecutor(Executor):
    """An executor that runs tasks on Dask workers.

    If a worker is lost, its tasks are rerun on another worker.
    """

    task_seconds = 10.0

    def __init__(self, client: "Client", address: str) -> None:
        self._client = client
        self._address = address
        self._pool: FutureExecutor = client.get_executor(pure=False, retries=3)
        self._without_workers_since: float | None = None
        # Two tasks per thread keep the workers busy and still let a run stop quickly.
        self.max_pending = 2 * sum(client.nthreads().values())

    def prepare(self, task: Task) -> None:
        """Do nothing, because the cluster's workers are already running."""

    def submit(self, task: Task) -> Future[GameResults]:
        """Send a task to the scheduler."""
        return self._pool.submit(play_task, task)

    def check_alive(self) -> None:
        """Raise ClusterFailed if the connection is lost or no worker becomes available in time."""
        if self._client.status != "running":
            raise ClusterFailed(f"the connection to the cluster at {self._address} was lost")
        if self._client.nthreads():
            self._without_workers_since = None
        elif self._without_workers_since is None:
            self._without_workers_since = time.monotonic()
        elif time.monotonic() - self._without_workers_since > _MAX_SECONDS_WITHOUT_WORKERS:
            raise ClusterFailed(f"the cluster at {self._address} has lost all its workers")


@contextmanager
def cluster_executor(address: str) -> Iterator[ClusterExecutor]:
    """Connect to a cluster and yield its executor.

    Raises MissingExtra if Dask is not installed, and ClusterFailed if the cluster is unusable.
    """
    client = connect(address)
    try:
        try:
            client.wait_for_workers(1, timeout=_WORKER_SECONDS)
        except TimeoutError:
            raise ClusterFailed(
                f"the cluster at {address} has no workers",
                hint=f"start a worker with: dask worker {address}",
            ) from None
        _check_versions(client, address)
        yield ClusterExecutor(client, address)
    finally:
        client.close(timeout=_CLOSE_SECONDS)


def _check_versions(client: "Client", address: str) -> None:
    """Raise ClusterFailed unless every worker runs the same Sapper version as this machine."""
    try:
        versions = set(client.run(sapper_version).values())
    except Exception as error:
        raise ClusterFailed(
            f"a worker in the cluster at {address} cannot run Sapper: {error}",
            hint="install sapper[cluster] on every worker",
        ) from error
    if versions != {sapper_version()}:
        raise ClusterFailed(
            f"the workers in the cluster at {address} run Sapper "
            f"{', '.join(sorted(versions))}, but this machine runs {sapper_version()}"
        )


def sapper_version() -> str:
    """Return the Sapper version installed on this machine."""
    from sapper._core import VERSION

    return VERSION


def connect(address: str) -> "Client":
    """Return a client connected to the scheduler at `address`.

    Raises MissingExtra if Dask is not installed, and ClusterFailed if the scheduler does not
    respond within a few seconds.
    """
    with requires_extra("cluster", "a benchmark on a cluster"):
        from distributed import Client
    # Failures raise exceptions, so the long log messages about them are redundant.
    logging.getLogger("distributed").setLevel(logging.CRITICAL)

    class ClosingClient(Client):
        """A Dask client that closes itself if its constructor fails."""

        def __init__(self) -> None:
            try:
                super().__init__(address, timeout=_CONNECT_SECONDS, set_as_default=False)  # type: ignore[no-untyped-call]
            except BaseException:
                # Without this call, the garbage collector would close the half-initialised client
                # at exit. By then, the client's thread has ended, and Dask would print a traceback.
                with suppress(Exception):
                    self.close(timeout=_CLOSE_SECONDS)  # type: ignore[no-untyped-call]
                raise

    try:
        return ClosingClient()
    except Exception as error:
        raise ClusterFailed(
            f"cannot reach the cluster at {address[:80]!r}: {error}",
            hint="start one with: dask scheduler; addresses look like tcp://HOST:8786",
        ) from None
