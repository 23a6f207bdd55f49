"""The page companion: what a page needs and widgets cannot do. It draws no map.

It gives the map a keyboard, speaks to screen readers, keeps the position in the browser and in the
page address, notices an engine that has stopped, and carries clicks, keys and files to Python.
The messages are listed at the head of ``companion.js``.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import parse_qsl

import anywidget
import attrs
import traitlets

from witp_learn.ui.guard import MESSAGE, Guard, OnError

if TYPE_CHECKING:
    from witp_learn.ui.hexmap import HexMap

_HERE = Path(__file__).parent
# Put behind a text that is announced twice in a row, so that it counts as a new one. Never spoken.
_AGAIN = "\u200b"


@attrs.frozen
class Page:
    """Size of the window and of the map in it, in CSS pixels (0 when there is no map)."""

    width: int = 0
    height: int = 0
    map_width: int = 0
    map_height: int = 0

    @property
    def narrow(self) -> bool:
        """Whether the page is laid out for a phone: map above, card below."""
        return 0 < self.width < 720


@attrs.frozen
class Hello:
    """What the browser says once, when the page stands."""

    page: Page
    query: Mapping[str, str]
    """The page address behind the question mark, decoded."""
    stored: str | None
    """The position kept in this browser under the storage key; None when there is none."""
    reduced_motion: bool = False
    touch: bool = False

    @property
    def position(self) -> str:
        """The position to open with: the one in the address, else the stored one, else ``""``."""
        return self.query.get("p", "") or self.stored or ""


def _text(message: Mapping[str, Any], key: str) -> str:
    value = message.get(key, "")
    return value if isinstance(value, str) else ""


def _number(message: Mapping[str, Any], key: str) -> int:
    value = message.get(key, 0)
    return int(value) if isinstance(value, int | float) and abs(value) < 1e6 else 0


def _page(message: Mapping[str, Any]) -> Page:
    return Page(*(_number(message, k) for k in ("width", "height", "map_width", "map_height")))


def _hello(message: Mapping[str, Any]) -> Hello:
    stored = message.get("stored")
    return Hello(
        page=_page(message),
        query=dict(parse_qsl(_text(message, "search").removeprefix("?"))),
        stored=stored if isinstance(stored, str) else None,
        reduced_motion=message.get("reduced_motion") is True,
        touch=message.get("touch") is True,
    )


def _joined(*names: str) -> str:
    return "\n".join((_HERE / name).read_text("utf-8") for name in names)


class Companion(anywidget.AnyWidget):
    """One per page. Put it anywhere in the layout; it takes no room.

    ``map``: the `HexMap` of the page, if it has one. Then a click on a hex, and one of
    ``select_keys`` pressed on the map, call the map's own click callbacks.
    ``offer``: the ``data-offer`` that the page showed when the message at hand was sent.
    ``on_error``: what to do with an exception in a callback; without it the page shows
    "Something went wrong here; your position is safe" with the report to copy.
    """

    _esm = _joined("companion_page.js", "companion_map.js", "companion_input.js", "companion.js")
    _css = _joined("companion.css", "style.css")

    hexes = traitlets.Dict(help="hex id -> spoken description").tag(sync=True)
    cursor = traitlets.Unicode("", help="hex under the keyboard cursor").tag(sync=True)
    say = traitlets.Unicode("", help="text for the live region").tag(sync=True)
    position = traitlets.Unicode("", help="current position line").tag(sync=True)
    kept = traitlets.Unicode(
        "", help="what the browser keeps, where that is more than the address carries"
    ).tag(sync=True)
    storage_key = traitlets.Unicode("", help="where the browser keeps the position").tag(sync=True)
    title = traitlets.Unicode("", help="title of the page").tag(sync=True)
    instructions = traitlets.Unicode(
        "Map. Arrow keys step over the hexes, Enter selects.", help="spoken name of the map"
    ).tag(sync=True)
    page_keys = traitlets.List(
        traitlets.Unicode(), help="keys beyond letters that the page answers, e.g. ArrowRight"
    ).tag(sync=True)
    offered = traitlets.List(
        traitlets.Unicode(), help="actions that a second quick press on one spot does not do again"
    ).tag(sync=True)
    offered_keys = traitlets.List(
        traitlets.Unicode(), help="keys for such actions, in small letters"
    ).tag(sync=True)
    map_id = traitlets.Unicode("", help="model id of the page's hex map").tag(sync=True)

    def __init__(
        self,
        map: HexMap | None = None,
        *,
        on_error: OnError | None = None,
        select_keys: tuple[str, ...] = ("Enter", " "),
        **traits: Any,
    ) -> None:
        super().__init__(**traits)
        self.guard = Guard(on_error or self._show_error, lambda: self.position)
        self.map = map
        self.page = Page()
        self.offer = ""
        self.select_keys = select_keys
        self._hellos: list[Callable[[Hello], Any]] = []
        self._resizes: list[Callable[[Page], Any]] = []
        self._actions: list[Callable[[str, str], Any]] = []
        self._keys: list[Callable[[str, bool, str], Any]] = []
        self._files: list[Callable[[str, str], Any]] = []
        self._elsewheres: list[Callable[[str], Any]] = []
        if map is not None:
            map.guard = self.guard
            self.map_id = map.model_id
        self.on_msg(self.guard(self._receive))

    def __repr__(self) -> str:
        return "Companion()"

    # -- what the page tells Python

    def on_hello(self, callback: Callable[[Hello], Any]) -> Callable[[Hello], Any]:
        """Call ``callback`` once the page stands (again after a reload in JupyterLab)."""
        self._hellos.append(callback)
        return callback

    def on_resize(self, callback: Callable[[Page], Any]) -> Callable[[Page], Any]:
        """Call ``callback`` with the new sizes after the window or the map changed its size."""
        self._resizes.append(callback)
        return callback

    def on_action(self, callback: Callable[[str, str], Any]) -> Callable[[str, str], Any]:
        """Call ``callback(name, value)`` for clicks on ``data-action`` and typed text."""
        self._actions.append(callback)
        return callback

    def on_key(self, callback: Callable[[str, bool, str], Any]) -> Callable[[str, bool, str], Any]:
        """Call ``callback(key, shift, hex)`` for keys pressed outside text fields.

        ``hex`` is the hex under the cursor, or ``""``. Keys with Ctrl arrive as ``Ctrl+z``. The
        keys that select on the map do not arrive here, see ``select_keys``.
        """
        self._keys.append(callback)
        return callback

    def on_file(self, callback: Callable[[str, str], Any]) -> Callable[[str, str], Any]:
        """Call ``callback(name, text)`` for a file that was chosen or dropped (at most 1 MB)."""
        self._files.append(callback)
        return callback

    def on_elsewhere(self, callback: Callable[[str], Any]) -> Callable[[str], Any]:
        """Call ``callback(text)`` when another tab keeps something under the storage key."""
        self._elsewheres.append(callback)
        return callback

    # -- what Python tells the page

    def announce(self, text: str) -> None:
        """Have ``text`` spoken by a screen reader, also when it was the last one spoken."""
        self.say = text + _AGAIN if text == self.say else text

    def notice(self, text: str, report: str = "") -> None:
        """Show ``text`` at the foot of the page, with a report to copy if there is one."""
        self.send({"type": "notice", "text": text, "report": report})

    def download(self, name: str, text: str, mime: str = "text/plain") -> None:
        """Hand the reader a file."""
        self.send({"type": "download", "name": name, "text": text, "mime": mime})

    def copy(self, text: str) -> None:
        """Put ``text`` on the clipboard; where the browser forbids it, show it selected."""
        self.send({"type": "copy", "text": text})

    def focus(self, selector: str = "[data-app]") -> None:
        """Move the keyboard focus to the first element that matches a CSS selector."""
        self.send({"type": "focus", "selector": selector})

    def store(self, key: str, value: str | None) -> None:
        """Keep ``value`` in the browser under ``key``; None forgets it."""
        self.send({"type": "store", "key": key, "value": value})

    def set_value(self, selector: str, value: str) -> None:
        """Change the text in a field without replacing the field; the caret stays."""
        self.send({"type": "value", "selector": selector, "value": value})

    def to_top(self, selector: str) -> None:
        """Scroll the page, and every element that matches a CSS selector, back to its start."""
        self.send({"type": "top", "selector": selector})

    def show(self, selector: str) -> None:
        """Scroll as little as brings the first element that matches a CSS selector into view."""
        self.send({"type": "show", "selector": selector})

    def set_html(self, selector: str, html: str) -> None:
        """Replace the inside of one element; fields outside it keep caret and text.

        ``html`` is finished HTML: escape every text in it that comes from a reader or a file.
        """
        self.send({"type": "html", "selector": selector, "html": html})

    def _show_error(self, error: Exception, report: str) -> None:
        self.notice(MESSAGE, report)

    # -- messages

    def _receive(self, _: Any, message: Any, __: Any) -> None:
        if not isinstance(message, dict):
            return
        kind = _text(message, "type")
        self.offer = _text(message, "offer")
        if kind == "ping":
            self.send({"type": "pong", "n": message.get("n")})
        elif kind == "hello":
            self._resized(message)
            self._call(self._hellos, _hello(message))
        elif kind == "resize":
            self._resized(message)
            self._call(self._resizes, self.page)
        elif kind == "action":
            self._call(self._actions, _text(message, "name"), _text(message, "value"))
        elif kind == "key":
            self._key(message)
        elif kind == "hex" and self.map is not None:
            self.map.press(_text(message, "hex"))
        elif kind == "reveal" and self.map is not None:
            self.map.reveal(_text(message, "hex"))
        elif kind == "elsewhere":
            self._call(self._elsewheres, _text(message, "text"))
        elif kind == "file":
            self._call(self._files, _text(message, "name"), _text(message, "text"))

    def _call(self, callbacks: list[Callable[..., Any]], *args: Any) -> None:
        for callback in callbacks:
            self.guard(callback)(*args)

    def _resized(self, message: Mapping[str, Any]) -> None:
        self.page = _page(message)
        if self.map is not None and self.page.map_width and self.page.map_height:
            self.map.resize(self.page.map_width, self.page.map_height)

    def _key(self, message: Mapping[str, Any]) -> None:
        key, hex_id = _text(message, "key"), _text(message, "hex")
        if message.get("ctrl") is True:
            key = f"Ctrl+{key}"
        if self.map is not None and message.get("on_map") is True and key in self.select_keys:
            self.map.press(hex_id)
        else:
            self._call(self._keys, key, message.get("shift") is True, hex_id)
