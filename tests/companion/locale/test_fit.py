"""Every screen of whole games in every language: nothing is cut, not even a long name; no line is left out."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import cache
from itertools import count
from pathlib import Path
from random import Random
from typing import Any, Literal, get_args

import pytest
from msgspec.structs import asdict, replace

from companion.daemon import newer, own_wifi
from companion.daemon.aside import SCREENS
from companion.daemon.assembly import DAMAGED_FILES, LOST_RULES
from companion.daemon.faults import Faults, watched
from companion.daemon.newer import UpdateAnswer, known
from companion.daemon.on_trial import Refusal
from companion.daemon.own_wifi import WifiAnswer, WifiWish
from companion.daemon.resuming import DAMAGED_GAMES, LOST_GAME
from companion.daemon.switch import NO_PORT, PAGES_OFF
from companion.faces.oled import arrange
from companion.faces.patterns import Pattern
from companion.faces.patterns import arrange as arrange_pattern
from companion.faces.sheet import TextLine
from companion.games import GAMES
from companion.games.galopp_royal.booklet import PRESETS
from companion.games.galopp_royal.duties import Duties
from companion.games.galopp_royal.ending import Over
from companion.games.galopp_royal.rules import GALOPP_ROYAL
from companion.games.galopp_royal.state import State
from companion.kit.event import Event, Intent, Offering, Refused
from companion.kit.question import Amount, Question, commit
from companion.kit.rules import Rules
from companion.kit.seats import COLOURS, Player
from companion.kit.setup import Phrases, Seating, Who
from companion.kit.text import Text, joined, speak, text, verbatim
from companion.kit.view import Key, Legend, View
from companion.locale import LANGUAGES
from companion.match.history import Step
from companion.match.session import SecondThought, Session
from companion.players import bots
from companion.study.hands import ScratchLedger
from companion.table import controls
from companion.table.asked import A_BOT_PLAYS
from companion.table.controls import Press
from companion.table.notices import Notices
from companion.table.playing import Playing
from companion.table.ports import Doubt, Earlier, Invitation, Network, Settings, UpdateStep, WifiNetwork
from companion.table.saving import DOES_NOT_LAST, GOOD_NIGHT, NOT_SAVED
from companion.table.screens.agreement import Agreement, pages
from companion.table.screens.answering import Answering
from companion.table.screens.calibration import Calibration
from companion.table.screens.consenting import PART_S, Consenting
from companion.table.screens.correction import MOST, REASONS, Correction
from companion.table.screens.earlier import earlier_games
from companion.table.screens.form import FormScreen
from companion.table.screens.inviting import OwnWifi
from companion.table.screens.joining import LET_GO, SITS, TOO_LONG
from companion.table.screens.menu import Menu
from companion.table.screens.pause import Pause
from companion.table.screens.seats import HOW_WELL, seats
from companion.table.screens.selftest import PARTS, self_test
from companion.table.screens.updating import WhetherToSave, seen
from companion.table.table import Table
from companion.testing.fitting import bare, unfit
from companion.testing.whole_games import finish, seated
from companion.workshop.scenes import LEARNED, TRIED
from hardware.keyboard import Health, Trouble
from hardware.pins import read_pins
from tests.companion.games.every_game import SHORT
from tests.companion.locale.written_catalogues import marked, translate
from tests.companion.table.at_the_table import MOST_ROWS, is_group

SEED = "5eed" * 16
LONG = ("Maximilian", "Wilhelmina", "Friederike", "Alexandria", "Konstantin", "Bartolomeo")
"""The longest name that no screen has to cut."""
NAMES = ("Hans", "Pia", "Werner", "Claudia", "Maximilian")
COINS = {"you have {n}": 100}
"""With so many letters or more, they may be small."""
TABLES = {
    "all by the box": (NAMES, Duties("box", "box"), 0),
    "real cards and die": (NAMES, Duties("table", "table"), 0),
    "long names": (LONG, Duties("box", "box"), 0),
    "three rich players": (NAMES[-3:], Duties("box", "table"), 60),
}
"""Who plays, who does which duty, and how much more than a bot each player bids."""
FACTS: Mapping[str, str | int | Text] = {
    "amount": 145, "most": 144, "least": 146, "came": 1, "count": 4, "card": "+2/-2", "seat": 7, "n": 3,
    "name": "Maximilian", "owner": "Claudia", "letter": "W", "key": "● 6", "figure": text("citizen"),
    "what": text("Move holes"),
}  # fmt: skip


class Broken:
    """A part that is missing."""

    fault = "unplugged"


class Sound:
    """A part that works."""

    fault = None


# --- whole games -----------------------------------------------------------------------------------------------------


@cache
def played(table: str) -> tuple[tuple[Session[State], Step], ...]:
    """One game: what happened at each moment of it."""
    names, duties, extra = TABLES[table]
    luck = Random(1995)  # a game that can be played again, not a secret
    session = Session(GALOPP_ROYAL, SEED, start(names, duties, capital=50 + 10 * extra))
    moments = []
    while (question := session.question) is not None:
        step: Step | Refused | None = session.automatic()
        if step is None:
            step = session.draw(question) if question.by_lot else session.answer(answer(question, luck, extra))
        assert not isinstance(step, Refused), step
        moments.append((session, step))
        session = session.apply(step)
    return tuple(moments)


def happened(table: str) -> Iterator[tuple[State, Event]]:
    """Each event, and how things stood after it."""
    for session, step in played(table):
        state = session.state
        for event in step.events:
            state = GALOPP_ROYAL.evolve(state, event)
            yield state, event


@cache
def screens_of(table: str) -> tuple[View, ...]:
    """All screens of the game, each once."""
    screens = dict.fromkeys(bare(told) for each in happened(table) if (told := GALOPP_ROYAL.tell(*each)) is not None)
    for session, _ in played(table):
        if session.automatic() is None:
            screens |= dict.fromkeys(map(bare, at_the_table(session, session.question)))
    last, step = played(table)[-1]
    return tuple(screens | dict.fromkeys(map(bare, at_the_table(last.apply(step), None))))


@cache
def lines_of(table: str) -> tuple[Text, ...]:
    """All lines of its page of last events, each once."""
    return tuple(dict.fromkeys(filter(None, (GALOPP_ROYAL.line(*each) for each in happened(table)))))


def sitting(names: tuple[str, ...], duties: Duties) -> Seating:
    """Seat the players in this order; the first one is the smallest."""
    players = tuple(Player(seat, name, COLOURS[seat - 1]) for seat, name in enumerate(names, 1))
    return Seating(players, 1, asdict(duties), commit(SEED))


def start(names: tuple[str, ...], duties: Duties, capital: int) -> State:
    """Before the first card."""
    begun = GALOPP_ROYAL.begin(sitting(names, duties), {})
    return GALOPP_ROYAL.read_header(GALOPP_ROYAL.header(begun) | {"capital": capital})


def answer(question: Question, luck: Random, extra: int) -> Intent:
    """What a bot says, and more if it is rich."""
    said = bots.answer(question, luck)
    if isinstance(said, Offering):
        most = getattr(question.form, "most", said.amount)
        return replace(said, amount=min(said.amount + extra, most))
    return said


def at_the_table(session: Session[State], question: Question | None) -> Iterator[View]:
    """The question, some answers being chosen, a secret look, undo, menu and pages: all by the keys."""
    at = box(session)
    yield at.view(0.0)
    if question is not None and question.seat is not None and not question.by_lot:
        for _ in range(4):
            yield tapped(at, question.seat, "green")
        yield held(at, question.seat, "green")
    for seat in range(1, session.state.seats + 1):
        yield held(box(session), seat, "green")
    at = box(session)
    for _ in range(8):
        yield tapped(at, 0, "table")
    yield held(at, 0, "table")
    at.press(Press(0, "table", "hold", 2), 0.0)
    for _ in range(5):
        yield tapped(at, 1, "green")


def box(session: Session[State]) -> Table[State]:
    """A box that has been switched on in the middle of this game; its news have been read."""
    made = Table(GALOPP_ROYAL, settings(session.state.setup.duties), ScratchLedger(), lambda: SEED)
    made.go_on(session, tuple(range(1, session.state.seats + 1)), 0.0)
    made.tick(60.0)
    return made


def settings(duties: Duties) -> Settings:
    """Settings like those of a box."""
    return Settings(("en",), LONG, asdict(duties), {}, 0.6, 2.0, 5.0)


def tapped(at: Table[State], pair: int, key: Key) -> View:
    """The screen after a tap."""
    at.press(Press(pair, key, "down"), 0.0)
    at.press(Press(pair, key, "tap"), 0.0)
    return at.view(0.0)


def held(at: Table[State], pair: int, key: Key) -> View:
    """The screen while a key is held."""
    at.press(Press(pair, key, "down"), 0.0)
    at.press(Press(pair, key, "hold", 1), 0.0)
    return at.view(0.0)


def whole_menu(at: Table[State]) -> Iterator[View]:
    """Every row of the open menu, group by group; in the end the first one is shown again."""
    first, view = at.view(0.0), at.view(0.0)
    while True:
        yield view
        if is_group(view):
            held(at, 1, "green")
            yield from (tapped(at, 1, "green") for _ in range(MOST_ROWS))
            held(at, 1, "red")
        if (view := tapped(at, 1, "green")) == first:
            return


def found(at: Table[State], row: Text) -> list[View]:
    """Go to this row of the open menu, in whatever group it is; gives the screens on the way."""
    screens = [at.view(0.0)]
    while screens[-1].lines[:1] != (row,) or is_group(screens[-1]):
        if is_group(screens[-1]):
            screens.append(held(at, 1, "green"))
            for _ in range(MOST_ROWS):
                if screens[-1].lines[:1] == (row,):
                    return screens
                screens.append(tapped(at, 1, "green"))
            held(at, 1, "red")
        screens.append(tapped(at, 1, "green"))
    return screens


# --- what is wrong with a screen -------------------------------------------------------------------------------------


def faults(view: View, put: Callable[[str], str], *, may_cut: bool) -> list[str]:
    """What is wrong with a screen; coins are never small."""
    return unfit(view, put, NAMES if may_cut else (), is_purse)


def is_purse(line: Text) -> bool:
    """Whether the line shows the bidder's coins; three digits may be small if the line has more words."""
    return line.id in COINS and int(str(dict(line.parameters)["n"])) < COINS[line.id]


