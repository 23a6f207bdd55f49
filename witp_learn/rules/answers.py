"""The supply verdict in the grammar of an answer: verdict, deciding fact, tests, one change, rests.

Words only: every fact comes from `witp_learn.rules.supply` and `witp_learn.rules.leaning`.
"""

from __future__ import annotations

from attrs import evolve

from witp_learn.explain import Answer, Change, Fact, Reason, RulingEffect, Tab, Test, say
from witp_learn.hexgrid import HexId, between, distance
from witp_learn.model import Hex, State, Step, Unit
from witp_learn.rulebook import switches
from witp_learn.rules.control import projectors, zone
from witp_learn.rules.leaning import Lean, Turning, leans, turning_rulings, turnings
from witp_learn.rules.lines import TESTS, Ground, Purpose
from witp_learn.rules.supply import (
    Judgement,
    check,
    end_label,
    judge,
    limit,
    nearest_end,
    photograph,
    stops_text,
)

MOST_WORDS = 14
"""The longest verdict sentence."""

MOST_WORDS_OF_A_FACT = 25
"""The longest deciding fact."""


def answer(state: State, unit: Unit, *, deep: bool = True) -> Answer:
    """Everything there is to say about the supply of one row of units.

    ``deep`` also finds the single changes, map facts and rulings that would turn the verdict.

    Rules: 7.0d, 7.1a, 7.1b, 7.1c, 7.2a, 7.2b, 7.3a, 7.3b, 7.3d
    """
    view = photograph(state, unit.side)
    ground = Ground(view, unit.side, Purpose.UNIT)
    found = judge(view, unit, ground)
    short = Answer(
        good=found.in_supply,
        verdict=verdict(state, found),
        deciding=deciding(ground, found),
        tabs=tabs(ground, found),
        rules=chips(ground, found),
        reason=found.reason,
    )
    if not deep:
        return short
    changes = tuple(_change(state, found, t) for t in turnings(state, unit))
    return evolve(
        short,
        changes=changes,
        facts=tuple(lean_fact(state, lean) for lean in leans(state, unit)),
        rulings=tuple(ruling_effect(slug, name) for slug, name in turning_rulings(state, unit)),
        heading=_heading(found, changes),
    )


def subject(state: State, unit: Unit, *, letter: bool = False) -> str:
    """``Port Moresby land unit``; nation and state only where needed to tell units apart."""
    here = [u for u in state.at(unit.hex) if u.kind is unit.kind]
    words = [state.board.label(unit.hex)]
    if unit.count > 1:
        words.append(str(unit.count))
    if any(u.nation is unit.nation and u.full is not unit.full for u in here):
        words.append("full" if unit.full else "attrited")
    if any(u.nation is not unit.nation for u in here):
        words.append(unit.nation.adjective)
    if letter:
        words.append(unit.kind.letter + ("" if unit.full else "-"))
    else:
        words.append(unit.kind.noun + ("s" if unit.count > 1 else ""))
    if unit.aboard:
        words.append("aboard")
    return " ".join(words)


def verdict(state: State, found: Judgement) -> str:
    """Subject, verdict and effect in at most 14 words."""
    many = found.unit.count > 1
    key = "always" if found.automatic else "in" if found.in_supply else "out"
    values = {
        "subject": subject(state, found.unit),
        "are": "are" if many else "is",
        "they": "They" if many else "It",
        "they_are": "they are" if many else "it is",
        "stay": "stay" if many else "stays",
        "effect": found.effect,
    }
    text = say(f"verdict.{key}", **values)
    if len(text.split()) > MOST_WORDS:
        values["subject"] = subject(state, found.unit, letter=True)
        text = say(f"verdict.{key}_short", **values)
    return text


def deciding(ground: Ground, found: Judgement) -> str:
    """The one fact that decides, in at most 25 words."""
    if found.automatic:
        return found.reason.text + "."
    state, unit = ground.state, found.unit
    if found.path is None:
        return _why_out(ground, unit)
    end = next(e for e in ground.ends if e.hex == found.path[-1])
    label = end_label(state, end)
    if len(found.path) == 1:
        return capital(say("deciding.here", end=label))
    if len(found.path) == 2:
        return capital(say("deciding.next_door", end=label))
    middle = found.path[1]
    values = {"end": label, "place": state.board.label(middle)}
    if len(found.path) > 3:
        return say("deciding.long", end=label, middle=label_list(state, found.path[1:-1]))
    enemy = unit.side.enemy
    if projectors(state, middle, enemy):
        if ground.zones_waived:
            return say("deciding.waived", **values)
        lifter = next(u for u in state.at(middle, unit.side) if u.kind.letter == "A" and u.full)
        values |= {"nation": lifter.nation.adjective, "side": enemy.adjective}
        full, short = say("deciding.lifted", **values), say("deciding.lifted_short", **values)
        return short_enough(full, short)
    return say("deciding.open", **values)


