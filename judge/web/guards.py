"""What stands before every answer: whose request is taken, and what a browser may do with the answer."""

from __future__ import annotations

import contextlib
from collections.abc import Collection
from urllib.parse import urlsplit

from h11 import LocalProtocolError
from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from judge.web.answers import Problem
from judge.web.telling import as_json

POLICY = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self' data:",
        "font-src 'self'",
        "connect-src 'self'",
        "form-action 'self'",
        "frame-ancestors 'none'",
        "base-uri 'none'",
    )
)
HEADERS = {
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",  # with none, a browser says `Origin: null` of the page's own form
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
}
LOOPBACK = ("localhost", "127.0.0.1", "::1")


class Guards:
    """Refuses requests for names that aren't the server's (a page elsewhere whose name was made to mean this machine) and questions that another site's page
    puts; gives every answer its headers. `names`: those that the server answers to; any where there are none."""

    def __init__(self, app: ASGIApp, names: Collection[str] = ()) -> None:
        self.app = app
        self.names = frozenset(name.lower() for name in names)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return

        async def guarded(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    headers.setdefault(name, value)
                headers.setdefault("Cache-Control", "no-cache")
            with contextlib.suppress(
                LocalProtocolError
            ):  # the client was told already that what it sends is no HTTP
                await send(message)

        wrong = self._wrong(Headers(scope=scope), scope["method"])
        app = self.app if wrong is None else as_json(*wrong)
        await app(scope, receive, guarded)

    def _wrong(self, headers: Headers, method: str) -> tuple[int, Problem] | None:
        host = headers.get("host", "")
        if self.names and _name(host) not in self.names:
            return 400, Problem(
                f"this server has no name '{_name(host)[:100]}'; `judge serve --name` gives it one",
                "bad-input",
            )
        if method not in ("GET", "HEAD") and _of_another_site(headers, host):
            return 403, Problem("pages of other sites can't put questions here", "forbidden")
        return None


def _of_another_site(headers: Headers, host: str) -> bool:
    """Whether another site's page asks: browsers say so themselves; older ones say whose page it is."""
    site, origin = headers.get("sec-fetch-site"), headers.get("origin")
    if site is not None or origin is None:
        return site in ("cross-site", "same-site")
    return _name(origin.partition("://")[2]) != _name(host)


def _name(host: str) -> str:
    """The name in a Host header, without its port."""
    try:
        return urlsplit(f"//{host}").hostname or ""
    except ValueError:
        return ""
