"""What everybody sees while no key is read: nothing is asked yet."""

from __future__ import annotations

from companion.kit.text import text, verbatim
from companion.kit.view import View


def opening(title: str, *, is_on: bool) -> View:
    """The screen of a game; `is_on`: it goes on where it was left."""
    return View(verbatim(title), lines=(text("One moment."), *((text("Game in progress"),) if is_on else ())))
