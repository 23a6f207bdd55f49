"""One field of a hex, as the tables of a data folder write it and as a list tells it."""

from __future__ import annotations

from attrs import evolve

from witp_learn.components.board import FIELDS, SIDE
from witp_learn.files import BadData, one_of
from witp_learn.model import Hex, Origin


def cells(place: Hex, key: str) -> dict[str, str]:
    """The cells of ``hexes.csv`` that hold one field of a hex, as texts by column."""
    match key:
        case "name":
            return {"name": place.name}
        case "terrain":
            return {"terrain": place.terrain.value}
        case "icon":
            return {"facility": place.facility or "", "owner": place.owner or ""}
        case "source" | "area":
            return {key: getattr(place, key) or ""}
        case "land_part":
            return {key: "true" if place.land_part else "false"}
        case "fleet_limit":
            return {key: "" if place.fleet_limit == 5 else str(place.fleet_limit)}
        case "coasts":
            parts = (f"{letter}:{' '.join(near)}" for letter, near in place.coasts.items())
            return {key: "|".join(parts)}
        case "mountain" | "jungle" | "unlimited" | "resource":
            return {key: "true" if getattr(place, key) else ""}
    raise BadData("", key, f"no such field of a hex; there are {one_of(FIELDS)}")


def told(place: Hex, key: str) -> str:
    """One field of a hex as the tables write it, without the commas: ``port us``."""
    if key in ("mountain", "jungle", "land_part", "unlimited", "resource"):
        return "yes" if getattr(place, key) else "no"
    if key == "fleet_limit":
        return str(place.fleet_limit)
    return " ".join(filter(None, cells(place, key).values()))


def explained(place: Hex, key: str) -> Origin:
    """Where a field comes from; of an icon also how well it is known whose side's it is."""
    origin, side = place.origin(key), place.origins.get(SIDE)
    if key != "icon" or side is None or place.owner is None or side.grade is origin.grade:
        return origin
    whose = f"that it is {place.owner.side.adjective} is {side.grade.value}: {side.why}"
    return evolve(origin, why=f"{origin.why}; {whose}" if origin.why else whose)
