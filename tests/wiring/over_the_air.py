"""The box's own Wi-Fi over radios that Debian's own kernel makes, with a real NetworkManager, in a machine of its own:
`python -m tests.wiring.over_the_air [trixie] [tcg]`, as root.

A phone scans the display, joins with the password, gets an address and the table's page, and reaches nothing else; the
owner's page sets the home network, once wrongly. `wifi_inside` does all that, in one boot; here it is judged.
No test: without KVM it takes five to nine minutes. What NetworkManager is asked for, and what the box makes of its
answers, are tests: test_wifi, test_own_wifi, test_home.
"""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any, Final

from tests.wiring import wifi_inside
from tests.wiring.power_on import BOX_CHANGES, add_users, call, copy_modules, early_system, fetch_kernel
from tests.wiring.sandbox import UNITS, clean_debian
from tests.wiring.test_companion_pages import TOUCHED
from wiring.diagram import FOLDER

MORE: Final = "busybox,dnsmasq-base,iproute2,iw,kmod,network-manager,wpasupplicant"
NEEDS: Final = ("qemu-system-x86_64", "mke2fs", "cpio", "depmod", "modprobe", "dpkg-deb")
PATIENCE_S: Final = 900
EARLY: Final = ("virtio_blk", "virtio_pci", "crc32c_generic", "ext4")
RADIO: Final = ("mac80211_hwsim", "veth", "ccm", "ctr", "cmac", "gcm", "af_packet")
INIT: Final = """#!/bin/busybox sh
/bin/busybox mount -t proc proc /proc
/bin/busybox mount -t sysfs sysfs /sys
/bin/busybox mount -t devtmpfs dev /dev
for module in {modules}; do /bin/busybox modprobe $module; done
/bin/busybox mount /dev/vda /root
exec /bin/busybox switch_root /root /sbin/init
"""
KERNEL: Final = "console=ttyS0 quiet no_timer_check"
"""On a busy machine an emulated timer is late, and the kernel would give up while it checks it."""
INSIDE: Final = """[Unit]
After=multi-user.target NetworkManager.service
[Service]
StandardOutput=tty
StandardError=tty
TTYPath=/dev/ttyS0
ExecStart=/usr/bin/python3 /opt/wifi_inside.py
ExecStopPost=/usr/bin/systemctl poweroff --force --force
"""


def main() -> int:
    """Boot the machine, and say of each check whether it holds."""
    suite, accel = ([*sys.argv[1:], *("trixie", "tcg")[len(sys.argv) - 1 :]])[:2]
    if missing := [tool for tool in NEEDS if shutil.which(tool) is None]:
        raise SystemExit(f"{missing[0]} is not installed")
    folder = Path(tempfile.mkdtemp(prefix="companion-wifi-"))
    try:
        said = _boot(folder, accel, *_machine(folder, suite))
    finally:
        shutil.rmtree(folder)
    found = re.search(r"^SEEN (.*)$", said.replace("\r", ""), re.MULTILINE)
    if found is None or "error" in (seen := json.loads(found[1])):
        print(said)
        return 1
    for check in CHECKS:
        check(seen)
        print(f"{suite}: {check.__name__.replace('_', ' ')}")
    return 0


def _machine(folder: Path, suite: str) -> tuple[Path, Path, Path]:
    """Kernel, first steps and disk."""
    root = clean_debian(suite, folder, MORE).root
    kernel = folder / "kernel"
    fetch_kernel(root, kernel)
    (release,) = (path.name for path in (kernel / "usr/lib/modules").iterdir())
    modules = kernel / "usr/lib/modules" / release
    call("depmod", f"--basedir={kernel / 'usr'}", release)
    early_system(folder, kernel, release, INIT.format(modules=" ".join(EARLY)), EARLY)
    copy_modules(modules, root / "usr/lib/modules" / release, RADIO)
    _furnish(root)
    call("mke2fs", "-q", "-t", "ext4", "-d", str(root), str(folder / "disk"), "2000M")
    return next((kernel / "boot").glob("vmlinuz-*")), folder / "early.cpio", folder / "disk"


