"""Trying the display: each question is about the picture shown."""

from __future__ import annotations

from companion.faces import patterns
from companion.faces.patterns import Pattern
from companion.kit.text import Text, text
from companion.kit.view import View
from companion.workshop.try_display import LOOK_S
from companion.workshop.trying import VERDICT_S
from tests.companion.workshop.stepped_bench import Stepped
from tests.companion.workshop.trial import trial


def test_a_frame_squares_and_all_light_are_shown_and_asked_about() -> None:
    with trial("display") as at:
        assert _edges_are_light(at)
        assert "thin frame" in at.said[-1]
        at.touch("green1")
        assert at.ends.glass().tobytes() == patterns.draw(Pattern("chequered"), str).tobytes()
        at.wait(LOOK_S)
        scene = at.job.scene()
        assert isinstance(scene, View)
        assert scene.legend is not None
        at.touch("green5")
        assert at.ends.glass().getcolors() == [(128 * 64, 255)]
        at.touch("green6")
        assert at.said[-1] == "Display: all is right."
        assert _shown(at) == (text("All is right."),)
        assert not at.job.is_over
        at.wait(VERDICT_S)
        assert at.job.is_over


def test_what_is_wrong_is_said_at_the_end_with_what_to_do() -> None:
    with trial("display") as at:
        for key in ("red1", "green1", "red1"):
            at.touch(key)
        assert at.said[-1] == (
            "Display: the frame is not whole: it is another chip or offset; run: companion learn; "
            "not all of it is light: dark dots are worn out; if all of it flickers, its supply is weak."
        )
        assert _shown(at) == (text("Another chip?"), text("A weak supply?"))
        at.touch("red3")
        assert at.job.is_over, "it has been read"


def test_yes_and_no_can_be_typed() -> None:
    with trial("display") as at:
        for answer in ("yes", "yes", "no"):
            at.job.answer(answer, at.now)
        assert _shown(at) == (text("A weak supply?"),)
        at.job.answer("yes", at.now)
        assert at.job.is_over


def _shown(at: Stepped) -> tuple[Text, ...]:
    scene = at.job.scene()
    assert isinstance(scene, View)
    return tuple(scene.lines)


def _edges_are_light(at: Stepped) -> bool:
    return at.ends.glass().getbbox() == (0, 0, 128, 64)
