"""Two forces against the same enemy, side by side, and the ways to spend the same points."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from attrs import define, frozen

from witp_learn.dicepool.answers import (
    BattleAnswer,
    can_attack,
    facts_of,
    small,
)
from witp_learn.dicepool.forces import MOST, Force, mp, notice, pu, unsure, written
from witp_learn.dicepool.outcomes import Odds, odds, percent
from witp_learn.dicepool.readings import readings_of
from witp_learn.dicepool.stages import PLAIN, Fire, Plan, Role, dice, room
from witp_learn.dicepool.units import UnitTable, UnitType, dice_word, printed
from witp_learn.display import Displayed
from witp_learn.explain import say
from witp_learn.files import NotAvailable, Unreadable

MOST_MIXES = 2000
"""The most ways to spend points that are listed."""

MORE, LESS, SHOWN = "more", "less", "shown"
"""Whether more of a figure is better, less is, or neither."""

NAMES = ("first", "second")
"""What the two forces are called."""


@frozen
class Figure:
    """One line of a comparison: what is compared, and what it is for both forces.

    ``better`` is 0 or 1, the force that does better by it; None when they are equal or the figure
    tells nothing of the kind. ``unit`` is ``%``, ``PU``, ``MP`` or nothing.
    """

    name: str
    label: str
    values: tuple[float, float]
    better: int | None
    unit: str = ""

    @property
    def texts(self) -> tuple[str, str]:
        """Both values as they are shown, such as ``79.43 %`` or ``8 PU``."""
        first, second = (self._shown(value) for value in self.values)
        return first, second

    def _shown(self, value: float) -> str:
        if self.unit == "%":
            return percent(value)
        number = str(value) if isinstance(value, int) else f"{value:.2f}"
        return f"{number} {self.unit}".strip()


@define(eq=False, slots=False)
class Comparison(Displayed):
    """Two forces in the same role against the same enemy, each with its exact odds."""

    role: Role
    options: tuple[Odds, Odds]

    @property
    def forces(self) -> tuple[Force, Force]:
        """The first force and the second."""
        first, second = (found.start(self.role) for found in self.options)
        return first, second

    @property
    def enemy(self) -> Force:
        """The force that both fight."""
        return self.options[0].start(self.role.other)

    def chance(self, which: int) -> float:
        """The chance that the territory is taken, or for a defender kept.

        Rules: D-completion-4, D-completion-5
        """
        taken = self.options[which].attacker
        return taken if self.role is Role.ATTACKER else 1 - taken

    @property
    def price(self) -> tuple[int, int]:
        """What each costs in PU."""
        return pu(self.forces[0]), pu(self.forces[1])

    @property
    def error(self) -> float:
        """A bound for how far any chance may be off."""
        return max(found.error for found in self.options)

    @property
    def better(self) -> int | None:
        """The force with the better chance, 0 or 1; None when both have the same."""
        return _better((self.chance(0), self.chance(1)), MORE, 2 * self.error)

    @property
    def figures(self) -> tuple[Figure, ...]:
        """Everything that is compared, in the order in which it is shown."""
        return tuple(self._figures())

    def _figures(self) -> Iterator[Figure]:
        forces, enemy = self.forces, self.role.other
        goal = "takes" if self.role is Role.ATTACKER else "keeps"
        yield self._figure(goal, (self.chance(0), self.chance(1)), MORE, "%")
        yield self._figure("pu", self.price, LESS, "PU")
        yield self._figure("mp", (mp(forces[0]), mp(forces[1])), LESS, "MP")
        thrown = tuple(dice(Fire.MAIN, held) for held in forces)
        yield self._figure("dice", (thrown[0], thrown[1]), MORE)
        points = tuple(room(Fire.MAIN, held) for held in forces)
        yield self._figure("points", (points[0], points[1]), MORE)
        lost = tuple(found.lost_pu(self.role) for found in self.options)
        yield self._figure("lost", (lost[0], lost[1]), LESS, "PU")
        manpower = tuple(found.lost_mp(self.role) for found in self.options)
        yield self._figure("lost_mp", (manpower[0], manpower[1]), LESS, "MP")
        theirs = tuple(found.lost_pu(enemy) for found in self.options)
        yield self._figure("enemy_lost", (theirs[0], theirs[1]), MORE, "PU")
        rounds = [found.rounds for found in self.options]
        if rounds[0] is not None and rounds[1] is not None:
            yield self._figure("rounds", (rounds[0], rounds[1]), SHOWN)

    def _figure(
        self, name: str, values: tuple[float, float], wanted: str, unit: str = ""
    ) -> Figure:
        slack = 1e-9 if isinstance(values[0], float) else 0
        label = say(f"dicepool.compare.row.{name}")
        return Figure(name, label, values, _better(values, wanted, slack), unit)

    @property
    def answer(self) -> BattleAnswer:
        """The comparison in the grammar of every answer."""
        forces = *self.forces, self.enemy
        tried = all(map(small, self.options))
        readings = (name for found in self.options for name in readings_of(found))
        return BattleAnswer(
            self.better == 0,
            self._verdict(),
            self._deciding(),
            facts=tuple(facts_of(forces, self._turns)) if tried else (),
            rules=_rules(self.role),
            readings=tuple(dict.fromkeys(readings)),
            tried=tried,
            notices=notice(*forces),
        )

    def _turns(self, unit: UnitType) -> bool:
        """Whether another force does better once a type has other values."""
        first, second, enemy = (held.retyped(unit) for held in (*self.forces, self.enemy))
        return compare(first, second, enemy, self.role, self.options[0].plan).better != self.better

    def _verdict(self) -> str:
        prices = self.price
        better = self.better
        if better is None:
            even = say("dicepool.compare.even", chance=percent(self.chance(0)))
            return f"{even} {_price_words(prices)}".strip()
        spared = prices[better] - prices[1 - better]
        key = "same" if not spared else "dearer" if spared > 0 else "cheaper"
        return say(
            f"dicepool.compare.{key}",
            pu=abs(spared) or prices[0],
            name=say(f"dicepool.compare.name.{NAMES[better]}"),
            chance=percent(self.chance(better)),
            other=percent(self.chance(1 - better)),
        )

    def _deciding(self) -> str:
        told = [
            say(
                "dicepool.compare.side",
                name=say(f"dicepool.compare.name.{name}"),
                dice=dice_word(dice(Fire.MAIN, held)),
                points=room(Fire.MAIN, held),
            )
            for name, held in zip(NAMES, self.forces, strict=True)
        ]
        text = say("dicepool.compare.deciding", first=told[0], second=told[1])
        return text[0].upper() + text[1:]

    def as_dict(self) -> dict[str, Any]:
        """The comparison as plain data."""
        return {
            "role": self.role.value,
            "enemy": written(self.enemy),
            "forces": [written(held) for held in self.forces],
            "better": None if self.better is None else NAMES[self.better],
            "figures": {row.name: list(row.values) for row in self.figures},
            "assumed": [unit.name for unit in unsure(*self.forces, self.enemy)],
            "error": self.error,
        }

    def __str__(self) -> str:
        return "\n".join(self.lines())

    def lines(self) -> Iterator[str]:
        """The comparison as plain text: verdict, deciding fact, a table, what it rests on."""
        told = self.answer
        yield told.verdict
        yield told.deciding
        heads = [f"{i}: {written(self.forces[i - 1])}" for i in (1, 2)]
        width = [max(len(h), *(len(r.texts[i]) for r in self.figures)) for i, h in enumerate(heads)]
        label = max(len(row.label) for row in self.figures)
        yield f"  {'':{label}}  {heads[0]:{width[0]}}  {heads[1]}"
        for row in self.figures:
            marks = ["*" if row.better == i else " " for i in (0, 1)]
            cells = [f"{text} {mark}" for text, mark in zip(row.texts, marks, strict=True)]
            yield f"  {row.label:{label}}  {cells[0]:{width[0]}}  {cells[1]}".rstrip()
        yield say("dicepool.compare.mark")
        yield told.leans_on()
        yield from (f"  {fact.text} ({fact.grade}: {fact.why})" for fact in told.facts)
        yield from told.notices
        yield f"Rules: {', '.join(told.rules)}"


def _price_words(prices: tuple[int, int]) -> str:
    if prices[0] == prices[1]:
        return say("dicepool.compare.price_same", pu=prices[0])
    cheap = NAMES[int(prices[1] < prices[0])]
    name = say(f"dicepool.compare.name.{cheap}")
    return say("dicepool.compare.price_less", name=name, pu=abs(prices[0] - prices[1]))


def _rules(role: Role) -> tuple[str, ...]:
    end = "D-completion-4" if role is Role.ATTACKER else "D-completion-5"
    return "D-stats-2", "D-stats-4", "D-stats-9", "D-main-2", "D-main-4", end


def _better(values: tuple[float, float], wanted: str, slack: float) -> int | None:
    if wanted == SHOWN or abs(values[0] - values[1]) <= slack:
        return None
    return int((values[1] > values[0]) == (wanted == MORE))


def compare(
    first: Force,
    second: Force,
    enemy: Force,
    role: Role = Role.ATTACKER,
    plan: Plan = PLAIN,
) -> Comparison:
    """Two forces side by side: each in ``role`` against the same enemy, under the same plan.

    They need not cost the same; the verdict says what each chance costs. Raises NotAvailable when
    a battle has too many states.

    Rules: D-stats-2, D-stats-4, D-stats-7, D-stats-9, D-completion-4, D-completion-5
    """
    one, two = (
        odds(ours, enemy, plan) if role is Role.ATTACKER else odds(enemy, ours, plan)
        for ours in (first, second)
    )
    return Comparison(role, (one, two))


def mixes(
    points: int,
    role: Role = Role.ATTACKER,
    table: UnitTable | None = None,
    manpower: int | None = None,
) -> tuple[Force, ...]:
    """Every force of land units that costs exactly so many PU, most of the first type first.

    ``table``: the unit types, the printed ones by default; an attacker gets none that cannot move.
    ``manpower``: the MP that can be spent, any number by default. Raises Unreadable for a number
    of points that is not from 1 to 200, NotAvailable when the ways to spend them are too many.

    Rules: D-stats-2, D-stats-4, D-stats-5, D-stats-7, D-stats-9
    """
    if not 1 <= points <= MOST:
        raise Unreadable(str(points), say("dicepool.compare.points", most=MOST))
    table = table or printed()
    kinds = [
        unit
        for unit in table
        if unit.category.is_land and unit.pu and (role is Role.DEFENDER or can_attack(unit))
    ]
    found: list[Force] = []
    for counts in _spent(points, kinds):
        held = Force.of(counts, table)
        if manpower is None or mp(held) <= manpower:
            found.append(held)
        if len(found) > MOST_MIXES:
            raise NotAvailable(say("dicepool.compare.too_many", most=MOST_MIXES))
    return tuple(found)


def _spent(points: int, kinds: list[UnitType]) -> Iterator[dict[str, int]]:
    """Numbers of units by type that cost exactly so many points."""
    if not kinds:
        if not points:
            yield {}
        return
    unit, rest = kinds[0], kinds[1:]
    for count in range(points // unit.pu, -1, -1):
        for more in _spent(points - count * unit.pu, rest):
            yield ({unit.name: count} if count else {}) | more
