"""What can be wrong with a box, one fault at a time: only this fault is named, with its remedy."""

from __future__ import annotations

import errno
import re
import shutil
import subprocess
from collections.abc import Callable

import msgspec
import pytest

from companion.config import FOUND_GAMES, GAMES
from companion.daemon.own_wifi import FILE as WISH
from companion.daemon.own_wifi import wish
from companion.daemon.switch import FILE as SWITCH
from companion.daemon.switch import Switch, keep_switch
from companion.installed import REMOVED, InstalledGame
from companion.journal.file import FILE
from companion.workshop.doctor import tell
from companion.workshop.doctor.examine import CheckResult, examine, is_well
from companion.workshop.doctor.finding import Finding
from companion.workshop.doctor.mending import MAKE_LGPIO, START_AGAIN
from hardware.chips import GpioChip
from hardware.twin.chip import Chip
from tests.companion.daemon.test_lasting import OVERLAYROOT
from tests.companion.workshop.doctor.made_up_pi import (
    CONFIG,
    DPKG,
    FILES,
    GID,
    LGPIO,
    LGPIO_INFO,
    PORT,
    SETTINGS,
    SPEED,
    STATE,
    THROTTLED,
    UID,
    Failing,
    MadeUpPi,
    bad_lines,
    line,
)

Fault = Callable[[MadeUpPi], object]

FAULTS: dict[str, tuple[Fault, str, str, str]] = {}
"""For each fault, by its name: what causes it, the line that reports it, some words of that line, and the remedy."""


def fault(line: str, said: str, mend: str) -> Callable[[Fault], Fault]:
    def put(breaks: Fault) -> Fault:
        FAULTS[breaks.__name__] = (breaks, line, said, mend)
        return breaks

    return put


# --- the Pi ----------------------------------------------------------------------------------------------------------


@fault("power", "gives too little now", "give the Pi a supply of its own kind (5 V 5 A)")
def under_voltage_now(pi: MadeUpPi) -> None:
    pi.write(THROTTLED, "50005\n")


@fault("power", "has given too little", "give the Pi a supply of its own kind (5 V 3 A)")
def under_voltage_has_occurred_on_a_pi_4_that_tells_by_vcgencmd(pi: MadeUpPi) -> None:
    pi.remove(THROTTLED)
    pi.program("vcgencmd", "echo throttled=0x50000")
    pi.write("/proc/device-tree/model", "Raspberry Pi 4 Model B Rev 1.5\0")


@fault("power", "gives too little now", "give the Pi a supply of its own kind (5 V 2.5 A)")
def under_voltage_on_a_zero_that_tells_by_its_sensor(pi: MadeUpPi) -> None:
    pi.write("/proc/device-tree/model", "Raspberry Pi Zero 2 W Rev 1.0\0")
    pi.remove(THROTTLED)
    pi.write("/sys/class/hwmon/hwmon1/name", "rpi_volt\n")
    pi.write("/sys/class/hwmon/hwmon1/in0_lcrit_alarm", "1\n")


@fault("heat", "too hot", "give it air: open its case, or stick a heat sink on it")
def throttled(pi: MadeUpPi) -> None:
    pi.write(THROTTLED, "4\n")


@fault("heat", "too hot", "give it air: open its case, or stick a heat sink on it")
def has_been_too_hot(pi: MadeUpPi) -> None:
    pi.write(THROTTLED, "80000\n")


@fault("clock", "before this companion was made", "sudo timedatectl set-ntp true")
def clock_far_off(pi: MadeUpPi) -> None:
    pi.now = 1_500_000_000.0


@fault("space", "Only 40 MB are free", "sudo apt clean && sudo journalctl --vacuum-size=50M")
def disk_nearly_full(pi: MadeUpPi) -> None:
    pi.free = 40_000_000


# --- the program -----------------------------------------------------------------------------------------------------


@fault("Python", "Python 3.9.2 is too old", "put Raspberry Pi OS 12 or 13 on the card")
def old_python(pi: MadeUpPi) -> None:
    pi.python("3.9.2")


@fault("Python", "Python 3.11.2 runs the box, but it is installed for python3.13", "sudo sh wiring/install.sh")
def another_python_since_the_system_was_upgraded(pi: MadeUpPi) -> None:
    pi.python("3.11.2")