def misfits(views: tuple[View, ...] | list[View], language: str, *, may_cut: bool = False) -> dict[str, list[str]]:
    """What does not fit, by the title of its screen; `may_cut`: a name may lose its end."""
    wrong: dict[str, list[str]] = {}
    for view in views:
        for words in faults(view, translate(language), may_cut=may_cut):
            wrong.setdefault(speak(view.title, str), []).append(words)
    return {title: sorted(set(words))[:8] for title, words in wrong.items()}


@pytest.mark.slow
@pytest.mark.in_box_time
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("table", TABLES)
def test_a_whole_game_fits(table: str, language: str) -> None:
    assert misfits(screens_of(table), language) == {}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("table", TABLES)
def test_last_events_fit(table: str, language: str) -> None:
    lines = lines_of(table)
    pages = [View(text("Last events"), lines=lines[at : at + 4]) for at in range(0, len(lines), 4)]
    assert misfits(pages, language) == {}


@pytest.mark.parametrize("language", LANGUAGES)
def test_joining_fits(language: str) -> None:
    at = Table(GALOPP_ROYAL, settings(Duties()), ScratchLedger(), lambda: SEED)
    screens = [at.view(0.0), *(tapped(at, pair, "green") for pair in range(1, 6))]
    warning = GALOPP_ROYAL.unconfirmed({})
    assert warning is not None
    assert misfits([*screens, warning, *doubtful()], language) == {}


