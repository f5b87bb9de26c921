"""What mends a fault: commands that can be pasted, and what to write into which file."""

from __future__ import annotations

from typing import Final, Literal

from companion.daemon import wired
from companion.daemon.wired import Wired
from companion.workshop.doctor.facts import BOOT, VENV, Facts

SETTINGS: Final = "/etc/companion/companion.toml"
ASK_AS_ROOT: Final = "sudo companion doctor"
START_AGAIN: Final = "sudo systemctl restart companion"
TAKE_OVER: Final = (
    "sudo systemctl stop companion && sudo companion backup box.zip && sudo companion restore box.zip && "
    "sudo systemctl start companion"
)
INSTALL_TO_THE_END: Final = "sudo dpkg --configure -a; sudo apt install ./companion_*.deb"
"""This has mended each of 156 installs that a power cut had interrupted."""
PACKAGE_AGAIN: Final = "sudo apt install --reinstall ./companion_*.deb"
LGPIO: Final = "python3-lgpio"
MAKE_LGPIO: Final = (
    "sudo apt install gcc swig python3-dev python3-pip && "
    "sudo PYPI=1 python3 -m pip install --break-system-packages --no-binary lgpio lgpio==0.2.2.0"
)
LOOK_AT_LOG: Final = "journalctl --unit companion --pager-end"
LOOK_AT_UPDATE: Final = "journalctl --unit companion --unit companion-judge --pager-end"


def with_line(facts: Facts, parameter: str) -> str:
    """Add a parameter to `config.txt`, for every Pi."""
    file = facts.boot_file or BOOT
    return f"printf '\\n[all]\\ndtparam={parameter}\\n' | sudo tee -a {file} && sudo reboot"


def without(facts: Facts, line: str) -> str:
    """Remove a line of `config.txt`; a parameter may share its line with others."""
    what, name, *_ = line.split("=")
    if what == "dtparam":
        return with_line(facts, f"{name}=off")
    return f"sudo sed -i 's/^{line.partition(',')[0]}/#&/' {facts.boot_file or BOOT} && sudo reboot"


def settings_file(facts: Facts) -> str:
    """The file to write settings into."""
    path = facts.machine.settings
    return SETTINGS if path is None else facts.machine.name(path)


def write(facts: Facts, section: Literal["display", "lights"], key: str, value: str) -> str:
    """Change a setting, in the file that decides it."""
    is_wired = isinstance(facts.wired, Wired) and getattr(facts.wired, section) is not None
    file = facts.machine.name(facts.state / wired.FILE) if is_wired else settings_file(facts)
    return f"write {key} = {value} below [{section}] in {file}"


def install_again(facts: Facts) -> str:
    """Install everything again, in the folder of the first install."""
    return PACKAGE_AGAIN if _is_a_package(facts) else "sudo sh wiring/install.sh"


def _is_a_package(facts: Facts) -> bool:
    return facts.machine.path("/var/lib/dpkg/info/companion.list").exists()


def bring_lgpio(facts: Facts) -> str:
    """Install the package again, which has it; from a checkout, the system's, or build it (as `wiring/lgpio.sh`)."""
    if _is_a_package(facts):
        return PACKAGE_AGAIN
    ran = facts.machine.run("apt-cache", "show", LGPIO)
    return f"sudo apt install {LGPIO}" if ran is not None and ran.code == 0 else MAKE_LGPIO


def replace_lgpio(facts: Facts) -> str:
    """Replace an lgpio that pip installed by the system's own."""
    has_own = facts.machine.path(f"{VENV}/bin/python").exists()
    pip = f"{VENV}/bin/pip" if has_own else f"{facts.machine.python} -m pip"
    return f"sudo {pip} uninstall --yes lgpio && {bring_lgpio(facts)}"
