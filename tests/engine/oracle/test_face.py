"""What others import of the room: it starts light, and the grammar's rules come by themselves when they are needed."""

from __future__ import annotations

import subprocess
import sys

import engine.oracle
from engine import abilities as ab

RULES = "engine.oracle.grammar.nouns"


def run(program: str) -> str:
    """What a fresh Python prints."""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    return done.stdout.strip()


def test_importing_the_room_loads_no_rules() -> None:
    assert run(f"import sys, engine.oracle; print({RULES!r} in sys.modules)") == "False"


def test_rules_are_loaded_by_the_first_reading_and_by_the_first_writing() -> None:
    read = "engine.oracle.read_line('Draw a card.', 'spell line').value"
    written = "engine.oracle.write_paragraph('spell line', ab.SpellAbility(ab.Draw(ab.Literally(1))))"
    assert run(f"import engine.oracle; print({read})").startswith("SpellAbility(effect=Draw(")
    assert (
        run(f"import engine.oracle; from engine import abilities as ab; print({written})") == "Draw a card."
    )


def test_names_of_keywords_are_known_without_what_they_take() -> None:
    assert engine.oracle.is_keyword_name("Equip")
    assert engine.oracle.is_keyword_name("protection")
    assert not engine.oracle.is_keyword_name("flight")
    assert isinstance(engine.oracle.read_line("Flying", "permanent line").value, ab.Keyword)