@fault("Python", "but it is installed for python3.12", "sudo apt install --reinstall ./companion_*.deb")
def another_python_than_the_package_brought(pi: MadeUpPi) -> None:
    pi.write("/var/lib/dpkg/info/companion.list", "")
    shutil.rmtree(pi.root / "opt/companion/lib/python3.13/site-packages/companion")
    pi.write("/opt/companion/current/lib/python3.12/site-packages/companion/__init__.py", "")


@fault("update", "0.4.0 was taken back", "journalctl --unit companion --unit companion-judge --pager-end")
def an_update_that_opened_no_keys(pi: MadeUpPi) -> None:
    pi.write("/opt/companion/refused", "0.4.0\ngreen1\nred1\nlights\n")


@fault("Python", "does not run", "sudo apt install --reinstall ./companion_*.deb")
def no_python_for_the_package(pi: MadeUpPi) -> None:
    pi.write("/var/lib/dpkg/info/companion.list", "")
    pi.program("python", '[ "$1" = -V ] && exit 127\necho 0.2.2.0', "/opt/companion/bin")


@fault("lgpio", "is missing", "sudo apt install python3-lgpio")
def no_lgpio(pi: MadeUpPi) -> None:
    pi.real_python()
    pi.remove(LGPIO)
    pi.remove(LGPIO_INFO)


@fault("lgpio", "is missing", MAKE_LGPIO)
def no_lgpio_on_plain_debian_which_has_none(pi: MadeUpPi) -> None:
    no_lgpio(pi)
    pi.program("apt-cache", "exit 100")


@fault("lgpio", "is missing", "sudo apt install --reinstall ./companion_*.deb")
def no_lgpio_in_the_package_which_brings_it(pi: MadeUpPi) -> None:
    no_lgpio(pi)
    pi.write("/var/lib/dpkg/info/companion.list", "")


@fault(
    "lgpio", "an empty package", "sudo /opt/companion/bin/pip uninstall --yes lgpio && sudo apt install python3-lgpio"
)
def dud_lgpio(pi: MadeUpPi) -> None:
    pi.real_python()
    pi.write(LGPIO, "import _lgpio\n")
    pi.write(LGPIO_INFO, "Metadata-Version: 2.1\nName: lgpio\nVersion: 0.0.0.2\n")


@fault("lgpio", "No module named '_lgpio'", "sudo sh wiring/install.sh")
def lgpio_made_for_another_python(pi: MadeUpPi) -> None:
    pi.real_python()
    pi.write(LGPIO, "import _lgpio\n")


# --- pins and rights -------------------------------------------------------------------------------------------------


@fault("config.txt", "its partition is not mounted", "sudo mount -a")
def no_config_txt(pi: MadeUpPi) -> None:
    pi.remove(CONFIG)


@fault(
    "pins",
    "SPI is switched on",
    f"printf '\\n[all]\\ndtparam=spi=off\\n' | sudo tee -a {CONFIG} && sudo reboot",
)
def spi_has_pins(pi: MadeUpPi) -> None:
    pi.add(CONFIG, "dtparam=spi=on\n")


@fault(
    "pins",
    "dtoverlay=w1-gpio takes pins of the box: table, GPIO 4 (physical pin 7).",
    f"sudo sed -i 's/^dtoverlay=w1-gpio/#&/' {CONFIG} && sudo reboot",
)
def one_wire_has_the_table_key(pi: MadeUpPi) -> None:
    pi.add(CONFIG, "dtoverlay=w1-gpio\n")


@fault(
    "pins",
    "dtoverlay=pwm takes pins of the box: buzzer, GPIO 18 (physical pin 12).",
    f"sudo sed -i 's/^dtoverlay=pwm/#&/' {CONFIG} && sudo reboot",
)
def a_wave_of_the_kernel_has_the_buzzer(pi: MadeUpPi) -> None:
    pi.add(CONFIG, "dtoverlay=pwm\n")


@fault("pins", "Taken by another program: red2, GPIO 5 (physical pin 29), by fan", "stop that program")
def another_program_has_a_pin(pi: MadeUpPi) -> None:
    pi.users = {5: "fan"}


@fault("GPIO chip", "gpiochip0 is gpio-brcmstb@107d508500; expected", "sudo apt update && sudo apt full-upgrade")
def no_pi_5_chip(pi: MadeUpPi) -> None:
    pi.chips = (GpioChip(0, "gpio-brcmstb@107d508500", 32),)


@fault("GPIO chip", "there is no GPIO chip", "sudo apt update && sudo apt full-upgrade")
def no_chip_at_all(pi: MadeUpPi) -> None:
    pi.chips = ()


