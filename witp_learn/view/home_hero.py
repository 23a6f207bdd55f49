"""The first question of the home page: its states, computed, and the map that shows them.

The position is the rulebook's supply example (7.3) without its Gilberts, so that one thing is asked
at a time. Three moments of it are prepared: asked, answered, and answered again once the air unit
on the hex between is turned over. Verdicts and reasons come from `witp_learn.rules`.
"""

from __future__ import annotations

import re
from html import escape
from importlib.resources import files

from attrs import evolve, field, frozen

from witp_learn import edits, hexgrid, position
from witp_learn.components import shipped_board
from witp_learn.explain import Answer
from witp_learn.files import NotAvailable
from witp_learn.hexgrid import HexId
from witp_learn.model import Board, Kind, Side, State, Unit
from witp_learn.rules.answers import answer, subject
from witp_learn.rules.control import air_zone, lifted_zone, projectors
from witp_learn.rules.supply import check
from witp_learn.view import style
from witp_learn.view.layout import Layout
from witp_learn.view.picture import (
    board_picture,
    counters_picture,
    lines_picture,
    zones_picture,
)
from witp_learn.view.scene import Scene
from witp_learn.view.supply_view import Focus, supply_scene
from witp_learn.view.svg import num, text_of
from witp_learn.view.words import description

ASKED = "0909"
"""The hex of the army the question is about."""
LEFT_OUT = "1207"
"""The hex of the example that the question leaves out."""

Span = tuple[int, int, int]
SIZES: dict[str, Span] = {
    "wide": (135, 760, 400),
    "middle": (104, 768, 400),
    "narrow": (88, 560, 320),
}
"""The map is drawn once for each kind of screen: width of a hex, most width and height shown."""
SMALL, LARGE = 90, 100
"""Width of a hex up to which a map is small, and at most in the picture of a position."""
MORE = 8, 110
"""Pixels by which the picture of a position is drawn wider and higher, for places with room."""


def example(name: str) -> State:
    """A position that comes with the companion, by name, on the board that comes with it.

    An owner's corrections could leave nothing to ask. Raises NotAvailable for a name it does not
    have.
    """
    folder = files("witp_learn") / "data" / "examples"
    known = {entry.name: entry for entry in folder.iterdir()}
    found = known.get(f"{name}.toml")
    if found is None:
        raise NotAvailable(f"no example {name!r}")
    return position.read_file(found.read_text("utf-8"), found.name, shipped_board())


def quiet(scene: Scene) -> Scene:
    """The scene without what a first look does not need: hexsides, ports and airfields.

    Only the drawing leaves them out; whoever made the scene has judged the whole board.
    """
    hexes = {
        h: evolve(p, facility=None, owner=None) if p.facility else p
        for h, p in scene.board.hexes.items()
    }
    bare = evolve(scene.board, hexes=hexes, hexsides={})
    return evolve(scene, board=bare, controls={})


@frozen
class Moment:
    """A position, what the rules say of the row that is asked about, and how it looks judged."""

    state: State
    unit: Unit
    answer: Answer
    path: tuple[HexId, ...] | None
    scene: Scene = field(eq=False, repr=False)

    @staticmethod
    def of(state: State) -> Moment:
        """The moment of a position; the row asked about is the one at `ASKED`."""
        found = check(state).judgements
        index = next(i for i, j in enumerate(found) if j.unit.hex == ASKED)
        unit = found[index].unit
        return Moment(
            state=state,
            unit=unit,
            answer=answer(state, unit, deep=False),
            path=found[index].path,
            scene=quiet(supply_scene(state, focus=Focus(index=index))),
        )

    @property
    def asked(self) -> Scene:
        """The same position before anything is judged: no badges, no line."""
        counters = tuple(evolve(view, badge="") for view in self.scene.counters)
        return evolve(self.scene, counters=counters, lines=())


