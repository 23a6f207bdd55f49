"""Actions: one frozen record for each thing a player can do, and its text, both ways.

An action names no side: that follows from whose turn it is. `read` gives the record of a text,
``str`` the text of a record: ``build 0605``, ``move carrier:1,naval:2 0804,0705,0606``, ``pass``.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping

from attrs import frozen

from witp_learn.files import Unreadable, nearest, one_of
from witp_learn.hexgrid import HexId
from witp_learn.model import Kind, Nation

NOWHERE = "none"
"""The place of what has nowhere to go: ``retreat land none``, ``displace 0606 none``."""

MOST = 99
"""The largest number of like units that an action names."""

_KINDS = [str(kind) for kind in Kind]

LONGEST = 2_000
"""Characters of the longest action that is read."""


class Ambiguous(Unreadable):
    """A text that could mean more than one action that is on offer."""


@frozen
class Roll:
    """Two dice: the white and the red one of a side (5.1), or Japan's and the Allies' (9.6)."""

    first: int
    second: int

    def __str__(self) -> str:
        return f"roll {self.first} {self.second}"


@frozen
class Build:
    """A supply base is built (6.1)."""

    at: HexId

    def __str__(self) -> str:
        return f"build {self.at}"


@frozen
class Remove:
    """A supply base is taken off: an own one (6.4), or the enemy's when he is short (6.5)."""

    at: HexId

    def __str__(self) -> str:
        return f"remove {self.at}"


@frozen
class Target:
    """A hex is chosen as the target of an impulse (8.2)."""

    at: HexId

    def __str__(self) -> str:
        return f"target {self.at}"


@frozen
class Activate:
    """An activation marker is put on a hex from which units will go to the target (8.2)."""

    at: HexId

    def __str__(self) -> str:
        return f"activate {self.at}"


Counts = tuple[tuple[str, int], ...]
"""How many by unit word, carriers first: ``(("carrier", 1), ("us-naval", 2))``."""


def counted(units: Mapping[str, int]) -> Counts:
    """Numbers by unit word in the one order of actions: carriers, naval, land and air units."""

    def order(word: str) -> tuple[int, str]:
        return _KINDS.index(word.split("-")[-1]), word

    return tuple((word, units[word]) for word in sorted(units, key=order))


@frozen
class Move:
    """Units go together to the target (8.2 to 8.6).

    ``units``: how many by unit word. ``path``: the hex they start from and every hex they enter;
    the start alone: the cheapest way. ``leaving``: what stays behind on the way, by hex (8.5l).
    """

    units: Counts
    path: tuple[str, ...]
    leaving: tuple[tuple[HexId, Counts], ...] = ()

    def __str__(self) -> str:
        stays = dict(self.leaving)
        steps = [h + (f"({counts(stays[h[:4]])})" if h[:4] in stays else "") for h in self.path]
        return f"move {counts(self.units)} {','.join(steps)}"


@frozen
class Support:
    """Whether the full air units of a hex support the battle at hand (9.2)."""

    at: HexId
    given: bool
    nation: str = ""

    def __str__(self) -> str:
        whose = f"{self.nation} " if self.nation else ""
        return f"support {whose}{self.at} {'yes' if self.given else 'no'}"


@frozen
class Fight:
    """The fight for a hex is begun (9.0)."""

    at: HexId

    def __str__(self) -> str:
        return f"fight {self.at}"


@frozen
class Hit:
    """A counter takes the hit at hand (9.6.1, 9.6.2); ``each air`` by a ruling."""

    unit: str
    at: str = ""

    def __str__(self) -> str:
        return f"hit {self.unit} {self.at}".rstrip()


@frozen
class Lose:
    """A counter goes for good: in a lost landing (9.6.3), over a limit (10.5), by a card (4.3)."""

    unit: str
    at: str

    def __str__(self) -> str:
        return f"lose {self.unit} {self.at}"


@frozen
class Retreat:
    """Where a beaten force goes (9.6.3): ``fleet`` or ``land``."""

    what: str
    to: str

    def __str__(self) -> str:
        return f"retreat {self.what} {self.to}"


@frozen
class Displace:
    """Where an air unit goes that has to leave its hex (8.7)."""

    at: HexId
    to: str

    def __str__(self) -> str:
        return f"displace {self.at} {self.to}"


@frozen
class Land:
    """Whether cargo lands, where that is left to its side (ruling assault-may-or-must)."""

    at: HexId
    wanted: bool

    def __str__(self) -> str:
        return f"land {self.at} {'yes' if self.wanted else 'no'}"


@frozen
class Draw:
    """A card comes off the deck, by chance as dice are (4.1, 4.2, 4.4)."""

    card: str

    def __str__(self) -> str:
        return f"draw {self.card}"


