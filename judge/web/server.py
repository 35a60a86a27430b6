"""The HTTP server around the application."""

from __future__ import annotations

import asyncio
import errno
import os
import socket
from collections.abc import Sequence
from typing import Any

import h11
import uvicorn
from starlette.types import ASGIApp
from uvicorn.protocols.http.h11_impl import H11Protocol

from judge.web.answers import Problem
from judge.web.app import application
from judge.web.guards import LOOPBACK
from judge.web.limits import Limits
from judge.web.telling import as_json

REASONS: dict[int | None, str] = {
    errno.EADDRINUSE: "another program does; --port names another port, --port 0 takes a free one",
    errno.EADDRNOTAVAIL: "this machine has no such address; --host names one that it has",
    errno.EACCES: "ports below 1024 are for the system's services; --port names another one",
}
"""Why nobody can listen, and what to do."""


class CantListen(Exception):
    """The text is a message for the user."""


def serve(
    host: str, port: int, limits: Limits, names: Sequence[str] = (), proxies: Sequence[str] = ()
) -> None:
    """Answer until the process is told to stop. `names`: that the server answers to beside the loopback's; `proxies`: addresses of those who may say for
    whom they ask. Raises CantListen."""
    check_address(host, port)
    answered = (*LOOPBACK, *names) if names or host in LOOPBACK else ()
    uvicorn.Server(configured(application(limits, answered), host, port, limits, proxies)).run()


def check_address(host: str, port: int) -> None:
    """Raises CantListen, before anything is started, where nobody can listen."""
    try:
        [(family, kind, _, _, address), *_] = socket.getaddrinfo(
            host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
        )
        with socket.socket(family, kind) as tried:
            if os.name == "posix":  # elsewhere it would take a port from its owner
                tried.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            tried.bind(address)
    except OSError as error:
        raise CantListen(
            f"can't listen at {host}, port {port}: {REASONS.get(error.errno, error.strerror)}"
        ) from None


def configured(
    app: ASGIApp, host: str, port: int, limits: Limits, proxies: Sequence[str] = ()
) -> uvicorn.Config:
    """How the application is served."""
    return uvicorn.Config(
        app,
        host=host,
        port=port,
        http=protocol(limits),
        ws="none",
        lifespan="on",
        access_log=False,
        server_header=False,
        proxy_headers=bool(proxies),
        forwarded_allow_ips=list(proxies),
        limit_concurrency=limits.connections,
        timeout_keep_alive=max(1, int(limits.slow)),
        timeout_graceful_shutdown=max(1, int(limits.answer.seconds)),
        h11_max_incomplete_event_size=limits.head,
    )


def protocol(limits: Limits) -> type[asyncio.Protocol]:
    """HTTP/1.1 for clients that may be slow on purpose: a connection ends where a request's head isn't there in time, or nothing of an answer is taken for as long,
    and one client has so many connections at most."""

    class Impatient(H11Protocol):
        _head: asyncio.TimerHandle | None = None
        _stuck: asyncio.TimerHandle | None = None

        def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
            super().connection_made(transport)
            client = self.client[0] if self.client else ""
            same = sum(1 for each in self.connections if _address(each) == client)
            if client not in LOOPBACK and same > limits.connections_each:
                transport.abort()
                return
            self._await_head()

        def connection_lost(self, exc: Exception | None) -> None:
            for timer in (self._head, self._stuck):
                if timer is not None:
                    timer.cancel()
            super().connection_lost(exc)

        def data_received(self, data: bytes) -> None:
            if self._head is None and (self.cycle is None or self.cycle.response_complete):
                self._await_head()
            super().data_received(data)

        def handle_events(self) -> None:
            before = self.cycle
            super().handle_events()
            if self.cycle is not before and self._head is not None:  # the head is whole
                self._head.cancel()
                self._head = None

        def send_400_response(self, msg: str) -> None:
            told = as_json(400, Problem(f"this is no HTTP request that can be read: {msg}", "bad-input"))
            headers = [*told.raw_headers, (b"connection", b"close")]
            for event in (
                h11.Response(status_code=400, headers=headers),
                h11.Data(data=bytes(told.body)),
                h11.EndOfMessage(),
            ):
                self.transport.write(self.conn.send(event) or b"")
            self.transport.close()

        def pause_writing(self) -> None:
            super().pause_writing()
            self._stuck = self.loop.call_later(limits.slow, self.transport.abort)

        def resume_writing(self) -> None:
            super().resume_writing()
            if self._stuck is not None:
                self._stuck.cancel()
                self._stuck = None

        def _await_head(self) -> None:
            self._head = self.loop.call_later(limits.slow, self.transport.abort)

    return Impatient


def _address(connection: Any) -> str:
    client = getattr(connection, "client", None)
    return client[0] if client else ""
