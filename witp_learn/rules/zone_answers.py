"""Air zones and control in the grammar of an answer: verdict, deciding fact, tests, one change.

Two questions: does a hex lie under a side's air zone (2.2.3), and who controls the port or airfield
in a hex (2.3.3). Every change, map fact and ruling is found by trying it and asking again.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from attrs import evolve

from witp_learn import edits
from witp_learn.explain import Answer, Change, Fact, Reason, RulingEffect, Tab, Test, say
from witp_learn.hexgrid import HexId
from witp_learn.model import Kind, Nation, Side, State, Step, Unit
from witp_learn.rulebook import ruling
from witp_learn.rules.answers import MOST_WORDS_OF_A_FACT, fact_text, subject
from witp_learn.rules.control import holder, holds, icon_text, projectors, zone
from witp_learn.rules.leaning import alternatives, open_to_doubt

CHONGQING = "0404"
"""The hex of the white airfield (2.3.3)."""

ZONE_RULING = "air-both-sides-one-hex"
CONTROL_RULINGS = ("embarked-land-control", "attrited-land-holds")
"""The rulings whose other reading can turn an answer; none of them can be chosen."""


# -- air zones


def zone_answer(state: State, hex_id: HexId, side: Side, *, deep: bool = True) -> Answer:
    """Whether a hex lies under the air zone of ``side``; good when it does not.

    ``deep`` also finds every single counter turned over, gone or arriving that would turn the
    answer, and the rulings that would. No datum of the map ever does.

    Rules: 2.2.3a, 2.2.3b, 2.2.3h, 2.2.3i, 2.2.3j, 2.2.3p
    """
    covered = under(state, hex_id, side)
    short = Answer(
        good=not covered,
        verdict=_zone_verdict(state, hex_id, side),
        deciding=_zone_deciding(state, hex_id, side),
        tabs=(
            Tab(hex_id, state.board.label(hex_id), tuple(_zone_tests(state, hex_id, side)), "zone"),
        ),
        rules=_zone_chips(state, hex_id, side),
        reason=zone(state, hex_id, side),
    )
    if not deep:
        return short
    changes = tuple(
        _change(state, edit, "zone_answer.arrives") for edit in zone_turnings(state, hex_id, side)
    )
    key = "would_lift" if covered else "would_cover" if changes else "nothing_covers"
    rulings = _readings(
        (ZONE_RULING,),
        lambda slug: under(_read_b(state, hex_id, slug), hex_id, side) is not covered,
    )
    return evolve(short, changes=changes, rulings=rulings, heading=say(f"zone_answer.{key}"))


def under(state: State, hex_id: HexId, side: Side) -> bool:
    """Whether a hex lies under the air zone of ``side`` after lifting.

    Rules: 2.2.3a, 2.2.3b, 2.2.3h, 2.2.3i, 2.2.3j, 2.2.3p
    """
    return bool(projectors(state, hex_id, side)) and not state.full_air(hex_id, side.enemy)


def zone_turnings(state: State, hex_id: HexId, side: Side) -> tuple[edits.Edit, ...]:
    """Every single counter edit that turns the answer of `zone_answer`.

    A counter turned over or gone, a full air unit of ``side`` arriving next door, or one of the
    other side arriving in the hex.

    Rules: 2.2.3a, 2.2.3b, 2.2.3i, 2.2.3j
    """
    now = under(state, hex_id, side)
    return _turning(
        state, _zone_edits(state, hex_id, side), lambda s: under(s, hex_id, side) is not now
    )


def _zone_edits(state: State, hex_id: HexId, side: Side) -> Iterator[edits.Edit]:
    around = tuple(sorted(state.board.neighbours(hex_id)))
    for unit in _counters(state, (hex_id, *around)):
        yield edits.flip(unit)
        yield edits.remove(unit)
    yield edits.add(Unit(hex_id, _flag(side.enemy), Kind.AIR))
    yield from (edits.add(Unit(h, _flag(side), Kind.AIR)) for h in around)


def _zone_verdict(state: State, hex_id: HexId, side: Side) -> str:
    key = "covered" if under(state, hex_id, side) else "free"
    if key == "free" and projectors(state, hex_id, side):
        key = "lifted"
    return say(f"zone_answer.{key}", place=state.board.label(hex_id), side=side.adjective)


def _zone_deciding(state: State, hex_id: HexId, side: Side) -> str:
    """The one fact that decides, in at most 25 words."""
    reaching = projectors(state, hex_id, side)
    if not reaching:
        return _why_no_reach(state, hex_id, side)
    values = {"side": side.adjective, "enemy": side.enemy.adjective, "count": len(reaching)}
    values["at"] = _places(state, reaching)
    if state.full_air(hex_id, side.enemy):
        lifter = next(u for u in state.at(hex_id, side.enemy) if u.kind is Kind.AIR and u.full)
        key, values["nation"] = "lifts", lifter.nation.adjective
    else:
        there = state.at(hex_id, side.enemy)
        key = "cannot_lift" if there else "nothing_lifts"
        values["unit"] = _unit_words(_telling(there)) if there else ""
    first = "reach_one" if len(reaching) == 1 else "reach_many"
    told = [
        say(f"zone_answer.{key}", **values, reach=say(f"zone_answer.{start}", **values))
        for start in (first, "reach_short")
    ]
    return next((t for t in told if len(t.split()) <= MOST_WORDS_OF_A_FACT), told[-1])


def _why_no_reach(state: State, hex_id: HexId, side: Side) -> str:
    """Why no zone comes here: the nearest thing that one might take for a projector."""
    spent, others = _next_door(state, hex_id, side)
    values = {"side": side.adjective, "at": _places(state, [u.hex for u in spent])}
    if state.full_air(hex_id, side):
        key = "own"
    else:
        key = "spent" if spent else "others" if others else "nobody"
    return say(f"zone_answer.{key}", **values)


def _next_door(
    state: State, hex_id: HexId, side: Side
) -> tuple[tuple[Unit, ...], tuple[Unit, ...]]:
    """The units of a side next to a hex that project nothing: attrited air units, and others."""
    around = [u for h in sorted(state.board.neighbours(hex_id)) for u in state.at(h, side)]
    spent = tuple(u for u in around if u.kind is Kind.AIR and not u.full)
    return spent, tuple(u for u in around if u.kind is not Kind.AIR)


def _telling(units: tuple[Unit, ...]) -> Unit:
    """Of the units that lift nothing the one most likely to be taken for a lifter."""
    return min(units, key=lambda u: (u.kind is not Kind.AIR, u.kind is not Kind.CARRIER, u.aboard))


def _zone_tests(state: State, hex_id: HexId, side: Side) -> Iterator[Test]:
    """What stands there and next door, each with what it does: a row only where there is a point.

    Air next door and a lifter in the hex are always told, also when there is none.
    """
    reaching = projectors(state, hex_id, side)
    spent, others = _next_door(state, hex_id, side)
    own = tuple(u for u in state.at(hex_id, side) if u.kind is Kind.AIR and u.full)
    there = state.at(hex_id, side.enemy)
    lifters = tuple(u for u in there if u.kind is Kind.AIR and u.full)
    idle = tuple(u for u in there if u not in lifters)
    values = {
        "side": side.adjective,
        "enemy": side.enemy.adjective,
        "place": state.board.label(hex_id),
    }

    def row(name: str, found: str, note: str, *rules: str, stops: bool = False) -> Test:
        label, told = say(f"zone_answer.row_{name}", **values), say(f"zone_answer.{note}", **values)
        return Test(name, label, found, stops, told, rules, (hex_id,))

    def found(key: str, names: str) -> str:
        return say(f"zone_answer.found_{key}", names=names)

    names = _air_at(state, reaching) or "none"
    if not reaching:
        yield row("reach", names, "note_none", "2.2.3a")
    elif lifters:
        yield row("reach", found("lifted", names), "note_reach", "2.2.3a", "2.2.3i")
    else:
        yield row("reach", names, "note_reach", "2.2.3a", stops=True)
    if spent:
        names = _air_at(state, [u.hex for u in spent], "-")
        yield row("spent", found("spent", names), "note_spent", "2.2.3b")
    if others and not reaching:
        yield row("others", found("others", _kinds(others)), "note_others", "2.2.3p")
    if own:
        yield row("own", found("own", _kinds(own)), "note_own", "2.2.3h")
    if lifters:
        yield row("lift", found("lift", _kinds(lifters)), "note_lift", "2.2.3i", "2.2.3j")
    else:
        yield row("lift", "none", "note_no_lift", "2.2.3j")
    if idle and reaching and not lifters:
        yield row("cannot", found("cannot", _kinds(idle)), "note_cannot", "2.2.3j")
    if state.turn == 1 and side is Side.ALLIES and reaching and not lifters:
        yield row("waived", found("waived", ""), "note_waived", "12.1c")


def _zone_chips(state: State, hex_id: HexId, side: Side) -> tuple[str, ...]:
    """The clauses that decide, not all that were asked."""
    reaching = projectors(state, hex_id, side)
    if reaching:
        lifted = state.full_air(hex_id, side.enemy)
        idle = bool(state.at(hex_id, side.enemy)) and not lifted
        return ("2.2.3a", *(["2.2.3i"] if lifted else []), *(["2.2.3j"] if idle else []))
    spent, others = _next_door(state, hex_id, side)
    if state.full_air(hex_id, side):
        return ("2.2.3a", "2.2.3h")
    return ("2.2.3b",) if spent else ("2.2.3p",) if others else ("2.2.3a",)


# -- control


def control_answer(state: State, hex_id: HexId, *, deep: bool = True) -> Answer:
    """Who controls the port or airfield in a hex; good when there is one.

    ``deep`` also finds every single counter that would turn it by leaving or by coming ashore, the
    assumed icon it rests on, and the rulings that would turn it.

    Rules: 2.3.3c, 2.3.3d, 2.3.3e, 2.3.3f, 2.3.3g
    """
    held = holder(state, hex_id)
    short = Answer(
        good=held is not None,
        verdict=_control_verdict(state, hex_id, held),
        deciding=_control_deciding(state, hex_id),
        tabs=_control_tabs(state, hex_id),
        rules=_control_chips(state, hex_id),
        reason=_control_reason(state, hex_id, held),
    )
    if not deep:
        return short
    changes = tuple(
        _change(state, edit, "control_answer.ashore") for edit in control_turnings(state, hex_id)
    )
    return evolve(
        short,
        changes=changes,
        facts=_icon_fact(state, hex_id, held),
        rulings=_readings(
            CONTROL_RULINGS,
            lambda slug: holder(_read_b(state, hex_id, slug), hex_id) is not held,
        ),
        heading=say(f"control_answer.{'would_turn' if changes else 'nothing_turns'}"),
    )


def control_turnings(state: State, hex_id: HexId) -> tuple[edits.Edit, ...]:
    """Every single counter turned over, gone or coming ashore in the hex that turns its control.

    Rules: 2.3.3e, 2.3.3f, 2.3.3g
    """
    now = holder(state, hex_id)
    return _turning(state, _control_edits(state, hex_id), lambda s: holder(s, hex_id) is not now)


def _control_edits(state: State, hex_id: HexId) -> Iterator[edits.Edit]:
    for unit in _counters(state, (hex_id,)):
        yield edits.flip(unit)
        yield edits.remove(unit)
    owner = state.board[hex_id].owner
    for side in Side:
        nation = owner if owner is not None and owner.side is side else _flag(side)
        yield edits.add(Unit(hex_id, nation, Kind.LAND))


def _control_verdict(state: State, hex_id: HexId, held: Side | None) -> str:
    place = state.board[hex_id]
    if held is None or place.facility is None:
        return say("control_answer.nobody", place=place.label)
    return say(f"control_answer.{held.value}", place=place.label, facility=place.facility.value)


def _control_deciding(state: State, hex_id: HexId) -> str:
    """The one fact that decides, in at most 25 words."""
    owner = state.board[hex_id].owner
    if owner is None:
        return say("control_answer.no_icon")
    captor = owner.side.enemy
    if not state.land_ashore(hex_id, captor):
        key = "aboard" if any(u.aboard for u in state.at(hex_id, captor)) else "icon"
    else:
        key = "both" if state.land_ashore(hex_id, owner.side) else "captured"
    return say(f"control_answer.{key}", nation=owner.adjective, captor=captor.adjective)


def _control_reason(state: State, hex_id: HexId, held: Side | None) -> Reason:
    return holds(state, hex_id, held or Side.JAPAN)


def _control_tabs(state: State, hex_id: HexId) -> tuple[Tab, ...]:
    tests = tuple(_control_tests(state, hex_id))
    return (Tab(hex_id, state.board.label(hex_id), tests, "control"),) if tests else ()


def _control_tests(state: State, hex_id: HexId) -> Iterator[Test]:
    """The icon and who stands ashore; ships, air units and cargo where one might count them."""
    place = state.board[hex_id]
    if place.owner is None or place.facility is None:
        return
    owner, captor = place.owner.side, place.owner.side.enemy
    taking = tuple(u for u in state.at(hex_id, captor) if u.ashore)
    holding = tuple(u for u in state.at(hex_id, owner) if u.ashore)
    aboard = tuple(u for u in state.at(hex_id) if u.aboard)
    others = tuple(u for u in state.at(hex_id, captor) if u.kind is not Kind.LAND)
    values = {"owner": owner.adjective, "captor": captor.adjective, "place": place.label}

    def row(name: str, found: str, note: str, *rules: str, stops: bool = False) -> Test:
        label = say(f"control_answer.row_{name}", **values)
        return Test(name, label, found, stops, note, rules, (hex_id,))

    def text(key: str, **more: str) -> str:
        return say(f"control_answer.{key}", **values, **more)

    icon = f"{place.owner.adjective} {place.facility.value}"
    white = ("2.3.3d",) if hex_id == CHONGQING else ()
    yield row("icon", icon, f"{icon_text(state, hex_id)}.", "2.3.3c", *white)
    alone = bool(taking) and not holding
    names = _kinds(taking) or text("found_none")
    note = "note_alone" if alone else "note_not_alone" if taking else "note_no_captor"
    found = text("found_alone", names=names) if alone else names
    yield row("captor", found, text(note), "2.3.3e", stops=alone)
    note, rule = ("note_owner", "2.3.3g") if holding else ("note_no_owner", "2.3.3e")
    yield row("owner", _kinds(holding) or text("found_none"), text(note), rule)
    if aboard:
        yield row(
            "aboard", text("found_aboard", names=_kinds(aboard)), text("note_aboard"), "2.3.3e"
        )
    if others and not taking:
        yield row(
            "others", text("found_others", names=_kinds(others)), text("note_others"), "2.3.3e"
        )


def _control_chips(state: State, hex_id: HexId) -> tuple[str, ...]:
    owner = state.board[hex_id].owner
    if owner is None:
        return ("2.3.3a",)
    white = ("2.3.3d",) if hex_id == CHONGQING else ()
    taking = state.land_ashore(hex_id, owner.side.enemy)
    if not taking:
        return ("2.3.3c", *white)
    return (
        ("2.3.3c", *white, "2.3.3g")
        if state.land_ashore(hex_id, owner.side)
        else (
            "2.3.3e",
            "2.3.3f",
        )
    )


def _icon_fact(state: State, hex_id: HexId, held: Side | None) -> tuple[Fact, ...]:
    """The icon, where it is assumed and another one would give another answer."""
    place = state.board[hex_id]
    origin = place.origin("icon")
    if not open_to_doubt(place, "icon"):
        return ()
    for other in alternatives(place, "icon"):
        if holder(evolve(state, board=state.board.with_hex(other)), hex_id) is not held:
            now, then = fact_text(place, "icon"), fact_text(other, "icon")
            return (Fact(hex_id, "icon", now, origin.grade.value, origin.why, then),)
    return ()


# -- what both share


def _turning(
    state: State, tried: Iterable[edits.Edit], turned: Callable[[State], bool]
) -> tuple[edits.Edit, ...]:
    """Those edits that can be made and turn the answer."""
    found = []
    for edit in tried:
        try:
            after = edits.apply(state, edit)
        except edits.CannotEdit:
            continue
        if turned(after):
            found.append(edit)
    return tuple(found)


def _counters(state: State, hexes: tuple[HexId, ...]) -> Iterator[Unit]:
    """One counter of each kind that stands in some hexes."""
    yield from dict.fromkeys(evolve(u, count=1) for h in hexes for u in state.at(h))


def _flag(side: Side) -> Nation:
    return Nation.JAPAN if side is Side.JAPAN else Nation.US


def _change(state: State, edit: edits.Edit, arrives: str) -> Change:
    unit = edit.unit
    if unit is None:
        raise ValueError(f"{edit}: no counter")
    place = state.board.label(unit.hex)
    if edit.verb == "add":
        text = say(arrives, nation=unit.nation.adjective, place=place)
    else:
        gone = "attrited" if unit.full else "full"
        key = "gone" if edit.verb == "remove" else gone
        text = say(f"change.{key}", unit=subject(state, unit))
    return Change(str(edit), text, edit.hexes)


def _readings(slugs: tuple[str, ...], turns: Callable[[str], bool]) -> tuple[RulingEffect, ...]:
    """The built-in rulings whose other reading would give another answer."""
    found = []
    for item in map(ruling, filter(turns, slugs)):
        text = say("answer.ruling", question=item.question, reading=item.options["b"])
        found.append(RulingEffect(item.slug, "b", text, switch=False))
    return tuple(found)


def _read_b(state: State, hex_id: HexId, slug: str) -> State:
    """The position in which our rule gives what reading b of a ruling gives for a hex."""
    if slug == "embarked-land-control":
        return evolve(state, units=tuple(evolve(u, aboard=False) for u in state.units))
    if slug == "attrited-land-holds":
        left = (u for u in state.units if u.kind is not Kind.LAND or u.full)
        return evolve(state, units=tuple(left))
    both = {
        u.hex
        for u in state.units
        if u.hex != hex_id and all(state.full_air(u.hex, side) for side in Side)
    }
    left = (u for u in state.units if u.hex not in both or u.kind is not Kind.AIR)
    return evolve(state, units=tuple(left))


def _places(state: State, hexes: Iterable[HexId]) -> str:
    """``Rabaul``, ``Rabaul and Truk`` or ``Rabaul, Truk and 2 more``."""
    names = [state.board.label(h) for h in dict.fromkeys(hexes)]
    if len(names) > 2:
        return f"{names[0]}, {names[1]} and {len(names) - 2} more"
    return " and ".join(names)


def _air_at(state: State, hexes: Iterable[HexId], mark: str = "") -> str:
    """``Rabaul A``, with a mark for attrited ones; two by name, the rest by number."""
    names = [f"{state.board.label(h)} A{mark}" for h in dict.fromkeys(hexes)]
    more = f" and {len(names) - 2} more" if len(names) > 2 else ""
    return ", ".join(names[:2]) + more


def _unit_words(unit: Unit) -> str:
    """``attrited Commonwealth air unit``, with the state only where it matters: of air units."""
    state = "attrited " if unit.kind is Kind.AIR and unit.state is Step.ATTRITED else ""
    return f"{state}{unit.nation.adjective} {unit.kind.noun}{'s' if unit.count > 1 else ''}"


def _kinds(units: tuple[Unit, ...]) -> str:
    """``US air unit, 2 carriers``; three by name, the rest by number."""
    counted: dict[str, int] = {}
    for unit in units:
        name = _unit_words(evolve(unit, count=1))
        counted[name] = counted.get(name, 0) + unit.count
    names = [name if n == 1 else f"{n} {name}s" for name, n in counted.items()]
    more = f" and {len(names) - 3} more" if len(names) > 3 else ""
    return ", ".join(names[:3]) + more
