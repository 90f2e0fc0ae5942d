"""A short deterministic run of every fuzz target."""

from collections.abc import Callable

import pytest

from tests.fuzz.seeds import noise, texts
from tests.fuzz.targets import TARGETS


@pytest.mark.parametrize("target", TARGETS.values(), ids=TARGETS)
def test_a_target_accepts_known_texts_and_noise(target: Callable[[bytes], None]) -> None:
    for data in [*texts(), *noise(150)]:
        target(data)
