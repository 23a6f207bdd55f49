"""Supply lines: the four tests of a hex between, and where a line may end (6.3, 7.1).

Chapter 6 (linking bases) and chapter 7 (feeding units) test a hex between in the same way; they
differ in reach and in the number of the rule.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from functools import cached_property

from attrs import frozen

from witp_learn.explain import Reason, number, say
from witp_learn.hexgrid import HexId, distance
from witp_learn.model import Side, State
from witp_learn.rulebook import reading
from witp_learn.rules.control import holds, source_open, zone

TESTS = ("mountain", "enemy_unit", "enemy_facility", "enemy_azoc")
"""The four things that stop a line in a hex between, in the rulebook's order."""


class Purpose(StrEnum):
    """What a line is traced for."""

    UNIT = "unit"
    BASE = "base"


CLAUSES: Mapping[Purpose, Mapping[str, str]] = {
    Purpose.UNIT: dict(zip(TESTS, ("7.1d", "7.1e", "7.1f", "7.1g"), strict=True)),
    Purpose.BASE: dict(zip(TESTS, ("6.3c", "6.3d", "6.3e", "6.3f"), strict=True)),
}
"""The clause of each test, by purpose."""

LIFTED = {Purpose.UNIT: "7.1h", Purpose.BASE: "6.3g"}
WAIVED = {Purpose.UNIT: "7.1i", Purpose.BASE: "6.6.1a"}


@frozen
class End:
    """A hex a line may end in: a base or a supply source of the side."""

    hex: HexId
    is_source: bool


