"""Fetching from a server that misbehaves in every way: a clear message, and the database as it was."""

from __future__ import annotations

import contextlib
import gzip
import socket
import threading
import time
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

import rules_db
from rules_db.errors import RulesError
from rules_db.exchange import fetching
from tests.rules_db import small

PAGE = b"<!DOCTYPE html><html><body><a href='/%s'>TXT</a></body></html>"
OLDER = small.text().replace(b"April 1, 2027", b"April 1, 2020")
BOMB = gzip.compress(bytes(20_000_000))
# Pages that link to more than one text file; the newest rules are the ones to take.
INDEXES = {
    "/index/dates": b"<a href='CompRules%2020200401.txt'>old</a> <a href='CompRules%2020270401.txt'>new</a>"
    b"<a href='/elsewhere/CompRules%2020190401.txt'>older</a> <a href='TournamentRules%2020270601.txt'>TR</a>",
    "/index/relative": b"<base href='/index/deeper/'><a href='../CompRules 20270401.txt'>x</a><a href=notes.txt>y</a>",
    "/index/no-scheme": b"<a href='//%s/index/CompRules%%2020270401.txt?v=1&amp;w=2'>x</a><a href=notes.txt>y</a>",
    "/index/words": b"<a href='one.txt'>Notes</a><a href='a.txt'><b>Comprehensive</b> Rules</a>",
    "/index/words-dates": b"<a href='notes.txt'>Rules of April 1, 2020</a><a href='a.txt'>Rules of 1 April 2027</a>",
    "/index/bare-dates": b"<a href='2020-04-01.txt'>x</a><a href='2027-04-01.txt'>y</a><a href='notes.txt'>z</a>",
    "/index/script": b'<script>{"text":"http:\\u002F\\u002F%s\\u002Findex\\u002FCompRules 20270401.txt"}</script>'.replace(
        b"CompRules ", b"CompRules%%20"
    ),
}


class _Handler(BaseHTTPRequestHandler):
    def log_message(self, format: str, *args: object) -> None:
        pass

    def _send(
        self, body: bytes, kind: str = "text/plain", status: int = 200, length: int | None = None
    ) -> None:
        self.send_response(status)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(body) if length is None else length))
        self.end_headers()
        self.wfile.write(body)

    def _send_on(self, where: str) -> None:
        self.send_response(302)
        self.send_header("Location", where)
        self.send_header("Content-Length", "0")
        self.end_headers()

    def _send_packed(self, body: bytes) -> None:
        self.send_response(200)
        self.send_header("Content-Type", "text/plain")
        self.send_header("Content-Encoding", "gzip")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        with contextlib.suppress(OSError):  # who has had enough hangs up
            self.wfile.write(body)

    def do_GET(self) -> None:
        calls = self.server.calls  # type: ignore[attr-defined]
        calls.append(self.path)
        match self.path:
            case "/CompRules.txt" | "/Comp%20Rules.txt":
                self._send(small.text())
            case "/page":
                self._send(PAGE % b"Comp Rules.txt", "text/html; charset=utf-8")
            case path if path in INDEXES:
                body = INDEXES[path]
                here = b"127.0.0.1:%d" % self.server.server_address[1]
                self._send(b"<!DOCTYPE html>" + (body % here if b"%%" in body else body), "text/html")
            case "/index/CompRules%2020270401.txt" | "/index/a.txt" | "/index/2027-04-01.txt":
                self._send(small.text())
            case "/index/CompRules%2020270401.txt?v=1&w=2":
                self._send(small.text(), "text/html")  # a server that knows no types
            case "/index/CompRules%2020200401.txt" | "/index/2020-04-01.txt":
                self._send(OLDER)
            case "/several":
                self._send(b"<html><a href='one.txt'>x</a><a href='two.txt'>y</a></html>", "text/html")
            case "/moved":
                self._send_on("/moved-again")
            case "/moved-again":
                self._send_on("CompRules.txt")
            case "/round":
                self._send_on("/round")
            case "/out":
                self._send_on("file:///etc/passwd")
            case "/packed":
                self._send_packed(gzip.compress(small.text()))
            case "/badly-packed":
                self._send_packed(b"\x1f\x8b\x08" + b"not packed at all")
            case "/bomb":
                self._send_packed(BOMB)
            case "/loop":
                self._send(PAGE % b"other-page.txt", "text/html")
            case "/other-page.txt":
                self._send(PAGE % b"x.txt", "text/html")
            case "/plain-page":
                self._send(b"<html><body>Nothing here.</body></html>", "text/html")
            case "/notes.txt":
                self._send(b"A shopping list: eggs, milk.\n")
            case "/short":
                self._send(small.text()[:400], length=len(small.text()))
            case "/cut":
                self._send(small.text()[:-25])
            case "/gone":
                self._send(b"gone", status=404)
            case "/broken":
                self._send(b"oops", status=503)
            case "/flaky":
                if len(calls) < 3:
                    self._send(b"busy", status=503)
                else:
                    self._send(small.text())
            case "/slow":
                time.sleep(2)
            case "/huge":
                self._send(b"x", length=10**10)
            case "/endless":
                self.send_response(200)
                self.end_headers()
                try:
                    while True:
                        self.wfile.write(b"100.1. On and on.\n" * 5000)
                except OSError:
                    pass


