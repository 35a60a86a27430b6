"""Keyword abilities about attacking and blocking (CR 508, 509)."""

from __future__ import annotations

from engine import abilities as ab
from engine.keywords.registry import (
    CREATURE,
    IT,
    ONE,
    PERMANENT,
    THIS,
    YOU,
    YOURS,
    gets,
    means,
    number,
)  # fmt: skip


@means("exalted", "702.83a")
def exalted(keyword: ab.Keyword) -> tuple[ab.Ability, ...]:
    """CR 702.83a: a creature that attacks alone gets +1/+1."""
    mine = ab.Chosen(ab.Which((), CREATURE, (YOURS,)))
    return (ab.Triggered(ab.Attacks(mine, alone=True), gets(IT, ONE, ONE), word="exalted"),)


@means("battle cry", "702.91a")
def battle_cry(keyword: ab.Keyword) -> tuple[ab.Ability, ...]:
    """CR 702.91a: the other attackers get +1/+0."""
    others = ab.Each(ab.Which((ab.Other(), ab.Is("attacking")), CREATURE), "each")
    return (ab.Triggered(ab.Attacks(THIS), gets(others, ONE, ab.Literally(0)), word="battle cry"),)


@means("annihilator", "702.86a")
def annihilator(keyword: ab.Keyword) -> tuple[ab.Ability, ...]:
    """CR 702.86a: the defending player sacrifices so many permanents."""
    lost = ab.Chosen(PERMANENT, ab.Exactly(number(keyword)))
    effect = ab.Sacrifice(lost, ab.ThePlayer("defending"))
    return (ab.Triggered(ab.Attacks(THIS), effect, word="annihilator"),)


@means("bushido", "702.45a")
def bushido(keyword: ab.Keyword) -> tuple[ab.Ability, ...]:
    """CR 702.45a: +N/+N when it blocks or becomes blocked."""
    event = ab.OrEvents((ab.Blocks(THIS), ab.BecomesBlocked(THIS)))
    return (ab.Triggered(event, gets(THIS, number(keyword), number(keyword)), word="bushido"),)


@means("flanking", "702.25a")
def flanking(keyword: ab.Keyword) -> tuple[ab.Ability, ...]:
    """CR 702.25a: a blocker without flanking gets -1/-1."""
    blocker = ab.Chosen(ab.Which((), CREATURE, (ab.Not(ab.With("flanking")),)))
    event = ab.BecomesBlocked(THIS, blocker)  # each one counts (509.3d)
    return (ab.Triggered(event, gets(ab.That("creature"), ONE, ONE, "-"), word="flanking"),)


@means("rampage", "702.23a")
def rampage(keyword: ab.Keyword) -> tuple[ab.Ability, ...]:
    """CR 702.23a-b: +N/+N for each creature that blocks it beyond the first, counted as the ability resolves."""
    blockers = ab.CountOf(ab.Each(ab.Which((), CREATURE, (ab.Having("blocking", THIS),))))
    beyond = ab.Minus(blockers, ONE)
    return (
        ab.Triggered(
            ab.BecomesBlocked(THIS), gets(THIS, number(keyword), number(keyword), each=beyond), word="rampage"
        ),
    )


@means("frenzy", "702.68a")
def frenzy(keyword: ab.Keyword) -> tuple[ab.Ability, ...]:
    """CR 702.68a: +N/+0 if it attacks and isn't blocked."""
    return (
        ab.Triggered(ab.AttacksUnblocked(THIS), gets(THIS, number(keyword), ab.Literally(0)), word="frenzy"),
    )


@means("dethrone", "702.105a")
def dethrone(keyword: ab.Keyword) -> tuple[ab.Ability, ...]:
    """CR 702.105a: a +1/+1 counter when it attacks a player whose life total nobody's exceeds."""
    top = ab.PlayersWho(
        ab.AnyPlayer("player"),
        ab.Comparison(ab.PlayerStat("life", ab.ThatPlayer()), ">=", ab.PlayerStat("greatest life", YOU)),
    )
    return (ab.Triggered(ab.Attacks(THIS, top), ab.AddCounters(ONE, "+1/+1", THIS), word="dethrone"),)


@means("mentor", "702.134a")
def mentor(keyword: ab.Keyword) -> tuple[ab.Ability, ...]:
    """CR 702.134a: a +1/+1 counter on an attacking creature of less power."""
    weaker = ab.Compared("power", "<", ab.StatOf("power", THIS))
    target = ab.Target(ab.Which((ab.Is("attacking"),), CREATURE, (weaker,)))
    return (
        ab.Triggered(ab.Attacks(THIS), ab.AddCounters(ONE, "+1/+1", target, word="mentors"), word="mentor"),
    )


@means("training", "702.149a")
def training(keyword: ab.Keyword) -> tuple[ab.Ability, ...]:
    """CR 702.149a: a +1/+1 counter if it attacks together with a creature of greater power."""
    stronger = ab.Compared("power", ">", ab.StatOf("power", THIS))
    beside = ab.Exists(ab.Which((ab.Other(), ab.Is("attacking")), CREATURE, (stronger,)))
    event = ab.Provided(ab.Attacks(THIS), beside)
    return (ab.Triggered(event, ab.AddCounters(ONE, "+1/+1", THIS, word="trains"), word="training"),)