@frozen
class Declare:
    """A side names the card it uses this turn (4.2)."""

    card: str

    def __str__(self) -> str:
        return f"card {self.card}"


@frozen
class Redeploy:
    """A stack is taken up in one hex and put down in another (10.2, 10.3, 12.2)."""

    units: Counts
    at: str
    to: str

    def __str__(self) -> str:
        return f"redeploy {counts(self.units)} {self.at} {self.to}"


@frozen
class Rebuild:
    """An attrited unit is turned to its full face (10.6)."""

    unit: str
    at: str

    def __str__(self) -> str:
        return f"rebuild {self.unit} {self.at}"


@frozen
class Place:
    """Units come to a hex: reinforcements (11.0), or the air unit for Chongqing (12.2).

    ``start``: the hex an air unit comes from, where it stands on the map already.
    """

    units: Counts
    at: str
    start: str = ""

    def __str__(self) -> str:
        word, many = self.units[0]
        alone = len(self.units) == 1 and many == 1
        text = f"place {word if alone else counts(self.units)} {self.at}"
        return f"{text} from {self.start}" if self.start else text


@frozen
class Pass:
    """Nothing more: the end of an impulse, or of a side's part in a phase (6.0, 8.1)."""

    def __str__(self) -> str:
        return "pass"


Action = (
    Roll
    | Build
    | Remove
    | Target
    | Activate
    | Move
    | Support
    | Fight
    | Hit
    | Lose
    | Retreat
    | Displace
    | Land
    | Draw
    | Declare
    | Redeploy
    | Rebuild
    | Place
    | Pass
)
"""Everything a player can do."""


def counts(units: Counts) -> str:
    """``carrier:1,naval:2``."""
    return ",".join(f"{word}:{many}" for word, many in units)


def read(text: str) -> Action:
    """The action that a text names. Raises Unreadable with the piece and what would be right."""
    if len(text) > LONGEST:
        raise Unreadable(text[:40], f"an action has at most {LONGEST:,} characters")
    verb, *rest = joined(text).split() or [""]
    if verb.lower() not in _READERS:
        known = one_of(_READERS)
        if not verb:
            raise Unreadable("", f"an action is empty; one starts with {known}")
        raise Unreadable(text, f"an action starts with {known}.{nearest(verb.lower(), _READERS)}")
    try:
        return _READERS[verb.lower()](rest)
    except ValueError as error:
        raise Unreadable(text, str(error)) from None


def joined(text: str) -> str:
    """The text of an action without blanks around the commas between its units."""
    return _BETWEEN.sub(",", text)


_UNIT = rf"(?:[a-z]+-)*(?:{'|'.join(_KINDS)})\b"
_BETWEEN = re.compile(rf"(?<=[\da-z])\s*,\s*(?={_UNIT}(?:[:,\s)]|$))", re.IGNORECASE)

_PLACE = re.compile(r"[0-9]{4}[A-Z]?")
_COUNT = re.compile(r"([a-z0-9-]+):([0-9]{1,2})")
_STEP = re.compile(r"([0-9]{4}[A-Z]?)(?:\(([^()]*)\))?")


def _place(text: str) -> str:
    if not _PLACE.fullmatch(text.upper()):
        raise ValueError(f"{text}: a hex has four digits, like 0606")
    return text.upper()


def _hex(words: list[str], verb: str) -> HexId:
    if len(words) != 1:
        raise ValueError(f"write {verb} and one hex")
    return _place(words[0])[:4]


def _roll(words: list[str]) -> Roll:
    if len(words) != 2 or any(w not in list("123456") for w in words):
        raise ValueError("write roll and two dice, each 1 to 6")
    return Roll(int(words[0]), int(words[1]))


def take(text: str) -> dict[str, int]:
    """``naval:2,land:1`` as numbers by unit word. Raises ValueError saying what would be right."""
    taken: dict[str, int] = {}
    for piece in text.lower().split(","):
        if not piece:
            raise ValueError("a comma with no unit on one side; units read like naval:2,land:1")
        word, mark, number = piece.partition(":")
        if not mark:
            number = "1"
        if not _COUNT.fullmatch(f"{word}:{number}") or word.split("-")[-1] not in _KINDS:
            raise ValueError(f"{piece}: units read like naval:2 or attrited-naval:1")
        if word in taken:
            raise ValueError(f"{word} stands twice")
        if not int(number):
            raise ValueError(f"{piece}: at least 1")
        taken[word] = int(number)
    return taken


