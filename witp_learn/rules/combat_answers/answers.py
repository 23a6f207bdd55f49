"""A battle, and whether there is a fight at all, in the grammar of an answer (9.0, 9.1, 9.6)."""

from __future__ import annotations

from collections.abc import Iterator

from attrs import evolve

from witp_learn.explain import Answer, Reason, Tab, Test, say
from witp_learn.hexgrid import HexId
from witp_learn.model import Kind, Side, State
from witp_learn.rules.combat.battles import (
    Battle,
    ashore,
    at_once,
    clear_seas,
    first_battle,
    fleet_battle,
    fleets,
    ground_battle,
    order_chooser,
    waters,
)
from witp_learn.rules.combat.losses import unloaded, untagged
from witp_learn.rules.combat.pieces import Piece, pieces
from witp_learn.rules.combat.record import Combat, Fought
from witp_learn.rules.combat.tally import SIDES
from witp_learn.rules.combat_answers.leaning import (
    Retreat,
    facts,
    retreat,
    rulings,
    turning_rulings,
)
from witp_learn.rules.combat_answers.ledger import ledger
from witp_learn.rules.combat_answers.outcome import LEAST_ADDED, MOST_ADDED, deciding, verdict
from witp_learn.rules.combat_answers.sheet import sheet
from witp_learn.rules.combat_answers.terms import term_text, zero_text
from witp_learn.rules.combat_answers.words import (
    capital,
    forces,
    place_of,
    side_name,
    side_words,
)
from witp_learn.rules.effects import best_words, no_assault
from witp_learn.rules.movement import Way

# -- a battle


def battle_answer(combat: Combat, index: int, *, deep: bool = True) -> Answer:
    """Battle number ``index`` told in six parts; good once the dice have decided it.

    The tests are the lines of both strengths or, where somebody has to leave, the hexes around.
    ``deep`` also finds the map facts and rulings that would change the result.

    Rules: 9.3c, 9.4c, 9.5c, 9.6a, 9.6.3b, 9.6.3h, 9.6.3q
    """
    fought = combat.battles[index]
    leaving = retreat(combat, fought)
    tabs = _lines_tab(combat, fought) if leaving is None else _retreat_tabs(combat, leaving)
    return Answer(
        good=fought.tally is not None,
        verdict=verdict(combat, index) or _before_verdict(combat.before, fought),
        deciding=deciding(combat, index) or _before_fact(fought),
        tabs=tabs,
        facts=facts(combat, index) if deep else (),
        rulings=rulings(combat, index) if deep else (),
        rules=_chips(combat, index),
        reason=ledger(combat, index),
    )


def _before_verdict(state: State, fought: Fought) -> str:
    japan, allies = fought.stakes.strength
    kind = say(f"combat.link.{fought.battle.kind}")
    best = best_words(state, fought.battle.kind)
    return say("combat.answer.due", kind=kind, japan=japan, allies=allies, best=best)


def _before_fact(fought: Fought) -> str:
    kind = fought.battle.kind
    values = {"least": LEAST_ADDED[kind], "most": MOST_ADDED[kind]}
    return say(f"combat.answer.{'whole' if kind == 'fleet' else 'half'}", **values)


def _chips(combat: Combat, index: int) -> tuple[str, ...]:
    told = sheet(combat, index)
    rows = [r for row in told.rows if row.kind in ("strength", "die", "total") for r in row.rules]
    hits = [r for line in told.lines if line.key == "loser_hits" for r in line.rules]
    return tuple(dict.fromkeys((*rows, *hits, *told.rules)))


def _lines_tab(combat: Combat, fought: Fought) -> tuple[Tab, ...]:
    tests = tuple(test for side in SIDES for test in _line_tests(combat.before, fought, side))
    label = combat.before.board.label(combat.hex)
    return (Tab(combat.hex, label, tests, "strength"),)


def _line_tests(state: State, fought: Fought, side: Side) -> Iterator[Test]:
    for number, term in enumerate(fought.lines[SIDES.index(side)]):
        zero = zero_text(fought.lines, side, term)
        name = capital(side_name(side))
        note = say("combat.answer.gives_0", why=zero) if zero else ""
        yield Test(
            name=f"{side.value}{number}",
            label=say(
                "combat.answer.line", side=name, what=term_text(state, fought.lines, side, term)
            ),
            result=str(term.value),
            stops=bool(zero),
            note=note or say("combat.answer.gives", value=term.value),
            rules=term.rules,
            hexes=(term.at[:4],),
        )


def _retreat_tabs(combat: Combat, found: Retreat) -> tuple[Tab, ...]:
    """One tab for each hex next door, open ones first, the one that was taken before all."""
    made = [_retreat_tab(combat.before, found, way) for way in found.ways]
    return tuple(sorted(made, key=lambda tab: (tab.hex != found.to[:4], not tab.open, tab.hex)))


