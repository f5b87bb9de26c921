"""The buzzer: a passive one between its pin and ground, one tone at a time, through gpiozero.

1. `show` only remembers the newest melody, so one thread may call it while another ticks. `tick` does all the work.
2. A pin that cannot be used never raises: it is a fault, and the next melody tries it again.
3. A silent pin is low. lgpio stops a tone in mid-wave, and `gpiozero.TonalBuzzer` leaves the pin as it then is: if it
   is high, a current flows through the coil. It has no softer tones either. Hence `PWMOutputDevice`.
4. A rest within a melody is a wave that is never high: after silence lgpio begins a tone up to 20 ms late.
"""

from collections import deque
from contextlib import suppress
from math import inf
from typing import Any, TypeAlias

from hardware.pins import describe

BuzzerNote: TypeAlias = tuple[float | None, float, float]
"""Hertz (`None`: a rest), seconds, and the share of each wave in which the pin is high: one half is loudest."""


class Buzzer:
    """One buzzer, silent until a melody is shown. Its pin is opened with the first."""

    fault: str | None = None
    """What is wrong with the pin and what to do, in one sentence; `None`: no known fault."""

    def __init__(self, bcm: int) -> None:
        self._bcm = bcm
        self._coming: deque[tuple[BuzzerNote, ...]] = deque(maxlen=1)
        self._left: deque[tuple[float, BuzzerNote]] = deque()
        """The notes still to play, each with the time at which it ends."""
        self._sounding: BuzzerNote | None = None
        self._device: Any = None

    def show(self, melody: tuple[BuzzerNote, ...]) -> None:
        """Play this from the next tick on; the newest wins, and an empty one stops the sound."""
        self._coming.append(melody)

    def tick(self, t: float) -> None:
        """Sound what is due at `t`, seconds, monotonic. Never raises for what the pin does."""
        if self._coming:
            self._begin(self._coming.pop(), t)
        while self._left and t >= self._left[0][0]:
            self._left.popleft()
        self._sound(self._left[0][1] if self._left else None)

    def next_deadline(self) -> float:
        """When `tick` next has work to do; infinity: only after the next melody."""
        return self._left[0][0] if self._left else inf

    def close(self) -> None:
        """Be silent and give the pin back."""
        self._left.clear()
        self._sound(None)
        self._give_back()

    def _begin(self, melody: tuple[BuzzerNote, ...], t: float) -> None:
        self._left.clear()
        for note in melody:
            t += note[1]
            self._left.append((t, note))

    def _sound(self, note: BuzzerNote | None) -> None:
        if note == self._sounding:
            return
        try:
            self._drive(note)
        except Exception as error:  # lgpio's errors derive from nothing narrower
            self.fault = (
                f"buzzer: {describe(self._bcm)} cannot make tones ({error}); check its number, and that nothing else "
                "uses it"
            )
            self._left.clear()
            self._sounding = None
            self._give_back()
        else:
            self.fault, self._sounding = None, note

    def _drive(self, note: BuzzerNote | None) -> None:
        if self._device is None:
            from gpiozero import PWMOutputDevice  # noqa: PLC0415 (its import takes a tenth of a second, so it waits for the first picture)

            self._device = PWMOutputDevice(self._bcm, frequency=None)
        if note is None:
            self._device.frequency = None
        elif note[0] is not None:
            self._device.frequency = note[0]
        self._device.value = note[2] if note is not None and note[0] is not None else 0.0

    def _give_back(self) -> None:
        device, self._device = self._device, None
        if device is not None:
            with suppress(Exception):  # its library may raise anything, and nothing more can be done
                device.close()
