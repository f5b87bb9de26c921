"""Damaged bytes: cut, flipped, doubled, or with a piece that readers stumble over."""

from __future__ import annotations

from random import Random
from typing import Final

STUMBLES: Final = (
    *(b"\0", b"\xff", b"\xed\xa0\x80", b"\xef\xbb\xbf", b"\r\n", b'"', b"'", b"\xe2\x80\x9c", b"\\", b"\\ud800"),
    *(b"null", b"true", b"NaN", b"-Infinity", b"1e999", b"-1", b"9" * 400, b"0x78", b"1.0", b"{}", b"[]", b'""'),
    *(
        b"[" * 3000,
        b'{"a":' * 2000,
        b"a" * 70_000,
        b"../../etc/passwd",
        b"%00",
        b"%s",
        b"{0}",
        b"\x1b[2J",
        b"\xe2\x80\xae",
    ),
)


def spoiled(content: bytes, luck: Random) -> bytes:
    """`content` after one to four accidents."""
    for _ in range(luck.randint(1, 4)):
        content = _once(content, luck)
    return content


def _once(content: bytes, luck: Random) -> bytes:
    start, end = sorted(luck.randint(0, len(content)) for _ in range(2))
    match luck.randrange(7):
        case 0:
            return content[:start]
        case 1 if content:
            at = luck.randrange(len(content))
            return content[:at] + bytes([content[at] ^ 1 << luck.randrange(8)]) + content[at + 1 :]
        case 2:
            return content[:start] + luck.choice(STUMBLES) + content[start:]
        case 3:
            return content[:start] + luck.choice(STUMBLES) + content[min(len(content), start + luck.randint(1, 12)) :]
        case 4:
            return content[:end] + content[start : min(end, start + 2000)] + content[end:]
        case 5:
            return content[:start] + content[end:]
        case _:
            lines = content.split(b"\n")
            luck.shuffle(lines)
            return b"\n".join(lines)
