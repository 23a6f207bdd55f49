"""What the exact chances of a fight are kept in: plain records with fractions (9)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Any

from attrs import field, frozen

from witp_learn.chances import Distribution
from witp_learn.display import Displayed
from witp_learn.explain import say
from witp_learn.files import Unreadable, one_of
from witp_learn.hexgrid import HexId
from witp_learn.model import Kind, Side, State
from witp_learn.rules.combat.tally import SIDES
from witp_learn.rules.movement import sea_label

WHO = ("japan", "allies", "both", "none")
"""Who may be left in a hex, in the order in which outcomes are listed."""


_RULES = {"fleet": "9.3", "land": "9.4", "assault": "9.5"}
"""The section of each kind of battle."""


def side_named(side: Side | str) -> Side:
    """A side, also by its name. Raises Unreadable with the names there are."""
    names = [one.value for one in SIDES]
    if side not in names:
        raise Unreadable(str(side), f"no side; must be {one_of(names)}")
    return Side(side)


def _who(word: str) -> str:
    if word not in WHO:
        raise Unreadable(str(word), f"nobody who may be left; must be {one_of(WHO)}")
    return word


@frozen(order=False)
class Outcome:
    """Who is left in the hex when the fighting is over: a word of `WHO` each.

    ``land``: whose land units stand ashore, embarked ones not counted. ``fleets``: whose fleets
    are there.
    """

    land: str
    fleets: str

    @property
    def rank(self) -> tuple[int, int]:
        """Its place in a list of outcomes."""
        return WHO.index(self.land), WHO.index(self.fleets)


@frozen
class BattleOdds:
    """One battle of the fight before it is rolled, on condition that it is fought.

    ``number`` counts the battles of the hex from 0; two kinds may share a number, when the first
    battle decides which is fought. ``reached``: how likely it is to be fought. ``tie``: how likely
    one roll is a tie, which is rolled again; all other figures are those of the roll that decides.
    ``difference``: of the totals, from Japan's side. ``hits``: suffered under 9.6.1, by side.
    ``sea``: where the hex has two seas and fleets fight, the one fought in, as in ``0406E``.
    """

    kind: str
    number: int
    reached: Fraction
    win: Mapping[Side, Fraction]
    tie: Fraction
    difference: Distribution[int]
    hits: Mapping[Side, Distribution[int]]
    sea: str = ""

    def at_least(self, side: Side | str, lead: int) -> Fraction:
        """The chance that ``side`` is ahead by ``lead`` or more; negative: behind by no more.

        Raises Unreadable for another side.
        """
        sign = 1 if side_named(side) is Side.JAPAN else -1
        return self.difference.chance(lambda difference: sign * difference >= lead)

    def as_dict(self) -> dict[str, Any]:
        """The battle as JSON: exact fractions as text."""
        return {
            "kind": self.kind,
            **({"sea": self.sea} if self.sea else {}),
            "win": {side.value: str(self.win[side]) for side in SIDES},
            "difference": {str(d): str(p) for d, p in sorted(self.difference.chances.items())},
        }

    def __str__(self) -> str:
        return self.told(self.sea)

    def told(self, sea: str) -> str:
        """The battle as a line of plain text; ``sea``: the name of the sea, empty for none."""
        shares = {side.value: percent(self.win[side]) for side in SIDES}
        kind = say("odds.fleet_in", sea=sea) if sea else say(f"odds.{self.kind}")
        reached = "" if self.reached == 1 else say("odds.reached", chance=percent(self.reached))
        values = {"kind": kind, "rule": _RULES[self.kind], "tie": percent(self.tie)}
        return say("odds.battle", **values, reached=reached, **shares)


@frozen
class Loss:
    """What a side may expect to lose of one kind of unit, in counters.

    ``full``: full counters that are full no more, turned over or gone. ``removed``: counters that
    are off the map, full or attrited before.
    """

    side: Side
    kind: Kind
    full: Fraction
    removed: Fraction

    def as_dict(self) -> dict[str, str]:
        """The loss as JSON."""
        return {
            "side": self.side.value,
            "kind": self.kind.value,
            "full": str(self.full),
            "removed": str(self.removed),
        }


@frozen
class Odds(Displayed):
    """The exact chances of a whole fight for a hex, all its battles chained.

    ``losses``: expected, from where the odds begin; cargo and displaced air units included.
    ``unopposed``: the chance that a side is left alone ashore without a combat on land. ``policy``:
    who chooses how, ``policy_text`` in words.
    """

    state: State = field(repr=False)
    hex: HexId
    battles: tuple[BattleOdds, ...]
    outcomes: Distribution[Outcome]
    losses: tuple[Loss, ...]
    unopposed: Mapping[Side, Fraction]
    policy: str
    policy_text: str

    def at_least(self, side: Side | str, lead: int, battle: int = 0) -> Fraction:
        """The chance that ``side`` wins a battle, the first unless told, by ``lead`` or more.

        Raises IndexError when there is no such battle, Unreadable for another side.
        """
        return self.battles[battle].at_least(side, lead)

    def land(self, who: str) -> Fraction:
        """The chance that the land units left ashore are those of ``who``, a word of `WHO`.

        Raises Unreadable for another word.
        """
        who = _who(who)
        return self.outcomes.chance(lambda outcome: outcome.land == who)

    def fleets(self, who: str) -> Fraction:
        """The chance that the fleets left in the hex are those of ``who``, a word of `WHO`.

        Raises Unreadable for another word.
        """
        who = _who(who)
        return self.outcomes.chance(lambda outcome: outcome.fleets == who)

    def as_dict(self) -> dict[str, Any]:
        """The odds as the JSON that the command ``odds`` prints: exact fractions as text."""
        listed = sorted(self.outcomes.chances.items(), key=lambda item: item[0].rank)
        return {
            "battles": [battle.as_dict() for battle in self.battles],
            "outcomes": [{"land": o.land, "fleets": o.fleets, "p": str(p)} for o, p in listed],
        }

    def __str__(self) -> str:
        return "\n".join(self.lines())

    def lines(self) -> Iterator[str]:
        """The odds as plain text."""
        place = self.state.board.label(self.hex)
        place = place if place == self.hex else f"{place} {self.hex}"
        yield say("odds.title" if self.battles else "odds.no_fight", place=place)
        board = self.state.board
        yield from (b.told(b.sea and sea_label(board, b.sea)) for b in self.battles)
        yield say("odds.left")
        for outcome, chance in sorted(self.outcomes.chances.items(), key=lambda i: i[0].rank):
            land, fleets = say(f"odds.who.{outcome.land}"), say(f"odds.who.{outcome.fleets}")
            yield say("odds.outcome", land=land, fleets=fleets, chance=percent(chance))
        losses = [told for told in map(_lost, self.losses) if told]
        yield from (say("odds.lost"), *losses) if losses else ()
        yield self.policy_text


def _lost(loss: Loss) -> str:
    """An expected loss in words; empty where nothing can be lost."""
    parts = [
        say(f"odds.loss_{key}", count=mean(value))
        for key, value in (("full", loss.full), ("removed", loss.removed))
        if value
    ]
    unit = {"side": loss.side.adjective, "unit": loss.kind.noun}
    return say("odds.loss", parts=", ".join(parts), **unit) if parts else ""


def mean(value: Fraction) -> str:
    """A mean with at most two places: ``10``, ``0.25``; ``under 0.01`` for next to nothing."""
    if 0 < value < Fraction(1, 200):
        return say("odds.next_to_nothing")
    return f"{float(value):.2f}".rstrip("0").rstrip(".")


def percent(chance: Fraction) -> str:
    """``67.74 % (21/31)``; 0 % and 100 % without a fraction."""
    if chance.denominator == 1:
        return f"{100 * chance} %"
    return f"{100 * float(chance):.2f} % ({chance})"
