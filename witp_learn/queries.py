"""The questions one can ask of a position, each answer with its reasons and its plain text."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from attrs import asdict, evolve, field, frozen

from witp_learn import position
from witp_learn.components import board as companion_board
from witp_learn.components import in_use, shipped, shipped_board
from witp_learn.display import Displayed, folded
from witp_learn.explain import say
from witp_learn.files import (
    DATA,
    BadData,
    NotAvailable,
    Unreadable,
    nearest,
    one_of,
    read_text,
    save_text,
    standard_input,
)
from witp_learn.hexgrid import HexId
from witp_learn.model import Board, Side, State, Unit
from witp_learn.position.finding import Finding, find_place, judge, named_sea, titles
from witp_learn.walkthrough import walkthrough, walkthroughs

if TYPE_CHECKING:
    from witp_learn.explain import Answer
    from witp_learn.rulebook import Entry
    from witp_learn.rules.bases import Network, Site
    from witp_learn.rules.planning import Plan, Suggestion
    from witp_learn.rules.supply import Check, Judgement
    from witp_learn.walkthrough.steps import WalkStep

TEXT = "text:"
"""What a position given as a line starts with on the command line and in `load`."""


def _by_the_rules(state: State) -> Iterator[Finding]:
    """What the referee finds wrong with a position in the middle of a turn."""
    from witp_learn.engine.fitting import findings

    return findings(state)


judge(_by_the_rules)


def load(source: str | Path) -> State:
    """A position from a file (TOML or JSON), from ``text:`` and a position line, or ``-``.

    Raises BadData or Unreadable, which say what would be right.
    """
    name = str(source)
    if name.startswith(TEXT):
        return position.read_line(name.removeprefix(TEXT), companion_board())
    if name == "-":
        return position.read_file(standard_input(), "standard input")
    return position.read_file(read_text(source), name)


def save(state: State, path: str | Path) -> None:
    """Write a position as a TOML file, which `load` reads back without loss.

    Raises BadData when it cannot be written; a file that was there then stays as it was.
    """
    save_text(path, position.write_file(state))


def line(state: State) -> str:
    """The position as one line, which ``load("text:...")`` reads back without loss.

    Raises ValueError when the position brings its own board.
    """
    return position.write_line(state)


def examples() -> tuple[str, ...]:
    """The names of the positions that come with the companion."""
    folder = DATA / "examples"
    names = (entry.name for entry in folder.iterdir())
    return tuple(sorted(n.removesuffix(".toml") for n in names if n.endswith(".toml")))


def example(name: str) -> State:
    """A position that comes with the companion, by name, on the board that comes with it.

    An owner's corrections do not change it; `lay` puts it on the owner's map.

    Raises NotAvailable with the names there are.
    """
    if name not in examples():
        known = ", ".join(examples())
        raise NotAvailable(f"no example {name!r}.{nearest(name, examples())} There are: {known}")
    entry = DATA / "examples" / f"{name}.toml"
    return position.read_file(entry.read_text("utf-8"), f"{name}.toml", shipped_board())


def scenarios() -> tuple[str, ...]:
    """The names of the scenarios of the data in use, also of those whose set-up is missing.

    Raises BadData when the owner's data cannot be read.
    """
    from witp_learn.components.rows import placed
    from witp_learn.components.scenarios import read_scenarios

    folder = in_use() or shipped()
    with placed(folder):
        return tuple(one.name for one in read_scenarios(folder))


def scenario(name: str = "standard", *, optional_bases: bool = False) -> State:
    """The map at the start of a scenario, from the data in use.

    ``optional_bases``: with the six Allied bases of the option of 6.6.2. Raises NotAvailable for
    an unknown scenario, or one whose set-up only the printed game has and the owner's data folder
    lacks; BadData when the data cannot be read or puts a unit where none can be. Assumed units
    with no place on an owner's map are left out: `left_out` names them.
    """
    from witp_learn.components.rows import placed
    from witp_learn.components.scenarios import setup_error, start

    folder = in_use() or shipped()
    with placed(folder):
        state = start(folder, companion_board(), name, optional_bases=optional_bases)
        if amiss := position.fatal(state):
            raise setup_error(folder, companion_board(), name, amiss.key, amiss.problem)
    return state


def left_out(name: str = "standard") -> tuple[str, ...]:
    """The lines of the order of battle that `scenario` leaves out, each with its reason.

    They are assumptions for which the map in use has no place. Raises as `scenario` does.
    """
    from witp_learn.components.rows import placed
    from witp_learn.components.scenarios import find, left_out

    folder = in_use() or shipped()
    with placed(folder):
        return tuple(map(str, left_out(folder, find(folder, name), companion_board())))


def lay(state: State) -> State:
    """The position on the map in use: the owner's where there is one.

    A position with its own board stays on it. Raises BadData when the map has no place for a unit
    or a base.
    """
    if state.board.own or state.board is companion_board():
        return state
    laid = evolve(state, board=companion_board())
    if amiss := position.fatal(laid):
        raise BadData(state.title, amiss.key, amiss.problem, amiss.value)
    return laid


def edit(state: State, *texts: str) -> State:
    """The position after edits such as ``flip 1009 us A`` or ``base al 1110``, in turn.

    Raises Unreadable for a text that names no edit, CannotEdit for one that leads nowhere.
    """
    from witp_learn import edits

    for text in texts:
        state = edits.apply(state, edits.read(text))
    return state


def explain(ref: str) -> Entry:
    """What the rulebook index says of a clause, a section, a ruling or a term.

    Raises UnknownRule with near references.
    """
    from witp_learn.rulebook import look_up

    return look_up(ref)


@frozen
class Taught:
    """A step of a walkthrough that shows a rule at work."""

    name: str
    step: int
    title: str

    def __str__(self) -> str:
        return f"{self.name}, step {self.step}: {self.title}"


def taught(entry: Entry) -> tuple[Taught, ...]:
    """The steps of walkthroughs that show the clauses of an entry at work."""
    wanted = {c.id for c in entry.clauses}
    wanted |= {c for item in entry.rulings for c in item.clauses} if not wanted else set()
    return tuple(step for step, clauses in shown_steps() if wanted & set(clauses))


def shown_steps() -> Iterator[tuple[Taught, tuple[str, ...]]]:
    """The steps of all walkthroughs, each with the clauses that it shows at work."""
    for name in walkthroughs():
        for step in walkthrough(name):
            yield Taught(name, step.number, step.title), _cited(step)


def _cited(step: WalkStep) -> tuple[str, ...]:
    return (*(step.book.clauses if step.book else ()), *step.look.rules)


@frozen(slots=False)
class SupplyRow(Displayed):
    """One row of units in the supply check: the verdict at once, the full answer when asked."""

    state: State = field(repr=False)
    judgement: Judgement = field(repr=False)
    index: int

    @property
    def unit(self) -> Unit:
        """The units judged."""
        return self.judgement.unit

    @property
    def in_supply(self) -> bool:
        """Whether they are in supply."""
        return self.judgement.in_supply

    @property
    def badge(self) -> str:
        """``in``, ``out`` or ``auto``."""
        if self.judgement.automatic:
            return "auto"
        return "in" if self.in_supply else "out"

    @cached_property
    def verdict(self) -> str:
        """The verdict sentence."""
        from witp_learn.rules.answers import verdict

        return verdict(self.state, self.judgement)

    @cached_property
    def answer(self) -> Answer:
        """The whole answer: deciding fact, tests, one change, what it rests on, rules."""
        from witp_learn.rules.answers import answer

        return answer(self.state, self.unit)

    @property
    def reason(self) -> str:
        """The short reason of the list of units."""
        from witp_learn.rules.answers import list_reason

        return list_reason(self.state, self.judgement)

    @property
    def label(self) -> str:
        """The unit as the verdict names it."""
        from witp_learn.rules.answers import subject

        return subject(self.state, self.unit)

    def as_dict(self) -> dict[str, Any]:
        """The row as ``witp-learn supply --json`` prints it."""
        unit, found = self.unit, self.judgement
        return {
            "at": unit.at,
            "nation": unit.nation.value,
            "kind": unit.kind.value,
            "state": unit.state.value,
            "count": unit.count,
            "aboard": unit.aboard,
            "in_supply": found.in_supply,
            "automatic": found.automatic,
            "path": list(found.path) if found.path else None,
            "effect": found.effect,
            "blocked": [asdict(b) for b in found.blocked],
            "rules": list(self.rules),
            "verdict": self.verdict,
        }

    @cached_property
    def short_answer(self) -> Answer:
        """The answer without the changes, facts and rulings that would turn it."""
        from witp_learn.rules.answers import answer

        return answer(self.state, self.unit, deep=False)

    @property
    def rules(self) -> tuple[str, ...]:
        """The clauses that decide."""
        return self.short_answer.rules

    def __str__(self) -> str:
        return str(self.answer)


@frozen(slots=False)
class Supply(Displayed):
    """The supply check of a position, one row per row of units, in their order."""

    state: State = field(repr=False)
    rows: tuple[SupplyRow, ...]
    found: Check = field(repr=False)

    def __iter__(self) -> Iterator[SupplyRow]:
        return iter(self.rows)

    def __len__(self) -> int:
        return len(self.rows)

    def __getitem__(self, key: int | str) -> SupplyRow:
        """A row by number, or by hex or place name (the first that is checked there).

        Raises KeyError when no unit stands there.
        """
        if isinstance(key, int):
            return self.rows[key]
        there = named_sea(self.state.board, key)
        here = [r for r in self.rows if there in (r.unit.at, r.unit.hex)]
        if not here:
            raise KeyError(f"no unit at {key}")
        return next((r for r in here if r.badge != "auto"), here[0])

    def worst_first(self) -> tuple[SupplyRow, ...]:
        """Rows out of supply first, then those in, then those always fed."""
        order = {"out": 0, "in": 1, "auto": 2}
        return tuple(sorted(self.rows, key=lambda r: order[r.badge]))

    def after(self) -> State:
        """The position after the check (7.2)."""
        return self.found.after()

    def as_dict(self) -> dict[str, Any]:
        """The form ``witp-learn supply --json`` prints."""
        return {"units": [row.as_dict() for row in self.rows]}

    def __str__(self) -> str:
        if not self.rows:
            return "No units on the map."
        marks = {"in": "in ", "out": "OUT", "auto": "in*"}
        width = max(len(r.label) for r in self.rows)
        lines = [
            f"{r.unit.at:5} {marks[r.badge]} {r.label:{width}}  {r.reason} ({', '.join(r.rules)})"
            for r in self.rows
        ]
        return "\n".join(lines)


def supply(state: State) -> Supply:
    """The supply check of both sides, judged from one position (7.0 to 7.3)."""
    from witp_learn.rules.supply import check

    found = check(state)
    rows = tuple(SupplyRow(state, j, i) for i, j in enumerate(found))
    return Supply(state, rows, found)


@frozen
class AirZones(Displayed):
    """Hexes under each side's air zone, and those where it is lifted (2.2.3)."""

    japan: tuple[HexId, ...]
    allies: tuple[HexId, ...]
    lifted: dict[str, tuple[HexId, ...]]
    board: Board = field(repr=False, eq=False)

    def __str__(self) -> str:
        return "\n".join([*self._told(Side.JAPAN), *self._told(Side.ALLIES)])

    def _told(self, side: Side) -> Iterator[str]:
        """The hexes of one side with their names, and where full enemy air units lift the zone."""
        hexes = self.japan if side is Side.JAPAN else self.allies
        if hexes:
            key = "covered_1" if len(hexes) == 1 else "covered_n"
            yield say(f"air_zones.{key}", side=side.adjective, count=len(hexes))
            yield folded("  ", titles(self.board, hexes))
        else:
            yield say("air_zones.none", side=side.adjective)
        if lifted := self.lifted[side.value]:
            places = titles(self.board, lifted)
            yield say("air_zones.lifted", enemy=side.enemy.adjective, places=", ".join(places))

    def as_dict(self) -> dict[str, Any]:
        """The form ``witp-learn azoc --json`` prints."""
        lifted = {side: list(hexes) for side, hexes in self.lifted.items()}
        return {"japan": list(self.japan), "allies": list(self.allies), "lifted": lifted}


