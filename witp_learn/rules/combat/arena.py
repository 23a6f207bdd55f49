"""Where a fight takes place: the position around it, and the position it leads to."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property

from attrs import evolve, field, frozen

from witp_learn import edits
from witp_learn.hexgrid import HexId
from witp_learn.model import Hex, Nation, Side, State, Unit
from witp_learn.rulebook import reading
from witp_learn.rules import movement
from witp_learn.rules.combat.battles import ashore
from witp_learn.rules.combat.pieces import AIR, LAND, Piece, is_local, pieces, units
from witp_learn.rules.combat.tally import SIDES
from witp_learn.rules.control import held_by

BaseAt = tuple[Side, HexId]


@frozen(slots=False, eq=False)
class Arena:
    """The position when the fight for ``hex`` begins; it stays the same all through the fight."""

    state: State
    hex: HexId
    _found: dict[tuple[object, ...], tuple[str, ...]] = field(factory=dict, init=False, repr=False)
    """Ways out that have been worked out; they depend on little else than this position."""

    @cached_property
    def place(self) -> Hex:
        """The hex fought over."""
        return self.state.board[self.hex]

    @cached_property
    def start(self) -> tuple[Piece, ...]:
        """The counters the fight concerns, before it."""
        return pieces(self.state, self.hex)

    @cached_property
    def rest(self) -> tuple[Unit, ...]:
        """The units the fight does not concern."""
        near = self.state.board.neighbours(self.hex)
        return tuple(u for u in self.state.units if not is_local(u, self.hex, near))

    @cached_property
    def cargo_is_hit(self) -> bool:
        """Whether the cargo of a hit ship is hit too (ruling transport-hit-vs-singapore)."""
        return self.reads("transport-hit-vs-singapore") != "b"

    @cached_property
    def air_hits_each(self) -> bool:
        """Whether extra hits fall on each air unit (ruling air-hits-total-vs-each)."""
        return self.reads("air-hits-total-vs-each") == "b"

    @cached_property
    def retreat_bars_landing(self) -> bool:
        """Whether only destroyed fleets open the way (ruling enemy-fleet-eliminated-or-gone)."""
        return self.reads("enemy-fleet-eliminated-or-gone") == "b"

    @cached_property
    def landing_is_optional(self) -> bool:
        """Whether cargo may stay aboard (ruling assault-may-or-must)."""
        return self.reads("assault-may-or-must") == "b"

    @cached_property
    def hit_basis(self) -> str:
        """What the winner's hits are half of (ruling winner-hits-basis)."""
        return self.reads("winner-hits-basis")

    def reads(self, slug: str) -> str:
        """The reading of a ruling in force."""
        return reading(slug, self.state.rulings)

    def has_land(self, here: tuple[Piece, ...], hex_id: HexId, side: Side) -> bool:
        """Whether land units of a side stand ashore in a hex as the fight stands.

        Rules: 2.3.3g
        """
        if ashore(here, side, hex_id):
            return True
        return hex_id != self.hex and self.state.land_ashore(hex_id, side)

    def ashore_there(self, here: tuple[Piece, ...], hex_id: HexId) -> tuple[bool, bool]:
        """Whether land units of Japan, and of the Allies, stand ashore in a hex just now."""
        japan, allies = (self.has_land(here, hex_id, side) for side in SIDES)
        return japan, allies

    def holder(self, here: tuple[Piece, ...], hex_id: HexId) -> Side | None:
        """The side that holds the port or airfield of a hex as the fight stands (2.3.3).

        Rules: 2.3.3c, 2.3.3e, 2.3.3f, 2.3.3g
        """
        return self.holder_with(hex_id, self.ashore_there(here, hex_id))

    def holder_with(self, hex_id: HexId, ashore_there: tuple[bool, bool]) -> Side | None:
        """The same, once it is known whose land units stand ashore there."""
        owner = self.state.board[hex_id].owner
        return held_by(owner.side if owner else None, *ashore_there)

    def fleet_retreats(self, at: str, side: Side) -> tuple[str, ...]:
        """Where beaten fleets in these waters may go (`movement.fleet_retreats`)."""
        key = ("fleet", at, side)
        if key not in self._found:
            ways = movement.fleet_retreats(self.state, at, side)
            self._found[key] = movement.open_hexes(ways)
        return self._found[key]

    def land_retreats(
        self, side: Side, nations: frozenset[Nation], landing: bool
    ) -> tuple[str, ...]:
        """Where beaten land units may go (`movement.land_retreats`)."""
        key = ("land", side, nations, landing)
        if key not in self._found:
            ways = movement.land_retreats(self.state, self.hex, side, nations, landing=landing)
            self._found[key] = movement.open_hexes(ways)
        return self._found[key]

    def displaced_to(
        self, here: tuple[Piece, ...], hex_id: HexId, nation: Nation
    ) -> tuple[str, ...]:
        """Where an air unit that has to leave a hex may go, as the fight stands.

        Of the counters only the land units ashore matter, for who holds what.
        """
        held = frozenset((p.at[:4], p.side) for p in here if p.kind is LAND)
        key = (hex_id, nation, held)
        if key not in self._found:
            now = self.loose(here)
            self._found[key] = movement.displaced_to(now, hex_id, nation.side, nation)
        return self._found[key]

    def loose(self, here: Iterable[Piece], lost_bases: frozenset[BaseAt] = frozenset()) -> State:
        """The position with these counters, in no particular order."""
        bases = {s: tuple(h for h in self.state.bases[s] if (s, h) not in lost_bases) for s in Side}
        return evolve(self.state, units=(*self.rest, *units(here)), bases=bases)

    def position(
        self, here: Iterable[Piece], lost_bases: frozenset[BaseAt], contested: bool
    ) -> State:
        """The position as the fight stands, tidied; ``contested``: the hex's marker (9.7).

        Rules: 9.6.3g, 9.7b
        """
        others = [h for h in self.state.contested if h != self.hex]
        marked = (*others, self.hex) if contested else tuple(others)
        return edits.tidy(evolve(self.loose(here, lost_bases), contested=marked))

    def air_at(self, here: Iterable[Piece], hex_id: HexId, side: Side) -> list[Piece]:
        """The air units of a side in a hex."""
        return [p for p in here if p.kind is AIR and p.at == hex_id and p.side is side]
