"""Colours of drawn skins: palettes, shades and contrast."""

from __future__ import annotations

import colorsys
import random

Colour = tuple[int, int, int]

CLASSIC = [
    (0, 0, 255),
    (0, 128, 0),
    (255, 0, 0),
    (0, 0, 128),
    (128, 0, 0),
    (0, 128, 128),
    (0, 0, 0),
    (128, 128, 128),
]
MATERIAL = [
    (25, 118, 210),
    (56, 142, 60),
    (211, 47, 47),
    (123, 31, 162),
    (255, 143, 0),
    (0, 151, 167),
    (66, 66, 66),
    (158, 158, 158),
]
PASTEL = [
    (124, 199, 255),
    (102, 194, 102),
    (255, 119, 136),
    (238, 136, 255),
    (221, 170, 34),
    (102, 204, 204),
    (153, 153, 153),
    (208, 216, 224),
]


def random_colour(rng: random.Random) -> Colour:
    """Return a grey, a pale or a saturated colour."""
    kind = rng.random()
    if kind < 0.35:
        grey = rng.randint(0, 255)
        return (grey, grey, grey)
    saturation = rng.uniform(0.03, 0.3) if kind < 0.65 else rng.uniform(0.3, 1.0)
    rgb = colorsys.hsv_to_rgb(rng.random(), saturation, rng.uniform(0.1, 1.0))
    return tuple(round(255 * each) for each in rgb)  # type: ignore[return-value]


def distance(a: Colour, b: Colour) -> float:
    """Return the largest difference of two colours' channels."""
    return max(abs(x - y) for x, y in zip(a, b, strict=True))


def shade(colour: Colour, amount: float) -> Colour:
    """Return a colour that is lighter (amount > 0) or darker (amount < 0)."""
    target = 255 if amount > 0 else 0
    return tuple(round(each + (target - each) * abs(amount)) for each in colour)  # type: ignore[return-value]


def luma(colour: Colour) -> float:
    """Return a colour's brightness."""
    return 0.299 * colour[0] + 0.587 * colour[1] + 0.114 * colour[2]


def contrast(colour: Colour, behind: Colour, minimum: float) -> Colour:
    """Return the colour, made lighter or darker until it stands out from the background."""
    for _ in range(12):
        if (
            distance(colour, behind) >= minimum
            and abs(luma(colour) - luma(behind)) > minimum * 0.25
        ):
            return colour
        colour = shade(colour, 0.25 if luma(behind) < 128 else -0.25)
    return (255, 255, 255) if luma(behind) < 128 else (0, 0, 0)


def digit_colours(rng: random.Random, behind: Colour, *, classic: bool) -> list[Colour]:
    """Return the colours of the clues from 1 to 8 on a background."""
    kind = rng.random()
    if (classic and kind < 0.8) or kind < 0.4:
        colours = list(CLASSIC)
    elif kind < 0.6:
        colours = list(MATERIAL)
    elif kind < 0.7:
        colours = list(PASTEL)
    elif kind < 0.82:
        colours = [rng.choice([(0, 0, 0), (255, 255, 255), (60, 60, 60), random_colour(rng)])] * 8
    else:
        colours = [random_colour(rng) for _ in range(8)]
    jitter = rng.choice([0, 0, 12, 30])
    moved = [
        tuple(max(0, min(255, each + rng.randint(-jitter, jitter))) for each in colour)
        for colour in colours
    ]
    minimum = rng.choice([36, 45, 60, 90])
    return [contrast(colour, behind, minimum) for colour in moved]  # type: ignore[arg-type]
