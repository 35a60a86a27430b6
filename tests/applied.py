"""Which rules the program applies, rule by rule: `python -m tests.applied` writes docs/rules.md; a test holds it against the library.

A rule is *applied* if a scenario of the library names it (`cites`, `illegal`), or if the engine told it in a ruling of the library (the table that
`python -m tests.commonness` writes). What neither does is said in docs/rules.tsv, with a reason: `definition` (it says what a word means, points
elsewhere or restates), `outside` (tournaments, physical cards, deck building: nothing that a position can show), `refused` (behaviour that the
program doesn't play, and says so when it is asked). What stands nowhere is *open*: it may well work, but no scenario shows it.

The worked examples that the rules texts give stand in docs/examples.tsv, those of the newest edition and of the five seed documents: the edition, the rule
and which of its examples it is; the rule's number in the newest edition (`now`); the scenario of the library that shows it (FILE#n); and a reason, where
there is no scenario, where it cites other rules than the example's, or where the answer is another one by now.
"""

from __future__ import annotations

import csv
import functools
import re
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import yaml

from rules_db.store.digest_names import DATE

ROOT = Path(__file__).resolve().parents[1]
PAGE, APART = ROOT / "docs" / "rules.md", ROOT / "docs" / "rules.tsv"
EXAMPLES = ROOT / "docs" / "examples.tsv"
COMMON = ROOT / "scenarios" / "explaining" / "commonness.tsv"
NUMBER = re.compile(r"\b[1-9]\d\d\.\d{1,3}[a-z]?\b")
KINDS = {"definition": "Definitions", "outside": "Outside of play", "refused": "Refused"}
HEAD = """# Which rules are applied

Made by `python -m tests.applied` from the library's scenarios and from `docs/rules.tsv`; a test holds it against both. Numbers are those of the edition of {edition}.

*Applied*: right scenarios of the library name the rule (the first of them is shown, with the number of all), or the engine tells it in rulings of the library ("told"). *Definition*:
says what a word means, points elsewhere, or restates. *Outside of play*: tournaments, physical cards, deck building. *Refused*: not played, and said so. *Open*: nothing shows it yet.

{table}
"""


def rules() -> dict[str, str]:
    """The rules of chapters 1 to 9 that have a number below a section's, with their headings ("" for most), in the book's order."""
    found = {}
    for path in sorted((ROOT / "rules_db" / "digest").glob("[1-9]*.tsv")):
        for row in table(path):
            if "." in row["number"]:
                found[row["number"]] = row["title"] or ""
    return found


def table(path: Path) -> list[dict[str, str]]:
    """The rows of a file of tab-separated values."""
    with path.open(encoding="utf-8") as file:
        return list(csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE))


def apart() -> dict[str, dict[str, str]]:
    """The rows of docs/rules.tsv by number."""
    return {row["number"]: row for row in table(APART)}


@functools.cache
def named() -> dict[str, list[str]]:
    """The rules that scenarios of the library name, each with the files."""
    found: dict[str, list[str]] = defaultdict(list)
    library = ROOT / "scenarios" / "library"
    for path in sorted(library.rglob("*.yaml")):
        with path.open(encoding="utf-8") as file:
            for document in yaml.load_all(file, Loader=yaml.CBaseLoader):
                for rule in sorted(set(cited(document))):
                    found[rule].append(path.relative_to(library).as_posix())
    return found


def cited(part: Any) -> Iterator[str]:
    """The numbers under `cites`, `rule` and `illegal` anywhere in a scenario."""
    if isinstance(part, list):
        for one in part:
            yield from cited(one)
    elif isinstance(part, dict):
        for key, value in part.items():
            if key in ("cites", "illegal", "rule"):
                yield from NUMBER.findall(str(value))
            yield from cited(value)


def told() -> dict[str, int]:
    """The rules that the engine tells in rulings of the library, each with how many."""
    with COMMON.open(encoding="utf-8") as file:
        return {
            rule: int(count)
            for rule, count in (line.rstrip("\n").split("\t") for line in file)
            if "." in rule
        }


