"""What the program takes: `python -m tests.benchmarks [SUBJECT...]` prints the figures. Nothing here passes or fails."""
