"""Events: what follows "when", "whenever" and "at", and what would happen (CR 603, 614)."""

from __future__ import annotations

from engine.abilities import (
    AnyPlayer,
    Attacks,
    AttacksUnblocked,
    BecomesBlocked,
    BecomesTapped,
    BecomesTarget,
    Blocks,
    CastOrCopied,
    Casts,
    Chosen,
    Compared,
    Comparison,
    Condition,
    ControlledBy,
    ControllerOf,
    Controls,
    CountersOn,
    CountersPut,
    DayNightTurns,
    DealsDamage,
    EachPlayer,
    EitherOf,
    EventPattern,
    Exactly,
    Exists,
    Fits,
    Haunted,
    Host,
    InZone,
    IsDealtDamage,
    LifeChanges,
    Literally,
    ManaSpent,
    Meets,
    Moves,
    Negated,
    Not,
    Noun,
    ObjectDoes,
    Objects,
    OrEvents,
    PlayerAttacks,
    PlayerDoes,
    PlayerHas,
    Provided,
    StatOf,
    StepBegins,
    TapsForMana,
    That,
    ThatPlayer,
    ThePlayer,
    This,
    ThisOne,
    Which,
    With,
    WithCounter,
    You,
)
from engine.oracle.grammar.descriptions import add_other, drop_other, has_other
from engine.oracle.kernel import rule, series, words

_FROM_PLAY = "from the battlefield"

# ---- zones (CR 603.6) ----
rule(
    EventPattern,
    f"{{what:subject}} (is|are) put into exile {_FROM_PLAY}",
    Moves,
    origin="battlefield",
    to="exile",
    verb="put",
)
rule(EventPattern, "{what:subject} enter[s]", Moves, to="battlefield", verb="enters")
rule(
    EventPattern,
    "{what:subject} enter[s] under your control",
    Moves,
    to="battlefield",
    verb="enters",
    under=You(),
)
rule(EventPattern, "{what:subject} enter[s] from your graveyard", Moves, origin="graveyard", to="battlefield", verb="enters", whose=You())  # fmt: skip
rule(EventPattern, "{what:subject} enter[s] from exile", Moves, origin="exile", to="battlefield", verb="enters")  # fmt: skip
rule(EventPattern, "{what:subject} die[s]", Moves, origin="battlefield", to="graveyard", verb="dies")
rule(EventPattern, "{what:subject} leave[s] the battlefield", Moves, origin="battlefield", verb="leaves")
rule(
    EventPattern,
    "{what:subject} (is|are) put into a graveyard from the battlefield",
    Moves,
    origin="battlefield",
    to="graveyard",
    verb="put",
)
rule("host", "{:Objects}", provided=lambda v: isinstance(v, Host))
rule(
    EventPattern,
    "{what:subject} (is|are) put into a graveyard from anywhere",
    Moves,
    to="graveyard",
    verb="put",
)
rule(
    EventPattern,
    "{what:subject} (is|are) put into {whose:whose} graveyard from anywhere",
    Moves,
    to="graveyard",
    verb="put",
)

# ---- combat (CR 508.3, 509.3) ----
rule(EventPattern, "{what:subject} attack[s]", Attacks, provided=lambda v: not _so_many(v.what))
rule(EventPattern, "{what:subject} attack[s] alone", Attacks, alone=True)
rule(
    EventPattern, "{what:subject} attack[s] {whom:attacked}", Attacks, provided=lambda v: not _so_many(v.what)
)
rule("attacked", "{:player object}")
rule(
    "attacked",
    "a {which:which@one}",
    Chosen,
    provided=lambda v: not has_other(v.which) and _attackable(v.which),
)
rule(EventPattern, "{who:player subject} attack[s]", PlayerAttacks)
rule(EventPattern, "{who:player subject} attack[s] {whom:player object}", PlayerAttacks,
     provided=lambda v: v.who != AnyPlayer() or v.whom not in (You(), ThePlayer("enchanted")))  # fmt: skip
