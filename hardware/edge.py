"""What a key reports."""

import msgspec


class KeyKnown(msgspec.Struct, frozen=True):
    """Up to this time it is known whether a key is held. No gesture may count the key as held for longer.

    For keys on pins this is always known, so nothing sends a `KeyKnown` for them.
    """

    key: str
    until: float
    """Seconds, monotonic."""


class Edge(msgspec.Struct, frozen=True):
    """A key went down or came up."""

    key: str
    """`green1` … `red6`, `table`."""
    pressed: bool
    at: float
    """Seconds, monotonic."""
