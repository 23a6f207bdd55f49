"""The words for counters: a kind of unit, with as much before it as tells it from others (3.1)."""

from __future__ import annotations

from collections.abc import Iterable

from attrs import evolve

from witp_learn.model import Kind, Step, Unit

_STRENGTH = "strength"


def word(unit: Unit, others: Iterable[Unit]) -> str:
    """The unit word of a counter among others in its hex: ``land``, or ``attrited-us-land``.

    Nothing stands before the kind that does not tell counters of that kind apart.
    """
    rivals = [o for o in others if (o.kind, o.at) == (unit.kind, unit.at)]
    marks = []
    if len({o.aboard for o in rivals}) > 1:
        marks.append(_carried(unit))
    if len({o.state for o in rivals}) > 1:
        marks.append(unit.state.value)
    if len({o.nation for o in rivals}) > 1:
        marks.append(unit.nation.short)
    if len({_front(o) for o in rivals}) > 1:
        marks.append(f"{_STRENGTH}{_front(unit)}")
    return "-".join([*marks, unit.kind.value])


def fits(named: str, unit: Unit) -> bool:
    """Whether a unit word could mean a counter; it need not say all that could be said."""
    *marks, kind = named.split("-")
    said = {
        unit.state.value,
        unit.nation.short,
        unit.nation.value,
        f"{_STRENGTH}{_front(unit)}",
        *([_carried(unit)] if unit.kind is Kind.LAND else ()),
    }
    return kind == unit.kind.value and said.issuperset(marks)


def told(unit: Unit, count: int | None = None) -> str:
    """Like counters in a sentence: ``2 attrited US land units``. ``count`` overrides theirs."""
    many = unit.count if count is None else count
    state = "" if unit.full else f"{unit.state.value} "
    plural = "" if many == 1 else "s"
    return f"{many} {state}{unit.nation.adjective} {unit.kind.noun}{plural}"


def _carried(unit: Unit) -> str:
    return "aboard" if unit.aboard else "ashore"


def _front(unit: Unit) -> int:
    """The strength printed on the front, whichever face shows."""
    return evolve(unit, state=Step.FULL).value
