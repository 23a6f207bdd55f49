"""The questions that printed examples answer, and how the companion answers them.

A question is a word with arguments, ``cost japan transport 0707,0606``. Each names the public
function it goes by, so that a reader can ask it as well.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from attrs import evolve, frozen

from witp_learn import engine, moving, playing, queries
from witp_learn.files import Unreadable, nearest
from witp_learn.hexgrid import distance
from witp_learn.model import Side, Unit
from witp_learn.printed_examples import fight_asks
from witp_learn.printed_examples.setting import Setting
from witp_learn.printed_examples.words import counted, hexes, name_of, points, side_of, units
from witp_learn.rules import events
from witp_learn.rules.control import holder
from witp_learn.rules.resources import first_to_act, upkeep
from witp_learn.rules.turn_end import sudden_death_value

Words = Sequence[str]
Asking = Callable[[Setting, Words], str]


@frozen
class Ask:
    """A question: how it is answered, and by which function of the package."""

    answer: Asking
    by: str


def answer(setting: Setting, text: str) -> str:
    """What the rules give for the questions of a text, parted by semicolons.

    Raises Unreadable for a question that there is not.
    """
    return "; ".join(_one(setting, piece.split()) for piece in text.split(";"))


def functions(text: str) -> tuple[str, ...]:
    """The functions that answer a text, each once."""
    return tuple(dict.fromkeys(_find(piece.split()).by for piece in text.split(";")))


def _one(setting: Setting, words: Words) -> str:
    return _find(words).answer(setting, words[1:])


def _find(words: Words) -> Ask:
    name = words[0] if words else ""
    if name not in ASKS:
        raise Unreadable(name, f"no question of a printed example.{nearest(name, ASKS)}")
    return ASKS[name]


# ---------------------------------------------------------------- air zones and control, 2


def _zone(setting: Setting, words: Words) -> str:
    zones = queries.air_zones(setting.state)
    return hexes(zones.japan if side_of(words[0]) is Side.JAPAN else zones.allies)


def _covered(setting: Setting, words: Words) -> str:
    zones = queries.air_zones(setting.state)
    covers = zones.japan if side_of(words[1]) is Side.JAPAN else zones.allies
    return "in the air zone" if words[0] in covers else "not in the air zone"


def _controls(setting: Setting, words: Words) -> str:
    return name_of(holder(setting.state, words[0]))


# ---------------------------------------------------------------- cards, 4


def _hand(setting: Setting, words: Words) -> str:
    return " ".join(sorted(events.hand(setting.state, side_of(words[0])))) or "no cards"


def _acts(setting: Setting, words: Words) -> str:
    return name_of(engine.acting(setting.state))


# ---------------------------------------------------------------- points, 5


def _points(setting: Setting, words: Words) -> str:
    """The points as determined this turn, before what comes on top."""
    now = setting.state.progress
    found = now.points if now and now.points else (0, 0)
    return points(found[list(Side).index(side_of(words[0]))])


def _left(setting: Setting, words: Words) -> str:
    """The points that a side has left."""
    return points(_purse(setting, side_of(words[0])))


def _purse(setting: Setting, side: Side) -> int:
    left = setting.state.trp
    return 0 if left is None else left[list(Side).index(side)]


def _gains(setting: Setting, words: Words) -> str:
    now = setting.state.progress
    found = now.gains if now and now.gains else (0, 0)
    return points(found[list(Side).index(side_of(words[0]))])


def _first(setting: Setting, words: Words) -> str:
    now = setting.state.progress
    found = (now.points if now else ()) or setting.state.trp or (0, 0)
    leads = first_to_act((found[0], found[1]), setting.state.phase)
    return name_of(side_of(str(leads.value)))


def _upkeep(setting: Setting, words: Words) -> str:
    side = side_of(words[0])
    return points(upkeep(setting.state, side, _purse(setting, side)).due)


def _keeps(setting: Setting, words: Words) -> str:
    """How many bases so many points keep: the most whose upkeep they pay."""
    side, most, number = side_of(words[0]), int(words[1]), 0
    sites = tuple(setting.state.board.hexes)
    while number <= most:
        held = {**setting.state.bases, side: sites[: number + 1]}
        if upkeep(evolve(setting.state, bases=held), side, most).short:
            break
        number += 1
    return counted(number, "base")


# ---------------------------------------------------------------- bases and supply, 6 and 7


def _build(setting: Setting, words: Words) -> str:
    row = queries.bases(setting.state, side_of(words[0])).site(words[1])
    return "can be built" if row.good else "cannot be built"


def _stopper(setting: Setting, words: Words) -> str:
    """What stops the line to a hex in which no base can be built."""
    found = queries.bases(setting.state, side_of(words[0])).as_dict()["refused"]
    whys = {one["why"]: one["hex"] for one in found.get(words[1], ())}
    if "enemy_facility" not in whys:
        return ", ".join(sorted(whys)) or "nothing in between"
    facility = setting.state.board[whys["enemy_facility"]].facility
    return f"an enemy {facility} in between"


def _supplied(setting: Setting, words: Words) -> str:
    row = queries.supply(setting.state)[words[0]]
    return "in supply" if row.in_supply else "out of supply"


def _between(setting: Setting, words: Words) -> str:
    """The hexes between a unit and what feeds it."""
    path = queries.supply(setting.state)[words[0]].judgement.path or ()
    return f"by {hexes(path[1:-1])}" if path[1:-1] else "next to it"


def _starving(setting: Setting, words: Words) -> str:
    side = side_of(words[0]) if words else None
    out = [row.unit for row in queries.supply(setting.state) if not row.in_supply]
    found = {unit.hex for unit in out if side is None or unit.side is side}
    board = setting.state.board
    return ", ".join(board.label(h) for h in sorted(found)) or "nobody"


def _suffers(setting: Setting, words: Words) -> str:
    return queries.supply(setting.state)[words[0]].judgement.effect


def _way_by(setting: Setting, words: Words) -> str:
    """Whether a supply line of a unit may run through a hex."""
    found = queries.supply(setting.state)[words[0]].judgement.blocked
    return "stopped" if words[1] in {one.hex for one in found} else "open"


# ---------------------------------------------------------------- movement, 8


def _allowed(setting: Setting, words: Words) -> str:
    side, kind, path = words
    found = moving.cost(setting.state, side_of(side), kind, path)
    return "allowed" if found.legal else "not allowed"


def _cost(setting: Setting, words: Words) -> str:
    side, kind, path = words
    found = moving.cost(setting.state, side_of(side), kind, path)
    return points(found.rp) if found.rp is not None else "not allowed"


def _marker(setting: Setting, words: Words) -> str:
    """What a move costs before its first hex: the activation marker alone."""
    return points(_price(setting, words)[0])


def _price(setting: Setting, words: Words) -> tuple[int, int]:
    """What the marker of a move costs, and its hexes with air zones."""
    side, kind, path = words
    ledger = moving.cost(setting.state, side_of(side), kind, path).ledger
    marker = sum(item.rp for item in ledger if item.what == "activation")
    return marker, sum(item.rp for item in ledger) - marker


def _bill(setting: Setting, words: Words) -> str:
    """What the markers of moves cost together, and their hexes."""
    paid = [_price(setting, (*words[:2], path)) for path in words[2:]]
    markers, hexes_paid = (sum(part) for part in zip(*paid, strict=True))
    return f"{points(markers)} for markers, {points(hexes_paid)} for moves"


def _budget(setting: Setting, words: Words) -> str:
    """What moves cost one by one, and what is left of the points there are."""
    paid = [sum(_price(setting, (*words[:2], path))) for path in words[2:]]
    left = _purse(setting, side_of(words[0])) - sum(paid)
    return f"{' + '.join(map(str, paid))} RP, {left} RP left"


def _at_least(setting: Setting, words: Words) -> str:
    """What a move by sea between two hexes costs at least: the marker and its hexes."""
    return f"{points(1 + distance(words[0], words[1]))} at least"


def _apart(setting: Setting, words: Words) -> str:
    return counted(distance(words[0], words[1]), "hex")


# ---------------------------------------------------------------- what stands where, what may be


def _at(setting: Setting, words: Words) -> tuple[Unit, ...]:
    return setting.state.at(words[0][:4], side_of(words[1]))


def _holds(setting: Setting, words: Words) -> str:
    return units(_at(setting, words), carried="aboard" in words)


def _ashore(setting: Setting, words: Words) -> str:
    return counted(sum(u.count for u in _at(setting, words) if u.ashore), "land unit")


def _may(setting: Setting, words: Words) -> str:
    found = playing.check(setting.state, " ".join(words))
    return "allowed" if found.ok else "not allowed"


def _fought_over(setting: Setting, words: Words) -> str:
    from witp_learn.fighting import fights

    return hexes(fights(setting.state))


def _picks(setting: Setting, words: Words) -> str:
    from witp_learn.fighting import fights

    return name_of(fights(setting.state).chooser)


def _short_war(setting: Setting, words: Words) -> str:
    found = sudden_death_value(setting.state, words[0])
    return f"{found.value} or less"


def _sum(setting: Setting, words: Words) -> str:
    """Plain arithmetic with printed numbers."""
    return str(sum(map(int, words)))


ASKS: Mapping[str, Ask] = {
    "acts": Ask(_acts, "Game.acting"),
    "allowed": Ask(_allowed, "cost"),
    "apart": Ask(_apart, "hexgrid.distance"),
    "at-least": Ask(_at_least, "hexgrid.distance"),
    "ashore": Ask(_ashore, "State.at"),
    "between": Ask(_between, "supply"),
    "bill": Ask(_bill, "cost"),
    "budget": Ask(_budget, "cost"),
    "build": Ask(_build, "bases"),
    "controls": Ask(_controls, "control"),
    "cost": Ask(_cost, "cost"),
    "covered": Ask(_covered, "air_zones"),
    "first": Ask(_first, "rules.resources.first_to_act"),
    "fought-over": Ask(_fought_over, "fights"),
    "gains": Ask(_gains, "Game.state"),
    "hand": Ask(_hand, "Game.state"),
    "holds": Ask(_holds, "State.at"),
    "keeps": Ask(_keeps, "rules.resources.upkeep"),
    "left": Ask(_left, "Game.state"),
    "marker": Ask(_marker, "cost"),
    "may": Ask(_may, "check"),
    "picks": Ask(_picks, "fights"),
    "points": Ask(_points, "Game.state"),
    "short-war": Ask(_short_war, "sudden_death_odds"),
    "starving": Ask(_starving, "supply"),
    "stopper": Ask(_stopper, "bases"),
    "suffers": Ask(_suffers, "supply"),
    "sum": Ask(_sum, "sum"),
    "supplied": Ask(_supplied, "supply"),
    "upkeep": Ask(_upkeep, "rules.resources.upkeep"),
    "way-by": Ask(_way_by, "supply"),
    "zone": Ask(_zone, "air_zones"),
    **{name: Ask(answer, "combat") for name, answer in fight_asks.ASKS.items()},
}
"""Every question by its word."""
