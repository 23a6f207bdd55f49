"""Write docs/provenance.md: every datum of the board and the pieces, with where it comes from.

With ``--check`` nothing is written, and the exit status is 1 when the page is not what the data
say.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from pathlib import Path

from witp_learn.components import FIELDS, shipped
from witp_learn.components.board import ORIGIN_COLUMNS, SIDE
from witp_learn.components.cards import Card
from witp_learn.components.folder import Components, counts, read, told
from witp_learn.components.rows import Row, rows
from witp_learn.components.units import Counters
from witp_learn.model import Grade, Hex, Origin, Side

ROOT = Path(__file__).resolve().parent.parent
PAGE = ROOT / "docs" / "provenance.md"
GRADES = (Grade.PRINTED, Grade.DERIVED, Grade.ASSUMED, Grade.UNKNOWN)

ROWS = (*FIELDS, SIDE)
"""What a row of ``sources.csv`` may speak of, in the order of the page."""

INTRODUCTION = """\
# Where each datum comes from

Made by `tools/provenance.py` from the tables in `witp_learn/data/components`; `make check` holds it
to them. [DATA.md](../DATA.md) explains the grades and the main assumptions.
"""


def page() -> str:
    """The whole page."""
    found = read(shipped())
    parts = (
        (INTRODUCTION.rstrip(),),
        ("## How many", *_counts(found)),
        ("## What holds for every hex without a row of its own", *_defaults()),
        ("## Hexes", *_hexes(found)),
        ("## Hexsides", "Sides that follow from their two hexes are not listed.", *_sides(found)),
        ("## Units", *_units(found)),
        ("## Turn record track", *_track(found)),
        ("## Event cards", *_cards(found)),
        ("## Scenarios", *_scenarios(found)),
    )
    return "\n\n".join("\n\n".join(part) for part in parts) + "\n"


def table(head: Iterable[str], lines: Iterable[Iterable[object]]) -> str:
    """A Markdown table; a bar or an angle bracket in a cell stays what it is."""
    names = list(head)
    made = [names, ["---"] * len(names), *([_cell(value) for value in line] for line in lines)]
    return "\n".join(f"| {' | '.join(line)} |" for line in made)


def _cell(value: object) -> str:
    text = " ".join(str(value).split())
    for mark, safe in (("\\", "\\\\"), ("|", "\\|"), ("<", "&lt;"), ("*", "\\*"), ("_", "\\_")):
        text = text.replace(mark, safe)
    return text


def _from(origin: Origin) -> tuple[str, str, str]:
    return origin.grade.value, origin.section, origin.why


def _counts(found: Components) -> Iterator[str]:
    yield (
        "For each field, how many hexes have it at each grade; for the other tables, how many rows."
    )
    lines = (
        (name, *(row.get(grade, 0) for grade in GRADES), sum(row.values()))
        for name, row in counts(found).items()
    )
    yield table(("table", *(grade.value for grade in GRADES), "in all"), lines)


def _sources() -> list[Row]:
    name = "sources.csv"
    return [Row(name, cells) for cells in rows(shipped(), name, ORIGIN_COLUMNS)]


def _defaults() -> Iterator[str]:
    every = (row for row in _sources() if row.text("hex") == "*")
    lines = ((row.text("field"), *_from(row.origin())) for row in every)
    yield table(("field", "grade", "section", "why"), lines)


def _hexes(found: Components) -> Iterator[str]:
    own = ((row.text("hex"), ROWS.index(row.text("field"))) for row in _sources())
    lines = (
        _hex(found.board[hex_id], ROWS[at]) for hex_id, at in sorted(own) if hex_id in found.board
    )
    yield table(("hex", "name", "field", "value", "grade", "section", "why"), lines)


def _hex(place: Hex, key: str) -> tuple[str, ...]:
    return place.id, place.name, key, _value(place, key) or "none", *_from(place.origin(key))


def _value(place: Hex, key: str) -> str:
    """A datum; of ``side`` whose side's icon it is."""
    if key == SIDE:
        return place.owner.side.adjective if place.owner else ""
    return told(place, key)


def _sides(found: Components) -> Iterator[str]:
    lines = (
        (a, b, found.board.hexside(a, b).value, *_from(origin))
        for (a, b), origin in sorted(found.board.side_origins.items())
    )
    yield table(("hex", "next hex", "kind", "grade", "section", "why"), lines)


def _units(found: Components) -> Iterator[str]:
    yield "A unit starts in a hex or arrives on a turn; one waits in reserve (3.3)."
    lines = (
        (_where(one, found), one.nation.value, one.kind.value, one.count, *_from(one.origin))
        for one in found.counters
    )
    yield table(("where", "nation", "kind", "count", "grade", "section", "why"), lines)


def _where(one: Counters, found: Components) -> str:
    if one.hex is not None:
        name = found.board[one.hex].name
        return f"{one.hex}{one.coast} {name}".strip()
    return "reserve" if one.turn is None else f"turn {one.turn}"


def _track(found: Components) -> Iterator[str]:
    yield "Base resource points, BRP."
    lines = (
        (turn, side.value, entry.brp, *_from(entry.origin))
        for (turn, side), entry in sorted(found.track.entries.items())
    )
    yield table(("turn", "side", "BRP", "grade", "section", "why"), lines)


def _cards(found: Components) -> Iterator[str]:
    yield (
        "A card without a name is not described in the rulebook; `??` is a number not known. An "
        "empty cell is not known either. *Played* is what the companion does when the card is used."
    )
    lines = (
        (card.id, card.name, *_flags(card), *_parts(card), *_from(card.origin))
        for card in (*found.cards, *found.cards.unnumbered)
    )
    parts = ("Japan", "played", "Allies", "played")
    head = ("card", "name", "red", "forced", *parts, "grade", "section", "why")
    yield table(head, lines)


def _flags(card: Card) -> Iterator[str]:
    for flag in (card.red, card.forced):
        yield "" if flag is None else "yes" if flag else "no"


def _parts(card: Card) -> Iterator[str]:
    for side in Side:
        yield card.part(side)
        yield "; ".join(map(str, card.deeds(side)))


def _scenarios(found: Components) -> Iterator[str]:
    lines = ((one.name, one.title, *_from(one.origin)) for one in found.scenarios)
    yield table(("name", "title", "grade", "section", "why"), lines)


def main(words: list[str]) -> int:
    """Write the page, or with ``--check`` only say whether it is current."""
    check = words == ["--check"]
    if words and not check:
        print("usage: provenance.py [--check]", file=sys.stderr)
        return 2
    made = page()
    current = PAGE.exists() and PAGE.read_text("utf-8") == made
    name = "docs/provenance.md"
    if check:
        if not current:
            print(f"{name} is not current; .venv/bin/python tools/provenance.py writes it")
        return int(not current)
    if not current:
        PAGE.write_text(made, "utf-8", newline="\n")
    print(f"{name}: {'is current' if current else 'written'}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
