"""What the combat lab does to a position and the fight in it, without a widget.

The lab draws what the desk says and passes on clicks, keys and texts.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from operator import attrgetter

from attrs import evolve

from witp_learn import edits
from witp_learn.files import BadData, Unreadable
from witp_learn.hexgrid import HexId
from witp_learn.model import Nation, Side, State
from witp_learn.position.line import Item
from witp_learn.rules.combat.record import Combat, Fought
from witp_learn.ui.combat_fight import (
    MOST_GUESS,
    WINNERS,
    Fight,
    Guess,
    Parts,
    Roll,
    beside,
    decided,
    played,
    split,
)
from witp_learn.ui.combat_news import edit_name, what_changed
from witp_learn.ui.combat_sight import CombatSight, Kept, Pane, View
from witp_learn.ui.counter_desk import Notice, position_text
from witp_learn.ui.owner import Owner
from witp_learn.ui.position_text import laid, stopped
from witp_learn.ui.position_text import read as read_position


class CombatDesk(CombatSight):
    """The desk: counters, dice, choices and rulings can be changed, and every change undone."""

    def __init__(self, state: State | None = None, owner: Owner | None = None) -> None:
        super().__init__(state, owner)
        self._chances = ""
        self._nation_and_hex()

    # -- text and history

    def shared(self) -> str:
        """The position with its fight, and behind them the set-up kept for comparison.

        What was guessed is not handed on; `kept_text` has it.
        """
        return self._whole(attrgetter("unguessed"))

    def kept_text(self) -> str:
        """What one's own browser keeps: all that is handed on, and what was guessed."""
        return self._whole(lambda fight: fight)

    def _whole(self, told: Callable[[Fight], Fight]) -> str:
        whole = with_fight(self.state, told(self.fight))
        if self.kept is None:
            return whole
        return whole.rstrip() + beside(with_fight(self.kept.state, told(self.kept.fight)))

    def beside(self) -> object:
        """The fight goes back with the position."""
        return self.fight

    def lay_beside(self, kept: object) -> None:
        """The fight as it was."""
        if isinstance(kept, Fight):
            self.fight = kept

    def opened(self) -> None:
        """Another position: its first fight, before any die."""
        self.fight = Fight(asks=self.fight.asks)
        self.view, self.pane = View.LEDGER, Pane.NONE
        self._nation_and_hex()

    def _nation_and_hex(self) -> None:
        fights = self.fights
        if fights and self.fight.hex not in fights:
            self.fight = evolve(self.fight, hex=fights[0])
        if self.fight.hex in self.state.board:
            self.selected = self.fight.hex
            self.index = self.first_here()
        self._settle()

    def show_state(self, state: State, notice: Notice | None) -> None:
        """Another position comes up; the fight stays where it is while there is one."""
        super().show_state(state, notice)
        fights = self.fights
        if fights and self.fight.hex not in fights:
            self.fight = evolve(self.fight, hex=fights[0])
        self._settle()

    def _settle(self) -> None:
        """Whatever was only pointed at is let go."""
        self._merges, self.reopened = "", None
        self.next_die = int(bool(self.roll[0]) and not self.roll[1])

    def do(self, edit: edits.Edit) -> bool:
        """Make an edit and say what it changes in the fight."""
        before = self.combat
        made = super().do(edit)
        if made:
            self._tell(before, self._chances)
        return made

    def load(self) -> None:
        """Put the selected land unit aboard a ship here, or ashore (8.6)."""
        before, state = self.combat, self.state
        super().load()
        if self.state is not state:
            self._tell(before)

    def undo(self) -> bool:
        """Go back one step; says whether another position altogether has come up."""
        before, any_left = self.combat, bool(self.done)
        whole = super().undo()
        if any_left and not whole:
            self._tell(before)
        return whole

    def redo(self) -> bool:
        """Do again what was undone; says whether another position altogether has come up."""
        before, any_left = self.combat, bool(self.undone)
        whole = super().redo()
        if any_left and not whole:
            self._tell(before)
        return whole

    def edit_name(self, edit: edits.Edit) -> str:
        """What an edit did, readings by their question and counters by their owner."""
        return edit_name(self.state, edit)

    def _tell(self, before: Combat | None, chances: str = "") -> None:
        """Add to the message what has changed in the fight, or by how much its chances have."""
        if self.notice is not None:
            told = what_changed(before, self.combat, quiet=bool(chances))
            said = " ".join(filter(None, (self.notice.text, chances, told)))
            self.notice = Notice(self.notice.kind, said)

    def open_text(self, text: str, source: str) -> bool:
        """Open a position, with the fight that stands behind it; on bad input the old one stays.

        A fight that cannot be read does not take its position with it: it starts anew.
        """
        found = parts(text, source)
        if not super().open_text(found.position, source):
            return False
        if found.fight is not None:
            self.take(found.fight)
        elif found.wrong:
            self._add_words(
                "The dice and choices behind the position cannot be read, so the fight starts "
                f"anew. {stopped(found.wrong)}"
            )
        self._take_beside(found.beside)
        return True

    def _take_beside(self, text: str) -> None:
        """A set-up kept for comparison that came with a position; one that is off is left."""
        if not text:
            return
        found = split(text)
        try:
            state = laid(read_position(found.position, "the set-up compared with"))[0]
        except (BadData, Unreadable) as error:
            self._add_words(f"The set-up A beside it cannot be read: {stopped(str(error))}")
            return
        self.kept = Kept(edits.tidy(state), found.fight or Fight())

    def take(self, fight: Fight) -> None:
        """A fight that came with a position."""
        self.fight = fight if fight.hex in self.state.board else Fight(asks=fight.asks)
        self._nation_and_hex()

    def type_line(self, text: str) -> None:
        """The text as typed so far; a fight behind it is taken as well."""
        found = parts(text, "text")
        super().type_line(found.position)
        if found.wrong:
            start = len(text) - len(found.behind)
            self.items = (*self.items, Item(found.behind, start, len(text), found.wrong))
            self.typed = text
        elif found.fight is not None and self.state.board:
            self.typed = found.position
            self.take(found.fight)

    # -- the fight

    def _refight(self, name: str, fight: Fight, merges: str = "") -> None:
        """A step of the fight, with its name; steps that merge are one for Undo."""
        if fight == self.fight:
            return
        before, battle = self.combat, self.battle
        if not merges or merges != self._merges or not self.done:
            self.remember(name)
        else:
            self.done[-1] = evolve(self.done[-1], name=name)
        self.undone = []
        self.fight, self.reopened, self.notice = fight, None, None
        self.shown = battle if 0 <= battle < self.now else None
        self._merges = merges
        said = what_changed(before, self.combat) if _went_on(before, self.combat) else ""
        if said:
            self.notice = Notice("changed", f"{name}. {said}")

    def choose_hex(self, hex_id: HexId) -> None:
        """Fight for another hex."""
        if hex_id not in self.fights:
            label = self.state.board.label(hex_id)
            words = f"Nobody fights at {label} (9.1)."
            if (self.state.turn, hex_id) in self.fight.spent:
                words = f"{label} has been fought over this turn (9.0)."
            self.notice = Notice("info", words)
            return
        if hex_id != self.fight.hex:
            self.remember(f"Went to {self.state.board.label(hex_id)}")
            self.fight = self._anew(hex_id)
        self.notice, self.selected, self.view = None, hex_id, View.LEDGER
        self.index = self.first_here()
        self._settle()

    def set_die(self, side: int, value: int) -> None:
        """One die of the battle shown; 0 is Japan's, 1 the Allies'."""
        if value not in range(1, 7) or self.fought is None:
            return
        old = self.roll
        merges = f"die {side}" if all(old) else "first"
        self._set_roll((value, old[1]) if side == 0 else (old[0], value), merges)
        self.next_die = 1 - side

    def cycle_die(self, side: int) -> None:
        """The next number on a die, as a click does."""
        self.set_die(side, self.roll[side] % 6 + 1)
        self.next_die = 0 if all(self.roll) else 1 - side

    def key_die(self, value: int) -> None:
        """A number typed: first Japan's die, then the Allies'; after a tie the next roll."""
        if self.is_tie and self.next_die == 0:
            self.roll_again()
        self.set_die(self.next_die, value)

    def set_roll(self, japan: int, allies: int) -> None:
        """Both dice of the battle shown."""
        if japan in range(1, 7) and allies in range(1, 7) and self.fought is not None:
            self._set_roll((japan, allies), "roll")
            self.next_die = 0

    def throw(self, dice: random.Random) -> None:
        """Both dice at random; after a tie, the next roll."""
        if self.fought is None:
            return
        self._merges = ""
        if self.is_tie:
            self.roll_again()
        self.set_roll(dice.randint(1, 6), dice.randint(1, 6))

    def roll_again(self) -> None:
        """After a tie: the dice are taken up for the next roll (9.6)."""
        if self.is_tie:
            rolls = self.fight.rolls_of(self.battle)
            self.fight = self.fight.with_rolls(self.battle, (*rolls, (0, 0)))
            self.next_die, self.notice = 0, None

    def _set_roll(self, roll: Roll, merges: str) -> None:
        at, battle = self._at, self.battle
        rolls = self.fight.rolls_of(battle)
        fight = self.fight.with_rolls(battle, (*rolls[:at], roll))
        name = f"Dice {_die(roll[0])} and {_die(roll[1])}"
        self._refight(name, fight, f"{merges} {battle} {at}")

    def choose(self, index: int) -> None:
        """Answer the question that is asked, or the one called up again."""
        question = self.question
        if question is None or not 0 <= index < len(question.choices):
            return
        action = None if index == question.default else question.choices[index].action
        self._answer(action, "Chose for " + (_of(question.side)))

    def next(self) -> None:
        """Go on: the default of a question, else the next battle, else what is left after it."""
        combat, self.notice = self.combat, None
        if combat is None:
            return
        if self.past_step is not None:
            self.reopened = None
        elif self.battle < self.now and not self.after:
            self.shown = None if self.battle + 1 == self.now else self.battle + 1
        elif self.question is not None:
            self._answer(None, f"Took the default for {_of(self.question.side)}")
        elif combat.over:
            self.shown = self.now + 1
        else:
            self.notice = Notice("info", "Set both dice, or Roll.")

    def all_defaults(self) -> None:
        """Every question left is answered as its owner would without being asked."""
        combat = self.combat
        if combat is None or self.question is None:
            return
        self.reopened = None
        done = decided(combat)
        have = self.fight.answers_after(done)
        full = evolve(self.fight, answers=self.fight.with_answers(done, have + _MANY).answers)
        made = [s for s in played(self.state, full).combat.decided if s.number >= 0]
        missing = len(made) - sum(1 for s in combat.decided if s.number >= 0)
        self._refight("Took every default", self.fight.with_answers(done, have + (None,) * missing))

    def _answer(self, action: str | None, name: str) -> None:
        combat = self.combat
        if combat is None:
            return
        if self.reopened is not None:
            battles, at = self.reopened
            have = self.fight.answers_after(battles)
            have += (None,) * (at + 1 - len(have))
            answers = (*have[:at], action, *have[at + 1 :])
        else:
            battles = decided(combat)
            made = len(self.steps_after(battles))
            answers = (*self.fight.answers_after(battles)[:made], action)
        self._refight(name, self.fight.with_answers(battles, answers))

    def reopen(self, battles: int, at: int) -> None:
        """Call up a choice that was made, to make it anew."""
        self.reopened = (battles, at)
        if self.past_step is None:
            self.reopened = None

    def link(self, place: int) -> None:
        """Look at a battle of the strip, or at what is left at its end."""
        combat = self.combat
        if combat is None:
            return
        self.reopened, self.notice, self.next_die = None, None, 0
        if place <= self.now:
            self.shown = None if place == self.now else place
        elif combat.over:
            self.shown = self.now + 1
        else:
            self.notice = Notice("info", "This comes when the fights before it are decided.")
        self.view = View.LEDGER

    def toggle_held(self, at: HexId, nation: Nation) -> None:
        """Hold air units back from support, or let them support again (9.2)."""
        key = (at, nation)
        held = self.fight.held
        name = f"{'Let' if key in held else 'Held back'} {self.state.board.label(at)} A"
        name += " support" if key in held else ""
        before = self.combat
        self._refight(name, evolve(self.fight, held=held - {key} if key in held else held | {key}))
        self.notice = Notice("changed", f"{name}.")
        self._tell(before, self._chances)

    def try_change(self, text: str, chances: str = "") -> None:
        """One change of the list: made where the battle shown begins, all before it being done.

        ``chances``: what it does to the chances, in words.
        """
        if self.battle > 0:
            self._begin_here()
        self._chances = chances
        if text.startswith("hold "):
            _, at, short = text.split(" ")
            self.toggle_held(at, next(n for n in Nation if n.short == short))
        else:
            self.apply_text(text)
        self._chances = ""

    def _begin_here(self) -> None:
        """The position in which the battle shown begins takes the place of the first one."""
        start = edits.tidy(self.start())
        label = self.state.board.label(self.fight.hex)
        self.remember(f"Went on from fight {self.battle + 1} at {label}", whole=True)
        self.fight = self._anew(self.fight.hex)
        self.show_state(start, None)

    def _anew(self, hex_id: HexId) -> Fight:
        """A fight before any die, with what does not hang on its dice."""
        old = self.fight
        return Fight(hex_id, held=old.held, asks=old.asks, spent=old.spent)

    def set_ruling(self, slug: str, reading: str) -> None:
        """Choose a reading of a ruling; what changes is said."""
        self.do(edits.Edit("ruling", value=f"{slug}={reading}"))

    def carry_out(self) -> None:
        """Lay the position that the fight has left on the desk, and go on from there (9.0)."""
        combat = self.combat
        if combat is None or not combat.over:
            self.notice = Notice("info", "The fight is not over yet.")
            return
        name = f"Fought out {self.state.board.label(combat.hex)}"
        self.remember(name, whole=True)
        turn, start = combat.after.turn, self.onward(combat)
        said = f"{name}. This is the position after it, still on turn {turn}."
        if start.turn != turn:
            said = f"{name}. A hex is fought over once a turn (9.0): this is turn {start.turn}."
        spent = self.fight.spent | {(turn, combat.hex)}
        self.fight = Fight(asks=self.fight.asks, spent=spent if start.turn == turn else frozenset())
        self.show_state(start, Notice("info", said))
        self.view = View.LEDGER if self.fights else View.MAP

    # -- guesses

    def guess(self, winner: str) -> None:
        """Who is more likely to win, the reader thinks."""
        if winner in WINNERS:
            old = self.fight.guess(self.battle)
            self.fight = self.fight.with_guess(self.battle, Guess(winner, old.words))

    def guess_words(self, words: str) -> None:
        """What the reader thinks a difference of 1 means."""
        old = self.fight.guess(self.battle)
        self.fight = self.fight.with_guess(self.battle, Guess(old.winner, words[:MOST_GUESS]))

    def ask(self, asks: bool) -> None:
        """Ask for guesses, or not."""
        self.fight = evolve(self.fight, asks=asks)

    # -- comparing

    def keep_for_comparison(self) -> None:
        """Keep this set-up to compare others with; again, let it go."""
        self.kept = None if self.kept else Kept(self.state, self.fight)
        words = "Kept as A. Now change something: A and the new set-up stand side by side."
        words = words if self.kept else ""
        self.notice = Notice("info", words or "A is let go.")

    def back_to_kept(self) -> None:
        """Lay the set-up kept for comparison on the desk again."""
        if self.kept is None or (self.kept.state, self.kept.fight) == (self.state, self.fight):
            return
        before = self.combat
        self.remember("Went back to A")
        self.fight = self.kept.fight
        self.show_state(self.kept.state, Notice("changed", "Went back to A."))
        self._tell(before)


