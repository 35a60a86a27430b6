"""Events in plain words, with the rules they come under: the timeline of a ruling."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from engine import abilities as ab
from engine.game import Game, LastingEffect
from engine.game import events as ev
from engine.model import OUTSIDE, GameObject, Thing
from engine.queries import changed_rules, default_choices, event_patterns
from engine.rules.effects import as_cast, attaching, components

Told = tuple[str, tuple[str, ...], tuple[Thing, ...]]

RULES_OF: dict[str, str] = {
    "reveal": "701.20a",
    "search": "701.23a",
    "cycle": "702.29a",
    "crews": "702.122b",
    "saddles": "702.171c",
    "becomes crewed": "702.122e",
    "enlists": "702.154c",
    "evolves": "702.100b",
    "mentors": "702.134c",
    "trains": "702.149c",
    "foretell": "702.143a",
    "plot": "702.170a",
    "proliferate": "701.34a",
    "populate": "701.36a",
    "fights": "701.14a",
    "regenerates": "701.19a",
    "is healed": "701.69a",
    "drew from an empty library": "121.4",
    "give a gift": "702.174c",
    "win a coin flip": "705.2",
    "lose a coin flip": "705.2",
    "investigate": "701.16a",
    "manifest dread": "701.62a",
    "discover": "701.57a",
    "explores": "701.44b",
    "connives": "701.50f",
    "scry": "701.22a",
    "surveil": "701.25a",
    "becomes monstrous": "701.37a",
    "earthbend": "701.66b",
    "exert": "701.43a",
    "adapts": "701.46a",
    "amass": "701.47a",
    "become the monarch": "725.1",
    "take the initiative": "726.1",
    "becomes harnessed": "701.64a",
    "becomes level 2": "716.2a",
    "becomes level 3": "716.2a",
    "becomes paired": "702.95b",
    "becomes prepared": "722.3a",
    "becomes renowned": "702.112a",
    "becomes saddled": "702.171a",
    "becomes suspected": "701.60a",
    "is suspected no longer": "701.60a",
    "becomes unpaired": "702.95e",
    "becomes unprepared": "722.3b",
    "blight": "701.68a",
    "chaos ensues": "311.7",
    "roll the planar die": "901.9",
    "planeswalk to": "701.31d",
    "planeswalk away from": "701.31d",
    "encounter": "312.5",
    "set in motion": "701.32b",
    "open an Attraction": "701.51b",
    "roll to visit": "701.52a",
    "is visited": "701.52a",
    "put a sticker": "123.3",
    "clash": "701.30b",
    "collect evidence": "701.59a",
    "converts": "701.28a",
    "endures": "701.63a",
    "firebend": "702.189b",
    "fateseal": "701.29a",
    "forage": "701.61a",
    "incubate": "701.53a",
    "is the Ring-bearer no longer": "701.54a",
    "is turned face up": "708.8",
    "learn": "701.48a",
    "phases in": "702.26c",
    "phases out": "702.26b",
    "the Ring tempts": "701.54a",
    "time travel": "701.56a",
    "transforms": "701.27a",
}
"""What players and objects do and become, each with the rule that says what that is."""


OF_OBJECTS = frozenset(
    {
        "crews",
        "saddles",
        "becomes crewed",
        "becomes saddled",
        "enlists",
        "explores",
        "connives",
        "evolves",
        "mentors",
        "trains",
    }  # fmt: skip
)
"""What is noted of a player, and said of the object."""


def tell(game: Game, event: ev.GameEvent) -> Told | None:
    """What to say of the event once it has happened, under which rules, about whom; None if it is not worth a line of its own."""
    return (
        _of_zones(game, event)
        or _of_permanents(game, event)
        or _of_actions(game, event)
        or _of_combat(game, event)
    )


def _of_zones(game: Game, event: ev.GameEvent) -> Told | None:
    """Of objects that move, come to be or cease to be."""
    name = game.name
    match event:
        case ev.MoveZone(object=old, was=new, parts=parts) as event if new:
            text, rules, about = _move(game, event, old, new)
            if not parts:
                return text, rules, about
            zones = {part: game.object(part).zone for part in parts}
            elsewhere = {part: f" (to {zone})" for part, zone in zones.items() if zone != event.to}
            several = " and ".join(name(part) + elsewhere.get(part, "") for part in parts)
            text = text.replace(name(new), name(old), 1)
            return f"{text}: {several}", (*rules, *_parted(game, event)), (*about, *parts[1:])
        case ev.Merges(object=joining, into=host, on_top=on_top):
            before = game.past[joining][0]
            told = f"{name(joining)} merges with {before.name(host)}, {'on top of' if on_top else 'under'} it"
            status = _status_of_merged(before.objects[host], before.objects[joining])
            return told, ("730.2", "730.2a", "730.2b", "730.2c", *status, "702.140e"), (joining, host)
        case ev.CreateToken(player=player, was=id):
            what = name(id) if name(id).endswith(" Token") else f"{name(id)} token"  # CR 111.4
            return f"{player} creates {_a(what)}", ("111.2", "701.7a", *_of_name(game, id)), (player, id)
        case ev.CeaseToExist(object=id) if game.object(id).kind in ("token", "copy"):
            return (
                f"{name(id)} ceases to exist",
                ("111.7",) if game.object(id).kind == "token" else ("707.10a",),
                (id,),
            )
        case ev.Counter(object=id) if game.object(id).kind in ("ability", "copy"):
            return f"{name(id)} is countered", ("701.6a",), (id,)
        case ev.CreateEmblem(player=player, was=id):
            return f"{player} gets an emblem", ("114.1", "114.2"), (player, id)
        case ev.BroughtIn(player=player, was=id):
            return f"{player} puts {name(id)} into the command zone", ("309.2b",), (player, id)
        case ev.DungeonCompleted(player=player, object=id):
            return f"{player} completes {name(id)}", ("309.7",), (player, id)
        case ev.CopyCard(player=player, object=id, was=was, prepared=values) if values is not None:
            return (
                f"{player} creates a copy of {name(id)}'s prepare spell {name(was)} in exile",
                ("722.3c",),
                (player, id, was),
            )
        case ev.CopyCard(player=player, object=id, was=was):
            card = game.object(id).card
            split = ("709.3c",) if card is not None and card.layout == "split" else ()
            return f"{player} copies {name(id)}", ("707.12", *split), (player, id, was)
        case ev.PutOnStack(was=id, controller=player, text=text):
            return (
                f"{text}; it goes on the stack under {player}'s control"
                if text
                else f"{name(id)} goes on the stack",
                ("405.1",),
                (id,),
            )
        case ev.Shuffle(player=player):
            return f"{player} shuffles their library", ("701.24a",), (player,)
    return None


def _of_permanents(game: Game, event: ev.GameEvent) -> Told | None:
    """Of what becomes of permanents and players: damage, life, tapping, counters, attaching, states."""
    name = game.name
    match event:
        case ev.Damage(source=source, to=to, amount=amount, combat=combat):
            kind = "combat damage" if combat else "damage"
            return f"{name(source)} deals {amount} {kind} to {name(to)}", ("120.3",), (source, to)
        case ev.GainLife(player=player, amount=amount):
            return f"{player} gains {amount} life ({game.players[player].life})", ("119.3",), (player,)
        case ev.LoseLife(player=player, amount=amount, how=how):
            verb = "pays" if how == "pay" else "loses"
            return (
                f"{player} {verb} {amount} life ({game.players[player].life})",
                ("119.4" if how == "pay" else "119.3",),
                (player,),
            )
        case ev.Tap(object=id):
            return f"{name(id)} becomes tapped", ("701.26a",), (id,)
        case ev.Untap(object=id):
            return f"{name(id)} untaps", ("701.26b",), (id,)
        case ev.AddCounters(thing=thing, kind=kind, number=number):
            return f"{name(thing)} gets {_counters(number, kind)}", ("122.1",), (thing,)
        case ev.RemoveCounters(thing=thing, kind=kind, number=number):
            return (
                f"{_counters(number, kind)} {'is' if number == 1 else 'are'} removed from {name(thing)}",
                ("122.1",),
                (thing,),
            )
        case ev.Attach(object=id, to=to):
            if to is None:
                return f"{name(id)} becomes unattached", ("701.3d",), (id,)
            told = f"{name(id)} becomes attached to {name(to)}"
            return told, ("701.3a", *attaching.left_attached(game, id)), (id, to)
        case ev.SetFields(thing=thing, verb=verb, quiet=False):
            return f"{name(thing)} {verb}", (RULES_OF[verb],) if verb in RULES_OF else (), (thing,)
    return None


def _of_actions(game: Game, event: ev.GameEvent) -> Told | None:
    """Of what players do: keyword actions, mana, turns, spells, abilities, lands."""
    name = game.name
    match event:
        case ev.Performed(verb="commit a crime"):
            return None  # CR 700.13: told by what triggers or asks for it
        case ev.Performed(verb=verb) if verb == event_patterns.CONTROL_CHANGES:
            return None  # told by the effect that changes it, or ends
        case ev.Performed(verb="roll a die"):
            return None  # told by the roll that it belongs to
        case ev.RollDice(player=player, natural=natural):
            return f"{player} rolls {_dice(event)}: {_and(map(str, natural))}", ("706.1",), (player,)
        case ev.FlipCoins(player=player, shown=shown):
            return (
                f"{player} flips {'a coin' if event.number == 1 else f'{event.number} coins'}: {_and(shown)}",
                ("705.1",),
                (player,),
            )
        case ev.Performed(verb=verb, player=player, object=id) if player is not None or id:
            who = player if player is not None else name(id)
            done_by = id and verb in OF_OBJECTS
            told = f"{name(id)} {verb}" if done_by else f"{who}: {verb}"
            again = ("701.20c",) if verb == "reveal" and id and _shown_already(game, id) else ()
            return (
                told + (f" ({name(id)})" if player is not None and id and not done_by else ""),
                (RULES_OF[verb], *again) if verb in RULES_OF else (),
                tuple(t for t in (player, id) if t),
            )
        case ev.AddMana(player=player, mana=mana, source=source):
            by_spell = bool(source) and game.object(source).zone == "stack"
            told = f"{player} adds " + "".join(f"{{{m.symbol}}}" for m in mana)
            return told, ("106.4", "106.3") if by_spell else ("106.4",), (player,)
        case ev.EmptyPool(player=player):
            return f"{player}'s unspent mana is lost", ("106.4",), (player,)
        case ev.TurnBegins(player=player, number=number):
            return f"turn {number} begins: {player}", ("500.1",), (player,)
        case ev.SpellCast(player=player, object=id):
            return f"{player} casts {name(id)}", ("601.2i",), (player, id)
        case ev.SpellCopied(player=player, object=id):
            return f"{player} gets a copy of {name(id)}", ("707.10",), (player, id)
        case ev.AbilityActivated(player=player, object=id, mana=mana, which=which, keyword=keyword):
            called = keyword or (game.ability_name(which) if which is not None else "an ability")
            return (
                f"{player} activates {called} of {name(id)}",
                ("605.3b" if mana else "602.2b",),
                (player, id),
            )
        case ev.LandPlayed(player=player, object=id):
            return f"{player} plays {name(id)}", ("305.1", "116.2a"), (player, id)
    return None


def _shown_already(game: Game, id: int) -> bool:
    """CR 701.20c: whether the card is played with revealed all the while."""
    obj = game.object(id)
    places = {"hand": "reveal the hand", "library": "reveal the top card of the library"}
    if obj.zone not in places or (obj.zone == "library" and game.zone("library", obj.owner)[0] != id):
        return False
    return changed_rules.must(game, obj.owner, places[obj.zone])


def _dice(event: ev.RollDice) -> str:
    dice = f"a d{event.sides}" if event.number == 1 else f"{event.number} d{event.sides}"
    added = f" {'+' if event.add > 0 else '-'} {abs(event.add)}" if event.add else ""
    return dice + added + (" and ignores the lowest" if event.ignored else "")


def _and(words: Iterable[str]) -> str:
    return ", ".join(words) or "none"


def _of_combat(game: Game, event: ev.GameEvent) -> Told | None:
    """Of combat, and the end of the game."""
    name = game.name
    match event:
        case ev.AttackersDeclared(player=player, attacks=attacks) if attacks:
            listed = ", ".join(f"{name(a)} at {name(w)}" for a, w in attacks)
            several = len(game.opponents(player)) > 1 or any(isinstance(w, int) for _, w in attacks)
            rules = ("508.1", "508.1b") if several else ("508.1",)
            return f"{player} attacks: {listed}", rules, tuple(a for a, _ in attacks)
        case ev.BlockersDeclared(player=player, blocks=blocks) if blocks:
            listed = ", ".join(f"{name(b)} blocks {name(a)}" for b, a in blocks)
            return f"{player} blocks: {listed}", ("509.1",), tuple(b for b, _ in blocks)
        case ev.BecomeBlocked(object=id, by=by, anew=anew):
            told = f"{name(id)} becomes blocked" if anew else f"{name(id)} is blocked by another creature"
            return (
                f"{told}, by {name(by)}" if by and anew else told,
                (("509.3c" if anew else "509.3d") if by else "509.1h",),
                (id,),
            )
        case ev.AttacksAnother(object=id, whom=whom):
            return f"{name(id)} is attacking {name(whom)} now", ("508.7a",), (id, whom)
        case ev.RemoveFromCombat(object=id):
            return f"{name(id)} is removed from combat", ("506.4",), (id,)
        case ev.PlayerLoses(player=player, reason=reason):
            return f"{player} loses the game: {reason}", ("104.3",), (player,)
        case ev.PlayerWins(player=player, reason=reason):
            return f"{player} wins the game: {reason}", ("104.2",), (player,)
        case ev.GameDrawn(reason=reason, players=players) if players:
            return f"the game is a draw for {' and '.join(players)}: {reason}", ("104.4",), players
        case ev.GameDrawn(reason=reason):
            return f"the game is a draw: {reason}", ("104.4",), ()
    return None


def _counters(number: int, kind: str) -> str:
    if number != 1:
        return f"{number} {kind} counters"
    return f"{_a(kind)} counter"


def _a(words: str) -> str:
    return f"{'an' if words[:1].lower() in tuple('aeiou') else 'a'} {words}"


def _move(game: Game, event: ev.MoveZone, old: int, new: int) -> Told:
    name = game.name(new) if not game.object(new).unknown else game.name(old)
    owner = game.object(new).owner
    to = event.to
    rules: tuple[str, ...]
    match event.verb:
        case "destroy":
            text, rules = f"{name} is destroyed", ("701.8a",)
        case "sacrifice":
            text, rules = f"{owner if event.by is None else event.by} sacrifices {name}", ("701.21a",)
        case "discard":
            text, rules = f"{owner} discards {name}", ("701.9a",)
        case "draw":
            text, rules = f"{owner} draws {name}", ("121.1",)
        case "mill":
            text, rules = f"{owner} mills {name}", ("701.17a",)
        case "counter":
            text, rules = f"{name} is countered", ("701.6a", *as_cast.undone(game.object(old)))
        case "cast":
            return f"{name} goes on the stack", ("601.2a",), (old, new)
        case "turn face up" if to == "command":
            text, rules = f"{name} is turned face up", ("400.7",)
        case "turn face down" if to == "command":
            text = f"{game.name(old)} goes face down to the bottom of {owner}'s {_deck(game, old)}"
            rules = ANEW.get(min(game.object(old).base.types), ("400.7",))
        case "exile":
            again = ("400.8",) if game.object(old).zone == "exile" else ()
            text, rules = f"{name} is exiled", ("701.13a", *again)
        case _ if to == "battlefield":
            told = f"{name} enters the battlefield under {game.controller(new)}'s control"
            tapped = ("110.5b",) if event.tapped else ()
            attached = attaching.left_attached(game, new)
            return told, ("400.7", *_by_effect(game, event, new), *tapped, *attached), (old, new)
        case _ if to == game.object(old).zone == "command":
            return f"{name} stays in the command zone, as a new object", ("400.10",), (old, new)
        case _ if to == OUTSIDE:
            return f"{name} leaves the main game", ("729.4",), (old, new)
        case _:
            undrawn = ("121.5",) if to == "hand" and game.object(old).zone == "library" else ()
            return (
                f"{name} goes to {_place(owner, to)}",
                ("400.7", *undrawn, *_counters_lost(game, old)),
                (old, new),
            )
    expected = {
        "destroy": "graveyard",
        "sacrifice": "graveyard",
        "discard": "graveyard",
        "draw": "hand",
        "mill": "graveyard",
    }
    if expected.get(event.verb, to) != to or (event.verb == "counter" and to != "graveyard"):
        text += f" and goes to {_place(owner, to)}"
    return text, (*rules, *_counters_lost(game, old)), (old, new)


ANEW = {"plane": ("311.6", "901.7a"), "phenomenon": ("312.6", "901.7a")}
"""The rules by which a card that is turned face down is a new object, by its type."""


def _deck(game: Game, old: int) -> str:
    return "scheme deck" if "scheme" in game.object(old).base.types else "planar deck"


def _parted(game: Game, event: ev.MoveZone) -> tuple[str, ...]:
    """CR 730.3, 712.21: that what leaves the battlefield is more than one object from now on; 730.3d, 712.21d: that what replaces the event is about all of them."""
    merged = components.is_merged(game.object(event.object))
    replaced = bool(event.replaced_by) and not event.apart
    if merged:
        return ("730.3", *(("730.3d",) if replaced else ()))
    return ("712.21", *(("712.21d",) if replaced else ()))


def _status_of_merged(host: GameObject, joining: GameObject) -> tuple[str, ...]:
    """CR 730.2d-e, 903.3c: whether components of both kinds, or of both statuses, make the topmost of them decide; whether one is a commander."""
    return (
        *(("730.2d",) if "token" in (host.kind, joining.kind) else ()),
        *(("730.2e",) if host.face_down != joining.face_down else ()),
        *(("903.3c",) if host.commander is not None or joining.commander is not None else ()),
    )


def _by_effect(game: Game, event: ev.MoveZone, new: int) -> tuple[str, ...]:
    """CR 110.2a, 305.4: that an effect puts the object onto the battlefield; a land isn't played so."""
    if event.verb in ("resolve", "play"):
        return ()
    of_another = ("110.2a",) if game.controller(new) != game.object(new).owner else ()
    return (*of_another, "305.4") if "land" in game.object(new).base.types else of_another


