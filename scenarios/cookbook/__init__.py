"""Scenarios that answer common questions: the cookbook of the manual (`scenarios.manual`)."""
