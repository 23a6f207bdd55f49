"""What the dice-pool lab does to its table, without a widget.

The lab draws what the desk says and passes on clicks, keys and texts.
"""

from __future__ import annotations

import random
from enum import StrEnum
from typing import Any

from attrs import evolve, frozen

from witp_learn.dicepool import Force, Plan, Role, UnitTable, leave, read_units
from witp_learn.dicepool.answers import can_attack
from witp_learn.dicepool.forces import MOST
from witp_learn.files import BadData, NotAvailable, Unreadable
from witp_learn.ui.counter_desk import MOST_UNDO, Notice
from witp_learn.ui.dicepool_fight import Fight, fight, fitted, may_choose, read_whole
from witp_learn.ui.dicepool_setup import (
    OWN,
    START,
    Counts,
    Setup,
    Step,
    counted,
    counts_of,
    like_table,
    read_counts,
    read_setup,
)
from witp_learn.view.dicepool_ledger import FIRES, ended_words


class View(StrEnum):
    """What a phone shows; on a wider screen the first two stand left, one of the others right."""

    FORCES = "forces"
    BATTLE = "battle"
    ODDS = "odds"
    COMPARE = "compare"


class Pane(StrEnum):
    """A panel that is called up over the right-hand side."""

    NONE = ""
    UNITS = "units"
    SHARE = "share"
    FIND = "find"
    KEYS = "keys"
    MENU = "menu"


@frozen
class Past:
    """A table one can go back to, and the name of the step that left it."""

    setup: Setup
    name: str