@pytest.mark.parametrize("group", ["gpio", "i2c", "dialout"])
def test_a_group_the_box_is_not_in_is_named(pi: MadeUpPi, group: str) -> None:
    others = [other for other in ("gpio", "i2c", "dialout") if other != group]
    pi.unit["SupplementaryGroups"] = " ".join(others)
    pi.write("/etc/group", "".join(f"{name}:x:{GID + 7}:pi\n" for name in ("gpio", "i2c", "dialout")))
    found = line(examine(pi.machine()), "groups")
    assert found.said == f"companion is not in the group {group}."
    assert found.mend == f"sudo usermod --append --groups {group} companion"


@fault(
    "groups",
    "companion is not in the group gpio",
    "sudo groupadd --system gpio && sudo usermod --append --groups gpio companion",
)
def no_group_of_that_name(pi: MadeUpPi) -> None:
    pi.write("/etc/group", FILES["/etc/group"].replace("gpio:", "other:"))


@fault("groups", "The box's user, companion, is missing", "sudo sh wiring/install.sh")
def no_user(pi: MadeUpPi) -> None:
    pi.write("/etc/passwd", "root:x:0:0:root:/root:/bin/sh\n")


@fault("rights", "Not open to the box's groups: /dev/gpiochip0", "sudo udevadm trigger")
def no_permission(pi: MadeUpPi) -> None:
    pi.path("/dev/gpiochip0").chmod(0o000)


@fault("rights", "99-companion.rules is missing", "sudo sh wiring/install.sh")
def no_permission_for_want_of_rules(pi: MadeUpPi) -> None:
    pi.remove("/etc/udev/rules.d/99-companion.rules")
    pi.path("/dev/i2c-1").chmod(0o000)


# --- bus and display -------------------------------------------------------------------------------------------------


@fault("I2C", "is switched off", f"printf '\\n[all]\\ndtparam=i2c_arm=on\\n' | sudo tee -a {CONFIG} && sudo reboot")
def i2c_off(pi: MadeUpPi) -> None:
    pi.remove("/dev/i2c-1")
    pi.path(SPEED).unlink()
    pi.path(SPEED).parent.rmdir()
    pi.path(SPEED).parent.parent.rmdir()
    pi.write(CONFIG, "dtparam=i2c_arm_baudrate=400000\n")


@fault("I2C", "comes with the next start", "sudo reboot")
def i2c_on_from_the_next_start(pi: MadeUpPi) -> None:
    i2c_off(pi)
    pi.add(CONFIG, "dtparam=i2c_arm=on\n")


@fault("I2C", "its device file is missing", "sudo modprobe i2c-dev")
def no_device_file_of_the_bus(pi: MadeUpPi) -> None:
    pi.remove("/dev/i2c-1")


@fault(
    "I2C speed",
    "runs at 100 kHz",
    f"printf '\\n[all]\\ndtparam=i2c_arm_baudrate=400000\\n' | sudo tee -a {CONFIG} && sudo reboot",
)
def i2c_at_100_khz(pi: MadeUpPi) -> None:
    pi.path(SPEED).write_bytes((100_000).to_bytes(4, "big"))
    pi.write(CONFIG, "dtparam=i2c_arm=on\n[cm4]\ndtparam=i2c_arm_baudrate=400000\n")


@fault("I2C speed", "runs at 100 kHz", "sudo reboot")
def i2c_faster_from_the_next_start(pi: MadeUpPi) -> None:
    pi.path(SPEED).write_bytes((100_000).to_bytes(4, "big"))


@fault("display", "Nothing answers at 0x3C or 0x3D", "check its four wires")
def no_display(pi: MadeUpPi) -> None:
    pi.there.clear()


@fault("display", "It answers at 0x3D; the settings say 0x3C", f"write address = 0x3D below [display] in {SETTINGS}")
def display_at_another_address(pi: MadeUpPi) -> None:
    pi.there = {0x3D: Chip()}


@fault("display", "It says that it is an sh1106", f'write chip = "sh1106" below [display] in {SETTINGS}')
def another_chip_than_set(pi: MadeUpPi) -> None:
    pi.there = {0x3C: Chip("sh1106")}


@fault("display", "It says that it is an ssd1306", f'write chip = "ssd1306" below [display] in {STATE}/wiring.toml')
def another_chip_than_was_found_out(pi: MadeUpPi) -> None:
    pi.write(f"{STATE}/wiring.toml", '[display]\nchip = "sh1106"\naddress = 0x3C\n')


