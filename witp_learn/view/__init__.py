"""Pure drawing: SVG and HTML text from frozen records. No widgets.

`state_svg` draws a position as it lies on the table. Everything is imported when it is first used.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from witp_learn.model import State


def state_svg(
    state: State, *, hex_px: float = 84, width: float | None = None, whole: bool = False
) -> str:
    """The board of a position as one standing-alone SVG: counters, bases, no verdicts.

    Shows the hexes in use and one hex around them, at least seven columns and five rows; the whole
    board with ``whole``. ``hex_px``: width of a hex in pixels that sizes are chosen for;
    ``width``: pixels at which the whole is displayed, its own size when None.
    """
    from witp_learn.view.frame import frame_around
    from witp_learn.view.picture import scene_svg
    from witp_learn.view.scene import plain_scene

    frame = () if whole else frame_around(state.board, state.in_use(), least=(7, 5))
    return scene_svg(plain_scene(state, frame), hex_px, width)
