from __future__ import annotations

import tomllib
from datetime import date
from pathlib import Path

import pytest

from companion.config import ClubSeason, Config, OneGame, PagesSettings, StripLayout, find, load, state_folder
from companion.kit.errors import BadConfig
from companion.locale import LANGUAGES
from tests.companion.written_settings import complaint, loaded

NAMES = "game.names: expected up to 6 names of 1 to 20 letters in one line"

pytestmark = pytest.mark.usefixtures("bare_home")


# --- defaults --------------------------------------------------------------------------------------------------------


def test_every_key_has_a_default(box_toml: Path) -> None:
    assert load(None) == loaded(box_toml, "") == Config()


def test_the_defaults_are_those_of_the_table() -> None:
    config = load(None)
    assert config.language == "en"
    assert config.game.name is None  # the box's first game
    assert (config.game.settings, config.games) == ({}, {})
    assert (config.keys.hold_s, config.keys.undo_s, config.keys.menu_s) == (0.6, 2.0, 5.0)
    assert config.game.names == ()
    assert config.sound.level == "soft"


def test_a_file_says_only_what_differs(box_toml: Path) -> None:
    config = loaded(
        box_toml,
        """
        language = "nl"
        [game]
        rulebook = "fr"
        cards = "table"
        names = ["Hans", "Pia"]
        options = {schemer = "both", open_cash = false}
        [games.whist]
        trumps = "hearts"
        lights = {leds_per_space = 2}
        [keys]
        hold_s = 1
        [display]
        chip = "sh1106"
        column_offset = 2
        [sound]
        level = "off"
        """,
    )
    assert config.language == "nl"
    assert config.game.names == ("Hans", "Pia")
    options = {"schemer": "both", "open_cash": False}
    assert config.game.settings == {"rulebook": "fr", "cards": "table", "options": options}, "the game knows them"
    assert config.games == {"whist": OneGame(StripLayout(leds_per_space=2), {"trumps": "hearts"})}
    assert config.keys.hold_s == 1.0
    assert config.display.column_offset == 2
    assert config.sound.level == "off"
    assert config.page == Config().page
    assert config.pages == PagesSettings(None, None), "there are none"


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_of_the_box_may_be_chosen(box_toml: Path, language: str) -> None:
    assert loaded(box_toml, f'language = "{language}"').language == language


# --- what is wrong: key, what was expected, what came ----------------------------------------------------------------


def season(name: str, begins: str, ends: str) -> str:
    return f'[[club.seasons]]\nname = "{name}"\nbegins = {begins}\nends = {ends}\n'


def test_the_seasons_of_a_club_follow_one_another(box_toml: Path) -> None:
    words = season("Autumn", "2026-09-01", "2026-09-30") + season("Winter", "2026-10-01", "2026-10-01")
    assert loaded(box_toml, words).club.seasons == (
        ClubSeason("Autumn", date(2026, 9, 1), date(2026, 9, 30)),
        ClubSeason("Winter", date(2026, 10, 1), date(2026, 10, 1)),
    )


