"""Who asks a question that has to be thought about, for those who share out the thinking."""

from contextvars import ContextVar
from dataclasses import dataclass
from typing import Final

from starlette.types import Receive


@dataclass(frozen=True, slots=True)
class Asker:
    """The other end of a request."""

    household: str
    """Its address, or what all addresses of a household have in common."""
    receive: Receive

    async def has_gone(self) -> None:
        """Return when the client has hung up."""
        while (await self.receive())["type"] != "http.disconnect":
            pass


ASKER: Final[ContextVar[Asker | None]] = ContextVar("asker", default=None)
"""Of the request at hand; none for what the server does by itself."""
