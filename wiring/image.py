"""A card that is ready: `python3 wiring/image.py raspios.img.xz companion_…_arm64.deb` puts the box onto a stock image.

1. The given image is never changed; the new one is complete, or there is none.
2. Nothing is mounted and no root is needed: mtools writes onto the boot partition, and the Pi does the rest itself at
   its first boot (`firstrun.sh`), by systemd's own means, which Raspberry Pi OS 12 and 13 have in common.
3. No password is ever an argument. Until the first boot, the card holds the key that WPA makes of it.

It needs only mtools and Python's standard library.
"""

import argparse
import getpass
import hashlib
import io
import lzma
import os
import re
import shutil
import struct
import subprocess
import sys
import tarfile
from collections.abc import Sequence
from pathlib import Path
from typing import BinaryIO, Final, NoReturn, cast

WRONG_USE: Final = 2
PASSWORD: Final = "COMPANION_WIFI_PASSWORD"  # noqa: S105 (a name of one)
FOLDER: Final = "companion"
"""On the boot partition."""
FIRST_BOOT: Final = (
    f"systemd.run=/boot/firmware/{FOLDER}/firstrun.sh systemd.run_success_action=reboot "
    "systemd.unit=kernel-command-line.target"
)
I2C: Final = ("dtparam=i2c_arm=on", "dtparam=i2c_arm_baudrate=400000")

_SECTOR: Final = 512
_FAT, _LINUX = (0x0B, 0x0C, 0x0E), 0x83
_ARCHITECTURES: Final = ("arm64", "all")
_HOST: Final = re.compile(r"[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?")
_USER: Final = re.compile(r"(?!root$)[a-z][a-z0-9-]{0,31}")
_KEY: Final = re.compile(r"(sk-)?(ssh|ecdsa)-[a-z0-9@.-]+ AAAA[A-Za-z0-9+/]+={0,3}( .*)?")


class Unfit(Exception):
    """An argument that cannot be used; the text is one sentence."""


class _Parser(argparse.ArgumentParser):
    def error(self, message: str) -> NoReturn:
        raise Unfit(f"{message}; see `python3 wiring/image.py --help`")


def main(arguments: Sequence[str] | None = None) -> int:
    """Make the image; gives the exit code."""
    try:
        print(make(_parser().parse_args(arguments)))
    except Unfit as error:
        return _refuse(str(error))
    except OSError as error:
        return _refuse(f"{error.filename or 'the new image'}: {error.strerror}")
    except KeyboardInterrupt:
        return 130
    return 0


def _refuse(why: str) -> int:
    print(f"image.py: {why}.", file=sys.stderr)
    return WRONG_USE


def _parser() -> _Parser:
    parser = _Parser("image.py", description="Put the companion onto an image of Raspberry Pi OS.")
    parser.add_argument("image", type=Path, help="Raspberry Pi OS 12 or 13, 64-bit: .img or .img.xz")
    parser.add_argument("package", type=Path, help="companion_…_arm64.deb")
    parser.add_argument("--to", type=Path, default=Path("companion.img"), metavar="FILE", help="(companion.img)")
    parser.add_argument("--hostname", default="companion", metavar="NAME", help="of the box in the network (companion)")
    parser.add_argument("--wifi", metavar="NAME", help=f"its password is asked for, or taken from ${PASSWORD}")
    parser.add_argument("--country", metavar="CC", help="where the Wi-Fi is, two letters such as DE")
    parser.add_argument("--ssh-key", type=Path, metavar="FILE", help="your public key, such as ~/.ssh/id_ed25519.pub")
    parser.add_argument("--user", default="pi", metavar="NAME", help="who logs in with the key (pi)")
    return parser


def make(chosen: argparse.Namespace) -> str:
    """Write the new image; gives what to do with it. Raises `Unfit` or `OSError`; then no image is left."""
    files = things_to_do(chosen)
    if chosen.to.exists():
        raise Unfit(f"{chosen.to} is there already; remove it, or name another file with --to")
    part = chosen.to.with_name(f"{chosen.to.name}.part")
    print("This takes a minute or two …", flush=True)
    try:
        part.touch(mode=0o600)
        with _unpacked(chosen.image) as image:
            start = boot_start(image.read(_SECTOR), chosen.image)
            image.seek(0)
            with part.open("wb") as copy:
                shutil.copyfileobj(image, copy, 1 << 20)
        prepare(BootPartition(part, start), files, chosen.country, chosen.image)
        part.replace(chosen.to)
    except (lzma.LZMAError, EOFError) as error:
        raise Unfit(f"{chosen.image} cannot be unpacked ({error}); download it again") from error
    finally:
        part.unlink(missing_ok=True)
    return (
        f"{chosen.to} is ready. Write it to a card, with Raspberry Pi Imager (own image, no customisation) or dd. "
        "The first start takes a few minutes and restarts the Pi by itself."
    )


