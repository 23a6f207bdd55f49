"""A sparring partner: greedy over an evaluation that can be read, one policy for each phase (3.1).

Candidates are pruned by cheap estimates; what is left is tried on the rules in order of its score.
The weights stand in ``data/bots.toml``.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from attrs import evolve

from witp_learn import engine
from witp_learn.actions import Declare
from witp_learn.bots import building, deciding, moving, posting
from witp_learn.bots.choices import Choice
from witp_learn.bots.outlook import Outlook
from witp_learn.engine.fights import scene
from witp_learn.engine.table import progress
from witp_learn.explain import say
from witp_learn.model import Phase, Side, State

Policy = Callable[[Outlook], Choice | None]


class GreedyBot:
    """Takes what promises most in the position at hand, and says why."""

    name = "greedy"

    def choose(self, seen: State, side: Side) -> Choice:
        """The action with the best score, its terms in the order in which they were found.

        Raises ValueError where the side has nothing to decide.
        """
        look = Outlook(seen, side)
        found = _policy(seen)(look)
        if found is not None:
            planned = found.terms or found.note
            return found if planned else evolve(found, note=say("bots.as_planned"))
        offered = engine.legal_actions(seen)
        if not offered:
            raise ValueError(f"{side.adjective}: nothing is to be decided here")
        note = say("bots.first", many=len(offered)) if len(offered) > 1 else say("bots.only")
        return Choice(offered[0], among=len(offered), note=note)


def _policy(state: State) -> Policy:
    """Who decides: the policy of an interruption, of a fight, or of the phase."""
    pending = progress(state).pending
    if pending:
        return building.taken_off if pending[-1].kind == "base" else posting.offered
    if state.phase is Phase.COMBAT:
        return deciding.first_fight if scene(state) is None else deciding.in_fight
    return _POLICIES[state.phase]


def _event(look: Outlook) -> Choice:
    offered = engine.legal_actions(look.state)
    named = any(isinstance(one, Declare) for one in offered)
    return deciding.card(look) if named else posting.offered(look)


_POLICIES: Mapping[Phase, Policy] = {
    Phase.EVENT: _event,
    Phase.BASES: building.choose,
    Phase.MOVEMENT: moving.choose,
    Phase.FLEET_REDEPLOYMENT: posting.redeployed,
    Phase.TROOP_REDEPLOYMENT: posting.redeployed,
    Phase.STACKING: posting.offered,
    Phase.REBUILDING: building.rebuilt,
    Phase.REINFORCEMENT: posting.offered,
}
"""Who decides in each phase."""
