"""Actions in words: what each would do and where, what it costs, and the rule it goes by (3.1).

The referee decides what may be done; nothing here judges it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from attrs import evolve

from witp_learn import actions, engine
from witp_learn.actions import NOWHERE, Action, Counts
from witp_learn.engine import cards, choosing, fights, stacking
from witp_learn.engine.impulses import ACTIVATION
from witp_learn.engine.marching import judged
from witp_learn.engine.table import progress
from witp_learn.explain import say
from witp_learn.files import BadData
from witp_learn.model import Kind, Nation, Phase, State
from witp_learn.rules import events, rebuilding, resources
from witp_learn.rules.moves import Move
from witp_learn.rules.redeployment import who

_NATIONS = {name: nation for nation in Nation for name in (nation.short, str(nation))}
_KINDS = {str(kind): kind for kind in Kind}


def words(state: State, action: Action) -> str:
    """What an action would do, with the names of its places: ``Build a base at Taiwan``."""
    match action:
        case actions.Roll(first, second):
            return say("wording.roll", first=first, second=second)
        case actions.Draw(card):
            return say("wording.draw", card=events.card(card).label)
        case actions.Declare(card):
            return say("wording.card", card=events.card(card).label)
        case actions.Build(at):
            return say("wording.build", place=label(state, at))
        case actions.Remove(at):
            return say("wording.remove", place=label(state, at))
        case actions.Target(at):
            return say("wording.target", place=label(state, at))
        case actions.Activate(at):
            return say("wording.activate", place=label(state, at))
        case actions.Fight(at):
            return say("wording.fight", place=label(state, at))
        case actions.Move():
            return _move(state, action)
        case actions.Redeploy(units, at, to):
            ends = {"start": label(state, at), "place": label(state, to)}
            return say("wording.redeploy", units=stack_words(units), **ends)
        case actions.Place(units, at, start):
            key = "place_from" if start else "place"
            ends = {"start": label(state, start), "place": label(state, at)}
            return say(f"wording.{key}", units=stack_words(units), **ends)
        case _:
            return _decided(state, action)


def _move(state: State, action: actions.Move) -> str:
    """A move with every hex on its way."""
    way = action.path if len(action.path) > 1 else (*action.path, progress(state).target)
    names = list(dict.fromkeys(label(state, at) for at in way if at))
    stays = " and ".join(dict.fromkeys(label(state, at) for at, _ in action.leaving))
    told = say("wording.move", units=stack_words(action.units), way=", ".join(names))
    return told + (say("wording.leaving", places=stays) if stays else "")


def _decided(state: State, action: Action) -> str:
    """What an owner decides in a fight or after it, what is rebuilt, and passing."""
    match action:
        case actions.Support(at, given, nation):
            whose = f"{_NATIONS[nation].adjective} " if nation in _NATIONS else ""
            key = "support" if given else "held"
            return say(f"wording.{key}", whose=whose, place=label(state, at))
        case actions.Hit(unit, at):
            key = "hit" if at else "hit_each"
            return say(f"wording.{key}", unit=unit_words(unit), place=label(state, at))
        case actions.Lose(unit, at):
            return say("wording.lose", unit=unit_words(unit), place=label(state, at))
        case actions.Rebuild(unit, at):
            return say("wording.rebuild", unit=unit_words(unit), place=label(state, at))
        case actions.Retreat(what, to):
            key = f"retreat_{what}" + ("_none" if to == NOWHERE else "")
            return say(f"wording.{key}", place=label(state, to))
        case actions.Displace(at, to):
            key = "displace" + ("_none" if to == NOWHERE else "")
            return say(f"wording.{key}", start=label(state, at), place=label(state, to))
        case actions.Land(at, wanted):
            key = "land" if wanted else "stay"
            return say(f"wording.{key}", place=label(state, at))
    return say(f"wording.{_passing(state)}")


def _passing(state: State) -> str:
    """What passing means here, as the name of its words."""
    now = progress(state)
    if now.pending:
        return "pass_choice"
    if state.phase is Phase.MOVEMENT and now.target:
        return "end_impulse"
    return _PASSES[state.phase]


_PASSES: Mapping[Phase, str] = {
    Phase.EVENT: "pass_dawn",
    Phase.BASES: "pass_bases",
    Phase.MOVEMENT: "pass_movement",
    Phase.FLEET_REDEPLOYMENT: "pass_redeployment",
    Phase.TROOP_REDEPLOYMENT: "pass_redeployment",
    Phase.REBUILDING: "pass_rebuilding",
    Phase.REINFORCEMENT: "pass_chinese",
}


def label(state: State, at: str) -> str:
    """The name of a place, with the letter of its sea where it has two."""
    return f"{state.board.label(at[:4])} {at[4:]}".strip() if at[:4] in state.board else at


def unit_words(word: str, many: int = 1) -> str:
    """``us-attrited-naval``: ``attrited US naval unit``; with its number where there are more."""
    if word == "each air":
        return say("wording.every_air")
    *marks, kind = word.split("-")
    cut = marks.index("loaded") if "loaded" in marks else len(marks)
    own, cargo = (_states(part) for part in (marks[:cut], marks[cut:]))
    nation = [_NATIONS[m].adjective for m in marks if m in _NATIONS]
    noun = _KINDS[kind].noun if kind in _KINDS else kind
    told = [str(many)] if many > 1 else []
    told += [*own, *nation, f"{noun}s" if many > 1 else noun]
    if "loaded" in marks:
        told += ["with", *cargo, "cargo"]
    told += ["without cargo"] if "empty" in marks else []
    told += [m for m in marks if m in ("aboard", "ashore")]
    return " ".join(told)


def _states(marks: Iterable[str]) -> list[str]:
    return [m for m in marks if m in ("full", "attrited")]


def stack_words(units: Counts) -> str:
    """``3 carriers, 2 naval units and 1 land unit``."""
    told = [unit_words(w, n) if n > 1 else f"1 {unit_words(w)}" for w, n in units]
    return told[0] if len(told) == 1 else f"{', '.join(told[:-1])} and {told[-1]}"


def cost(state: State, action: Action) -> int | None:
    """The RP an action costs at once; None where nothing is paid or it is not known."""
    return _cost(state, action, _way(state, action))


def _cost(state: State, action: Action, way: Move | None) -> int | None:
    match action:
        case actions.Activate():
            return ACTIVATION
        case actions.Move():
            return None if way is None else way.cost
        case actions.Rebuild(unit) if state.phase is Phase.REBUILDING:
            return rebuilding.cost(_KINDS[unit.split("-")[-1]])
    return None


def _way(state: State, action: Action) -> Move | None:
    """A move as it is judged; None for any other action, and where it is not known."""
    side = engine.acting(state)
    if side is None or not isinstance(action, actions.Move):
        return None
    try:
        return judged(state, side, action)
    except BadData:
        return None


_RULES: Mapping[type, tuple[str, ...]] = {
    actions.Declare: ("4.2b",),
    actions.Build: ("6.1a",),
    actions.Target: ("8.2a",),
    actions.Activate: ("8.2b",),
    actions.Move: ("8.2e",),
    actions.Fight: ("9.0c",),
    actions.Support: ("9.2d",),
}
"""The rules that a kind of action goes by, whenever it is done."""

_IN_PHASE: Mapping[tuple[type, Phase], tuple[str, ...]] = {
    (actions.Pass, Phase.EVENT): ("12.2v",),
    (actions.Place, Phase.EVENT): ("12.2v",),
    (actions.Roll, Phase.RESOURCES): ("5.1b",),
    (actions.Remove, Phase.BASES): ("6.4a",),
    (actions.Pass, Phase.BASES): ("6.0b",),
    (actions.Pass, Phase.MOVEMENT): ("8.1c",),
    (actions.Redeploy, Phase.FLEET_REDEPLOYMENT): ("10.2g",),
    (actions.Pass, Phase.FLEET_REDEPLOYMENT): ("10.2h",),
    (actions.Pass, Phase.TROOP_REDEPLOYMENT): ("10.3l",),
    (actions.Rebuild, Phase.REBUILDING): ("10.6a",),
    (actions.Pass, Phase.REBUILDING): ("10.0c",),
    (actions.Place, Phase.REINFORCEMENT): ("11.0b",),
    (actions.Redeploy, Phase.REINFORCEMENT): ("12.2r",),
    (actions.Pass, Phase.REINFORCEMENT): ("12.2r",),
    (actions.Lose, Phase.REINFORCEMENT): ("12.2m",),
}
"""The rules of an action that means something else in another phase."""

_ASKED: Mapping[str, tuple[str, ...]] = {
    "base": ("6.5c", "6.5d"),
    "displace": ("8.7a",),
    "submarines": ("10.4c",),
    "sudden-death": ("15.0b", "15.0c"),
}
"""The rules of what interrupts a phase, by its kind."""


def rules(state: State, action: Action) -> tuple[str, ...]:
    """The clauses that an action goes by, as the referee cites them; a move has those of its cost.

    They follow from what is asked: the same word means another thing in another phase.
    """
    return _cited(state, action, _way(state, action))


def _cited(state: State, action: Action, way: Move | None) -> tuple[str, ...]:
    now = progress(state)
    if now.pending:
        return _ASKED.get(now.pending[-1].kind) or _chosen(action)
    if way is not None:
        return ("8.2e", *dict.fromkeys(item.rule for item in way.ledger))
    if isinstance(action, actions.Draw):
        return (cards.draw_rule(state),)
    if isinstance(action, actions.Pass) and state.phase is Phase.MOVEMENT and now.target:
        return ("8.2g",)
    fixed = _RULES.get(type(action)) or _IN_PHASE.get((type(action), state.phase))
    return fixed or _by_position(state, action)


def _chosen(action: Action) -> tuple[str, ...]:
    """What a card leaves to its side; passing where nothing is left to choose from (4.3)."""
    match action:
        case actions.Place():
            return choosing.RESERVE_RULES
        case actions.Pass():
            return ("4.3c",)
    return ("4.3a",)


def _by_position(state: State, action: Action) -> tuple[str, ...]:
    """The rules that depend on where units stand, or on how a fight stands."""
    match action:
        case actions.Redeploy(units):
            return ("10.3e",) if who.type_of(units[0][0]) == who.AIR else ("10.3f",)
        case actions.Lose(_, at) if state.phase is Phase.STACKING:
            return stacking.loss_rules(state, at[:4])
        case actions.Roll():
            return (*fights.asked_rules(state), "9.6a")
    return fights.asked_rules(state)


def upkeep(state: State, action: Action) -> int:
    """The RP that a new base costs once building is over (6.5), 0 for any other action."""
    side = engine.acting(state)
    if side is None or not isinstance(action, actions.Build):
        return 0
    built = evolve(state, bases={**state.bases, side: (*state.bases[side], action.at)})
    before, after = (resources.upkeep(one, side, 0).due for one in (state, built))
    return after - before


def told(state: State, action: Action) -> str:
    """Words, cost and rules: ``Activate Kure, 1 RP (8.2b)``."""
    way, later = _way(state, action), upkeep(state, action)
    points = _cost(state, action, way)
    paid = say("wording.cost", rp=points) if points is not None else ""
    paid += say("wording.upkeep", rp=later) if later else ""
    cited = (*_cited(state, action, way), *(("6.5a",) if later else ()))
    return words(state, action) + paid + (f" ({', '.join(cited)})" if cited else "")
