"""What a plain command loads: a look-up starts in a tenth of a second, since it loads nothing that only other commands need."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from tests.conftest import Furnish

FOR_OTHERS = {
    "anyio", "dask", "distributed", "fastapi", "httpx", "jinja2", "markdown_it", "mcp", "numpy", "pydantic", "starlette", "tornado", "uvicorn",
}  # fmt: skip
"""Packages that serve, draw, fetch or spread work."""
CODE = (
    "import sys\nsys.argv = ['judge', *sys.argv[1:]]\nfrom judge.__main__ import main\n"
    "try:\n    main()\nexcept SystemExit as end:\n    assert not end.code\n"
    "print(*{name.partition('.')[0] for name in sys.modules}, file=sys.stderr)\n"
)


@pytest.mark.parametrize(
    ("command", "besides"),
    [
        (["rule", "702.19b"], {"engine", "scenarios", "typer", "rich", "sqlite_utils", "platformdirs"}),
        (["search", "trample", "--json"], {"engine", "typer", "rich", "sqlite_utils", "platformdirs"}),
        (["--help"], {"engine", "scenarios", "rules_db"}),
        (["--version"], {"engine", "scenarios", "typer", "msgspec"}),
    ],
)
def test_a_plain_command_loads_nothing_that_only_others_need(
    command: list[str], besides: set[str], furnish: Furnish, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("JUDGE_HOME", str(furnish(tmp_path)))
    ran = subprocess.run([sys.executable, "-c", CODE, *command], capture_output=True, text=True)
    loaded = set(ran.stderr.split())
    assert ran.returncode == 0 and "judge" in loaded
    assert loaded & (FOR_OTHERS | besides) == set()
