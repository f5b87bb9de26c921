import hashlib
import lzma
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.wiring import debian
from tests.wiring.nspawn import BOOTED, BOOTING, Machine
from wiring import image
from wiring.card import boot_words, networks

TOOLS = {"mcopy": "mtools", "mkfs.vfat": "dosfstools", "sfdisk": "fdisk", "dpkg-deb": "dpkg"}
MIB = 1 << 20
BOOT_MIB = 4
KEY = "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIJ1VvW8zZ0lG0Y2r5gQ4n3c8wq0Yb1mJ6k7T9sXfE2aD anna@desk"
PASSWORD = "under the red chair"  # noqa: S105 (nobody's)

# As they come, those of 12 and of 13.
START = "console=serial0,115200 console=tty1 root=PARTUUID=4e639091-02 rootfstype=ext4 fsck.repair=yes rootwait "
CMDLINES = {
    "bookworm": f"{START}quiet init=/usr/lib/raspberrypi-sys-mods/firstboot\n",
    "trixie": f"{START}resize\n",
}
CONFIG = (
    "# Uncomment some or all\n#dtparam=i2c_arm=on\ndtparam=audio=on\n\n[cm5]\ndtoverlay=dwc2,dr_mode=host\n\n[all]\n"
)


def run(*words: object, said: str = "") -> str:
    path = f"{os.environ['PATH']}:/usr/sbin"
    told = subprocess.run(
        [*map(str, words)],
        input=said,
        capture_output=True,
        text=True,
        check=False,
        env={"PATH": path, "MTOOLS_SKIP_CHECK": "1"},
    )
    assert told.returncode == 0, told.stderr
    return told.stdout


def made_up(path: Path, suite: str = "trixie", root_mib: int = 1, files: dict[str, str] | None = None) -> Path:
    """An image with the partitions of Raspberry Pi OS: FAT from 8 MiB, then Linux; nothing is in the second one."""
    for tool, package in TOOLS.items():
        if shutil.which(tool, path=f"{os.environ['PATH']}:/usr/sbin") is None:
            pytest.skip(f"{tool} is not installed; Debian has it in {package}")
    with path.open("wb") as disk:
        disk.truncate((8 + BOOT_MIB + root_mib) * MIB)
    run("sfdisk", "--quiet", path, said=f"label: dos\nstart=8MiB, size={BOOT_MIB}MiB, type=c\ntype=83\n")
    run("mkfs.vfat", "-n", "bootfs", f"--offset={8 * 2048}", path, BOOT_MIB * 1024)
    given = {"cmdline.txt": CMDLINES[suite], "config.txt": CONFIG} if files is None else files
    if suite == "trixie":
        given = {**given, "user-data": "#cloud-config\n", "meta-data": "instance_id: rpios-image\n"}
    for name, text in given.items():
        run("mcopy", "-i", f"{path}@@{8 * MIB}", "-", f"::{name}", said=text)
    return path


def package(folder: Path, architecture: str = "all", postinst: str = "true") -> Path:
    tree = folder / f"tree-{architecture}"
    (tree / "DEBIAN").mkdir(parents=True)
    told = {"Package": "companion", "Version": "0.1.0", "Architecture": architecture, "Depends": "python3"}
    more = {"Maintainer": "nobody <nobody@example.org>", "Description": "a stand-in"}
    (tree / "DEBIAN/control").write_text("".join(f"{key}: {value}\n" for key, value in (told | more).items()))
    (tree / "DEBIAN/postinst").write_text(f"#!/bin/sh\n{postinst}\n")
    (tree / "DEBIAN/postinst").chmod(0o755)
    (tree / "opt").mkdir()
    (tree / "opt/companion-is-here").write_text("yes\n")
    path = folder / f"companion_0.1.0_{architecture}.deb"
    run("dpkg-deb", "--root-owner-group", "-Zxz", "--build", tree, path)
    return path


