"""The table ``[progress]`` of a position: how far a turn has come (3.1).

What `witp_learn.engine` prints can be read back and played on, so every key is written that is not
at its default, and what is read has to fit the position: the phase, the board, the counters.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from itertools import pairwise
from typing import Any

from attrs import NOTHING, evolve, fields, has

from witp_learn import components
from witp_learn.files import NotAvailable, one_of, plain
from witp_learn.hexgrid import adjacent
from witp_learn.model import (
    HIDDEN,
    TURNS,
    Journey,
    Kind,
    Mark,
    Pending,
    Phase,
    Progress,
    Side,
    State,
    Unit,
)
from witp_learn.position.finding import Finding

CHOICES = ("six-bases", "sudden-death", "chinese-stay-turn-1")
"""Options that can be taken (6.6.2c, 15.0, and an erratum to 12.2r known at second hand)."""

REDEPLOYMENT = (Phase.FLEET_REDEPLOYMENT, Phase.TROOP_REDEPLOYMENT)
"""The segments in which stacks are redeployed (10.2, 10.3)."""

JOURNEYS = ("fleet", "land", "transport")
"""Ways to move (8.4)."""

DECISIONS = ("base", "displace", "choose", "submarines", "sudden-death")
"""Kinds of what comes first."""

LONGEST = 400
"""Hexes of the longest way, and actions of the longest fight, that are read."""

_CARD = re.compile(r"194[2-5]-(0[1-9]|10)")

_PHASES: dict[str, tuple[Phase, ...]] = {
    "built": (Phase.BASES,),
    "target": (Phase.MOVEMENT,),
    "activated": (Phase.MOVEMENT,),
    "done": (Phase.MOVEMENT,),
    "journey": (Phase.MOVEMENT,),
    "fight": (Phase.COMBAT,),
    "fought": (Phase.COMBAT,),
    "record": (Phase.COMBAT,),
    "rolled": (Phase.RESOURCES,),
    "step": (Phase.EVENT, Phase.STACKING, Phase.REINFORCEMENT),
    "declared": (Phase.EVENT,),
    "used": (Phase.EVENT,),
}
"""The phases in which a key can say something."""


def to_plain(progress: Progress) -> dict[str, Any]:
    """The table as a file writes it; what equals its default is left out."""
    return _bare(progress)


def _bare(record: Any) -> dict[str, Any]:
    """A frozen record as a plain table without its defaults, records within it likewise."""
    table: dict[str, Any] = {}
    for one in fields(type(record)):
        value = getattr(record, one.name)
        if one.default is NOTHING or value != one.default:
            table[one.name] = _plain(value)
    return table


def _plain(value: Any) -> Any:
    if has(type(value)):
        return _bare(value)
    if isinstance(value, tuple):
        return [_plain(one) for one in value]
    return plain(value)


EVENT_STEPS = ("", "dawn", "begun", "draw", "declare", "use")
"""The parts of an event phase: the start of the turn, then cards drawn, named and used (4)."""


def findings(state: State) -> Iterator[Finding]:
    """Everything in the table, and of units that have moved, that does not fit the position."""
    yield from _moved(state)
    now = state.progress
    if now is None:
        return
    for key, phases in _PHASES.items():
        if getattr(now, key) and state.phase not in phases:
            problem = f"says something only in the {phases[0].value} phase"
            yield Finding(f"progress.{key}", _shown(getattr(now, key)), problem)
    yield from _points(now)
    yield from _course(state, now)
    yield from _hexes(state, now)
    yield from _sides(now)
    yield from _impulse(state, now)
    yield from _cards(now)
    yield from _pending(state, now)
    if now.journey is not None:
        yield from _journey(state, now, now.journey)


def _shown(value: Any) -> Any:
    return value if isinstance(value, str) else _plain(value)


def _moved(state: State) -> Iterator[Finding]:
    """Units marked as moved: in the movement segment fleets and land units (8.1e, 8.5a), in the
    segments of redeployment any (10.1a), as the turn ends Chinese ones (12.2r).

    In a position at rest the phase says nothing: a question of movement may be asked of it.
    """
    late = state.phase in (*REDEPLOYMENT, Phase.REINFORCEMENT)
    for index, unit in enumerate(state.units):
        if unit.moved and unit.kind is Kind.AIR and not late:
            yield Finding(f"units[{index}].moved", True, "air units do not move (8.0)")
        elif (
            unit.moved
            and state.progress is not None
            and not (late or state.phase is Phase.MOVEMENT)
        ):
            problem = "units are marked in movement and redeployment only (8.1, 10.1)"
            yield Finding(f"units[{index}].moved", True, problem)


def _points(now: Progress) -> Iterator[Finding]:
    if len(now.points) not in (0, 2) or any(points < 0 for points in now.points):
        problem = "must be two numbers of 0 or more, Japan's first, or empty"
        yield Finding("progress.points", list(now.points), problem)
    for key in ("gains", "special"):
        if len(getattr(now, key)) not in (0, 2):
            problem = "must be two numbers, Japan's first, or empty"
            yield Finding(f"progress.{key}", list(getattr(now, key)), problem)
    if len(now.stacks) not in (0, 2) or any(many < 0 for many in now.stacks):
        problem = "must be two numbers of 0 or more, Japan's first, or empty (10.1)"
        yield Finding("progress.stacks", list(now.stacks), problem)


def _course(state: State, now: Progress) -> Iterator[Finding]:
    """What lasts over the turns of a game: its scenario, its end, what is due to the track."""
    if now.scenario:
        try:
            components.scenario(now.scenario)
        except NotAvailable as error:
            yield Finding("progress.scenario", now.scenario, str(error))
    if now.last_turn and now.last_turn not in TURNS:
        problem = f"must be 1 to {TURNS[-1]}, or left out (3.0)"
        yield Finding("progress.last_turn", now.last_turn, problem)
    for key in ("bid", "penalty", "used"):
        if getattr(now, key) < 0:
            yield Finding(f"progress.{key}", getattr(now, key), "must be 0 or more")
    if state.phase is Phase.EVENT and now.step not in EVENT_STEPS:
        problem = f"must be {one_of(EVENT_STEPS[1:])}, or left out"
        yield Finding("progress.step", now.step, problem)
    if now.used > len(now.declared):
        problem = f"only {len(now.declared)} cards are named in progress.declared (4.2)"
        yield Finding("progress.used", now.used, problem)
    if now.ending is not None and not now.scenario:
        problem = "a position of its own has no winner; progress.scenario is missing (3.2)"
        yield Finding("progress.ending", _bare(now.ending), problem)
    for index, effect in enumerate(now.effects):
        if effect.card and not _CARD.fullmatch(effect.card):
            problem = "a card reads like 1942-03"
            yield Finding(f"progress.effects[{index}].card", effect.card, problem)
    for index, unit in enumerate(now.waiting):
        if unit.count < 1 or unit.at or unit.aboard or unit.moved:
            problem = "must be units off the map, at = \"\", with a count of 1 or more (11.0)"
            yield Finding(f"progress.waiting[{index}]", _bare(unit), problem)


def _hexes(state: State, now: Progress) -> Iterator[Finding]:
    named: list[tuple[str, str]] = [("target", now.target), ("fight", now.fight)]
    for key in ("activated", "done", "fought"):
        named += [(f"{key}[{i}]", h) for i, h in enumerate(getattr(now, key))]
        yield from _twins(f"progress.{key}", getattr(now, key))
    for key in ("built", "targets"):
        marks: tuple[Mark, ...] = getattr(now, key)
        named += [(f"{key}[{i}].hex", mark.hex) for i, mark in enumerate(marks)]
        yield from _twins(f"progress.{key}", marks)
    for key, hex_id in named:
        if hex_id and hex_id not in state.board:
            problem = "must be a hex of the board, without a coast letter"
            yield Finding(f"progress.{key}", hex_id, problem)
    if now.fight and now.fight in now.fought:
        yield Finding("progress.fight", now.fight, "is among progress.fought, so it is over (9.0)")
    for index, mark in enumerate(now.built):
        if not state.has_base(mark.hex, mark.side):
            problem = f"no {mark.side.adjective} base stands there"
            yield Finding(f"progress.built[{index}].hex", mark.hex, problem)


def _twins(key: str, values: tuple[Any, ...]) -> Iterator[Finding]:
    if len(set(values)) < len(values):
        yield Finding(key, _plain(values), "names one twice")


def _sides(now: Progress) -> Iterator[Finding]:
    yield from _twins("progress.passed", now.passed)
    if now.rolled not in ((), (Side.JAPAN,), tuple(Side)):
        yield Finding("progress.rolled", _plain(now.rolled), "Japan rolls first (5.1)")
    if now.to_act in now.passed and len(now.passed) < len(Side):
        problem = "has passed, so it is not its turn (6.0, 8.1)"
        yield Finding("progress.to_act", _plain(now.to_act), problem)
    for choice in now.choices:
        if choice not in CHOICES:
            problem = f"must be {one_of(CHOICES)} (6.6.2, 15.0, 12.2)"
            yield Finding("progress.choices", choice, problem)


def _impulse(state: State, now: Progress) -> Iterator[Finding]:
    """The impulse under way: its side, its target, its markers (8.2)."""
    if now.record and not now.fight:
        problem = "progress.fight has to say where this is fought"
        yield Finding("progress.record", len(now.record), problem)
    if len(now.record) > LONGEST:
        yield Finding("progress.record", len(now.record), f"at most {LONGEST} actions")
    if not now.target:
        if now.activated:
            problem = "an impulse starts with its target; progress.target is missing (8.2)"
            yield Finding("progress.activated", list(now.activated), problem)
        return
    side = now.to_act
    if side is None or side in now.passed:
        problem = "must say whose impulse it is, a side that has not passed (8.1)"
        yield Finding("progress.to_act", _plain(side), problem)
        return
    if Mark(side, now.target) not in now.targets:
        problem = f"must stand among progress.targets as {side.adjective} (8.2)"
        yield Finding("progress.target", now.target, problem)
    for index, hex_id in enumerate(now.activated):
        key = f"progress.activated[{index}]"
        if hex_id == now.target:
            yield Finding(key, hex_id, "is the target itself (8.2)")
        elif hex_id not in now.done and not _movers(state, side, hex_id):
            yield Finding(key, hex_id, f"no {side.adjective} unit that could move is there (8.2)")
    if stray := [h for h in now.done if h not in now.activated]:
        problem = "not among progress.activated, which holds all markers of the impulse (8.2)"
        yield Finding("progress.done", stray[0], problem)


def _movers(state: State, side: Side, hex_id: str) -> bool:
    return any(u.kind is not Kind.AIR and not u.moved for u in state.at(hex_id, side))


def _cards(now: Progress) -> Iterator[Finding]:
    """A card is in one place only; those face down are not told apart."""
    seen: set[str] = set()
    held = [(f"progress.hands[{i}].cards", hand.cards) for i, hand in enumerate(now.hands)]
    lie = [(f"progress.{key}", getattr(now, key)) for key in ("deck", "discards", "declared")]
    for key, cards in (*held, *lie):
        for card in cards:
            if card != HIDDEN and not _CARD.fullmatch(card):
                yield Finding(key, card, "a card reads like 1942-03")
            elif card != HIDDEN and card in seen:
                yield Finding(key, card, "this card is in two places (4.2)")
            seen.add(card)
    if len({hand.side for hand in now.hands}) < len(now.hands):
        yield Finding("progress.hands", len(now.hands), "one hand for each side")
    if now.declared and len(now.declared) != len(now.passed):
        problem = "progress.passed must name the side of each, in order (4.2)"
        yield Finding("progress.declared", list(now.declared), problem)


def _pending(state: State, now: Progress) -> Iterator[Finding]:
    """Decisions that wait: bases to be lost after building, air units driven out."""
    asked: dict[Any, int] = {}
    for index, one in enumerate(now.pending):
        key = f"progress.pending[{index}]"
        asked[one.unit or one.side] = asked.get(one.unit or one.side, 0) + one.count
        if one.kind == "base":
            yield from _base_to_lose(state, one, asked[one.unit or one.side], key)
        elif one.kind == "displace":
            yield from _air_to_leave(state, one, asked[one.unit or one.side], key)
        elif one.kind == "choose":
            yield from _card_to_choose_for(one, key)
        elif one.kind in ("submarines", "sudden-death"):
            if one.at[:4] not in state.board:
                yield Finding(f"{key}.at", one.at, "must be a hex of the board")
            elif one.kind == "submarines":
                yield from _stack_at_sea(state, one, key)
        else:
            yield Finding(f"{key}.kind", one.kind, f"must be {one_of(DECISIONS)}")


def _card_to_choose_for(one: Pending, key: str) -> Iterator[Finding]:
    """A choice that a card leaves: the card asks for it (4.3)."""
    if not _CARD.fullmatch(one.card):
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


def _base_to_lose(state: State, one: Pending, count: int, key: str) -> Iterator[Finding]:
    held = len(state.bases[one.side.enemy])
    if state.phase is not Phase.SUPPLY or one.unit is not None:
        problem = "bases are lost between building and the supply check, and name no unit (6.5)"
        yield Finding(key, _bare(one), problem)
    elif one.count < 1 or count > held:
        problem = f"must be 1 to {held}, the bases the {one.side.enemy.adjective} side has (6.5)"
        yield Finding(f"{key}.count", one.count, problem)


def _air_to_leave(state: State, one: Pending, count: int, key: str) -> Iterator[Finding]:
    there = _counted(state.units)
    unit = one.unit
    if unit is None or unit.kind is not Kind.AIR or unit.count != 1 or one.count != 1:
        yield Finding(f"{key}.unit", unit and _bare(unit), "must be one air unit (8.7)")
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
    there, named = _counted(state.units), _counted(one.units)
    for unit, many in named.items():
        right = unit.ashore and unit.moved and unit.at == one.at and unit.side is one.side
        if not right or there.get(unit, 0) < many:
            problem = f"must be land units ashore at {one.at}, marked as moved, that are there"
            yield Finding(f"{key}.units", unit.at, problem)
            return


def _journey(state: State, now: Progress, journey: Journey) -> Iterator[Finding]:
    """A move under way: its units stand in its hex, and its way leads to the target (8.2)."""
    key = "progress.journey"
    if journey.kind not in JOURNEYS:
        yield Finding(f"{key}.kind", journey.kind, f"must be one of {', '.join(JOURNEYS)}")
        return
    if not journey.units:
        yield Finding(f"{key}.units", [], "must name the units that move")
    there = _counted(state.units)
    for index, unit in enumerate(journey.units):
        fits = _fits(journey.kind, unit) and unit.side is now.to_act and unit.moved
        at_sea = journey.at if journey.kind != "land" else journey.at[:4]
        if not fits or unit.at != at_sea:
            problem = f"must be marked as moved, stand at {at_sea} and suit its kind of move"
            yield Finding(f"{key}.units[{index}]", _bare(unit), problem)
        elif there.get(evolve(unit, count=1), 0) < unit.count:
            yield Finding(f"{key}.units[{index}]", unit.at, "are not on the map there")
    yield from _way(state, now, journey, f"{key}.path")
    units = _counted(journey.units)
    for index, left in enumerate(journey.leaving):
        named = _counted(evolve(u, at=journey.at) for u in left.units)
        if left.at not in (journey.at, *journey.path) or any(
            units.get(unit, 0) < count for unit, count in named.items()
        ):
            problem = "must be units of the move that stay in a hex of its way (8.5l)"
            yield Finding(f"{key}.leaving[{index}]", left.at, problem)


def _fits(kind: str, unit: Unit) -> bool:
    if kind == "land":
        return unit.ashore
    return unit.kind.is_fleet or unit.aboard


def _way(state: State, now: Progress, journey: Journey, key: str) -> Iterator[Finding]:
    whole = (journey.at, *journey.path)
    if not journey.path or len(journey.path) > LONGEST:
        yield Finding(key, len(journey.path), f"must be 1 to {LONGEST} hexes")
        return
    if astray := next((at for at in whole if not _known(state, at, journey.kind)), None):
        yield Finding(
            key, astray, "must be hexes of the board, with a letter where it has two seas"
        )
        return
    for before, after in pairwise(whole):
        if not adjacent(before[:4], after[:4]) or not _same_sea(state, before, after):
            yield Finding(key, [before, after], "do not touch")
            return
    if whole[-1][:4] != now.target:
        yield Finding(key, whole[-1], f"must end at the target, {now.target or 'which is missing'}")


def _known(state: State, at: str, kind: str) -> bool:
    if at[:4] not in state.board:
        return False
    letters = tuple(state.board[at[:4]].coasts) or ("",)
    return at[4:] in (("",) if kind == "land" else letters)


def _same_sea(state: State, before: str, after: str) -> bool:
    """Whether each of the two waters touches the other's hex; land units cross on land."""
    pairs = ((before, after[:4]), (after, before[:4]))
    return all(not at[4:] or hex_id in state.board[at[:4]].coasts[at[4:]] for at, hex_id in pairs)


def _counted(units: Iterable[Unit]) -> dict[Unit, int]:
    found: dict[Unit, int] = {}
    for unit in units:
        one = evolve(unit, count=1)
        found[one] = found.get(one, 0) + unit.count
    return found
