"""A law in every test: msgspec works out a shape of the companion while its module is imported, never at a reading.

It does so without a lock, so two threads that first read the same shape at once crash the process (`kit.shape`).
"""

from __future__ import annotations

import sys
from types import FrameType, FunctionType
from typing import Any, Final

from msgspec import _utils, structs

OURS: Final = ("companion", "hardware")
_IMPORTING: Final = "_find_and_load"


def watch() -> None:
    """From now on, working out a shape too late raises an error in the code that reads it."""
    # msgspec's C part keeps this very function, so its code is replaced, which must have no closure.
    asked: FunctionType = vars(_utils)["get_class_annotations"]
    names = vars(_utils)
    names["_unwatched"] = FunctionType(asked.__code__, names)
    names["_check"] = _check
    exec("def watched(obj):\n    _check(obj)\n    return _unwatched(obj)", names)  # noqa: S102
    asked.__code__ = names["watched"].__code__


def _check(shape: Any) -> None:
    kind = shape if isinstance(shape, type) else shape.__origin__
    asking = sys._getframe(2)
    if kind.__module__.split(".")[0] not in OURS or asking.f_code.co_filename == structs.__file__:
        return
    if not _is_importing(asking):
        raise AssertionError(f"{kind.__module__}.{kind.__qualname__} must be worked out at its import (kit.shape)")


def _is_importing(frame: FrameType | None) -> bool:
    while frame is not None and frame.f_code.co_name != _IMPORTING:
        frame = frame.f_back
    return frame is not None
