"""The manual as Markdown, whole (docs/scenarios.md) or what it says of one key."""

from __future__ import annotations

from collections.abc import Iterator

from scenarios.format import nearest
from scenarios.format.tables import answers, expect, verbs
from scenarios.manual.cookbook import recipes
from scenarios.manual.reference import Entry, sections

MODELINE = "# yaml-language-server: $schema=scenario.schema.json"
INTRODUCTION = f"""# Scenarios

A scenario is a YAML file that says who has what, what they do and what should come of it. `judge run FILE` prints the ruling, `judge check FILES` checks many.
`judge help scenarios KEY` prints what this page says of a key, `judge schema > scenario.schema.json` the schema from which editors complete.

```yaml
{MODELINE}
title: Growing out of a bolt
question: Do the bears survive?
players:
  alice: {{hand: [Lightning Bolt], mana: R}}
  bob: {{battlefield: [Grizzly Bears], hand: [Giant Growth], mana: 1 Forest}}
do:
  - cast: Lightning Bolt
    targets: Grizzly Bears
  - cast: Giant Growth
    targets: Grizzly Bears
expect:
  Grizzly Bears: [lives, 5/5]
  cites: [608.1]
```

## How it may be written

What only one thing can be meant by is taken; what isn't, is told with its line and the line as it would be right, all that is wrong with a file at once.

* **Names**: a card's name, a label (`as`), or any beginning or word of a name by which only one thing in the game can be meant: `Snapcaster`, `Goyf`,
  `the Bears`, `bob's Bears`, `Soldier #2` (in order of creation; the number stays with what has left). Of several that nothing tells apart any is taken; of a card and tokens or other copies of it, the card. In `players` a card is named in full, or up to a comma in its name
  (`Isamaru`) where only one begins so. A name is looked up
  as its action is taken; where what it names isn't there yet, as much of the stack resolves first as brings it. So it does where an action can't be aimed or paid yet, or its ability isn't there yet, and
  what is on the stack makes it legal, which the ruling lists among its assumptions.
* **Players**: one alone has the opponent `opponent`.
* **Mana**: `"{{2}}{{G}}"` or `2G`; the generic part, as in `mana: 5`, can be spent as any type, which the ruling lists among its assumptions. `3 Islands` are untapped lands,
  `unlimited` is all that is needed. A pool of the set-up stays until some of it is spent.
* **Attacks and blocks**: `attack: Bears` or `[Bears, Giant]` at the only opponent, or at what `at:` names; `block: Bears` blocks the only attacker. Blocks can be
  said from either side: `block: {{Giant: Bears}}` or, of what attacks, `block: {{Bears: [Giant, Wall]}}`, or `block: Giant` with `attacker: Bears`.
  Attacks (and blocks) said one by one, with nothing between, are one declaration, unless another combat comes for them. A combat that was begun is
  fought out where nothing says how far to play (`until`). `attack: all` is every creature that can, `attack: {{bob: [Bears, Giant]}}` says whom first, `no blocks` and
  `bob doesn't block` declare nothing. `assign: {{Bears: 2, Giant: 4}}` is the damage of the only creature that fights both.
* **Verbs of keywords and costs** stand for `cast`, `activate` or `special` with an option: `cycle: X`, `flashback: X`, `equip: {{Sword: Bears}}`,
  `ninjutsu: {{Ninja: Bears}}`, `sacrifice: X` (to an ability of its own, or the only other that asks for it, or `to: Y`), `-2: Liliana`. The table is below.
* **Lines of words**: `- resolve`, `- resolve all`, `- pass`, `- to end step`, `- cast Shock targeting bob`, `- bob casts Fireball on Bears with X=3`,
  `- alice attacks bob with Bears and Giant`, `- bob blocks Bears with Giant`, `- bob blocks nothing`, `- alice activates Seer sacrificing Bears`, `- +2 Jace`,
  `- alice equips Bears with Sword`, `- cast Charm, mode 2, targeting bob`, `- cast Reanimate on Angel in bob's graveyard`; so, too, `- bob: cast Shock targeting Bears` and `- bob: {{cast: Shock, targets: Bears}}`;
  `- {{action: cast, card: Shock, targets: [Bears]}}` as programs write it.
  `resolve: Shock` goes on until that has resolved. Beneath a line other keys may stand (`illegal: true`), and behind the name after `cast:` and `activate:` what
  can stand in a line (`cast: Think Twice with flashback`). Further lines: `- bob counters Shock with Negate`, `- bob regenerates Skeletons`, `- bob flashes back Think Twice`,
  `- alice turns Angel face up`, `- Shock resolves`; `- bob can't cast Shock` and `- bob casts Shock (illegal)` are refused; `- nobody responds` does nothing;
  `- alice passes the turn` goes on to the next turn.
* **Turns and steps**: `turn: 3` beside any action, with `step:` or `at:`, goes on to there first: `{{attack: Bears, turn: 3}}`. A moment is `upkeep`, `turn 3 upkeep`,
  `upkeep of turn 3`, `turn 3, second main`, `bob's end step`, `alice's next upkeep`, `PRECOMBAT_MAIN`, `{{turn: 3, step: upkeep}}`; `turn:` of the scenario takes `bob`, `3` or such a moment, too.
* **The start of a game**: `start: bob` has the game begin by CR 103 with bob as the starting player. Each draws seven cards: those of `hand`, then the top of `library`.
  `mulligan: alice` and `keep: alice` declare, in turn order; who isn't spoken of keeps. What can be done with cards in opening hands is done unless an answer leaves
  them out (`answers: {{alice: [none]}}`). Then the first turn begins. What a mulligan brings is chance: `hand` beside it names it.
* **Keys**: `attached_to`, `attachedTo` and `Attached to` are `attached to`; what else a key is called stands in the tables below.
* **Numbers of cards**: `hand: 3` and `library: 10` are unknown cards; `{{token: 1/1 white Soldier, count: 2}}` are two. `Grizzly Bears (tapped)` is tapped.
  `battlefield: {{Forest: 3, Serra Angel: tapped}}` lists them by name, `{{card: Bears, equipped with: Bonesplitter}}` is two permanents of one player's, and
  `{{card: Rift Bolt, time counters: 1}}` has that counter, as `{{card: History of Benalia, lore: 1}}` does; `{{card: Delver of Secrets, transformed: true}}`,
  `{{card: Bears, manifested: true}}`, `commander: Isamaru` of a player, and tokens as `{{token: 1/1 white Soldier}}`, `{{token: Knight, pt: 2/2, color: white, has: vigilance}}`,
  `{{copy of: Hill Giant}}` or `Hill Giant token`, say what they are. `players: [{{name: alice, hand: [Shock]}}, {{name: bob}}]` is taken, too.
* **Targets and their shares**: `targets: {{Bears: 2, bob: 1}}` divides among them; `modes: {{counter: Shock, return: Bears}}` says the target of each mode. Those of an
  ability that a spell sets up ("when you do") come behind its own, or as answers.
* **Abilities by their text**: `activate: "{{T}}: Add {{G}}"` is an ability of whatever has it, `activate: "+2: Jace"` that loyalty ability.
* **Costs**: `convoke`, `delve`, `sacrifice`, `discard`, `exile`, `tap`, ... beside `cast` or `activate` say objects that the cost is paid with, as `pay` does.
  A keyword's cost beside `cast` is `true`, how often it is paid (`replicate: 2`), what it is paid with (`bargain: Food`), or to whom a gift is promised (`gift: bob`).
* **Targets** of what triggers can stand beside the action that makes it trigger, such as `attack` or `turn face up`; `face down: true` beside `cast` casts face down.
* **Answers**: `choose` holds the answers to what is asked as the action is taken and, later, by its spell or ability and what that triggers; `{{bob: Island, carol: [no, Swamp]}}` says
  whose they are. An item `- choose: Island` of its own, or `- bob chooses Island`, answers what the action before it asks. What nothing asked for is an error.
* **Expectations** can begin with the key (`life: {{bob: 14}}`), the player (`bob: {{life: 14, graveyard: [Shock]}}`) or the object (`Bears: dies`, `Bears: 4/4`,
  `Bears: [lives, 2 damage, flying, 1 +1/+1 counter, controlled by bob]`, `Shock: fizzles`, `Bears: sacrificed`).
  Or they are lines of words: `- bob has 14 life`, `- alice wins`, `- the Bears die`, `- bob has 2 cards in hand`, `- the stack is empty`.
  A zone with `[]` or `empty` has nothing in it, `counters: {{}}` and `no counters` are none; a library given by `exactly` is in that order, top first.
* **Refusals**: an action with `illegal` must be refused, under the rule that it names, for a reason of its own: that its player has no priority yet is none. `illegal: 305.2` takes a rule below that number, too.
  An answer of its `choose` that what asks for it doesn't allow is such a reason.
"""


