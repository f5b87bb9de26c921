"""What happens around a box that opens its own Wi-Fi, in a machine of its own: it prints what it has seen, as JSON.

`over_the_air` starts it as root inside. The kernel makes three radios (mac80211_hwsim): the box's, a phone's and one
of the home network's; the last two are in network namespaces of their own, as is "the internet" behind the box's cable.
"""

from __future__ import annotations

import json
import re
import subprocess
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any, Final

STATE, HERE = Path("/var/lib/companion"), Path("/run/inside")
MENU, HELD, TAP = ("table", 5.3), ("green1", 0.8), ("green1", 0.08)
PATIENCE_S: Final = 150.0
HOME_PASSWORD: Final = "a long password"  # noqa: S105  # of a made-up network
HOME: Final = f"""network={{
    ssid="Heimnetz"
    mode=2
    frequency=2412
    key_mgmt=WPA-PSK
    proto=RSN
    pairwise=CCMP
    psk="{HOME_PASSWORD}"
}}
"""
INTERNET: Final = "192.0.2.2"
PROBES: Final = (
    "http://connectivitycheck.gstatic.com/generate_204",
    "http://captive.apple.com/hotspot-detect.html",
    "http://www.msftconnecttest.com/connecttest.txt",
    "http://detectportal.firefox.com/canonical.html",
)
"""What phones and laptops ask for to see whether a network leads on."""
LOOK: Final = """
import json, sys, urllib.error, urllib.request
class Stay(urllib.request.HTTPRedirectHandler):
    def redirect_request(self, *_):
        return None
try:
    with urllib.request.build_opener(Stay).open(sys.argv[1], timeout=15) as answer:
        print(json.dumps([answer.status, answer.read(15).decode()]))
except urllib.error.HTTPError as error:
    print(json.dumps([error.code, error.headers.get("location", "")]))
except OSError as error:
    print(json.dumps([0, str(error)]))
"""
OWNER: Final = """
import json, sys, urllib.request
from websockets.sync.client import connect
at, code, password = sys.argv[1:]
asked = urllib.request.Request(f"http://{at}/enter", json.dumps({"code": code}).encode(),
    {"Content-Type": "application/json", "Origin": f"http://{at}"})
with urllib.request.urlopen(asked, timeout=15) as answer:
    cookie = answer.headers["set-cookie"].partition(";")[0]
order = {"order": "join", "network": {"name": "Heimnetz", "password": password}}
with connect(f"ws://{at}/owner/live", origin=f"http://{at}", additional_headers={"Cookie": cookie}) as wire:
    wire.recv(timeout=15)
    wire.send(json.dumps(order))
    for _ in range(20):
        told = json.loads(wire.recv(timeout=15))
        if told["kind"] == "told":
            print(json.dumps(told["sentence"]))
            break
"""
LEASED: Final = """#!/bin/sh
[ "$1" = bound ] || exit 0
ip address flush dev $interface
ip address add $ip/24 dev $interface
ip route replace default via $router
echo nameserver $dns >/etc/netns/phone/resolv.conf
"""

seen: dict[str, Any] = {}


def run(*words: str) -> str:
    """What a command says."""
    told = subprocess.run(words, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False, timeout=120)
    return told.stdout.strip()


def until(happened: Callable[[], object], what: str) -> None:
    """Wait for it, but not for ever."""
    end = time.monotonic() + PATIENCE_S
    while not happened():
        if time.monotonic() > end:
            raise TimeoutError(f"{what}; the display: {shown()}; {run('journalctl', '-u', 'companion*', '-n', '40')}")
        time.sleep(0.2)


def of(namespace: str, *words: str) -> str:
    """What a command says in another network namespace."""
    return run("ip", "netns", "exec", namespace, *words)


def look(namespace: str, address: str) -> list[Any]:
    """Status and beginning, or new address, of a page."""
    answer: list[Any] = json.loads(of(namespace, "python3", "-c", LOOK, address))
    return answer


