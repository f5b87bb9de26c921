"""A Wi-Fi for the box: as a profile for NetworkManager, and as cloud-init's network-config (netplan).

Law: of a WPA2 password only the key that WPA makes of it is written; WPA3 needs the password itself.
"""

import hashlib
import json
import re
from typing import Final

from wiring.card.unfit import Unfit

KINDS: Final = ("wpa2", "wpa3", "open")
"""wpa2: also for a router that offers both; wpa3: for one that offers nothing else."""


def secret(network: str, kind: str, password: str) -> str:
    """What a profile holds of the password: the key of WPA2 (IEEE 802.11i, annex H.4), or itself for WPA3."""
    name = network.encode()
    if not 1 <= len(name) <= 32:
        raise Unfit(f"--wifi: a network's name has 1 to 32 bytes, got {len(name)}")
    if kind == "open":
        return ""
    if not re.fullmatch("[ -~]{8,63}", password):
        raise Unfit("the Wi-Fi password: expected 8 to 63 characters, without umlauts or accents")
    return password if kind == "wpa3" else hashlib.pbkdf2_hmac("sha1", password.encode(), name, 4096, 32).hex()


def wifi(network: str, password: str, kind: str = "wpa2") -> bytes:
    """A profile for NetworkManager."""
    key = secret(network, kind, password).replace("\\", "\\\\").replace(" ", "\\s")
    # As bytes, since a name may hold any character of the file's own grammar.
    ssid = "".join(f"{byte};" for byte in network.encode())
    security = {"wpa2": "wpa-psk", "wpa3": "sae"}.get(kind)
    return (
        "[connection]\nid=companion\ntype=wifi\n\n"
        f"[wifi]\nmode=infrastructure\nssid={ssid}\n\n"
        + (f"[wifi-security]\nkey-mgmt={security}\npsk={key}\n\n" if security else "")
        + "[ipv4]\nmethod=auto\n\n[ipv6]\nmethod=auto\n"
    ).encode()


def network_config(network: str, password: str, kind: str, country: str) -> bytes:
    """The same for netplan, and the wire, which a file of this name would else switch off. JSON is YAML, too."""
    auth = {"key-management": {"wpa2": "psk", "wpa3": "sae", "open": "none"}[kind]}
    if key := secret(network, kind, password):
        auth["password"] = key
    wired = {"dhcp4": True, "optional": True}
    radio = {**wired, "regulatory-domain": country, "access-points": {network: {"auth": auth}}}
    told = {"network": {"version": 2, "ethernets": {"eth0": wired}, "wifis": {"wlan0": radio}}}
    return f"{json.dumps(told, indent=2, ensure_ascii=False)}\n".encode()
