"""Build the documentation site in build/site when run as `python -m tools.docs_site`."""

import sys

import zensical

from tools.docs_site.staging import ROOT, Stage


def main() -> int:
    """Build the site and return the exit code."""
    try:
        Stage().fill()
        zensical.build(str(ROOT / "zensical.toml"), {"clean": True, "strict": True})
    except (RuntimeError, ValueError) as error:
        print(f"error: cannot build the site: {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
