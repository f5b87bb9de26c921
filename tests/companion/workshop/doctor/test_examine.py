"""The doctor's rounds: on a healthy Pi, beside a box at work, elsewhere, and when something hangs."""

from __future__ import annotations

import errno
import os
import shutil
import sqlite3
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Event

import msgspec
import pytest
from msgspec.structs import replace

from companion.config import FOUND_GAMES, GAMES
from companion.installed import REMOVED, InstalledGame
from companion.journal.file import FILE
from companion.journal.journal import Journal
from companion.journal.schema import VERSION, seal
from companion.match.history import NewGame
from companion.workshop.doctor.examine import CHECKS, LONGEST_S, Check, examine, is_well
from companion.workshop.doctor.facts import REVISION, Facts, Once
from companion.workshop.doctor.finding import Finding, good, note
from companion.workshop.doctor.machine import LONGEST_PACE, pace
from hardware.chips import GpioChip
from hardware.line import SerialLine
from hardware.twin.chip import Chip
from hardware.twin.controller import Controller
from tests.companion.workshop.doctor.made_up_pi import (
    DPKG,
    LGPIO_INFO,
    OWNER,
    PORT,
    RULES,
    SETTINGS,
    SPEED,
    STATE,
    STOPPED,
    THROTTLED,
    UP,
    Failing,
    MadeUpPi,
    bad_lines,
    line,
)


def test_games_from_others_are_named(pi: MadeUpPi) -> None:
    here = InstalledGame("otters-game", "1.0", "/x", licence="MIT", languages=("en", "de"))
    found = {"otters": here, "gone": InstalledGame("gone", "1.0", "", REMOVED)}
    pi.write(f"{GAMES}/{FOUND_GAMES}", msgspec.json.encode(found).decode())
    assert line(examine(pi.machine()), "other games") == note("Games from others: otters 1.0 (MIT, en, de).")


def test_of_a_healthy_pi_everything_is_good(pi: MadeUpPi) -> None:
    pi.unit = dict(UP)
    pi.real_python()
    lines = examine(pi.machine())
    assert {line.name: line.finding.said for line in lines if line.finding.state not in ("good", "note")} == {}
    assert is_well(lines)
    assert [line.name for line in lines if line.finding.state == "note"] == [
        "system",
        "cost",
        "pages",
        "speech",
        "versions",
    ]
    assert line(lines, "lgpio") == good("lgpio 0.2.2.0")


# --- what is not needed, and what is not to be known -----------------------------------------------------------------


def test_brltty_has_taken_the_controller(pi: MadeUpPi) -> None:
    pi.program("brltty", "")
    assert line(examine(pi.machine()), "brltty").state == "note"
    pi.unplug()
    pi.write("/sys/bus/usb/devices/1-1/idVendor", "1a86\n")
    pi.write("/sys/bus/usb/devices/1-1/idProduct", "7523\n")
    found = line(examine(pi.machine()), "brltty")
    assert "has taken the CH340" in found.said
    assert (found.state, found.mend) == ("bad", "sudo apt remove --yes brltty")


def test_modem_manager_with_our_rule_does_no_harm(pi: MadeUpPi) -> None:
    pi.program("ModemManager", "", "/usr/sbin")
    assert line(examine(pi.machine()), "ModemManager").state == "good"


def test_two_of_the_same_identity_are_told_by_their_places(pi: MadeUpPi) -> None:
    for place in (1, 2):
        pi.write(f"/dev/serial/by-path/platform-xhci-usb-0:{place}:1.0-port0", "")
    found = line(examine(pi.machine()), "lights")
    assert "Several serial devices" in found.said
    assert "/dev/serial/by-path/platform-xhci-usb-0:1:1.0-port0 (" in found.said
    assert found.mend == f'write port = "{PORT}" below [lights] in {SETTINGS}', "the one that answers"


def test_a_port_that_somebody_else_has_is_told(pi: MadeUpPi) -> None:
    taken = SerialLine(pi.controller.port, 115_200)
    found = line(examine(pi.machine()), "lights")
    taken.close()
    assert "is used by another program" in found.said
    assert found.mend == "stop that program"


