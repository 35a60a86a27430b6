"""Scenarios played by the engine: position and actions in, ruling out.

    for ruling in run_file("scenarios/library/704-legend-rule.yaml"):
        print(ruling.status, ruling.checks)
"""
