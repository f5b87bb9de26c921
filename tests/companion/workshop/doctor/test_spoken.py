"""What the doctor says of the box's own voice."""

from __future__ import annotations

import pytest

from companion.daemon.to_speaker import SOCKET
from companion.workshop.doctor.examine import examine
from companion.workshop.doctor.finding import bad, good, note
from companion.workshop.doctor.spoken import CARD, LISTEN
from tests.companion.workshop.doctor.made_up_pi import SETTINGS, UP, MadeUpPi, line

PARTS = {"espeak": "/usr/bin/espeak-ng", "card": "/dev/snd/pcmC0D0p", "socket": str(SOCKET)}


def voiced(pi: MadeUpPi, *parts: str, settings: str = "") -> MadeUpPi:
    pi.unit = dict(UP)
    for part in parts:
        pi.write(PARTS[part], "")
    if settings:
        pi.write(SETTINGS, f"[speech]\n{settings}\n")
    return pi


def test_a_box_that_could_speak_says_how(pi: MadeUpPi) -> None:
    found = line(examine(voiced(pi, *PARTS).machine()), "speech")
    assert found == good("It can speak: /usr/bin/espeak-ng; what it says is chosen in the menu, Sound.")


@pytest.mark.parametrize(
    ("parts", "lacks"),
    [(("card",), "/usr/bin/espeak-ng"), (("espeak",), "a sound card"), ((), "/usr/bin/espeak-ng and a sound card")],
)
def test_while_nobody_wants_it_what_it_lacks_is_only_noted(pi: MadeUpPi, parts: tuple[str, ...], lacks: str) -> None:
    assert line(examine(voiced(pi, *parts).machine()), "speech") == note(f"The box has no voice; it lacks {lacks}.")


def test_while_nobody_wants_it_a_closed_socket_is_nothing(pi: MadeUpPi) -> None:
    names = [found.name for found in examine(voiced(pi, "espeak", "card").machine())]
    assert "speech" not in names


def test_what_is_wanted_and_lacking_is_said_with_what_mends_it(pi: MadeUpPi) -> None:
    wanted = 'level = "all"'
    no_program = bad("It cannot speak: there is no /usr/bin/espeak-ng.", run="sudo apt install espeak-ng", needed=False)
    assert line(examine(voiced(pi, settings=wanted).machine()), "speech") == no_program
    no_card = bad("It cannot speak: there is no sound card.", do=CARD, needed=False)
    assert line(examine(voiced(pi, "espeak").machine()), "speech") == no_card
    deaf = bad("It cannot speak: nobody listens to what it says.", run=LISTEN, needed=False)
    assert line(examine(voiced(pi, "card").machine()), "speech") == deaf


def test_another_voice_is_named(pi: MadeUpPi) -> None:
    own = 'level = "all"\ncommand = ["/opt/voice/say"]'
    found = line(examine(voiced(pi, settings=own).machine()), "speech")
    assert found == bad("It cannot speak: there is no /opt/voice/say.", do="install it", needed=False)


def test_where_no_box_is_installed_it_says_nothing(pi: MadeUpPi) -> None:
    pi.unit = {"LoadState": "not-found"}
    assert "speech" not in [found.name for found in examine(pi.machine())]
