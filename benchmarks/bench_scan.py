"""Accuracy, speed and memory of reading images, on any folder with images and labels.

    python benchmarks/bench_scan.py FOLDER [--failures]

For each image, such as `01-classic.png`, the folder contains its position in `01-classic.txt`:
`WIDTHxHEIGHT/MINES`, with `?` for an unknown mine count, followed by the rows. `X` is a wrong flag.
The script uses one core. `python -m tools.vision_training.draw_pictures` draws such a folder.
"""

import os

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # before NumPy is imported

import argparse
import resource
import time
from dataclasses import dataclass
from pathlib import Path

from sapper import scan
from sapper.errors import PictureError

PICTURES = {".png", ".jpg", ".jpeg", ".webp", ".bmp", ".gif"}


@dataclass
class Result:
    """The outcome of one image."""

    name: str
    cells: int
    right: int  # cells that were read correctly
    found: bool  # the board was found with the right size
    doubtful: int
    mines: str  # right, wrong, unknown or unlabelled
    seconds: float
    note: str

    @property
    def is_flawless(self) -> bool:
        """True if every cell is right."""
        return self.right == self.cells


def read_label(file: Path) -> tuple[str, str, list[str]]:
    """Return the size, the mine count and the rows of a label."""
    lines = [line.strip() for line in file.read_text(encoding="utf-8").splitlines() if line.strip()]
    size, _, mines = lines[0].partition("/")
    return size, mines, [row.replace("0", ".") for row in lines[1:]]


def measure(picture: Path) -> Result:
    """Scan one image and compare the result with its label."""
    size, mines, rows = read_label(picture.with_suffix(".txt"))
    cells = sum(map(len, rows))
    start = time.process_time()
    try:
        result = scan(picture)
    except PictureError as error:
        seconds = time.process_time() - start
        return Result(
            picture.stem,
            cells,
            0,
            error.size == tuple(map(int, size.split("x"))),
            0,
            "unknown",
            seconds,
            str(error),
        )
    seconds = time.process_time() - start
    read = f"{result.width}x{result.height}"
    if read != size:
        return Result(
            picture.stem,
            cells,
            0,
            False,
            len(result.doubtful),
            "unknown",
            seconds,
            f"{read}, not {size}",
        )
    wrong = [
        (r, c)
        for r, row in enumerate(rows)
        for c, text in enumerate(row)
        if result.rows[r][c] != text
    ]
    note = " ".join(f"({r}, {c}): {result.rows[r][c]} for {rows[r][c]}" for r, c in wrong[:4])
    if mines == "?":
        count = "unlabelled"
    else:
        count = (
            "unknown"
            if result.mines is None
            else "right"
            if result.mines == int(mines)
            else "wrong"
        )
    return Result(
        picture.stem, cells, cells - len(wrong), True, len(result.doubtful), count, seconds, note
    )


def main() -> None:
    """Print a table of all images and a summary."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument("--failures", action="store_true", help="list only images with errors")
    arguments = parser.parse_args()
    import cv2

    cv2.setNumThreads(1)
    pictures = sorted(
        file for file in arguments.folder.iterdir() if file.suffix.lower() in PICTURES
    )
    results = []
    for picture in pictures:
        result = measure(picture)
        results.append(result)
        if not arguments.failures or not result.is_flawless:
            print(
                f"{result.name:28} {'found' if result.found else 'MISSED':6} "
                f"{result.right:5}/{result.cells:<5} doubtful {result.doubtful:3}  "
                f"mines {result.mines:10} {result.seconds:5.2f} s  {result.note}",
                flush=True,
            )
    summarise(results)


def summarise(results: list[Result]) -> None:
    """Print the rates over all images."""
    total = len(results)
    seconds = [each.seconds for each in results]
    flawless = sum(each.is_flawless for each in results)
    sure = [each for each in results if each.right and not each.doubtful]
    sure_right = sum(each.is_flawless for each in sure)
    cells, right = sum(each.cells for each in results), sum(each.right for each in results)
    labelled = [each for each in results if each.mines != "unlabelled"]
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(f"found with the right size   {sum(each.found for each in results)} of {total}")
    print(f"read without a wrong cell   {flawless} of {total}")
    print(f"cells right                 {right / cells:.2%} of {cells:,}")
    print(f"no doubtful cell            {len(sure)}, of which {sure_right} are right")
    for kind in ("right", "wrong", "unknown"):
        count = sum(each.mines == kind for each in labelled)
        print(f"mine count {kind:16} {count} of {len(labelled)}")
    print(f"seconds per image         {sum(seconds) / total:.2f}, at most {max(seconds):.2f}")
    print(f"peak memory                 {memory:.0f} MB")


if __name__ == "__main__":
    main()
