"""Where fleets and land units may go, one hex at a time, and what entering a hex does (8.5-8.8).

A way is a step into a neighbouring hex with everything that bars it; costs are counted elsewhere.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from attrs import frozen

from witp_learn.explain import Reason, number, say
from witp_learn.hexgrid import HexId, distance, within
from witp_learn.model import Area, Board, Hex, Nation, Side, State, Terrain
from witp_learn.rules.control import alone, holder, taken

HOMELANDS = frozenset({Area.UNITED_STATES, Area.AUSTRALIA, Area.INDIA, Area.NEW_ZEALAND})
"""Closed to Japan on turn 1 (12.1), the United States without `HAWAII`."""

HAWAII = "1406"
"""No part of the mainland of 12.1, whether the map stripes it or not (ruling striped-hex-list)."""

AIR_REACH = 2
"""Hexes that an air unit driven out of its hex may go at most (8.7)."""

_WORDS = {"12.1e": "homeland", "12.2c": "china_only"}
"""Clauses whose words are not filed under the name of the reason."""


@frozen
class Barred:
    """One reason why a hex cannot be entered.

    ``why``: ``land_hexside deep_hexside land mountain deep no_land enemy_fleet enemy_land
    contested barred china``. ``rule``: one clause. ``hex``: the hex that would be entered.
    ``start`` and ``place`` name where the step begins and ends, ``side`` the enemy met there.
    """

    why: str
    rule: str
    hex: HexId
    start: str
    place: str
    side: str = ""

    @property
    def text(self) -> str:
        """The reason as a sentence without full stop."""
        key = f"movement.{_WORDS.get(self.rule, self.why)}"
        return say(key, start=self.start, place=self.place, side=self.side)


@frozen
class Way:
    """A step into a neighbouring hex, and all that bars it.

    ``to``: the hex, for a fleet with the letter of the sea it comes to in a hex with two seas.
    Without letter there, no sea of that hex touches the one it comes from.
    """

    to: str
    barred: tuple[Barred, ...] = ()

    @property
    def hex(self) -> HexId:
        """The hex without a coast letter."""
        return self.to[:4]

    @property
    def open(self) -> bool:
        """Whether nothing bars the step."""
        return not self.barred


def sea_label(board: Board, at: str) -> str:
    """The name of these waters: of the hex, or ``the sea W of Bangkok`` where it has two seas."""
    place = board.label(at[:4])
    return say("movement.sea", letter=at[4:], place=place) if at[4:] else place


def sea_towards(board: Board, hex_id: HexId, neighbour: HexId) -> str | None:
    """The waters of a hex that touch a neighbour: the hex, or the hex with a coast letter.

    None where the hex has two seas and neither touches the neighbour.

    Rules: 8.7h, 8.7i, 8.7j
    """
    coasts = board[hex_id].coasts
    if not coasts:
        return hex_id
    return next((hex_id + c for c, touched in coasts.items() if neighbour in touched), None)


def fleet_step(state: State, at: str, to: HexId, side: Side) -> Way:
    """Whether fleets of ``side`` in the waters ``at`` may step into the neighbouring hex ``to``.

    Fleets that stand there do not bar the step, they only end the move (8.5k). The sea of ``to``
    that is reached follows from the step. Raises ValueError when the hexes do not touch, or when
    ``at`` does not name one of the waters of its hex.

    Rulings: split-sea-hexes, fleet-in-continuing-hex
    Rules: 2.3.2c, 8.5i, 8.5n, 8.5o, 8.7h, 8.7i, 8.7j, 12.1e, 12.2c
    """
    board = state.board
    start = at[:4]
    if at[4:] not in (board[start].coasts or ("",)):
        raise ValueError(f"{at} does not say which sea of {start}")
    arrival = sea_towards(board, to, start)
    sails = arrival is not None and sea_towards(board, start, to) == at
    way = Way(arrival or to)
    bars = _fleet_bars(state, start, way, side, sails)
    return _barred(way, bars, sea_label(board, at), board.label(to))


_Bar = tuple[str, str]
"""The name and the clause of something that bars a step."""


def _barred(way: Way, bars: Iterable[_Bar], start: str, place: str, side: str = "") -> Way:
    """The way with more that bars it."""
    more = tuple(Barred(why, rule, way.hex, start, place, side) for why, rule in bars)
    return Way(way.to, way.barred + more)


def _fleet_bars(state: State, start: HexId, way: Way, side: Side, sails: bool) -> Iterator[_Bar]:
    place = state.board[way.hex]
    if state.board.hexside(start, way.hex) is Terrain.LAND:
        yield "land_hexside", "8.5i"
    elif not sails:
        yield "land_hexside", "8.7j"
    if place.terrain is Terrain.LAND:
        yield "land", "2.3.2c"
    if place.terrain is Terrain.SHALLOW and place.id in state.contested:
        yield "contested", "8.5n"
    if place.unlimited and side is Side.JAPAN:
        yield "barred", "8.5o"
    yield from _closed(state, place, side)


def _closed(state: State, place: Hex, side: Side) -> Iterator[_Bar]:
    """Hexes that the special rules close to all units of a side but the Chinese.

    Rulings: striped-hex-list
    Rules: 12.1e, 12.2c
    """
    home = place.area in HOMELANDS and place.id != HAWAII
    if side is Side.JAPAN and state.turn == 1 and home:
        yield "barred", "12.1e"
    if side is Side.ALLIES and place.area is Area.CHINA:
        yield "china", "12.2c"


def land_step(state: State, start: HexId, to: HexId, nation: Nation, *, stops: bool = True) -> Way:
    """Whether land units of ``nation`` on foot may step from a hex into a neighbouring one.

    Land units that stand there do not bar the step, they only make it a target (8.5h). ``stops``
    False: they go on, and need no land part there (ruling shallow-land-part). Raises ValueError
    when the hexes do not touch.

    Rules: 2.3.2d, 2.3.2e, 2.3.2f, 8.5c, 8.5d, 8.5e, 12.1e, 12.2a, 12.2c
    """
    bars = _land_bars(state, start, to, nation, stops)
    return _barred(Way(to), bars, state.board.label(start), state.board.label(to))


def _land_bars(
    state: State, start: HexId, to: HexId, nation: Nation, stops: bool
) -> Iterator[_Bar]:
    place = state.board[to]
    if state.board.hexside(start, to) is Terrain.DEEP:
        yield "deep_hexside", "8.5d"
    if place.terrain is Terrain.DEEP:
        yield "deep", "8.5c"
    elif stops and not place.land_part:
        yield "no_land", "2.3.2d"
    if place.mountain:
        yield "mountain", "8.5c"
    if nation is not Nation.CHINA:
        yield from _closed(state, place, nation.side)
    elif place.area is not Area.CHINA:
        yield "china", "12.2a"


def fleet_retreats(state: State, at: str, side: Side) -> tuple[Way, ...]:
    """The ways out of the waters ``at`` for beaten fleets of ``side``, by destination.

    One for each neighbouring hex of the board. Air zones, RP, enemy ports and fights still to
    come there bar nothing (rulings fleet-retreat-details, retreat-into-unresolved-hex); an enemy
    fleet does, in the same waters.

    Rules: 8.5i, 8.5n, 8.5o, 8.7k, 9.6.3b, 9.6.3c
    """
    start = sea_label(state.board, at)

    def way(to: HexId) -> Way:
        step = fleet_step(state, at, to, side)
        met = _fleet_at(state, step.to, side.enemy)
        bars = (("enemy_fleet", "9.6.3c"),) if met else ()
        return _barred(step, bars, start, sea_label(state.board, step.to), side.enemy.adjective)

    return tuple(sorted(map(way, state.board.neighbours(at[:4])), key=lambda way: way.to))


def _fleet_at(state: State, at: str, side: Side) -> bool:
    return any(u.kind.is_fleet and u.at == at for u in state.at(at[:4], side))


def land_retreats(
    state: State, hex_id: HexId, side: Side, nations: Iterable[Nation], *, landing: bool = False
) -> tuple[Way, ...]:
    """The ways out of a hex for beaten land units of ``side``, by destination.

    All go together, so what bars one of their ``nations`` bars the way. An air unit or base of
    the enemy bars nothing (ruling land-retreat-terrain); his land units ashore do. ``landing``:
    the fight was an assault landing, for the clause to cite.

    Rulings: retreat-into-unresolved-hex
    Rules: 8.5c, 8.5d, 8.5e, 9.6.3h, 9.6.3i, 9.6.3q, 9.6.3r, 12.2b, 12.2f
    """
    start = state.board.label(hex_id)
    beaten = sorted(set(nations), key=list(Nation).index)
    rule = "9.6.3r" if landing else "9.6.3i"

    def way(to: HexId) -> Way:
        bars = dict.fromkeys(b for n in beaten for b in _land_bars(state, hex_id, to, n, True))
        place = state.board.label(to)
        step = _barred(Way(to), bars, start, place)
        met = (("enemy_land", rule),) if state.land_ashore(to, side.enemy) else ()
        return _barred(step, met, start, place, side.enemy.adjective)

    return tuple(way(to) for to in sorted(state.board.neighbours(hex_id)))


def open_hexes(ways: Iterable[Way]) -> tuple[str, ...]:
    """Where one may go: the ends of the open ways, in order."""
    return tuple(sorted(way.to for way in ways if way.open))


def must_leave(
    side: Side, alone_there: Side | None, holder_now: Side | None, held_before: Side | None
) -> bool:
    """Whether an air unit of ``side`` has to leave a hex.

    ``alone_there``: the side whose land units alone stand ashore; ``holder_now`` and
    ``held_before``: who controls the port or airfield after and before the step, None where there
    is none.

    Rules: 8.7e, 8.7f
    """
    enemy = side.enemy
    return alone_there is enemy or (holder_now is enemy and held_before is not enemy)


def air_displaced(state: State, hex_id: HexId, side: Side, held_before: Side | None) -> Reason:
    """Whether an air unit of ``side`` has to leave its hex (value: bool).

    ``held_before``: who controlled the port or airfield there before the step that led to
    ``state``, None where there is none. Enemy fleets drive nobody out.

    Rulings: displaced-air-trigger
    Rules: 8.7e, 8.7f, 8.7g
    """
    enemy = side.enemy
    names = {"place": state.board.label(hex_id), "side": enemy.adjective}
    there = taken(state, hex_id, enemy)
    entered = number(
        say("movement.entered" if there.value else "movement.not_entered", **names),
        "same",
        there,
        what="entered",
        rules=("8.7e",),
        hexes=(hex_id,),
    )
    turned = _turned(state, hex_id, enemy, held_before)
    alone_there = enemy if there.value else None
    leaves = must_leave(side, alone_there, holder(state, hex_id), held_before)
    key = "movement.displaced" if leaves else "movement.stays"
    text = say(key, place=names["place"], side=side.adjective)
    return number(text, "any", entered, turned, what="displaced", hexes=(hex_id,))


def _turned(state: State, hex_id: HexId, enemy: Side, held_before: Side | None) -> Reason:
    """Whether a port or airfield that was not the enemy's before is his now."""
    names = {"place": state.board.label(hex_id), "side": enemy.adjective}
    was, now = held_before is enemy, holder(state, hex_id) is enemy
    before = Reason(was, say(f"movement.{'was' if was else 'not'}_theirs", **names), what="before")
    held = Reason(
        now,
        say("control.held" if now else "control.not_held", **names),
        what="now",
        rules=("2.3.3e", "2.3.3f"),
    )
    free = number(before.text, "none", before)
    key = "movement.turned" if now and not was else "movement.not_turned"
    text = say(key, **names)
    return number(text, "all", free, held, what="turned", rules=("8.7f",), hexes=(hex_id,))


