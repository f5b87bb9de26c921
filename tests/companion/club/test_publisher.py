"""A box's publisher at a real Mosquitto: offline, back, killed; with the wrong password; and as the real program."""

from __future__ import annotations

import logging
import signal
import socket
import subprocess
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import msgspec
import pytest

from companion.club import marks
from companion.club.marks import Marks
from companion.club.publisher import Publisher
from companion.club.story import Place
from companion.club.topics import CLUB, ONLINE, Receipt, Record, TableState, TurnBegan, sum_of, topic
from companion.club.wire import BrokerConnection, link_of
from companion.journal.permanent import name_of
from companion.match.record import header
from companion.match.session import Session
from tests.companion.club.brokers import Broker, broker, until
from tests.companion.club.evenings import Evening, MakeEvening, text_of
from tests.companion.club.night import Voice, publish, settings
from tests.companion.club.watcher import Watcher

pytestmark = pytest.mark.slow


@pytest.fixture
def here(tmp_path: Path) -> Iterator[Broker]:
    with broker(tmp_path / "broker", "box") as made:
        yield made


@pytest.fixture
def watcher(here: Broker) -> Iterator[Watcher]:
    made = Watcher(here)
    until(lambda: made.listens, "the watcher")
    yield made
    made.wire.stop()


@pytest.fixture
def evening(evening_in: MakeEvening, tmp_path: Path) -> Evening:
    return evening_in(tmp_path / "games")


@pytest.fixture
def voice(evening: Evening, here: Broker, tmp_path: Path) -> Iterator[Voice]:
    made = Voice("box", evening.folder, tmp_path / "told", here)
    yield made
    made.stop()


def stepped(voice: Voice, holds: Any, what: str, seconds: float = 30.0) -> None:
    def look() -> bool:
        voice.step()
        return bool(holds())

    until(look, what, seconds)


def test_what_was_played_while_the_broker_was_away_comes_later_in_order_and_once(
    evening: Evening, here: Broker, watcher: Watcher, voice: Voice
) -> None:
    evening.some(20)
    stepped(voice, lambda: len(watcher.entries()) == 20 and voice.publisher.is_done, "the first entries")
    here.kill()
    until(lambda: not (voice.wire.is_up or watcher.wire.is_up), "the loss")
    evening.whole()
    for _ in range(20):
        voice.step()
    here.start()
    until(lambda: watcher.listens, "the watcher, back before the box says anything", 90.0)  # pauses between tries grow
    stepped(voice, lambda: voice.wire.is_up, "the box", 90.0)
    session = evening.some(10)
    saved = evening.journal.running()
    assert saved is not None
    name = name_of(header(session.rules, session.state), saved.began)
    stepped(voice, lambda: sum(told.game == name for told in watcher.entries()) == 10, "the last entries")
    came = [(told.game, told.entry) for told in watcher.entries()]
    assert len(set(came)) == len(came)
    for game in {game for game, _ in came}:
        entries = [entry for each, entry in came if each == game]
        assert entries == list(range(1, len(entries) + 1))


def test_the_state_is_kept_for_later_subscribers_and_says_whose_turn_it_is(
    evening: Evening, here: Broker, voice: Voice, watcher: Watcher
) -> None:
    session = evening.some(30)
    stepped(voice, lambda: watcher.heard("turn"), "a turn")
    late = Watcher(here)
    until(lambda: late.heard("state") and late.heard("online"), "what is kept")
    now = msgspec.json.decode(late.heard("state")[0], type=TableState)
    assert session.question is not None
    assert now.turn_seat == session.question.seat
    assert late.heard("online") == [ONLINE]
    assert late.heard("turn") == [], "that was then"
    assert msgspec.json.decode(watcher.heard("turn")[-1], type=TurnBegan) == TurnBegan(now.turn_seat, now.turn)  # type: ignore[arg-type]  # it is somebody's
    late.wire.stop()


def test_a_box_that_falls_silent_is_offline_by_the_broker_s_word(voice: Voice, watcher: Watcher) -> None:
    stepped(voice, lambda: watcher.heard("online") == [ONLINE], "the box")

    def is_cut() -> bool:
        with suppress(OSError):  # it has just been opened again
            wire = voice.wire._client.socket()
            if isinstance(wire, socket.socket):  # while it is being opened, there is none
                wire.shutdown(socket.SHUT_RDWR)
                return True
        return False

    until(is_cut, "the cut")
    until(lambda: b"offline" in watcher.heard("online"), "the last will")


