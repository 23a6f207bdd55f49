"""The drawing: well-formed, the same twice, every counter named, no badge on a strength."""

import math
import re
import xml.etree.ElementTree as ET

import pytest
from attrs import evolve
from hypothesis import given
from hypothesis import strategies as st

from witp_learn import components, hexgrid
from witp_learn.model import (
    Area,
    Board,
    Facility,
    Hex,
    Kind,
    Nation,
    Side,
    State,
    Step,
    Terrain,
    Unit,
)
from witp_learn.view import state_svg
from witp_learn.view.boxes import Box
from witp_learn.view.frame import frame_around, frame_bounds, frame_box
from witp_learn.view.layout import Layout
from witp_learn.view.picture import (
    board_picture,
    counters_picture,
    lines_picture,
    scene_svg,
    zones_picture,
)
from witp_learn.view.scene import BADGE_WORDS, CounterView, LineView, Scene, plain_scene

SVG = "{http://www.w3.org/2000/svg}"
PICTURES = (board_picture, zones_picture, lines_picture, counters_picture)
ZOOMS = (140.0, 84.0, 64.0, 46.0, 34.0)


def small_board() -> Board:
    """Seven columns by six rows with every kind of sign."""
    hexes = {hexgrid.make(c, r): Hex(hexgrid.make(c, r)) for c in range(1, 8) for r in range(1, 7)}
    port, field = Facility.PORT, Facility.AIRFIELD
    sea = Terrain.SHALLOW
    special = (
        Hex("0202", sea, land_part=True, facility=port, owner=Nation.US, name="Guam"),
        Hex("0303", sea, land_part=True, jungle=True, facility=field, owner=Nation.JAPAN),
        Hex("0304", Terrain.LAND, mountain=True, land_part=True, name="Highlands"),
        Hex("0404", Terrain.LAND, jungle=True, land_part=True),
        Hex("0505", sea, land_part=True, area=Area.AUSTRALIA, name="Darwin"),
        Hex("0604", sea, land_part=True, source=Nation.JAPAN, facility=port, owner=Nation.JAPAN),
        Hex("0703", sea, land_part=True, resource=True, name="Palembang"),
        Hex(
            "0406",
            Terrain.LAND,
            land_part=True,
            name="Bangkok",
            coasts={"W": ("0306",), "E": ("0506",)},
        ),
    )
    hexes |= {h.id: h for h in special}
    sides = {("0202", "0303"): Terrain.DEEP, ("0303", "0402"): Terrain.LAND}
    return Board(hexes, sides)


BOARD = small_board()
IDS = sorted(BOARD.hexes)

places = st.one_of(st.sampled_from(IDS), st.sampled_from(["0202", "0303", "0604"]))
"""Any hex, and three of them often, so that counters meet."""
units = st.builds(
    Unit,
    at=places,
    nation=st.sampled_from(Nation),
    kind=st.sampled_from(Kind),
    state=st.sampled_from(Step),
    count=st.integers(1, 6),
    aboard=st.just(False),
)
cargo = st.builds(
    Unit,
    at=places,
    nation=st.sampled_from(Nation),
    kind=st.just(Kind.LAND),
    state=st.sampled_from(Step),
    count=st.integers(1, 3),
    aboard=st.just(True),
)
badges = st.sampled_from(("in", "out", "auto", "ask", ""))
hexes = st.lists(st.sampled_from(IDS), max_size=6).map(tuple)
texts = st.text(max_size=30)


