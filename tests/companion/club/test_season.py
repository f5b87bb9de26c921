"""The table of the season, from games with known ends."""

from __future__ import annotations

from random import Random

from openskill.models import PlackettLuce

from companion.club.admission import Came
from companion.club.season import Row, table


def game(*names: str, places: tuple[int, ...] = (), guests: tuple[str, ...] = ()) -> tuple[Came, ...]:
    """These came out in this order, or in these places."""
    ranks = places or tuple(range(1, len(names) + 1))
    return tuple(
        Came(seat, name, "red", place, "", name in guests)
        for seat, (name, place) in enumerate(zip(names, ranks, strict=True), 1)
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
        Row(1, "Ada", 1, 1, round(ada.ordinal(), 1)),
        Row(2, "Bea", 1, 0, round(bea.ordinal(), 1)),
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
    rows = table([game("Red", "Ada", guests=guests)] * 3)
    assert [row.name for row in rows] == ["Ada"]
    model = PlackettLuce()
    rating = model.rating()
    for _ in range(3):
        _, (rating,) = model.rate([[model.rating()], [rating]], ranks=[1, 2])
    assert rows[0].rating == round(rating.ordinal(), 1)


def test_a_long_season_finds_who_plays_best() -> None:
    rng, skill = Random(1), {"Ada": 3.0, "Bea": 1.0, "Cem": 0.0, "Dora": -1.0, "Emil": -3.0}
    games = []
    for _ in range(200):
        there = rng.sample(sorted(skill), 4)
        games.append(game(*sorted(there, key=lambda name: -skill[name] + rng.gauss(0, 2))))
    assert [row.name for row in table(games)] == ["Ada", "Bea", "Cem", "Dora", "Emil"]
