"""What is seen on the desk of the combat lab: the fight, its question, its dice, what is selected.

`witp_learn.ui.combat_desk` adds what is done to it.
"""

from __future__ import annotations

from enum import StrEnum

from attrs import evolve, frozen

from witp_learn import queries
from witp_learn.hexgrid import HexId
from witp_learn.model import TURNS, Nation, Side, State
from witp_learn.position import at_rest, write_line
from witp_learn.rulebook import Ruling, switches
from witp_learn.rules.combat.battles import fought_over, order_chooser
from witp_learn.rules.combat.fight import position
from witp_learn.rules.combat.moment import Question
from witp_learn.rules.combat.record import Combat, Decided, Fought
from witp_learn.rules.combat.tally import SIDES
from witp_learn.rules.combat_answers.sheet import heading, sheet
from witp_learn.rules.combat_answers.text import text_copy
from witp_learn.rules.combat_answers.words import question_text
from witp_learn.ui.combat_fight import Fight, Played, Roll, played
from witp_learn.ui.counter_desk import CounterDesk
from witp_learn.ui.owner import Owner
from witp_learn.view.combat_parts import die_words
from witp_learn.view.supply_view import held_by_other

FIRST = "manila_turn_4"
"""The example the lab starts with."""

EXAMPLES = ("singapore_turn_1", "manila_turn_4")
"""The fights that the rulebook prints, in the order they are offered."""


class View(StrEnum):
    """What the lab shows: on a phone one at a time, on a wide screen the first three as one."""

    LEDGER = "ledger"
    ROLLS = "rolls"
    WHAT_IF = "what-if"
    MAP = "map"


class Pane(StrEnum):
    """A panel that is called up over the right-hand side."""

    NONE = ""
    ADD = "add"
    LINE = "line"
    OPEN = "open"
    SHARE = "share"
    FIND = "find"
    KEYS = "keys"
    MENU = "menu"
    RULINGS = "rulings"
    LEGEND = "legend"


@frozen(eq=False)
class Kept:
    """A set-up kept for comparison."""

    state: State
    fight: Fight


