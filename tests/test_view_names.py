"""Names on the whole map: clear of counters, plates, signs, numbers and of each other."""

import math
import re
import xml.etree.ElementTree as ET

import pytest
from attrs import evolve

from witp_learn import components
from witp_learn.components import scenarios
from witp_learn.files import DATA
from witp_learn.hexgrid import HEIGHT, centre, neighbours, parts
from witp_learn.model import Board, Facility, Kind, Nation, Side, State, Step, Unit
from witp_learn.view.boxes import Box
from witp_learn.view.layout import Layout
from witp_learn.view.names import broken
from witp_learn.view.picture import scene_svg
from witp_learn.view.scene import Scene
from witp_learn.view.stacks import Rest
from witp_learn.view.supply_view import supply_scene
from witp_learn.view.svg import name_width

SVG = "{http://www.w3.org/2000/svg}"
SIZES = (50.0, 57.0, 59.0, 64.0, 70.0, 84.0, 100.0, 120.0, 140.0, 150.0)
HALO = 0.6
"""Pixels by which boxes may touch: the white edge of a name covers that much anyway."""


def set_up(board: Board) -> State:
    """Counters on every port and airfield: one to four kinds, some fanned, some attrited."""
    units: list[Unit] = []
    places = sorted(h for h, place in board.hexes.items() if place.facility)
    for i, at in enumerate(places):
        owner = board[at].owner
        assert owner is not None
        ground = at + next(iter(sorted(board[at].coasts)), "")
        kinds = (Kind.LAND, Kind.AIR, Kind.NAVAL, Kind.CARRIER)[: 1 + i * 7 % 4]
        for k, kind in enumerate(kinds):
            state = Step.ATTRITED if (i + k) % 5 == 0 else Step.FULL
            where = ground if kind.is_fleet else at
            units.append(Unit(where, owner, kind, state, 1 + (i + k) % 3))
    bases = {s: tuple(h for h in places[::4] if board[h].owner.side is s) for s in Side}
    return State(board, 4, tuple(units), bases)


@pytest.fixture(scope="module")
def scene() -> Scene:
    """The companion's map with a full set-up."""
    return supply_scene(set_up(components.board()))


def _cover(scene: Scene, hex_px: float) -> tuple[dict[str, Box], list[tuple[str, Box]]]:
    """Boxes of names, and of all else that is drawn, read from the finished picture."""
    root = ET.fromstring(scene_svg(scene, hex_px))
    names: dict[str, Box] = {}
    things: list[tuple[str, Box]] = []
    for e in root.iter():
        if e.get("data-name"):
            names[e.get("data-name", "")] = Box.hull([_text(t) for t in e.iter(f"{SVG}text")])
        elif e.tag == f"{SVG}text" and re.fullmatch(r"\d{4}", e.text or ""):
            things.append((f"number {e.text}", _text(e)))
        elif e.get("data-unit") or e.get("data-base") or e.get("data-more"):
            boxes = [_path(p) for p in e.iter(f"{SVG}path") if not p.get("transform")]
            things.append((f"counter {e.get('data-at')}", Box.hull(boxes)))
        elif e.get("data-facility"):
            boxes = [_rect(r) for r in e.iter(f"{SVG}rect")]
            things.append((f"facility {e.get('data-facility')}", Box.hull(boxes)))
        elif e.get("data-source"):
            boxes = [_path(p) for p in e.iter(f"{SVG}path")]
            things.append((f"source {e.get('data-source')}", Box.hull(boxes)))
        elif e.get("data-assumed"):
            x, y, r = (float(e.get(k, "0")) for k in ("cx", "cy", "r"))
            things.append((f"mark {e.get('data-assumed')}", Box.around(x, y, 2 * r)))
    return names, things


def _text(e: ET.Element) -> Box:
    size, x, y = (float(e.get(k, "0")) for k in ("font-size", "x", "y"))
    words = e.text or ""
    width = float(e.get("textLength") or 0.6 * size * len(words))
    deep = 0.2 * size if set(words) & set("gjpqy") else 0.0
    return Box(x - width / 2, y - 0.72 * size, width, 0.72 * size + deep)


def _rect(e: ET.Element) -> Box:
    return Box(*(float(e.get(k, "0")) for k in ("x", "y", "width", "height")))


def _path(e: ET.Element) -> Box:
    """The box of path data made of M, L, l, H, V, A and z, as counters and signs are."""
    x = y = 0.0
    xs, ys = [], []
    for letter, rest in re.findall(r"([MLlHVAz])([^MLlHVAz]*)", e.get("d", "")):
        numbers = [float(n) for n in re.findall(r"-?[\d.]+", rest)]
        if letter in "ML":
            x, y = numbers
        elif letter == "l":
            x, y = x + numbers[0], y + numbers[1]
        elif letter == "H":
            (x,) = numbers
        elif letter == "V":
            (y,) = numbers
        elif letter == "A":
            x, y = numbers[-2:]
        xs.append(x)
        ys.append(y)
    return Box(min(xs), min(ys), max(xs) - min(xs), max(ys) - min(ys))


