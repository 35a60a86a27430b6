"""The stack."""
