"""Print the figures of each subject, or of those that are named, as they come."""

from __future__ import annotations

import importlib
import sys

SUBJECTS = ("start", "scenarios", "rulings", "boards", "triggers", "mana", "cards", "rules", "web", "cluster")


def main() -> None:
    """Each subject is a module here with `figures()`, lines of text."""
    for subject in sys.argv[1:] or SUBJECTS:
        if subject not in SUBJECTS:
            sys.exit(f"no subject {subject!r}; there are {', '.join(SUBJECTS)}")
        for figure in importlib.import_module(f"tests.benchmarks.{subject}").figures():
            print(f"{subject}: {figure}", flush=True)


if __name__ == "__main__":
    main()
