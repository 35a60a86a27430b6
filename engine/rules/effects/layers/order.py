"""The layers and sublayers, and to which of them a change belongs (CR 613.1, 613.4)."""

from __future__ import annotations

from engine import abilities as ab
from engine.abilities.remembered import by_identity

LAYERS: tuple[str, ...] = ("2", "3", "4", "5", "6", "7a", "7b", "7c", "7d")
"""The layers and sublayers after the first."""

RULE_OF = {
    "1": "613.2a", "1b": "613.2b", "2": "613.1b", "3": "613.1c", "4": "613.1d", "5": "613.1e", "6": "613.1f",
    "7a": "613.4a", "7b": "613.4b", "7c": "613.4c", "7d": "613.4d",
}  # fmt: skip


def layer_of(change: ab.Change, cda: bool = False) -> str | None:
    """CR 613.1, 613.4: the layer of a change; None for one that changes rules of the game instead (613.11)."""
    match change:
        case ab.CopyOf():
            return "1"
        case ab.OneOfChanges(options=options):
            return layer_of(options[0], cda) if options else "6"  # among none there is nothing to choose
        case ab.UnderControlOf():
            return "2"
        case ab.Reworded() | ab.HasText() | ab.Renamed() | ab.AllNames() | ab.WordInName():
            return "3"
        case ab.ChosenType(what=what):
            return "5" if what.startswith("color") else "4"
        case ab.Types() | ab.LosesTypes() | ab.EveryType():
            return "4"
        case ab.Colors():
            return "5"
        case ab.Gains() | ab.GainsActivated() | ab.Loses() | ab.CantHave() | ab.GainsChoice():
            return "6"
        case ab.DefinedPT():
            return "7a" if cda else "7b"
        case ab.BasePT():
            return "7b"
        case ab.ModifyPT():
            return "7c"
        case ab.SwitchPT():
            return "7d"
    return None


@by_identity
def layers_of(changes: tuple[ab.Change, ...], cda: bool = False) -> frozenset[str]:
    """The layers in which the changes of an effect apply; none for an effect that changes rules of the game alone."""
    return frozenset(layer for c in changes if (layer := layer_of(c, cda)) is not None)


@by_identity
def changes_in(changes: tuple[ab.Change, ...], layer: str, cda: bool = False) -> tuple[ab.Change, ...]:
    """Those of the changes that apply in the layer. What the effect itself gives isn't among "all other abilities" that it takes, whichever is said first."""
    found = tuple(c for c in changes if layer_of(c, cda) == layer)
    if len(found) > 1 and layer == "6" and any(isinstance(c, ab.Loses) and c.other for c in found):
        return tuple(sorted(found, key=lambda c: not (isinstance(c, ab.Loses) and c.other)))
    return found
