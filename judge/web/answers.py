"""From a request to a worker's answer, or to what is said in its place."""

from __future__ import annotations

import asyncio
import functools
import gzip
import ipaddress
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Literal

import msgspec
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from judge.service import NotAnswered, Unknown
from judge.web.limits import Limits
from judge.web.turns import Full, Turns
from judge.workers import Broken, OutOfLimit, Workers

Lane = Literal["scenarios", "lookups"]
"""Which workers answer: those of look-ups stay free however many scenarios are played."""


class Gone(Exception):
    """The client left before it had its answer."""


class Problem(msgspec.Struct, frozen=True, omit_defaults=True):
    """Why there is no answer: `message` is for people, `kind` for programs; `limit`: which one was reached."""

    message: str
    kind: str
    limit: str = ""


class Answers:
    """The workers, and the queues before them."""

    def __init__(self, limits: Limits, kind: type[Workers] = Workers) -> None:
        self.limits = limits
        most = {"scenarios": limits.workers, "lookups": limits.lookups}
        self.workers = {
            name: kind(number, limits.answer, "judge.web.questions") for name, number in most.items()
        }
        self.turns = {
            name: Turns(number, limits.waiting, limits.waiting_each, limits.patience)
            for name, number in most.items()
        }
        self._threads = ThreadPoolExecutor(sum(most.values()), "judge-answer")

    def start(self) -> None:
        """Start all workers. Raises Broken."""
        for workers in self.workers.values():
            workers.warm()

    def stop(self) -> None:
        """Kill them, and wait for nobody."""
        for workers in self.workers.values():
            workers.close()
        self._threads.shutdown(wait=False, cancel_futures=True)

    async def ask(self, request: Request, lane: Lane, function: str, given: dict[str, Any]) -> bytes:
        """The answer of a function of `questions` as JSON. Raises NotAnswered, Full, and Gone where nobody waits for it any more."""
        asked = asyncio.ensure_future(self._ask(client_of(request), lane, function, given))
        left = asyncio.ensure_future(_left(request))
        try:
            await asyncio.wait({asked, left}, return_when=asyncio.FIRST_COMPLETED)
            if asked.done():
                return asked.result()
            raise Gone
        finally:
            asked.cancel()
            left.cancel()

    async def _ask(self, client: str, lane: Lane, function: str, given: dict[str, Any]) -> bytes:
        turns = self.turns[lane]
        await turns.take(client)
        loop = asyncio.get_running_loop()
        answer = functools.partial(self.workers[lane].answer, function, **given)
        try:
            made = loop.run_in_executor(self._threads, answer)
        except RuntimeError:  # the server is going down
            turns.give_back(client)
            raise Broken("the server is going down") from None

        def over(done: asyncio.Future[bytes]) -> None:
            if not done.cancelled():
                done.exception()  # which may be for nobody
            turns.give_back(client)

        made.add_done_callback(over)
        return await asyncio.shield(made)  # what is begun is ended, and takes its client's place so long


async def _left(request: Request) -> None:
    """Returns when the client has left. The body has been read."""
    while (await request.receive())["type"] != "http.disconnect":
        pass


def client_of(request: Request) -> str:
    """Who asks: an address or, of version 6, the network that one customer has."""
    host = request.client.host if request.client else ""
    try:
        address = ipaddress.ip_address(host)
    except ValueError:
        return host
    if isinstance(address, ipaddress.IPv6Address):
        return str(ipaddress.ip_network((int(address) >> 64 << 64, 64)))
    return host


def problem(error: Exception) -> tuple[int, Problem, dict[str, str]]:
    """The status, what is said, and the headers for an error that is no answer."""
    match error:
        case Full():
            return 429, Problem(str(error), "busy", "queue"), {"Retry-After": str(error.seconds)}
        case OutOfLimit():
            return 503, Problem(str(error), f"{error.limit}-limit", error.limit), {}
        case Broken():
            return 500, Problem(str(error), "broken"), {}
        case Unknown():
            return 404, Problem(str(error), "unknown"), {}
        case NotAnswered():
            return 422, Problem(str(error), "not-answerable"), {}
        case msgspec.MsgspecError() | UnicodeError():
            return 400, Problem(str(error), "bad-input"), {}
        case HTTPException(status_code=status):
            return status, Problem(error.detail, KINDS.get(status, "bad-input")), dict(error.headers or {})
        case _:
            return 500, Problem("the program is at fault; its log says more", "broken"), {}


PACKED, PACKED_FROM = 5, 1000
"""How hard answers are compressed, and from how many bytes."""
KINDS = {403: "forbidden", 404: "unknown", 405: "method", 408: "slow", 413: "too-large", 415: "not-json"}


async def packed(
    request: Request, told: bytes, media_type: str, status: int = 200, headers: dict[str, str] | None = None
) -> Response:
    """An answer, compressed for clients that take it so; not here, where all others would wait for it."""
    headers = {"Vary": "Accept-Encoding", **(headers or {})}
    accepted = request.headers.get("accept-encoding", "")
    if len(told) > PACKED_FROM and "gzip" in accepted:
        told = await asyncio.to_thread(gzip.compress, told, PACKED)
        headers["Content-Encoding"] = "gzip"
    return Response(told, status, headers, media_type)


async def body_of(request: Request, limits: Limits) -> bytes:
    """The body of a request. Raises HTTPException for one that is too large or comes too slowly."""
    too_large = HTTPException(413, f"the body is larger than {limits.body:,} bytes, the most that is read")
    length = request.headers.get("content-length", "0")
    if not length.isascii() or not length.isdigit() or int(length[:20]) > limits.body:
        raise too_large
    body = bytearray()
    try:
        async with asyncio.timeout(limits.slow):
            async for part in request.stream():
                body += part
                if len(body) > limits.body:
                    raise too_large
    except TimeoutError:
        raise HTTPException(408, f"the body didn't come within {limits.slow:g} seconds") from None
    return bytes(body)


async def json_of(request: Request, limits: Limits) -> bytes:
    """The JSON that a request brings. Raises HTTPException."""
    kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if kind != "application/json":
        raise HTTPException(415, "the body must be JSON, and say so: Content-Type: application/json")
    return await body_of(request, limits)
