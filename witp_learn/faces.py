"""How the records of the façade show themselves in a notebook; nothing is drawn before that."""

from __future__ import annotations

from typing import TYPE_CHECKING

from witp_learn.display import Maker, register

if TYPE_CHECKING:
    from witp_learn.explain import Answer
    from witp_learn.model import State
    from witp_learn.queries import AirZones, BaseRow, Bases, Supply, SupplyRow
    from witp_learn.walkthrough.steps import Walkthrough


def _state_faces(state: State) -> dict[str, str]:
    from witp_learn.queries import state_text
    from witp_learn.view import state_svg

    return {"text/plain": state_text(state), "image/svg+xml": state_svg(state)}


def _supply_faces(found: Supply) -> dict[str, str]:
    from witp_learn.view.tables import supply_table

    return {"text/html": supply_table(found)}


def _row_faces(row: SupplyRow) -> dict[str, str]:
    from witp_learn.view.tables import answer_html

    return {"text/html": answer_html(row.answer)}


def _answer_faces(answer: Answer) -> dict[str, str]:
    from witp_learn.view.tables import answer_html

    return {"text/html": answer_html(answer)}


def _bases_faces(found: Bases) -> dict[str, str]:
    from witp_learn.view.base_table import base_table

    return {"text/html": base_table(found)}


def _base_faces(row: BaseRow) -> dict[str, str]:
    from witp_learn.view.tables import answer_html

    return {"text/html": answer_html(row.answer)}


def _zone_faces(found: AirZones) -> dict[str, str]:
    from witp_learn.view.tables import zone_table

    return {"text/html": zone_table(found)}


def _walk_faces(walk: Walkthrough) -> dict[str, str]:
    from witp_learn.view.walk_table import walk_table

    return {"text/html": walk_table(walk)}


def _dicepool_faces(found: object) -> dict[str, str]:
    from witp_learn.view.dicepool_faces import faces

    return faces(found)


def register_faces() -> None:
    """Let the records of the façade show themselves: maps, tables and pictures for text."""
    makers: dict[str, Maker] = {
        "model.State": _state_faces,
        "queries.Supply": _supply_faces,
        "queries.SupplyRow": _row_faces,
        "explain.Answer": _answer_faces,
        "queries.AirZones": _zone_faces,
        "queries.Bases": _bases_faces,
        "queries.BaseRow": _base_faces,
        "walkthrough.steps.Walkthrough": _walk_faces,
        "dicepool.outcomes.Odds": _dicepool_faces,
        "dicepool.compare.Comparison": _dicepool_faces,
        "dicepool.asking.Question": _dicepool_faces,
        "dicepool.asking.Folded": _dicepool_faces,
        "dicepool.units.UnitTable": _dicepool_faces,
    }
    for name, maker in makers.items():
        register(f"witp_learn.{name}", maker)