def steps(text: str) -> tuple[tuple[str, ...], tuple[tuple[HexId, Counts], ...]]:
    """A path like ``0804,0705(naval:1),0606``: its hexes, and what stays behind on the way.

    Raises ValueError saying what would be right.
    """
    path, leaving = [], []
    for piece in re.split(r",(?![^(]*\))", text):
        if not piece.strip():
            raise ValueError("a comma with no hex on one side; a path reads like 0804,0705,0606")
        found = _STEP.fullmatch(piece.strip().upper())
        if found is None:
            raise ValueError(f"{piece}: a path reads like 0804,0705,0606")
        path.append(found[1])
        if found[2] is not None:
            leaving.append((found[1][:4], counted(take(found[2]))))
    return tuple(path), tuple(leaving)


def _move(words: list[str]) -> Move:
    if len(words) != 2:
        raise ValueError("write move, the units and the path: move naval:2 0804,0705,0606")
    path, leaving = steps(words[1])
    return Move(counted(take(words[0])), path, leaving)


def _yes(word: str) -> bool:
    if word.lower() not in ("yes", "no"):
        raise ValueError("ends with yes or no")
    return word.lower() == "yes"


FLYING = {nation.short: str(nation) for nation in Nation} | {str(n): str(n) for n in Nation}


def _support(words: list[str]) -> Support:
    nation = FLYING.get(words[0].lower(), "") if words else ""
    words = words[1:] if nation else words
    if len(words) != 2:
        nations = one_of(nation.short for nation in Nation)
        raise ValueError(f"write support, a nation if need be ({nations}), a hex and yes or no")
    return Support(_place(words[0])[:4], _yes(words[1]), nation)


def _hit(words: list[str]) -> Hit:
    if [w.lower() for w in words] == ["each", "air"]:
        return Hit("each air")
    unit, at = _unit_at(words, "hit")
    return Hit(unit, at)


def _lose(words: list[str]) -> Lose:
    unit, at = _unit_at(words, "lose")
    return Lose(unit, at)


def _unit_at(words: list[str], verb: str) -> tuple[str, str]:
    if len(words) != 2 or words[0].lower().split("-")[-1] not in _KINDS:
        raise ValueError(f"write {verb}, a kind of unit ({one_of(_KINDS)}) and a hex")
    return words[0].lower(), _place(words[1])


def _to(word: str) -> str:
    return NOWHERE if word.lower() == NOWHERE else _place(word)


def _retreat(words: list[str]) -> Retreat:
    if len(words) != 2 or words[0].lower() not in ("fleet", "land"):
        raise ValueError("write retreat, fleet or land, and a hex")
    return Retreat(words[0].lower(), _to(words[1]))


def _displace(words: list[str]) -> Displace:
    if len(words) != 2:
        raise ValueError("write displace, the hex of the air unit and the hex it goes to")
    to = _to(words[1])
    return Displace(_place(words[0])[:4], to if to == NOWHERE else to[:4])


def _land(words: list[str]) -> Land:
    if len(words) != 2:
        raise ValueError("write land, a hex and yes or no")
    return Land(_place(words[0])[:4], _yes(words[1]))


_CARD = re.compile(r"194[2-5]-(0[1-9]|10)")


def _card(words: list[str], verb: str) -> str:
    if len(words) != 1 or not _CARD.fullmatch(words[0]):
        raise ValueError(f"write {verb} and a card, like 1942-03")
    return words[0]


def _redeploy(words: list[str]) -> Redeploy:
    if len(words) != 3:
        raise ValueError("write redeploy, the units and two hexes: redeploy land:2 0801 0605")
    return Redeploy(counted(take(words[0])), _place(words[1]), _place(words[2]))


def _rebuild(words: list[str]) -> Rebuild:
    unit, at = _unit_at(words, "rebuild")
    return Rebuild(unit, at)


def _put(words: list[str]) -> Place:
    come = len(words) == 4 and words[2].lower() == "from"
    if len(words) != 2 and not come:
        raise ValueError("write place, the units and a hex: place air 0404, or from another hex")
    return Place(counted(take(words[0])), _place(words[1]), _place(words[3]) if come else "")


def _pass(words: list[str]) -> Pass:
    if words:
        raise ValueError("pass stands alone")
    return Pass()


_READERS: Mapping[str, Callable[[list[str]], Action]] = {
    "roll": _roll,
    "build": lambda words: Build(_hex(words, "build")),
    "remove": lambda words: Remove(_hex(words, "remove")),
    "target": lambda words: Target(_hex(words, "target")),
    "activate": lambda words: Activate(_hex(words, "activate")),
    "move": _move,
    "support": _support,
    "fight": lambda words: Fight(_hex(words, "fight")),
    "hit": _hit,
    "lose": _lose,
    "retreat": _retreat,
    "displace": _displace,
    "land": _land,
    "draw": lambda words: Draw(_card(words, "draw")),
    "card": lambda words: Declare(_card(words, "card")),
    "redeploy": _redeploy,
    "rebuild": _rebuild,
    "place": _put,
    "pass": _pass,
}
"""The readers of an action's words, by its verb."""
