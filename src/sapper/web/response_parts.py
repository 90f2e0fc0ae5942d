"""Responses sent in parts to limit the memory occupied by unread data.

uvicorn buffers the unsent remainder of a message. If a large body were sent as a single message,
the request would end before the client had read anything, and no limit would apply to the buffered
data.
"""

import asyncio
from typing import Final

from starlette.datastructures import Headers
from starlette.types import Message, Send

from sapper.web.rate_limit import Reservation

PART_BYTES: Final = 64 * 1024
"""The maximum size of a part. Smaller responses are not divided and need no reservation."""


class SlowReader(Exception):
    """An exception raised if a client does not read its response."""


class TooManyUnreadBytes(Exception):
    """An exception raised if too little memory is left to start a response."""


def send_in_parts(send: Send, reservation: Reservation, *, seconds: float) -> Send:
    """Return an ASGI function that splits large bodies and waits until each part can be sent.

    The size of a large response is added to the reservation when the response starts. The returned
    function raises TooManyUnreadBytes if too little memory is left, or SlowReader if the client
    does not read the previous parts within the given number of seconds.
    """

    async def send_part(message: Message) -> None:
        try:
            async with asyncio.timeout(seconds):
                await send(message)
        except TimeoutError:
            raise SlowReader from None

    async def send_parts(message: Message) -> None:
        if message["type"] == "http.response.start":
            size = int(Headers(raw=message["headers"]).get("content-length", "0"))
            if size > PART_BYTES and not reservation.add(size):
                raise TooManyUnreadBytes
        rest = memoryview(message.get("body", b""))
        while len(rest) > PART_BYTES:
            part = bytes(rest[:PART_BYTES])
            await send_part({"type": message["type"], "body": part, "more_body": True})
            rest = rest[PART_BYTES:]
        await send_part({**message, "body": bytes(rest)} if rest else message)

    return send_parts