def _counters_lost(game: Game, old: int) -> tuple[str, ...]:
    """CR 122.2: whether the object had counters, which cease to exist as it goes."""
    return ("122.2",) if game.object(old).counters else ()


def _of_name(game: Game, token: int) -> tuple[str, ...]:
    """CR 111.3-4, 111.9: where the name of a token is from: its subtypes, or its maker, which names the legendary ones."""
    now = game.object(token).base
    if now.name.endswith(" Token"):
        return "111.3", "111.4"
    return ("111.4", "111.9") if "legendary" in now.supertypes and game.object(token).card is None else ()


def _place(owner: str, zone: str) -> str:
    return {
        "exile": "exile",
        "battlefield": "the battlefield",
        "stack": "the stack",
        "command": "the command zone",
        "ante": "the ante zone",
    }.get(zone, f"{owner}'s {zone}")


# ---- continuous effects ---------------------------------------------------------------------------------------------


def lasting(game: Game, effects: Sequence[LastingEffect]) -> Iterator[tuple[tuple[Thing, ...], str]]:
    """What continuous effects that begin now do to whom, and until when: the things and the words, those that are told alike together."""
    told: dict[str, list[Thing]] = {}
    for effect in effects:
        words = " and ".join(filter(None, (change_words(c, game) for c in effect.changes)))
        if words and effect.affected:
            told.setdefault(words + until(effect.duration), []).extend(effect.affected)
    for words, things in told.items():
        unique = tuple(dict.fromkeys(things))
        yield unique, f"{', '.join(game.name(t) for t in unique)}: {words}"


