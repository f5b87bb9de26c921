from __future__ import annotations

from companion.faces.letters import dejavu, missing, terminus
from companion.kit import names
from companion.kit.text import Text, speak, text, verbatim
from companion.kit.view import Key
from companion.table.controls import Press
from companion.table.screen import Screen
from companion.table.screens.letters import CAPITALS, END, SMALL, Letters

TAKEN = text("That name is taken.")


class Spelling:
    """Two keys and a name."""

    def __init__(self) -> None:
        self.given: list[tuple[str, float]] = []
        self.letters = Letters(text("Blue"), self.objection, self.give)

    def objection(self, name: str) -> Text | None:
        return TAKEN if name == "Bo" else None

    def give(self, name: str, t: float) -> Screen | None:
        self.given.append((name, t))
        return None

    def tap(self, key: Key = "green", times: int = 1) -> None:
        for _ in range(times):
            assert self.letters.press(Press(2, key, "down"), 1.0) is self.letters
            assert self.letters.press(Press(2, key, "tap"), 1.0) is self.letters

    def hold(self, key: Key = "green") -> Screen | None:
        self.letters.press(Press(2, key, "down"), 1.0)
        return self.letters.press(Press(2, key, "hold", 1), 1.0)

    def spell(self, name: str) -> None:
        for letter in name:
            while self.letter != letter:
                self.tap()
            self.hold()

    @property
    def letter(self) -> str:
        return speak(self.letters.view(1.0).number, str)

    @property
    def so_far(self) -> Text:
        return self.letters.view(1.0).lines[0]


def test_a_name_is_spelled_with_two_keys_and_ended_by_its_mark() -> None:
    at = Spelling()
    assert at.letters.view(1.0).lines == (verbatim("_"), text("Blue"))
    assert at.letter == "A"
    at.tap(times=2)
    assert at.letter == "C"
    at.tap("red")
    assert at.letter == "B"
    at.hold()
    assert (at.letter, at.so_far) == ("a", verbatim("B_"))
    at.hold()
    at.tap("red")
    assert at.letter == END
    legend = at.letters.view(1.0).legend
    assert legend is not None
    assert legend.green_hold == text("Done")
    assert at.hold() is None
    assert at.given == [("Ba", 1.0)]


def test_a_name_does_not_end_before_it_has_begun() -> None:
    at = Spelling()
    seen = []
    for _ in range(len(CAPITALS) + 1):
        seen.append(at.letter)
        at.tap("red")
    assert seen[0] == seen[-1] == "A"
    assert END not in seen


def test_red_held_takes_back_letter_by_letter_and_then_leaves() -> None:
    at = Spelling()
    at.spell("Ida")
    for left in ("Id_", "I_", "_"):
        assert at.hold("red") is at.letters
        assert at.so_far == verbatim(left)
    assert at.hold("red") is None
    assert at.given == []


def test_the_table_key_leaves() -> None:
    at = Spelling()
    at.spell("Id")
    assert at.letters.press(Press(0, "table", "tap"), 1.0) is None
    assert at.letters.press(Press(0, "table", "release", 2), 1.0) is at.letters


def test_what_is_refused_says_why_until_the_next_press_and_stays() -> None:
    at = Spelling()
    at.spell("Bo")
    at.tap("red")
    assert at.hold() is at.letters
    assert (at.letters.view(1.0).notice, at.so_far, at.given) == (TAKEN, verbatim("Bo_"), [])
    at.tap()
    assert at.letters.view(1.0).notice is None
    at.spell("b")
    at.tap("red")
    assert at.hold() is None
    assert at.given == [("Bob", 1.0)]


def test_a_name_is_as_long_as_names_are_and_its_end_is_seen() -> None:
    at = Spelling()
    at.spell("Abcdefghij")
    assert at.so_far == verbatim("Abcdefghij_")
    at.spell("klmnopqrst")
    assert at.so_far == verbatim("…lmnopqrst_")
    assert at.letter == END
    at.tap(times=3)
    assert at.letter == END


def test_the_display_has_every_letter_small_and_large() -> None:
    for font in (terminus(16), terminus(12), dejavu(40)):
        assert missing(CAPITALS + SMALL + END, font) == set()
    assert len(set(CAPITALS + SMALL)) == len(CAPITALS + SMALL)


def test_whatever_is_spelled_is_a_name() -> None:
    for letter in CAPITALS + SMALL:
        assert names.tidied(letter) == letter
        assert names.objection(letter) is None
