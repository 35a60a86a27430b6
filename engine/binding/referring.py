"""The words that refer back, each with what it means: the latest that agrees (CR 608.2c)."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from msgspec import structs

from engine import abilities as ab
from engine.binding.candidates import LINKED, SOURCE, TARGETED, Candidate, Spoken
from engine.binding.introducers import PICKED, of_noun
from engine.binding.special import SPECIAL
from engine.binding.words import words_of

if TYPE_CHECKING:
    from engine.binding.binder import Binder


def _that(b: Binder, noun: ab.That, spoken: Spoken, quiet: bool, beside: tuple[int, ...]) -> Any:
    if noun.by is not None:
        noun = structs.replace(noun, by=b.bind(noun.by, spoken, True))
    if noun.done:
        done = spoken.done(noun.done, noun.noun)
        if done and not noun.many and not noun.way:
            done = _picked(spoken, done[0]) + done
        if done:
            together = tuple(
                dict.fromkeys(a for c in (done if noun.many or noun.way else done[:1]) for a in c.to)
            )
            meant: Candidate | None = replace(done[0], to=together, many=noun.many, object=True)
        elif noun.done in LINKED and not noun.way and b.linked:
            around = b.around.done(noun.done, noun.noun) if b.around is not None else []
            to = around[0].to if around else (LINKED[noun.done],)
            meant = Candidate(to, frozenset({noun.noun or "card"}), noun.many, loose=True)
        else:
            meant = None
        return b.note(noun, meant, None if quiet else spoken)
    if noun.noun in ("player", "opponent"):
        return b.note(noun, spoken.player_spoken_of(noun.noun), None if quiet else spoken)
    meant = spoken.thing(noun.noun, noun.many, beside)
    if meant is None and beside:
        meant = spoken.thing(noun.noun, noun.many)
    if noun.many and not noun.noun and (meant is None or SOURCE in meant.to):  # "them" of one player
        meant = spoken.player_spoken_of("they") or meant
    return b.note(noun, meant and replace(meant, many=noun.many), None if quiet and not noun.noun else spoken)


def _picked(spoken: Spoken, of: Candidate) -> list[Candidate]:
    """Of all the cards that were revealed or exiled until one fits, the one that does: "the revealed card"."""
    at = (of.to[0] + PICKED,) if of.many and len(of.to) == 1 else ()
    return [c for c in spoken.said if at and c.done == "picked" and c.to == at and not c.many]


def _same_subject(
    b: Binder, noun: ab.SameSubject, spoken: Spoken, quiet: bool, beside: tuple[int, ...]
) -> Any:
    if b.dealing:  # "deals damage to itself"
        return b.note(noun, Candidate(b.dealing))
    meant = spoken.thing("", noun.many) or spoken.thing("", not noun.many)
    if noun.many and (meant is None or SOURCE in meant.to):  # "two target players exchange ..."
        meant = spoken.player_spoken_of("they") or meant
    return b.note(noun, meant)


def _that_player(b: Binder, noun: ab.ThatPlayer, spoken: Spoken, quiet: bool, beside: tuple[int, ...]) -> Any:
    meant = spoken.player_spoken_of(noun.word)
    if (
        meant is None and b.linked and b.depth == 1
    ):  # the one whom the only ability before affects that has a player as its target (CR 607.1)
        before = [place for place in b.targeting if place < b.place]
        meant = Candidate((TARGETED,), frozenset({"player"}), player=True) if len(before) == 1 else None
    return b.note(noun, meant and replace(meant, object=False), None if quiet else spoken)


def _having(b: Binder, quality: ab.Having, spoken: Spoken, quiet: bool, beside: tuple[int, ...]) -> Any:
    """Of "the player or planeswalker it's attacking": what the event is said of, which attacks, whatever deals the damage."""
    attacker = next((c for c in reversed(spoken.said) if c.subject), None)
    if quality.relation != "that it's attacking" or quality.objects != ab.That() or attacker is None:
        return b.fields(quality, spoken, quiet)
    return structs.replace(quality, objects=b.note(b.addressed(quality.objects), attacker))


def _players_who(b: Binder, noun: ab.PlayersWho, spoken: Spoken, quiet: bool, beside: tuple[int, ...]) -> Any:
    """In the condition, "that player" and "they" are each of them in turn."""
    who = b.bind(noun.who, spoken, True)
    said = of_noun(noun)
    assert said is not None
    own = spoken.copy()
    own.add(said)
    noun = structs.replace(noun, who=who, condition=b.bind(noun.condition, own))
    if not quiet:
        spoken.add(said)
    return noun


def _player_or_controller(
    b: Binder, noun: ab.PlayerOrController, spoken: Spoken, quiet: bool, beside: tuple[int, ...]
) -> Any:
    both = [c for c in reversed(spoken.said) if c.player and noun.noun in c.words]
    both = both or [c for c in reversed(spoken.said) if c.player and c.object]
    noun = b.note(noun, next(iter(both), None))
    if not quiet:
        spoken.add(Candidate((noun.at,), frozenset({"player"}), None, object=False, player=True))
    return noun


def _rest(b: Binder, noun: ab.Rest, spoken: Spoken, quiet: bool, beside: tuple[int, ...]) -> Any:
    group = spoken.group()
    noun = b.note(noun, group)
    if not quiet:
        words = group.words if group else frozenset({"card"})
        spoken.add(Candidate((noun.at,), words, noun.word != "other", loose=True))
    return noun


def _that_much(b: Binder, number: ab.ThatMuch, spoken: Spoken, quiet: bool, beside: tuple[int, ...]) -> Any:
    if b.in_place_of is not None:
        amount, here = b.in_place_of
        if Spoken(spoken.said[here:]).number(number.word) is None:
            return amount
    return b.note(number, spoken.number(number.word))


def _how_many(b: Binder, number: ab.HowMany, spoken: Spoken, quiet: bool, beside: tuple[int, ...]) -> Any:
    done = spoken.done(number.done, number.noun)
    to = tuple(dict.fromkeys(a for c in done for a in c.to))
    return b.note(number, replace(done[0], to=to) if done else None)


def _did(b: Binder, condition: ab.Did, spoken: Spoken, quiet: bool, beside: tuple[int, ...]) -> Any:
    condition = b.fields(condition, spoken, True)
    if not condition.done or condition.done in ("search", "searched"):
        return condition
    done = spoken.done(condition.done)
    to = tuple(dict.fromkeys(a for c in done for a in c.to))
    if condition.done == "prevented" and done:  # "that much" is what was
        spoken.add(Candidate(to, frozenset({"damage"}), None, "prevented", object=False, amount=True))
    if (
        condition.done == "exiled" and condition.which is not None and done
    ):  # "each *other* card exiled with it"
        words = words_of(condition.which) | {"card"}
        spoken.add(Candidate(to, words, aside=True))
    return b.note(condition, replace(done[0], to=to) if done else None)


SPECIAL.update(
    {
        ab.That: _that,
        ab.SameSubject: _same_subject,
        ab.ThatPlayer: _that_player,
        ab.Having: _having,
        ab.PlayersWho: _players_who,
        ab.PlayerOrController: _player_or_controller,
        ab.Rest: _rest,
        ab.ThatMuch: _that_much,
        ab.HowMany: _how_many,
        ab.Did: _did,
    }
)
