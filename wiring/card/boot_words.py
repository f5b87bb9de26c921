"""What a card's `config.txt` and `cmdline.txt` say besides what Raspberry Pi OS has in them.

Law: a line that is there already is not written again, and `cmdline.txt` stays one line.
"""

from collections.abc import Sequence
from typing import Final

I2C: Final = ("dtparam=i2c_arm=on", "dtparam=i2c_arm_baudrate=400000")
SOONER_CONFIG: Final = (
    "boot_delay=0",
    "disable_splash=1",
    "disable_poe_fan=1",
    "force_eeprom_read=0",
    "camera_auto_detect=0",
    "display_auto_detect=0",
    "initial_turbo=30",
    "dtoverlay=disable-bt",
)
SOONER_CMDLINE: Final = ("quiet", "loglevel=3", "logo.nologo")
SOONER_UNITS: Final = (
    "NetworkManager-wait-online.service",
    "ModemManager.service",
    "bluetooth.service",
    "hciuart.service",
    "e2scrub_reap.service",
    "rpi-eeprom-update.service",
    "keyboard-setup.service",
)
"""What starts with the Pi and is of no use to the box. The table in OWNER.md says why, and who says so."""

GROWS: Final = ("resize", "init=/usr/lib/raspberrypi-sys-mods/firstboot")
"""Words by which Raspberry Pi OS gives the whole card to its own partition."""


def with_lines(config: str, lines: Sequence[str]) -> str:
    """`config.txt` with these lines, for every model."""
    missing = [line for line in lines if line not in config.splitlines()]
    # The section before it may be for one model only.
    return "\n".join((config.rstrip("\n"), "", "[all]", *missing, "")) if missing else config


def with_words(cmdline: str, words: Sequence[str], without: Sequence[str] = ()) -> str:
    """`cmdline.txt` with these words at its end, and without others."""
    kept = [word for word in cmdline.split() if word not in (*words, *without)]
    return " ".join((*kept, *words)) + "\n"


def with_country(cmdline: str, country: str | None) -> str:
    """`cmdline.txt` with the Wi-Fi country, which the radio must know."""
    if country is None:
        return cmdline
    kept = [word for word in cmdline.split() if not word.startswith("cfg80211.ieee80211_regdom=")]
    return with_words(" ".join(kept), (f"cfg80211.ieee80211_regdom={country}",))
