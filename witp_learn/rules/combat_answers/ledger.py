"""The battle as a tree of reasons: every number and what it was made from (9).

The leaves are counters, dice, printed numbers and readings. Every node takes its value from the
battle's record, so that `witp_learn.explain.faults` proves tree and battle to agree.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from witp_learn.explain import Reason, Value, say
from witp_learn.hexgrid import HexId
from witp_learn.model import STRENGTHS, Kind, Side, State
from witp_learn.rules.combat.losses import extra_hits
from witp_learn.rules.combat.record import Combat, Fought
from witp_learn.rules.combat.strength import Term
from witp_learn.rules.combat.tally import LONG, SIDES, winner_base
from witp_learn.rules.combat_answers.outcome import (
    decided_tally,
    extra_due,
    extra_kind,
    supporting,
)
from witp_learn.rules.combat_answers.terms import term_text, zero_text
from witp_learn.rules.combat_answers.words import (
    capital,
    counted,
    full_units,
    number_of,
    side_words,
    whose,
    winner_words,
)
from witp_learn.rules.effects import card_label

FIGHTERS = ("carrier", "naval", "land")
"""The lines of a strength that are units of the kind that fights."""

NO_EXTRA = 4
"""Up to this a die gives no extra hits (9.6.2)."""

_STRENGTH_RULES = {"fleet": ("9.3c",), "land": ("9.4c",), "assault": ("9.5c", "9.4c")}
_DIE_RULES = {"fleet": ("9.3d",), "land": ("9.4d",), "assault": ("9.5c", "9.4d")}


def ledger(combat: Combat, index: int) -> Reason:
    """Battle number ``index`` as a tree: strengths, dice, totals, hits, whether the loser leaves.

    Before the dice it has the two strengths only. Its value lists those of its parts.

    Rules: 9.3c, 9.3d, 9.3e, 9.4c, 9.4d, 9.4e, 9.5c, 9.6a, 9.6.1a, 9.6.1b, 9.6.1c, 9.6.2a, 9.6.2b
    """
    fought = combat.battles[index]
    book = _Book(combat, fought)
    text = say(f"combat.link.{fought.battle.kind}")
    if fought.tally is None:
        parts: tuple[Reason, ...] = tuple(book.strength(side) for side in SIDES)
    else:
        extra = (book.extra(side) for side in SIDES)
        parts = (book.winner(), book.loser_hits(), book.winner_hits(), *extra, book.leaves())
        text = say("combat.reason.battle", what=text, won=parts[0].text)
    value = ", ".join(str(part.value) for part in parts)
    return Reason(value, text, "list", parts, "battle", hexes=(combat.hex,))


def _node(
    value: Value,
    op: str,
    parts: Iterable[Reason],
    what: str,
    text: str,
    rules: tuple[str, ...] = (),
    hexes: tuple[HexId, ...] = (),
) -> Reason:
    return Reason(value, text, op, tuple(parts), what, rules, hexes)


def _leaf(
    value: Value,
    op: str,
    what: str,
    text: str,
    rules: tuple[str, ...] = (),
    hexes: tuple[HexId, ...] = (),
    grade: str = "printed",
) -> Reason:
    return Reason(value, text, op, (), what, rules, hexes, grade if op == "data" else "")


def _reading(name: str, slug: str) -> Reason:
    """The reading in force of a clause that is not clear: no more than an assumption."""
    text = say("combat.reason.reading", reading=name, slug=slug)
    return _leaf(name, "data", f"reading.{slug}", text, grade="assumed")


class _Book:
    """The nodes of one battle, made from its record."""

    def __init__(self, combat: Combat, fought: Fought) -> None:
        self.combat, self.fought = combat, fought
        self.state: State = combat.before
        self.kind = fought.battle.kind

    def say(self, key: str, **values: object) -> str:
        return say(f"combat.reason.{key}", **values)

    # -- strengths

    def strength(self, side: Side) -> Reason:
        value = self.fought.stakes.strength[SIDES.index(side)]
        parts = [self.line(side, term) for term in self.lines(side)]
        text = self.say("strength", value=value, **side_words(side))
        what = f"strength.{side.value}"
        return _node(value, "sum", parts, what, text, _STRENGTH_RULES[self.kind])

    def lines(self, side: Side) -> tuple[Term, ...]:
        return self.fought.lines[SIDES.index(side)]

    def line(self, side: Side, term: Term) -> Reason:
        told = term_text(self.state, self.fought.lines, side, term, named=True)
        zero = zero_text(self.fought.lines, side, term)
        key = "zero" if zero else "line"
        text = self.say(key, what=told, zero=zero, value=term.value)
        name = _name(side, term)
        parts = self.pair(side, term) if term.what == "pair" else self.factors(side, term, zero)
        what = f"line.{name}"
        return _node(term.value, "product", parts, what, text, term.rules, (term.at[:4],))

    def factors(self, side: Side, term: Term, zero: str) -> Iterator[Reason]:
        name, at = _name(side, term), (term.at[:4],)
        if term.what == "event":
            key = "event" if term.each >= 0 else "event_off"
            text = self.say(key, card=card_label(term.card), value=abs(term.each))
            yield _leaf(term.each, "state", f"card.{name}", text, term.rules)
            return
        if term.what == "defence":
            yield self.bonus(side, term, zero)
            yield _leaf(term.each, "data", "defence", self.say("bonus"), ("9.5.1d",))
            return
        yield self.count(side, term)
        each, attrited = term.each, term.zero == "attrited"
        if attrited:
            yield _leaf(0, "data", "attrited", self.say("attrited"), ("2.2.2b",))
            return
        usual = term.what == "carrier_support" or each == STRENGTHS[Kind(term.what)]
        text = self.say("each", value=each)
        yield _leaf(each, "data" if usual else "state", f"each.{name}", text, ("2.2.2c",))
        if zero:
            yield _leaf(0, "state", f"counts.{name}", capital(zero), term.rules, at)

    def bonus(self, side: Side, term: Term, zero: str) -> Reason:
        key = "landed_upon" if not zero else term.zero
        text = self.say(key, turn=self.state.turn, **side_words(side))
        what = f"landed_upon.{side.value}"
        return _leaf(0 if zero else 1, "state", what, text, term.rules, (term.at[:4],))

    def count(self, side: Side, term: Term) -> Reason:
        kind = Kind.CARRIER if term.what == "carrier_support" else Kind(term.what)
        text = counted(kind, term.times, term.nation)
        at = term.at[:4]
        if kind is Kind.AIR:
            text = self.say("there", units=text, place=self.state.board.label(at))
        if term.zero == "attrited":
            text = self.say("spent", units=text)
        return _leaf(term.times, "state", f"count.{_name(side, term)}", text, (), (at,))

    def pair(self, side: Side, term: Term) -> Iterator[Reason]:
        counts = {what: self.full(side, (what,)) for what in ("carrier", "naval")}
        smaller = min(int(part.value or 0) for part in counts.values())
        text = self.say("pairs", count=smaller)
        what = f"pairs.{side.value}"
        yield _node(smaller, "smallest", counts.values(), what, text, ("9.3.1c",))
        text = self.say("pair_bonus", value=term.each)
        yield _leaf(term.each, "data", "pair_bonus", text, ("9.3.1c",))

    def full(self, side: Side, whats: tuple[str, ...]) -> Reason:
        """The full units of some kinds, counted before any hit (9.6.1)."""
        terms = [t for t in self.lines(side) if t.what in whats and not t.zero]
        value = sum(t.times for t in terms)
        if whats == FIGHTERS:
            units = full_units(self.kind, value)
        else:
            units = say("combat.sides_in", count=value, noun=self.say(f"full_{whats[0]}"))
        text = self.say("has", units=units, **side_words(side))
        what = f"full.{side.value}.{'-'.join(whats)}"
        return _node(value, "sum", [self.count(side, t) for t in terms], what, text)

    # -- dice and totals

    def total(self, side: Side) -> Reason:
        tally, _ = decided_tally(self.fought)
        index = SIDES.index(side)
        words = side_words(side)
        die = tally.dice[index]
        best = self.fought.stakes.best[index]
        text = self.say("best_die" if best else "die", die=die, whose=whose(side), **words)
        leaf = _leaf(die, "die", f"die.{side.value}", text, ("4.3c",) if best else ())
        added, op = tally.added[index], "same" if self.kind == "fleet" else "half"
        text = self.say(f"added_{op}", die=die, value=added)
        rules = _DIE_RULES[self.kind]
        gain = _node(added, op, [leaf], f"added.{side.value}", text, rules)
        text = self.say("total", value=tally.total[index], **words)
        parts = (self.strength(side), gain)
        return _node(tally.total[index], "sum", parts, f"total.{side.value}", text)

    def lead(self) -> Reason:
        tally, _ = decided_tally(self.fought)
        value = tally.total[0] - tally.total[1]
        text = self.say("lead", japan=tally.total[0], allies=tally.total[1])
        return _node(value, "difference", [self.total(s) for s in SIDES], "lead", text)

    def gap(self) -> Reason:
        tally, _ = decided_tally(self.fought)
        text = self.say("gap", value=tally.difference)
        return _node(tally.difference, "size", [self.lead()], "difference", text, ("9.6.1a",))

    def winner(self) -> Reason:
        tally, winner = decided_tally(self.fought)
        text = self.say("wins", value=tally.difference, **winner_words(winner))
        value = 1 if winner is Side.JAPAN else -1
        return _node(value, "sign", [self.lead()], "winner", text, ("9.6a",))

    # -- hits

    def loser_hits(self) -> Reason:
        tally, winner = decided_tally(self.fought)
        value = tally.hits[SIDES.index(winner.enemy)]
        hits = number_of("hits.", value)
        text = say("combat.line.loser_hits", hits=hits, **winner_words(winner))
        parts = (self.gap(), self.full(winner, FIGHTERS))
        return _node(value, "smallest", parts, "loser_hits", text, ("9.6.1a", "9.6.1c"))

    def winner_hits(self) -> Reason:
        tally, winner = decided_tally(self.fought)
        value = tally.hits[SIDES.index(winner)]
        base = self.base()
        half = int(base.value or 0) // 2
        text = self.say("half", value=half, base=base.value)
        part = _node(half, "half", [base], "half", text, ("9.6.1b",))
        hits = number_of("hits.", value)
        text = say("combat.line.winner_hits", hits=hits, **winner_words(winner))
        parts = (part, self.full(winner.enemy, FIGHTERS))
        return _node(value, "smallest", parts, "winner_hits", text, ("9.6.1b", "9.6.1c"))

    def base(self) -> Reason:
        """What the winner's hits are half of, by the reading in force."""
        tally, winner = decided_tally(self.fought)
        lose, basis = SIDES.index(winner.enemy), self.fought.stakes.basis
        taken, absorb = tally.hits[lose], self.fought.stakes.absorb[lose]
        value = winner_base(basis, tally.difference, taken, absorb)
        leaf = _reading(basis, "winner-hits-basis")
        hits = self.loser_hits()
        can = self.absorb(winner.enemy)
        least = min(taken, absorb)
        text = self.say("taken", count=least)
        most = _node(least, "smallest", (hits, can), "taken", text)
        text = say(f"combat.line.basis_{basis}", count=value)
        parts = (leaf, hits, self.gap(), most)
        return _node(value, "reading", parts, "base", text, ("9.6.1b",))

    def absorb(self, side: Side) -> Reason:
        """The hits that the units of a side can take: two a full one, one an attrited one."""
        value = self.fought.stakes.absorb[SIDES.index(side)]
        spent = [t for t in self.lines(side) if t.what in FIGHTERS and t.zero]
        full = self.full(side, FIGHTERS)
        two = _leaf(2, "data", "two_hits", self.say("two_hits"), ("9.6.1e", "9.6.1f"))
        twice = int(full.value or 0) * 2
        text = self.say("full_take", count=twice)
        parts = [_node(twice, "product", (full, two), f"full_take.{side.value}", text)]
        parts += [self.count(side, t) for t in spent]
        text = self.say("can_take", count=value, **side_words(side))
        return _node(value, "sum", parts, f"absorb.{side.value}", text)

    def extra(self, side: Side) -> Reason:
        """The extra hits on a side: from the enemy die, if its air units support (9.6.2)."""
        due = extra_due(self.fought, self.combat, side)
        kind = extra_kind(self.fought, self.combat, side)
        words = side_words(side)
        hits = number_of("hits.extra_", due)
        text = self.say(f"extra_{kind}", hits=hits, **words)
        parts = (self.from_die(side, kind), self.flying(side, kind))
        return _node(due, "product", parts, f"extra.{side.value}", text, _EXTRA_RULES[kind])

    def from_die(self, side: Side, kind: str) -> Reason:
        tally, _ = decided_tally(self.fought)
        die = tally.dice[1 - SIDES.index(side)]
        enemy = side.enemy
        best = self.fought.stakes.best[SIDES.index(enemy)]
        text = self.say(
            "best_die" if best else "die", die=die, whose=whose(enemy), **side_words(enemy)
        )
        leaf = _leaf(die, "die", f"die.{enemy.value}", text, ("4.3c",) if best else ())
        free = _leaf(NO_EXTRA, "data", "no_extra", self.say("no_extra"), ("9.6.2a",))
        what, gives = f"from_die.{side.value}", extra_hits(die)
        over = _node(die - NO_EXTRA, "difference", (leaf, free), what, self.say("over"))
        text = self.say("die_gives", die=die, hits=number_of("hits.", gives))
        found = _node(
            gives, "above_zero", [over], f"gives.{side.value}", text, _EXTRA_RULES[str(gives)]
        )
        if self.kind != "fleet" or die != 6 or kind == "no_air":
            return found
        limit = 1 if kind == "carrier" else 2
        text = self.say("carrier_left" if limit == 1 else "no_carrier_left", **side_words(side))
        two = _leaf(2, "data", "two_on_air", self.say("two_on_air"), ("9.6.2f",))
        parts = (two, self.carriers(side, kind == "carrier"))
        most = _node(limit, "difference", parts, f"carrier_left.{side.value}", text, ("9.6.2g",))
        value = min(gives, limit)
        text = self.say("die_gives", die=die, hits=number_of("hits.", value))
        return _node(value, "smallest", (found, most), f"limited.{side.value}", text)

    def carriers(self, side: Side, some: bool) -> Reason:
        """Whether a carrier is left after the hits: those before, less those its owner removed."""
        words = side_words(side)
        steps = [
            s for s in self.fought.decided if s.question.kind == "hit" and s.question.side is side
        ]
        lost = sum(
            1
            for step in steps
            for note in step.notes
            if note.event == "removed" and note.piece and note.piece.kind is Kind.CARRIER
        )
        text = self.say("carriers_lost", count=lost, **words)
        chosen = _leaf(lost, "state", f"carriers_chosen.{side.value}", text, ("9.6.1g",))
        _, winner = decided_tally(self.fought)
        hits = self.winner_hits() if side is winner else self.loser_hits()
        gone = _node(lost, "smallest", (hits, chosen), f"carriers_lost.{side.value}", text)
        terms = [t for t in self.lines(side) if t.what == "carrier"]
        counts = [self.count(side, t) for t in terms]
        text = self.say("has", units=counted(Kind.CARRIER, sum(t.times for t in terms)), **words)
        there = _node(sum(t.times for t in terms), "sum", counts, f"carriers.{side.value}", text)
        left = int(there.value or 0) - lost
        text = self.say("carriers_left", count=left, **words)
        rest = _node(left, "difference", (there, gone), f"carriers_left.{side.value}", text)
        text = self.say("some_left" if some else "none_left", **words)
        return _node(some, "any", [rest], f"some_carrier.{side.value}", text)

    def flying(self, side: Side, kind: str) -> Reason:
        """Whether air units of a side support; how many, where each of them is hit."""
        lines = [t for t in self.lines(side) if t.what == "air" and not t.zero]
        count = supporting(self.fought, self.combat, side)
        text = self.say(
            "supporting" if count else "not_supporting", count=count, **side_words(side)
        )
        parts = [self.count(side, t) for t in lines]
        rules = ("9.6.2b",)
        total = _node(count, "sum", parts, f"supporting.{side.value}", text, rules)
        some = count > 0
        text = self.say("supports" if some else "not_supporting", count=count, **side_words(side))
        once = _node(some, "any", [total], f"supports.{side.value}", text, rules)
        if self.kind == "fleet" and kind == "carrier":
            return once
        reading = "b" if self.combat.arena.air_hits_each else "a"
        leaf = _reading(reading, "air-hits-total-vs-each")
        value, text = (count, total.text) if reading == "b" else (some, once.text)
        parts = [leaf, once, total]
        return _node(value, "reading", parts, f"times.{side.value}", text)

    # -- what follows

    def leaves(self) -> Reason:
        """Whether the loser has to leave (9.6.3)."""
        tally, winner = decided_tally(self.fought)
        beaten = self.fought.battle.lander is winner.enemy
        key = "fleet" if self.kind == "fleet" else "landing" if beaten else "land"
        limit = 1 if key != "land" else LONG
        rules = _LEAVE_RULES["assault" if key == "land" and self.kind == "assault" else key]
        text = self.say(f"limit_{key}", value=limit)
        leaf = _leaf(limit, "data", f"limit.{key}", text, rules)
        away = tally.difference >= limit
        text = self.say("leaves" if away else "may_stay", **winner_words(winner))
        return _node(away, "at_most", (leaf, self.gap()), "leaves", text, rules)


_LEAVE_RULES = {
    "fleet": ("9.6.3b",),
    "landing": ("9.6.3l",),
    "land": ("9.6.3f", "9.6.3h"),
    "assault": ("9.6.3o", "9.6.3q"),
}
_EXTRA_RULES = {
    "no_die": ("9.6.2a",),
    "no_air": ("9.6.2b",),
    "air": ("9.6.2c", "9.6.2d"),
    "each": ("9.6.2c", "9.6.2d"),
    "carrier": ("9.6.2c", "9.6.2g"),
    "0": ("9.6.2a",),
    "1": ("9.6.2e",),
    "2": ("9.6.2f",),
}


def _name(side: Side, term: Term) -> str:
    """What tells a line from all others of a battle."""
    nation = term.nation.value if term.nation else side.value
    name = f"{side.value}.{term.what}.{nation}.{term.at}.{term.each}"
    if term.card:
        return f"{name}.{term.card}"
    return f"{name}.attrited" if term.zero == "attrited" else name