@frozen
class Question:
    """The first question: before and after ``lifter``, the air unit on the hex between, turns."""

    before: Moment
    after: Moment
    lifter: Unit

    @property
    def enemy(self) -> Side:
        """The side whose air zone is shown."""
        return self.before.unit.side.enemy

    @property
    def lifter_label(self) -> str:
        """The air unit by name: ``Guadalcanal air unit``."""
        return subject(self.before.state, self.lifter)

    @property
    def idea(self) -> str:
        """What to say to someone who expected the line to be cut, in at most 40 words."""
        board, side = self.before.state.board, self.enemy.adjective
        middle = board.label(self.lifter.hex)
        nation = self.lifter.nation.adjective
        return (
            f"{board.label(ASKED)}'s own hex lies in the {side} air zone, that is true. But only "
            f"the hex between is tested, and at {middle} a full {nation} air unit lifts the zone. "
            "(7.1, 2.2.3)"
        )


def first_question() -> Question:
    """The question with its answers, computed from the rulebook's example."""
    whole = example("new_hebrides")
    kept = tuple(u for u in whole.units if u.hex != LEFT_OUT)
    title = f"{whole.board.label(ASKED)}: in supply, or cut off?"
    before = Moment.of(evolve(whole, units=kept, title=title))
    middles = (before.path or ())[1:-1]
    lifter = next(
        u
        for u in before.state.units
        if u.hex in middles and u.kind is Kind.AIR and u.full and u.side is before.unit.side
    )
    after = Moment.of(edits.apply(before.state, edits.flip(lifter)))
    return Question(before, after, lifter)


# ---------------------------------------------------------------- the map


