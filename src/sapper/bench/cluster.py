"""An executor that runs tasks on an existing Dask cluster.

The `sapper[cluster]` extra must be installed on this machine and on every worker. Workers that run
Python strategies should have one thread each (`dask worker ADDRESS --nthreads 1 --nworkers N`),
because the GIL serialises Python threads.
"""

import logging
import time
from concurrent.futures import Executor as FutureExecutor
from concurrent.futures import Future
from contextlib import ExitStack, suppress
from typing import TYPE_CHECKING, Any, Self

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

    If a worker is lost, its tasks are rerun on another worker. Entering the context raises
    MissingExtra if Dask is not installed, and ClusterFailed if the cluster is not usable.
    """

    task_seconds = 10.0

    def __init__(self, address: str) -> None:
        self._address = address
        self._exit = ExitStack()
        self._without_workers_since: float | None = None
        self._client: Client | None = None
        self._pool: FutureExecutor | None = None
        self.max_pending = 1

    def __enter__(self) -> Self:
        with self._exit:  # closes the connection if a check fails
            client = self._client = connect(self._address)
            self._exit.callback(client.close, timeout=_CLOSE_SECONDS)
            try:
                client.wait_for_workers(1, timeout=_WORKER_SECONDS)
            except TimeoutError:
                raise ClusterFailed(
                    f"the cluster at {self._address} has no workers",
                    hint=f"start a worker with: dask worker {self._address}",
                ) from None
            self._check_versions(client)
            # Two tasks per thread keep the workers busy and still let a run stop quickly.
            self.max_pending = 2 * sum(client.nthreads().values())
            self._pool = client.get_executor(pure=False, retries=3)
            self._exit = self._exit.pop_all()
        return self

    def __exit__(self, *_: object) -> None:
        self._exit.close()

    def _check_versions(self, client: "Client") -> None:
        """Raise ClusterFailed unless every worker runs the same Sapper version as this machine."""
        from sapper._core import VERSION

        try:
            versions = set(client.run(sapper_version).values())
        except Exception as error:
            raise ClusterFailed(
                f"a worker in the cluster at {self._address} cannot run Sapper: {error}",
                hint="install sapper[cluster] on every worker",
            ) from error
        if versions != {VERSION}:
            raise ClusterFailed(
                f"the workers in the cluster at {self._address} run Sapper "
                f"{', '.join(sorted(versions))}, but this machine runs {VERSION}"
            )

    def prepare(self, task: Task) -> None:
        """Do nothing, because the cluster's workers are already running."""

    def submit(self, task: Task) -> Future[GameResults]:
        """Send a task to the scheduler."""
        if self._pool is None:
            raise ClusterFailed(f"not connected to {self._address}")
        return self._pool.submit(play_task, task)

    def check_alive(self) -> None:
        """Raise ClusterFailed if the connection is lost or all workers have been gone too long."""
        client = self._client
        if client is None or client.status != "running":
            raise ClusterFailed(f"the connection to the cluster at {self._address} was lost")
        if client.nthreads():
            self._without_workers_since = None
        elif self._without_workers_since is None:
            self._without_workers_since = time.monotonic()
        elif time.monotonic() - self._without_workers_since > _MAX_SECONDS_WITHOUT_WORKERS:
            raise ClusterFailed(f"the cluster at {self._address} has lost all its workers")


def sapper_version() -> str:
    """Return the Sapper version installed on this worker."""
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
    settings: dict[str, Any] = {"timeout": _CONNECT_SECONDS, "set_as_default": False}

    class ClosingClient(Client):
        """A Dask client that closes itself if its constructor fails."""

        def __init__(self) -> None:
            try:
                super().__init__(address, **settings)  # type: ignore[no-untyped-call]
            except BaseException:
                # Otherwise the garbage collector closes the half-initialised client at exit, when
                # its thread is already gone, and Dask prints a traceback.
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