def displaced_to(state: State, hex_id: HexId, side: Side, nation: Nation) -> tuple[HexId, ...]:
    """Where an air unit that has to leave a hex may go; nowhere means that it is removed.

    The ports and airfields that ``side`` holds now at most two hexes away, whatever lies between
    and however full they are (ruling displaced-air-destination), US and Commonwealth alike.

    Rules: 8.7a, 8.7c, 8.7d, 12.1e, 12.2c
    """
    return tuple(
        h
        for h in sorted(within(hex_id, AIR_REACH))
        if h != hex_id
        and h in state.board
        and holder(state, h) is side
        and (nation is Nation.CHINA or not any(_closed(state, state.board[h], side)))
    )


def no_displacement(
    state: State, hex_id: HexId, to: HexId, side: Side, nation: Nation
) -> Iterator[Barred]:
    """Why an air unit that has to leave a hex may not go to another one; nothing: it may.

    ``to`` is a hex of the board.

    Rules: 8.7a, 12.1e, 12.2c
    """
    start, place = state.board.label(hex_id), state.board[to]

    def barred(why: str, rule: str) -> Barred:
        return Barred(why, rule, to, start, place.label, side.adjective)

    if to == hex_id:
        yield barred("air_stays", "8.7a")
    elif distance(hex_id, to) > AIR_REACH:
        yield barred("air_far", "8.7a")
    if to != hex_id and holder(state, to) is not side:
        yield barred("air_not_held", "8.7a")
    if nation is not Nation.CHINA:
        yield from (barred(why, rule) for why, rule in _closed(state, place, side))


def base_lost(state: State, hex_id: HexId, side: Side) -> bool:
    """Whether a base of ``side`` in a hex is removed: enemy land units alone stand ashore there.

    Rulings: base-capture-by-combat, base-after-reversion
    Rules: 8.8b
    """
    return state.has_base(hex_id, side) and alone(state, hex_id, side.enemy)


def bases_left(state: State) -> Mapping[Side, tuple[HexId, ...]]:
    """The bases that stay on the board, by side. Those removed may be built again later.

    Rules: 8.8a, 8.8b, 8.8c
    """
    return {
        side: tuple(h for h in state.bases[side] if not base_lost(state, h, side)) for side in Side
    }
