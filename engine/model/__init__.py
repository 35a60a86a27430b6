"""What exists in a game: colors, mana, characteristics, cards, objects, players (CR 1-4), all of it frozen data."""
