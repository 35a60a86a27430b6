"""Scenarios as YAML text, from the same tables as the reader."""

from __future__ import annotations

from typing import Any

import yaml

from scenarios.format.tables import SCENARIO
from scenarios.format.types import Scenario

DUMPER = getattr(yaml, "CSafeDumper", yaml.SafeDumper)


def data(scenario: Scenario) -> dict[str, Any]:
    """The scenario as the plain data that its file would hold; what is as by default is left out."""
    written: dict[str, Any] = SCENARIO.write(scenario)
    return written


def dump(scenario: Scenario) -> str:
    """The scenario as the text of a file that reads as the same scenario."""
    text: str = yaml.dump(data(scenario), Dumper=DUMPER, sort_keys=False, allow_unicode=True, width=110)
    return text
