"""The editor that is shipped is that of its sources, and names whose work it holds."""

from __future__ import annotations

import hashlib
import json
import re
from pathlib import Path

WEB = Path(__file__).resolve().parents[3] / "judge" / "web"
EDITOR = WEB / "editor"


def sources_hash() -> str:
    """What `build.mjs` writes into the bundle: each source's name and content, in the order of their names."""
    names = ["build.mjs", "package-lock.json", "package.json"]
    names += [f"src/{each.name}" for each in (EDITOR / "src").iterdir()]
    found = hashlib.sha256()
    for name in sorted(names):
        found.update(f"{name}\0".encode() + (EDITOR / name).read_bytes() + b"\0")
    return found.hexdigest()


def banner() -> str:
    return (WEB / "static" / "editor.js").read_text(encoding="utf-8")[:4000]


def test_the_bundle_is_made_of_the_present_sources() -> None:
    assert f"sha256 {sources_hash()}" in banner(), "cd judge/web/editor && npm ci && npm run build"


def test_every_package_of_the_bundle_has_its_licence_beside_it() -> None:
    bundled = re.findall(r"((?:@[\w-]+/)?[\w-]+ \d+\.\d+\.\d+) \((\w+)\)", banner().split("*/")[0])
    licences = (WEB / "static" / "editor.licences.txt").read_text(encoding="utf-8")
    assert {licence for _, licence in bundled} == {"MIT"}
    assert len(bundled) > 10
    assert [package for package, _ in bundled if package not in licences] == []
    locked = json.loads((EDITOR / "package-lock.json").read_text(encoding="utf-8"))["packages"]
    versions = {path.removeprefix("node_modules/"): entry.get("version") for path, entry in locked.items()}
    assert [package for package, _ in bundled if versions[package.split()[0]] != package.split()[1]] == []
