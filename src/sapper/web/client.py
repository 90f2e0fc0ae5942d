"""The current request's client, used by the worker pool to schedule jobs fairly."""

from contextvars import ContextVar
from dataclasses import dataclass
from typing import Final

from starlette.types import Receive


@dataclass(frozen=True, slots=True)
class Client:
    """The sender of a request."""

    network: str
    """The client's address or network, as returned by `sapper.web.rate_limit.client_network`."""
    receive: Receive

    async def wait_for_disconnect(self) -> None:
        """Wait until the client disconnects."""
        while (await self.receive())["type"] != "http.disconnect":
            pass


CURRENT_CLIENT: Final[ContextVar[Client | None]] = ContextVar("client", default=None)
"""The client of the request being handled, or None for the server's own tasks."""
