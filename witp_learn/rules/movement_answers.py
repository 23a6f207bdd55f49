"""A move in the grammar of an answer: verdict, deciding fact, tests, one change, rests on (8).

Words only: every fact comes from `witp_learn.rules.moves` and its neighbours.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from attrs import evolve

from witp_learn.explain import Answer, Change, Tab, Test, say
from witp_learn.hexgrid import HexId
from witp_learn.model import Kind, State
from witp_learn.rules.answers import MOST_WORDS, capital, short_enough, subject
from witp_learn.rules.charges import RULES
from witp_learn.rules.control import projectors
from witp_learn.rules.movement_leaning import Saving, facts, rulings, savings
from witp_learn.rules.moves import Move, fleets_at
from witp_learn.rules.refusals import Refusal

MOST_CHANGES = 8
"""The most single changes that are told, the cheapest first."""

_STEP = ("not_adjacent", "land_hexside", "land", "deep_hexside", "deep", "no_land", "mountain")
_TARGET = ("not_shallow", "start", "not_target")
_ENEMY = ("enemy_fleet", "enemy_land", "locked")
_CLOSED = ("barred", "contested", "china")


def cost_answer(state: State, move: Move, *, deep: bool = True) -> Answer:
    """Whether a move may be made and what it costs; good when it may be made.

    The tests are those of each hex entered, with what is paid there. ``deep`` also finds the
    single changes that would allow it or make it cheaper, and the map facts it rests on.

    Rules: 8.2d, 8.4d, 8.4e, 8.4f, 8.4g, 8.4h, 8.4i, 8.5c, 8.5d, 8.5g, 8.5h, 8.5i, 8.5j, 8.5k, 8.5l
    """
    short = Answer(
        good=move.legal,
        verdict=_verdict(state, move),
        deciding=_deciding(move),
        tabs=tuple(_tabs(state, move)),
        rules=_chips(move),
        reason=move.reason,
    )
    if not deep:
        return short
    found = savings(move)[:MOST_CHANGES]
    key = ("cheaper" if found else "cheapest") if move.legal else "allows" if found else "never"
    return evolve(
        short,
        changes=tuple(_change(state, move, one) for one in found),
        facts=facts(move),
        rulings=rulings(move),
        heading=say(f"move_answer.{key}"),
    )


def unreachable(state: State, move: Move) -> str:
    """The verdict on a target to which no way may be gone, rather than just not this one.

    Rules: 8.5c, 8.5d, 8.5i, 8.6.1d
    """
    names = {"start": state.board.label(move.stack.hex), "place": state.board.label(move.target)}
    return say("move_answer.shut", who=say(f"move_answer.who.{_who(move)}"), **names)


def unplanned(found: Answer, reasons: Sequence[Refusal]) -> Answer:
    """The answer for a move that is allowed by itself, but not after what is planned before it.

    Rules: 8.2a, 8.2b, 8.5b
    """
    return evolve(
        found,
        good=False,
        verdict=say("move_answer.unplanned"),
        deciding=" ".join(f"{one.text} ({one.rule})." for one in reasons),
        changes=(),
        heading="",
        rules=tuple(dict.fromkeys((*(one.rule for one in reasons), *found.rules))),
    )


def _verdict(state: State, move: Move) -> str:
    """Subject and verdict in at most 14 words."""
    label = state.board.label
    names = {"start": label(move.stack.hex), "place": label(move.target)}
    names["who"] = say(f"move_answer.who.{_who(move)}")
    key = "barred"
    if move.legal:
        key = "legal" if move.left is None else "paid_1" if move.left == 1 else "paid"
    elif _only_too_dear(move):
        key = "no_rp"
    values = {**names, "cost": move.cost, "left": move.left, "rp": move.available}
    told = say(f"move_answer.{key}", **values)
    if key != "no_rp" and len(told.split()) > MOST_WORDS:
        return say("move_answer.legal", **values)
    return told


def _who(move: Move) -> str:
    if move.stack.kind == "land" or not move.stack.carries:
        return move.stack.kind
    return "transport"


def _only_too_dear(move: Move) -> bool:
    return all(reason.why == "no_rp" for reason in move.reasons)


def _deciding(move: Move) -> str:
    """The one fact that decides, in at most 25 words."""
    if move.legal:
        return f"{capital(move.sum_text)}."
    if _only_too_dear(move):
        full = say("move_answer.unpaid", sum=capital(move.sum_text), first=move.first_unpaid)
        return short_enough(full, say("move_answer.unpaid_short", first=move.first_unpaid))
    first, *more = move.reasons
    if not more:
        return f"{first.text}."
    key = "more_1" if len(more) == 1 else "more_n"
    return say(f"move_answer.{key}", reason=first.text, more=len(more))


def _tabs(state: State, move: Move) -> Iterator[Tab]:
    """One tab for each hex entered, in order; before it the start, where something holds there."""
    at_start = [r for r in move.reasons if r.hex == move.stack.hex and r.why != "no_rp"]
    if at_start:
        tests = tuple(_failed(reason, at_start=True) for reason in at_start)
        yield Tab(move.stack.hex, state.board.label(move.stack.hex), tests, "start")
    for at in dict.fromkeys(move.path[1:]):
        if at[:4] != move.stack.hex:
            yield Tab(at[:4], state.board.label(at[:4]), tuple(_tests(state, move, at)), "move")


def _tests(state: State, move: Move, at: str) -> Iterator[Test]:
    here = [r for r in move.reasons if r.hex == at[:4]]
    for name, whys in (("way", _STEP), ("closed", _CLOSED), ("enemy", _ENEMY), ("end", _TARGET)):
        failed = [r for r in here if r.why in whys]
        if failed:
            yield from map(_failed, failed)
        elif name in ("way", "enemy"):
            yield _passed(state, move, at, name)
    known = (*_STEP, *_CLOSED, *_ENEMY, *_TARGET, "no_rp")
    yield from (_failed(r) for r in here if r.why not in known)
    yield _zone_test(state, move, at[:4])
    if move.stack.kind == "land":
        yield _jungle_test(move, at[:4])
    yield from (_failed(r) for r in here if r.why == "no_rp")


def _failed(reason: Refusal, *, at_start: bool = False) -> Test:
    name = next(
        (
            n
            for n, whys in (
                ("way", _STEP),
                ("closed", _CLOSED),
                ("enemy", _ENEMY),
                ("end", _TARGET),
            )
            if reason.why in whys
        ),
        "points" if reason.why == "no_rp" else "units",
    )
    if at_start and name == "closed":
        name = "units"
    label = say(f"move_answer.test.{name}")
    result = say(f"move_answer.result.{name}")
    return Test(reason.why, label, result, True, f"{reason.text}.", (reason.rule,), (reason.hex,))


def _passed(state: State, move: Move, at: str, name: str) -> Test:
    side, place = move.stack.side.enemy, state.board.label(at[:4])
    if name == "way":
        rule = "8.5d" if move.stack.kind == "land" else "8.5i"
        note, result = say("move_answer.open", place=place), say("move_answer.result.open")
    else:
        rule = "8.5h" if move.stack.kind == "land" else "8.5k"
        met = (
            state.land_ashore(at[:4], side)
            if move.stack.kind == "land"
            else bool(fleets_at(state, at, side))
        )
        key = ("target" if at == move.path[-1] else "covered") if met else "nobody"
        note = say(f"move_answer.{key}", place=place, side=side.adjective)
        result = say(f"move_answer.result.{key}")
    label = say(f"move_answer.test.{name}")
    return Test(name, label, result, False, note, (rule,), (at[:4],))


def _zone_test(state: State, move: Move, hex_id: HexId) -> Test:
    paid = sum(i.rp for i in move.ledger if i.what == "azoc" and i.hex == hex_id)
    reaching = projectors(state, hex_id, move.stack.side.enemy)
    names = ", ".join(f"{state.board.label(h)} A" for h in reaching[:2])
    names += " and more" if len(reaching) > 2 else ""
    lifted = bool(reaching) and state.full_air(hex_id, move.stack.side)
    key = "paid" if paid else "lifted" if lifted else "driven" if reaching else "free"
    values = {"names": names, "place": state.board.label(hex_id), "count": paid}
    values["side"] = move.stack.side.enemy.adjective
    rule = {"paid": "8.4f", "lifted": "8.4g", "driven": "8.7e", "free": "8.4f"}[key]
    return Test(
        "azoc",
        say("move_answer.test.azoc"),
        say(f"move_answer.result.zone_{key}", **values),
        False,
        say(f"move_answer.zone_{key}", **values),
        (rule,),
        (hex_id, *reaching),
    )


def _jungle_test(move: Move, hex_id: HexId) -> Test:
    paid = any(i.what == "jungle" and i.hex == hex_id for i in move.ledger)
    key = "jungle" if paid else "no_jungle"
    place = move.state.board.label(hex_id)
    return Test(
        "jungle",
        say("move_answer.test.jungle"),
        say(f"move_answer.result.{key}"),
        False,
        say(f"move_answer.{key}_note", place=place),
        ("8.4i",),
        (hex_id,),
    )


def _chips(move: Move) -> tuple[str, ...]:
    reasons = (r.rule for r in move.reasons)
    whats = dict.fromkeys(item.what for item in move.ledger)
    return tuple(dict.fromkeys((*reasons, *(RULES[what] for what in whats))))


def _change(state: State, move: Move, found: Saving) -> Change:
    edit = found.edit
    place = state.board.label(edit.hexes[0])
    if edit.unit is None or edit.verb == "add":
        nation = edit.unit.nation.adjective if edit.unit else ""
        what = say("move_answer.air", nation=nation, place=place)
    else:
        key = "gone" if edit.verb == "remove" else "attrited" if edit.unit.full else "full"
        name = subject(state, edit.unit)
        if edit.unit.kind is not Kind.AIR and edit.unit.side is not move.stack.side:
            name = say("move_answer.enemy", side=edit.unit.side.adjective, unit=name)
        what = say(f"change.{key}", unit=name)
    return Change(str(edit), say("move_answer.then", what=what, rp=found.rp), edit.hexes)
