"""The data files that ship with the package, the digest and the players' words: where they are, and whether they have changed."""

from __future__ import annotations

import os
from pathlib import Path

_PACKAGE = Path(__file__).parents[1]
DIGEST_DIR = _PACKAGE / "digest"
DATA_DIR = _PACKAGE / "data"
SLANG_FILE = DATA_DIR / "slang.tsv"  # players' words, the rules they mean
TERMS_FILE = (
    DATA_DIR / "terms.tsv"
)  # symbols, layers, steps, tokens, counters and ability words, the rules they are in
ASKED_DIR = DATA_DIR / "asked"  # a file for each of the digest's: rules, what players ask about them
GLOSSARY_FILE = DATA_DIR / "glossary.tsv"  # the glossary's terms, the rules that define them, what they mean
COMMON_FILE = DATA_DIR / "common.tsv"  # the rules that most questions are about
# rules that have moved since the edition before, `-` for those that are new
RENUMBERED_FILE = DATA_DIR / "renumbered.tsv"
NUMBERS_FILE = (
    DATA_DIR / "numbers.tsv"
)  # numbers of older editions, those of today, the first and the last edition
WORDS_FILE = DATA_DIR / "words.tsv"  # everyday words, the rules' words for them


def signature() -> str:
    """Changes when the shipped files do; cheap enough to ask at every start."""
    stats = []
    for folder in (DIGEST_DIR, DATA_DIR, ASKED_DIR):
        with os.scandir(folder) as entries:
            for entry in entries:
                if entry.name.endswith(".tsv"):
                    stat = entry.stat()
                    stats.append(
                        f"{Path(entry.path).parent.name}/{entry.name}:{stat.st_size}:{stat.st_mtime_ns}"
                    )
    return "|".join(sorted(stats))
