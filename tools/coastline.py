"""Project the real coastline into hex space: ``python tools/coastline.py land-50m.json``.

Takes Natural Earth's land (public domain) as TopoJSON, for example ``land-50m.json`` of the npm
package ``world-atlas`` 2.0.2, and writes ``witp_learn/data/coast.json``: lines in widths of a hex,
as `witp_learn.hexgrid.centre` counts them. It reads no network.

The map of the game is a drawing, no exact projection. The linear fit of DATA.md comes first; then
a smooth bend, as small as it can be, brings the places whose hex is known into their own hexes.
"""

from __future__ import annotations

import argparse
import json
import math
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any, NamedTuple

from witp_learn.hexgrid import HEIGHT, HexId, centre, make, within
from witp_learn.view.shores import cut_to

TARGET = Path(__file__).resolve().parent.parent / "witp_learn" / "data" / "coast.json"
ABOUT = (
    "Coastline after Natural Earth (public domain), projected by tools/coastline.py; "
    "x and y in widths of a hex"
)
Point = tuple[float, float]
Line = list[Point]

WEST = 20.0
"""Longitudes run from here to the east and on past 180: the board lies across that meridian."""

FRAME = (-0.75, -0.6, 15.0, 12.3)
"""Left, top, right, bottom: the board of columns 01-18 and rows 01-12 and about a hex round it."""

TOLERANCE = 0.014
"""Widths of a hex by which a simplified line may leave the true one."""

LEAST_ISLAND = 0.03
"""Islands smaller than this, in widths of a hex, are left out."""

REACH = 0.8
"""Widths of a hex over which a known place bends the map round it."""

RIDGE = 0.02
"""How far the bend may miss a place for the sake of smoothness."""

ROOM = 0.6
"""The part of a hex, from its centre, into which its place is to fall."""


class Place(NamedTuple):
    """A place whose hex is known, and where it lies on the globe (degrees east and north)."""

    hex: HexId
    name: str
    east: float
    north: float


