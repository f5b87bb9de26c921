"""Every screen of a game, and of the box around it, as people meet them: reached by the keys of a real table.

Law: no screen is made up. Whole games are played from fixed seeds, and on the way everybody looks at all that the keys
show. Screens that differ only in names and numbers are shown once; of a frequent kind only the first few are shown.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import chain
from random import Random
from typing import Any, Final, NamedTuple, TypeAlias

from companion.daemon.aside import SCREENS
from companion.daemon.assembly import LOST_RULES
from companion.daemon.own_wifi import NO_WIFI
from companion.daemon.resuming import DAMAGED_GAMES, LOST_GAME
from companion.daemon.switch import NO_PORT, PAGES_OFF
from companion.daemon.trouble import screens as of_trouble
from companion.faces.patterns import Pattern
from companion.kit.rules import Rules
from companion.kit.setup import Who
from companion.kit.text import Text, speak, text
from companion.kit.view import View
from companion.match.session import Session
from companion.players.fingers import turn
from companion.study.hands import TableHands
from companion.table.look_pages import pages
from companion.table.saving import GOOD_NIGHT, NOT_SAVED
from companion.table.screens.consenting import PART_S
from companion.table.screens.main_menu import GROUPS
from companion.workshop.scenes import LEARNED, TRIED

ScreenScene: TypeAlias = View | Pattern
Looks: TypeAlias = tuple[object, ...]
"""A screen without its names and numbers."""

SEEDS: Final = ("5eed" * 16, "face" * 16)
EVERY: Final = 9
"""Once in so many answers, all screens are looked at, even if the question has been seen before."""
MOST: Final = 99
"""More values than any row of the menu has."""
FEW: Final = 8
"""The most screens of one kind on a sheet."""


class SeenScreen(NamedTuple):
    """A screen, and how people reached it."""

    how: str
    """A few English words."""
    scene: ScreenScene
    where: str = ""
    """The moment of a game, for a sentence; empty: it belongs to none."""


# --- one game --------------------------------------------------------------------------------------------------------


def of_game(rules: Rules[Any]) -> tuple[SeenScreen, ...]:
    """Each screen of a game once: while people join and agree, and in games by every rulebook, run by box or people."""
    return each_once(chain(_around(rules), *(_placed(rules, *how) for how in _ways(rules))))


def _ways(rules: Rules[Any]) -> Iterator[tuple[Mapping[str, Who], Mapping[str, object], str]]:
    """The games to play: the box's cards and dice with each rulebook, real ones with the first; each with its seed."""
    rulebooks: list[dict[str, object]] = [{"rulebook": name} for name in rules.rulebooks] or [{}]
    box: dict[str, Who] = {duty.name: "box" for duty in rules.duties}
    people: dict[str, Who] = {duty.name: "table" for duty in rules.duties}
    yield from ((box, each, SEEDS[0]) for each in rulebooks)
    yield people, rulebooks[0], SEEDS[1]


def _around(rules: Rules[Any]) -> Iterator[SeenScreen]:
    """Before the first card: the warning, players joining, menu and rules, the board's numbers."""
    hands = TableHands(rules, {}, {}, SEEDS[0])
    yield SeenScreen("switched on", hands.table.opening())
    hands.table.open(hands.t)
    yield from (SeenScreen("news", view) for view in hands.news())
    yield SeenScreen("joining", hands.view)
    for pair in rules.pairs[: rules.seats.start]:
        yield SeenScreen("joining", hands.tap(pair))
    yield from _pages(hands)
    yield from _menu(hands)


def _menu(hands: TableHands[Any]) -> Iterator[SeenScreen]:
    """Every row of the menu, in its group, and all screens behind it; rows that end or begin a game are not opened."""
    below = hands.view.title
    for path in _paths(hands):
        view = hands.hold(0, "table", 2)
        for at, row in enumerate(path):
            view = hands.hold(1) if at else view
            for _ in range(row):
                view = hands.tap(1)
        yield SeenScreen("menu", view)
        if view.lines[0] not in {text("New game:"), text("First taste:")} and view.lines not in GROUPS.values():
            hands.hold(1)
        if text("Seats:") in view.lines:  # nobody would press for a seat that has been handed over
            yield SeenScreen("menu", hands.view)
            hands.tap(0, "table")
        yield from _opened(hands, below)
    list(hands.news())


def _paths(hands: TableHands[Any]) -> list[tuple[int, ...]]:
    """The way to each row: so many taps on the first level; in a group, so many more on the second."""
    paths: list[tuple[int, ...]] = []
    for row in range(_rows(hands.hold(0, "table", 2))):
        paths.append((row,))
        if hands.view.lines in GROUPS.values():
            paths += [(row, nth) for nth in range(_rows(hands.hold(1)))]
            hands.hold(1, "red")
        hands.tap(1)
    hands.tap(0, "table")
    return paths


def _rows(menu: View) -> int:
    return menu.position[1] if menu.position is not None else 0


def _opened(hands: TableHands[Any], below: Text) -> Iterator[SeenScreen]:
    """The screens behind a row, value by value; the table key leaves them if they do not end by themselves."""
    done = (below, text("Menu"))
    for _ in range(MOST):
        for _ in range((hands.view.position or (1, 1))[1]):
            if hands.view.title not in done:
                yield SeenScreen("menu", hands.view)
                hands.tap(1)
        if hands.view.title in done:
            break
        hands.hold(1)
    if hands.view.title != below:
        hands.tap(0, "table")


