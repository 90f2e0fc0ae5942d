"""Random positions of every phase of a game, as rows of position text."""

from __future__ import annotations

import random

from sapper import Game, Rules

_SIZES = ((9, 9), (8, 8), (16, 16), (30, 16), (10, 8), (18, 14), (10, 10), (12, 12))


def random_position(rng: random.Random, max_cells: int = 300, *, legal: bool = False) -> list[str]:
    """Return the rows of a random position, with `X` for wrong flags.

    One position in sixteen is not legal: its cells are drawn independently, so that the model also
    learns the rare symbols and does not depend on the rules alone. `legal` excludes them.
    """
    width, height = (
        rng.choice(_SIZES) if rng.random() < 0.4 else (rng.randint(4, 30), rng.randint(4, 24))
    )
    while width * height > max_cells:
        width, height = max(4, round(width * 0.8)), max(4, round(height * 0.8))
    if rng.random() < 0.06 and not legal:
        return _illegal(rng, width, height)
    density = rng.choice([rng.uniform(0.08, 0.22), rng.uniform(0.12, 0.17), rng.uniform(0.2, 0.5)])
    mines = max(1, min(width * height - 10, round(width * height * density)))
    game = Game(
        Rules(
            width=width, height=height, mines=mines, start="opening" if density < 0.3 else "safe"
        ),
        seed=rng.getrandbits(60),
    )
    game.reveal((rng.randrange(height), rng.randrange(width)))
    layout = game.layout
    safe = [(r, c) for r in range(height) for c in range(width) if (r, c) not in layout]
    rng.shuffle(safe)
    share = rng.choice([0.0, rng.uniform(0, 0.15), rng.random(), rng.uniform(0.7, 1.0), 1.0])
    # Reveal next to revealed cells most of the time, as players do.
    islands = rng.choice([0.05, 0.05, 0.05, 0.3, 1.0])
    for cell in safe[: round(share * len(safe))]:
        if game.is_over:
            break
        if rng.random() < islands or _touches_revealed(game, cell):
            game.reveal(cell)
    rows = [list(row) for row in game.view.rows]
    if game.status == "won":
        flagged = rng.choice([0.0, 1.0, 1.0, 0.5])
        for r, c in layout:
            rows[r][c] = (
                "F" if rng.random() < flagged else rng.choice("#*") if flagged == 0.0 else "#"
            )
        return ["".join(row) for row in rows]
    _mark(rng, rows, layout)
    if rng.random() < 0.3:
        _lose(rng, rows, layout)
    return ["".join(row) for row in rows]


def _touches_revealed(game: Game, cell: tuple[int, int]) -> bool:
    cells = game.view.cells
    r, c = cell
    return bool((cells[max(0, r - 1) : r + 2, max(0, c - 1) : c + 2] >= 0).any())


def _mark(rng: random.Random, rows: list[list[str]], layout: frozenset[tuple[int, int]]) -> None:
    flags = rng.choice([0.0, 0.0, 0.3, 0.6, 0.95])
    far = rng.choice([0.0, 0.0, 0.3])
    questions = rng.choice([0.0, 0.0, 0.0, 0.05, 0.2])
    wrong = rng.choice([0.0, 0.0, 0.03, 0.08])
    for r, row in enumerate(rows):
        for c, text in enumerate(row):
            if text != "#":
                continue
            near = any(
                rows[y][x] not in "#F?"
                for y in range(max(0, r - 1), min(len(rows), r + 2))
                for x in range(max(0, c - 1), min(len(row), c + 2))
            )
            if rng.random() < questions:
                row[c] = "?"
            elif ((r, c) in layout and rng.random() < flags * (1 if near else far)) or (
                (r, c) not in layout and rng.random() < wrong
            ):
                row[c] = "F"


def _lose(rng: random.Random, rows: list[list[str]], layout: frozenset[tuple[int, int]]) -> None:
    hidden = [(r, c) for r, c in layout if rows[r][c] in "#?"]
    if not hidden:
        return
    exploded = rng.choice(sorted(hidden))
    show_all = rng.random() < 0.8
    if show_all:
        for r, c in hidden:
            rows[r][c] = "*"
        for r, row in enumerate(rows):
            for c, text in enumerate(row):
                if text == "F" and (r, c) not in layout:
                    row[c] = "X"
    if rng.random() < 0.85:
        rows[exploded[0]][exploded[1]] = "!"


def _illegal(rng: random.Random, width: int, height: int) -> list[str]:
    weights = {"#": 4.0, ".": 4.0, "F": 1.5, "?": 1.0, "*": 1.0, "!": 0.3, "X": 0.5}
    weights |= {str(clue): 1.3 for clue in range(1, 9)}
    weights = {text: weight * rng.choice([0.2, 1, 1, 2]) for text, weight in weights.items()}
    texts, values = "".join(weights), list(weights.values())
    return ["".join(rng.choices(texts, values, k=width)) for _ in range(height)]
