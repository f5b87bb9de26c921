"""What the box says aloud of screen after screen."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from companion.faces.aloud import LETTER_S, Aloud
from companion.kit.text import text, verbatim
from companion.kit.view import Bar, Legend, SeatView, Space, Speech, Token, Track, View, Wish
from companion.locale import translator

SEATS = (SeatView(1, "Pia", "red", "50"), SeatView(2, "Hans", "blue", "48"))
TRACK = Track((Space("3"), Space("7")), (Token(1, "7"), Token(2, "3")))
KEYS = Legend(green_hold=text("OK"), red_hold=text("Pass"))
ASKED = View(text("roll"), who=1, number="3", seats=SEATS, track=TRACK, legend=KEYS)
HANS = replace(ASKED, who=2)
NEWS = View(text("Pia rolls"), number="6", seats=SEATS, track=TRACK)


class Ear:
    """Hears one box."""

    def __init__(self, speech: Speech = "all", language: str = "en") -> None:
        self.aloud = Aloud()
        self.speech = speech
        self.language = language
        self.wish: Wish | None = None
        self.t = 100.0

    def hear(self, view: View) -> str | None:
        """The words of this screen; `None`: it says nothing new."""
        self.t += 1.0
        language = translator(self.language)
        said = self.aloud.hear(view, self.wish, self.speech, self.language, language, self.t)
        assert said is None or said.language == self.language
        return said.words if said is not None else None

    def want(self, wish: Wish, view: View) -> str | None:
        self.wish = wish
        return self.hear(view)


def test_everything_is_what_is_new_on_each_screen() -> None:
    ear = Ear()
    assert ear.hear(ASKED) == "Pia: roll. 3. hold dot: OK, hold ring: Pass."
    assert ear.hear(ASKED) is None
    assert ear.hear(replace(ASKED, bar=Bar("green", 0.5))) is None
    assert ear.hear(replace(ASKED, number="4", is_draft=True)) == "4."
    assert ear.hear(NEWS) == "Pia rolls. 6."
    assert ear.hear(HANS) == "Hans: roll. 3. hold dot: OK, hold ring: Pass."


def test_news_is_said_whole_even_if_a_draft_has_just_said_the_same() -> None:
    ear = Ear()
    ear.hear(replace(ASKED, number="6", is_draft=True))
    assert ear.hear(NEWS) == "Pia rolls. 6."
    assert ear.hear(replace(NEWS, notice=text("Hold longer"))) == "Hold longer."


def test_of_a_tumbling_die_no_face_is_said() -> None:
    ear = Ear()
    ear.hear(ASKED)
    tumbling = replace(ASKED, number="6", is_draft=True, legend=Legend(), lines=(text("let go!"),))
    assert ear.hear(tumbling) == "let go!"
    assert ear.hear(replace(tumbling, number="2")) is None


def test_of_turns_it_says_only_who_is_asked_what() -> None:
    ear = Ear("turns")
    heard = [ear.hear(view) for view in (NEWS, ASKED, replace(ASKED, number="4"), NEWS, ASKED, HANS)]
    assert heard == [None, "Pia: roll. 3.", None, None, None, "Hans: roll. 3."]


def test_a_seat_where_a_bot_plays_is_not_called() -> None:
    ear = Ear("turns")
    assert ear.hear(replace(ASKED, legend=Legend(instead=text("a bot plays")))) is None


def test_off_it_says_nothing_whatever_is_wanted() -> None:
    ear = Ear("off")
    assert ear.hear(ASKED) is None
    assert ear.want(Wish("again", 1), ASKED) is None
    assert ear.want(Wish("board", 2), HANS) is None


@pytest.mark.parametrize("speech", ["turns", "all"])
def test_on_request_it_says_the_screen_again_or_the_board_once(speech: Speech) -> None:
    ear = Ear(speech)
    ear.hear(ASKED)
    assert ear.want(Wish("again", 1), ASKED) == "Pia: roll. 3. hold dot: OK, hold ring: Pass."
    assert ear.want(Wish("board", 2), ASKED) == "Pia: 50, on space 7. Hans: 48, on space 3."
    assert ear.hear(ASKED) is None


def test_switching_it_on_is_heard_and_switching_it_off_ends_it_at_once() -> None:
    ear = Ear("off")
    ear.hear(ASKED)
    ear.speech = "turns"
    assert ear.hear(ASKED) == "Pia: roll. 3."
    assert ear.aloud.speaks(ear.t + 0.1)
    ear.speech = "off"
    assert ear.hear(ASKED) == ""
    assert not ear.aloud.speaks(ear.t)


def test_it_speaks_for_about_as_long_as_its_letters_take() -> None:
    ear = Ear()
    said = ear.hear(ASKED)
    assert said is not None
    assert ear.aloud.speaks(ear.t + LETTER_S * (len(said) - 1))
    assert not ear.aloud.speaks(ear.t + LETTER_S * (len(said) + 1))


def test_it_changes_its_language_with_the_table() -> None:
    ear = Ear()
    ear.hear(ASKED)
    ear.language = "de"
    said = ear.hear(ASKED)
    assert said is not None
    assert said.endswith("Ring halten: Passen.")


def test_a_code_is_for_those_who_see_the_display() -> None:
    invited = View(text("Phone: Pia"), qr="http://10.0.0.1/#123456", lines=(verbatim("10.0.0.1"), verbatim("123456")))
    assert Ear().hear(invited) == "Phone: Pia."
