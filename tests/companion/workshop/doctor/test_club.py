"""Whether the club is told."""

from __future__ import annotations

import pytest

from companion.workshop.doctor.club import OFF, ON, SAID
from companion.workshop.doctor.examine import examine, is_well
from companion.workshop.doctor.finding import bad, good
from tests.companion.workshop.doctor.made_up_pi import SETTINGS, UP, MadeUpPi, line

RUNS = {"ActiveState": "active", "SubState": "running", "StatusText": "the broker is there"}
AWAY = "the broker at club.example:8883 cannot be used: Connection refused"


@pytest.fixture
def told(pi: MadeUpPi) -> MadeUpPi:
    """A box that is to tell its club."""
    pi.add(SETTINGS, '[club]\nbroker = "club.example"\n')
    pi.unit = dict(UP)
    return pi


def test_where_nobody_wants_it_nothing_is_said(pi: MadeUpPi) -> None:
    assert "club" not in [each.name for each in examine(pi.machine())]


def test_nor_where_the_box_is_no_service_or_its_settings_are_wrong(told: MadeUpPi) -> None:
    told.add(SETTINGS, "colour = 3\n")
    assert "club" not in [each.name for each in examine(told.machine())]
    told.program("systemctl", "exit 1")
    assert "club" not in [each.name for each in examine(told.machine())]


def test_a_club_that_is_told(told: MadeUpPi) -> None:
    told.club |= RUNS
    assert line(examine(told.machine()), "club") == good("The club is told, by the broker at club.example.")


@pytest.mark.parametrize(
    ("unit", "finding"),
    [
        ({}, bad("[club] in the settings names a broker, but the voice is off.", run=ON, needed=False)),
        (
            {"ActiveState": "activating", "SubState": "auto-restart"},
            bad("The voice at the club cannot start.", run=SAID, needed=False),
        ),
        ({**RUNS, "StatusText": AWAY}, bad(f"The club is told later: {AWAY}.", run=SAID, needed=False)),
    ],
)
def test_what_is_wrong_has_its_command_and_keeps_no_box_from_playing(
    told: MadeUpPi, unit: dict[str, str], finding: object
) -> None:
    told.club |= unit
    lines = examine(told.machine())
    assert line(lines, "club") == finding
    assert is_well(lines)


def test_a_voice_without_a_broker_can_be_switched_off(pi: MadeUpPi) -> None:
    pi.club |= RUNS
    said = "A club is to be told, but no [club] names its broker."
    assert line(examine(pi.machine()), "club") == bad(said, run=OFF, needed=False)
