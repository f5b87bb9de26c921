"""What lies on the table: a quick-start card for each game, and a card for each seat, in the languages of the box.

1. Every word is one that the box says; the explanations are those of whole games, played by bots.
2. The code on paper is the bare address of the page on which the six digits of the display are typed: a code for one
   phone is good for two minutes, paper lasts longer. The box's own Wi-Fi is on it only if its owner has asked for that.
"""

from collections.abc import Callable, Sequence
from functools import cache
from random import Random
from typing import Any, Final

from companion.games import GAMES
from companion.kit.event import Refused
from companion.kit.question import commit
from companion.kit.rules import Rules
from companion.kit.seats import COLOUR_NAMES, COLOURS, Player
from companion.kit.setup import Seating
from companion.kit.text import Text, speak, text
from companion.match.report_svg import INKS
from companion.match.session import Made, Session
from companion.players import bots
from companion.table.ports import WifiNetwork
from companion.table.screens.reading import KEYS
from hardware.pins import PinMap
from wiring.paper.sheet import INK, LONG, PALE, SHORT, PrintedSheet

HOST: Final = "companion.local"
"""The name that a card that is ready gives to the box in its network."""
OWN: Final = (text("Any key: go on."),)
"""The parts of the pages about keys that make sense only on the display."""
PHONE: Final = text("Play with this phone")
JOIN_WIFI: Final = text("First join the box's Wi-Fi: scan this, or type its name and password")
HOW_IN: Final = text("With a phone: scan this, tap ○ at the box, and type the six digits that it shows")
JOIN: Final = text("Tap ● to join: {n} or more play.")
PLAYERS: Final = text("Players")
SAID: Final = (*OWN, PHONE, JOIN_WIFI, HOW_IN, JOIN, PLAYERS)
"""Words of the cards that no module of the box has."""
Translate = Callable[[str], str]
_PANEL: Final = SHORT / 2, LONG / 2
"""A6, upright."""
_MARGIN: Final = 9.0
_SIZES: Final = ((12, 13.0), (18, 10.5))
"""The size of the explanations in points, for up to so many lines."""
_SMALL: Final = 9.5
"""The size of even more lines."""


def link(host: str) -> str:
    """The address on paper."""
    return f"http://{host}/seat"


@cache
def explained(name: str, by: str) -> tuple[tuple[Text, ...], ...]:
    """How each kind of question of a game is answered; `by`: who does all duties, `table` (people) or `box`."""
    (game,) = (game for game in GAMES if game.name == name)
    luck, seed = Random(1), "0" * 64  # noqa: S311  # no secret: always the same game
    seats = min(4, game.seats.stop - 1)
    players = tuple(Player(seat, COLOUR_NAMES[colour].id, colour) for seat, colour in enumerate(COLOURS[:seats], 1))
    duties: Any = {duty.name: by for duty in game.duties}
    session = Session(game, seed, game.begin(Seating(players, 1, duties, commit(seed)), {}))
    found: dict[tuple[Text, ...], None] = {}
    while (question := session.question) is not None:
        step: Made[Any] | Refused | None = session.automatic()
        if step is None:
            asides = game.asides(session.state)
            found |= dict.fromkeys(filter(None, (game.explain(session.state, asked) for asked in (question, *asides))))
            question = bots.addressed(question, asides, luck)
            step = session.draw(question) if question.by_lot else session.answer(bots.answer(question, luck))
        if not isinstance(step, Made):
            raise AssertionError(step)
        session = session.apply(step)
    return tuple(found)


def sections(game: Rules[Any]) -> list[list[tuple[Text, ...]]]:
    """The explanations: what always holds; what people do with the real thing; what the box does instead.

    The first question of a game is in the first section.
    """
    people, box = explained(game.name, "table"), explained(game.name, "box")
    always = [each for each in people if each in box]
    made = [[each for each in people if each not in box], [each for each in box if each not in people]]
    return [always, *made] if people[0] in always else [*made, always]


def quick_start(game: Rules[Any], translate: Translate, host: str, wifi: WifiNetwork | None = None) -> bytes:
    """A4, folded twice to A6 with the print outside: cover, keys, questions of the game, phones.

    `wifi`: the box's own Wi-Fi, whose password is then on the card. Raises AssertionError if the words do not fit.
    """
    with PrintedSheet(game.title) as sheet:
        width, height = _PANEL
        _fold(sheet)
        _phone(sheet, translate, host, wifi, 0, height)
        _cover(sheet, game, translate, width, height)
        for page, x in ((_keys, width), (_questions, 0.0)):
            with sheet.rotation(180, x + width / 2, height / 2):
                if page(sheet, game, translate, x) > height - _MARGIN / 2:
                    raise AssertionError(f"{game.name}: the words are too long for A6")
        return sheet.pdf()


def _fold(sheet: PrintedSheet) -> None:
    sheet.set_draw_color(PALE)
    sheet.set_line_width(0.1)
    sheet.set_dash_pattern(1, 2)
    sheet.line(SHORT / 2, 0, SHORT / 2, LONG)
    sheet.line(0, LONG / 2, SHORT, LONG / 2)
    sheet.set_dash_pattern()


def _cover(sheet: PrintedSheet, game: Rules[Any], translate: Translate, x: float, y: float) -> None:
    width = _PANEL[0] - 2 * _MARGIN
    x += _MARGIN
    y = sheet.line_of(game.title, x, y + 22, width, 30, "C") + 2
    players = f"{game.seats.start}-{game.seats.stop - 1} {speak(PLAYERS, translate)}"
    y = sheet.line_of(players, x, y, width, 14, "C", PALE) + 12
    y = sheet.line_of("●  ○", x, y, width, 60, "C") + 8
    y = sheet.line_of(speak(text(JOIN.id, n=game.seats.start), translate), x, y, width, 12, "C")
    sheet.line_of(" ".join(speak(line, translate) for line in game.phrases.start), x, y, width, 12, "C")