def test_the_firmware_speed_counts_where_the_device_tree_is_silent(pi: MadeUpPi) -> None:
    pi.path(SPEED).unlink()
    assert line(examine(pi.machine()), "I2C speed") == good("400 kHz")
    pi.write("/proc/device-tree/aliases/i2c1", "/axi/pcie@1000120000/rp1/i2c@74000\0")
    speed = pi.path("/proc/device-tree/axi/pcie@1000120000/rp1/i2c@74000/clock-frequency")
    speed.parent.mkdir(parents=True)
    speed.write_bytes((100_000).to_bytes(4, "big"))
    assert line(examine(pi.machine()), "I2C speed").mend == "sudo reboot"


def test_no_reboot_is_advised_where_the_system_does_not_read_config_txt(pi: MadeUpPi) -> None:
    pi.remove(REVISION)
    pi.path(SPEED).write_bytes((100_000).to_bytes(4, "big"))
    assert line(examine(pi.machine()), "I2C speed").state == "note"
    pi.remove("/dev/i2c-1")
    found = line(examine(pi.machine()), "I2C")
    assert found.state == "bad"
    assert "reboot" not in found.mend


def test_a_pi_that_says_nothing_of_its_power_is_believed(pi: MadeUpPi) -> None:
    pi.remove(THROTTLED)
    lines = examine(pi.machine())
    assert line(lines, "power").state == line(lines, "heat").state == "unknown"


def test_lgpio_tells_its_version_itself_if_nobody_else_does(pi: MadeUpPi) -> None:
    pi.real_python()
    pi.remove(LGPIO_INFO)
    assert line(examine(pi.machine()), "lgpio") == good("lgpio 0.2.2.0")
    pi.python("3.13.5", "/bin/sleep 0.01; exec 2>/dev/null; exit 3")
    assert line(examine(pi.machine()), "lgpio").state == "bad", "it does not say why"


def test_heat_is_not_blamed_for_what_the_supply_does(pi: MadeUpPi) -> None:
    pi.write(THROTTLED, "50005\n")
    assert line(examine(pi.machine()), "heat").state == "good"


def test_somebody_who_may_not_look_is_told_how_to(pi: MadeUpPi) -> None:
    pi.uid = OWNER
    pi.chips = (GpioChip(0, "", fault=PermissionError(errno.EACCES, "Permission denied")),)
    pi.bus = Failing(errno.EACCES)
    lines = examine(pi.machine())
    for name in ("GPIO chip", "display"):
        assert line(lines, name).state == "unknown"
        assert line(lines, name).mend == "sudo companion doctor"
    assert set(bad_lines(lines)) == {"service"}


@contextmanager
def as_the_owner(pi: MadeUpPi) -> Iterator[None]:
    """Somebody who may not look into the folder of the games."""
    if os.geteuid() != 0:
        pi.path(STATE).chmod(0o000)
        yield
        pi.path(STATE).chmod(0o750)
        return
    pi.path(STATE).chmod(0o750)
    os.setegid(OWNER)
    os.seteuid(OWNER)
    try:
        yield
    finally:
        os.seteuid(0)
        os.setegid(0)


def test_an_owner_without_sudo_is_told_what_only_root_sees(controller: Controller) -> None:
    with TemporaryDirectory() as folder:
        Path(folder).chmod(0o755)
        pi = MadeUpPi(Path(folder), controller)
        pi.unit = dict(UP)
        pi.uid = OWNER
        machine = pi.machine()
        with as_the_owner(pi):
            lines = examine(machine)
    assert bad_lines(lines) == []
    unknown = {line.name: line.finding.mend for line in lines if line.finding.state == "unknown"}
    assert unknown == dict.fromkeys(
        ("wiring", "board", "small files", "games folder", "games", "pages"), "sudo companion doctor"
    )


