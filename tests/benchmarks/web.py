"""How many small rulings a second the server answers, how fast, and what a flood of the worst questions leaves to others."""

from __future__ import annotations

import asyncio
import statistics
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx

from tests.benchmarks.surroundings import own_home

SMALL = Path("scenarios/library/702-keyword-abilities/deathtouch-and-trample.yaml").read_text(
    encoding="utf-8"
)
WORST = """\
players:
  alice: {hand: [Fireball x3], mana: unlimited, battlefield: [Grizzly Bears x10]}
  bob: {battlefield: [Craw Wurm, Hill Giant, Serra Angel]}
do: [{attack: Grizzly Bears x10}]
explore: {over: [attacks, blocks, damage, targets], limit: 1000000}
"""
Question = Callable[[httpx.AsyncClient], Awaitable[httpx.Response]]
A_SECOND, SECONDS = 50, 8
"""How often is asked, and for how long."""


def figures() -> Iterator[str]:
    """Aim: 50 small rulings a second with 95 of 100 under 200 ms; in a flood, the same of look-ups and of ten rulings of another client."""
    with own_home(), server() as base:
        for _ in range(3):
            yield asyncio.run(_measured("small rulings", base, "127.0.0.1", _small))
        yield asyncio.run(_measured("look-ups", base, "127.0.0.1", _look_up))
        yield from asyncio.run(_flooded(base))


@contextmanager
def server() -> Iterator[str]:
    """A server of its own. This machine may say for whom it asks."""
    words = [sys.executable, "-m", "judge", "serve", "--port", "0", "--proxy", "127.0.0.1"]
    process = subprocess.Popen(words, stderr=subprocess.PIPE, text=True)
    assert process.stderr is not None
    try:
        for line in process.stderr:
            if " running on " in line:
                yield line.split(" running on ")[1].split()[0]
                break
    finally:
        process.terminate()
        process.wait()


async def _small(client: httpx.AsyncClient) -> httpx.Response:
    return await client.post("/api/run", json={"text": SMALL})


async def _look_up(client: httpx.AsyncClient) -> httpx.Response:
    return await client.get("/api/rule/702.19b")


async def _worst(client: httpx.AsyncClient) -> httpx.Response:
    return await client.post("/api/run", json={"text": WORST})


def _client(base: str, address: str) -> httpx.AsyncClient:
    return httpx.AsyncClient(base_url=base, timeout=60, headers={"X-Forwarded-For": address})


async def _measured(name: str, base: str, address: str, question: Question, a_second: int = A_SECOND) -> str:
    """Ask at a steady pace, whether answers come or not."""
    times: list[float] = []
    statuses: Counter[int] = Counter()

    async def one(client: httpx.AsyncClient) -> None:
        began = time.perf_counter()
        said = await question(client)
        times.append((time.perf_counter() - began) * 1000)
        statuses[said.status_code] += 1

    async with _client(base, address) as client, asyncio.TaskGroup() as group:
        began = time.perf_counter()
        for number in range(a_second * SECONDS):
            await asyncio.sleep(max(0.0, began + number / a_second - time.perf_counter()))
            group.create_task(one(client))
    whole = time.perf_counter() - began
    cuts = statistics.quantiles(times, n=20)
    told = ", ".join(f"{count} x {status}" for status, count in sorted(statuses.items()))
    return f"{name}: {len(times) / whole:.0f} a second, median {cuts[9]:.0f} ms, p95 {cuts[18]:.0f} ms, worst {max(times):.0f} ms ({told})"


async def _flooded(base: str) -> list[str]:
    """The same while one client puts questions that take all the time they may."""
    over = asyncio.Event()
    answers: Counter[int] = Counter()

    async def flood(client: httpx.AsyncClient) -> None:
        while not over.is_set():
            said = await _worst(client)
            answers[said.status_code] += 1
            await asyncio.sleep(0.25)

    async with _client(base, "203.0.113.9") as client:
        flooding = [asyncio.create_task(flood(client)) for _ in range(50)]
        await asyncio.sleep(2)
        told = [
            await _measured(
                "small rulings of another in a flood", base, "198.51.100.7", _small, A_SECOND // 5
            ),
            await _measured("look-ups in a flood", base, "203.0.113.9", _look_up),
        ]
        over.set()
        for each in flooding:
            each.cancel()
        await asyncio.gather(*flooding, return_exceptions=True)
    return [*told, f"the flood was answered: {', '.join(f'{n} x {s}' for s, n in sorted(answers.items()))}"]
