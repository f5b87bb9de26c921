"""Who may connect from the home network: a browser that opened the box itself, by its address or one of its names.

Laws: a refused request changes nothing and leaves no line in the log; a page from elsewhere can neither read nor send
anything, whatever its name: `Host` must be the address of this very connection, or a name that no server of the
internet gives out (`.local`), which stops DNS rebinding; a request that may change anything must come from a page of
the same `Host`.
"""

from __future__ import annotations

import re
import socket
from collections.abc import Iterator
from typing import Final

from starlette.datastructures import Headers
from starlette.types import Scope

from companion.web.port import HTTP, OWN_ADDRESS

NAMES: Final = ("companion.local", f"{socket.gethostname().partition('.')[0].lower()}.local")
"""The names of a box in its network (mDNS)."""
_AGAIN: Final = re.compile(r"-[1-9]\d?(?=\.local(:|$))")
"""What avahi adds to a name that another machine in the network already has: `companion-2.local`."""
LOOKS: Final = ("GET", "HEAD")
"""The methods that change nothing."""


def led_home(scope: Scope) -> str:
    """Where a phone in the box's own Wi-Fi is led when it opens another address: the table; empty: nowhere.

    There every name has the box's address. What phones ask for by themselves to see whether a network leads on is
    answered so, too, and they show the table (a "captive portal").
    """
    address, port = scope["server"]
    looks = scope["type"] == "http" and scope["method"] in LOOKS
    if not looks or address != OWN_ADDRESS or _is_own(Headers(scope=scope).get("host", "").lower(), address, port):
        return ""
    return f"http://{next(_hosts(address, port))}/"


def refusal(scope: Scope) -> str:
    """Say in a sentence why a request may not come in; empty: it may."""
    headers, (address, port) = Headers(scope=scope), scope["server"]
    host, origin = headers.get("host", "").lower(), headers.get("origin")
    if not _is_own(host, address, port):
        return f"Only the box itself is here: expected the address http://{next(_hosts(address, port))}/, got {host!r}."
    looks = scope["type"] == "http" and scope["method"] in LOOKS
    if origin != f"http://{host}" and not (looks and origin is None):
        return f"Only the box's own page may do this: expected a page from http://{host}, got {origin or 'none'!r}."
    return ""


def _is_own(host: str, address: str, port: int) -> bool:
    """Whether a browser with this `Host` means the box."""
    return _AGAIN.sub("", host) in {_AGAIN.sub("", name) for name in _hosts(address, port)}


def _hosts(address: str, port: int) -> Iterator[str]:
    """The valid hosts, as browsers write them, the address first."""
    for name in (address, *NAMES):
        if port == HTTP:
            yield name
        yield f"{name}:{port}"
