"""`python -m tests.proof`: which entries of the engine's tables no scenario proves, and how many whole cards are proved (1-3 minutes on two cores).

`ENTRY...` measures those alone ("Draw", "Put.zone hand", or a beginning such as "Put."); `--write` writes what was found into engine/cards/proved.tsv;
`--cards N` lists so many of the cards that lack but one proof. Exit status 1 if something isn't proved that a whole card uses, or that was asked for.
"""

from __future__ import annotations

import argparse
import gzip
from collections import Counter
from collections.abc import Iterable

from engine.cards import from_json, proofs
from engine.oracle.executable import entries
from tests.proof import measuring

POOL = measuring.ROOT / "engine" / "cards" / "pool.jsonl.gz"
PROVED = measuring.ROOT / "engine" / "cards" / "proved.tsv"


def whole_cards() -> dict[str, frozenset[str]]:
    """The whole cards of the pool, and the entries that each uses."""
    with gzip.open(POOL) as lines:
        cards = (from_json(line) for line in lines if b'"declined"' not in line)
        return {card.name: entries.of_card(card) for card in cards}


def report(found: dict[str, measuring.Place | None], cards: dict[str, frozenset[str]], most: int) -> int:
    """Print what isn't proved, first what most cards use. Returns how much of it a whole card uses."""
    lacking = [entry for entry, place in found.items() if place is None]
    users: Counter[str] = Counter(entry for used in cards.values() for entry in used)
    example = {
        entry: name for name, used in cards.items() for entry in used if sum(e in used for e in lacking) == 1
    }
    unused = sorted(entry for entry in lacking if not users[entry])
    print(f"of no whole card, and not proved ({len(unused)}): {', '.join(unused)}")
    wanted = sorted((entry for entry in lacking if users[entry]), key=lambda entry: -users[entry])
    for entry in wanted:
        print(f"{users[entry]:6} {entry}  ({example.get(entry, '-')})")
    print(
        f"{len(found)} entries, {len(found) - len(lacking)} proved; {len(wanted)} of those not proved are in whole cards"
    )
    _report_cards(set(lacking), cards, most)
    return len(wanted)


def _report_cards(lacking: set[str], cards: dict[str, frozenset[str]], most: int) -> None:
    proved = sum(not used & lacking for used in cards.values())
    print(f"{len(cards)} whole cards, {proved} proved ({100 * proved / len(cards):.1f} %)")
    nearly = [(name, *used & lacking) for name, used in cards.items() if len(used & lacking) == 1]
    for name, entry in nearly[:most]:
        print(f"    {entry}: {name}")


def write(measured: dict[str, measuring.Place | None], tables: Iterable[str]) -> None:
    """Write down what is proved; what was not measured stays as it was, if the tables still have it."""
    found = {**{e: p for e, p in proofs().items() if e in tables}, **measured}
    lines = ("\t".join((entry, *place)) for entry, place in sorted(found.items()) if place is not None)
    PROVED.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")


def named(words: Iterable[str]) -> list[str]:
    """The entries of these names or beginnings; all if none is given."""
    return [e for e in entries.all_entries() if not words or any(e == w or e.startswith(w) for w in words)]


def main() -> int:
    """The command line."""
    asked = argparse.ArgumentParser(prog="python -m tests.proof", description=__doc__)
    asked.add_argument("entry", nargs="*")
    asked.add_argument("--write", action="store_true")
    asked.add_argument("--cards", type=int, default=0)
    given = asked.parse_args()
    found = measuring.proofs(named(given.entry), proofs())
    if given.write:
        write(found, entries.all_entries())
    if given.entry:
        for entry, place in found.items():
            print(f"{entry}: {' - '.join(place) if place else 'NOT PROVED'}")
        return int(None in found.values())
    return int(report(found, whole_cards(), given.cards) > 0)


if __name__ == "__main__":
    raise SystemExit(main())
