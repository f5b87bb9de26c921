"""What a key says."""

import msgspec


class Edge(msgspec.Struct, frozen=True):
    """A key went down or came up."""

    key: str
    """`green1` … `red6`, `table`."""
    pressed: bool
    at: float
    """Seconds, monotonic."""
