"""What a picture shows, as frozen records: the view model between positions and drawings.

A scene holds no rules. Whoever makes one has asked the rules already and says here which hexes are
hatched, which line is cut and which badge a counter wears.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from attrs import field, frozen

from witp_learn.hexgrid import HexId
from witp_learn.model import Board, Side, State, Unit
from witp_learn.view.assumed import assumed_hexes

Badge = Literal["in", "out", "auto", "ask", ""]
"""The verdict a counter wears: in supply, out, automatically in, still asked, or none."""

BADGE_WORDS: Mapping[str, str] = {
    "in": "in supply",
    "out": "out of supply",
    "auto": "in supply without a base",
    "ask": "not yet marked",
}
"""Badges as the description of a picture says them."""


@frozen
class CounterView:
    """One counter, or like counters as a stack: ``index`` is its place in the position's units."""

    unit: Unit
    badge: Badge = ""
    index: int = 0
    faded: bool = False


@frozen
class LineView:
    """A line from hex to hex. Cut at ``cut_at``, it ends there in a pill that says why.

    ``kind``: a supply line, a line between bases, or the way of a move. Of a way, ``costs`` are
    the RP for each hex of the path, the start first, empty where none are shown; ``tone``: the way
    that is looked at, another way there, or one that is planned already.
    """

    path: tuple[HexId, ...]
    cut_at: HexId | None = None
    pill: str = ""
    kind: Literal["supply", "network", "move"] = "supply"
    costs: tuple[str, ...] = ()
    tone: Literal["chosen", "other", "planned"] = "chosen"


@frozen
class Scene:
    """Everything one picture shows.

    ``hexes``: the frame drawn, the whole board when empty. ``controls``: who holds a port or
    airfield, where it is not the owner of the icon. ``zones``: hexes under the air zone of a side,
    hatched; ``lifted``: hexes that its zone would reach but for an air unit there, dotted.
    ``ringed``: hexes that changed or are pointed at. ``spotlight``: when given, all other hexes
    are dimmed. ``control_wash``: the control overlay. ``assumed``: hexes that carry the small open
    circle of assumed data, by default all that show something the printed map might not.
    ``contested``: hexes in continuing combat. ``cut_off``: bases that no network line joins to a
    supply source. ``planned``: bases that are being thought about. ``sites``: ports and airfields
    where a base could be built (True) or not.
    """

    board: Board
    hexes: tuple[HexId, ...] = ()
    counters: tuple[CounterView, ...] = ()
    bases: tuple[tuple[Side, HexId], ...] = ()
    controls: Mapping[HexId, Side] = field(factory=dict)
    zones: Mapping[Side, tuple[HexId, ...]] = field(factory=dict)
    lifted: Mapping[Side, tuple[HexId, ...]] = field(factory=dict)
    lines: tuple[LineView, ...] = ()
    selected: HexId | None = None
    ringed: tuple[HexId, ...] = ()
    spotlight: tuple[HexId, ...] = ()
    control_wash: Mapping[HexId, Side] = field(factory=dict)
    title: str = ""
    show_ids: bool = True
    names: Literal["all", "counters", "none"] = "all"
    assumed: frozenset[HexId] = field()
    contested: tuple[HexId, ...] = ()
    cut_off: tuple[HexId, ...] = ()
    planned: tuple[tuple[Side, HexId], ...] = ()
    sites: Mapping[HexId, bool] = field(factory=dict)

    @assumed.default
    def _open(self) -> frozenset[HexId]:
        return assumed_hexes(self.board)

    @property
    def frame(self) -> tuple[HexId, ...]:
        """The hexes drawn: those asked for that are on the board, or the whole board."""
        if not self.hexes:
            return tuple(self.board.hexes)
        return tuple(h for h in self.hexes if h in self.board)


def plain_scene(state: State, hexes: tuple[HexId, ...] = ()) -> Scene:
    """A position as it lies on the table: counters and bases, no verdicts, no overlays."""
    return Scene(
        board=state.board,
        hexes=hexes,
        counters=tuple(CounterView(unit, index=i) for i, unit in enumerate(state.units)),
        bases=tuple((side, at) for side in Side for at in state.bases[side]),
        title=state.title,
        contested=state.contested,
    )
