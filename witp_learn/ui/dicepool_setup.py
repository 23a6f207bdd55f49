"""What lies on the table of the dice-pool lab, and its one short text.

``infantry:3,tank:1 v infantry:2,artillery:1; attacker leaves after:2; fight 25131 44464 go 214``.
Behind a line break the learner's own unit table may follow, as TOML. Forces may also be typed as
``3 infantry + 1 tank``.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache
from typing import Any

from attrs import evolve, field, frozen

from witp_learn.dicepool import (
    PLAIN,
    Conduct,
    Force,
    Plan,
    Role,
    UnitTable,
    conduct,
    force,
    leave,
    printed,
    read_units,
    sample,
)
from witp_learn.dicepool.stages import CHOICES
from witp_learn.files import DATA, Unreadable, nearest

OWN = "your table"
"""What error messages call the learner's own unit table."""

TABLES = ("printed", "sample", "own")
"""Where the units come from: the text, the made-up sample, or the learner's own table."""

CHOOSE = ("go", "attacker-leaves", "defender-leaves")
"""What may be decided after a round."""

MOST_STEPS = 5000
"""The most volleys and decisions of a text."""

Counts = tuple[tuple[str, int], ...]
"""Numbers of units by type."""


@frozen
class Step:
    """A volley with its dice, and the order of its hits where it was chosen; or a decision."""

    dice: tuple[int, ...] = ()
    order: tuple[str, ...] = ()
    choice: str = ""

    def __str__(self) -> str:
        if self.choice:
            return self.choice
        order = f">{','.join(self.order)}" if self.order else ""
        return f"{digits(self.dice)}{order}"


def digits(dice: Iterable[int]) -> str:
    """Dice as digits; a dot for one that is not set."""
    return "".join(str(die) if die else "." for die in dice)


@frozen
class Setup:
    """Forces, units, plans, the battle so far, and the second force of a comparison.

    ``dice``: those set so far of the volley that is due, 0 for one that is not.
    """

    attacker: Counts = ()
    defender: Counts = ()
    units: str = "printed"
    own: str = ""
    plan: Plan = PLAIN
    steps: tuple[Step, ...] = ()
    dice: tuple[int, ...] = ()
    order: tuple[str, ...] = ()
    second: Counts = ()
    side: Role = field(default=Role.ATTACKER)

    @property
    def table(self) -> UnitTable:
        """The units that can be had. Raises BadData when the own table cannot be read."""
        return table_of(self.units, self.own)

    def counts(self, role: Role) -> Counts:
        """The units of a side."""
        return self.attacker if role is Role.ATTACKER else self.defender

    def with_counts(self, role: Role, counts: Counts) -> Setup:
        """The same with other units on one side; the battle starts again."""
        both: Any = {role.value: counts}
        return evolve(self.fresh(), **both)

    def with_conduct(self, role: Role, held: Conduct) -> Setup:
        """The same with another conduct of one side."""
        both: Any = {role.value: held}
        return evolve(self, plan=evolve(self.plan, **both))

    @property
    def begun(self) -> bool:
        """Whether a die has been set."""
        return bool(self.steps or any(self.dice))

    def fresh(self) -> Setup:
        """The same before the first die."""
        return evolve(self, steps=(), dice=(), order=())

    def force(self, role: Role) -> Force | None:
        """The force of a side; None while it has no units."""
        return made(self.counts(role), self.table)

    def text(self) -> str:
        """The whole table as one line, with the own unit table below it."""
        items = [f"{counted(self.attacker)} v {counted(self.defender)}"]
        if self.units == "sample" or (self.own and self.units == "printed"):
            items.append(f"units {self.units}")
        for role in Role:
            items += _conduct_items(role, self.plan.of(role))
        items += [] if self.plan.refuge else ["no refuge"]
        if self.second:
            items.append(f"second {self.side} {counted(self.second)}")
        fought = [*map(str, self.steps)]
        if any(self.dice):
            fought.append(f"{digits(self.dice)}?")
        items += [f"fight {' '.join(fought)}"] if fought else []
        line = "; ".join(items)
        return f"{line}\n{self.own}" if self.own else line


START = Setup((("infantry", 3), ("tank", 1)), (("infantry", 2), ("artillery", 1)))
"""What the lab opens with."""


@lru_cache(maxsize=16)
def table_of(units: str, own: str) -> UnitTable:
    """The unit table by its name. Raises BadData when the learner's own cannot be read."""
    if units == "own":
        return read_units(own, OWN)
    return sample() if units == "sample" else printed()


def sample_text() -> str:
    """The made-up sample with its warning, as the start of a learner's own table."""
    return (DATA / "dicepool" / "sample.toml").read_text("utf-8")


def counted(counts: Counts) -> str:
    """``infantry:3,tank:1``."""
    return ",".join(f"{name}:{count}" for name, count in counts) or "nothing"


def made(counts: Counts, table: UnitTable) -> Force | None:
    """A force of these units; None when there are none."""
    return Force.of(dict(counts), table) if counts else None


def counts_of(held: Force | None) -> Counts:
    """Numbers of units by type of a force."""
    return tuple(held.counts().items()) if held else ()


def _conduct_items(role: Role, held: Conduct) -> list[str]:
    items = [] if str(held.leave) == "never" else [f"{role} leaves {held.leave}"]
    orders = ((name, getattr(held, name)) for name in CHOICES)
    return [*items, *(f"{role} {name}={','.join(order)}" for name, order in orders if order)]


