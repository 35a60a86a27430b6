"""The rules of card English, by part of speech. Every module here and below registers its rules when it is imported."""

from __future__ import annotations

import importlib
import pkgutil

from engine.oracle.kernel import GRAMMAR


def _import_all() -> None:
    for module in sorted(pkgutil.walk_packages(__path__, __name__ + "."), key=lambda m: m.name):
        importlib.import_module(module.name)


GRAMMAR.load(_import_all)