rule(EventPattern, "you're attacked", PlayerAttacks(AnyPlayer(), You()))
_CHOSEN_ATTACKED, _AIMED_AT = "the chosen player is attacked", "becomes the target of"
rule(EventPattern, _CHOSEN_ATTACKED, PlayerAttacks(AnyPlayer(), ThePlayer("chosen")))
_BY_SOMETHING = EitherOf((Noun(form="spell"), Noun(form="ability")))
rule(EventPattern, f"{_CHOSEN_ATTACKED} or {_AIMED_AT} a spell or ability",
     OrEvents((PlayerAttacks(AnyPlayer(), ThePlayer("chosen")), BecomesTarget(ThePlayer("chosen"), _BY_SOMETHING))))  # fmt: skip
rule(EventPattern, "enchanted player is attacked", PlayerAttacks(AnyPlayer(), ThePlayer("enchanted")))
rule(EventPattern, "{what:subject} block[s]", Blocks)
rule(EventPattern, "{what:subject} block[s] {whom:Objects}", Blocks, provided=lambda v: not _so_many(v.whom))
rule(EventPattern, "{what:subject} become[s] blocked", BecomesBlocked)
rule(
    EventPattern,
    "{what:subject} become[s] blocked by {by:Objects}",
    BecomesBlocked,
    provided=lambda v: not _so_many(v.by),
)
rule(EventPattern, "{what:subject} attack[s] and (isn't|aren't) blocked", AttacksUnblocked)
for _kind in ("", "combat", "noncombat"):
    _said = f"{_kind} damage".strip()
    rule(EventPattern, f"you're dealt {_said}", IsDealtDamage(You(), _kind))
    rule(EventPattern, f"{{source:subject}} deal[s] {_said}", DealsDamage, kind=_kind)
    rule(EventPattern, f"{{source:subject}} deal[s] {_said} to {{whom:Recipient}}", DealsDamage, kind=_kind)
    rule(EventPattern, f"{{whom:Recipient}} (is|are) dealt {_said}", IsDealtDamage, kind=_kind)

# ---- casting, targeting, tapping ----


def on_the_stack(value: Casts) -> bool:
    """CR 601.2a: a spell is on the stack when it has been cast; the one zone that it was cast from, or not, is said by `zone`, several by its qualities.
    "Another" is said in the place of the article."""
    if drop_other(value.which) is not None:
        return False
    after = value.which.after if isinstance(value.which, Which) else ()
    return not any(
        isinstance(q, InZone) or (isinstance(q, Not) and isinstance(q.quality, InZone)) for q in after
    )


rule(EventPattern, "{who:player subject} cast[s] a {which:which@one}", Casts, provided=on_the_stack)
rule(EventPattern, "{who:player subject} cast[s] another {which:which@one}", lambda who, which: Casts(who, add_other(which)), makes=Casts,
     undo=lambda v: {"who": v.who, "which": w} if (w := drop_other(v.which)) is not None and v == Casts(v.who, v.which) else None)  # fmt: skip
rule(EventPattern, "{who:player subject} cast[s] or (copies|copy) a {which:which@one}", CastOrCopied)
rule(EventPattern, "you cast ~", Casts, who=You(), which=ThisOne())
words("nth", {1: "first", 2: "second", 3: "third", 4: "fourth", 5: "fifth"})
for _who, _casts, _draws in (
    (You(), "you cast your", "you draw your"),
    (AnyPlayer(), "a player casts their", "a player draws their"),
    (AnyPlayer("opponent"), "an opponent casts their", "an opponent draws their"),
):
    rule("nth of a turn", f"{_casts} {{nth:nth}} {{which:which@one}}", Casts, who=_who, provided=on_the_stack)
    rule("nth of a turn", f"{_draws} {{nth:nth}} card", PlayerDoes, who=_who, verb="draw")
rule(EventPattern, "{:nth of a turn} each turn")
rule(EventPattern, "{what:subject} become[s] the target of a {of:which@one}", BecomesTarget)
rule(
    EventPattern,
    "{what:subject} become[s] the target of a spell or ability",
    BecomesTarget,
    of=EitherOf((Noun(form="spell"), Noun(form="ability"))),
)
rule(
    EventPattern,
    "{what:player subject} become[s] the target of a spell or ability",
    BecomesTarget,
    of=EitherOf((Noun(form="spell"), Noun(form="ability"))),
)
rule(EventPattern, "{what:subject} become[s] tapped", BecomesTapped)
rule(EventPattern, "{what:subject} become[s] untapped", BecomesTapped, state="untapped")
rule(EventPattern, "{who:player subject} tap[s] {what:Objects} for mana", TapsForMana)
rule(EventPattern, "{what:subject} (is|are) tapped for mana", TapsForMana, who=None)