class CombatSight(CounterDesk):
    """A position, the fight for one of its hexes, and what is shown of them."""

    def __init__(self, state: State | None = None, owner: Owner | None = None) -> None:
        super().__init__(state or queries.example(FIRST))
        self.owner = owner or Owner()
        self.view, self.pane = View.LEDGER, Pane.NONE
        self.fight = Fight()
        self.kept: Kept | None = None
        self.reopened: tuple[int, int] | None = None
        self.next_die = 0
        self._merges = ""
        self._seen: tuple[State, Fight, Played] | None = None
        self._fights: tuple[State, tuple[HexId, ...]] | None = None

    # -- what is known

    @property
    def combat(self) -> Combat | None:
        """The fight as far as it has come; None where no hex is chosen, or nobody fights there."""
        if not self.fight.hex or self.fight.hex not in self.state.board:
            return None
        combat = self._played.combat
        return combat if combat.battles or combat.pending else None

    @property
    def _played(self) -> Played:
        """The fight, worked out once for each position and its dice."""
        seen = self._seen
        if seen is None or seen[0] is not self.state or seen[1] != self.fight:
            seen = (self.state, self.fight, played(self.state, self.fight))
            self._seen = seen
        return seen[2]

    @property
    def shown(self) -> int | None:
        """The battle looked at, the one after the last for what is left; None for the latest."""
        return None if self.fight.shown < 0 else self.fight.shown

    @shown.setter
    def shown(self, battle: int | None) -> None:
        self.fight = evolve(self.fight, shown=-1 if battle is None else battle)

    @property
    def fights(self) -> tuple[HexId, ...]:
        """The hexes in which a fight must be fought, each once a turn (9.0)."""
        if self._fights is None or self._fights[0] is not self.state:
            self._fights = (self.state, tuple(fought_over(self.state)))
        turn, spent = self.state.turn, self.fight.spent
        return tuple(h for h in self._fights[1] if (turn, h) not in spent)

    def onward(self, combat: Combat) -> State:
        """The position that one goes on from when a fight is over.

        It is on the next turn when only hexes are left to fight for that have been fought over on
        this one.

        Rules: 9.0c
        """
        after = combat.after
        over = {(after.turn, h) for h in fought_over(after)}
        due = over - self.fight.spent - {(after.turn, combat.hex)}
        if due or not over or after.turn + 1 not in TURNS:
            return after
        return evolve(after, turn=after.turn + 1)

    @property
    def chooser(self) -> Side | None:
        """Who picks the order of the hexes (9.0)."""
        return order_chooser(self.state)

    @property
    def now(self) -> int:
        """The battle that is fought now, or was fought last; -1 before the first."""
        return len(self.combat.battles) - 1 if self.combat else -1

    @property
    def after(self) -> bool:
        """Whether what is left after the fight is looked at."""
        combat = self.combat
        return combat is not None and self.shown is not None and self.shown > self.now

    @property
    def map_shown(self) -> bool:
        """Whether the map is looked at, for editing or for what is left."""
        return self.view is View.MAP or (self.after and self.view is View.LEDGER)

    @property
    def shown_view(self) -> View:
        """The view of the bottom bar that is up."""
        return View.MAP if self.map_shown else self.view

    @property
    def seen(self) -> State:
        """The position on the map: as it is now, or as the fight has left it."""
        combat = self.combat
        return combat.after if combat is not None and self.after else self.state

    @property
    def battle(self) -> int:
        """The battle that is shown."""
        return self.now if self.shown is None else min(self.shown, self.now)

    @property
    def fought(self) -> Fought | None:
        """The battle that is shown, as far as it has come."""
        combat = self.combat
        return combat.battles[self.battle] if combat and combat.battles else None

    @property
    def question(self) -> Question | None:
        """The choice asked now, or the one called up again; None when dice are due."""
        if (step := self.past_step) is not None:
            return step.question
        asked = self.combat.pending if self.combat else None
        return None if asked is None or asked.kind == "dice" else asked

    @property
    def past_step(self) -> Decided | None:
        """The choice made before that was called up to be made anew."""
        combat = self.combat
        if combat is None or self.reopened is None:
            return None
        steps = self.steps_after(self.reopened[0])
        return steps[self.reopened[1]] if self.reopened[1] < len(steps) else None

    def steps_after(self, battles: int) -> tuple[Decided, ...]:
        """The choices made once so many battles were decided, in order."""
        return self._played.steps_after(battles) if self.combat else ()

    @property
    def roll(self) -> Roll:
        """The dice of the battle shown: Japan's and the Allies', 0 while one is to be set."""
        rolls = self.fight.rolls_of(self.battle)
        return rolls[self._at] if self._at < len(rolls) else (0, 0)

    @property
    def _at(self) -> int:
        """Which roll of the battle shown its dice are: the deciding one, else the last."""
        fought = self.fought
        if fought is not None and fought.tally is not None:
            return len(fought.rolls) - 1
        return max(len(self.fight.rolls_of(self.battle)) - 1, 0)

    @property
    def is_tie(self) -> bool:
        """Whether the dice that lie are a tie, to be rolled again (9.6)."""
        fought = self.fought
        return all(self.roll) and fought is not None and fought.tally is None and self._thrown

    @property
    def _thrown(self) -> bool:
        fought = self.fought
        return fought is not None and len(fought.rolls) > self._at

    def start(self) -> State:
        """The position in which the battle shown begins: its counters as the fight left them."""
        combat, fought = self.combat, self.fought
        if combat is None or fought is None or self.battle == 0:
            return self.state
        return position(combat.arena, fought.before)

    def spoken(self, *, anew: bool = False) -> list[str]:
        """What a screen reader is told of the battle shown: dice, verdict, the question asked.

        ``anew``: whether the battle has just come up; then it is named, with its strengths.
        """
        combat, fought = self.combat, self.fought
        if self.rule:
            return [f"Rule {self.rule}"]
        if combat is None or fought is None or self.pane:
            return []
        if self.after:
            return [f"After the fight for {self.state.board.label(combat.hex)}."]
        told = []
        if anew:
            japan, allies = fought.stakes.strength
            told.append(f"{heading(combat, self.battle).capitalize()}.")
            told.append(f"Strength: Japan {japan}, the Allies {allies}.")
        if any(self.roll) and not all(self.roll):
            told += [die_words(self.roll[at], side) for at, side in enumerate(SIDES)]
        elif self.is_tie:
            told.append(f"{self.roll[0]} and {self.roll[1]}: a tie, rolled again.")
        elif fought.tally is not None:
            one = sheet(combat, self.battle)
            told += [f"{self.roll[0]} and {self.roll[1]}.", one.verdict]
        if self.question is not None:
            told.append(question_text(self.state, self.question))
        return told

    def text_copy(self) -> str:
        """The fight as text for a forum post; nothing where nobody fights.

        Its position has the dice and choices behind it, so that it opens where it was copied.
        """
        if self.combat is None:
            return ""
        text = text_copy(self.combat)
        own = evolve(self.fight, guesses=(), asks=True, shown=-1)
        if own.fresh or self.state.board.own:
            return text
        line = write_line(at_rest(self.combat.before))
        return text.replace(line, f"{line} {own.text()}", 1)

    @property
    def rulings(self) -> tuple[Ruling, ...]:
        """The switches of the register that bear on fights."""
        return tuple(
            r
            for r in switches().values()
            if r.acts and any(c.startswith(("9.", "8.6.2")) for c in r.clauses)
        )

    def supporters(self) -> tuple[tuple[Side, HexId, Nation, bool], ...]:
        """The full air units in range: side, hex, nation, and whether they are held back (9.2)."""
        fought = self.fought
        if fought is None:
            return ()
        return tuple(
            (side, term.at, term.nation, term.zero == "held_back")
            for side, lines in zip(SIDES, fought.lines, strict=True)
            for term in lines
            if term.what == "air" and term.nation and term.zero in ("", "held_back")
        )

    @property
    def guessing(self) -> bool:
        """Whether a guess is asked for before the dice of the battle shown."""
        fought = self.fought
        if not self.fight.asks or fought is None or fought.rolls or self.after:
            return False
        return not self.fight.guess(self.battle).winner and self.battle == self.now

    def changed_hexes(self) -> tuple[HexId, ...]:
        """The hexes in which something is otherwise after the fight than before it."""
        combat = self.combat
        if combat is None:
            return ()
        one, other = combat.before, combat.after
        hexes = dict.fromkeys((*one.in_use(), *other.in_use()))
        held, held_now = held_by_other(one), held_by_other(other)
        return tuple(
            h
            for h in hexes
            if sorted(map(repr, one.by_hex.get(h, ())))
            != sorted(map(repr, other.by_hex.get(h, ())))
            or any(one.has_base(h, s) is not other.has_base(h, s) for s in Side)
            or (h in one.contested) is not (h in other.contested)
            or held.get(h) is not held_now.get(h)
        )

    # -- panels

    def show(self, pane: Pane) -> None:
        """Bring up a panel, or close it when it is up."""
        self.pane = Pane.NONE if self.pane is pane and not self.rule else pane
        self.rule, self.notice = "", None
        self.stop_typing()

    def close(self) -> None:
        """Close the panel that was called up."""
        self.pane, self.notice, self.rule = Pane.NONE, None, ""
        self.stop_typing()

    def look(self, view: View) -> None:
        """Ledger, rolls, what would change it, or the map."""
        if self.after:
            self.shown = None
        self.view, self.pane, self.rule = view, Pane.NONE, ""
        self.stop_typing()

    def clear(self) -> None:
        """Escape: stop moving, close a drawer or panel, else go back to the ledger."""
        if self.moving is not None:
            self.moving, self.notice = None, None
        elif self.rule:
            self.rule = ""
        elif self.pane:
            self.close()
        elif self.reopened is not None:
            self.reopened = None
        else:
            self.view, self.notice = View.LEDGER, None

    # -- selecting

    def press(self, hex_id: HexId) -> None:
        """A hex is clicked: select it, walk its stack, or put down the counter that is moving."""
        if hex_id not in self.state.board:
            return
        if self.moving is not None:
            self.drop_at(hex_id)
            return
        self.notice, self.rule = None, ""
        here = self.here
        if hex_id == self.selected and here:
            at = here.index(self.index) if self.index in here else -1
            self.select(here[(at + 1) % len(here)])
            return
        self.selected = hex_id
        self.index = self.first_here()
        self._take_nation()

    def select(self, index: int) -> None:
        """Select a row of units, and its hex."""
        if 0 <= index < len(self.state.units):
            self.index, self.selected = index, self.state.units[index].hex
            self._take_nation()

    def _take_nation(self) -> None:
        if self.unit is not None:
            self.nation = self.unit.nation