def label_list(state: State, hexes: tuple[HexId, ...]) -> str:
    """``1109 and Guam``."""
    labels = [state.board.label(h) for h in hexes]
    return labels[0] if len(labels) == 1 else f"{', '.join(labels[:-1])} and {labels[-1]}"


def _why_out(ground: Ground, unit: Unit) -> str:
    state, reach = ground.state, limit(ground.state)
    nearest = nearest_end(ground, unit.hex)
    if nearest is None:
        return say("deciding.no_end", side=unit.side.adjective)
    away = distance(unit.hex, nearest.hex)
    label = end_label(state, nearest)
    if away > reach:
        key = "far" if reach == 2 else "far_three"
        return say(f"deciding.{key}", end=capital(label), steps=away)
    if reach > 2:
        return say("deciding.no_line", end=label)
    ends = [e for e in ground.ends if distance(unit.hex, e.hex) == 2]
    middles = tuple(sorted({h for e in ends for h in between(unit.hex, e.hex)}))
    middles = tuple(h for h in middles if h in state.board)
    where = say("deciding.its_ends") if len(ends) > 1 else label
    if not middles:
        return say("deciding.off_board", end=label)
    if len(middles) == 1:
        fact = stop_fact(ground, middles[0])
        return say("deciding.only", end=where, place=state.board.label(middles[0]), fact=fact)
    key = "both" if len(middles) == 2 else "all"
    start = say(f"deciding.{key}", end=where, count=len(middles))
    return short_enough(
        f"{start}: {stop_reasons(ground, middles)}.",
        f"{start}: {stop_kinds(ground, middles)}.",
        f"{start}.",
    )


def short_enough(*texts: str) -> str:
    """The first of several wordings that a deciding fact has room for, else the last."""
    return next((t for t in texts if len(t.split()) <= MOST_WORDS_OF_A_FACT), texts[-1])


def capital(text: str) -> str:
    """A text with a capital first."""
    return text[0].upper() + text[1:]


def stop_fact(ground: Ground, hex_id: HexId) -> str:
    """What stops a line in a hex, as the end of a sentence: ``lies in a Japanese air zone``."""
    side = ground.side.enemy.adjective
    return say(f"stop.{ground.stops(hex_id)[0]}", side=side)


def stop_reasons(ground: Ground, middles: tuple[HexId, ...]) -> str:
    """``1109 and 1209 by an air zone, Guam by an enemy unit``."""
    stopped: dict[str, tuple[HexId, ...]] = {}
    for hex_id in middles:
        why = ground.stops(hex_id)[0]
        stopped[why] = (*stopped.get(why, ()), hex_id)
    return ", ".join(
        f"{label_list(ground.state, hexes)} by {say(f'by.{why}')}" for why, hexes in stopped.items()
    )


def stop_kinds(ground: Ground, middles: tuple[HexId, ...]) -> str:
    """``by an air zone or an enemy unit``."""
    kinds = dict.fromkeys(say(f"by.{ground.stops(h)[0]}") for h in middles)
    return "by " + " or ".join(kinds)


def tabs(ground: Ground, found: Judgement) -> tuple[Tab, ...]:
    """The tests of each hex between towards bases and sources two hexes off, open ones first."""
    if found.automatic or (found.path is not None and len(found.path) < 3):
        return ()
    board, unit = ground.state.board, found.unit
    ends = [e.hex for e in ground.ends if distance(unit.hex, e.hex) <= limit(ground.state)]
    middles = {h for end in ends for h in between(unit.hex, end) if h in board}
    if found.path is not None:
        middles |= set(found.path[1:-1])
    made = [hex_tab(ground, h) for h in middles]
    used = found.path[1:-1] if found.path else ()
    return tuple(sorted(made, key=lambda t: (t.hex not in used, not t.open, t.hex)))


