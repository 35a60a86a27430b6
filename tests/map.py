"""Where each section of the rules stands in the code: `python -m tests.map` writes docs/map.md; a test holds it against the code.

A module's place is told by the rule numbers of its own docstring; where a section stands in no module's docstring, the modules whose functions
name most of its rules are listed, in italics. Scenarios are those in the section's folder of the library.
"""

from __future__ import annotations

import ast
import csv
import re
from collections import Counter, defaultdict
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
MAP = ROOT / "docs" / "map.md"
NUMBER = re.compile(r"\b([1-9]\d\d)(?:\.\d{1,3}[a-z]?)?(?:-(\d{1,3}[a-z]?|[1-9]\d\d)\b)?")
MOST = 4
"""How many modules a section lists."""
HEAD = """# Where each section of the rules stands

Made by `python -m tests.map` from the rule numbers in docstrings; a test holds it against the code. Modules in italics only name rules of the section; its
scenarios are in the folder of the library that begins with its number.
Sections without a place are refused, or are no matter of play; `judge rule NUMBER` says what they are about.

| section | | modules | scenarios |
| --- | --- | --- | --- |
"""


def sections() -> dict[str, str]:
    """The sections of chapters 1 to 9 with their titles, from the digest."""
    found = {}
    for path in sorted((ROOT / "rules_db" / "digest").glob("[1-9]*.tsv")):
        with path.open(encoding="utf-8") as file:
            for row in csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE):
                if re.fullmatch(r"\d{3}", row["number"]):
                    found[row["number"]] = row["title"]
    return dict(sorted(found.items()))


def named(text: str) -> Counter[str]:
    """The sections whose rules a docstring names, and how often; "506-511" names each of them."""
    found: Counter[str] = Counter()
    for cited in re.findall(r"\(?CR ([^()]*)\)?|\(([\d.,a-z -]+)\)", text):
        for match in NUMBER.finditer(" ".join(cited)):
            first, last = match.group(1), match.group(2) or ""
            whole = "." not in match.group(0).split("-")[0] and re.fullmatch(r"\d{3}", last)
            found.update(str(n) for n in range(int(first), int(last) + 1 if whole else int(first) + 1))
    return found


def places() -> tuple[dict[str, Counter[str]], dict[str, Counter[str]]]:
    """By section: the modules whose own docstring names it, and those whose functions do; each with how often."""
    own: dict[str, Counter[str]] = defaultdict(Counter)
    inside: dict[str, Counter[str]] = defaultdict(Counter)
    for path in sorted((ROOT / "engine").rglob("*.py")):
        name = path.relative_to(ROOT).as_posix()
        if name.startswith("engine/oracle/"):
            continue
        tree = ast.parse(path.read_text(encoding="utf-8"))
        if path.name != "__init__.py":
            for section, times in named(ast.get_docstring(tree) or "").items():
                own[section][name] += times
        for node in ast.walk(tree):
            if isinstance(node, ast.FunctionDef | ast.ClassDef):
                for section, times in named(ast.get_docstring(node) or "").items():
                    inside[section][name] += times
    return own, inside


def scenarios(section: str) -> str:
    """How many scenarios the section's folder of the library holds."""
    folder = next((ROOT / "scenarios" / "library").glob(f"{section}-*"), None)
    if folder is None:
        return ""
    number = sum(
        1 for path in folder.rglob("*.yaml") for part in path.read_text().split("\n---") if part.strip()
    )
    return str(number)


def page() -> str:
    """The whole page."""
    own, inside = places()
    lines, nowhere = [], []
    for section, title in sections().items():
        by_use = [name for name, _ in inside[section].most_common()]
        first = sorted(own[section], key=lambda name: (-inside[section][name], name))[:MOST]
        rest = [name for name in by_use if name not in first and inside[section][name] > 1][
            : MOST - len(first)
        ]
        cells = [f"`{name.removeprefix('engine/')}`" for name in first]
        cells += [f"*{name.removeprefix('engine/')}*" for name in rest]
        short = " ".join(title.split()[:3])  # enough to know it by
        if cells or scenarios(section):
            lines.append(f"| {section} | {short} | {' '.join(cells)} | {scenarios(section)} |")
        else:
            nowhere.append(section)
    return HEAD + "\n".join(lines) + f"\n\nWithout a place: {', '.join(nowhere)}.\n"


def main() -> None:
    """Write the page."""
    MAP.parent.mkdir(exist_ok=True)
    MAP.write_text(page(), encoding="utf-8")


if __name__ == "__main__":
    main()
