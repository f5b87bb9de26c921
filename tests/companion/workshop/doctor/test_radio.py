"""What the doctor says of the box's own Wi-Fi where nothing is wrong; its faults: test_faults."""

from __future__ import annotations

from companion.daemon.own_wifi import read_wish
from companion.workshop.doctor.examine import examine
from tests.companion.workshop.doctor.made_up_pi import STATE, MadeUpPi, line
from tests.companion.workshop.doctor.test_faults import own_wifi


def test_while_it_is_off_nothing_is_said(pi: MadeUpPi) -> None:
    assert "own Wi-Fi" not in [found.name for found in examine(pi.machine())]


def test_open_it_is_named_and_its_password_is_not(pi: MadeUpPi) -> None:
    own_wifi(pi)
    asked = read_wish(pi.path(STATE))
    assert asked is not None
    found = line(examine(pi.machine()), "own Wi-Fi")
    assert found.state == "good"
    assert asked.own.name in found.said
    assert asked.own.password not in found.said
    assert "in the box's own Wi-Fi" in line(examine(pi.machine()), "pages").said


def test_before_it_has_answered_that_is_said(pi: MadeUpPi) -> None:
    own_wifi(pi)
    for answer in ("", '{"number": 2, "device": "wlan0"}', '{"number"'):
        pi.write("/run/companion-wifi/answer", answer)
        assert line(examine(pi.machine()), "own Wi-Fi").state == "unknown"


def test_on_a_zero_2_w_what_is_known_to_fail_is_said(pi: MadeUpPi) -> None:
    own_wifi(pi, model="Raspberry Pi Zero 2 W Rev 1.0")
    found = line(examine(pi.machine()), "own Wi-Fi")
    assert found.state == "note"
    assert "#7634" in found.said
