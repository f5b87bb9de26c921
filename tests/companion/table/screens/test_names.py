from __future__ import annotations

from msgspec.structs import replace

from companion.faces.letters import strange
from companion.games.cat_royal.rules import CAT_ROYAL
from companion.kit.setup import ALL_PAIRS
from companion.kit.text import text
from companion.table.afar import Naming
from companion.table.layers import BUSY, IN_GAME
from companion.table.ports import Settings
from companion.table.screens.joining import NOBODY
from companion.table.screens.names import LATELY, NameScreens
from companion.table.table import Table
from companion.testing.whole_games import NAMES, SEED
from tests.companion.games.galopp_royal.positions import RULES
from tests.companion.table.at_the_table import HOLD_S, Named, Paper, People, Shortened, bidding, choose, open_menu, say


def naming(**given: object) -> People:
    """While people join, at the names; `given`: settings about them."""
    table = People()
    table.table = Table(RULES, replace(table.settings, **given), table.paper, lambda: SEED)
    open_menu(table)
    choose(table, "Names")
    table.hold(1)
    return table


def spell(table: People, name: str, pair: int = 1) -> None:
    for letter in name:
        while table.view.number != letter:
            table.tap(pair)
        table.hold(pair)
    table.tap(pair, "red")
    table.hold(pair)


def test_a_name_is_given_seat_by_seat_and_kept() -> None:
    table = naming()
    assert say(table.view) == "Whose name? |  | Hans | Red"
    table.tap(4)
    table.hold(4)
    assert say(table.view) == "Which name? |  | New name"
    table.hold(4)
    spell(table, "Ida", 4)
    assert say(table.view) == "Whose name? |  | Werner | Green", "the next seat's turn"
    assert table.paper.calls == [Named({2: "Ida"}, ("Ida",))]
    table.tap(0, "table")
    table.sit(1, 2, 3)
    assert [seat.name for seat in table.view.seats] == ["Hans", "Ida", "Werner"]


def test_names_known_come_first_but_those_in_use() -> None:
    table = naming(given={3: "Ida"}, lately=("Ida", "Bo", "Cy"))
    table.hold(1)
    assert say(table.view) == "Which name? |  | Bo"
    table.tap(1)
    assert say(table.view) == "Which name? |  | Cy"
    table.hold(1)
    assert table.paper.calls == [Named({1: "Cy", 3: "Ida"}, ("Cy", "Ida", "Bo"))]
    table.tap(1, times=5)
    assert say(table.view) == "Whose name? |  | Cy | Red"


def test_who_has_no_name_is_told_by_the_colour_once() -> None:
    table = naming(names=("Red", "Pia", "Werner", "Claudia", "Max", "Moritz"))
    assert say(table.view) == "Whose name? |  | Red | No name"
    table.tap(1)
    assert say(table.view) == "Whose name? |  | Pia | Blue"


def test_a_name_can_be_taken_away_again() -> None:
    table = naming(given={1: "Ida"}, lately=("Ida",))
    table.hold(1)
    table.tap(1, "red")
    assert say(table.view) == "Which name? |  | No name"
    table.hold(1)
    assert table.paper.calls == [Named({}, ("Ida",))]
    table.tap(1, "red")
    assert say(table.view) == "Whose name? |  | Hans | Red"


def test_no_two_are_called_the_same_whatever_the_capitals() -> None:
    table = naming()
    for taken in ("Pia", "Werner"):
        table.hold(1)
        table.hold(1)
        spell(table, taken)
        assert table.view.notice == text("That name is taken.")
        table.tap(0, "table")
        open_menu(table)
        choose(table, "Names")
        table.hold(1)
    assert table.paper.calls == []


def test_there_are_only_as_many_names_to_choose_from_as_one_reads() -> None:
    paper, settings = Paper(), Settings(("en",), NAMES, {}, {}, HOLD_S, 2.0, 5.0, lately=tuple("abcdefgh"))
    names = NameScreens(settings, paper)
    names._give((1,), 0, "i", 0.0)
    assert paper.calls == [Named({1: "i"}, tuple("iabcdefg"))]
    assert len("iabcdefg") == LATELY


def test_a_name_given_at_the_box_wins_and_is_told_from_the_others() -> None:
    settings = Settings(("en",), ("Anna", "Ben", "Cy", "D", "E", "F"), {}, {}, HOLD_S, 2.0, 5.0, given={1: "Ben"})
    assert NameScreens(settings, Paper()).all == ("Ben", "Ben2", "Cy", "D", "E", "F")
    assert NameScreens(replace(settings, given={1: "ben"}), Paper()).all[:2] == ("ben", "Ben2"), "whatever the capitals"


