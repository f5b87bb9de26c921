"""The box between its keys and its lights: edges in, frames and melodies out. No thread and no clock of its own.

Laws: edges go to the keyboard, and its gestures go to the table, like those of a bot that plays for a seat; the table's
view goes to every face; a face is drawn only when its view has changed; a fault of a part or a key is told and affects
nothing else; the table asks nothing before the keys are open.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from math import inf
from random import Random
from typing import TYPE_CHECKING, Any, Final, Protocol, TypeVar

import msgspec
from msgspec.structs import replace
from PIL import Image

from companion.config import Config, Holds
from companion.daemon.faults import Faults, Faulty, WatchedPart
from companion.daemon.idle import BRIGHTEST, CONTRAST, Dimness, Idle
from companion.daemon.presses import as_press, key_of, keys_of, pair_of
from companion.daemon.projector import Film
from companion.daemon.remembering import Remembering
from companion.faces import oled
from companion.faces.aloud import Aloud, Utterance
from companion.faces.drift import PixelShift, due, next_step
from companion.faces.sound import PlayedNotes, Sound
from companion.faces.speech import ReadOut, sentences
from companion.faces.strip import LightShow
from companion.kit.view import Ahead, Cue, Lettering, Sand, View, Wish
from companion.locale import translator
from companion.players.stand_in import StandIn
from companion.table.chords import TOGETHER_S
from companion.table.controls import LONGER_S, Press
from companion.table.table import Table
from hardware.keyboard import Edge, Health, Keyboard, KeyEvent, KeyKnown, Stages, Steadiness

if TYPE_CHECKING:
    from companion.daemon.attract import Attract
    from companion.daemon.pages import EncodedPages, FromPages
    from companion.faces.large_print import PageTurner

Frame_contra = TypeVar("Frame_contra", contravariant=True)

IDLE_S: Final = 1.0
"""The longest time between two steps of a box when nothing is due: so it notices a fault of a part."""


class Outlet(Faulty, Protocol[Frame_contra]):
    """Takes pictures, films of the lights, melodies, or words."""

    def show(self, frame: Frame_contra, /) -> None:
        """Show this frame; the newest wins."""


class ShowKey(Protocol):
    """Shows people that a bot presses a key."""

    def __call__(self, key: str, *, is_down: bool) -> None:
        """The key goes down, or comes up."""


class Dimmer(Protocol):
    """The brightness of pictures. It may take effect only with the next `Outlet.show`."""

    def contrast(self, level: int | None) -> None:
        """0 to 255; `None`: as usual."""

    def power(self, on: bool) -> None:
        """Light or dark."""


class Outputs(msgspec.Struct):
    """All outlets of a box."""

    screen: Outlet[Image.Image]
    panel: Dimmer
    strip: Outlet[Film]
    lights: LightShow
    buzzer: Outlet[PlayedNotes]
    voice: Outlet[Utterance]
    watch: tuple[WatchedPart, ...]
    show_key: ShowKey | None = None
    """Shows a bot's presses; `None`: they are not shown."""
    read_out: ReadOut | None = None
    """Takes the lines of the display for somebody who does not see it; `None`: nobody asks for them."""


