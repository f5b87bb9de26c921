"""Films of lights on a strip over a real pty: drawn when they change, and not for a strip that is not there."""

from __future__ import annotations

from collections.abc import Iterator
from math import inf

import pytest

from companion.daemon.idle import SHARE
from companion.daemon.projector import Film, Projector
from companion.faces.strip import PULSE, LightShow, lay_out
from companion.kit.seats import COLOURS
from companion.kit.text import verbatim
from companion.kit.view import SeatView, Track, View
from hardware.adalight import harmless
from hardware.strip import GREETING_S, KEEP_ALIVE_S, Strip
from hardware.twin.controller import Controller

SEATS = tuple(SeatView(n, verbatim(f"p{n}"), COLOURS[n - 1], pair=n) for n in (1, 2))
LIT_AT = GREETING_S + 1.0


@pytest.fixture
def far() -> Iterator[Controller]:
    controller = Controller(6)
    yield controller
    controller.close()


@pytest.fixture
def projector(far: Controller) -> Iterator[Projector]:
    made = Projector(Strip(far.port, 6))
    yield made
    made.close()


def lights(who: int | None) -> LightShow:
    made = LightShow(lay_out(Track()), 100_000)
    made.show(View(verbatim("bids"), who=who, seats=SEATS), 0.0)
    return made


def shown(far: Controller) -> bytes:
    return b"".join(map(bytes, far.colours))


def run(projector: Projector, far: Controller, since: float, until: float) -> list[float]:
    """When it was ticked."""
    ticks, t = [], since
    while (t := max(projector.next_deadline(), t)) <= until:
        projector.tick(t)
        far.poll(t)
        ticks.append(t)
        t += 1e-6
    return ticks


def test_a_film_is_shown_at_once_and_then_whenever_it_changes(projector: Projector, far: Controller) -> None:
    film = Film(lights(1), "lit")
    projector.show(film)
    assert projector.next_deadline() == -inf
    run(projector, far, 0.0, LIT_AT)
    frames = far.frames
    ticks = run(projector, far, LIT_AT, LIT_AT + 10 * PULSE)
    assert 9 <= len(ticks) <= 11
    assert len(ticks) - 1 <= far.frames - frames <= len(ticks), "two pictures around the brightest moment may be one"
    assert shown(far) == harmless(film.colours(ticks[-1]))


def test_a_still_film_only_keeps_the_strip_alive(projector: Projector, far: Controller) -> None:
    projector.show(Film(lights(None), "lit"))
    run(projector, far, 0.0, LIT_AT)
    assert len(run(projector, far, LIT_AT, LIT_AT + 10 * KEEP_ALIVE_S)) <= 10


def test_the_newest_film_wins_and_a_dim_one_is_dimmer(projector: Projector, far: Controller) -> None:
    for who, light in ((1, "lit"), (2, "dim")):
        projector.show(Film(lights(who), light))  # type: ignore[arg-type]  # those are levels of light
    ticks = run(projector, far, 0.0, LIT_AT)
    bright = lights(2).colours(ticks[-1])
    assert shown(far) == harmless(bytes(int(SHARE["dim"] * part) for part in bright))


def test_a_dark_film_never_changes() -> None:
    film = Film(lights(1), "dark")
    assert film.next_deadline(1.0) is None
    assert not any(film.colours(1.0))


def test_for_a_missing_strip_nothing_is_drawn_until_it_is_back(projector: Projector, far: Controller) -> None:
    film = Film(lights(1), "lit")
    projector.show(film)
    far.unplug()
    ticks = run(projector, far, 0.0, 5.0)
    assert projector.fault is not None
    assert len(ticks) <= 11, "twice a second"
    far.replug()
    ticks = run(projector, far, 5.0, 5.5 + LIT_AT)
    assert projector.fault is None
    assert shown(far) == harmless(film.colours(ticks[-1]))
