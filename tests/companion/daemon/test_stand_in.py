"""A bot plays for a seat of a whole box, from the menu to a power cut and on."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.kit.text import text
from companion.web.twin import KEYS
from tests.companion.daemon.stepped_box import RESTED_S, SteppedBox, config


def hand_over(box: SteppedBox, *seats: int) -> None:
    for seat in seats:
        box.choose(text("bot plays"))
        box.tap(*["green2"] * (seat - 1))
        box.hold("green2", "green2")


def test_a_bot_plays_for_a_seat_and_still_does_after_a_power_cut(tmp_path: Path) -> None:
    table = SteppedBox(tmp_path)
    table.start(3)
    hand_over(table, 1)
    table.box.wait(RESTED_S)
    assert table.asked.seat == 2
    table.pull_the_plug()
    again = SteppedBox(tmp_path)
    again.hold("red2")
    again.hold("red3")
    again.box.wait(RESTED_S)
    assert again.asked.seat != 1, "whatever is asked of it is answered"
    assert again.picture().tobytes() == again.expected_picture().tobytes()
    again.pull_the_plug()


def test_the_keys_of_a_bot_go_down_on_the_page_and_nobody_elses(tmp_path: Path) -> None:
    table = SteppedBox(tmp_path)
    table.start(3)
    hand_over(table, 1)
    seen: dict[str, list[int]] = {key: [0] for key in KEYS}

    def look() -> None:
        for key, number in zip(KEYS, table.box.twin.keys(), strict=True):
            if number != seen[key][-1]:
                seen[key].append(number)

    table.box.watch = look
    while table.asked.seat == 1:
        table.box.wait(1.0)
    table.box.wait(1.0)
    moved = {key for key, numbers in seen.items() if len(numbers) > 1}
    assert moved
    assert moved <= {"green1", "red1"}
    for key in moved:
        assert seen[key] == list(range(len(seen[key]))), "down, up, down, up"
        assert seen[key][-1] % 2 == 0
    table.pull_the_plug()


@pytest.mark.slow
@pytest.mark.in_box_time
def test_a_box_without_people_plays_by_itself(tmp_path: Path) -> None:
    table = SteppedBox(tmp_path, config("cat-royal", last_deal=4))
    table.start(2)
    hand_over(table, 1, 2)
    for _ in range(100):
        if table.session.question is None:
            break
        table.box.wait(60.0)
    assert table.session.question is None
    assert len(table.session.history.done) > 20
    table.pull_the_plug()