def air_zones(state: State) -> AirZones:
    """The air zones of both sides after lifting (2.2.3)."""
    from witp_learn.rules import control as zones

    lifted = {side.value: zones.lifted_zone(state, side) for side in Side}
    japan, allies = (zones.air_zone(state, side) for side in Side)
    return AirZones(japan, allies, lifted, state.board)


def air_zone(state: State, where: str, side: Side | str) -> Answer:
    """Whether a hex lies under the air zone of ``side``, and why (2.2.3).

    ``where`` is a hex number or a place name. Raises Unreadable when the board has none such, or
    for a side that there is not.
    """
    from witp_learn.rules.zone_answers import zone_answer

    return zone_answer(state, find_hex(state, where), find_side(side))


def control(state: State, where: str) -> Answer:
    """Who controls the port or airfield in a hex, and why (2.3.3).

    ``where`` is a hex number or a place name. Raises Unreadable when the board has none such.
    """
    from witp_learn.rules.zone_answers import control_answer

    return control_answer(state, find_hex(state, where))


def find_side(side: Side | str) -> Side:
    """A side by its name. Raises Unreadable with the names there are."""
    names = [one.value for one in Side]
    if side not in names:
        raise Unreadable(str(side), f"no side; must be {one_of(names)}.")
    return Side(side)


