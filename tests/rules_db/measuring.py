"""How well a search answers the sets of questions beside this module: `python -m tests.rules_db.measuring [MISSED]`.

Prints for each set the shares of questions whose rule is the first hit, among the first three and among the first ten,
as written and with a typing error in one word or in two; with a set's name, the questions of it that are missed. The
sets whose names end in `held_out` and `unseen` are measured only: nothing is fitted to them.
"""

from __future__ import annotations

import csv
import random
import sys
from collections.abc import Callable, Sequence
from pathlib import Path

import rules_db
from scenarios.mentions import cards_of

HERE = Path(__file__).parent
SETS = ("questions", "questions_held_out", "questions_unseen", "posts", "posts_held_out", "terms")

Question = tuple[str, frozenset[str]]
Search = Callable[[str], Sequence[str]]


def questions(name: str) -> list[Question]:
    """A set: each question with the rules that answer it."""
    with (HERE / f"{name}.tsv").open(encoding="utf-8") as file:
        rows = csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE)
        return [(row["question"], frozenset(row["rules"].split())) for row in rows]


def mistyped(question: str, seed: int, times: int = 1) -> str:
    """The question with typing errors in some of its longer words: a letter left out, doubled, wrong, or two swapped."""
    pick = random.Random(f"{seed} {question}")
    words = question.split()
    long = [place for place, word in enumerate(words) if len(word) > 3 and word.isalpha()]
    for place in pick.sample(long, min(times, len(long))):
        word = words[place]
        at = pick.randrange(1, len(word) - 1)
        words[place] = pick.choice(
            (
                word[:at] + word[at + 1 :],
                word[:at] + word[at] + word[at:],
                word[:at] + pick.choice("abcdefghijklmnopqrstuvwxyz") + word[at + 1 :],
                word[:at] + word[at + 1] + word[at] + word[at + 2 :],
            )
        )
    return " ".join(words)


def ranks(asked: Sequence[Question], search: Search) -> list[int]:
    """For each question the place of the first hit that answers it, from 0; 99 where none of ten does."""
    found = []
    for question, answers in asked:
        hits = search(question)
        found.append(next((place for place, number in enumerate(hits) if number in answers), 99))
    return found


def shares(found: Sequence[int]) -> tuple[float, float, float]:
    """The shares of questions that are answered by the first hit, by the first three and by the first ten."""
    first, three, ten = (sum(rank < top for rank in found) / len(found) for top in (1, 3, 10))
    return first, three, ten


def search(question: str) -> list[str]:
    """The numbers of ten hits, as the command line finds them."""
    return [hit.number for hit in rules_db.searched(question, limit=10, cards_of=cards_of).hits]


def main() -> None:
    """Print the figures, and what of a set is missed."""
    for name in SETS:
        plain = questions(name)
        sets = {"": plain}
        if name != "terms":
            for times in (1, 2):
                sets[f", {times} typing error{'s' * (times > 1)}"] = [
                    (mistyped(question, seed, times), answers)
                    for seed in range(2)
                    for question, answers in plain
                ]
        for remark, asked in sets.items():
            figures = "  ".join(f"{share:5.1%}" for share in shares(ranks(asked, search)))
            print(f"{name + remark:40} {len(asked):4}  {figures}")
    for name in sys.argv[1:]:
        for question, answers in questions(name):
            hits = search(question)
            if not answers & set(hits[:3]):
                print(f"{question[:110]}\n    {' '.join(sorted(answers))}  <-  {' '.join(hits)}")


if __name__ == "__main__":
    main()
