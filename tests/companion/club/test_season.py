"""The table of the season, from games with known ends."""

from __future__ import annotations

from random import Random

from msgspec.structs import replace
from openskill.models import PlackettLuce

from companion.club.season import SeasonRow, table
from companion.kit.policy import LEVELS
from companion.match.outcome import PlayerResult


def game(*names: str, places: tuple[int, ...] = (), guests: tuple[str, ...] = ()) -> tuple[PlayerResult, ...]:
    """A game that these players ended in this order, or in these places; the name of a level is a bot."""
    ranks = places or tuple(range(1, len(names) + 1))
    levels = [next((level for level in LEVELS if level == name), None) for name in names]
    return tuple(
        PlayerResult(seat, name, "red", place, "", name in guests or level is not None, level)
        for seat, (name, place, level) in enumerate(zip(names, ranks, levels, strict=True), 1)
    )


def test_before_the_first_game_nobody_stands_there() -> None:
    assert table([]) == ()


def test_who_wins_more_often_stands_higher() -> None:
    rows = table([game("Ada", "Bea", "Cem")] * 5 + [game("Bea", "Ada", "Cem")])
    assert [(row.place, row.name, row.games, row.wins) for row in rows] == [
        (1, "Ada", 6, 5),
        (2, "Bea", 6, 1),
        (3, "Cem", 6, 0),
    ]


def test_the_rating_is_what_openskill_says() -> None:
    model = PlackettLuce()
    (ada,), (bea,) = model.rate([[model.rating()], [model.rating()]], ranks=[1, 2])
    assert table([game("Ada", "Bea")]) == (
        SeasonRow(1, "Ada", 1, 1, round(ada.ordinal(), 1)),
        SeasonRow(2, "Bea", 1, 0, round(bea.ordinal(), 1)),
    )


def test_a_shared_place_is_neither_won_nor_lost() -> None:
    (first, second) = table([game("Ada", "Bea", places=(1, 1))])
    assert (first.place, second.place) == (1, 1)
    assert first.rating == second.rating
    assert (first.wins, second.wins) == (1, 1)


def test_a_name_is_the_same_however_it_was_typed_and_shown_as_it_was_last() -> None:
    rows = table([game("ADA", "Bea"), game("Ada ", "Bea")])
    assert [(row.name, row.games) for row in rows] == [("Ada", 2), ("Bea", 2)]


def test_two_spellings_of_a_name_are_one_player() -> None:
    rows = table([game("Zo\u00eb", "Ben"), game("Zoe\u0308", "Ben"), game("ZO\u00cb", "Ben")])
    assert [row.games for row in rows] == [3, 3]


def test_guests_stand_in_no_table_and_begin_anew_each_time() -> None:
    guests = ("Red",)
    rows = table([game("Red", "Ada", "Bea", guests=guests)] * 3)
    assert [row.name for row in rows] == ["Ada", "Bea"]
    model = PlackettLuce()
    ada, bea = model.rating(), model.rating()
    for _ in range(3):
        _, (ada,), (bea,) = model.rate([[model.rating()], [ada], [bea]], ranks=[1, 2, 3])
    assert [row.rating for row in rows] == [round(each.ordinal(), 1) for each in (ada, bea)]


def test_nobody_leads_the_season_by_games_alone_against_bots_or_guests() -> None:
    alone = [
        game("Ada", "simple", "strong"),
        game("Ada", "Red", "Blue", guests=("Red", "Blue")),
        game("strong", "simple"),
    ]
    assert table(alone * 12) == ()
    fair = [game("Bea", "Cem", "simple")]
    assert table(alone * 12 + fair) == table(fair)


def test_partners_are_rated_as_one_team() -> None:
    teams = [replace(came, side=(1, 2, 1, 2)[came.seat - 1]) for came in game(*"ABCD", places=(1, 3, 1, 3))]
    model = PlackettLuce()
    won, lost = model.rate([[model.rating(), model.rating()] for _ in range(2)], ranks=[1, 3])
    rows = table([tuple(teams)])
    assert [row.rating for row in rows] == [round(each.ordinal(), 1) for each in (*won, *lost)]
    assert [(row.place, row.name, row.wins) for row in rows] == [(1, "A", 1), (1, "C", 1), (3, "B", 0), (3, "D", 0)]


def test_a_bot_is_a_player_by_its_level() -> None:
    rows = table([game("strong", "Ada", "Bea", "simple"), game("Ada", "strong", "Bea"), game("strong", "Bea", "Ada")])
    shown = [(row.place, row.name, row.level, row.games, row.wins) for row in rows]
    assert shown == [(1, "", "strong", 3, 2), (2, "Ada", "", 3, 1), (3, "Bea", "", 3, 0), (4, "", "simple", 1, 0)]


def test_a_bot_on_two_seats_has_played_one_game_and_takes_the_mean_of_both() -> None:
    model = PlackettLuce()
    rated = model.rate([[model.rating()] for _ in range(4)], ranks=[1, 2, 3, 4])
    (bot,) = [row for row in table([game("simple", "Ada", "Bea", "simple")]) if row.level]
    mu, sigma = [(getattr(rated[0][0], name) + getattr(rated[3][0], name)) / 2 for name in ("mu", "sigma")]
    assert (bot.games, bot.wins, bot.rating) == (1, 1, round(mu - 3 * sigma, 1))


def test_a_person_called_like_a_level_is_another_player() -> None:
    named = PlayerResult(1, "strong", "red", 1, "", is_guest=False)
    rows = table([(named, *game("Ada", "strong", places=(2, 3)))])
    assert sorted((row.name, row.level) for row in rows) == [("", "strong"), ("Ada", ""), ("strong", "")]


def test_a_long_season_finds_who_plays_best() -> None:
    rng, skill = Random(1), {"Ada": 3.0, "Bea": 1.0, "Cem": 0.0, "Dora": -1.0, "Emil": -3.0}
    games = []
    for _ in range(200):
        there = rng.sample(sorted(skill), 4)
        games.append(game(*sorted(there, key=lambda name: -skill[name] + rng.gauss(0, 2))))
    assert [row.name for row in table(games)] == ["Ada", "Bea", "Cem", "Dora", "Emil"]
