from __future__ import annotations

import pytest

from companion.kit import names
from companion.kit.text import text

ZOE, DECOMPOSED = "Zo\u00eb", "Zoe\u0308"


@pytest.mark.parametrize("name", ["Z", ZOE, "Zoë 李 O'Neill-Gül", "A" * 20, f"{'Ж' * 19}ë", "Tom 2"])
def test_one_printed_line_of_1_to_20_letters_is_a_name(name: str) -> None:
    assert names.tidied(name) == name
    assert names.objection(name) is None


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("", text("A name needs a letter.")),
        ("A" * 21, text("A name has at most {n} letters.", n=20)),
        *[
            (f"A{odd}B", text("A name is one line of plain letters."))
            for odd in ("\0", "\n", "\t", "\x1b[2J", "\x7f", "\x9b", "\u202e", "\u200b", "\u2028", "\ufeff", "\ud800")
        ],
    ],
)
def test_nothing_else_is(name: str, why: object) -> None:
    assert names.objection(name) == why


def test_a_name_is_kept_in_one_spelling() -> None:
    assert names.tidied(f" {DECOMPOSED}\n") == ZOE
    assert len(names.tidied("e\u0308" * 20)) == 20


@pytest.mark.parametrize("other", [ZOE, DECOMPOSED, "zo\u00eb", "ZOE\u0308", f" {ZOE} "])
def test_two_spellings_are_one_player(other: str) -> None:
    assert names.player_key(other) == names.player_key(ZOE)
    assert names.player_key("Zoe") != names.player_key(ZOE)


def test_a_repeated_name_gets_a_number() -> None:
    assert names.told_apart(("Anna", "Ben", "Anna", "Anna2", "anna")) == ("Anna", "Ben", "Anna2", "Anna22", "anna3")
    assert names.told_apart(("Max",) * 6) == ("Max", "Max2", "Max3", "Max4", "Max5", "Max6")
    assert names.told_apart((ZOE, DECOMPOSED)) == (ZOE, f"{DECOMPOSED}2")


def test_a_number_makes_no_name_too_long() -> None:
    told = names.told_apart(("A" * 20,) * 11)
    assert told[1] == f"{'A' * 19}2"
    assert told[10] == f"{'A' * 18}11"
    assert [names.objection(name) for name in told] == [None] * 11
