"""The chances beside the battle of the dice-pool lab; worked out once the table stands."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import Any

from attrs import frozen

from witp_learn.dicepool import (
    BattleAnswer,
    Comparison,
    Force,
    Odds,
    answer,
    compare,
    odds,
)
from witp_learn.files import NotAvailable
from witp_learn.ui.dicepool_desk import DicepoolDesk, View
from witp_learn.ui.dicepool_fight import to_the_end
from witp_learn.ui.guard import Guard
from witp_learn.ui.later import Later

MOST_KEPT = 64
"""Results that are kept."""


@frozen
class TooLarge:
    """Why the odds of a battle are not reckoned."""

    why: str


Key = tuple[str, Hashable]


class Sums:
    """The chances of what lies on the desk, as far as they have been worked out.

    Trying what would change them takes longest; odds that are wanted meanwhile do not wait for it.
    """

    def __init__(self, guard: Guard) -> None:
        self._quick, self._slow = Later(guard), Later(guard)
        self._known: dict[Key, Any] = {}

    def chances(self, desk: DicepoolDesk) -> Odds | TooLarge | None:
        """The chances before the first die; None while they are worked out."""
        return self._known.get(_whole(desk))

    def answer(self, desk: DicepoolDesk) -> BattleAnswer | None:
        """The chances as an answer, with what would change them; None meanwhile."""
        key = self._answered(desk)
        return self._known.get(key) if key else None

    def _answered(self, desk: DicepoolDesk) -> Key | None:
        found = self.chances(desk)
        return ("answer", (found, desk.table)) if isinstance(found, Odds) else None

    def here(self, desk: DicepoolDesk) -> Odds | TooLarge | None:
        """The chances from here to the end, after a round; None before that or meanwhile."""
        key = _here(desk)
        return self._known.get(key) if key else None

    def comparison(self, desk: DicepoolDesk) -> Comparison | TooLarge | None:
        """The two forces that are compared; None while they are worked out."""
        key = _compared(desk)
        return self._known.get(key) if key else None

    def follow(self, desk: DicepoolDesk, redraw: Callable[[], None]) -> None:
        """Have worked out what is not known of the desk yet, what is looked at first."""
        if desk.fight is None:
            return
        wanted = [_whole(desk), _here(desk)]
        if desk.right is View.COMPARE:
            wanted.insert(0, _compared(desk))
        key = next((key for key in wanted if key and key not in self._known), None)
        later = self._quick
        if key is None:
            key, later = self._answered(desk), self._slow
        if key is None or key in self._known:
            return
        asked = key

        def done(found: Any) -> None:
            self._remember(asked, found)
            redraw()
            self.follow(desk, redraw)

        later.ask(asked, lambda: _work(asked), done)

    def _remember(self, key: Key, found: Any) -> None:
        while len(self._known) >= MOST_KEPT:
            self._known.pop(next(iter(self._known)))
        self._known[key] = found


def _whole(desk: DicepoolDesk) -> Key:
    found, setup = desk.fight, desk.setup
    forces = (found.attacker, found.defender) if found else ()
    return "whole", (*forces, setup.plan)


def _here(desk: DicepoolDesk) -> Key | None:
    found = desk.fight
    if found is None or not found.deciding or found.result is not None:
        return None
    moment = found.moment
    return "here", (moment.attacker, moment.defender, to_the_end(desk.setup.plan))


def _compared(desk: DicepoolDesk) -> Key | None:
    setup = desk.setup
    first, enemy = setup.force(setup.side), setup.force(setup.side.other)
    if not setup.second or first is None or enemy is None:
        return None
    second = Force.of(dict(setup.second), setup.table)
    return "compared", (first, second, enemy, setup.side, setup.plan)


def _work(key: Key) -> Any:
    kind, about = key
    parts: Any = about
    try:
        return _WORK[kind](*parts)
    except NotAvailable as error:
        return TooLarge(str(error))


_WORK: dict[str, Callable[..., Any]] = {
    "whole": odds,
    "answer": answer,
    "here": odds,
    "compared": compare,
}