@means("myriad", "702.116a")
def myriad(keyword: ab.Keyword) -> tuple[ab.Ability, ...]:
    """CR 702.116a: for each other opponent a token that copies it may come attacking that player; they are exiled at end of combat."""
    others = ab.OtherThan(ab.EachPlayer("opponent"), ab.ThePlayer("defending"))
    token = ab.Create(ONE, ab.TokenKind(copy_of=THIS), state=("tapped", "attacking"), whom=ab.ThatPlayer())
    gone = ab.Later(ab.StepBegins("end of combat", None, "the"), ab.Exile(ab.That("token", many=True)))
    created = ab.ForEach(others, ab.Optional(YOU, token))
    effect = ab.Sequence((created, ab.Conditional(ab.Did(done="created", noun="token"), gone)))
    return (ab.Triggered(ab.Attacks(THIS), effect, word="myriad"),)


@means("enlist", "702.154a")
def enlist(keyword: ab.Keyword) -> tuple[ab.Ability, ...]:
    """CR 702.154a-b: as it attacks, another creature may be tapped, an optional cost; its power is added until end of turn."""
    helper = ab.Chosen(ab.Which((ab.Is("enlistable"),), CREATURE, (YOURS,)))
    cost = ab.ExtraCost((ab.Do(ab.Tap(helper, word="enlists")),), to="attack", optional=True)
    grows = gets(THIS, ab.StatOf("power", ab.That("creature")), ab.Literally(0))
    event = ab.ObjectDoes(THIS, "enlists", ab.Chosen(CREATURE))
    return (ab.Static(THIS, (cost,), word="enlist"), ab.Triggered(event, grows, "when", word="enlist"))


@means("skulk", "702.118b")
def skulk(keyword: ab.Keyword) -> tuple[ab.Ability, ...]:
    """CR 702.118b: not blocked by creatures with greater power."""
    stronger = ab.Which((), CREATURE, (ab.Compared("power", ">", ab.StatOf("power", THIS)),))
    return (ab.Static(THIS, (ab.Cant("be blocked", by=stronger),), word="skulk"),)


@means("decayed", "702.147a")
def decayed(keyword: ab.Keyword) -> tuple[ab.Ability, ...]:
    """CR 702.147a: it can't block, and is sacrificed at the end of a combat in which it attacks."""
    later = ab.Later(ab.StepBegins("end of combat", None, "the"), ab.Sacrifice(THIS))
    return (
        ab.Static(THIS, (ab.Cant("block"),), word="decayed"),
        ab.Triggered(ab.Attacks(THIS), later, "when", word="decayed"),
    )


@means("unleash", "702.98a")
def unleash(keyword: ab.Keyword) -> tuple[ab.Ability, ...]:
    """CR 702.98a: it may enter with a +1/+1 counter, and can't block while it has one."""
    has_one = ab.Fits(THIS, ab.Which((), PERMANENT, (ab.WithCounter("+1/+1"),)))
    return (
        ab.Enters(THIS, counters=ONE, kind="+1/+1", additional=True, optional=True, word="unleash"),
        ab.Static(THIS, (ab.Cant("block"),), has_one, word="unleash"),
    )


@means("melee", "702.121a")
def melee(keyword: ab.Keyword) -> tuple[ab.Ability, ...]:
    """CR 702.121a: +1/+1 for each opponent attacked in this combat, counted as it resolves."""
    was_attacked = ab.EventHappened(ab.PlayerAttacks(YOU, ab.ThatPlayer()), "this combat")
    attacked = ab.CountOf(ab.PlayersWho(ab.EachPlayer("opponent"), was_attacked))
    return (ab.Triggered(ab.Attacks(THIS), gets(THIS, ONE, ONE, each=attacked), word="melee"),)


@means("provoke", "702.39a")
def provoke(keyword: ab.Keyword) -> tuple[ab.Ability, ...]:
    """CR 702.39a: a creature of the defending player is untapped and has to block it."""
    target = ab.Target(ab.Which((), CREATURE, (ab.ControlledBy(ab.ThePlayer("defending")),)))
    block = ab.Lasting(target, (ab.Must("block", THIS, "this combat"),), ab.Until("end of combat"))
    done = ab.Sequence(
        (ab.Optional(YOU, block), ab.Conditional(ab.Did(), ab.Tap(ab.That("creature"), "untap")))
    )
    return (ab.Triggered(ab.Attacks(THIS), done, word="provoke"),)


@means("mobilize", "702.181a")
def mobilize(keyword: ab.Keyword) -> tuple[ab.Ability, ...]:
    """CR 702.181a: red Warriors come attacking, and are sacrificed at the next end step."""
    token = ab.TokenKind(words=("creature", "Warrior"), colors=("red",), power=ONE, toughness=ONE)
    made = ab.Create(number(keyword), token, state=("tapped", "attacking"))
    later = ab.Later(ab.StepBegins("end step", None, "the next"), ab.Sacrifice(ab.That("token", many=True)))
    return (ab.Triggered(ab.Attacks(THIS), ab.Sequence((made, later)), word="mobilize"),)


@means("prowess", "702.108a")
def prowess(keyword: ab.Keyword) -> tuple[ab.Ability, ...]:
    """CR 702.108a: +1/+1 when its controller casts a noncreature spell."""
    spell = ab.Which((ab.Not(ab.OfType("creature")),), ab.Noun(form="spell"))
    return (ab.Triggered(ab.Casts(YOU, spell), gets(THIS, ONE, ONE), word="prowess"),)


@means("firebending", "702.189a")
def firebending(keyword: ab.Keyword) -> tuple[ab.Ability, ...]:
    """CR 702.189a-b: so much red mana, which isn't lost before the end of combat; the player has firebent then."""
    mana = ab.AddMana(("{R}",), number=number(keyword), note="until end of combat")
    steps = ab.Sequence((mana, ab.Keyworded("firebend")))
    return (ab.Triggered(ab.Attacks(THIS), steps, word="firebending"),)