def test_an_owner_who_runs_the_box_by_hand_needs_the_groups(pi: MadeUpPi) -> None:
    pi.unit = {"LoadState": "not-found", "ActiveState": "inactive"}
    pi.uid = OWNER
    found = line(examine(pi.machine()), "groups")
    assert found.said == "pi is not in the group gpio and i2c and dialout. Afterwards log in again."
    assert found.mend == "sudo usermod --append --groups gpio,i2c,dialout pi"
    pi.program("systemctl", "exit 1")
    assert line(examine(pi.machine()), "service").state == "unknown", "systemd does not run"


def test_a_box_that_is_not_installed_is_told_on_a_pi(pi: MadeUpPi) -> None:
    pi.unit = {"LoadState": "not-found", "ActiveState": "inactive"}
    assert line(examine(pi.machine()), "service").mend == "sudo sh wiring/install.sh"


def test_games_of_an_older_and_of_a_newer_companion(pi: MadeUpPi) -> None:
    path = pi.path(f"{STATE}/{FILE}")
    newer = VERSION + 1
    with closing(sqlite3.connect(path)) as db:
        db.execute(f"PRAGMA user_version = {newer}")
        db.execute(f"PRAGMA application_id = {seal(newer)}")
        db.commit()
    pi.give(STATE)
    found = line(examine(pi.machine()), "games")
    assert found.said == f"{STATE}/{FILE} was written by a newer companion; update this one."
    assert found.mend == "sudo sh wiring/install.sh"
    with closing(sqlite3.connect(path)) as db:
        db.execute("PRAGMA user_version = 1")
        db.execute("PRAGMA application_id = 0")
        db.commit()
    told = line(examine(pi.machine()), "games")
    assert told == good("0 games of version 1, which the next start brings up to date.")


def test_a_damaged_journal_of_a_box_at_work(pi: MadeUpPi) -> None:
    pi.unit = dict(UP)
    path = pi.path(f"{STATE}/{FILE}")
    path.write_bytes(path.read_bytes()[:1000])
    found = line(examine(pi.machine()), "games")
    assert found.said.startswith(f"cannot read {STATE}/{FILE}: ")
    assert found.mend == "sudo systemctl restart companion"


def test_a_disk_that_takes_nothing_is_told(pi: MadeUpPi, monkeypatch: pytest.MonkeyPatch) -> None:
    really = os.statvfs

    def worn(path: Path) -> os.statvfs_result:
        told = list(really(path))
        told[8] |= os.ST_RDONLY
        return os.statvfs_result(told)

    monkeypatch.setattr(os, "statvfs", worn)
    assert line(examine(pi.machine()), "games folder").mend == "sudo reboot"


def test_wrong_settings_elsewhere_do_not_hide_the_display(pi: MadeUpPi) -> None:
    pi.add(SETTINGS, 'colour = 3\n[display]\nchip = "sh1106"\naddress = 0x3D\n[lights]\nbaud = "fast"\n')
    pi.there = {0x3D: Chip("sh1106")}
    lines = examine(pi.machine())
    assert bad_lines(lines) == ["settings", "service"]
    assert line(lines, "display").state == "good"


def test_games_are_counted_and_damaged_ones_set_aside_are_told(pi: MadeUpPi) -> None:
    journal = Journal(pi.path(STATE))
    journal.begin(NewGame(RULES.name, {}, "5eed", (1, 2, 3)))
    journal.shut()
    pi.write(f"{STATE}/games-damaged-20261120-200000-000000.sqlite", "")
    assert line(examine(pi.machine()), "games") == good("1 game. 1 damaged file was set aside beside it.")
    pi.remove(f"{STATE}/{FILE}")
    assert line(examine(pi.machine()), "games").state == "note"


def test_looking_leaves_nothing_beside_the_games(pi: MadeUpPi) -> None:
    before = sorted(path.name for path in pi.path(STATE).iterdir())
    examine(pi.machine())
    assert sorted(path.name for path in pi.path(STATE).iterdir()) == before


