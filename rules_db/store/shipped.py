"""The data files that ship with the package, the digest and the players' words: where they are, and whether they have changed."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
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


def is_that_of(marks: Mapping[str, str]) -> bool:
    """Whether what a database was filled from, by its `marks`, is what ships here.

    The files' sizes and times tell at every start. Where they differ the contents decide: the same version may be installed twice.
    """
    return marks.get("digest") == _stats() or marks.get("digest contents") == _contents()


def marks() -> dict[str, str]:
    """What a database that is filled now keeps, to be known again."""
    return {"digest": _stats(), "digest contents": _contents()}


def _stats() -> str:
    return "|".join(f"{name}:{stat.st_size}:{stat.st_mtime_ns}" for name, stat in sorted(_files()))


def _contents() -> str:
    import hashlib  # no start waits for it but where files have other times

    found = hashlib.sha256()
    for name, _ in sorted(_files()):
        found.update(f"{name}\0".encode() + (_PACKAGE / name).read_bytes() + b"\0")
    return found.hexdigest()


def _files() -> Iterator[tuple[str, os.stat_result]]:
    for folder in (DIGEST_DIR, DATA_DIR, ASKED_DIR):
        with os.scandir(folder) as entries:
            for entry in entries:
                if entry.name.endswith(".tsv"):
                    yield f"{folder.relative_to(_PACKAGE)}/{entry.name}", entry.stat()
