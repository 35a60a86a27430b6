"""What the shell offers as a card's name or a rule's number is being typed (bash, zsh, fish; `judge --install-completion`)."""

from __future__ import annotations

import typer

MOST = 60
"""So many names are offered, at most."""


def card_names(ctx: typer.Context, incomplete: str) -> list[str]:
    """The rest of the names that begin with the words so far, which stay as they are typed; without apostrophes, which a shell takes for quotes."""
    # Here, since only a shell that completes needs cards.
    from scenarios.cards import Cards

    before = "".join(f"{word} " for word in ctx.params.get("name") or ())
    typed = (before + incomplete).lower()
    if not typed.strip():
        return []
    names = (name.replace("'", "") for name in Cards().containing(typed))
    fitting = [name[len(before) :] for name in names if name.lower().startswith(typed)]
    return [incomplete + name[len(incomplete) :] for name in fitting[:MOST]]


def rule_numbers(incomplete: str) -> list[tuple[str, str]]:
    """The numbers of the digest that begin so, each with what it is about: sections, then rules, then subrules as more is typed."""
    if not incomplete[:1].isdigit():
        return []
    # Here, since only a shell that completes needs the rules.
    from rules_db.opening import database
    from rules_db.store import digest_names

    with database() as connection:
        rows = connection.execute(
            "SELECT number, title FROM headings WHERE edition = ? AND number LIKE ? || '%'"
            " UNION ALL SELECT number, title FROM rules WHERE edition = ? AND number LIKE ? || '%'",
            (digest_names.ID, incomplete, digest_names.ID, incomplete),
        ).fetchall()
    from rules_db.notation import numbers

    titles = dict(rows)
    near = [number for number in titles if len(number) <= len(incomplete) + 2 or "." not in number]
    return [(number, titles[number]) for number in numbers.in_order(near)][:MOST]