class Bench:
    """What an owner has on the desk."""

    def __init__(self, folder: Path, stock: Path, package: Path) -> None:
        self.folder, self.stock, self.package = folder, stock, package
        self.new, self.key = folder / "companion.img", folder / "id.pub"
        self.key.write_text(f"{KEY}\n")
        self.wifi = ("--wifi", "Salon; Süd", "--country", "DE")

    def make(self, *words: object, stock: Path | None = None, package: Path | None = None) -> int:
        given = (stock or self.stock, package or self.package, "--to", self.new, *words)
        return image.main([*map(str, given)])

    def names(self, path: Path) -> set[str]:
        """All files of a boot partition."""
        return {*run("mdir", "-b", "-/", "-i", f"{path}@@{8 * MIB}", "::").split()}

    def read(self, name: str) -> str:
        return run("mtype", "-i", f"{self.new}@@{8 * MIB}", f"::{name}")


@pytest.fixture(scope="module")
def bought(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    folder = tmp_path_factory.mktemp("bought")
    return made_up(folder / "raspios.img"), package(folder)


@pytest.fixture
def bench(bought: tuple[Path, Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Bench:
    monkeypatch.setenv(image.PASSWORD, PASSWORD)
    stock, deb = (Path(shutil.copy(path, tmp_path)) for path in bought)
    return Bench(tmp_path, stock, deb)


# What is on the card


def test_all_that_the_first_boot_needs_is_put_beside_what_was_there(bench: Bench) -> None:
    before = hashlib.sha256(bench.stock.read_bytes()).digest()
    assert bench.make(*bench.wifi, "--ssh-key", bench.key, "--user", "anna", "--hostname", "salon") == 0
    added = bench.names(bench.new) - bench.names(bench.stock)
    parts = ("firstrun.sh", "hostname", "companion.deb", "user", "authorized_keys", "companion.nmconnection")
    assert added == {"::/companion/", *(f"::/companion/{name}" for name in parts)}
    assert [bench.read(f"companion/{name}") for name in ("hostname", "user", "authorized_keys")] == [
        *("salon\n", "anna\n", f"{KEY}\n")
    ]
    assert bench.read("companion/firstrun.sh") == (Path(image.__file__).parent / "firstrun.sh").read_text("utf-8")
    assert hashlib.sha256(bench.stock.read_bytes()).digest() == before
    assert not list(bench.folder.glob("*.part"))


def test_nothing_outside_of_the_boot_partition_changes(bench: Bench) -> None:
    assert bench.make() == 0
    old, new = bench.stock.read_bytes(), bench.new.read_bytes()
    assert len(old) == len(new)
    assert (old[: 8 * MIB], old[(8 + BOOT_MIB) * MIB :]) == (new[: 8 * MIB], new[(8 + BOOT_MIB) * MIB :])


def test_without_a_key_and_wifi_there_are_neither(bench: Bench) -> None:
    assert bench.make() == 0
    assert "regdom" not in bench.read("cmdline.txt")
    assert {name for name in bench.names(bench.new) if "companion/" in name} == {
        *("::/companion/", "::/companion/firstrun.sh", "::/companion/hostname", "::/companion/companion.deb")
    }


def test_a_packed_image_gives_the_same(bench: Bench) -> None:
    packed = bench.folder / "raspios.img.xz"
    packed.write_bytes(lzma.compress(bench.stock.read_bytes(), preset=0))
    assert bench.make(stock=packed) == 0
    assert bench.read("companion/hostname") == "companion\n"


@pytest.mark.parametrize("suite", CMDLINES)
def test_the_kernel_s_line_stays_one_line_and_starts_the_script(suite: str) -> None:
    line = boot_words.with_words(boot_words.with_country(CMDLINES[suite], "DE"), image.FIRST_BOOT)
    assert line.startswith(CMDLINES[suite].rstrip())
    assert line.endswith(
        " cfg80211.ieee80211_regdom=DE systemd.run=/boot/firmware/companion/firstrun.sh "
        "systemd.run_success_action=reboot systemd.unit=kernel-command-line.target\n"
    )
    assert line.count("\n") == 1
    assert boot_words.with_country(line, "FR").count("regdom=") == 1
    assert boot_words.with_words(line, image.FIRST_BOOT) == line


def test_the_bus_of_the_display_is_switched_on_for_every_model_and_once() -> None:
    config = boot_words.with_lines(CONFIG, boot_words.I2C)
    assert config.startswith(CONFIG)
    assert config.endswith("\n[all]\ndtparam=i2c_arm=on\ndtparam=i2c_arm_baudrate=400000\n")
    assert boot_words.with_lines(config, boot_words.I2C) == config


def test_it_needs_nothing_but_python() -> None:
    assert "--hostname" in run(sys.executable, "-I", "-S", image.__file__, "--help")


# Wi-Fi


def test_the_key_is_the_one_of_the_standard() -> None:
    # IEEE 802.11i-2004, annex H.4.3, test vector 1.
    key = "f42c6fc52df0ebef9ebb4b90b38a5f902e83fe1b135a70e23aed762e9710a12e"
    assert f"\npsk={key}\n" in networks.wifi("IEEE", "password").decode()


def test_a_name_may_hold_what_the_file_s_grammar_uses(bench: Bench) -> None:
    assert bench.make(*bench.wifi) == 0
    (ssid,) = [line for line in bench.read("companion/companion.nmconnection").splitlines() if line.startswith("ssid=")]
    assert bytes(map(int, ssid[5:].rstrip(";").split(";"))).decode() == "Salon; Süd"


def test_the_password_itself_is_not_on_the_card(bench: Bench) -> None:
    assert bench.make(*bench.wifi) == 0
    assert PASSWORD.encode() not in bench.new.read_bytes()
    assert bench.new.stat().st_mode & 0o077 == 0


# Refusals: one sentence, exit 2, nothing written


def refused(bench: Bench, capsys: pytest.CaptureFixture[str], *words: object, **other: Path) -> str:
    before = {*bench.folder.iterdir()}
    assert bench.make(*words, **other) == 2
    assert {*bench.folder.iterdir()} == before
    (line,) = capsys.readouterr().err.splitlines()
    return line


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("--hostname", "Der Salon"), "--hostname: expected small letters, digits and hyphens, got 'Der Salon'"),
        (("--ssh-key", "id.pub", "--user", "root"), "--user: expected .* and not root, got 'root'"),
        (("--wifi", "Salon"), "--wifi needs --country, two capital letters such as DE, got None"),
        (("--wifi", "Salon", "--country", "Germany"), "--wifi needs --country, .* got 'Germany'"),
        (("--wifi", "S" * 33, "--country", "DE"), "a network's name has 1 to 32 bytes, got 33"),
        (("--ssh-key", "raspios.img"), "raspios.img is no public ssh key; expected a line such as"),
        (("--ssh-key", "nowhere.pub"), "nowhere.pub: No such file or directory"),
        (("--wlan", "Salon"), "unrecognized arguments: --wlan Salon; see"),
    ],
)
def test_what_is_given_is_looked_at_first(
    bench: Bench,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    words: tuple[str, ...],
    sentence: str,
) -> None:
    monkeypatch.chdir(bench.folder)
    line = refused(bench, capsys, *words)
    assert line.startswith("image.py: ")
    assert re.search(sentence, line), line


