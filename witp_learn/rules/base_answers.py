"""Bases and building sites in the grammar of an answer: verdict, deciding fact, tests, one change.

Words only: every fact comes from `witp_learn.rules.bases` and `witp_learn.rules.base_leaning`.
"""

from __future__ import annotations

from functools import cached_property

from attrs import evolve, frozen

from witp_learn.explain import Answer, Change, Reason, Tab, number, say
from witp_learn.hexgrid import HexId, distance, simple_paths
from witp_learn.model import Side, State
from witp_learn.rules.answers import (
    MOST_WORDS,
    capital,
    hex_tab,
    label_list,
    lean_fact,
    ruling_effect,
    short_enough,
    stop_fact,
    stop_kinds,
    stop_reasons,
    subject,
)
from witp_learn.rules.base_leaning import Question, Turning
from witp_learn.rules.bases import line_of_base, line_to, why_no_line
from witp_learn.rules.control import holder, holds, projectors
from witp_learn.rules.lines import CLAUSES, LIFTED, WAIVED, End, Ground, Purpose
from witp_learn.rules.links import REACH
from witp_learn.rules.refusals import Refusal
from witp_learn.rules.supply import end_label

_ORDER = ("base", "counter", "takes", "lifts", "arrives", "captures", "covers", "turn")
"""Ways of a change, those first that one can do in this phase."""


def base_answer(state: State, side: Side, hex_id: HexId, *, deep: bool = True) -> Answer:
    """Whether ``side`` can build a base in a hex, and why; where it has one, whether it is linked.

    ``deep`` also finds the single changes, map facts and rulings that would turn the answer.

    Rules: 6.1a, 6.1b, 6.1c, 6.1d, 6.2a, 6.2b, 6.2c, 6.3a, 6.3b, 6.5e, 6.5f, 6.6.1a
    """
    found = _Found(Question(state, side, hex_id))
    short = Answer(
        good=found.good,
        verdict=_verdict(found),
        deciding=_deciding(found),
        tabs=_tabs(found),
        rules=_chips(found),
        reason=_reason(found),
    )
    return _deepened(found, short) if deep else short


def _deepened(found: _Found, short: Answer) -> Answer:
    question = found.question
    turnings = sorted(question.turnings(), key=lambda t: _ORDER.index(t.way))
    changes = tuple(_change(found, t) for t in turnings)
    return evolve(
        short,
        changes=changes,
        facts=tuple(lean_fact(question.state, lean) for lean in question.leans()),
        rulings=tuple(ruling_effect(slug, name) for slug, name in question.rulings()),
        heading=_heading(found, bool(changes)),
    )


@frozen(slots=False)
class _Found:
    """A question with what its words need: the ends in reach, the line, what stops the others."""

    question: Question

    @cached_property
    def ground(self) -> Ground:
        return Ground(self.question.state, self.question.side, Purpose.BASE)

    @property
    def state(self) -> State:
        return self.question.state

    @property
    def side(self) -> Side:
        return self.question.side

    @property
    def hex(self) -> HexId:
        return self.question.hex

    @property
    def good(self) -> bool:
        return self.question.good

    @property
    def held(self) -> bool:
        return self.question.is_base or holder(self.state, self.hex) is self.side

    @property
    def label(self) -> str:
        return self.state.board.label(self.hex)

    @cached_property
    def ends(self) -> tuple[HexId, ...]:
        """Sources and linked bases that a line from the hex may lead to."""
        rounds = self.question.links.rounds
        if self.question.is_base and self.good:
            own = rounds[self.hex]
            return tuple(
                h for h, n in sorted(rounds.items()) if n < own or (n == 0 and h == self.hex)
            )
        return tuple(sorted(rounds))

    @cached_property
    def near(self) -> tuple[HexId, ...]:
        """Those in reach of a line."""
        return tuple(e for e in self.ends if distance(self.hex, e) <= REACH)

    @cached_property
    def line(self) -> tuple[HexId, ...] | None:
        """The line that joins the hex: the shortest, then that with the lowest numbers."""
        if not self.good:
            return None
        if self.question.is_base:
            return line_of_base(self.ground, self.hex, self.question.links.rounds)
        return line_to(self.ground, self.hex, self.ends)

    @cached_property
    def stops(self) -> tuple[Refusal, ...]:
        """What stops the lines to what is in reach, nearest first."""
        if self.good or not self.held or not self.near:
            return ()
        found = why_no_line(self.ground, self.hex, self.ends)
        tested = (r for r in found if r.why in CLAUSES[Purpose.BASE])
        return tuple(sorted(tested, key=lambda r: (distance(self.hex, r.hex), r.hex)))

    @property
    def stopped(self) -> tuple[HexId, ...]:
        """The hexes in which those lines are stopped."""
        return tuple(dict.fromkeys(r.hex for r in self.stops))

    def end(self, hex_id: HexId) -> str:
        """``the base at Truk`` or ``the supply source at Kure``."""
        return end_label(self.state, End(hex_id, hex_id in self.question.links.sources))