@st.composite
def scenes(draw: st.DrawFn) -> Scene:
    """Scenes on the small board, with anything on them."""
    shown = draw(st.lists(st.one_of(units, cargo), max_size=9))
    path = draw(st.lists(st.sampled_from(IDS), min_size=1, max_size=4, unique=True))
    line = LineView(
        tuple(path),
        draw(st.sampled_from([None, *path, "9999"])),
        draw(st.sampled_from(["", "✕ air zone", "mountain", "a & b"])),
        draw(st.sampled_from(["supply", "network", "move"])),
    )
    named = evolve(BOARD["0101"], name=draw(texts))
    return Scene(
        board=BOARD.with_hex(named),
        hexes=draw(st.one_of(st.just(()), hexes)),
        counters=tuple(
            CounterView(u, draw(badges), i, draw(st.booleans())) for i, u in enumerate(shown)
        ),
        bases=tuple((s, h) for s in Side for h in draw(hexes)[:2]),
        controls=dict.fromkeys(draw(hexes), Side.JAPAN),
        zones={side: draw(hexes) for side in Side},
        lifted={side: draw(hexes) for side in Side},
        lines=(line,),
        selected=draw(st.sampled_from([None, "0303", "9999"])),
        ringed=draw(hexes),
        spotlight=draw(hexes),
        control_wash=dict.fromkeys(draw(hexes), Side.ALLIES),
        title=draw(texts),
        names=draw(st.sampled_from(["all", "counters", "none"])),
        assumed=frozenset(draw(hexes)),
        contested=draw(hexes),
        cut_off=draw(hexes),
        planned=tuple((s, h) for s in Side for h in draw(hexes)[:2]),
        sites=dict.fromkeys(draw(hexes), draw(st.booleans())),
    )


@given(scenes(), st.sampled_from(ZOOMS), st.booleans())
def test_every_picture_is_well_formed_and_covers_the_same_box(
    scene: Scene, hex_px: float, room: bool
) -> None:
    boxes = set()
    for picture in PICTURES:
        root = ET.fromstring(picture(scene, hex_px, room))
        boxes.add((root.get("viewBox"), root.get("width"), root.get("height")))
    whole = ET.fromstring(scene_svg(scene, hex_px, room=room))
    boxes.add((whole.get("viewBox"), whole.get("width"), whole.get("height")))
    assert len(boxes) == 1


@pytest.mark.clause("8.9a", "8.9b")
@given(scenes(), st.sampled_from(ZOOMS))
def test_every_counter_of_the_frame_is_drawn_or_counted_and_said(
    scene: Scene, hex_px: float
) -> None:
    root = ET.fromstring(scene_svg(scene, hex_px))
    said = root.findtext(f"{SVG}desc") or ""
    frame = set(scene.frame)
    for view in scene.counters:
        if view.unit.hex not in frame:
            continue
        unit = view.unit
        sentence = next(
            s
            for s in said.split(". ")
            if f"{unit.at}: " in s
            and f"{unit.nation.adjective} {unit.kind.noun}" in s
            and unit.state.value in s
        )
        assert sentence
    for side, at in scene.bases:
        if at in frame:
            assert f"{at}: {side.adjective} base" in said
    shown = {int(e.get("data-unit", "")) for e in root.iter() if e.get("data-unit")}
    wanted = {v.index for v in scene.counters if v.unit.hex in frame}
    layout = Layout.of(scene, hex_px)
    counted = sum(rest.count for h in layout.occupied for rest in layout.at(h).rest)
    missing = sum(v.unit.count for v in scene.counters if v.index in wanted - shown)
    assert shown <= wanted
    assert missing == counted


@given(scenes(), st.sampled_from(ZOOMS), st.booleans())
def test_no_badge_lies_on_a_strength(scene: Scene, hex_px: float, room: bool) -> None:
    layout = Layout.of(scene, hex_px, room)
    for hex_id in layout.occupied:
        placed = [p for p in layout.at(hex_id).placed if p.form == "counter"]
        badges_here = [p.badge_box(layout.scale.badge(p.box.w)) for p in placed]
        strengths = [p.strength_box(room) for p in placed]
        assert not any(b.overlaps(s) for b in badges_here for s in strengths)


@given(scenes())
def test_the_same_scene_gives_the_same_bytes(scene: Scene) -> None:
    assert scene_svg(scene, 84) == scene_svg(evolve(scene), 84)


@given(scenes(), st.sampled_from(ZOOMS), st.booleans())
def test_a_remembered_board_is_the_board_drawn_anew(
    scene: Scene, hex_px: float, room: bool
) -> None:
    remembered = board_picture(scene, hex_px, room)
    turned = tuple(evolve(v, unit=v.unit.turned) for v in scene.counters)
    for other in (scene, evolve(scene, counters=turned, selected=None), evolve(scene, bases=())):
        again = board_picture(evolve(other), hex_px, room)
        copied = evolve(other, board=evolve(other.board))
        assert again == board_picture(copied, hex_px, room)
    assert remembered == board_picture(scene, hex_px, room)


