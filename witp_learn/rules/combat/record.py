"""A fight for one hex on record: battles, rolls, decisions, losses, and how it ended (9)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import Any

from attrs import evolve, field, frozen

from witp_learn.files import Unreadable, one_of
from witp_learn.hexgrid import HexId
from witp_learn.model import Side, State
from witp_learn.rules.combat import fight
from witp_learn.rules.combat.arena import Arena
from witp_learn.rules.combat.battles import Battle, ashore
from witp_learn.rules.combat.losses import Note
from witp_learn.rules.combat.moment import Moment, Question, battle_of
from witp_learn.rules.combat.strength import Held, Term
from witp_learn.rules.combat.tally import SIDES, Pair, Stakes, Tally


@frozen
class Decided:
    """A question answered: which choice, and whether its owner chose, or the default was taken.

    ``by``: ``given``, ``default``, or ``only`` where there was nothing to choose.
    """

    question: Question
    index: int
    by: str
    notes: tuple[Note, ...]
    before: Moment = field(repr=False)
    number: int = -1
    """Its number among the questions with more than one choice, for `fought`; -1 for the others."""

    @property
    def action(self) -> str:
        """The choice in the notation of actions."""
        return self.question.choices[self.index].action


@frozen(slots=False)
class Fought:
    """One battle: what was known before the dice, and everything after them.

    ``rolls``: Japan's and the Allied die of every roll, ties included; ``tally`` is None until the
    deciding roll. ``landed``: what the cargo did as the dice fell.
    """

    battle: Battle
    before: Moment = field(repr=False)
    stakes: Stakes
    lines: tuple[tuple[Term, ...], tuple[Term, ...]]
    rolls: tuple[Pair, ...] = ()
    tally: Tally | None = None
    landed: tuple[Note, ...] = ()
    decided: tuple[Decided, ...] = ()
    after: Moment | None = field(default=None, repr=False)
    """How it stands when the battle's tasks are done, or as far as they are."""
    over: bool = False

    @property
    def notes(self) -> Iterator[Note]:
        """Everything that happened, in order."""
        yield from self.landed
        for step in self.decided:
            yield from step.notes

    @cached_property
    def air_hits(self) -> Pair:
        """Extra hits each side suffered, a carrier's included (9.6.2)."""
        counts = [0, 0]
        for step in self.decided:
            if step.question.kind in ("air", "carrier"):
                for note in step.notes:
                    if note.event in ("attrited", "removed") and note.piece is not None:
                        counts[SIDES.index(note.piece.side)] += 1
        return counts[0], counts[1]

    @cached_property
    def result(self) -> str:
        """What the loser does: ``retreat eliminated continuing embarked destroyed``, or nothing.

        Rules: 9.6.3b, 9.6.3f, 9.6.3h, 9.6.3l, 9.6.3o, 9.6.3q
        """
        if self.tally is None or self.tally.loser is None:
            return ""
        if self.battle.lander is self.tally.loser:
            return "embarked" if self._any("boarded", self.tally.loser) else "destroyed"
        return self._on_land(self.tally.loser)

    @cached_property
    def result_overland(self) -> str:
        """What those who walked in do after a lost mixed landing, or nothing (9.5.2)."""
        loser = None if self.tally is None else self.tally.loser
        if loser is None or self.battle.lander is not loser:
            return ""
        walked = ashore(self.before.here, loser, self.battle.hex)
        return self._on_land(loser) if walked else ""

    def _on_land(self, loser: Side) -> str:
        if self._any("retreated", loser):
            return "retreat"
        if self.battle.kind == "fleet" or self.after is None:
            return "eliminated"
        left = ashore(self.after.here, loser, self.battle.hex)
        return "continuing" if left else "eliminated"

    def _any(self, event: str, side: Side) -> bool:
        return any(n.event == event and n.piece and n.piece.side is side for n in self.notes)


@frozen(slots=False)
class Combat:
    """The fight for a hex as far as dice and choices carry it.

    ``pending``: what has to be decided next, None when the fight is over; ``spare``: dice that
    were given and not needed.
    """

    arena: Arena = field(repr=False)
    battles: tuple[Fought, ...]
    moment: Moment = field(repr=False)
    pending: Question | None
    spare: tuple[int, ...] = ()
    held: Held = frozenset()
    offered: tuple[Decided, ...] = ()
    """Whether cargo was to land, where that is optional."""
    landed: tuple[Note, ...] = ()
    """Cargo that was ashore before the first battle, and bases lost by it (8.6.2)."""
    opening: tuple[Decided, ...] = ()
    """Where air units went that had to leave when it landed (8.7)."""

    @property
    def hex(self) -> HexId:
        """The hex fought over."""
        return self.arena.hex

    @property
    def before(self) -> State:
        """The position before the fight."""
        return self.arena.state

    @cached_property
    def after(self) -> State:
        """The position as the fight stands."""
        if not self.battles and not self.landed:
            return self.arena.state
        return fight.position(self.arena, self.moment)

    @property
    def over(self) -> bool:
        """Whether nothing is left to decide."""
        return self.pending is None

    @property
    def decided(self) -> tuple[Decided, ...]:
        """Every question answered so far; those with more than one choice in order, last."""
        fought = (step for battle in self.battles for step in battle.decided)
        steps = [*self.opening, *self.offered, *fought]
        return tuple(sorted(steps, key=lambda step: step.number))