def _head(sheet: PrintedSheet, said: str, x: float, y: float, size: float = 14) -> float:
    y = sheet.line_of(said, x, y, _PANEL[0] - 2 * _MARGIN, size)
    sheet.set_draw_color(INK)
    sheet.set_line_width(0.3)
    sheet.line(x, y, x + _PANEL[0] - 2 * _MARGIN, y)
    return y + 2


def _keys(sheet: PrintedSheet, _game: Rules[Any], translate: Translate, x: float) -> float:
    x, y = x + _MARGIN, _MARGIN + 6
    for page in KEYS:
        y = _head(sheet, speak(page.title, translate), x, y, 16) + 1
        lines = [speak(line, translate) for line in page.lines if line not in OWN]
        y = sheet.lines_of(lines, x, y, _PANEL[0] - 2 * _MARGIN, 13) + 8
    return y - 8


def _questions(sheet: PrintedSheet, game: Rules[Any], translate: Translate, x: float) -> float:
    x, y, width = x + _MARGIN, _MARGIN, _PANEL[0] - 2 * _MARGIN
    y = _head(sheet, game.title, x, y) + 1
    made = sections(game)
    count = sum(len(lines) for blocks in made for lines in blocks)
    size = next((size for most, size in _SIZES if count <= most), _SMALL)
    for number, blocks in enumerate(made):
        if number and blocks:
            sheet.set_draw_color(PALE)
            sheet.set_line_width(0.2)
            sheet.line(x, y, x + width, y)
            y += 2.4
        for block in blocks:
            sheet.line_of("►", x, y + 0.4, 4, 8, ink=PALE)
            y = sheet.lines_of([speak(line, translate) for line in block], x + 6, y, width - 6, size) + 2
    return y


def _phone(sheet: PrintedSheet, translate: Translate, host: str, wifi: WifiNetwork | None, x: float, y: float) -> None:
    x += _MARGIN
    y = _head(sheet, speak(PHONE, translate), x, y + _MARGIN + 6) + 2
    page = speak(HOW_IN, translate), link(host), (link(host),)
    if wifi is None:
        _to_scan(sheet, *page, x, y, 42.0, (8.0, 5.0))
    else:
        said, side, gaps = speak(JOIN_WIFI, translate), 24.0, (3.0, 2.0)
        y = _to_scan(sheet, said, wifi.link, (wifi.name, wifi.password), x, y, side, gaps) + gaps[0]
        _to_scan(sheet, *page, x, y, side, gaps)


def _to_scan(
    sheet: PrintedSheet,
    said: str,
    scanned: str,
    typed: Sequence[str],
    x: float,
    y: float,
    side: float,
    gaps: tuple[float, float],
) -> float:
    """A code, with what it is for above it and what can be typed instead below. Returns where the next one begins."""
    width = _PANEL[0] - 2 * _MARGIN
    y = sheet.lines_of([said], x, y, width, 12) + gaps[0]
    sheet.code(scanned, x + (width - side) / 2, y, side)
    y += side + gaps[1]
    for line in typed:
        y = sheet.line_of(line, x, y, width, 12, "C")
    return y


def seat_cards(pins: PinMap, translate: Translate, host: str) -> bytes:
    """A card for each pair of keys, to cut out: its colour and name, and what its keys do.

    Raises AssertionError if the words do not fit.
    """
    with PrintedSheet("Seats") as sheet:
        width, height = 95.0, 90.0
        for at, pair in enumerate(pairs_of(pins)):
            _seat_card(sheet, pair, translate, host, 10 + at % 2 * width, 12 + at // 2 * height, width, height)
        return sheet.pdf()


def pairs_of(pins: PinMap) -> list[int]:
    """The pairs of keys that are wired."""
    return [int(key.removeprefix("green")) for key in pins.keys if key.startswith("green")]


def _seat_card(
    sheet: PrintedSheet, pair: int, translate: Translate, host: str, x: float, y: float, width: float, height: float
) -> None:
    colour = COLOURS[pair - 1]
    sheet.set_fill_color(INKS[colour][0])
    sheet.rect(x, y, width, 20, "F")
    sheet.set_draw_color(PALE)
    sheet.set_line_width(0.2)
    sheet.rect(x, y, width, height)
    ink = INK if colour in ("white", "yellow") else "#ffffff"
    sheet.line_of(speak(COLOUR_NAMES[colour], translate), x + 6, y + 5, width - 30, 24, ink=ink)
    sheet.line_of(str(pair), x + width - 24, y + 5, 18, 24, "R", ink)
    below = y + 25
    for mark, page in zip("●○", KEYS, strict=False):
        sheet.line_of(mark, x + 6, below - 1, 14, 30)
        lines = [speak(line, translate) for line in page.lines if line not in OWN]
        below = max(sheet.lines_of(lines, x + 22, below, width - 28, 12), below + 14) + 3
    side = 22.0
    sheet.code(link(host), x + 6, y + height - side - 5, side)
    below = sheet.lines_of([speak(HOW_IN, translate)], x + 34, y + height - side - 6, width - 40, 10)
    if sheet.line_of(link(host), x + 34, below, width - 40, 9, ink=PALE) > y + height:
        raise AssertionError(f"seat {pair}: the words are too long for the card")
