"""The box's units, as systemd sees them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

import msgspec

from companion.workshop.doctor.machine import Machine, Ran

SERVICE: Final = "companion.service"
TROUBLE: Final = "companion-trouble.service"
PAGES: Final = "companion-pages.socket"
CLUB: Final = "companion-club.service"
_UNITS: Final = (SERVICE, TROUBLE, PAGES, CLUB)

_STARTED: Final = "ExecMainStartTimestampMonotonic"
_READY: Final = "ActiveEnterTimestampMonotonic"
_ASKED: Final = (
    "LoadState",
    "UnitFileState",
    "ActiveState",
    "SubState",
    "Result",
    "NRestarts",
    "StatusText",
    "SupplementaryGroups",
    "Listen",
    "MainPID",
    _STARTED,
    _READY,
)
_RUNS: Final = ("active", "reloading", "activating", "deactivating")


class Unit(msgspec.Struct, frozen=True):
    """A service or a socket, as systemd sees it."""

    told: Mapping[str, str]

    @property
    def is_installed(self) -> bool:
        """Whether systemd has it."""
        return self.told.get("LoadState") in ("loaded", "masked")

    @property
    def runs(self) -> bool:
        """Whether it holds the box's parts, or may take them at any moment."""
        return self.told.get("ActiveState") in _RUNS

    @property
    def status(self) -> str:
        """What it last said of itself."""
        return self.told.get("StatusText", "")

    @property
    def start_s(self) -> float | None:
        """The seconds from the start of its program until it was ready; `None`: it is not ready, or nobody says."""
        began, ready = (int(self.told.get(name) or 0) for name in (_STARTED, _READY))
        return (ready - began) / 1e6 if 0 < began <= ready and self.told.get("ActiveState") == "active" else None


def ask(machine: Machine) -> Mapping[str, Unit] | None:
    """All of them, by name; `None`: there is no systemd."""
    told = machine.run("systemctl", "show", *_UNITS, f"--property={','.join(_ASKED)}") or Ran(1, "", "")
    blocks = [dict(line.split("=", 1) for line in block.splitlines()) for block in told.out.split("\n\n")]
    if told.code != 0 or len(blocks) != len(_UNITS):
        return None
    return {name: Unit(block) for name, block in zip(_UNITS, blocks, strict=True)}
