"""Two games that differ only in what others do not know: while a single switch is scanned, they look alike."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from functools import cache, partial
from random import Random
from typing import Any, Final, NamedTuple

import pytest

from companion.faces.aloud import Aloud
from companion.faces.speech import sentences
from companion.faces.strip import LightShow, lay_out
from companion.kit.seats import Seat
from companion.kit.text import text
from companion.locale import translator
from companion.match.session import Session
from tests.companion.games.cat_royal import test_phones as cat
from tests.companion.games.galopp_royal import test_phones as galopp
from tests.companion.games.galopp_royal.other_secrets import otherwise
from tests.companion.games.phones import kind
from tests.companion.table.one_switch import REACTS_S, OneSwitch

pytestmark = pytest.mark.untraced

STEP_S: Final = 0.9
"""A little less than each answer is shown."""
STEPS: Final = 25
"""A whole round of answers, and what is seldom wanted."""
LOOK_STEPS: Final = 45
"""A look lasts longer than this whatever there is to see, and then somebody has thought of something else."""
GALOPP: Final = ("the box deals and rolls", "coins and teams are hidden")
CATS: Final = ("manual", "hand forfeited")
WORDS: Final = translator("en")


class Moment(NamedTuple):
    """A moment of a game, and the game that `viewer` cannot tell from it."""

    what: str
    here: Session[Any]
    there: Callable[[Seat | None], Session[Any]]


@cache
def moments() -> list[Moment]:
    """One of each kind of both games."""
    return [each for each in (*of_galopp(), *of_cats()) if each.here.question is not None]


def of_galopp() -> Iterator[Moment]:
    for opened in map(galopp.TABLES.__getitem__, GALOPP):
        for past, here in galopp.some(opened, 1, 1):
            yield Moment(kind(here), here, partial(otherwise, opened, past))


def of_cats() -> Iterator[Moment]:
    for name in CATS:
        for past, here in cat.some(name, 1, 1):
            if past:
                yield Moment(kind(here), here, partial(cat.elsewhere, name, past))


class Watched(OneSwitch):
    """A table where one seat has a single switch, and all that comes out of the box."""

    def __init__(self, session: Session[Any], pair: int) -> None:
        seats = session.state.setup.seats
        super().__init__(session.rules, len(seats), pairs=(pair,))
        self.table.go_on(session, tuple(range(1, len(seats) + 1)), self.t)
        self.lights = LightShow(lay_out(self.table.view(self.t).track).with_keys(2))
        self.aloud = Aloud()
        self.pair = pair

    def public(self) -> tuple[object, ...]:
        """What everybody sees and hears now, and when it changes."""
        view, seen = self.view, self.table.seen(self.t)
        public = self.table.heard(view, self.t)
        self.lights.show(public, self.t, self.table.cue, (), self.table.sand)
        heard = self.aloud.hear(public, self.table.wish, "all", "en", WORDS, self.t)
        offer, is_private = self.scanner(self.pair).offer, self.table._layers.base.is_private
        in_sight = None if is_private else (view, sentences(view, WORDS))
        return (
            seen,
            in_sight,
            is_private,
            offer and offer.words,
            heard,
            self.lights.colours(self.t),
            self.table.next_deadline(self.t),
        )

    def everything(self) -> tuple[object, ...]:
        """That, and what only the player at the switch looks at."""
        return *self.public(), self.view

    def wakes(self) -> bool:
        return self.scanner(self.pair).offer is None and self.scanner(self.pair).scene(self.t) is not None


def seats_of(session: Session[Any]) -> Iterator[int]:
    """The seat that is asked, and the next one."""
    asked = session.question.seat if session.question is not None else None
    count = len(session.state.setup.seats)
    yield from {asked or 1, (asked or 1) % count + 1}


# --- what others hold ------------------------------------------------------------------------------------------------


def test_secrets_of_other_seats_change_nothing_that_its_player_sees_whatever_it_presses() -> None:
    taken = Counter[str]()
    for nth, moment in enumerate(moments()):
        for pair in seats_of(moment.here):
            here, there = Watched(moment.here, pair), Watched(moment.there(pair), pair)
            luck = Random(nth)
            for _ in range(STEPS):
                if here.table.session is not moment.here:
                    break  # it has answered: from then on there are other facts, and other lots
                assert here.everything() == there.everything(), (moment.what, pair)
                if luck.random() < 0.2:
                    for table in (here, there):
                        table.click(pair)
                    taken[moment.what] += 1
                for table in (here, there):
                    table.wait(STEP_S)
    assert len(taken) > 5


# --- what its own player holds ---------------------------------------------------------------------------------------


def test_its_own_secrets_show_in_nothing_that_is_scanned() -> None:
    scanned = Counter[str]()
    for moment in moments():
        for pair in seats_of(moment.here):
            here, there = Watched(moment.here, pair), Watched(moment.there(None), pair)
            for step in range(STEPS):
                assert here.public() == there.public(), (moment.what, pair)
                scanned[moment.what] += here.scanner(pair).offer is not None
                for table in (here, there):
                    if step == 0 and table.wakes():
                        table.click(pair)
                    table.wait(STEP_S)
    assert all(count > 5 for count in scanned.values()), scanned


def test_a_look_by_a_switch_shows_only_there_and_lasts_equally_long() -> None:
    looks, seen_apart = 0, 0
    for moment in moments():
        pair = next(seats_of(moment.here))
        here, there = Watched(moment.here, pair), Watched(moment.there(None), pair)
        has_looked = is_apart = False
        for _ in range(LOOK_STEPS):
            assert here.public() == there.public(), (moment.what, pair)
            is_apart |= here.view != there.view
            offer, since = here.scanner(pair).offer, here.t - here.scanner(pair)._shown_at
            if not has_looked and offer is not None and offer.words == text("Look") and since >= REACTS_S:
                has_looked = True
                for table in (here, there):
                    table.click(pair)
            for table in (here, there):
                table.wait(STEP_S)
        assert has_looked or not is_apart
        looks, seen_apart = looks + has_looked, seen_apart + is_apart
    assert looks >= seen_apart >= 2, "otherwise the others would prove nothing"
