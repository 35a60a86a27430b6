"""The turn."""
