"""Records of the table ``[progress]`` as plain tables without what equals its default."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from attrs import NOTHING, evolve, fields, has

from witp_learn.files import plain
from witp_learn.model import Unit
from witp_learn.position.finding import MOST


def bare(record: Any) -> dict[str, Any]:
    """A frozen record as a plain table without its defaults, records within it likewise."""
    table: dict[str, Any] = {}
    for one in fields(type(record)):
        value = getattr(record, one.name)
        if one.default is NOTHING or value != one.default:
            table[one.name] = bare_value(value)
    return table


def bare_value(value: Any) -> Any:
    """Any value of such a record in plain words, numbers, lists and tables."""
    if has(type(value)):
        return bare(value)
    if isinstance(value, tuple):
        return [bare_value(one) for one in value]
    return plain(value)


def rows(units: Iterable[Unit]) -> Iterator[Unit]:
    """Rows of units with no more in one than a file may say."""
    for unit in units:
        whole, rest = divmod(unit.count, MOST)
        yield from (evolve(unit, count=MOST) for _ in range(whole))
        if rest or not whole:
            yield unit if not whole else evolve(unit, count=rest)