class _Clerk:
    """Keeps the record while a fight is fought out."""

    def __init__(self, arena: Arena, dice: Sequence[int], choices: Sequence[str | None]) -> None:
        self.arena = arena
        self.dice = tuple(dice)
        self.choices = choices
        self.asked = 0
        self.battles: list[Fought] = []
        self.offered: list[Decided] = []
        self.opening: list[Decided] = []

    def run(
        self, moment: Moment, steps: int | None, lenient: bool
    ) -> tuple[Moment, Question | None]:
        """Fight on until the fight is over, dice are missing, or ``steps`` choices were made."""
        while (asked := fight.question(self.arena, moment)) is not None:
            if asked.kind == "dice":
                self._leave(moment)
                if not self.battles or self.battles[-1].over:
                    self._open(moment)
                if len(self.dice) < 2:
                    return moment, asked
                moment = self._roll(moment)
                continue
            if len(asked.choices) > 1 and self.asked == steps:
                self._change(after=moment)
                return moment, asked
            moment = self._decide(moment, asked, lenient)
        self._leave(moment)
        return moment, None

    def _open(self, moment: Moment) -> None:
        lines = [fight.lines(self.arena, moment, side) for side in SIDES]
        known = fight.stakes(self.arena, moment)
        battle = battle_of(moment)
        self.battles.append(Fought(battle, moment, known, (lines[0], lines[1])))

    def _leave(self, moment: Moment) -> None:
        """The battle before this one is over."""
        if self.battles and self.battles[-1].tally is not None:
            self._change(after=moment, over=True)

    def _change(self, **fields: Any) -> None:
        if self.battles:
            self.battles[-1] = evolve(self.battles[-1], **fields)

    def _roll(self, moment: Moment) -> Moment:
        japan, allies, *rest = self.dice
        self.dice = tuple(rest)
        now = self.battles[-1]
        notes: list[Note] = []
        moment, found = fight.rolled(self.arena, moment, japan, allies, now.stakes, notes)
        self._change(rolls=(*now.rolls, (japan, allies)))
        if found.winner is not None:
            self._change(tally=found, landed=tuple(notes), after=moment)
        return moment

    def _decide(self, moment: Moment, asked: Question, lenient: bool) -> Moment:
        index, by, number = asked.default, "only", -1
        if len(asked.choices) > 1:
            number, by = self.asked, "default"
            self.asked += 1
            wanted = self.choices[number] if number < len(self.choices) else None
            if wanted is not None and (found := _chosen(asked, wanted, lenient)) is not None:
                index, by = found, "given"
        notes: list[Note] = []
        after = fight.answered(self.arena, moment, index, notes)
        step = Decided(asked, index, by, tuple(notes), moment, number)
        if asked.kind == "land":
            self.offered.append(step)
        elif not self.battles:
            self.opening.append(step)
        else:
            self._change(decided=(*self.battles[-1].decided, step), after=after)
        return after


def _chosen(asked: Question, wanted: str, lenient: bool) -> int | None:
    """The number of the choice, None for one that is not on offer when that may be overlooked."""
    actions = [choice.action for choice in asked.choices]
    if wanted in actions:
        return actions.index(wanted)
    if lenient:
        return None
    raise Unreadable(wanted, f"cannot be chosen here; must be {one_of(actions)}")


def fight_out(
    state: State,
    hex_id: HexId,
    dice: Sequence[int] = (),
    choices: Sequence[str | None] = (),
    *,
    held: Held = frozenset(),
    steps: int | None = None,
    lenient: bool = False,
) -> Combat:
    """The fight for a hex, with these dice: Japan's and the Allies' for each roll in turn.

    ``choices``: answers, in the notation of actions, to the questions with more than one choice
    in the order they are asked; None or a missing one takes the owner's default. ``lenient``
    passes over answers that are not on offer. ``steps``: stop at the question after so many.
    ``held``: air units held back from support. Missing dice leave the fight ``pending``. Raises
    Unreadable for an answer that is not on offer, ValueError for a die that is not 1 to 6.

    Rules: 9.0b, 9.1a, 9.1b, 9.1c, 9.1d, 9.6b
    """
    arena = Arena(state, hex_id)
    clerk = _Clerk(arena, dice, choices)
    landed: list[Note] = []
    moment, pending = clerk.run(fight.begin(arena, held, landed), steps, lenient)
    return Combat(
        arena,
        tuple(clerk.battles),
        moment,
        pending,
        clerk.dice,
        held,
        tuple(clerk.offered),
        tuple(landed),
        tuple(clerk.opening),
    )