rule(
    EventPattern,
    "{what:subject} (is|are) tapped for mana of the chosen color",
    TapsForMana,
    who=None,
    mana="the chosen color",
)
rule(EventPattern, "{who:player subject} tap[s] {what:Objects} for {C}", TapsForMana, mana="{C}")

# ---- what players do ----
rule(EventPattern, "{who:player subject} draw[s] a card", PlayerDoes, verb="draw")
for _verb, _es in (("discard", "s"), ("sacrifice", "s"), ("cycle", "s"), ("mill", "s")):
    rule(EventPattern, f"{{who:player subject}} {_verb}[{_es}] {{what:Objects}}", PlayerDoes, verb=_verb)
rule(
    EventPattern,
    "{who:player subject} cycle[s] or discard[s]@who {what:Objects}",
    PlayerDoes,
    verb="cycle or discard",
)
KEYWORD_DEEDS = {
    "scry": "(scries|scry)",
    **{
        verb: f"{verb}[s]"
        for verb in [
            "surveil",
            "proliferate",
            "investigate",
            "blight",
            "earthbend",
            "firebend",
            "airbend",
            "waterbend",
        ]
    },
}
for _verb, _form in (KEYWORD_DEEDS | {"manifest dread": "(manifests|manifest) dread"}).items():
    rule(EventPattern, f"{{who:player subject}} {_form}", PlayerDoes, verb=_verb)
rule(EventPattern, "day becomes night or night becomes day", DayNightTurns())
# ---- planes (CR 311.7, 312.5, 701.31d) ----
rule(EventPattern, "chaos ensues", PlayerDoes(AnyPlayer(), "chaos ensues"))
rule(EventPattern, "{who:player subject} roll[s] the planar die", PlayerDoes, verb="roll the planar die")
rule(
    EventPattern,
    "{who:player subject} encounter[s] {what:Objects}",
    PlayerDoes,
    verb="encounter",
    provided=lambda v: v.what is not None,
)
rule(
    EventPattern,
    "{who:player subject} set[s] {what:Objects} in motion",
    PlayerDoes,
    verb="set in motion",
    provided=lambda v: v.what is not None,
)
for _where in ("to", "away from"):
    rule(EventPattern, f"{{who:player subject}} planeswalk[s] {_where} {{what:Objects}}", PlayerDoes, verb=f"planeswalk {_where}",
         provided=lambda v: v.what is not None)  # fmt: skip
rule(EventPattern, "{who:player subject} become[s] the monarch", PlayerDoes, verb="become the monarch")
rule(EventPattern, "{who:player subject} complete[s] a dungeon", PlayerDoes, verb="complete a dungeon")
rule(EventPattern, "{who:player subject} take[s] the initiative", PlayerDoes, verb="take the initiative")
rule(
    EventPattern,
    "{who:player subject} venture[s] into the dungeon",
    PlayerDoes,
    verb="venture into the dungeon",
)
rule(EventPattern, "you give a gift", PlayerDoes(You(), "give a gift"))
rule(EventPattern, "{what:subject} crew[s] {other:Objects}", ObjectDoes, verb="crews")
rule(EventPattern, "{what:subject} enlist[s] {other:Objects}", ObjectDoes, verb="enlists")
rule(EventPattern, "{what:subject} become[s] crewed", ObjectDoes, verb="becomes crewed")
rule(EventPattern, "{who:player subject} gain[s] life", LifeChanges, how="gain")
rule(EventPattern, "{who:player subject} lose[s] life", LifeChanges, how="lose")

