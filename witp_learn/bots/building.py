"""What the greedy bot does about its bases (6)."""

from __future__ import annotations

from collections.abc import Iterator

from witp_learn import engine
from witp_learn.actions import Action, Build, Pass, Remove
from witp_learn.bots.choices import Choice, Term, best
from witp_learn.bots.outlook import Outlook, strength
from witp_learn.engine.table import points_left
from witp_learn.hexgrid import HexId
from witp_learn.model import Kind, Side


def choose(look: Outlook) -> Choice:
    """The base that is worth most, built or removed, or `pass`."""
    offered = engine.legal_actions(look.state)
    found = [Choice(Pass(), among=len(offered))]
    found += [Choice(one, tuple(_terms(look, one)), len(offered)) for one in offered]
    return best(found, look.state)


def _terms(look: Outlook, action: Action) -> Iterator[Term]:
    term, bases = look.weights.term, look.net.bases
    if isinstance(action, Build):
        if (more := _fed(look, bases | {action.at}) - _fed(look, bases)) > 0:
            yield term("fed", more)
        if action.at in look.islands and look.side is Side.ALLIES and not look.island_based:
            yield term("victory_base", 1)
        elif action.at in look.chain:
            yield term("chain", 1)
        yield term("upkeep", 1 + _short(look))
    elif isinstance(action, Remove):
        if (less := _fed(look, bases) - _fed(look, bases - {action.at})) > 0:
            yield term("starved", less)
        if _carries(look, action.at):
            yield term("broken", 1)
        yield term("saved", 1 + _short(look))


def _fed(look: Outlook, bases: frozenset[HexId]) -> float:
    fed = look.fed_by(bases)
    land = (u for u in look.own if not u.kind.is_fleet and look.eats(u, fed))
    return sum(strength(u) for u in land)


def _short(look: Outlook) -> float:
    """How much dearer a base is the fewer RP are left for anything else (6.5).

    Nothing on turn 1 for the Allies, whose six bases are free (6.6.2).
    """
    points = points_left(look.state, look.side)
    if points is None or (look.state.turn == 1 and look.side is Side.ALLIES):
        return 0.0
    share = (len(look.net.bases) + 1) / max(points, 1)
    return max(0.0, 4 * (share - 0.4))


def _carries(look: Outlook, base: HexId) -> bool:
    """Whether other bases are linked only through this one, or victory asks for it."""
    if look.side is Side.ALLIES and base in look.islands:
        return True
    without = look.net.without_base(base)
    return len(without.rounds) < len(look.net.rounds) - 1


def taken_off(look: Outlook) -> Choice:
    """The enemy's base that goes when he cannot pay: the one that feeds most."""
    enemy = Outlook(look.state, look.side.enemy)
    offered = [one for one in engine.legal_actions(look.state) if isinstance(one, Remove)]
    whole = _fed(enemy, enemy.net.bases)

    def judged(action: Remove) -> Choice:
        less = whole - _fed(enemy, enemy.net.bases - {action.at})
        island = action.at in enemy.islands and enemy.side is Side.ALLIES
        terms = [look.weights.term("unsupplied", less)]
        terms += [look.weights.term("victory_base", 1)] if island else []
        return Choice(action, tuple(terms), len(offered))

    return best([judged(one) for one in offered], look.state)


def rebuilt(look: Outlook) -> Choice:
    """The unit whose rebuilding gives most strength, or `pass`."""
    offered = engine.legal_actions(look.state)
    found = [Choice(Pass(), among=len(offered))]
    for one in offered:
        word = getattr(one, "unit", "")
        if word:
            kind = Kind(word.split("-")[-1])
            gain = {Kind.CARRIER: 2, Kind.AIR: 2}.get(kind, 1)
            found.append(Choice(one, (look.weights.term("rebuilt", gain),), len(offered)))
    return best(found, look.state)