def until(duration: ab.Duration) -> str:
    """How long a continuous effect lasts, in words."""
    match duration:
        case ab.ThisTurn():
            return " until end of turn"
        case ab.Until(moment="next turn"):
            return " until that player's next turn"
        case ab.Until(moment=moment) if moment != "end of next turn":
            return f" until {moment}"
        case ab.ForAsLongAs():
            return " for as long as the condition holds"
    return ""


def change_words(change: ab.Change, game: Game) -> str:
    """What a change does, in a few words; the name of its kind for the rarer ones."""
    match change:
        case ab.ModifyPT(
            power=ab.Literally(value=power), toughness=ab.Literally(value=toughness), signs=(first, second)
        ):
            return f"gets {first}{power}/{second}{toughness}"
        case ab.BasePT(power=ab.Literally(value=power), toughness=ab.Literally(value=toughness)):
            return f"has base power and toughness {power}/{toughness}"
        case ab.Gains(abilities=abilities):
            return "gains " + ", ".join(map(game.ability_name, abilities))
        case ab.Loses(abilities=()):
            return "loses all abilities"
        case ab.Loses(abilities=abilities):
            return "loses " + ", ".join(map(game.ability_name, abilities))
        case ab.CantHave(abilities=abilities):
            return "can't have " + ", ".join(map(game.ability_name, abilities))
        case ab.Cant() if default_choices.lets_some_block(change):
            return "is subject to an effect (can be blocked only by)"
        case ab.Cant(what=what):
            return f"can't {what}"
        case ab.Must(what=what):
            return f"must {what} if able"
        case ab.Types(words=words, add=add):
            return f"becomes {' '.join(words)}" + (" in addition to its other types" if add else "")
        case ab.Colors(colors=colors, add=add):
            return f"becomes {' and '.join(colors) or 'colorless'}" + (" too" if add else "")
        case ab.Reworded(old=old, new=new):
            return f"has {old} replaced with {new} in its text"
        case ab.HasText():
            return "has another text"
        case ab.AllNames():
            return "has the names of all nonlegendary creature cards"
        case ab.Renamed(name=name):
            return f"is named {name}"
        case ab.SwitchPT():
            return "has its power and toughness switched"
        case ab.UnderControlOf(who=ab.Fixed(things=(player,))):
            return f"comes under {game.name(player)}'s control"
        case ab.UnderControlOf():
            return "comes under another player's control"
        case ab.DoesntUntap():
            return "doesn't untap in the untap step"
    kind = "".join(f" {c.lower()}" if c.isupper() else c for c in type(change).__name__)
    return f"is subject to an effect ({kind.strip()})"