def _furnish(root: Path) -> None:
    etc = root / "etc"
    add_users(etc)
    system = etc / "systemd/system"
    for unit in UNITS:
        shutil.copy(FOLDER / unit, system)
    for path, text in (
        ("companion.service.d/pc.conf", BOX_CHANGES),
        ("dev-companion-.device.d/companion.conf", "[Unit]\nJobRunningTimeoutSec=1\n"),
        ("inside.service", INSIDE),
    ):
        (system / path).parent.mkdir(exist_ok=True)
        (system / path).write_text(text)
    (system / "serial-getty@ttyS0.service").symlink_to("/dev/null")
    (system / "multi-user.target.wants").mkdir(exist_ok=True)
    (system / "multi-user.target.wants/inside.service").symlink_to(system / "inside.service")
    for updated in (etc / ".updated", root / "var/.updated"):
        updated.touch()
    (etc / "model").write_text("Raspberry Pi made up")
    (root / "opt/box.py").write_text(TOUCHED)
    shutil.copy(wifi_inside.__file__, root / "opt")
    (etc / "companion").mkdir()
    (etc / "companion/companion.toml").write_text('explains = false\n[game]\nname = "galopp-royal"\n')
    (etc / "fstab").write_text("/dev/vda / ext4 defaults 0 1\n")


def _boot(folder: Path, accel: str, kernel: Path, early: Path, disk: Path) -> str:
    words = [
        *(
            "qemu-system-x86_64",
            "-accel",
            accel,
            "-cpu",
            "host" if accel == "kvm" else "max",
            "-smp",
            "2",
            "-m",
            "1024",
        ),
        *("-machine", "q35", "-nographic", "-no-reboot", "-nic", "none", "-kernel", str(kernel), "-initrd", str(early)),
        *("-drive", f"file={disk},format=raw,if=virtio", "-append", KERNEL),
    ]
    with (folder / "said").open("w+b") as said:
        subprocess.run(words, stdin=subprocess.DEVNULL, stdout=said, stderr=said, check=False, timeout=PATIENCE_S)
        said.seek(0)
        return said.read().decode(errors="replace")


def the_menu_offers_it_beside_the_home_network(seen: dict[str, Any]) -> None:
    assert seen["offered"][1:4] == ["Phones", "Switch on:", "home network"]


def a_phone_joins_by_the_code_on_the_display_and_gets_the_page(seen: dict[str, Any]) -> None:
    link, _, name, password = seen["wifi"][:4]
    assert link == f"WIFI:T:WPA;S:{name};P:{password};;"
    assert seen["page"] == seen["by name"] == [200, "<!doctype html>"]
    assert seen["address"][0] == "http://10.42.0.1/"


def what_phones_ask_for_by_themselves_leads_to_the_page(seen: dict[str, Any]) -> None:
    assert seen["probes"] == [[302, "http://10.42.0.1/"]] * len(wifi_inside.PROBES)


def no_phone_gets_beyond_the_box_even_if_the_computer_forwards(seen: dict[str, Any]) -> None:
    assert seen["internet"] == 0
    assert seen["internet without the rule"] == 200, "else the test would prove nothing"


def networkmanager_has_the_profile_as_it_was_meant(seen: dict[str, Any]) -> None:
    told = dict(line.split(":", 1) for line in seen["profile"].splitlines())
    assert (told["802-11-wireless.mode"], told["802-11-wireless-security.key-mgmt"]) == ("ap", "wpa-psk")
    assert told["802-11-wireless.ssid"] == seen["wifi"][2]
    assert (told["ipv4.method"], told["ipv4.never-default"], told["ipv6.method"]) == ("manual", "yes", "disabled")
    assert (told["connection.autoconnect"], told["802-11-wireless-security.proto"]) == ("no", "rsn")


def a_wrong_password_brings_the_box_back_and_the_display_says_so(seen: dict[str, Any]) -> None:
    assert json.loads(seen["ordered"]) == ""
    assert seen["refused"][1:5] == ["Home network", "Heimnetz", "Wrong password.", "Back: the box's Wi-Fi"]
    assert seen["kept"] is None, "it is not tried again, and the password is forgotten"


def with_the_right_one_the_box_is_at_home_and_its_own_network_is_gone(seen: dict[str, Any]) -> None:
    assert seen["joined"][1:4] == ["Home network", "Heimnetz", "The box is in it."]
    assert len(seen["home address"]) == 1
    assert [name for name in seen["profiles"] if name.startswith("companion")] == [
        f"companion-home-{b'Heimnetz'.hex()}"
    ]
    assert not seen["is on"]


def with_phones_off_it_is_closed(seen: dict[str, Any]) -> None:
    assert seen["closed"] == 0


CHECKS: Final = (
    the_menu_offers_it_beside_the_home_network,
    a_phone_joins_by_the_code_on_the_display_and_gets_the_page,
    what_phones_ask_for_by_themselves_leads_to_the_page,
    no_phone_gets_beyond_the_box_even_if_the_computer_forwards,
    networkmanager_has_the_profile_as_it_was_meant,
    a_wrong_password_brings_the_box_back_and_the_display_says_so,
    with_the_right_one_the_box_is_at_home_and_its_own_network_is_gone,
    with_phones_off_it_is_closed,
)

if __name__ == "__main__":
    sys.exit(main())
