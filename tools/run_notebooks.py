"""Execute the notebooks in docs/notebooks and save their output.

`make notebooks` runs this script. With --check, the script writes nothing and fails if a cell
raises an error or if its text output differs from the saved output. Pictures may differ.
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
"""The time limit for one cell, in seconds."""


def run(path: Path) -> nbformat.NotebookNode:
    """Return the executed notebook. Raises CellExecutionError if a cell fails."""
    notebook = nbformat.read(path, as_version=4)
    client = NotebookClient(
        notebook,
        timeout=SECONDS,
        kernel_name="python3",
        record_timing=False,
        resources={"metadata": {"path": str(path.parent)}},
    )
    client.execute()
    # The other metadata depends on the machine.
    notebook.metadata = {"kernelspec": notebook.metadata.kernelspec}
    return notebook


def output_text(notebook: nbformat.NotebookNode) -> list[str]:
    """Return the text output of each cell, joined because the kernel may split text anywhere."""
    return [
        "".join(
            output.get("text") or output.get("data", {}).get("text/plain") or ""
            for output in cell.get("outputs", [])
        )
        for cell in notebook.cells
    ]


def main() -> int:
    """Execute all notebooks and return the exit code."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--check", action="store_true", help="compare the output and write nothing")
    options = parser.parse_args()
    # Without this variable, the kernel's debugger warns about frozen modules.
    os.environ["PYDEVD_DISABLE_FILE_VALIDATION"] = "1"
    for path in sorted(FOLDER.glob("*.ipynb")):
        try:
            new = run(path)
        except CellExecutionError as error:
            print(f"error: {path.name}: {error}", file=sys.stderr)
            return 1
        if not options.check:
            nbformat.write(new, path)
        elif output_text(new) != output_text(nbformat.read(path, as_version=4)):
            print(f"error: {path.name} is out of date\nhint: make notebooks", file=sys.stderr)
            return 1
        print(
            f"{'checked' if options.check else 'wrote'} docs/notebooks/{path.name}", file=sys.stderr
        )
    return 0


if __name__ == "__main__":
    sys.exit(main())
