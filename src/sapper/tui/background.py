"""Work beside the screen: the keys go on answering while somebody thinks."""

import asyncio
import threading
from collections.abc import Callable
from typing import Any, Final, TypeVar

Answer = TypeVar("Answer")
_NAME: Final = "sapper-thinking"


async def think(work: Callable[[], Answer]) -> Answer:
    """Return what `work` returns, from a thread of its own; what it raises is raised here.

    The thread does not keep the program alive: who leaves need not wait for it.
    """
    loop = asyncio.get_running_loop()
    done: asyncio.Future[Answer] = loop.create_future()

    def tell(setter: Callable[[Any], None], value: Any) -> None:
        if not done.done():  # else nobody waits any more
            setter(value)

    def run() -> None:
        setter: Callable[[Any], None]
        try:
            value: Any = work()
            setter = done.set_result
        except BaseException as error:
            value, setter = error, done.set_exception
        if not loop.is_closed():
            loop.call_soon_threadsafe(tell, setter, value)

    threading.Thread(target=run, name=_NAME, daemon=True).start()
    return await done


def is_idle(patience: float) -> bool:
    """Tell whether nobody thinks any more; wait for the last ones, at most so many seconds each."""
    threads = [thread for thread in threading.enumerate() if thread.name == _NAME]
    for thread in threads:
        thread.join(patience)
    return not any(thread.is_alive() for thread in threads)
