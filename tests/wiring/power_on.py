"""Measures the time from power to the first picture in a machine of its own: `python -m tests.wiring.power_on [tcg]`,
as root.

Debian 13 boots with its own kernel in QEMU, with udev, a display's bus that udev finds, the two units and the project.
It prints systemd's own account of the start and, by the kernel's clock, when the display was first written to.
No test: it fetches a kernel of 100 MB, and without KVM the order is right but all times are some thirty times too long.
How early the box is under a real systemd, and that it stays so: `test_living_service`.
"""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Final

from tests.wiring import debian
from tests.wiring.sandbox import GROUPS, USERS, clean_debian
from wiring.diagram import FOLDER

SUITE: Final = "trixie"
PATIENCE_S: Final = 600
NEEDS: Final = ("qemu-system-x86_64", "mke2fs", "cpio", "depmod", "modprobe", "dpkg-deb")
MODULES: Final = ("virtio_blk", "crc32c_generic", "ext4", "i2c-stub")
"""What the machine has before systemd; the rest udev loads."""
LATER: Final = ("i2c-dev", "i2c-i801")

# i2c-stub is /dev/i2c-0 and stands for the chip of the header, which a PC has not got; the bus of the mainboard, which
# udev finds among the PCI devices, is /dev/i2c-1.
INIT: Final = """#!/bin/busybox sh
/bin/busybox mount -t proc proc /proc
/bin/busybox mount -t sysfs sysfs /sys
/bin/busybox mount -t devtmpfs dev /dev
for module in {modules}; do /bin/busybox modprobe $module; done
/bin/busybox modprobe i2c-stub chip_addr=0x20
/bin/busybox mount -o ro /dev/vda /root
exec /bin/busybox switch_root /root /sbin/init
"""
KEYS: Final = 'SUBSYSTEM=="i2c-dev", KERNEL=="i2c-0", SYMLINK+="companion/keys", TAG+="systemd"\n'

# A PC is no Pi and has no pins; all else is the box.
BOX: Final = """
import sys
from pathlib import Path
from companion.cli import main
from companion.daemon import start
from companion.daemon import wired
from companion.daemon.parts import Parts
from companion.games import find_rules

def open_pins(parts):
    from hardware.twin.pins import mock_pins
    mock_pins(wired.pin_map())

Parts.open_pins = open_pins
start.MODEL = Path("/etc/model")
sys.argv = ["companion"]
sys.exit(main())
"""
BOX_CHANGES: Final = "[Service]\nExecStart=\nExecStart=/opt/companion/bin/python /opt/box.py\n"
ACCOUNT: Final = """[Service]
StandardOutput=tty
StandardError=tty
TTYPath=/dev/ttyS0
ExecStart=/bin/sh /opt/account.sh
"""
ACCOUNT_SH: Final = """
systemctl is-system-running --wait
export SYSTEMD_COLORS=0
echo; echo ---
systemd-analyze
systemd-analyze critical-chain companion.service --no-pager
systemd-analyze blame --no-pager
journalctl --unit=companion --output=short-monotonic --no-pager
systemctl --no-pager --failed
grep a=03c /sys/kernel/tracing/trace | head -1
ls -l /dev/companion/ /dev/i2c-*
systemctl show companion.service --property=ExecMainStartTimestampMonotonic,ActiveEnterTimestampMonotonic
echo ---
systemctl poweroff --force --force
"""


def main() -> int:
    """Boot the machine; print its output and the figure."""
    if missing := [tool for tool in NEEDS if shutil.which(tool) is None]:
        raise SystemExit(f"{missing[0]} is not installed")
    accel = sys.argv[1] if len(sys.argv) > 1 else "kvm"
    folder = Path(tempfile.mkdtemp(prefix="companion-power-on-"))
    try:
        said = _boot(folder, accel, *_machine(folder))
    finally:
        shutil.rmtree(folder)
    account = said.replace("\r", "").partition("\n---\n")[2].partition("\n---\n")[0]
    print(account or said)
    written = re.search(r"([\d.]+): smbus_write: i2c-1 a=03c", account)
    started, ready = (re.search(rf"{key}=(\d+)", account) for key in ("ExecMainStart\\w+", "ActiveEnter\\w+"))
    if written is None or started is None or ready is None:
        print("there was no first picture", file=sys.stderr)
        return 1
    print(
        f"{accel}, since the kernel began: the box starts at {int(started[1]) / 1e6:.2f} s, "
        f"the first picture is on its bus at {float(written[1]):.2f} s, ready at {int(ready[1]) / 1e6:.2f} s"
    )
    return 0


def _machine(folder: Path) -> tuple[Path, Path, Path]:
    """Kernel, first steps and disk."""
    root = clean_debian(SUITE, folder).root
    kernel = folder / "kernel"
    fetch_kernel(root, kernel)
    (release,) = (path.name for path in (kernel / "usr/lib/modules").iterdir())
    call("depmod", f"--basedir={kernel / 'usr'}", release)
    early_system(folder, kernel, release, INIT.format(modules=" ".join(MODULES[:-1])), MODULES)
    copy_modules(kernel / "usr/lib/modules" / release, root / "usr/lib/modules" / release, LATER)
    _furnish(root)
    disk = folder / "disk"
    call("mke2fs", "-q", "-t", "ext4", "-d", str(root), str(disk), "1500M")
    return next((kernel / "boot").glob("vmlinuz-*")), folder / "early.cpio", disk


