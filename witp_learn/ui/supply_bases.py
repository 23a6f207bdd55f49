"""The bases panel of the supply lab as HTML: what a side has, could build, and whom it would feed.

Building and removing are ordinary edits of the lab; every row says beforehand what they bring.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from html import escape

from attrs import frozen

from witp_learn import edits, queries
from witp_learn.explain import Answer, say
from witp_learn.hexgrid import HexId
from witp_learn.model import Side, State, Unit
from witp_learn.rules.answers import name_list
from witp_learn.rules.bases import Network
from witp_learn.rules.links import Links, links
from witp_learn.rules.planning import (
    FREE_BASES,
    Approach,
    Pantry,
    Suggestion,
    approaches,
    closed,
    cost,
    names,
    placed_at_set_up,
    refused,
    suggestions,
)
from witp_learn.rules.refusals import Refusal
from witp_learn.ui.buttons import button
from witp_learn.ui.supply_facts import can_correct
from witp_learn.ui.supply_selection import Selection
from witp_learn.view.cards import answer_card

MOST_SITES = 8
"""Building sites shown at once; the rest, which bring less, stand behind a line that opens."""


@frozen(slots=False)
class Seen:
    """What the panel knows of one side in one position, found once."""

    state: State
    side: Side

    @cached_property
    def bases(self) -> queries.Bases:
        """The side's bases and building sites."""
        return queries.bases(self.state, self.side)

    @property
    def network(self) -> Network:
        """The lines between its bases."""
        return self.bases.network

    @cached_property
    def links(self) -> Links:
        """The same as a graph."""
        return links(self.state, self.side)

    @cached_property
    def pantry(self) -> Pantry:
        """Which bases could feed which units."""
        return Pantry(self.state, self.side)

    @cached_property
    def could_build(self) -> tuple[Suggestion, ...]:
        """Where one base could be built, those that feed most first."""
        return suggestions(self.state, self.side)

    @cached_property
    def approaches(self) -> tuple[Approach, ...]:
        """How several bases could reach the units that no single one would feed."""
        return approaches(self.state, self.side)

    @cached_property
    def closed(self) -> Refusal | None:
        """Why no base at all may be built now."""
        return closed(self.state, self.side)

    @property
    def spent(self) -> bool:
        """Whether every base more is one that no RP pays for (6.5)."""
        now = cost(self.state, self.side)
        return bool(self.could_build) and now.due > 0 and now.left == 0

    def leads(self, place: HexId) -> Approach | None:
        """What a base in ``place`` would be the beginning of."""
        ahead = (a for a in self.approaches if a.possible and a.hexes[0] == place)
        return next(ahead, None)

    def answer(self, hex_id: HexId, *, deep: bool = True) -> Answer:
        """The answer of the network, but no where no base may be built at all."""
        row = self.bases[hex_id]
        found = row.answer if deep else row.short_answer
        if self.closed is None or self.state.has_base(hex_id, self.side):
            return found
        who, place = say(f"base_verdict.{self.side.value}"), self.state.board.label(hex_id)
        key = "closed_but" if found.good else "closed_too"
        return Answer(
            good=False,
            verdict=say("plan.closed", who=who, place=place),
            deciding=say(f"plan.{key}", why=self.closed.text),
            rules=(self.closed.rule,),
        )

    def opens(self, place: HexId) -> tuple[HexId, ...]:
        """Where a base could be built only after one in ``place``."""
        more = self.links.with_base(place)
        shut = (s.hex for s in self.bases.sites if not s.allowed)
        return tuple(h for h in shut if h not in more.bases and more.joins(h))

    def parted(self, base: HexId) -> tuple[HexId, ...]:
        """The bases that would be cut off if one went."""
        left = self.links.without_base(base)
        linked = left.rounds
        return tuple(h for h in sorted(left.bases) if h in self.links.rounds and h not in linked)


def seen(desk: Selection) -> Seen:
    """What is known of the side that the panel looks at."""
    known = desk.bases_seen
    if not isinstance(known, Seen) or (known.state, known.side) != (desk.state, desk.base_side):
        desk.bases_seen = known = Seen(desk.state, desk.base_side)
    return known


def panel(desk: Selection) -> Iterator[str]:
    """The whole panel: side, the selected hex, cost, bases, sites, the other ports."""
    known = seen(desk)
    yield _head(desk)
    if desk.selected is not None:
        yield from _selected(desk, known, desk.selected)
    yield _cost(known)
    yield _starving(known)
    yield from _approaches(known)
    yield from _bases(known, desk.built_now)
    yield from _sites(known)
    yield from _elsewhere(known)


