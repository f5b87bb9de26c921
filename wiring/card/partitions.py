"""The table of partitions in an image's first sector (MBR): where the boot partition is, and one more for the games.

Law: only the table changes. The Pi makes the file system of the games' partition at its first boot, and grows its own
into what the table gives it.
"""

import struct
from pathlib import Path
from typing import Final

from wiring.card.unfit import Unfit

SECTOR: Final = 512
GAMES_START: Final = 6 << 30
"""Where the games begin at the earliest: the system has all that is before, on a card of 8 GB or more."""
GAMES_SIZE: Final = 1 << 30
GAMES: Final = "LABEL=games /var/lib/companion ext4 noatime,data=ordered,commit=5,nofail 0 2\n"
"""The line of /etc/fstab. `2`: it is checked before it is mounted; `fsck.repair=yes`, which Raspberry Pi OS has in its
cmdline.txt, answers all that the check would ask."""

_FAT, _LINUX = (0x0B, 0x0C, 0x0E), 0x83
_ENTRIES: Final = (446, 462, 478)
_ENTRY: Final = "<4xB3xII"
"""Of an entry: its type, its first sector, its number of sectors."""


def boot_start(sector: bytes, path: Path) -> int:
    """Where in an image the boot partition begins."""
    if len(sector) < SECTOR or sector[510:] != b"\x55\xaa":
        raise Unfit(f"{path} is no image of a disk; expected Raspberry Pi OS as .img or .img.xz")
    (boot, first, _), (root, *_), _ = (struct.unpack_from(_ENTRY, sector, at) for at in _ENTRIES)
    if boot not in _FAT or root != _LINUX:
        raise Unfit(
            f"{path} is no Raspberry Pi OS: expected a FAT and a Linux partition, got types {boot:#04x} and {root:#04x}"
        )
    return int(first) * SECTOR


def with_games(sector: bytes, path: Path) -> bytes:
    """The first sector with a third partition; the second one reaches up to it."""
    _, (_, first, sectors), (third, *_) = (struct.unpack_from(_ENTRY, sector, at) for at in _ENTRIES)
    if third:
        raise Unfit(f"{path} has three partitions already; begin with Raspberry Pi OS as it was downloaded")
    start = GAMES_START // SECTOR
    if first + sectors > start:
        raise Unfit(
            f"{path} is too large for --overlay: its system ends after {GAMES_START >> 30} GiB; take the Lite one"
        )
    told = bytearray(sector)
    struct.pack_into("<I", told, _ENTRIES[1] + 12, start - first)
    # Cylinders and heads as parted writes them for what they cannot say.
    struct.pack_into(
        "<B3sB3sII", told, _ENTRIES[2], 0, b"\xfe\xff\xff", _LINUX, b"\xfe\xff\xff", start, GAMES_SIZE // SECTOR
    )
    return bytes(told)
