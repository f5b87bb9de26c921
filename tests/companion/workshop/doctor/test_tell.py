import json

import pytest

from companion.workshop.doctor import tell
from companion.workshop.doctor.examine import CheckResult
from companion.workshop.doctor.finding import bad, good, note, unknown

GOOD = CheckResult("Pi", good("Raspberry Pi 5"))
NEEDED = CheckResult("I2C", bad("I2C is switched off.", run="sudo reboot"))
EXTRA = CheckResult("lights", bad("No controller is plugged in.", do="plug in its USB cable", needed=False))
LONG = CheckResult("pins", bad("word " * 30, run="sudo" + " very-long-word" * 10))


def test_a_line_each_and_what_mends_it_below() -> None:
    told = tell.as_text(
        [GOOD, NEEDED, EXTRA, CheckResult("clock", note("late")), CheckResult("heat", unknown("?", run="sudo x"))]
    )
    assert told == (
        "good  Pi            Raspberry Pi 5\n"
        "BAD   I2C           I2C is switched off.\n"
        "                    $ sudo reboot\n"
        "BAD   lights        No controller is plugged in.\n"
        "                    > plug in its USB cable\n"
        "note  clock         late\n"
        "?     heat          ?\n"
        "                    $ sudo x\n"
        "\n"
        "2 things are to be mended; the box needs 1 of them.\n"
    )


def test_how_it_stands() -> None:
    assert tell.as_text([GOOD]).endswith("\nNothing is to be mended.\n")
    assert tell.as_text([NEEDED]).endswith("\n1 thing is to be mended.\n")
    assert tell.as_text([EXTRA]).endswith("\n1 thing is to be mended; the box plays without.\n")


def test_sentences_fit_a_terminal_and_commands_are_never_broken() -> None:
    rows = tell.as_text([LONG]).splitlines()
    (command,) = [row for row in rows if "$ " in row]
    assert command.strip() == f"$ {LONG.finding.mend}"
    assert all(len(row) <= tell.WIDTH for row in rows if row != command)


@pytest.mark.parametrize("width", [30, 40, tell.NARROW - 1, tell.NARROW, 80, 200])
def test_sentences_fit_the_screen_there_is_and_nothing_is_left_out(width: int) -> None:
    lines = [LONG, GOOD, NEEDED, EXTRA]
    rows = tell.as_text(lines, width).splitlines()
    assert all(len(row) <= min(width, tell.WIDTH) for row in rows if "$ " not in row)
    words = " ".join(rows).split()
    for line in lines:
        assert line.name in words
        assert " ".join(line.finding.said.split()) in " ".join(words)
        assert f" {line.finding.mend}".rstrip() in " ".join(words)


def test_on_a_narrow_screen_what_is_said_stands_below_the_name() -> None:
    assert tell.as_text([NEEDED], 40).startswith("BAD   I2C\n    I2C is switched off.\n    $ sudo reboot\n")


def test_colour_only_if_asked() -> None:
    assert "\x1b" not in tell.as_text([GOOD, NEEDED])
    assert "\x1b[1;31mBAD   \x1b[0mI2C" in tell.as_text([NEEDED], in_colour=True)
    assert "\x1b" not in tell.as_text([CheckResult("clock", note("late"))], in_colour=True)


def test_programs_get_one_object() -> None:
    told = json.loads(tell.as_json([GOOD, NEEDED]))
    assert told["is_well"] is False
    assert told["checks"][1] == {
        "name": "I2C",
        "state": "bad",
        "said": "I2C is switched off.",
        "mend": "sudo reboot",
        "is_command": True,
        "is_needed": True,
    }
    assert json.loads(tell.as_json([EXTRA]))["is_well"] is True