def test_what_is_said_just_after_the_broker_has_gone_has_arrived_once_it_is_back(here: Broker, voice: Voice) -> None:
    until(lambda: voice.wire.is_up, "the broker")
    here.kill()
    until(lambda: not voice.wire.is_up, "the loss")
    said = voice.wire.say(topic("box", "event"), b"{}")
    assert not said.is_published()
    here.start()
    until(said.is_published, "what was said", 90.0)


def test_a_finished_game_is_sent_until_the_club_has_sent_its_receipt(
    evening: Evening, here: Broker, watcher: Watcher, voice: Voice, tmp_path: Path
) -> None:
    text = evening.whole()
    evening.journal.close()
    stepped(voice, lambda: len(watcher.heard("record")) == 1, "the record")
    assert msgspec.json.decode(watcher.heard("record")[0], type=Record).record == text
    club = BrokerConnection(link_of(here.settings("club")), CLUB, ())
    club.start()
    stepped(voice, lambda: len(watcher.heard("record")) == 2, "it once more, now that the club is there")
    club.say(topic("box", "receipt"), msgspec.json.encode(Receipt("of another one")))
    for words in (b"no receipt", b'{"sum": "\xff"}', b'{"x": ' + b"[" * 2000 + b"]" * 2000 + b"}"):
        club.say(topic("box", "receipt"), words)
    club.say(topic("box", "receipt"), msgspec.json.encode(Receipt(sum_of(watcher.heard("record")[0]))))
    stepped(voice, lambda: voice.publisher.is_done, "the end of it")
    club.stop()
    voice.stop()
    assert marks.read(tmp_path / "told").owed == ()


def test_what_is_owed_outlasts_a_power_cut_of_the_box(
    evening: Evening, here: Broker, watcher: Watcher, voice: Voice, tmp_path: Path
) -> None:
    evening.whole()
    evening.journal.close()
    stepped(voice, lambda: len(watcher.heard("record")) == 1, "the record")
    voice.stop()
    assert marks.read(tmp_path / "told").owed == (1,)
    entries = len(watcher.entries())
    again = Voice("box", evening.folder, tmp_path / "told", here)
    stepped(again, lambda: len(watcher.heard("record")) == 2, "it once more")
    assert len(watcher.entries()) == entries, "of what the broker has nothing comes twice"
    again.stop()


def test_a_voice_whose_first_start_finds_no_broker_tells_later_what_has_ended_meanwhile(
    evening: Evening, here: Broker, watcher: Watcher, tmp_path: Path
) -> None:
    evening.whole()
    evening.some(5)
    told = tmp_path / "told"
    first = Publisher(
        "box", evening.folder, told, BrokerConnection(link_of(here.settings("box")), topic("box", "online"), ()), "1"
    )
    first.step(0.0)
    assert marks.read(told) == Marks(Place(2)), "at once"
    *_, last = evening.play_on()
    again = evening.whole()
    evening.journal.close()
    voice = Voice("box", evening.folder, told, here)
    stepped(voice, lambda: len(watcher.heard("record")) == 2, "both records")
    records = [msgspec.json.decode(words, type=Record).record for words in watcher.heard("record")]
    assert records == [text_of(last), again]
    voice.stop()


@pytest.mark.parametrize("marked", [b"", b'{"place": 1}', b'{"owed": "\xff"}', b"[" * 2000])
def test_marks_that_cannot_be_read_cost_messages_that_come_twice_and_no_game(
    evening: Evening, here: Broker, watcher: Watcher, tmp_path: Path, marked: bytes
) -> None:
    text = evening.whole()
    evening.journal.close()
    (tmp_path / "told").mkdir()
    (tmp_path / "told" / marks.FILE).write_bytes(marked)
    voice = Voice("box", evening.folder, tmp_path / "told", here)
    stepped(voice, lambda: watcher.heard("record"), "the record")
    assert msgspec.json.decode(watcher.heard("record")[0], type=Record).record == text
    voice.stop()


