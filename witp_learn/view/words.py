"""A picture in words, for those who do not see it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from witp_learn.hexgrid import HexId
from witp_learn.model import Board, Side
from witp_learn.view.layout import Layout
from witp_learn.view.scene import BADGE_WORDS, CounterView, LineView


def place(board: Board, hex_id: HexId) -> str:
    """``Port Moresby 0909``, or the number alone where no place is named."""
    name = board.label(hex_id)
    return hex_id if name == hex_id else f"{name} {hex_id}"


def counter_words(board: Board, view: CounterView) -> str:
    """One counter: ``Port Moresby 0909: US land unit, full, strength 1, in supply``."""
    unit = view.unit
    many = f"{unit.count} " if unit.count > 1 else ""
    plural = "s" if unit.count > 1 else ""
    said = [f"{many}{unit.nation.adjective} {unit.kind.noun}{plural}", unit.state.value]
    if unit.full:
        said.append(f"strength {unit.value}" + (" each" if unit.count > 1 else ""))
    if unit.aboard:
        said.append("aboard")
    if view.badge:
        said.append(BADGE_WORDS[view.badge])
    return f"{place(board, unit.hex)}{unit.coast}: {', '.join(said)}"


def line_words(board: Board, line: LineView) -> str:
    """One line, and where and why it is cut; of a move its way, hex by hex."""
    if line.kind == "move":
        return f"Move {', '.join(place(board, h) for h in line.path)}"
    kind = "Supply" if line.kind == "supply" else "Network"
    start = f"{kind} line from {place(board, line.path[0])}"
    if line.cut_at is None:
        return f"{start} to {place(board, line.path[-1])}"
    why = line.pill.removeprefix("✕").strip()
    return f"{start} cut at {place(board, line.cut_at)}{f': {why}' if why else ''}"


def description(layout: Layout) -> str:
    """Every counter and base of the frame, hex by hex; then zones, lines and fights."""
    said = [*_pieces(layout), *_overlays(layout)]
    return ". ".join(said) + "." if said else "No counters."


def _pieces(layout: Layout) -> Iterator[str]:
    scene = layout.scene
    for hex_id in layout.occupied:
        yield from (counter_words(scene.board, v) for v in scene.counters if v.unit.hex == hex_id)
        here = place(scene.board, hex_id)
        for side, at in scene.bases:
            if at == hex_id:
                cut = ", cut off from the network" if hex_id in scene.cut_off else ""
                yield f"{here}: {side.adjective} base{cut}"
        yield from (
            f"{here}: {side.adjective} base planned" for side, at in scene.planned if at == hex_id
        )


def _overlays(layout: Layout) -> Iterator[str]:
    scene, board = layout.scene, layout.scene.board

    def listed(hexes: Iterable[HexId]) -> str:
        kept = set(hexes)
        return ", ".join(place(board, h) for h in scene.frame if h in kept)

    for side in Side:
        if covered := listed(scene.zones.get(side, ())):
            yield f"{side.adjective} air zone over {covered}"
        if lifted := listed(scene.lifted.get(side, ())):
            yield f"{side.adjective} air zone lifted at {lifted}"
        if held := listed(h for h, s in scene.control_wash.items() if s is side):
            yield f"Held by {'Japan' if side is Side.JAPAN else 'the Allies'}: {held}"
    for possible, told in ((True, "A base could be built"), (False, "No base could be built")):
        if there := listed(h for h, able in scene.sites.items() if able is possible):
            yield f"{told} at {there}"
    yield from (line_words(board, line) for line in scene.lines if len(line.path) > 1)
    if contested := listed(scene.contested):
        yield f"Continuing combat at {contested}"