# ---- what objects do ----
for _verb, _form in (
    ("mutates", "mutate[s]"), ("transforms", "transform[s]"), ("explores", "explore[s]"), ("becomes saddled", "become[s] saddled"),
    ("is turned face up", "(is|are) turned face up"), ("becomes monstrous", "become[s] monstrous"), ("phases in", "phase[s] in"), ("phases out", "phase[s] out"),
    ("becomes prepared", "become[s] prepared"), ("becomes plotted", "become[s] plotted"), ("evolves", "evolve[s]"), ("trains", "train[s]"), ("becomes renowned", "become[s] renowned"), ("becomes level 2", "become[s] level 2"), ("becomes level 3", "become[s] level 3"),
):  # fmt: skip
    rule(EventPattern, f"{{what:subject}} {_form}", ObjectDoes, verb=_verb)
rule(EventPattern, "{what:subject} exploit[s] {other:Objects}", ObjectDoes, verb="exploits")
rule(EventPattern, "{what:subject} mentor[s] {other:Objects}", ObjectDoes, verb="mentors")
rule(EventPattern, "{what:subject} fight[s]", ObjectDoes, verb="fights")
rule(EventPattern, "{what:subject} connive[s]", ObjectDoes, verb="connives")
rule(
    EventPattern,
    "{what:subject} become[s] attached to {other:Objects}",
    ObjectDoes,
    verb="attached",
    provided=lambda v: v.other is not None,
)
rule(EventPattern, "you exert {what:Objects}", PlayerDoes, who=You(), verb="exert")
rule(EventPattern, "{who:player subject} lose[s] the game", PlayerDoes, verb="lose")
rule(EventPattern, "{who:player subject} win[s] a coin flip", PlayerDoes, verb="win a coin flip")
rule(EventPattern, "{who:player subject} lose[s] a coin flip", PlayerDoes, verb="lose a coin flip")
rule(EventPattern, "{who:player subject} search[es] their library", PlayerDoes, verb="search")
rule(EventPattern, "{who:player subject} shuffle[s] their library", PlayerDoes, verb="shuffle")
rule(EventPattern, "{who:player subject} clash[es]", PlayerDoes, verb="clash")
rule(EventPattern, "{who:player subject} discover[s]", PlayerDoes, verb="discover")
rule(EventPattern, "you collect evidence", PlayerDoes(You(), "collect evidence"))
rule(EventPattern, "you forage", PlayerDoes(You(), "forage"))
rule(EventPattern, "you foretell a card", PlayerDoes(You(), "foretell"))
rule(
    EventPattern,
    "{what:subject} enter[s] from a graveyard",
    Moves,
    origin="graveyard",
    to="battlefield",
    verb="enters",
)
rule(
    EventPattern,
    "{what:subject} (is|are) returned to {whose:whose} hand",
    Moves,
    origin="battlefield",
    to="hand",
    verb="returned",
)
# A back face speaks of turning into itself, and is not there to speak of turning into the front (CR 712.8, 701.27).
rule(EventPattern, "{what:subject} transform[s] into ~", ObjectDoes, verb="transforms into this")
rule(EventPattern, "you unlock this door", PlayerDoes(You(), "unlock this door"))
rule(EventPattern, "you fully unlock a Room", PlayerDoes(You(), "fully unlock a Room"))
rule(EventPattern, "{who:player subject} commit[s] a crime", PlayerDoes, verb="commit a crime")
rule(EventPattern, "{who:player subject} expend[s] {number:digits}", ManaSpent)
_GETS_ENERGY = CountersPut("energy", You())
rule(
    EventPattern,
    "one or more {kind:any counter kind} counters are put on {on:Recipient}",
    CountersPut,
    number=None,
    provided=lambda v: v != _GETS_ENERGY,
)
rule(EventPattern, "you get one or more {E}", _GETS_ENERGY)

# ---- steps (CR 603.2b) ----
for _step in (
    "upkeep",
    "end step",
    "draw step",
    "precombat main phase",
    "postcombat main phase",
    "first main phase",
    "second main phase",
    "main phase",
):
    rule("time", f"the beginning of your {_step}", StepBegins, step=_step, whose=You(), word="your")
    rule("time", f"the beginning of each {_step}", StepBegins, step=_step, word="each")
    rule("time", f"the beginning of the {_step}", StepBegins, step=_step, word="the")
    rule("time", f"the beginning of {{whose:each whose}} {_step}", StepBegins, step=_step, word="each")
    rule(
        "time",
        f"the beginning of each of your {_step}s",
        StepBegins,
        step=_step,
        whose=You(),
        word="each of your",
    )
    rule("time", f"the beginning of your next {_step}", StepBegins, step=_step, whose=You(), word="your next")
    rule("time", f"the beginning of the next {_step}", StepBegins, step=_step, word="the next")
