"""Walkthroughs: an example of the rulebook gone through step by step, its words beside the rules.

A walkthrough is data (TOML, ``format = "witp-walkthrough/1"``). It says what the rulebook states,
never what the rules give: every verdict here is computed.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from enum import StrEnum
from functools import cached_property
from importlib.resources import files
from importlib.resources.abc import Traversable

from attrs import evolve, field, frozen

from witp_learn import edits, position
from witp_learn.components import shipped_board
from witp_learn.display import Displayed
from witp_learn.explain import Answer
from witp_learn.files import BadData, NotAvailable, Unreadable, nearest, one_of, parse, structure
from witp_learn.hexgrid import HexId, distance
from witp_learn.model import State, Unit
from witp_learn.position.line import counter, place
from witp_learn.rulebook import Ruling, UnknownRule, clause, ruling
from witp_learn.rules import answers
from witp_learn.rules.control import lifted_zone
from witp_learn.rules.lines import Ground, Purpose
from witp_learn.rules.supply import (
    Check,
    Judgement,
    check,
    limit,
    nearest_end,
    photograph,
    stops_text,
)

FORMAT = "witp-walkthrough/1"
MOST_WORDS = 40
"""The longest text of a step."""

SHOWN = ("zone jp", "zone al", "network jp", "network al", "all lines", "no badges")
"""What a step can show on the map, or leave out, beyond counters and the line looked at."""

OURS = "Ours, not the rulebook's"
"""What stands before the words that tell what we have added."""

_NAME = re.compile(r"[a-z0-9_]+")
_VERDICTS = {True: "in supply", False: "out of supply"}


class Mode(StrEnum):
    """The question that the steps ask of the position."""

    SUPPLY = "supply"


class Verdict(StrEnum):
    """What the rulebook says of a unit."""

    IN = "in"
    OUT = "out"


class Stop(StrEnum):
    """What the rulebook gives as the reason why a hex between is stopped."""

    MOUNTAIN = "mountain"
    ENEMY_UNIT = "enemy_unit"
    ENEMY_FACILITY = "enemy_facility"
    ENEMY_AZOC = "enemy_azoc"


class Effect(StrEnum):
    """What the rulebook says happens to a unit out of supply."""

    NONE = "none"
    ATTRITED = "attrited"
    REMOVED = "removed"


@frozen
class Book:
    """What the rulebook states at a step, in our words, and the points that can be compared.

    ``verdict`` is of the unit looked at, ``away`` its distance to the base in hexes; ``through``
    the hex between that feeds it; ``stopped`` a hex between that does not, and ``why``; ``lifted``
    a hex where the enemy air zone is lifted; ``reach`` the distance in hexes up to which supply is
    said to run; ``out`` all units said to be out of supply; ``effect`` what happens to those, else
    to the unit looked at.
    """

    says: str
    clauses: tuple[str, ...]
    verdict: Verdict | None = None
    effect: Effect | None = None
    away: int | None = None
    through: str = ""
    stopped: str = ""
    why: Stop | None = None
    lifted: str = ""
    reach: int | None = None
    out: tuple[str, ...] = ()

    @property
    def of_a_unit(self) -> bool:
        """Whether something is said of the unit looked at."""
        said = (self.verdict, self.away, self.through, self.stopped, self.lifted)
        effect = self.effect is not None and not self.out
        return effect or any(value not in (None, "") for value in said)


@frozen
class Comparison:
    """One point: what the rulebook prints, what the rules give, and whether the two agree."""

    what: str
    printed: str
    computed: str

    @property
    def agrees(self) -> bool:
        """Whether print and rule agree."""
        return self.printed == self.computed


@frozen
class _Step:
    title: str
    look: str = ""
    tab: str = ""
    edits: tuple[str, ...] = ()
    carried_out: bool = False
    book: Book | None = None
    says: str = ""
    ours: str = ""
    misprint: str = ""
    show: tuple[str, ...] = ()


@frozen
class _File:
    format: str
    title: str
    position: str
    step: tuple[_Step, ...]
    section: str = ""
    mode: Mode = Mode.SUPPLY


@frozen(slots=False)
class WalkStep(Displayed):
    """One step: a position, what is looked at, what the rulebook says of it and what is computed.

    ``judged`` is the position that the verdicts are given on; `state` the one to show, which
    differs when the step carries out the check. ``hex`` and ``index`` are the hex and the row of
    units looked at, ``tab`` the hex between to open. ``says`` is our word to the reader, ``ours``
    what is ours and not the rulebook's, ``misprint`` the ruling where print and rule differ.
    """

    number: int
    title: str
    judged: State = field(repr=False)
    hex: HexId | None = None
    index: int | None = None
    tab: HexId = ""
    carried_out: bool = False
    book: Book | None = None
    says: str = ""
    ours: str = ""
    misprint: Ruling | None = None
    show: tuple[str, ...] = ()

    @cached_property
    def check(self) -> Check:
        """The supply check of the position."""
        return check(self.judged)

    @cached_property
    def state(self) -> State:
        """The position to show: after the check where the step carries it out (7.2)."""
        return edits.tidy(self.check.after()) if self.carried_out else self.judged

    @property
    def found(self) -> Judgement | None:
        """The judgement of the row of units looked at."""
        return None if self.index is None else self.check.judgements[self.index]

    @cached_property
    def answer(self) -> Answer | None:
        """The whole answer for the row of units looked at."""
        return None if self.found is None else answers.answer(self.judged, self.found.unit)

    @property
    def computed(self) -> str:
        """What the rules give, in a sentence: the verdict, or who is out of supply.

        Nothing where the step only shows the position.
        """
        if self.found is not None:
            return answers.verdict(self.judged, self.found)
        if not self.comparisons and not self.carried_out:
            return ""
        out = [f"{name} ({effect})" for name, effect in _out(self.judged, self.check)]
        return f"Out of supply: {', '.join(out) or 'nobody'}. All others stay as they are."

    @cached_property
    def comparisons(self) -> tuple[Comparison, ...]:
        """The points that rulebook and rules both speak of."""
        if self.book is None:
            return ()
        rows = tuple(_of_position(self.judged, self.check, self.book))
        if self.found is not None:
            rows = (*_of_unit(self.judged, self.found, self.book), *rows)
        return rows

    @property
    def agrees(self) -> bool | None:
        """Whether rulebook and rules agree in every point; None when there is none."""
        return all(c.agrees for c in self.comparisons) if self.comparisons else None

    @property
    def agreement(self) -> str:
        """``They agree.`` or ``They differ in one point.``; nothing when none is compared."""
        differing = sum(not c.agrees for c in self.comparisons)
        if not differing:
            return "They agree." if self.comparisons else ""
        return f"They differ in {'one point' if differing == 1 else f'{differing} points'}."

    def __str__(self) -> str:
        return "\n".join(self.lines())

    def lines(self) -> Iterator[str]:
        """The step as plain text."""
        yield f"{self.number}. {self.title}"
        if self.book is not None:
            yield f"The rulebook says ({', '.join(self.book.clauses)}): {self.book.says}"
        if self.computed:
            yield f"Computed: {self.computed}"
        yield from (f"  {row}" for row in _table([(c.what, *_sides(c)) for c in self.comparisons]))
        if self.agreement:
            yield self.agreement
        if self.misprint is not None:
            yield f"Ruling {self.misprint.slug}: {reading_of(self.misprint)}"
        if self.ours:
            yield f"{OURS}: {self.ours}"
        if self.says:
            yield self.says


@frozen
class Walkthrough(Displayed):
    """An example of the rulebook, step by step. ``name`` is its file's, ``section`` its place."""

    name: str
    title: str
    section: str
    start: State = field(repr=False)
    steps: tuple[WalkStep, ...] = field(repr=False)

    def __len__(self) -> int:
        return len(self.steps)

    def __iter__(self) -> Iterator[WalkStep]:
        return iter(self.steps)

    def step(self, number: int) -> WalkStep:
        """A step by its number, from 1; the first or last one for numbers beyond."""
        return self.steps[min(max(number, 1), len(self.steps)) - 1]

    def __str__(self) -> str:
        head = f"{self.title} ({self.section})" if self.section else self.title
        rows = [row for step in self.steps for row in _listed(step)]
        return "\n".join([head, *_table([("", "The rulebook", "Computed", ""), *rows])])


