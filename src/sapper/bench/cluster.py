"""Plays on many machines: an existing dask scheduler and its workers.

Needs the extra `sapper[cluster]`, here and on the workers. Workers that run Python strategies
should have one thread each (`dask worker ADDRESS --nthreads 1 --nworkers N`): Python runs one at a
time.
"""

import logging
import time
from concurrent.futures import Executor, Future
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
_LOST_SECONDS = 30
"""How long a run goes on without any worker before it gives up."""


class ClusterPool:
    """The workers of a dask scheduler.

    Tasks of a worker that is lost are played again by another one. Raises MissingExtra and
    ClusterFailed when it is entered.
    """

    task_seconds = 10.0

    def __init__(self, address: str) -> None:
        self._address = address
        self._exit = ExitStack()
        self._alone_since: float | None = None
        self._client: Client | None = None
        self._executor: Executor | None = None
        self.slots = 1

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
                hint=f"start some: dask worker {self._address}",
            ) from None
        self._check_versions(client)
        threads = sum(client.nthreads().values())
        # Enough that no worker waits for this process, few enough that the end is near when asked.
        self.slots = 2 * threads
        self._executor = client.get_executor(pure=False, retries=3)

    def _check_versions(self, client: "Client") -> None:
        """See that every worker has the same Sapper: results must not depend on the machine."""
        from sapper._core import VERSION

        try:
            versions = set(client.run(sapper_version).values())
        except Exception as error:
            raise ClusterFailed(
                f"a worker of {self._address} cannot run Sapper: {error}",
                hint="install sapper[cluster] on every worker",
            ) from error
        if versions != {VERSION}:
            raise ClusterFailed(
                f"the workers of {self._address} have Sapper {', '.join(sorted(versions))}, "
                f"this is {VERSION}"
            )

    def prepare(self, task: Task) -> None:
        """Do nothing: workers are there already."""

    def submit(self, task: Task) -> Future[Chunk]:
        """Send a task to the scheduler."""
        if self._executor is None:
            raise ClusterFailed(f"not connected to {self._address}")
        return self._executor.submit(play_task, task)

    def check(self) -> None:
        """Raise ClusterFailed when the scheduler, or for a while every worker, is gone."""
        client = self._client
        if client is None or client.status != "running":
            raise ClusterFailed(f"the connection to the cluster at {self._address} was lost")
        if client.nthreads():
            self._alone_since = None
        elif self._alone_since is None:
            self._alone_since = time.monotonic()
        elif time.monotonic() - self._alone_since > _LOST_SECONDS:
            raise ClusterFailed(f"the cluster at {self._address} has lost all its workers")


def sapper_version() -> str:
    """Return the version of the Sapper that runs this, here or on a worker."""
    from sapper._core import VERSION

    return VERSION


def connect(address: str) -> "Client":
    """Return a client of the scheduler. Raises MissingExtra or, within seconds, ClusterFailed."""
    try:
        from distributed import Client
    except ImportError as error:
        raise MissingExtra(
            f"running on a cluster needs dask.distributed ({error})",
            hint="pip install 'sapper[cluster]'",
        ) from None
    # What fails is told by exceptions; the log would say it again, over many lines.
    logging.getLogger("distributed").setLevel(logging.CRITICAL)
    settings: dict[str, Any] = {"timeout": _CONNECT_SECONDS, "set_as_default": False}

    class WholeClient(Client):
        def __init__(self) -> None:
            try:
                super().__init__(address, **settings)  # type: ignore[no-untyped-call]
            except BaseException:
                # Left to the garbage collector at exit, a half-made client waits for its thread,
                # which is gone by then, and complains.
                with suppress(Exception):
                    self.close(timeout=_CLOSE_SECONDS)  # type: ignore[no-untyped-call]
                raise

    try:
        return WholeClient()
    except Exception as error:
        raise ClusterFailed(
            f"cannot reach a cluster at {address[:80]!r}: {error}",
            hint="start one with: dask scheduler; addresses look like tcp://HOST:8786",
        ) from None
