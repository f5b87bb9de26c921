"""What pages show of the past: games, records, a replay to step through and the support bundle to the owner; the report
of the game that has just ended to everybody at the table.

Laws: it only reads the journal of a running box, through readers that come and go; of a game in progress it tells only
what everybody may see; without the owner's key only the game that is over at the table is reported. It is called from
threads of the web server, one request at a time (`web.pages.turns`), and lets the box's other threads go first.
"""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final, Literal, TypeAlias

import msgspec
from msgspec.structs import asdict, replace

from companion import games
from companion.daemon import bgstats, restoring
from companion.daemon.finished import finished, state_of
from companion.daemon.pages.moment import placed
from companion.daemon.pages.shape import DrawnBoard
from companion.daemon.reports import Reports
from companion.daemon.resuming import record_of, resume
from companion.daemon.support import backup, bundle
from companion.faces.page import Page, PageSeat, page, who
from companion.faces.qr import picture
from companion.journal.dates import likely
from companion.journal.journal import MOST_GAMES, SHELF, Journal
from companion.journal.saved import Saved
from companion.kit.chart import Chart
from companion.kit.errors import Damaged, NewerBackup, NotABackup, UnknownGame, Unusable, WrongUse
from companion.kit.event import Event
from companion.kit.text import Text, speak, text
from companion.kit.view import View
from companion.locale import translator
from companion.match.findings import coaching, sentences
from companion.match.highlights import highlights
from companion.match.report import Report
from companion.match.report_svg import NARROW, WIDE
from companion.match.report_svg import picture as drawing
from companion.match.session import Session

STRETCH_S: Final = 0.0003
"""How long a request computes at a time; if its thread then waits as long for its turn, another thread computes."""
RESTS: Final = 8
"""The request then rests this many times as long as it has computed."""
NOT_A_BACKUP: Final = text("This is not a whole backup of a box")
NEWER_BACKUP: Final = text("A newer box has made this backup: update this box first")
NO_ROOM: Final = text("There is no room for it here")

PastState: TypeAlias = Literal["over", "left", "running", "unread"]


class PastGame(msgspec.Struct, frozen=True):
    """A game in the list."""

    number: int
    """The number by which pages ask for it."""
    state: PastState
    title: str
    began: str = ""
    """ISO 8601; empty: the box did not know the date."""
    says: str = ""
    """How the game stands, or why it cannot be read."""
    seats: tuple[PageSeat, ...] = ()
    """All seats; if the game is over, `is_in` marks the winners."""
    link: str = ""
    """The link that opens this finished game in the app BG Stats; empty: the game is not over, or tells no places."""


class ListedGames(msgspec.Struct, frozen=True):
    """A part of the list, the latest game first."""

    games: tuple[PastGame, ...]
    more: int | None
    """The number before which there are more games; `None`: there are no more."""


class BroughtBackup(msgspec.Struct, frozen=True):
    """The backup that has come, before the owner agrees."""

    says: str
    """What is in it."""
    made: str
    """When; ISO 8601; empty: the box that made it did not know the date."""
    left_out: tuple[str, ...]
    """What is not put back, or has to be added."""


class ReplayFrame(msgspec.Struct, frozen=True):
    """One step of a replay: before the first event, or after an event."""

    line: str
    """The event, in short."""
    page: dict[str, object]
    """What everybody may see then: the fields of `Page` that have changed."""


class Chapter(msgspec.Struct, frozen=True):
    """A part of a game."""

    name: str
    at: int
    """The number of its first frame, counted from 0."""


class Replay(msgspec.Struct, frozen=True):
    """A game, event by event."""

    past: PastGame
    board: DrawnBoard
    frames: tuple[ReplayFrame, ...]
    chapters: tuple[Chapter, ...]
    """In order; empty: the game does not name any parts."""


class DrawnCurve(msgspec.Struct, frozen=True):
    """The chances to win, drawn."""

    narrow: str
    """An SVG for a phone."""
    wide: str
    """The same for a larger screen."""
    marks: tuple[str, ...]
    """What happened at its marks 1, 2 …"""


class Hindsight(msgspec.Struct, frozen=True):
    """The report of a game that is over."""

    curve: DrawnCurve | None
    """`None`: still being computed."""
    sentences: tuple[str, ...] = ()
    players: tuple[tuple[str, ...], ...] = ()
    """What each of seats 1 … n may want to know of its own play."""


