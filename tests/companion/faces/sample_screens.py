"""Sample screens with long names and big numbers, in the words of a real game."""

from __future__ import annotations

from typing import TypedDict, Unpack

from companion.kit.seats import COLOURS
from companion.kit.text import Text, verbatim
from companion.kit.view import Bar, Legend, SeatView, View

NAMES = ("Sebastian", "Pia", "Maximiliane", "Jo", "Anne-Sophie", "Günther")
SEATS = tuple(
    SeatView(seat, name, colour, "100", seat) for seat, (name, colour) in enumerate(zip(NAMES, COLOURS, strict=True), 1)
)


def said(*lines: str) -> tuple[Text, ...]:
    return tuple(map(verbatim, lines))


def legend(*labels: str) -> Legend:
    return Legend(*(verbatim(label) if label else None for label in labels))


class Rest(TypedDict, total=False):
    """The optional parts of a screen besides its words."""

    number: str
    is_draft: bool
    is_saved: bool
    legend: Legend
    notice: Text
    bar: Bar
    keys: tuple[Text, ...]
    qr: str


def screen(title: str, who: int | None = None, *lines: str, **rest: Unpack[Rest]) -> View:
    return View(verbatim(title), who, lines=said(*lines), seats=SEATS, **rest)


BEARERS = said("1", "2", "3", "5", "-2", "±2")

SCREENS = {
    "invitation": screen("Pia", None, "or type", "192.168.178.123", "123 456", qr="http://192.168.178.123/s#123456"),
    "invitation_with_a_port": screen(
        "Maximiliane",
        None,
        "or type",
        "192.168.178.123:8080",
        "004 711",
        qr="http://192.168.178.123:8080/s#004711",
        is_saved=False,
    ),
    "joining": screen("Who plays?", None, "players", "hold: go", number="5", legend=legend("in", "Start", "", "")),
    "high_bid": screen("bids", 1, "highest", "Günther", number="145", legend=legend("+1", "Bid", "-1", "Pass")),
    "unsaved": screen(
        "bietet", 5, "höchstens", "Günther", number="12", is_saved=False, legend=legend("+1", "sagen", "-1", "passt")
    ),
    "draft": screen(
        "bids", 3, "over 144", "Günther", number="146", is_draft=True, legend=legend("+1", "Bid", "-1", "Pass")
    ),
    "bots_draft": screen(
        "Auktion 4/6",
        3,
        "über 144",
        "Günther",
        number="146",
        is_draft=True,
        legend=Legend(instead=verbatim("ein Bot spielt")),
    ),
    "draft_wordy": screen(
        "bietet", 5, "Gebot", "über 9", number="10", is_draft=True, legend=legend("+1", "sagen", "-1", "passt")
    ),
    "rolling": screen("rolls", 2, "let go", "to roll", number="±2", legend=legend("", "Roll", "", "")),
    "rolled": screen("rolled", 2, number="6"),
    "list_answer": screen(
        "takes", 4, "Sänfte III → 20", "moves 2 back", is_draft=True, legend=legend("next", "take", "back", "")
    ),
    "display": screen(
        "chooses",
        6,
        "4 from the display",
        "team 4 3 1 1",
        is_draft=True,
        legend=legend("next", "take", "prev", "none"),
    ),
    "typing": screen("lays", 2, "5 ±2 _ _", is_draft=True, keys=BEARERS, legend=legend("type", "", "Back", "")),
    "typing_one": screen(
        "draws",
        5,
        "slot 2",
        "1 _ -2 ±2",
        number="±2",
        is_draft=True,
        keys=BEARERS,
        legend=legend("tippen", "OK", "Zurück", ""),
        bar=Bar("green", 0.5),
    ),
    "typing_nothing": screen(
        "takes", 4, "Günther", "-2 -2 5 ±2", number="?", keys=BEARERS[:4], legend=legend("type", "", "", "")
    ),
    "typing_too_early": screen(
        "lays",
        2,
        "5 ±2 _ _",
        is_draft=True,
        keys=BEARERS,
        legend=legend("type", "", "Back", ""),
        notice=verbatim("2 more, then hold."),
    ),
    "race": screen("Race 3", None, "I Maximiliane\t+20", "II Pia\t+10", "III Sebastian\t+5", "IV Günther\t-12"),
    "race_three": screen("Race 3", None, "I Jo\t+20", "II Pia\t+10", "III Anne\t-5"),
    "race_keys": screen(
        "Race 3", 1, "I Maximiliane\t+20", "II Pia\t+10", "III Sebastian\t+5", legend=legend("next", "go", "", "")
    ),
    "purses": screen(
        "Coins", None, "Sebastian\t145\tPia\t7", "Maximiliane\t98\tJo\t-12", "Anne-Sophie\t100\tGünther\t33"
    ),
    "end": screen("The end", None, "Pia wins\t145", "Jo\t98", "Günther\t-12", legend=legend("", "again", "", "list")),
    "notice": screen("bids", 1, "highest", "Günther", number="145", notice=verbatim("Not your turn")),
    "notice_long": screen(
        "bids", 1, "highest", "Günther", number="145", notice=verbatim("The strip is gone: look at its cable please")
    ),
    "bar": screen(
        "bids",
        1,
        "over 9",
        "Günther",
        number="12",
        is_draft=True,
        legend=legend("+1", "Bid", "-1", "Pass"),
        bar=Bar("green", 0.6),
    ),
    "crowded": screen(
        "Versteigerung",
        5,
        "höchstes Gebot",
        "Anne-Sophie",
        number="888",
        legend=legend("weiter", "nehmen", "zurück", "keinen"),
    ),
}
