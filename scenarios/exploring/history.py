"""Whether anything asks what has happened before: if so, two games are only the same if they have the same past."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from engine.game import LogEntry


class Watch:
    """`began`: from which entry on the log is the play's own since it was taken up; `asked`: whether an earlier one has been looked at."""

    def __init__(self) -> None:
        self.began = 0
        self.asked = False


class WatchedLog(list[LogEntry]):
    """A game's log that says so when it is looked at. A copy of the whole is watched, too."""

    def __init__(self, entries: list[LogEntry], watch: Watch) -> None:
        super().__init__(unwatched(entries))
        self.watch = watch

    def _look(self, start: int) -> None:
        if start < self.watch.began:
            self.watch.asked = True

    def __getitem__(self, key: Any) -> Any:
        if not isinstance(key, slice):
            self._look(key if key >= 0 else len(self) + key)
            return super().__getitem__(key)
        if key.start is None and key.stop is None and key.step is None:
            return WatchedLog(self, self.watch)
        self._look(key.start or 0)
        return super().__getitem__(key)

    def __iter__(self) -> Iterator[LogEntry]:
        self._look(0)
        return super().__iter__()

    def __reversed__(self) -> Iterator[LogEntry]:
        self._look(0)
        return super().__reversed__()


def unwatched(entries: list[LogEntry]) -> list[LogEntry]:
    """The entries, without anybody being told that they are looked at."""
    return list.__getitem__(entries, slice(None))
