"""The questions about a battle: strengths, dice, hits, how it ends (9)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial

from witp_learn.model import Side
from witp_learn.printed_examples.setting import Setting
from witp_learn.printed_examples.words import side_of, units
from witp_learn.walkthrough.combat_points import Point, computed, in_order

_PAIRS = {
    "strength": "strength",
    "halved": "added",
    "totals": "total",
    "carriers": "carrier",
    "pair-bonus": "pair",
    "naval": "naval",
    "land": "land",
    "carrier-support": "carrier_support",
    "air": "air",
    "defence": "defence",
}
"""Numbers that both sides have, and the points they are computed by."""

_NUMBERS = {
    "difference": "difference",
    "loser-hits": "loser_hits",
    "half": "winner_half",
    "winner-hits": "winner_hits",
    "winner": "winner",
    "result": "result",
}
_FALLEN = {"hits": "hit", "air-hits": "extra"}
_UNKNOWN = ("?", "?")


def _pair(name: str, setting: Setting, words: Sequence[str]) -> str:
    """Both sides' numbers, or one side's."""
    text = computed(Point(name, "", "", pair=_UNKNOWN), setting.scene)
    return text.split(" v ")[list(Side).index(side_of(words[0]))] if words else text


def _number(name: str, setting: Setting, words: Sequence[str]) -> str:
    return computed(Point(name, "", ""), setting.scene)


def _fallen(name: str, setting: Setting, words: Sequence[str]) -> str:
    return computed(Point(name, "", "", side_of(words[0])), setting.scene)


def _order(setting: Setting, words: Sequence[str]) -> str:
    return in_order(one.battle.kind for one in setting.look.combat.battles)


def _stands(setting: Setting, words: Sequence[str]) -> str:
    """What a side has in the hex once the battle is over; ``aboard``: with what is carried."""
    found = setting.look.shown.at(setting.look.hex, side_of(words[0]))
    return units(found, carried="aboard" in words)


Asking = Callable[[Setting, Sequence[str]], str]

ASKS: Mapping[str, Asking] = {
    **{word: partial(_pair, name) for word, name in _PAIRS.items()},
    **{word: partial(_number, name) for word, name in _NUMBERS.items()},
    **{word: partial(_fallen, name) for word, name in _FALLEN.items()},
    "battles": _order,
    "stands": _stands,
}
"""Every question by its word."""