def test_names_and_titles_are_escaped_and_control_characters_dropped() -> None:
    script = "<script>alert('1')</script> & \x00\x08\ud800"
    board = BOARD.with_hex(evolve(BOARD["0202"], name=script))
    unit = Unit("0202", Nation.US, Kind.LAND)
    scene = Scene(board, counters=(CounterView(unit),), title=script)
    for text in (scene_svg(scene), board_picture(scene, 84)):
        root = ET.fromstring(text)
        assert "<script" not in text
        assert not [e for e in root.iter() if e.tag == f"{SVG}script"]
    assert "<script>" in (ET.fromstring(scene_svg(scene)).findtext(f"{SVG}title") or "")


def test_a_picture_stands_alone() -> None:
    scene = Scene(BOARD, zones={Side.JAPAN: ("0303",)}, title="Alone")
    text = scene_svg(scene, 84)
    ids = re.findall(r' id="([^"]+)"', text)
    assert len(ids) == len(set(ids))
    used = set(re.findall(r"url\(#([^)]+)\)", text))
    assert used <= set(ids)
    assert not re.search(r"(?:href|class|style)=|<script|<style|@import", text)
    assert set(re.findall(r"https?://[^\"' ]+", text)) == {"http://www.w3.org/2000/svg"}
    other = scene_svg(evolve(scene, title="Another"), 84)
    assert not set(ids) & set(re.findall(r' id="([^"]+)"', other))


def test_the_whole_picture_announces_itself_and_layers_do_not() -> None:
    scene = Scene(BOARD, title="Guam")
    root = ET.fromstring(scene_svg(scene))
    assert root.get("role") == "img"
    assert root.findtext(f"{SVG}title") == "Guam"
    for picture in PICTURES:
        assert ET.fromstring(picture(scene, 84)).get("aria-hidden") == "true"


@pytest.mark.parametrize("nation", Nation)
@pytest.mark.parametrize("state", Step)
def test_sides_are_told_by_their_corners(nation: Nation, state: Step) -> None:
    scene = Scene(BOARD, counters=(CounterView(Unit("0202", nation, Kind.AIR, state)),))
    root = ET.fromstring(counters_picture(scene, 140))
    unit = next(e for e in root.iter() if e.get("data-unit") == "0")
    outlines = [e.get("d", "") for e in unit.findall(f"{SVG}path")][:2]
    rounded = [bool(re.search(r"A[\d.]+ [\d.]+ 0 0 1", d)) for d in outlines]
    assert all(rounded) if nation is not Nation.JAPAN else not any(rounded)


def test_attrited_counters_have_a_cut_corner_shading_and_no_strength() -> None:
    views = tuple(
        CounterView(Unit(at, Nation.JAPAN, Kind.CARRIER, state), index=i)
        for i, (at, state) in enumerate((("0202", Step.FULL), ("0505", Step.ATTRITED)))
    )
    root = ET.fromstring(counters_picture(Scene(BOARD, counters=views), 140))
    full, attrited = (
        next(e for e in root.iter() if e.get("data-unit") == str(i)) for i in range(2)
    )
    corners = [e.findall(f"{SVG}path")[0].get("d", "").count("l") for e in (full, attrited)]
    assert corners == [3, 4]
    fills = [[p.get("fill", "") for p in e.iter(f"{SVG}path")] for e in (full, attrited)]
    assert not any(f.startswith("url(") for f in fills[0])
    assert any(f.startswith("url(") for f in fills[1])
    words = [[t.text for t in e.iter(f"{SVG}text")] for e in (full, attrited)]
    assert words == [["C", "2"], ["C", "0"]]


