"""What never changes once it is made: the pieces of every state, event and question."""

from __future__ import annotations

import msgspec


class Value(msgspec.Struct, frozen=True, gc=False):
    """A frozen struct that holds only such, tuples, numbers and words: no cycle, nothing for the garbage collector."""
