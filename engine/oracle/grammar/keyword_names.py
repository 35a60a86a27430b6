"""The names of keyword abilities, by what each is written with (CR 702)."""

# ruff: noqa: SIM905 (tables of words read best as text)

from __future__ import annotations

PLAIN = (
    "deathtouch;defender;double strike;first strike;flash;flying;haste;hexproof;indestructible;intimidate;lifelink;reach;shroud"
    ";trample;vigilance;banding;flanking;phasing;shadow;horsemanship;fear;provoke;storm;sunburst;epic;convoke;haunt;split second"
    ";delve;gravestorm;changeling;hideaway;conspire;persist;wither;retrace;exalted;cascade;rebound;umbra armor;totem armor;infect"
    ";battle cry;living weapon;undying;soulbond;unleash;cipher;evolve;extort;fuse;dethrone;hidden agenda;prowess;exploit;menace"
    ";devoid;ingest;myriad;skulk;melee;partner;undaunted;improvise;aftermath;ascend;assist;jump-start;mentor;riot;companion"
    ";demonstrate;daybound;nightbound;decayed;training;compleated;enlist;read ahead;ravenous;living metal;bargain;spree"
    ";trample over planeswalkers;start your engines!;job select;tiered;station;increment;mayhem;paradigm;double agenda;space sculptor;choose a Background;doctor's companion;friends forever"
).split(";")
"""Names that stand alone, several to a line."""

WITH_COST = (
    "cumulative upkeep;buyback;cycling;echo;kicker;multikicker;flashback;madness;morph;megamorph;entwine;equip;ninjutsu;transmute"
    ";replicate;recover;aura swap;fortify;evoke;prowl;unearth;level up;miracle;overload;scavenge;bestow;outlast;dash;surge;emerge"
    ";escalate;embalm;eternalize;spectacle;escape;mutate;encore;boast;foretell;disturb;cleave;reconfigure;blitz;squad;disguise"
    ";plot;freerunning;offspring;harmonize;warp;mayhem;web-slinging;ward;transfigure;commander ninjutsu"
    ";sneak;sticker kicker"
).split(";")
"""Names with a cost."""

WITH_NUMBER = (
    "rampage;fading;amplify;modular;bushido;soulshift;dredge;bloodthirst;graft;ripple;vanishing;absorb;frenzy;poisonous;devour"
    ";annihilator;tribute;renown;crew;fabricate;afflict;afterlife;casualty;toxic;backup;saddle;mobilize;firebending;hideaway;teamwork"
).split(";")
"""Names with a number."""

NUMBER_AND_COST = ("reinforce", "suspend", "awaken", "impending")
"""Names with a number and a cost."""


def is_keyword_name(text: str) -> bool:
    """Whether the words are the name of a keyword ability, though it may take a cost, number or quality that is not said."""
    return text.lower() in _NAMES


_NAMES = frozenset(
    {
        *(name.lower() for name in PLAIN),
        *WITH_COST,
        *WITH_NUMBER,
        *NUMBER_AND_COST,
        "more than meets the eye",
        "protection",
        "landwalk",
        "affinity",
    }
)
