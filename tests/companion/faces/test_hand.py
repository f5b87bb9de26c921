from __future__ import annotations

from itertools import pairwise, product

import pytest

from companion.faces.hand import HEIGHT, draw_hand
from companion.faces.sheet import WIDTH, Panel, Rectangle, TextLine
from companion.kit.text import Wording, speak, verbatim
from companion.kit.view import HandCard

BAND = Rectangle(0, 16, WIDTH, 48)
WORDS = ("6", "13", "1-7", "1/11", "magnet", "Tausch")


def say(said: Wording | None) -> str:
    return speak(said, str) if said is not None else ""


def drawn(*words: str) -> tuple[list[Panel], list[TextLine]]:
    """The frames and the words of these cards; the first can be played."""
    pieces = draw_hand([HandCard(slot, verbatim(word), slot == 1) for slot, word in enumerate(words, 1)], say, BAND)
    return [each for each in pieces if isinstance(each, Panel)], [each for each in pieces if isinstance(each, TextLine)]


@pytest.mark.parametrize(
    "words", [*product(WORDS, repeat=2), *(first + WORDS[:4] for first in zip(WORDS, strict=True))]
)
def test_every_card_stands_in_its_frame_with_its_slot_above(words: tuple[str, ...]) -> None:
    frames, lines = drawn(*words)
    assert len(frames) == len(words)
    for left, right in pairwise(frames):
        assert left.box.right == right.box.left + 1
    for at, frame in enumerate(frames):
        above, inside = lines[2 * at : 2 * at + 2]
        assert above.words == ("1✓" if at == 0 else str(at + 1))
        assert above.box.bottom <= frame.box.top
        assert frame.box.left <= inside.box.left
        assert inside.box.right <= frame.box.right
        assert frame.box.top < inside.box.top
        assert inside.box.bottom < frame.box.bottom
        assert BAND.left <= above.box.left
        assert above.box.right <= BAND.right
    assert max(frame.box.bottom for frame in frames) <= BAND.top + HEIGHT <= BAND.bottom


def test_words_that_are_too_long_together_lose_letters_and_the_longest_first() -> None:
    _, lines = drawn("magnet", "magnet", "copy", "swap", "1/11")
    assert [line.words for line in lines[1::2]] == ["magn", "magn", "copy", "swap", "1/11"]


def test_few_cards_are_large_and_no_wider_than_they_need() -> None:
    frames, lines = drawn("6", "magnet")
    assert lines[1].box.height == 16
    assert frames[0].box.width < frames[1].box.width < WIDTH // 2
