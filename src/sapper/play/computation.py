"""Functions that run searches in the current thread or in a background thread.

Hints, odds, reviews and AI moves are computed from values such as a view or a game. The service
does not call the search functions directly but passes them to the front end's `Compute` function.
The server uses worker processes, the terminal app uses a background thread, and the command line
uses the current thread.
"""

import asyncio
import pickle
import threading
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Any, Final, Protocol, TypeVar

if TYPE_CHECKING:
    from sapper.play.game_service import PlayerGame

Result = TypeVar("Result")
_THREAD_NAME: Final = "sapper-background"


class Compute(Protocol):
    """A function that runs a search on behalf of a player."""

    async def __call__(
        self, player: str, function: Callable[..., Result], /, *args: Any, **kwargs: Any
    ) -> Result:
        """Return the result of `function(*args, **kwargs)`, or raise its exception.

        The function, its arguments and its result must be picklable, so the function must be
        defined at module level.
        """


Pay = Callable[[int], Awaitable[None]]
"""A function that waits until a player may read or delete a number of moves or games."""


Load = Callable[[str], Awaitable["PlayerGame"]]
"""A function that loads a game by its id."""


async def pay_nothing(_count: int) -> None:
    """Return immediately, because no limit applies to the player."""


async def compute_inline(
    _player: str, function: Callable[..., Result], /, *args: Any, **kwargs: Any
) -> Result:
    """Run a search in the current thread."""
    return function(*args, **kwargs)


async def compute_in_thread(
    _player: str, function: Callable[..., Result], /, *args: Any, **kwargs: Any
) -> Result:
    """Run a search in a background thread to keep the event loop responsive.

    The search works on copies of its arguments because the player may move in the meantime.
    """
    arguments = pickle.dumps((args, kwargs))

    def search() -> Result:
        copied_args, copied_kwargs = pickle.loads(arguments)  # noqa: S301
        return function(*copied_args, **copied_kwargs)

    return await run_in_background(search)


def run_blocking(awaitable: Awaitable[Result]) -> Result:
    """Run a coroutine in the current thread and return its result.

    Unlike `asyncio.run`, this function lets Ctrl-C interrupt a search immediately.
    """
    loop = asyncio.new_event_loop()
    try:
        return loop.run_until_complete(awaitable)
    finally:
        loop.close()


async def run_in_background(task: Callable[[], Result]) -> Result:
    """Run `task` in a daemon thread, then return its result or raise its exception.

    A daemon thread does not delay program exit.
    """
    loop = asyncio.get_running_loop()
    future: asyncio.Future[Result] = loop.create_future()

    def resolve(setter: Callable[[Any], None], value: Any) -> None:
        if not future.done():  # If the caller was cancelled, nothing awaits the result.
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
    """Join each background thread for up to `timeout` seconds and return True if all have ended."""
    threads = [thread for thread in threading.enumerate() if thread.name == _THREAD_NAME]
    for thread in threads:
        thread.join(timeout)
    return not any(thread.is_alive() for thread in threads)
