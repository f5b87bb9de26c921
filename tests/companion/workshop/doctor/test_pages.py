"""Where the pages are, when all is well with them; what is wrong with them: test_faults."""

from __future__ import annotations

import pytest

from companion.daemon.switch import Switch
from companion.workshop.doctor.examine import examine, is_well
from companion.workshop.doctor.finding import good, note, unknown
from tests.companion.workshop.doctor.made_up_pi import OWNER, SETTINGS, UP, MadeUpPi, line
from tests.companion.workshop.doctor.test_faults import pages_on, switched


def test_off_is_worth_knowing(pi: MadeUpPi) -> None:
    assert line(examine(pi.machine()), "pages") == note("Pages for tablets and phones are off.")


def test_switched_on_in_the_menu_they_need_no_settings(pi: MadeUpPi) -> None:
    switched(pi, Switch(is_on=True, interface="wlan0"))
    assert line(examine(pi.machine()), "pages") == good("Pages are on, by the menu, in wlan0: http://192.168.178.123/.")


def test_switched_off_in_the_menu_the_settings_count_no_more(pi: MadeUpPi) -> None:
    pages_on(pi)
    switched(pi, Switch(is_on=False))
    said = "Pages for tablets and phones are off. The menu says so."
    assert line(examine(pi.machine()), "pages") == note(said)


def test_a_user_who_may_not_look_into_the_folder_is_told_who_may(pi: MadeUpPi) -> None:
    pi.uid = OWNER
    said = unknown("Only root can see whether pages are on.", run="sudo companion doctor")
    assert line(examine(pi.machine()), "pages") == said


@pytest.mark.parametrize(
    ("listens", "has_avahi", "told"),
    [
        ("0.0.0.0:80", True, "http://192.168.178.123/ and http://companion.local/"),
        ("0.0.0.0:80", False, "http://192.168.178.123/"),
        ("0.0.0.0:8080", True, "http://192.168.178.123:8080/ and http://companion.local:8080/"),
    ],
)
def test_on_they_have_an_address_and_where_avahi_runs_a_name(
    pi: MadeUpPi, listens: str, has_avahi: bool, told: str
) -> None:
    pages_on(pi)
    pi.unit = dict(UP)
    pi.pages["Listen"] = f"{listens} (Stream)"
    if has_avahi:
        pi.write("/run/avahi-daemon/pid", "400\n")
    lines = examine(pi.machine())
    assert line(lines, "pages") == good(f"Pages are on, by the settings, in wlan0: {told}.")
    assert is_well(lines)


def test_of_a_box_that_is_no_service_the_port_is_that_of_the_settings(pi: MadeUpPi) -> None:
    pi.add(SETTINGS, '[pages]\ninterface = "wlan0"\nport = 8090\n')
    pi.program("systemctl", "exit 1")
    assert line(examine(pi.machine()), "pages") == good(
        "Pages are on, by the settings, in wlan0: http://192.168.178.123:8090/."
    )


def test_of_wrong_settings_nothing_is_said_of_pages(pi: MadeUpPi) -> None:
    pi.add(SETTINGS, "colour = 3\n")
    assert "pages" not in [each.name for each in examine(pi.machine())]
