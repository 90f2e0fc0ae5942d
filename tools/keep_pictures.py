"""Takes the pictures of the documents from build/screenshots, with few colours to be small."""

from pathlib import Path

from PIL import Image

ROOT = Path(__file__).parent.parent
PICTURES = ("hint", "review", "analyser-fault", "phone-large", "odds", "dark")
COLOURS = 256


def with_few_colours(picture: Image.Image) -> Image.Image:
    """Return a picture with its most frequent colours: a page has few, and they stay exact."""
    counts = picture.getcolors(picture.width * picture.height) or []
    frequent = sorted(counts, reverse=True)[:COLOURS]
    palette = Image.new("P", (1, 1))
    palette.putpalette([part for _, colour in frequent for part in colour])
    return picture.quantize(palette=palette, dither=Image.Dither.NONE)


def main() -> None:
    """Write docs/images. The browser tests make the screenshots."""
    for name in PICTURES:
        with Image.open(ROOT / "build" / "screenshots" / f"{name}.png") as picture:
            small = with_few_colours(picture.convert("RGB"))
            path = ROOT / "docs" / "images" / f"{name}.png"
            small.save(path, optimize=True)
            print(f"{path.relative_to(ROOT)}: {path.stat().st_size / 1000:.0f} kB")


if __name__ == "__main__":
    main()
