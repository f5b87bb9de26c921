"""Which records the club accepts, and its answers to the others; at a real broker: test_club_night."""

from __future__ import annotations

import json
from datetime import UTC, datetime, timedelta
from pathlib import Path

import msgspec
import pytest

from companion import games
from companion.club import admission
from companion.club.admission import AHEAD, Result
from companion.club.topics import Record, sum_of
from companion.daemon.resuming import record_of
from companion.games.cat_royal.rules import CAT_ROYAL
from companion.installed import join
from companion.installed.shelf import add, look_further
from companion.kit.errors import NotLetIn
from companion.match import record
from companion.match.outcome import PlayerResult
from companion.match.stints import HandOver
from companion.players.play import begin
from companion.testing.whole_games import finish
from tests.companion.club.evenings import Evening, MakeEvening, text_of
from tests.companion.games.galopp_royal.positions import RULES, start
from tests.companion.installed.wheels import RULES as RULES_OF_OTTERS
from tests.companion.installed.wheels import sources, wheel

BEGAN = "2026-11-22T20:15:00+01:00"
NOW = datetime(2026, 11, 25, 8, tzinfo=UTC)


def message(text: str, began: str = BEGAN, bots: tuple[int, ...] = ()) -> bytes:
    return msgspec.json.encode(Record(began, text, bots))


def let_in(words: bytes, now: datetime = NOW) -> Result:
    return admission.let_in(words, now)


def refused(words: bytes) -> str:
    with pytest.raises(NotLetIn) as why:
        let_in(words)
    return str(why.value)


def test_a_finished_game_is_let_in_with_all_places(evening: Evening) -> None:
    text = evening.whole("Ada", "Bea", "Cem")
    assert evening.session is not None
    purses = evening.session.state.money.purses
    result = let_in(message(text))
    assert result.title == "Galopp Royal"
    assert result.began == "2026-11-22T19:15:00+00:00", "in UTC"
    assert result.arrived == "2026-11-25T08:00:00+00:00"
    assert result.record == text
    assert result.sum == sum_of(message(text))
    assert [(came.seat, came.name, came.colour) for came in result.came] == [
        (1, "Ada", "red"),
        (2, "Bea", "blue"),
        (3, "Cem", "green"),
    ]
    assert [came.has for came in result.came] == list(map(str, purses))
    assert [came.place for came in result.came] == [1 + sum(other > own for other in purses) for own in purses]
    assert not any(came.is_guest for came in result.came)


def test_a_game_without_coins_is_let_in_too(evening_in: MakeEvening, tmp_path: Path) -> None:
    text = evening_in(tmp_path, 4, CAT_ROYAL, last_deal=2).whole("Ada", "Bea")
    came = let_in(message(text)).came
    assert {each.place for each in came} <= {1, 2}
    assert [each.name for each in came] == ["Ada", "Bea"]


def test_partners_are_known_as_one_team(evening_in: MakeEvening, tmp_path: Path) -> None:
    teams = evening_in(tmp_path, 4, CAT_ROYAL, last_deal=2, options={"partners": "opposite"})
    came = let_in(message(teams.whole("Ada", "Bea", "Cem", "Dan"))).came
    assert [each.side for each in came] == [1, 2, 1, 2]
    assert [each.place for each in came[:2]] == [each.place for each in came[2:]]
    alone = let_in(message(evening_in(tmp_path / "other", 4, CAT_ROYAL, last_deal=2).whole("Ada", "Bea"))).came
    assert {each.side for each in alone} == {None}


def otters(tmp_path: Path, evening_in: MakeEvening, rules: str = RULES_OF_OTTERS) -> bytes:
    """The record of a game that is added only when the club runs."""
    before, games.look_further = games.LIST, look_further
    add(wheel(tmp_path, sources(rules=rules)))
    join()
    text = evening_in(tmp_path, 1, games.find_rules("otters")).whole("Ada", "Bea")
    games.LIST = before
    return message(text)


@pytest.mark.usefixtures("shelf_folder")
def test_a_game_that_was_added_since_the_club_began_is_let_in(evening_in: MakeEvening, tmp_path: Path) -> None:
    places = "return tuple(1 if player.seat == state.turn else 2 for player in state.table.seats)"
    placed = f"def places(self, state: State) -> tuple[int, ...]:\n        {places}\n\n    def view("
    result = let_in(otters(tmp_path, evening_in, RULES_OF_OTTERS.replace("def view(", placed)))
    assert (result.title, sorted(came.place for came in result.came)) == ("Otters", [1, 2])


