"""What is scanned from the display: where all may look, and an invitation for a phone or a tablet.

Laws: each stands until a key is pressed, an invitation also until somebody has come in or it is too old; whoever cannot
see the display never sees it.
"""

from __future__ import annotations

from companion.kit.text import Wording, text, verbatim
from companion.kit.view import View
from companion.table.ports import Invitation
from companion.table.screens.pause import UntilPressed


class Where(UntilPressed):
    """The page that all may see."""

    def __init__(self, address: str) -> None:
        super().__init__()
        self._address = address

    def view(self, _t: float) -> View:
        """The link to scan; the address to type."""
        return View(text("The table"), qr=f"http://{self._address}/", lines=(verbatim(self._address),))


class Inviting(UntilPressed):
    """For whoever sits at a pair of keys, or the owner."""

    def __init__(self, door: int, name: Wording, invitation: Invitation) -> None:
        """`door`: the pair, or `ports.OWNER`."""
        super().__init__()
        self.door = door
        self._name = name
        self._invitation = invitation

    def view(self, _t: float) -> View:
        """The link to scan; address and code to type."""
        link, address, code = self._invitation.link, self._invitation.address, self._invitation.code
        return View(verbatim(self._name), qr=link, lines=(verbatim(address), verbatim(f"{code[:3]} {code[3:]}")))

    def is_over(self, t: float) -> bool:
        """Its code is too old."""
        return t >= self._invitation.until

    def next_deadline(self, _t: float) -> float:
        """When it will be."""
        return self._invitation.until