class Library:
    """The games in a folder. `language` is the reader's; empty: the table's."""

    def __init__(self, folder: Path, language: Callable[[], str], settings: Path | None = None) -> None:
        """`language`: gives the table's current language; `settings`: the owner's file."""
        self._folder = folder
        self._settings = settings
        self._language = language
        self._reports = Reports(folder, settings)

    def games(self, before: int | None = None, language: str = "") -> bytes:
        """The latest games, or the latest before that number. Raises Unusable."""
        pause, translate = _Pauses(), self._translator(language)
        with self._opened() as journal:
            numbers = journal.numbers(SHELF + 1, MOST_GAMES if before is None else before)
            games = tuple(_past(journal, number, pause, translate) for number in reversed(numbers[-SHELF:]))
        more = games[-1].number if len(numbers) > SHELF else None
        return msgspec.json.encode(ListedGames(games, more))

    def record(self, number: int) -> str:
        """A record as `companion export` writes it. Raises WrongUse, UnknownGame, Damaged, Unusable."""
        with self._opened() as journal:
            return record_of(_load(journal, number), pause=_Pauses())

    def qr(self, number: int, language: str = "") -> bytes:
        """The link to a finished game as a QR code, SVG. Raises WrongUse, UnknownGame, Damaged, Unusable."""
        with self._opened() as journal:
            saved = _load(journal, number)
        translate = self._translator(language)
        return picture(bgstats.link(finished(saved, resume(saved, _Pauses()), translate), translate), "svg")

    def replay(self, number: int, language: str = "") -> bytes:
        """A game, event by event. Raises WrongUse, UnknownGame, Damaged, Unusable."""
        pause = _Pauses()
        with self._opened() as journal:
            saved = _load(journal, number)
        session, translate = resume(saved, pause), self._translator(language)
        start, rules = _start(session), session.rules
        spaces, chart = rules.view(start, None).track.spaces, rules.charted(start) or Chart()
        frames = tuple(_frames(session, saved.pairs, translate, pause))
        past, board = _told(saved, session, translate), DrawnBoard(rules.title, spaces, chart)
        return msgspec.json.encode(Replay(past, board, frames, tuple(_chapters(session, translate))))

    def report(self, number: int, language: str = "") -> bytes:
        """The report of a game that is over, perhaps still being computed. Raises WrongUse, Unusable, Unwritten."""
        with self._opened() as journal:
            return self._report(_load(journal, number), language)

    def ended(self, language: str = "") -> bytes:
        """The same for the game that has just ended at the table. Raises WrongUse, Unusable, Unwritten."""
        with self._opened() as journal:
            saved = journal.running()
            if saved is None or resume(saved, _Pauses()).question is not None:
                raise WrongUse("No game has just ended: expected one that is over and still at the table.")
            return self._report(saved, language)

    def _report(self, saved: Saved, language: str) -> bytes:
        report = self._reports.find(saved)
        told = Hindsight(None) if report is None else _hindsight(report, self._translator(language), _Pauses())
        return msgspec.json.encode(told)

    def _translator(self, language: str) -> Callable[[str], str]:
        return translator(language or self._language())

    def close(self) -> None:
        """Stop: nobody will ask any more."""
        self._reports.close()

    def backup(self) -> bytes:
        """A backup, as `companion backup` makes it. Raises Unwritten."""
        return backup(self._folder, self._settings)

    def take(self, at: int, piece: bytes) -> None:
        """Take a piece of a backup to be put back. Raises WrongUse, Unusable."""
        restoring.take(self._folder, at, piece)

    def examined(self, language: str = "") -> bytes:
        """What has come, in words. Raises WrongUse, Unusable."""
        translate = self._translator(language)
        try:
            whole = restoring.examine(self._folder, self._settings)
        except NewerBackup:
            raise WrongUse(speak(NEWER_BACKUP, translate)) from None
        except NotABackup:
            raise WrongUse(speak(NOT_A_BACKUP, translate)) from None
        except Unusable:
            raise Unusable(speak(NO_ROOM, translate)) from None
        about, left_out = whole.about, []
        if not whole.has_settings:
            left_out.append(text("The settings stay as they are here"))
        if whole.missing:
            left_out.append(text("To be added anew: {games}", games=", ".join(whole.missing)))
        made = about.made if likely(about.made) is not None else ""
        says = speak(text("Games in it: {count}", count=about.games), translate)
        return msgspec.json.encode(BroughtBackup(says, made, _spoken(left_out, translate)))

    def bundle(self) -> bytes:
        """The support bundle: log, settings, the doctor's answer, the last game; nothing secret. Raises Unwritten."""
        return bundle(self._settings)

    @contextmanager
    def _opened(self) -> Iterator[Journal]:
        """Raises Unusable."""
        try:
            journal = Journal(self._folder, read_only=True)
            try:
                yield journal
            finally:
                journal.shut()
        except (OSError, sqlite3.Error) as error:
            raise Unusable(f"the games cannot be read: {error}; look again later") from None