def test_hatching_rises_for_japan_and_falls_for_the_allies() -> None:
    scene = Scene(BOARD, zones={Side.JAPAN: ("0303",), Side.ALLIES: ("0303", "0404")})
    root = ET.fromstring(zones_picture(scene, 140))
    turns = {
        (e.get("id") or "")[-2:]: e.get("patternTransform") for e in root.iter(f"{SVG}pattern")
    }
    assert turns == {"jp": "rotate(45)", "al": "rotate(-45)"}
    assert {e.get("width") for e in root.iter(f"{SVG}pattern")} == {"14"}
    hatched = {e.get("data-side"): len(e) for e in root.iter() if e.get("data-side")}
    assert hatched == {"japan": 1, "allies": 2}


@pytest.mark.parametrize(
    ("hex_px", "room", "pitch"), [(140, False, 14), (64, False, 10), (99, True, 18)]
)
def test_the_pitch_of_the_hatching(hex_px: float, room: bool, pitch: int) -> None:
    assert Layout.of(Scene(BOARD), hex_px, room).scale.pitch == pitch


def test_a_lifted_zone_is_dotted_not_hatched() -> None:
    root = ET.fromstring(zones_picture(Scene(BOARD, lifted={Side.JAPAN: ("0303",)}), 140))
    assert not list(root.iter(f"{SVG}pattern"))
    assert [e.get("data-lifted") for e in root.iter() if e.get("data-lifted")] == ["japan"]


def test_whole_lines_are_solid_and_cut_lines_dotted_up_to_the_pill() -> None:
    path = ("0202", "0303", "0304")
    whole = lines_picture(Scene(BOARD, lines=(LineView(path),)), 140)
    cut = lines_picture(Scene(BOARD, lines=(LineView(path, "0303", "✕ air zone"),)), 140)
    assert "stroke-dasharray" not in whole and "data-pill" not in whole
    assert "stroke-dasharray" in cut
    root = ET.fromstring(cut)
    pill = next(e for e in root.iter() if e.get("data-pill") == "0303")
    assert [t.text for t in pill.iter(f"{SVG}text")] == ["air zone"]


@given(scenes(), st.sampled_from(ZOOMS))
def test_pills_lie_inside_the_frame(scene: Scene, hex_px: float) -> None:
    root = ET.fromstring(lines_picture(scene, hex_px))
    left, top, width, height = frame_box(scene.frame, hex_px)
    for pill in (e for e in root.iter() if e.get("data-pill")):
        plate = next(pill.iter(f"{SVG}rect"))
        x, y, w, h = (float(plate.get(k, "0")) for k in ("x", "y", "width", "height"))
        assert top - 0.1 <= y and y + h <= top + height + 0.1
        if w <= width:
            assert left - 0.1 <= x and x + w <= left + width + 0.1


def test_four_kinds_collapse_to_a_plate_and_small_hexes_show_pips() -> None:
    kinds = (Kind.CARRIER, Kind.NAVAL, Kind.LAND, Kind.AIR)
    views = tuple(
        CounterView(Unit("0303", Nation.US, kind, count=2), index=i) for i, kind in enumerate(kinds)
    )

    def forms(many: int, hex_px: float) -> set[str]:
        layout = Layout.of(Scene(BOARD, counters=views[:many]), hex_px)
        return {p.form for p in layout.at("0303").placed}

    assert forms(3, 140) == {"counter"}
    assert forms(4, 140) == {"tile"}
    assert forms(1, 44) == {"counter"}
    assert forms(1, 43) == {"pip"}
    picture = counters_picture(Scene(BOARD, counters=views), 140)
    assert [t.text for t in ET.fromstring(picture).iter(f"{SVG}text")] == ["2C", "2N", "2L", "2A"]


@pytest.mark.parametrize(
    ("hex_px", "room", "least"), [(140, False, 58), (46, False, 28), (99, True, 56)]
)
def test_counters_never_fall_below_their_least_size(
    hex_px: float, room: bool, least: float
) -> None:
    scene = Scene(BOARD, counters=(CounterView(Unit("0303", Nation.US, Kind.AIR)),))
    assert Layout.of(scene, hex_px, room).at("0303").placed[0].box.w >= least


