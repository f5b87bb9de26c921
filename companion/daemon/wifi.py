"""Wi-Fi by NetworkManager, for companion-wifi.service: `python -m companion.daemon.wifi open` or `close`, as root.

`open` does the box's wish: it joins the home network, or opens the box's own one and stays as its dnsmasq, which gives
addresses and answers every name with the box's address.
Laws: of the wish only two names and two passwords are used; no password is on a command line; from the own network
nothing goes anywhere but to the box (a rule of the profile, whatever else forwards on this computer); a home network
that does not let the box in is forgotten.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import Final, NoReturn
from uuid import UUID, uuid5

import msgspec

from companion.daemon.own_wifi import FILE, WISH, WhyNot, WifiAnswer, WifiWish
from companion.daemon.switch import NMCLI
from companion.daemon.telling import say
from companion.files import private
from companion.kit.errors import WrongUse
from companion.table.ports import WifiNetwork
from companion.web.port import OWN_ADDRESS

PROFILES: Final = Path("/etc/NetworkManager/system-connections"), Path("/run/NetworkManager/system-connections")
"""NetworkManager's folders for profiles that stay, and for those of this start of the computer."""
OWN: Final = "companion-own"
"""The name of the own network's profile; a home network's is `companion-home-` and the name of the network."""
IDS: Final = UUID("7b1d5f0e-4f0c-4c38-9b5e-0a1c0a2a0001")
"""Where the numbers of the profiles come from: each name always has the same."""
DNSMASQ: Final = "/usr/sbin/dnsmasq"
UP_S: Final = 45
"""How long NetworkManager may take: a wrong password takes half a minute."""
SECRETS, NOT_FOUND = "ecrets were required", "could not be found"
"""What NetworkManager says of a wrong password, and of a network that is not there."""
CLOSED: Final = """
[ipv4]
method=manual
address1={address}/24
never-default=true
routing-rule1=priority 1 iif {device} type prohibit from 0.0.0.0/0
[ipv6]
method=disabled
"""
"""The box's address, and a rule that forbids all that comes in here to go on elsewhere."""
OPEN: Final = "\n[ipv4]\nmethod=auto\n[ipv6]\nmethod=auto\n"


def main() -> int:
    """Do what the command line says; the exit code."""
    match sys.argv[1:]:
        case ["open", folder, answer]:
            return _open(Path(folder), Path(answer))
        case ["close"]:
            _forget(OWN)
            return 0
        case came:
            raise WrongUse(f"expected open FOLDER ANSWER, or close; came {' '.join(came) or 'nothing'}")


def _open(folder: Path, answer: Path) -> int:
    """Do the wish in this folder, and answer in that file; the exit code. In the own network it never returns."""
    found = WISH.look(folder / FILE)
    if found is None or (wish := found.value) is None:
        raise WrongUse(f"{folder / FILE}: expected a wish of the box; came nothing that can be read")
    device, why = _device(), _join(wish)
    is_home = wish.home is not None and not why
    if device and not is_home and (fault := _up(OWN, _own_profile(wish.own, device), PROFILES[1])):
        say(f"the box's Wi-Fi did not open: {fault}")
        device = ""
    _tell(answer, WifiAnswer(wish.number, device, is_home, why))
    if device and not is_home:
        _serve(device, answer.parent)
    return 0 if device else 1


def _tell(answer: Path, told: WifiAnswer) -> None:
    """Write the answer, which everybody may read, whole or not at all."""
    new = answer.with_name("answer.new")
    new.write_bytes(msgspec.json.encode(told))
    new.chmod(0o644)
    new.rename(answer)


def _join(wish: WifiWish) -> WhyNot:
    """Join the home network, if one is wished for; why that failed."""
    if wish.home is None:
        return ""
    profile = f"companion-home-{wish.home.name.encode().hex()}"
    said = _up(profile, _profile(profile, wish.home) + OPEN, PROFILES[0])
    if not said:
        return ""
    say(f"the home network was not joined: {said}")
    _forget(profile)
    return "password" if SECRETS in said else "missing" if NOT_FOUND in said else "failed"


