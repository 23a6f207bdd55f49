"""The supply check as a scene: badges, the line of a unit and where it is cut, zones, network."""

from __future__ import annotations

from collections.abc import Mapping

from attrs import evolve, field, frozen

from witp_learn.explain import say
from witp_learn.hexgrid import HexId, distance, neighbours
from witp_learn.model import Board, Side, State, Unit
from witp_learn.rules.answers import why_cut
from witp_learn.rules.bases import network, site
from witp_learn.rules.control import air_zone, holder, lifted_zone
from witp_learn.rules.lines import Ground, Purpose
from witp_learn.rules.links import links
from witp_learn.rules.planning import held, may_build
from witp_learn.rules.supply import Judgement, check, nearest_end, photograph
from witp_learn.view.scene import Badge, CounterView, LineView, Scene


@frozen
class Overlays:
    """What the map shows beyond counters.

    ``zones``: the sides whose air zone is hatched. ``network``: the side whose lines between bases
    are drawn; ``sites``: the side whose ports and airfields are marked as building sites or not.
    """

    supply: bool = True
    zones: tuple[Side, ...] = ()
    control: bool = False
    network: Side | None = None
    counters: bool = True
    all_lines: bool = False
    sites: Side | None = None


@frozen
class Focus:
    """What is selected or pointed at: a hex, the row of units in it that is spoken of.

    ``planned``: a hex in which a base of the side of `Overlays.sites` is thought of.
    """

    hex: HexId | None = None
    index: int | None = None
    ringed: tuple[HexId, ...] = ()
    spotlight: tuple[HexId, ...] = field(factory=tuple)
    planned: HexId | None = None


def badge(found: Judgement) -> Badge:
    """The badge a counter wears; fleets, which are never checked, wear none."""
    if found.unit.kind.is_fleet:
        return ""
    if found.automatic:
        return "auto"
    return "in" if found.in_supply else "out"


def supply_scene(
    state: State,
    overlays: Overlays | None = None,
    focus: Focus | None = None,
    hexes: tuple[HexId, ...] = (),
) -> Scene:
    """The scene of a position with its supply check.

    ``hexes``: the frame drawn, the whole board when empty.
    """
    overlays, focus = overlays or Overlays(), focus or Focus()
    found = check(state).judgements
    counters = tuple(
        CounterView(j.unit, badge(j) if overlays.supply else "", i) for i, j in enumerate(found)
    )
    scene = Scene(
        board=state.board,
        hexes=hexes,
        counters=counters if overlays.counters else (),
        bases=tuple((side, at) for side in Side for at in state.bases[side]),
        controls=held_by_other(state),
        zones={side: air_zone(state, side) for side in overlays.zones},
        lifted={side: lifted_zone(state, side) for side in overlays.zones},
        lines=_lines(state, found, overlays, focus),
        selected=focus.hex,
        ringed=focus.ringed,
        spotlight=focus.spotlight,
        title=state.title,
        contested=state.contested,
        cut_off=_cut_off(state, overlays.network),
        sites={} if overlays.sites is None else _sites(state, overlays.sites),
        planned=_planned(overlays, focus),
    )
    return evolve(scene, control_wash=_control(state)) if overlays.control else scene


def _cut_off(state: State, side: Side | None) -> tuple[HexId, ...]:
    """The bases of a side that no line joins to a source."""
    if side is None:
        return ()
    linked = links(state, side).rounds
    return tuple(h for h in state.bases[side] if h not in linked)


def _sites(state: State, side: Side) -> Mapping[HexId, bool]:
    """The ports and airfields a side holds without a base, and whether one can be built there."""
    can = set(may_build(state, side))
    return {h: h in can for h in held(state, side) if not state.has_base(h, side)}


def _planned(overlays: Overlays, focus: Focus) -> tuple[tuple[Side, HexId], ...]:
    if overlays.sites is None or focus.planned is None:
        return ()
    return ((overlays.sites, focus.planned),)


def held_by_other(state: State) -> Mapping[HexId, Side]:
    """Ports and airfields that are not in the hands of their icon's side (2.3.3)."""
    table: dict[HexId, Side] = {}
    for hex_id in {u.hex for u in state.units}:
        owner = state.board[hex_id].owner
        held = holder(state, hex_id)
        if owner is not None and held is not None and held is not owner.side:
            table[hex_id] = held
    return table


