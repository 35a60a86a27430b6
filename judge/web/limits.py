"""What strangers may ask of the server."""

from __future__ import annotations

import os

import msgspec

from judge import workers

MB = 2**20


class Limits(msgspec.Struct, frozen=True):
    """`answer`: of an answer, its time, memory and size; `workers`: how many answers are made at once (`lookups`: of rules and cards); `body` and `head`: bytes of a
    request's body and head; `waiting` and `waiting_each`: how many questions wait for a worker, of all clients and of one; `patience`: the seconds that one waits at
    most; `slow`: the seconds that a client has to send a head or a body, or to take more of an answer; `connections` and `connections_each`: open at once, of all
    clients and of one (this machine, where a proxy may be, has no limit of its own)."""

    answer: workers.Limits = workers.Limits(seconds=5.0, memory=512 * MB, size=16 * MB)
    workers: int = (os.cpu_count() or 1) + 1
    lookups: int = 3
    body: int = 256 * 2**10
    head: int = 16 * 2**10
    waiting: int = 128
    waiting_each: int = 24
    patience: float = 15.0
    slow: float = 10.0
    connections: int = 1024
    connections_each: int = 64
