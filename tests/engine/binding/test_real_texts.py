"""The words of real cards refer to what two readers found that they do, each for themselves (real_texts.tsv)."""

from __future__ import annotations

from tests.engine.binding.real_texts import TABLE, lines


def test_the_words_of_real_cards_refer_to_what_readers_say() -> None:
    wanted = TABLE.read_text(encoding="utf-8").splitlines()
    found = set(lines({line.split("\t")[0] for line in wanted}))
    assert [line for line in wanted if line not in found] == []


def test_there_are_texts_enough() -> None:
    assert len(TABLE.read_text(encoding="utf-8").splitlines()) >= 300
