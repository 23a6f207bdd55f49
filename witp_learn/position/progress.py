"""The table ``[progress]`` of a position: how far a turn has come (3.1).

What `witp_learn.engine` prints can be read back and played on, so every key is written that is not
at its default, and what is read has to fit the position.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from attrs import NOTHING, evolve, fields, has

from witp_learn.files import plain
from witp_learn.model import HIDDEN, Mark, Pending, Progress, State, Unit
from witp_learn.position.finding import Finding, misplaced

_CARD = re.compile(r"194[2-5]-(0[1-9]|10)")

KINDS = ("base", "displace")
"""Decisions that can be pending (6.5d, 8.7a)."""

JOURNEYS = ("fleet", "land", "transport")
"""Ways to move (8.4)."""


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


def findings(state: State) -> Iterator[Finding]:
    """Everything in the table that does not fit the position, in the order of its keys."""
    now = state.progress
    if now is None:
        return
    if len(now.points) not in (0, 2) or any(points < 0 for points in now.points):
        problem = "must be two numbers of 0 or more, Japan's first, or empty"
        yield Finding("progress.points", list(now.points), problem)
    if len(now.gains) not in (0, 2):
        problem = "must be two numbers, Japan's first, or empty"
        yield Finding("progress.gains", list(now.gains), problem)
    for key in ("rolled", "passed"):
        if len(set(getattr(now, key))) < len(getattr(now, key)):
            yield Finding(f"progress.{key}", list(getattr(now, key)), "names a side twice")
    for key in ("built", "targets"):
        yield from _marks(state, getattr(now, key), f"progress.{key}")
    for key in ("activated", "done", "fought"):
        for index, hex_id in enumerate(getattr(now, key)):
            yield from misplaced(state, hex_id, f"progress.{key}[{index}]")
    for key in ("target", "fight"):
        if hex_id := getattr(now, key):
            yield from misplaced(state, hex_id, f"progress.{key}")
    yield from _impulse(now)
    yield from _cards(now)
    for index, asked in enumerate(now.pending):
        yield from _pending(state, asked, f"progress.pending[{index}]")
    yield from _journey(state, now)


def _marks(state: State, marks: tuple[Mark, ...], key: str) -> Iterator[Finding]:
    for index, mark in enumerate(marks):
        yield from misplaced(state, mark.hex, f"{key}[{index}].hex")


def _impulse(now: Progress) -> Iterator[Finding]:
    if now.activated and not now.target:
        problem = "an impulse starts with its target; progress.target is missing (8.2)"
        yield Finding("progress.activated", list(now.activated), problem)
    if now.record and not now.fight:
        problem = "progress.fight has to say where this is fought"
        yield Finding("progress.record", list(now.record), problem)
    if stray := [h for h in now.done if h not in now.activated]:
        problem = "not among progress.activated, which holds all markers of the impulse (8.2)"
        yield Finding("progress.done", stray[0], problem)


def _cards(now: Progress) -> Iterator[Finding]:
    """A card is in one place only; those face down are not told apart."""
    seen: set[str] = set()
    held = [(f"progress.hands[{i}].cards", hand.cards) for i, hand in enumerate(now.hands)]
    for key, cards in (*held, ("progress.deck", now.deck)):
        for card in cards:
            if card != HIDDEN and not _CARD.fullmatch(card):
                yield Finding(key, card, "a card reads like 1942-03")
            elif card != HIDDEN and card in seen:
                yield Finding(key, card, "this card is in two places (4.2)")
            seen.add(card)
    if len({hand.side for hand in now.hands}) < len(now.hands):
        yield Finding("progress.hands", len(now.hands), "one hand for each side")


def _pending(state: State, asked: Pending, key: str) -> Iterator[Finding]:
    if asked.kind not in KINDS:
        yield Finding(f"{key}.kind", asked.kind, f"must be {' or '.join(KINDS)}")
    elif asked.kind == "displace" and (
        asked.unit is None or asked.unit not in _counted(state.units)
    ):
        problem = "must be an air unit that stands where it says (8.7)"
        yield Finding(f"{key}.unit", str(asked.unit and asked.unit.at), problem)
    elif asked.kind == "base":
        held = len(state.bases[asked.side.enemy])
        if not 1 <= asked.count <= held:
            problem = f"must be 1 to {held}, the bases {asked.side.enemy.adjective} has (6.5)"
            yield Finding(f"{key}.count", asked.count, problem)


def _journey(state: State, now: Progress) -> Iterator[Finding]:
    journey = now.journey
    if journey is None:
        return
    key = "progress.journey"
    if journey.kind not in JOURNEYS:
        yield Finding(f"{key}.kind", journey.kind, f"must be one of {', '.join(JOURNEYS)}")
    if not now.target:
        yield Finding(f"{key}.path", list(journey.path), "progress.target is missing (8.2)")
    for index, hex_id in enumerate(journey.path):
        yield from misplaced(state, hex_id, f"{key}.path[{index}]")
    there = _counted(state.units)
    for index, unit in enumerate(journey.units):
        if there.get(_one(unit), 0) < unit.count:
            yield Finding(f"{key}.units[{index}]", unit.at, "are not on the map there")


def _one(unit: Unit) -> Unit:
    return evolve(unit, count=1)


def _counted(units: tuple[Unit, ...]) -> dict[Unit | None, int]:
    found: dict[Unit | None, int] = {}
    for unit in units:
        found[_one(unit)] = found.get(_one(unit), 0) + unit.count
    return found