@frozen(slots=False)
class Ground:
    """The position as one side's supply lines meet it, for one purpose.

    Hexes are tested once and remembered, so that many units can be judged in one look.
    """

    state: State
    side: Side
    purpose: Purpose

    @cached_property
    def _tested(self) -> dict[HexId, Reason]:
        return {}

    @cached_property
    def ends(self) -> tuple[End, ...]:
        """The side's bases and the sources that serve it, in order of number.

        US and Commonwealth share theirs (rulings allied-sharing-supply-check,
        captured-supply-source).

        Rules: 2.3.4a, 6.1d, 7.1a
        """
        board = self.state.board
        bases = {h for h in self.state.bases[self.side] if h in board}
        sources = {h for h in board.sources if source_open(self.state, h, self.side)}
        return tuple(End(h, h in sources) for h in sorted(bases | sources))

    @cached_property
    def zones_waived(self) -> bool:
        """Whether Allied air zones do not count for this line: Japan's lines on turn 1.

        Reading b of rangoon-example-turn keeps them for the building of bases.

        Rules: 6.6.1a, 7.1i, 12.1c
        """
        kept = reading("rangoon-example-turn", self.state.rulings) == "b"
        return self._surprise and not (kept and self.purpose is Purpose.BASE)

    @property
    def _surprise(self) -> bool:
        """Whether these are Japan's lines on turn 1.

        Rulings: rangoon-example-turn
        """
        return self.state.turn == 1 and self.side is Side.JAPAN

    def between(self, hex_id: HexId) -> Reason:
        """Whether a line may run through a hex (value: bool), with its four tests as parts.

        A part's value is true when that test stops the line.

        Rulings: supply-line-endpoints, base-after-reversion, split-sea-hexes
        Rules: 6.3c, 6.3d, 6.3e, 6.3f, 6.3g, 7.1d, 7.1e, 7.1f, 7.1g, 7.1h, 2.2.3c, 2.2.3d
        """
        if (known := self._tested.get(hex_id)) is None:
            tests = (
                self._mountain(hex_id),
                self._enemy_unit(hex_id),
                self._enemy_facility(hex_id),
                self._enemy_zone(hex_id),
            )
            stopped = any(t.value for t in tests)
            text = say(
                "line.stopped" if stopped else "line.open", place=self.state.board.label(hex_id)
            )
            known = number(text, "none", *tests, what="between", hexes=(hex_id,))
            self._tested[hex_id] = known
        return known

    def stops(self, hex_id: HexId) -> tuple[str, ...]:
        """The names of the tests that stop a line in a hex, in the rulebook's order."""
        return tuple(t.what for t in self.between(hex_id).parts if t.value)

    def end_stops(self, hex_id: HexId) -> tuple[str, ...]:
        """The names of the tests that fail in the end of a line, for a reading that asks them.

        By both readings of rangoon-example-turn the waiver of turn 1 covers the ends.

        Rules: 6.6.1a
        """
        waived = "enemy_azoc" if self._surprise else ""
        return tuple(why for why in self.stops(hex_id) if why != waived)

    def _rules(self, test: str) -> tuple[str, ...]:
        return (CLAUSES[self.purpose][test],)

    def _mountain(self, hex_id: HexId) -> Reason:
        place = self.state.board[hex_id]
        key = "line.mountain" if place.mountain else "line.no_mountain"
        return Reason(
            place.mountain,
            say(key, place=place.label),
            "data",
            what="mountain",
            rules=self._rules("mountain"),
            hexes=(hex_id,),
            grade=place.origin("mountain").grade.value,
        )

    def _enemy_unit(self, hex_id: HexId) -> Reason:
        enemy = self.side.enemy
        label = self.state.board.label(hex_id)
        leaves = tuple(
            Reason(
                True,
                say(
                    "line.unit",
                    place=label,
                    nation=u.nation.adjective,
                    state="attrited " if not u.full else "",
                    noun=u.kind.noun,
                ),
                what="unit",
                hexes=(hex_id,),
            )
            for u in self.state.at(hex_id, enemy)
        )
        key = "line.enemy_unit" if leaves else "line.no_enemy_unit"
        text = say(key, place=label, side=enemy.adjective)
        rules = self._rules("enemy_unit")
        return number(text, "any", *leaves, what="enemy_unit", rules=rules, hexes=(hex_id,))

    def _enemy_facility(self, hex_id: HexId) -> Reason:
        enemy = self.side.enemy
        held = holds(self.state, hex_id, enemy)
        place = self.state.board[hex_id]
        if held.value:
            facility = place.facility.value if place.facility else ""
            text = say(
                "line.enemy_facility", place=place.label, side=enemy.adjective, facility=facility
            )
        elif place.facility is not None:
            text = say("line.own_facility", place=place.label, facility=place.facility.value)
        else:
            text = say("line.no_facility", place=place.label)
        rules = self._rules("enemy_facility")
        return number(text, "same", held, what="enemy_facility", rules=rules, hexes=(hex_id,))

    def _enemy_zone(self, hex_id: HexId) -> Reason:
        covered = zone(self.state, hex_id, self.side.enemy)
        reached = bool(covered.parts[0].value)
        waiver = Reason(
            self.zones_waived,
            say("line.waived" if self.zones_waived else "line.not_waived"),
            what="waived",
            rules=(WAIVED[self.purpose],),
        )
        counts = number(
            say("line.zones_void" if self.zones_waived else "line.zones_count"), "none", waiver
        )
        stopped = bool(covered.value) and not self.zones_waived
        text = covered.text
        rules = self._rules("enemy_azoc")
        if covered.value and not stopped:
            text, rules = waiver.text, (*rules, WAIVED[self.purpose])
        elif reached and not covered.value:
            rules = (*rules, LIFTED[self.purpose])
        return number(text, "all", covered, counts, what="enemy_azoc", rules=rules, hexes=(hex_id,))

    def shortest(self, start: HexId, end: HexId, steps: int) -> tuple[HexId, ...] | None:
        """The shortest line of at most ``steps`` steps whose hexes between are all open.

        Of equally short ones that with the lowest numbers, hex by hex from ``start``.

        Rules: 6.3a, 6.3b, 7.1b, 7.1c
        """
        if start == end:
            return (start,)
        edge: list[tuple[HexId, ...]] = [(start,)]
        seen = {start}
        for left in reversed(range(steps)):
            following: list[tuple[HexId, ...]] = []
            for path in edge:
                for n in sorted(self.state.board.neighbours(path[-1])):
                    if n == end:
                        return (*path, n)
                    if n not in seen and distance(n, end) <= left and self.between(n).value:
                        seen.add(n)
                        following.append((*path, n))
            edge = following
        return None