@fault("display", "The bus is stuck", "take the display's wires off and look for a short")
def bus_held_down(pi: MadeUpPi) -> None:
    pi.bus = Failing(errno.ETIMEDOUT)


# --- lights ----------------------------------------------------------------------------------------------------------


@fault("lights", "No controller is plugged in", "plug in its USB cable")
def no_serial(pi: MadeUpPi) -> None:
    pi.unplug()


@fault("lights", "Several serial devices are plugged in", f'write port = "{PORT}" below [lights] in {SETTINGS}')
def two_serial(pi: MadeUpPi) -> None:
    pi.write("/dev/serial/by-id/usb-0_silent-port0", "")


@fault("lights", "nothing answers at 115200 baud", "set the controller's speed to 115200")
def silent_port(pi: MadeUpPi) -> None:
    pi.answer_s = 0.1
    pi.controller.stop()


@fault("lights", "The settings name the port /dev/ttyUSB7", f'write port = "{PORT}" below [lights] in {SETTINGS}')
def another_port_than_set(pi: MadeUpPi) -> None:
    pi.add(SETTINGS, '[lights]\nport = "/dev/ttyUSB7"\n')


@fault("ModemManager", "takes a controller for a modem", "sudo systemctl disable --now ModemManager")
def modem_manager_without_our_rule(pi: MadeUpPi) -> None:
    pi.program("ModemManager", "", "/usr/sbin")
    pi.remove("/etc/udev/rules.d/99-companion.rules")


# --- settings and games ----------------------------------------------------------------------------------------------


@fault(
    "settings",
    f"{SETTINGS}: display.chip: expected one of ssd1306, ssd1309, sh1106; came 'ssd1305'.",
    f"sudo nano {SETTINGS}",
)
def wrong_setting(pi: MadeUpPi) -> None:
    pi.add(SETTINGS, '[display]\nchip = "ssd1305"\n')


@fault("settings", f"{SETTINGS}: expected TOML", f"sudo nano {SETTINGS}")
def settings_that_are_no_toml(pi: MadeUpPi) -> None:
    pi.write(SETTINGS, "[display\n")


@fault(
    "small files",
    f"{STATE}/wiring.toml (pins: green1: GPIO 2 (physical pin 3) is kept for I2C",
    START_AGAIN,
)
def wiring_on_a_kept_pin(pi: MadeUpPi) -> None:
    pairs = ", ".join(f"{{ green = {pin}, red = {pin + 1} }}" for pin in (2, 12, 16, 20, 22, 24))
    pi.write(f"{STATE}/wiring.toml", f"[pins]\nseats = [{pairs}]\ntable = 4\nbuzzer = 18\ni2c_bus = 1\n")


@fault("small files", f"{STATE}/board.toml (expected TOML", START_AGAIN)
def board_that_is_no_toml(pi: MadeUpPi) -> None:
    pi.write(f"{STATE}/board.toml", "finishes = [\n")


@fault(
    "other games",
    "otters cannot be played: it came with the package otters-game 1.0; its kit",
    "put a newer one in its place",
)
def game_that_cannot_be_played(pi: MadeUpPi) -> None:
    found = {
        "otters": InstalledGame("otters-game", "1.0", "/var/lib/companion-games/otters-game", "its kit is too new"),
        "beavers": InstalledGame("beavers", "1.0", "", REMOVED),
    }
    pi.write(f"{GAMES}/{FOUND_GAMES}", msgspec.json.encode(found).decode())


GIVE = f"sudo chown --recursive companion: {STATE} && sudo chmod --recursive u+rwX {STATE}"


@fault("disk", f"{STATE} lies under an overlay in memory", "give the games a partition of their own")
def overlay_of_raspi_config(pi: MadeUpPi) -> None:
    pi.write("/proc/self/mountinfo", OVERLAYROOT)


@fault("disk", f"{STATE} lies on a disk with data=writeback", "take data=writeback out of /etc/fstab")
def disk_that_writes_back(pi: MadeUpPi) -> None:
    pi.write("/proc/self/mountinfo", "27 1 179:2 / / rw,noatime - ext4 /dev/mmcblk0p2 rw,data=writeback\n")


@fault("games folder", f"{STATE} belongs to pi; the box runs as companion", GIVE)
def games_of_somebody_else(pi: MadeUpPi) -> None:
    pi.write("/etc/passwd", f"pi:x:{UID}:{UID}::/:/\ncompanion:x:{UID + 1}:{UID}::/:/\n")