@pytest.mark.usefixtures("shelf_folder")
def test_a_game_that_names_no_places_is_refused(evening_in: MakeEvening, tmp_path: Path) -> None:
    why = "Otters: expected a place for each of 2 seats; came 0."
    assert refused(otters(tmp_path, evening_in)) == why


def test_who_goes_by_a_colour_or_leaves_it_to_a_bot_is_a_guest(evening: Evening) -> None:
    result = let_in(message(evening.whole("Ada", "Blue", "Dora", "Emil"), bots=(4,)))
    assert [came.is_guest for came in result.came] == [False, True, False, True]
    assert result.came[1].name == "Blue"


@pytest.mark.parametrize(
    ("handed", "who"),
    [
        ([], [None, None, None]),
        ([HandOver(0, {2: "strong"})], [None, "strong", None]),
        ([HandOver(0, {2: "strong", 3: "simple"}), HandOver(7, {2: "strong"})], [None, "strong", "guest"]),
        ([HandOver(7, {2: "simple"})], [None, "guest", None]),
        ([HandOver(0, {2: "simple"}), HandOver(7, {2: "strong"})], [None, "guest", None]),
    ],
)
def test_a_bot_that_has_played_all_of_it_is_a_player_by_its_level_and_one_that_took_over_makes_a_guest(
    evening: Evening, handed: list[HandOver], who: list[str | None]
) -> None:
    evening.whole("Ada", "Bea", "Cem")
    assert evening.session is not None
    came = let_in(message(text_of(evening.session, handed=handed))).came
    assert [each.level or ("guest" if each.is_guest else None) for each in came] == who
    assert all(each.is_guest for each in came if each.level), "nobody has played there"


def test_what_the_box_has_played_since_gives_a_game_no_other_name(evening: Evening) -> None:
    evening.whole("Ada", "Bea", "Cem")
    assert evening.session is not None
    handed: tuple[list[HandOver], ...] = ([], [HandOver(0, {2: "simple"})], [HandOver(9, {1: "strong"})])
    results = [let_in(message(text_of(evening.session, handed=each))) for each in handed]
    assert len({(result.game, result.played) for result in results}) == 1


@pytest.mark.parametrize(
    ("ahead", "is_in"), [(timedelta(0), True), (AHEAD, True), (AHEAD + timedelta(seconds=1), False)]
)
def test_a_date_more_than_a_day_ahead_is_refused_with_both_dates(
    evening: Evening, ahead: timedelta, *, is_in: bool
) -> None:
    words, now = message(evening.whole()), datetime.fromisoformat(BEGAN) - ahead
    if is_in:
        assert let_in(words, now).arrived == now.astimezone(UTC).isoformat()
        return
    with pytest.raises(NotLetIn) as why:
        let_in(words, now)
    assert str(why.value) == (
        "expected a game that began by now, 2026-11-21T19:14:59+00:00; came one of 2026-11-22T19:15:00+00:00: "
        "set the clock that is wrong, of the box or here."
    )


def test_a_message_that_comes_twice_is_one_game(evening: Evening) -> None:
    text = evening.whole("Ada", "Bea", "Cem")
    game, again = let_in(message(text)), let_in(message(text, "2026-11-23T20:15:00+01:00"))
    assert game.played == again.played, "whatever its date"
    assert game.game == let_in(message(text)).game == let_in(message(text, bots=(1,))).game, "a later record of it"


def test_a_zone_may_be_spelled_in_many_ways(evening: Evening) -> None:
    text = evening.whole()
    spelled = (BEGAN, "2026-11-22T19:15:00Z", "2026-11-22T19:15+00:00", "20261123T0015+0500")
    results = [let_in(message(text, began)) for began in spelled]
    assert {(result.game, result.began) for result in results} == {(results[0].game, "2026-11-22T19:15:00+00:00")}


def test_a_copied_game_is_known_by_what_was_played_whatever_else_is_changed(evening: Evening) -> None:
    evening.some(40, "Ada", "Bea", "Cem")
    evening.undo()
    for _ in evening.play_on():
        pass
    saved = evening.journal.load(1)
    assert saved is not None
    text = record_of(saved)
    played = let_in(message(text)).played
    lines = [json.loads(line) for line in text.splitlines()]
    turned = "\n".join(json.dumps(dict(reversed(line.items()))) for line in lines)
    copies = (text.replace('"Ada"', '"Adele"'), text.replace(": ", ":   "), turned, record_of(saved, undone=True))
    assert len({text, *copies}) == 5
    assert {let_in(message(copy, "2026-11-23T20:15:00+01:00")).played for copy in copies} == {played}
    for _ in range(30):
        evening.undo()
    *_, last = evening.play_on()
    assert (otherwise := text_of(last)) != text
    assert let_in(message(otherwise)).played == played, "one promise is one game, however it is played on"
    assert let_in(message(evening.whole("Ada", "Bea", "Cem"))).played != played


