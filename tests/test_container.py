"""The container image: what its description says, and, where an engine is at hand, that it builds and answers."""

from __future__ import annotations

import json
import shutil
import subprocess
from fnmatch import fnmatch
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]


def instructions() -> list[tuple[str, str]]:
    """Each instruction of the Dockerfile and what it says, with its lines joined."""
    text = (ROOT / "Dockerfile").read_text(encoding="utf-8").replace("\\\n", " ")
    lines = [line.split(None, 1) for line in text.splitlines() if line and not line.startswith("#")]
    return [(word, said) for word, said in lines]


def last(word: str) -> str:
    return [said for each, said in instructions() if each == word][-1]


def test_it_runs_as_nobody_in_particular_and_says_how_it_is() -> None:
    image = instructions()[max(n for n, (word, _) in enumerate(instructions()) if word == "FROM") :]
    words = [word for word, _ in image]
    assert words.count("USER") == 1 and last("USER") == "10001"
    assert words.index("USER") < words.index("ENTRYPOINT")
    assert "HEALTHCHECK" in words and "/api/health" in last("HEALTHCHECK")
    assert json.loads(last("ENTRYPOINT")) == ["judge"]
    assert json.loads(last("CMD")) == ["serve", "--host", "0.0.0.0"]


def test_all_that_is_copied_is_there_and_not_left_out() -> None:
    kept = [
        line[1:]
        for line in (ROOT / ".dockerignore").read_text(encoding="utf-8").splitlines()
        if line.startswith("!")
    ]
    for word, said in instructions():
        if word == "COPY" and not said.startswith("--from"):
            for name in said.split()[:-1]:
                assert (ROOT / name).exists() and any(fnmatch(name, each) for each in kept), name


@pytest.mark.skipif(
    shutil.which("docker") is None
    or subprocess.run(["docker", "info"], capture_output=True, check=False).returncode != 0,
    reason="no container engine answers here (docker info)",
)
def test_the_image_builds_and_answers() -> None:
    built = subprocess.run(["docker", "build", "-q", "."], cwd=ROOT, capture_output=True, text=True, check=True)  # fmt: skip
    image = built.stdout.strip()
    for command, told in (("--version", "judge "), ("rule 702.19b", "702.19b"), ("card forest", "Forest")):
        ran = subprocess.run(["docker", "run", "--rm", "--network", "none", image, *command.split()], capture_output=True, text=True)  # fmt: skip
        assert told in ran.stdout, ran.stderr
