"""A small rules document in our own words, to be spoilt in as many ways as tests need."""

from __future__ import annotations

FRONT = [
    "Comprehensive Rules of a Magic Game",
    "",
    "Made up, and effective as of April 1, 2027.",
    "",
    "Introduction",
    "",
    "A made-up document for tests.",
    "",
    "Contents",
    "",
    "1. Basics",
    "100. General",
    "101. Mana",
    "",
    "10. Far Away",
    "1000. Late Rules",
    "",
    "Glossary",
    "",
    "Credits",
    "",
]
BODY = [
    "1. Basics",
    "",
    "100. General",
    "",
    "100.1. A spell sits on the stack (see rule 101.2a).",
    "Example: Your spell waits there.",
    "",
    "100.1a A creature fights.",
    "",
    "100.1b A land makes mana, as rules 101.1 and 101.2a–b say.",
    "",
    "101. Mana",
    "",
    "101.1. Mana pays for things.",
    "",
    "101.2. Colors",
    "",
    "101.2a There are five.",
    "     They go round.",
    "",
    "101.2b A library has none.",
    "",
    "10. Far Away",
    "",
    "1000. Late Rules",
    "",
    "1000.1. A graveyard comes late.",
    "",
]
BACK = [
    "Glossary",
    "",
    "Mana",
    "What pays. See rule 101.1.",
    "",
    "Stack",
    "1. Where spells wait.",
    "2. A pile.",
    "",
    "Credits",
    "",
    "Published by nobody.",
]


def text(
    body: list[str] | None = None, *, front: list[str] | None = None, back: list[str] | None = None
) -> bytes:
    lines = [
        *(FRONT if front is None else front),
        *(BODY if body is None else body),
        *(BACK if back is None else back),
    ]
    return "\r\n".join(lines).encode("utf-8")
