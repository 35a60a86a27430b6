"""Answers to the decisions that come up."""

from __future__ import annotations

from typing import TypeAlias

from scenarios.format.types.common import Base, Share


class Words(Base, frozen=True, kw_only=True, tag=True):
    """An answer in words: ``yes``, ``none``, a name, a color, the opening words of a mode."""

    text: str


class Number(Base, frozen=True, kw_only=True, tag=True):
    value: int


class Several(Base, frozen=True, kw_only=True, tag=True):
    """A list of answers, where several things are picked."""

    items: tuple[Answer, ...]


class Division(Base, frozen=True, kw_only=True, tag=True):
    """``{bears: 1, bob: 2}``."""

    shares: tuple[Share, ...]


class AnswerTo(Base, frozen=True, kw_only=True, tag=True):
    """An answer that says which kind of decision it is for: ``mode``, ``x``, ``target``, ``coin`` or ``die``."""

    kind: str
    answer: Answer


class AnswerOf(Base, frozen=True, kw_only=True, tag=True):
    """An answer that says whose it is: ``{bob: yes}``."""

    player: str
    answer: Answer


Answer: TypeAlias = Words | Number | Several | Division | AnswerTo | AnswerOf
