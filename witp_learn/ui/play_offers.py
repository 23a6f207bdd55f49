"""What can be done now, as a page shows it: in groups, filtered by hexes and words, by pages."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property

from attrs import frozen

from witp_learn import engine
from witp_learn.actions import (
    Action,
    Displace,
    Draw,
    Move,
    Pass,
    Place,
    Redeploy,
    Roll,
    Support,
    Target,
)
from witp_learn.engine.table import points_left
from witp_learn.hexgrid import HexId
from witp_learn.model import Kind, Side, State
from witp_learn.rules import routes
from witp_learn.ui.play_words import HEADS, Told, cost, told

MOST = 15
"""Actions shown at once."""

MANY = 40
"""From so many actions on, those of a kind are first told hex by hex."""


@frozen
class Row:
    """A line of the list: an action, or a hex whose actions open; ``number``: its key, or 0."""

    text: str
    told: Told | None = None
    hex: HexId = ""
    number: int = 0
    more: str = ""


@frozen
class Group:
    """Lines under one heading."""

    head: str
    rows: tuple[Row, ...]


@frozen(slots=False)
class Offers:
    """What can be done in a position, as far as it is shown.

    ``at``: the hex chosen on the map; ``start``: the hex that something goes from to ``at``.
    ``seek``: words to be found. ``page``: from 0. ``hidden``: sides that decide elsewhere.
    """

    state: State
    at: HexId = ""
    start: HexId = ""
    seek: str = ""
    page: int = 0
    hidden: tuple[Side, ...] = ()

    @cached_property
    def everything(self) -> tuple[Told, ...]:
        """Every action in words, without passing, dice and cards; the largest stacks first."""
        side = engine.acting(self.state)
        found = [
            told(self.state, one)
            for one in engine.legal_actions(self.state)
            if not isinstance(one, Draw | Pass | Roll) and self._seen(one, side)
        ]
        return tuple(sorted(found, key=self._order))

    def _seen(self, action: Action, side: Side | None) -> bool:
        if isinstance(action, Support):
            return engine.doer(self.state, action) not in self.hidden
        return side not in self.hidden

    def _order(self, one: Told) -> tuple[object, ...]:
        kind = list(HEADS).index(one.kind)
        if isinstance(one.action, Move | Redeploy | Place):
            return kind, one.start, -sum(n for _, n in one.action.units)
        if isinstance(one.action, Target):
            found = self._reach.get(one.start)
            return kind, not self.enemy(one.start), found.rp if found else 0, one.start
        return (kind,)

    def enemy(self, hex_id: HexId) -> bool:
        """Whether enemy fleets or land units stand in a hex."""
        side = engine.acting(self.state)
        return side is not None and any(
            u.kind is not Kind.AIR for u in self.state.at(hex_id, side.enemy)
        )

    @cached_property
    def passing(self) -> Told | None:
        """Passing, where it may be done."""
        if engine.acting(self.state) in self.hidden:
            return None
        found = [one for one in engine.legal_actions(self.state) if isinstance(one, Pass)]
        return told(self.state, found[0]) if found else None

    @cached_property
    def found(self) -> tuple[Told, ...]:
        """The actions that the hexes chosen and the words leave."""
        return tuple(one for one in self.everything if self._wanted(one))

    def _wanted(self, one: Told) -> bool:
        if self.start and (one.start, one.to) != (self.start, self.at):
            return False
        if self.at and not self.start and not self._there(one):
            return False
        words = self.seek.lower().split()
        said = f"{one.text} {' '.join(one.hexes)} {one.action}".lower()
        return all(word in said for word in words)

    def _there(self, one: Told) -> bool:
        """Whether an action is about the hex chosen; what starts there goes before what ends."""
        return one.start == self.at if self._starts else one.names(self.at)

    @cached_property
    def _starts(self) -> bool:
        return any(one.start == self.at for one in self.everything)

    @property
    def filtered(self) -> bool:
        """Whether hexes or words leave something out."""
        return bool(self.at or self.seek.strip())

    @cached_property
    def hexes(self) -> tuple[HexId, ...]:
        """The hexes that some action names: where one can act. With a start, where it can go."""
        base = self.start or self.at
        goes = [one.to for one in self.everything if one.to and one.start == base]
        if base and goes:
            return tuple(dict.fromkeys(goes))
        named = (
            one.to or one.start if isinstance(one.action, Displace) else one.start or one.to
            for one in self.everything
        )
        return tuple(dict.fromkeys(h for h in named if h))

    @cached_property
    def groups(self) -> tuple[Group, ...]:
        """The lines that are shown, by kind of action; the first nine have a number."""
        rows = list(self._rows())
        first = min(self.page, self._last(len(rows))) * MOST
        rows = rows[first : first + MOST]
        groups: dict[str, list[Row]] = {}
        for head, row in rows:
            groups.setdefault(head, []).append(row)
        number, made = 0, []
        for head, lines in groups.items():
            numbered = []
            for row in lines:
                number += 1
                numbered.append(self._numbered(row, number))
            made.append(Group(head, tuple(numbered)))
        return tuple(made)

    def _numbered(self, row: Row, number: int) -> Row:
        more = row.more
        if row.told is not None:
            more = self._cost(row.told)
        return Row(row.text, row.told, row.hex, number if number <= 9 else 0, more)

    def _cost(self, one: Told) -> str:
        if isinstance(one.action, Target):
            least = self._reach.get(one.action.at)
            return f"from {least.rp} RP" if least is not None else ""
        return cost(self.state, one.action)

    @cached_property
    def _reach(self) -> Mapping[HexId, routes.Reach]:
        side = engine.acting(self.state)
        if side is None:
            return {}
        return routes.reach(self.state, side, rp=points_left(self.state, side))

    def _rows(self) -> Iterator[tuple[str, Row]]:
        kinds: dict[str, list[Told]] = {}
        for one in self.found:
            kinds.setdefault(one.kind, []).append(one)
        for kind, many in kinds.items():
            if len(many) >= MANY and not self.filtered and kind in ("Move", "Redeploy"):
                yield from ((f"{HEADS[kind]}: from where?", row) for row in self._places(many))
            elif kind == "Target":
                for one in many:
                    tail = " with enemy units" if self.enemy(one.start) else ": other hexes"
                    yield f"{HEADS[kind]}{tail}", Row(one.text, one)
            else:
                yield from ((self._head(one), Row(self._brief(one), one)) for one in many)

    def _head(self, one: Told) -> str:
        """What stands over an action; of stacks that go, also the hex that all of them share."""
        label = self.state.board.label
        if not one.stack:
            return HEADS[one.kind]
        if one.kind == "Move":
            return f"Move to {label(one.to)} from {label(one.start)}"
        return f"Redeploy from {label(one.start)}"

    def _brief(self, one: Told) -> str:
        """The words of an action under its heading."""
        if not one.stack:
            return one.text
        if one.kind == "Move":
            return one.stack
        return f"{one.stack} to {self.state.board.label(one.to)}"

    def _places(self, many: Iterable[Told]) -> Iterator[Row]:
        """The hexes that stacks can leave."""
        counts: dict[HexId, int] = {}
        for one in many:
            counts[one.start] = counts.get(one.start, 0) + 1
        for hex_id, number in counts.items():
            yield Row(f"From {self.state.board.label(hex_id)}", hex=hex_id, more=f"{number} ways")

    @staticmethod
    def _last(total: int) -> int:
        return max(0, (total - 1) // MOST)

    @cached_property
    def lines(self) -> int:
        """How many lines there are on all pages."""
        return len(list(self._rows()))

    @property
    def pages(self) -> int:
        """How many pages there are."""
        return self._last(self.lines) + 1

    @property
    def shown_page(self) -> int:
        """The page that is shown, from 0."""
        return min(self.page, self.pages - 1)

    def numbered(self, number: int) -> Row | None:
        """The line with a number; None where no line has it."""
        rows = (row for group in self.groups for row in group.rows)
        return next((row for row in rows if row.number == number), None)
