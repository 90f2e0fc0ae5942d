"""Fuzz one target with atheris: `python tests/fuzz/run.py TARGET CORPUS [libFuzzer options]`.

`make fuzz` runs them all; without arguments it lists them. CORPUS is a folder for inputs that led
somewhere new; one that does not exist yet gets those of seeds.py. A finding is written to a file
named crash-...; give that file in place of the folder to run it again.
"""

import gc
import sys
from pathlib import Path
from types import FunctionType

sys.path.insert(0, str(Path(__file__).parent.parent.parent))

from tests.fuzz.seeds import noise, texts
from tests.fuzz.targets import TARGETS


def main(name: str, corpus: Path, options: list[str]) -> None:
    """Fuzz until time is up or something is found."""
    import atheris  # only in the extra `fuzz`; the suite reads this file too

    if not corpus.exists():
        corpus.mkdir(parents=True)
        for number, data in enumerate([*texts(), *noise(50)]):
            (corpus / f"seed-{number}").write_bytes(data)
    # Imports of an editable installation pass by the hook that would instrument only Sapper, and to
    # instrument all that is loaded takes minutes.
    for found in gc.get_objects():
        if isinstance(found, FunctionType) and (found.__module__ or "").startswith("sapper"):
            atheris.instrument_func(found)
    atheris.Setup([__file__, str(corpus), *options], TARGETS[name])
    atheris.Fuzz()


if __name__ == "__main__":
    if len(sys.argv) == 1:
        print(*TARGETS)
        sys.exit()
    main(sys.argv[1], Path(sys.argv[2]), sys.argv[3:])
