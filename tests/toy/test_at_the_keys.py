"""A list in levels, a look on turn, a secret question and asides, with two keys a seat."""

from __future__ import annotations

from random import Random

from msgspec.structs import replace

from companion.kit.question import OneOf, Question
from companion.kit.text import speak
from companion.kit.view import View
from companion.match.history import Step, Undo
from companion.players.fingers import PASS, turn
from companion.table.controls import LONGER_S
from companion.table.slow_presses import HOLD_LONGER
from tests.companion.table.at_the_table import say
from tests.toy.frogs_at_the_table import Frogs, at_rest, hand
from tests.toy.tin_frogs import HAND, Dealt, Hopped, State, Threw, Throw, TinFrogs


def labels(view: View) -> list[str | None]:
    legend = view.legend
    assert legend is not None
    said = (legend.green_tap, legend.green_hold, legend.red_tap, legend.red_hold)
    return [speak(label, str) if label is not None else None for label in said]


# --- a list in levels ------------------------------------------------------------------------------------------------


def test_a_card_then_a_frog_and_the_hop_is_made() -> None:
    frogs = at_rest()
    assert (say(frogs.view), labels(frogs.view)) == ("plays |  | a card, a frog", ["►", "Look", "◄", "Throw"])
    frogs.tap(1, times=2)
    assert (say(frogs.view), labels(frogs.view)) == ("hops | 2 | which card", ["►", "OK", "◄", "Back"])
    frogs.hold(1)
    assert (say(frogs.view), labels(frogs.view)) == ("hops | 2 | frog A", ["►", "Go", "◄", "Back"])
    frogs.tap(1)
    assert say(frogs.view) == "hops | 2 | frog B"
    card = hand(frogs, 1)[1]
    frogs.hold(1)
    assert Hopped(1, 2, (card,), 2) in frogs.happened()
    assert frogs.turn == 2


def test_red_held_goes_up_a_level_and_at_last_to_no_draft() -> None:
    frogs = at_rest()
    shown = [say(frogs.view)]
    for key in ("tap", "tap", "hold"):
        getattr(frogs, key)(1)
        shown.append(say(frogs.view))
    for expected in reversed([shown[0], shown[2]]):
        frogs.hold(1, "red")
        assert say(frogs.view) == expected
    assert frogs.happened()[3:] == []


# --- looking ---------------------------------------------------------------------------------------------------------


def test_who_is_on_turn_looks_until_the_first_tap_and_again_after_going_back() -> None:
    frogs = at_rest()
    cards = hand(frogs, 1)
    for is_back in (False, True):
        frogs.reach(1)
        assert say(frogs.view) == "only you |  | " + "  ".join(f"{slot}:{card}" for slot, card in enumerate(cards, 1))
        frogs.let_go(1)
        if not is_back:
            frogs.tap(1)
            frogs.hold(1, "red")


def test_red_taps_leaf_through_the_pages_while_green_is_held() -> None:
    frogs = at_rest()
    frogs.reach(2)
    first = say(frogs.view)
    assert labels(frogs.view) == [None, None, "next", None]
    frogs.tap(2, "red")
    assert say(frogs.view) == f"only you | {sum(int(card or 0) for card in hand(frogs, 2))} | in all"
    frogs.tap(2, "red")
    assert say(frogs.view) == first
    frogs.tap(1, "red")
    assert "only you" not in say(frogs.view), "the seat on turn goes on"


# --- asides ----------------------------------------------------------------------------------------------------------


def test_a_seat_that_is_not_asked_says_its_aside_by_holding_red_long() -> None:
    frogs = at_rest()
    frogs.tap(1, times=2)
    drafted, before = say(frogs.view), hand(frogs, 3)
    frogs.reach(3, "red")
    assert (say(frogs.view), frogs.view.who, labels(frogs.view)) == (
        "throws |  | all cards", 3, [None, None, None, "Throw"]
    )  # fmt: skip
    frogs.wait(1.0)
    assert frogs.view.bar is not None
    assert 0.75 < frogs.view.bar.share < 0.85
    frogs.wait(LONGER_S - 1.0)
    frogs.press(3, "red", "hold", 2)
    assert frogs.happened()[-2] == Threw(3, (1, 2, 3))
    assert isinstance(frogs.happened()[-1], Dealt)
    assert frogs.turn == 1
    frogs.let_go(3, "red", 2)
    frogs.wait(10.0)
    assert say(frogs.view) == drafted, "the question stands, and so does what was being chosen"
    assert hand(frogs, 3) != before


def test_letting_go_early_throws_nothing() -> None:
    frogs = at_rest()
    before = frogs.view
    frogs.reach(3, "red")
    frogs.wait(1.3)
    frogs.let_go(3, "red")
    assert frogs.view == replace(before, notice=HOLD_LONGER)
    assert frogs.happened()[3:] == []


def test_once_said_it_is_no_more_offered() -> None:
    frogs = at_rest()
    frogs.hold_long(3)
    frogs.wait(10.0)
    frogs.reach(3, "red")
    assert "Not your turn." in say(frogs.view)
    assert frogs.view.bar is None
    told = frogs.happened()
    frogs.press(3, "red", "hold", 2)
    assert frogs.happened() == told


class Secretive(TinFrogs):
    """Nobody else sees what the seat on turn is choosing."""

    def question(self, state: State) -> Question | None:
        question = super().question(state)
        return replace(question, is_secret=True) if question is not None and question.seat is not None else question