PLACES = (
    Place("0106", "Bombay", 72.8, 19.0),
    Place("0205", "Calcutta", 88.4, 22.6),
    Place("0206", "Madras", 80.3, 13.1),
    Place("0207", "Ceylon", 80.7, 7.6),
    Place("0306", "Rangoon", 96.2, 16.8),
    Place("0404", "Chongqing", 106.5, 29.6),
    Place("0406", "Bangkok", 100.5, 13.8),
    Place("0407", "Singapore", 103.8, 1.3),
    Place("0408", "Palembang", 104.8, -3.0),
    Place("0504", "Peiping", 116.4, 39.9),
    Place("0506", "Hainan", 109.8, 19.2),
    Place("0507", "Saigon", 106.7, 10.8),
    Place("0508", "Brunei", 114.9, 4.9),
    Place("0509", "Surabaya", 112.7, -7.3),
    Place("0603", "Mukden", 123.4, 41.8),
    Place("0604", "Shanghai", 121.5, 31.2),
    Place("0605", "Taiwan", 120.9, 23.7),
    Place("0606", "Manila", 121.0, 14.6),
    Place("0607", "Leyte", 124.8, 10.8),
    Place("0608", "Celebes", 120.5, -2.0),
    Place("0609", "Timor", 125.2, -9.2),
    Place("0610", "Broome", 122.2, -18.0),
    Place("0611", "Perth", 115.9, -32.0),
    Place("0703", "Vladivostok", 131.9, 43.1),
    Place("0704", "Hiroshima", 132.5, 34.4),
    Place("0705", "Okinawa", 127.9, 26.5),
    Place("0707", "Palau", 134.5, 7.4),
    Place("0708", "Ambon", 128.2, -3.7),
    Place("0709", "Tanimbar", 131.5, -7.6),
    Place("0710", "Darwin", 130.8, -12.5),
    Place("0802", "Sakhalin", 143.0, 50.0),
    Place("0803", "Ominato", 141.2, 41.3),
    Place("0804", "Tokyo", 139.7, 35.7),
    Place("0805", "Iwo Jima", 141.3, 24.8),
    Place("0806", "Guam", 144.8, 13.5),
    Place("0807", "Hollandia", 140.7, -2.5),
    Place("0808", "Merauke", 140.4, -8.5),
    Place("0809", "Cape York", 142.4, -11.0),
    Place("0902", "Kamchatka", 156.0, 55.0),
    Place("0903", "Kuriles", 152.0, 47.0),
    Place("0905", "Marcus", 154.0, 24.3),
    Place("0906", "Saipan", 145.7, 15.2),
    Place("0907", "Truk", 151.8, 7.4),
    Place("0908", "Lae", 147.0, -6.7),
    Place("0909", "Port Moresby", 147.2, -9.5),
    Place("0910", "Townsville", 146.8, -19.3),
    Place("0912", "Sydney", 151.2, -33.9),
    Place("1002", "Petropavlovsk", 158.7, 53.0),
    Place("1007", "Ponape", 158.2, 6.9),
    Place("1008", "Rabaul", 152.2, -4.2),
    Place("1009", "Guadalcanal", 160.1, -9.6),
    Place("1011", "Brisbane", 153.1, -27.5),
    Place("1102", "Attu", 173.0, 52.9),
    Place("1106", "Wake", 166.6, 19.3),
    Place("1107", "Marshalls", 167.7, 8.7),
    Place("1110", "New Hebrides", 168.0, -17.0),
    Place("1202", "Kiska", 177.5, 52.0),
    Place("1205", "Midway", 182.6, 28.2),
    Place("1207", "Gilberts", 173.0, 1.4),
    Place("1208", "Ellis", 179.2, -8.5),
    Place("1210", "Fiji", 178.4, -18.0),
    Place("1211", "New Zealand", 174.8, -36.9),
    Place("1212", "Wellington", 174.8, -41.3),
    Place("1301", "Nome", 194.6, 64.5),
    Place("1302", "Dutch Harbor", 193.5, 53.9),
    Place("1306", "Johnston", 190.5, 16.7),
    Place("1309", "Samoa", 188.2, -13.9),
    Place("1406", "Pearl Harbor", 202.0, 21.3),
    Place("1407", "Palmyra", 197.9, 5.9),
    Place("1501", "Anchorage", 210.0, 61.2),
    Place("1502", "Kodiak", 207.6, 57.8),
    Place("1510", "Tahiti", 210.5, -17.6),
    Place("1601", "Sitka", 224.7, 57.0),
    Place("1702", "Prince Rupert", 229.7, 54.3),
    Place("1802", "Seattle", 237.7, 47.6),
    Place("1803", "San Francisco", 237.6, 37.8),
    Place("1804", "San Diego", 242.9, 32.7),
)
"""The named places of the board that lie somewhere on the globe.

Left out are names of whole regions and the two boxes drawn in to the edge. The hexes of Japan's
sources are held by Hiroshima, Ominato and Tokyo: which source stands in which of them the text
does not settle, but the islands lie there.
"""


# The file.


def read(path: Path) -> list[Line]:
    """The land of a TopoJSON file: closed rings of degrees east (-180 to 180) and north.

    Raises ValueError when the file is no TopoJSON with an object ``land``.
    """
    data = json.loads(path.read_text("utf-8"))
    if data.get("type") != "Topology" or "land" not in data.get("objects", {}):
        raise ValueError(f"{path}: must be a TopoJSON topology with an object named land")
    arcs = _arcs(data)
    return [_ring(ring, arcs) for ring in _rings(data["objects"]["land"])]


def _arcs(data: dict[str, Any]) -> list[Line]:
    (sx, sy), (tx, ty) = data["transform"]["scale"], data["transform"]["translate"]
    decoded = []
    for arc in data["arcs"]:
        x = y = 0
        line = []
        for dx, dy in arc:
            x, y = x + dx, y + dy
            line.append((x * sx + tx, y * sy + ty))
        decoded.append(line)
    return decoded