class Box:
    """Everything between a finger and a light; the owner of the clock calls `step`."""

    def __init__(self, table: Table[Any], outputs: Outputs, config: Config, stand_in: StandIn, t: float = 0.0) -> None:
        """A box switched on at `t`; `stand_in` presses the keys of bots that play for a seat."""
        self.table = table
        self._stand_in = stand_in
        display = config.display
        self.idle = Idle(display.dim_after_s, display.off_after_s, t, display.attract_after_s)
        self._attract: Attract | None = None
        """The games of bots that are shown now."""
        self.keyboard = Keyboard(stages(config.keys, table.hold_s), self._wakes, steadied(config))
        self._woken: tuple[str, float] = ("", -inf)
        """The key that has woken the box and is still down, and when."""
        self._screen = outputs.screen
        self._panel = outputs.panel
        self._strip = outputs.strip
        self._lights = outputs.lights
        self._turner: PageTurner | None = None
        """Of large print, once it was wanted."""
        self._buzzer = outputs.buzzer
        self._voice = outputs.voice
        self._show_key = outputs.show_key
        self._read_out = outputs.read_out
        self._sound = Sound()
        self._aloud = Aloud()
        self._faults = Faults(outputs.watch)
        table.showing.is_opening = True
        self._remembering = Remembering()
        self._drawn: tuple[View, Cue | None, str, PixelShift, Dimness, int | None, Lettering, int] | None = None
        self._told: tuple[View, Cue | None, Wish | None, str, Dimness, Sequence[Ahead], Sand | None] | None = None
        """What lights, sounds and the lines read aloud have last been given."""
        self.pages: EncodedPages | None = None
        """The pages for tablets and phones, if they are on."""
        self._luck = Random(1)  # noqa: S311  # nobody rolls these dice

    def keys_are_open(self, down: Iterable[str], t: float) -> None:
        """The table may ask from now on. A key already down does nothing until it is up: it cannot be an answer."""
        self.table.showing.is_opening = False
        self.keyboard.were_down_at_start(down, t)

    def feed(self, edge: Edge) -> None:
        """Take a raw edge of a key, with its own time."""
        if edge.key == self._woken[0] and not edge.pressed:
            self._woken = "", -inf
        self._take(self.keyboard.feed(edge), edge.at)

    def _wakes(self, key: str, t: float) -> bool:
        """Whether this press wakes the box; the other key of its pair, pressed as one with it, does so, too."""
        if self.idle.touch(t):
            self._woken = key, t
            return True
        first, at = self._woken
        return first not in {"", key} and pair_of(first)[0] == pair_of(key)[0] and t <= at + TOGETHER_S

    def on_page_message(self, page: FromPages, t: float) -> None:
        """Take what a page says at `t`: a seat's answer or name, an order of the owner, or that somebody came in."""
        self.idle.touch(t)
        page.reach(self.table, t)

    def on_key_known(self, seen: KeyKnown) -> None:
        """Note up to which time it is certain whether a key is held."""
        self.keyboard.on_key_known(seen)

    def step(self, t: float) -> None:
        """Let time pass to `t` (seconds, monotonic): holds take effect, screens change, faces are drawn."""
        self._take(self.keyboard.tick(t), t)
        for said in self._faults.look():
            self.table.say(said, t)
        self.table.pages.faults = self._faults.lines
        self.table.tick(t)
        self.table.pages.count(self._luck.random, t)
        self._remembering.look(self.table.session, t)
        if not self.table.showing.is_opening:
            for press in self._stand_in.due(self.table, t):
                self._act(press, t)
        self._draw(t)

    def _sing(self, view: View, cue: Cue | None, t: float) -> None:
        """Play sounds and speak, but only once the keys are open: before that there are no pins, or those of an earlier
        life. Where somebody speaks, no melody is played."""
        if self.table.showing.is_opening:
            return
        table, language = self.table, self.table.language
        melody = self._sound.hear(view, cue, table.loudness, t)
        said = self._aloud.hear(table.heard(view, t), table.wish, table.aloud, language, translator(language), t)
        if said is not None:
            self._voice.show(said)
        if self._aloud.speaks(t):
            melody = () if said is not None else None
        if melody is not None:
            self._buzzer.show(melody)

    def next_deadline(self, t: float) -> float:
        """When `step` next has something to do without an edge."""
        deadlines = (
            self.keyboard.next_deadline(),
            self.table.next_deadline(t),
            self._stand_in.next_deadline(),
            self.idle.next_deadline(t),
            self._sound.next_deadline(),
            self._turner.next_deadline(t) if self._turner is not None else None,
            next_step(t),
            self._remembering.next_deadline(),
            self._attract.next_deadline() if self._attract is not None else None,
        )
        return min(deadline for deadline in deadlines if deadline is not None)

    def _take(self, told: Iterable[KeyEvent], t: float) -> None:
        for each in told:
            if isinstance(each, Health):
                self._tell(each, t)
            else:
                self._press(as_press(each), each.at)

    def _press(self, press: Press, t: float) -> None:
        if press.kind == "down" and self._lights.pressed():
            self._light(t)
        self.table.press(press, t)

    def _act(self, press: Press, t: float) -> None:
        """A bot's press, which everybody sees unless the number of taps would reveal a secret."""
        if self._show_key is not None and press.kind != "hold" and not self._stand_in.is_secret:
            self._show_key(key_of(press), is_down=press.kind == "down")
        self.table.press(press, t)

    def _tell(self, health: Health, t: float) -> None:
        pair, key = pair_of(health.key)
        said = self._faults.of_key(health)
        if key == "green" and said is None:
            self.table.silent.discard(pair)
        elif key == "green":
            self.table.silent.add(pair)
        if said is not None:
            self.table.press(Press(pair, key, "withdrawn"), t)
            self.table.say(said, t)

    def _attracting(self, t: float) -> View | None:
        """A picture of a game of bots, if nobody has come for long."""
        self.idle.is_free = self.table.session is None
        if not self.idle.attracts(t):
            self._attract = None
            return None
        from companion.daemon.attract import Attract

        self._attract = self._attract or Attract(self.table.joining.rules, self._luck)
        return self._attract.view(t)

    def _draw(self, t: float) -> None:
        view = self.table.opening() if self.table.showing.is_opening else self._attracting(t) or self.table.view(t)
        cue, language, shift, light = self.table.cue, self.table.language, due(t), self.idle.light(t)
        contrast = BRIGHTEST if light == "lit" and self.table.is_waiting(t) else CONTRAST[light]
        lettering, turn = self.table.lettering(t), 0
        if lettering == "large" and light != "dark":
            from companion.faces.large_print import PageTurner

            self._turner = self._turner or PageTurner()
            turn = self._turner.turn(view, translator(language), t)
        elif self._turner is not None:
            self._turner.rest()
        drawn = view, cue, language, shift, light, contrast, lettering, turn
        if drawn != self._drawn:
            self._drawn = drawn
            self._panel.contrast(contrast)
            self._panel.power(light != "dark")
            self._screen.show(oled.draw(view, translator(language), shift, lettering, turn))
        sand = self.table.sand
        told = replace(view, bar=None), cue, self.table.wish, language, light, self._remembering.ahead, sand
        if told != self._told:  # the bar of a hold concerns the display alone
            self._told = told
            lit = self.table.heard(view, t)  # a look shows only on the display: everybody sees the lights
            self._lights.show(lit, t, cue, self._remembering.ahead, sand)
            self._light(t)
            if self._read_out is not None:
                self._read_out(sentences(view, translator(language)))
            if self._attract is None:
                self._sing(view, cue, t)
        for melody in (self._sound.nudge(t), self._sound.watch(sand, t)):
            if melody is not None and not self._aloud.speaks(t):
                self._buzzer.show(melody)
        if self.pages is not None:
            self.pages.look(self.table, t, is_asleep=light == "dark")

    def _light(self, t: float) -> None:
        self._strip.show(Film(self._lights.copy(), self.idle.light(t)))


def stages(holds: Holds, hold_s: Callable[[int], float]) -> Stages:
    """How long a key is held to commit (`hold_s`, by pair), to say an aside, to undo, and to open the menu."""

    def of(key: str) -> tuple[float, ...]:
        pair, colour = pair_of(key)
        if colour == "table":
            return holds.undo_s, holds.menu_s
        once = hold_s(pair)
        return (once,) if colour == "green" else (once, once + LONGER_S)

    return of


def steadied(config: Config) -> dict[str, Steadiness]:
    """What the keys of each pair do about tremor; the table key is everybody's, and does nothing."""
    return {
        key: Steadiness(seat.shortest_s, seat.again_s)
        for pair, seat in config.seats.items()
        if seat.shortest_s or seat.again_s
        for key in keys_of(int(pair))
    }
