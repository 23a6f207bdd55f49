"""What the move lab does to a position and its plan, without a widget.

The lab draws what the desk says and passes on clicks, keys and texts.
"""

from __future__ import annotations

from attrs import evolve

from witp_learn import edits
from witp_learn.files import BadData, Unreadable
from witp_learn.hexgrid import HexId, adjacent
from witp_learn.model import Side, State
from witp_learn.position.line import Item
from witp_learn.rules import stacks
from witp_learn.rules.refusals import Refusal
from witp_learn.ui import move_pick
from witp_learn.ui.counter_desk import Notice
from witp_learn.ui.move_pick import Pick
from witp_learn.ui.move_plan import Impulse, Looked, Parts, Plan, Staying, Step, split, staying
from witp_learn.ui.move_sight import MoveSight, Pane
from witp_learn.ui.position_text import read as read_position
from witp_learn.ui.position_text import sentence, stopped
from witp_learn.view.move_view import hexes_of

WHOSE = {Side.JAPAN: "Japan", Side.ALLIES: "the Allies"}
"""A side within a sentence."""

GONE_ON = "Gone on from: "
"""What stands before the title of a position once a plan for it has been carried out."""


class MoveDesk(MoveSight):
    """The desk: units are picked, targets chosen, ways drawn, impulses planned and undone."""

    # -- text and history

    def beside(self) -> object:
        """The plan goes back with the position, and so does what is worked on."""
        return Plan(self.impulses, self.looked)

    def lay_beside(self, kept: object) -> None:
        """The plan as it was."""
        if isinstance(kept, Plan):
            self.impulses = kept.impulses
            self._kept = kept.looked

    _kept: Looked | None = None

    def show_state(self, state: State, notice: Notice | None) -> None:
        """Another position comes up; what is picked stays where it still stands."""
        super().show_state(state, notice)
        if self._kept is not None:
            kept, self._kept = self._kept, None
            self._look(kept)
        self._settle()

    def _settle(self) -> None:
        """What is worked on follows the position and the plan."""
        self.asking = False
        if self.pick is not None:
            self.pick = move_pick.again(self.now, self.pick)
        if self.pick is None or self.goal == self.pick.hex:
            self.goal, self.path, self.leaving, self.drawing = "", (), (), False
        if self.path and self.pick and self.path[0][:4] != self.pick.hex:
            self.path, self.leaving, self.drawing = (), (), False

    def opened(self) -> None:
        """Another position altogether: nothing planned, nothing picked."""
        self.impulses, self.pane = (), Pane.MOVE
        self.let_go()

    def open_text(self, text: str, source: str) -> bool:
        """Open a position, with the plan that stands behind it; on bad input the old one stays."""
        found = apart(text, source)
        if not super().open_text(found.position, source):
            return False
        if found.wrong:
            self._add_words(f"The plan behind it cannot be read: {stopped(found.wrong)}")
        if found.plan is not None:
            self.take(found.plan)
        return True

    def take(self, plan: Plan) -> None:
        """A plan that came with a position; hexes that are not on its board are left out."""
        board = self.state.board
        kept = tuple(i for i in plan.impulses if all(h in board for h in _places(i)))
        if len(kept) < len(plan.impulses):
            self._add_words("Impulses with hexes that this map does not have are left out.")
        self.impulses = kept
        if plan.looked is not None:
            wrong = "a hex of its way is not on this map"
            if all(p[:4] in board for p in plan.looked.move.path):
                wrong = self._look(plan.looked)
            if wrong:
                self._add_words(f"The move that was picked is left out ({wrong}).")

    def _look(self, looked: Looked) -> str:
        """Pick these units again, and their way, where they still stand; else why not."""
        move, take = looked.move, dict(looked.move.units)
        try:
            kind = stacks.kind_of(take)
            stack = stacks.stack(self.now, looked.side, kind, move.path[0], take)
        except BadData as error:
            return error.problem
        except (ValueError, KeyError):
            return "its units cannot go together"
        if not stack.units:
            return f"no such unit can move from {self.now.board.label(stack.hex)}"
        chosen = tuple((move_pick.single(u), u.count) for u in stack.units)
        self.pick = Pick(looked.side, stack.at, chosen)
        path = tuple(at[:4] for at in move.path)
        self.goal = path[-1] if len(path) > 1 else ""
        self.selected, self.index = self.goal or stack.hex, None
        self.path, self.leaving = (), ()
        own = self.move
        if self.goal and (own is None or (hexes_of(own), staying(own)) != (path, move.leaving)):
            self.path, self.leaving = path, move.leaving
            return self._unable_to_leave()
        return ""

    def _unable_to_leave(self) -> str:
        """Why what should stay on the way cannot; then nothing stays."""
        try:
            judged = self.move
        except BadData as error:
            self.leaving = ()
            return error.problem
        return "" if judged is not None else "it has no way"

    def type_line(self, text: str) -> None:
        """The text as typed so far; a plan behind it is taken as well."""
        found = apart(text, "text")
        super().type_line(found.position)
        if found.wrong:
            start = len(found.position)
            self.items = (*self.items, Item(text[start:].strip(), start, len(text), found.wrong))
            self.typed = text
        elif found.plan is not None:
            self.typed = found.position
            self.take(found.plan)

    def do(self, edit: edits.Edit) -> bool:
        """Make an edit and say what it changes in the move and the plan."""
        before, broken = self.move, self._broken()
        made = super().do(edit)
        if not made or self.notice is None:
            return made
        told = []
        after = self.move
        if before is not None and after is not None and before.rp != after.rp:
            if not after.legal:
                told.append(f"The move is refused now: {stopped(after.reasons[0].text)}")
            elif before.legal:
                told.append(f"The move costs {after.rp} RP instead of {before.rp}.")
            else:
                told.append(f"The move is allowed now and costs {after.rp} RP.")
        now = self._broken()
        told += [f"Impulse {n} of the plan cannot be made any more." for n in now - broken]
        said = " ".join([self.notice.text, *told])
        self.notice = Notice(self.notice.kind, said)
        return made

    def _broken(self) -> set[int]:
        return {n for n, step in enumerate(self.steps, 1) if step.reasons}

    # -- picking

    def press(self, hex_id: HexId) -> None:
        """A hex is clicked: the units there are picked, or it is where those picked should go."""
        if hex_id not in self.state.board:
            return
        self.notice, self.rule = None, ""
        if self.pane is Pane.EDIT:
            self._press_edit(hex_id)
            return
        self.pane = Pane.MOVE
        if self.drawing:
            self.draw(hex_id)
        elif self.pick is None:
            self.pick_at(hex_id)
        elif hex_id == self.pick.hex:
            self._again(hex_id)
        else:
            self.aim(hex_id)

    def _press_edit(self, hex_id: HexId) -> None:
        if self.moving is not None:
            self.drop_at(hex_id)
        elif hex_id == self.selected and self.here:
            at = self.here.index(self.index) if self.index in self.here else -1
            self.index = self.here[(at + 1) % len(self.here)]
        else:
            self.selected = hex_id
            self.index = self.first_here()

    def _again(self, hex_id: HexId) -> None:
        """The hex of the stack once more: back to where it can go, or the other stack there."""
        if self.goal:
            self.aim("")
            return
        here = self.stacks_at(hex_id)
        if self.pick is not None and len(here) > 1:
            mine = (self.pick.side, self.pick.at)
            at = here.index(mine) if mine in here else -1
            self._pick_up(*here[(at + 1) % len(here)])

    def stacks_at(self, hex_id: HexId) -> tuple[tuple[Side, str], ...]:
        """The stacks that can be picked in a hex: of each side, in each of its seas."""
        sides = sorted(Side, key=lambda side: side is not self.side)
        return tuple((s, at) for s in sides for at in move_pick.waters(self.now, s, hex_id))

    def pick_at(self, hex_id: HexId) -> None:
        """Pick the units of a hex; where none can move, say why."""
        here = self.stacks_at(hex_id)
        if here:
            self._pick_up(*here[0])
            return
        self.selected, self.index = hex_id, None
        self.notice = Notice("info", self._nobody(hex_id))

    def _nobody(self, hex_id: HexId) -> str:
        place = self.state.board.label(hex_id)
        there = self.now.at(hex_id)
        if any(u.moved for u in there):
            return f"The units at {place} have moved this turn (8.5)."
        if there:
            return f"Only air units are at {place}; they do not move by themselves (8.0)."
        return f"No unit stands at {place}. Choose a hex with fleets or land units."

    def _pick_up(self, side: Side, at: str) -> None:
        self.pick = move_pick.everything(self.now, side, at)
        if self.nation.side is not side:
            self.nation = next(n for n in type(self.nation) if n.side is side)
        self.selected, self.index = at[:4], None
        self.aim("")

    def pick_place(self, side: Side, at: str) -> None:
        """Pick the units of a side in some waters, as they stand in a list."""
        if at[:4] in self.state.board and at in move_pick.waters(self.now, side, at[:4]):
            self.notice, self.pane, self.rule = None, Pane.MOVE, ""
            self._pick_up(side, at)

    def take_more(self, index: int, by: int) -> None:
        """One counter of a row of the stack more or fewer."""
        if self.pick is None:
            return
        rows = move_pick.pool(self.now, self.pick.side, self.pick.at)
        if not 0 <= index < len(rows):
            return
        row = rows[index]
        number = min(row.count, max(0, self.pick.many(row) + by))
        self.pick = self.pick.with_many(row, number)
        self._other_stack()

    def take_kind(self, kind: str) -> None:
        """The fleet alone, all on foot, or the fleet with what it can carry."""
        if self.pick is not None and kind in move_pick.ways_to_go(self.now, self.pick):
            self.pick = move_pick.only(self.now, self.pick, kind)
            self._other_stack()

    def _other_stack(self) -> None:
        """Other units go: a way that was chosen in a list need not be one of theirs."""
        self.notice, self.asking, self.tab = None, False, 0
        self.leaving = ()
        if not self.drawing:
            self.path = ()

    def let_go(self) -> None:
        """Nothing is picked."""
        self.pick, self.goal = None, ""
        self.path, self.leaving, self.drawing = (), (), False
        self.selected, self.index = None, None
        self.asking, self.ways_open, self.tab = False, False, 0

    # -- target and way

    def aim(self, hex_id: HexId) -> None:
        """A hex is where the units should go; empty: no hex yet."""
        self.goal, self.path, self.leaving, self.drawing = hex_id, (), (), False
        self.asking, self.stack_open = False, False
        self.tab, self.pane = 0, Pane.MOVE
        if hex_id:
            self.selected, self.index = hex_id, None
            self._open_failing()

    def _open_failing(self) -> None:
        """The tests of the first hex that stops the move are the ones on top."""
        answer = self.answer
        shut = [i for i, tab in enumerate(answer.tabs) if not tab.open] if answer else []
        self.tab = shut[0] if shut else 0

    def choose_way(self, index: int) -> None:
        """One of the ways of the list."""
        if 0 <= index < len(self.ways):
            way = self.ways[index]
            self.path, self.leaving = hexes_of(way), staying(way)
            self.drawing, self.asking, self.tab = False, False, 0

    @property
    def way(self) -> tuple[tuple[str, ...], Staying]:
        """The way chosen, and what stays behind on it."""
        return self.path, self.leaving

    def next_way(self, by: int) -> None:
        """The way before or after in the list."""
        ways = [(hexes_of(m), staying(m)) for m in self.ways]
        if ways:
            self.ways_open = True
            at = ways.index(self.way) if self.way in ways else 0
            self.choose_way((at + by) % len(ways))

    def start_drawing(self) -> None:
        """Draw a way hex by hex from where the units are; again: keep what is drawn."""
        if self.pick is None:
            self.notice = Notice("info", "Pick the units first; then a way can be drawn.")
        elif self.drawing:
            self.stop_drawing()
        else:
            self.drawing, self.path, self.asking = True, (self.pick.hex,), False
            self.leaving = ()
            self.goal, self.notice, self.pane = "", None, Pane.MOVE

    def stop_drawing(self) -> None:
        """The way that is drawn is the one looked at."""
        self.drawing = False
        if len(self.path) < 2:
            self.path = ()
        self.goal = self.path[-1] if self.path else ""

    def draw(self, hex_id: HexId) -> None:
        """One hex more of the way; the last hex again ends it, an earlier one shortens it."""
        if self.path and hex_id == self.path[-1]:
            self.stop_drawing()
            return
        if hex_id in self.path:
            self.path = self.path[: self.path.index(hex_id) + 1]
        elif not adjacent(self.path[-1], hex_id):
            names = [self.state.board.label(h) for h in (self.path[-1], hex_id)]
            text = f"{names[0]} and {names[1]} do not touch; choose the next hex (8.4)."
            self.notice = Notice("warning", text)
            return
        else:
            self.path = (*self.path, hex_id)
        self.goal = self.path[-1] if len(self.path) > 1 else ""
        self.selected, self.index = hex_id, None
        self.tab = max(0, len(self.path) - 2)

    def leave(self, hex_id: HexId) -> None:
        """Leave the fewest counters that hold the enemy fleet of a hex on the way."""
        move = self.move
        for at, units in self.covers:
            if at == hex_id and move is not None:
                self.path = hexes_of(move)
                self.leaving = (*(one for one in self._stays if one[0] != at), (at, units))

    def draw_back(self) -> None:
        """One hex less of the way that is drawn."""
        if self.drawing and len(self.path) > 1:
            self.path = self.path[:-1]
            self.goal = self.path[-1] if len(self.path) > 1 else ""
            self.tab = max(0, len(self.path) - 2)

    # -- the plan

    def plan_it(self, anyway: bool = False) -> bool:
        """Put the move into the plan; asks first when it leaves units out of supply next time."""
        trial, move = self.trial, self.move
        if trial is None or move is None:
            text = "Choose where the units should go first; then the move can be planned."
            if move is not None:
                text = "This move is not allowed, so it cannot be planned."
            self.notice = Notice("info", text)
            return False
        if trial.reasons:
            self.notice = Notice("warning", f"Not planned. {reasons_text(trial.reasons)}")
            return False
        if trial.starved and not anyway:
            self.asking = True
            return False
        joins, target = self.joins, self.state.board.label(move.target)
        name = f"Added a stack to {target}" if joins else f"Planned the impulse to {target}"
        self.remember(name)
        kept = self.impulses[:-1] if joins else self.impulses
        self.impulses = (*kept, trial.impulse)
        self.let_go()
        self.notice = Notice("changed", f"{name}: {move.cost} RP. {self.told_left(trial)}".strip())
        return True

    def told_left(self, step: Step) -> str:
        """``Japan has 9 RP left.``; nothing where they are not counted."""
        side, left = step.impulse.side, self.left(step.impulse.side)
        if left is None:
            return ""
        whose = WHOSE[side][:1].upper() + WHOSE[side][1:]
        return f"{whose} {'has' if side is Side.JAPAN else 'have'} {left} RP left."

    def drop_impulse(self, index: int) -> None:
        """Take an impulse out of the plan; those after it are made without it."""
        if 0 <= index < len(self.impulses):
            target = self.state.board.label(self.impulses[index].target)
            self.remember(f"Took the impulse to {target} out of the plan")
            self.impulses = (*self.impulses[:index], *self.impulses[index + 1 :])
            self._settle()
            self.notice = Notice("changed", f"The impulse to {target} is out of the plan.")

    def set_points(self, side: Side, points: int | None) -> None:
        """The RP that a side starts with; None: no RP are counted, for either side."""
        now, at = self.state.trp, list(Side).index(side)
        if points is None:
            trp = None
        else:
            both = [points, points] if now is None else list(now)
            both[at] = points
            trp = (both[0], both[1])
        if trp == now:
            return
        self.remember("Set the resource points")
        said = "RP are not counted." if trp is None else f"Japan {trp[0]} RP, the Allies {trp[1]}."
        self.show_state(evolve(self.state, trp=trp), Notice("changed", said))

    def go_on(self) -> None:
        """The position after the plan becomes the one to go on from: all may move again."""
        if not self.impulses:
            self.notice = Notice("info", "Nothing is planned yet.")
            return
        after = at_rest(self.now)
        self.remember("Went on from the plan", whole=True)
        self.impulses = ()
        self.let_go()
        text = "The plan is carried out. Its end is the position now; every unit may move again."
        if after.title and not after.title.startswith(GONE_ON):
            after = evolve(after, title=f"{GONE_ON}{after.title}")
        self.show_state(after, Notice("changed", text))

    # -- panels

    def show(self, pane: Pane) -> None:
        """Bring up a panel, or close it when it is up."""
        closes = self.pane is pane and not self.rule
        self.pane = Pane.MOVE if closes else pane
        self.rule, self.notice, self.moving = "", None, None
        self.stop_typing()
        if self.pane is Pane.EDIT:
            self.index = self.first_here()
            if self.drawing:
                self.stop_drawing()

    def close(self) -> None:
        """Close the panel that was called up."""
        self.pane, self.notice, self.moving = Pane.MOVE, None, None
        self.stop_typing()

    def clear(self) -> None:
        """Escape: one step back, from a panel to the move, from the target to the stack."""
        self.notice = None
        if self.moving is not None:
            self.moving = None
        elif self.rule:
            self.rule = ""
        elif self.pane is not Pane.MOVE:
            self.close()
        elif self.asking:
            self.asking = False
        elif self.drawing or self.goal:
            self.aim("")
        else:
            self.let_go()

    def toggle(self, overlay: str) -> None:
        """Switch something the map shows on or off by name."""
        self.on[overlay] = not self.on[overlay]


def at_rest(state: State) -> State:
    """A position as it lies once the turn is no longer under way: every unit may move again."""
    units = tuple(evolve(u, moved=False) for u in state.units)
    return edits.tidy(evolve(state, units=units, progress=None))


def apart(text: str, source: str) -> Parts:
    """A text taken apart; what only looks like a plan, as in a title, is left in the position."""
    found = split(text)
    if found.wrong:
        try:
            read_position(text, source)
        except (BadData, Unreadable):
            return found
        return Parts(text)
    return found


def reasons_text(reasons: tuple[Refusal, ...]) -> str:
    """Reasons as sentences, each with its clause."""
    return " ".join(f"{sentence(one.text)[:-1]} ({one.rule})." for one in reasons)


def _places(impulse: Impulse) -> list[HexId]:
    return [impulse.target, *(at[:4] for move in impulse.moves for at in move.path)]
