"""The scenarios: turns, set-up, cards held out, and what the rulebook does not tell (13, 3.3)."""

from __future__ import annotations

import re
from pathlib import PurePosixPath, PureWindowsPath
from typing import TYPE_CHECKING

from attrs import field, frozen

from witp_learn.components.cards import CARD_IDS
from witp_learn.components.rows import GRADES, text_of, unsourced
from witp_learn.components.turns import YEARS, read_turns
from witp_learn.components.units import (
    UNITS_FILE,
    Counters,
    Misfit,
    at_start,
    from_turn,
    misfits,
    read_units,
    reserve,
)
from witp_learn.files import BadData, NotAvailable, nearest, one_of, parse, structure
from witp_learn.hexgrid import HexId, is_hex
from witp_learn.model import TURNS, Board, Grade, Origin, Phase, Side, State

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable

SCENARIOS_FILE = "scenarios.toml"

FORMAT = "witp-scenarios/1"


@frozen
class Scenario:
    """A way to start and end the game.

    ``setup``: the table of counters that says where units start. ``complete``: whether the
    set-up comes with the companion; if not, ``missing`` says what an owner would have to add.
    ``held_out``: cards kept out of the first deal, of ``deal`` cards to each player; ``decks``:
    the years in play. ``surprise``: whether the rules of turn 1 hold (12.1). ``bases_japan`` and
    ``bases_allies``: bases on the map at the start; ``optional_bases``: the Allied bases of the
    option of 6.6.2. ``agreed_end``: whether the players settle the last turn, up to
    ``last_turn``. ``notes``: what else is different.

    Rules: 3.0d, 13.4a
    """

    name: str
    title: str
    section: str
    grade: Grade
    why: str
    first_turn: int
    last_turn: int
    setup: str
    complete: bool
    decks: tuple[int, ...]
    held_out: tuple[str, ...]
    deal: int
    missing: str = ""
    surprise: bool = False
    agreed_end: bool = False
    bases_japan: tuple[HexId, ...] = ()
    bases_allies: tuple[HexId, ...] = ()
    optional_bases: tuple[HexId, ...] = ()
    notes: tuple[str, ...] = ()

    @property
    def origin(self) -> Origin:
        """Where the scenario comes from."""
        return Origin(self.grade, self.section, self.why)


@frozen
class _File:
    format: str
    scenarios: tuple[Scenario, ...] = field(factory=tuple)


def read_scenarios(folder: Traversable) -> tuple[Scenario, ...]:
    """The scenarios of a data folder, in its order.

    Raises BadData naming file, key and value.
    """
    data = parse(text_of(folder, SCENARIOS_FILE), SCENARIOS_FILE)
    if data.get("format") != FORMAT:
        problem = f'must be "{FORMAT}"'
        raise BadData(SCENARIOS_FILE, "format", problem, data.get("format", ""))
    _graded(data.get("scenarios"))
    read = structure(_File, data, SCENARIOS_FILE)
    names: set[str] = set()
    for index, one in enumerate(read.scenarios):
        key = f"scenarios[{index}]"
        if one.name in names:
            raise BadData(SCENARIOS_FILE, f"{key}.name", "stands twice", one.name)
        names.add(one.name)
        _sound(one, key)
        if one.complete and not (folder / one.setup).is_file():
            problem = "no such file in the folder; complete = false where it is missing"
            raise BadData(SCENARIOS_FILE, f"{key}.setup", problem, one.setup)
    return read.scenarios


def _graded(tables: object) -> None:
    """Raise BadData for a scenario whose grade is not one that a table may give."""
    names = [grade.value for grade in GRADES]
    for index, table in enumerate(tables if isinstance(tables, list) else []):
        grade = table.get("grade") if isinstance(table, dict) else None
        if isinstance(grade, str) and grade not in names:
            problem = f"must be {one_of(names)}.{nearest(grade, names)}"
            raise BadData(SCENARIOS_FILE, f"scenarios[{index}].grade", problem, grade)


def _sound(one: Scenario, key: str) -> None:
    def bad(name: str, problem: str) -> BadData:
        return BadData(SCENARIOS_FILE, f"{key}.{name}", problem, getattr(one, name))

    if not one.name.strip():
        raise bad("name", "must not be empty")
    if problem := unsourced(one.grade, one.section):
        raise bad("section", problem)
    if one.first_turn not in TURNS:
        raise bad("first_turn", f"must be 1 to {TURNS[-1]} (3.0)")
    if one.last_turn not in TURNS or one.last_turn < one.first_turn:
        raise bad("last_turn", f"must be {one.first_turn} to {TURNS[-1]} (3.0)")
    if not _plain_name(one.setup):
        raise bad("setup", "must be the name of a CSV file of this folder, like units.csv")
    if not one.complete and not one.missing.strip():
        raise bad("missing", "must say what is missing where complete = false")
    if one.decks != tuple(y for y in YEARS if y in one.decks) or not one.decks:
        raise bad("decks", f"must be years in order, {YEARS[0]} to {YEARS[-1]}")
    if any(card not in CARD_IDS for card in one.held_out):
        raise bad("held_out", "must be card numbers like 1942-01")
    if len(set(one.held_out)) < len(one.held_out):
        raise bad("held_out", "names a card twice")
    if not 0 <= one.deal <= 4:
        raise bad("deal", "must be 0 to 4 cards to each player")
    for name in ("bases_japan", "bases_allies", "optional_bases"):
        hexes: tuple[str, ...] = getattr(one, name)
        if not all(is_hex(h) for h in hexes) or len(set(hexes)) < len(hexes):
            raise bad(name, "must be hex numbers, each once")