def doubtful() -> Iterator[View]:
    """What is asked about a board's file that is damaged, or was changed."""
    reasons: tuple[Literal["damaged", "changed"], ...] = ("damaged", "changed")
    for why in reasons:
        at = Table(GALOPP_ROYAL, replace(settings(Duties()), doubt=Doubt(why, (why,))), ScratchLedger(), lambda: SEED)
        at.open(0.0)
        yield at.view(0.0)
        yield tapped(at, 1, "green")
        yield tapped(at, 1, "green")


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("phrases", [Phrases(), *(rules.phrases for rules in GAMES)])
def test_the_phrases_of_a_game_fit(phrases: Phrases, language: str) -> None:
    joining = View(
        text("{name} joins", name=NAMES[-1]),
        number="6",
        lines=phrases.start,
        legend=Legend(text("in/out"), text("Start"), red_hold=text("bot")),
    )
    with_bots = replace(joining, title=text("Bot: {name}", name=NAMES[-1]), caption=text("joined"))
    bots = [replace(with_bots, notice=said) for said in (None, *SITS.values(), TOO_LONG, LET_GO)]
    phones = Legend(text("in/out"), None, text("phone"), text("bot"))
    bots.append(replace(with_bots, lines=(text("{n} more:", n=1), text("each taps ●")), legend=phones))
    question = Question(1, Amount(Offering(seat=1), Intent(seat=1), 1, 2))
    draft = Offering(seat=1, amount=1)
    roll = controls.labels(replace(question, by_lot=True), None, phrases, may_look=False)
    offer = controls.labels(question, draft, phrases, may_look=False)
    screens = [View(text("Race {n}", n=6), number="2", legend=legend) for legend in (roll, offer)]
    screens.append(View(text("Race {n}", n=6), number="2", position=(10, 13), legend=A_BOT_PLAYS))
    screens += [View(text("Notice"), notice=said) for said in (phrases.by_lot, phrases.checked)]
    screens += [View(title, lines=(verbatim("0" * 16),)) for title in (phrases.sealed, phrases.checked)]
    assert misfits([joining, *bots, *screens], language) == {}


