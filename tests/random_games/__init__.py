"""Random games: two to four players, random real cards that are read whole, random actions and answers; and what must hold of them.

    python -m tests.random_games --seed N --games K [--players 2-4]

`positions` makes boards, `deciding` answers, `playing` acts, `invariants` says what must hold after each action, `alike` what must come out the same
in another form (other names, a creature more that nothing looks at, passes one by one), `telling` writes a game as a scenario. A game is made of a
seed alone, so it can be had again. What the engine refuses as not supported, though all cards are read whole, is counted by its message.
"""
