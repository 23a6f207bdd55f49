"""A hex's data as HTML: the card that asks whether the printed map agrees, and the editor.

Actions: ``same``, ``different``, ``skip`` on the card; in the editor every field sends its text
as ``hex:`` and its name (``hex:terrain``, ``hex:side 0407``), and there are ``hex-save``,
``hex-yes``, ``hex-back`` and ``hex-cancel``. All texts are escaped.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from pathlib import Path

from attrs import evolve, frozen

from witp_learn.components import FIELDS
from witp_learn.components.values import explained
from witp_learn.hexgrid import HexId
from witp_learn.model import (
    Area,
    Board,
    Facility,
    Grade,
    Hex,
    Nation,
    Origin,
    Terrain,
    side_pair,
)
from witp_learn.view.cards import button, notice
from witp_learn.view.svg import text_of

LABELS: Mapping[str, str] = {
    "name": "Name",
    "terrain": "Terrain",
    "mountain": "Mountain",
    "jungle": "Jungle",
    "land_part": "Land units may stand here",
    "icon": "Port or airfield",
    "source": "Supply source",
    "area": "Striped area",
    "resource": "Resource",
    "coasts": "Two seas",
    "unlimited": "No stacking limit",
    "fleet_limit": "Fleets in port",
}
"""The data of a hex by their names on the screen."""

TERRAINS: Mapping[Terrain, str] = {
    Terrain.LAND: "land",
    Terrain.SHALLOW: "shallow sea",
    Terrain.DEEP: "deep sea",
}

ABSENT: Mapping[str, str] = {
    "mountain": "mountain",
    "jungle": "jungle",
    "icon": "port or airfield",
    "source": "supply source",
    "resource": "resource",
    "area": "stripes",
}
"""What the card names as not there."""

SIDE = "side "
"""What the name of a hexside's field starts with; the number of the other hex follows."""

SEA = "sea "
"""What the name of the field starts with that says which sea lies to a neighbour."""

NAME_LENGTH = 40


@cache
def hex_css() -> str:
    """The style sheet of card and editor, for a page that has `card_css` too."""
    return Path(__file__).with_suffix(".css").read_text("utf-8")


@frozen
class Datum:
    """One datum of a hex as a card shows it. ``key``: one of `FIELDS`, or ``side 0407``."""

    key: str
    label: str
    value: str
    origin: Origin


def open_data(board: Board, hex_id: HexId) -> tuple[str, ...]:
    """The keys of a hex's data that the printed map might say otherwise, its own sides included."""
    place = board[hex_id]
    sides = (f"{SIDE}{n}" for n in _own_sides(board, hex_id) if _side_open(board, hex_id, n))
    return (*(k for k in FIELDS if place.origin(k).grade.is_open), *sides)


def open_hexes(board: Board) -> tuple[HexId, ...]:
    """The hexes of which the printed map might say something else, in the board's order."""
    return tuple(h for h in board.hexes if open_data(board, h))


def data(board: Board, hex_id: HexId) -> tuple[Datum, ...]:
    """All that the map says of a hex: its data, then the sides that the map gives themselves."""
    place = board[hex_id]
    own = [Datum(k, LABELS[k], _shown(place, k), explained(place, k)) for k in FIELDS]
    return (*own, *(_side(board, hex_id, n) for n in _own_sides(board, hex_id)))


def _own_sides(board: Board, hex_id: HexId) -> tuple[HexId, ...]:
    """The neighbours to which the map gives the side a kind of its own."""
    ways = board.neighbours(hex_id)
    return tuple(sorted(n for n in ways if side_pair(hex_id, n) in board.hexsides))


def _side_open(board: Board, hex_id: HexId, other: HexId) -> bool:
    return board.side_origin(hex_id, other).grade.is_open


def _side(board: Board, hex_id: HexId, other: HexId) -> Datum:
    kind = board.hexside(hex_id, other)
    label = f"Side to {_named(board[other])}"
    return Datum(f"{SIDE}{other}", label, TERRAINS[kind], board.side_origin(hex_id, other))


def sea_name(letter: str) -> str:
    """A sea of a two-sea hex by its letter: ``west sea``."""
    word = {"W": "west", "E": "east", "N": "north", "S": "south"}.get(letter)
    return f"{word} sea" if word else f"sea {letter}"


