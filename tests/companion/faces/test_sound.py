from __future__ import annotations

from math import sin

import pytest
from msgspec.structs import replace

from companion.faces.score import NUDGE, OFFERS, SAND, SCORE, TURN, Melody, gallop
from companion.faces.sound import NUDGE_S, TOUCHES, PlayedNotes, Sound, played
from companion.kit.seats import COLOURS
from companion.kit.text import text
from companion.kit.view import Cue, CueMoment, Legend, Loudness, Sand, SeatView, Token, View

from . import ring

TRACK = replace(ring.track(), tokens=(Token(1, "3"), Token(2, "3")))
SEATS = tuple(SeatView(seat, colour, colour) for seat, colour in enumerate(COLOURS[:3], 1))
QUIET = View(text("news"), seats=SEATS, track=TRACK)
ASKED = Legend(green_tap=text("next"))


def asked(who: int) -> View:
    """The question to a seat."""
    return replace(QUIET, who=who, legend=ASKED)


def ran(*tokens: Token) -> View:
    """After a move."""
    return replace(QUIET, track=replace(TRACK, tokens=tokens))


class Ear:
    """Hears one table at full loudness."""

    def __init__(self) -> None:
        self._sound = Sound()
        self._cue: Cue | None = None
        assert self.hears(0.0) is None

    def nudge(self, t: float) -> PlayedNotes | None:
        return self._sound.nudge(t)

    def watch(self, sand: Sand | None, t: float) -> PlayedNotes | None:
        return self._sound.watch(sand, t)

    @property
    def next_deadline(self) -> float | None:
        return self._sound.next_deadline()

    def hears(
        self, t: float, *, moment: CueMoment | None = None, view: View = QUIET, loudness: Loudness = "full"
    ) -> PlayedNotes | None:
        if moment is not None:
            self._cue = Cue(moment, 1, nth=self._cue.nth + 1 if self._cue else 1)
        return self._sound.hear(view, self._cue, loudness, t)


def full(*melodies: Melody) -> PlayedNotes:
    return played(tuple(note for melody in melodies for note in melody), "full")


@pytest.mark.parametrize("moment", [moment for moment in SCORE if moment not in {"offer", "run"}])
def test_what_has_happened_is_heard_once(moment: CueMoment) -> None:
    ear = Ear()
    assert ear.hears(1.0, moment=moment) == full(SCORE[moment])
    assert ear.hears(1.1) is None
    assert ear.hears(9.0) is None
    assert ear.hears(10.0, moment=moment) == full(SCORE[moment])


def test_each_bid_of_an_auction_is_higher_and_the_next_auction_begins_anew() -> None:
    ear = Ear()
    heard = [ear.hears(float(n), moment="offer") for n in range(1, 16)]
    assert heard == [full(OFFERS[min(n, 12)]) for n in range(15)]
    ear.hears(20.0, moment="sold")
    assert ear.hears(30.0, moment="offer") == full(OFFERS[0])


def test_whoever_is_asked_is_called_once() -> None:
    ear = Ear()
    assert ear.hears(1.0, view=asked(1)) == full(TURN)
    assert ear.hears(2.0, view=asked(1)) is None
    assert ear.hears(3.0) is None
    assert ear.hears(4.0, view=asked(1)) is None, "news in between do not ask"
    assert ear.hears(5.0, view=asked(2)) == full(TURN)


def test_several_are_called_once_whoever_answers_first_and_again_for_the_next_question() -> None:
    ear = Ear()
    all_three = replace(asked(1), who=None, missing=(1, 2, 3))
    assert ear.hears(1.0, view=all_three) == full(TURN)
    assert ear.hears(2.0, view=replace(all_three, who=2)) is None
    assert ear.hears(3.0, view=replace(all_three, missing=(1, 3))) is None
    assert ear.hears(4.0, view=asked(3)) is None
    assert ear.hears(5.0, view=all_three) == full(TURN)


def test_who_is_asked_for_long_is_called_once_more() -> None:
    ear = Ear()
    assert ear.next_deadline is None
    ear.hears(1.0, view=asked(1))
    assert ear.next_deadline == 1.0 + NUDGE_S
    ear.hears(5.0, view=replace(asked(1), number="3"))
    assert ear.next_deadline == 5.0 + NUDGE_S, "something happens"
    assert ear.nudge(4.9 + NUDGE_S) is None
    assert ear.nudge(5.0 + NUDGE_S) == full(NUDGE)
    assert (ear.nudge(6.0 + NUDGE_S), ear.next_deadline) == (None, None)
    ear.hears(40.0 + NUDGE_S, view=replace(asked(1), number="3"))
    assert ear.next_deadline is None, "only the light of the display has changed"
    ear.hears(50.0, view=asked(2))
    ear.hears(51.0)
    assert ear.next_deadline is None, "nobody is asked any more"


def softly(melody: Melody) -> PlayedNotes:
    return played(melody, "soft")


def test_sand_that_has_run_through_is_heard_once_and_never_louder_than_soft() -> None:
    ear, sand = Ear(), Sand(70.0, 60)
    assert (ear.watch(sand, 10.0), ear.next_deadline) == (None, 70.0)
    assert ear.watch(sand, 69.9) is None
    assert ear.watch(sand, 70.0) == softly(SAND)
    assert (ear.watch(sand, 71.0), ear.next_deadline) == (None, None)
    assert ear.watch(Sand(80.0, 60), 80.0) is None, "it goes on after a menu, with nothing left"


