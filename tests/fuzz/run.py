"""Fuzz one target with atheris: `python tests/fuzz/run.py TARGET CORPUS [libFuzzer options]`.

`make fuzz` runs all targets; without arguments, this program lists them. CORPUS is a folder for
inputs that increase coverage; a new folder starts with the inputs of seeds.py. A finding is written
to a file named crash-...; pass that file instead of the folder to reproduce it.
"""

import gc
import sys
from pathlib import Path
from types import FunctionType

sys.path.insert(0, str(Path(__file__).parent.parent.parent))

from tests.fuzz.seeds import noise, texts
from tests.fuzz.targets import TARGETS


def main(name: str, corpus: Path, options: list[str]) -> None:
    """Fuzz a target until the time limit or the first finding."""
    import atheris  # installed by the extra `fuzz` only; the test suite also imports this file

    if not corpus.exists():
        corpus.mkdir(parents=True)
        for number, data in enumerate([*texts(), *noise(50)]):
            (corpus / f"seed-{number}").write_bytes(data)
    # Editable installations bypass the import hook that instruments one package, and instrumenting
    # every loaded module takes minutes.
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
