"""The current request's client, and charges for the server resources that the client uses."""

import asyncio
import random
from contextvars import ContextVar
from dataclasses import dataclass
from typing import Final

from starlette.types import Receive

from sapper.web.error_responses import HttpError
from sapper.web.rate_limit import NetworkLimits

# The number of cells whose processing costs as much as a simple request.
_CELLS_PER_REQUEST: Final = 500
_MOVES_PER_REQUEST: Final = 100


@dataclass(frozen=True, slots=True)
class Client:
    """The sender of a request."""

    network: str
    """The client's address or network, as returned by `sapper.web.rate_limit.client_network`."""
    limits: NetworkLimits
    receive: Receive | None
    """The ASGI function that reports a disconnect, or None after the request is complete."""

    async def wait_for_disconnect(self) -> None:
        """Wait until the client disconnects."""
        assert self.receive is not None  # noqa: S101
        while (await self.receive())["type"] != "http.disconnect":
            pass


CURRENT_CLIENT: Final[ContextVar[Client | None]] = ContextVar("client", default=None)
"""The client of the current request, or None outside of requests."""


def charge_work(*, cells: int = 0, moves: int = 0) -> None:
    """Charge the client network for work whose cost was not known in advance.

    The client network's next requests are refused until its debt is paid.
    """
    if client := CURRENT_CLIENT.get():
        cost = cells / _CELLS_PER_REQUEST + moves / _MOVES_PER_REQUEST
        client.limits.requests.charge(client.network, cost)


def reserve_work(*, moves: int) -> None:
    """Charge the client network in advance for loading a game.

    Raises HttpError with status 429 if the client network exceeds its rate limit.
    """
    if client := CURRENT_CLIENT.get():
        cost = moves / _MOVES_PER_REQUEST
        _check(client.limits.requests.take(client.network, cost), "too many requests")


async def pay_for_work(*, cells: int = 0, moves: int = 0) -> None:
    """Charge the client network for one part of a long response.

    If the request quota is exhausted, wait until enough tokens are available.
    """
    if client := CURRENT_CLIENT.get():
        cost = cells / _CELLS_PER_REQUEST + moves / _MOVES_PER_REQUEST
        while wait := client.limits.requests.take(client.network, cost):
            # The random part keeps many responses from continuing at the same time.
            await asyncio.sleep(wait + random.random())  # noqa: S311


def reserve_storage(size: int) -> None:
    """Charge the client network for `size` bytes of new data.

    Raises HttpError with status 429 if the client network has stored too much data.
    """
    if client := CURRENT_CLIENT.get():
        _check(client.limits.stored_bytes.take(client.network, size), "too much data stored")


def charge_storage(size: int) -> None:
    """Charge the client network for `size` bytes of new data, even if its quota is exceeded."""
    if client := CURRENT_CLIENT.get():
        client.limits.stored_bytes.charge(client.network, size)


def reserve_player() -> None:
    """Charge the client network for a new player.

    Raises HttpError with status 429 if the client network has created too many players.
    """
    if client := CURRENT_CLIENT.get():
        _check(client.limits.new_players.take(client.network), "too many new players")


def _check(wait: int, message: str) -> None:
    if wait:
        hint = "wait for the number of seconds in the Retry-After header"
        raise HttpError(message, status=429, hint=hint, retry_after=wait)
