"""What the digest is called: the edition's id, and the date of the rules it digests."""

ID = "digest"
DATE = "2026-06-19"

PLAYERS = "players"  # what the names table files players' words under
