"""The server as it stands on the net: slow and greedy clients, questions that never end, its own end."""

from __future__ import annotations

import os
import re
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
import uvicorn

from judge.web.app import application
from judge.web.limits import Limits
from judge.web.server import CantListen, check_address, configured
from tests.conftest import Furnish
from tests.judge.web.conftest import InPlace

SMALL = "players: {alice: {hand: [Shock], mana: unlimited}, bob: {}}\ndo: [{cast: Shock, targets: bob}]\n"
ENDLESS = """\
players:
  alice: {hand: [Fireball x3], mana: unlimited, battlefield: [Grizzly Bears x10]}
  bob: {battlefield: [Craw Wurm, Hill Giant, Serra Angel]}
do: [{attack: Grizzly Bears x10}]
explore: {over: [attacks, blocks, damage, targets], limit: 1000000}
"""


@pytest.fixture(scope="module")
def port() -> Iterator[int]:
    limits = Limits(slow=0.2, body=2000, head=2000)
    app = application(limits, ["localhost"], InPlace)
    server = uvicorn.Server(configured(app, "127.0.0.1", 0, limits))
    running = threading.Thread(target=server.run)
    running.start()
    while not server.started:
        time.sleep(0.01)
    yield server.servers[0].sockets[0].getsockname()[1]
    server.should_exit = True
    running.join()


def said(port: int, *parts: bytes, pause: float = 0.0) -> bytes:
    """All that the server says until it ends the connection."""
    with socket.create_connection(("127.0.0.1", port), timeout=5) as connection:
        try:
            for part in parts:
                connection.sendall(part)
                time.sleep(pause)
            heard = b""
            while more := connection.recv(65536):
                heard += more
        except ConnectionError:  # reset: it waits for nothing more
            return b""
    return heard


GET = b"GET /api/health HTTP/1.1\r\nHost: localhost\r\n"
POST = b"POST /api/run HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n"


def test_a_head_that_doesnt_come_ends_the_connection(port: int) -> None:
    assert said(port) == said(port, GET) == said(port, *(b"X: y\r\n" for _ in range(30)), pause=0.02) == b""


def test_a_body_that_doesnt_come_is_told(port: int) -> None:
    heard = said(port, POST, b'{"te')
    assert heard.startswith(b"HTTP/1.1 408") and b'"kind":"slow"' in heard


def test_a_large_head_isnt_read(port: int) -> None:
    heard = said(port, GET + b"X: " + b"y" * 5000)
    assert heard.startswith(b"HTTP/1.1 400") and b'"kind":"bad-input"' in heard


def test_a_large_body_isnt_read(port: int) -> None:
    for length in (b"2001", b"9" * 400, b"-1"):
        assert said(port, POST.replace(b"1000", length)).startswith((b"HTTP/1.1 413", b"HTTP/1.1 400"))
    part = b"400\r\n" + b" " * 1024 + b"\r\n"
    chunked = POST.replace(b"Content-Length: 1000", b"Transfer-Encoding: chunked")
    assert said(port, chunked + part, part).startswith(b"HTTP/1.1 413")
    assert said(port, chunked + part, b"no number\r\n").startswith(b"HTTP/1.1 400")


def test_a_connection_serves_several_requests(port: int) -> None:
    heard = said(port, GET + b"\r\n" + GET + b"\r\n", GET + b"Connection: close\r\n\r\n", pause=0.1)
    assert heard.count(b"HTTP/1.1 200") == 3


def test_a_port_that_is_taken_is_told_with_what_to_do(port: int) -> None:
    with pytest.raises(CantListen, match="--port 0"):
        check_address("127.0.0.1", port)
    with pytest.raises(CantListen, match="nosuch.invalid, port 1"):
        check_address("nosuch.invalid", 1)
    check_address("127.0.0.1", 0)


def test_the_command(tmp_path: Path, furnish: Furnish) -> None:
    """A question that never ends is told which limit it reached, the next is answered; nothing is left when the server ends."""
    environment = {**os.environ, "JUDGE_HOME": str(furnish(tmp_path / "home"))}
    words = [sys.executable, "-m", "judge", "serve", "--port", "0", "--workers", "1", "--seconds", "0.4"]
    server = subprocess.Popen(words, stderr=subprocess.PIPE, text=True, env=environment)
    try:
        assert server.stderr is not None
        (base,) = next(
            found.groups() for line in server.stderr if (found := re.search(r"on (http:\S+)", line))
        )
        with httpx.Client(base_url=base, timeout=30) as client:
            refused = client.post("/api/run", json={"text": ENDLESS})
            assert refused.status_code == 503
            assert refused.json()["error"] == {
                "message": "no answer within 0.4 seconds, the most that one may take: a smaller scenario, fewer questions or a "
                "lower `limit` take less",
                "kind": "time-limit",
                "limit": "time",
            }
            assert client.post("/api/run", json={"text": SMALL}).json()["rulings"][0]["status"] == "right"
            assert client.get("/api/rule/100.1").status_code == 200
        children = _below(server.pid)
        assert len(children) >= 4
        server.send_signal(signal.SIGTERM)
        assert server.wait(10) in (0, -signal.SIGTERM)
        until = time.monotonic() + 5
        while any(Path(f"/proc/{child}").exists() for child in children):
            assert time.monotonic() < until, "processes are left"
            time.sleep(0.05)
    finally:
        server.kill()
        server.wait()


def _below(process: int) -> list[int]:
    """The processes that one started, and those that they started."""
    found = []
    for task in Path(f"/proc/{process}/task").iterdir():
        for child in (task / "children").read_text().split():
            found += [int(child), *_below(int(child))]
    return found
