"""The owner's files rewritten for an engineer far away: only what the box knows of them.

Law: no comment, no unknown key and no value that the box would refuse comes through.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from companion.daemon import owner
from companion.kit.errors import BadConfig, LeftOut
from companion.kit.rules import Rules
from companion.toml_file import read_toml


def settings(path: Path) -> str:
    """The settings file, with its faults above it, if any. Raises BadConfig if it is no TOML."""
    raw = read_toml(path)
    try:
        owner.read(path, raw)
    except BadConfig as error:
        return f"# {error}\n{toml(known(path, raw))}"
    return toml(raw)


def board(folder: Path, rules: Rules[Any]) -> str:
    """The file of a game's board, with its faults above it, if any. Raises LeftOut, OSError."""
    found = owner.board(rules).look(folder / rules.board_name)
    if found is None:
        raise LeftOut("there is no such file")
    return (f"# {found.damage}\n" if found.damage else "") + toml(found.parts)


def known(path: Path, raw: Mapping[str, object]) -> dict[str, object]:
    """Those settings of a file that the box would accept."""
    found: dict[str, object] = {}

    def is_well() -> bool:
        try:
            owner.read(path, found)
        except BadConfig:
            return False
        return True

    for _ in range(2):  # some keys need others that come later
        _add(found, raw, is_well)
    return found


def _add(found: dict[str, Any], raw: Mapping[str, object], is_well: Callable[[], bool]) -> None:
    """Add key by key, or a whole section if it is valid; an invalid value is left out."""
    for key, value in raw.items():
        before = {key: found[key]} if key in found else {}
        found[key] = value
        if is_well():
            continue
        del found[key]
        found |= before
        if isinstance(value, dict):
            inner = found[key] = dict(before.get(key, {}))
            _add(inner, value, is_well)
            if not inner:
                del found[key]


# --- TOML ------------------------------------------------------------------------------------------------------------


def toml(table: Mapping[str, object], name: str = "") -> str:
    """A file, or a section of this name."""
    inner = {key: value for key, value in table.items() if isinstance(value, dict)}
    lines = [f"{_key(key)} = {_value(value)}\n" for key, value in table.items() if key not in inner]
    head = f"\n[{name}]\n" if name and (lines or not inner) else ""
    path = f"{name}." if name else ""
    return head + "".join(lines) + "".join(toml(value, f"{path}{_key(key)}") for key, value in inner.items())


def _key(key: str) -> str:
    is_bare = key.replace("-", "").replace("_", "").isalnum() and key.isascii()
    return key if is_bare else _value(key)


def _value(value: object) -> str:
    match value:
        case bool():
            return str(value).lower()
        case str():
            return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")
        case list():
            return f"[{', '.join(map(_value, value))}]"
        case dict():
            return f"{{ {', '.join(f'{_key(key)} = {_value(each)}' for key, each in value.items())} }}"
        case _:  # numbers, dates
            return str(value)
