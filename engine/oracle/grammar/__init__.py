"""The rules of card English, by part of speech. Every module here and below registers its rules when it is imported."""

from __future__ import annotations

import importlib
import pkgutil


def load() -> None:
    """Import every module here and below, in the order of their names, in which their rules are tried when a value is written."""
    for module in sorted(pkgutil.walk_packages(__path__, __name__ + "."), key=lambda m: m.name):
        importlib.import_module(module.name)