def test_there_is_no_such_row_in_the_middle_of_a_game() -> None:
    table = bidding()
    open_menu(table)
    seen = set()
    for _ in range(12):
        seen.add(say(table.view))
        table.tap(1)
    assert not any("Names" in words for words in seen)


def test_a_page_gives_its_pair_a_name_and_takes_it_away_again() -> None:
    table = People()
    assert table.table.prepare(2, Naming("  Ida "), table.t) is None
    assert [player.name for player in table.table.joining.names.players(ALL_PAIRS)[:3]] == ["Hans", "Ida", "Werner"]
    assert table.table.prepare(2, Naming("Ida"), table.t) is None
    assert table.table.prepare(2, Naming(""), table.t) is None
    assert table.paper.calls == [Named({2: "Ida"}, ("Ida",)), Named({}, ("Ida",))]


def test_a_page_is_told_why_a_name_is_not_taken_and_nothing_changes() -> None:
    table = People()
    table.table = Table(RULES, replace(table.settings, strange=strange), table.paper, lambda: SEED)
    for name, why in (
        ("hans", text("That name is taken.")),
        ("名 Bo", text("No {letter} on the display.", letter="名")),
        ("Hans-Friedrich-Wilhelm", text("A name has at most {n} letters.", n=20)),
        ("A\tB", text("A name is one line of plain letters.")),
    ):
        refused = table.table.prepare(2, Naming(name), table.t)
        assert refused is not None
        assert refused.why == why
    assert table.paper.calls == []


def test_a_page_and_the_keys_spell_a_name_in_one_way() -> None:
    table = People()
    assert table.table.prepare(2, Naming("Zoe\u0308 Müller-Lüdensch"), table.t) is None
    assert table.paper.calls == [Named({2: "Zo\u00eb Müller-Lüdensch"}, ("Zo\u00eb Müller-Lüdensch",))]
    refused = table.table.prepare(3, Naming("zo\u00eb müller-lüdenscH"), table.t)
    assert refused is not None
    assert refused.why == text("That name is taken.")


def test_a_page_gives_no_name_at_a_pair_that_does_not_play_nor_while_somebody_is_at_the_menu() -> None:
    cats = Table(CAT_ROYAL, Settings(("en",), NAMES, {}, {}, HOLD_S, 2.0, 5.0), Paper(), lambda: SEED)
    assert cats.prepare(6, Naming("Ida"), 100.0) == NOBODY
    table = People()
    open_menu(table)
    assert table.table.prepare(2, Naming("Ida"), table.t) == BUSY


def test_names_stay_while_a_game_is_on() -> None:
    table = bidding()
    assert table.table.prepare(2, Naming("Ida"), table.t) == IN_GAME
    assert len(table.table.joining.names.players(ALL_PAIRS)) == 6


def wide(name: str) -> bool:
    return len(name) > 3


def test_in_large_print_a_long_name_asks_for_a_short_form() -> None:
    table = naming(is_wide=wide, lettering="large")
    table.hold(1)
    table.hold(1)
    spell(table, "Idas")
    assert say(table.view).startswith("Short form | A")
    spell(table, "Idab")
    assert table.view.notice == text("Too long for large print.")
    for _ in range(4):
        table.hold(1, "red")
    spell(table, "Id")
    assert say(table.view) == "Whose name? |  | Pia | Blue"
    assert table.paper.calls[-1] == Shortened({"Idas": "Id"})
    assert table.table.joining.names.short("Idas") == "Id"
    table.tap(0, "table")
    table.sit(1, 2, 3)
    assert table.view.seats[0].short == "Id"


def test_a_name_that_fits_is_not_asked_for_a_short_form() -> None:
    table = naming(is_wide=wide, lettering="large")
    table.hold(1)
    table.hold(1)
    spell(table, "Ida")
    assert say(table.view) == "Whose name? |  | Pia | Blue"


def test_a_short_form_can_be_given_at_any_time() -> None:
    table = naming(is_wide=wide, shorts={"Hans": "H"})
    table.hold(1)
    table.tap(1)
    assert say(table.view) == "Which name? |  | Short form | Hans"
    table.hold(1)
    spell(table, "Ha")
    assert table.paper.calls == [Shortened({"Hans": "Ha"})]
