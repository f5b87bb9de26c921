"""What NetworkManager is asked for; at the far end a program that writes down its words and answers as NetworkManager
does. A real one, with a real radio: tests/wiring/over_the_air.py.
"""

from __future__ import annotations

import configparser
import json
import stat
import sys
from pathlib import Path
from typing import NamedTuple, NoReturn

import msgspec
import pytest

from companion.daemon import wifi
from companion.daemon.own_wifi import FILE, WifiAnswer, WifiWish
from companion.kit.errors import WrongUse
from companion.table.ports import WifiNetwork
from companion.web.port import OWN_ADDRESS

OWN, HOME = WifiNetwork("companion-ppbq", "je2n7-mpm7z"), WifiNetwork("Café; 1", " a\\b=c ")
NMCLI = """#!/bin/sh
echo "$@" >>{folder}/said
case "$*" in
    *device) cat {folder}/devices ;;
    *up*{home}) cat {folder}/refused; test ! -s {folder}/refused ;;
esac
"""


class Served(Exception):
    """It has become dnsmasq."""


class Radio(NamedTuple):
    """A computer with NetworkManager."""

    folder: Path

    def open(self, wish: WifiWish | None, refused: str = "") -> tuple[int | None, WifiAnswer]:
        """The exit code, `None`: it serves the own network; and the answer."""
        if wish is not None:
            (self.folder / FILE).write_bytes(msgspec.json.encode(wish))
        (self.folder / "refused").write_text(refused)
        try:
            code = self.run("open", str(self.folder), str(self.folder / "answer"))
        except Served:
            code = None
        return code, msgspec.json.decode((self.folder / "answer").read_bytes(), type=WifiAnswer)

    def run(self, *words: str) -> int:
        sys.argv = ["wifi", *words]
        return wifi.main()

    @property
    def said(self) -> list[str]:
        return (self.folder / "said").read_text().splitlines()

    def profiles(self) -> dict[str, configparser.ConfigParser]:
        found = {}
        for path in self.folder.glob("*/*.nmconnection"):
            assert stat.S_IMODE(path.stat().st_mode) == 0o600
            found[f"{path.parent.name}/{path.stem}"] = read = configparser.ConfigParser(
                delimiters="=", interpolation=None
            )
            read.read(path)
        return found


HOME_PROFILE = f"companion-home-{HOME.name.encode().hex()}"


@pytest.fixture
def radio(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Radio:
    program = tmp_path / "nmcli"
    program.write_text(NMCLI.format(folder=tmp_path, home=wifi._number(HOME_PROFILE)))
    program.chmod(0o755)
    (tmp_path / "devices").write_text("eth0:ethernet\nwlan0:wifi\np2p-dev-wlan0:wifi-p2p\n")
    monkeypatch.setattr(wifi, "NMCLI", program)
    monkeypatch.setattr(wifi, "PROFILES", (tmp_path / "etc", tmp_path / "run"))
    monkeypatch.setattr(sys, "argv", sys.argv)

    def become(program: str, words: list[str]) -> NoReturn:
        (tmp_path / "dnsmasq").write_text(json.dumps([program, *words]))
        raise Served

    monkeypatch.setattr("os.execv", become)
    return Radio(tmp_path)


def test_the_own_network_is_closed_and_gives_addresses(radio: Radio) -> None:
    assert radio.open(WifiWish(OWN, number=3)) == (None, WifiAnswer(3, "wlan0"))
    ((where, profile),) = radio.profiles().items()
    assert where == "run/companion-own", "it is gone with the next start of the computer"
    assert profile["connection"]["autoconnect"] == "false"
    assert bytes(map(int, profile["wifi"]["ssid"].strip(";").split(";"))).decode() == OWN.name
    assert (profile["wifi"]["mode"], profile["wifi-security"]["psk"]) == ("ap", OWN.password)
    assert profile["ipv4"]["address1"] == f"{OWN_ADDRESS}/24"
    assert "iif wlan0 type prohibit" in profile["ipv4"]["routing-rule1"]
    served = json.loads((radio.folder / "dnsmasq").read_text())
    assert {"--interface=wlan0", f"--address=/#/{OWN_ADDRESS}", "--no-resolv"} <= set(served)


def test_no_password_is_on_a_command_line(radio: Radio) -> None:
    radio.open(WifiWish(OWN, HOME))
    assert not any(password.strip() in line for line in radio.said for password in (OWN.password, HOME.password))


def test_a_home_network_that_lets_the_box_in_is_kept(radio: Radio) -> None:
    assert radio.open(WifiWish(OWN, HOME, 4)) == (0, WifiAnswer(4, "wlan0", is_home=True))
    assert list(radio.profiles()) == [f"etc/{HOME_PROFILE}"]
    text = (radio.folder / f"etc/{HOME_PROFILE}.nmconnection").read_text()
    assert "psk=\\sa\\\\b=c \n" in text, "as key files want it"


def test_an_open_home_network_has_no_key(radio: Radio) -> None:
    radio.open(WifiWish(OWN, WifiNetwork(HOME.name, "")))
    assert "wifi-security" not in radio.profiles()[f"etc/{HOME_PROFILE}"]


@pytest.mark.parametrize(
    ("refused", "why"),
    [
        ("Error: Connection activation failed: Secrets were required, but not provided.", "password"),
        ("Error: Connection activation failed: The Wi-Fi network could not be found.", "missing"),
        ("Error: Timeout expired (45 seconds)", "failed"),
    ],
)
def test_after_a_home_network_that_does_not_the_own_one_opens(radio: Radio, refused: str, why: str) -> None:
    code, told = radio.open(WifiWish(OWN, HOME, 5), refused)
    assert (code, told) == (None, WifiAnswer(5, "wlan0", why=why))  # type: ignore[arg-type]
    assert list(radio.profiles()) == ["run/companion-own"], "the home network is forgotten"


def test_without_a_radio_that_is_said(radio: Radio) -> None:
    (radio.folder / "devices").write_text("eth0:ethernet\n")
    assert radio.open(WifiWish(OWN, number=6)) == (1, WifiAnswer(6, ""))


def test_nothing_but_a_wish_is_done(radio: Radio) -> None:
    for words in (("open", str(radio.folder), "answer"), ("shut",), ()):
        with pytest.raises(WrongUse):
            radio.run(*words)


def test_closed_its_profile_is_gone(radio: Radio) -> None:
    radio.open(WifiWish(OWN))
    assert radio.run("close") == 0
    assert radio.profiles() == {}
    assert radio.said[-1].startswith("connection delete uuid")
