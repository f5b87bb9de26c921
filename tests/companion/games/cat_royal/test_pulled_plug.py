"""A power cut during a draft: the same question and picture come back, but no draft."""

from __future__ import annotations

import time
from collections.abc import Iterator
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Final

import pytest

from companion.games.cat_royal import events
from companion.games.cat_royal.intents import Play
from companion.kit.question import OneOf
from companion.kit.text import text
from companion.match.history import Step
from companion.players.fingers import HOLD, LET_GO, LOOK, PASS, TAP, TAP_BACK, KeyStroke, strokes
from tests.companion.daemon.test_process import Daemon, entries, look_the_same

from .on_the_box import HOLD_S, RESTED_S, Box, by, honest_slots, kept, resumed
from .other_secrets import played, questions, session_of
from .positions import RULES

pytestmark = pytest.mark.untraced

DRAFTS: Final = (
    "a slot",
    "a figure",
    "another figure",
    "a place",
    "armed",
    "armed, and a slot",
    "looking at a cheat",
    "an accusation",
    "another accused",
)
SLOW: Final = (pytest.mark.slow, pytest.mark.in_box_time)
QUICK: Final = ("a figure", "armed, and a slot", "another accused")


@cache
def moment() -> tuple[Step, ...]:
    """A moment at which the seat on turn can use its first card with several figures, cheat, and accuse."""
    return next(past for past in map(tuple, questions(played(1))) if _has_all(past))


def _has_all(past: tuple[Step, ...]) -> bool:
    session = session_of(past)
    question = session.question
    assert question is not None
    if not question.armed or session.aside(question.seat) is None or honest_slots(past)[:1] != [1]:
        return False
    assert isinstance(question.form, OneOf)
    figures = question.form.below(Play(seat=question.seat, slot=1))
    return len(figures) > 1 and all(len(question.form.below(figure)) > 1 for figure in figures[:1])


@cache
def keys() -> dict[str, list[KeyStroke]]:
    """The keys of each draft at that moment; the cheats come after the pages of all cards that can be played."""
    session = session_of(moment())
    assert session.question is not None
    assert session.question.seat is not None
    cheat = TAP_BACK * (1 + len(RULES.picks(session.state, session.question.seat)))
    return {
        "a slot": TAP * 2,
        "a figure": TAP + HOLD,
        "another figure": TAP + HOLD + TAP,
        "a place": TAP + HOLD * 2,
        "armed": LOOK + cheat + LET_GO,
        "armed, and a slot": LOOK + cheat + TAP_BACK + LET_GO + TAP,
        "looking at a cheat": LOOK + cheat,
        "an accusation": PASS,
        "another accused": PASS + TAP,
    }


def again(box: Box) -> Box:
    """The box after it was switched on again and has come to rest."""
    box.pull_the_plug()
    return Box(box.folder)


@pytest.mark.parametrize(
    "draft",
    [
        *QUICK,
        *(pytest.param(each, marks=SLOW) for each in DRAFTS if each not in QUICK),
    ],
)
def test_in_the_middle_of_choosing_all_is_as_before_and_the_draft_is_gone(draft: str, tmp_path: Path) -> None:
    box = resumed(tmp_path, moment())
    picture, session, own = box.screen(), box.session, looked_at(box)
    box.press(*by(box.turn, *keys()[draft]))
    if draft == "armed":
        assert box.screen() == picture
        assert looked_at(box) != own
    else:
        assert box.screen() != picture
    box = again(box)
    assert (box.session.state, box.session.question) == (session.state, session.question)
    assert box.screen() == picture
    assert box.lights_are_right()
    assert looked_at(box) == own, "nothing is armed"
    box.pull_the_plug()


def looked_at(box: Box) -> bytes:
    """What the seat on turn sees in a look; before and after it, the key is up."""
    box.press(*by(box.turn, *LOOK))
    seen = box.screen()
    box.press(*by(box.turn, *LET_GO))
    return seen


# --- a wormhole ------------------------------------------------------------------------------------------------------


