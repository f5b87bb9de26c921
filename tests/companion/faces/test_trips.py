from __future__ import annotations

from companion.faces.trips import FADE, SeenToken, moved
from companion.kit.view import Space, Token, Track

from . import ring

TRACK = ring.track()
STEP = TRACK.step_s


def told(*tokens: Token, at: tuple[float, ...] = (0.0, 10.0, 20.0)) -> SeenToken:
    """One piece, shown at these times."""
    seen: SeenToken | None = None
    for token, t in zip(tokens, at, strict=False):
        seen = moved(seen, token, TRACK, t)
    assert seen is not None
    return seen


def spaces(seen: SeenToken, *times: float) -> list[str]:
    return [seen.space(t) for t in times]


def test_a_token_that_appears_is_there_at_once() -> None:
    seen = told(Token(1, "5", way=("3", "4", "5")))
    assert (seen.space(0.0), seen.level(0.0), seen.is_moving(0.0)) == ("5", 1.0, False)


def test_it_runs_along_its_way_a_step_at_a_time() -> None:
    seen = told(Token(1, "3"), Token(1, "5", way=("3", "4", "5")))
    assert spaces(seen, 10.0, 10.1, 10.4, 10.7) == ["3", "3", "4", "5"]
    assert [seen.is_running(t) for t in (10.1, 10.4, 10.7)] == [True, True, False]
    assert seen.rest(10.4) == ("4", "5")
    assert seen.rest(10.7) == ("5",)


def test_without_a_way_it_fades_out_and_in() -> None:
    seen = told(Token(1, "3"), Token(1, "9"))
    assert spaces(seen, 10.0, 10.0 + FADE * 0.75) == ["3", "9"]
    assert [round(seen.level(10.0 + FADE * part), 2) for part in (0, 0.25, 0.5, 0.75, 1)] == [1, 0.5, 0, 0.5, 1]
    assert not seen.is_running(10.1)
    assert seen.is_moving(10.1)
    assert not seen.is_moving(10.1 + FADE)


def test_a_run_under_way_is_finished_before_it_fades() -> None:
    seen = told(Token(1, "2"), Token(1, "4", way=("2", "3", "4")), Token(1, "10"), at=(0.0, 10.0, 10.4))
    assert spaces(seen, 10.5, 10.75, 10.75 + FADE) == ["3", "4", "10"]
    assert seen.is_moving(10.75)


def test_a_run_takes_as_long_as_it_is_and_skips_no_space() -> None:
    track = Track(ring.spaces(), step_s=0.3)
    seen = moved(SeenToken(Token(1, "1")), Token(1, "12", way=ring.LOOP), track, 0.0)
    assert [seen.space(0.3 * at + 0.01) for at in range(len(ring.LOOP))] == list(ring.LOOP)


def test_what_was_taken_back_runs_back_the_way_it_came() -> None:
    stood = Token(1, "11", way=("10", "11"))
    seen = told(stood, Token(1, "1", way=("11", "12", "1")), stood)
    assert spaces(seen, 20.1, 20.4, 20.7) == ["1", "12", "11"]


def test_from_a_space_that_is_not_there_it_comes_at_once() -> None:
    seen = moved(SeenToken(Token(1, "nowhere")), Token(1, "II"), Track((Space("II", "podium"),)), 0.0)
    assert (seen.trips, seen.space(0.0)) == ((), "II")
