"""Scenarios: YAML in, rulings out; the library of scenario files."""