class _Pauses:
    """Lets the box's other threads go first: after each stretch, it rests if it finds that one of them computes."""

    def __init__(self) -> None:
        self._since = time.thread_time()

    def __call__(self) -> None:
        if (computed := time.thread_time() - self._since) >= STRETCH_S:
            asked_at = time.monotonic()
            time.sleep(0)
            if time.monotonic() - asked_at >= STRETCH_S:
                time.sleep(RESTS * computed)
            self._since = time.thread_time()


def _past(journal: Journal, number: int, pause: Callable[[], object], translate: Callable[[str], str]) -> PastGame:
    title = ""
    try:
        saved = _load(journal, number)
        title = games.title(saved.name)
        return _told(saved, resume(saved, pause), translate)
    except (UnknownGame, Damaged) as why:
        return PastGame(number, "unread", title, says=str(why))


def _load(journal: Journal, number: int) -> Saved:
    saved = journal.load(number)
    if saved is None:
        raise WrongUse(f"There is no game {number}: expected one of the list.")
    return saved


def _told(saved: Saved, session: Session[Any], translate: Callable[[str], str]) -> PastGame:
    """A game for the list, in words."""
    view = placed(session.rules.view(session.state, None), saved.pairs)
    seats = tuple(who(seat, lambda said: speak(said, translate)) for seat in view.seats)
    state, title = state_of(saved, session), session.rules.title
    link = _link(saved, session, translate)
    began = saved.began if likely(saved.began) is not None else ""
    return PastGame(saved.id, state, title, began, speak(view.title, translate), seats, link)


def _link(saved: Saved, session: Session[Any], translate: Callable[[str], str]) -> str:
    try:
        return bgstats.link(finished(saved, session, translate), translate)
    except WrongUse:  # it is not over, or tells no places
        return ""


def _hindsight(report: Report, translate: Callable[[str], str], pause: Callable[[], object]) -> Hindsight:
    marks = _spoken([highlight.says for highlight in highlights(report)], translate)
    narrow, wide = (drawing(report, translate, width, pause) for width in (NARROW, WIDE))
    spoken = [_spoken(coaching(report, seat), translate) for seat in range(1, len(report.names) + 1)]
    return Hindsight(DrawnCurve(narrow, wide, marks), _spoken(sentences(report), translate), tuple(spoken))


def _spoken(sentences: Sequence[Text], translate: Callable[[str], str]) -> tuple[str, ...]:
    return tuple([speak(sentence, translate).replace("\t", " ") for sentence in sentences])


def _start(session: Session[Any]) -> Any:
    """The state before the first event."""
    done = session.history.done
    return done[0].before if done else session.state


def _frames(
    session: Session[Any], pairs: tuple[int, ...], translate: Callable[[str], str], pause: Callable[[], object]
) -> Iterator[ReplayFrame]:
    """All steps of the replay."""
    before: dict[str, object] = {}
    for state, event in _moments(session):
        shown = asdict(_page(session, state, event, pairs, translate))
        line = session.rules.line(state, event) if event is not None else None
        yield ReplayFrame(speak(line, translate) if line is not None else "", _changed(shown, before))
        before = shown
        pause()


def _chapters(session: Session[Any], translate: Callable[[str], str]) -> Iterator[Chapter]:
    """The parts of the game: a new part begins where `Rules.progress` changes."""
    before = None
    for at, (state, _) in enumerate(_moments(session)):
        stage = session.rules.progress(state)
        if stage is not None and stage != before:
            yield Chapter(speak(stage, translate), at)
        before = stage


def _moments(session: Session[Any]) -> Iterator[tuple[Any, Event | None]]:
    yield _start(session), None
    yield from session.told()


def _page(
    session: Session[Any], state: Any, event: Event | None, pairs: tuple[int, ...], translate: Callable[[str], str]
) -> Page:
    """The page that everybody saw, with the news of the event, if there was any."""
    view: View = placed(session.rules.view(state, None), pairs)
    news = session.rules.tell(state, event) if event is not None else None
    if news is not None:
        told = ("title", "who", "number", "caption", "lines", "page_lines", "said", "table")
        view = replace(view, **{each: getattr(news, each) for each in told})
    return page(replace(view, legend=None, keys=(), position=None, is_draft=False), translate)


def _changed(now: dict[str, object], before: dict[str, object]) -> dict[str, object]:
    return {field: value for field, value in now.items() if field not in before or before[field] != value}
