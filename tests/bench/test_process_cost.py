"""A box in a process of its own: that it is seen to start and to idle, not how fast: that depends on the machine."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.daemon.resuming import resume
from companion.journal.journal import Journal
from companion.kit.errors import LeftOut
from tests.bench import process_cost
from tests.bench.process_cost import keep_a_game, measure_process, measure_start, pages_on, started


@pytest.mark.slow
@pytest.mark.parametrize("has_pages", [False, True], ids=["as it comes", "with pages"])
def test_pins_and_web_stack_wait_for_the_first_picture(tmp_path: Path, has_pages: bool) -> None:
    with started(tmp_path, pages_on() if has_pages else "") as box:
        assert box.loaded == ()
        assert 0 < box.cpu_s < box.ready_s
        assert 0 < box.picture_s < box.ready_s


@pytest.mark.slow
def test_a_start_is_held_against_its_limits(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(process_cost, "STARTS", 1)
    figures = {figure.name: figure for figure in measure_start()}
    assert all(figure.value > 0 for figure in figures.values())
    limits = {"to the first picture": 200, "to the first picture, computing": None, "to ready": 500}
    assert {name: figure.at_most for name, figure in figures.items()} == {
        f"{start}: {what}": limit for start in ("a start", "a start, pages on") for what, limit in limits.items()
    }


@pytest.mark.slow
def test_memory_is_held_against_its_limit_and_idling_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(process_cost, "REST_S", 0.1)
    monkeypatch.setattr(process_cost, "IDLE_S", 1.5)
    figures = {figure.name: figure for figure in measure_process()}
    assert len(figures) == 8
    assert all(figure.value > 0 for name, figure in figures.items() if "CPU" not in name)
    for pages in ("", ", pages on"):
        memory = figures[f"a running box in memory, after a game{pages}"]
        assert (memory.unit, memory.at_most) == ("MiB", 60)
    switches = [figures[f"idle while {when}: context switches"] for when in ("people may join", "a player is awaited")]
    assert switches[0].value < switches[1].value, "only the lamp of a player who is awaited pulses"


@pytest.mark.slow
def test_a_box_that_does_not_start_is_left_out_with_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "state").touch()
    with pytest.raises(LeftOut, match="it does not start here"), started(tmp_path):
        pytest.fail("there is no box")


def test_a_kept_game_is_a_whole_one_that_waits_for_its_last_decision(tmp_path: Path) -> None:
    keep_a_game(tmp_path)
    journal = Journal(tmp_path, read_only=True)
    saved = journal.running()
    journal.shut()
    assert saved is not None
    assert len(saved.entries) > 200
    question = resume(saved).question
    assert question is not None
    assert question.seat is not None


def test_where_there_is_no_proc_the_process_is_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Path, "exists", lambda _: False)
    with pytest.raises(LeftOut, match="which Linux has"):
        list(measure_process())
