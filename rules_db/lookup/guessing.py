"""What a misspelt name most likely means.

rapidfuzz is imported where it compares: most names are spelt well, and those who look them up start sooner without it.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence


def variants(name: str) -> set[str]:
    """The same name in plural or singular, or another form of the verb."""
    found = {name + "s", name.removesuffix("s"), name.removesuffix("es")}
    if name.endswith("ies"):
        found.add(name[:-3] + "y")
    if name.endswith("ing"):
        found |= {name[:-3], name[:-3] + "e"}
    if name.endswith("ed"):
        found |= {name[:-2], name[:-1]}
    return found - {name}


def misspelt(asked: str, choices: Sequence[str]) -> str | None:
    """The choice that `asked` misspells, or None when there is none that is near as a whole and word by word."""
    from rapidfuzz import fuzz, process

    choices = list(dict.fromkeys(choices))
    hits = process.extract(asked, choices, scorer=fuzz.ratio, limit=5, score_cutoff=80)
    hits += process.extract(asked, choices, scorer=fuzz.token_sort_ratio, limit=5, score_cutoff=84)
    if not hits:
        return None
    known = {word for choice in choices for word in choice.split()}
    ranked = sorted(hits, key=lambda hit: -hit[1])
    return next((choice for choice, _, _ in ranked if _word_by_word(asked, choice, known)), None)


def _word_by_word(asked: str, choice: str, known: Collection[str]) -> bool:
    """Whether each word is its counterpart or a misspelling of it, in this order or another, or the words run together.

    A word that stands in any of the names is spelt as it was meant: "creature token" is no misspelt "treasure token". What is the beginning of one is no
    misspelling of another: "tramp" is no "ramp" where there is "trample".
    """

    def means(our: str, their: str) -> bool:
        if our == their or our in variants(their) or their in variants(our):
            return True
        begins = not their.startswith(our) and any(word.startswith(our) for word in known)
        return (
            our not in known and not begins and _slips(our, their) <= _ALLOWED[min(len(our), len(their), 9)]
        )

    ours, theirs = asked.split(), choice.split()
    if len(ours) != len(theirs):
        return _slips("".join(ours), "".join(theirs)) <= 1
    orders = (zip(ours, theirs, strict=True), zip(sorted(ours), sorted(theirs), strict=True))
    return any(all(means(our, their) for our, their in pairs) for pairs in orders)


# How many letters may be wrong, missing, too many or swapped in a word of a length.
_ALLOWED = (0, 0, 0, 0, 1, 1, 2, 2, 2, 3)


def _slips(one: str, other: str) -> int:
    from rapidfuzz.distance import OSA

    return int(OSA.distance(one, other))


def nearest(asked: str, choices: Mapping[str, str], limit: int) -> list[str]:
    """The choices to name when nothing is near enough to be meant; given as they are compared, and as they are shown."""
    from rapidfuzz import fuzz, process

    hits = process.extract(asked, list(choices), scorer=fuzz.WRatio, limit=limit, score_cutoff=60)
    return [choices[choice] for choice, _, _ in hits]
