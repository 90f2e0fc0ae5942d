"""Backgrounds of drawn cells: bevels, lines, gaps, gradients and textures."""

from __future__ import annotations

import random
from dataclasses import dataclass

import numpy as np
from PIL import Image, ImageDraw

from .drawn_colours import Colour, luma, random_colour, shade


@dataclass
class Face:
    """The background of a cell, hidden or revealed."""

    colour: Colour
    second: Colour  # the other colour of a checkerboard
    style: str
    width: int
    light: Colour
    dark: Colour
    radius: int
    gap: int
    line_sides: str = "tl"
    gradient: float = 0.0
    texture: float = 0.0
    gloss: float = 0.0  # a lighter upper half
    pattern: str = ""  # a decoration of hidden cells


def random_face(rng: random.Random, colour: Colour, size: int, *, hidden: bool) -> Face:
    """Return a random background of hidden or revealed cells."""
    styles = (
        ["bevel", "bevel", "line", "line", "gap", "gap", "rounded", "flat", "soft", "line-bevel"]
        if hidden
        else ["line", "line", "line", "gap", "gap", "flat", "flat", "rounded", "bevel-in", "inset"]
    )
    style = rng.choice(styles)
    strength = rng.uniform(0.06, 0.6)
    darker = luma(colour) > 60 or rng.random() < 0.3
    line = shade(colour, -strength if darker and rng.random() < 0.75 else strength)
    if rng.random() < 0.15:
        line = random_colour(rng)
    face = Face(
        colour=colour,
        second=colour,
        style=style,
        width=max(
            1,
            round(
                size
                * (rng.uniform(0.05, 0.2) if style.startswith("bevel") else rng.uniform(0.01, 0.07))
            ),
        ),
        light=shade(colour, rng.uniform(0.15, 0.9)),
        dark=line if style == "line" else shade(colour, -rng.uniform(0.15, 0.6)),
        radius=round(size * rng.uniform(0.05, 0.3)),
        gap=max(1, round(size * rng.uniform(0.02, 0.09))) if style in {"gap", "rounded"} else 0,
        line_sides=rng.choice(["tl", "br", "tblr", "tblr"]),
    )
    if rng.random() < 0.2:
        face.gradient = rng.uniform(0.1, 0.45) * rng.choice([-1, 1])
    if rng.random() < 0.05:
        face.texture = rng.uniform(2, 10)
    if hidden and rng.random() < 0.08:
        face.gloss = rng.uniform(0.1, 0.35)
    if hidden and rng.random() < 0.04:
        face.pattern = rng.choice(["square", "disc", "stripes", "dot"])
    return face


def draw_face(
    rng: random.Random, face: Face, size: int, background: Colour, parity: int
) -> Image.Image:
    """Draw a cell's background."""
    colour = face.second if parity else face.colour
    picture = Image.new("RGB", (size, size), background if face.gap else colour)
    body = Image.new("RGB", (size, size), colour)
    if face.gradient:
        ramp = np.linspace(-face.gradient / 2, face.gradient / 2, size)[:, None, None]
        if face.width % 2:
            ramp = (ramp + ramp.transpose(1, 0, 2)) / 1.5
        values = np.array(colour)[None, None, :] * (1 + np.broadcast_to(ramp, (size, size, 1)))
        body = Image.fromarray(np.clip(values, 0, 255).astype(np.uint8))
    if face.texture:
        noise = np.random.default_rng(rng.getrandbits(32)).normal(0, face.texture, (size, size, 1))
        body = Image.fromarray(np.clip(np.asarray(body) + noise, 0, 255).astype(np.uint8))
    draw = ImageDraw.Draw(body)
    last = size - 1
    if face.gloss:
        values = np.asarray(body).astype(np.float32)
        values[: size // 2] += (255 - values[: size // 2]) * face.gloss
        body = Image.fromarray(values.astype(np.uint8))
        draw = ImageDraw.Draw(body)
    if face.pattern:
        _draw_pattern(draw, face, size, shade(colour, 0.15 if face.width % 2 else -0.15))
    if face.style in {"bevel", "bevel-in", "line-bevel"}:
        light, dark = face.light, face.dark
        if face.style == "bevel-in":
            light, dark = dark, light
        rim = 1 if face.style == "line-bevel" else 0
        if rim:
            draw.rectangle((0, 0, last, last), outline=shade(face.dark, -0.5))
        for step in range(rim, face.width + rim):
            low, high = step, last - step
            draw.line((low, high, high, high), fill=dark)
            draw.line((high, low, high, high), fill=dark)
            draw.line((low, low, high, low), fill=light)
            draw.line((low, low, low, high), fill=light)
    elif face.style == "line":
        for step in range(face.width):
            low, high = step, last - step
            if "t" in face.line_sides:
                draw.line((0, low, last, low), fill=face.dark)
            if "l" in face.line_sides:
                draw.line((low, 0, low, last), fill=face.dark)
            if "b" in face.line_sides:
                draw.line((0, high, last, high), fill=face.dark)
            if "r" in face.line_sides:
                draw.line((high, 0, high, last), fill=face.dark)
    elif face.style == "soft":
        inner = round(size * 0.12)
        draw.rectangle((inner, inner, last - inner, last - inner), fill=shade(colour, 0.12))
        draw.line((0, last, last, last), fill=face.dark)
        draw.line((last, 0, last, last), fill=face.dark)
    elif face.style == "inset":  # a shadow at the top and left, and a line around the cell
        for step in range(max(1, size // 8)):
            tone = shade(colour, -0.25 * (1 - step * 8 / size))
            draw.line((step, step, last, step), fill=tone)
            draw.line((step, step, step, last), fill=tone)
        draw.rectangle((0, 0, last, last), outline=face.dark)
    if not face.gap:
        return body
    mask = Image.new("L", (size, size), 0)
    far = last - face.gap
    near = face.gap if face.line_sides == "tblr" else 0
    shape = ImageDraw.Draw(mask)
    if face.style == "rounded":
        shape.rounded_rectangle((near, near, far, far), radius=face.radius, fill=255)
    else:
        shape.rectangle((near, near, far, far), fill=255)
    picture.paste(body, (0, 0), mask)
    return picture


def _draw_pattern(draw: ImageDraw.ImageDraw, face: Face, size: int, colour: Colour) -> None:
    low, high = size * 0.28, size * 0.72
    if face.pattern == "square":
        draw.rectangle((low, low, high, high), fill=colour)
    elif face.pattern == "disc":
        draw.ellipse((low, low, high, high), fill=colour)
    elif face.pattern == "dot":
        draw.ellipse((size * 0.42, size * 0.42, size * 0.58, size * 0.58), fill=colour)
    else:
        step = max(3, size // 5)
        for start in range(-size, size, step):
            draw.line((start, 0, start + size, size), fill=colour)