def seas_of(place: Hex) -> tuple[str, ...]:
    """The letters of the two seas of a hex; west and east where it has none yet (8.7)."""
    return tuple(sorted(place.coasts)) if len(place.coasts) > 1 else ("E", "W")


def _named(place: Hex) -> str:
    return f"{place.id} {place.name}".strip()


def value(place: Hex, key: str) -> str:
    """A datum in words: ``shallow sea``, ``US airfield``, ``none``."""
    if key == "terrain":
        return TERRAINS[place.terrain]
    if key == "icon":
        if place.facility is None or place.owner is None:
            return "none"
        return f"{place.owner.adjective} {place.facility.value}"
    if key == "source":
        return place.source.adjective if place.source else "none"
    if key == "area":
        return place.area.label if place.area else "none"
    if key == "coasts":
        seas = (f"{sea_name(c)} to {' '.join(to)}" for c, to in sorted(place.coasts.items()))
        return ", ".join(seas) or "no"
    if key == "fleet_limit":
        return str(place.fleet_limit)
    if key == "name":
        return place.name or "none"
    return "yes" if getattr(place, key) else "no"


def _shown(place: Hex, key: str) -> str:
    """A datum in words as the card shows it: no number of fleets where there is no port."""
    if key == "fleet_limit" and place.facility is not Facility.PORT and _usual(place, key):
        return "no port"
    return value(place, key)


def _usual(place: Hex, key: str) -> bool:
    """Whether a datum is what a hex has when nothing is printed on it."""
    if key == "land_part":
        return place.land_part == (place.terrain is not Terrain.DEEP)
    field = "facility" if key == "icon" else key
    return bool(getattr(place, field) == getattr(Hex(place.id), field))


def headline(board: Board, hex_id: HexId) -> str:
    """What is special in a hex, in one sentence: ``0806 Guam: US airfield, shallow sea.``"""
    place = board[hex_id]
    words = [value(place, "icon")] if place.facility else []
    words.append(TERRAINS[place.terrain])
    words += [key for key in ("mountain", "jungle") if getattr(place, key)]
    if not _usual(place, "land_part"):
        words.append("land units may stand here" if place.land_part else "no land for land units")
    words += [f"{place.source.adjective} supply source"] if place.source else []
    words += ["resource"] if place.resource else []
    words += [f"stripes of {place.area.label}"] if place.area else []
    words += ["two seas"] if len(place.coasts) > 1 else []
    words += ["no stacking limit"] if place.unlimited else []
    if not _usual(place, "fleet_limit"):
        words.append(f"{place.fleet_limit} fleet{'' if place.fleet_limit == 1 else 's'} in port")
    words += _side_words(board, hex_id)
    return f"{_named(place)}: {', '.join(words)}."


def _side_words(board: Board, hex_id: HexId) -> Iterator[str]:
    """The sides that the map gives themselves, by kind: ``deep sea sides to 0506 and 0507``."""
    own = _own_sides(board, hex_id)
    for kind, name in TERRAINS.items():
        to = [other for other in own if board.hexside(hex_id, other) is kind]
        if to:
            listed = " and ".join(filter(None, (", ".join(to[:-1]), to[-1])))
            yield f"{name} side{'s' if len(to) > 1 else ''} to {listed}"


def absent(place: Hex) -> str:
    """What is not there, in one sentence."""
    names = [name for key, name in ABSENT.items() if _usual(place, key)]
    if not names:
        return ""
    listed = names[0] if len(names) == 1 else f"{', '.join(names[:-1])} or {names[-1]}"
    return f"No {listed}."


def grade_words(origin: Origin) -> str:
    """Where a datum comes from: ``assumed: no mountains known here``, ``printed in 2.3.4``."""
    if origin.grade is Grade.CONFIRMED:
        return "confirmed by you"
    section = f" in {origin.section}" if origin.section else ""
    why = f": {origin.why}" if origin.why else ""
    return f"{origin.grade.value}{section}{why}"


# ---------------------------------------------------------------- the card


