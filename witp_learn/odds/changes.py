"""What would change the odds of a fight: every single change near it, tried and counted again."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from attrs import evolve, frozen

from witp_learn import edits
from witp_learn.explain import say
from witp_learn.files import one_of
from witp_learn.hexgrid import HexId
from witp_learn.model import Area, Hex, Kind, Nation, Side, State, Terrain, Unit
from witp_learn.odds.fights import odds_from, summary
from witp_learn.odds.records import side_named
from witp_learn.rulebook import reading, switches
from witp_learn.rules.combat import fight
from witp_learn.rules.combat.arena import Arena
from witp_learn.rules.combat.battles import waters
from witp_learn.rules.combat.moment import Moment, battle_of
from witp_learn.rules.combat.pieces import LAND, is_local
from witp_learn.rules.combat.strength import Held
from witp_learn.rules.combat.tally import SIDES
from witp_learn.rules.control import holder
from witp_learn.rules.movement import sea_label

MEASURES = ("win", "hold")
"""What is compared: winning the last combat, or being left alone in the hex."""

SWITCHES = (
    "azoc-combat-support",
    "assault-vs-lone-air",
    "enemy-fleet-eliminated-or-gone",
    "assault-may-or-must",
    "winner-hits-basis",
    "transport-hit-vs-singapore",
    "air-hits-total-vs-each",
)
"""The rulings that a fight may hang by."""


@frozen
class Effect:
    """A single change and what it does to the chance of ``side``.

    ``edit``: in the notation of edits; ``hold 0707 jp`` holds air units back from support.
    ``text``: in words. ``measured``: what the chance is of, see `Changes`.
    """

    edit: str
    text: str
    side: Side
    before: Fraction
    after: Fraction
    measured: str = ""

    @property
    def delta(self) -> Fraction:
        """What the chance gains or, below 0, loses."""
        return self.after - self.before


@frozen
class Changes:
    """The changes that do something, the strongest first; ``unchanged`` counts the others.

    ``before``: the chance without any change; 0 where nothing could be tried. ``measured``: what
    it is the chance of, within a sentence; empty where nothing could be tried.
    """

    effects: tuple[Effect, ...]
    unchanged: int
    before: Fraction = Fraction(0)
    measured: str = ""

    def __iter__(self) -> Iterator[Effect]:
        return iter(self.effects)

    def __len__(self) -> int:
        return len(self.effects)

    def __getitem__(self, index: int) -> Effect:
        return self.effects[index]


def what_changes(
    state: State, hex_id: HexId, side: Side | str, *, measure: str = "win", held: Held = frozenset()
) -> Changes:
    """Every single change near a fight that changes the chance of ``side``, the strongest first.

    ``measure`` ``win``: the chance to win the last combat. That is the one on land, where one may
    be fought; to be left alone ashore without it counts as won. Else it is the one at sea; on two
    seas, to have the only fleets left, after a change too that leaves nobody to fight on one of
    them. ``hold``: the chance to be left alone there in the end, with
    land units where a combat on land may be fought, else with fleets. Where nobody fights, who is
    alone there has won. Each position is judged by its own combats. Owners choose by default.
    Raises ValueError for another measure, Unreadable for another side.
    """
    tried = list(effects(state, hex_id, side, measure=measure, held=held))
    found = sorted((e for e in tried if e.delta), key=lambda e: (-abs(e.delta), e.text))
    if not tried:
        return Changes((), 0)
    before, measured = tried[0].before, tried[0].measured
    return Changes(tuple(found), len(tried) - len(found), before, measured)


def effects(
    state: State, hex_id: HexId, side: Side | str, *, measure: str = "win", held: Held = frozenset()
) -> Iterator[Effect]:
    """Every single change near a fight, one at a time, also those that change nothing.

    For a screen that fills in while more is worked out; see `what_changes`.
    """
    if measure not in MEASURES:
        raise ValueError(f"no measure {measure!r}; it must be {one_of(MEASURES)}")
    side = side_named(side)
    judge = _Judge(state, hex_id, side, measure, held)
    for edit in _edits(state, hex_id):
        try:
            changed = edits.apply(state, edit)
        except edits.CannotEdit:
            continue
        after = judge.chance(changed, held)
        yield Effect(str(edit), _words(state, edit), side, judge.before, after, judge.words)
    for place, nation in _in_range(state, hex_id, held):
        after = judge.chance(state, held | {(place, nation)})
        unit = say("odds.unit", nation=nation.adjective, noun=Kind.AIR.noun, state="")
        text = say("odds.hold", place=_place(state, place), unit=unit)
        change = f"hold {place} {nation.short}"
        yield Effect(change, text, side, judge.before, after, judge.words)


class _Judge:
    """Works out the chance that is compared, for the position and for each change of it."""

    def __init__(self, state: State, hex_id: HexId, side: Side, measure: str, held: Held) -> None:
        self.hex, self.side, self.measure = hex_id, side, measure
        self.seas = False
        self.before, measured = self._judged(state, held)
        self.seas = measured == "seas"
        self.words = say(f"odds.measured.{measured}")

    def chance(self, state: State, held: Held) -> Fraction:
        """The chance in a position."""
        return self._judged(state, held)[0]

    def _judged(self, state: State, held: Held) -> tuple[Fraction, str]:
        """The chance in a position, and the word for what it is the chance of."""
        arena = Arena(state, self.hex)
        moment = fight.begin(arena, held)
        if self.measure == "win" and not self.seas and _is_last(arena, moment):
            kind = "sea" if battle_of(moment).kind == "fleet" else "land"
            return self._at_once(arena, moment), kind
        found = odds_from(arena, moment)
        on_land = [battle for battle in found.battles if battle.kind != "fleet"]
        if not found.battles and not self.seas:
            return Fraction(self._only_one(arena)), "alone"
        if self.measure == "hold":
            left = found.land if on_land else found.fleets
            return left(self.side.value), "hold_land" if on_land else "hold_sea"
        if on_land:
            won = (battle.reached * battle.win[self.side] for battle in on_land)
            return sum(won, found.unopposed[self.side]), "land"
        if len(found.battles) > 1 or self.seas:
            return found.fleets(self.side.value), "seas"
        return found.battles[0].win[self.side], "sea"

    def _at_once(self, arena: Arena, moment: Moment) -> Fraction:
        counts = summary(fight.stakes(arena, moment).lead).japan
        japan = Fraction(counts.get(True, 0), sum(counts.values()))
        return japan if self.side is Side.JAPAN else 1 - japan

    def _only_one(self, arena: Arena) -> bool:
        """Whether only this side is there, with land units, or without any, with fleets.

        Land units aboard count, since they land.
        """
        there = [p for p in arena.start if p.hex == self.hex]
        land = {p.side for p in there if p.kind is LAND or p.cargo is not None}
        return (land or {p.side for p in there if p.is_fleet}) == {self.side}


def _is_last(arena: Arena, moment: Moment) -> bool:
    """Whether a battle is about to be rolled and no other can follow."""
    if not moment.todo or moment.todo[0].kind != "dice":
        return False
    if battle_of(moment).kind != "fleet":
        return True
    there = [p for p in moment.here if p.hex == arena.hex]
    seas = [{p.side for p in there if p.at == at} for at in waters(arena.place)]
    land = {p.side for p in there if p.kind is LAND or p.cargo is not None}
    lone_air = arena.reads("assault-vs-lone-air") == "b"
    return sum(len(sides) > 1 for sides in seas) == 1 and len(land) < 2 and not (land and lone_air)


def _edits(state: State, hex_id: HexId) -> Iterator[edits.Edit]:
    near = state.board.neighbours(hex_id)
    local = dict.fromkeys(evolve(u, count=1) for u in state.units if is_local(u, hex_id, near))
    for unit in local:
        yield edits.flip(unit)
        yield edits.remove(unit)
    for side in SIDES:
        for unit in _reinforcements(state, hex_id, side):
            yield edits.add(unit)
    for slug in SWITCHES:
        now = reading(slug, state.rulings)
        for other in switches()[slug].options:
            if other != now:
                yield edits.Edit("ruling", value=f"{slug}={other}")


def _reinforcements(state: State, hex_id: HexId, side: Side) -> Iterator[Unit]:
    """One more full unit of each kind, wherever it might stand."""
    place = state.board[hex_id]
    closed = place.unlimited and side is Side.JAPAN
    china = place.area is Area.CHINA and side is Side.ALLIES
    if place.terrain is not Terrain.LAND and not closed and not china:
        for at in _seas(state, place):
            for kind in (Kind.CARRIER, Kind.NAVAL):
                yield _like(state, at, side, kind)
            yield evolve(_like(state, at, side, Kind.LAND), aboard=True)
    if place.land_part:
        yield _like(state, hex_id, side, Kind.LAND)
    fields = [h for h in sorted(state.board.neighbours(hex_id)) if holder(state, h) is side]
    here = [hex_id] if holder(state, hex_id) is side else []
    for at in (*here, *fields[:1]):
        yield _like(state, at, side, Kind.AIR)


def _seas(state: State, place: Hex) -> list[str]:
    """The waters with fleets in them; where none are, the first."""
    seas = waters(place)
    there = {u.at for u in state.at(place.id) if u.kind.is_fleet}
    return [at for at in seas if at in there] or [seas[0]]


def _like(state: State, at: str, side: Side, kind: Kind) -> Unit:
    """A full unit as the side has them there: nation and strength of one that is."""
    there = [u for u in state.at(at[:4], side) if not u.aboard or kind is Kind.LAND]
    model = next((u for u in there if u.kind is kind), None)
    if model is not None:
        return Unit(at, model.nation, kind, strength=model.strength)
    if side is Side.ALLIES and kind is Kind.LAND and state.board[at[:4]].area is Area.CHINA:
        return Unit(at, Nation.CHINA, kind)
    nations = [u.nation for u in there if u.nation is not Nation.CHINA]
    usual = Nation.JAPAN if side is Side.JAPAN else Nation.US
    return Unit(at, next(iter(nations), usual), kind)


def _in_range(state: State, hex_id: HexId, held: Held) -> list[tuple[HexId, Nation]]:
    """The full air units that may support, by hex and nation, and are not held back."""
    near = state.board.neighbours(hex_id)
    found = {
        (u.hex, u.nation)
        for u in state.units
        if u.kind is Kind.AIR and u.full and (u.hex == hex_id or u.hex in near)
    }
    return sorted(found - held)


def _words(state: State, edit: edits.Edit) -> str:
    unit = edit.unit
    if unit is None:
        slug, other = edit.value.split("=")
        return say("odds.ruling", slug=slug, reading=switches()[slug].options[other])
    kept = edit.verb == "add" or (edit.verb == "flip" and unit.full)
    named = say(
        "odds.unit",
        state="" if kept or unit.full else "attrited ",
        nation=unit.nation.adjective,
        noun=unit.kind.noun + (" aboard" if unit.aboard else ""),
    )
    key = edit.verb if edit.verb != "flip" else "attrited" if unit.full else "full"
    return say(f"odds.{key}", place=_place(state, unit.at), unit=named)


def _place(state: State, at: str) -> str:
    """The name of a place, of two seas which: ``The sea E of Bangkok``."""
    name = sea_label(state.board, at)
    return name[:1].upper() + name[1:]
