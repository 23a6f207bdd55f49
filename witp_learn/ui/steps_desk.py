"""What a stepped example knows and does, without a widget: the step, what is opened on its card.

What is shown follows from the number of the step alone, so that stepping back undoes exactly; dice
that were changed lie as printed again.
"""

from __future__ import annotations

from witp_learn import queries
from witp_learn.hexgrid import HexId
from witp_learn.ui.steps_lab import lab_text
from witp_learn.view.scene import Scene
from witp_learn.view.step_view import spoken_step, step_scene
from witp_learn.walkthrough import Walkthrough


class StepsDesk:
    """A walkthrough open at a step."""

    def __init__(self, walk: Walkthrough) -> None:
        self.walk = walk
        self.tab = 0
        self.passed_open = True
        self.rule = ""
        self.tapped = ""
        self.changed = False
        self.step = walk.steps[0]
        self.go(1)

    # -- moving

    def go(self, number: int) -> bool:
        """Show a step by its number, the first or last one beyond; False when it is shown."""
        to = self.walk.step(number)
        moved = to.number != self.step.number
        self.step = to
        self.changed = False
        self.tab = self._first_tab()
        self.passed_open, self.rule, self.tapped = True, "", ""
        return moved

    def forward(self) -> bool:
        """The next step; False at the last one."""
        return self.go(self.step.number + 1)

    def back(self) -> bool:
        """The step before; False at the first one."""
        return self.go(self.step.number - 1)

    # -- changing a die

    def set_die(self, index: int, face: int) -> bool:
        """Set a die of the step to another face; False where there is no such die or face."""
        dice = list(self.step.dice)
        if index not in range(len(dice)) or face not in range(1, 7):
            return False
        dice[index] = face
        return self.set_dice(tuple(dice))

    def set_dice(self, dice: tuple[int, ...]) -> bool:
        """Set all dice of the step; as they are printed, they are no change."""
        printed = self.walk.step(self.step.number)
        try:
            self.step = printed if dice == printed.dice else printed.with_dice(dice)
        except ValueError:
            return False
        self.changed = self.step is not printed
        return True

    def as_printed(self) -> bool:
        """Lay the dice as they are printed again."""
        return self.set_dice(self.walk.step(self.step.number).dice)

    def press(self, hex_id: HexId) -> bool:
        """A hex is chosen: go to the step that looks at it, else tell what the hex is."""
        number = self.about(hex_id)
        if number is not None and self.step.hex != hex_id:
            return self.go(number)
        self.tapped = spoken_step(self.step).get(hex_id, "")
        return False

    def select(self, index: int) -> bool:
        """A row of units is chosen: go to the step that looks at it."""
        units = self.step.judged.units
        number = self.about(units[index].hex) if 0 <= index < len(units) else None
        return number is not None and self.go(number)

    def about(self, hex_id: HexId) -> int | None:
        """The number of the first step that looks at a hex."""
        return next((s.number for s in self.walk if s.hex == hex_id), None)

    def _first_tab(self) -> int:
        answer = self.step.answer
        hexes = [tab.hex for tab in answer.tabs] if answer else []
        return hexes.index(self.step.tab) if self.step.tab in hexes else 0

    # -- remembering

    def text(self) -> str:
        """The position of the step, as a line, with its dice as printed; its title names it."""
        return queries.line(self.walk.step(self.step.number).state)

    def lab_text(self) -> str:
        """What a lab opens: the position, of a fight the one before it with the dice that lie."""
        return lab_text(self.step, f"{self.walk.title} (step {self.step.number})")

    def restore(self, text: str) -> bool:
        """Go to the step whose position line this is; else stay, and say so with False."""
        lines = (queries.line(step.state) for step in self.walk)
        number = next((n for n, line in enumerate(lines, 1) if line == text), None)
        return number is not None and self.go(number)

    # -- showing

    @property
    def supply(self) -> queries.Supply:
        """The supply check that the step is about."""
        return queries.supply(self.step.judged)

    def scene(self) -> Scene:
        """What the map shows."""
        return step_scene(self.step)

    def words(self) -> str:
        """The step as a screen reader says it; with dice of the reader's own, what they come to."""
        step = self.step
        beside = f"Beside the rulebook: {step.agreement}" if step.agreement else ""
        head = f"Step {step.number} of {len(self.walk)}. {_sentence(step.title)}"
        if self.changed:
            head, beside = f"{step.own_dice.partition('. ')[0]}.", step.agreement
        return " ".join(filter(None, (head, step.computed, beside)))


def _sentence(text: str) -> str:
    return text if text.endswith(("?", ".")) else f"{text}."
