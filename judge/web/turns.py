"""Who is next: a bounded queue in which clients take turns, whatever one of them asks for."""

from __future__ import annotations

import asyncio
from collections import Counter, deque
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager


class Full(Exception):
    """There is no room in the queue, or it took too long. `seconds`: when to try again."""

    def __init__(self, message: str, seconds: int) -> None:
        super().__init__(message)
        self.seconds = seconds


class Turns:
    """`places` questions are answered at once. One client has at most all places but one, so that another is always served at once; of those who wait, each client
    has its turn after the others. `waiting` and `waiting_each`: how many wait, in all and of one client; `patience`: for how many seconds."""

    def __init__(self, places: int, waiting: int, waiting_each: int, patience: float) -> None:
        self.places, self.most = places, max(1, places - 1)
        self.waiting, self.waiting_each, self.patience = waiting, waiting_each, patience
        self._served: Counter[str] = Counter()
        self._queues: dict[str, deque[asyncio.Future[None]]] = {}

    @property
    def served(self) -> int:
        """How many are being answered."""
        return self._served.total()

    @property
    def queued(self) -> int:
        """How many wait."""
        return sum(map(len, self._queues.values()))

    @asynccontextmanager
    async def turn(self, client: str) -> AsyncIterator[None]:
        """A client's turn, as soon as it comes. Raises Full."""
        await self.take(client)
        try:
            yield
        finally:
            self.give_back(client)

    async def take(self, client: str) -> None:
        """Wait for a client's turn, and begin it. Raises Full."""
        if self._free(client):
            self._served[client] += 1
            return
        own = self._queues.get(client, ())
        if len(own) >= self.waiting_each:
            raise Full(f"{len(own)} of your questions wait already, the most that may", self._again())
        if self.queued >= self.waiting:
            raise Full("too many questions wait already", self._again())
        place: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._queues.setdefault(client, deque()).append(place)
        try:
            async with asyncio.timeout(self.patience):
                await place
        except BaseException as error:
            if place.done() and not place.cancelled():  # the turn came, and nobody takes it
                self.give_back(client)
            else:
                self._leave(client, place)
            if isinstance(error, TimeoutError):
                raise Full(
                    f"no answer could be begun within {self.patience:g} seconds", self._again()
                ) from None
            raise

    def give_back(self, client: str) -> None:
        """A client's turn is over; others have theirs."""
        self._served[client] -= 1
        if not self._served[client]:
            del self._served[client]
        while nexts := [each for each in self._queues if self._free(each)]:
            each = nexts[0]
            queue = self._queues.pop(each)
            place = queue.popleft()
            if queue:
                self._queues[each] = queue  # behind the others
            if not place.done():  # not given up meanwhile
                self._served[each] += 1
                place.set_result(None)

    def _free(self, client: str) -> bool:
        return self.served < self.places and self._served[client] < self.most

    def _leave(self, client: str, place: asyncio.Future[None]) -> None:
        queue = self._queues.get(client)
        if queue is not None and place in queue:
            queue.remove(place)
            if not queue:
                del self._queues[client]

    def _again(self) -> int:
        return 1 + self.queued // self.places
