"""What a key says."""

import msgspec


class Seen(msgspec.Struct, frozen=True):
    """Until when it is known whether a key is held; nothing that comes of its being held for longer may come yet.

    Of a key on a pin it always is: nobody says it of those.
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