def _shrunk(box: Box) -> Box:
    return Box(box.x + HALO, box.y + HALO, box.w - 2 * HALO, box.h - 2 * HALO)


@pytest.mark.parametrize("hex_px", SIZES)
def test_names_lie_on_nothing(scene: Scene, hex_px: float) -> None:
    names, things = _cover(scene, hex_px)
    assert things
    left, top, width, height = Layout.of(scene, hex_px).frame_px
    for hex_id, box in names.items():
        inner = _shrunk(box)
        hit = [what for what, other in things if inner.overlaps(other)]
        hit += [h for h, other in names.items() if h != hex_id and inner.overlaps(other)]
        assert not hit, f"{scene.board[hex_id].name} lies on {hit}"
        assert left <= box.x and box.right <= left + width
        assert top <= box.y and box.bottom <= top + height + 0.5


@pytest.mark.parametrize("hex_px", SIZES)
def test_no_name_names_another_hex(hex_px: float) -> None:
    board = components.shipped_board()
    start = scenarios.start(DATA / "components", board)
    bases = {Side.JAPAN: (*start.bases[Side.JAPAN], "0506"), Side.ALLIES: ()}
    layout = Layout.of(supply_scene(evolve(start, bases=bases)), hex_px)
    assert len(layout.names) > 40
    for hex_id, place in layout.names.items():
        x, y = (v / hex_px for v in place.box.centre)
        near = (hex_id, *neighbours(hex_id))
        nearest = min(near, key=lambda h: math.dist(centre(h), (x, y)))
        assert nearest == hex_id, f"{board[hex_id].name} names {nearest}"
        piece = layout.at(hex_id).pieces
        if hex_px < 100 and piece is not None:
            assert place.box.y > piece.centre[1], f"{board[hex_id].name} stands above its counter"


@pytest.mark.parametrize("hex_px", (59.0, 70.0, 100.0, 140.0))
def test_names_of_a_zoom_have_one_size_but_for_a_few(hex_px: float) -> None:
    start = scenarios.start(DATA / "components", components.shipped_board())
    layout = Layout.of(supply_scene(start), hex_px)
    odd = [h for h, p in layout.names.items() if p.size != layout.scale.name_size]
    assert len(odd) <= 2, odd


def _sticks_out(layout: Layout, hex_id: str, box: Box) -> float:
    """How many pixels a box reaches over the sides of a hex."""
    w, (x, y) = layout.scale.hex_px, layout.at(hex_id).middle
    dx = max(x - box.x, box.right - x)
    dy = max(y - box.y, box.bottom - y)
    return max(dy - HEIGHT / 2 * w, dx + dy / math.sqrt(3) - w / 2)


@pytest.mark.parametrize("hex_px", (50.0, 59.0, 70.0, 84.0, 100.0, 140.0))
def test_signs_stand_in_their_own_hex(hex_px: float) -> None:
    board = components.shipped_board()
    start = scenarios.start(DATA / "components", board, optional_bases=True)
    layout = Layout.of(supply_scene(start), hex_px)
    for hex_id in board.hexes:
        plate, at = layout.facility_box(hex_id), layout.at(hex_id)
        if plate is not None:
            free = 0.0 if at.pieces is None else max(9.0, 0.17 * hex_px)
            assert _sticks_out(layout, hex_id, plate) <= free, board[hex_id].name
        for _, box in at.bases:
            body = Box(box.x, box.y + 0.45 * box.h, box.w, 0.55 * box.h)
            assert at.plates or _sticks_out(layout, hex_id, body) <= 0, board[hex_id].name


@pytest.mark.parametrize("hex_px", SIZES)
def test_names_stand_in_or_at_their_hex_and_are_legible(scene: Scene, hex_px: float) -> None:
    layout = Layout.of(scene, hex_px)
    for hex_id, place in layout.names.items():
        x, y = layout.at(hex_id).middle
        bx, by = place.box.centre
        assert abs(bx - x) <= 0.45 * hex_px
        assert abs(by - y) <= (HEIGHT / 2 + 0.075) * hex_px
        assert 10 <= place.size <= 14
        assert " ".join(text for text, _ in place.lines) == scene.board[hex_id].name


@pytest.mark.parametrize(("hex_px", "most"), ((57, 0.3), (59, 0.26), (70, 0.06), (84, 0.03)))
def test_few_ports_and_airfields_go_without_a_name(
    scene: Scene, hex_px: float, most: float
) -> None:
    layout = Layout.of(scene, hex_px)
    wanted = [h for h, p in scene.board.hexes.items() if p.name and p.facility]
    lost = [h for h in wanted if not layout.named(h)]
    assert len(lost) <= most * len(wanted), lost
    empty = Layout.of(evolve(scene, counters=(), bases=()), hex_px)
    assert all(empty.named(h) for h in wanted)


def test_from_140_px_every_name_shows(scene: Scene) -> None:
    layout = Layout.of(scene, 140)
    assert [h for h in scene.frame if scene.board[h].name and not layout.named(h)] == []


