"""Whether what is built works where its sources aren't: `python -m tests.wheel` builds the sdist and from it the wheel, installs the wheel in a clean environment,
and has it answer from an empty folder. CI runs it; it takes some ten seconds.

The packages that it needs are those of the environment that runs this, which sees the sources; the clean one has a path to them and no sources.
"""

from __future__ import annotations

import os
import subprocess
import sys
import sysconfig
import tarfile
import tempfile
import venv
import zipfile
from collections.abc import Iterator, Sequence
from pathlib import Path

import judge

ROOT = Path(__file__).resolve().parents[1]
PACKAGES = ("judge/", "engine/", "rules_db/", "scenarios/")
SOURCES_ALONE = ("judge/web/editor/",)
"""What other files are made from: it is of no use where the program runs."""
SCENARIO = """\
title: A bolt to the face
question: What is Bob's life?
players: {alice: {hand: [Lightning Bolt], mana: unlimited}, bob: }
do: [{cast: Lightning Bolt, targets: bob}]
expect: {life: {bob: 17}}
"""


def main() -> None:
    """Say what is wrong and end with status 1, or what was found."""
    with tempfile.TemporaryDirectory() as work:
        wheel = build(Path(work) / "dist")
        wrong = [*lacking(wheel), *answers_wrongly(wheel, Path(work))]
        size = wheel.stat().st_size / 1e6
    if wrong:
        sys.exit("\n".join(f"{wheel.name}: {each}" for each in wrong))
    print(f"{wheel.name}: {size:.1f} MB, answers from an empty folder")


def build(out: Path) -> Path:
    """The wheel, built from the sdist, which is beside it."""
    _run([sys.executable, "-m", "build", "--outdir", str(out), str(ROOT)], ROOT)
    [wheel] = out.glob("*.whl")
    return wheel


def lacking(wheel: Path) -> Iterator[str]:
    """What is not as it should be with the files of the wheel and of the sdist beside it."""
    if wheel.name != f"judge-{judge.__version__}-py3-none-any.whl":
        yield f"expected a wheel of {judge.__version__} for any machine"
    listed = _run(["git", "ls-files", *PACKAGES], ROOT).splitlines()
    wanted = {name for name in listed if not name.startswith(SOURCES_ALONE)}
    with zipfile.ZipFile(wheel) as opened:
        names = {name for name in opened.namelist() if ".dist-info/" not in name}
    yield from (f"{name} is not in it" for name in sorted(wanted - names))
    yield from (f"{name} should not be in it" for name in sorted(names - wanted))
    [sdist] = wheel.parent.glob("*.tar.gz")
    with tarfile.open(sdist) as packed:
        inside = {name.partition("/")[2] for name in packed.getnames()}
    yield from (f"{name} is not in the sdist" for name in ("LICENSE", "README.md") if name not in inside)


def answers_wrongly(wheel: Path, work: Path) -> Iterator[str]:
    """Which commands of the installed wheel don't answer as they should."""
    home, folder = work / "home", work / "empty"
    folder.mkdir()
    python = _installed(wheel, work / "venv")
    program = str(python.parent / "judge")
    environment = {
        **{name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "JUDGE_"))},
        "JUDGE_HOME": str(home),
    }
    scenario = work / "bolt.yaml"
    scenario.write_text(SCENARIO, encoding="utf-8")
    for command, told in (
        ([str(python), "-c", "import judge, engine; print(judge.__file__, engine.__file__)"], str(python.parents[1])),
        ([program, "--version"], f"judge {judge.__version__} "),
        ([program, "rule", "702.19b"], "702.19b"),
        ([program, "search", "lethal damage"], "704.5g"),
        ([program, "run", str(scenario)], "Answer: right"),
        ([program, "check", str(scenario)], "1 scenario: 1 right"),
        ([program, "help", "scenarios", "attack"], "attack"),
        ([program, "schema", "ruling"], "$defs"),
    ):  # fmt: skip
        found = _run(command, folder, environment)
        if told not in found:
            yield f"{' '.join(command)}: expected {told!r}, found {found!r}"
    if any(folder.iterdir()):
        yield "it leaves files where it runs"


def _installed(wheel: Path, place: Path) -> Path:
    """The Python of a new environment that has the wheel, and the packages of this one by a path alone: no sources that were installed to be edited."""
    venv.create(place, with_pip=False)
    python = place / ("Scripts" if os.name == "nt" else "bin") / "python"
    _run(
        [sys.executable, "-m", "pip", "--python", str(python), "install", "-q", "--no-deps", "--no-index", str(wheel)],
        place,
    )  # fmt: skip
    [site] = place.rglob("site-packages")
    (site / "packages.pth").write_text(sysconfig.get_path("purelib"), encoding="utf-8")
    return python


def _run(command: Sequence[str], folder: Path, environment: dict[str, str] | None = None) -> str:
    """What a command prints. Ends with its errors where it fails."""
    ran = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, check=False)
    if ran.returncode:
        sys.exit(f"{' '.join(command)} ended with status {ran.returncode}:\n{ran.stdout}{ran.stderr}")
    return ran.stdout


if __name__ == "__main__":
    main()
