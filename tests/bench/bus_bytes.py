"""How many bytes a change of the screen puts on the display's bus, compared with luma's own `display`.

Law: both are counted by the same simulated chip in the same run, with address and control bytes, as on the wire.
"""

from __future__ import annotations

import tempfile
import warnings
from collections.abc import Callable, Iterator
from itertools import islice
from pathlib import Path
from random import Random
from statistics import median
from typing import Any, Final, NamedTuple
from unittest.mock import patch

from luma.core.interface.serial import i2c
from luma.oled.device import ssd1306
from PIL import Image

from companion.config import Config, GameSettings
from companion.daemon import demo
from companion.daemon.stepped import Stepped
from companion.games import find_rules
from companion.journal.journal import Journal
from companion.kit.question import Amount
from companion.kit.text import Wording
from companion.kit.view import View
from companion.match.session import Session
from hardware.twin.chip import Chip, SimulatedBus
from tests.bench.figure import Figure

PLAYERS: Final = 4
ANSWERS: Final = 1000
"""More answers than any game takes, so the whole game is played."""
HESITATED: Final = 4
"""A player taps up to this many coins above the least amount, and back to it."""
ADDRESS: Final = 0x3C
HERTZ: Final = 400_000

METHOD: Final = (
    "Bytes: medians of one game that bots play by keys, with address and control bytes; a turn changes with a pass, "
    "whose bar is swept away. Bus time: 9 bits a byte, a start and a stop, at 400 kHz."
)


class Sent(NamedTuple):
    """What went over the bus."""

    bytes: int
    """With the address and control bytes."""
    transactions: int
    """Each goes from a start to a stop."""

    @property
    def ms(self) -> float:
        """How long it takes a bus of 400 kHz: each byte has a ninth bit, each transaction a start and a stop."""
        return 1000 * (9 * self.bytes + 2 * self.transactions) / HERTZ


class Change(NamedTuple):
    """A change of what the display shows, at one instant."""

    before: View
    after: View
    sent: Sent


def measure_bus() -> Iterator[Figure]:
    """The changes a family sees most, each against a whole frame."""
    with tempfile.TemporaryDirectory(prefix="companion-bench-") as folder:
        changes, picture = played(Path(folder), ANSWERS)
    whole = full_frame(picture)
    yield Figure("display, luma's full frame: on the bus", whole.bytes, "bytes")
    yield Figure("display, luma's full frame: time on the bus", whole.ms, "ms")
    for name, is_one, at_most in KINDS:
        sent = [change.sent for change in changes if is_one(change)]
        size, ms = median(each.bytes for each in sent), median(each.ms for each in sent)
        yield Figure(f"display, {name}: of luma's full frame", 100 * size / whole.bytes, "%", at_most=at_most)
        yield Figure(f"display, {name}: on the bus", size, "bytes")
        yield Figure(f"display, {name}: time on the bus", ms, "ms")


def raises(change: Change) -> bool:
    """A draft goes up by one."""
    before, after = change.before, change.after
    return before.is_draft and after.is_draft and after.number != "" and after.number == _next(before.number)


def passes(change: Change) -> bool:
    """Another seat is asked the same, and the number is the same as before."""
    before, after = change.before, change.after
    is_other = None not in (before.who, after.who) and before.who != after.who
    return is_other and not before.is_draft and (before.title, before.number) == (after.title, after.number)


def turns_over(change: Change) -> bool:
    """A whole new screen: even its title says something else."""
    return change.before.title.id != change.after.title.id


KINDS: Final[tuple[tuple[str, Callable[[Change], bool], float], ...]] = (
    ("draft +1", raises, 12),
    ("turn change", passes, 30),
    ("screen change", turns_over, 60),
)


def played(folder: Path, answers: int) -> tuple[list[Change], Image.Image]:
    """Every change of the display in so many answers of a game played by keys, and the last picture."""
    journal, rng = Journal(folder), Random(1)
    box = demo.stepped_twin(
        Config(game=GameSettings(find_rules(None).name), explains=False), journal, lambda: rng.randbytes(32).hex()
    )
    changes: list[Change] = []
    box.watch = _noting(box, changes)
    for session in islice(demo.play(box, PLAYERS, rng), answers):
        _hesitate(box, session)
    picture = box.twin.chip.picture()
    box.close()
    journal.shut()
    return changes, picture


def _hesitate(box: Stepped, session: Session[Any]) -> None:
    """Before an amount is named, tap it up and down again, since bots name the least one."""
    question = session.question
    if question is not None and question.seat is not None and isinstance(question.form, Amount):
        pair = box.box.table.joined[question.seat - 1]
        for colour in ("green", "red"):
            for _ in range(min(HESITATED, question.form.most - question.form.least)):
                demo.press(box, f"{colour}{pair}", demo.TAP_S)


def _noting(box: Stepped, changes: list[Change]) -> Callable[[], None]:
    """A function that notes, after each instant, what was sent to the display and why."""
    chip = box.twin.chip
    shown, was = box.box.table.view(box.now), Sent(chip.bytes_seen, chip.transactions)

    def note() -> None:
        nonlocal shown, was
        now = Sent(chip.bytes_seen, chip.transactions)
        if now != was:
            view = box.box.table.view(box.now)
            changes.append(Change(shown, view, Sent(now.bytes - was.bytes, now.transactions - was.transactions)))
            shown, was = view, now

    return note


def full_frame(picture: Image.Image) -> Sent:
    """What luma sends for a picture, whatever the chip shows already."""
    chip = Chip()
    opened = patch(
        "smbus2.SMBus", lambda _port: SimulatedBus({ADDRESS: chip})
    )  # on a bus that luma opens itself, it sends longer messages
    with warnings.catch_warnings(), opened:
        warnings.filterwarnings("ignore", ".*getdata", DeprecationWarning)  # of Pillow 13; luma still calls it
        device = ssd1306(i2c(address=ADDRESS))
        before = Sent(chip.bytes_seen, chip.transactions)
        device.display(picture)
    return Sent(chip.bytes_seen - before.bytes, chip.transactions - before.transactions)


def _next(number: Wording) -> str:
    return str(int(number) + 1) if isinstance(number, str) and number.isdecimal() else ""
