"""A card that is ready: `python3 wiring/image.py raspios.img.xz companion_…_arm64.deb` puts the box onto a stock image.

1. The given image is never changed; the new one is complete, or there is none.
2. Nothing is mounted and no root is needed: mtools writes onto the boot partition, and the Pi does the rest itself at
   its first boot (`firstrun.sh`): by systemd's own means, which Raspberry Pi OS 12 and 13 have in common, or when
   cloud-init is ready, which 13 brings and the form of Raspberry Pi Imager 2 speaks to.
3. No password is ever an argument. Until the first boot, the card holds the key that WPA2 makes of it; WPA3 needs the
   password itself.

It needs only mtools and Python's standard library.
"""

import argparse
import getpass
import io
import lzma
import os
import re
import shutil
import sys
import tarfile
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import BinaryIO, Final, NoReturn, cast

if not __package__:  # it is started as a file, wherever it lies
    sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from wiring.card import boot_words, cloud, manifest, networks, partitions
from wiring.card.fat import BootPartition
from wiring.card.unfit import Unfit

WRONG_USE: Final = 2
PASSWORD: Final = "COMPANION_WIFI_PASSWORD"  # noqa: S105 (a name of one)
FOLDER: Final = "companion"
"""On the boot partition."""
FIRST_BOOT: Final = (
    f"systemd.run=/boot/firmware/{FOLDER}/firstrun.sh",
    "systemd.run_success_action=reboot",
    "systemd.unit=kernel-command-line.target",
)

_HERE: Final = Path(__file__).parent
_ARCHITECTURES: Final = ("arm64", "all")
_HOST: Final = re.compile(r"[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?")
_USER: Final = re.compile(r"(?!root$)[a-z][a-z0-9-]{0,31}")
_KEY: Final = re.compile(r"(sk-)?(ssh|ecdsa)-[a-z0-9@.-]+ AAAA[A-Za-z0-9+/]+={0,3}( .*)?")


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
    parser.add_argument("--wifi-kind", choices=networks.KINDS, default="wpa2", help="wpa3: nothing but WPA3 (wpa2)")
    parser.add_argument("--country", metavar="CC", help="where the Wi-Fi is, two letters such as DE")
    parser.add_argument("--ssh-key", type=Path, metavar="FILE", help="your public key, such as ~/.ssh/id_ed25519.pub")
    parser.add_argument("--user", default="pi", metavar="NAME", help="who logs in with the key (pi)")
    parser.add_argument("--cloud-init", action="store_true", help="by cloud-init: then the Imager offers its form")
    parser.add_argument("--overlay", action="store_true", help="a system that is never written to, games beside it")
    parser.add_argument("--sooner", action="store_true", help="leave out what the box does not need when it starts")
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
            sector = image.read(partitions.SECTOR)
            start = partitions.boot_start(sector, chosen.image)
            with part.open("wb") as copy:
                copy.write(partitions.with_games(sector, chosen.image) if chosen.overlay else sector)
                shutil.copyfileobj(image, copy, 1 << 20)
        prepare(BootPartition(part, start), files, chosen)
        part.replace(chosen.to)
    except (lzma.LZMAError, EOFError) as error:
        raise Unfit(f"{chosen.image} cannot be unpacked ({error}); download it again") from error
    finally:
        part.unlink(missing_ok=True)
    beside = manifest.written(chosen.to, form=chosen.cloud_init, released=datetime.now(UTC).date())
    how = (
        f"by opening {beside} in Raspberry Pi Imager 2, or with dd"
        if chosen.cloud_init
        else ("with Raspberry Pi Imager (own image, no customisation) or dd")
    )
    return (
        f"{chosen.to} is ready. Write it to a card, {how}. "
        "The first start takes a few minutes and restarts the Pi by itself."
    )


# What is given


