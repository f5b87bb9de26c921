from __future__ import annotations

import pytest
from msgspec.structs import replace

from companion.kit.event import Intent, Refused
from companion.kit.question import OneOf, Question
from companion.kit.seats import Seat
from companion.kit.setup import Phrases
from companion.kit.text import speak, text, verbatim
from companion.kit.view import Key, View
from companion.table.choosing import TUMBLE_S, Choosing
from companion.table.controls import Committed, Press
from companion.table.look_pages import LookPage
from companion.testing.whole_games import seated
from tests.companion.games.nim import NIM, Nim, State, Take


class Reach(Intent, frozen=True, kw_only=True):
    """An answer with two levels."""

    heap: int
    count: int | None = None


class Heap(Nim):
    """Shows who looks, and the draft."""

    def view(self, state: State, viewer: Seat | None, draft: Intent | None = None) -> View:
        return View(
            verbatim(f"{viewer} {draft.count if isinstance(draft, Take | Reach) else None}"), number=str(state.left)
        )


def take(count: int) -> Take:
    return Take(seat=1, count=count)


ONE, TWO, THREE = (take(count) for count in (1, 2, 3))
OPEN = Question(1, OneOf((ONE, TWO)), armed=(OneOf((TWO, THREE)), OneOf((THREE,))))
STATE = NIM.begin(seated(NIM, 2, "box"), {})


def choosing(question: Question = OPEN) -> Choosing:
    return Choosing(question, None, may_look=True)


def arming(form: int) -> LookPage:
    return LookPage(View(verbatim("")), form)


def press(chosen: Choosing, key: Key, kind: str) -> Committed | Refused | Intent | None:
    if kind == "tap":
        chosen.tap(Press(1, key, "tap"))
        return chosen.draft
    return chosen.hold(Press(1, key, "hold", 1))


def drawn(chosen: Choosing, t: float = 0.0) -> str:
    return speak(chosen.view(Heap(), STATE, t).title, str)


@pytest.mark.parametrize(("changes", "goes_on"), [({}, False), ({"draft": TWO}, True), ({"armed": 1}, True)])
def test_what_was_begun_goes_on_when_no_other_seat_is_left_but_nothing_that_was_not_shown(
    changes: dict[str, object], *, goes_on: bool
) -> None:
    listed = replace(OPEN, armed=())
    before = replace(Choosing(listed, None, is_alone=False), **changes)
    now = Choosing(listed, ONE)
    assert before.is_untouched is not goes_on
    assert now.go_on_from(before) is goes_on
    assert (now.draft, now.armed) == ((before.draft, before.armed) if goes_on else (ONE, 0))
    assert not Choosing(OPEN, None).go_on_from(before), "another question"


@pytest.mark.parametrize(("page", "first"), [(0, ONE), (1, TWO), (2, THREE)])
def test_what_is_armed_is_what_the_keys_answer(page: int, first: Take) -> None:
    chosen = choosing()
    chosen.choose_page(arming(page))
    assert press(chosen, "green", "tap") == first
    assert press(chosen, "green", "hold") == Committed(first)
    assert chosen.question == OPEN, "what is asked stays"


def test_the_first_page_disarms_and_a_page_without_a_form_leaves_all_as_it_is() -> None:
    chosen, armed = choosing(), []
    for page in (1, 3, 2, 9, 0, 3):
        chosen.choose_page(arming(page))
        armed.append(chosen.armed)
    assert armed == [1, 1, 2, 2, 0, 0]


@pytest.mark.parametrize("before", [0, 1])
def test_a_draft_keeps_the_form_it_was_chosen_in(before: int) -> None:
    chosen = choosing()
    chosen.choose_page(arming(before))
    press(chosen, "green", "tap")
    for page in (0, 1, 2):
        chosen.choose_page(arming(page))
        assert chosen.armed == before


def test_red_held_goes_back_to_no_draft_and_disarms_nothing() -> None:
    chosen = choosing()
    chosen.choose_page(arming(1))
    press(chosen, "green", "tap")
    assert press(chosen, "red", "hold") is None
    assert chosen.armed == 1


def test_it_goes_on_from_the_same_question_alone() -> None:
    before = choosing()
    before.choose_page(arming(1))
    press(before, "green", "tap")
    same, other = choosing(), choosing(replace(OPEN, form=OneOf((ONE,))))
    for now in (same, other):
        now.go_on_from(before)
    assert (same.draft, same.armed) == (TWO, 1)
    assert (other.draft, other.armed) == (None, 0)


def test_armed_or_not_it_is_drawn_and_its_keys_read_alike() -> None:
    plain, armed = choosing(), choosing()
    armed.choose_page(arming(1))
    for draft, said in ((None, "None None"), (TWO, "None 2")):
        plain.draft = armed.draft = draft
        assert drawn(plain) == drawn(armed) == said
        assert plain.legend(Phrases(), None) == armed.legend(Phrases(), None)


def reaching(*answers: tuple[int, int]) -> OneOf:
    return OneOf(tuple(Reach(seat=1, heap=heap, count=count) for heap, count in answers), levels=("heap", "count"))


def test_a_draft_that_leads_to_one_answer_is_drawn_as_that_answer() -> None:
    chosen = Choosing(Question(1, reaching((1, 3), (2, 1), (2, 2))), None)
    for heap, said in ((1, "None 3"), (2, "None None")):
        chosen.draft = Reach(seat=1, heap=heap)
        assert drawn(chosen) == said


def test_of_the_armed_form_what_a_hold_commits_is_drawn() -> None:
    chosen = Choosing(Question(1, reaching((1, 3), (2, 1)), armed=(reaching((1, 4), (2, 1)),)), Reach(seat=1, heap=1))
    for chosen.armed, count in enumerate((3, 4)):
        assert press(chosen, "green", "hold") == Committed(Reach(seat=1, heap=1, count=count))
        assert drawn(chosen) == f"None {count}"


def test_a_card_in_the_hand_is_drawn_as_a_card_whatever_it_leads_to() -> None:
    chosen = Choosing(Question(1, reaching((1, 3), (2, 1), (2, 2)), from_hand=True), Reach(seat=1, heap=1))
    assert drawn(chosen) == "None None"


def test_of_a_secret_one_all_see_who_chooses() -> None:
    asked = Choosing(replace(OPEN, is_secret=True), TWO)
    aside = Choosing(Question(2, OneOf((TWO,)), is_secret=True, name=text("Throw")), TWO, is_aside=True)
    assert drawn(asked) == "None None"
    shown = aside.view(Heap(), STATE, 0.0)
    assert (shown.title, shown.who, shown.lines) == (text("Throw"), 2, (text("in secret"),))


def test_while_the_lot_is_held_up_another_answer_shows_each_beat() -> None:
    chosen = choosing(Question(1, OneOf((ONE, TWO, THREE)), by_lot=True))
    assert drawn(chosen, 9.0) == "None None"
    chosen.tumbling_since = 9.0
    shown = [drawn(chosen, 9.0 + TUMBLE_S * (beat + 0.5)) for beat in range(3)]
    assert sorted(shown) == ["None 1", "None 2", "None 3"]
