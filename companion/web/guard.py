"""The guard: only a browser on this computer may connect, and every answer tells it to load nothing from elsewhere.

Laws: a refused request changes nothing; an answer is not cached unless it says that it may be; no other page can press
a key, whatever its host name, even if it is on this computer at another port (the `Host` and `Origin` checks stop DNS
rebinding and cross-site WebSockets, which browsers do not stop). Every browser sends the `Origin` of a WebSocket; a
client without it is a program of this computer, which could press keys in other ways anyway.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Final

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import PlainTextResponse, RedirectResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from starlette.websockets import WebSocket

_HOST: Final = re.compile(r"(127\.0\.0\.1|localhost|\[::1\])(:\d{1,5})?", re.IGNORECASE)

_SECURITY: Final[dict[str, str]] = {
    "Content-Security-Policy": "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; "
    "media-src blob:; connect-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; "
    "frame-ancestors 'none'",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
}


def refusal(headers: Headers) -> str:
    """Say in a sentence why a request with these headers may not come in; empty: it may."""
    host, origin = headers.get("host", ""), headers.get("origin")
    if not _HOST.fullmatch(host):
        return f"Only this computer may open the box: expected the address 127.0.0.1 or localhost, got {host!r}."
    if origin is not None and origin.lower() != f"http://{host}".lower():
        return f"Only the box's own page may touch it: expected a page from http://{host}, got {origin!r}."
    return ""


def on_this_computer(scope: Scope) -> str:
    """The same for the scope of a request."""
    return refusal(Headers(scope=scope))


class Guard:
    """ASGI middleware around the whole application."""

    def __init__(
        self,
        app: ASGIApp,
        refuse: Callable[[Scope], str] = on_this_computer,
        lead: Callable[[Scope], str] = lambda _: "",
    ) -> None:
        """`refuse`: says in a sentence why a request may not come in; empty: it may. `lead`: gives the address to which
        a request is sent on instead; empty: to none."""
        self._app = app
        self._refuse = refuse
        self._lead = lead

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Refuse the request, send it elsewhere, or pass it on and add the security headers to the answer."""

        if scope["type"] == "lifespan":
            await self._app(scope, receive, send)
            return

        async def send_secured(message: Message) -> None:
            if message["type"] in {"http.response.start", "websocket.http.response.start"}:
                headers = MutableHeaders(scope=message)
                headers.update(_SECURITY)
                headers.setdefault("Cache-Control", "no-store")
            await send(message)

        reason, elsewhere = self._refuse(scope), self._lead(scope)
        if elsewhere:
            await RedirectResponse(elsewhere, 302)(scope, receive, send_secured)
        elif not reason:
            await self._app(scope, receive, send_secured)
        elif scope["type"] == "websocket":
            await WebSocket(scope, receive, send_secured).send_denial_response(PlainTextResponse(reason, 403))
        else:
            await PlainTextResponse(reason, 403)(scope, receive, send_secured)
