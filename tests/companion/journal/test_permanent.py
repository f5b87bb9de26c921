"""A game's permanent name."""

from __future__ import annotations

import pytest

from companion.journal.permanent import in_utc, name_of


@pytest.mark.parametrize("promised", [None, "5eed"])
def test_a_game_goes_by_how_and_when_it_began(promised: str | None) -> None:
    plain: dict[str, object] = {"game": "nim", "commitment": promised}
    names = {name_of(plain, "2026-01-01"), name_of(plain, "2026-01-02"), name_of({**plain, "first": 1}, "2026-01-01")}
    assert len(names) == 3
    assert name_of({**plain, "package": "nim 1.0"}, "2026-01-01") == name_of(plain, "2026-01-01")
    assert name_of(plain, "2026-01-01T20:15:00+01:00") == name_of(plain, "2026-01-01T19:15:00+00:00")


def test_a_moment_is_told_in_utc() -> None:
    assert in_utc("2026-01-01T20:15:00+01:00") == "2026-01-01T19:15:00+00:00"
    with pytest.raises(ValueError, match="Invalid isoformat"):
        in_utc("yesterday")
