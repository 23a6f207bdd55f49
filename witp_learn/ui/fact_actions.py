"""What the supply lab does when map facts are confirmed or corrected; a half of its actions."""

from __future__ import annotations

from witp_learn.ui import supply_facts as facts
from witp_learn.ui.companion import Companion
from witp_learn.ui.supply_desk import SupplyDesk

FIELD = "hex:"
"""What the actions of the fields of the hex editor begin with."""

_PANEL = ".witp-right"


class FactActions:
    """The answers to the buttons of map facts and of the hex editor."""

    desk: SupplyDesk
    page: Companion

    def draw(self) -> None:
        """Bring everything on the screen in step with the desk."""
        raise NotImplementedError

    def _put(self, field: str, value: str) -> None:
        """A field of the editor was changed: the fields stay, what stands under them follows."""
        editor = self.desk.editor
        if editor is None:
            return
        if editor.put(field, value):
            self.draw()
        else:
            self.page.set_html("#hx-note", editor.note())

    def _do_fact_same(self, value: str) -> None:
        facts.same(self.desk, value)
        self.draw()
        self.page.focus(f'{_PANEL} [data-key="undo"]')

    def _do_fact_correct(self, value: str) -> None:
        facts.correct(self.desk, value)
        self.draw()
        self.page.to_top(_PANEL)
        self.page.focus('[data-key="hex:terrain"]')

    def _do_hex_save(self, _: str) -> None:
        saved = facts.save(self.desk)
        self.draw()
        self.page.to_top(_PANEL)
        editor = self.desk.editor
        if saved:
            self.page.focus(f'{_PANEL} [data-key="undo"]')
        elif editor is not None and editor.asking:
            self.page.focus('[data-key="hex-yes"]')
            self.page.announce(editor.question())
        elif editor is not None and editor.problems():
            self.page.announce(" ".join(editor.problems()))

    def _do_hex_yes(self, _: str) -> None:
        self._do_hex_save("")

    def _do_hex_back(self, _: str) -> None:
        if self.desk.editor is not None:
            self.desk.editor.asking = False
        self.draw()
        self.page.focus('[data-key="hex-save"]')

    def _do_hex_cancel(self, _: str) -> None:
        facts.close(self.desk)
        self.draw()
        self.page.focus(".witp-map .leaflet-container")