def test_an_end_that_is_undone_counts_as_it_ends_at_last(
    evening: Evening, watcher: Watcher, voice: Voice, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("companion.club.publisher.SETTLED_S", 0.5)
    evening.whole()
    evening.undo()
    voice.step()
    stepped(voice, lambda: watcher.entries() and watcher.entries()[-1].kind == "undo", "the undo")
    voice.step()
    *_, last = evening.play_on()
    stepped(voice, lambda: watcher.heard("record"), "the record")
    (came,) = watcher.heard("record")
    assert msgspec.json.decode(came, type=Record).record == text_of(last)


def test_a_receipt_for_an_end_that_was_undone_settles_nothing(
    evening: Evening, watcher: Watcher, voice: Voice, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("companion.club.publisher.SETTLED_S", 0.5)
    evening.whole()
    stepped(voice, lambda: watcher.heard("record"), "the record of the first end")
    for _ in range(20):
        evening.undo()
    *_, last = evening.play_on()
    stepped(
        voice, lambda: watcher.entries()[-1].lines[-1:] and watcher.entries()[-1].n == count(last), "the second end"
    )
    voice.wire.came.put((topic("box", "receipt"), receipt(watcher.heard("record")[0])))
    stepped(voice, lambda: len(watcher.heard("record")) == 2, "the record of the second end", 10.0)
    first, second = watcher.heard("record")
    assert first != second
    assert msgspec.json.decode(second, type=Record).record == text_of(last)
    voice.wire.came.put((topic("box", "receipt"), receipt(second)))
    stepped(voice, lambda: voice.publisher.is_done, "the end of it")


def test_a_refusal_is_told_in_the_log_and_ends_the_matter(
    evening: Evening, here: Broker, watcher: Watcher, voice: Voice, caplog: pytest.LogCaptureFixture
) -> None:
    evening.whole()
    evening.journal.close()
    stepped(voice, lambda: watcher.heard("record"), "the record")
    club = BrokerConnection(link_of(here.settings("club")), CLUB, ())
    club.start()
    until(lambda: club.is_up, "the club")
    with caplog.at_level(logging.WARNING):
        receipt = Receipt(sum_of(watcher.heard("record")[0]), "line 7, rolled: no.")
        club.say(topic("box", "receipt"), msgspec.json.encode(receipt))
        stepped(voice, lambda: voice.publisher.is_done, "the end of it")
    assert "the club has refused game 1: line 7, rolled: no." in caplog.messages
    club.stop()


def receipt(record: bytes) -> bytes:
    return msgspec.json.encode(Receipt(sum_of(record)))


def count(session: Session[Any]) -> int:
    """How many of its events count."""
    return sum(len(past.step.events) for past in session.history.done)


# --- the program -----------------------------------------------------------------------------------------------------


def test_the_program_tells_of_the_box_and_says_good_bye(
    evening: Evening, here: Broker, watcher: Watcher, tmp_path: Path
) -> None:
    evening.some(12)
    file = settings(tmp_path, here)
    program = subprocess.Popen(
        publish("--config", file, "publish", "--games", evening.folder, "--told", tmp_path / "told")
    )
    until(lambda: len(watcher.entries()) == 12, "all entries")
    program.send_signal(signal.SIGTERM)
    assert program.wait(10) == 0
    until(lambda: watcher.heard("online")[-1] == b"offline", "the good-bye")
    assert marks.read(tmp_path / "told") == Marks(Place(1, 12))


@pytest.mark.parametrize("command", ["publish", "club"])
def test_a_wrong_password_is_refused_with_a_sentence(here: Broker, tmp_path: Path, command: str) -> None:
    (tmp_path / "wrong").write_text("sesame, open\n")
    (tmp_path / "wrong").chmod(0o600)
    file = settings(tmp_path, here, password_file=str(tmp_path / "wrong"))
    ran = subprocess.run(publish("--config", file, command), capture_output=True, text=True, check=False, timeout=60)
    assert ran.returncode == 2
    assert ran.stderr == (
        f"companion: the broker at localhost:{here.port} cannot be used: it refuses user box (Not authorized); "
        "set user and password_file in [club].\n"
    )


def test_a_broker_that_cannot_be_trusted_gets_no_password(here: Broker, tmp_path: Path) -> None:
    file = settings(tmp_path, here, ca=None)
    program = subprocess.Popen(publish("--config", file, "publish"), stderr=subprocess.PIPE, text=True)
    assert program.stderr is not None
    said = program.stderr.readline()
    program.terminate()
    program.communicate()
    assert "its certificate is not to be trusted" in said
    assert "set club.ca" in said