@frozen
class Cut:
    """A cut-out of the board: ``px`` a hex, centred at ``x, y`` (in hexes), at most ``w, h`` px."""

    px: int
    x: float
    y: float
    w: float
    h: float

    @staticmethod
    def around(hexes: tuple[HexId, ...], span: Span) -> Cut:
        """A cut-out with some hexes in its middle."""
        centres = [hexgrid.centre(h) for h in hexes]
        xs, ys = [x for x, _ in centres], [y for _, y in centres]
        px, w, h = span
        return Cut(px, (min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2, w, h)

    @staticmethod
    def fitting(
        hexes: tuple[HexId, ...], size: tuple[int, int], more: tuple[int, int] = MORE
    ) -> Cut:
        """A cut-out of ``size``, and ``more``, with hexes as large as lets some hexes all show."""
        centres = [hexgrid.centre(h) for h in hexes]
        xs, ys = [x for x, _ in centres], [y for _, y in centres]
        wide, high = max(xs) - min(xs) + 1.1, max(ys) - min(ys) + hexgrid.HEIGHT + 0.1
        px = int(min(size[0] / wide, size[1] / high, LARGE))
        return Cut.around(hexes, (px, size[0] + more[0], size[1] + more[1]))

    def hexes(self, board: Board) -> tuple[HexId, ...]:
        """The hexes of the board that it shows, whole or in part."""
        wide = self.w / self.px / 2 + 0.5
        high = self.h / self.px / 2 + hexgrid.HEIGHT / 2
        shown = []
        for hex_id in board.hexes:
            x, y = hexgrid.centre(hex_id)
            if abs(x - self.x) < wide and abs(y - self.y) < high:
                shown.append(hex_id)
        return tuple(shown)


_PREFIX = re.compile(r"\bw[0-9a-f]{8}-")
_NOTES = re.compile(r' data-(hex|terrain|coast)="[^"]*"')


def lean(svg: str, name: str) -> str:
    """A picture for this page, its ids made its own by ``name``.

    Words take their typeface from the style sheet; no script asks what ground is where.
    """
    plain = _NOTES.sub("", svg).replace(f' font-family="{escape(style.SANS)}"', "")
    plain = plain.replace(f' font-family="{escape(style.MONO)}"', ' class="wh-mono"')
    return _PREFIX.sub(f"{name}-\\g<0>", plain)


def stacked(
    name: str, cut: Cut, layers: dict[str, str], layout: Layout, *more: str, **data: object
) -> str:
    """Pictures of one frame on each other, centred on the middle of the cut-out.

    ``name``: another one for each map of the page. ``data``: values for the style sheet.
    """
    left, top, width, height = layout.frame_px
    x, y = num(cut.x * cut.px - left), num(cut.y * cut.px - top)
    place = (
        f"left:calc(50% - {x}px);top:calc(50% - {y}px);width:{num(width)}px;"
        f"height:{num(height)}px;transform-origin:{x}px {y}px;"
    )
    place += "".join(f"--{key.replace('_', '-')}:{value};" for key, value in data.items())
    drawn = "".join(f'<div data-layer="{k}">{lean(v, name)}</div>' for k, v in layers.items())
    return f'<div class="wh-map" style="{place}">{drawn}{"".join(more)}</div>'


def _layers(question: Question, hexes: tuple[HexId, ...], px: int) -> dict[str, str]:
    """The pictures of the three moments, lowest first."""
    before, after, enemy = question.before, question.after, question.enemy
    plain, judged, turned, starved = (
        sized(evolve(scene, hexes=hexes), px)
        for moment in (before, after)
        for scene in (moment.asked, moment.scene)
    )
    zone = air_zone(before.state, enemy)
    fresh = tuple(h for h in air_zone(after.state, enemy) if h not in zone)
    lifted = lifted_zone(before.state, enemy)
    return {
        "board": board_picture(plain, px),
        "zone": zones_picture(evolve(plain, zones={enemy: zone}), px),
        "lifted": zones_picture(evolve(plain, lifted={enemy: lifted}), px),
        "fresh": zones_picture(evolve(plain, zones={enemy: fresh}), px),
        "whole": lines_picture(judged, px),
        "cut": lines_picture(starved, px),
        "plain": counters_picture(plain, px),
        "judged": counters_picture(judged, px),
        "turned": counters_picture(turned, px),
        "starved": counters_picture(starved, px),
    }


def sized(scene: Scene, px: int) -> Scene:
    """On a small map only the places that count are named."""
    return scene if px > SMALL else evolve(scene, names="counters", show_ids=False)


def _map(question: Question, name: str, span: Span) -> str:
    state, path = question.before.state, question.before.path or ()
    mine = (*(u.hex for u in state.units), *state.bases[question.before.unit.side])
    cut = Cut.around(mine, span)
    hexes = cut.hexes(state.board)
    layout = Layout.of(evolve(question.before.scene, hexes=hexes), cut.px)
    left, top, _, _ = layout.frame_px
    start, end = layout.at(path[0]).middle[0] - left, layout.at(path[-1]).middle[0] - left
    threat = projectors(state, question.lifter.hex, question.enemy)[0]
    x, y = layout.at(threat).middle
    drawn = stacked(
        name,
        cut,
        _layers(question, hexes, cut.px),
        layout,
        _counter_button(question, layout),
        line_from=f"{num(start)}px",
        line_to=f"{num(end)}px",
        line_time=f"{300 * (len(path) - 1)}ms",
        flow_at=f"{num(x - left)}px {num(y - top)}px",
        hex=f"{cut.px}px",
    )
    return f'<div class="wh-size wh-{name}">{drawn}</div>'


def _counter_button(question: Question, layout: Layout) -> str:
    """A button over the counter that turns, as large as a thumb needs it."""
    left, top, _, _ = layout.frame_px
    placed = layout.at(question.lifter.hex).placed
    box = next(p.box for p in placed if p.view.unit == question.lifter)
    side = max(box.w + 6, style.TOUCH)
    x, y = box.centre
    return (
        '<button type="button" class="wh-counter" data-turn '
        f'aria-label="Turn over the {text_of(question.lifter_label)}" hidden '
        f'style="left:{num(x - left - side / 2)}px;top:{num(y - top - side / 2)}px;'
        f'width:{num(side)}px;height:{num(side)}px"></button>'
    )


def board_html(question: Question) -> str:
    """The map of the question, once for each kind of screen, and its description in words."""
    drawn = "".join(_map(question, name, span) for name, span in SIZES.items())
    scene = question.before.asked
    told = description(Layout.of(scene, SIZES["narrow"][0]))
    board = question.before.state.board
    zone = ", ".join(board.label(h) for h in air_zone(question.before.state, question.enemy))
    return (
        f'<div class="wh-board">{drawn}<p class="wh-unseen">Map. {text_of(told)} '
        f"Under the {question.enemy.adjective} air zone: {text_of(zone)}.</p></div>"
    )