@pytest.mark.parametrize(
    ("settings", "said"),
    [
        (
            "colour = 1",
            "colour: expected one of language, state_folder, explains, odds, game, games, keys, seats, display, "
            "lights, sound, speech, page, pages, club, updates; "
            "came an unknown key.",
        ),
        (
            "[keys]\nhold = 1",
            "keys.hold: expected one of hold_s, undo_s, menu_s; came an unknown key; the nearest is hold_s.",
        ),
        ("[seats.1]\nswitches = 3", "seats.1.switches: expected one of 1, 2; came 3."),
        ("[seats.1]\nscan_s = 9", "seats.1.scan_s: expected a number of at most 4; came 9."),
        ("[seats.1]\nshortest_s = 0.6", "seats.1.shortest_s: expected a number of at most 0.5; came 0.6."),
        ("[seats.1]\nagain_s = -1", "seats.1.again_s: expected a number of at least 0; came -1."),
        ('[keys]\nhold_s = "long"', "keys.hold_s: expected a number; came 'long'."),
        ("[keys]\nhold_s = true", "keys.hold_s: expected a number; came true."),
        ('[game]\nnames = "Hans"', "game.names: expected a list; came 'Hans'."),
        ("[game]\nnames = [1]", "game.names.0: expected text; came 1."),
        ('game = "galopp-royal"', "game: expected a section; came 'galopp-royal'."),
        ("[lights]\nport = 1", "lights.port: expected text; came 1."),
        (
            "[lights]\nkeys = true",
            "lights.count: expected a number, since the last LEDs sit in the keys; came none.",
        ),
        ('[display]\nchip = "ssd1331"', "display.chip: expected one of ssd1306, ssd1309, sh1106; came 'ssd1331'."),
        ('[sound]\nlevel = "loud"', "sound.level: expected one of off, soft, full; came 'loud'."),
        ("games = 1", "games: expected a section; came 1."),
        ("[games]\nwhist = 1", "games.whist: expected a section; came 1."),
        ('[games.old-maid]\nlights = "on"', "games.old-maid.lights: expected a section; came 'on'."),
        (
            "[games.whist.lights]\nport = 1",
            "games.whist.lights.port: expected one of leds_per_space, places, seats; came an unknown key.",
        ),
        (
            "[games.whist.lights]\nleds_per_space = 11",
            "games.whist.lights.leds_per_space: expected a whole number of at most 10; came 11.",
        ),
        ("[games.whist.lights]\nplaces = {1 = [0]}", "games.whist.lights.seats: expected 6 lists of LEDs; came 0."),
        ("[games.whist.lights]\nseats = [[0]]", "games.whist.lights.seats: expected 6 lists of LEDs; came 1."),
        ("[keys]\nhold_s = 0", "keys.hold_s: expected a number above 0; came 0."),
        ("[keys]\nhold_s = -1.5", "keys.hold_s: expected a number above 0; came -1.5."),
        ("[seats.1]\nhold_s = 3", "seats.1.hold_s: expected a number of at most 2; came 3."),
        ("[seats.7]\nhold_s = 1", "seats.7: expected one of 1, 2, 3, 4, 5, 6; came an unknown key."),
        ("[keys]\nmenu_s = 31", "keys.menu_s: expected a number of at most 30; came 31."),
        ("[display]\naddress = 7", "display.address: expected a whole number of at least 8; came 7."),
        ("[page]\nport = 70000", "page.port: expected a whole number of at most 65535; came 70000."),
        ("[pages]\nport = 0", "pages.port: expected a whole number of at least 1; came 0."),
        (
            '[pages]\ninterface = "wireless-network"',
            "pages.interface: expected text of at most 15 letters; came 'wireless-network'.",
        ),
        ("[pages]\ninterface = true", "pages.interface: expected text; came true."),
        ("[pages]\nnetwork = 'wlan0'", "pages.network: expected one of interface, port; came an unknown key."),
        ("[keys]\nundo_s = 6", "keys.menu_s: expected more than undo_s, 6; came 5."),
        ('language = "xx"', "language: expected one of en, de, fr, nl; came 'xx'."),
        (
            '[game]\nnames = ["A", "B", "C", "D", "E", "F", "G"]',
            f"{NAMES}; came ['A', 'B', 'C', 'D', 'E', 'F', 'G'].",
        ),
        (
            '[updates]\nfrom = "example.org"',
            "updates.from: expected an address such as \"https://example.org/companion\"; came 'example.org'.",
        ),
        (
            '[club]\nname = "Garten 1"',
            "club.name: expected up to 31 small letters, digits and hyphens; came 'Garten 1'.",
        ),
        (
            '[club]\nbroker = "mqtts://box:swordfish@club.example"',
            "club.broker: expected a name or an address alone, with user and password_file beside it in [club]; "
            "came something with an @.",
        ),
        (
            season("Winter", "2026-10-01", "2026-09-30"),
            "club.seasons.0.ends: expected a day not before 2026-10-01; came 2026-09-30.",
        ),
        (
            season("Autumn", "2026-09-01", "2026-10-01") + season("Winter", "2026-10-01", "2027-03-31"),
            "club.seasons.1.begins: expected a day after 2026-10-01, on which 'Autumn' ends; came 2026-10-01.",
        ),
        (season("Winter", "2026-10-01", "true"), "club.seasons.0.ends: expected a date such as 2026-10-01; came true."),
        ("[club]\nport = 0", "club.port: expected a whole number of at least 1; came 0."),
        ('[game]\nnames = ["A", " "]', f"{NAMES}; came ['A', ' ']."),
        ('[game]\nnames = ["Hans-Friedrich-Wilhelm"]', f"{NAMES}; came ['Hans-Friedrich-Wilhelm']."),
        ('[game]\nnames = ["A\\nB"]', f"{NAMES}; came ['A\\nB']."),
    ],
)
def test_a_wrong_setting_is_named_with_what_was_expected_and_what_came(
    box_toml: Path, settings: str, said: str
) -> None:
    assert complaint(box_toml, settings) == said