def hex_tab(ground: Ground, hex_id: HexId) -> Tab:
    """The four tests of a hex between, for the lines of one side and one purpose."""
    tests = ground.between(hex_id).parts
    return Tab(
        hex_id, ground.state.board.label(hex_id), tuple(_test(ground, hex_id, t) for t in tests)
    )


def _test(ground: Ground, hex_id: HexId, reason: Reason) -> Test:
    return Test(
        name=reason.what,
        label=say(f"test.{reason.what}"),
        result=_result(ground, hex_id, reason),
        stops=bool(reason.value),
        note=reason.text + ".",
        rules=reason.rules,
        hexes=reason.hexes,
    )


def _result(ground: Ground, hex_id: HexId, reason: Reason) -> str:
    state, enemy = ground.state, ground.side.enemy
    if reason.what == "mountain":
        return "yes" if reason.value else "no"
    if reason.what == "enemy_unit":
        units = state.at(hex_id, enemy)
        shown = ", ".join(f"{u.nation.adjective} {u.kind.noun}" for u in units[:2])
        more = " and more" if len(units) > 2 else ""
        return shown + more if units else "none"
    if reason.what == "enemy_facility":
        facility = state.board[hex_id].facility
        if facility is None:
            return "none"
        return f"{enemy.adjective} {facility.value}" if reason.value else "ours"
    return _zone_result(ground, hex_id, bool(reason.value))


def _zone_result(ground: Ground, hex_id: HexId, stopped: bool) -> str:
    state, enemy = ground.state, ground.side.enemy
    reaching = projectors(state, hex_id, enemy)
    names = ", ".join(f"{state.board.label(h)} A" for h in reaching[:2])
    names += " and more" if len(reaching) > 2 else ""
    if not reaching:
        return "none"
    if stopped:
        return names
    if zone(state, hex_id, enemy).value:
        return say("test.waived", names=names)
    return say("test.lifted", names=names)


def chips(ground: Ground, found: Judgement) -> tuple[str, ...]:
    """The clauses to show as chips: those that decide, not all that were asked."""
    reason, used = found.reason, list(found.reason.rules)
    if found.automatic:
        return tuple(dict.fromkeys((*used, *reason.parts[0].parts[0].rules)))
    if found.path is None:
        used.insert(0, "7.1c" if found.blocked else "7.1j")
        for item in found.blocked:
            used += _test_rules(ground, item.hex, item.why)
    else:
        used += {1: ["7.1a"], 2: ["7.1b"]}.get(len(found.path), ["7.1c"])
        for middle in found.path[1:-1]:
            used += _test_rules(ground, middle, TESTS[-1])[1:]
            if projectors(ground.state, middle, ground.side.enemy) and not ground.zones_waived:
                used.append("2.2.3i")
    return tuple(dict.fromkeys(used))


def _test_rules(ground: Ground, hex_id: HexId, why: str) -> tuple[str, ...]:
    return ground.between(hex_id).parts[TESTS.index(why)].rules


def _heading(found: Judgement, changes: tuple[Change, ...]) -> str:
    if found.in_supply:
        return say("change.hangs") if changes else say("change.safe")
    return say("change.saves") if changes else say("change.lost")


def _change(state: State, found: Judgement, turning: Turning) -> Change:
    edit, board = turning.edit, state.board
    touched = edit.hexes
    label = board.label(touched[0])
    if turning.arrival:
        text = say("change.arrives", side=found.unit.side.enemy.adjective, place=label)
    elif edit.unit is not None:
        text = say(f"change.{_what_happens(edit.verb, edit.unit)}", unit=subject(state, edit.unit))
    elif edit.verb == "unbase":
        text = say("change.unbase", place=label)
    else:
        text = say("change.base" if turning.buildable else "change.base_unlinked", place=label)
    return Change(str(edit), text, touched)


def _what_happens(verb: str, unit: Unit) -> str:
    return "gone" if verb == "remove" else "attrited" if unit.full else "full"


def lean_fact(state: State, lean: Lean) -> Fact:
    """A map datum that an answer leans on, in words."""
    place = state.board[lean.hex]
    origin = place.origin(lean.key)
    return Fact(
        hex=lean.hex,
        key=lean.key,
        text=fact_text(place, lean.key),
        grade=origin.grade.value,
        why=origin.why,
        otherwise=fact_text(lean.otherwise, lean.key),
    )