def _rings(geometry: dict[str, Any]) -> Iterator[list[int]]:
    if geometry["type"] == "GeometryCollection":
        for inner in geometry["geometries"]:
            yield from _rings(inner)
    elif geometry["type"] == "Polygon":
        yield from geometry["arcs"]
    elif geometry["type"] == "MultiPolygon":
        for polygon in geometry["arcs"]:
            yield from polygon


def _ring(indices: Sequence[int], arcs: Sequence[Line]) -> Line:
    """A ring of arcs end to end; a number below zero is an arc read backwards (``~number``)."""
    line: Line = []
    for index in indices:
        arc = arcs[index] if index >= 0 else arcs[~index][::-1]
        line += arc[1:] if line else arc
    return line


def eastward(ring: Line) -> list[Line]:
    """A ring with longitudes from 20 to 380, in pieces where it was cut.

    It is cut at 20 degrees east, and where the file itself cuts land along the meridian of 180.
    """
    pieces: list[Line] = [[]]
    for a, b in pairwise([(_east(x), y) for x, y in ring]):
        if _seam(a, b) or abs(a[0] - b[0]) > 180:
            pieces.append([])
            continue
        if not pieces[-1]:
            pieces[-1].append(a)
        pieces[-1].append(b)
    return [piece for piece in pieces if piece]


def _east(longitude: float) -> float:
    return (longitude - WEST) % 360 + WEST


def _seam(a: Point, b: Point) -> bool:
    return abs(a[0] - 180) < 0.01 and abs(b[0] - 180) < 0.01


def whole(ring: Line) -> Line:
    """A ring in one piece, however far it reaches west, with its middle at 20 to 380 degrees."""
    xs = [ring[0][0]]
    for x, _ in ring[1:]:
        xs.append(x - 360 * round((x - xs[-1]) / 360))
    middle = (min(xs) + max(xs)) / 2
    turn = _east(middle) - middle
    return [(x + turn, y) for x, (_, y) in zip(xs, ring, strict=True)]


# The projection.


def linear(east: float, north: float) -> Point:
    """A place by the linear fit alone (DATA.md), in widths of a hex."""
    column = -6.708 + 0.10495 * east - 0.00747 * north
    row = 8.235 - 0.00141 * east - 0.10800 * north
    return column * 0.75, row * HEIGHT


def hex_of(point: Point) -> HexId:
    """The hex in which a point lies."""
    column, row = round(point[0] / 0.75), round(point[1] / HEIGHT)
    near = within(make(max(column, 0), max(row, 0)), 1)
    return min(near, key=lambda h: math.dist(centre(h), point))


def projection(places: Iterable[Place] = PLACES) -> Callable[[float, float], Point]:
    """The linear fit, bent so that the places fall into their own hexes.

    Each place asks to be moved as little as brings it into its hex, not at all where it is there
    already. A sum of smooth bumps, one round each place, meets these wishes (ridge regression).
    """
    known = tuple(places)
    spots = [linear(p.east, p.north) for p in known]
    matrix = [
        [_bump(a, b) + (RIDGE if i == j else 0.0) for j, b in enumerate(spots)]
        for i, a in enumerate(spots)
    ]
    weights = solve(matrix, [_wish(p.hex, at) for p, at in zip(known, spots, strict=True)])

    def project(east: float, north: float) -> Point:
        at = linear(east, north)
        pull = [(_bump(at, spot), w) for spot, w in zip(spots, weights, strict=True)]
        return (
            at[0] + sum(k * w[0] for k, w in pull),
            at[1] + sum(k * w[1] for k, w in pull),
        )

    return project


def _bump(a: Point, b: Point) -> float:
    return math.exp(-((math.dist(a, b) / REACH) ** 2) / 2)


