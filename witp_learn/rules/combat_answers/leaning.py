"""What a battle's result leans on: map data of its retreats and icons, and rulings (9).

Everything is found by trying the other value with the same dice and the same choices.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence

from attrs import evolve, frozen

from witp_learn.explain import Fact, RulingEffect, say
from witp_learn.hexgrid import HexId, within
from witp_learn.model import Board, Hex, Nation, Side, State, Terrain, side_pair
from witp_learn.position.check import fatal
from witp_learn.rulebook import reading, switches
from witp_learn.rules.answers import fact_text, ruling_effect
from witp_learn.rules.combat import losses
from witp_learn.rules.combat.losses import Note
from witp_learn.rules.combat.moment import Question
from witp_learn.rules.combat.record import Combat, Decided, Fought, fight_out
from witp_learn.rules.combat_answers.outcome import outcome
from witp_learn.rules.leaning import alternatives, open_to_doubt
from witp_learn.rules.movement import (
    AIR_REACH,
    Way,
    fleet_retreats,
    land_retreats,
    open_hexes,
)

RULINGS = (
    "azoc-combat-support",
    "assault-vs-lone-air",
    "enemy-fleet-eliminated-or-gone",
    "assault-may-or-must",
    "winner-hits-basis",
    "transport-hit-vs-singapore",
    "air-hits-total-vs-each",
)
"""The switches that combat asks (chapter 9)."""

GROUND = ("terrain", "mountain", "land_part")
"""The data of a hex that open or close it to landings and retreats."""

ENTRY = (*GROUND, "unlimited", "area")
"""The data of a hex that open or close it to a retreat."""


@frozen
class Retreat:
    """A retreat of a battle: who leaves, the ways out, where it went, whether it is still open."""

    side: Side
    what: str
    ways: tuple[Way, ...]
    to: str
    pending: bool


def retreat(combat: Combat, fought: Fought) -> Retreat | None:
    """The retreat of a battle, made or to be made; None where nobody has to leave.

    Rules: 9.6.3b, 9.6.3c, 9.6.3h, 9.6.3i, 9.6.3q, 9.6.3r
    """
    return _retreat(combat.before, combat, fought)


def _retreat(state: State, combat: Combat, fought: Fought) -> Retreat | None:
    for step in fought.decided:
        if step.question.kind == "retreat" and step.question.side is not None:
            gone = [n.piece for n in step.notes if n.event in ("retreated", "destroyed")]
            nations = {p.nation for p in gone if p is not None}
            return _ways(state, fought, step.question, nations, _chosen(step), pending=False)
    asked = combat.pending
    if fought.over or asked is None or asked.kind != "retreat" or asked.side is None:
        return None
    beaten = losses.can_be_hit(combat.moment.here, fought.battle, asked.side)
    return _ways(state, fought, asked, {p.nation for p in beaten}, "", pending=True)


def _chosen(step: Decided) -> str:
    return step.question.choices[step.index].to


def _ways(
    state: State,
    fought: Fought,
    asked: Question,
    nations: Iterable[Nation],
    to: str,
    *,
    pending: bool,
) -> Retreat:
    battle, side = fought.battle, asked.side or Side.JAPAN
    if asked.what == "fleet":
        ways = fleet_retreats(state, battle.seas[0], side)
    else:
        landing = battle.kind == "assault"
        ways = land_retreats(state, battle.hex, side, nations, landing=landing)
    return Retreat(side, asked.what, ways, to, pending)


# -- facts


def facts(combat: Combat, index: int) -> tuple[Fact, ...]:
    """The assumed or unknown map data whose other value would change the result of a battle.

    The ground of the hex itself, of a retreat the ground around; of captured bases and displaced
    air units the icons, and what closes a hex to them.

    Rules: 8.5c, 8.5i, 8.5o, 8.6.1d, 8.7a, 8.7e-f, 9.6.3b, 9.6.3e, 9.6.3h, 9.6.3k, 9.6.3q, 9.6.3t
    """
    fought = combat.battles[index]
    now = retreat(combat, fought)
    found = [*_own_ground(combat, index, now)]
    if now is not None:
        found += _retreat_facts(combat, fought, now)
    found += _icon_facts(combat, index)
    return tuple(found)


def _own_ground(combat: Combat, index: int, now: Retreat | None) -> Iterator[Fact]:
    """The ground of the hex fought over: who lands there, and by which hexsides one leaves."""
    fought, board = combat.battles[index], combat.before.board
    place = board[combat.hex]
    for key in GROUND:
        if not place.origin(key).grade.is_open:
            continue
        for other in _grounds(place, key):
            state = evolve(combat.before, board=board.with_hex(other))
            if fatal(state) is not None:
                continue
            turned = now is not None and _turns(combat, fought, now, state.board)
            if turned or not _alike(combat, again(combat, state), index):
                yield _ground_fact(place, key, other)
                break


def _retreat_facts(combat: Combat, fought: Fought, now: Retreat) -> Iterator[Fact]:
    start, board = fought.battle.hex, combat.before.board
    for hex_id in sorted(board.neighbours(start)):
        for key in ENTRY:
            if not board[hex_id].origin(key).grade.is_open:
                continue
            for other in _grounds(board[hex_id], key):
                if _turns(combat, fought, now, board.with_hex(other)):
                    yield _ground_fact(board[hex_id], key, other)
                    break
        if board.side_origin(start, hex_id).grade.is_open:
            yield from _side_fact(combat, fought, now, hex_id)


def _grounds(place: Hex, key: str) -> Iterator[Hex]:
    if key == "terrain":
        for terrain in Terrain:
            if terrain is not place.terrain:
                part = terrain is Terrain.LAND or (terrain is Terrain.SHALLOW and place.land_part)
                yield evolve(place, terrain=terrain, land_part=part)
    elif key == "land_part" and place.terrain is Terrain.SHALLOW:
        yield evolve(place, land_part=not place.land_part)
    elif key == "unlimited":
        yield evolve(place, unlimited=not place.unlimited)
    elif key in ("mountain", "area"):
        yield from alternatives(place, key)


def _turns(combat: Combat, fought: Fought, now: Retreat, board: Board) -> bool:
    """Whether on another board the beaten could not go where they went, or had a way after all."""
    changed = _retreat(evolve(combat.before, board=board), combat, fought)
    hexes = open_hexes(changed.ways) if changed is not None else ()
    if now.pending:
        return hexes != open_hexes(now.ways)
    return now.to not in hexes if now.to else bool(hexes)


def _ground_fact(place: Hex, key: str, other: Hex) -> Fact:
    origin = place.origin(key)
    texts = [_ground(p, key) for p in (place, other)]
    return Fact(place.id, key, texts[0], origin.grade.value, origin.why, texts[1])


def _ground(place: Hex, key: str) -> str:
    if key in ("mountain", "area", "icon"):
        return fact_text(place, key)
    where = f"{place.id} {place.name}".strip()
    if key == "terrain":
        return say(f"combat.fact.{place.terrain.value}", place=where)
    holds = place.land_part if key == "land_part" else place.unlimited
    return say(f"combat.fact.{key if holds else f'no_{key}'}", place=where)


def _side_fact(combat: Combat, fought: Fought, now: Retreat, hex_id: HexId) -> Iterator[Fact]:
    start, board = fought.battle.hex, combat.before.board
    kind, origin = board.hexside(start, hex_id), board.side_origin(start, hex_id)
    for other in Terrain:
        sides = {**board.hexsides, side_pair(start, hex_id): other}
        if other is kind or not _turns(combat, fought, now, evolve(board, hexsides=sides)):
            continue
        pair = f"{start} {board.label(start)} / {hex_id} {board.label(hex_id)}"
        texts = [say(f"combat.fact.side_{t.value}", pair=pair) for t in (kind, other)]
        yield Fact(start, f"side {hex_id}", texts[0], origin.grade.value, origin.why, texts[1])
        return


def _icon_facts(combat: Combat, index: int) -> Iterator[Fact]:
    """Icons that decide who lands, which base is lost, and which air unit goes where.

    For air units that have to leave also what closes a hex to them.
    """
    board = combat.before.board
    near, far = _icon_hexes(combat, index)
    for hex_id in sorted(h for h in near | far if h in board):
        place = board[hex_id]
        for key in ("icon", "area") if hex_id in far else ("icon",):
            if not open_to_doubt(place, key):
                continue
            for other in alternatives(place, key):
                state = evolve(combat.before, board=board.with_hex(other))
                if not _alike(combat, again(combat, state), index):
                    origin = place.origin("side" if key == "icon" else key)
                    texts = [_ground(p, key) for p in (place, other)]
                    yield Fact(hex_id, key, texts[0], origin.grade.value, origin.why, texts[1])
                    break


def _icon_hexes(combat: Combat, index: int) -> tuple[set[HexId], set[HexId]]:
    """Where land units came or went in a battle, and what is in reach of air units driven out."""
    near, far = {combat.hex}, set[HexId]()
    for step in combat.battles[index].decided:
        if step.question.kind == "retreat" and step.question.what == "land":
            near |= {to[:4] for to in (_chosen(step),) if to}
        elif step.question.kind == "displace":
            far |= set(within(step.question.what, AIR_REACH))
    return near, far


# -- fighting it again


def again(combat: Combat, state: State) -> Combat:
    """The same fight with the same dice in another position.

    What an owner chose is chosen again where it is on offer; all else is the owner's default.

    Rules: 9.0b
    """
    dice = [die for fought in combat.battles for roll in fought.rolls for die in roll]
    given = [step for step in combat.decided if step.by == "given"]
    made = sum(1 for step in combat.decided if step.number >= 0)
    stops = combat.pending is not None and combat.pending.kind != "dice"
    answers: list[str | None] = []
    while given and len(answers) < made:
        new = _fight(combat, state, dice, answers, len(answers))
        if new.pending is None or new.pending.kind == "dice":
            break
        answers.append(_same_answer(new.pending, given))
    return _fight(combat, state, dice, answers, made if stops else None)


def _fight(
    combat: Combat,
    state: State,
    dice: Sequence[int],
    answers: Sequence[str | None],
    steps: int | None,
) -> Combat:
    held = combat.held
    return fight_out(state, combat.hex, dice, answers, held=held, steps=steps, lenient=True)


def _same_answer(asked: Question, given: list[Decided]) -> str | None:
    """The first answer given to such a question that is on offer; it is used up."""
    offered = {choice.action for choice in asked.choices}
    for step in given:
        if step.question.kind == asked.kind and step.action in offered:
            given.remove(step)
            return step.action
    return None


def _alike(old: Combat, new: Combat, index: int) -> bool:
    """Whether battle number ``index`` ended in the same way in both."""
    if index >= len(new.battles):
        return False
    was, now = old.battles[index], new.battles[index]
    stakes = was.stakes._replace(basis=now.stakes.basis)
    same = (was.battle, stakes, was.tally) == (now.battle, now.stakes, now.tally)
    if not same or _landed(old, index) != _landed(new, index):
        return False
    if was.tally is None:
        return True
    return outcome(was).key == outcome(now).key and _driven(was, now) and _bases(was) == _bases(now)


def _landed(combat: Combat, index: int) -> list[Note]:
    """The land units that landed in a battle without having to fight, or before the first one."""
    before = combat.landed if index == 0 else ()
    return [n for n in (*before, *combat.battles[index].notes) if n.event == "landed"]


def _bases(fought: Fought) -> set[tuple[str, Side | None]]:
    return {(n.to, n.side) for n in fought.notes if n.event == "lost_base"}


def _driven(was: Fought, now: Fought) -> bool:
    """Whether the same air units had to leave and could go where they went."""
    steps = [[s for s in f.decided if s.question.kind == "displace"] for f in (was, now)]
    if len(steps[0]) != len(steps[1]):
        return False
    for old, new in zip(*steps, strict=True):
        offered = [choice.to for choice in new.question.choices]
        if _chosen(old) not in offered:
            return False
    return True


# -- rulings


def rulings(combat: Combat, index: int) -> tuple[RulingEffect, ...]:
    """The rulings of chapter 9 whose other reading gives this battle another result.

    The fight is fought again with the same dice and choices.

    Rules: 9.6.1b, 9.6.1j, 9.6.2d, 9.6.2e, 9.6.2f
    """
    return tuple(
        ruling_effect(slug, name)
        for slug, name in _others(RULINGS, combat.before)
        if not _equal(combat, _read(combat, slug, name), index)
    )


def turning_rulings(state: State, told: Callable[[State], object]) -> tuple[RulingEffect, ...]:
    """The rulings of chapter 9 by whose other reading ``told`` says something else of a position.

    Rules: 8.6.2c, 8.6.2e, 9.1c, 9.1d
    """
    now = told(state)
    return tuple(
        ruling_effect(slug, name)
        for slug, name in _others(RULINGS, state)
        if told(evolve(state, rulings={**state.rulings, slug: name})) != now
    )


def _others(slugs: Sequence[str], state: State) -> Iterator[tuple[str, str]]:
    for slug in slugs:
        now = reading(slug, state.rulings)
        yield from ((slug, name) for name in switches()[slug].options if name != now)


def _read(combat: Combat, slug: str, name: str) -> Combat:
    chosen = {**combat.before.rulings, slug: name}
    return again(combat, evolve(combat.before, rulings=chosen))


def _equal(old: Combat, new: Combat, index: int) -> bool:
    """Whether battle number ``index`` has the same numbers and leaves the same counters."""
    if not _alike(old, new, index):
        return False
    was, now = old.battles[index], new.battles[index]
    if was.tally is None or was.after is None or now.after is None:
        return True
    return sorted(map(repr, was.after.here)) == sorted(map(repr, now.after.here))