for _step in ("upkeep", "end step", "draw step"):
    rule(
        "time",
        f"the beginning of {{whose:of one spoken of}} next {_step}",
        StepBegins,
        step=_step,
        word="next",
    )
rule("of one spoken of", "{:whose}", provided=lambda v: v in (ThatPlayer("they"), ThatPlayer("player")))
rule("time", "the beginning of {event:first upkeep} each turn", Provided, note="first each turn")
rule("first upkeep", "your first upkeep", StepBegins, step="upkeep", whose=You(), word="first")
rule(
    "first upkeep",
    "enchanted player's first upkeep",
    StepBegins,
    step="upkeep",
    whose=ThePlayer("enchanted"),
    word="first",
)
rule("time", "the beginning of the next cleanup step", StepBegins, step="cleanup step", word="the next")
rule("time", "the beginning of the next turn's upkeep", StepBegins, step="upkeep", word="the next turn's")
rule("time", "the beginning of combat on your turn", StepBegins, step="combat", whose=You(), word="your")
rule("time", "the beginning of each combat", StepBegins, step="combat", word="each")
rule("time", "end of combat", StepBegins, step="end of combat")
rule(
    "each whose",
    "{:whose}",
    provided=lambda v: (
        v in (ThePlayer("chosen"), ThePlayer("enchanted"), ThePlayer("monarch"))
        or isinstance(v, (EachPlayer, ControllerOf))
    ),
)

rule(EventPattern, "{condition}", Meets, provided=lambda v: _is_watched(v.condition))


def _attackable(which: object) -> bool:
    """CR 506.3: whether permanents of the description can be attacked: planeswalkers and battles."""
    noun = which.noun if isinstance(which, Which) else which
    return isinstance(noun, Noun) and noun.kinds in ((("planeswalker",),), (("battle",),)) and not noun.form


def _so_many(noun: object) -> bool:
    """CR 508.3a, 509.3e: whether so many are meant; at least so many are said."""
    return isinstance(getattr(noun, "amount", None), Exactly)


def _is_watched(condition: Condition) -> bool:
    """States that abilities watch (CR 603.8): what is controlled, how many counters there are."""
    match condition:
        case Controls() | Comparison(left=CountersOn(on=This()) | StatOf(of=This())):
            return True
        case PlayerHas(who=You() | AnyPlayer(), stat="life" | "cards in hand"):
            return True
        case Negated(condition=Exists()) | Fits(what=This(), which=Which(after=(With(),))):
            return True
        case Exists(op="=", number=Literally(0)):
            return True
        case Negated(condition=Fits(what=This(), which=Which(after=(WithCounter(),)))):
            return True
        case Fits(what=This(), which=Which(after=(Compared(stat=stat),))):
            return stat.endswith(" counters")
    return False