def page() -> str:
    """The whole manual."""
    lines = [INTRODUCTION, "## Keys", ""]
    for name, entries in sections().items():
        lines += [f"### {_heading(name)}", "", *_table(entries), ""]
    lines += ["## Verbs of keywords and costs", "", *_verbs(), ""]
    words = ", ".join(f"`{word}`" for word in expect.HELD.WORDS)
    lines += [
        "## Words for an object in `expect`",
        "",
        f"{words}, and sizes such as `4/4`; several in a list.",
        "",
    ]
    kinds = ", ".join(f"`{{{kind}: ...}}` ({of.expected})" for kind, of in answers.ANSWER_KINDS.items())
    lines += ["## Answers that say what they are for", "", f"{kinds}.", ""]
    lines += ["## Cookbook", ""]
    for recipe in recipes():
        lines += [
            f"### {recipe.question}",
            "",
            "```yaml",
            f"# scenarios/cookbook/{recipe.file}",
            recipe.text.strip(),
            "```",
            "",
        ]
    return "\n".join(lines).rstrip() + "\n"


def about(key: str) -> str:
    """What the manual says of a key, a verb or a section; near names where it says nothing of it."""
    wanted = key.strip().lower()
    found: list[str] = []
    for name, entries in sections().items():
        of = (
            entries
            if wanted in (name, name.removeprefix("a ").removeprefix("an "))
            else [entry for entry in entries if entry.key == wanted]
        )
        if of:
            found += [f"{_heading(name)}:", *(line for entry in of for line in _told(entry))]
    short = verbs.short(wanted)
    if short is not None:
        found += [f"{wanted}: X", f"    means  {short.verb}: X, {short.option}: {short.says}"]
    if not found:
        known = [entry.key for entries in sections().values() for entry in entries]
        near = nearest(wanted, dict.fromkeys((*known, *verbs.SHORTS, *sections())))
        said = f" (did you mean {' or '.join(near)}?)" if near else ""
        return f"the format has no key '{key}'{said}"
    return "\n".join(found)