def early_system(folder: Path, kernel: Path, release: str, init: str, modules: tuple[str, ...]) -> None:
    """The first steps, as `early.cpio`; `init`: the script; `modules`: those that it loads."""
    early = folder / "early"
    for name in ("bin", "proc", "sys", "dev", "root", "lib"):
        (early / name).mkdir(parents=True)
    shutil.copy(kernel / "usr/bin/busybox", early / "bin")
    copy_modules(kernel / "usr/lib/modules" / release, early / "lib/modules" / release, modules)
    (early / "init").write_text(init)
    (early / "init").chmod(0o755)
    call("sh", "-c", f"cd {early} && find . | cpio --quiet --create --format=newc >{folder}/early.cpio")


def fetch_kernel(root: Path, kernel: Path) -> None:
    """Debian's, and its busybox."""
    script = (
        "apt-get update -qq && cd /tmp && "
        "name=$(apt-cache depends linux-image-amd64 | sed -n 's/.*Depends: //p' | head -1) && "
        'apt-get download -qq "$name" busybox-static'
    )
    told = debian.run(root, "sh", "-c", script, network=True)
    if told.returncode != 0:
        raise SystemExit(f"Debian's kernel cannot be fetched: {told.stdout.strip()[-300:]}")
    for package in (root / "tmp").glob("*.deb"):
        call("dpkg-deb", "--extract", str(package), str(kernel))
        package.unlink()
    for name in ("bin", "lib"):  # Debian 12 has these packages in the folders from before they were merged
        if (kernel / name).is_dir():
            shutil.copytree(kernel / name, kernel / "usr" / name, dirs_exist_ok=True)


def copy_modules(there: Path, here: Path, names: tuple[str, ...]) -> None:
    """These kernel modules and all that they need."""
    shown = ["modprobe", f"--dirname={there.parents[2]}", f"--set-version={there.name}", "--show-depends"]
    for name in names:
        for line in call(*shown, name).splitlines():
            if line.startswith("insmod"):
                path = Path(line.split()[1])
                target = here / path.relative_to(there)
                target.parent.mkdir(parents=True, exist_ok=True)
                shutil.copy(path, target)
    for path in there.glob("modules.*"):
        shutil.copy(path, here)
    call("depmod", f"--basedir={here.parents[2]}", here.name)


def add_users(etc: Path) -> None:
    """Those whom install.sh makes."""
    for name, lines in (("passwd", USERS), ("group", GROUPS)):
        there = (etc / name).read_text()
        known = {line.split(":")[0] for line in there.splitlines()}
        new = [line for line in lines.splitlines() if line.split(":")[0] not in known]
        (etc / name).write_text(there + "".join(f"{line}\n" for line in new))


def _furnish(root: Path) -> None:
    """What install.sh brings, and what makes a PC of a Pi."""
    etc = root / "etc"
    add_users(etc)
    system = etc / "systemd/system"
    shutil.copy(FOLDER / "99-companion.rules", etc / "udev/rules.d")
    (etc / "udev/rules.d/99-keys.rules").write_text(KEYS)
    (etc / "modules-load.d/companion.conf").write_text("i2c-dev\n")
    for unit in ("companion.service", "companion-trouble.service"):
        shutil.copy(FOLDER / unit, system)
    for path, text in (
        ("companion.service.d/pc.conf", BOX_CHANGES),
        ("account.service", ACCOUNT),
        ("dev-companion-.device.d/companion.conf", "[Unit]\nJobRunningTimeoutSec=300\n"),  # slow without KVM
    ):
        (system / path).parent.mkdir(exist_ok=True)
        (system / path).write_text(text)
    (system / "serial-getty@ttyS0.service").symlink_to("/dev/null")  # it would take the line from the account
    for unit in ("companion.service", "account.service"):
        (system / "multi-user.target.wants" / unit).symlink_to(system / unit)
    for updated in (etc / ".updated", root / "var/.updated"):
        updated.touch()  # or it would first build its caches, as a new system does once
    (etc / "model").write_text("Raspberry Pi")
    (root / "opt/box.py").write_text(BOX)
    (root / "opt/account.sh").write_text(ACCOUNT_SH)
    (etc / "fstab").write_text("/dev/vda / ext4 defaults 0 1\n")


def call(*words: str) -> str:
    """What a command says."""
    return subprocess.run(words, capture_output=True, text=True, check=True).stdout


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
            "-machine",
            "q35",
        ),
        *("-nographic", "-no-reboot", "-nic", "none", "-kernel", str(kernel), "-initrd", str(early)),
        *("-drive", f"file={disk},format=raw,if=virtio", "-device", "i2c-ddc,address=0x3c"),
        *("-append", "console=ttyS0 quiet trace_event=smbus:smbus_write trace_clock=boot"),
    ]
    with (folder / "said").open("w+b") as said:
        subprocess.run(words, stdin=subprocess.DEVNULL, stdout=said, stderr=said, check=False, timeout=PATIENCE_S)
        said.seek(0)
        return said.read().decode(errors="replace")


if __name__ == "__main__":
    sys.exit(main())
