"""An executor that runs tasks on an existing Dask cluster.

The `sapper[cluster]` extra is required on this machine and on the workers. Workers for Python
strategies should have one thread each (`dask worker ADDRESS --nthreads 1 --nworkers N`), because
the GIL serialises Python threads.
"""

import logging
import time
from concurrent.futures import Executor as FutureExecutor
from concurrent.futures import Future
from contextlib import ExitStack, suppress
from types import TracebackType
from typing import TYPE_CHECKING, Any, Self

from sapper.bench.tasks import Chunk, Task, play_task
from sapper.errors import ClusterFailed, MissingExtra

if TYPE_CHECKING:
    from distributed import Client

_CONNECT_SECONDS = 5
_WORKER_SECONDS = 5
_CLOSE_SECONDS = 2
_MAX_SECONDS_WITHOUT_WORKERS = 30


class ClusterExecutor:
    """An executor that runs tasks on the workers of a Dask scheduler.

    If a worker is lost, another worker repeats its tasks. Entering the context raises MissingExtra
    if Dask is not installed, and ClusterFailed if the cluster is not usable.
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
        try:
            self._open()
        except BaseException:
            self._exit.close()
            raise
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._exit.close()

    def _open(self) -> None:
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
        threads = sum(client.nthreads().values())
        # Two tasks per thread keep the workers busy and still let a run stop quickly.
        self.max_pending = 2 * threads
        self._pool = client.get_executor(pure=False, retries=3)

    def _check_versions(self, client: "Client") -> None:
        """Require the same Sapper version on every worker, so that results are reproducible."""
        from sapper._core import VERSION

        try:
            versions = set(client.run(sapper_version).values())
        except Exception as error:
            raise ClusterFailed(
                f"a worker of the cluster at {self._address} cannot run Sapper: {error}",
                hint="install sapper[cluster] on every worker",
            ) from error
        if versions != {VERSION}:
            raise ClusterFailed(
                f"the workers of the cluster at {self._address} run Sapper "
                f"{', '.join(sorted(versions))}, but this machine runs {VERSION}"
            )

    def prepare(self, task: Task) -> None:
        """Do nothing, because the workers are already running."""

    def submit(self, task: Task) -> Future[Chunk]:
        """Send a task to the scheduler."""
        if self._pool is None:
            raise ClusterFailed(f"not connected to {self._address}")
        return self._pool.submit(play_task, task)

    def check_alive(self) -> None:
        """Raise ClusterFailed if the connection is lost or no worker has returned in time."""
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
    """Return the version of Sapper in the process that runs this function."""
    from sapper._core import VERSION

    return VERSION


def connect(address: str) -> "Client":
    """Return a client that is connected to the scheduler.

    Raises MissingExtra if Dask is not installed, and ClusterFailed if the scheduler does not
    respond within a few seconds.
    """
    try:
        from distributed import Client
    except ImportError as error:
        raise MissingExtra(
            f"running on a cluster requires dask.distributed ({error})",
            hint="pip install 'sapper[cluster]'",
        ) from None
    # Failures raise exceptions, so the long log messages about them are redundant.
    logging.getLogger("distributed").setLevel(logging.CRITICAL)
    settings: dict[str, Any] = {"timeout": _CONNECT_SECONDS, "set_as_default": False}

    class ClosingClient(Client):
        """A client that closes itself if its constructor fails."""

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
            f"cannot reach a cluster at {address[:80]!r}: {error}",
            hint="start one with: dask scheduler; addresses look like tcp://HOST:8786",
        ) from None