@pytest.mark.parametrize(
    ("told", "has_program", "state"),
    [
        ('APT::Periodic::Unattended-Upgrade "1";', True, "good"),
        ('APT::Periodic::Unattended-Upgrade "0";', True, "note"),
        ('APT::Periodic::Unattended-Upgrade "1";', False, "note"),
        ("", True, "note"),
    ],
)
def test_whether_the_system_s_security_updates_come(pi: MadeUpPi, told: str, has_program: bool, state: str) -> None:
    pi.program("apt-config", f"echo '{told}'")
    if has_program:
        pi.program("unattended-upgrade", "")
    assert line(examine(pi.machine()), "updates").state == state


def test_unconfirmed_numbers_of_the_board_are_a_note(pi: MadeUpPi) -> None:
    pi.write(f"{STATE}/board.toml", RULES.board_file)
    assert line(examine(pi.machine()), "board").state == "note"


def test_without_settings_and_before_the_first_start_nothing_is_bad(pi: MadeUpPi) -> None:
    pi.unit = dict(UP)
    pi.remove(SETTINGS)
    shutil.rmtree(pi.path(STATE))
    lines = examine(pi.machine())
    assert bad_lines(lines) == []
    assert line(lines, "settings").state == line(lines, "games folder").state == "note"


def test_wiring_that_was_found_out_is_told(pi: MadeUpPi) -> None:
    pi.write(f"{STATE}/wiring.toml", '[display]\nchip = "ssd1309"\naddress = 0x3D\n')
    pi.there = {0x3D: Chip("ssd1309")}
    lines = examine(pi.machine())
    assert line(lines, "wiring").said == f"{STATE}/wiring.toml wins over the settings: display."
    assert line(lines, "display") == good("It answers at 0x3D.")


# --- a box at work ---------------------------------------------------------------------------------------------------


class Untouchable(Failing):
    """A bus nobody may use now."""

    def __init__(self) -> None:
        super().__init__(0)
        self.used = 0

    def write_i2c_block_data(self, _address: int, _register: int, _data: Sequence[int], /) -> None:
        self.used += 1

    def read_byte_data(self, _address: int, _register: int, /) -> int:
        self.used += 1
        return 0


def test_what_a_box_at_work_holds_is_not_touched(pi: MadeUpPi) -> None:
    pi.unit = {**UP, "StatusText": "a game is on"}
    pi.bus = bus = Untouchable()
    at_work = SerialLine(pi.controller.port, 115_200)
    lines = examine(pi.machine())
    at_work.close()
    assert bus.used == 0
    assert not pi.controller.commands
    for name in ("display", "lights"):
        assert line(lines, name) == good("In use by the box, which has no complaint.")
    assert line(lines, "service") == good("The box is up: a game is on.")


def test_what_a_box_at_work_says_of_its_parts_is_told(pi: MadeUpPi) -> None:
    lost = "display: no answer at I2C 0x3C; check its four wires (VCC to 3.3 V)"
    pi.unit = {**UP, "StatusText": f"people join; {lost}; lights: no controller is plugged in; plug in its USB cable"}
    lines = examine(pi.machine())
    assert line(lines, "display").said == "In use by the box, which says: no answer at I2C 0x3C."
    assert line(lines, "display").mend == "check its four wires (VCC to 3.3 V)"
    assert line(lines, "lights").mend == "plug in its USB cable"
    assert not is_well(lines)


def test_a_box_started_by_hand_is_at_work_too(pi: MadeUpPi) -> None:
    lock = pi.path(f"{STATE}/lock").stat()
    where = f"{os.major(lock.st_dev):02x}:{os.minor(lock.st_dev):02x}:{lock.st_ino}"
    pi.write("/proc/locks", f"1: FLOCK  ADVISORY  WRITE 1234 {where} 0 EOF\n")
    assert line(examine(pi.machine()), "display").said.startswith("In use by the box")


