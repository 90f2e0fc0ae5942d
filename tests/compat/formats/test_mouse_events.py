"""Mouse events of RAWVF files and the moves they cause."""

import pytest

from sapper import Game, View
from sapper.compat import formats


def moves_of(*events: str, marks: str = "Off") -> list[str]:
    """Return the kinds of moves that events at A2 cause on a board with a mine at A1."""
    lines = [f"{number} {event} 2 1 (20 5)" for number, event in enumerate(events)]
    text = f"Marks: {marks}\nBoard:\n*000\n0000\nEvents:\n" + "\n".join(lines)
    return [move.kind for move in formats.read_rawvf(text).history]


def test_the_left_button_reveals_when_it_is_released() -> None:
    assert moves_of("lc") == []
    assert moves_of("lc", "lr") == ["reveal"]
    assert moves_of("lr") == []


def test_the_right_button_flags_when_it_is_pressed() -> None:
    assert moves_of("rc") == ["flag"]
    assert moves_of("rc", "rr", "rc", "rr") == ["flag", "flag"]
    assert moves_of("rc", "rr", "rc", "rr", "rc", marks="On") == ["flag", "question", "question"]


def test_the_second_release_of_a_chord_is_ignored() -> None:
    for events in (["lc", "rc", "lr", "rr"], ["lc", "rc", "rr", "lr"], ["mc", "mr"]):
        assert moves_of(*events) == ["click"]
        text = "Board:\n*000\n0000\nEvents:\n0 lc 2 1\n0 lr 2 1\n0 rc 1 1\n0 rr 1 1\n"
        text += "".join(f"1 {event} 2 1\n" for event in events)
        history = formats.read_rawvf(text).history
        assert [move.kind for move in history] == ["reveal", "flag", "chord"]


def test_a_held_right_button_allows_repeated_chords() -> None:
    assert moves_of("lc", "rc", "lr", "lc", "lr", "rr", "lc", "lr") == ["click", "click", "reveal"]


def test_clicks_outside_the_board_or_after_the_end_are_ignored() -> None:
    text = "Board:\n*000\nEvents:\n0 lc 9 9\n0 lr 0 1\n1 lc 1 1\n1 lr 1 1\n2 lc 2 1\n2 lr 2 1\n"
    game = formats.read_rawvf(text)
    assert (game.status, len(game.history)) == ("lost", 1)


def test_a_flag_does_not_create_a_view_of_the_whole_board(monkeypatch: pytest.MonkeyPatch) -> None:
    """Reading a million clicks on a large board once took hours."""

    def no_view(_game: Game) -> View:
        raise AssertionError

    monkeypatch.setattr(Game, "view", property(no_view))
    clicks = ["rc", "rr"] * 3
    assert moves_of(*clicks) == ["flag"] * 3
    assert moves_of(*clicks, marks="On") == ["flag", "question", "question"]