# -- parts 1 and 2


def _verdict(found: _Found) -> str:
    key = _verdict_key(found)
    line = found.line or (found.hex,)
    values = {
        "who": say(f"base_verdict.{found.side.value}"),
        "side": found.side.adjective,
        "place": found.label,
        "end": found.end(line[-1]),
    }
    numbers = {**values, "place": found.hex, "end": line[-1]}
    tried = [(key, values), (key, numbers)]
    if key == "can":
        short = {**values, "end": found.state.board.label(line[-1])}
        tried = [(key, values), ("can_short", short), ("can_short", numbers)]
    texts = [say(f"base_verdict.{name}", **words) for name, words in tried]
    return next((t for t in texts if len(t.split()) <= MOST_WORDS), texts[-1])


def _verdict_key(found: _Found) -> str:
    if found.question.is_base:
        return "linked" if found.good else "cut_off"
    if found.good:
        return "can_source" if found.line and len(found.line) == 1 else "can"
    if not found.held:
        return "no_facility"
    if not found.question.links.sources:
        return "no_source"
    return "stopped" if found.stops else "too_far"


def _deciding(found: _Found) -> str:
    if found.line is not None:
        return _why_joined(found, found.line)
    place = found.state.board[found.hex]
    values = {
        "place": found.label,
        "side": found.side.adjective,
        "enemy": found.side.enemy.adjective,
        "facility": place.facility.value if place.facility else "",
        "nation": place.owner.adjective if place.owner else "",
    }
    if not found.held:
        return say(f"base_deciding.{_why_not_held(found)}", **values)
    if not found.question.links.sources:
        return say("base_deciding.no_source", **values)
    if not found.near:
        nearest = min(found.ends, key=lambda e: (distance(found.hex, e), e))
        away = distance(found.hex, nearest)
        return say("base_deciding.far", end=found.end(nearest), steps=away)
    return _why_stopped(found)


def _why_not_held(found: _Found) -> str:
    owner = found.state.board[found.hex].owner
    if owner is None:
        return "no_icon"
    return "captured" if owner.side is found.side else "enemy_icon"


def _why_joined(found: _Found, line: tuple[HexId, ...]) -> str:
    ground, middles = found.ground, line[1:-1]
    values = {
        "place": found.label,
        "end": found.end(line[-1]),
        "middle": label_list(found.state, middles) if middles else "",
        "side": found.side.adjective,
        "enemy": found.side.enemy.adjective,
    }
    if not middles:
        return capital(say(f"base_deciding.{'next_door' if line[1:] else 'on_source'}", **values))
    zoned = [h for h in middles if projectors(found.state, h, found.side.enemy)]
    if not zoned:
        keys = ("open", "short")
    elif ground.zones_waived:
        keys = ("waived", "waived_short")
    else:
        keys = ("lifted", "lifted_short")
        values["at"] = label_list(found.state, tuple(zoned))
    return short_enough(*(say(f"base_deciding.{key}", **values) for key in keys))


def _why_stopped(found: _Found) -> str:
    ground, places = found.ground, found.stopped
    if not places:
        return say("base_deciding.off_board", end=found.end(found.near[0]))
    if found.hex in places:
        fact = stop_fact(ground, found.hex)
        return say("base_deciding.ends", place=found.label, fact=fact)
    if len(places) == 1 and len(found.near) == 1:
        fact = stop_fact(ground, places[0])
        where = found.state.board.label(places[0])
        return say("base_deciding.only", end=found.end(found.near[0]), place=where, fact=fact)
    return short_enough(
        say("base_deciding.kinds", why=stop_reasons(ground, places)),
        say("base_deciding.kinds", why=stop_kinds(ground, places)),
        say("base_deciding.many"),
    )


# -- parts 3 and 6


def _tabs(found: _Found) -> tuple[Tab, ...]:
    """The hexes between of the line; where there is none, each hex that stops one."""
    places = found.line[1:-1] if found.line else found.stopped
    return tuple(hex_tab(found.ground, h) for h in places)


