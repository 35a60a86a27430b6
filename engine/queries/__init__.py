"""Asking."""