@pytest.mark.parametrize("language", LANGUAGES)
def test_menu_calibration_and_self_test_fit(language: str) -> None:
    at = Table(GALOPP_ROYAL, replace(settings(Duties()), version=lambda: "12.10.10.dev9999"), ScratchLedger(), str)
    at.press(Press(0, "table", "hold", 2), 0.0)
    menus = list(whole_menu(at))
    while at.view(0.0).lines[:1] != (text("Sound"),):
        tapped(at, 1, "green")
    menus += [held(at, 1, "green"), *(tapped(at, 1, "green") for _ in range(2))]
    measures = tuple(replace(measure, value=25) for measure in GALOPP_ROYAL.measures({}))
    calibration = Calibration(measures, nothing, GALOPP_ROYAL.track({}))
    numbers = turned(calibration, len(calibration.values))
    parts = self_test(nothing)
    tests = [parts.view(0.0)]
    for _ in PARTS:
        parts.press(Press(1, "green", "tap"), 0.0)
        tests.append(parts.view(0.0))
    assert misfits([*menus, *numbers, *tests], language) == {}


class Porter:
    """Lets phones in."""

    address = "192.168.178.123:8080"
    networks = (Network("eth0", "192.168.178.122"), Network("wlan0", "192.168.178.123"))
    own_wifi: WifiNetwork | None = None

    def invite(self, _door: int, _t: float) -> Invitation:
        return Invitation("http://192.168.178.123/s#123456", "192.168.178.123", "123456", 120.0)

    def begin_game(self, t: float) -> None:
        """Keep all phones."""

    def shut(self) -> None:
        """Do nothing: no phone is in."""


class InWifi(Porter):
    """The same in the box's own Wi-Fi."""

    own_wifi = WifiNetwork("companion-mmmm", "mmmmm-mmmmm")


