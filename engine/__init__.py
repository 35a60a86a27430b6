"""The game: state, abilities, card language, rules (see README)."""