def test_sand_that_is_turned_or_stands_still_is_not_heard() -> None:
    ear = Ear()
    ear.watch(Sand(70.0, 60), 10.0)
    ear.watch(None, 20.0)
    assert (ear.watch(None, 75.0), ear.next_deadline) == (None, None)
    ear.watch(Sand(140.0, 60), 80.0)
    assert ear.watch(Sand(190.0, 60), 140.0) is None


def test_sand_is_silent_if_the_sound_is_off_and_while_something_else_is_heard() -> None:
    ear = Ear()
    ear.hears(1.0, loudness="off")
    ear.watch(Sand(70.0, 60), 10.0)
    assert ear.watch(Sand(70.0, 60), 70.0) == ()
    ear.watch(Sand(100.0, 60), 90.0)
    ear.hears(99.9, moment="win")
    assert (ear.watch(Sand(100.0, 60), 100.0), ear.next_deadline) == (None, None)


def test_a_bot_is_not_called_and_off_is_silence() -> None:
    ear = Ear()
    bots = tuple(replace(seat, is_bot=True) for seat in QUIET.seats)
    ear.hears(1.0, view=replace(asked(1), seats=bots))
    assert ear.next_deadline is None
    ear.hears(2.0, view=asked(1), loudness="off")
    assert ear.nudge(2.0 + NUDGE_S) == ()


@pytest.mark.parametrize("legend", [None, Legend(red_tap=text("next")), Legend(red_hold=text("accuse"))])
def test_news_of_a_seat_a_look_at_its_secrets_and_an_aside_held_up_call_nobody(legend: Legend | None) -> None:
    ear = Ear()
    ear.hears(1.0, view=asked(1))
    assert ear.hears(2.0, view=replace(QUIET, who=2, legend=legend)) is None
    assert ear.hears(3.0, view=asked(1)) is None


def test_a_draft_and_a_refused_press_are_silent() -> None:
    ear = Ear()
    ear.hears(1.0, view=asked(1))
    assert ear.hears(2.0, view=replace(asked(1), number="7", is_draft=True)) is None
    assert ear.hears(3.0, view=replace(asked(1), notice=text("Not your turn."))) is None


def test_hooves_are_heard_as_long_as_the_run_is_seen() -> None:
    ear = Ear()
    view = ran(Token(1, "6", way=("3", "4", "5", "6")), Token(2, "3"))
    assert ear.hears(1.0, view=view) == full(gallop(4, TRACK.step_s))
    assert ear.hears(1.1, view=view) is None


def test_of_several_runs_the_longest_is_heard_and_a_piece_that_fades_is_silent() -> None:
    ear = Ear()
    both = ran(Token(1, "4", way=("3", "4")), Token(2, "5", way=("3", "4", "5")))
    assert ear.hears(1.0, view=both) == full(gallop(3, TRACK.step_s))
    assert ear.hears(20.0, view=ran(Token(1, "9"), Token(2, "5", way=("3", "4", "5")))) is None


def test_a_piece_that_appears_does_not_run() -> None:
    ear = Ear()
    view = ran(*TRACK.tokens, Token(3, "5", way=("3", "4", "5")))
    assert ear.hears(1.0, view=view) is None


def test_what_comes_at_once_is_played_one_after_the_other() -> None:
    ear = Ear()
    view = replace(ran(Token(1, "5", way=("3", "4", "5"))), who=2, legend=ASKED)
    assert ear.hears(1.0, view=view, moment="trap") == full(gallop(3, TRACK.step_s), SCORE["trap"], TURN)


def test_something_new_takes_the_place_of_the_old_unless_that_matters_more() -> None:
    ear = Ear()
    ear.hears(1.0, moment="paid")
    assert ear.hears(1.05, moment="win") == full(SCORE["win"])
    assert ear.hears(1.1, moment="sold") is None
    assert ear.hears(1.2, view=asked(2)) is None
    assert ear.hears(1.3, moment="win") == full(SCORE["win"]), "what matters as much is newer"
    assert ear.hears(6.0, view=asked(2)) is None, "nothing is played late"
    assert ear.hears(7.0, view=asked(1)) == full(TURN)


def test_a_soft_note_is_shorter_and_weaker_in_the_same_time() -> None:
    loud, soft = played(TURN, "full"), played(TURN, "soft")
    assert sum(seconds for _, seconds, _ in loud) == pytest.approx(sum(seconds for _, seconds, _ in soft))
    (hertz, seconds, share), rest = soft[:2]
    assert (hertz, seconds, share) == (TURN[0].hertz, TURN[0].seconds / 2, 0.1)
    assert rest == (None, TURN[0].seconds / 2, 0.0)
    assert sin(3.1416 * TOUCHES["soft"].high) / sin(3.1416 * TOUCHES["full"].high) == pytest.approx(0.31, abs=0.01)


def test_another_loudness_is_heard_at_once_and_off_is_silence() -> None:
    ear = Ear()
    assert ear.hears(1.0, loudness="soft") == played(TURN, "soft")
    ear.hears(2.0, moment="win", loudness="soft")
    assert ear.hears(2.1, loudness="off") == ()
    assert ear.hears(9.0, moment="win", loudness="off") == ()
    assert ear.hears(19.0, loudness="full") == full(TURN)
