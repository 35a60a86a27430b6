"""Words as a search compares them: lower case, typography aside, without the endings that grammar gives them."""

from __future__ import annotations

import functools
import re

from rules_db.notation import typography

# Words that say nothing about which rule is meant.
_STOP_WORDS = """
a about after all also am an and any anyone anything are as at back be because been being but by can can't
cannot come could did didn't do does doesn't doing don't else even ever first for from get gets getting
give go goes going got had happen happened happens has have he her his how i i'd i'll i'm i've if in
instead into is isn't it it's its just kind let like long make may me mean means much must my need next no
not now of off ok on one only or other our out over own really right rule rules same see she should since
so some someone something still such take than that that's the their them then there these they they're
thing things this those through time to too up us use used uses using very want wants was way we were what
what's when where whether which while who whose why will with without won't would yes you your
"""
_WORD = re.compile(r"[a-z0-9]+(?:'[a-z]+)?|[+-]\d+(?:/[+-]\d+)?")
_VOWEL = re.compile(r"[aeiouy]")


def words(text: str) -> list[str]:
    """The words of a text in their order."""
    found = _WORD.findall(typography.fold(text).lower().replace("-", " "))
    return [word.removesuffix("'s").replace("'", "") for word in found]


def stems(text: str) -> list[str]:
    """The stems of a text's words in their order."""
    return [stem(word) for word in words(text)]


@functools.lru_cache(maxsize=20_000)
def stem(word: str) -> str:
    """A word without its ending: `casting`, `casts` and `cast` are one, as are `copies`, `copied` and `copy`."""
    if len(word) <= 3 or not word.isalpha():
        return word
    found = word
    if found.endswith(("ies", "ied")):
        return found[:-3] + "y" if len(found) > 4 else found[:-1]
    if found.endswith("s") and not found.endswith(("ss", "us", "is")):
        found = found[:-2] if found.endswith(("sses", "shes", "ches", "xes")) else found[:-1]
    for ending in ("ing", "ed"):
        kept = found.removesuffix(ending)
        if kept != found and len(kept) > 2 and _VOWEL.search(kept):
            found = kept
            if found[-1] == found[-2] and (found[-1] not in "lsz" or len(found) > 6):
                found = found[:-1]
            break
    return found[:-1] if found.endswith("e") and len(found) > 3 else found


STOP = frozenset(words(_STOP_WORDS))
STOP_STEMS = frozenset(map(stem, STOP))
