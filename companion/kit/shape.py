"""Turns the errors of msgspec about settings and headers into messages that an owner understands.

Laws: a message is `key: expected …; came …`, without programming words. A shape is prepared while its module is
imported, so by one thread: otherwise msgspec prepares it at the first reading without a lock, and two threads that read
the same shape first at the same time crash the process (seen with msgspec 0.22).
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from types import NoneType, UnionType
from typing import Annotated, Any, Final, Literal, Union, get_args, get_origin

import msgspec

KINDS: Final = {
    "int": "a whole number",
    "float": "a number",
    "str": "text",
    "bool": "yes or no (true or false)",
    "array": "a list",
    "object": "a section",
    "date": "a date such as 2026-10-01",
}
"""The owner's words for msgspec's kinds of values."""
ALIKE: Final = 0.7
"""How similar (0 … 1) an unknown key must be to a known one to be suggested."""
SIGNS: Final = {"<=": "of at most", ">=": "of at least", "<": "below", ">": "above"}
"""The words for the signs in errors of msgspec."""


def work_out(*shapes: object) -> None:
    """Make msgspec prepare these shapes, and all shapes inside them, now."""
    for shape in shapes:
        msgspec.json.Decoder(shape)


def explain(message: str, shape: object, raw: Any, within: tuple[str, ...] = ()) -> str:
    """The message for an owner, from msgspec's `message` about `raw`, a wrong `shape` in the section `within`."""
    what, _, where = message.partition(" - at `")
    for step in re.findall(r"(?<=[.\[])(?:\w+|\.{3})", where):
        if step == "...":
            key, shape, raw, message = _wrong_entry(shape, raw)
            return explain(message, shape, raw, (*within, key))
        shape, raw, within = _inside(shape, step), _entry(raw, step), (*within, step)
    if where.startswith("key`"):  # which one, msgspec does not say
        shape, _ = get_args(_bare(shape))
        key = next(key for key in raw if _fault(shape, key))
        return _told((*within, key), _expected(what, shape), unknown(key, get_args(shape)))
    if named := re.fullmatch(r"Object (contains unknown|missing required) field `(.+)`", what):
        if named[1].startswith("missing"):
            return _told((*within, named[2]), "a value", "nothing")
        fields = [field.encode_name for field in _fields(shape)]
        return _told((*within, named[2]), f"one of {', '.join(fields)}", unknown(named[2], fields))
    if what.startswith(("Expected", "Invalid")):
        return _told(within, _expected(what, _bare(shape)), _came(shape, raw))
    return f"{'.'.join(within)}: {what}" if within else what


def shown(value: object) -> str:
    """A value as it stands in a file."""
    match value:
        case bool():
            return str(value).lower()
        case str() | int() | float():
            return repr(value)
        case list() | tuple():
            return f"[{', '.join(map(shown, value))}]"
        case dict():
            return "a section"
        case None:
            return "nothing"
        case _:
            return "a date or a time"


def _told(keys: tuple[str, ...], expected: str, came: str) -> str:
    told = f"expected {expected}; came {came}"
    return f"{'.'.join(keys)}: {told}" if keys else told


def unknown(key: str, known: Sequence[str]) -> str:
    """The message about an unknown key, with the known key that is most similar, if any."""
    from difflib import get_close_matches  # noqa: PLC0415  # it is slow, and only a mistake asks for it

    return "; the nearest is ".join(("an unknown key", *get_close_matches(key, known, 1, ALIKE)))


def _came(shape: Any, raw: object) -> str:
    """What came, as it stands in a file, or in the words of the shape's own `Meta(extra={"came": …})`."""
    metas = shape.__metadata__ if get_origin(shape) is Annotated else ()
    told = [meta.extra["came"](raw) for meta in metas if meta.extra]
    return next(filter(None, told), shown(raw))


def _expected(what: str, shape: object) -> str:
    """What msgspec's message `what` expected of a `shape`, in the owner's words."""
    if get_origin(shape) is Literal:
        return f"one of {', '.join(map(str, get_args(shape)))}"
    kinds, bounds = re.findall(r"Expected `(.+?)`(.*?)(?:, got .*)?$", what)[0]
    words = " or ".join(KINDS.get(kind, kind) for kind in kinds.split(" | ") if kind != "null")
    if bounded := re.fullmatch(r" (of length )?(?:([<>]=?) )?(.+)", bounds):
        parts = "" if not bounded[1] else " letters" if "str" in kinds else " entries"
        bound = f"{float(bounded[3]):.15g}{parts}"
        return f"{words} {SIGNS.get(bounded[2], 'of')} {bound}"
    return words


# --- the way to a wrong value ----------------------------------------------------------------------------------------


def _bare(shape: object) -> Any:
    """A shape without its bounds, and without the `None` that it may allow."""
    if get_origin(shape) is Annotated:
        return _bare(get_args(shape)[0])
    if get_origin(shape) in (Union, UnionType):
        return _bare(next(option for option in get_args(shape) if option is not NoneType))
    return shape


def _fields(shape: object) -> tuple[msgspec.structs.FieldInfo, ...]:
    return msgspec.structs.fields(_bare(shape))


def _inside(shape: object, step: str) -> object:
    """The shape of a field, or of an entry of a list."""
    if step.isdecimal():
        kinds = get_args(_bare(shape))
        return kinds[0] if kinds[-1] is Ellipsis else kinds[int(step)]
    return next(field.type for field in _fields(shape) if field.encode_name == step)


def _entry(raw: Any, step: str) -> object:
    return raw[int(step)] if isinstance(raw, Sequence) else raw[step]


def _wrong_entry(shape: object, raw: Mapping[str, object]) -> tuple[str, object, object, str]:
    """The wrong entry of a section whose keys the owner chooses: its key, shape, value and message."""
    _, kind = get_args(_bare(shape))
    faults = ((key, kind, value, _fault(kind, value)) for key, value in raw.items())
    return next(found for found in faults if found[-1])


def _fault(shape: Any, raw: object) -> str:
    """What msgspec says about `raw`; empty if it is right."""
    try:
        msgspec.convert(raw, shape)
    except msgspec.ValidationError as error:
        return str(error)
    return ""
