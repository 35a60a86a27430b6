"""Pages written to files: all rulings on one page, or one page each and an index in a folder. What can't be written whole isn't written."""

from __future__ import annotations

import contextlib
import os
import tempfile
from collections.abc import Sequence
from pathlib import Path

from judge.html.documents import Shown, document, index, page
from judge.html.view import file_name, heading
from scenarios.runner import Ruling

SUFFIXES = (".html", ".htm")
INDEX = "index.html"


class NotWritten(Exception):
    """The pages can't be written; the text says why, and what would be right."""


def check(out: str, sources: Sequence[str]) -> None:
    """Whether pages can be written there, before anything is played. `sources`: the files that they are made of. Raises NotWritten."""
    path = Path(out)
    if out in ("", "-"):
        named = "standard output gets no pages" if out else "nothing is named"
        raise NotWritten(f"{named}: expected FILE.html or a folder")
    if any(source != "-" and os.path.exists(source) and _same(path, source) for source in sources):
        raise NotWritten(f"{out} is the scenario itself: expected another name, such as {path.stem}.html")
    if not is_folder(out) and path.suffix.lower() not in SUFFIXES:
        raise NotWritten(f"{out} is no name of a page: expected FILE.html, or a folder such as {out}{os.sep}")
    above = path.parent if not is_folder(out) else next(p for p in (path, *path.parents) if p.exists())
    if not above.exists():
        raise NotWritten(f"there is no folder {above}")
    if not above.is_dir():
        raise NotWritten(f"{above} is a file, and can't hold pages: expected a folder")
    if not os.access(above, os.W_OK):
        raise NotWritten(f"{above} can't be written to")


def is_folder(out: str) -> bool:
    """Whether pages go into a folder: one that is there, or whose name says so, ending in a slash or in no suffix."""
    return (
        os.path.isdir(out)
        or out.endswith(("/", os.sep))
        or (not Path(out).suffix and not os.path.exists(out))
    )


def write(rulings: Sequence[tuple[Ruling, str]], out: str) -> list[str]:
    """Write the pages of rulings, each with its scenario's text; the paths of the files, the index last. Raises NotWritten."""
    title = heading(rulings[0][0]) if len(rulings) == 1 else f"{len(rulings)} rulings"
    if not is_folder(out):
        whole = document([Shown(ruling, source) for ruling, source in rulings], title)
        _write_all({Path(out): whole})
        return [out]
    names = _names([heading(ruling) for ruling, _ in rulings])
    shown = [Shown(ruling, source, name) for (ruling, source), name in zip(rulings, names, strict=True)]
    folder = Path(out)
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise NotWritten(f"{out}: {error.strerror}") from None
    files = {folder / each.page: page(each.ruling, each.source) for each in shown}
    _write_all(files | {folder / INDEX: index(shown, title)})
    return [*map(str, files), str(folder / INDEX)]


def _names(titles: Sequence[str]) -> list[str]:
    """A file name for each title; those that would be the same are numbered."""
    found: list[str] = []
    for title in titles:
        name, number = file_name(title), 1
        while (called := f"{name}{f'-{number}' if number > 1 else ''}.html") in (*found, INDEX):
            number += 1
        found.append(called)
    return found


def _write_all(files: dict[Path, str]) -> None:
    """Write every file under another name, then give all of them theirs. Raises NotWritten."""
    if taken := [path for path in files if path.is_dir()]:
        raise NotWritten(f"{taken[0]} is a folder, where a page should be")
    made: dict[Path, str] = {}
    try:
        for path, text in files.items():
            number, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.stem[:40]}-", suffix=".part")
            made[path] = name
            with open(number, "w", encoding="utf-8", errors="backslashreplace", newline="\n") as file:
                file.write(text)
            os.chmod(name, 0o644)
        for path, name in list(made.items()):
            os.replace(name, path)
            del made[path]
    except OSError as error:
        raise NotWritten(f"{path}: {error.strerror}") from None
    finally:
        for name in made.values():
            with contextlib.suppress(OSError):
                os.unlink(name)


def _same(path: Path, source: str) -> bool:
    with contextlib.suppress(OSError):
        return path.exists() and path.samefile(source)
    return False
