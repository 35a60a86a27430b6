"""Whose turn it is."""

from __future__ import annotations

import asyncio

import pytest

from judge.web.turns import Full, Turns


def test_one_client_leaves_a_place_to_others() -> None:
    async def scene() -> None:
        turns = Turns(places=3, waiting=10, waiting_each=5, patience=5)
        await turns.take("a")
        await turns.take("a")
        third = asyncio.create_task(turns.take("a"))
        await asyncio.sleep(0)
        assert not third.done() and turns.served == 2
        await turns.take("b")
        turns.give_back("b")
        await asyncio.sleep(0)
        assert not third.done()
        turns.give_back("a")
        await third
        assert (turns.served, turns.queued) == (2, 0)

    asyncio.run(scene())


def test_clients_that_wait_have_turns() -> None:
    async def scene() -> list[str]:
        turns = Turns(places=1, waiting=10, waiting_each=5, patience=5)
        order: list[str] = []

        async def one(client: str) -> None:
            async with turns.turn(client):
                order.append(client)
                await asyncio.sleep(0)

        async with asyncio.TaskGroup() as group:
            for client in "aaaabbc":
                group.create_task(one(client))
        return order

    assert "".join(asyncio.run(scene())) == "aabcaba"


def test_no_more_wait_than_may_and_none_for_ever() -> None:
    async def scene() -> None:
        turns = Turns(places=1, waiting=3, waiting_each=2, patience=0.05)
        await turns.take("a")
        waiting = [asyncio.create_task(turns.take(client)) for client in "aab"]
        await asyncio.sleep(0)
        with pytest.raises(Full, match="2 of your questions") as full:
            await turns.take("a")
        assert full.value.seconds >= 1
        with pytest.raises(Full, match="too many"):
            await turns.take("c")
        for task in waiting:
            with pytest.raises(Full, match=r"0\.05 seconds"):
                await task
        turns.give_back("a")
        assert (turns.served, turns.queued) == (0, 0)

    asyncio.run(scene())


def test_who_leaves_loses_no_place() -> None:
    async def scene() -> None:
        turns = Turns(places=1, waiting=3, waiting_each=3, patience=5)
        await turns.take("a")
        left, late = (asyncio.create_task(turns.take("b")) for _ in range(2))
        await asyncio.sleep(0)
        left.cancel()
        turns.give_back("a")  # while the one who leaves is still listed
        await late
        assert (turns.served, turns.queued) == (1, 0)
        early = asyncio.create_task(turns.take("c"))
        await asyncio.sleep(0)
        turns.give_back("b")
        early.cancel()  # its turn has come, and it doesn't know yet
        await asyncio.gather(early, return_exceptions=True)
        await asyncio.wait_for(turns.take("d"), 1)

    asyncio.run(scene())
