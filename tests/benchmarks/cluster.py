"""What checking takes with the workers of a Dask scheduler on this machine, against its own processes."""

from __future__ import annotations

import json
import tempfile
from collections.abc import Iterator
from pathlib import Path

from scenarios.format import parts
from tests.benchmarks.surroundings import LIBRARY, own_home, process

DOCUMENTS = 20_000
FILES = 20


def figures() -> Iterator[str]:
    """Aim: no slower for each worker than for each process, once it has started."""
    with own_home(), tempfile.TemporaryDirectory() as folder:
        _write(Path(folder))
        for options in (["--jobs", "2"], *(["--engine", "dask", "--jobs", str(n)] for n in (1, 2, 4))):
            seconds, megabytes, printed = process("-m", "judge", "check", "--json", *options, folder)
            found = json.loads(printed)
            yield (
                f"judge check {' '.join(options)}: {found['total']} documents in {seconds:.0f} s,"
                f" {found['total'] / seconds:.0f} a second; largest process {megabytes:.0f} MB"
            )


def _write(folder: Path) -> None:
    """The library's scenarios, each with its title as its own, over and over, in some files."""
    texts = [path.read_text(encoding="utf-8") for path in sorted(LIBRARY.rglob("*.yaml"))]
    documents = [part.text.removeprefix("---\n").rstrip() for text in texts for part in parts(text)]
    many = [f"# {n}\n{documents[n % len(documents)]}\n" for n in range(DOCUMENTS)]
    for number in range(FILES):
        (folder / f"{number:02}.yaml").write_text("---\n".join(many[number::FILES]), encoding="utf-8")
