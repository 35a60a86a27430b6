"""Whether the library's rulings are still the same: `python -m tests.rulings save FILE`, then `python -m tests.rulings compare FILE`.

For changes that should change nothing that users see. A ruling is held against the earlier one as `judge run --json` prints it, but for the
time that it took; with `--no-texts` the sentences of the rules are left out, which change with the digest. Exit status 1 if any differs.
"""

from __future__ import annotations

import difflib
import gzip
import json
import sys
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import Any

import msgspec

LIBRARY = Path(__file__).resolve().parents[1] / "scenarios" / "library"
MOST_LINES = 12
"""How many lines of a difference are printed."""


def rulings_of(path: Path) -> list[tuple[str, str]]:
    """The rulings of a file as JSON, each under the file's name in the library and its place there."""
    from scenarios.runner import run_file

    name = path.relative_to(LIBRARY).as_posix()
    found = []
    for place, ruling in enumerate(run_file(str(path))):
        # Wherever the tree stands, paths begin in the library.
        data = json.loads(msgspec.json.encode(ruling).decode().replace(f"{LIBRARY}/", ""))
        found.append((f"{name}#{place + 1}", json.dumps({**data, "ms": 0}, ensure_ascii=False)))
    return found


def all_rulings() -> dict[str, dict[str, Any]]:
    """The rulings of the whole library, by file and place."""
    files = sorted(LIBRARY.rglob("*.yaml"))
    with ProcessPoolExecutor(2) as pool:
        texts = [row for found in pool.map(rulings_of, files, chunksize=16) for row in found]
    return {key: json.loads(text) for key, text in texts}


def printed(ruling: dict[str, Any], texts: bool) -> list[str]:
    """The lines that are compared."""
    if not texts:
        ruling = {**ruling, "cites": [cite["rule"] for cite in ruling["cites"]]}
    return json.dumps(ruling, indent=1, ensure_ascii=False).splitlines()


def compare(before: dict[str, dict[str, Any]], after: dict[str, dict[str, Any]], texts: bool) -> int:
    """Print what differs. Returns how many rulings do, those that came or went included."""
    differing = 0
    for key in sorted(before.keys() | after.keys()):
        if key not in before or key not in after:
            print(f"{key}: {'new' if key not in before else 'gone'}")
            differing += 1
            continue
        old, new = printed(before[key], texts), printed(after[key], texts)
        if old != new:
            differing += 1
            lines = list(difflib.unified_diff(old, new, lineterm="", n=0))[2:]
            print(f"{key}: {len(lines)} lines differ")
            print("\n".join(f"    {line[:160]}" for line in lines[:MOST_LINES]))
    print(f"{len(after)} rulings, {differing} of them differ")
    return differing


def main() -> None:
    """The command line."""
    arguments = [a for a in sys.argv[1:] if a != "--no-texts"]
    if len(arguments) != 2 or arguments[0] not in ("save", "compare"):
        sys.exit("usage: python -m tests.rulings save|compare FILE [--no-texts]")
    file = Path(arguments[1])
    if arguments[0] == "save":
        file.write_bytes(gzip.compress(json.dumps(all_rulings(), ensure_ascii=False).encode()))
        return
    if compare(json.loads(gzip.decompress(file.read_bytes())), all_rulings(), "--no-texts" not in sys.argv):
        sys.exit(1)


if __name__ == "__main__":
    main()
