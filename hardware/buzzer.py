"""The buzzer: a passive one between its pin and ground, one tone at a time, through gpiozero.

1. A pin that cannot be used raises `PinsUnavailableError`, one sentence that says what to do.
"""

from gpiozero import TonalBuzzer
from gpiozero.tones import Tone

from hardware.errors import PinsUnavailableError
from hardware.pins import describe


class Buzzer:
    """One buzzer, silent at first; 220 to 880 hertz."""

    def __init__(self, bcm: int) -> None:
        try:
            self._device = TonalBuzzer(bcm)
        except Exception as error:  # lgpio's errors derive from nothing narrower
            raise PinsUnavailableError(
                f"buzzer: {describe(bcm)} cannot make tones ({error}); check its number, and that nothing else uses it"
            ) from error

    def sound(self, hertz: float | None) -> None:
        """Sound this tone from now on; `None`: be silent."""
        if hertz is None:
            self._device.stop()
        else:
            self._device.play(Tone.from_frequency(hertz))

    def close(self) -> None:
        """Be silent and give the pin back."""
        self._device.close()