# ---------------------------------------------------------------- reading


def read_counts(text: str, table: UnitTable) -> Counts:
    """A force as it is typed: ``infantry:3,tank:1`` or ``3 infantry + 1 tank``. Raises Unreadable.

    Units that come twice in the second form are added; ``nothing`` is no unit.
    """
    if text.strip().lower() in ("", "nothing", "-"):
        return ()
    pieces = [_piece(piece, table) for piece in re.split(r"[,+]", text) if piece.strip()]
    return counts_of(force(",".join(pieces), table))


def _piece(piece: str, table: UnitTable) -> str:
    words = piece.strip().lower()
    found = re.fullmatch(r"([0-9]{1,5})\s*[x×]?\s*([a-z].*)", words)
    name, count = (found[2].strip(), found[1]) if found else (words, "")
    if not found:
        name, _, count = (part.strip() for part in words.partition(":"))
    if name not in table and name.removesuffix("s") in table:
        name = name.removesuffix("s")
    return f"{name}:{count}" if count else name


def read_setup(text: str) -> Setup:
    """A table from its text. Raises Unreadable with the piece, BadData for its unit table."""
    line, _, own = text.strip("\ufeff \r\n\t").partition("\n")
    items = [item.strip() for item in line.split(";") if item.strip()]
    if not items:
        raise Unreadable(text, "write two forces like infantry:3,tank:1 v infantry:2,artillery:1")
    named = [item for item in items if item.split()[0] == "units"]
    units = _units(named[0]) if named else "own" if own.strip() else "printed"
    setup = Setup(units=units, own=own.strip() + "\n" if own.strip() else "")
    attacker, defender = _sides(items[0], setup.table)
    setup = evolve(setup, attacker=attacker, defender=defender)
    for item in items[1:]:
        setup = _with_item(setup, item)
    return setup


def like_table(text: str) -> bool:
    """Whether a text is meant as a unit table and not as a line."""
    start = text.lstrip("\ufeff \r\n\t")
    return start.startswith(("format", "#", "[[", "{"))


def without_fight(text: str) -> str:
    """The same text without its dice and decisions."""
    line, newline, own = text.strip("\ufeff \r\n\t").partition("\n")
    kept = [item for item in line.split(";") if item.split()[:1] != ["fight"]]
    return f"{';'.join(kept)}{newline}{own}"


def _sides(item: str, table: UnitTable) -> tuple[Counts, Counts]:
    sides = re.split(r"\s+(?:v|vs|against|attacks)\.?\s+", item)
    if len(sides) != 2:
        raise Unreadable(item, "write two forces with v between them, the attacker first")
    return read_counts(sides[0], table), read_counts(sides[1], table)


def _units(item: str) -> str:
    name = item.removeprefix("units").strip()
    if name not in TABLES[:2]:
        raise Unreadable(item, f"must be units printed or units sample.{nearest(name, TABLES)}")
    return name


def _with_item(setup: Setup, item: str) -> Setup:
    word, _, rest = item.partition(" ")
    rest = rest.strip()
    if word == "units":
        return setup
    if item == "no refuge":
        return evolve(setup, plan=evolve(setup.plan, refuge=False))
    if word in list(Role):
        return _with_conduct(setup, Role(word), rest)
    if word == "second":
        return _with_second(setup, rest)
    if word == "fight":
        return _with_fight(setup, rest)
    words = ("units", "no refuge", *Role, "second", "fight")
    raise Unreadable(item, f"must begin with {', '.join(words)}.{nearest(word, words)}")


def _with_conduct(setup: Setup, role: Role, rest: str) -> Setup:
    held = setup.plan.of(role)
    if rest.startswith("leaves "):
        return setup.with_conduct(role, evolve(held, leave=leave(rest[7:].strip())))
    wished = conduct(rest, held.leave, setup.table)
    orders = {name: getattr(wished, name) for name in CHOICES if getattr(wished, name)}
    return setup.with_conduct(role, evolve(held, **orders))


def _with_second(setup: Setup, rest: str) -> Setup:
    word, _, text = rest.partition(" ")
    if word not in list(Role):
        raise Unreadable(rest, "write second attacker infantry:8, or second defender infantry:4")
    return evolve(setup, side=Role(word), second=read_counts(text, setup.table))


def _with_fight(setup: Setup, rest: str) -> Setup:
    steps: list[Step] = []
    dice: tuple[int, ...] = ()
    words = rest.split()
    if len(words) > MOST_STEPS:
        raise Unreadable("fight", f"at most {MOST_STEPS} volleys and decisions are kept")
    for word in words:
        if word.endswith("?"):
            dice = _dice(word[:-1], word)
        elif word in CHOOSE:
            steps.append(Step(choice=word))
        else:
            thrown, _, order = word.partition(">")
            names = tuple(name for name in order.split(",") if name)
            for name in names:
                setup.table[name]
            steps.append(Step(_dice(thrown, word), names))
    return evolve(setup, steps=tuple(steps), dice=dice)


def _dice(text: str, word: str) -> tuple[int, ...]:
    if not re.fullmatch(r"[1-6.]{1,5000}", text):
        raise Unreadable(word, "must be dice like 25131, go, attacker-leaves or defender-leaves")
    return tuple(0 if die == "." else int(die) for die in text)