def falls() -> Iterator[int]:
    """The places in a game where a figure is about to land on a wormhole."""
    steps = played(2)
    for at, (step, after) in enumerate(pairwise(steps)):
        if isinstance(step.events[0], events.Played) and isinstance(after.events[0], events.Teleported):
            yield at


def land(box: Box, step: Step) -> None:
    """The seat on turn plays as it did in the game, until its last key has been held long enough."""
    question = box.asked
    wanted = RULES.recall(box.state, step.events[0])
    assert wanted is not None
    picks = len(RULES.picks(box.state, box.turn))
    box.press(*by(box.turn, *strokes(question, wanted, may_look=True, picks=picks)))


@pytest.mark.parametrize("nth", [0, *(pytest.param(nth, marks=pytest.mark.slow) for nth in range(1, 4))])
def test_in_a_wormhole_it_comes_out_of_the_same_one(nth: int, tmp_path: Path) -> None:
    """The power goes while the screen shows the card but not yet the exit; or with only the card on the disk."""
    steps, at = played(2), list(falls())[nth]
    whole = resumed(tmp_path / "whole", steps[:at])
    land(whole, steps[at])
    whole.box.wait(3 * RESTED_S)

    shown = resumed(tmp_path / "shown", steps[:at])
    land(shown, steps[at])
    assert shown.box.box.table.view(shown.box.now).title in (text("plays"), text("swap"))
    assert shown.state == whole.state, "the exit is drawn, and on the disk"
    shown = again(shown)
    between = resumed(tmp_path / "between", steps[: at + 1])
    for box in (shown, between):
        box.box.wait(3 * RESTED_S)
        assert (box.state, box.session.question, box.screen()) == (whole.state, whole.asked, whole.screen())
    for box in (whole, shown, between):
        box.pull_the_plug()


# --- the real process, killed ----------------------------------------------------------------------------------------


def press(daemon: Daemon, pair: int, *told: KeyStroke) -> None:
    """Press keys through the wire of the page."""
    for stroke in told:
        key, gesture = f"{stroke.key}{pair}", stroke.gesture
        if gesture in {"tap", "hold"}:
            daemon.press(key, HOLD_S[gesture])
        else:
            daemon.feel(key, down=gesture == "reach")
            time.sleep(HOLD_S["reach"] if gesture == "reach" else 0.1)


@pytest.mark.slow
@pytest.mark.parametrize("draft", ["a slot", "another figure", "armed, and a slot", "another accused"])
def test_the_process_is_killed_in_the_middle_of_choosing(draft: str, tmp_path: Path) -> None:
    kept(tmp_path / "state", moment())
    turn = session_of(moment()).question
    assert turn is not None
    assert turn.seat is not None
    daemon = Daemon(tmp_path)
    picture, saved = daemon.settled(), entries(tmp_path)
    press(daemon, turn.seat, *keys()[draft])
    assert not look_the_same(daemon.settled(), picture)
    daemon.kill()
    assert entries(tmp_path) == saved
    daemon = Daemon(tmp_path)
    assert look_the_same(daemon.settled(), picture)
    daemon.kill()


@pytest.mark.slow
def test_the_process_is_killed_in_a_wormhole(tmp_path: Path) -> None:
    steps, at = played(2), next(falls())
    session = session_of(steps[:at])
    question, wanted = session.question, RULES.recall(session.state, steps[at].events[0])
    assert question is not None
    assert question.seat is not None
    assert wanted is not None
    kept(tmp_path / "state", steps[:at])
    daemon = Daemon(tmp_path)
    daemon.settled()
    picks = len(RULES.picks(session.state, question.seat))
    press(daemon, question.seat, *strokes(question, wanted, may_look=True, picks=picks))
    saved = entries(tmp_path)
    assert len(saved) >= at + 2, "the card, the exit"
    daemon.kill()
    assert entries(tmp_path) == saved
    daemon = Daemon(tmp_path)
    picture = daemon.settled()
    daemon.kill()
    box = resumed(tmp_path / "stepped", steps[: at + 1])
    assert look_the_same(box.box.twin.memory(), picture)
    box.pull_the_plug()
