"""A newer version as the box sees it: wished for, waited for, and told."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from companion.daemon.newer import (
    ANSWER,
    BEGINS,
    LOOKING,
    PATIENCE_S,
    STATES,
    WHY,
    WISH,
    NoUpdate,
    UpdateAnswer,
    UpdatesByUnit,
    known,
    updates,
)
from companion.kit.text import Text, text, verbatim
from companion.table.ports import UpdateNews, UpdateStep


class Service:
    """A box at time `t`, and companion-update.service."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.box = UpdatesByUnit(folder, folder / "answer")
        self.t = 100.0

    def ask(self, step: UpdateStep = "look") -> None:
        self.box.ask(step, self.t)

    @property
    def wish(self) -> dict[str, object]:
        told: dict[str, object] = json.loads((self.folder / WISH).read_bytes())
        return told

    def answer(self, **told: object) -> UpdateNews | None:
        (self.folder / "answer").write_text(json.dumps({"number": self.wish["number"], **told}))
        return self.news(1.0)

    def news(self, wait_s: float) -> UpdateNews | None:
        self.t += wait_s
        return self.box.news(self.t)


@pytest.fixture
def service(tmp_path: Path) -> Service:
    return Service(tmp_path)


def test_nothing_is_known_and_nothing_wished_for_until_somebody_asks(service: Service) -> None:
    assert service.news(1.0) is None
    assert list(service.folder.iterdir()) == []
    service.ask()
    assert service.wish["step"] == "look"
    assert service.news(1.0) == UpdateNews(LOOKING, is_busy=True)


def test_a_newer_version_is_named_without_its_commit_and_can_be_installed(service: Service) -> None:
    service.ask()
    told = service.answer(state="newer", version="0.4.0+gabc")
    assert told == UpdateNews((verbatim("0.4.0"), *STATES["newer"]), may_install=True)
    service.ask("install")
    assert service.wish["step"] == "install"
    for state in ("fetching", "installing"):
        told = service.answer(state=state, version="0.4.0")
        assert told is not None
        assert told.is_busy
        assert not told.may_install
    told = service.answer(state="done", version="0.4.0")
    assert told == UpdateNews((verbatim("0.4.0"), *STATES["done"]), step="install")


def test_while_a_wish_is_under_way_there_is_no_other(service: Service) -> None:
    service.ask()
    wish = service.wish
    service.ask("install")
    assert service.wish == wish


def test_an_answer_counts_for_its_own_wish_alone(service: Service) -> None:
    service.ask()
    (service.folder / "answer").write_text('{"number":0,"state":"newest"}')
    told = service.news(1.0)
    assert told is not None
    assert told.is_busy


def test_of_a_backup_the_box_says_that_it_is_written_and_how_many_games_are_in_it(service: Service) -> None:
    service.ask("backup")
    assert service.wish["step"] == "backup"
    being_written = UpdateNews(STATES["saving"], is_busy=True, step="backup")
    assert service.news(1.0) == being_written
    assert service.answer(state="saving") == being_written
    told = service.answer(state="saved", games=12)
    assert told == UpdateNews((text("Games in it: {count}", count=12), *STATES["saved"]), step="backup")


@pytest.mark.parametrize(
    ("made", "said"),
    [("2026-11-29T20:00:00+00:00", (text("Of {date}:", date="2026-11-29"),)), ("1970-01-01T00:00:00+00:00", ())],
)
def test_of_a_backup_that_was_brought_the_box_says_when_it_was_made_if_that_can_be(
    service: Service, made: str, said: tuple[Text, ...]
) -> None:
    service.ask("bring")
    assert service.news(1.0) == UpdateNews(BEGINS["bring"], is_busy=True, step="bring")
    lines = *said, text("Games in it: {count}", count=3), *STATES["brought"]
    assert service.answer(state="brought", games=3, made=made) == UpdateNews(lines, may_install=True, step="bring")


def test_a_backup_waits_for_an_update_that_is_under_way_and_the_display_says_which_it_is(service: Service) -> None:
    service.ask("install")
    service.ask("backup")
    assert service.wish["step"] == "install"
    told = service.answer(state="fetching", version="0.4.0")
    assert told is not None
    assert (told.is_busy, told.step) == (True, "install")


@pytest.mark.parametrize("why", WHY)
@pytest.mark.parametrize("step", ["look", "backup", "bring"])
def test_each_reason_is_a_sentence(service: Service, step: UpdateStep, why: NoUpdate) -> None:
    service.ask(step)
    assert service.answer(state="refused", why=why) == UpdateNews(WHY[why], step=step)


def test_without_an_answer_it_has_failed_after_a_while_and_can_be_asked_again(service: Service) -> None:
    service.ask()
    told = service.news(PATIENCE_S - 1)
    assert told is not None
    assert told.is_busy
    assert service.news(1.0) == UpdateNews(WHY["failed"])
    service.ask()
    assert service.news(0.0) == UpdateNews(LOOKING, is_busy=True)


def test_a_wish_that_cannot_be_written_has_failed(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    service = Service(tmp_path / "nowhere")
    service.ask()
    assert service.news(0.0) == UpdateNews(WHY["failed"])
    assert "not written" in caplog.text


def test_only_a_service_from_the_package_can_look(tmp_path: Path) -> None:
    unit = tmp_path / ANSWER.name
    of_systemd = {"RUNTIME_DIRECTORY": str(tmp_path), "STATE_DIRECTORY": str(tmp_path), "NOTIFY_SOCKET": "/run/notify"}
    assert updates(of_systemd, unit) is None
    unit.touch()
    assert updates({}, unit) is None
    assert updates(of_systemd, unit) is not None


def test_a_refusal_without_a_reason_has_failed() -> None:
    assert known(UpdateAnswer(1, "refused"), "look") == UpdateNews(WHY["failed"])