series("subjects events", "verb of event", last="or", low=2)
_IT = That("it")
"""Stands for the subject in an event of which the subject is still to be said."""
_SPELL = Noun(form="spell")
_OPPOSED = "an opponent controls"
_DEALT_TO: tuple[tuple[AnyPlayer | None, str], ...] = (
    (None, ""),
    (AnyPlayer(), " to a player"),
    (AnyPlayer("opponent"), " to an opponent"),
)
VERBS: dict[EventPattern, str] = {
    Moves(_IT, to="battlefield", verb="enters"): "enter[s]@out",
    Attacks(_IT): "attack[s]@out",
    Moves(_IT, origin="battlefield", to="graveyard", verb="dies"): "die[s]@out",
    Blocks(_IT): "block[s]@out",
    Moves(_IT, origin="battlefield", verb="leaves"): "leave[s]@out the battlefield",
    BecomesBlocked(_IT): "become[s]@out blocked",
    ObjectDoes(_IT, "transforms into this"): "transform[s]@out into ~",
    ObjectDoes(_IT, "is turned face up"): "(is|are)@out turned face up",
    Moves(
        _IT, origin="battlefield", to="graveyard", verb="put"
    ): f"(is|are)@out put into a graveyard {_FROM_PLAY}",
    Moves(_IT, origin="battlefield", to="exile", verb="put"): f"(is|are)@out put into exile {_FROM_PLAY}",
    **{
        DealsDamage(_IT, k, w): f"deal[s]@out {k} damage{t}".replace("  ", " ")
        for k in ("", "combat")
        for w, t in _DEALT_TO
    },
    IsDealtDamage(_IT): "(is|are)@out dealt damage",
    BecomesTapped(_IT): "become[s]@out tapped",
    BecomesTapped(_IT, "untapped"): "become[s]@out untapped",
    BecomesTarget(_IT, _SPELL): "become[s]@out the target of a spell",
    BecomesTarget(
        _IT, Which((), _SPELL, (ControlledBy(AnyPlayer("opponent")),))
    ): f"become[s]@out the target of a spell {_OPPOSED}",
    BecomesTarget(_IT, Noun((("Aura",),), "spell")): "become[s]@out the target of an Aura spell",
    BecomesTarget(
        _IT, EitherOf((_SPELL, Noun(form="ability"))), AnyPlayer("opponent")
    ): f"become[s]@out the target of a spell or ability {_OPPOSED}",
    ObjectDoes(_IT, "becomes monstrous"): "become[s]@out monstrous",
    ObjectDoes(_IT, "phases out"): "phase[s]@out out",
    ObjectDoes(_IT, "fights"): "fight[s]@out",
    Moves(_IT, origin="battlefield", to="exile", verb="put there"): "(is|are)@out put into exile",
    BecomesTarget(
        _IT, EitherOf((_SPELL, Noun(form="ability")))
    ): "become[s]@out the target of a spell or ability",
}
for _deed, _words in VERBS.items():
    rule("verb of event", _words, _deed)


def _subject(event: EventPattern) -> str:
    """The field that holds what the event is said of."""
    return next((n for n in ("what", "source", "whom") if n in event.__struct_fields__), "")


def _event(what: Objects, deed: EventPattern) -> EventPattern:
    fields = {name: getattr(deed, name) for name in deed.__struct_fields__}
    return type(deed)(**(fields | {_subject(deed): what}))


def _one_subject(value: OrEvents) -> dict[str, object] | None:
    """The subject and verbs of events that are said of the same thing ("enters or attacks")."""
    subjects = [getattr(e, _subject(e), None) for e in value.events]
    what = subjects[0]
    if value.joined != "or" or what is None or any(s != what for s in subjects):
        return None
    verbs = tuple(_event(_IT, e) for e in value.events)
    return {"what": what, "verbs": verbs} if all(v in VERBS for v in verbs) else None


rule(EventPattern, "~ enters or the creature it haunts dies", OrEvents((
    Moves(This(), to="battlefield", verb="enters"), Moves(Haunted(), origin="battlefield", to="graveyard", verb="dies"))))  # fmt: skip
rule(EventPattern, "{what:subject} {verbs:subjects events@what}", lambda what, verbs: OrEvents(tuple(_event(what, v) for v in verbs)),
     makes=OrEvents, undo=_one_subject)  # fmt: skip


# The source, or what it is attached to: each is an event of its own (CR 603.2c).
rule(EventPattern, "~ or {host:host} {deed:verb of event@one}", lambda host, deed: OrEvents((_event(This(), deed), _event(host, deed))), makes=OrEvents,
     undo=lambda v: _or_host(v))  # fmt: skip


def _or_host(value: OrEvents) -> dict[str, object] | None:
    if len(value.events) != 2:
        return None
    own, other = value.events
    host = getattr(other, _subject(other), None)
    if getattr(own, _subject(own), None) != This() or not isinstance(host, Host):
        return None
    deed = _event(_IT, own)
    return {"host": host, "deed": deed} if deed == _event(_IT, other) and deed in VERBS else None
