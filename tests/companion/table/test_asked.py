from __future__ import annotations

from itertools import count

from msgspec.structs import replace

from companion.games.galopp_royal.race import Scheming
from companion.kit.question import OneOf, Question
from companion.kit.text import text, verbatim
from companion.kit.view import Legend
from companion.match.session import Session
from companion.table.asked import Asked, Look
from companion.table.notices import Notices
from companion.table.playing import Playing
from companion.testing.whole_games import SEED, seated
from tests.companion.games.galopp_royal.positions import race
from tests.companion.table.at_the_table import Paper, People, say
from tests.toy.tin_frogs import HAND, State, Throw, TinFrogs


class OpenAsides(TinFrogs):
    """The player who is not on turn chooses what to throw."""

    def asides(self, state: State) -> tuple[Question, ...]:
        return tuple(replace(aside, form=OneOf(_cards(aside.seat))) for aside in super().asides(state))


def _cards(seat: int | None) -> tuple[Throw, ...]:
    return tuple(Throw(seat=seat, slots=(slot,)) for slot in range(1, HAND + 1))


def asked() -> Asked[State]:
    """Three play, and seat 1 is on turn."""
    rules = OpenAsides()
    session = Session(rules, SEED, rules.begin(seated(rules, 3, "box"), {}))
    while (step := session.automatic()) is not None:
        session = session.apply(step)
    return Asked(Playing(session, (1, 2, 3), Paper(), Notices(), count()))


def test_a_question_is_answered_by_its_seat_alone() -> None:
    now = asked()
    assert [now.by(seat) for seat in (None, 1, 2, 3)] == [None, now.questions[0], None, None]
    assert [now.own(seat) for seat in (None, 1, 2, 3)] == [None, now.questions[0], None, None]


def test_an_aside_lies_over_it_and_is_answered_first() -> None:
    now = asked()
    aside = now.may_say(2)
    assert aside is not None
    now.open(aside)
    assert [now.by(seat) for seat in (1, 2, 3)] == [None, now.aside, None]
    assert now.own(1) is now.questions[0]
    assert [now.may_say(seat) for seat in (1, 2, 3)] == [None] * 3, "one at a time"
    now.turn(2)
    assert now.top is now.questions[0]


def test_whether_there_was_an_aside_to_turn_to_is_told() -> None:
    now = asked()
    assert [now.turn(seat) for seat in (None, 1, 1)] == [False, True, True]


def test_everybody_may_look_except_a_seat_with_a_draft_or_an_open_aside() -> None:
    now = asked()
    assert [now.may_look(seat) for seat in (1, 2, 3)] == [True] * 3
    now.questions[0].draft = now.questions[0].question.form.below(None)[0]  # type: ignore[union-attr]  # a list
    assert [now.may_look(seat) for seat in (1, 2, 3)] == [False, True, True]
    now.turn(1)
    assert [now.may_look(seat) for seat in (1, 2, 3)] == [False, True, True]


def test_the_own_pages_say_what_is_armed_to_its_seat() -> None:
    now = asked()
    plain = [now.pages(seat) for seat in (1, 2)]
    now.questions[0].choose_page(now.pages(1)[1])
    assert now.pages(1) != plain[0]
    assert now.pages(2) == plain[1]
    now.open(now.may_say(3) or _nothing())
    assert now.pages(1) != plain[0], "whatever lies over it"


def test_a_look_hides_what_is_asked_until_its_own_key_is_let_go() -> None:
    now = asked()
    before = now.view(0.0)
    now.look = Look(2)
    assert now.view(0.0) == now.pages(2)[0].view
    now.let_go(1)
    assert now.look == Look(2)
    now.let_go(2)
    assert now.view(0.0) == before


def test_who_looks_leafs_round_and_round() -> None:
    now = asked()
    assert not now.leaf(1), "nobody looks"
    now.look = Look(1)
    assert not now.leaf(2)
    pages, seen = [page.view for page in now.pages(1)], []
    for _ in range(len(pages) + 1):
        seen.append(now.view(0.0))
        assert now.leaf(1)
    assert seen == [*pages, pages[0]]
    assert len(pages) > 1


def test_only_the_asked_seat_arms_a_page_and_the_first_disarms() -> None:
    now = asked()
    armed = []
    for looks, page, seat in ((1, 1, 1), (1, 0, 1), (1, 1, 2), (2, 1, 2), (1, 2 * len(now.pages(1)) + 1, 1)):
        now.look = Look(looks, page)
        now.choose_page(seat)
        armed.append(now.questions[0].armed)
    assert armed == [1, 0, 0, 0, 1]


def _nothing() -> Question:
    raise AssertionError("nothing to say")


def test_a_red_key_held_up_shows_what_would_be_said_and_is_let_go_by_whatever_comes() -> None:
    now = asked()
    before = now.view(0.0)
    now.hold_up(now.may_say(3) or _nothing())
    assert [now.is_pending(seat) for seat in (1, 2, 3)] == [False, False, True]
    assert (now.view(0.0).who, now.view(0.0).legend) == (3, Legend(red_hold=verbatim("Throw")))
    now.lie_still()
    assert now.view(0.0) == before


def test_what_is_held_up_comes_down_when_an_aside_is_opened() -> None:
    now = asked()
    now.questions[0].tumbling_since = 1.0
    now.open(now.may_say(2) or _nothing())
    assert now.questions[0].tumbling_since is None


def test_red_held_names_the_aside_and_from_there_the_way_back() -> None:
    now, shown = asked(), []
    for _ in range(3):
        legend = now.view(0.0).legend
        shown.append(legend.red_hold if legend is not None else None)
        now.turn(1)
    assert shown == [verbatim("Throw"), text("Back"), verbatim("Throw")]


def test_another_question_forgets_what_was_armed() -> None:
    before, same, other = asked(), asked(), asked()
    before.questions[0].choose_page(before.pages(1)[1])
    other.questions[0].question = replace(other.questions[0].question, armed=())
    for now in (same, other):
        now.go_on_from(before, None)
    assert (same.questions[0].armed, other.questions[0].armed) == (1, 0)


def test_a_game_that_is_over_asks_for_a_new_one() -> None:
    now = asked()
    now.questions = ()
    assert now.view(0.0).legend == Legend(green_hold=text("Players"), red_hold=text("Rematch"))
    assert "plays" in say(now.view(0.0))
    assert [now.by(seat) for seat in (None, 1)] == [None, None]
    now.go_on_from(asked(), None)
    assert now.top is None, "what was said aside may have ended it"


def test_hidden_coins_are_looked_at_before_a_bid_and_a_list_in_the_open_begins_with_its_draft() -> None:
    table = People(cards="table", options={"open_cash": False})
    table.start()
    table.wait(60.0)
    table.reach(1)
    assert say(table.view) == "only you | 50 | coins"
    table.let_go(1)
    table = People(replace(race(4, open_cash=False), phase=Scheming(2)))
    assert (table.view.who, table.view.is_draft) == (2, True)
    table.hold(2, "red")
    table.reach(2)
    assert say(table.view) == "only you | 50 | coins"
