"""Each law of play finds a game that breaks it; `test_every_game` has those that keep it."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from companion.kit.errors import BrokenLaw
from companion.kit.event import Intent
from companion.kit.seats import Seat
from companion.kit.table_items import SeatCards
from companion.kit.text import verbatim
from companion.kit.view import View
from companion.testing import laws_of_play
from companion.testing.whole_games import GameLaw
from tests.companion.testing.broken_games import BREAKERS
from tests.companion.testing.broken_laws import sound
from tests.toy.tin_frogs import State, TinFrogs


@pytest.mark.parametrize("law", laws_of_play.ALL, ids=lambda law: law.__name__)
def test_a_game_that_breaks_the_law_is_found(law: GameLaw) -> None:
    with pytest.raises(BrokenLaw):
        law(BREAKERS[law.__name__], sound(law.__name__))


class OpenOnTheTable(TinFrogs):
    """Its words keep every hand secret; what lies on its table does not."""

    def view(self, state: State, viewer: Seat | None, draft: Intent | None = None) -> View:
        hands = (SeatCards(seat, verbatim("hand"), tuple(map(str, cards))) for seat, cards in enumerate(state.hands, 1))
        return replace(super().view(state, viewer, draft), table=tuple(hands))


class OpenInALook(TinFrogs):
    """The same, when a seat looks at its own hand."""

    def secret(self, state: State, seat: Seat, meant: int = 0) -> tuple[View, ...]:
        table = OpenOnTheTable().view(state, seat).table
        return tuple(replace(page, table=table) for page in super().secret(state, seat, meant))


@pytest.mark.parametrize("rules", [OpenOnTheTable(), OpenInALook()], ids=lambda rules: type(rules).__name__)
def test_a_hand_that_lies_open_on_the_table_is_found(rules: TinFrogs) -> None:
    with pytest.raises(BrokenLaw):
        laws_of_play.a_seat_is_shown_what_it_may_know_and_no_more(rules, sound("both_keys_give_every_answer"))
    with pytest.raises(BrokenLaw):
        laws_of_play.the_phone_of_a_seat_is_sent_what_its_seat_sees_and_no_more(
            rules, sound("an_aside_leaves_the_question_standing")
        )