def test_cargo_rides_on_a_ship_of_its_side() -> None:
    ship = Unit("0202", Nation.US, Kind.NAVAL)
    land = Unit("0202", Nation.COMMONWEALTH, Kind.LAND, aboard=True)
    enemy = Unit("0202", Nation.JAPAN, Kind.NAVAL)
    views = tuple(CounterView(u, index=i) for i, u in enumerate((enemy, land, ship)))
    placed = Layout.of(Scene(BOARD, counters=views), 140).at("0202").placed
    assert [(p.view.index, [c.index for c in p.cargo]) for p in placed] == [(0, []), (2, [1])]


def test_type_on_the_map() -> None:
    scene = Scene(BOARD, counters=(CounterView(Unit("0202", Nation.US, Kind.AIR)),))
    sizes = {
        t.text: float(t.get("font-size", "0"))
        for t in ET.fromstring(scene_svg(scene, 140)).iter(f"{SVG}text")
    }
    assert sizes["Guam"] == 14 and sizes["0101"] == 11


@given(scenes(), st.sampled_from((99.0, 150.0)))
def test_no_type_below_17_px_on_the_wall(scene: Scene, hex_px: float) -> None:
    for text in ET.fromstring(scene_svg(scene, hex_px, room=True)).iter(f"{SVG}text"):
        assert float(text.get("font-size", "0")) >= 17, text.text


def test_numbers_show_on_the_wall_only_where_spoken_of() -> None:
    scene = Scene(BOARD, selected="0303", ringed=("0404",), names="none")
    texts = [t.text for t in ET.fromstring(board_picture(scene, 99, room=True)).iter(f"{SVG}text")]
    assert {"0303", "0404"} <= set(texts)
    assert "0101" not in texts


def test_facilities_show_their_holder() -> None:
    scene = Scene(BOARD, controls={"0202": Side.JAPAN})
    root = ET.fromstring(board_picture(scene, 140))
    held = {
        e.get("data-facility"): e.get("data-holder") for e in root.iter() if e.get("data-holder")
    }
    assert held == {"0202": "japan", "0303": "japan", "0604": "japan"}
    plate = next(e for e in root.iter() if e.get("data-facility") == "0202")
    assert [t.text for t in plate.iter(f"{SVG}text")] == ["J"]


def test_only_hexsides_that_differ_are_marked() -> None:
    board = evolve(BOARD, hexsides={**BOARD.hexsides, ("0101", "0102"): Terrain.DEEP})
    root = ET.fromstring(board_picture(Scene(board), 140))
    marked = {
        e.get("data-side"): e.get("stroke-dasharray") for e in root.iter() if e.get("data-side")
    }
    assert set(marked) == {"0202-0303", "0303-0402"}
    assert marked["0202-0303"] and not marked["0303-0402"]


def test_names_that_collide_are_left_out_on_the_whole_map() -> None:
    names = {h: evolve(BOARD[h], name="Extraordinarily long") for h in IDS}
    scene = Scene(Board(names))
    layout = Layout.of(scene, 46)
    shown = [h for h in scene.frame if layout.named(h)]
    assert 0 < len(shown) < len(IDS)
    assert all(Layout.of(scene, 120).named(h) for h in IDS)


def test_frame_box_and_bounds_agree_and_hold_every_corner() -> None:
    left, top, right, bottom = frame_bounds(IDS)
    x, y, w, h = frame_box(IDS, 100)
    assert (x, y) == pytest.approx((left * 100, top * 100))
    assert (x + w, y + h) == pytest.approx((right * 100, bottom * 100))
    for hex_id in IDS:
        assert all(left < cx < right and top < cy < bottom for cx, cy in hexgrid.corners(hex_id))


@given(hexes)
def test_the_frame_round_some_hexes(wanted: tuple[str, ...]) -> None:
    frame = frame_around(BOARD, wanted)
    assert set(wanted) <= set(frame)
    first, top, last, bottom = hexgrid.bounds(frame)
    assert last - first + 1 >= 5 and bottom - top + 1 >= 4
    for hex_id in wanted:
        assert set(BOARD.neighbours(hex_id)) <= set(frame)