def things_to_do(chosen: argparse.Namespace) -> dict[str, bytes]:
    """All files for the boot partition, by their path there; those in `companion` are jobs of `firstrun.sh`."""
    if not _HOST.fullmatch(chosen.hostname):
        raise Unfit(f"--hostname: expected small letters, digits and hyphens, got {chosen.hostname!r}")
    if chosen.wifi is not None and not re.fullmatch("[A-Z]{2}", chosen.country or ""):
        raise Unfit(f"--wifi needs --country, two capital letters such as DE, got {chosen.country!r}")
    if chosen.ssh_key is not None and not _USER.fullmatch(chosen.user):
        raise Unfit(f"--user: expected small letters, digits and hyphens, and not root, got {chosen.user!r}")
    keys = None if chosen.ssh_key is None else _public_keys(chosen.ssh_key)
    jobs = {"firstrun.sh": (_HERE / "firstrun.sh").read_bytes(), "companion.deb": _package(chosen.package)}
    if chosen.overlay:
        jobs |= {"games": partitions.GAMES.encode(), "overlay.sh": (_HERE / "card/overlay.sh").read_bytes()}
    if chosen.sooner:
        jobs["sooner"] = "".join(f"{unit}\n" for unit in boot_words.SOONER_UNITS).encode()
    password = "" if chosen.wifi is None or chosen.wifi_kind == "open" else _password(chosen.wifi)
    beside = {}
    if chosen.cloud_init:
        beside["vendor-data"] = (_HERE / "card/vendor-data").read_bytes()
        beside["user-data"] = cloud.user_data(chosen.hostname, chosen.user, keys)
        if chosen.wifi is not None:
            jobs["radio"] = b"on\n"
            beside["network-config"] = networks.network_config(chosen.wifi, password, chosen.wifi_kind, chosen.country)
    else:
        jobs["hostname"] = chosen.hostname.encode() + b"\n"
        if keys is not None:
            jobs |= {"user": chosen.user.encode() + b"\n", "authorized_keys": keys}
        if chosen.wifi is not None:
            jobs["companion.nmconnection"] = networks.wifi(chosen.wifi, password, chosen.wifi_kind)
    return {**{f"{FOLDER}/{name}": content for name, content in jobs.items()}, **beside}


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


# The image


def _unpacked(path: Path) -> BinaryIO:
    return cast(BinaryIO, lzma.open(path)) if path.suffix == ".xz" else path.open("rb")


def prepare(boot: BootPartition, files: dict[str, bytes], chosen: argparse.Namespace) -> None:
    """Put all that the first boot needs onto the boot partition; what starts it comes last."""
    path, cmdline, config = chosen.image, boot.read("cmdline.txt"), boot.read("config.txt")
    if cmdline is None or "root=" not in cmdline or config is None:
        raise Unfit(f"{path} is no Raspberry Pi OS: expected cmdline.txt and config.txt on its boot partition")
    if "systemd.run=" in cmdline or boot.has(FOLDER):
        raise Unfit(f"{path} has been prepared before; begin with an image as it was downloaded")
    if chosen.cloud_init and not boot.has("meta-data"):
        raise Unfit(f"{path} has no cloud-init, which Raspberry Pi OS brings from 13 on; leave --cloud-init out")
    boot.make(FOLDER)
    for name, content in files.items():
        boot.write(name, content)
    lines = (*boot_words.I2C, *(boot_words.SOONER_CONFIG if chosen.sooner else ()))
    boot.write("config.txt", boot_words.with_lines(config, lines).encode())
    boot.write("cmdline.txt", _cmdline(cmdline, chosen).encode())


def _cmdline(stock: str, chosen: argparse.Namespace) -> str:
    told = boot_words.with_country(stock, chosen.country)
    if chosen.sooner:
        told = boot_words.with_words(told, boot_words.SOONER_CMDLINE)
    if chosen.overlay:
        told = boot_words.with_words(told, ("fsck.repair=yes",), boot_words.GROWS)
    return told if chosen.cloud_init else boot_words.with_words(told, FIRST_BOOT)


if __name__ == "__main__":
    sys.exit(main())