def _told(entry: Entry) -> Iterator[str]:
    yield f"  {entry.key}: {entry.holds}"
    if entry.about:
        yield f"      {entry.about}"
    if entry.default:
        yield f"      default: {entry.default}" if entry.default != "required" else "      required"
    if entry.example:
        yield f"      {entry.example}"


def _heading(name: str) -> str:
    return name[:1].upper() + name[1:] if " " in name else f"`{name}`"


def _table(entries: tuple[Entry, ...]) -> Iterator[str]:
    yield "| key | holds | default | example |"
    yield "| --- | --- | --- | --- |"
    for entry in entries:
        holds = f"{entry.holds}; {entry.about}" if entry.about else entry.holds
        example = f"`{entry.example}`" if entry.example else ""
        cells = (f"`{entry.key}`", holds, entry.default, example)
        yield f"| {' | '.join(cell.replace('|', '/') for cell in cells)} |"


def _verbs() -> Iterator[str]:
    yield "| verb | means | `{this: that}` |"
    yield "| --- | --- | --- |"
    grouped: dict[tuple[str, str, str, str], list[str]] = {}
    for name, short in verbs.SHORTS.items():
        says = "its name" if short.says == name else short.says
        grouped.setdefault((short.verb, short.option, says, short.of), []).append(name)
    for (verb, option, says, of), names in grouped.items():
        that = "pay" if option == "deed" else of
        yield f"| {', '.join(f'`{n}`' for n in names)} | `{verb}: X`, `{option}`: {says} | `{that}`: that |"
    yield "| `+1`, `-2`, `-X` | `activate: X`, `ability`: the loyalty ability with this cost | `targets`: that |"