def test_a_real_die_and_real_cards_promise_nothing_and_are_known_by_how_it_was_played() -> None:
    state = start(3, cards="table", die="table")
    text = record.write(RULES, state, finish(RULES, state, 2).entries)
    played = let_in(message(text)).played
    head, *lines = [json.loads(line) for line in text.splitlines()]
    for line in lines:
        for field in ("cards", "steps"):  # their order does not matter for the play
            if line["event"] in {"sold", "unsold", "moved"} and isinstance(line.get(field), list):
                line[field].reverse()
    named = [each | {"name": f"Sir {each['name']}"} for each in head["seats"]]
    copy = "\n".join(map(json.dumps, [head | {"seats": named}, *lines]))
    assert let_in(message(copy, "2026-11-23T20:15:00+01:00")).played == played
    other = record.write(RULES, state, finish(RULES, state, 3).entries)
    assert let_in(message(other)).played != played


def test_dice_of_a_box_that_promised_nothing_are_anybody_s() -> None:
    state = begin(RULES, 3, ("Ada", "Bea", "Cem"), {})
    game = finish(RULES, state, 2)
    said = refused(message(record.write(RULES, state, game.entries)))
    assert said == "line 1, header: expected the promise of a seed, since the box drew dice and cards; came none."


def test_a_line_that_the_rules_do_not_allow_is_named(evening: Evening) -> None:
    text = evening.whole()
    at = next(number for number, line in enumerate(text.splitlines(), 1) if '"moved"' in line)
    lines = text.splitlines(keepends=True)
    lines[at - 1] = lines[at - 1].replace('"seat": ', '"seat": 1', 1)
    assert refused(message("".join(lines))).startswith(f"line {at}, moved: expected ")


def test_a_game_that_is_not_over_does_not_count(evening: Evening) -> None:
    text = evening.whole()
    cut = text.splitlines(keepends=True)[:-1]
    assert refused(message("".join(cut))).startswith(f"line {len(cut) + 1}: expected a game that is over")


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (b"", "expected a finished game as a message"),
        (b"\xff\xfe", "expected a finished game as a message"),
        (b'{"record": 1}', "expected a finished game as a message"),
        (b'{"began": "\xff", "record": ""}', "expected a finished game as a message"),
        (b'{"x": ' + b"[" * 2000 + b"]" * 2000 + b"}", "expected a finished game as a message"),
        (b'{"began": "yesterday", "record": ""}', "expected a finished game as a message"),
        (b'{"began": "0001-01-01T00:00:00+23:00", "record": ""}', "expected a finished game as a message"),
        (message(""), "this is no game record"),
        (message('{"record": 2, "game": "galopp-royal"}'), "this record is of kind 2"),
        (message('{"record": 1, "game": "whist"}'), "unknown game 'whist'"),
        (message('{"record": 1, "game": "galopp-royal"}'), "line 1, header: expected "),
        (
            message('{"record": 1, "game": "cat-royal", "board": {"starts": {"pink": 1}}}'),
            "board.starts.pink: expected",
        ),
    ],
)
def test_what_is_no_record_is_told_so(words: bytes, said: str) -> None:
    assert said in refused(words)


@pytest.mark.parametrize("name", ["A\0", "Ada\nBea", "\x1b[2J", "\u202eAda", " Ada", "bea", "A" * 61])
def test_a_name_that_nobody_can_read_or_somebody_has_is_refused(evening: Evening, name: str) -> None:
    assert refused(message(evening.whole(name, "Bea", "Cem"))).startswith("line 1, ")


def test_a_name_may_be_long_and_have_letters_of_any_language(evening: Evening) -> None:
    names = ("Ж" * 60, "Zoë 李 O'Neill-Gül", "ä")
    assert tuple(came.name for came in let_in(message(evening.whole(*names))).came) == names


def test_what_is_kept_of_a_record_is_what_was_refereed(evening: Evening) -> None:
    text = evening.whole()
    assert let_in(message(text + '{"n": 1, "\0')).record == text


def test_a_guest_is_told_from_a_player() -> None:
    assert PlayerResult(1, "Ada", "red", 1, "50", is_guest=False) != PlayerResult(
        1, "Ada", "red", 1, "50", is_guest=True
    )
