from __future__ import annotations

from itertools import chain
from math import log2
from typing import get_args

import pytest

from companion.faces.score import HOOF_S, OFFERS, SCORE, TURN, Melody, Note, gallop, melody
from companion.kit.view import CueMoment

ALL: tuple[Melody, ...] = (TURN, *OFFERS, *SCORE.values(), gallop(24, 0.3))


def seconds(notes: Melody) -> float:
    return sum(note.seconds for note in notes)


def test_a_melody_is_written_by_the_names_of_its_tones() -> None:
    a, rest, c = melody("a4 - c5*3", 0.5)
    assert (a, rest, c.seconds) == (Note(440.0, 0.5), Note(None, 0.5), 1.5)
    assert c.hertz == pytest.approx(523.25, abs=0.01)


def test_every_tone_is_of_the_tempered_scale_and_in_the_two_octaves_a_small_buzzer_can_play() -> None:
    tones = [note.hertz for note in chain(*ALL) if note.hertz is not None]
    steps = [12 * log2(hertz / 440) for hertz in tones]
    assert steps == pytest.approx([round(step) for step in steps])
    assert (round(min(steps)), round(max(steps))) == (-12, 12)


def test_every_moment_has_a_melody_of_its_own_and_a_run_is_heard_while_it_is_seen() -> None:
    assert set(SCORE) == set(get_args(CueMoment))
    assert [moment for moment, notes in SCORE.items() if not notes] == ["run"]
    assert len(set(SCORE.values())) == len(SCORE)


def test_only_the_end_of_a_game_is_played_at_length() -> None:
    assert 3.0 <= seconds(SCORE["win"]) <= 4.0
    assert max(seconds(notes) for moment, notes in SCORE.items() if moment != "win") <= 1.5
    assert seconds(TURN) < 0.2


def test_every_bid_is_higher_than_the_one_before() -> None:
    tones = [notes[0].hertz or 0.0 for notes in OFFERS]
    assert tones == sorted(set(tones))


@pytest.mark.parametrize(("spaces", "pace", "beats"), [(7, 0.06, 1), (24, 1.2 / 24, 1), (14, 0.3, 4), (1, 0.01, 1)])
def test_a_gallop_lasts_as_long_as_the_run_with_the_same_beats_at_each_space(
    spaces: int, pace: float, beats: int
) -> None:
    notes = gallop(spaces, pace)
    assert len(notes) == spaces * beats
    assert seconds(notes) == pytest.approx(spaces * pace)
    assert abs(notes[0].seconds - HOOF_S) <= HOOF_S
    assert [note.hertz for note in notes[4:8]] == [note.hertz for note in notes[:4]][: len(notes[4:8])]