def _plain_name(text: str) -> bool:
    alone = PurePosixPath(text).name == PureWindowsPath(text).name == text
    return alone and text.endswith(".csv") and not text.startswith(".")


def find(folder: Traversable, name: str) -> Scenario:
    """A scenario of a data folder by name. Raises NotAvailable with the names there are."""
    every = read_scenarios(folder)
    names = [one.name for one in every]
    if name not in names:
        hint = nearest(name, names)
        known = f" There are: {', '.join(names)}" if names else ""
        raise NotAvailable(f"no scenario {name!r}.{hint}{known}")
    return every[names.index(name)]


def is_available(folder: Traversable, one: Scenario) -> bool:
    """Whether the folder has the set-up of a scenario."""
    return (folder / one.setup).is_file()


def forces(folder: Traversable, one: Scenario, board: Board) -> tuple[Counters, ...]:
    """The counters of a scenario: those on the map, those on the track, the reserve.

    A set-up table without arrivals takes those of ``units.csv`` from its first turn on; one
    without a reserve takes the reserve there. Raises NotAvailable where the set-up is missing,
    BadData for a table that cannot be read.

    Rulings: missing-component-data
    Rules: 3.3c, 3.3d, 3.3e, 3.3f, 3.3l
    """
    if not is_available(folder, one):
        problem = f"the scenario {one.name} cannot be set up: {one.missing}"
        raise NotAvailable(problem)
    own = read_units(folder, one.setup, board.hexes)
    if one.setup == UNITS_FILE:
        return own
    usual = read_units(folder, UNITS_FILE, board.hexes)
    come = tuple(from_turn(own, one.first_turn)) or tuple(from_turn(usual, one.first_turn))
    return (*at_start(own), *come, *(reserve(own) or reserve(usual)))


def start(
    folder: Traversable, board: Board, name: str = "standard", *, optional_bases: bool = False
) -> State:
    """The map at the start of a scenario; the units keep the order of their table.

    Assumed counters for which the map has no place are left out; `left_out` names them.

    ``optional_bases``: with the Allied bases that the option of 6.6.2 puts on the map. Raises
    NotAvailable for an unknown scenario or one whose set-up is missing, BadData for data that
    cannot be read.

    Rules: 3.3b, 3.3c, 3.3d, 3.3k, 5.3a, 6.6.2e, 6.6.2f, 13.1b, 13.3a
    """
    one = find(folder, name)
    off = left_out(folder, one, board)
    placed = _fitting(folder, one, board)
    if optional_bases and not one.optional_bases:
        raise NotAvailable(f"the scenario {name} has no optional Allied bases (6.6.2)")
    allied = one.optional_bases if optional_bases else one.bases_allies
    _on_board(one, board)
    return State(
        board=board,
        turn=one.first_turn,
        units=tuple(c.unit() for c in placed),
        bases={Side.JAPAN: one.bases_japan, Side.ALLIES: tuple(sorted(allied))},
        title=_title(one, any(c.origin.grade.is_open for c in placed), len(off)),
        phase=Phase.EVENT,
        trp=_points(folder) if one.surprise else None,
    )


def setup_error(folder: Traversable, board: Board, name: str, key: str, problem: str) -> BadData:
    """The error for a unit or base of a scenario that cannot be where its table puts it.

    ``key`` is that of the position file (``units[3].at``); the error names the table's line.
    """
    one = find(folder, name)
    if not (found := re.match(r"units\[(\d+)\]", key)):
        return BadData(SCENARIOS_FILE, f"{name}.{key}", problem)
    amiss = _fitting(folder, one, board)[int(found[1])]
    return BadData(one.setup, f"line {amiss.line}, hex", problem, amiss.unit().at)


def left_out(folder: Traversable, one: Scenario, board: Board) -> tuple[Misfit, ...]:
    """The assumed counters that a scenario leaves out, as the map has no place for them.

    Raises BadData for counters that are no assumption and have no place on the map.
    """
    found = misfits(at_start(forces(folder, one, board)), board.hexes, one.setup)
    for amiss in found:
        if not amiss.counters.origin.grade.is_open:
            key = f"line {amiss.counters.line}, hex"
            raise BadData(one.setup, key, amiss.problem, amiss.counters.unit().at)
    return found


def _fitting(folder: Traversable, one: Scenario, board: Board) -> tuple[Counters, ...]:
    """The counters of a scenario that start on the map and fit it."""
    off = [amiss.counters for amiss in left_out(folder, one, board)]
    return tuple(c for c in at_start(forces(folder, one, board)) if c not in off)


def _title(one: Scenario, assumed: bool, off: int) -> str:
    notes = ["order of battle assumed"] if assumed else []
    notes += [f"{off} line{'' if off == 1 else 's'} of it left out"] if off else []
    note = f" ({', '.join(notes)})" if notes else ""
    return f"{one.title}, turn {one.first_turn}{note}"


def _points(folder: Traversable) -> tuple[int, int]:
    track = read_turns(folder)
    return track.brp(1, Side.JAPAN), track.brp(1, Side.ALLIES)


def _on_board(one: Scenario, board: Board) -> None:
    for name in ("bases_japan", "bases_allies", "optional_bases"):
        for hex_id in getattr(one, name):
            if hex_id not in board:
                problem = f"{hex_id} is no hex of the board"
                raise BadData(SCENARIOS_FILE, f"{one.name}.{name}", problem, hex_id)