def find_hex(state: State, where: str) -> HexId:
    """The hex that a number or a place name means on the board of a position."""
    return find_sea(state, where)[:4]


def find_sea(state: State, where: str) -> str:
    """As `find_hex`, with the letter of one of two seas where that is named: ``0406W``."""
    if not isinstance(where, str):
        raise Unreadable(str(where), "no hex or place; give a number like 0606, or a name")
    return find_place(state.board, where)


@frozen(slots=False)
class BaseRow(Displayed):
    """One hex as a place for a base: a base of the side, or a site for a new one (6)."""

    state: State = field(repr=False)
    side: Side
    hex: HexId

    @property
    def label(self) -> str:
        """The place name, or the number."""
        return self.state.board.label(self.hex)

    @property
    def is_base(self) -> bool:
        """Whether a base of the side stands there."""
        return self.state.has_base(self.hex, self.side)

    @cached_property
    def short_answer(self) -> Answer:
        """The answer without the changes, facts and rulings that would turn it."""
        from witp_learn.rules.base_answers import base_answer

        return base_answer(self.state, self.side, self.hex, deep=False)

    @cached_property
    def answer(self) -> Answer:
        """The whole answer: can a base be built here; or, where one stands, is it linked."""
        from witp_learn.rules.base_answers import base_answer

        return base_answer(self.state, self.side, self.hex)

    @property
    def good(self) -> bool:
        """Whether the base is linked, or one may be built."""
        return self.short_answer.good

    @property
    def verdict(self) -> str:
        """The verdict sentence."""
        return self.short_answer.verdict

    def __str__(self) -> str:
        return str(self.answer)


