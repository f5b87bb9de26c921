from typing import Any

import pytest
import zxingcpp
from fpdf import FPDF
from PIL import Image, ImageDraw

from companion.games import GAMES
from companion.kit.rules import Rules
from companion.kit.seats import COLOUR_NAMES, COLOURS
from companion.kit.text import speak
from companion.locale import LANGUAGES
from companion.table.ports import WifiNetwork
from companion.table.screens.reading import KEYS
from companion.web.pages.app import PAGES
from hardware.pins import PinMap, SeatPins, read_pins
from tests.companion.locale.written_catalogues import marked, translate
from wiring.paper import cards
from wiring.paper.sheet import LONG, PrintedSheet

PINS = read_pins()
FEW = PinMap((SeatPins(17, 27), SeatPins(5, 6)), table=26, buzzer=18, i2c_bus=1, pairs=(2, 5))


@pytest.fixture
def words(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """All that is written on sheets."""
    written: list[str] = []
    line_of, lines_of = PrintedSheet.line_of, PrintedSheet.lines_of

    def one(sheet: PrintedSheet, said: str, *rest: Any, **more: Any) -> float:
        written.append(said)
        return line_of(sheet, said, *rest, **more)

    def several(sheet: PrintedSheet, said: list[str], *rest: Any, **more: Any) -> float:
        written.extend(said)
        return lines_of(sheet, said, *rest, **more)

    monkeypatch.setattr(PrintedSheet, "line_of", one)
    monkeypatch.setattr(PrintedSheet, "lines_of", several)
    return written


def test_each_word_is_one_that_the_box_says() -> None:
    assert {said.id for said in cards.SAID} <= marked()


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_a_quick_start_card_says_all_in_its_language(game: Rules[Any], language: str, words: list[str]) -> None:
    """It raises if the words do not fit."""
    said = [line for page in KEYS for line in (page.title, *page.lines) if line not in cards.OWN]
    said += [line for blocks in cards.sections(game) for lines in blocks for line in lines]
    cards.quick_start(game, translate(language), cards.HOST)
    assert {speak(line, translate(language)) for line in said} <= {*words}
    assert {game.title, cards.link(cards.HOST)} <= {*words}


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_own_wifi_is_on_a_card_if_it_is_asked_for(
    language: str, words: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    codes: list[str] = []
    lowest: list[float] = []
    drawn, written = PrintedSheet.code, PrintedSheet.line_of

    def code(sheet: PrintedSheet, link: str, x: float, y: float, side: float) -> None:
        codes.append(link)
        drawn(sheet, link, x, y, side)

    def line(sheet: PrintedSheet, said: str, *rest: Any, **more: Any) -> float:
        lowest.append(written(sheet, said, *rest, **more))
        return lowest[-1]

    monkeypatch.setattr(PrintedSheet, "code", code)
    monkeypatch.setattr(PrintedSheet, "line_of", line)
    wifi = WifiNetwork("companion-abcd", "abcde-fghjk")
    cards.quick_start(GAMES[0], translate(language), cards.HOST, wifi)
    assert codes == [wifi.link, cards.link(cards.HOST)]
    assert {wifi.name, wifi.password, speak(cards.JOIN_WIFI, translate(language))} <= {*words}
    assert max(lowest) <= LONG - 4
    cards.quick_start(GAMES[0], translate(language), cards.HOST)
    assert codes[2:] == [cards.link(cards.HOST)]


def test_words_that_do_not_fit_are_no_card() -> None:
    with pytest.raises(AssertionError, match="galopp-royal: the words are too long for A6"):
        cards.quick_start(GAMES[0], lambda said: 9 * f"{said} ", cards.HOST)
    with pytest.raises(AssertionError, match="seat 1: the words are too long for the card"):
        cards.seat_cards(PINS, lambda said: 3 * f"{said} ", cards.HOST)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_each_explanation_stands_once_and_the_first_question_comes_first(game: Rules[Any]) -> None:
    made = [lines for blocks in cards.sections(game) for lines in blocks]
    assert len(made) == len({*made})
    assert {*made} == {*cards.explained(game.name, "table"), *cards.explained(game.name, "box")}
    assert made[0] == cards.explained(game.name, "table")[0]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("pins", "pairs"), [(PINS, range(1, 7)), (FEW, (2, 5))])
def test_each_pair_of_keys_has_a_card(pins: PinMap, pairs: tuple[int, ...], language: str, words: list[str]) -> None:
    cards.seat_cards(pins, translate(language), cards.HOST)
    names = [speak(COLOUR_NAMES[COLOURS[pair - 1]], translate(language)) for pair in pairs]
    assert [
        word for word in words if word in {speak(name, translate(language)) for name in COLOUR_NAMES.values()}
    ] == names
    assert [word for word in words if word.isdecimal()] == [str(pair) for pair in pairs]
    assert [word for word in words if word in ("●", "○")] == ["●", "○"] * len(names)


def test_a_phone_reads_the_code(monkeypatch: pytest.MonkeyPatch) -> None:
    scale = 10
    picture = Image.new("L", (60 * scale, 60 * scale), 255)
    draw = ImageDraw.Draw(picture)

    def rect(_: FPDF, x: float, y: float, width: float, height: float, style: str) -> None:
        assert style == "F"
        draw.rectangle([x * scale, y * scale, (x + width) * scale - 1, (y + height) * scale - 1], 0)

    monkeypatch.setattr(FPDF, "rect", rect)
    with PrintedSheet("A code") as sheet:
        sheet.code(cards.link("companion.local"), 9, 9, 42)
    (code,) = zxingcpp.read_barcodes(picture)
    assert code.text == "http://companion.local/seat"
    assert "/seat" in PAGES
