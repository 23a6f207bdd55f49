"""The board as a Leaflet map: hexes that can be pressed, and pictures lying under them.

The map draws nothing itself. Pictures (SVG text, made by the view) lie in a stack of quiet image
layers; over them lies one clear sheet of hexes, sent once, that takes the clicks. Changing a
picture sends one text and moves nothing.

Coordinates: at zoom 0 a hex is 100 px wide. x grows to the right and y downwards, as in the
pictures; Leaflet's latitude is -y.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterable, Sequence
from typing import Any

import traitlets
from ipyleaflet import GeoJSON, ImageOverlay, Map, projections

from witp_learn import hexgrid
from witp_learn.hexgrid import HexId
from witp_learn.ui.guard import Guard

HEX = 100.0
"""Width of a hex in board units, and in pixels at zoom 0."""

SNAP = 0.25
"""Zoom goes in steps of this size; two steps change a hex by a factor of 1.41."""

MIN_ZOOM, MAX_ZOOM = -4.0, 1.5

PICTURES = ("board", "zones", "lines", "counters")
"""The picture stack from bottom to top."""

Extent = tuple[float, float, float, float]
"""Left, top, right, bottom in board units."""

_EMPTY = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"/>'
_VIEW_BOX = re.compile(r'<svg\b[^>]*?\bviewBox="([^"]+)"')
# Setting the zoom to itself would not move the map; this much more does, unseen.
_NUDGE = 1e-9


def centre(hex_id: HexId) -> tuple[float, float]:
    """Centre of a hex in board units."""
    x, y = hexgrid.centre(hex_id)
    return x * HEX, y * HEX


def extent(hexes: Iterable[HexId]) -> Extent:
    """The smallest upright rectangle, in board units, that holds some hexes.

    Raises ValueError when there is no hex.
    """
    points = [p for h in hexes for p in hexgrid.corners(h)]
    if not points:
        raise ValueError("a frame needs at least one hex")
    xs, ys = [x * HEX for x, _ in points], [y * HEX for _, y in points]
    return min(xs), min(ys), max(xs), max(ys)


def data_uri(svg: str) -> str:
    """An SVG text as an address that an image can show; nothing leaves the page."""
    escaped = svg.replace("%", "%25").replace("#", "%23").replace("\n", " ")
    return f"data:image/svg+xml;charset=utf-8,{escaped}"


def _view_box(svg: str) -> Extent:
    found = _VIEW_BOX.search(svg)
    if found is None:
        raise ValueError("the picture has no viewBox; give its extent in board units")
    x, y, width, height = (float(n) for n in found[1].replace(",", " ").split())
    return x, y, x + width, y + height


def _corners(rect: Extent) -> list[list[float]]:
    """A rectangle as Leaflet wants it: south-west and north-east."""
    left, top, right, bottom = rect
    return [[-bottom, left], [-top, right]]


def _feature(hex_id: HexId) -> dict[str, Any]:
    ring = [[round(x * HEX, 2), round(-y * HEX, 2)] for x, y in hexgrid.corners(hex_id)]
    style = {"stroke": False, "fillOpacity": 0, "className": f"hex hex-{hex_id}"}
    return {
        "type": "Feature",
        "properties": {"id": hex_id, "style": style},
        "geometry": {"type": "Polygon", "coordinates": [[*ring, ring[0]]]},
    }


def _sheet(hexes: Iterable[HexId]) -> dict[str, Any]:
    return {"type": "FeatureCollection", "features": [_feature(h) for h in hexes]}


class Picture(ImageOverlay):
    """An image layer that lets every click fall through to the hexes."""

    interactive = traitlets.Bool(False).tag(sync=True, o=True)


class HexMap(Map):
    """A map of hexes over a stack of pictures.

    ``hexes`` are the ids that can be pressed. ``height`` is a CSS length. ``wheel``: whether the
    mouse wheel zooms (leave it off in a page that scrolls). ``shown``: the hexes in view at first;
    all when omitted.
    """

    zoom: Any
    center: Any

    def __init__(
        self,
        hexes: Iterable[HexId],
        *,
        shown: Iterable[HexId] | None = None,
        width_px: int = 848,
        height_px: int = 664,
        height: str | None = None,
        wheel: bool = True,
        pictures: Sequence[str] = PICTURES,
        guard: Guard | None = None,
    ) -> None:
        self.hexes: tuple[HexId, ...] = tuple(hexes)
        self.guard = guard or Guard()
        self._clicks: list[Callable[[HexId], Any]] = []
        self._zooms: list[Callable[[float], Any]] = []
        self._shown: dict[str, tuple[str, Extent | None]] = {}
        self._size = (width_px, height_px)
        whole = extent(self.hexes)
        self._pictures = {
            name: Picture(
                url=data_uri(_EMPTY), bounds=_corners(whole), pane=f"witp-{name}", name=name
            )
            for name in pictures
        }
        self._sheet = GeoJSON(data=_sheet(self.hexes), name="hexes")
        self._sheet.on_click(self._pressed)
        middle, zoom = self._fit(whole if shown is None else extent(shown))
        super().__init__(
            crs=projections.Simple,
            layers=(*self._pictures.values(), self._sheet),
            panes={
                f"witp-{name}": {"zIndex": 210 + 10 * i, "pointerEvents": "none"}
                for i, name in enumerate(pictures)
            },
            center=middle,
            zoom=zoom,
            min_zoom=MIN_ZOOM,
            max_zoom=MAX_ZOOM,
            zoom_snap=SNAP,
            zoom_delta=2 * SNAP,
            zoom_control=False,
            attribution_control=False,
            scroll_wheel_zoom=wheel,
            double_click_zoom=False,
            box_zoom=False,
            keyboard=False,
            inertia=False,
        )
        self.add_class("witp-map")
        self.layout.height = height or f"{height_px}px"
        self.observe(self._zoomed, names="zoom")

    def __repr__(self) -> str:
        return f"HexMap({len(self.hexes)} hexes)"

    def set_hexes(self, hexes: Iterable[HexId]) -> None:
        """Let these hexes be pressed instead of the earlier ones: another board."""
        self.hexes = tuple(hexes)
        self._sheet.data = _sheet(self.hexes)

    # -- pictures

    def set_picture(self, name: str, svg: str, rect: Extent | None = None) -> bool:
        """Show ``svg`` as the picture ``name``; an empty text takes it away.

        The picture covers ``rect``, or its own viewBox read as board units. Gives False, and sends
        nothing, when it is the picture already shown. Raises KeyError for a name that is not in
        the stack, ValueError for a picture without a viewBox.
        """
        layer = self._pictures[name]
        if self._shown.get(name, ("", None)) == (svg, rect):
            return False
        with layer.hold_sync():
            if svg:
                layer.bounds = _corners(rect or _view_box(svg))
            layer.url = data_uri(svg or _EMPTY)
        self._shown[name] = (svg, rect)
        return True

    # -- what is in view

    @property
    def hex_px(self) -> float:
        """Width of a hex on the screen now, in pixels."""
        return HEX * 2.0 ** round(float(self.zoom), 3)

    def frame(
        self,
        what: Iterable[HexId] | tuple[int, int, int, int],
        width_px: int | None = None,
        height_px: int | None = None,
        *,
        margin: float = 0.0,
        least_px: float = 0.0,
        most_px: float = math.inf,
    ) -> None:
        """Bring some hexes into view, as large as they fit.

        ``what``: hex ids, or first column, first row, last column, last row. ``width_px`` and
        ``height_px``: the size of the map on the screen; the last known size when omitted.
        ``margin``: free room around them, in widths of a hex. ``least_px`` and ``most_px``: the
        narrowest and the widest a hex may become; too many hexes for ``least_px`` are cut off
        evenly on all sides. No room beside the board is shown while hexes are cut off.
        """
        self.resize(width_px or self._size[0], height_px or self._size[1])
        left, top, right, bottom = extent(_hexes(what))
        room = margin * HEX
        middle, zoom = self._fit((left - room, top - room, right + room, bottom + room))
        if least_px > 0:
            zoom = max(zoom, math.ceil(math.log2(least_px / HEX) / SNAP) * SNAP)
        if most_px < math.inf:
            zoom = min(zoom, math.floor(math.log2(most_px / HEX) / SNAP) * SNAP)
        self._go(self._on_board(middle, zoom), zoom)

    def _on_board(self, middle: list[float], zoom: float) -> list[float]:
        """The centre moved so far that the view does not reach beside the board, or evenly."""
        left, top, right, bottom = extent(self.hexes)
        half_width, half_height = (n / 2.0**zoom / 2 for n in self._size)
        return [
            -_clamp(-middle[0], top + half_height, bottom - half_height),
            _clamp(middle[1], left + half_width, right - half_width),
        ]

    def resize(self, width_px: int, height_px: int) -> None:
        """Remember the size of the map on the screen, in pixels; the view stays as it is."""
        self._size = (width_px, height_px)

    def whole_board(self) -> None:
        """Bring all hexes into view."""
        self.frame(self.hexes)

    def zoom_in(self) -> None:
        """One step nearer, about the middle of the map."""
        self._go(list(self.center), float(self.zoom) + 2 * SNAP)

    def zoom_out(self) -> None:
        """One step farther, about the middle of the map."""
        self._go(list(self.center), float(self.zoom) - 2 * SNAP)

    def reveal(self, hex_id: HexId) -> None:
        """Move the view just so far that the whole of a hex is in it; often not at all."""
        if hex_id in self.hexes and not self.shows(hex_id):
            x, y = self._off(hex_id)
            lat, lng = self.center
            self._go([lat - y, lng + x], float(self.zoom))

    def shows(self, hex_id: HexId) -> bool:
        """Whether the whole of a hex is in view."""
        return max(map(abs, self._off(hex_id))) < 1e-6 * HEX

    def _off(self, hex_id: HexId) -> tuple[float, float]:
        """How far the view must move to the right and down to hold a hex, in board units."""
        left, top, right, bottom = extent([hex_id])
        lat, lng = self.center
        scale = self.hex_px / HEX
        half_width, half_height = (n / scale / 2 for n in self._size)
        x = _shift(left, right, lng - half_width, lng + half_width)
        y = _shift(top, bottom, -lat - half_height, -lat + half_height)
        return x, y

    def on_zoom(self, callback: Callable[[float], Any]) -> None:
        """Call ``callback`` with the new width of a hex in pixels after every zoom."""
        self._zooms.append(callback)

    def _fit(self, rect: Extent) -> tuple[list[float], float]:
        """Centre and zoom at which a rectangle fits the map."""
        left, top, right, bottom = rect
        width, height = self._size
        ratio = min(width / (right - left), height / (bottom - top))
        zoom = math.floor(math.log2(ratio) / SNAP + 1e-6) * SNAP
        return [-(top + bottom) / 2, (left + right) / 2], min(max(zoom, MIN_ZOOM), MAX_ZOOM)

    def _go(self, middle: list[float], zoom: float) -> None:
        zoom = min(max(round(zoom / SNAP) * SNAP, MIN_ZOOM), MAX_ZOOM)
        if zoom == self.zoom:
            zoom += _NUDGE
        # Together, and with a zoom that differs: then Leaflet jumps, where it would else glide.
        with self.hold_sync():
            self.center = middle
            self.zoom = zoom

    def _zoomed(self, change: dict[str, Any]) -> None:
        if abs(change["new"] - change["old"]) > 1e-3:
            for callback in self._zooms:
                self.guard(callback)(self.hex_px)

    # -- clicks

    def on_click(self, callback: Callable[[HexId], Any]) -> None:
        """Call ``callback`` with the id of every hex that is pressed."""
        self._clicks.append(callback)

    def press(self, hex_id: HexId) -> None:
        """What a click on ``hex_id`` does; ids that are not on the map do nothing."""
        if hex_id in self.hexes:
            for callback in self._clicks:
                self.guard(callback)(hex_id)

    def _pressed(self, properties: dict[str, Any] | None = None, **_: Any) -> None:
        self.press(str((properties or {}).get("id", "")))


def _clamp(value: float, low: float, high: float) -> float:
    """The value, moved into a range; the middle of a range that is none."""
    return (low + high) / 2 if low > high else min(max(value, low), high)


def _shift(low: float, high: float, first: float, last: float) -> float:
    """How far a window from ``first`` to ``last`` must move to hold ``low`` to ``high``."""
    return min(low - first, 0.0) or max(high - last, 0.0)


def _hexes(what: Iterable[HexId] | tuple[int, int, int, int]) -> list[HexId]:
    """Hex ids as given, or the corner hexes of a range of columns and rows."""
    found = list(what)
    numbers = [n for n in found if isinstance(n, int)]
    if len(numbers) == len(found) == 4:
        first_column, first_row, last_column, last_row = numbers
        columns = {first_column, last_column, min(first_column + 1, last_column)}
        return [hexgrid.make(c, r) for c in columns for r in (first_row, last_row)]
    return [str(h) for h in found]