class DicepoolDesk:
    """The table with undo and redo, and what is looked at."""

    def __init__(self, setup: Setup | None = None) -> None:
        self.setup = fitted(setup or START)
        self.done: list[Past] = []
        self.undone: list[Past] = []
        self.view, self.right, self.pane = View.FORCES, View.ODDS, Pane.NONE
        if self.setup.begun:
            self.view = View.BATTLE
        self.rule, self.query, self.draft = "", "", ""
        self.line_error, self.draft_error, self.second_error = "", "", ""
        self.second_typed: str | None = None
        self.notice: Notice | None = None
        self.editing: int | None = None
        self.laid: tuple[int, ...] = ()
        self.tab, self.passed_open = 0, False
        self._merges = ""

    # -- what lies there

    @property
    def fight(self) -> Fight | None:
        """The battle; None while a side has no units."""
        return fight(self.setup)

    @property
    def table(self) -> UnitTable:
        """The units that can be had."""
        return self.setup.table

    @property
    def undo_name(self) -> str:
        """What Undo would take back; nothing when there is nothing."""
        return self.done[-1].name if self.done else ""

    @property
    def redo_name(self) -> str:
        """What Redo would do again."""
        return self.undone[-1].name if self.undone else ""

    def shared(self) -> str:
        """The table as it is kept and handed on."""
        return self.setup.text()

    @property
    def folded(self) -> bool:
        """Whether the battle goes on and the forces are not looked at."""
        return self.view is not View.FORCES and self.setup.begun

    def _fights(self) -> None:
        """The battle is looked at now."""
        if self.view is View.FORCES:
            self.view = View.BATTLE

    # -- history

    def change(self, name: str, setup: Setup, merges: str = "", said: str = "") -> None:
        """Make a step, with its name; steps that merge are one for Undo."""
        if setup == self.setup:
            return
        whole = fitted(setup)
        if not merges or merges != self._merges or not self.done:
            self.done = [*self.done[1 - MOST_UNDO :], Past(self.setup, name)]
        else:
            self.done[-1] = evolve(self.done[-1], name=name)
        self.undone, self._merges = [], merges
        dropped = len(setup.steps) - len(whole.steps)
        if dropped:
            said = f"{said} What came after it is dropped: other dice are due there.".strip()
        self.notice = Notice("changed", f"{name}. {said}".strip()) if said else None
        self.setup, self.editing = whole, None

    def undo(self) -> None:
        """Go back one step."""
        self._back(self.done, self.undone, "Undone")

    def redo(self) -> None:
        """Do again what was undone."""
        self._back(self.undone, self.done, "Done again")

    def _back(self, source: list[Past], target: list[Past], word: str) -> None:
        if not source:
            self.notice = Notice("info", f"Nothing to {'undo' if word == 'Undone' else 'redo'}.")
            return
        past = source.pop()
        target.append(Past(self.setup, past.name))
        self.setup, self.editing, self._merges = past.setup, None, ""
        self.second_error, self.second_typed = "", None
        self.notice = Notice("info", f"{word}: {past.name[:1].lower()}{past.name[1:]}.")

    def open_text(self, text: str, source: str) -> bool:
        """Open a table from its text, or a unit table; on bad input the old one stays."""
        if like_table(text):
            return self.set_own(text, source)
        try:
            setup, left_out = read_whole(text)
        except (BadData, Unreadable, NotAvailable) as error:
            self.notice = Notice("warning", f"{source} cannot be read: {error}")
            return False
        self.change(f"Opened {source}", fitted(setup))
        if left_out:
            self.notice = Notice("warning", f"{source}: {left_out}. The forces are open.")
        if self.setup.begun:
            self._fights()
        return True

    # -- forces

    def add(self, role: Role, name: str, more: int) -> None:
        """More or fewer units of a type on one side."""
        count = dict(self.setup.counts(role)).get(name, 0) + more
        self.set_count(role, name, count)

    def set_count(self, role: Role, name: str, count: int) -> None:
        """So many units of a type on one side."""
        counts = self._counts(self.setup.counts(role), name, count)
        if counts is None:
            return
        self.change(
            f"{role.capitalize()}: {max(0, count)} {name}",
            self.setup.with_counts(role, counts),
            merges=f"count {role} {name}",
            said=self._restarts(),
        )

    def _counts(self, held: Counts, name: str, count: int) -> Counts | None:
        """Numbers with another one of a type, in the order of the table; None says why not."""
        wanted = {**dict(held), name: count}
        left = {unit: number for unit, number in wanted.items() if number > 0}
        if sum(left.values()) > MOST:
            self.notice = Notice("info", f"A force has at most {MOST} units.")
            return None
        return counts_of(Force.of(left, self.table)) if left else ()

    def _restarts(self) -> str:
        """What is said when a battle under way starts again."""
        return "The battle starts again." if self.setup.begun else ""

    def type_line(self, text: str) -> None:
        """Both forces as typed so far; what cannot be read is told and changes nothing."""
        first, _, rest = text.partition(";")
        try:
            new = read_setup(self._typed(first, rest))
        except (BadData, Unreadable, NotAvailable) as error:
            self.line_error = str(error)
            return
        self.line_error = ""
        self.change("Typed two forces", new, merges="line", said=self._restarts())

    def _typed(self, first: str, rest: str) -> str:
        """A typed line with everything that stands on the table beside it."""
        if rest.strip():
            return f"{first}; {rest}" + (f"\n{self.setup.own}" if self.setup.own else "")
        _, semicolon, kept = self.setup.fresh().text().partition(";")
        own = f"\n{self.setup.own}" if self.setup.own and not semicolon else ""
        return f"{first}{semicolon}{kept}{own}"

    def swap(self) -> None:
        """Let the sides change places."""
        setup, plan = self.setup, self.setup.plan
        new = evolve(
            setup.fresh(),
            attacker=setup.defender,
            defender=setup.attacker,
            plan=evolve(plan, attacker=plan.defender, defender=plan.attacker),
        )
        self.change("Swapped the sides", new, said=self._restarts())

    # -- plans

    def set_leave(self, role: Role, text: str) -> None:
        """When a side withdraws, ``never``, ``after:2`` or ``tanks``."""
        held = evolve(self.setup.plan.of(role), leave=leave(text))
        self.change(f"{role.capitalize()} leaves {text}", self.setup.with_conduct(role, held))

    def set_first(self, role: Role, stage: str, name: str) -> None:
        """Which enemy type a side hits first where it may choose; nothing for the usual order."""
        order: Any = {stage: (name,) if name else ()}
        held = evolve(self.setup.plan.of(role), **order)
        words = name or "the usual order"
        self.change(
            f"{role.capitalize()}, {stage}: {words} first", self.setup.with_conduct(role, held)
        )

    def toggle_refuge(self) -> None:
        """Whether the defender's aircraft have somewhere to go."""
        plan = self.setup.plan
        name = "No refuge for aircraft" if plan.refuge else "A refuge for aircraft"
        self.change(name, evolve(self.setup, plan=evolve(plan, refuge=not plan.refuge)))

    # -- units

    def set_units(self, units: str) -> None:
        """Take the printed units, the sample or the own table; units it lacks leave."""
        if units == "own" and not self.setup.own:
            self.show(Pane.UNITS)
            return
        self._with_table(evolve(self.setup, units=units), f"Units: {units}")

    def set_own(self, text: str, source: str = OWN) -> bool:
        """Take a unit table of one's own; what cannot be read is told and changes nothing."""
        self.draft = text
        try:
            read_units(text, source)
        except BadData as error:
            self.draft_error = str(error)
            if source != OWN:
                self.notice = Notice("warning", str(error))
            return False
        self.draft_error = ""
        own = text.strip() + "\n"
        self._with_table(evolve(self.setup, units="own", own=own), "Your own units", "own")
        return True

    def _with_table(self, setup: Setup, name: str, merges: str = "") -> None:
        table, gone = setup.table, []
        parts: dict[str, Any] = {}
        for part in ("attacker", "defender", "second"):
            held: Counts = getattr(self.setup, part)
            gone += [unit for unit, _ in held if unit not in table]
            parts[part] = tuple((unit, n) for unit, n in held if unit in table)
        fresh = evolve(setup.fresh() if gone else setup, **parts, plan=_known(setup, table))
        said = f"Taken off, the table has none: {', '.join(dict.fromkeys(gone))}." if gone else ""
        self.change(name, fresh, merges=merges, said=said)

    # -- the battle

    @property
    def wanted(self) -> int:
        """How many dice the volley shown throws: the one due, or the one being changed."""
        found = self.fight
        if found is None:
            return 0
        if self.editing is not None:
            return len(self.laid)
        return found.due.count if found.due else 0

    @property
    def dice(self) -> tuple[int, ...]:
        """The dice of the volley shown, 0 for one that is not set."""
        if self.editing is not None:
            return self.laid
        held = self.setup.dice
        return (*held, *(0 for _ in range(self.wanted - len(held))))

    def set_die(self, place: int, value: int) -> None:
        """One die of the volley shown."""
        if not 0 <= place < self.wanted or value not in range(1, 7):
            return
        dice = self.dice
        self._lay((*dice[:place], value, *dice[place + 1 :]), f"Die {place + 1}: {value}")

    def cycle_die(self, place: int) -> None:
        """The next number on a die, as a click does."""
        if 0 <= place < self.wanted:
            self.set_die(place, self.dice[place] % 6 + 1)

    def key_die(self, value: int) -> None:
        """A number typed: the next die that is not set; the last one places the hits."""
        if 0 not in self.dice:
            return
        self.set_die(self.dice.index(0), value)
        if 0 not in self.dice and not self.asks_targets:
            self.place()

    def take_back(self) -> None:
        """The last die that was set is taken up again."""
        if self.editing is not None:
            return
        laid = [place for place, die in enumerate(self.dice) if die]
        if laid:
            dice = self.dice
            self._lay((*dice[: laid[-1]], 0, *dice[laid[-1] + 1 :]), "Took a die up")

    def _lay(self, dice: tuple[int, ...], name: str) -> None:
        self._fights()
        if self.editing is not None:
            self.laid = dice
            return
        self.change(name, evolve(self.setup, dice=dice), merges=f"dice {len(self.setup.steps)}")

    def throw(self, chance: random.Random) -> None:
        """Throw the dice that are not set; the hits are placed unless there is a choice."""
        if not self.wanted:
            self.notice = Notice("info", self._no_dice())
            return
        again = self.editing is not None
        dice = tuple(chance.randint(1, 6) if again or not die else die for die in self.dice)
        self._lay(dice, "Threw the dice")
        if not again and not self.asks_targets:
            self.place()

    def _no_dice(self) -> str:
        found = self.fight
        if found is None:
            return "Put units on both sides first."
        if found.result is not None:
            return "The battle is over. N begins it anew."
        return "The round is over: go on, or withdraw."

    @property
    def asks_targets(self) -> bool:
        """Whether all dice lie and the shooter must still say what they hit."""
        found = self.fight
        if found is None or found.due is None or self.editing is not None or 0 in self.dice:
            return False
        hits = sum(die <= 4 for die in self.dice)
        room = sum(g.room for g in found.moment.force(found.due.side.other) if _in(g.name, found))
        return 0 < hits < room and may_choose(found, found.due)

    def aim(self, name: str) -> None:
        """Hit this type first in the volley that is due."""
        self.change(f"{name} first", evolve(self.setup, order=(name,)), merges="aim")

    def place(self) -> None:
        """Place the hits of the volley shown."""
        if self.editing is not None:
            self._change_volley(self.editing)
            return
        found = self.fight
        if found is None or found.due is None:
            return
        if 0 in self.dice:
            self.notice = Notice("info", "Set every die, or Roll.")
            return
        due = found.due
        self._fire(f"{due.side.capitalize()} {FIRES[due.fire]}", Step(self.dice, self.setup.order))

    def _fire(self, name: str, step: Step) -> None:
        """A volley is one step for Undo, however its dice were set."""
        merges = f"dice {len(self.setup.steps)}"
        setup = evolve(self.setup, steps=(*self.setup.steps, step), dice=(), order=())
        self.change(name, setup, merges=merges if self._merges in (merges, "aim") else "")
        self._merges = ""

    def open_volley(self, step: int) -> None:
        """Call up a volley that was fired, to change its dice."""
        if 0 <= step < len(self.setup.steps) and not self.setup.steps[step].choice:
            self.editing = step
            self.laid, self.notice = self.setup.steps[step].dice, None
            self._fights()

    def leave_volley(self) -> None:
        """Leave a volley that was called up as it was."""
        self.editing = None

    def _change_volley(self, place: int) -> None:
        steps = self.setup.steps
        new = evolve(steps[place], dice=self.laid)
        changed = (*steps[:place], new, *steps[place + 1 :])
        self.editing = None
        self.change("Changed dice", evolve(self.setup, steps=changed), said="The rest follows.")

    def decide(self, choice: str) -> None:
        """Go on with the next round, or let a side withdraw."""
        found = self.fight
        if found is None or not found.deciding or (found.still and choice == "go"):
            self.notice = Notice("info", "A side may withdraw only after a round (D-withdraw-1).")
            return
        words = {
            "go": f"Round {found.moment.round + 1}",
            "attacker-leaves": "The attacker withdraws",
            "defender-leaves": "The defender withdraws",
        }
        self.leave_volley()
        steps = (*self.setup.steps, Step(choice=choice))
        self.change(words[choice], evolve(self.setup, steps=steps, dice=(), order=()))

    def next(self) -> None:
        """Go on: place the hits, else what the plans say after a round."""
        found = self.fight
        if found is None:
            self.notice = Notice("info", "Put units on both sides first.")
        elif self.wanted:
            self.place()
        elif found.result is not None:
            self.notice = Notice("info", "The battle is over. N begins it anew.")
        else:
            self.decide(f"{found.planned}-leaves" if found.planned else "go")

    def throw_round(self, chance: random.Random) -> None:
        """Throw all dice to the end of the round, by the plans; at its end, of the next one."""
        found = self.fight
        if found is not None and found.deciding and found.result is None:
            self._run(chance, 1, "Threw round", decides=True)
        else:
            self._run(chance, 1, "Threw to the end of the round", decides=False)

    def throw_all(self, chance: random.Random) -> None:
        """Throw all dice to the end of the battle, by the plans."""
        self._run(chance, 1000, "Threw to the end", decides=True)

    def _run(self, chance: random.Random, rounds: int, name: str, decides: bool) -> None:
        self.leave_volley()
        self._fights()
        setup, merged = self.setup, self._merges == f"dice {len(self.setup.steps)}"
        while (found := fight(setup)) is not None and found.result is None:
            if found.due is not None:
                laid = (*setup.dice, *(0 for _ in range(found.due.count - len(setup.dice))))
                dice = tuple(die or chance.randint(1, 6) for die in laid)
                step = Step(dice, setup.order)
            elif rounds and decides:
                rounds -= 1
                step = Step(choice=f"{found.planned}-leaves" if found.planned else "go")
            else:
                break
            setup = evolve(setup, steps=(*setup.steps, step), dice=(), order=())
        if setup is self.setup:
            self.notice = Notice("info", self._no_dice())
            return
        self.change(name, setup, merges=self._merges if merged else "")
        self._merges = ""

    def again(self) -> None:
        """Take the dice up: the battle starts again."""
        self.change("Began the battle anew", self.setup.fresh())

    # -- comparing

    def second(self, counts: Counts) -> None:
        """Another second force."""
        self.second_error, self.second_typed = "", None
        self.change("Second force", evolve(self.setup, second=counts), merges="second")

    def type_second(self, text: str) -> None:
        """The second force as typed so far; what cannot be read is told and changes nothing."""
        try:
            self.second(read_counts(text, self.table))
        except (NotAvailable, Unreadable) as error:
            self.second_error = str(error)
        self.second_typed = text

    @property
    def second_text(self) -> str:
        """The second force as its field shows it: as typed, else as it is."""
        if self.second_typed is not None:
            return self.second_typed
        return counted(self.setup.second) if self.setup.second else ""

    def add_second(self, name: str, more: int) -> None:
        """More or fewer units of a type in the second force."""
        held = self.setup.second
        counts = self._counts(held, name, dict(held).get(name, 0) + more)
        if counts is not None:
            self.second(counts)

    def set_side(self, role: Role) -> None:
        """Compare on this side; the second force is taken off when the side changes."""
        if role is not self.setup.side:
            self.second_error, self.second_typed = "", None
            new = evolve(self.setup, side=role, second=())
            self.change(f"Compares two forces for the {role}", new)

    def take_second(self) -> None:
        """Let the second force fight, and keep the first as the second."""
        setup = self.setup
        self.second_error, self.second_typed = "", None
        new = setup.with_counts(setup.side, setup.second)
        new = evolve(new, second=setup.counts(setup.side))
        self.change("Let the second force fight", new, said=self._restarts())

    # -- looking

    def spoken(self) -> list[str]:
        """What has just been hit, what is due or how it ended, for those who listen."""
        found = self.fight
        if found is None:
            return []
        said = []
        last = found.entries[-1].volley if found.entries else None
        if last is not None and not any(self.setup.dice):
            fell = "; ".join(str(row) for row in last.placed) or "no hit"
            said.append(f"{last.due}: {fell}.")
        if found.result is not None:
            said.append(ended_words(found.result.fate))
        elif found.deciding:
            said.append("The round is over: go on, or withdraw.")
        elif found.due is not None:
            left = self.dice.count(0)
            said.append(f"{found.due}; {left} to set." if any(self.dice) else f"{found.due}.")
        return said

    def look(self, view: View) -> None:
        """Show one of the views."""
        self.view, self.pane, self.rule = view, Pane.NONE, ""
        if view in (View.ODDS, View.COMPARE):
            self.right = view

    def show(self, pane: Pane) -> None:
        """Call up a panel; the same again closes it."""
        self.pane = Pane.NONE if self.pane is pane and not self.rule else pane
        self.rule = ""
        if self.pane is Pane.UNITS:
            self.draft, self.draft_error = self.setup.own, ""

    def close(self) -> None:
        """Close what was called up last."""
        if self.rule:
            self.rule = ""
        elif self.pane:
            self.pane = Pane.NONE
        else:
            self.leave_volley()
            self.notice = None


def _in(name: str, found: Fight) -> bool:
    return found.due is not None and name in found.due.order


def _known(setup: Setup, table: UnitTable) -> Plan:
    """The plans without targets that the table does not hold."""
    plan = setup.plan
    for role in Role:
        held = plan.of(role)
        orders: Any = {
            name: tuple(unit for unit in getattr(held, name) if unit in table)
            for name in ("dogfight", "strafing", "answer", "withdrawal")
        }
        both: Any = {role.value: evolve(held, **orders)}
        plan = evolve(plan, **both)
    return plan


def types_for(table: UnitTable, role: Role, held: Counts) -> tuple[str, ...]:
    """Types that a side can have: a blockhouse cannot attack, ships have no rules (D-units-2)."""
    there = dict(held)
    return tuple(
        unit.name
        for unit in table
        if not unit.category.is_naval
        and (unit.name in there or role is Role.DEFENDER or can_attack(unit))
    )