def test_no_name_moves_with_a_verdict_or_a_turned_counter(scene: Scene) -> None:
    turned = tuple(evolve(v, unit=v.unit.turned, badge=v.badge and "out") for v in scene.counters)
    for hex_px in (59.0, 84.0, 140.0):
        again = Layout.of(evolve(scene, board=evolve(scene.board), counters=turned), hex_px)
        assert Layout.of(scene, hex_px).names == again.names


@pytest.mark.parametrize("hex_px", (59.0, 84.0))
def test_remembered_places_are_those_made_anew(scene: Scene, hex_px: float) -> None:
    at = scene.frame[40]
    others = (
        scene,
        evolve(scene, counters=scene.counters[::2]),
        evolve(scene, bases=()),
        evolve(scene, planned=((Side.ALLIES, at),)),
        evolve(scene, assumed=frozenset()),
        evolve(scene, show_ids=False),
        evolve(scene, names="counters"),
        evolve(scene, hexes=scene.frame[60:]),
    )
    for other in (*others, *others):
        anew = evolve(other, board=evolve(other.board))
        assert Layout.of(other, hex_px).names == Layout.of(anew, hex_px).names


def test_numbers_make_way_only_for_names_that_count(scene: Scene) -> None:
    layout = Layout.of(scene, 59)
    for hex_id in layout.silent:
        number = layout.number_box(hex_id)
        assert number is not None
        over = [h for h, p in layout.names.items() if p.box.overlaps(number)]
        assert any(scene.board[h].facility or scene.board[h].source for h in over)
    assert not Layout.of(scene, 140).silent


def test_a_name_breaks_where_its_halves_are_most_alike() -> None:
    assert broken("Port Moresby") == ("Port", "Moresby")
    assert broken("New South Wales") == ("New South", "Wales")
    assert broken("Guadalcanal") == ("Guadalcanal",)
    assert name_width("WW", 10) == pytest.approx(18.88)


def _heap(many: int, sides: tuple[Nation, ...]) -> Scene:
    """``many`` counters of each kind, in rows of like units, on one hex."""
    board = components.board()
    units = [
        Unit("0606", nation, kind, state, many)
        for nation in sides
        for kind in Kind
        for state in Step
    ]
    return supply_scene(State(board, 4, tuple(units)))


@pytest.mark.parametrize("hex_px", (46.0, *SIZES))
@pytest.mark.parametrize("many", (4, 99))
@pytest.mark.parametrize(
    "sides", ((Nation.US,), (Nation.JAPAN, Nation.US), tuple(Nation)), ids=("one", "two", "all")
)
def test_large_stacks_stay_in_their_hex_and_hide_fleets_first(
    sides: tuple[Nation, ...], many: int, hex_px: float
) -> None:
    scene = _heap(many, sides)
    layout = Layout.of(scene, hex_px)
    at = layout.at("0606")
    pieces, (x, y) = at.pieces, at.middle
    assert pieces is not None
    assert pieces.x >= x - 0.52 * hex_px and pieces.right <= x + 0.52 * hex_px
    assert pieces.bottom <= y + HEIGHT / 2 * hex_px + 1
    if at.id_at is not None:
        assert pieces.y >= at.id_at[1]
    shown = {p.view.index for p in at.placed}
    for rest in at.rest:
        hidden = [v for v in scene.counters if v.index not in shown and v.unit.side is rest.side]
        assert rest.count == sum(v.unit.count for v in hidden)
        fleets_shown = [
            p for p in at.placed if p.view.unit.side is rest.side and p.view.unit.kind.is_fleet
        ]
        if any(not v.unit.kind.is_fleet for v in hidden):
            assert not fleets_shown
            assert rest.badge == ("out" if any(v.badge == "out" for v in hidden) else rest.badge)
            assert rest.badge


def test_the_last_entry_wears_the_worst_verdict() -> None:
    layout = Layout.of(_heap(99, tuple(Nation)), 59)
    rests: tuple[Rest, ...] = layout.at("0606").rest
    assert {r.badge for r in rests} == {"out"}


def test_ragged_boards_are_drawn_whole() -> None:
    board = components.board()
    columns = {parts(h)[0] for h in board.hexes}
    scene = Scene(board)
    root = ET.fromstring(scene_svg(scene, 59))
    assert {e.get("data-hex") for e in root.iter() if e.get("data-hex")} == set(board.hexes)
    assert max(columns) == 18 and len([h for h in board.hexes if h.startswith("18")]) == 4
    boxes = [e for e in root.iter() if e.get("data-box") == "unlimited"]
    assert boxes[0].get("d", "").count("z") == sum(p.unlimited for p in board.hexes.values())


def test_a_port_and_its_sign_agree(scene: Scene) -> None:
    layout = Layout.of(scene, 140)
    for hex_id, place in scene.board.hexes.items():
        assert (layout.holder(hex_id) is not None) is isinstance(place.facility, Facility)