def reading_of(item: Ruling) -> str:
    """The reading that the companion follows, and why."""
    return f"{item.options[item.default]} {item.why}"


def _listed(step: WalkStep) -> Iterator[tuple[str, ...]]:
    """The rows of one step in the listing: its title, and one for each point."""
    computed = "" if step.index is None or step.comparisons else _verdict(step)
    yield f"{step.number:2} {step.title}", "", computed, ""
    for point in step.comparisons:
        yield f"     {point.what}", *_sides(point)


def _verdict(step: WalkStep) -> str:
    return _VERDICTS[bool(step.found and step.found.in_supply)]


def _sides(point: Comparison) -> tuple[str, str, str]:
    return point.printed, point.computed, "agree" if point.agrees else "DIFFER"


def _table(rows: Sequence[tuple[str, ...]]) -> Iterator[str]:
    if not rows:
        return
    widths = [max(len(cell) for cell in column) for column in zip(*rows, strict=True)]
    for row in rows:
        cells = (f"{cell:{width}}" for cell, width in zip(row, widths, strict=True))
        yield "  ".join(cells).rstrip()


# -- comparing


def _of_unit(state: State, found: Judgement, book: Book) -> Iterator[Comparison]:
    """What is printed of one row of units beside what is computed."""
    side = found.unit.side
    ground = Ground(photograph(state, side), side, Purpose.UNIT)
    if book.verdict is not None:
        printed = _VERDICTS[book.verdict is Verdict.IN]
        yield Comparison("Verdict", printed, _VERDICTS[found.in_supply])
    if book.effect is not None:
        yield Comparison("Effect", book.effect.value, found.effect)
    if book.away is not None:
        end = nearest_end(ground, found.unit.hex)
        steps = _steps(distance(found.unit.hex, end.hex)) if end else "no base"
        yield Comparison("Distance to the base", _steps(book.away), steps)
    if book.through:
        used = found.path[1:-1] if found.path else ()
        ways = " and ".join(state.board.label(h) for h in used) or "no hex between"
        yield Comparison("Through", state.board.label(book.through), ways)
    if book.stopped:
        yield from _of_hex(ground, book)
    if book.lifted:
        where = f"Air zone at {book.lifted}"
        lifted = book.lifted in lifted_zone(state, side.enemy)
        yield Comparison(where, "lifted", "lifted" if lifted else "not lifted")