@frozen
class Bases(Displayed):
    """A side's supply network, and every port or airfield it holds judged for a new base (6)."""

    side: Side
    network: Network
    sites: tuple[Site, ...]
    state: State = field(repr=False, eq=False)

    def __getitem__(self, where: str) -> BaseRow:
        """A base, or a hex judged for a new one, by number or place name.

        Raises Unreadable when the board has no such place.
        """
        return BaseRow(self.state, self.side, find_hex(self.state, where))

    def site(self, where: str) -> BaseRow:
        """The same as ``bases[where]``."""
        return self[where]

    def __iter__(self) -> Iterator[BaseRow]:
        """The bases, then every port or airfield held without one."""
        held = [s.hex for s in self.sites if not self.state.has_base(s.hex, self.side)]
        bases = sorted(self.state.bases[self.side])
        return (BaseRow(self.state, self.side, h) for h in (*bases, *held))

    @property
    def can_build(self) -> tuple[HexId, ...]:
        """Where a base may be built now."""
        return tuple(s.hex for s in self.sites if s.allowed)

    def as_dict(self) -> dict[str, Any]:
        """The form ``witp-learn bases --json`` prints."""
        refused = {
            s.hex: [
                {"rule": r.rule, "why": r.why, "hex": r.hex, "text": r.text} for r in s.refusals
            ]
            for s in self.sites
            if not s.allowed
        }
        return {
            "network": list(self.network.linked),
            "can_build": list(self.can_build),
            "refused": refused,
        }

    def __str__(self) -> str:
        lines = [self._listed("linked", self.network.linked, "no_linked")]
        if self.network.cut_off:
            lines.append(self._listed("cut_off", self.network.cut_off))
        lines.append(self._listed("can_build", self.can_build, "nowhere"))
        for place in self.sites:
            lines += [f"  {place.hex} no: {r.text} ({r.rule})" for r in place.refusals]
        return "\n".join(lines)

    def _listed(self, key: str, hexes: Sequence[HexId], none: str = "") -> str:
        places = titles(self.state.board, hexes) or [say(f"bases.{none}")]
        return folded(say(f"bases.{key}", places=""), places)


def bases(state: State, side: Side | str) -> Bases:
    """The supply network of a side and where it may build (6.1 to 6.6).

    ``side``: ``japan`` or ``allies``. Raises Unreadable for another.
    """
    from witp_learn.rules.bases import network, sites

    player = find_side(side)
    return Bases(player, network(state, player), sites(state, player), state)


def plan_bases(state: State, side: Side | str, *texts: str) -> Plan:
    """Bases built and removed in this order (``base jp 0907``, ``unbase jp 0605``), step by step.

    Each step says whether it is allowed, what the bases then cost, who is fed or starves at the
    coming supply check, and which bases are linked or cut off (6.4, 6.5, 6.6.2, 7). Raises
    Unreadable for a text that names no edit, ValueError for one that is no base of the side's.
    """
    from witp_learn import edits
    from witp_learn.rules.planning import plan

    return plan(state, find_side(side), [edits.read(text) for text in texts])


def suggest_bases(state: State, side: Side | str, most: int = 1) -> tuple[Suggestion, ...]:
    """Where a side could build up to ``most`` bases (1 to 3), those that feed most units first.

    Raises ValueError for another number.
    """
    from witp_learn.rules.planning import suggestions

    return suggestions(state, find_side(side), most)


def state_text(state: State) -> str:
    """A position in one short line."""
    if state.board.own:
        rows = len(state.units)
        many = f"{rows} row{'' if rows == 1 else 's'} of units"
        return f"Position on its own board: {many}, turn {state.turn}"
    return str(state) if state.under_way else position.write_line(state)