def shown() -> list[str]:
    """What the display shows: the content of a QR code, then the words."""
    with suppress(OSError, ValueError):
        words: list[str] = json.loads((STATE / "shown").read_text())
        return words
    return [""]


def press(*presses: tuple[str, float]) -> None:
    """Fingers at the box, one after the other."""
    for key, seconds in presses:
        (STATE / "press.new").write_text(f"{key} {seconds}")
        (STATE / "press.new").rename(STATE / "press")
        until(lambda: not (STATE / "press").exists() and not (STATE / "pressing").exists(), key)
        time.sleep(0.5)


def choose(*rows: str) -> None:
    """Choose a row of the open menu, then one of the next."""
    for row in rows:
        for _ in range(20):
            if row in shown():
                break
            press(TAP)
        press(HELD)


def open_phones() -> None:
    """Open the menu, and in it the rows of phones."""
    press(MENU)
    until(lambda: "Menu" in shown(), "the menu")
    choose("Phones")


def order_home(password: str) -> str:
    """As the owner's page does: the code of the display, then the home network."""
    open_phones()
    choose("Owner's page")
    until(lambda: "/s#" in shown()[0], "the owner's code")
    link = shown()[0]
    at, code = link.removeprefix("http://").split("/s#")
    return of("phone", "/opt/companion/bin/python", "-c", OWNER, at, code, password)


