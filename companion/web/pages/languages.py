"""The language in which a browser reads: chosen on a page, else the one that the browser asks for.

Law: a browser without a choice that asks for none of the box's languages, and a program that asks for none, read that
of the table.
"""

from __future__ import annotations

from typing import Final

from starlette.requests import HTTPConnection

from companion.locale import LANGUAGES

CHOSEN: Final = "companion-language"
"""The cookie with the choice, which the pages set: a language, or `AS_TABLE`. Every request brings it."""
AS_TABLE: Final = "table"
MOST: Final = 20
"""The most languages of a browser that are looked at."""


def language_of(asking: HTTPConnection) -> str:
    """The language of whoever asks; empty: the table's."""
    chosen = asking.cookies.get(CHOSEN, "")
    if chosen in (*LANGUAGES, AS_TABLE):
        return chosen.replace(AS_TABLE, "")
    return preferred(asking.headers.get("accept-language", ""))


def preferred(accepted: str) -> str:
    """The best of the box's languages for a browser that accepts these (RFC 9110, 12.5.4); empty: none."""
    ranked = sorted(map(_weighed, accepted.split(",")[:MOST]), key=lambda each: -each[0])
    return next((language for weight, language in ranked if weight > 0 and language in LANGUAGES), "")


def _weighed(accepted: str) -> tuple[float, str]:
    """How much a browser wants a language, and the language without its country: `de-AT;q=0.9` is 0.9 of de."""
    tag, _, weight = accepted.partition(";")
    language = tag.strip().partition("-")[0].lower()
    _, _, number = weight.partition("q=")
    try:
        return (float(number) if number else 1.0), language
    except ValueError:
        return 0.0, language
