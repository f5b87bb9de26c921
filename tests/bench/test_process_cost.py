"""A box in a process of its own: that it is seen to start and to idle, not how fast: that depends on the machine."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from companion.daemon.resuming import resume
from companion.journal.journal import Journal
from companion.kit.errors import LeftOut
from tests.bench import process_cost
from tests.bench.process_cost import keep_a_game, measure_process, measure_start, pages_on, started

OURS = """
companion companion.cli companion.cli.arguments companion.cli.terminal companion.config companion.daemon
companion.daemon.display companion.daemon.home companion.daemon.lasting companion.daemon.owner companion.daemon.page
companion.daemon.restoring companion.daemon.signals companion.daemon.small_files companion.daemon.start
companion.daemon.switch companion.daemon.systemd companion.daemon.telling companion.daemon.whereabouts
companion.daemon.wired companion.faces companion.faces.drift companion.faces.figure companion.faces.footer
companion.faces.hand companion.faces.letters companion.faces.oled companion.faces.qr companion.faces.rows
companion.faces.sheet companion.files companion.games companion.games.cat_royal companion.games.galopp_royal
companion.journal companion.journal.beginning companion.journal.entries companion.journal.file companion.journal.journal
companion.journal.log companion.journal.look companion.journal.numbering companion.journal.saved
companion.journal.schema companion.kit companion.kit.chart companion.kit.errors companion.kit.event
companion.kit.manifest companion.kit.money companion.kit.names companion.kit.policy companion.kit.seats
companion.kit.setup companion.kit.shape companion.kit.table_items companion.kit.text companion.kit.value
companion.kit.view companion.locale companion.match companion.match.history companion.match.stints companion.result
companion.table companion.table.opening companion.table.ports companion.toml_file companion.web companion.web.port
hardware hardware.closing hardware.errors hardware.i2c hardware.oled hardware.pins hardware.twin hardware.twin.chip
hardware.twin.far_ends hardware.windows hardware.worker tests tests.bench
"""
"""All of our modules that may be loaded before the first picture."""
FOR_PAGES = "companion.daemon.locks companion.web.pages companion.web.pages.doors _blake2 _hashlib hashlib hmac"
"""The same if pages are on."""
OF_OTHERS = """
PIL.Image PIL.ImageDraw PIL.ImageFile PIL.ImageFont argparse array collections.abc contextlib datetime
encodings.utf_8_sig errno faulthandler fcntl functools gc gettext importlib.util itertools json locale logging
luma.core.error luma.core.interface.serial luma.oled.device math msgspec msgspec.structs operator os pathlib queue re
runpy signal smbus2 socket sqlite3 stat string struct sys textwrap threading time tomllib types typing unicodedata zlib
"""
"""What they import of others, which may import more."""


@pytest.mark.slow
@pytest.mark.parametrize("has_pages", [False, True], ids=["as it comes", "with pages"])
def test_what_the_first_picture_does_not_show_waits_for_it(tmp_path: Path, has_pages: bool) -> None:
    told = f"import sys, {', '.join(OF_OTHERS.split())}; print(*sys.modules)"
    others = subprocess.run([sys.executable, "-c", told], capture_output=True, text=True, check=True).stdout
    may_be = {*OURS.split(), *others.split(), *(FOR_PAGES.split() if has_pages else ())}
    with started(tmp_path, pages_on() if has_pages else "") as box:
        assert set(box.loaded) <= may_be
        assert set(OURS.split()) <= set(box.loaded), "the list is no longer than it must be"
        assert 0 < box.cpu_s < box.ready_s
        assert 0 < box.picture_s < box.ready_s


@pytest.mark.slow
def test_a_start_is_held_against_its_limits(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(process_cost, "STARTS", 1)
    figures = {figure.name: figure for figure in measure_start()}
    assert all(figure.value > 0 for figure in figures.values())
    limits = {"to the first picture": 100, "to the first picture, computing": None, "to ready": 190}
    assert {name: figure.at_most for name, figure in figures.items()} == {
        f"{start}: {what}": limit for start in ("a start", "a start, pages on") for what, limit in limits.items()
    }


@pytest.mark.slow
def test_memory_and_idling_are_held_against_their_limits(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(process_cost, "REST_S", 0.1)
    monkeypatch.setattr(process_cost, "IDLE_S", 1.5)
    figures = {figure.name: figure for figure in measure_process()}
    assert len(figures) == 9
    assert all(figure.value > 0 for name, figure in figures.items() if "CPU" not in name)
    for pages, at_most in (("", 45), (", pages on", 50)):
        memory = figures[f"a running box in memory, after a game{pages}"]
        assert (memory.unit, memory.at_most) == ("MiB", at_most)
    limits = {"while people may join": 20, "while a player is awaited": 60, "with pages on": 60}
    for when, at_most in limits.items():
        assert figures[f"idle {when}: context switches"].at_most == at_most
        assert figures[f"idle {when}: CPU"].at_most == (None if "pages" in when else 1)
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
