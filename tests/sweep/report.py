"""What a sweep tells: each kind of failure with how many cards have it and three of them."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator

from tests.sweep.sweeping import Failure

EXAMPLES = 3


def alike(failure: Failure) -> str:
    """The failure without what differs from card to card: its name, numbers."""
    what = failure.what
    for part in sorted({failure.card, *failure.card.split(" // ")}, key=len, reverse=True):
        what = what.replace(part, "~")
    return f"{failure.kind}: " + re.sub(r"\b\d+\b(?![^()]*\)$)", "#", what)


def table(failures: Iterable[Failure], cards: int, seconds: float) -> Iterator[str]:
    """The lines of the table, the most frequent first."""
    kinds: dict[str, dict[str, None]] = defaultdict(dict)
    for failure in failures:
        kinds[alike(failure)][failure.card] = None
    failing = {name for names in kinds.values() for name in names}
    for kind, names in sorted(kinds.items(), key=lambda item: -len(item[1])):
        yield f"{len(names):6}  {kind}    [{'; '.join(list(names)[:EXAMPLES])}]"
    yield f"{cards} cards played in {seconds:.0f} s ({1000 * seconds / max(cards, 1):.0f} ms each), {len(failing)} of them fail"