def _of_hex(ground: Ground, book: Book) -> Iterator[Comparison]:
    stops = ground.stops(book.stopped)
    where = f"Hex {book.stopped}"
    yield Comparison(where, "stopped", "stopped" if stops else "open")
    if book.why is not None:
        reason = stops_text(stops[0]) if stops else "nothing"
        yield Comparison("Stopped by", stops_text(book.why), reason)


def _of_position(state: State, judged: Check, book: Book) -> Iterator[Comparison]:
    """What is printed of the whole position beside what is computed."""
    if book.reach is not None:
        yield Comparison("Reach of a base", _steps(book.reach), _steps(limit(state)))
    if book.out:
        units = (judged.judgements[_row(state, text)] for text in book.out)
        said = [answers.subject(state, found.unit, letter=True) for found in units]
        names = [name for name, _ in _out(state, judged)]
        yield Comparison("Out of supply", ", ".join(said), ", ".join(names) or "nobody")
        if book.effect is not None:
            effects = dict.fromkeys(effect for _, effect in _out(state, judged))
            yield Comparison("Effect", book.effect.value, ", ".join(effects) or "none")


def _out(state: State, judged: Check) -> list[tuple[str, str]]:
    """Who is out of supply, and what happens to each."""
    out = judged.out()
    return [(answers.subject(state, found.unit, letter=True), found.effect) for found in out]


def _steps(count: int) -> str:
    return f"{count} hex{'' if count == 1 else 'es'}"


# -- reading


def walkthroughs() -> tuple[str, ...]:
    """The names of the walkthroughs that come with the companion."""
    names = (entry.name for entry in _folder("walkthroughs").iterdir())
    return tuple(sorted(n.removesuffix(".toml") for n in names if n.endswith(".toml")))


def walkthrough(name: str) -> Walkthrough:
    """A walkthrough that comes with the companion, by name.

    Raises NotAvailable with the names there are.
    """
    if name not in walkthroughs():
        known = ", ".join(walkthroughs())
        hint = nearest(name, walkthroughs())
        raise NotAvailable(f"no walkthrough {name!r}.{hint} There are: {known}")
    text = (_folder("walkthroughs") / f"{name}.toml").read_text("utf-8")
    return read(text, f"{name}.toml", name)


def read(text: str, source: str, name: str = "") -> Walkthrough:
    """The walkthrough of a TOML text, with every step tried.

    Raises BadData naming ``source``, key and value, and saying what would be right.
    """
    data = parse(text, source)
    if "format" in data and data["format"] != FORMAT:
        problem = f'this companion reads format = "{FORMAT}"'
        raise BadData(source, "format", problem, data["format"])
    found = structure(_File, data, source)
    if not found.step:
        raise BadData(source, "step", "a walkthrough has at least one step")
    start = edits.tidy(_start(found.position, source))
    steps = (
        _made(step, number, evolve(start, title=_title(found, number)), source)
        for number, step in enumerate(found.step, 1)
    )
    return Walkthrough(name, found.title, found.section, start, tuple(steps))


