"""What the supply lab does to a position, without a widget: counters, bases, whole positions.

The lab draws what the desk says and passes on clicks, keys and texts; so everything here can be
tried without a browser.
"""

from __future__ import annotations

from witp_learn import edits
from witp_learn.rules.answers import subject
from witp_learn.ui.counter_desk import Notice
from witp_learn.ui.supply_facts import take_back
from witp_learn.ui.supply_selection import Selection


class SupplyDesk(Selection):
    """The desk: what is selected on it can be turned over, moved, added to and taken off."""

    # -- edits from keys and buttons

    def apply_listed(self, text: str) -> None:
        """Build or remove the base of a row of the list; its hex is the one looked at then."""
        before = self.state
        self.apply_text(text)
        if self.state is not before:
            self.selected = edits.read(text).at
            self.index = self.first_here()

    def undo(self) -> bool:
        """Go back one edit, also one of the map; says whether another position has come up."""
        if self.done and self.done[-1].folder:
            take_back(self)
            return False
        return super().undo()

    # -- whole positions

    def carry_out(self) -> None:
        """Carry out the check on both sides at once: turned over, or removed (7.2)."""
        after = edits.tidy(self.supply.after())
        if after == self.state:
            self.notice = Notice("info", "The supply check changes nothing now (7.2).")
            return
        out = self.supply.found.out()
        hit = [f"{subject(self.state, j.unit, letter=True)} {j.effect}" for j in out]
        more = f" and {len(hit) - 4} more" if len(hit) > 5 else ""
        said = ", ".join(hit[: 4 if more else 5]) + more
        self.remember("Carried out the supply check")
        self.show_state(after, Notice("changed", f"Carried out the supply check: {said} (7.2)."))
