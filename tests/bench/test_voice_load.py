"""That presses and commits are timed with a voice and without, not how late they are: that depends on the machine."""

from __future__ import annotations

import pytest

from companion.kit.errors import LeftOut
from tests.bench import voice_load
from tests.bench.voice_load import AWAY, BESIDE, WITHOUT, measure_voice

pytestmark = pytest.mark.slow


@pytest.fixture(autouse=True)
def _few(monkeypatch: pytest.MonkeyPatch) -> None:
    for name, few in (("ROUNDS", 2), ("TAPS", 2), ("COMMITS", 1)):
        monkeypatch.setattr(voice_load, name, few)


def test_each_is_timed_without_a_voice_beside_one_and_beside_one_without_a_broker() -> None:
    figures = {figure.name: figure for figure in measure_voice()}
    whats = (
        "a press, to the last byte on the bus",
        "a press, to the last byte on the serial line",
        "a commit, through the disk",
    )
    for what in whats:
        alone = figures[f"{what}, {WITHOUT}: median"].value
        assert 0 < alone <= figures[f"{what}, {WITHOUT}: p99"].value
        for how in (BESIDE, AWAY):
            later = figures[f"{what}, {how}: later by"]
            assert later.value == pytest.approx(figures[f"{what}, {how}: median"].value - alone)
            assert later.at_most is not None
    for how in (WITHOUT, BESIDE, AWAY):
        highest = figures[f"a commit, through the disk, {how}: highest of all"].value
        assert 0 < figures[f"a commit, through the disk, {how}: highest of all, of it the disk"].value < highest
    assert len(figures) == len(whats) * (3 * 2 + 2) + 2 * 3


def test_without_mosquitto_it_is_left_out_with_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("shutil.which", lambda _tool, path=None: path and None)
    with pytest.raises(LeftOut, match="Mosquitto is not installed"):
        list(measure_voice())


def test_a_voice_that_does_not_start_is_left_out_with_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(voice_load, "STARTED_S", 0.5)
    monkeypatch.setattr("sys.executable", "/bin/false")
    with pytest.raises(LeftOut, match="it does not start here"):
        list(measure_voice())