def fact_text(place: Hex, key: str) -> str:
    """A map datum in words: ``0806 Guam: US airfield``."""
    where = f"{place.id} {place.name}".strip()
    if key == "mountain":
        return say("fact.mountain" if place.mountain else "fact.no_mountain", place=where)
    if key == "icon":
        if place.facility is None or place.owner is None:
            return say("fact.no_icon", place=where)
        owner, facility = place.owner.adjective, place.facility.value
        return say("fact.icon", place=where, owner=owner, facility=facility)
    if key == "source":
        if place.source is None:
            return say("fact.no_source", place=where)
        return say("fact.source", place=where, owner=place.source.adjective)
    area = place.area.label if place.area else ""
    return say("fact.area" if area else "fact.no_area", place=where, area=area)


def ruling_effect(slug: str, name: str) -> RulingEffect:
    """A switch and the reading that would turn an answer, in words."""
    item = switches()[slug]
    return RulingEffect(
        slug, name, say("answer.ruling", question=item.question, reading=item.options[name])
    )


def why_cut(ground: Ground, found: Judgement) -> tuple[HexId | None, str]:
    """The hex that cuts the line of a unit out of supply, and the words of its pill.

    None when nothing within reach could feed it.
    """
    if found.in_supply or not found.blocked:
        return None, ""
    first = found.blocked[0]
    facility = ground.state.board[first.hex].facility
    if first.why == "enemy_facility" and facility is not None:
        return first.hex, facility.value
    return first.hex, stops_text(first.why)


def list_reason(state: State, found: Judgement) -> str:
    """The short reason in the list of all units: ``3 hexes from the nearest base``."""
    if found.automatic:
        return say("list.automatic")
    ground = Ground(photograph(state, found.unit.side), found.unit.side, Purpose.UNIT)
    if found.in_supply:
        return _hangs(state, found)
    if found.blocked:
        hex_id, pill = why_cut(ground, found)
        return say("list.cut", place=state.board.label(hex_id or ""), why=pill)
    nearest = nearest_end(ground, found.unit.hex)
    if nearest is None:
        return say("list.no_end")
    steps = distance(found.unit.hex, nearest.hex)
    return say("list.far_source" if nearest.is_source else "list.far", steps=steps)


def _hangs(state: State, found: Judgement) -> str:
    """What a unit in supply hangs by: another counter before a base, else just that it is fed."""
    found_turnings = turnings(state, found.unit)
    for turning in found_turnings:
        if turning.edit.unit is not None and not turning.arrival:
            unit = turning.edit.unit
            return say("list.hangs", what=f"{state.board.label(unit.hex)} {unit.kind.letter}")
    for turning in found_turnings:
        if turning.edit.verb == "unbase":
            what = say("supply.base", place=state.board.label(turning.edit.at))
            return say("list.hangs", what=what)
    return say("list.in")


def what_changed(before: State, after: State) -> str:
    """After an edit: whose verdict changed, in words; only units on the board in both."""
    old, new = _verdicts(before), _verdicts(after)
    lost = [unit_name(after, u) for u, ok in new.items() if not ok and old.get(u) is True]
    won = [unit_name(after, u) for u, ok in new.items() if ok and old.get(u) is False]
    lines = [say("changed.cut", who=name_list(lost))] if lost else []
    lines += [say("changed.fed", who=name_list(won))] if won else []
    return " ".join([*lines, say("changed.else" if lines else "changed.nothing")])


def name_list(names: list[str]) -> str:
    """``A, B and C``; of more than four the first three and how many more."""
    if len(names) > 4:
        return f"{', '.join(names[:3])} and {len(names) - 3} more"
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"


def _verdicts(state: State) -> dict[Unit, bool]:
    """Verdicts by units, full or attrited alike: turning one over is no change of verdict."""
    checked = (found for found in check(state) if not found.automatic)
    return {evolve(found.unit, count=1, state=Step.FULL): found.in_supply for found in checked}


def unit_name(state: State, unit: Unit) -> str:
    """``Port Moresby L``; the nation only where another has the same kind there."""
    others = {u.nation for u in state.at(unit.hex) if u.kind is unit.kind}
    nation = f"{unit.nation.short} " if len(others) > 1 else ""
    return f"{state.board.label(unit.hex)} {nation}{unit.kind.letter}"