def hex_card(board: Board, hex_id: HexId, ways: str = "") -> str:
    """The card of a hex: the question, ``ways`` (HTML of its buttons), and where all comes from."""
    place = board[hex_id]
    still = open_data(board, hex_id)
    asked = "Same on your map?" if still else "All of it is printed, derived or confirmed by you."
    known = sorted(data(board, hex_id), key=lambda d: not d.origin.grade.is_open)
    rows = "".join(_row(d) for d in known)
    return (
        f'<section class="w-card hx-card" aria-label="{text_of(_named(place))}">'
        f'<h2 tabindex="-1" data-key="hex-head">{text_of(headline(board, hex_id))}</h2>'
        f"<p>{text_of(absent(place))}</p>"
        f'<p class="hx-asked"><strong>{asked}</strong></p>{ways}'
        f'<table class="w-tests hx-data"><caption>{_counted(len(still))}</caption>'
        '<thead class="w-hidden"><tr><th scope="col">Datum</th><th scope="col">On this map, and '
        f"where it comes from</th></tr></thead><tbody>{rows}</tbody></table></section>"
    )


def _counted(still: int) -> str:
    if not still:
        return "Where each datum comes from"
    words = "1 datum is" if still == 1 else f"{still} data are"
    return f"{words} assumed or unknown; Same confirms {'it' if still == 1 else 'them'}"


def _row(datum: Datum) -> str:
    grade, words = datum.origin.grade, text_of(grade_words(datum.origin))
    shown = text_of(datum.value)
    if grade.is_open:
        shown = f'<span class="w-assumed">{shown}</span>'
    sign = '<span aria-hidden="true">✓ </span>' if grade is Grade.CONFIRMED else ""
    return (
        f'<tr class="hx-{grade.value}"><th scope="row">{text_of(datum.label)}</th>'
        f'<td>{shown}<span class="w-note">{sign}{words}</span></td></tr>'
    )


# ---------------------------------------------------------------- the editor


def hex_editor(
    board: Board,
    hex_id: HexId,
    draft: Mapping[str, str],
    *,
    note: str = "",
    question: str = "",
) -> str:
    """The editor of a hex. ``draft``: the text of each field; ``note``: HTML under the fields.

    ``question``: what is asked before printed data are changed; then the fields wait.
    """
    place = board[hex_id]
    named = text_of(_named(place))
    head = f'<h2 tabindex="-1" data-key="hex-edit">{named} on your map</h2>'
    if question:
        body = f"{notice('warning', question)}{_answers()}"
    else:
        body = (
            f'<div class="hx-form">{"".join(_fields(place, draft))}</div>'
            f"{_seas(board, place, draft)}"
            f'<fieldset class="hx-sides"><legend>Hexsides</legend>'
            f"{''.join(_sides(board, hex_id, draft))}</fieldset>"
            f'<div class="hx-ends"><div id="hx-note" aria-live="polite">{note}</div>{_ends()}</div>'
        )
    return f'<section class="w-card hx-edit" aria-label="Correct {named}">{head}{body}</section>'


def _answers() -> str:
    return (
        '<p class="w-row">'
        + button("My map differs, save it", "hex-yes", key="hex-yes")
        + button("Back to the fields", "hex-back", key="hex-back")
        + "</p>"
    )


def _ends() -> str:
    return (
        '<p class="w-row">'
        + button("Save", "hex-save", key="hex-save", kind="w-button hx-primary")
        + button("Cancel", "hex-cancel", key="hex-cancel")
        + "</p>"
    )


def _fields(place: Hex, draft: Mapping[str, str]) -> Iterator[str]:
    yield _select(place, "terrain", "Terrain", draft, [(t.value, w) for t, w in TERRAINS.items()])
    for key in ("mountain", "jungle", "land_part"):
        yield _check(place, key, draft)
    kinds = [("", "none"), *((f.value, f.value) for f in Facility)]
    yield _choice("facility", "Port or airfield", draft, kinds, "")
    nations = [("", "none"), *((n.value, n.adjective) for n in Nation)]
    yield _select(place, "owner", "Colour of its icon", draft, nations)
    sources = [pair for pair in nations if pair[0] != Nation.CHINA]
    yield _select(place, "source", "Supply source", draft, sources)
    areas = [("", "none"), *((a.value, a.label) for a in Area)]
    yield _select(place, "area", "Striped area", draft, areas)
    yield _check(place, "resource", draft)
    yield _text(place, "name", draft, f'maxlength="{NAME_LENGTH}"')
    if draft.get("facility") == Facility.PORT:
        yield _text(place, "fleet_limit", draft, 'maxlength="3" inputmode="numeric"')
    yield _check(place, "unlimited", draft)
    yield _check(place, "coasts", draft)


