"""The points of a battle that a book can print: their notation, and how they are computed (9).

A point is a text: a name and what is printed, ``strength 16 4`` (Japan's first, ``-`` where
nothing is printed), ``difference 11``, ``hit al removed 2N``, ``holds jp 2C 2N 2N- 2L``.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import NamedTuple

from attrs import frozen

from witp_learn.model import Kind, Nation, Side, State, Unit
from witp_learn.position.line import counter, place
from witp_learn.rules.combat.battles import fought_over, order_chooser
from witp_learn.rules.combat.losses import Note
from witp_learn.rules.combat.record import Combat, Fought
from witp_learn.rules.combat.tally import SIDES, added, winner_base

SIDE_NAMES = {Side.JAPAN: "Japan", Side.ALLIES: "the Allies"}
_SIDES = {side.short: side for side in Side}
_TERMS = {
    "carrier": "Carriers",
    "naval": "Naval units",
    "pair": "Pair bonus",
    "land": "Land units",
    "carrier_support": "Carrier support",
    "air": "Air support",
    "defence": "Defence bonus",
}
_PAIRS = {**_TERMS, "strength": "Strength", "die": "Die", "added": "Die halved", "total": "Total"}
_NUMBERS = {
    "difference": "Difference",
    "loser_hits": "Hits on the loser",
    "winner_half": "Half, before the cap",
    "winner_hits": "Hits on the winner",
}
_FALLEN = {"hit": ("hit",), "extra": ("air", "carrier")}
_FALLEN_WORDS = {"hit": "Hits", "extra": "Extra hits"}
_AFTER_DICE = {"die", "added", "total", "winner", "result", *_NUMBERS, *_FALLEN}
_BATTLES = {"fleet": "fleet combat", "land": "land combat", "assault": "landing"}
_RESULTS = {
    "retreat": "the loser retreats",
    "eliminated": "the loser is gone",
    "continuing": "continuing combat",
    "embarked": "back aboard",
    "destroyed": "the landing is destroyed",
}
_KINDS = {
    Kind.CARRIER: "carrier",
    Kind.NAVAL: "naval unit",
    Kind.LAND: "land unit",
    Kind.AIR: "air unit",
}
TIE, OPEN, NOTHING, NONE = "a tie, rolled again", "not yet", "–", "none"
_SIDE_OF = {"jp": Nation.JAPAN, "al": Nation.US}
"""A nation of each side, to read counters by."""


@frozen
class Point:
    """One printed point: its name, for which side, and what is printed, as it is shown.

    ``pair``: the two printed numbers of a point that has one for either side, empty where none is
    printed; ``kind``: the kind of unit that is counted.
    """

    name: str
    what: str
    printed: str
    side: Side | None = None
    pair: tuple[str, str] = ("", "")
    kind: Kind | None = None

    @property
    def key(self) -> str:
        """The words that name it: ``difference``, ``holds jp``."""
        return self.name if self.side is None else f"{self.name} {self.side.short}"


class Scene(NamedTuple):
    """What points are computed from: a fight, the battle looked at, the position as it stands."""

    combat: Combat
    fought: Fought | None
    state: State


def capital(text: str) -> str:
    """The text with its first letter large."""
    return text[:1].upper() + text[1:]


Label = Callable[[str], str]
"""What a hex is called."""


def read_points(text: str, label: Label) -> tuple[Point, ...]:
    """The points of one text, hexes by ``label``. Raises ValueError saying what would be right."""
    name, _, rest = text.partition(" ")
    words = rest.split()
    if name in _PAIRS:
        return (_pair(name, words),)
    if name in _NUMBERS:
        return (Point(name, _NUMBERS[name], str(_number(words))),)
    if name == "holds":
        return tuple(_holds(words))
    if name not in _READERS:
        known = ", ".join([*_PAIRS, *_NUMBERS, "holds", *_READERS])
        raise ValueError(f"a point of a battle starts with one of: {known}")
    return (_READERS[name](name, words, label),)


def _pair(name: str, words: Sequence[str]) -> Point:
    if len(words) != len(SIDES) or set(words) == {"-"}:
        raise ValueError(f"write {name} and two numbers, Japan's first, - where none is printed")
    japan, allies = ("" if word == "-" else str(_number([word])) for word in words)
    return Point(name, _PAIRS[name], _versus(japan, allies), pair=(japan, allies))


def _versus(japan: str, allies: str) -> str:
    return f"{japan or NOTHING} v {allies or NOTHING}"


def _number(words: Sequence[str]) -> int:
    if len(words) != 1 or not re.fullmatch(r"[0-9]{1,3}", words[0]):
        raise ValueError("write a whole number")
    return int(words[0])


def _side(words: Sequence[str]) -> Side:
    if not words or words[0] not in _SIDES:
        raise ValueError("write the side first: jp or al")
    return _SIDES[words[0]]


def _winner(name: str, words: Sequence[str], label: Label) -> Point:
    what = "Winner" if name == "winner" else "Picks the order"
    return Point(name, what, SIDE_NAMES[_side(words)])


def _order(name: str, words: Sequence[str], label: Label) -> Point:
    if not words or not set(words) <= set(_BATTLES):
        raise ValueError(f"write the battles in their order: {', '.join(_BATTLES)}")
    return Point(name, "Fought", in_order(words))


def _result(name: str, words: Sequence[str], label: Label) -> Point:
    if len(words) != 1 or words[0] not in _RESULTS:
        raise ValueError(f"write one of: {', '.join(_RESULTS)}")
    return Point(name, "Then", _RESULTS[words[0]])


def _hexes(name: str, words: Sequence[str], label: Label) -> Point:
    return Point(name, "Fought over", " ".join(place(word)[:4] for word in words))


def _holds(words: Sequence[str]) -> Iterator[Point]:
    """A point for each kind of unit: ``2C 2N 2N- (L)``; a kind that is not named is not there."""
    side = _side(words)
    nation = _SIDE_OF[words[0]]
    units = [counter("0000", nation, word.strip("()"), "(" in word) for word in words[1:]]
    for kind in Kind:
        what = f"{capital(SIDE_NAMES[side])}: {_KINDS[kind]}s"
        yield Point("holds", what, holding(units, kind), side, kind=kind)


def _fallen(name: str, words: Sequence[str], label: Label) -> Point:
    """``removed 2N attrited 0707 A``: an event, a hex where it is told, a counter, and so on."""
    side = _side(words)
    told: Counter[tuple[str, Kind, str]] = Counter()
    event, at = "", ""
    for word in () if list(words[1:]) == ["none"] else words[1:]:
        if word in ("attrited", "removed"):
            event, at = word, ""
        elif word.isdigit() and len(word) == 4:
            at = place(word)
        elif event:
            unit = counter("0000", _SIDE_OF[words[0]], word)
            told[event, unit.kind, at] += unit.count
        else:
            raise ValueError("write attrited or removed, and counters behind it")
    return Point(name, f"{_FALLEN_WORDS[name]}, {SIDE_NAMES[side]}", _told(told, label), side)


_READERS: dict[str, Callable[[str, Sequence[str], Label], Point]] = {
    "winner": _winner,
    "chooser": _winner,
    "order": _order,
    "result": _result,
    "hexes": _hexes,
    "hit": _fallen,
    "extra": _fallen,
}


def needs_dice(point: Point) -> bool:
    """Whether a point can only be computed once the dice of the battle lie."""
    return point.name in _AFTER_DICE


# ---------------------------------------------------------------- what is computed


def computed(point: Point, scene: Scene) -> str:
    """What the rules give for a point, in the words of the printed side."""
    if point.name in _WHOLE:
        return _WHOLE[point.name](point, scene)
    if scene.fought is None:
        return OPEN
    if point.name in _PAIRS:
        found = (_side_number(point.name, scene.fought, at) for at in range(len(SIDES)))
        told = (value if shown else "" for value, shown in zip(found, point.pair, strict=True))
        return _versus(*told)
    if scene.fought.tally is None:
        return TIE if scene.fought.rolls else OPEN
    return _decided(point, scene, scene.fought)


def _side_number(name: str, fought: Fought, at: int) -> str:
    """A number that each side has; what the dice make is not known before they lie."""
    if name in _TERMS:
        return str(sum(line.value for line in fought.lines[at] if line.what == name))
    strength = fought.stakes.strength[at]
    if name == "strength":
        return str(strength)
    if not fought.rolls:
        return OPEN
    die = fought.rolls[-1][at]
    more = added(fought.battle.kind, die)
    return str({"die": die, "added": more, "total": strength + more}[name])


def _decided(point: Point, scene: Scene, fought: Fought) -> str:
    tally, known = fought.tally, fought.stakes
    if tally is None or tally.winner is None:
        return TIE
    won = SIDES.index(tally.winner)
    half = winner_base(known.basis, tally.difference, tally.hits[1 - won], known.absorb[1 - won])
    numbers = {
        "difference": tally.difference,
        "loser_hits": tally.hits[1 - won],
        "winner_half": half // 2,
        "winner_hits": tally.hits[won],
    }
    if point.name in numbers:
        return str(numbers[point.name])
    if point.name == "winner":
        return SIDE_NAMES[tally.winner]
    if point.name == "result":
        return result_words(fought) or OPEN
    label = _bare if point.name == "hit" else scene.state.board.label
    return _told(_counted(fought, point.side or Side.JAPAN, _FALLEN[point.name]), label)


def result_words(fought: Fought) -> str:
    """How a battle has ended, as a book would print it; empty while it is open."""
    return _RESULTS.get(fought.result, "")


def in_order(kinds: Iterable[str]) -> str:
    """Kinds of battle one after the other: ``fleet combat, then landing``."""
    return ", then ".join(_BATTLES[kind] for kind in kinds)


def _fought(point: Point, scene: Scene) -> str:
    return in_order(b.battle.kind for b in scene.combat.battles) or "nothing"


def _over(point: Point, scene: Scene) -> str:
    return " ".join(fought_over(scene.combat.before)) or "nowhere"


def _chooser(point: Point, scene: Scene) -> str:
    side = order_chooser(scene.combat.before)
    return OPEN if side is None else SIDE_NAMES[side]


def _standing(point: Point, scene: Scene) -> str:
    units = scene.state.at(scene.combat.hex, point.side)
    told = holding(units, point.kind or Kind.LAND)
    return told if "aboard" in point.printed else told.replace(", aboard", "")


_WHOLE: dict[str, Callable[[Point, Scene], str]] = {
    "order": _fought,
    "hexes": _over,
    "chooser": _chooser,
    "holds": _standing,
}


def holding(units: Iterable[Unit], kind: Kind) -> str:
    """Counters of a kind: ``4, 2 attrited``, ``1, attrited, aboard``."""
    mine = [u for u in units if u.kind is kind]
    count = sum(u.count for u in mine)
    said = [str(count)] if count else [NONE]
    for word, marked in (("attrited", _attrited), ("aboard", _aboard)):
        number = sum(u.count for u in mine if marked(u))
        said += [word if number == count else f"{number} {word}"] if number else []
    return ", ".join(said)


def _attrited(unit: Unit) -> bool:
    return not unit.full


def _aboard(unit: Unit) -> bool:
    return unit.aboard


def _counted(fought: Fought, side: Side, kinds: Sequence[str]) -> Counter[tuple[str, Kind, str]]:
    """What hits did to the counters of a side; one attrited and then removed is removed."""
    notes = [
        note
        for step in fought.decided
        if step.question.kind in kinds
        for note in step.notes
        if note.piece is not None and note.piece.side is side
    ]
    told = Counter(_key(note) for note in notes if note.event in ("attrited", "removed"))
    worn = Counter((p.kind, p.hex) for p in fought.before.here if p.side is side and not p.full)
    for kind, at in {(kind, at) for _, kind, at in told}:
        twice = max(0, told["removed", kind, at] - worn[kind, at])
        told["attrited", kind, at] -= min(twice, told["attrited", kind, at])
    return +told


def _key(note: Note) -> tuple[str, Kind, str]:
    if note.piece is None:
        raise ValueError("a note without a counter")
    return note.event, note.piece.kind, note.piece.hex or note.to


def _bare(_: str) -> str:
    return ""


def _told(count: Counter[tuple[str, Kind, str]], label: Label) -> str:
    """``removed: 2 naval units``, ``attrited: Palau air unit``: hexes where they are told."""
    events: dict[str, Counter[tuple[str, Kind]]] = {}
    for (event, kind, at), number in count.items():
        events.setdefault(event, Counter())[label(at) if at else "", kind] += number
    return "; ".join(_fell(event, events[event]) for event in sorted(events)) or NONE


def _fell(event: str, count: Counter[tuple[str, Kind]]) -> str:
    order = sorted(count, key=lambda key: (key[0], list(Kind).index(key[1])))
    return f"{event}: {', '.join(_fallen_unit(*key, count[key]) for key in order)}"


def _fallen_unit(place_name: str, kind: Kind, number: int) -> str:
    what = _KINDS[kind] if number == 1 else f"{number} {_KINDS[kind]}s"
    return f"{place_name} {what}".strip()
