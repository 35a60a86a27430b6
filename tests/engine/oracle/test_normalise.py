"""Normalisation takes own names and reminder text away, and can be undone."""

from __future__ import annotations

import pytest

from engine.oracle.normalise import normalise, paragraphs, restore


@pytest.mark.parametrize(
    ("text", "name", "legendary", "wanted"),
    [
        ("When Mo Bog enters, tap Mo Bog.", "Mo Bog", False, "When ~ enters, tap ~."),
        ("This creature's power", "Mo", False, "~'s power"),
        ("Lifelink (Some words.)\nThis land enters tapped.", "Mo", False, "Lifelink\n~ enters tapped."),
        ("Tap Ana. Ana, Queen of Bogs wins.", "Ana, Queen of Bogs", True, "Tap ~. ~ wins."),
        ("Find a card named Mo. −1: Tap Mogg.", "Mo", False, "Find a card named Mo. -1: Tap Mogg."),
        ('It has "Tap Mo and this creature." Untap Mo.', "Mo", False, 'It has "Tap § and ~." Untap ~.'),
        ('It has "{T}: Win" and "{1}: Win."', "Mo", False, 'It has "{T}: Win." and "{1}: Win."'),
        ('It has "{T}: Win," and it has reach.', "Mo", False, 'It has "{T}: Win.", and it has reach.'),
        ('The "legend rule" and such things.', "Mo", False, 'The "legend rule" and such things.'),
        ("Slivers die. Sliver King dies.", "Sliver King", True, "Slivers die. ~ dies."),
        ("If Wolf attacks, tap a Wolf. Heal Wolf.", "Wolf, Lost", True, "If ~ attacks, tap a Wolf. Heal ~."),
        ("When Mo enters the battlefield, it enters.", "Mo", False, "When ~ enters, it enters."),
        ("{T}: Add {G} to your mana pool.", "Mo", False, "{T}: Add {G}."),
        ("He or she loses his or her turn.", "Mo", False, "They lose their turn."),
        ("He or she catches him or her.", "Mo", False, "They catch them."),
        ("Put two green Elf tokens onto the battlefield.", "Mo", False, "Create two green Elf tokens."),
        ("Put a card onto the battlefield.", "Mo", False, "Put a card onto the battlefield."),
        ("3 damage to target creature or player.", "Mo", False, "3 damage to target creature or player."),
        ("Each player adds {B} to his or her mana pool.", "Mo", False, "Each player adds {B}."),
        ("Add {B} to that player's mana pool.", "Mo", False, "Add {B} to that player's mana pool."),
        ("If he or she doesn't, he or she goes.", "Mo", False, "If they don't, they go."),
        ("He or she carries it.", "Mo", False, "They carry it."),
        ("You may cast it. If you don't cast it, win.", "Mo", False, "You may cast it. If you don't, win."),
        ("Win. If you don't cast it, lose.", "Mo", False, "Win. If you don't cast it, lose."),
    ],
)
def test_and_back(text: str, name: str, legendary: bool, wanted: str) -> None:
    done = normalise(text, name, legendary=legendary)
    assert done.text == wanted
    assert restore(done) == text


def test_modes_belong_to_the_line_before() -> None:
    assert paragraphs("Flash\nChoose one —\n• A.\n• B.\nC.") == ["Flash", "Choose one —\n• A.\n• B.", "C."]
