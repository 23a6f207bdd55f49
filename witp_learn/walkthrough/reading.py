"""Reading a walkthrough: every step tried, every slip told with file, key and value."""

from __future__ import annotations

import re

from attrs import evolve

from witp_learn import edits, position
from witp_learn.components import shipped_board
from witp_learn.files import DATA, BadData, Unreadable, nearest, one_of, parse, structure
from witp_learn.hexgrid import HexId
from witp_learn.model import Side, State, Unit
from witp_learn.position.line import counter, place
from witp_learn.rulebook import Ruling, UnknownRule, clause, ruling
from witp_learn.walkthrough.base_look import BaseLook
from witp_learn.walkthrough.book import MOST_WORDS, POINTS, SHOWN, Book, Mode, StepData, WalkData
from witp_learn.walkthrough.combat_look import CombatLook
from witp_learn.walkthrough.fight_reading import (
    check_fields,
    combat_look,
    printed_keys,
    sum_look,
)
from witp_learn.walkthrough.move_reading import move_look
from witp_learn.walkthrough.play_look import PlayLook
from witp_learn.walkthrough.play_reading import play_keys, play_look
from witp_learn.walkthrough.steps import Look, WalkStep, Walkthrough
from witp_learn.walkthrough.supply_look import SupplyLook
from witp_learn.walkthrough.zone_look import ZoneLook

FORMAT = "witp-walkthrough/1"

_NAME = re.compile(r"[a-z0-9_]+")
_SIDES = {side.short: side for side in Side}


def read(text: str, source: str, name: str = "") -> Walkthrough:
    """The walkthrough of a TOML text, with every step tried.

    Raises BadData naming ``source``, key and value, and saying what would be right.
    """
    data = parse(text, source)
    if "format" in data and data["format"] != FORMAT:
        problem = f'this companion reads format = "{FORMAT}"'
        raise BadData(source, "format", problem, data["format"])
    found = structure(WalkData, data, source)
    if not found.step:
        raise BadData(source, "step", "a walkthrough has at least one step")
    start = edits.tidy(_start(found.position, source, "position"))
    steps = []
    for number, step in enumerate(found.step, 1):
        key = f"step[{number - 1}].position"
        own = edits.tidy(_start(step.position, source, key)) if step.position else start
        placed = evolve(own, title=_title(found, number))
        steps.append(_made(evolve(step, mode=step.mode or found.mode), number, placed, source))
    made = tuple(steps)
    return Walkthrough(name, found.title, found.section, start, made, found.frame)


def _title(found: WalkData, number: int) -> str:
    """The title of a step's position, which tells it from the positions of all other steps."""
    return f"{found.title} Step {number}"


def _start(text: str, source: str, key: str) -> State:
    """The position a step starts from: an example by name, or a position line."""
    if _NAME.fullmatch(text):
        entry = DATA / "examples" / f"{text}.toml"
        if not entry.is_file():
            raise BadData(source, key, "names no example, and is no position line", text)
        return position.read_file(entry.read_text("utf-8"), f"{text}.toml", shipped_board())
    try:
        return position.read_line(text, shipped_board())
    except Unreadable as error:
        raise BadData(source, key, str(error)) from None


def _made(step: StepData, number: int, start: State, source: str) -> WalkStep:
    key = f"step[{number - 1}]"
    _check_words(step, source, key)
    judged = _edited(start, step.edits, source, f"{key}.edits")
    look = _look(judged, step, source, key)
    _check_tab(look, step.tab, source, f"{key}.tab")
    if step.book is not None:
        _check_book(look, step, step.book, source, f"{key}.book")
    return WalkStep(
        number=number,
        title=step.title,
        look=look,
        tab=step.tab,
        carried_out=step.carried_out,
        book=step.book,
        says=step.says,
        ours=step.ours,
        misprint=_ruling(step.misprint, source, f"{key}.misprint"),
        ruling=_ruling(step.ruling, source, f"{key}.ruling"),
        show=step.show,
    )


def _check_words(step: StepData, source: str, key: str) -> None:
    said = {"says": step.says, "ours": step.ours, "book.says": step.book.says if step.book else ""}
    for name, text in said.items():
        if (count := len(text.split())) > MOST_WORDS:
            problem = f"has {count} words; {MOST_WORDS} is the limit"
            raise BadData(source, f"{key}.{name}", problem, text)
    for shown in step.show:
        if shown not in SHOWN:
            problem = f"must be {one_of(SHOWN)}.{nearest(shown, SHOWN)}"
            raise BadData(source, f"{key}.show", problem, shown)
    if step.carried_out and step.mode not in (Mode.SUPPLY, Mode.MOVE):
        problem = "only a supply check or a move is carried out"
        raise BadData(source, f"{key}.carried_out", problem, True)
    check_fields(step, source, key)


def _edited(state: State, texts: tuple[str, ...], source: str, key: str) -> State:
    for index, text in enumerate(texts):
        try:
            state = edits.apply(state, edits.read(text))
        except (Unreadable, edits.CannotEdit) as error:
            raise BadData(source, f"{key}[{index}]", str(error)) from None
    return state