def _control(state: State) -> Mapping[HexId, Side]:
    held = ((h, holder(state, h)) for h in state.board.hexes)
    return {h: side for h, side in held if side is not None}


def _lines(
    state: State, found: tuple[Judgement, ...], overlays: Overlays, focus: Focus
) -> tuple[LineView, ...]:
    made = [LineView(path, kind="network") for path in _planned_lines(state, overlays, focus)]
    if overlays.network is not None:
        lines = network(state, overlays.network).lines.values()
        made += [LineView(path, kind="network") for path in lines if len(path) > 1]
    if overlays.supply and overlays.all_lines:
        made += [v for j in found if (v := line_of(state, j)) is not None]
    elif overlays.supply and focus.index is not None and focus.index < len(found):
        line = line_of(state, found[focus.index])
        made += [line] if line is not None else []
    return tuple(made)


def _planned_lines(state: State, overlays: Overlays, focus: Focus) -> tuple[tuple[HexId, ...], ...]:
    """The line that would join a base that is thought of."""
    planned = _planned(overlays, focus)
    paths = (site(state, side, at).path for side, at in planned)
    return tuple(path for path in paths if path is not None and len(path) > 1)


def line_of(state: State, found: Judgement) -> LineView | None:
    """The line of a unit, whole or cut where it stops; None when there is none to draw."""
    if found.automatic:
        return None
    if found.path is not None:
        return LineView(found.path) if len(found.path) > 1 else None
    unit = found.unit
    ground = Ground(photograph(state, unit.side), unit.side, Purpose.UNIT)
    cut_at, pill = why_cut(ground, found)
    if cut_at is not None:
        ends = [e.hex for e in ground.ends if distance(cut_at, e.hex) == 1]
        return LineView((unit.hex, cut_at, ends[0]), cut_at, pill)
    nearest = nearest_end(ground, unit.hex)
    if nearest is None:
        return None
    path = _straight(state.board, unit, nearest.hex)
    steps = len(path) - 1
    return LineView(path, path[2], say("pill.far", steps=steps)) if steps > 2 else None


def _straight(board: Board, unit: Unit, end: HexId) -> tuple[HexId, ...]:
    """A shortest way over the hex numbers, lowest first, whatever lies on it."""
    path = [unit.hex]
    while path[-1] != end:
        left = distance(path[-1], end)
        path.append(min(n for n in neighbours(path[-1]) if distance(n, end) < left))
    return tuple(h for h in path if h in board)


def spoken(state: State, *, verdicts: bool = True) -> Mapping[HexId, str]:
    """What a screen reader says of each hex: number, place, what stands there, its verdict."""
    said: dict[HexId, list[str]] = {}
    for found in check(state):
        unit = found.unit
        many = f"{unit.count} " if unit.count > 1 else ""
        noun = unit.kind.noun + ("s" if unit.count > 1 else "")
        aboard = ", aboard" if unit.aboard else ""
        words = f"{many}{unit.nation.adjective} {noun} {unit.state.value}{aboard}"
        told = {"in": ", in supply", "out": ", out of supply", "auto": ", always in supply"}
        verdict = told.get(badge(found), "") if verdicts else ""
        said.setdefault(unit.hex, []).append(words + verdict)
    for side in Side:
        for at in state.bases[side]:
            said.setdefault(at, []).append(f"{side.adjective} base")
    return {h: _spoken_hex(state, h, said.get(h, [])) for h in state.board.hexes}


def _spoken_hex(state: State, hex_id: HexId, there: list[str]) -> str:
    place = state.board[hex_id]
    words = [f"{hex_id} {place.name}".strip()]
    words.append({"land": "land", "shallow": "shallow sea"}.get(place.terrain.value, "deep sea"))
    if place.mountain:
        words.append("mountain")
    held = holder(state, hex_id)
    if place.facility is not None and held is not None:
        words.append(f"{held.adjective} {place.facility.value}")
    if place.source is not None:
        words.append(f"{place.source.side.adjective} supply source")
    return ", ".join(words + there)
