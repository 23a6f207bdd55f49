"""Reading the steps of a recorded game: every slip told with file, key and value."""

from __future__ import annotations

from attrs import evolve

from witp_learn import edits
from witp_learn.files import DATA, BadData, Unreadable, one_of
from witp_learn.hexgrid import HexId
from witp_learn.model import State
from witp_learn.position import at_rest
from witp_learn.walkthrough.book import Book, StepData
from witp_learn.walkthrough.play_look import PlayLook, points, recorded


def play_look(
    state: State, hex_id: HexId | None, step: StepData, source: str, key: str
) -> PlayLook:
    """The stretch of a game that a step looks at; of ``state`` only the name is used."""
    found, where = step.play, f"{key}.play"
    if found is None:
        raise BadData(source, where, "a step of a game needs its record")
    names = sorted(path.stem for path in (DATA / "games").glob("*.toml"))
    if found.record not in names:
        raise BadData(source, f"{where}.record", f"must be {one_of(names)}", found.record)
    whole = recorded(found.record)
    count = len(whole.actions)
    if not 0 <= found.after <= count:
        raise BadData(source, f"{where}.after", f"must be 0 to {count}", found.after)
    most = count - found.after
    if not 0 <= found.plays <= most:
        raise BadData(source, f"{where}.plays", f"must be 0 to {most}", found.plays)
    before = edits.tidy(at_rest(whole.branch(found.after).state))
    placed = evolve(before, title=state.title)
    look = PlayLook(placed, whole.branch(found.after + found.plays), found, hex_id)
    for index, ask in enumerate(found.ask):
        try:
            look.verdict(ask)
        except (Unreadable, edits.CannotEdit) as error:
            raise BadData(source, f"{where}.ask[{index}]", str(error)) from None
    return look


def play_keys(look: PlayLook, book: Book, source: str, key: str) -> tuple[str, ...]:
    """The names of the printed points; each can be read, and has the hex it speaks of."""
    found: list[str] = []
    for index, text in enumerate(book.printed):
        where = f"{key}.printed[{index}]"
        try:
            read = points(text)
        except ValueError as error:
            raise BadData(source, where, str(error), text) from None
        if look.hex is None and any(point.name != "rp" for point in read):
            raise BadData(source, where, "speaks of a hex, but the step looks at none", text)
        found += [point.key for point in read]
    return tuple(found)
