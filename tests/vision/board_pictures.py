"""Images of boards for the tests, drawn with Pillow's built-in font."""

import io
from dataclasses import dataclass
from typing import Any

from PIL import Image, ImageDraw, ImageFont

Colour = tuple[int, int, int]
DIGITS: list[Colour] = [
    (0, 0, 255), (0, 128, 0), (255, 0, 0), (0, 0, 128),
    (128, 0, 0), (0, 128, 128), (0, 0, 0), (128, 128, 128),
]  # fmt: skip
LIGHT: Colour = (225, 225, 225)


@dataclass(frozen=True)
class Look:
    """The colours and borders of a skin."""

    hidden: Colour = (192, 192, 192)
    hidden_other: Colour | None = None  # of every second cell
    revealed: Colour = (192, 192, 192)
    revealed_other: Colour | None = None
    line: Colour | None = (128, 128, 128)
    is_raised: bool = True
    panel: Colour = (192, 192, 192)
    digits: tuple[Colour, ...] = tuple(DIGITS)


CLASSIC = Look()
DARK = Look(
    hidden=(110, 115, 125), revealed=(35, 38, 44), line=(20, 22, 26), is_raised=False,
    panel=(24, 26, 30),
    digits=tuple((90 + red // 2, 110 + green // 2, 120 + blue // 2) for red, green, blue in DIGITS),
)  # fmt: skip
CHECKERBOARD = Look(
    hidden=(170, 215, 81), hidden_other=(162, 209, 73), revealed=(229, 194, 159),
    revealed_other=(215, 184, 153), line=None, is_raised=False, panel=(74, 117, 44),
)  # fmt: skip
LOOKS = {"classic": CLASSIC, "dark": DARK, "checkerboard": CHECKERBOARD}


def draw(
    rows: list[str],
    look: Look = CLASSIC,
    *,
    cell: int = 24,
    gap: int = 0,
    margin: tuple[int, int] = (40, 70),
) -> Image.Image:
    """Draw a window with a board whose first cell is at `margin`, with gaps between the cells."""
    step = cell + gap
    width, height = len(rows[0]) * step - gap, len(rows) * step - gap
    picture = Image.new("RGB", (width + 2 * margin[0], height + margin[1] + margin[0]), look.panel)
    pen = ImageDraw.Draw(picture)
    for r, row in enumerate(rows):
        for c, text in enumerate(row):
            _draw_cell(
                pen, look, text, (margin[0] + c * step, margin[1] + r * step), cell, (r + c) % 2
            )
    return picture


def _draw_cell(
    pen: ImageDraw.ImageDraw, look: Look, text: str, at: tuple[int, int], cell: int, parity: int
) -> None:
    x, y = at
    last_x, last_y = x + cell - 1, y + cell - 1
    is_covered = text in "#F?"
    base, other = (
        (look.hidden, look.hidden_other) if is_covered else (look.revealed, look.revealed_other)
    )
    colour = (255, 0, 0) if text == "!" else other if parity and other else base
    pen.rectangle((x, y, last_x, last_y), fill=colour)
    if is_covered and look.is_raised:
        for step in range(max(1, cell // 10)):
            pen.line((x + step, y + step, last_x - step, y + step), fill=(255, 255, 255))
            pen.line((x + step, y + step, x + step, last_y - step), fill=(255, 255, 255))
            pen.line((x + step, last_y - step, last_x - step, last_y - step), fill=(128, 128, 128))
            pen.line((last_x - step, y + step, last_x - step, last_y - step), fill=(128, 128, 128))
    elif look.line is not None:
        pen.rectangle((x, y, last_x, last_y), outline=look.line)
    middle = (x + cell / 2, y + cell / 2)
    if text in "12345678":
        font = ImageFont.load_default(cell * 0.75)
        pen.text(
            middle,
            text,
            fill=look.digits[int(text) - 1],
            font=font,
            anchor="mm",
            stroke_width=cell // 24,
        )
    elif text == "?":
        pen.text(
            middle,
            text,
            fill=(0, 0, 0),
            font=ImageFont.load_default(cell * 0.75),
            anchor="mm",
            stroke_width=cell // 24,
        )
    elif text == "F":
        pole = x + cell * 0.55
        pen.polygon(
            [(pole, y + cell * 0.2), (pole, y + cell * 0.55), (x + cell * 0.2, y + cell * 0.38)],
            fill=(255, 0, 0),
        )
        pen.rectangle((pole, y + cell * 0.2, pole + cell * 0.06, y + cell * 0.75), fill=(0, 0, 0))
        pen.rectangle(
            (x + cell * 0.28, y + cell * 0.72, x + cell * 0.78, y + cell * 0.82), fill=(0, 0, 0)
        )
    elif text in "*!":
        radius = cell * 0.27
        for dx, dy in ((1, 0), (0, 1), (0.7, 0.7), (0.7, -0.7)):
            reach = radius * 1.4
            ends = (
                middle[0] - dx * reach,
                middle[1] - dy * reach,
                middle[0] + dx * reach,
                middle[1] + dy * reach,
            )
            pen.line(ends, fill=(0, 0, 0), width=max(1, cell // 14))
        pen.ellipse(
            (middle[0] - radius, middle[1] - radius, middle[0] + radius, middle[1] + radius),
            fill=(0, 0, 0),
        )


def encoded(picture: Image.Image, kind: str = "PNG", **options: Any) -> bytes:
    """Return the image as a file's contents."""
    buffer = io.BytesIO()
    picture.save(buffer, kind, **options)
    return buffer.getvalue()


@dataclass(frozen=True)
class MergedLook:
    """The colours of a skin that draws no lines between hidden cells."""

    page: Colour = (255, 255, 255)
    hidden: Colour = (66, 66, 66)
    flag: Colour = (38, 38, 38)
    revealed: Colour = (255, 255, 255)
    revealed_other: Colour = (249, 249, 249)
    inset: float = 0.08  # The gap between hidden and revealed cells, in cells.
    digits: tuple[Colour, ...] = tuple(DIGITS)


def draw_merged(
    rows: list[str],
    look: MergedLook,
    *,
    cell: int = 48,
    margin: tuple[int, int] = (31, 117),
    bottom: int = 60,
) -> Image.Image:
    """Draw a page with a board whose adjacent hidden cells form one flat area."""
    height, width = len(rows), len(rows[0])
    size = (width * cell + 2 * margin[0], height * cell + margin[1] + bottom)
    picture = Image.new("RGB", size, look.page)
    pen = ImageDraw.Draw(picture)
    pen.text((margin[0], margin[1] / 3), "00:12   25", fill=look.digits[6], font_size=cell * 0.6)
    gap = round(look.inset * cell)

    def is_merged(r: int, c: int) -> bool:
        return 0 <= r < height and 0 <= c < width and rows[r][c] == "#"

    for r, row in enumerate(rows):
        for c, text in enumerate(row):
            x, y = margin[0] + c * cell, margin[1] + r * cell
            if text == "#":
                left = x if is_merged(r, c - 1) else x + gap
                top = y if is_merged(r - 1, c) else y + gap
                right = x + cell if is_merged(r, c + 1) else x + cell - gap
                below = y + cell if is_merged(r + 1, c) else y + cell - gap
                pen.rectangle((left, top, right - 1, below - 1), fill=look.hidden)
                continue
            colour = look.revealed_other if (r + c) % 2 else look.revealed
            pen.rectangle((x, y, x + cell - 1, y + cell - 1), fill=colour)
            if text == "F":
                pen.rectangle((x + gap, y + gap, x + cell - gap, y + cell - gap), fill=look.flag)
                pole = x + cell * 0.38
                pen.rectangle(
                    (pole, y + cell * 0.3, pole + cell * 0.06, y + cell * 0.7), fill=LIGHT
                )
                flag = (pole, y + cell * 0.3, x + cell * 0.68, y + cell * 0.52)
                pen.rectangle(flag, fill=LIGHT)
            elif text in "12345678":
                pen.text(
                    (x + cell / 2, y + cell / 2), text, fill=look.digits[int(text) - 1],
                    font_size=cell * 0.5, anchor="mm", stroke_width=cell // 32,
                )  # fmt: skip
    return picture