def _wish(hex_id: HexId, at: Point) -> Point:
    """The move that brings a point into the inner part of a hex, straight towards its centre."""
    (cx, cy) = centre(hex_id)
    dx, dy = cx - at[0], cy - at[1]
    out = max(abs(dx * math.sin(a) + dy * math.cos(a)) for a in (0, math.pi / 3, -math.pi / 3))
    inner = ROOM * HEIGHT / 2
    share = 0.0 if out <= inner else 1 - inner / out
    return dx * share, dy * share


def solve(matrix: list[list[float]], wanted: list[Point]) -> list[Point]:
    """Weights for which the rows of a square matrix add up to what is wanted (Gauss, pivots)."""
    size = len(matrix)
    table = [[*row, *goal] for row, goal in zip(matrix, wanted, strict=True)]
    for i in range(size):
        pivot = max(range(i, size), key=lambda r: abs(table[r][i]))
        table[i], table[pivot] = table[pivot], table[i]
        for r in range(size):
            if r != i and table[r][i]:
                factor = table[r][i] / table[i][i]
                table[r] = [x - factor * y for x, y in zip(table[r], table[i], strict=True)]
    return [(table[i][size] / table[i][i], table[i][size + 1] / table[i][i]) for i in range(size)]


# The lines.


def clip(line: Line) -> list[Line]:
    """The pieces of a line within the frame, cut at its edges."""
    pieces: list[Line] = []
    for a, b in pairwise(line):
        part = _inside(a, b)
        if part is None:
            continue
        if pieces and pieces[-1][-1] == part[0]:
            pieces[-1].append(part[1])
        else:
            pieces.append(list(part))
    if len(pieces) > 1 and line[0] == line[-1] and pieces[-1][-1] == pieces[0][0]:
        last = pieces.pop()
        pieces[0] = last + pieces[0][1:]
    return pieces


def _inside(a: Point, b: Point) -> tuple[Point, Point] | None:
    """The part of a segment within the frame (Liang and Barsky)."""
    left, top, right, bottom = FRAME
    dx, dy = b[0] - a[0], b[1] - a[1]
    first, last = 0.0, 1.0
    for run, room in (
        (-dx, a[0] - left),
        (dx, right - a[0]),
        (-dy, a[1] - top),
        (dy, bottom - a[1]),
    ):
        if run == 0:
            if room < 0:
                return None
        elif run < 0:
            first = max(first, room / run)
        else:
            last = min(last, room / run)
    if first >= last:
        return None
    start = a if first == 0 else (a[0] + first * dx, a[1] + first * dy)
    end = b if last == 1 else (a[0] + last * dx, a[1] + last * dy)
    return start, end


def simplify(line: Line, tolerance: float = TOLERANCE) -> Line:
    """The line without points nearer than ``tolerance`` to what is left (Douglas and Peucker)."""
    if line[0] == line[-1] and len(line) > 3:
        far = max(range(len(line)), key=lambda i: math.dist(line[0], line[i]))
        return simplify(line[: far + 1], tolerance)[:-1] + simplify(line[far:], tolerance)
    keep = {0, len(line) - 1}
    spans = [(0, len(line) - 1)]
    while spans:
        first, last = spans.pop()
        if last - first < 2:
            continue
        middle = range(first + 1, last)
        worst = max(middle, key=lambda i: _away(line[i], line[first], line[last]))
        if _away(line[worst], line[first], line[last]) > tolerance:
            keep.add(worst)
            spans += [(first, worst), (worst, last)]
    return [line[i] for i in sorted(keep)]


def _away(point: Point, a: Point, b: Point) -> float:
    dx, dy = b[0] - a[0], b[1] - a[1]
    length = dx * dx + dy * dy
    along = ((point[0] - a[0]) * dx + (point[1] - a[1]) * dy) / length if length else 0.0
    along = min(max(along, 0.0), 1.0)
    return math.dist(point, (a[0] + along * dx, a[1] + along * dy))


def crop(ring: Line) -> Line:
    """The part of a closed ring within the frame, closed along its edges."""
    left, top, right, bottom = FRAME
    return list(cut_to(ring, [(-1, 0, -left), (1, 0, right), (0, -1, -top), (0, 1, bottom)]))


