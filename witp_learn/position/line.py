"""The position as one line, for typing, sharing, page addresses and lessons.

``0606 jp 2C 4N(2L); 0606 us A-; base al 1110; turn 4; contested 0606``: items by ``;``, each a hex,
a nation and counters ``[count]kind[-][=strength]``, ``-`` for attrited, cargo in brackets behind
the naval units that carry it (or alone, when another nation's ships carry it). Further items are
``trp 14 17``, ``phase supply``, ``ruling slug=b`` and ``title "..."``.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from attrs import evolve, frozen

from witp_learn.files import Unreadable, nearest, one_of
from witp_learn.model import Board, Kind, Nation, Phase, Side, State, Step, Unit
from witp_learn.position.check import fatal, settled

DEFAULT_TURN = 2
"""The turn of a line that names none: the first without the exceptions of turn 1."""

LONGEST = 20_000
"""Characters of the longest line that is read."""

_KINDS = {kind.letter: kind for kind in Kind}
_NATIONS = {nation.short: nation for nation in Nation}
_SIDES = {side.short: side for side in Side}
_COUNTER = re.compile(r"([0-9]{0,3})([CNLA])(-?)(?:=([0-9]{1,3}))?", re.IGNORECASE)
_PLACE = re.compile(r"[0-9]{4}[A-Z]?")
_PIECE = re.compile(r'"(?:[^"\\]|\\.)*"?|[^;"]+')


@frozen
class Item:
    """One item of a line: its text, where it stands in the line, and what is wrong with it."""

    text: str
    start: int
    end: int
    error: str = ""


def _split(text: str) -> Iterator[Item]:
    start = 0
    pieces = list(_PIECE.finditer(text))
    marks = [i for i, c in enumerate(text) if c in ";\n" and not _quoted(i, pieces)]
    for end in [*marks, len(text)]:
        raw = text[start:end]
        body = raw.strip()
        if body:
            first = start + raw.index(body[0])
            yield Item(body, first, first + len(body))
        start = end + 1


def _quoted(index: int, pieces: list[re.Match[str]]) -> bool:
    return any(p.start() <= index < p.end() and p.group().startswith('"') for p in pieces)


def read(text: str, board: Board) -> State:
    """The position of a line.

    Raises Unreadable naming the item and what would be right.
    """
    state, items = draft(text, board)
    for item in items:
        if item.error:
            raise Unreadable(item.text, item.error, item.start)
    return state


def draft(text: str, board: Board) -> tuple[State, tuple[Item, ...]]:
    """The position that the readable items of a half-typed line give, and all its items."""
    state = State(board=board, turn=DEFAULT_TURN)
    if len(text) > LONGEST:
        problem = f"a line has at most {LONGEST:,} characters; use a file"
        return state, (Item(text[:40], 0, 40, problem),)
    items = []
    said: set[str] = set()
    for item in _split(text):
        try:
            _only_once(item.text, said)
            changed = _apply(state, item.text)
            if amiss := fatal(changed):
                raise ValueError(amiss.problem)
            state = changed
        except ValueError as error:
            item = evolve(item, error=str(error))
        items.append(item)
    return state, tuple(items)


ONCE = ("turn", "trp", "phase", "title")
"""Items that a line can hold only once."""


def _only_once(item: str, said: set[str]) -> None:
    word = item.partition(" ")[0].lower()
    if word in said:
        raise ValueError(f"{word} stands twice; one is enough")
    if word in ONCE:
        said.add(word)


def _apply(state: State, item: str) -> State:
    word, _, rest = item.partition(" ")
    if word.lower() in _ITEMS:
        return _ITEMS[word.lower()](state, rest.strip())
    if word[:1].isdigit():
        units = (settled(u, state.board) for u in _units(word.upper(), rest))
        return evolve(state, units=(*state.units, *units))
    right = one_of(["a hex like 0909", *_ITEMS])
    raise ValueError(f"an item starts with {right}.{nearest(word.lower(), _ITEMS)}")


def _base(state: State, rest: str) -> State:
    side, *places = rest.split() or [""]
    if side.lower() not in _SIDES or not places:
        raise ValueError("write base jp or base al and one or more hexes")
    key = _SIDES[side.lower()]
    hexes = tuple(place(p)[:4] for p in places)
    return evolve(state, bases={**state.bases, key: (*state.bases[key], *hexes)})


def _turn(state: State, rest: str) -> State:
    return evolve(state, turn=_whole_number(rest, "turn"))


def _whole_number(text: str, name: str) -> int:
    if not re.fullmatch(r"[0-9]{1,3}", text):
        raise ValueError(f"write {name} and a whole number")
    return int(text)


def _trp(state: State, rest: str) -> State:
    words = rest.split()
    if len(words) != 2:
        raise ValueError("write trp and two numbers, Japan's first")
    return evolve(state, trp=(_whole_number(words[0], "trp"), _whole_number(words[1], "trp")))


def _phase(state: State, rest: str) -> State:
    names = [p.value for p in Phase]
    if rest not in names:
        raise ValueError(f"no such phase; write {one_of(names)}.{nearest(rest, names)}")
    return evolve(state, phase=Phase(rest))


def _contested(state: State, rest: str) -> State:
    hexes = tuple(place(p)[:4] for p in rest.split())
    if not hexes:
        raise ValueError("write contested and one or more hexes")
    return evolve(state, contested=(*state.contested, *hexes))


def _ruling(state: State, rest: str) -> State:
    from witp_learn.rulebook import reading

    slug, mark, chosen = rest.partition("=")
    if not mark:
        raise ValueError("write ruling slug=reading, like ruling supply-range-three=b")
    slug, chosen = slug.strip(), chosen.strip()
    try:
        default = reading(slug, {})
    except LookupError as error:
        raise ValueError(str(error)) from None
    others = {s: r for s, r in state.rulings.items() if s != slug}
    return evolve(state, rulings=others if chosen == default else {**others, slug: chosen})


def _title(state: State, rest: str) -> State:
    if rest.startswith('"'):
        try:
            rest = json.loads(rest)
        except ValueError:
            raise ValueError("the quotes around the title do not close") from None
    return evolve(state, title=str(rest))


_ITEMS: Mapping[str, Callable[[State, str], State]] = {
    "base": _base,
    "turn": _turn,
    "trp": _trp,
    "phase": _phase,
    "contested": _contested,
    "ruling": _ruling,
    "title": _title,
}


def place(text: str) -> str:
    """A hex with or without a coast letter. Raises ValueError with the likely hex."""
    text = text.upper()
    if _PLACE.fullmatch(text):
        return text
    mended = text.replace("O", "0").replace("I", "1").replace("L", "1")
    hint = f" did you mean {mended}?" if _PLACE.fullmatch(mended) else " a hex has four digits"
    raise ValueError(f"{text}: no such hex;{hint}")


def _units(where: str, rest: str) -> Iterator[Unit]:
    at = place(where)
    nation_word, _, counters = rest.strip().partition(" ")
    if nation_word.lower() not in _NATIONS:
        raise ValueError(f"after the hex comes a nation: {one_of(_NATIONS)}")
    nation = _NATIONS[nation_word.lower()]
    pieces = list(_pieces(counters))
    if not pieces:
        raise ValueError("which counters? Write C, N, L or A, - behind it for attrited")
    for text, aboard in pieces:
        yield counter(at, nation, text, aboard)


def _pieces(text: str) -> Iterator[tuple[str, bool]]:
    for part in re.findall(r"\([^()]*\)|[()]|[^\s()]+", text):
        if part in ("(", ")"):
            raise ValueError("a bracket around the cargo does not close")
        if part.startswith("("):
            yield from ((cargo, True) for cargo in part[1:-1].split())
        else:
            yield part, False


def counter(at: str, nation: Nation, text: str, aboard: bool = False) -> Unit:
    """The like units that ``[count]kind[-][=strength]`` names. Raises ValueError."""
    found = _COUNTER.fullmatch(text)
    if found is None:
        raise ValueError(
            f"{text}: a counter reads like 2L or A-: count, C N L or A, - for attrited"
        )
    count, letter, attrited, strength = found.groups()
    return Unit(
        at=at,
        nation=nation,
        kind=_KINDS[letter.upper()],
        state=Step.ATTRITED if attrited else Step.FULL,
        count=int(count) if count else 1,
        aboard=aboard,
        strength=int(strength) if strength else None,
    )


def counter_text(unit: Unit, count: int | None = None) -> str:
    """Like units in the notation of a line: ``2L-``. ``count`` overrides theirs."""
    many = unit.count if count is None else count
    strength = "" if unit.strength is None else f"={unit.strength}"
    mark = "" if unit.full else "-"
    return f"{many if many != 1 else ''}{unit.kind.letter}{mark}{strength}"


def at_rest(state: State) -> State:
    """The same map with nothing of the turn under way: no progress, no unit marked as moved."""
    if not state.under_way:
        return state
    units = tuple(evolve(unit, moved=False) for unit in state.units)
    return evolve(state, units=units, progress=None)


def write(state: State) -> str:
    """The position as one line.

    Raises ValueError when it brings its own board, or stands in the middle of a turn: both need
    the file.
    """
    if state.board.own:
        raise ValueError("a position with its own board needs the file")
    if state.under_way:
        raise ValueError("a position in the middle of a turn needs the file")
    return "; ".join(_items(state))


def _items(state: State) -> Iterator[str]:
    if state.title:
        yield f"title {_title_text(state.title)}"
    yield f"turn {state.turn}"
    yield from _unit_items(state.units)
    for side in Side:
        if state.bases[side]:
            yield f"base {side.short} {' '.join(state.bases[side])}"
    if state.contested:
        yield f"contested {' '.join(state.contested)}"
    if state.trp is not None:
        yield f"trp {state.trp[0]} {state.trp[1]}"
    if state.phase is not Phase.SUPPLY:
        yield f"phase {state.phase.value}"
    for slug, chosen in state.rulings.items():
        yield f"ruling {slug}={chosen}"


def _title_text(title: str) -> Any:
    simple = title == title.strip() and not re.search(r'[;"\\\n\r]', title)
    return title if simple else json.dumps(title, ensure_ascii=False)


def _unit_items(units: tuple[Unit, ...]) -> Iterator[str]:
    index = 0
    while index < len(units):
        head = units[index]
        end = index
        while end < len(units) and (units[end].at, units[end].nation) == (head.at, head.nation):
            end += 1
        yield f"{head.at} {head.nation.short} {' '.join(_groups(units[index:end]))}"
        index = end


def _groups(units: tuple[Unit, ...]) -> Iterator[str]:
    index = 0
    while index < len(units):
        cargo = index + (0 if units[index].aboard else 1)
        end = cargo
        while end < len(units) and units[end].aboard:
            end += 1
        own = "" if units[index].aboard else counter_text(units[index])
        inside = " ".join(counter_text(u) for u in units[cargo:end])
        yield own + (f"({inside})" if inside else "")
        index = end