def furnish() -> None:
    """Radios, namespaces, the internet, and the home network's own router."""
    run("modprobe", "mac80211_hwsim", "radios=3")
    until(lambda: Path("/sys/class/net/wlan2/phy80211/name").exists(), "radios")
    for namespace, radio in (("phone", "wlan1"), ("home", "wlan2")):
        run("ip", "netns", "add", namespace)
        phy = Path(f"/sys/class/net/{radio}/phy80211/name").read_text().strip()
        run("iw", "phy", phy, "set", "netns", "name", namespace)
        of(namespace, "ip", "link", "set", "lo", "up")
    run("ip", "netns", "add", "net")
    run("ip", "link", "add", "cable", "type", "veth", "peer", "name", "in", "netns", "net")
    run("ip", "address", "add", "192.0.2.1/24", "dev", "cable")
    run("ip", "link", "set", "cable", "up")
    of("net", "ip", "address", "add", f"{INTERNET}/24", "dev", "in")
    of("net", "ip", "link", "set", "in", "up")
    of("net", "ip", "route", "add", "default", "via", "192.0.2.1")
    serve = ("ip", "netns", "exec", "net", "python3", "-m", "http.server", "80", "--directory", "/opt")
    subprocess.Popen(serve, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    Path("/proc/sys/net/ipv4/ip_forward").write_text("1")  # as some other program may want it
    HERE.mkdir()
    (HERE / "home").write_text(HOME)
    of("home", "ip", "address", "add", "192.168.77.1/24", "dev", "wlan2")
    of("home", "wpa_supplicant", "-B", "-D", "nl80211", "-i", "wlan2", "-c", f"{HERE}/home")
    dhcp = (
        "--dhcp-range=192.168.77.10,192.168.77.90,1h",
        "--dhcp-leasefile=/tmp/leases",
        "--pid-file=/tmp/dnsmasq.pid",
    )
    of("home", "dnsmasq", "--conf-file=/dev/null", "--interface=wlan2", "--bind-interfaces", "--port=0", *dhcp)


def join(link: str) -> None:
    """A phone scans the QR code of a Wi-Fi, and joins."""
    read = re.fullmatch(r"WIFI:T:WPA;S:([\w-]+);P:([\w-]+);;", link)
    assert read is not None, link
    (HERE / "phone").write_text(f'network={{\nssid="{read[1]}"\npsk="{read[2]}"\n}}\n')
    Path("/etc/netns/phone").mkdir(parents=True, exist_ok=True)
    (HERE / "leased").write_text(LEASED)
    (HERE / "leased").chmod(0o755)
    of("phone", "wpa_supplicant", "-B", "-D", "nl80211", "-i", "wlan1", "-c", f"{HERE}/phone")
    until(lambda: "Connected" in of("phone", "iw", "dev", "wlan1", "link"), "a phone in the Wi-Fi")
    of("phone", "busybox", "udhcpc", "-i", "wlan1", "-n", "-q", "-t", "20", "-s", f"{HERE}/leased")


def own_wifi() -> None:
    """Phones on, by the box's own Wi-Fi."""
    run("systemctl", "start", "companion.service")
    until(lambda: (STATE / "shown").exists() and len(shown()) > 1, "a picture")
    press(HELD)
    open_phones()
    until(lambda: "Switch on:" in shown(), "the switch")
    seen["offered"] = shown()
    press(TAP)
    choose("the box's Wi-Fi")
    until(lambda: shown()[0].startswith("WIFI:"), "the Wi-Fi on the display")
    seen["wifi"] = shown()
    until(lambda: Path("/run/companion-wifi/answer").exists(), "an open Wi-Fi")
    join(shown()[0])
    until(lambda: look("phone", "http://10.42.0.1/")[0] == 200, "the page")
    seen["page"] = look("phone", "http://10.42.0.1/")
    seen["by name"] = look("phone", "http://companion.local/")
    seen["probes"] = [look("phone", address) for address in PROBES]
    press(TAP)
    until(lambda: shown()[0].startswith("http"), "the address")
    seen["address"] = shown()
    seen["profile"] = run("nmcli", "--terse", "connection", "show", "companion-own")


def alone() -> None:
    """What else the phone reaches, with and without the profile's rule."""
    seen["internet"] = look("phone", f"http://{INTERNET}/")[0]
    run("ip", "rule", "delete", "priority", "1")
    seen["internet without the rule"] = look("phone", f"http://{INTERNET}/")[0]
    run("ip", "rule", "add", "priority", "1", "iif", "wlan0", "prohibit")


def home_network() -> None:
    """The owner names the home network, first with a wrong password."""
    press(TAP)
    seen["ordered"] = order_home("a wrong password")
    until(lambda: "Wrong password." in shown(), "that the password is wrong")
    seen["refused"] = shown()
    until(lambda: look("phone", "http://10.42.0.1/")[0] == 200, "the page, again")
    seen["kept"] = json.loads((STATE / "own-wifi.json").read_text().partition("\n")[2])["home"]
    press(HELD)
    order_home(HOME_PASSWORD)
    until(lambda: "The box is in it." in shown(), "the home network")
    seen["joined"] = shown()
    box = re.findall(r"wlan0.*?(192\.168\.77\.\d+)", run("ip", "-br", "address"))
    seen["home address"] = box
    until(lambda: look("home", f"http://{box[0]}/")[0] == 200, "the page at home")
    seen["profiles"] = run("nmcli", "--terse", "--fields=NAME", "connection", "show").splitlines()
    seen["is on"] = (STATE / "wifi-on").exists()


def off() -> None:
    """The own Wi-Fi again, and then phones off: the box returns to the home network by itself."""
    press(HELD)
    open_phones()
    choose("Another network", "The box's Wi-Fi")
    until(lambda: shown()[0].startswith("WIFI:"), "the Wi-Fi on the display")
    until(lambda: look("phone", "http://10.42.0.1/")[0] == 200, "the page, once more")
    press(TAP, TAP)
    open_phones()
    choose("Switch off:")
    until(lambda: shown()[1:3] == ["Phones", "switched off"], "that they are off")
    until(lambda: "192.168.77." in run("ip", "-br", "address"), "the home network, by itself")
    seen["closed"] = look("phone", "http://10.42.0.1/")[0]


def main() -> None:
    """All of it; whatever happens, what was seen is printed."""
    try:
        for part in (furnish, own_wifi, alone, home_network, off):
            part()
            print(f"# {part.__name__} until {time.monotonic():.0f} s", flush=True)
    except Exception as error:  # the test says it
        seen["error"] = repr(error)
    print(f"\nSEEN {json.dumps(seen)}\n", flush=True)


if __name__ == "__main__":
    main()