def _placed(
    rules: Rules[Any], duties: Mapping[str, Who], choices: Mapping[str, object], seed: str
) -> Iterator[SeenScreen]:
    """The screens of one whole game, each with its moment."""
    hands = TableHands(rules, duties, choices, seed)
    for seen in _played(rules, hands, Random(seed)):
        done = hands.table.session.history.done if hands.table.session is not None else ()
        last = f"after step {len(done)} ({type(done[-1].step.events[-1]).__name__})" if done else "at the start"
        players = len(hands.table.joined)
        yield seen._replace(where=f"{last} of the game of {players} players with the seed {seed[:8]}…")


def _played(rules: Rules[Any], hands: TableHands[Any], luck: Random) -> Iterator[SeenScreen]:
    """One whole game, played by bots at the keys."""
    for pair in rules.pairs[:4]:
        hands.tap(pair)
    hands.hold(rules.pairs[0])
    looked: set[object] = set()
    answers = 0
    while (session := hands.table.session) is not None and (question := session.question) is not None:
        yield from (SeenScreen(_told(view), view) for view in hands.news())
        yield SeenScreen("asked", hands.view)
        if (kind := _kind(hands.view)) not in looked or answers % EVERY == 0:
            looked.add(kind)
            yield from _looked(hands, session)
        seat, strokes = turn(session, question, luck)
        for stroke in strokes:
            view = hands.do(rules.pairs[seat - 1], stroke)
            yield SeenScreen("choosing" if view.legend is not None else "news", view)
        answers += 1
        if answers == EVERY:
            hands.hold(0, "table")
            yield from _menu(hands)
    yield from (SeenScreen("news", view) for view in hands.news())
    yield SeenScreen("the end", hands.view)
    yield from _pages(hands)


def _told(view: View) -> str:
    """How the screen tells it: news on its own, a sentence below the question, or the question."""
    return "notice" if view.notice is not None else "news" if view.legend is None else "asked"


def _looked(hands: TableHands[Any], session: Session[Any]) -> Iterator[SeenScreen]:
    """Each player's own cards, the pages, undo; and a press out of turn."""
    for seat, pair in enumerate(hands.table.joined, 1):
        if session.asked(seat) is None or (
            hands.view.legend is not None and hands.view.legend.green_hold == text("Look")
        ):
            yield SeenScreen("looking", hands.reach(pair))
            for _ in pages(session, seat)[1:]:
                yield SeenScreen("looking", hands.tap(pair, "red"))
            hands.press(pair, "green", "release", 1)
    yield from _pages(hands)
    yield SeenScreen("undo", hands.reach(0, "table"))
    if text("Let go: undo,") in hands.view.lines:
        hands.press(0, "table", "release", 1)
        yield from _consent(hands)
    hands.press(0, "table", "withdrawn")
    list(hands.news())


def _consent(hands: TableHands[Any]) -> Iterator[SeenScreen]:
    """What a player who is asked to agree reads, until the time is over."""
    while hands.table.consenting is not None:
        yield SeenScreen("consent", hands.view)
        hands.wait(PART_S)


def _pages(hands: TableHands[Any]) -> Iterator[SeenScreen]:
    """The pages of the table key, until the first one comes again."""
    list(hands.news())  # lets the news pass
    before = hands.view
    while (page := hands.tap(0, "table")) != before:
        yield SeenScreen("page", page)


# --- the box ---------------------------------------------------------------------------------------------------------


def of_the_box() -> tuple[SeenScreen, ...]:
    """Screens without a game: faults, and the bench."""
    lost = (LOST_RULES, DAMAGED_GAMES, LOST_GAME, *(screen("cat-royal") for screen in SCREENS))
    ends = (GOOD_NIGHT, NOT_SAVED)
    return each_once(
        (
            *(SeenScreen("news", view) for view in lost),
            *(SeenScreen("pages", view) for view in (PAGES_OFF, NO_PORT, NO_WIFI)),
            *(
                SeenScreen("trouble", view)
                for view in of_trouble("companion.toml: language: expected en; came xx.", "en")
            ),
            *(SeenScreen("the end", view) for view in ends),
            *(SeenScreen("trying", scene) for scene in TRIED),
            *(SeenScreen("wiring", scene) for scene in LEARNED),
        )
    )


# --- once each -------------------------------------------------------------------------------------------------------


def each_once(seen: Iterable[SeenScreen]) -> tuple[SeenScreen, ...]:
    """The first of all screens that look alike, and the first few of each kind."""
    kinds: dict[Looks, dict[Looks, SeenScreen]] = {}
    for each in seen:
        first = kinds.setdefault(_kind(each.scene), {})
        if len(first) < FEW:
            first.setdefault(_looks(each.scene), each)
    return tuple(each for first in kinds.values() for each in first.values())


def _kind(scene: ScreenScene) -> Looks:
    """What the screen is for, and its layout."""
    if isinstance(scene, Pattern):
        return (scene.kind,)
    is_notice = scene.notice is not None
    return (is_notice,) if is_notice else (scene.title.id, bool(scene.number), scene.is_draft, len(scene.lines))


def _looks(scene: ScreenScene) -> Looks:
    """What distinguishes a screen from others of its kind, apart from the seat on turn and amounts."""
    if isinstance(scene, Pattern):
        return scene.lines
    return (scene.notice.id,) if scene.notice is not None else (scene.caption, *(line.id for line in scene.lines))


def called(seen: SeenScreen) -> str:
    """The name below a screen."""
    title = speak(seen.scene.title, str) if isinstance(seen.scene, View) else seen.scene.kind
    return f"{seen.how}: {title}"
