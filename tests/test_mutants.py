"""Faults of one token: each leaves a module that can be read, and differs from what was there."""

from __future__ import annotations

import ast

from tests import mutants

FILE = "engine/rules/effects/durations.py"


def test_each_fault_changes_the_module_and_nothing_else() -> None:
    raw = (mutants.ROOT / FILE).read_bytes()
    found = list(mutants.faults(FILE))
    assert {"and", "==", "in"} <= {fault.old for fault in found}
    for fault in found:
        old = fault.old.encode()
        assert raw[fault.at : fault.at + len(old)] == old, fault
        changed = raw[: fault.at] + fault.new.encode() + raw[fault.at + len(old) :]
        assert ast.dump(ast.parse(changed)) != ast.dump(ast.parse(raw)), fault
        assert raw[: fault.at].count(b"\n") + 1 == fault.line


def test_the_seed_makes_the_choice() -> None:
    known = mutants.all_faults("engine/rules/combat")
    assert len(known) > 100 and len(set(known)) == len(known)
    assert all(fault.file.startswith("engine/rules/combat/") for fault in known)
