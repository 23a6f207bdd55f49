"""Combat (9): which fights there are, both strengths, dice, hits, retreat, continuing combat.

`fight` leads through the fight for one hex step by step; `strength`, `tally` and `losses` hold
the rules it asks.
"""
