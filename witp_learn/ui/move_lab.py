"""The move lab: where units can go, what each way costs, why not elsewhere, a plan of impulses."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any, Literal

import ipywidgets as widgets
from attrs import evolve

from witp_learn.files import BadData, Unreadable
from witp_learn.hexgrid import HexId, neighbours
from witp_learn.model import State
from witp_learn.ui.companion import Companion, Hello, Page
from witp_learn.ui.counter_desk import Notice, Past
from witp_learn.ui.hexmap import PICTURES, HexMap
from witp_learn.ui.move_actions import Actions
from witp_learn.ui.move_bars import bar, foot, key_line, tools
from witp_learn.ui.move_desk import MoveDesk, apart
from witp_learn.ui.move_panels import line_below, panel
from witp_learn.ui.move_pick import hexes_told, told
from witp_learn.ui.move_plan import Plan
from witp_learn.ui.move_plan_panel import starving_lines
from witp_learn.ui.move_sight import Pane
from witp_learn.ui.owner import Owner, in_app
from witp_learn.ui.pictured import Pictured
from witp_learn.ui.position_panels import found
from witp_learn.ui.position_text import laid
from witp_learn.ui.position_text import read as read_position
from witp_learn.view import state_svg
from witp_learn.view.cards import card_css
from witp_learn.view.frame import frame_bounds
from witp_learn.view.legend import legend_css
from witp_learn.view.move_ledger import move_css
from witp_learn.view.move_marks import Reached, discs_picture, reach_discs
from witp_learn.view.move_view import move_scene, way_lines
from witp_learn.view.picture import (
    board_picture,
    counters_picture,
    lines_picture,
    zones_picture,
)
from witp_learn.view.scene import LineView, Scene
from witp_learn.view.supply_view import spoken

STORAGE = "witp-move-lab"
"""Where the browser keeps the position and the plan of the lab."""

MOST_HEX_PX, LEAST_HEX_PX = 142.0, 64.0
"""The widest and the narrowest a hex is drawn unless one zooms."""

_MAP_HEIGHT = 480
_HEX = 100.0
_STACK = (*PICTURES, "discs")
_PICTURES = {
    "board": board_picture,
    "zones": zones_picture,
    "lines": lines_picture,
    "counters": counters_picture,
}


class MoveLab(Actions):
    """The widgets of the lab, bound to a desk. ``view`` is what a notebook shows.

    Without a ``state`` it goes on where this browser left off, else with Manila before the moves.
    """

    def __init__(self, state: State | None = None) -> None:
        owner = Owner()
        if in_app():
            owner.start()
        self.desk = MoveDesk(state, owner)
        self.map = HexMap(
            self.desk.state.board.hexes,
            height_px=_MAP_HEIGHT,
            height=f"{_MAP_HEIGHT}px",
            pictures=_STACK,
        )
        key = STORAGE if state is None else ""
        self.page = Companion(self.map, storage_key=key, title="Move lab")
        self.bar, self.tools, self.key, self.foot, self.side = (widgets.HTML() for _ in range(5))
        self.page.guard.position = self.desk.shared
        self.whole, self._greeted = False, False
        self._cursor_of: HexId | None = None
        self._spoken_of: tuple[object, ...] = ()
        self._drawn: dict[str, tuple[object, ...]] = {}
        self._heard: tuple[object, ...] = ()
        self._bind()
        self._frame()
        self._draw_bars()
        self.view = self._view()

    def _view(self) -> Pictured:
        left = _column("witp-left", self.tools, self.map, self.key)
        body = widgets.Box([left, _column("witp-right", self.side)])
        body.add_class("witp-body")
        self.foot.add_class("witp-foothold")
        parts = (self.bar, body, self.foot, self.page, _style())
        return Pictured(parts, self.picture, "Move lab", "witp-app witp-lab witp-move")

    def picture(self) -> str:
        """The board as it lies on the table, for places without widgets."""
        return state_svg(self.desk.state, width=760)

    # -- drawing

    def draw(self) -> None:
        """Bring everything on the screen in step with the desk; what is the same is not sent."""
        self._draw_bars()
        self.side.value = panel(self.desk)
        self._draw_fields()

    def _draw_bars(self) -> None:
        """Everything but the panel."""
        desk = self.desk
        self._draw_map()
        self.bar.value, self.tools.value = bar(desk), tools(desk)
        self.key.value, self.foot.value = key_line(desk), foot(desk)
        self._tell_page()

    def _draw_fields(self) -> None:
        """Fields hold what was typed since their panel was sent; they follow the desk."""
        if self.desk.pane is Pane.LINE and not self.desk.rule:
            self.page.set_value("#witp-line", self.desk.line_text)
        elif self.desk.pane is Pane.FIND and not self.desk.rule:
            self.page.set_value("#witp-find", self.desk.query)
        self._draw_below_fields()

    def _draw_below_fields(self) -> None:
        """What was made of a typed text; the field itself may hold newer text already."""
        if self.desk.pane is Pane.LINE:
            self.page.set_html("#witp-items", line_below(self.desk))
        elif self.desk.pane is Pane.FIND:
            self.page.set_html("#witp-found", found(self.desk))

    def _tell_page(self) -> None:
        desk = self.desk
        about = (desk.seen, desk.pick, desk.left(desk.side), desk.pane is Pane.EDIT)
        if not _same(self._spoken_of, about):
            self._spoken_of = about
            self.page.hexes = dict(self._spoken())
        # Only a change after the page stands is put into its address and kept.
        if self._greeted:
            self.page.position = desk.shared()
        # Between two choices the cursor goes where the arrow keys take it.
        if self._cursor_of != desk.selected:
            self._cursor_of = desk.selected
            self.page.cursor = desk.selected or self.page.cursor

    def _spoken(self) -> Mapping[HexId, str]:
        """What a screen reader says of each hex; with units picked also the RP to get there."""
        desk = self.desk
        said = spoken(desk.seen, verdicts=False)
        if desk.pick is None or desk.pane is Pane.EDIT:
            return said
        left, costs = desk.left(desk.side), desk.reach
        more = {h: f", {rp} RP" for h, rp in costs.items()}
        dear = {h: ", too dear" for h, rp in costs.items() if left is not None and rp > left}
        return {h: f"{text}{more.get(h, '')}{dear.get(h, '')}" for h, text in said.items()}

    def _discs(self) -> Mapping[HexId, Reached]:
        """How far the units picked could go, until a target is chosen."""
        desk = self.desk
        shown = desk.on["reach"] and desk.pane is not Pane.EDIT and not desk.drawing
        if not shown or desk.move is not None:
            return {}
        return reach_discs(desk.reach, desk.left(desk.side))

    def _ways(self) -> tuple[LineView, ...]:
        desk = self.desk
        if desk.pane is Pane.EDIT:
            return ()
        planned = (
            tuple(at[:4] for at in move.path)
            for step in desk.steps
            if not step.reasons
            for move in step.impulse.moves
        )
        move = desk.move
        ways = desk.ways if desk.on["ways"] and not desk.drawing else ()
        others = (m for m in ways if move is not None and m.path != move.path)
        return way_lines(move, others=others, planned=planned)

    def _scene(self) -> Scene:
        desk, side = self.desk, self.desk.side
        zones = [side.enemy] if desk.on["enemy-zone"] else []
        zones += [side] if desk.on["own-zone"] else []
        at = desk.pick.hex if desk.pick and desk.pane is not Pane.EDIT else desk.selected
        scene = move_scene(desk.seen, zones=zones, selected=at, control=desk.on["control"])
        names: Literal["all", "counters"] = "counters" if self.page.page.narrow else "all"
        return evolve(scene, names=names, lines=self._ways(), ringed=self._target())

    def _target(self) -> tuple[HexId, ...]:
        """The hex the units should go to."""
        goal = self.desk.goal
        return (goal,) if goal and self.desk.pane is not Pane.EDIT else ()

    def _draw_map(self) -> None:
        """Draw anew the pictures whose content has changed; the rest of the stack stays."""
        self._follow_board()
        scene, discs, size = self._scene(), self._discs(), round(self.map.hex_px, 3)
        rect = _rect(scene.frame)
        units = tuple(view.unit for view in scene.counters)
        zones = tuple((s, tuple(h)) for s, h in scene.zones.items())
        lifted = tuple((s, tuple(h)) for s, h in scene.lifted.items())
        ground = (scene.board, size, scene.names)
        held = tuple(sorted(scene.controls.items()))
        wash = tuple(sorted(scene.control_wash.items()))
        keys: dict[str, tuple[object, ...]] = {
            "board": (*ground, held, units, scene.bases),
            "zones": (*ground, zones, lifted, wash, units, scene.bases),
            "lines": (*ground, scene.selected, scene.ringed, scene.lines, units),
            "counters": (*ground, units, scene.bases, scene.contested, scene.lines),
            "discs": (*ground, discs, units, scene.bases),
        }
        for name, key in keys.items():
            if (name != "board" and not self._greeted) or _same(self._drawn.get(name), key):
                continue
            self._drawn[name] = key
            drawn = discs_picture(scene, discs, size) if name == "discs" else ""
            self.map.set_picture(name, drawn or _PICTURES[name](scene, size), rect)

    def _follow_board(self) -> None:
        """Another board than before: its hexes take the place of the old ones."""
        board = self.desk.state.board
        if tuple(board.hexes) != self.map.hexes:
            self.map.set_hexes(board.hexes)
            self._frame()

    def _frame(self) -> None:
        """Bring the hexes in use into view, with those next to them."""
        self.whole = False
        page, board = self.page.page, self.desk.state.board
        used = dict.fromkeys(self.desk.now.in_use())
        used |= dict.fromkeys(self.desk.path)
        near = dict.fromkeys(n for h in used for n in neighbours(h) if n in board)
        shown = tuple(h for h in (used | near) if h in board) if len(used) < 4 else tuple(used)
        self.map.frame(
            shown or self.map.hexes,
            page.map_width or None,
            page.map_height or None,
            margin=0.3,
            least_px=LEAST_HEX_PX if page.narrow else 0.0,
            most_px=MOST_HEX_PX,
        )
        at = self.desk.pick.hex if self.desk.pick else next(iter(used), "")
        if at:
            self.map.reveal(at)
        self._framed = self._lies

    @property
    def _lies(self) -> tuple[float, ...]:
        """Where the map is, and how near."""
        return (*map(float, self.map.center), 100 * float(self.map.zoom))

    # -- events

    def _bind(self) -> None:
        self.map.on_click(self._pressed)
        self.map.on_zoom(lambda _: self._draw_map())
        self.page.on_hello(self._hello)
        self.page.on_resize(self._resized)
        self.page.on_action(self._action)
        self.page.on_key(self._key)
        self.page.on_file(self._file)

    def _hearable(self) -> tuple[object, ...]:
        desk = self.desk
        return (
            desk.notice,
            desk.pick,
            desk.goal,
            desk.path,
            desk.asking,
            desk.rule,
            desk.pane,
            desk.impulses,
        )

    def _speak(self) -> None:
        """Say what is new: a message, the verdict, a warning, what is picked."""
        now, was = self._hearable(), self._heard
        if now == was:
            return
        self._heard = now
        notice = self.desk.notice
        news = "" if notice is None or (was and notice is was[0]) else notice.text
        words = " ".join(filter(None, (news, self._words())))
        if words:
            self.page.announce(words)

    def _words(self) -> str:
        """What is shown, apart from messages."""
        desk = self.desk
        if desk.rule or desk.pane is not Pane.MOVE:
            return f"Rule {desk.rule}" if desk.rule else ""
        if desk.asking and desk.trial is not None:
            return " ".join(starving_lines(desk.trial))
        move, answer = desk.move, desk.answer
        if move is not None and answer is not None:
            verdict = f"{answer.verdict} {answer.deciding}"
            return verdict if move.legal else f"{verdict} {_reasons(move.reasons)}"
        if desk.pick is None:
            return ""
        label = desk.state.board.label(desk.pick.hex)
        if desk.drawing:
            return f"Drawing a way from {label}. Choose the next hex."
        left = desk.left(desk.side)
        paid = "" if left is None else f" for the {left} RP left"
        many = hexes_told(len(desk.within))
        return f"{label}: {told(desk.pick)}. {many} can be reached{paid}."

    def _hello(self, hello: Hello) -> None:
        self._greeted = True
        desk = self.desk
        if not desk.owner.started:
            desk.owner.start()
            desk.state = laid(desk.state)[0]
        self._restore(hello)
        if desk.owner.problem:
            more = f" {desk.notice.text}" if desk.notice else ""
            desk.notice = Notice("warning", f"{desk.owner.problem}{more}")
        if hello.query.get("open") in [pane.value for pane in Pane]:
            desk.show(Pane(hello.query["open"]))
        self._frame()
        self.draw()
        if desk.notice is not None:
            self._speak()
        self._heard = self._hearable()

    def _restore(self, hello: Hello) -> None:
        """The position and plan of the address, else those kept in this browser."""
        desk, warning = self.desk, None
        for source, text in (("the address", hello.query.get("p")), ("this browser", hello.stored)):
            if text and text != desk.shared():
                if not desk.open_text(text, source):
                    warning = warning or desk.notice
                    continue
                desk.done, desk.undone = [], []
                if desk.notice is not None and desk.notice.kind == "warning":
                    warning = desk.notice
            if text:
                break
        desk.notice = warning or self._keep(hello.stored)

    def _keep(self, stored: str | None) -> Notice | None:
        """What this browser kept is one Undo away when an address brings something else."""
        if not stored or stored == self.desk.shared():
            return None
        parts = apart(stored, "this browser")
        try:
            kept = read_position(parts.position, "this browser")
        except (BadData, Unreadable):
            return None
        plan = parts.plan or Plan()
        self.desk.done = [Past(laid(kept)[0], "Opened the address", whole=True, beside=plan)]
        return Notice("info", "Opened from the address. Undo brings back your last plan.")

    def _resized(self, _: Page) -> None:
        """Another size of the map: what was framed stays framed, unless the reader has moved it."""
        if all(abs(a - b) <= 2 for a, b in zip(self._lies, self._framed, strict=True)):
            self._frame()
        self._draw_map()


def _reasons(reasons: tuple[Any, ...]) -> str:
    return " ".join(f"{one.text} ({one.rule})." for one in reasons[1:])


def _same(one: tuple[object, ...] | None, other: tuple[object, ...]) -> bool:
    """Whether two keys are the same; boards and positions, which come first, by identity."""
    return bool(one) and one is not None and one[0] is other[0] and one[1:] == other[1:]


def _style() -> widgets.HTML:
    here = Path(__file__).parent
    own = "".join((here / n).read_text("utf-8") for n in ("supply_lab.css", "move_lab.css"))
    return widgets.HTML(f"<style>{card_css()}{move_css()}{legend_css()}{own}</style>")


def _column(name: str, *children: widgets.Widget) -> Any:
    box = widgets.VBox(children)
    box.add_class(name)
    return box


def _rect(hexes: tuple[HexId, ...]) -> tuple[float, float, float, float]:
    left, top, right, bottom = frame_bounds(hexes)
    return left * _HEX, top * _HEX, right * _HEX, bottom * _HEX


def move_lab(state: State | None = None) -> widgets.Box:
    """The move lab on a position, or where this browser left off when none is given."""
    return MoveLab(state).view