def test_a_private_key_is_refused(bench: Bench, capsys: pytest.CaptureFixture[str]) -> None:
    bench.key.write_text("-----BEGIN OPENSSH PRIVATE KEY-----\n")
    assert "is your private key, which stays with you" in refused(bench, capsys, "--ssh-key", bench.key)


def test_a_password_that_wpa_does_not_allow_is_refused(
    bench: Bench, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(image.PASSWORD, "short")
    line = refused(bench, capsys, *bench.wifi)
    assert "expected 8 to 63 characters" in line
    assert "short" not in line


def test_a_package_for_another_machine_is_refused(bench: Bench, capsys: pytest.CaptureFixture[str]) -> None:
    other = package(bench.folder, "amd64")
    assert "is a package for amd64; expected the one that ends in _arm64.deb" in refused(bench, capsys, package=other)
    assert "is no Debian package" in refused(bench, capsys, package=bench.key)
    other.write_bytes(other.read_bytes()[:400])
    assert "copy it again" in refused(bench, capsys, package=other)


def test_what_is_no_raspberry_pi_os_is_refused(bench: Bench, capsys: pytest.CaptureFixture[str]) -> None:
    assert "id.pub is no image of a disk" in refused(bench, capsys, stock=bench.key)
    broken = bench.folder / "broken.img.xz"
    broken.write_bytes(lzma.compress(bench.stock.read_bytes(), preset=0)[:-100])
    assert "cannot be unpacked" in refused(bench, capsys, stock=broken)
    empty = made_up(bench.folder / "empty.img", files={})
    assert "expected cmdline.txt and config.txt on its boot partition" in refused(bench, capsys, stock=empty)
    run("sfdisk", "--quiet", empty, said="label: dos\ntype=83\n")
    assert "expected a FAT and a Linux partition, got types 0x83 and 0x00" in refused(bench, capsys, stock=empty)


def test_an_image_that_is_ready_is_refused(bench: Bench, capsys: pytest.CaptureFixture[str]) -> None:
    assert bench.make() == 0
    capsys.readouterr()
    assert "companion.img is there already" in refused(bench, capsys)
    ready = bench.new.rename(bench.folder / "ready.img")
    assert "ready.img has been prepared before" in refused(bench, capsys, stock=ready)


def test_a_boot_partition_that_is_full_is_refused(bench: Bench, capsys: pytest.CaptureFixture[str]) -> None:
    bench.package.write_bytes(bench.package.read_bytes() + bytes(BOOT_MIB * MIB))
    assert "companion/companion.deb does not fit on the boot partition (" in refused(bench, capsys)


def test_without_mtools_it_says_how_to_get_them(
    bench: Bench, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", "")
    assert "sudo apt install mtools" in refused(bench, capsys)


# The first boot, by the systemd of both generations


USERCONF = """#!/bin/sh
# As Raspberry Pi OS has it, but for what asks its screen.
old=$(getent passwd 1000 | cut -d: -f1)
[ "$old" = "$1" ] || { usermod -l "$1" "$old" && usermod -m -d "/home/$1" "$1" && groupmod -n "$1" "$old"; }
"""
STAND_INS = {
    "usr/lib/userconf-pi/userconf": USERCONF,
    "usr/bin/ssh-keygen": '#!/bin/sh\n[ "$*" = -A ] && touch /etc/ssh-host-key\n',
    "etc/systemd/system/ssh.service": "[Service]\nExecStart=true\n[Install]\nWantedBy=multi-user.target\n",
    "etc/hosts": "127.0.0.1\tlocalhost\n127.0.1.1\traspberrypi\n",
    "etc/hostname": "raspberrypi\n",
    "var/lib/NetworkManager/NetworkManager.state": "[main]\nWirelessEnabled=false\n",
    "var/lib/systemd/rfkill/platform-3f300000.mmcnr:wlan": "1\n",
}
"""What a root of plain Debian lacks."""


class FirstBoot:
    """A card in a Pi: the system of its second partition boots by the words of its `cmdline.txt`."""

    def __init__(self, bench: Bench, suite: str) -> None:
        self.root, self.boot = debian.root(suite, bench.folder), bench.folder / "boot"
        for name, text in STAND_INS.items():
            path = self.root / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text)
            path.chmod(0o755)
        (self.root / "etc/cloud").mkdir()
        run("chroot", self.root, "useradd", "--uid=1000", "--create-home", "--shell=/usr/sbin/nologin", "pi")
        self.boot.mkdir()
        run("mcopy", "-s", "-i", f"{bench.new}@@{8 * MIB}", "::", self.boot)
        run("chmod", "-R", "755", self.boot)  # as the Pi mounts it

    def start(self) -> None:
        words = [word for word in self.cmdline.split() if word.startswith("systemd.")]
        card = f"--bind={self.boot}:/boot/firmware"
        # Where a Pi restarts, a test ends.
        init = (*words, "systemd.run_success_action=exit")
        machine = Machine(self.root, card, "--private-network", init=init, states=(*BOOTING, *BOOTED))
        assert machine.ended() == 0, machine.said()

    @property
    def cmdline(self) -> str:
        return (self.boot / "cmdline.txt").read_text()

    def read(self, name: str) -> str:
        return (self.root / name).read_text()


def card(folder: Path, suite: str, postinst: str) -> FirstBoot:
    bench = Bench(folder, made_up(folder / "raspios.img", suite), package(folder, postinst=postinst))
    assert bench.make(*bench.wifi, "--ssh-key", bench.key, "--user", "anna", "--hostname", "salon") == 0
    return FirstBoot(bench, suite)


@pytest.mark.slow
@pytest.mark.parametrize("suite", CMDLINES)
def test_the_first_boot_does_it_all_also_when_the_plug_is_pulled(
    suite: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(image.PASSWORD, PASSWORD)
    cut = "[ -e /root/cut ] || { touch /root/cut; systemctl poweroff --force --force; sleep 60; }"
    pi = card(tmp_path, suite, cut)
    pi.start()
    assert pi.read("root/cut") == ""
    assert " ".join(image.FIRST_BOOT) in pi.cmdline
    assert not (pi.boot / "companion/companion.nmconnection").exists()
    pi.start()

    assert pi.read("etc/hostname") == "salon\n"
    assert pi.read("etc/hosts") == "127.0.0.1\tlocalhost\n127.0.1.1\tsalon\n"
    assert "anna:x:1000:1000::/home/anna:/bin/bash\n" in pi.read("etc/passwd")
    assert pi.read("home/anna/.ssh/authorized_keys") == f"{KEY}\n"
    assert pi.read("etc/sudoers.d/010_companion") == "anna ALL=(ALL) NOPASSWD: ALL\n"
    assert pi.read("etc/ssh-host-key") == ""
    assert (pi.root / "etc/systemd/system/multi-user.target.wants/ssh.service").is_symlink()
    profile = pi.root / "etc/NetworkManager/system-connections/companion.nmconnection"
    assert profile.read_bytes() == networks.wifi("Salon; Süd", PASSWORD)
    assert profile.stat().st_mode & 0o777 == 0o600
    assert pi.read("var/lib/NetworkManager/NetworkManager.state") == "[main]\nWirelessEnabled=true\n"
    assert pi.read("opt/companion-is-here") == "yes\n"
    assert "Status: install ok installed" in run("chroot", pi.root, "dpkg", "--status", "companion")
    assert pi.read("etc/cloud/cloud-init.disabled") == ""

    assert {path.name for path in pi.boot.iterdir()} == {
        *("cmdline.txt", "config.txt"),
        *({"user-data", "meta-data"} if suite == "trixie" else ()),
    }
    assert pi.cmdline == f"{CMDLINES[suite].rstrip()} cfg80211.ieee80211_regdom=DE\n"


@pytest.mark.slow
def test_what_fails_is_told_on_the_boot_partition_and_the_pi_starts_all_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(image.PASSWORD, PASSWORD)
    pi = card(tmp_path, "bookworm", "echo no room; exit 1")
    pi.start()
    told = (pi.boot / "companion-log.txt").read_text()
    assert "no room" in told
    assert "not done: companion.deb; the lines above say why" in told
    assert {path.name for path in (pi.boot / "companion").iterdir()} == {"firstrun.sh", "companion.deb", "user"}
    assert "systemd" not in pi.cmdline
