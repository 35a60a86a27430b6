"""The answers of `judge` for other programs: what `--json` prints, as plain data; scenarios come as texts and never as paths, so nothing here reads a file that
a user names.

The web page (`judge.web`) and the assistants' server (`judge.assistants`) are faces over these functions; they have no logic of their own.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import msgspec

from judge.answers.errors import told


class NotAnswered(Exception):
    """The question can't be answered; the text is the message for the user."""


class Unknown(NotAnswered):
    """Nothing is called or numbered so."""


def run(text: str, edition: str | None = None) -> Any:
    """The rulings on the scenarios of a YAML text, as `judge run --json` prints them. Raises NotAnswered for an edition that isn't installed."""
    from scenarios.runner import run_text

    return _data(lambda: run_text(text, _edition(edition)))


def ask(text: str, questions: Sequence[str], number: int | None = None, edition: str | None = None) -> Any:
    """The ruling on a scenario of the text that is asked these questions in words; `number`, from 1, where the text holds several. Raises NotAnswered."""
    from scenarios.runner import ask_text

    return _data(lambda: ask_text(text, *questions, number=number, edition=_edition(edition)))


def explore(text: str, over: Sequence[str] = (), limit: int | None = None, cite: bool = False) -> Any:
    """The rulings on the scenarios of the text with all that can come of them, as `judge explore --json` prints them; `cite`: with the text of the rules.
    Raises NotAnswered."""
    from scenarios.exploring.files import explored_text

    return _data(lambda: explored_text(text, over, limit, cite=cite))


def html(
    text: str,
    what: str = "run",
    form: str = "articles",
    questions: Sequence[str] = (),
    over: Sequence[str] = (),
    limit: int | None = None,
    edition: str | None = None,
) -> str:
    """The rulings on a text as HTML: `articles`, one after the other, for a page that has the style and the script of `judge.html`, or a `page` of their own,
    which loads nothing. `what`: run (with the boards on the way), explore or ask. Raises NotAnswered."""
    from judge.html import Shown, document, fragment
    from judge.html.view import heading
    from scenarios.exploring.files import explored_text
    from scenarios.runner import ask_text, run_text

    def answer() -> str:
        if what == "explore":
            found = explored_text(text, over, limit)
        elif what == "ask":
            found = [ask_text(text, *questions, edition=_edition(edition))]
        else:
            found = run_text(text, _edition(edition), pictures=True)
        if form == "page":
            return document(
                [Shown(ruling, text) for ruling in found], heading(found[0]) if found else "judge"
            )
        return "\n".join(fragment(ruling, text, place=n) for n, ruling in enumerate(found, 1))

    made: str = _data(answer)
    return made


def validate(text: str) -> list[dict[str, Any]]:
    """What is wrong with the text of a scenario file, each with its line and column from 1 and, where one can be made, the corrected line; cards that aren't
    known or can't be read among it. Nothing is played."""
    from scenarios.runner import validate as found

    return [msgspec.to_builtins(fault) for fault in found(text)]


def rule(query: str, edition: str | None = None) -> Any:
    """The rules that a number, a range or a name means, as `judge rule --json` prints them. Raises NotAnswered."""
    import rules_db

    return _data(lambda: rules_db.rule(query, edition, digest=True))


def search(words: str, edition: str | None = None, limit: int = 10) -> Any:
    """The rules that answer to some words, best first. Raises NotAnswered."""
    import rules_db
    from scenarios.mentions import cards_of

    return _data(lambda: rules_db.searched(words, edition, limit, cards_of).hits)


def glossary(term: str, edition: str | None = None) -> Any:
    """The glossary entries of a term, with the rules that they point to. Raises NotAnswered."""
    import rules_db

    return _data(lambda: rules_db.glossary(term, edition))


def history(query: str, edition: str | None = None) -> Any:
    """A rule's way through the installed editions. Raises NotAnswered."""
    import rules_db

    return _data(lambda: rules_db.history(query, edition))


def diff(old: str, new: str, section: str | None = None) -> Any:
    """What changed between two installed editions. Raises NotAnswered."""
    import rules_db

    return _data(lambda: rules_db.diff(old, new, section))


def editions() -> list[dict[str, Any]]:
    """The installed editions of the rules, the newest first; the digest, which is always there, isn't among them."""
    import rules_db

    found: list[dict[str, Any]] = _data(rules_db.installed)
    return found[::-1]


def examples() -> list[dict[str, str]]:
    """The scenarios of the cookbook, which answer common questions: their names, titles and questions."""
    from scenarios.manual.cookbook import recipes

    return [
        {"name": each.file.removesuffix(".yaml"), "title": each.title, "question": each.question}
        for each in recipes()
    ]


def example(name: str) -> dict[str, str]:
    """One of them with its text. Raises Unknown."""
    from scenarios.manual.cookbook import recipes

    for each, about in zip(recipes(), examples(), strict=True):
        if about["name"] == name:
            return {**about, "text": each.text}
    raise Unknown(f"the cookbook has no example '{name}'")


def schema(of: str = "scenario") -> Any:
    """The JSON Schema of scenario files or, of "ruling", of the rulings. Raises NotAnswered."""
    from scenarios.format import schema as scenario
    from scenarios.runner import Ruling

    if of not in ("scenario", "ruling"):
        raise Unknown(f"there is a schema of 'scenario' and one of 'ruling', none of '{of}'")
    return _data(lambda: scenario() if of == "scenario" else msgspec.json.schema(Ruling))


def card(name: str) -> Any:
    """A card as the engine knows it (`card`), written back from its abilities (`text`), what no scenario proves of it, and its public page (`link`). Raises
    NotAnswered, with the lines that can't be read if that is why."""
    from engine.cards import to_json
    from judge.answers import card as cards
    from scenarios.links import card_page

    def answer() -> dict[str, Any]:
        found = cards.found_card(name)
        data = msgspec.json.decode(to_json(found))
        return {
            "name": found.name,
            "text": cards.show(found),
            "proof": cards.proof(found),
            "link": card_page(found.name),
            "card": data,
        }

    return _data(answer)


def card_names(words: str, most: int = 20) -> list[str]:
    """The names of cards that have these words or beginnings of words."""
    from scenarios.cards import Cards

    return list(Cards().containing(words)[:most]) if words.strip() else []


def _edition(named: str | None) -> str | None:
    """The edition, when it is installed. Raises RulesError."""
    import rules_db

    return None if named is None else rules_db.edition_named(named)


def _data(answer: Callable[[], Any]) -> Any:
    """The answer as plain data. Raises NotAnswered for the errors that are messages for the user."""
    from rules_db.errors import UnknownRule
    from scenarios.cards import UnknownCard

    try:
        return msgspec.json.decode(msgspec.json.encode(answer()))
    except Exception as error:
        if not isinstance(error, (ValueError, *told())):
            raise
        raise (Unknown if isinstance(error, (UnknownRule, UnknownCard)) else NotAnswered)(
            str(error)
        ) from None