# What is given


def things_to_do(chosen: argparse.Namespace) -> dict[str, bytes]:
    """The files that `firstrun.sh` will find beside it: their names and contents."""
    if not _HOST.fullmatch(chosen.hostname):
        raise Unfit(f"--hostname: expected small letters, digits and hyphens, got {chosen.hostname!r}")
    files = {
        "firstrun.sh": Path(__file__).with_name("firstrun.sh").read_bytes(),
        "hostname": chosen.hostname.encode() + b"\n",
        "companion.deb": _package(chosen.package),
    }
    if chosen.ssh_key is not None:
        if not _USER.fullmatch(chosen.user):
            raise Unfit(f"--user: expected small letters, digits and hyphens, and not root, got {chosen.user!r}")
        files |= {"user": chosen.user.encode() + b"\n", "authorized_keys": _public_keys(chosen.ssh_key)}
    if chosen.wifi is not None:
        if not re.fullmatch("[A-Z]{2}", chosen.country or ""):
            raise Unfit(f"--wifi needs --country, two capital letters such as DE, got {chosen.country!r}")
        files["companion.nmconnection"] = wifi(chosen.wifi, _password(chosen.wifi))
    return files


def _package(path: Path) -> bytes:
    whole = path.read_bytes()
    architecture = _architecture(whole, path)
    if architecture not in _ARCHITECTURES:
        raise Unfit(f"{path} is a package for {architecture}; expected the one that ends in _arm64.deb")
    return whole


def _architecture(whole: bytes, path: Path) -> str:
    """The architecture in a package: an ar archive with a compressed tar, which holds `Architecture: …`."""
    if not whole.startswith(b"!<arch>\n"):
        raise Unfit(f"{path} is no Debian package; expected companion_…_arm64.deb")
    at = 8
    while at < len(whole):
        name, size = whole[at : at + 16].strip(), int(whole[at + 48 : at + 58])
        if name.startswith(b"control.tar"):
            try:
                with tarfile.open(fileobj=io.BytesIO(whole[at + 60 : at + 60 + size])) as archive:
                    control = archive.extractfile("./control")
                    told = re.search(rb"^Architecture: (\S+)$", control.read() if control else b"", re.MULTILINE)
            except (tarfile.TarError, KeyError, EOFError, lzma.LZMAError) as error:
                raise Unfit(f"{path} cannot be read ({error}); copy it again") from error
            return told[1].decode() if told else "no architecture"
        at += 60 + size + size % 2
    raise Unfit(f"{path} cannot be read to its end; copy it again")


def _public_keys(path: Path) -> bytes:
    text = path.expanduser().read_text("utf-8", errors="replace")
    if "PRIVATE KEY" in text:
        raise Unfit(f"{path} is your private key, which stays with you; give the file that ends in .pub")
    keys = [line.strip() for line in text.splitlines() if line.strip()]
    if not keys or not all(_KEY.fullmatch(key) for key in keys):
        raise Unfit(f"{path} is no public ssh key; expected a line such as `ssh-ed25519 AAAA…`")
    return "".join(f"{key}\n" for key in keys).encode()


def _password(network: str) -> str:
    if (given := os.environ.get(PASSWORD)) is not None:
        return given
    if not sys.stdin.isatty():
        raise Unfit(f"the password of {network!r} cannot be asked for here; give it in ${PASSWORD}")
    return getpass.getpass(f"Password of {network}: ")


def wifi(network: str, password: str) -> bytes:
    """A profile for NetworkManager, with the key that WPA2 makes of name and password (IEEE 802.11i, annex H.4)."""
    name = network.encode()
    if not 1 <= len(name) <= 32:
        raise Unfit(f"--wifi: a network's name has 1 to 32 bytes, got {len(name)}")
    if not re.fullmatch("[ -~]{8,63}", password):
        raise Unfit("the Wi-Fi password: expected 8 to 63 characters, without umlauts or accents")
    key = hashlib.pbkdf2_hmac("sha1", password.encode(), name, 4096, 32).hex()
    # As bytes, since a name may hold any character of the file's own grammar.
    ssid = "".join(f"{byte};" for byte in name)
    return (
        "[connection]\nid=companion\ntype=wifi\n\n"
        f"[wifi]\nmode=infrastructure\nssid={ssid}\n\n"
        f"[wifi-security]\nkey-mgmt=wpa-psk\npsk={key}\n\n"
        "[ipv4]\nmethod=auto\n\n[ipv6]\nmethod=auto\n"
    ).encode()


