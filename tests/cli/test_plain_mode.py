"""Plain mode, played through text streams in this process."""

import io

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sapper import Rules
from sapper.cli.plain_mode import PlainGame
from sapper.generate import no_guess
from sapper.play.session import Session

# A board with mines at A1 and B3.
RECORD = "sapper-replay 1\nrules 4x2/2 any\nmines 0,0 1,2\nterms practice\n"


def play(lines: str, record: str = RECORD) -> tuple[Session, list[str]]:
    """Execute commands; return the session and the output without the greeting."""
    session = Session.load(record, now=lambda: 0.0)
    output = io.StringIO()
    game = PlainGame(session, io.StringIO(lines), output)
    game.run()
    greeting = 2 + session.rules.height + len(str(session.rules.width))
    return game.session, output.getvalue().splitlines()[greeting:]


def rows(session: Session) -> list[str]:
    return session.snapshot()["rows"]


def test_the_board_has_row_letters_and_column_numbers() -> None:
    output = io.StringIO()
    PlainGame(Session.load(RECORD), io.StringIO(""), output).run()
    assert output.getvalue() == (
        "Sapper 4x2/2. Type 'help' for a list of commands.\n"
        "  1 2 3 4\n"
        "A # # # #\n"
        "B # # # #\n"
        "Mines left: 2.\n"
    )


def test_large_boards_have_vertical_column_numbers_and_two_row_letters() -> None:
    output = io.StringIO()
    PlainGame(Session(Rules(12, 28, 3), seed=1), io.StringIO(""), output).run()
    lines = output.getvalue().splitlines()
    assert lines[1] == "                     1 1 1"
    assert lines[2] == "   1 2 3 4 5 6 7 8 9 0 1 2"
    assert lines[3] == " A" + " #" * 12
    assert lines[-2] == "AB" + " #" * 12


@pytest.mark.parametrize(
    "line",
    [
        "O A2",
        "o a2",
        "oa2",
        "  O   A  2 ",
        "OPEN a2",
        "reveal A2",
        "Reveal a 2",
        "revealA2",
        "\tO\tA2",
    ],
)
def test_reveal_has_many_spellings(line: str) -> None:
    session, output = play(line)
    assert rows(session) == ["#2##", "####"]
    assert output[-2:] == ["B # # # #", "Mines left: 2."]


@pytest.mark.parametrize("line", ["M A1", "ma1", "mark a1", "MARKA1", "flag a1", "F A1", "fa1"])
def test_flag_has_many_spellings(line: str) -> None:
    session, output = play(line)
    assert rows(session) == ["F###", "####"]
    assert output[-1] == "Mines left: 1."
    assert rows(play(f"{line}\n{line}\n")[0]) == ["####", "####"]


@pytest.mark.parametrize("line", ["C A2", "ca2", "chord A2", "CHORDA2"])
def test_chord_has_many_spellings(line: str) -> None:
    session, _ = play(f"O A2\nM A1\nM B3\n{line}\n")
    assert rows(session) == ["F21#", "12F#"]


def test_question_has_no_abbreviation() -> None:
    assert rows(play("question a4\n")[0]) == ["###?", "####"]
    assert rows(play("question a4\nquestion a4\n")[0]) == ["####", "####"]


def test_the_rows_after_z_have_two_letters() -> None:
    record = "sapper-replay 1\nrules 1x30/1 any\nmines 0,0\n"
    session, _ = play("m aa1\nm AD1\nm z1\n", record)
    assert session.game.view.flags == {(26, 0), (29, 0), (25, 0)}


def test_a_game_is_won() -> None:
    session, output = play("O A2\nO A3\nO A4\nO B1\nO B2\nO B4\n")
    assert session.snapshot()["status"] == "won"
    assert output[-5:] == [
        "A F 2 1 1",
        "B 1 2 F 1",
        "You won!",
        "0.0 s, 3BV 6 of 6, 6 clicks, IOE 100%.",
        "Type 'new', 'retry', 'undo' or 'quit'.",
    ]


def test_a_game_is_lost_and_the_wrong_flags_are_named() -> None:
    session, output = play("M B4\nM A3\nO A1\n")
    assert session.snapshot()["status"] == "lost"
    assert output[-6:] == [
        "A ! # F #",
        "B # # * F",
        "You hit a mine. The game is lost.",
        "Wrong flags: A3, B4.",
        "0.0 s, 3BV 0 of 6, 3 clicks, IOE 0%.",
        "Type 'new', 'retry', 'undo' or 'quit'.",
    ]


def test_a_loss_can_be_undone() -> None:
    session, _ = play("O A2\nO A1\nundo\nU\n")
    assert session.snapshot()["status"] == "ready"
    assert session.snapshot()["losses_undone"] == 1


def test_new_starts_a_game_with_the_same_or_other_rules() -> None:
    session, output = play("O A2\nnew\n")
    assert str(session.rules) == "4x2/2"
    assert session.rules.start == "any"
    assert output[-3:] == ["A # # # #", "B # # # #", "Mines left: 2."]
    assert str(play("N expert\n")[0].rules) == "30x16/99"
    assert str(play("new 5x5/24\n")[0].rules) == "5x5/24"
    assert play("new 5x5/25\n")[0].rules.start == "any"


def test_new_starts_another_no_guess_board_in_a_no_guess_game() -> None:
    board = no_guess(Rules(5, 5, 4), seed=1)
    game = PlainGame(Session.on_board(board, practice=True), io.StringIO("new\n"), io.StringIO())
    before = game.session
    game.run()
    assert game.session is not before
    assert game.session.options.no_guess
    assert game.session.options.first is not None


