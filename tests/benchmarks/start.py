"""How long the program takes to start, against Python doing nothing."""

from __future__ import annotations

from collections.abc import Iterator

from tests.benchmarks.surroundings import median_ms, own_home


def figures() -> Iterator[str]:
    """Aim: within 150 ms of `python -c pass`."""
    with own_home():
        bare = median_ms("-c", "pass")
        yield f"python -c pass: {bare:.0f} ms"
        for command in (["--help"], ["rule", "704.5g"], ["rule", "704.5g", "--json"]):
            whole = median_ms("-m", "judge", *command)
            yield f"judge {' '.join(command)}: {whole:.0f} ms, {whole - bare:.0f} more"