@fault("games folder", f"{STATE}/games.sqlite cannot be written to", GIVE)
def games_that_cannot_be_written_to(pi: MadeUpPi) -> None:
    pi.path(f"{STATE}/{FILE}").chmod(0o440)


@fault("games", f"{STATE}/games.sqlite is damaged", "sudo systemctl restart companion")
def damaged_journal(pi: MadeUpPi) -> None:
    path = pi.path(f"{STATE}/{FILE}")
    path.write_bytes(path.read_bytes()[:1000])


# --- the package -----------------------------------------------------------------------------------------------------


FINISHED = "sudo dpkg --configure -a; sudo apt install ./companion_*.deb"


@fault("package", "0.2.0~dev2+g1a2b3c4d is not installed to its end (iHR)", FINISHED)
def package_cut_while_its_files_were_laid(pi: MadeUpPi) -> None:
    pi.program("dpkg-query", DPKG.format("iHR"))


@fault("package", "not even security updates", FINISHED)
def package_not_configured(pi: MadeUpPi) -> None:
    pi.program("dpkg-query", DPKG.format("iF "))


@fault("package", "(iU)", FINISHED)
def package_only_unpacked(pi: MadeUpPi) -> None:
    pi.program("dpkg-query", DPKG.format("iU "))


# --- the service -----------------------------------------------------------------------------------------------------


@fault("service", "does not start with the Pi", "sudo systemctl enable --now companion")
def unit_not_enabled(pi: MadeUpPi) -> None:
    pi.unit["UnitFileState"] = "disabled"


@fault("service", "is masked", "sudo systemctl unmask companion && sudo systemctl enable --now companion")
def unit_masked(pi: MadeUpPi) -> None:
    pi.unit |= {"LoadState": "masked", "UnitFileState": "masked"}


@fault("service", "It could not start, 3 times: the pins need lgpio.", "sudo systemctl restart companion")
def unit_failed_three_times(pi: MadeUpPi) -> None:
    pi.unit |= {"ActiveState": "failed", "SubState": "failed", "Result": "exit-code", "NRestarts": "2"}
    pi.write("/run/companion/why", "the pins need lgpio.")


@fault("service", "said nothing (signal)", "journalctl --unit companion --pager-end")
def unit_failed_without_a_word(pi: MadeUpPi) -> None:
    pi.unit |= {"ActiveState": "failed", "SubState": "failed", "Result": "signal"}


# --- pages -----------------------------------------------------------------------------------------------------------


def pages_on(pi: MadeUpPi, interface: str = "wlan0") -> None:
    pi.add(SETTINGS, f'[pages]\ninterface = "{interface}"\n')
    pi.pages["ActiveState"] = "active"


@fault(
    "pages", "there is no network wlan1; there are lo, wlan0", f"write the right interface below [pages] in {SETTINGS}"
)
def pages_in_a_network_that_is_not_there(pi: MadeUpPi) -> None:
    pages_on(pi, "wlan1")


def switched(pi: MadeUpPi, switch: Switch) -> None:
    """Switch the pages at the box."""
    keep_switch(pi.path(STATE), switch)
    pi.give(f"{STATE}/{SWITCH}")
    pi.pages["ActiveState"] = "active" if switch.is_on else "inactive"


@fault("pages", "there is no network wlan1; there are lo, wlan0", "choose Phones, Another network in the menu")
def pages_in_a_network_that_was_chosen_at_the_box(pi: MadeUpPi) -> None:
    switched(pi, Switch(is_on=True, interface="wlan1"))


@fault("pages", "on, but in no network; there are lo, wlan0", "choose Phones in the menu")
def pages_of_which_nobody_has_said_in_which_network(pi: MadeUpPi) -> None:
    switched(pi, Switch(is_on=True))


@fault("pages", "but their port is shut", START_AGAIN)
def pages_whose_port_is_shut(pi: MadeUpPi) -> None:
    pages_on(pi)
    pi.pages["ActiveState"] = "inactive"


@fault("pages", "locked for good", "sudo systemctl unmask companion-pages.socket && sudo systemctl restart companion")
def pages_whose_port_is_masked(pi: MadeUpPi) -> None:
    pages_on(pi)
    pi.pages |= {"LoadState": "masked", "ActiveState": "inactive"}


@fault("pages", "another program has their port (0.0.0.0:80)", "sudo ss --listening --tcp --processes")
def pages_whose_port_another_program_has(pi: MadeUpPi) -> None:
    pages_on(pi)
    pi.pages["ActiveState"] = "failed"