def _retreat_tab(state: State, found: Retreat, way: Way) -> Tab:
    place = place_of(state, way.to)
    tests = tuple(
        Test(
            name=bar.why,
            label=say(f"combat.bar.{bar.why}"),
            result=say("combat.answer.barred"),
            stops=True,
            note=f"{bar.text}.",
            rules=(bar.rule,),
            hexes=(way.hex,),
        )
        for bar in way.barred
    )
    if not tests:
        rule = "9.6.3b" if found.what == "fleet" else "9.6.3h"
        note = say("combat.answer.open_note", place=place)
        label, result = say("combat.answer.way"), say("combat.answer.open")
        tests = (Test("open", label, result, False, note, (rule,), (way.hex,)),)
    return Tab(way.hex, place, tests, "retreat")


# -- whether there is a fight


def fight_answer(state: State, hex_id: HexId) -> Answer:
    """Whether and in which order battles are fought in a hex; good where nobody has to fight.

    Rules: 9.0b, 9.0d, 9.0e, 9.1a, 9.1b, 9.1c, 9.1d, 9.1e, 9.1f
    """
    here = _begun(state, hex_id)
    tests = tuple(_fight_tests(state, here, hex_id))
    here = untagged(here)
    order = _order(state, here, hex_id)
    key = _fight_key(state, here, hex_id, order)
    rules = _FIGHT_RULES.get(key, tuple(r for test in tests if test.stops for r in test.rules))
    if order:
        rules = ("9.0b", *rules, "9.0e" if _level(state) else "9.0d")
    parts = tuple(
        Reason(t.stops, f"{t.label}: {t.result}", "state", (), t.name, t.rules, t.hexes)
        for t in tests
    )
    told = _fight_verdict(state, hex_id, order)
    return Answer(
        good=not order,
        verdict=told,
        deciding=say(f"combat.fight_answer.{key}", **_only(here, hex_id)),
        tabs=(Tab(hex_id, state.board.label(hex_id), tests, "fight"),),
        rulings=turning_rulings(state, lambda other: _order_in(other, hex_id)),
        rules=tuple(dict.fromkeys(rules)),
        reason=Reason(bool(order), told.rstrip("."), "any", parts, "fight", ("9.0b",), (hex_id,)),
    )


_FIGHT_RULES = {
    "empty": ("9.0b",),
    "alone": ("9.0b",),
    "air_apart": ("9.1e", "9.2a"),
    "seas_apart": ("9.3a", "8.7k"),
    "kinds_apart": ("9.1f",),
}


def _only(here: tuple[Piece, ...], hex_id: HexId) -> dict[str, str]:
    """The words for the side that is alone in a hex."""
    sides = {p.side for p in here if p.hex == hex_id}
    return side_words(sides.pop()) if len(sides) == 1 else {}


def _begun(state: State, hex_id: HexId) -> tuple[Piece, ...]:
    """The counters as the first battle finds them: cargo that nobody on land keeps aboard ashore.

    It is marked as landed.

    Rules: 8.6.2a, 8.6.2b, 8.6.2d
    """
    here = pieces(state, hex_id)
    if first_battle(state, hex_id) is None:
        return here
    for side, seas in at_once(state, here, hex_id):
        here = unloaded(here, Battle("assault", hex_id, seas, side))
    return here


def _order_in(state: State, hex_id: HexId) -> list[str]:
    return _order(state, untagged(_begun(state, hex_id)), hex_id)


def _level(state: State) -> bool:
    return state.trp is not None and state.trp[0] == state.trp[1]


def _order(state: State, here: tuple[Piece, ...], hex_id: HexId) -> list[str]:
    """The kinds of battle to be fought, in order; a last one may depend on the fleets."""
    place = state.board[hex_id]
    found: list[str] = []
    left = here
    while (battle := fleet_battle(left, place)) is not None:
        found.append("fleet")
        left = tuple(p for p in left if not (p.at == battle.seas[0] and p.is_fleet))
    ground = _ground(state, here, hex_id)
    return [*found, ground] if ground else found


def _ground(state: State, here: tuple[Piece, ...], hex_id: HexId) -> str:
    """The combat on land, fought at once or once the enemy fleets are gone; or nothing."""
    now = ground_battle(state, here, hex_id)
    for side in SIDES:
        gone = tuple(p for p in here if not (p.is_fleet and p.side is side and p.hex == hex_id))
        later = ground_battle(state, gone, hex_id)
        if later is not None and later.kind == "assault":
            return "assault"
    return now.kind if now is not None else ""


