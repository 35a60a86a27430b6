"""The data files that ship with the package: the digest and the players' words."""

from __future__ import annotations

import os
from pathlib import Path

HERE = Path(__file__).parent
DIGEST_DIR = HERE / "digest"
SLANG_FILE = HERE / "data" / "slang.tsv"


def signature() -> str:
    """Changes when the shipped files do; cheap enough to ask at every start."""
    stats = []
    for folder in (DIGEST_DIR, SLANG_FILE.parent):
        with os.scandir(folder) as entries:
            for entry in entries:
                if entry.name.endswith(".tsv"):
                    stat = entry.stat()
                    stats.append(f"{entry.name}:{stat.st_size}:{stat.st_mtime_ns}")
    return "|".join(sorted(stats))