def _device() -> str:
    """The first Wi-Fi of this computer, switched on; empty: there is none."""
    _nmcli("radio", "wifi", "on")
    rows = (line.partition(":") for line in _nmcli("--terse", "--fields=DEVICE,TYPE", "device").stdout.splitlines())
    return next((name for name, _, kind in rows if kind == "wifi"), "")


def _profile(name: str, network: WifiNetwork, radio: str = "", connection: str = "", security: str = "") -> str:
    """The first sections of a profile, with more lines in each: see nm-settings-keyfile(5)."""
    ssid = "".join(f"{byte};" for byte in network.name.encode())
    key = f"[wifi-security]\nkey-mgmt=wpa-psk\npsk={_escaped(network.password)}\n{security}" if network.password else ""
    return f"[connection]\nid={name}\nuuid={_number(name)}\ntype=wifi\n{connection}[wifi]\nssid={ssid}\n{radio}{key}"


def _own_profile(network: WifiNetwork, device: str) -> str:
    """WPA2 alone, at 2.4 GHz: every phone can join it, and the small Pis can open it."""
    radio, connection = "mode=ap\nband=bg\n", f"interface-name={device}\nautoconnect=false\n"
    security = "proto=rsn\npairwise=ccmp\ngroup=ccmp\npmf=1\n"
    return _profile(OWN, network, radio, connection, security) + CLOSED.format(address=OWN_ADDRESS, device=device)


def _escaped(value: str) -> str:
    """A value for a key file: nothing in it ends the line."""
    value = value.replace("\\", "\\\\").replace("\n", "\\n").replace("\r", "\\r").replace("\t", "\\t")
    return f"\\s{value[1:]}" if value.startswith(" ") else value


def _up(profile: str, text: str, folder: Path) -> str:
    """Put a profile into a folder and bring it up; what NetworkManager says against it."""
    _forget(profile)
    folder.mkdir(parents=True, exist_ok=True)
    file = folder / f"{profile}.nmconnection"
    with open(file, "w", encoding="utf-8", opener=private) as written:
        written.write(text)
    loaded = _nmcli("connection", "load", str(file))
    up = _nmcli(f"--wait={UP_S}", "connection", "up", "uuid", _number(profile)) if loaded.returncode == 0 else loaded
    return "" if up.returncode == 0 else up.stdout.strip() or "it says nothing"


def _forget(profile: str) -> None:
    """Remove a profile; NetworkManager then returns to those that it knows."""
    _nmcli("connection", "delete", "uuid", _number(profile))
    for folder in PROFILES:
        (folder / f"{profile}.nmconnection").unlink(missing_ok=True)


def _number(profile: str) -> str:
    return str(uuid5(IDS, profile))


def _serve(device: str, folder: Path) -> NoReturn:
    """Become dnsmasq."""
    os.execv(DNSMASQ, [DNSMASQ, *_served(device, folder)])  # noqa: S606  # a fixed program, without a shell


def _served(device: str, folder: Path) -> tuple[str, ...]:
    """What dnsmasq is told: see its dnsmasq(8)."""
    start = OWN_ADDRESS.rpartition(".")[0]
    return (
        *("--keep-in-foreground", "--conf-file=/dev/null", "--no-hosts", "--no-resolv", "--user=root"),
        *(f"--interface={device}", "--except-interface=lo", "--bind-interfaces", f"--address=/#/{OWN_ADDRESS}"),
        *(f"--dhcp-range={start}.10,{start}.250,255.255.255.0,12h", "--dhcp-authoritative"),
        *(f"--dhcp-leasefile={folder}/leases", "--log-facility=-"),
    )


def _nmcli(*words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(  # noqa: S603  # a fixed program, without a shell
        (str(NMCLI), *words),
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
        env={**os.environ, "LC_ALL": "C.UTF-8"},
    )


if __name__ == "__main__":
    sys.exit(main())
