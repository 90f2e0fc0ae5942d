"""Run the notebooks of docs/notebooks: `python tools/run_notebooks.py [--check]`.

`make docs` runs them and keeps what they show. With --check nothing is written, and the program
fails when a notebook fails or shows other text than it is kept with. Pictures may differ.
"""

import argparse
import os
import sys
from pathlib import Path

import nbformat
from nbclient import NotebookClient
from nbclient.exceptions import CellExecutionError

FOLDER = Path(__file__).parent.parent / "docs" / "notebooks"
SECONDS = 120
"""The most that one cell may take."""


def run(path: Path) -> nbformat.NotebookNode:
    """Return a notebook with new outputs. Raises CellExecutionError."""
    notebook = nbformat.read(path, as_version=4)
    client = NotebookClient(
        notebook,
        timeout=SECONDS,
        kernel_name="python3",
        record_timing=False,
        resources={"metadata": {"path": str(path.parent)}},
    )
    client.execute()
    # What depends on the machine has no place in the repository.
    notebook.metadata = {"kernelspec": notebook.metadata.kernelspec}
    return notebook


def shown_text(notebook: nbformat.NotebookNode) -> list[str]:
    """Return what each cell of a notebook shows, as text.

    What a cell prints may come in one piece or in several, as the kernel has time.
    """
    return [
        "".join(
            output.get("text") or output.get("data", {}).get("text/plain") or ""
            for output in cell.get("outputs", [])
        )
        for cell in notebook.cells
    ]


def main() -> int:
    """Run all notebooks; return the exit code."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--check", action="store_true", help="write nothing")
    options = parser.parse_args()
    # Debuggers of the kernel complain about frozen modules on standard error.
    os.environ["PYDEVD_DISABLE_FILE_VALIDATION"] = "1"
    for path in sorted(FOLDER.glob("*.ipynb")):
        try:
            new = run(path)
        except CellExecutionError as error:
            print(f"error: {path.name}: {error}", file=sys.stderr)
            return 1
        if not options.check:
            nbformat.write(new, path)
        elif shown_text(new) != shown_text(nbformat.read(path, as_version=4)):
            print(f"error: {path.name} is out of date\nhint: make docs", file=sys.stderr)
            return 1
        print(
            f"{'checked' if options.check else 'wrote'} docs/notebooks/{path.name}", file=sys.stderr
        )
    return 0


if __name__ == "__main__":
    sys.exit(main())
