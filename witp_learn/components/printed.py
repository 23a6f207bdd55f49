"""What the rulebook prints or forces about the data, held against a folder."""

from __future__ import annotations

from typing import Any

from attrs import frozen

from witp_learn.components.reading import Components
from witp_learn.hexgrid import HexId


@frozen
class Finding:
    """One statement of the rulebook that a folder contradicts.

    ``section`` prints or forces it, ``printed`` says it, ``here`` is what the folder says.
    """

    section: str
    printed: str
    here: str
    hexes: tuple[HexId, ...] = ()

    def as_dict(self) -> dict[str, Any]:
        """The finding as plain data."""
        return {
            "section": self.section,
            "printed": self.printed,
            "here": self.here,
            "hexes": list(self.hexes),
        }

    def __str__(self) -> str:
        return f"{self.printed} ({self.section}); here {self.here}"


def findings(found: Components) -> tuple[Finding, ...]:
    """Every printed statement that the data contradict, in the order of the sections."""
    return ()
