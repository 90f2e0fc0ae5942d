"""Mix the weights of two networks, of which one continued from the other.

    python -m tools.vision_training.mix_networks old.npz new.npz --share 0.6 --output model.npz

The mixture is more robust than the new network if that was trained on few samples.
"""

from __future__ import annotations

import argparse
from pathlib import Path

import numpy as np


def main() -> None:
    """Write the mixture of two exported networks."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("old", type=Path)
    parser.add_argument("new", type=Path)
    parser.add_argument("--share", type=float, default=0.6, help="weight of the new network")
    parser.add_argument("--output", type=Path, required=True)
    arguments = parser.parse_args()
    share = np.float32(arguments.share)
    with np.load(arguments.old) as old, np.load(arguments.new) as new:
        mixed = {
            name: ((1 - share) * old[name].astype(np.float32) + share * new[name]).astype(
                np.float16
            )
            for name in old
        }
    np.savez_compressed(arguments.output, **mixed)


if __name__ == "__main__":
    main()