@pytest.mark.parametrize("language", LANGUAGES)
def test_inviting_phones_fits(language: str) -> None:
    at = Table(
        GALOPP_ROYAL,
        replace(settings(Duties()), names=(*NAMES, "Otto"), entrance=Porter()),
        ScratchLedger(),
        lambda: SEED,
    )
    screens = [at.view(0.0)]
    at.press(Press(0, "table", "hold", 2), 0.0)
    screens += found(at, text("Owner's page"))
    screens.append(held(at, 1, "green"))
    at.press(Press(1, "red", "down"), 0.0)
    at.press(Press(1, "red", "tap"), 0.0)
    at.press(Press(0, "table", "hold", 2), 0.0)
    found(at, text("Phones"))
    screens += [held(at, 1, "green"), *(tapped(at, 1, "green") for _ in range(6))]
    at.press(Press(0, "table", "down"), 0.0)
    at.press(Press(0, "table", "tap"), 0.0)
    at.press(Press(0, "table", "hold", 2), 0.0)
    screens += found(at, text("Another network"))
    screens += [held(at, 1, "green"), tapped(at, 1, "green")]
    assert [view.qr for view in screens if view.qr] == ["http://192.168.178.123/s#123456"]
    assert misfits([view for view in screens if not view.qr], language) == {}
    (owner,) = (view for view in screens if view.qr)
    said = [piece.words for piece in arrange(owner, translate(language)) if isinstance(piece, TextLine) and piece.words]
    owner_says, or_type = (speak(words, translate(language)) for words in (text("Owner"), text("or type")))
    assert said == [owner_says, or_type, "192.168.", "178.123", "123 456"]
    at.show_where(0.0)
    said = [
        each.words for each in arrange(at.view(0.0), translate(language)) if isinstance(each, TextLine) and each.words
    ]
    assert said == [speak(text("The table"), translate(language)), "192.168.", "178.123", ":8080"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_own_wifi_fits(language: str) -> None:
    home = WifiNetwork("FRITZ!Box 7590 AB", "12345678")
    asked, own = WifiWish(home, home), OwnWifi(WifiNetwork("companion-mmmm", "mmmmm-mmmmm")).view(0.0)
    told = (WifiAnswer(0, "wlan0", is_home=not why, why=why) for why in own_wifi.WHY)
    screens = [own_wifi.NO_WIFI, own_wifi.trying(home), *(own_wifi.news(asked, each) for each in told)]
    at = Table(GALOPP_ROYAL, replace(settings(Duties()), entrance=InWifi(), may_have_wifi=True), ScratchLedger(), str)
    at.press(Press(0, "table", "hold", 2), 0.0)
    found(at, text("Phones"))
    screens += [held(at, 1, "green"), *(tapped(at, 1, "green") for _ in range(7))]
    assert misfits([view for view in screens if not view.qr], language) == {}
    drawn = arrange(own, translate(language))
    said = [piece.words for piece in drawn if isinstance(piece, TextLine) and piece.words]
    assert said == [speak(text("Wi-Fi"), translate(language)), "companion-", "mmmm", "mmmmm-", "mmmmm"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_switching_phones_on_fits(language: str) -> None:
    at = Table(
        GALOPP_ROYAL,
        replace(settings(Duties()), may_have_pages=True, may_have_wifi=True),
        ScratchLedger(),
        lambda: SEED,
    )
    at.press(Press(0, "table", "hold", 2), 0.0)
    found(at, text("Phones"))
    screens = [at.view(0.0), held(at, 1, "green"), *(tapped(at, 1, "green") for _ in range(2)), PAGES_OFF, NO_PORT]
    assert misfits(screens, language) == {}


def nothing(_what: object, _t: float) -> None:
    """Ignore it."""


def turned(form: FormScreen, rows: int) -> list[View]:
    """A form, row by row."""
    screens = []
    for _ in range(rows):
        screens.append(form.view(0.0))
        form.press(Press(1, "green", "hold", 1), 0.0)
    return screens


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_pause_seats_that_leave_and_earlier_games_fit(language: str) -> None:
    session = Session(GALOPP_ROYAL, SEED, start(NAMES, Duties("table", "box"), capital=50))
    game = Answering(Playing(session, (1, 2, 3, 4, 5), ScratchLedger(), Notices(), count()), 0.0)
    game.hand_over(5, "simple", 0.0)
    screens, menu = [game.placed(Pause(5).view(0.0))], seats(game)
    for _ in NAMES:
        screens.append(menu.view(0.0))
        menu.press(Press(1, "green", "tap"), 0.0)
    levels = menu.press(Press(1, "green", "hold", 1), 0.0)
    assert isinstance(levels, Menu)
    for _ in HOW_WELL:
        screens.append(levels.view(0.0))
        levels.press(Press(1, "green", "tap"), 0.0)
    earlier = earlier_games((Earlier(1, "Galopp Royal", NAMES, "2026-11-22 20:15"),), nothing)
    assert misfits([*screens, earlier.view(0.0)], language) == {}


@pytest.mark.untraced
@pytest.mark.parametrize("rules", GAMES, ids=lambda rules: rules.name)
@pytest.mark.parametrize("language", LANGUAGES)
def test_how_a_game_went_fits(language: str, rules: Rules[object]) -> None:
    begun = rules.begin(seated(rules, rules.seats[-1], "box"), SHORT.get(rules.name, {}))
    session = Session(rules, SEED, begun).resume(finish(rules, begun, 1).entries)
    pages = rules.summary(session.told())
    assert pages
    assert misfits(list(pages), language) == {}


@pytest.mark.parametrize("language", LANGUAGES)
def test_putting_coins_right_fits(language: str) -> None:
    screens = []
    for strokes in range(len(REASONS)):
        correction = Correction(NAMES, nothing)
        correction.values = (4, -MOST, strokes, 0)
        screens += turned(correction, 4)
    assert misfits(screens, language) == {}


@cache
def consents(number: int) -> tuple[View, ...]:
    """The questions for consent to an undo, in the course of a game of four."""
    rules, luck, screens = GAMES[number], Random(1995), dict[View, None]()
    players = tuple(Player(seat, NAMES[-seat], COLOURS[seat - 1]) for seat in range(1, 5))
    duties: dict[str, Who] = {duty.name: "box" for duty in rules.duties}
    state = rules.begin(Seating(players, 1, duties, commit(SEED)), SHORT.get(rules.name, {}))
    session: Session[Any] = Session(rules, SEED, state)
    while (question := session.question) is not None:
        step: Step | Refused | None = session.automatic()
        if step is None:
            asked = bots.addressed(question, rules.asides(session.state), luck)
            step = session.draw(asked) if asked.by_lot else session.answer(bots.answer(asked, luck))
        assert not isinstance(step, Refused), step
        session = session.apply(step)
        known = (rules.reveals(session.state, event, 0) for event in step.events)
        screens |= dict.fromkeys(consent(session, tuple(filter(None, known))))
    return tuple(screens)


def consent(session: Session[Any], known: tuple[Text, ...]) -> Iterator[View]:
    """All parts of the question for consent, if these facts have become known."""
    playing = Playing(session, tuple(range(1, 7)), ScratchLedger(), Notices(), count())
    thought = session.second_thought()
    if isinstance(thought, SecondThought) and known:
        asking = Consenting(playing, replace(thought, known=known), 1, lambda _: None, 0.0)
        yield from (bare(playing.placed(asking.view(PART_S * part))) for part in range(1 + len(known)))


@pytest.mark.untraced
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("number", range(len(GAMES)), ids=lambda number: GAMES[number].name)
def test_what_is_asked_of_a_decision_that_goes_back_fits(number: int, language: str) -> None:
    screens = consents(number)
    assert len(screens) > 100
    assert misfits(screens, language, may_cut=True) == {}


@pytest.mark.parametrize("language", LANGUAGES)
def test_redo_fits(language: str) -> None:
    """The menu in the middle of a game, after an undo."""
    session = Session(GALOPP_ROYAL, SEED, start(NAMES, Duties("table", "box"), capital=50))
    at = box(session)
    for press in (Press(1, "green", "down"), Press(1, "green", "hold", 1), Press(0, "table", "hold", 1)):
        at.press(press, 0.0)
    at.press(Press(0, "table", "release", 1), 0.0)
    at.press(Press(0, "table", "hold", 2), 0.0)
    screens = list(whole_menu(at))
    assert any(text("undone") in screen.lines for screen in screens)
    assert misfits(screens, language) == {}


@pytest.mark.untraced
@pytest.mark.parametrize("language", LANGUAGES)
def test_trying_parts_fits(language: str) -> None:
    assert misfits([scene for scene in TRIED if isinstance(scene, View)], language) == {}


@pytest.mark.parametrize("language", LANGUAGES)
def test_finding_the_wiring_fits(language: str) -> None:
    assert misfits([scene for scene in LEARNED if isinstance(scene, View)], language) == {}


@pytest.mark.parametrize("language", LANGUAGES)
def test_words_in_a_frame_fit(language: str) -> None:
    """Words do not touch their frame, and none is cut."""
    framed = [scene for scene in (*TRIED, *LEARNED) if isinstance(scene, Pattern) and scene.lines]
    assert len(set(framed)) == 2
    for pattern in framed:
        words = [piece for piece in arrange_pattern(pattern, translate(language)) if isinstance(piece, TextLine)]
        said = [speak(line, translate(language)) for line in pattern.lines]
        assert [piece.words for piece in words if piece.words] == said
        assert all(piece.box.left >= 2 and piece.box.right <= 126 for piece in words if piece.words)


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_is_said_of_a_newer_version_and_of_a_backup_fits(language: str, tmp_path: Path) -> None:
    said = [UpdateAnswer(1, state, "12.10.10~dev9999+gabc") for state in newer.STATES]
    said += [UpdateAnswer(1, "refused", why=why) for why in newer.WHY]
    said += [UpdateAnswer(1, "saved", games=10_000)]
    said += [UpdateAnswer(1, "brought", games=10_000, made="2026-11-29T20:00:00+00:00")]
    screens = [seen(known(told, step)) for told in (None, *said) for step in get_args(UpdateStep)]
    question = WhetherToSave(newer.UpdatesByUnit(tmp_path)).view(0.0)
    assert misfits([question, *screens], language) == {}


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_first_and_the_last_screens_fit(language: str) -> None:
    first = [DAMAGED_GAMES, DAMAGED_FILES, DOES_NOT_LAST, LOST_GAME, LOST_RULES]
    first += [*(screen("galopp-royal") for screen in SCREENS), Refusal("12.10.10~dev9999+gabc", ()).view]
    unsaved = [replace(screen, is_saved=False) for screen in (*first, NOT_SAVED)]
    at = Table(GALOPP_ROYAL, settings(Duties()), ScratchLedger(), lambda: SEED)
    assert misfits([at.opening(), *first, *unsaved, GOOD_NIGHT], language) == {}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("names", [[each.capitalize() for each in COLOURS], ["Claudia", "Jo", *NAMES[:4]]])
@pytest.mark.parametrize("seats", [3, 4, 5, 6])
def test_everybody_at_the_end_fits(names: list[str], seats: int, language: str) -> None:
    begun = (start(tuple(names[-seats:]), Duties(), coins) for coins in (7, 50, 145))
    ends = [bare(GALOPP_ROYAL.view(replace(each, phase=Over((1,))), None)) for each in begun]
    assert misfits(ends, language) == {}


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_is_out_of_order_fits(language: str) -> None:
    class Full(ScratchLedger):
        is_saved = False

    screens = []
    for trouble in get_args(Trouble):
        broken, sound = Broken(), Sound()
        gone = watched(broken, broken, broken, broken, lambda: None)
        wrong = Faults((*gone, *watched(sound, sound, sound, sound, lambda: "ssd1306")))
        wrong.look()
        for key in read_pins().keys:
            wrong.of_key(Health(key, trouble))
        at = Table(GALOPP_ROYAL, settings(Duties()), Full(), lambda: SEED)
        at.pages.faults = wrong.lines
        screens += [tapped(at, 0, "table") for _ in range(7)]
    assert {view.title for view in screens} == {text("Out of order")}
    assert len({line for view in screens for line in view.lines}) == 1 + 5 + 13 + 13
    assert misfits(screens, language) == {}


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_is_said_at_the_end_hides_nobody_from_the_third_place_on(language: str) -> None:
    places = tuple(joined(name, "12") for name in NAMES[:3])
    said = [*(rules.phrases.checked for rules in GAMES), Phrases().checked, text("Table key: summary")]
    ends = [View(text("{name} wins", name=NAMES[0]), lines=places, notice=each) for each in said]
    assert misfits(ends, language) == {}


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_value_of_every_rule_fits(language: str) -> None:
    """While it is chosen, as a page while people join, and as a page of a game."""
    screens = []
    for rulebook in PRESETS:
        options = GALOPP_ROYAL.options({"rulebook": rulebook})
        for at, option in enumerate(options):
            for value in range(len(option.values)):
                chosen = (*options[:at], replace(option, chosen=value), *options[at + 1 :])
                agreed = GALOPP_ROYAL.agreed(tuple(option.chosen for option in chosen))
                game = GALOPP_ROYAL.begin(sitting(NAMES, Duties()), agreed)
                screens += [
                    turned(Agreement(chosen, nothing), at + 1)[-1],
                    pages(chosen)[at],
                    *GALOPP_ROYAL.pages(game),
                ]
    assert misfits(screens, language) == {}


@pytest.mark.parametrize("language", LANGUAGES)
def test_notices_fit(language: str) -> None:
    """Every sentence with a full stop, and every event, can stand in place of the keys."""
    sentences = [Text(message, tuple(FACTS.items())) for message in sorted(marked()) if message.endswith(".")]
    events = [line for table in TABLES for line in lines_of(table)]
    assert misfits([View(text("Menu"), notice=said) for said in [*sentences, *events]], language) == {}


def test_a_word_that_is_cut_is_found() -> None:
    view = View(text("Menu"), lines=(text("a sentence that is too long for the display"),))
    assert misfits([view], "en") == {"Menu": ["a sentence that is too long for the display"]}


def test_a_line_that_is_left_out_is_found() -> None:
    view = View(text("Menu"), lines=tuple(map(text, "abcde")))
    assert misfits([view], "en") == {"Menu": ["e"]}
