"""Background threads that keep the keyboard responsive during long computations."""

import asyncio
import threading
from collections.abc import Callable
from typing import Any, Final, TypeVar

Result = TypeVar("Result")
_THREAD_NAME: Final = "sapper-background"


async def run_in_background(task: Callable[[], Result]) -> Result:
    """Run `task` in a daemon thread and return its result or raise its exception.

    Daemon threads do not delay program exit.
    """
    loop = asyncio.get_running_loop()
    future: asyncio.Future[Result] = loop.create_future()

    def resolve(setter: Callable[[Any], None], value: Any) -> None:
        if not future.done():  # a cancelled caller no longer waits for the result
            setter(value)

    def run() -> None:
        setter: Callable[[Any], None]
        try:
            value: Any = task()
            setter = future.set_result
        except BaseException as error:
            value, setter = error, future.set_exception
        if not loop.is_closed():
            loop.call_soon_threadsafe(resolve, setter, value)

    threading.Thread(target=run, name=_THREAD_NAME, daemon=True).start()
    return await future


def join_background_threads(timeout: float) -> bool:
    """Wait up to `timeout` seconds for each background thread; return True if all have ended."""
    threads = [thread for thread in threading.enumerate() if thread.name == _THREAD_NAME]
    for thread in threads:
        thread.join(timeout)
    return not any(thread.is_alive() for thread in threads)
