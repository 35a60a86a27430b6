"""Checking many scenario files at once, in processes: the statuses and how long each took.

A scenario that takes its process down with it (out of memory, a fault in an extension) is a crashed case, and the others go on.
"""

from __future__ import annotations

import multiprocessing
import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor, as_completed
from concurrent.futures.process import BrokenProcessPool
from pathlib import Path

import msgspec

from scenarios.runner.results import Status

SUFFIXES = (".yaml", ".yml")


class Case(msgspec.Struct, frozen=True):
    """One document of a file: how it ended, why, and in how many milliseconds."""

    file: str
    title: str
    status: Status
    detail: str
    ms: float


class Summary(msgspec.Struct, frozen=True):
    """All cases and how many of each status there are."""

    total: int
    right: int
    wrong: int
    refused: int
    invalid: int
    crashed: int
    cases: tuple[Case, ...]


def files(paths: Iterable[str]) -> list[str]:
    """The scenario files of files and folders, those of a folder in the order of their names."""
    found: dict[str, None] = {}
    for path in paths:
        if os.path.isdir(path):
            inside = [
                str(p) for p in sorted(Path(path).rglob("*")) if p.suffix.lower() in SUFFIXES and p.is_file()
            ]
            found.update(dict.fromkeys(inside or [path]))
        else:
            found[path] = None
    return list(found)


def check(paths: Iterable[str], jobs: int = 0, done: Callable[[str], object] | None = None) -> Summary:
    """Run every document of the files and folders, in `jobs` processes (0: one a core). `done` is called with each file that is through."""
    wanted = files(paths)
    jobs = min(jobs or cores(), len(wanted))
    cases: dict[str, tuple[Case, ...]] = {}
    for file, found in (
        _in_processes(wanted, jobs) if jobs > 1 else ((file, check_file(file)) for file in wanted)
    ):
        cases[file] = found
        if done is not None:
            done(file)
    return summary([case for file in wanted for case in cases[file]])


def summary(cases: Sequence[Case]) -> Summary:
    """The cases counted."""
    count = {
        status: sum(case.status == status for case in cases)
        for status in ("right", "wrong", "refused", "invalid", "crashed")
    }
    return Summary(total=len(cases), cases=tuple(cases), **count)


def cores() -> int:
    """How many processors this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def check_file(file: str) -> tuple[Case, ...]:
    """Every document of a file."""
    if os.path.isdir(file):
        return (
            Case(file, os.path.basename(file), "invalid", f"{file}: no scenario files in this folder", 0.0),
        )
    from scenarios.runner import run_file

    return tuple(Case(r.file, r.title, r.status, r.detail, r.ms) for r in run_file(file, cite=False))


def _prepare() -> None:
    """Load what every worker needs before they are forked, so that it is loaded once."""
    import contextlib

    from scenarios import runner
    from scenarios.cards import CardFileProblem, Cards

    assert runner
    with contextlib.suppress(CardFileProblem, OSError):  # each scenario reports it for itself
        _ = Cards().sources


def _in_processes(wanted: Sequence[str], jobs: int) -> Iterator[tuple[str, tuple[Case, ...]]]:
    _prepare()
    methods = multiprocessing.get_all_start_methods()
    context = multiprocessing.get_context("fork" if "fork" in methods else None)
    left = dict.fromkeys(wanted)
    try:
        with ProcessPoolExecutor(jobs, mp_context=context) as pool:
            waiting: dict[Future[tuple[Case, ...]], str] = {
                pool.submit(check_file, file): file for file in wanted
            }
            for future in as_completed(waiting):
                file = waiting[future]
                found = future.result()
                del left[file]
                yield file, found
        return
    except BrokenProcessPool:
        pass
    # Some worker died, and nobody says on which file: what is left is tried one by one, each in a process of its own.
    for file in left:
        try:
            with ProcessPoolExecutor(1, mp_context=context) as pool:
                yield file, pool.submit(check_file, file).result()
        except BrokenProcessPool:
            yield (
                file,
                (Case(file, os.path.basename(file), "crashed", "the process that ran this file died", 0.0),),
            )