@pytest.fixture
def server() -> Iterator[ThreadingHTTPServer]:
    running = ThreadingHTTPServer(("127.0.0.1", 0), _Handler)
    running.calls = []  # type: ignore[attr-defined]
    threading.Thread(target=running.serve_forever, daemon=True).start()
    yield running
    running.shutdown()
    running.server_close()


def _fetch(server: ThreadingHTTPServer, path: str) -> str:
    url = f"http://127.0.0.1:{server.server_port}{path}"
    return fetching.fetch(url, timeout=0.5, pause=0.01, max_bytes=1_000_000).edition


@pytest.mark.parametrize("path", ["/CompRules.txt", "/page", "/flaky", "/moved", "/packed", *INDEXES])
def test_what_can_be_fetched_is_installed(home: Path, server: ThreadingHTTPServer, path: str) -> None:
    assert _fetch(server, path) == "2027-04-01-partial"
    assert [edition.id for edition in rules_db.installed()] == ["2027-04-01-partial"]


@pytest.mark.parametrize(
    ("path", "reason", "calls"),
    [
        ("/plain-page", "web page", 1),
        ("/several", "2 text files.*one.txt, two.txt", 1),
        ("/round", "more than 5 times", 6),
        ("/out", "file", 1),
        ("/badly-packed", "packing is damaged", 3),
        ("/bomb", "larger than", 1),
        ("/loop", "web page", 2),
        ("/notes.txt", "no rules text", 1),
        ("/short", "broke off", 3),
        ("/cut", "cut short", 1),
        ("/gone", "404", 1),
        ("/broken", "503", 3),
        ("/slow", "no answer within", 3),
        ("/huge", "larger than", 1),
        ("/endless", "larger than", 1),
    ],
)
def test_what_goes_wrong_is_said_and_changes_nothing(
    home: Path, server: ThreadingHTTPServer, path: str, reason: str, calls: int
) -> None:
    rules_db.rule("704.5g")
    with pytest.raises(RulesError, match=reason):
        _fetch(server, path)
    assert rules_db.installed() == []
    assert len(server.calls) == calls  # type: ignore[attr-defined]


def test_no_network_is_said(home: Path) -> None:
    with socket.socket() as held:
        held.bind(("127.0.0.1", 0))
        port = held.getsockname()[1]
    with pytest.raises(RulesError, match="no connection"):
        fetching.fetch(f"http://127.0.0.1:{port}/x.txt", timeout=0.5, pause=0.01)


def test_an_address_that_is_none_is_refused(home: Path) -> None:
    for url in ("file:///etc/passwd", "nonsense", "ftp://example.org/x"):
        with pytest.raises(RulesError, match="http"):
            fetching.fetch(url)


def test_progress_is_reported(home: Path, server: ThreadingHTTPServer) -> None:
    seen: list[tuple[int, int | None]] = []
    fetching.fetch(
        f"http://127.0.0.1:{server.server_port}/CompRules.txt",
        progress=lambda done, total: seen.append((done, total)),
    )
    assert seen[-1] == (len(small.text()), len(small.text()))
