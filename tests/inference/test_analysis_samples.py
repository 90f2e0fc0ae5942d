"""Sampled layouts are consistent, uniformly distributed and reproducible."""

from collections import Counter

import numpy as np
import pytest

from sapper import Rules, View, analyse, parse_view
from tests.inference import brute_force
from tests.inference.positions import lattice, random_clues, random_position

EXPERT = Rules.level("expert")

VIEWS = [
    *(random_position(EXPERT, seed, reveals=1 + 6 * seed) for seed in range(4)),
    *(random_clues(9, 6, seed, marks=0.1) for seed in range(6)),
    lattice(8, 1),
    View(Rules(7, 5, 9), bytes([255] * 35)),
    parse_view("3x1/1\n.1*"),
]


@pytest.mark.parametrize("view", VIEWS, ids=range(len(VIEWS)))
def test_every_sampled_layout_is_consistent_with_the_view(view: View) -> None:
    layouts = analyse(view).sample(25, seed=7)
    assert layouts.dtype == np.bool_
    assert layouts.shape == (25, view.height, view.width)
    cells = view.cells
    # Neighbouring mines: the sum of the nine shifted boards minus the cell itself.
    padded = np.pad(layouts.astype(int), ((0, 0), (1, 1), (1, 1)))
    around = sum(
        padded[:, r : r + view.height, c : c + view.width] for r in range(3) for c in range(3)
    )
    assert (layouts.sum(axis=(1, 2)) == view.mines).all()
    assert not layouts[:, cells >= 0].any()
    assert (around[:, cells >= 0] == cells[cells >= 0]).all()
    assert all(layouts[:, row, column].all() for row, column in view.shown_mines)


def test_the_same_seed_samples_the_same_layouts() -> None:
    odds = analyse(VIEWS[2])
    assert (odds.sample(10, seed=3) == analyse(VIEWS[2]).sample(10, seed=3)).all()
    assert (odds.sample(10, seed=3)[:4] == odds.sample(4, seed=3)).all()
    assert not (odds.sample(10, seed=3) == odds.sample(10, seed=4)).all()
    assert odds.sample(0).shape == (0, 16, 30)


@pytest.mark.parametrize(
    "text",
    [
        "5x2/3\n#11##\n#####",
        "8x1/3\n#1##1#1#",
        "4x3/4\n1###\n##2#\n####",
        "9x1/4\n#1#1#####",
        "6x2/4\n1#####\n#####2",
    ],
)
def test_every_layout_is_equally_likely(text: str) -> None:
    view = parse_view(text)
    layouts = brute_force.find_layouts(view)
    draws = 200 * len(layouts)
    counts = Counter(
        frozenset((int(r), int(c)) for r, c in np.argwhere(layout))
        for layout in analyse(view).sample(draws, seed=11)
    )
    assert counts.keys() == set(layouts)
    chi_square = sum((counts[layout] - 200) ** 2 / 200 for layout in layouts)
    freedom = len(layouts) - 1
    # Five standard deviations above the mean. The seed is fixed, so the test is deterministic.
    assert chi_square < freedom + 5 * (2 * freedom) ** 0.5


@pytest.mark.parametrize("view", VIEWS[:4], ids=range(4))
def test_mine_frequencies_of_samples_match_the_odds(view: View) -> None:
    odds = analyse(view)
    draws = 4_000
    found = odds.sample(draws, seed=5).mean(axis=0)
    expected = odds.mine_probability
    error = np.sqrt(np.maximum(expected * (1 - expected), 1e-12) / draws)
    assert (np.abs(found - expected) < 5 * error + 1e-9).all()
