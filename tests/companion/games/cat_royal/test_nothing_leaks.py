"""Two games that differ only in another seat's hand or in an earlier cheat: nobody can tell them apart, at any moment.

A share of the moments is checked by default, all of them by the tests marked `slow`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from functools import cache
from pathlib import Path
from typing import NamedTuple, TypeAlias

import pytest
from msgspec.structs import replace

from companion.cli import main
from companion.games.cat_royal.intents import Play
from companion.games.cat_royal.state import State
from companion.games.cat_royal.turns import Turn
from companion.kit.question import OneOf, Question
from companion.match import record
from companion.match.history import Step
from companion.match.session import Session
from companion.players.fingers import HOLD, LET_GO, LOOK, PASS, TAP, TAP_BACK, KeyStroke
from companion.table.controls import green_held
from companion.testing.whole_games import SEED
from companion.web.frames import OLED, READING

from .on_the_box import RESTED_S, Box, Message, by, honest_slots, resumed
from .other_secrets import Slot, opened, otherwise, played, questions, session_of, steps_from, with_other_cheats
from .positions import RULES, start
from .test_secrecy import drafts

pytestmark = [pytest.mark.in_box_time, pytest.mark.untraced]

GAMES = [(2, 5), (3, 1), (4, 3)]
"""The number of players, and the luck."""
FEW = GAMES[1:2]
MANY = [GAMES[0], GAMES[2], *((seats, number) for number in range(10, 15) for seats in (2, 3, 4))]
HAND = 5
Told: TypeAlias = Callable[[Path], tuple[str, str]]


@cache
def moments(seats: int, number: int) -> tuple[tuple[Step, ...], ...]:
    """The events before each question to a seat."""
    return tuple(map(tuple, questions(played(number, seats), seats)))


def viewers(seats: int) -> list[int | None]:
    """Every seat, and a viewer without cards."""
    return [None, *range(1, seats + 1)]


def asked(steps: Sequence[Step], seats: int) -> Question:
    return waiting(session_of(steps, seats))


def waiting(session: Session[State]) -> Question:
    """The question that is asked."""
    assert session.question is not None
    return session.question


def offered(question: Question) -> tuple[object, ...]:
    """What the keys tell about a question before a slot is open: who is asked, and what taps reach."""
    assert isinstance(question.form, OneOf)
    slots = {(form.levels, form.below(None)) for form in (question.form, *question.armed) if isinstance(form, OneOf)}
    assert len(slots) <= 1, "a cheat that is meant shows in the first level"
    return question.seat, question.is_secret, question.from_hand, question.by_lot, slots


def public(session: Session[State], steps: Sequence[Step], seats: int, viewer: int | None) -> list[object]:
    """All that anybody can see without a key: screen, pages, keys, news, lines, the ordinary record."""
    state, events = session.state, [event for past in session.history.done[-1:] for event in past.step.events]
    return [
        RULES.view(state, viewer),
        RULES.pages(state),
        offered(waiting(session)),
        RULES.asides(state),
        *[told(state, event) for event in events for told in (RULES.tell, RULES.line)],
        record.write(RULES, opened(seats), steps),
    ]


# --- by the rules: every moment --------------------------------------------------------------------------------------


def test_the_other_game_is_another_one() -> None:
    differs = dict.fromkeys(("hands", "cheated", "spent"), 0)
    for past in moments(3, 1):
        here, there = session_of(past).state, session_of(otherwise(past, 2)).state
        assert here.hands[1] == there.hands[1]
        assert (here.at, here.ways, here.holes, here.phase) == (there.at, there.ways, there.holes, there.phase)
        for name in differs:
            differs[name] += getattr(here, name) != getattr(there, name)
    assert all(count > len(moments(3, 1)) / 2 for count in differs.values()), differs


@pytest.mark.parametrize(("seats", "number"), [*FEW, *(pytest.param(*each, marks=pytest.mark.slow) for each in MANY)])
def test_screens_pages_keys_news_and_the_record_are_equal(seats: int, number: int) -> None:
    for past in moments(seats, number):
        here = session_of(past, seats)
        for viewer in viewers(seats):
            others = otherwise(past, viewer, seats=seats)
            there = session_of(others, seats)
            assert public(here, past, seats, viewer) == public(there, others, seats, viewer)
            if viewer is not None:
                assert RULES.secret(here.state, viewer) == RULES.secret(there.state, viewer)
            if viewer == waiting(here).seat:
                assert waiting(here) == waiting(there)


@pytest.mark.parametrize(("seats", "number"), [*FEW, *(pytest.param(*each, marks=pytest.mark.slow) for each in MANY)])
def test_drafts_are_drawn_equal_for_all_who_do_not_hold_them_armed_or_not(seats: int, number: int) -> None:
    """Armed or honest: a seat that has already cheated, and cannot again, would look the same."""
    seen = 0
    for past in moments(seats, number):
        here = session_of(past, seats).state
        others: dict[Slot | None, State] = {}
        for draft in drafts(here):
            assert isinstance(draft, Play)
            assert draft.seat is not None
            keep = (draft.seat, draft.slot or 0) if draft.figure is not None else None
            if keep not in others:
                others[keep] = session_of(otherwise(past, None, keep, seats), seats).state
            for viewer in set(viewers(seats)) - {draft.seat}:
                assert RULES.view(here, viewer, draft) == RULES.view(others[keep], viewer, draft), draft
            seen += 1
    assert seen > 500


@pytest.mark.parametrize("no_move", ["discard_one", "forfeit"])
def test_with_real_cards_the_kinds_offered_tell_of_no_cheat(no_move: str) -> None:
    """With a cheat armed, or made already: the first level is the same, and so is every screen of a draft."""
    before, told_apart = Session(RULES, SEED, start(3, cards="table", last_deal=3, no_move=no_move)), 0
    steps = steps_from(before.state, 2)
    for at in range(1, len(steps)):
        here, there = (before.resume(past) for past in (steps[:at], with_other_cheats(steps[:at])))
        if here.question is not None and here.question.seat is not None:
            assert there.question is not None
            assert offered(here.question) == offered(there.question)
            for draft in drafts(here.state):
                assert RULES.view(here.state, None, draft) == RULES.view(there.state, None, draft)
            told_apart += here.state.spent != there.state.spent
    assert told_apart > 10


def test_a_card_that_was_named_would_be_found_out() -> None:
    past = next(past for past in moments(3, 1) if isinstance(session_of(past).state.phase, Turn))
    draft = Play(seat=asked(past, 3).seat, slot=1)
    views = [RULES.view(session_of(steps).state, draft.seat, draft) for steps in (past, otherwise(past, None))]
    assert views[0] != views[1]


# --- on the box: every message its page gets, whatever fingers do ----------------------------------------------------


def tried(past: Sequence[Step], viewer: int | None, seats: int) -> tuple[list[Step], int]:
    """The other game, and a slot that can be opened in both and has the same card; 0: there is none."""
    turn = asked(past, seats).seat or 0
    for slot in honest_slots(past, seats):
        others = otherwise(past, viewer, (turn, slot), seats)
        if slot in honest_slots(others, seats):
            return others, slot
    return otherwise(past, viewer, seats=seats), 0


def fumbling(turn: int, seats: int, viewer: int | None) -> list[tuple[int, KeyStroke]]:
    """Strokes that are possible now without showing a card: all slots, the accusation, other keys, the own look."""
    look = by(viewer, *LOOK, *TAP_BACK * 2, *LET_GO) if viewer is not None else []
    disarm = by(turn, *LOOK, *LET_GO) if viewer == turn else []
    slots = by(turn, *TAP * HAND, *PASS, *TAP_BACK * 2, *PASS)
    accuse = by(turn, *PASS, *TAP, *PASS)
    others = [stroke for seat in range(1, seats + 1) if seat != turn for stroke in by(seat, *TAP, *PASS)]
    return [*look, *slots, *accuse, *others, *disarm]


def look_alike(here: Box, there: Box, strokes: Sequence[tuple[int, KeyStroke]]) -> None:
    """With the same keys at the same times, the pages of both boxes get the same after each stroke."""
    for at, stroke in enumerate(strokes):
        for box in (here, there):
            box.press(stroke)
        assert here.sent == there.sent, f"after {strokes[: at + 1]}"


def play(here: Box, there: Box, slot: int) -> None:
    """A card: its first figure, and the first place for it."""
    turn, entries = here.turn, len(here.session.history.done)
    look_alike(here, there, by(turn, *TAP * slot))
    while len(here.session.history.done) == entries:
        look_alike(here, there, by(turn, *HOLD))


@pytest.fixture
def told(
    bare_home: Path,  # noqa: ARG001  # no settings but the defaults
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> Told:
    """The list of games in a folder, without their dates, and the ordinary export."""

    def tell(folder: Path) -> tuple[str, str]:
        monkeypatch.setenv("STATE_DIRECTORY", str(folder))
        said = []
        for command in ("games", "export"):
            assert main([command]) == 0
            said.append(capsys.readouterr().out)
        return re.sub(r"\d{4}-\d\d-\d\dT\S+", "", said[0]), said[1]

    return tell


class At(NamedTuple):
    """A moment of a game, and who looks."""

    seats: int
    number: int
    share: float
    """How much of the game is over."""
    who: str

    @property
    def past(self) -> tuple[Step, ...]:
        """The events so far."""
        all_of_them = moments(self.seats, self.number)
        return all_of_them[int(self.share * len(all_of_them))]

    @property
    def viewer(self) -> int | None:
        """The seat whose hand and cheats are the same in both games."""
        turn = asked(self.past, self.seats).seat or 0
        return {"nobody": None, "asked": turn, "other": turn % self.seats + 1}[self.who]


WHO = ("nobody", "asked", "other")
SHARE = [At(seats, number, 0.5, who) for (seats, number), who in zip(GAMES, WHO, strict=True)]
MORE = [At(seats, number, at / 20, WHO[at % 3]) for seats, number in GAMES for at in range(1, 20, 3) if at != 10]


@pytest.mark.parametrize(
    "at", [*SHARE[:1], *(pytest.param(each, marks=pytest.mark.slow) for each in (*SHARE[1:], *MORE))], ids=str
)
def test_the_page_gets_the_same_whatever_others_hold_and_whoever_has_cheated(
    at: At, tmp_path: Path, told: Told
) -> None:
    """Layout, display, brightness and lights; then the list of games and the export."""
    past, seats, viewer = at.past, at.seats, at.viewer
    others, slot = tried(past, viewer, seats)
    here, there = resumed(tmp_path / "here", past, seats), resumed(tmp_path / "there", others, seats)
    assert here.state != there.state
    assert here.sent == there.sent
    look_alike(here, there, fumbling(here.turn, seats, viewer))
    for box in (here, there):
        box.tap(*["table"] * (len(RULES.pages(box.state)) + 1))
        box.box.wait(RESTED_S)
    assert here.sent == there.sent, "pages"
    if slot:
        play(here, there, slot)
        for box in (here, there):
            box.box.wait(RESTED_S)
        assert here.sent == there.sent, "what comes of it"
    for box in (here, there):
        assert box.screen()
        box.pull_the_plug()
    assert told(tmp_path / "here") == told(tmp_path / "there")


# --- an honest and a cheating player ---------------------------------------------------------------------------------


def alike(past: Sequence[Step]) -> int:
    """A slot in which the first figure, and the first place for it, are the same with a cheat armed; 0: none.

    From there on the target field shines, and a tap may lead to a field that the other game cannot reach: a player who
    counts the steps sees this, as with a played card.
    """
    question = asked(past, 3)
    if not question.armed or question.form in question.armed:
        return 0
    for slot in honest_slots(past):
        honest, *armed = (first(replace(question, form=form), slot) for form in (question.form, *question.armed))
        if all(said == honest for said in armed):
            return slot
    return 0


def first(question: Question, slot: int) -> list[object]:
    """The drafts, and then the answer, that a slot and only holds of green lead to."""
    shown: list[object] = [Play(seat=question.seat, slot=slot)]
    while isinstance(draft := shown[-1], Play):
        shown.append(green_held(question, draft))
    return shown


def comparable() -> list[tuple[Step, ...]]:
    """The moments at which the seat on turn still has its cheat, but not in the other game; the first play is equal."""
    return [past for past in moments(3, 1) if alike(past) and not asked(with_other_cheats(past), 3).armed]


def public_part(sent: Sequence[Message]) -> list[Message]:
    """What is sent while somebody looks: the lights, and the brightness of the display."""
    return [message for message in sent if message.message[:1] not in (OLED, READING)]


@pytest.mark.parametrize("nth", [0, *(pytest.param(nth, marks=pytest.mark.slow) for nth in range(1, 8))])
@pytest.mark.parametrize("cheat", [1, 2])
def test_the_same_keys_of_an_honest_and_a_cheating_player_look_alike(nth: int, cheat: int, tmp_path: Path) -> None:
    """Both players look and leaf to a cheat: one arms it, the other has none left. Then both play the same card."""
    past = comparable()[nth]
    cheating, honest = resumed(tmp_path / "cheating", past), resumed(tmp_path / "honest", with_other_cheats(past))
    assert (cheating.state.hands, cheating.state.spent) != (honest.state.hands, honest.state.spent)
    assert cheating.sent == honest.sent
    for box in (cheating, honest):
        box.arm(cheat)
    assert public_part(cheating.sent) == public_part(honest.sent)
    for box in (cheating, honest):
        box.sent.clear()
    turn, slot = cheating.turn, alike(past)
    look_alike(cheating, honest, by(turn, *TAP * HAND, *PASS, *PASS, *PASS, *TAP, *PASS))
    play(cheating, honest, slot)
    for box in (cheating, honest):
        box.box.wait(RESTED_S)
    assert cheating.sent == honest.sent
    assert cheating.turn == honest.turn != turn
    for box in (cheating, honest):
        box.pull_the_plug()