def _head(desk: Selection) -> str:
    """The first line: what this is, whose bases, and the way out."""
    sides = "".join(
        button(name, "base-side", side.value, pressed=side is desk.base_side)
        for side, name in ((Side.JAPAN, "Japan"), (Side.ALLIES, "Allies"))
    )
    return (
        '<div class="witp-headline"><h2 class="witp-head" tabindex="-1">Bases</h2>'
        f'<span class="witp-row" role="group" aria-label="Side">{sides}</span>'
        f"{button('Close', 'close')}</div>"
    )


def _cost(known: Seen) -> str:
    """``4 bases: 4 RP of 14, 10 left (6.5)``, and what turn 1 makes of it."""
    state, side = known.state, known.side
    words = []
    if state.turn == 1 and side is Side.ALLIES:
        if placed_at_set_up(state):
            words.append("They were placed at set-up; none is built on turn 1 (6.6.2).")
        else:
            words.append(f"On turn 1 the Allies build up to {FREE_BASES} (6.6.2).")
    elif state.turn == 1:
        words.append("On turn 1 Allied air zones stop no line of Japan's (6.6.1).")
    if known.spent:
        words.append(f"{say('plan.spent')}.")
    more = "".join(f'<p class="witp-quiet">{escape(text)}</p>' for text in words)
    return f'<p class="witp-cost">{escape(str(cost(state, side)))}.</p>{more}'


def _starving(known: Seen) -> str:
    return f'<p class="witp-starving">{escape(_out(known))}</p>'


def _out(known: Seen) -> str:
    starving = known.pantry.starving
    if not starving:
        return f"No {known.side.adjective} unit is out of supply now."
    return f"Out of supply now: {names(known.state, starving)}."


def _approaches(known: Seen) -> Iterator[str]:
    """The units that only several bases would feed, and which."""
    if found := known.approaches:
        rows = "".join(f"<li>{escape(str(one))}</li>" for one in found)
        yield f'<h3>Fed only by several bases</h3><ul class="witp-quiet">{rows}</ul>'


def told(desk: Selection) -> str:
    """What a screen reader says of the panel: the answer of the hex, else what the bases cost."""
    known = seen(desk)
    if desk.selected is None:
        return f"{known.side.adjective} bases. {cost(known.state, known.side)}. {_out(known)}"
    answer = known.answer(desk.selected, deep=False)
    return f"{answer.verdict} {answer.deciding}"


# -- the selected hex


def _selected(desk: Selection, known: Seen, hex_id: HexId) -> Iterator[str]:
    """What can be done in the selected hex, and the answer why."""
    if (handle := _handle(known, hex_id)) is not None:
        yield f'<div class="witp-row witp-do">{handle}</div>'
    yield answer_card(
        known.answer(hex_id),
        unit_label=f"{hex_id} {desk.state.board[hex_id].name}".strip(),
        open_tab=desk.tab,
        passed_open=desk.passed_open,
        rests_open=desk.rests_open,
        can_correct=can_correct(desk),
    )


def _handle(known: Seen, hex_id: HexId) -> str | None:
    """The button that builds or removes the base of the selected hex."""
    state, side = known.state, known.side
    label = state.board.label(hex_id)
    if state.has_base(hex_id, side):
        edit, verb, kind = edits.unbase(side, hex_id), "Remove the", ""
    else:
        edit, verb, kind = edits.base(side, hex_id), "Build a", "primary"
    if edit.verb == "base" and refused(state, edit):
        return None
    return button(f"{verb} base at {label}", "edit", str(edit), kind=kind, where="here-")


# -- the lists


def _list(title: str, rows: list[str]) -> str:
    return f'<h3>{escape(title)}</h3><ul class="w-units witp-bases">{"".join(rows)}</ul>'


def _row(
    known: Seen, hex_id: HexId, sign: str, words: str, units: tuple[Unit, ...], do: str = ""
) -> str:
    """A place with what is known of it; pointed at, it and the units it is about are ringed."""
    place = known.state.board[hex_id]
    hexes = " ".join(dict.fromkeys((hex_id, *(u.hex for u in units))))
    inner = f"{sign}<span><strong>{escape(place.label)}</strong>, {escape(words)}</span>"
    return (
        f'<li data-hexes="{hexes}"><button type="button" class="w-unit" data-action="base-at" '
        f'data-value="{hex_id}" data-key="base-at:{hex_id}" data-hexes="{hexes}">{inner}</button>'
        f"{do}</li>"
    )


