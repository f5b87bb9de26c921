"""A decision that goes back by consent, at a whole box with a journal: by keys, a phone, the owner's page."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest

from companion.daemon.demo import press
from companion.daemon.pages import EncodedPages, Ordered, Own, PageMessage, PublicView, moment
from companion.daemon.pages.owner import Owned
from companion.daemon.resuming import record_of
from companion.games import GAMES, find_rules
from companion.journal.journal import Journal
from companion.journal.saved import Saved
from companion.kit.event import Refused
from companion.kit.policy import Bots
from companion.kit.seats import left_of
from companion.match import referee
from companion.match.history import NewGame
from companion.match.session import SecondThought, Session
from companion.players import bots as players
from companion.table.afar import Reply
from companion.table.owning import Back
from companion.table.screens.consenting import CONSENT_S
from companion.testing.whole_games import SEED, seated
from companion.web.words import home_words
from tests.companion.daemon.stepped_box import SteppedBox, config
from tests.companion.match.any_record import Row, rows

UNDO_S = 2.2


def keep(folder: Path, name: str, bots: Bots | None = None) -> SecondThought:
    """Put a game of three into the journal, up to a moment when something has become known since a person's
    decision."""
    rules, luck, journal = find_rules(name), Random(7), Journal(folder)
    session: Session[Any] = Session(rules, SEED, rules.begin(seated(rules, 3, "box"), {}))
    journal.begin(NewGame(name, rules.header(session.state), SEED, (1, 2, 3)))
    journal.keep_bots(bots or {})
    while True:
        thought = session.second_thought()
        made = session.automatic()
        if made is None and isinstance(thought, SecondThought) and thought.known and thought.by not in (bots or {}):
            journal.shut()
            return thought
        if made is None:
            question = session.question
            assert question is not None
            asked = players.addressed(question, rules.asides(session.state), luck)
            said = session.draw(asked) if asked.by_lot else session.answer(players.answer(asked, luck))
            assert not isinstance(said, Refused)
            made = said
        journal.append(made.step)
        session = session.apply(made)


class ConsentBox(SteppedBox):
    """A box that is switched on in the middle of that game."""

    def __init__(self, folder: Path, name: str) -> None:
        super().__init__(folder, config(name))
        inner = self.box.box
        inner.pages = EncodedPages(moment(inner.table, self.box.now), lambda _: None, home_words)
        self.pages = inner.pages
        self.box.wait(1.0)

    def undo(self) -> None:
        """Undo with the table key."""
        press(self.box, "table", UNDO_S)

    @property
    def asked_pair(self) -> int | None:
        """The pair of keys that may agree; `None`: nobody is asked."""
        asking = self.box.box.table.consenting
        return self.joined()[asking.seat - 1] if asking is not None else None

    def own(self, pair: int) -> Own:
        """What this seat's phone shows."""
        return msgspec.json.decode(self.pages.own(pair, None), type=Own)

    def hear(self, said: PageMessage | Ordered) -> None:
        """Pass on a message of a page."""
        self.box.box.on_page_message(said, self.box.now)
        self.box.wait(0.1)

    @property
    def saved(self) -> Saved:
        """The game as it is on disk."""
        saved = self.journal.running()
        assert saved is not None
        return saved


def undone(box: SteppedBox) -> list[Row]:
    """The undone lines of the game's record, which the referee accepts."""
    saved = box.journal.running()
    assert saved is not None
    text = record_of(saved, secrets=True, undone=True)
    referee.check(find_rules(saved.name), text)
    return [row for row in rows(text)[1:] if row.get("undone")]


@pytest.fixture(params=[rules.name for rules in GAMES])
def name(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture
def box(tmp_path: Path, name: str) -> Iterator[ConsentBox]:
    keep(tmp_path, name)
    box = ConsentBox(tmp_path, name)
    yield box
    box.pull_the_plug()


def by_keys(box: ConsentBox) -> None:
    box.undo()
    box.hold(f"green{box.asked_pair}")


def by_phone(box: ConsentBox) -> None:
    """Agree with the one button of the phone; a seat that is not asked has none."""
    box.undo()
    told: list[Refused | None] = []
    pair = box.asked_pair or 0
    box.box.wait(0.1)
    own = box.own(pair)
    yes, no = own.papers
    assert (yes.means, yes.kind, yes.says, yes.is_whole) == ("answer", "lot", "Agree", True)
    assert (no.means, no.name, no.says, no.is_whole) == ("aside", "No", "No", True)
    assert yes.page.title == "Undo?"
    assert [line[0] for line in yes.page.lines[2:3]] == ["seen since:"]
    shown: PublicView = msgspec.json.decode(box.pages.table(), type=PublicView)
    assert shown.page.lines == yes.page.lines, "all may see what is asked"
    others = [other for other in box.joined() if other != pair]
    assert all(box.own(other).moment != own.moment for other in others)
    box.hear(PageMessage(pair, Reply(own.moment, is_said=True), told.append))
    assert told == [None]


def by_the_owner(box: ConsentBox) -> None:
    told: list[Refused | None] = []
    owned: Owned = msgspec.json.decode(box.pages.owner(), type=Owned)
    assert owned.game is not None
    box.hear(Ordered(Back(owned.game.moment), told.append))
    owned = msgspec.json.decode(box.pages.owner(), type=Owned)
    assert owned.game is not None
    assert owned.game.latest.why.endswith(" is asked.")
    box.hold(f"green{box.asked_pair}")
    assert told == [None]


@pytest.mark.parametrize("agree", [by_keys, by_phone, by_the_owner])
def test_whoever_is_asked_agrees_and_the_record_says_who(box: ConsentBox, agree: Callable[[ConsentBox], None]) -> None:
    thought = box.session.second_thought()
    assert isinstance(thought, SecondThought)
    asked, before = box.asked.seat, box.session.history.done[box.session.history.last_decision or 0].before
    agree(box)
    assert (box.asked_pair, box.session.state) == (None, before)
    (agreed,) = {row["agreed"] for row in undone(box)}
    assert agreed == (asked if asked != thought.by else left_of(thought.by, 3))


@pytest.mark.parametrize("name", [GAMES[0].name])
def test_nobody_agrees_in_time_and_nothing_has_happened(box: ConsentBox) -> None:
    before, screen = (box.session, box.saved), box.screen()
    box.undo()
    assert box.asked_pair is not None
    assert box.screen() != screen
    box.box.wait(CONSENT_S + 3.0)
    assert box.box.box.table.consenting is None
    assert ((box.session, box.saved), box.screen()) == (before, screen)


def test_a_plug_pulled_during_the_question_leaves_the_game_as_it_was(tmp_path: Path, name: str) -> None:
    keep(tmp_path, name)
    box = ConsentBox(tmp_path, name)
    before, saved = box.session, box.saved
    box.undo()
    assert box.asked_pair is not None
    box.pull_the_plug()
    again = ConsentBox(tmp_path, name)
    assert (again.asked_pair, again.session, again.saved) == (None, before, saved)
    again.pull_the_plug()


def test_if_a_player_has_only_bots_nobody_is_asked_and_the_record_says_so(tmp_path: Path, name: str) -> None:
    keep(tmp_path, name, {2: "simple", 3: "simple"})
    box = SteppedBox(tmp_path, config(name))
    press(box.box, "table", UNDO_S)
    assert box.box.box.table.consenting is None
    assert {row["agreed"] for row in undone(box)} == {None}
    box.pull_the_plug()
