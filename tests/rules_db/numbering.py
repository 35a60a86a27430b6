"""Makes `rules_db/data/numbers.tsv` from the official texts: `python -m tests.rules_db.numbering` (some minutes).

For each number that the rules have had: the number that its rule has today, from which edition to which. What has kept its number all
along isn't listed; a rule that is gone is only listed where today no other has its number.
"""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator
from pathlib import Path

import rules_db
from rules_db.concordance import Counterparts
from rules_db.notation import numbers
from rules_db.opening import database
from rules_db.store import digest_names, shipped
from tests.rules_db.conftest import EDITIONS

Span = tuple[str, str, str, str]
"""A number, the one that its rule has today (with `?` where that is doubtful, `-` for a rule that is gone), and the first and the last edition that had it so."""


def spans() -> Iterator[Span]:
    """What the installed editions say, in the order of the numbers."""
    names = [edition.id for edition in rules_db.installed() if edition.kind == "full"]
    led: dict[str, dict[str, str]] = {}  # number -> edition -> today's number
    with database() as connection:
        rows = connection.execute(
            "SELECT edition, number FROM rules UNION SELECT edition, number FROM headings"
        ).fetchall()
        today = {number for edition, number in rows if edition == digest_names.ID}
        for name in names:
            if name >= digest_names.DATE:
                continue
            places = Counterparts(connection, name)
            for edition, number in rows:
                if edition == name:
                    there = places.today_of(number)
                    doubt = "?" if there is not None and there.kind == "weak" else ""
                    led.setdefault(number, {})[name] = f"{there.number}{doubt}" if there is not None else "-"
    for number in numbers.in_order(led):
        yield from _of_number(number, led[number], names, number in today)


def _of_number(number: str, led: dict[str, str], names: list[str], taken: bool) -> Iterator[Span]:
    """The spans of one number; an edition that hadn't it ends one."""
    open_span: list[str] = []  # today's number, the first and the last edition
    for name in names:
        now = led.get(name, "")
        if open_span and now == open_span[0]:
            open_span[2] = name
            continue
        if open_span and _told(number, open_span[0], taken):
            yield number, open_span[0], open_span[1], open_span[2]
        open_span = [now, name, name] if now else []
    if open_span and _told(number, open_span[0], taken):
        yield number, open_span[0], open_span[1], open_span[2]


def _told(number: str, now: str, taken: bool) -> bool:
    return now != number and not (now[-1] in "-?" and taken)


def main() -> None:
    """Import every text into a directory of its own, and write the table."""
    with tempfile.TemporaryDirectory() as home:
        os.environ["JUDGE_HOME"] = os.environ.get("JUDGE_HOME_OF_EDITIONS", home)
        for path in EDITIONS:
            rules_db.import_file(path)
        rows = ["\t".join(span) for span in spans()]
    path = Path(shipped.NUMBERS_FILE)
    path.write_text("\n".join(["number\tnow\tfirst\tlast", *rows]) + "\n", encoding="utf-8")
    print(f"{path}: {len(rows)} spans, {path.stat().st_size} bytes")


if __name__ == "__main__":
    main()
