"""Costs (CR 118)."""
