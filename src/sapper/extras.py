"""Optional dependencies, grouped into the extras declared in pyproject.toml.

`pip install sapper` installs only what the library and the core commands need. All other packages
are imported on first use, in a `with requires_extra(...)` block.
"""

import json
import os
import shlex
import shutil
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from sapper.errors import MissingExtra


@contextmanager
def requires_extra(extra: str, purpose: str) -> Iterator[None]:
    """Raise MissingExtra if an import in the `with` block fails.

    `purpose` is the subject of the error message, such as "the web server". In nested blocks, the
    error names the outer extra, because the outer extra includes the inner one.
    """
    try:
        yield
    except ImportError as error:
        is_own_module = (error.name or "").partition(".")[0] == "sapper"
        if is_own_module:
            raise
        reason = error.__context__ if isinstance(error, MissingExtra) else error
        raise MissingExtra(
            f"{purpose} requires the {extra!r} extra ({reason})", hint=install_command(extra)
        ) from None


def install_command(extra: str) -> str:
    """Return a command that installs an extra from the same source as the current installation."""
    return f"{_pip()} install {_requirement(extra, _direct_url())}"


def _pip() -> str:
    """Return a pip command that installs into the running Python environment, activated or not."""
    found = shutil.which("pip")
    if found and Path(found).parent == Path(sys.executable).parent:
        return "pip"
    return f"{shlex.quote(sys.executable)} -m pip"


def _direct_url() -> dict[str, Any]:
    """Return this installation's PEP 610 origin, or {} if Sapper came from a package index."""
    from importlib.metadata import PackageNotFoundError, distribution

    try:
        text = distribution("sapper").read_text("direct_url.json")
    except PackageNotFoundError:
        return {}
    return dict(json.loads(text)) if text else {}


def _requirement(extra: str, origin: dict[str, Any]) -> str:
    """Return the pip arguments that install an extra from the given PEP 610 origin.

    >>> _requirement("web", {})
    "'sapper[web]'"
    >>> _requirement("web", {"url": "https://example.org/sapper.whl", "archive_info": {}})
    "'sapper[web] @ https://example.org/sapper.whl'"
    """
    from urllib.parse import urlsplit
    from urllib.request import url2pathname

    if "dir_info" in origin:
        folder = url2pathname(urlsplit(origin["url"]).path)
        path = "." if folder == os.getcwd() else folder  # noqa: PTH109
        option = "-e " if origin["dir_info"].get("editable") else ""
        return option + shlex.quote(f"{path}[{extra}]")
    if "vcs_info" in origin:
        vcs = origin["vcs_info"]
        url = f"{vcs['vcs']}+{origin['url']}@{vcs['commit_id']}"
        return shlex.quote(f"sapper[{extra}] @ {url}")
    if "url" in origin:
        return shlex.quote(f"sapper[{extra}] @ {origin['url']}")
    return shlex.quote(f"sapper[{extra}]")