def _look(state: State, step: StepData, source: str, key: str) -> Look:
    """What a step looks at, by its question."""
    if step.mode is Mode.SUPPLY:
        hex_id, index = _unit(state, step.look, source, f"{key}.look")
        out = step.book.out if step.book else ()
        rows = tuple(_row_at(state, text, source, f"{key}.book.out") for text in out)
        return SupplyLook(state, hex_id, index, rows, step.carried_out)
    if step.mode is Mode.COMBAT:
        return combat_look(state, _hex(state, step.look, source, f"{key}.look"), step, source, key)
    if step.mode is Mode.SUM:
        return sum_look(state, step, source, key)
    if step.mode is Mode.MOVE:
        return move_look(state, step, source, key)
    if step.mode is Mode.PLAY:
        at = _hex(state, step.look, source, f"{key}.look") if step.look else None
        return play_look(state, at, step, source, key)
    hex_id, side = _hex_and_side(state, step, source, f"{key}.look")
    kind = ZoneLook if step.mode is Mode.ZONES else BaseLook
    return kind(state, hex_id, side)


def _unit(state: State, text: str, source: str, key: str) -> tuple[HexId | None, int | None]:
    """The hex and the row of units that a step about supply looks at."""
    if not text:
        return None, None
    if " " in text.strip():
        index = _row_at(state, text, source, key)
        return state.units[index].hex, index
    return _hex(state, text, source, key), None


def _hex_and_side(
    state: State, step: StepData, source: str, key: str
) -> tuple[HexId | None, Side | None]:
    """``1009 jp``: a hex and a side; ``jp``: the side alone, where its whole zone is looked at."""
    words = step.look.split()
    if not words:
        return None, None
    alone = step.mode is Mode.ZONES
    if words[-1] not in _SIDES or len(words) > 2 or (len(words) == 1 and not alone):
        or_side = ", or jp or al alone" if alone else ""
        problem = f"write a hex and a side, like 1009 jp{or_side}"
        raise BadData(source, key, problem, step.look)
    hex_id = _hex(state, words[0], source, key) if len(words) == 2 else None
    return hex_id, _SIDES[words[-1]]


def _hex(state: State, text: str, source: str, key: str) -> HexId:
    try:
        hex_id = place(text)[:4]
    except ValueError as error:
        raise BadData(source, key, str(error), text) from None
    _on_board(state, hex_id, source, key)
    return hex_id


def _row_at(state: State, text: str, source: str, key: str) -> int:
    """Which row of units ``0909 us L`` is."""
    try:
        return _row(state, text)
    except ValueError as error:
        raise BadData(source, key, str(error), text) from None


def _row(state: State, text: str) -> int:
    words = text.split()
    nations = {unit.nation.short: unit.nation for unit in state.units}
    if len(words) != 3 or words[1] not in nations:
        raise ValueError("write a hex, a nation on the map and a counter, like 0909 us L")
    unit = counter(place(words[0]), nations[words[1]], words[2])
    for index, other in enumerate(state.units):
        if _alike(other, unit):
            return index
    raise ValueError("no such counter there")


def _alike(one: Unit, other: Unit) -> bool:
    return evolve(one, count=1) == evolve(other, count=1)


def _on_board(state: State, hex_id: HexId, source: str, key: str) -> None:
    if hex_id not in state.board:
        raise BadData(source, key, "is not on the board", hex_id)


def _check_tab(look: Look, tab: str, source: str, key: str) -> None:
    if not tab:
        return
    tabs = [found.hex for found in look.answer.tabs] if look.answer else []
    if tab not in tabs:
        there = f"must be {one_of(tabs)}" if tabs else "there is no hex between to open"
        raise BadData(source, key, there, tab)


def _check_book(look: Look, step: StepData, book: Book, source: str, key: str) -> None:
    for named in book.clauses:
        try:
            clause(named)
        except UnknownRule as error:
            raise BadData(source, f"{key}.clauses", str(error), named) from None
    _check_points(look, step, book, source, key)
    for name in ("away", "reach", "count"):
        if (getattr(book, name) or 0) < 0:
            raise BadData(source, f"{key}.{name}", "must be at least 0", getattr(book, name))
    for name in ("through", "stopped", "lifted"):
        if hex_id := getattr(book, name):
            _on_board(look.state, hex_id, source, f"{key}.{name}")
    for hex_id in book.covers:
        _on_board(look.state, hex_id, source, f"{key}.covers")


def _check_points(look: Look, step: StepData, book: Book, source: str, key: str) -> None:
    """Every point must be one that the step's question can compare with what it looks at."""
    mode = step.mode or Mode.SUPPLY
    for name in book.points:
        if name not in POINTS[mode]:
            problem = f"is no point of a step about {mode}: {', '.join(POINTS[mode])}"
            raise BadData(source, f"{key}.{name}", problem)
    known = book.points
    if isinstance(look, CombatLook):
        known = printed_keys(look, book, source, key)
    if isinstance(look, PlayLook):
        known = play_keys(look, book, source, key)
    for name in book.follows:
        if name not in known:
            problem = "names no point that stands here"
            raise BadData(source, f"{key}.follows", problem, name)
    if isinstance(look, SupplyLook):
        if book.of_a_unit and look.index is None:
            raise BadData(source, key, "speaks of a unit, but the step looks at none")
        return
    if mode in (Mode.COMBAT, Mode.SUM, Mode.MOVE, Mode.PLAY):
        return
    of_a_hex = mode is Mode.BASES or "zone" in book.points
    if book.points and of_a_hex and look.hex is None:
        raise BadData(source, key, "speaks of a hex, but the step looks at none")
    if book.points and not of_a_hex and (look.hex is not None or look.side is None):
        problem = "speaks of a whole air zone, but the step does not look at a side alone"
        raise BadData(source, key, problem)


def _ruling(slug: str, source: str, key: str) -> Ruling | None:
    if not slug:
        return None
    try:
        return ruling(slug)
    except UnknownRule as error:
        raise BadData(source, key, str(error), slug) from None