# The image


def _unpacked(path: Path) -> BinaryIO:
    return cast(BinaryIO, lzma.open(path)) if path.suffix == ".xz" else path.open("rb")


def boot_start(sector: bytes, path: Path) -> int:
    """Where in an image the boot partition begins, by its first sector: the MBR's table of partitions."""
    if len(sector) < _SECTOR or sector[510:] != b"\x55\xaa":
        raise Unfit(f"{path} is no image of a disk; expected Raspberry Pi OS as .img or .img.xz")
    (boot, first), (root, _) = (struct.unpack_from("<4xB3xI", sector, at) for at in (446, 462))
    if boot not in _FAT or root != _LINUX:
        raise Unfit(
            f"{path} is no Raspberry Pi OS: expected a FAT and a Linux partition, got types {boot:#04x} and {root:#04x}"
        )
    return int(first) * _SECTOR


class BootPartition:
    """A FAT file system in an image, by mtools."""

    def __init__(self, image: Path, start: int) -> None:
        self._place = f"{image}@@{start}"

    def read(self, name: str) -> str | None:
        """A text file's content, if it is there."""
        told = self._run("mtype", f"::{name}")
        return None if told.returncode else told.stdout.decode("utf-8", errors="replace")

    def has(self, name: str) -> bool:
        """Whether there is a file or folder of this name."""
        return not self._run("mdir", "-b", f"::{name}").returncode

    def make(self, folder: str) -> None:
        """Make a new folder."""
        self._run("mmd", f"::{folder}")

    def write(self, name: str, content: bytes) -> None:
        """Write a file, or replace the old one. Raises `Unfit` if it is not complete."""
        told = self._run("mcopy", "-o", "-", f"::{name}", said=content)
        # If the partition is full, mcopy cuts the file short and still succeeds.
        if self._run("mtype", f"::{name}").stdout != content:
            why = told.stderr.decode("utf-8", errors="replace").strip().replace("\n", "; ")
            raise Unfit(f"{name} does not fit on the boot partition ({why})")

    def _run(self, tool: str, *words: str, said: bytes = b"") -> subprocess.CompletedProcess[bytes]:
        if (program := shutil.which(tool)) is None:
            raise Unfit("mtools is not installed: sudo apt install mtools (on a Mac: brew install mtools)")
        command = [program, "-i", self._place, *words]
        return subprocess.run(command, input=said, capture_output=True, check=False)  # noqa: S603 (never a shell)


def prepare(boot: BootPartition, files: dict[str, bytes], country: str | None, path: Path) -> None:
    """Put all that the first boot needs onto the boot partition; the line that starts it comes last."""
    cmdline, config = boot.read("cmdline.txt"), boot.read("config.txt")
    if cmdline is None or "root=" not in cmdline or config is None:
        raise Unfit(f"{path} is no Raspberry Pi OS: expected cmdline.txt and config.txt on its boot partition")
    if "systemd.run=" in cmdline or boot.has(FOLDER):
        raise Unfit(f"{path} has been prepared before; begin with an image as it was downloaded")
    boot.make(FOLDER)
    for name, content in files.items():
        boot.write(f"{FOLDER}/{name}", content)
    boot.write("config.txt", with_i2c(config).encode())
    boot.write("cmdline.txt", with_first_boot(cmdline, country).encode())


def with_i2c(config: str) -> str:
    """`config.txt` with the display's bus switched on, four times as fast as usual."""
    missing = [line for line in I2C if line not in config.splitlines()]
    # The section before it may be for one model only.
    return "\n".join((config.rstrip("\n"), "", "[all]", *missing, "")) if missing else config


def with_first_boot(cmdline: str, country: str | None) -> str:
    """`cmdline.txt`, one line, with words that start `firstrun.sh`, and with the Wi-Fi country, which stays there."""
    words = [word for word in cmdline.split() if not (country and word.startswith("cfg80211.ieee80211_regdom="))]
    regulation = [f"cfg80211.ieee80211_regdom={country}"] if country else []
    return " ".join((*words, *regulation, FIRST_BOOT)) + "\n"


if __name__ == "__main__":
    sys.exit(main())