def _chips(found: _Found) -> tuple[str, ...]:
    if not found.held:
        return ("6.1b",)
    if found.question.is_base:
        used = ["6.2a", "6.2b"] if found.good else ["6.5e", "6.5f"]
    else:
        used = ["6.1b", "6.1c"]
    if found.line is not None:
        used += ["6.3b"] if len(found.line) > 1 else []
        used += _zone_chips(found, found.line[1:-1])
    else:
        used += [r.rule for r in found.stops] or (["6.3b"] if found.ends else ["6.1c"])
    return tuple(dict.fromkeys(used))


def _zone_chips(found: _Found, middles: tuple[HexId, ...]) -> list[str]:
    zoned = [h for h in middles if projectors(found.state, h, found.side.enemy)]
    if not zoned:
        return []
    return [(WAIVED if found.ground.zones_waived else LIFTED)[Purpose.BASE]]


# -- part 4


def _heading(found: _Found, turns: bool) -> str:
    if found.question.is_base:
        key = ("holds" if turns else "firm") if found.good else ("joins" if turns else "apart")
    else:
        key = ("rests" if turns else "safe") if found.good else ("allows" if turns else "forbids")
    return say(f"base_change.{key}")


def _change(found: _Found, turning: Turning) -> Change:
    edit = turning.edit
    return Change(str(edit), _change_text(found, turning), edit.hexes)


def _change_text(found: _Found, turning: Turning) -> str:
    edit, board, way = turning.edit, found.state.board, turning.way
    if way == "turn":
        return say("base_change.turn")
    where = board.label(edit.hexes[0])
    if way == "base":
        built = "change.base" if found.question.is_base else "base_change.base"
        return say("change.unbase" if edit.verb == "unbase" else built, place=where)
    if edit.unit is None:
        raise ValueError(f"{edit}: no counter")
    if way == "counter":
        gone = "gone" if edit.verb == "remove" else "attrited" if edit.unit.full else "full"
        return say(f"change.{gone}", unit=subject(found.state, edit.unit))
    owner = board[edit.unit.hex].owner
    own = way == "takes" and owner is not None and owner.side is found.side
    key = "takes_held" if own else way
    return say(f"base_change.{key}", side=edit.unit.side.adjective, place=where)


# -- the reason


def _reason(found: _Found) -> Reason:
    """The answer as a tree whose leaves are data of the map and the position."""
    line = _some_line(found)
    if found.question.is_base:
        text = say(f"base_reason.{'linked' if found.good else 'cut_off'}", place=found.label)
        return number(text, "same", line, what="linked", rules=("6.2a", "6.2b"))
    text = say(f"base_reason.{'can' if found.good else 'cannot'}", place=found.label)
    held = holds(found.state, found.hex, found.side)
    return number(text, "all", held, line, what="site", rules=("6.1b", "6.1c"))


def _some_line(found: _Found) -> Reason:
    ways = tuple(_way(found, e) for e in found.near)
    joined = any(w.value for w in ways)
    text = say("base_reason.some" if joined else "base_reason.none")
    return number(text, "any", *ways, what="line", rules=("6.3a", "6.3b"))


def _way(found: _Found, end: HexId) -> Reason:
    """Whether a line reaches one source or linked base (value: bool)."""
    if end == found.hex:
        return Reason(True, found.end(end), what="here", hexes=(end,))
    paths = (
        p for p in simple_paths(found.hex, end, REACH) if set(p) <= found.state.board.hexes.keys()
    )
    lines = tuple(
        number(
            say("base_reason.way", path=" ".join(path)),
            "all",
            *(found.ground.between(h) for h in path[1:-1]),
            *(_end_free(found, h) for h in (path[0], path[-1])),
            what="way",
            hexes=path,
        )
        for path in paths
    )
    reached = any(line.value for line in lines)
    text = say(f"base_reason.{'line' if reached else 'no_line'}", end=found.end(end))
    return number(text, "any", *lines, what="end", hexes=(end,))


def _end_free(found: _Found, hex_id: HexId) -> Reason:
    """Whether a line may end in a hex: always, by reading a of supply-line-endpoints."""
    free = hex_id not in found.question.links.barred
    place = found.state.board.label(hex_id)
    text = say(f"base_reason.{'ends_free' if free else 'ends_barred'}", place=place)
    return Reason(free, text, what="ends", hexes=(hex_id,))
