"""`judge card`: a card as the program understands it, or why it doesn't."""

from __future__ import annotations

import contextlib
from collections.abc import Sequence

import msgspec

from engine.cards import to_json
from engine.model import Card, Face, plain
from engine.oracle import unproved
from judge.report import Page, print_json, print_text
from scenarios.cards import Cards, UnknownCard, Unreadable, card_rulings
from scenarios.links import card_page
from scenarios.wording import face_text, marked_text


def card(name: Sequence[str], why: bool = False, json: bool = False) -> None:
    """Print a card, written back from its abilities; with `why`, how far each line was read. Raises what `Cards.find` does."""
    asked = " ".join(name)
    if why:
        _why(asked, json)
        return
    found = found_card(asked)
    if (
        not json
        and plain(found.name) != plain(asked)
        and not any(plain(f.name) == plain(asked) for f in found.faces)
    ):
        print_text(f"'{asked}' is taken as {found.name}\n")
    if json:
        print_text(msgspec.json.format(to_json(found), indent=2).decode())
        return
    print_text(f"{show(found)}\n\n{proof(found)}")


def found_card(asked: str) -> Card:
    """The card of this name or, if none is called so, the only one whose name has these words or beginnings of words. Raises what `Cards.find` does."""
    cards = Cards()
    try:
        return cards.find(asked)
    except UnknownCard:
        with contextlib.suppress(UnknownCard):
            return cards.find(asked.replace(" ", ""))  # `su chi` is Su-Chi
        names = cards.containing(asked)
        if len(names) == 1:
            return cards.find(names[0])
        if names:
            raise UnknownCard(asked, names[:MOST], len(names)) from None
        raise


MOST = 12
"""So many names are told that have a word, at most."""


def references_of(name: Sequence[str], json: bool = False) -> None:
    """Print a card's texts with the same number behind what is spoken of and the words that refer to it. Raises what `Cards.find` does."""
    found = found_card(" ".join(name))
    texts = {face.name: marked_text(face) for face in found.faces}
    if json:
        print_json({"name": found.name, "faces": [{"name": n, "text": t} for n, t in texts.items()]})
    else:
        print_text("\n//\n".join(f"{n}\n{t}".rstrip() for n, t in texts.items()))


def link_of(name: Sequence[str], json: bool) -> None:
    """Print the address of a card's public page, though its text may not be read. Raises UnknownCard."""
    whole = _whole_name(" ".join(name))
    page = card_page(whole)
    if json:
        print_json({"name": whole, "link": page})
    else:
        print_text(page)


def _whole_name(asked: str) -> str:
    """The name of the card that is meant, though its text may not be read. Raises UnknownCard."""
    try:
        return found_card(asked).name
    except Unreadable as problem:
        return problem.name


def rulings_of(name: Sequence[str], json: bool) -> None:
    """Print the official rulings on a card, the oldest first. Raises UnknownCard, NoRulings."""
    whole = _whole_name(" ".join(name))
    found = card_rulings(whole)
    if json:
        print_json({"name": whole, "rulings": found})
        return
    page = Page()
    page.add(whole, "bold")
    for ruling in found:
        page.add(f"{ruling.published}  {ruling.text}  [{ruling.source}]", indent=2)
    if not found:
        page.add("no rulings on it are in the imported file", "dim", 2)
    page.show()


def _why(asked: str, json: bool) -> None:
    """Each line of a card and whether it was read."""
    cards = Cards()
    try:
        card = cards.find(asked)
    except Unreadable as problem:
        if json:
            print_json({"name": problem.name, "whole": False, "declined": problem.lines})
            return
        page = Page()
        page.add(problem.name, "bold")
        for line in problem.lines:
            place = f"line {line.place}" if line.place else "a line"
            page.add(line.line or f"{place}{f' of {line.face}' if line.face else ''}", "", 2)
            part = "" if line.line or not line.read else "... "
            if line.read or not line.reason:  # not where the face as a whole is at fault
                page.add(f"read: {part}{line.read or 'nothing'}", "green", 6)
            page.add(line.reason or f"stopped at: {line.stopped_at or 'the end'}", "red", 6)
        page.show()
        return
    if json:
        print_json({"name": card.name, "whole": True, "declined": []})
    else:
        print_text(f"{card.name} is read whole")


def proof(card: Card) -> str:
    """In one line whether the library's scenarios show, for every part of the card, that it does what the rules say."""
    lacking = unproved(card)
    return (
        f"not proved by a scenario: {', '.join(lacking)}" if lacking else "every part is proved by a scenario"
    )


def show(card: Card) -> str:
    """A card as text: for each face its name and cost, its types, its abilities in the words of the card language, its size."""
    return "\n//\n".join(_face(face) for face in card.faces)


def _face(face: Face) -> str:
    lines = [f"{face.name}  {face.mana_cost}".rstrip(), face.type_line]
    if face.color_indicator:
        lines.append(f"Color indicator: {', '.join(face.color_indicator)}")
    text = face_text(face)
    lines.extend(text.split("\n") if text else [])
    if face.power is not None:
        lines.append(f"{face.power}/{face.toughness}")
    lines.extend(
        f"{what}: {value}"
        for what, value in (("Loyalty", face.loyalty), ("Defense", face.defense))
        if value is not None
    )
    return "\n".join(lines)