def test_retry_restarts_the_same_board() -> None:
    session, _ = play("O A1\nretry\nR\n")
    assert session.snapshot()["status"] == "ready"
    assert session.game.layout == {(0, 0), (1, 2)}


def test_help_lists_every_command() -> None:
    for line in ("help", "H", "?", " HELP "):
        output = "\n".join(play(line)[1])
        for word in (
            "reveal",
            "flag",
            "chord",
            "question",
            "undo",
            "new",
            "retry",
            "board",
            "quit",
        ):
            assert word in output


def test_board_prints_the_board_again() -> None:
    _, output = play("board\nB\n")
    assert output == ["  1 2 3 4", "A # # # #", "B # # # #", "Mines left: 2."] * 2


@pytest.mark.parametrize("line", ["quit", "Q", "exit", " Quit "])
def test_quit_ends_the_game_and_ignores_further_input(line: str) -> None:
    session, output = play(f"{line}\nO A1\n")
    assert output == ["Bye."]
    assert session.snapshot()["status"] == "ready"


@pytest.mark.parametrize(
    ("line", "answer"),
    [
        ("O C1", "C1 is off the board: valid cells are A1 to B4."),
        ("O A5", "A5 is off the board: valid cells are A1 to B4."),
        ("O A0", "A0 is off the board: valid cells are A1 to B4."),
        ("M zzz9999", "ZZZ9999 is off the board: valid cells are A1 to B4."),
        ("O A", "Unknown command 'O A'.\nHint: type 'O A1', 'M A1' or 'help'"),
        ("O 1A", "Unknown command 'O 1A'.\nHint: type 'O A1', 'M A1' or 'help'"),
        ("A1", "Unknown command 'A1'.\nHint: type 'O A1', 'M A1' or 'help'"),
        ("O A1 B2", "Unknown command 'O A1 B2'.\nHint: type 'O A1', 'M A1' or 'help'"),
        ("O A-1", "Unknown command 'O A-1'.\nHint: type 'O A1', 'M A1' or 'help'"),
        ("O A\uff11", "Unknown command 'O A\uff11'.\nHint: type 'O A1', 'M A1' or 'help'"),
        ("dig A1", "Unknown command 'dig A1'.\nHint: type 'O A1', 'M A1' or 'help'"),
        ("undo undo", "Unknown command 'undo undo'.\nHint: type 'O A1', 'M A1' or 'help'"),
        ("new a b", "Unknown command 'new a b'.\nHint: type 'O A1', 'M A1' or 'help'"),
        ("undo", "Cannot undo: no move has been made."),
        ("new expret", "Unknown level 'expret'.\nHint: did you mean expert?"),
        ("new 0x5/1", "Width must be between 1 and 2000, not 0."),
        (
            "new 3x3/10",
            (
                "The number of mines on a 3x3 board with start rule 'any' must be between 0 and 9, "
                "not 10."
            ),
        ),
        ("\x00\x1b[2J", "Unknown command '\\x00\\x1b[2J'.\nHint: type 'O A1', 'M A1' or 'help'"),
    ],
)
def test_an_invalid_command_is_answered_and_changes_nothing(line: str, answer: str) -> None:
    session, output = play(line + "\n")
    assert output == answer.split("\n")
    assert session.save() == RECORD


@pytest.mark.parametrize("verb", ["O", "m", "Reveal", "question"])
def test_a_verb_without_a_cell_is_answered_with_an_example(verb: str) -> None:
    session, output = play(f"{verb}\n")
    assert output == [f"{verb[0].upper()}{verb[1:]} requires a cell.", f"Hint: type {verb} A1"]
    assert session.save() == RECORD


def test_a_move_without_effect_is_explained_and_counted() -> None:
    session, output = play("chord A1\n")
    assert output == ["There is nothing to chord at A1."]
    assert session.snapshot()["clicks"] == 1
    assert play("O A2\nO A2\n")[1][-1] == "There is nothing to reveal at A2."
    assert play("M A1\nO A1\n")[1][-1] == "A1 is flagged. Type M A1 to remove the flag."
    assert play("O A2\nchord A2\n")[1][-1] == "A2 needs as many adjacent flags as its number."


def test_a_move_after_the_end_is_rejected() -> None:
    session, output = play("O A1\nO A2\nM A2\n")
    assert output[-4:] == ["The game is over.", "Hint: type 'new', 'retry', 'undo' or 'quit'"] * 2
    assert session.snapshot()["version"] == 1


def test_empty_lines_are_ignored() -> None:
    assert play("\n   \n\t\n")[1] == []


def test_the_answer_to_a_very_long_line_is_short() -> None:
    _, output = play("x" * 5_000_000 + "\nO A" + "1" * 1_000_000)
    assert len(output) == 4
    assert all(line.startswith("Unknown command ") and len(line) < 150 for line in output[::2])


@settings(max_examples=200)
@given(st.lists(st.text(max_size=12).filter(lambda text: "q" not in text.lower()), max_size=6))
def test_arbitrary_lines_never_end_the_game(lines: list[str]) -> None:
    _, output = play("\n".join([*lines, "help"]) + "\n")
    assert output[-1].startswith("# hidden")


@settings(max_examples=200)
@given(
    st.lists(
        st.builds(
            "{} {}{}".format,
            st.sampled_from(["O", "m", "chord", "question", "F"]),
            st.sampled_from("ABCa"),
            st.integers(0, 5),
        )
        | st.sampled_from(["undo", "retry", "board", "new 3x3/2"]),
        max_size=15,
    )
)
def test_arbitrary_moves_never_end_the_session(lines: list[str]) -> None:
    _, output = play("\n".join([*lines, "help"]) + "\n")
    assert output[-1].startswith("# hidden")