_MANY: tuple[None, ...] = (None,) * 60
"""More defaults than any battle asks for."""


def with_fight(state: State, fight: Fight) -> str:
    """A position as text with a fight in it."""
    text, own = position_text(state), fight.text()
    if not own:
        return text
    return f"{text.rstrip()}{chr(10) if state.board.own else ' '}{own}"


def parts(text: str, source: str) -> Parts:
    """A text taken apart; what only looks like a fight, as in a title, is left in the position."""
    found = split(text)
    if found.wrong:
        try:
            read_position(found.text, source)
        except (BadData, Unreadable):
            return found
        return Parts(found.text, None, found.beside)
    return found


def _of(side: Side | None) -> str:
    return "Japan" if side is Side.JAPAN else "the Allies"


def _die(value: int) -> str:
    return str(value) if value else "?"


def _went_on(before: Combat | None, after: Combat | None) -> bool:
    """Whether a battle that had been decided has become another."""
    if before is None or after is None:
        return False
    new: list[Fought | None] = [*after.battles]
    new += [None] * (len(before.battles) - len(new))
    return any(map(_became_another, before.battles, new))


def _became_another(old: Fought, new: Fought | None) -> bool:
    """Whether a battle that something had followed from, a choice or a battle, is another now."""
    if old.tally is None or not (old.over or any(step.number >= 0 for step in old.decided)):
        return False
    if new is None or new.tally != old.tally:
        return True
    return old.over and tuple(new.notes) != tuple(old.notes)
