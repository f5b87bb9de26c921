"""Immutable values: the parts of every state, event and question."""

from __future__ import annotations

import msgspec


class Value(msgspec.Struct, frozen=True, gc=False):
    """A frozen struct of other values, tuples, numbers and words: without cycles, so without the garbage collector."""