def kind(
    rule: str,
    heading: str,
    names: dict[str, list[str]],
    tells: dict[str, int],
    apart: dict[str, dict[str, str]],
) -> str:
    """What the table says of a rule: applied, told, one of KINDS, or open. A heading above lettered rules is a definition."""
    if rule in names:
        return "applied"
    if rule in tells:
        return "told"
    if rule in apart:
        return apart[rule]["kind"]
    return "definition" if heading else "open"


def page() -> str:
    """The whole page."""
    every, names, tells, rows = rules(), named(), told(), apart()
    kinds = {rule: kind(rule, heading, names, tells, rows) for rule, heading in every.items()}
    columns = ["applied", "told", *KINDS, "open"]
    lines = ["| chapter | " + " | ".join(columns) + " | all |", "| --- " * (len(columns) + 2) + "|"]
    for chapter in [*"123456789", ""]:
        of = [kinds[rule] for rule in every if rule.startswith(chapter)]
        lines.append(
            f"| {chapter or '**all**'} | "
            + " | ".join(str(of.count(one)) for one in columns)
            + f" | {len(of)} |"
        )
    for section in dict.fromkeys(rule.split(".")[0] for rule in every):
        lines += [
            "",
            *part(
                section, [rule for rule in every if rule.split(".")[0] == section], kinds, names, tells, rows
            ),
        ]
    return HEAD.format(table="\n".join([*lines, "", *examples()]), edition=DATE)


def examples() -> list[str]:
    """The lines about the examples that the rules texts give."""
    rows = table(EXAMPLES)
    lines = [
        "## Examples",
        "",
        "The worked examples of the newest edition and of the seed documents, from `docs/examples.tsv`. *Shown*: a scenario of the library plays it and cites the rule.",
    ]
    lines += ["*Shown by other rules*: a scenario plays it, and the reason says why it cites others.", ""]
    lines += ["| text | examples | shown | shown by other rules | not shown |", "| --- " * 5 + "|"]
    for edition in dict.fromkeys(row["edition"] for row in rows):
        of = [row for row in rows if row["edition"] == edition]
        shown = [row for row in of if row["scenario"]]
        plain = sum(not row["reason"] for row in shown)
        lines.append(f"| {edition} | {len(of)} | {plain} | {len(shown) - plain} | {len(of) - len(shown)} |")
    apart: dict[str, list[str]] = defaultdict(list)
    for row in rows:
        if not row["scenario"]:
            apart[row["reason"]].append(
                f"{row['rule']}/{row['number']}" + ("" if row["edition"] == DATE else f" ({row['edition']})")
            )
    return [
        *lines,
        "",
        "Not shown, by reason:",
        "",
        *(f"* {reason}: {', '.join(of)}" for reason, of in apart.items()),
    ]


def part(
    section: str,
    every: list[str],
    kinds: dict[str, str],
    names: dict[str, list[str]],
    tells: dict[str, int],
    rows: dict[str, dict[str, str]],
) -> list[str]:
    """The lines about a section: what is applied by a table, the rest by lists."""
    lines = [f"## {section}"]
    shown = [rule for rule in every if kinds[rule] in ("applied", "told")]
    if shown:
        lines += ["", "| rule | shown by |", "| --- | --- |"]
    for rule in shown:
        files = names.get(rule, [])
        how = (
            f"`{files[0]}`" + (f" and {len(files) - 1} more" if len(files) > 1 else "")
            if files
            else f"told in {tells[rule]} rulings"
        )
        lines.append(f"| {rule} | {how} |")
    for kind, title in KINDS.items():
        of = [rule for rule in every if kinds[rule] == kind]
        if of and kind == "refused":
            lines += ["", *(f"* {title}: {rule}: {rows[rule]['reason']}" for rule in of)]
        elif of:
            lines += ["", f"{title}: {', '.join(of)}."]
    if open_ := [rule for rule in every if kinds[rule] == "open"]:
        lines += ["", f"Open: {', '.join(open_)}."]
    return lines


def prune() -> None:
    """Take the rows out of docs/rules.tsv whose rules a scenario shows by now."""
    names = named()
    rows = APART.read_text(encoding="utf-8").splitlines(keepends=True)
    APART.write_text("".join(row for row in rows if row.split("\t")[0] not in names), encoding="utf-8")


def main() -> None:
    """Write the page."""
    prune()
    PAGE.write_text(page(), encoding="utf-8")


if __name__ == "__main__":
    main()
