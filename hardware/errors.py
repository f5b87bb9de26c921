"""All errors of the hardware, on one page. The text of each is a sentence that says what to do."""

from __future__ import annotations


class HardwareError(Exception):
    """An error that a person must be told about."""


class WiringError(HardwareError, ValueError):
    """The pin map is wrong; the text says what was expected and what came."""


class PinsUnavailableError(HardwareError):
    """This machine's pins cannot be used."""


class LineLostError(HardwareError):
    """The line is missing or has gone."""
