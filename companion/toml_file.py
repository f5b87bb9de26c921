"""A TOML file that somebody wrote by hand: read whole, within limits, and as the shape that it should have.

Law: any mistake in it is reported in one sentence: which file and key, what was expected, what came.
"""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from typing import Final, TypeVar

import msgspec

from companion import files
from companion.kit.errors import BadConfig
from companion.kit.shape import explain

DEEPEST: Final = 20
"""The deepest nesting of sections and lists; no settings need it."""
MOST: Final = 10**15
"""The largest number; no setting comes near it."""

WORDS: Final = {"yes": "true", "on": "true", "true": "true", "no": "false", "off": "false", "false": "false"}
"""For each way in which people write booleans, the way of TOML."""
_QUOTED: Final = re.compile(r""" "[^"]*" | '[^']*' """, re.X)
_CURLY: Final = re.compile(r"[\u2018-\u201f\xab\xbb]")
_BARE: Final = re.compile(r"(?:=[\s\[]*|,\s*)((?:[^\W\d_]|[/~])[^,\]#=]*?)\s*(?=[,\]#]|$)")
"""A word without quotes where a value should be."""

Shape = TypeVar("Shape", bound=msgspec.Struct)


def is_there(path: Path) -> bool:
    """Whether something with this name exists. Raises BadConfig if that cannot be found out."""
    try:
        path.stat()
    except (FileNotFoundError, NotADirectoryError):
        return False
    except (OSError, ValueError) as error:
        why = error.strerror if isinstance(error, OSError) else "no file can have this name"
        raise BadConfig(f"{path}: expected a file, or none; {why}.") from None
    return True


def read(path: Path, shape: type[Shape]) -> Shape:
    """A TOML file as a `shape`. Raises BadConfig."""
    return convert(path, read_toml(path), shape)


def convert(path: Path, raw: object, shape: type[Shape], within: tuple[str, ...] = ()) -> Shape:
    """The content of a file as a `shape`; `within`: the section that it is. Raises BadConfig."""
    try:
        return msgspec.convert(raw, shape)
    except msgspec.ValidationError as error:
        raise BadConfig(f"{path}: {explain(str(error), shape, raw, within)}.") from None


def read_toml(path: Path) -> dict[str, object]:
    """The content of a TOML file. Raises BadConfig."""
    try:
        return parse(_text(files.read_bytes(path)))
    except OSError as error:
        raise BadConfig(f"{path}: expected a settings file; {error.strerror}.") from None
    except UnicodeError:
        raise BadConfig(
            f"{path}: expected text in UTF-8; came another encoding; save it again with the encoding UTF-8."
        ) from None
    except ValueError as error:
        raise BadConfig(f"{path}: expected TOML; {error}.") from None


def parse(text: str) -> dict[str, object]:
    """The content of a TOML text, within limits. Raises ValueError."""
    try:
        raw = tomllib.loads(text)  # a number with thousands of digits raises no TOMLDecodeError
    except RecursionError:
        raise ValueError("came too many brackets") from None
    except tomllib.TOMLDecodeError as error:
        raise ValueError(_mistake(text, str(error))) from None
    _measure(raw)
    return raw


def _mistake(text: str, said: str) -> str:
    """What is wrong with the quotes of the line that cannot be read; else the message of the TOML reader.

    The message repeats no text in quotes, since that may be a password.
    """
    lines = [_QUOTED.sub("''", line).partition("#")[0] for line in text.splitlines()]
    open_ = [number for number, line in enumerate(lines, 1) if set(line.replace("''", "")) & {'"', "'"}]
    at = re.search(r"at line (\d+)", said)
    number = int(at[1]) if at is not None else next(iter(open_), 1)
    line = lines[number - 1] if number <= len(lines) else ""
    if (curly := _CURLY.search(line)) is not None:
        return f'line {number}: came the curly quote {curly[0]}; write straight ones: "…"'
    if number in open_:
        return f"line {number}: a quote is missing; a text has one before it and one behind it"
    if (word := _BARE.search(line)) is not None and word[1] not in WORDS.values():
        if (meant := WORDS.get(word[1].lower())) is not None:
            return f"line {number}: came {word[1]}; write {meant}"
        return f"line {number}: quotes are missing; a text has one before it and one behind it"
    return said


def _text(raw: bytes) -> str:
    """The text that an editor saved, with or without a UTF-8 mark. Raises UnicodeError."""
    if b"\0" in raw:
        raise UnicodeError("UTF-16 without its mark")
    return raw.decode("utf-8-sig")


def _measure(raw: object, depth: int = 0) -> None:
    """Raises ValueError for values that no setting can have, so that later steps need not check them."""
    if depth > DEEPEST:
        raise ValueError("sections within sections without end")
    if isinstance(raw, dict | list):
        for inner in raw.values() if isinstance(raw, dict) else raw:
            _measure(inner, depth + 1)
    elif isinstance(raw, int) and abs(raw) > MOST:
        raise ValueError(f"a number beyond {MOST}")
