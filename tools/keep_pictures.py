"""Takes the pictures of the documents from build/screenshots, with few colours to be small."""

from pathlib import Path

from PIL import Image

ROOT = Path(__file__).parent.parent
PICTURES = ("hint", "review", "analyser-fault", "phone-large", "odds", "dark")
COLOURS = 96


def main() -> None:
    """Write docs/images. The browser tests make the screenshots."""
    for name in PICTURES:
        with Image.open(ROOT / "build" / "screenshots" / f"{name}.png") as picture:
            small = picture.convert("RGB").quantize(COLOURS, dither=Image.Dither.NONE)
            path = ROOT / "docs" / "images" / f"{name}.png"
            small.save(path, optimize=True)
            print(f"{path.relative_to(ROOT)}: {path.stat().st_size / 1000:.0f} kB")


if __name__ == "__main__":
    main()