@pytest.mark.parametrize(
    ("unit", "status", "said"),
    [
        (UP, True, "The box: ready 2.6 s after its start, 47 MB of memory, 55 MB at most."),
        (UP, False, "The box: ready 2.6 s after its start."),
        ({**UP, "ActiveState": "activating"}, True, "The box: 47 MB of memory, 55 MB at most."),
        ({**UP, "ActiveState": "activating"}, False, None),
        (STOPPED, True, None),
    ],
)
def test_a_box_at_work_has_its_start_and_its_memory_measured(
    pi: MadeUpPi, unit: dict[str, str], status: bool, said: str | None
) -> None:
    pi.unit = dict(unit)
    if not status:
        pi.remove("/proc/400/status")
    found = {each.name: each.finding for each in examine(pi.machine())}
    assert found.get("cost") == (note(said) if said is not None else None)


def test_the_screen_of_trouble_has_the_display(pi: MadeUpPi) -> None:
    pi.trouble |= {"ActiveState": "activating"}
    lines = examine(pi.machine())
    assert line(lines, "display").said == "In use: it tells why the box cannot start."
    assert line(lines, "service").state == "bad"
    assert line(lines, "lights").state == "good", "those are free"


def test_the_games_of_a_box_at_work_can_be_counted(pi: MadeUpPi) -> None:
    pi.unit = dict(UP)
    journal = Journal(pi.path(STATE))
    journal.begin(NewGame(RULES.name, {}, "5eed", (1, 2, 3)))
    assert line(examine(pi.machine()), "games") == good("1 game.")
    journal.shut()


def test_a_display_is_not_called_good_when_systemd_answers_late(pi: MadeUpPi) -> None:
    pi.there.clear()
    pi.unit = dict(UP)
    machine = pi.machine()
    pi.program("systemctl", "exit 1")
    lock = pi.path(f"{STATE}/lock").stat()
    where = f"{os.major(lock.st_dev):02x}:{os.minor(lock.st_dev):02x}:{lock.st_ino}"
    pi.write("/proc/locks", f"1: FLOCK  ADVISORY  WRITE 1234 {where} 0 EOF\n")
    found = line(examine(machine), "display")
    assert (found.state, found.said) == (
        "unknown",
        "In use by the box, and systemd does not tell what the box says of it.",
    )


def test_a_display_is_not_called_good_while_the_box_starts(pi: MadeUpPi) -> None:
    pi.unit = {**UP, "ActiveState": "activating", "StatusText": ""}
    lines = examine(pi.machine())
    assert [line(lines, part).state for part in ("display", "lights")] == ["unknown", "unknown"]


def test_systemd_is_asked_once(pi: MadeUpPi) -> None:
    pi.machine()
    pi.program("systemctl", f'echo "$1" >>{pi.path("/asked")}\nexit 1')
    examine(pi.machine())
    assert pi.path("/asked").read_text().split().count("show") == 1


# --- whatever hangs --------------------------------------------------------------------------------------------------


def test_a_bus_that_hangs_holds_up_nobody(pi: MadeUpPi) -> None:
    over = Event()

    class Hanging(Failing):
        def read_byte_data(self, _address: int, _register: int, /) -> int:
            over.wait()
            raise OSError(self._number, os.strerror(self._number))

    pi.bus = Hanging(errno.EIO)
    checks = {check.name: check for check in CHECKS}
    lines = examine(pi.machine(), [replace(checks["display"], limit_s=0.2), checks["I2C"]])
    over.set()
    assert "The bus is stuck" in line(lines, "display").said
    assert line(lines, "I2C").state == "good"


def test_a_program_that_hangs_is_ended_with_all_it_has_started(pi: MadeUpPi) -> None:
    pi.program("vcgencmd", f"/bin/sleep 60 & echo $! >{pi.path('/child')}\n/bin/sleep 60")
    began = time.monotonic()
    assert pi.machine().run("vcgencmd", patience_s=2.0) is None
    assert time.monotonic() - began < 5
    child = Path(f"/proc/{pi.path('/child').read_text().strip()}")

    def sleeps() -> bool:
        try:
            return "sleep" in (child / "cmdline").read_text()
        except (FileNotFoundError, ProcessLookupError):
            return False

    while sleeps():
        assert time.monotonic() - began < 5, "it is still there"


