"""What the referee says: a verdict with all its reasons, and what happened, in words."""

from __future__ import annotations

from collections.abc import Iterator

from attrs import frozen

from witp_learn.actions import Action
from witp_learn.display import Displayed
from witp_learn.hexgrid import HexId
from witp_learn.model import Side
from witp_learn.rules.refusals import Refusal


@frozen
class Verdict(Displayed):
    """Whether an action may be done, and every reason why not."""

    action: Action
    side: Side | None
    reasons: tuple[Refusal, ...] = ()

    def __bool__(self) -> bool:
        return self.ok

    @property
    def ok(self) -> bool:
        """Whether it may be done."""
        return not self.reasons

    @property
    def rules(self) -> tuple[str, ...]:
        """The clauses it is refused by."""
        return tuple(dict.fromkeys(reason.rule for reason in self.reasons))

    def __str__(self) -> str:
        return "\n".join(self.lines())

    def lines(self) -> Iterator[str]:
        """The verdict as plain text."""
        if self.ok:
            yield f"{self.action}: allowed."
            return
        yield f"{self.action}: not allowed."
        for reason in self.reasons:
            yield f"  {reason.text} ({reason.rule})"


class NotAllowed(ValueError):
    """An action that the rules do not allow; it carries the verdict."""

    def __init__(self, verdict: Verdict) -> None:
        self.verdict = verdict
        why = "; ".join(f"{reason.text} ({reason.rule})" for reason in verdict.reasons)
        super().__init__(f"{verdict.action}: not allowed: {why}")


@frozen
class Event:
    """Something that happened: words without full stop, whose doing, rules, hexes."""

    text: str
    side: Side | None = None
    rules: tuple[str, ...] = ()
    hexes: tuple[HexId, ...] = ()

    def __str__(self) -> str:
        cited = f" ({', '.join(self.rules)})" if self.rules else ""
        return f"{self.text}{cited}"


Log = list[Event]
"""What has happened, in order; the steps of the referee write into it."""