def test_names_are_kept_in_one_spelling_without_blanks_around_them(box_toml: Path) -> None:
    box_toml.write_text('[game]\nnames = [" Zoe\u0308 ", "ABCDEFGHIJKLMNOPQRST"]', "utf-8")
    assert load(box_toml).game.names == ("Zo\u00eb", "ABCDEFGHIJKLMNOPQRST")


BARE = "quotes are missing; a text has one before it and one behind it."
QUOTES = "a quote is missing; a text has one before it and one behind it."


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("language = de", BARE),
        ("names = [Hans, 'Pia'] # both", BARE),
        ("names = ['Hans', Zoë K.]", BARE),
        ("state_folder = /var/lib/games", BARE),
        ("calm = True", "came True; write true."),
        ("calm = no # never", "came no; write false."),
        ("language = “de”", 'came the curly quote “; write straight ones: "…".'),
        ('language = "de”', 'came the curly quote ”; write straight ones: "…".'),
        ("names = ['Hans', „Pia“]", 'came the curly quote „; write straight ones: "…".'),
        ('language = "de', QUOTES),
        ("language = 'de", QUOTES),
        ("language = de'", QUOTES),
        ("names = ['Zo's']", QUOTES),
    ],
)
@pytest.mark.parametrize("last", ["", "\nodds = true\n"])
def test_missing_and_curly_quotes_are_named_with_their_line(box_toml: Path, line: str, said: str, last: str) -> None:
    assert complaint(box_toml, f"explains = true\n\n{line}{last}") == f"expected TOML; line 3: {said}"


@pytest.mark.parametrize("settings", ["# “”", 'state_folder = "“”"', "state_folder = 'it''s'"[:18] + "'"])
def test_quotes_that_are_right_are_no_fault(box_toml: Path, settings: str) -> None:
    loaded(box_toml, settings)


@pytest.mark.parametrize("address", range(0x78, 0xF0))
def test_an_address_as_displays_have_it_printed_is_told_as_the_bus_has_it(box_toml: Path, address: int) -> None:
    told = f"0x{address:02X}, the 8-bit form of 0x{address // 2:02X}; write 0x{address // 2:02X}."
    for written in (f"0x{address:02x}", str(address)):
        assert complaint(box_toml, f"[display]\naddress = {written}").endswith(f"; came {told}")


@pytest.mark.parametrize("address", [-1, 0x07, 0xF0, 0x3C3C])
def test_other_addresses_are_told_as_they_came(box_toml: Path, address: int) -> None:
    assert complaint(box_toml, f"[display]\naddress = {address}").endswith(f"; came {address}.")


@pytest.mark.parametrize("settings", ["language", "language = ", "[game", "language = 'en'\nlanguage = 'de'"])
def test_what_is_no_toml_is_refused(box_toml: Path, settings: str) -> None:
    assert complaint(box_toml, settings).startswith("expected TOML; ")


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig"])
def test_a_file_in_utf_8_is_read_with_the_mark_of_an_editor_or_without(box_toml: Path, encoding: str) -> None:
    box_toml.write_text('[game]\nnames = ["Zoë"]\n', encoding=encoding)
    assert load(box_toml).game.names == ("Zoë",)


