"""A twin that writes down what is pressed and shows what it is told."""

from __future__ import annotations

from companion.web.twin import SeatLeds, SpaceLeds, TwinLayout, TwinWords
from companion.web.words import words

GOALS = ("20/10/5", "25/12/6", "30/15/7", "35/17/8", "40/20/10", "45/22/11")
COLOURS = ("red", "blue", "green", "yellow", "white", "violet")


def sample_layout() -> TwinLayout:
    trap = SpaceLeds("pond", "trap", "", (0,))
    spaces = [SpaceLeds(str(n), "start" if n == 5 else "space", "", (n,)) for n in range(1, 20)]
    goals = [SpaceLeds(str(n), "goal", label, (n,)) for n, label in enumerate(GOALS, 20)]
    podium = [SpaceLeds(label, "podium", label, (n,)) for n, label in enumerate(("I", "II", "III"), 26)]
    seats = tuple(SeatLeds(pair, colour, (28 + pair,)) for pair, colour in enumerate(COLOURS, 1))
    return TwinLayout("Sample Royal", (trap, *spaces, *goals, *podium), seats)


class FakeTwin:
    def __init__(self) -> None:
        self.calls: list[tuple[str, str]] = []
        self.held: list[tuple[str, float]] = []
        """How long keys were held, as told."""
        self.oled = bytes(1024)
        self.leds = bytes(3 * 35)
        self.level = 0xCF
        self.sounding = (0.0, 0.0)
        self.felt = bytes(13)
        self.board = sample_layout()
        self.language = "en"
        self.lines: tuple[str, ...] = ()

    def press(self, key: str) -> None:
        self.calls.append(("press", key))

    def hold(self, key: str, held_s: float) -> None:
        self.held.append((key, held_s))

    def release(self, key: str, held_s: float) -> None:
        self.calls.append(("release", key))
        self.held.append((key, held_s))

    def memory(self) -> bytes:
        return self.oled

    def keys(self) -> bytes:
        return self.felt

    def reading(self) -> tuple[str, ...]:
        return self.lines

    def contrast(self) -> int:
        return self.level

    def colours(self) -> bytes:
        return self.leds

    def tone(self) -> tuple[float, float]:
        return self.sounding

    def layout(self) -> TwinLayout:
        return self.board

    def words(self) -> TwinWords:
        return words(self.language)