def test_a_position_draws_itself() -> None:
    state = State(
        BOARD,
        turn=4,
        units=(Unit("0303", Nation.JAPAN, Kind.AIR), Unit("0303", Nation.US, Kind.LAND)),
        bases={Side.JAPAN: ("0303",), Side.ALLIES: ()},
        title="Two in one hex",
        contested=("0303",),
    )
    text = state_svg(state, width=300)
    root = ET.fromstring(text)
    assert root.get("width") == "300"
    assert "Japanese air unit, full, strength 2" in (root.findtext(f"{SVG}desc") or "")
    drawn = {e.get("data-hex") for e in root.iter() if e.get("data-hex")}
    assert drawn == set(frame_around(BOARD, ["0303"], least=(7, 5)))
    whole = ET.fromstring(state_svg(state, whole=True))
    assert {e.get("data-hex") for e in whole.iter() if e.get("data-hex")} == set(IDS)
    assert plain_scene(state).contested == ("0303",)


def test_continuing_combat_is_marked_above_the_counters_that_hide_its_bars() -> None:
    there = (CounterView(Unit("0303", Nation.JAPAN, Kind.LAND, count=3)),)
    text = scene_svg(Scene(BOARD, counters=there, contested=("0303", "0703")))
    assert [text.count(f'data-contested="{h}"') for h in ("0303", "0703")] == [1, 1]
    assert [text.count(f'data-sign="{h}"') for h in ("0303", "0703")] == [1, 0]
    order = [text.index(f'{what}="0303"') for what in ("contested", "stack", "sign")]
    assert order == sorted(order)


def test_zones_lines_and_fights_are_said_in_words() -> None:
    path = ("0202", "0303", "0404")
    scene = Scene(
        BOARD,
        zones={Side.JAPAN: ("0303",)},
        lifted={Side.ALLIES: ("0202",)},
        lines=(
            LineView(path, "0303", "✕ air zone"),
            LineView(path),
            LineView(path, kind="network"),
            LineView(path, kind="move"),
        ),
        contested=("0703",),
    )
    said = ET.fromstring(scene_svg(scene)).findtext(f"{SVG}desc") or ""
    for sentence in (
        "Japanese air zone over 0303.",
        "Allied air zone lifted at Guam 0202.",
        "Supply line from Guam 0202 cut at 0303: air zone.",
        "Supply line from Guam 0202 to 0404.",
        "Network line from Guam 0202 to 0404.",
        "Move Guam 0202, 0303, 0404.",
        "Continuing combat at Palembang 0703.",
    ):
        assert sentence in said


def test_bases_cut_off_planned_and_possible_are_drawn_and_said() -> None:
    scene = Scene(
        BOARD,
        bases=((Side.JAPAN, "0604"), (Side.ALLIES, "0202")),
        cut_off=("0202",),
        planned=((Side.ALLIES, "0505"),),
        sites={"0303": True, "0703": False},
        control_wash={"0604": Side.JAPAN, "0303": Side.ALLIES},
    )
    for hex_px in ZOOMS:
        root = ET.fromstring(scene_svg(scene, hex_px))
        named = {
            key: [e.get(key) for e in root.iter() if e.get(key)]
            for key in ("data-base", "data-cut-off", "data-planned", "data-site", "data-control")
        }
        assert sorted(named["data-base"]) == ["0202", "0604"]
        assert named["data-cut-off"] == ["0202"]
        assert named["data-planned"] == ["0505"]
        assert named["data-site"] == ["0303", "0703"]
        assert sorted(named["data-control"]) == ["0303", "0604"]
    said = root.findtext(f"{SVG}desc") or ""
    for sentence in (
        "Guam 0202: Allied base, cut off from the network.",
        "0604: Japanese base.",
        "Darwin 0505: Allied base planned.",
        "A base could be built at 0303.",
        "No base could be built at Palembang 0703.",
        "Held by Japan: 0604.",
        "Held by the Allies: 0303.",
    ):
        assert sentence in said


def test_control_is_told_by_the_direction_of_its_lines() -> None:
    wash = {"0604": Side.JAPAN, "0303": Side.ALLIES}
    root = ET.fromstring(zones_picture(Scene(BOARD, control_wash=wash), 84))
    bars = {
        (e.get("id") or "")[-2:]: (float(r.get("width", 0)), float(r.get("height", 0)))
        for e in root.iter(f"{SVG}pattern")
        for r in e.iter(f"{SVG}rect")
    }
    assert bars["jp"][0] < bars["jp"][1]
    assert bars["al"][0] > bars["al"][1]


