"""A whole box plays the toy: real drivers over simulated wires, a journal on disk, bots at the keys, the studies."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Sequence
from pathlib import Path

import msgspec
import pytest

from companion.config import Config
from companion.daemon.demo import LONG_S, demo, perform, press, read
from companion.daemon.pages import EncodedPages, moment
from companion.kit.chart import Chart
from companion.kit.errors import WrongLine
from companion.kit.event import Refused
from companion.kit.question import OneOf
from companion.match import record, referee
from companion.match.history import Entry, Step, Undo
from companion.players.fingers import strokes
from companion.study.executors import Alone
from companion.study.simulation import plan, simulate
from companion.testing.whole_games import SEED
from companion.web.frames import seen
from companion.web.words import home_words
from tests.companion.daemon.stepped_box import SteppedBox, config, resumed
from tests.toy.frogs_at_the_table import opened, played, session_of
from tests.toy.other_hands import other_hands, useful
from tests.toy.tin_frogs import TIN_FROGS, Hopped, State, Threw, WentHome

pytestmark = pytest.mark.usefixtures("plays_tin_frogs")

GAME = "tin-frogs"
PAIRS = (1, 2, 4)
START = opened(len(PAIRS))


def state_of(box: SteppedBox) -> State:
    state = box.session.state
    assert isinstance(state, State)
    return state


# --- played, interrupted, resumed ------------------------------------------------------------------------------------


@pytest.mark.untraced
def test_people_join_play_and_go_on_after_a_pulled_plug(tmp_path: Path) -> None:
    box = SteppedBox(tmp_path, config(GAME))
    box.tap("green1", "green3")
    box.hold("green3")
    box.box.wait(30.0)
    box.tap("green3", "green3")
    box.hold("green3", "green3")
    read(box.box)
    press(box.box, "red3", LONG_S)
    hopped, threw = (event for event in events(box) if isinstance(event, Hopped | Threw))
    assert isinstance(hopped, Hopped)
    assert (hopped.seat, hopped.slot, threw) == (2, 2, Threw(2, (1, 2, 3)))
    before = box.session
    box.pull_the_plug()

    again = SteppedBox(tmp_path, config(GAME))
    assert (again.session.state, again.session.history) == (before.state, before.history)
    assert again.joined() == (1, 3)
    again.box.wait(30.0)
    assert again.screen()
    assert again.lights_are_right()
    again.pull_the_plug()


def test_the_page_of_a_game_that_says_nothing_of_its_board_draws_it_plainly(tmp_path: Path) -> None:
    box = resumed(tmp_path, TIN_FROGS, START, PAIRS)
    pages = EncodedPages(moment(box.box.box.table, box.box.now), lambda _: None, home_words)
    board = msgspec.json.decode(pages.hello())["board"]
    ring = TIN_FROGS.view(box.session.state, None).track.spaces
    assert [space["id"] for space in board["spaces"]] == [space.id for space in ring]
    assert msgspec.convert(board["chart"], Chart) == Chart()
    box.pull_the_plug()


def events(box: SteppedBox) -> list[object]:
    return [event for past in box.session.history.done for event in past.step.events]


@pytest.mark.untraced
def test_bots_play_a_whole_game_by_pressing_the_keys() -> None:
    (told,) = demo(
        Config(), Namespace(game=GAME, players=4, rulebook=None, seed=1, speed=None, loop=False, no_web=True)
    )
    found = referee.check(TIN_FROGS, told.record)
    assert found.is_over
    assert found.is_seed_open
    assert "wins" in told.summary


@pytest.mark.untraced
def test_a_power_cut_forgets_what_was_armed_and_nothing_else(tmp_path: Path) -> None:
    box = resumed(tmp_path / "armed", TIN_FROGS, START, PAIRS)
    plain = resumed(tmp_path / "plain", TIN_FROGS, START, PAIRS)
    for sitting in (box, plain):
        arm(sitting, page=1 if sitting is box else 3)
    assert sent(box) == sent(plain)
    before = box.session
    assert before.history == plain.session.history
    for sitting in (box, plain):
        sitting.pull_the_plug()

    again = SteppedBox(tmp_path / "armed", config(GAME))
    assert (again.session.state, again.session.history) == (before.state, before.history)
    again.box.wait(30.0)
    again.tap("green1")
    again.hold("green1", "green1")
    assert [event.more for event in events(again) if isinstance(event, Hopped)] == [0]
    again.pull_the_plug()


def arm(box: SteppedBox, page: int) -> None:
    """The seat at the first pair looks, leafs and lets go; then it is some time later."""
    box.box.press("green1")
    box.box.wait(0.7)
    for _ in range(page):
        box.tap("red1")
    box.box.release("green1")
    box.box.wait(200.27 - box.box.now)  # a pulse is at its bottom: a frame more or less makes no difference


def test_fingers_at_real_keys_say_what_is_meant_in_secret(tmp_path: Path) -> None:
    box = resumed(tmp_path, TIN_FROGS, START, PAIRS)
    question = box.session.question
    assert question is not None
    (form,) = question.armed
    assert isinstance(form, OneOf)
    wanted = form.answers[-1]
    for stroke in strokes(question, wanted, may_look=True):
        perform(box.box, 1, stroke)
    hopped = next(event for event in events(box) if isinstance(event, Hopped))
    assert TIN_FROGS.recall(state_of(box), hopped) == wanted
    assert hopped.more == 1
    box.pull_the_plug()


# --- the record, undo, bots, the studies -----------------------------------------------------------------------------


def with_asides() -> list[Step]:
    """A game in which something is thrown on turn and off turn."""
    return next(
        steps for steps in map(played, range(99)) if {True, False} <= {len(e.slots) == 1 for e in thrown(steps)}
    )


def thrown(steps: Sequence[Step]) -> list[Threw]:
    return [event for step in steps for event in step.events if isinstance(event, Threw)]


def test_a_record_is_refereed_at_every_moment_and_hides_what_is_secret() -> None:
    steps = with_asides()
    for length in range(len(steps)):
        text = record.write(TIN_FROGS, opened(), steps[:length])
        assert referee.check(TIN_FROGS, text).events == sum(len(step.events) for step in steps[:length])
        assert SEED not in text
        assert '"cards":["' not in "".join(line for line in text.splitlines() if '"dealt"' in line)
    whole = referee.check(TIN_FROGS, record.write(TIN_FROGS, opened(), steps))
    assert whole.is_over
    assert whole.lots == ("cards",)


def test_an_aside_nobody_may_say_any_more_is_found_by_the_referee() -> None:
    steps = with_asides()
    at = next(at for at, step in enumerate(steps) if thrown([step]))
    text = record.write(TIN_FROGS, opened(), [*steps[: at + 2], steps[at]])
    with pytest.raises(WrongLine, match="the rules allow here"):
        referee.check(TIN_FROGS, text)


def test_undo_takes_back_a_hop_but_no_frog_that_has_gone_home() -> None:
    steps = played(1)
    at = next(at for at, step in enumerate(steps) if any(isinstance(event, WentHome) for event in step.events))
    hop = next(at for at, step in enumerate(steps) if isinstance(step.events[0], Hopped))
    assert session_of(steps[: hop + 1]).undo() == Undo()
    refused = session_of(steps[: at + 1]).undo()
    assert isinstance(refused, Refused)
    assert refused.code == "final"


def test_an_undone_aside_is_refereed_among_the_undone_lines() -> None:
    steps = with_asides()
    at = next(at for at, step in enumerate(steps) if thrown([step]))
    entries: list[Entry] = [*steps[: at + 2], Undo()]
    text = record.write(TIN_FROGS, opened(), entries, secrets=True, undone=True)
    assert '"event":"threw"' in text.replace(" ", "")
    assert referee.check(TIN_FROGS, text).state == session_of(steps[:at]).state


@pytest.mark.untraced
def test_many_games_are_simulated_and_all_end(tmp_path: Path) -> None:
    wanted = Namespace(games=100, players=3, game=GAME, rulebook=None, seed=7, records=tmp_path)
    found = simulate(plan(Config(state_folder=str(tmp_path)), wanted), Alone(), lambda _: None)
    assert [sheet.name for sheet in found.tables] == ["game"]
    records = [path.read_text() for path in sorted(tmp_path.glob("*.jsonl"))]
    assert len(records) == found.games == 100
    assert all(referee.check(TIN_FROGS, text).is_over for text in records)
    assert any('"threw"' in text for text in records)
    assert any('"more":1' in text.replace(" ", "") for text in records), "what may be meant in secret, now and then"


# --- nothing of a hand on the wires ----------------------------------------------------------------------------------


@pytest.mark.parametrize("viewer", [None, 2])
def test_the_page_gets_the_same_bytes_whatever_the_others_hold(viewer: int | None, tmp_path: Path) -> None:
    """All that a browser is ever sent: the layout, and display, brightness and lights at the far ends of the wires."""
    steps = told_apart(viewer)
    here = resumed(tmp_path / "here", TIN_FROGS, START, PAIRS, steps)
    there = resumed(tmp_path / "there", TIN_FROGS, START, PAIRS, other_hands(steps, viewer))
    turn = here.session.question.seat if here.session.question is not None else None
    assert turn is not None
    assert state_of(here) != state_of(there)
    pair = (1, 2, 4)[turn - 1]
    for key in (*["green"] * 3, "RED", "green", "green", "GREEN", "green", "RED", "RED", "RED", "red", "RED"):
        for box in (here, there):
            (box.hold if key.isupper() else box.tap)(f"{key.lower()}{pair}")
        assert sent(here) == sent(there), key
    if viewer is not None:
        for box in (here, there):
            box.box.press(f"green{(1, 2, 4)[viewer - 1]}")
            box.box.wait(1.0)
        assert sent(here) == sent(there), "the own hand"
    for box in (here, there):
        box.pull_the_plug()


def told_apart(viewer: int | None) -> list[Step]:
    """The steps up to a question where two games differ in the slots that can be laid, but slot 2 is one in both."""
    steps = played(2)
    for at in range(len(steps)):
        asked, other = (session_of(past).question for past in (steps[:at], other_hands(steps[:at], viewer)))
        if asked is not None and asked.seat not in (None, viewer):
            can, could = useful(asked), useful(other)
            if can != could and 2 in can & could:
                return steps[:at]
    raise AssertionError("no such moment")


def sent(box: SteppedBox) -> tuple[bytes, dict[bytes, bytes]]:
    twin = box.box.twin
    return msgspec.json.encode(twin.layout()), seen(twin)
