"""The map of a step of a walkthrough, and what is said of its hexes, by the question it asks."""

from __future__ import annotations

from collections.abc import Mapping

from attrs import evolve

from witp_learn.hexgrid import HexId, neighbours, simple_paths
from witp_learn.model import Side, State
from witp_learn.rules.bases import network
from witp_learn.rules.control import air_zone, lifted_zone
from witp_learn.rules.lines import TESTS, Ground, Purpose
from witp_learn.rules.links import REACH
from witp_learn.rules.supply import stops_text
from witp_learn.view.scene import LineView, Scene
from witp_learn.view.step_move import move_lines
from witp_learn.view.step_play import play_lines
from witp_learn.view.supply_view import Focus, Overlays, spoken, supply_scene
from witp_learn.walkthrough import Mode, WalkStep, Zone
from witp_learn.walkthrough.combat_look import CombatLook
from witp_learn.walkthrough.move_look import MoveLook
from witp_learn.walkthrough.play_look import PlayLook
from witp_learn.walkthrough.sum_look import SumLook
from witp_learn.walkthrough.zone_look import ZoneLook

_SIDES = {side.short: side for side in Side}


def step_scene(step: WalkStep, hexes: tuple[HexId, ...] = ()) -> Scene:
    """The map of a step: counters, badges, the line looked at, the zones it shows, rings.

    ``hexes``: the frame drawn, the whole board when empty.
    """
    index = None if step.carried_out else step.index
    focus = Focus(_selected(step), index, _ringed(step))
    scene = supply_scene(step.state, _overlays(step), focus, hexes)
    if (line := base_line(step)) is not None:
        others = tuple(view for view in scene.lines if view.path != line.path)
        scene = evolve(scene, lines=(*others, line))
    if isinstance(step.look, SumLook):
        ways = (LineView(made.way, kind="move") for made in step.look.sums if made.way)
        scene = evolve(scene, lines=tuple(ways))
    if isinstance(step.look, MoveLook):
        scene = evolve(scene, lines=tuple(move_lines(step.look)))
    if isinstance(step.look, PlayLook):
        scene = evolve(scene, lines=tuple(play_lines(step.look)))
    return evolve(scene, title=f"{step.number}. {step.title}")


def step_place(step: WalkStep) -> tuple[HexId, ...]:
    """The hexes that a battle, a move, a game or the ways of a sum are about, with those round a
    battle that a counter stands in; none for a step about the whole map.
    """
    if isinstance(step.look, MoveLook):
        return tuple(dict.fromkeys(h for w in (step.look.way, *step.look.others) for h in w))
    if isinstance(step.look, PlayLook):
        return step.look.place
    if isinstance(step.look, SumLook):
        return tuple(dict.fromkeys(h for made in step.look.sums for h in made.way))
    if isinstance(step.look, CombatLook):
        used = set(step.state.in_use())
        round_it = (h for h in neighbours(step.look.hex) if h in used)
        return (step.look.hex, *round_it)
    return ()


def _selected(step: WalkStep) -> HexId | None:
    """The hex looked at; a lifted zone is a dotted edge, which no other line may cover."""
    lifted = isinstance(step.look, ZoneLook) and step.look.found is Zone.LIFTED
    return None if lifted else step.hex


def _overlays(step: WalkStep) -> Overlays:
    shown = [text.split() for text in step.show]
    zones = tuple(_SIDES[words[1]] for words in shown if words[0] == "zone")
    return Overlays(
        supply=step.mode is Mode.SUPPLY and "no badges" not in step.show,
        zones=zones,
        network=next((_SIDES[words[1]] for words in shown if words[0] == "network"), None),
        all_lines="all lines" in step.show,
    )


def _ringed(step: WalkStep) -> tuple[HexId, ...]:
    """Hexes the step points at: the stopped hex it speaks of, and where counters have changed."""
    if isinstance(step.look, CombatLook):
        return step.look.struck
    if isinstance(step.look, PlayLook):
        return step.look.changed
    stopped = (step.book.stopped,) if step.book is not None and step.book.stopped else ()
    checked = step.carried_out and step.mode is Mode.SUPPLY
    fallen = tuple(found.unit.hex for found in step.check.out()) if checked else ()
    return (*stopped, *fallen)


def base_line(step: WalkStep) -> LineView | None:
    """The line that would link a base in the hex looked at, whole or cut where it stops."""
    if step.mode is not Mode.BASES or step.hex is None or step.side is None:
        return None
    ground = Ground(step.judged, step.side, Purpose.BASE)
    ends = _linked_ends(step.judged, step.side, ground)
    ways = [p for end in ends for p in simple_paths(step.hex, end, REACH) if _on(step, p)]
    if not ways:
        return None
    printed = step.book.stopped if step.book is not None else ""
    path = min(ways, key=lambda p: (_stopped(ground, p), printed not in p, len(p), p))
    cut_at = next((h for h in path[1:-1] if ground.stops(h)), None)
    if cut_at is None:
        return LineView(path, kind="network") if len(path) > 1 else None
    return LineView(path, cut_at, _pill(ground, cut_at), "network")


def _linked_ends(state: State, side: Side, ground: Ground) -> tuple[HexId, ...]:
    """Sources and linked bases: what a new base may be linked to."""
    linked = network(state, side).linked
    return tuple(e.hex for e in ground.ends if e.is_source or e.hex in linked)


def _on(step: WalkStep, path: tuple[HexId, ...]) -> bool:
    return all(h in step.judged.board for h in path)


def _stopped(ground: Ground, path: tuple[HexId, ...]) -> int:
    return sum(bool(ground.stops(h)) for h in path[1:-1])


def _pill(ground: Ground, hex_id: HexId) -> str:
    why = ground.stops(hex_id)[0]
    facility = ground.state.board[hex_id].facility
    if why == TESTS[2] and facility is not None:
        return facility.value
    return stops_text(why)


def spoken_step(step: WalkStep) -> Mapping[HexId, str]:
    """What a screen reader says of each hex: with verdicts, or with the zones that are shown."""
    if step.mode is Mode.SUPPLY:
        return spoken(step.state)
    said = dict(spoken(step.state, verdicts=False))
    for text in step.show:
        if text.startswith("zone"):
            side = _SIDES[text.split()[1]]
            for hex_id in air_zone(step.judged, side):
                said[hex_id] += f", under the {side.adjective} air zone"
            for hex_id in lifted_zone(step.judged, side):
                said[hex_id] += f", {side.adjective} air zone lifted"
    return said