def _title(found: _File, number: int) -> str:
    """The title of a step's position, which tells it from the positions of all other steps."""
    return f"{found.title} Step {number}"


def _folder(name: str) -> Traversable:
    return files("witp_learn") / "data" / name


def _start(text: str, source: str) -> State:
    """The position a walkthrough starts from: an example by name, or a position line."""
    if _NAME.fullmatch(text):
        entry = _folder("examples") / f"{text}.toml"
        if not entry.is_file():
            raise BadData(source, "position", "names no example, and is no position line", text)
        return position.read_file(entry.read_text("utf-8"), f"{text}.toml", shipped_board())
    try:
        return position.read_line(text, shipped_board())
    except Unreadable as error:
        raise BadData(source, "position", str(error)) from None


def _made(step: _Step, number: int, start: State, source: str) -> WalkStep:
    key = f"step[{number - 1}]"
    _check_words(step, source, key)
    judged = _edited(start, step.edits, source, f"{key}.edits")
    hex_id, index = _looked_at(judged, step.look, source, f"{key}.look")
    _check_tab(judged, index, step.tab, source, f"{key}.tab")
    if step.book is not None:
        _check_book(judged, step.book, index, source, f"{key}.book")
    return WalkStep(
        number=number,
        title=step.title,
        judged=judged,
        hex=hex_id,
        index=index,
        tab=step.tab,
        carried_out=step.carried_out,
        book=step.book,
        says=step.says,
        ours=step.ours,
        misprint=_ruling(step.misprint, source, f"{key}.misprint"),
        show=step.show,
    )


def _check_words(step: _Step, source: str, key: str) -> None:
    said = {"says": step.says, "ours": step.ours, "book.says": step.book.says if step.book else ""}
    for name, text in said.items():
        if (count := len(text.split())) > MOST_WORDS:
            problem = f"has {count} words; {MOST_WORDS} is the limit"
            raise BadData(source, f"{key}.{name}", problem, text)
    for shown in step.show:
        if shown not in SHOWN:
            problem = f"must be {one_of(SHOWN)}.{nearest(shown, SHOWN)}"
            raise BadData(source, f"{key}.show", problem, shown)


def _edited(state: State, texts: tuple[str, ...], source: str, key: str) -> State:
    for index, text in enumerate(texts):
        try:
            state = edits.apply(state, edits.read(text))
        except (Unreadable, edits.CannotEdit) as error:
            raise BadData(source, f"{key}[{index}]", str(error)) from None
    return state


def _looked_at(state: State, text: str, source: str, key: str) -> tuple[HexId | None, int | None]:
    """The hex and the row of units that a step looks at."""
    if not text:
        return None, None
    try:
        if " " in text.strip():
            index = _row(state, text)
            return state.units[index].hex, index
        hex_id = place(text)[:4]
    except ValueError as error:
        raise BadData(source, key, str(error), text) from None
    _on_board(state, hex_id, source, key)
    return hex_id, None


def _row(state: State, text: str) -> int:
    """Which row of units ``0909 us L`` is.

    Raises ValueError saying what would be right.
    """
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


def _check_tab(state: State, index: int | None, tab: str, source: str, key: str) -> None:
    if not tab:
        return
    tabs: list[HexId] = []
    if index is not None:
        tabs = [t.hex for t in answers.answer(state, state.units[index], deep=False).tabs]
    if tab not in tabs:
        there = f"must be {one_of(tabs)}" if tabs else "there is no hex between to open"
        raise BadData(source, key, there, tab)


def _check_book(state: State, book: Book, index: int | None, source: str, key: str) -> None:
    for named in book.clauses:
        try:
            clause(named)
        except UnknownRule as error:
            raise BadData(source, f"{key}.clauses", str(error), named) from None
    for name in ("away", "reach"):
        if (getattr(book, name) or 0) < 0:
            raise BadData(source, f"{key}.{name}", "must be at least 0", getattr(book, name))
    if book.of_a_unit and index is None:
        raise BadData(source, key, "speaks of a unit, but the step looks at none")
    for name in ("through", "stopped", "lifted"):
        if hex_id := getattr(book, name):
            _on_board(state, hex_id, source, f"{key}.{name}")
    for text in book.out:
        try:
            _row(state, text)
        except ValueError as error:
            raise BadData(source, f"{key}.out", str(error), text) from None


def _ruling(slug: str, source: str, key: str) -> Ruling | None:
    if not slug:
        return None
    try:
        return ruling(slug)
    except UnknownRule as error:
        raise BadData(source, key, str(error), slug) from None
