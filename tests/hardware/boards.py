"""The 40-pin header of every model gpiozero knows: by its table of old revisions, and by the new ones' bits."""

from typing import Final

from gpiozero.pins.data import PI_REVISIONS
from gpiozero.pins.pi import HeaderInfo, PiBoardInfo


def _boards() -> dict[str, HeaderInfo]:
    new = (0xA00001 | processor << 12 | model << 4 for processor in range(5) for model in range(256))
    known = (PiBoardInfo.from_revision(revision) for revision in (*PI_REVISIONS, *new))
    # What gpiozero does not know, it takes for a Pi with the usual header; modules have none of their own.
    return {board.model: board.headers["J8"] for board in known if "J8" in board.headers and board.model != "???"}


BOARDS: Final = _boards()
"""By model."""