def test_nobody_sees_what_is_being_chosen_if_the_question_is_secret() -> None:
    frogs = Frogs(rules=Secretive())
    frogs.wait(60.0)
    words = say(frogs.view)
    assert words == "plays |  | a card, a frog"
    for key in ("tap", "tap", "hold", "tap"):
        getattr(frogs, key)(1)
        assert say(frogs.view) == words
    card = hand(frogs, 1)[1]
    frogs.hold(1)
    assert Hopped(1, 2, (card,), 2) in frogs.happened()


def test_who_is_on_turn_chooses_in_secret_which_card_to_throw() -> None:
    frogs = at_rest()
    before = hand(frogs, 1)
    frogs.hold(1, "red")
    shown = frogs.view
    assert (say(shown), shown.who, labels(shown)) == ("Throw |  | in secret", 1, ["►", "OK", "◄", "Back"])
    frogs.tap(1)
    assert frogs.view == shown, "nobody sees which"
    frogs.hold(1)
    assert frogs.happened()[-2] == Threw(1, (2,))
    assert [before[0], before[2]] == [hand(frogs, 1)[0], hand(frogs, 1)[2]]
    assert frogs.turn == 1


def test_red_held_again_goes_back_from_an_aside() -> None:
    frogs = at_rest()
    before = frogs.view
    frogs.hold(1, "red")
    frogs.hold(1, "red")
    assert frogs.view == before


def test_an_aside_is_undone_like_any_decision() -> None:
    frogs = at_rest()
    before = frogs.state
    frogs.hold_long(2)
    frogs.undo()
    assert frogs.state == before
    assert isinstance(frogs.paper.entries[-1], Undo)
    assert [entry.seat for entry in frogs.paper.entries[-3:-1] if isinstance(entry, Step)] == [2, None]


class Choosy(TinFrogs):
    """A seat that is not asked chooses, too, and openly."""

    def asides(self, state: State) -> tuple[Question, ...]:
        return tuple(replace(self._one_card(aside), is_secret=False) for aside in super().asides(state))

    def _one_card(self, aside: Question) -> Question:
        throws = tuple(Throw(seat=aside.seat, slots=(slot,)) for slot in range(1, HAND + 1))
        return replace(aside, form=OneOf(throws))


def test_an_aside_with_a_choice_opens_its_list() -> None:
    frogs = Frogs(rules=Choosy())
    frogs.wait(60.0)
    frogs.hold_long(2)
    assert (say(frogs.view), frogs.view.who) == ("throws |  | slot 1", 2)
    assert labels(frogs.view) == ["►", "OK", "◄", "Back"]
    frogs.tap(2, "red")
    assert say(frogs.view) == "throws |  | slot 3"
    frogs.tap(3)
    assert "Not your turn." in say(frogs.view), "it is nobody else's list"
    frogs.hold(2)
    assert Threw(2, (3,)) in frogs.happened()


def test_whoever_is_asked_goes_on_over_an_open_list() -> None:
    frogs = Frogs(rules=Choosy())
    frogs.wait(60.0)
    before = frogs.view
    frogs.hold_long(2)
    frogs.tap(1)
    assert frogs.view == before, "the first press only brings the question back"
    frogs.tap(1)
    assert say(frogs.view) == "hops | 1 | which card"


def test_a_hold_begun_before_an_aside_commits_nothing() -> None:
    """Its finger has not seen how the table has changed."""
    frogs = at_rest()
    frogs.tap(1)
    frogs.hold(1)
    frogs.down(1)
    frogs.down(3, "red")
    frogs.press(3, "red", "hold", 1)
    frogs.press(3, "red", "hold", 2)
    frogs.press(1, "green", "hold", 1)
    assert not any(isinstance(event, Hopped) for event in frogs.happened())
    assert isinstance(frogs.happened()[-1], Dealt)


def test_the_menu_keeps_an_aside_from_being_said() -> None:
    frogs = at_rest()
    frogs.reach(3, "red")
    frogs.hold_table(5.1)
    frogs.press(3, "red", "hold", 2)
    assert frogs.happened()[3:] == []
    assert "Menu" in say(frogs.view)


class Forced(TinFrogs):
    """The seat on turn has only one hop."""

    def question(self, state: State) -> Question | None:
        question = super().question(state)
        if question is None or question.seat is None or not isinstance(question.form, OneOf):
            return question
        only = OneOf(question.form.answers[:1], levels=question.form.levels)
        return replace(question, form=only, from_hand=False, armed=())


def test_an_only_answer_waits_for_a_seat_that_could_say_something_aside() -> None:
    frogs = Frogs(rules=Forced())
    assert frogs.turn == 1
    assert not any(isinstance(event, Hopped) for event in frogs.happened())
    frogs.hold(1, "red")  # what is asked in the open has a draft; without it there is a look
    frogs.hold(1, "red")
    frogs.hold(1)
    threw, *_, hopped = (event for event in frogs.happened() if isinstance(event, Threw | Hopped))
    assert (threw, hopped.seat) == (Threw(1, (1,)), 1), "then there is nothing else to say, and the box goes on"
    assert frogs.turn == 2


def test_fingers_take_the_draft_back_before_they_say_something_aside() -> None:
    session = Frogs(rules=Forced()).table.session
    assert session is not None
    assert session.question is not None
    told = [turn(session, session.question, Random(number)) for number in range(100)]
    asides = [keys for seat, keys in told if seat == 1 and keys[:1] == PASS]
    assert asides
    assert all(keys[1:2] == PASS and keys[2].key == "green" for keys in asides)
