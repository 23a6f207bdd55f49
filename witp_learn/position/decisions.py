"""The decisions and dice that wait, as the table ``[progress]`` names them (`Pending`)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from attrs import evolve

from witp_learn import components
from witp_learn.components.cards import CARD_IDS
from witp_learn.files import one_of
from witp_learn.model import Kind, Pending, Phase, Progress, Side, State, Unit
from witp_learn.position.bare import bare
from witp_learn.position.finding import Finding

DECISIONS = ("base", "displace", "choose", "submarines", "sudden-death")
"""Kinds of what comes first."""


def findings(state: State, now: Progress) -> Iterator[Finding]:
    """Decisions that cannot be due: of another phase, or of units that are not there."""
    yield from _untimely(now)
    asked: dict[Any, int] = {}
    for index, one in enumerate(now.pending):
        key = f"progress.pending[{index}]"
        asked[one.unit or one.side] = asked.get(one.unit or one.side, 0) + one.count
        if one.kind == "base":
            yield from _base_to_lose(state, one, asked[one.unit or one.side], key)
        elif one.kind == "displace":
            yield from _air_to_leave(state, one, asked[one.unit or one.side], key)
        elif one.kind == "choose":
            yield from _card_to_choose_for(state, now, one, key)
        elif one.kind not in DECISIONS:
            yield Finding(f"{key}.kind", one.kind, f"must be {one_of(DECISIONS)}")
        elif one.at not in state.board:
            problem = "must be a hex of the board, without a coast letter"
            yield Finding(f"{key}.at", one.at, problem)
        elif one.kind == "submarines":
            yield from _stack_at_sea(state, one, key)
        else:
            yield from _sudden_death(now, one, key)


def _untimely(now: Progress) -> Iterator[Finding]:
    """A fight decides everything within itself, and before the first marker nothing happens."""
    if not now.pending:
        return
    if now.fight:
        problem = "nothing else is decided while a fight is under way (9)"
        yield Finding("progress.pending", len(now.pending), problem)
    elif now.target and not now.activated:
        problem = "nothing has to be decided before the first marker of an impulse (8.2)"
        yield Finding("progress.pending", len(now.pending), problem)


def _card_to_choose_for(state: State, now: Progress, one: Pending, key: str) -> Iterator[Finding]:
    """A choice that a card leaves: the card was used this turn, and asks for it (4.3)."""
    if one.card not in CARD_IDS:
        yield Finding(f"{key}.card", one.card, "a card reads like 1942-03")
        return
    deeds = components.event_cards().card(one.card).deeds(one.side)
    asking = [index for index, deed in enumerate(deeds) if deed.asks]
    if one.effect not in asking:
        numbers = one_of(map(str, asking)) if asking else "none"
        problem = f"must be the number of an effect of {one.card} that asks for a choice: {numbers}"
        yield Finding(f"{key}.effect", one.effect, problem)
    elif one.count not in range(1, deeds[one.effect].amount + 1):
        problem = f"must be 1 to {deeds[one.effect].amount}, as the card says"
        yield Finding(f"{key}.count", one.count, problem)
    used = tuple(zip(now.passed, now.declared, strict=False))[: now.used]
    if state.phase is not Phase.EVENT or (one.side, one.card) not in used:
        problem = f"must be a card that the {one.side.adjective} side has named and used (4.3)"
        yield Finding(f"{key}.card", one.card, problem)


def _base_to_lose(state: State, one: Pending, count: int, key: str) -> Iterator[Finding]:
    held = len(state.bases[one.side.enemy])
    if state.phase is not Phase.SUPPLY or one.unit is not None:
        problem = "bases are lost between building and the supply check, and name no unit (6.5)"
        yield Finding(key, bare(one), problem)
    elif one.count < 1 or count > held:
        problem = f"must be 1 to {held}, the bases the {one.side.enemy.adjective} side has (6.5)"
        yield Finding(f"{key}.count", one.count, problem)


def _air_to_leave(state: State, one: Pending, count: int, key: str) -> Iterator[Finding]:
    there = counted(state.units)
    unit = one.unit
    if unit is None or unit.kind is not Kind.AIR or unit.count != 1 or one.count != 1:
        yield Finding(f"{key}.unit", unit and bare(unit), "must be one air unit (8.7)")
    elif one.side is not unit.side:
        problem = f"the owner decides, the {unit.side.adjective} side (8.7)"
        yield Finding(f"{key}.side", one.side.value, problem)
    elif there.get(unit, 0) < count:
        yield Finding(f"{key}.unit", unit.at, "no such air unit stands there, or not so many")


def _stack_at_sea(state: State, one: Pending, key: str) -> Iterator[Finding]:
    """Land units that came by sea: marked as redeployed, and on the map where they came to."""
    if state.phase is not Phase.TROOP_REDEPLOYMENT or not one.units:
        problem = "must name the stack, in the segment of air and land units (10.4)"
        yield Finding(f"{key}.units", len(one.units), problem)
    there, named = counted(state.units), counted(one.units)
    for unit, many in named.items():
        right = unit.ashore and unit.moved and unit.at == one.at and unit.side is one.side
        if not right or there.get(unit, 0) < many:
            problem = f"must be land units ashore at {one.at}, marked as moved, that are there"
            yield Finding(f"{key}.units", unit.at, problem)
            return


def _sudden_death(now: Progress, one: Pending, key: str) -> Iterator[Finding]:
    """Dice for the end of the war belong to a game with that option, and are Japan's (15.0)."""
    if not now.scenario or one.kind not in now.choices:
        problem = "is due only in a scenario with sudden-death among progress.choices (15.0)"
        yield Finding(f"{key}.kind", one.kind, problem)
    elif one.side is not Side.JAPAN:
        yield Finding(f"{key}.side", one.side.value, "Japan rolls for sudden death (15.0)")


def counted(units: Iterable[Unit]) -> dict[Unit, int]:
    """How many there are of each like unit, by the row of one of them."""
    found: dict[Unit, int] = {}
    for unit in units:
        one = evolve(unit, count=1)
        found[one] = found.get(one, 0) + unit.count
    return found