def test_a_check_that_is_at_fault_itself_is_one_line(pi: MadeUpPi) -> None:
    def fails(_facts: Facts) -> Finding:
        raise ZeroDivisionError("of all things")

    (told,) = examine(pi.machine(), [Check("mine", fails)])
    assert told.finding.said == "This check has failed (ZeroDivisionError: of all things)."


def test_a_slow_machine_gets_more_time_and_is_named(pi: MadeUpPi) -> None:
    pi.pace = 8.0
    over = Event()
    slow = Check("slow", lambda _: good("late") if not over.wait(0.3) else None, limit_s=0.1)
    lines = examine(pi.machine(), [CHECKS[0], slow])
    assert line(lines, "slow") == good("late")
    assert "may take 8 times as long" in line(lines, "patience").said
    pi.program("slow", "sleep 0.3; echo yes")
    ran = pi.machine().run("slow", patience_s=0.2)
    assert ran is not None
    assert ran.out == "yes"


def test_a_pace_is_never_below_that_of_a_machine_at_rest_and_has_an_end(monkeypatch: pytest.MonkeyPatch) -> None:
    assert 1.0 <= pace() <= LONGEST_PACE
    monkeypatch.setattr("os.getloadavg", lambda: (1000.0, 0.0, 0.0))
    assert pace() == LONGEST_PACE


def test_a_fact_is_looked_up_once_by_however_many_ask_at_once(pi: MadeUpPi) -> None:
    asked = []

    class Slow(Facts):
        @Once
        def slow(self) -> int:
            asked.append(threading.get_ident())
            time.sleep(0.02)
            return 7

    facts = Slow(pi.machine())
    came: list[int] = []
    askers = [threading.Thread(target=lambda: came.append(facts.slow)) for _ in range(8)]
    for asker in askers:
        asker.start()
    for asker in askers:
        asker.join()
    assert (came, len(asked)) == ([7] * 8, 1)


def test_all_of_it_takes_less_than_ten_seconds() -> None:
    assert max(check.limit_s for check in CHECKS) <= LONGEST_S < 10


# --- the package -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("status", ["ii ", "hi ", "iW ", "it "])
def test_a_package_that_is_whole_is_good(pi: MadeUpPi, status: str) -> None:
    pi.program("dpkg-query", DPKG.format(status))
    assert line(examine(pi.machine()), "package") == good("companion 0.2.0~dev2+g1a2b3c4d")


@pytest.mark.parametrize("answer", [DPKG.format("un "), DPKG.format("rc "), "exit 1"])
def test_a_box_without_a_package_has_no_line_about_it(pi: MadeUpPi, answer: str) -> None:
    assert "package" not in [line.name for line in examine(pi.machine())], "no dpkg"
    pi.program("dpkg-query", answer)
    assert "package" not in [line.name for line in examine(pi.machine())]


def test_a_dpkg_that_does_not_answer_is_no_whole_package(pi: MadeUpPi) -> None:
    pi.program("dpkg-query", "exec /bin/sleep 60")
    assert line(examine(pi.machine()), "package").state == "unknown"


# --- elsewhere -------------------------------------------------------------------------------------------------------


def test_elsewhere_than_on_a_pi_it_says_so_and_looks_at_what_there_is(pi: MadeUpPi) -> None:
    pi.write("/proc/device-tree/model", "QEMU Virtual Machine\0")
    pi.unit = {"LoadState": "not-found", "ActiveState": "inactive"}
    lines = examine(pi.machine())
    assert "This is no Raspberry Pi" in line(lines, "Pi").said
    assert is_well(lines)
    names = [line.name for line in lines]
    assert not {"GPIO chip", "lgpio", "I2C", "display", "lights", "service"} & set(names)
    assert {"space", "settings", "games folder", "games"} <= set(names)


def test_the_service_of_a_package_elsewhere_says_what_to_run_there(pi: MadeUpPi) -> None:
    pi.write("/proc/device-tree/model", "QEMU Virtual Machine\0")
    lines = examine(pi.machine())
    assert line(lines, "service") == note("The box is off: this service is for a Raspberry Pi; here run: companion.")
    assert is_well(lines)