def coast(rings: Iterable[Line]) -> list[list[float]]:
    """Shores of rings of degrees: flat lists of x and y in widths of a hex, for the file.

    The edge of the frame is no shore, nor is a meridian along which the rings were cut.
    """
    project = projection()
    made = []
    for line in (line for ring in rings for line in eastward(ring)):
        for piece in clip([project(*point) for point in line]):
            if piece[0] == piece[-1] and _size(piece) < LEAST_ISLAND:
                continue
            flat = _rounded(simplify(piece))
            if len(flat) > 2:
                made.append(flat)
    return sorted(made)


def land(rings: Iterable[Line]) -> list[list[float]]:
    """Land of rings of degrees, as closed rings for the file; their outline is that of `coast`."""
    project = projection()
    made = []
    for ring in map(whole, rings):
        spots = [project(*point) for point in ring]
        seams = {spot for spot, at in zip(spots, ring, strict=True) if _seam(at, at)}
        cropped = crop(spots)
        if not cropped or _size(cropped) < LEAST_ISLAND:
            continue
        flat = _rounded([p for run in _shores(cropped, seams) for p in simplify(run)])
        if len(flat) > 6:
            made.append(flat if flat[:2] == flat[-2:] else [*flat, *flat[:2]])
    return sorted(made)


def _shores(ring: Line, seams: Collection[Point]) -> list[Line]:
    """A cropped ring in its shores; from the end of one to the next is no shore, but a cut."""
    cuts = [
        i + 1
        for i, (a, b) in enumerate(pairwise(ring))
        if (a in seams and b in seams) or _on_edge(a, b)
    ]
    if not cuts:
        return [ring]
    turned = ring[cuts[0] : -1] + ring[: cuts[0]]
    steps = [cut - cuts[0] for cut in cuts] + [len(turned)]
    return [turned[a:b] for a, b in pairwise(steps)]


def _on_edge(a: Point, b: Point) -> bool:
    left, top, right, bottom = FRAME
    edges = ((0, left), (0, right), (1, top), (1, bottom))
    return any(max(abs(a[axis] - at), abs(b[axis] - at)) < 1e-9 for axis, at in edges)


def _size(line: Line) -> float:
    xs, ys = [x for x, _ in line], [y for _, y in line]
    return max(max(xs) - min(xs), max(ys) - min(ys))


def _rounded(line: Line) -> list[float]:
    points = [(round(x, 2), round(y, 2)) for x, y in line]
    kept = [points[0], *(b for a, b in pairwise(points) if a != b)]
    return [number for point in kept for number in point]


def report() -> str:
    """How many places fall into their own hexes, by the fit alone and with the bend."""
    project = projection()
    told = []
    for name, way in (("linear fit", linear), ("with the bend", project)):
        missed = [p for p in PLACES if hex_of(way(p.east, p.north)) != p.hex]
        told.append(f"{name}: {len(PLACES) - len(missed)} of {len(PLACES)} in their own hex")
        told += [f"  {p.name} {p.hex}: {hex_of(way(p.east, p.north))}" for p in missed]
    return "\n".join(told)


def main(arguments: Sequence[str] | None = None) -> int:
    """Write the coastline of the file named on the command line, and say how well it fits."""
    parser = argparse.ArgumentParser(description="Project Natural Earth's land into hex space.")
    parser.add_argument("land", type=Path, help="land-50m.json of world-atlas (TopoJSON)")
    parser.add_argument("--out", type=Path, default=TARGET)
    given = parser.parse_args(arguments)
    rings = read(given.land)
    made = {"lines": coast(rings), "land": land(rings)}
    text = json.dumps({"about": ABOUT, **made}, separators=(",", ":"))
    given.out.write_text(text + "\n", "utf-8")
    counted = ", ".join(f"{len(found)} {name}" for name, found in made.items())
    print(f"{given.out.name}: {counted}, {len(text) // 1000} kB")
    print(report())
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