@pytest.mark.parametrize("encoding", ["latin-1", "utf-16", "utf-16-le", "utf-16-be", "utf-32"])
def test_a_file_in_another_encoding_gets_one_sentence_that_says_how_to_save_it(box_toml: Path, encoding: str) -> None:
    box_toml.write_text('language = "de"  # für uns\n', encoding=encoding)
    with pytest.raises(BadConfig) as raised:
        load(box_toml)
    assert str(raised.value) == (
        f"{box_toml}: expected text in UTF-8; came another encoding; save it again with the encoding UTF-8."
    )


def test_a_file_that_is_not_there_is_named(box_toml: Path) -> None:
    with pytest.raises(BadConfig, match=r"box\.toml: expected a settings file; No such file or directory\.$"):
        load(box_toml)


def test_a_folder_is_no_file(tmp_path: Path) -> None:
    with pytest.raises(BadConfig, match=r": expected a settings file; Is a directory\.$"):
        load(tmp_path)


# --- where it is -----------------------------------------------------------------------------------------------------


def usual(home: Path) -> Path:
    path = home / ".config" / "companion" / "companion.toml"
    path.parent.mkdir(parents=True)
    path.touch()
    return path


NO_OTHER = pytest.mark.skipif(Path("/etc/companion/companion.toml").exists(), reason="this box has settings of its own")


def test_a_file_named_on_the_command_line_goes_before_all(bare_home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    usual(bare_home)
    monkeypatch.setenv("COMPANION_CONFIG", "/elsewhere.toml")
    assert find("/named.toml") == Path("/named.toml")


def test_then_comes_the_environment_even_if_there_is_no_such_file(
    bare_home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    usual(bare_home)
    monkeypatch.setenv("COMPANION_CONFIG", "/elsewhere.toml")
    assert find(None) == Path("/elsewhere.toml")


@NO_OTHER
def test_then_the_user_s_own(bare_home: Path) -> None:
    assert find(None) is None
    path = usual(bare_home)
    assert find(None) == path


@NO_OTHER
def test_the_user_s_own_lies_where_the_user_says(
    bare_home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    usual(bare_home)
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "xdg"))
    assert find(None) is None
    path = tmp_path / "xdg" / "companion" / "companion.toml"
    path.parent.mkdir(parents=True)
    path.touch()
    assert find(None) == path


def test_the_box_s_own_goes_before_the_user_s(bare_home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = usual(bare_home)
    monkeypatch.setattr(
        "companion.config.is_there", lambda tried: tried in (Path("/etc/companion/companion.toml"), path)
    )
    assert find(None) == Path("/etc/companion/companion.toml")


@pytest.mark.parametrize(
    ("settings", "environment", "folder"),
    [
        (None, {}, "{home}/.local/state/companion"),
        (None, {"XDG_STATE_HOME": "/xdg"}, "/xdg/companion"),
        (None, {"XDG_STATE_HOME": "/xdg", "STATE_DIRECTORY": "/var/lib/companion"}, "/var/lib/companion"),
        ("/games", {"XDG_STATE_HOME": "/xdg", "STATE_DIRECTORY": "/var/lib/companion"}, "/games"),
        ("~/games", {}, "{home}/games"),
    ],
)
def test_games_are_kept_where_the_settings_say_else_systemd_else_at_home(
    settings: str | None,
    environment: dict[str, str],
    folder: str,
    bare_home: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    assert state_folder(Config(state_folder=settings)) == Path(folder.format(home=bare_home))


def test_the_complaint_about_a_number_in_a_list_names_the_one_that_came(box_toml: Path) -> None:
    said = complaint(box_toml, "[lights]\nseats = [[0], [1], [2], [3], [4], [5, 9999]]")
    assert said == "lights.seats.5.1: expected a whole number of at most 2000; came 9999."


def test_a_wrong_file_leaves_no_doubt_which_one_it_was(tmp_path: Path) -> None:
    path = tmp_path / "a folder" / "mine.toml"
    path.parent.mkdir()
    assert complaint(path, "x = 1").startswith("x: expected one of")
    assert tomllib.loads(path.read_text()) == {"x": 1}  # the file is only read