def test_sites_differ_in_shape() -> None:
    root = ET.fromstring(lines_picture(Scene(BOARD, sites={"0303": True, "0703": False}), 84))
    shapes = {
        e.get("data-site"): {c.tag.removeprefix(SVG) for c in e}
        for e in root.iter()
        if e.get("data-site")
    }
    assert shapes == {"0303": {"circle", "path"}, "0703": {"rect"}}


def test_badges_have_words() -> None:
    for badge, words in BADGE_WORDS.items():
        unit = Unit("0202", Nation.US, Kind.LAND)
        scene = Scene(BOARD, counters=(CounterView(unit, badge),))  # type: ignore[arg-type]
        assert words in (ET.fromstring(scene_svg(scene)).findtext(f"{SVG}desc") or "")


def test_boxes() -> None:
    box = Box.around(10, 10, 4)
    assert box.overlaps(Box(11, 11, 4, 4))
    assert not box.overlaps(Box(12, 8, 4, 4))
    assert Box.hull([box, Box(20, 0, 2, 2)]) == Box(8, 0, 14, 12)


@pytest.mark.parametrize("hex_px", (40.0, 59.0, 70.0, 140.0))
def test_lines_run_from_the_unit_to_the_sign_of_the_base_or_source(hex_px: float) -> None:
    board = components.shipped_board()
    unit = Unit("1306", Nation.US, Kind.AIR, Step.FULL)
    scene = Scene(
        board,
        counters=(CounterView(unit),),
        bases=((Side.ALLIES, "1205"), (Side.ALLIES, "1407")),
        lines=(
            LineView(("1306", "1205")),
            LineView(("1205", "1306", "1407"), kind="network"),
            LineView(("1407", "1507", "1607", "1708"), kind="network"),
        ),
    )
    layout = Layout.of(scene, hex_px)
    root = ET.fromstring(lines_picture(scene, hex_px))
    drawn = {e.get("data-line", ""): e for e in root.iter() if e.get("data-line")}

    def ends(way: str) -> list[tuple[float, float]]:
        numbers = [float(n) for n in re.findall(r"-?[\d.]+", drawn[way][0].get("d", ""))]
        return [(numbers[0], numbers[1]), (numbers[-2], numbers[-1])]

    midway, palmyra = (layout.at(h).bases[0][1].centre for h in ("1205", "1407"))
    pieces = layout.at("1306").pieces
    assert pieces is not None
    assert ends("1306 1205") == [pytest.approx(p, abs=0.1) for p in (pieces.centre, midway)]
    assert ends("1205 1306 1407") == [pytest.approx(p, abs=0.1) for p in (midway, palmyra)]
    far = math.dist(ends("1407 1507 1607 1708")[1], layout.at("1708").source_at)
    assert layout.scale.source <= far <= layout.scale.source + 6


def test_a_move_has_an_arrow_on_every_hexside_it_crosses() -> None:
    scene = Scene(
        components.shipped_board(), lines=(LineView(("0909", "0808", "0708"), kind="move"),)
    )
    root = ET.fromstring(lines_picture(scene, 70))
    (drawn,) = [e for e in root.iter() if e.get("data-line") == "0909 0808 0708"]
    casing, way, heads = (path.get("d", "") for path in drawn)
    assert way.count("M") == 1 and heads.count("M") == 2 and casing == way + heads


@pytest.mark.parametrize("how", ({"selected": "1406"}, {"ringed": ("1406",)}))
def test_number_name_and_port_of_a_ringed_hex_lie_on_its_ring(how: dict[str, object]) -> None:
    scene = evolve(Scene(components.shipped_board()), **how)
    for svg in (lines_picture(scene, 70), scene_svg(scene, 70)):
        ring = max(svg.find('data-selected="1406"'), svg.find('data-ringed="1406"'))
        assert ring > 0
        for after in ('data-facility="1406"', ">1406</text>", 'data-name="1406"'):
            assert svg.rindex(after) > ring