def _fight_verdict(state: State, hex_id: HexId, order: list[str]) -> str:
    place = state.board.label(hex_id)
    if not order:
        return say("combat.fight_answer.none", place=place)
    if order.count("fleet") > 1:
        order = ["fleets", *(kind for kind in order if kind != "fleet")]
    kinds = [say(f"combat.fight_answer.{kind}") for kind in order]
    return say("combat.fight_answer.order", place=place, kinds=", then ".join(kinds))


def _fight_key(state: State, here: tuple[Piece, ...], hex_id: HexId, order: list[str]) -> str:
    """The name of the fact that decides: what fights, or why nobody does."""
    if "fleet" in order and "assault" in order:
        return "fleet_first"
    if order:
        return f"both_{order[0]}"
    there = [p for p in here if p.hex == hex_id]
    if len({p.side for p in there}) < len(SIDES):
        return "alone" if there else "empty"
    if len({p.side for p in there if p.kind is not Kind.AIR}) < len(SIDES):
        return "air_apart"
    sailing = {p.side for p in there if p.is_fleet}
    if len(sailing) == len(SIDES):
        return "seas_apart"
    return "kinds_apart"


def _fight_tests(state: State, here: tuple[Piece, ...], hex_id: HexId) -> Iterator[Test]:
    """One row for each kind of fight, and one for air units, for all hexes alike."""
    place = state.board[hex_id]
    if landed := [p for p in here if p.part == "sea"]:
        yield _test("landed", _both(landed), False, ("8.6.2b",), hex_id)
    for at in waters(place):
        yield _fleet_test(state, here, at, hex_id)
    yield _landing_test(state, here, hex_id)
    yield _land_test(state, here, hex_id)
    flying = [p for p in here if p.kind is Kind.AIR and p.at == hex_id]
    yield _test("air", _both(flying), False, ("9.1e", "9.2a"), hex_id)
    if _order(state, here, hex_id):
        yield _chooser_test(state, hex_id)


def _test(name: str, found: str, stops: bool, rules: tuple[str, ...], hex_id: HexId) -> Test:
    label, note = (say(f"combat.fight_answer.{key}_{name}") for key in ("row", "note"))
    return Test(name, label, found, stops, note, rules, (hex_id,))


def _both(units: list[Piece]) -> str:
    """The units of both sides: ``Japan 2 carriers; the Allies nothing``."""
    told = [
        say(
            "combat.line.stays_side",
            side=side_name(side),
            units=forces(p._replace(cargo=None) for p in units if p.side is side),
        )
        for side in SIDES
        if any(p.side is side for p in units)
    ]
    return capital("; ".join(told)) if told else say("combat.fight_answer.nobody")


def _fleet_test(state: State, here: tuple[Piece, ...], at: str, hex_id: HexId) -> Test:
    units = [p for side in SIDES for p in fleets(here, side, at)]
    fights = len({p.side for p in units}) == len(SIDES)
    rules = ("9.1a",) if fights else ("9.1a", "9.1f")
    test = _test("fleet", _both(units), fights, rules, hex_id)
    if at == hex_id:
        return test
    label = say("combat.fight_answer.row_sea", place=capital(place_of(state, at)))
    return Test(
        f"fleet{at[4:]}", label, test.result, fights, test.note, (*rules, "8.7k"), (hex_id,)
    )


def _landing_test(state: State, here: tuple[Piece, ...], hex_id: HexId) -> Test:
    loads = [p.cargo._replace(at=p.at) for p in here if p.hex == hex_id and p.cargo is not None]
    fights = _ground(state, here, hex_id) == "assault"
    waits = fights and not any(clear_seas(here, state.board[hex_id], side) for side in SIDES)
    rules = ("9.1c", "9.1d") if waits else ("9.1c",)
    found = _test("assault", _both(loads), fights, rules, hex_id)
    landers = dict.fromkeys(p.side for p in loads)
    bars = [bar for side in landers for bar in no_assault(state, hex_id, side)]
    if fights or not bars:
        return found
    return evolve(found, note=bars[0].text, rules=(bars[0].rule,))


def _land_test(state: State, here: tuple[Piece, ...], hex_id: HexId) -> Test:
    units = [p for side in SIDES for p in ashore(here, side, hex_id)]
    fights = _ground(state, here, hex_id) == "land"
    return _test("land", _both(units), fights, ("9.1b",), hex_id)


def _chooser_test(state: State, hex_id: HexId) -> Test:
    chooser = order_chooser(state)
    found = say("combat.fight_answer.unknown") if chooser is None else capital(side_name(chooser))
    return _test("order", found, False, ("9.0e",) if _level(state) else ("9.0d",), hex_id)