@fault("pages", "wlan0 has no address", "put the Pi into your network: sudo nmtui")
def pages_of_a_pi_without_address(pi: MadeUpPi) -> None:
    pages_on(pi)
    pi.addresses.clear()


@fault("pages", "off, but their port is still open", START_AGAIN)
def a_port_that_leads_nowhere(pi: MadeUpPi) -> None:
    pi.pages["ActiveState"] = "active"


# --- the own Wi-Fi ---------------------------------------------------------------------------------------------------


def own_wifi(pi: MadeUpPi, device: str = "wlan0", model: str = "") -> None:
    """Phones are on by the box's own Wi-Fi; `device`: where it has opened."""
    switched(pi, Switch(is_on=True, is_own=True))
    wish(pi.path(STATE))
    pi.give(f"{STATE}/{WISH}")
    for program in ("/usr/bin/nmcli", "/usr/sbin/dnsmasq"):
        pi.write(program, "")
    pi.write("/sys/class/net/wlan0/phy80211/name", "phy0")
    pi.write("/run/companion-wifi/answer", f'{{"number": 1, "device": "{device}"}}')
    if model:
        pi.write("/proc/device-tree/model", model)


@fault("own Wi-Fi", "needs /usr/sbin/dnsmasq", "sudo apt install network-manager dnsmasq-base")
def an_own_wifi_without_dnsmasq(pi: MadeUpPi) -> None:
    own_wifi(pi)
    pi.path("/usr/sbin/dnsmasq").unlink()


@fault("own Wi-Fi", "needs a radio", "choose Phones, Another network in the menu, or plug in a Wi-Fi stick")
def an_own_wifi_without_a_radio(pi: MadeUpPi) -> None:
    own_wifi(pi)
    pi.path("/sys/class/net/wlan0/phy80211/name").unlink()
    pi.path("/sys/class/net/wlan0/phy80211").rmdir()


@fault("own Wi-Fi", "did not open", "journalctl --unit companion-wifi --pager-end")
def an_own_wifi_that_did_not_open(pi: MadeUpPi) -> None:
    own_wifi(pi, device="")


@fault("own Wi-Fi", "#7247", "choose Phones, Another network in the menu, or plug in a Wi-Fi stick")
def an_own_wifi_of_a_zero_w(pi: MadeUpPi) -> None:
    own_wifi(pi, device="", model="Raspberry Pi Zero W Rev 1.1")


# --- all of them -----------------------------------------------------------------------------------------------------


@pytest.mark.untraced
@pytest.mark.parametrize("name", FAULTS)
def test_a_fault_is_named_with_what_mends_it_and_nothing_else_is(pi: MadeUpPi, name: str) -> None:
    breaks, where, said, mend = FAULTS[name]
    breaks(pi)
    lines = examine(pi.machine())
    found = line(lines, where)
    assert found.state == "bad"
    assert said in found.said
    assert found.mend.startswith(mend)
    also = {"service"} | ({"I2C"} if where == "display" else set())  # it is stopped, so that its parts can be looked at
    assert set(bad_lines(lines)) - also == {where} - also
    can_be_pasted(found)


def test_there_are_more_than_twenty_faults() -> None:
    assert len(FAULTS) > 20


@pytest.mark.parametrize(
    "name", ["no_serial", "i2c_at_100_khz", "clock_far_off", "spi_has_pins", "modem_manager_without_our_rule"]
)
def test_what_the_box_plays_without_is_bad_and_yet_it_is_well(pi: MadeUpPi, name: str) -> None:
    breaks, where, _, _ = FAULTS[name]
    breaks(pi)
    lines = [line for line in examine(pi.machine()) if line.name != "service"]
    assert bad_lines(lines) == [where]
    assert is_well(lines)


# --- what mends it can be pasted -------------------------------------------------------------------------------------

PROGRAMS = {"sudo", "printf", "journalctl"}


def can_be_pasted(found: Finding) -> None:
    assert found.mend
    assert "\n" not in found.mend
    assert not re.search(r"[<>…`]", found.mend)
    if found.is_command:
        assert found.mend.split()[0] in PROGRAMS
        assert subprocess.run(["/bin/sh", "-n", "-c", found.mend], check=False).returncode == 0
    else:
        assert found.mend.split()[0] in {"check", "choose", "give", "stop", "plug", "put", "set", "take", "write"}
    assert found.mend in tell.as_text([CheckResult("it", found)]).replace("\n                    > ", " ")