def _sign(kind: str, mark: str, words: str) -> str:
    """The sign that the map shows there, with its words for those who listen."""
    return (
        f'<span class="witp-site {kind}" aria-hidden="true">{mark}</span>'
        f'<span class="w-hidden">{words}: </span>'
    )


def _bases(known: Seen, built: frozenset[HexId]) -> Iterator[str]:
    bases = sorted(known.state.bases[known.side])
    if bases:
        yield _list("On the map", [_base(known, h, h in built) for h in bases])


def _base(known: Seen, hex_id: HexId, built: bool) -> str:
    line = known.network.lines.get(hex_id)
    label = known.state.board.label
    if line is None:
        words = ["cut off, but it feeds (6.5)"]
    else:
        words = [f"linked to {label(line[-1])}" if len(line) > 1 else "on a source"]
    starved, parted = known.pantry.hanging_by(hex_id), known.parted(hex_id)
    if starved:
        words.append(f"without it out of supply: {names(known.state, starved)}")
    else:
        words.append("nobody hangs by it alone")
    if parted:
        words.append(f"without it cut off: {', '.join(label(h) for h in parted)}")
    if built:
        words.append(say("plan.built_lately"))
    edit = str(edits.unbase(known.side, hex_id))
    said = f"Remove the base at {label(hex_id)}"
    do = button("Remove", "base-edit", edit, label=said, where="list-")
    sign = _sign("cut", "\N{MULTIPLICATION X}", "cut off")
    if line is not None:
        sign = _sign("linked", "\N{CHECK MARK}", "linked")
    return _row(known, hex_id, sign, "; ".join(words), starved, do)


def _sites(known: Seen) -> Iterator[str]:
    found = known.could_build
    if not found:
        return
    rows = [_site(known, one) for one in sorted(found, key=lambda one: _worth(known, one))]
    yield _list("Can build at", rows[:MOST_SITES])
    if rest := rows[MOST_SITES:]:
        yield (
            f'<details class="w-rest"><summary data-key="more-sites">{len(rest)} more</summary>'
            f'<ul class="w-units witp-bases">{"".join(rest)}</ul></details>'
        )


def _worth(known: Seen, one: Suggestion) -> tuple[int, int, int]:
    """Those first that feed most; then those that begin a row which will; then those that open."""
    (hex_id,) = one.hexes
    ahead = known.leads(hex_id)
    bases = FREE_BASES + 1 if ahead is None else len(ahead.hexes)
    return -one.count, bases, -len(known.opens(hex_id))


def _site(known: Seen, one: Suggestion) -> str:
    (hex_id,) = one.hexes
    label = known.state.board.label
    words = [f"feeds {names(known.state, one.fed)}"] if one.fed else []
    if (ahead := known.leads(hex_id)) is not None:
        then = ", then ".join(label(h) for h in ahead.hexes[1:])
        words.append(f"with {then} feeds {names(known.state, ahead.units)}")
    if opened := known.opens(hex_id):
        words.append(f"opens {name_list([label(h) for h in opened])}")
    edit = str(edits.base(known.side, hex_id))
    said = f"Build a base at {label(hex_id)}"
    do = button("Build", "base-edit", edit, label=said, where="list-")
    sign = _sign("can", "+", "can build")
    return _row(known, hex_id, sign, "; ".join(words) or "feeds nobody more", one.fed, do)


def _elsewhere(known: Seen) -> Iterator[str]:
    """Ports and airfields held where no base can be built, each with the first reason."""
    can = {one.hexes[0] for one in known.could_build}
    rows = []
    for hex_id in (s.hex for s in known.bases.sites):
        if hex_id in can or known.state.has_base(hex_id, known.side):
            continue
        no = refused(known.state, edits.base(known.side, hex_id))
        sign = _sign("cannot", "\N{MINUS SIGN}", "cannot build")
        rows.append(_row(known, hex_id, sign, f"{no[0].text} ({no[0].rule})", ()))
    if rows:
        more = "more port or airfield" if len(rows) == 1 else "more ports and airfields"
        if not can:
            more = more.removeprefix("more ")
        yield (
            f'<details class="w-rest"><summary data-key="no-sites">Cannot build at {len(rows)} '
            f'{more}</summary><ul class="w-units witp-bases">{"".join(rows)}</ul></details>'
        )
