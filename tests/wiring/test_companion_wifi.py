"""The unit of the box's own Wi-Fi: it comes and goes with the box, and may do little. How it works: over_the_air."""

from __future__ import annotations

import pytest

from companion.daemon import own_wifi, wifi
from companion.daemon.switch import WIFI_MARK
from wiring.diagram import FOLDER

SERVICE = "companion-wifi.service"
LINES = (FOLDER / SERVICE).read_text("utf-8").splitlines()
BOX = (FOLDER / "companion.service").read_text("utf-8")


def value(key: str) -> list[str]:
    return [line.partition("=")[2] for line in LINES if line.startswith(f"{key}=")]


def test_it_comes_and_goes_with_the_box_while_the_box_asks_for_it() -> None:
    assert f"\nWants={SERVICE}\n" in BOX
    assert SERVICE not in BOX.replace(f"Wants={SERVICE}", ""), "the box does not wait for it"
    assert value("PartOf") == ["companion.service NetworkManager.service"]
    assert value("ConditionPathExists") == [f"/var/lib/companion/{WIFI_MARK}"]
    assert "[Install]" not in LINES


def test_it_does_the_wish_and_closes_what_it_opened() -> None:
    (start,), (end,) = value("ExecStart"), value("ExecStopPost")
    assert start.split()[1:] == ["-m", wifi.__name__, "open", "/var/lib/companion", str(own_wifi.ANSWER)]
    assert end.split()[1:] == ["-m", wifi.__name__, "close"]
    assert value("RuntimeDirectory") == [own_wifi.ANSWER.parent.name]


def test_it_may_write_nothing_but_profiles_of_networkmanager() -> None:
    assert value("ProtectSystem") == ["strict"]
    (paths,) = value("ReadWritePaths")
    assert [path.removeprefix("-") for path in paths.split()] == [
        str(wifi.PROFILES[0]),
        str(wifi.PROFILES[1].parent),
    ]
    assert "CAP_SYS_ADMIN" not in " ".join(LINES)
    assert "CAP_DAC_OVERRIDE" not in " ".join(LINES)


def test_the_box_itself_may_not_touch_the_network() -> None:
    assert "NetworkManager" not in (FOLDER / "50-companion.rules").read_text("utf-8")
    assert "\nPrivateNetwork=yes\n" in BOX


@pytest.mark.parametrize("script", ["install.sh", "package/prerm", "package/preinst"])
def test_it_is_stopped_and_removed_with_the_box(script: str) -> None:
    assert SERVICE in (FOLDER / script).read_text("utf-8")