def _seas(board: Board, place: Hex, draft: Mapping[str, str]) -> str:
    """For a hex between two seas, a choice for each neighbour: which of them lies there."""
    if not draft.get("coasts"):
        return ""
    letters = seas_of(place)
    options = [("", "none"), *((c, sea_name(c)) for c in letters)]
    choices = (
        _choice(f"{SEA}{n}", f"To {_named(board[n])}", draft, options, "")
        for n in board.neighbours(place.id)
    )
    return (
        '<fieldset class="hx-sides"><legend>Which sea lies there (8.7)</legend>'
        f"{''.join(choices)}</fieldset>"
    )


def origin_key(field: str) -> str:
    """The key under which a field's origin is kept: facility and owner share one."""
    return "icon" if field in ("facility", "owner") else field


def _noted(field: str, origin: Origin) -> str:
    ident = f"hx-why-{field.replace(' ', '-')}"
    kind = "w-note w-assumed" if origin.grade.is_open else "w-note"
    return f'<span class="{kind}" id="{ident}">{text_of(grade_words(origin))}</span>'


def _select(
    place: Hex,
    field: str,
    label: str,
    draft: Mapping[str, str],
    options: Iterable[tuple[str, str]],
) -> str:
    note = _noted(field, place.origin(origin_key(field)))
    return _choice(field, label, draft, options, note)


def _choice(
    field: str,
    label: str,
    draft: Mapping[str, str],
    options: Iterable[tuple[str, str]],
    note: str,
) -> str:
    """A choice from a list; without a ``note`` of its own it shares that of the next field."""
    chosen = draft.get(field, "")
    made = "".join(
        f'<option value="{text_of(v)}"{" selected" if v == chosen else ""}>{text_of(w)}</option>'
        for v, w in options
    )
    ident = f"hx-{field.replace(' ', '-')}"
    why = f' aria-describedby="{ident.replace("hx-", "hx-why-", 1)}"' if note else ""
    return (
        f'<div class="hx-field"><label for="{ident}">{text_of(label)}</label>'
        f'<select id="{ident}" class="witp-field" data-action-input="hex:{field}" '
        f'data-key="hex:{field}"{why}>{made}</select>{note}</div>'
    )


def _check(place: Hex, field: str, draft: Mapping[str, str]) -> str:
    ticked = " checked" if draft.get(field) else ""
    return (
        f'<div class="hx-field"><label class="hx-check" for="hx-{field}">'
        f'<input type="checkbox" id="hx-{field}" '
        f'data-action-input="hex:{field}" data-key="hex:{field}"{ticked} '
        f'aria-describedby="hx-why-{field}"> {text_of(LABELS[field])}</label>'
        f"{_noted(field, place.origin(field))}</div>"
    )


def _text(place: Hex, field: str, draft: Mapping[str, str], more: str) -> str:
    return (
        f'<div class="hx-field"><label for="hx-{field}">{text_of(LABELS[field])}</label>'
        f'<input type="text" id="hx-{field}" class="witp-field" autocomplete="off" '
        f'data-action-input="hex:{field}" data-key="hex:{field}" {more} '
        f'aria-describedby="hx-why-{field}" value="{text_of(draft.get(field, ""))}">'
        f"{_noted(field, place.origin(field))}</div>"
    )


def _sides(board: Board, hex_id: HexId, draft: Mapping[str, str]) -> Iterator[str]:
    """A field for each side; its first choice is what the terrain of the two hexes gives."""
    for other in board.neighbours(hex_id):
        field = f"{SIDE}{other}"
        kinds = [(t.value, words) for t, words in TERRAINS.items()]
        given = TERRAINS[usual_side(board, hex_id, other)]
        options = [("", f"{given}, by terrain"), *kinds]
        note = _noted(field, board.side_origin(hex_id, other))
        yield _choice(field, f"To {_named(board[other])}", draft, options, note)


def usual_side(board: Board, hex_id: HexId, other: HexId) -> Terrain:
    """The kind that the terrain of two neighbours gives the side between them (2.3.1)."""
    pair = side_pair(hex_id, other)
    sides = {p: kind for p, kind in board.hexsides.items() if p != pair}
    return evolve(board, hexsides=sides).hexside(hex_id, other)
