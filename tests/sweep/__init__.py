"""The sweep: every card that counts as whole is played, alone and on a full board, and nothing may be refused or break.

A card that is read counts as whole only if it plays. Here each is cast in every way that it has, with each of its choices taken and refused; its abilities are
activated, the events that abilities wait for are made to happen around it, it is in a turn cycle, dies, is bounced, copied and stolen. An action that the rules
forbid is no failure; one that the engine does not support, an exception, and a game that is out of order afterwards (`invariants`) are.

    python -m tests.sweep                        # all of the pool, on two cores
    python -m tests.sweep --part 3/100           # the third hundredth of it
    python -m tests.sweep --card "Hill Giant"    # one card, each failure with where it came from
    python -m tests.sweep --results FILE         # keep what each card gave; an interrupted sweep goes on from there

`boards` are the positions and `moments` those in the midst of a game, `answers` those who answer what is asked, `doing` what brings a game forward, `plays` what is done with a card, `deeds` the events that
are made to happen, `sweeping` plays a card through and `report` tells of it.
"""
