"""Whole games at the twin, in stepped time: through pins, bus and pty, to a winner."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random

import pytest

from companion.daemon import demo
from companion.daemon.stepped import TICK_S, Stepped
from companion.faces.lamps import LAMPS
from companion.games import find_rules
from companion.journal.entries import decode
from companion.journal.journal import Journal
from companion.kit.question import Amount, OneOf
from companion.match import record, referee
from tests.companion.daemon.stepped_box import SteppedBox, config, seeds

pytestmark = [pytest.mark.in_box_time, pytest.mark.untraced]


def assert_faces_are_right(table: SteppedBox) -> None:
    """Check that the chip shows the view's picture, and the controller the latest colours."""
    assert table.picture().tobytes() == table.expected_picture().tobytes()
    assert table.box.twin.controller.live
    assert table.lights_are_right()


@pytest.mark.slow
@pytest.mark.parametrize("players", [3, 4, 5, 6])
def test_bots_play_a_whole_game_by_pressing_keys(players: int, tmp_path: Path) -> None:
    table = SteppedBox(tmp_path)
    looks = 0
    for session in demo.play(table.box, players, Random(players)):
        table.box.wait(0.1)  # a frame of lights takes 40 ms
        assert_faces_are_right(table)
        looks += 1
        final = session
    assert final.question is None, "the game has ended"
    assert looks > 100
    rules = final.rules
    saved = table.journal.running()
    assert saved is not None
    entries = [decode(row, rules.events) for row in saved.entries]
    state = referee.check(rules, record.write(rules, rules.read_header(saved.header), entries)).state
    assert state == final.state
    assert sum(state.money.accounts) == 0
    table.pull_the_plug()


def test_waits_shorter_than_the_least_step_add_up_at_a_pace(tmp_path: Path) -> None:
    """While a light pulses, 25 times a second something is due in the middle of such a wait."""
    journal = Journal(tmp_path)
    box = demo.stepped_twin(config(), journal, seeds(1), 1000)
    next(demo.play(box, 3, Random(3)))
    since = box.now
    for _ in range(200):
        box.wait(TICK_S / 2)
    assert box.now == pytest.approx(since + 100 * TICK_S)
    box.close()
    journal.shut()


@pytest.mark.slow
@pytest.mark.in_box_time
def test_with_real_cards_and_a_real_die_a_whole_game_is_typed_in(tmp_path: Path) -> None:
    table = SteppedBox(tmp_path, config(cards="table", die="table"))
    for session in demo.play(table.box, 3, Random(9)):
        assert session.rules.header(session.state)["commitment"] is None, "the box draws nothing"
    assert session.question is None
    table.box.wait(0.1)
    assert_faces_are_right(table)
    table.pull_the_plug()


def bid(table: SteppedBox, seat: int, amount: int) -> None:
    """Tap up to `amount`, then hold, as a person would."""
    question = table.session.question
    assert question is not None
    assert isinstance(question.form, Amount)
    assert question.seat == seat
    table.tap(*[f"green{seat}"] * (amount - question.form.least + 1))
    table.hold(f"green{seat}")


def test_the_worked_example_of_all_four_booklets(tmp_path: Path) -> None:
    """de A2, Beispiel: Hans, Pia, Werner and Claudia sit clockwise, Hans opens."""
    hans, pia, werner, claudia = 1, 2, 3, 4
    table = SteppedBox(tmp_path)
    table.start(4)
    for seat, amount in ((hans, 1), (pia, 2), (werner, 3), (claudia, 5)):
        bid(table, seat, amount)
    table.hold("red1")
    bid(table, pia, 6)
    table.hold("red3")
    bid(table, claudia, 7)
    bid(table, pia, 9)
    table.hold("red4")
    assert table.session.state.money.purses == (50, 41, 50, 50), "Pia pays 9"
    bid_round = {werner: 2, claudia: 3, hans: 4}
    for seat, amount in bid_round.items():
        bid(table, seat, amount)
    table.hold("red3", "red4")
    assert table.session.state.money.purses == (46, 41, 50, 50), "Hans has bought the second team"
    while (question := table.session.question) is not None and isinstance(question.form, Amount):
        if question.seat == claudia:
            bid(table, claudia, 8)
        else:
            table.hold("red3")
    assert table.session.state.money.purses == (46, 41, 40, 42), "Claudia pays 8, Werner 10 for the last team"
    assert [len(display) for display in table.session.state.displays] == [4, 4, 4, 4]
    table.pull_the_plug()


def test_a_move_is_seen_on_the_lights_where_it_ends(tmp_path: Path) -> None:
    table = SteppedBox(tmp_path, config(die="table"))
    rng = Random(3)
    for session in demo.play(table.box, 3, rng):
        if session.state.race == 1 and isinstance(table.asked.form, OneOf):
            break
    table.box.wait(30.0)
    before = table.session.state.chairs
    seat = table.asked.seat
    table.tap("green1")
    table.hold(f"green{seat}")
    if table.asked.seat == seat:  # the schemer's owner chooses
        table.hold(f"green{seat}")
    table.box.wait(30.0)
    after = table.session.state.chairs
    assert before != after
    spaces = {space.id: space.leds for space in table.box.twin.layout().spaces}
    for number, at in enumerate(after):
        if isinstance(at, int) and after.count(at) == 1:
            seen = max_colour(table, spaces[str(at)][0], seconds=4.0)
            red, green, blue = LAMPS[table.session.state.setup.seats[number].colour]
            strongest = max(range(3), key=lambda channel: (red, green, blue)[channel])
            assert seen[strongest] == max(seen) > 0
    table.pull_the_plug()


def max_colour(table: SteppedBox, led: int, seconds: float) -> tuple[int, int, int]:
    """The brightest value of any LED within so many seconds."""
    seen = []
    for _ in range(int(seconds / 0.04)):
        table.box.wait(0.04)
        seen.append(table.box.twin.controller.colours[led])
    return max(seen, key=sum)


def test_time_never_runs_backwards_and_nothing_is_left_undone(tmp_path: Path) -> None:
    table = SteppedBox(tmp_path)
    box: Stepped = table.box
    seen = [box.now]
    for _ in range(50):
        box.wait(0.013)
        seen.append(box.now)
    assert seen == sorted(seen)
    assert box.now == pytest.approx(0.65)
    table.pull_the_plug()


@pytest.mark.slow
@pytest.mark.in_box_time
def test_the_same_seed_plays_the_same_game(tmp_path: Path) -> None:
    texts = []
    for run in ("a", "b"):
        table = SteppedBox(tmp_path / run, seed=5)
        table.play(3, Random(5), questions=60)
        saved = table.journal.running()
        assert saved is not None
        assert saved.name == find_rules("galopp-royal").name
        texts.append((json.dumps(saved.header), saved.entries))
        table.pull_the_plug()
    assert texts[0] == texts[1]
