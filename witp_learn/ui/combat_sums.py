"""The chances beside the ledger, and what would change them; worked out once the ledger stands."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from html import escape
from typing import Any

from attrs import evolve, frozen

from witp_learn.hexgrid import HexId
from witp_learn.model import Side, State
from witp_learn.odds.grid import RollCell, rolls36
from witp_learn.position import at_rest, write_line
from witp_learn.rules.combat.record import Combat, Fought
from witp_learn.rules.combat.strength import Held
from witp_learn.ui.buttons import button
from witp_learn.ui.combat_desk import CombatDesk
from witp_learn.ui.combat_fight import played
from witp_learn.ui.combat_guess import chance
from witp_learn.ui.combat_news import reading_name
from witp_learn.ui.combat_sight import Kept
from witp_learn.ui.later import Later
from witp_learn.view.combat_effects import effects_html, points
from witp_learn.view.combat_odds import odds_html
from witp_learn.view.combat_parts import SIDE_NAMES, percent

Key = tuple[int, str, str, Held]
"""What chances depend on: the board, the position as text, the hex, and the air held back."""


@frozen(eq=False)
class _Asked:
    """A position whose chances are wanted, and the fight in it."""

    state: State
    hex: HexId
    held: Held

    @property
    def key(self) -> Key:
        """What tells it from others; the position is kept with it, and so the board's identity."""
        bare = evolve(self.state, board=evolve(self.state.board, own=False))
        line = write_line(at_rest(bare)) + "".join(map(str, self.state.effects))
        return id(self.state.board), line, self.hex, self.held


def _now(desk: CombatDesk) -> _Asked:
    """The position in which the battle shown begins."""
    return _Asked(desk.start(), desk.fight.hex, desk.fight.held)


def _kept(kept: Kept) -> _Asked:
    return _Asked(kept.state, kept.fight.hex, kept.fight.held)


class Sums:
    """The chances of the fight on the desk, as far as they have been worked out."""

    def __init__(self, later: Later) -> None:
        self.later = later
        self.side = Side.JAPAN
        self._asked: list[_Asked] = []
        self._odds: dict[Key, Any] = {}
        self._effects: dict[tuple[Key, Side], Any] = {}

    def cells(self, desk: CombatDesk) -> tuple[RollCell, ...]:
        """All 36 rolls of the battle shown."""
        combat, fought = desk.combat, desk.fought
        if combat is None or fought is None or desk.after:
            return ()
        return rolls36(combat.arena, fought.before)

    def odds(self, desk: CombatDesk) -> Any:
        """The chances of the whole fight; None while they are worked out."""
        return self._odds.get(_now(desk).key)

    def kept_odds(self, desk: CombatDesk) -> Any:
        """The chances of the set-up kept for comparison."""
        kept = desk.kept
        return None if kept is None else self._odds.get(_kept(kept).key)

    def effects(self, desk: CombatDesk) -> Any:
        """What would change the chances; None while it is worked out."""
        return self._effects.get((_now(desk).key, self.side))

    def told(self, desk: CombatDesk, edit: str) -> str:
        """What a change of the list does to the chances, as a sentence; nothing if not known."""
        effect = next((e for e in self.effects(desk) or () if e.edit == edit), None)
        if effect is None:
            return ""
        old, new = percent(effect.before), percent(effect.after)
        whose = _whose(self.side)
        return f"{whose[:1].upper()}{whose[1:]} chance to {effect.measured}: {old} to {new}."

    def follow(self, desk: CombatDesk, redraw: Callable[[], None]) -> None:
        """Have worked out what is not known of the desk yet, the chances first."""
        if desk.combat is None:
            return
        now = _now(desk)
        if desk.kept is not None and self.kept_odds(desk) is None:
            self._ask_odds(_kept(desk.kept), desk, redraw)
        elif now.key not in self._odds:
            self._ask_odds(now, desk, redraw)
        elif (now.key, self.side) not in self._effects:
            self._ask_effects(now, desk, redraw)

    def _ask_odds(self, asked: _Asked, desk: CombatDesk, redraw: Callable[[], None]) -> None:
        def work() -> Any:
            from witp_learn.odds import odds

            return odds(asked.state, asked.hex, held=asked.held)

        def done(found: Any) -> None:
            self._remember(asked)
            self._odds[asked.key] = found
            redraw()
            self.follow(desk, redraw)

        self.later.ask(("odds", asked.key), work, done)

    def _ask_effects(self, asked: _Asked, desk: CombatDesk, redraw: Callable[[], None]) -> None:
        side = self.side

        def work() -> Any:
            from witp_learn.odds import what_changes

            return what_changes(asked.state, asked.hex, side, held=asked.held)

        def done(found: Any) -> None:
            self._effects[asked.key, side] = found
            redraw()

        self.later.ask(("effects", asked.key, side), work, done)

    def _remember(self, asked: _Asked) -> None:
        """Keep the sums of the last set-ups, with their positions."""
        self._asked.append(asked)
        if len(self._asked) > MOST_KEPT:
            gone = self._asked.pop(0).key
            if all(a.key != gone for a in self._asked):
                self._odds.pop(gone, None)
                self._effects = {k: v for k, v in self._effects.items() if k[0] != gone}


MOST_KEPT = 24
"""Set-ups whose sums are kept: going back to one of them is quick."""


def what_if(desk: CombatDesk, sums: Sums) -> str:
    """Chances of the whole fight, what would change them, and two set-ups side by side."""
    if desk.combat is None:
        return ""
    made = compared(desk, sums) + _effects(desk, sums) + _odds(desk, sums)
    return f'<div class="cl-what">{made}</div>'


def _odds(desk: CombatDesk, sums: Sums) -> str:
    found = sums.odds(desk)
    title = "Odds of the whole fight" if desk.battle == 0 else "Odds from this battle on"
    if found is None:
        return f'<section class="witp-card cl-odds"><h2>{title}</h2>{_WAIT}</section>'
    return odds_html(found, title=title, fought=desk.battle)


_WAIT = '<p class="witp-quiet" aria-busy="true">Being worked out …</p>'


def _effects(desk: CombatDesk, sums: Sums) -> str:
    found = sums.effects(desk)
    sides = "".join(
        button(
            f"For {name if side is Side.JAPAN else 'the Allies'}",
            "for-side",
            side.value,
            pressed=side is sums.side,
        )
        for side, name in SIDE_NAMES.items()
    )
    keep = button("Let A go" if desk.kept else "Compare", "keep", pressed=desk.kept is not None)
    ways = (
        f'<div class="witp-row">{keep}{button("Rulings", "pane", "rulings", where="what-")}</div>'
    )
    body = _WAIT if found is None else _measured(sums, found)
    return (
        '<section class="witp-card cl-effects" aria-label="What would change it">'
        f"<h2>What would change it{_since(desk)}</h2>"
        f'<div class="witp-row" role="group" aria-label="Whose chance">{sides}</div>'
        f"{ways}{body}</section>"
    )


def _measured(sums: Sums, found: Any) -> str:
    """What the numbers of the list are, and the list."""
    shown = [evolve(e, text=_words(e)) for e in found]
    now = f", now {percent(found[0].before)}" if found else ""
    return (
        f'<p class="witp-quiet">Points of per cent that {_whose(sums.side)} chance to '
        f"{found.measured}{now}, gains or loses by one change alone.</p>"
        f"{effects_html(shown, one_stop=True)}"
    )


def _words(effect: Any) -> str:
    """A change in words; a reading by its rule and by what it says."""
    verb, _, value = effect.edit.partition(" ")
    return str(reading_name(value) if verb == "ruling" else effect.text)


def _whose(side: Side) -> str:
    return "Japan's" if side is Side.JAPAN else "the Allies'"


def _since(desk: CombatDesk) -> str:
    return "" if desk.battle == 0 else ", from this battle on"


# -- two set-ups side by side


def compared(desk: CombatDesk, sums: Sums) -> str:
    """The set-up kept as A beside the one on the desk, number by number."""
    if desk.kept is None:
        return ""
    old, new = played(desk.kept.state, desk.kept.fight).combat, desk.combat
    rows = [*_battle_rows(old, new), *_outcome_rows(sums.kept_odds(desk), sums.odds(desk))]
    body = "".join(
        f'<tr><th scope="row">{escape(name)}</th>{"".join(f"<td>{c}</td>" for c in cells)}</tr>'
        for name, *cells in rows
    )
    back = button("Back to A", "back-to-kept", kind="")
    return (
        '<section class="w-card cl-compare" aria-label="Two set-ups side by side">'
        '<h2>A and now</h2><table class="cb-odds-table"><thead><tr><td></td>'
        '<th scope="col">A</th><th scope="col">now</th><th scope="col">change</th></tr></thead>'
        f'<tbody>{body}</tbody></table><div class="witp-row">{back}'
        f"{button('Let A go', 'keep', kind='', where='compare-')}</div></section>"
    )


Row = tuple[str, str, str, str]
"""A name, and three cells as HTML."""


def _battle_rows(old: Combat, new: Combat | None) -> list[Row]:
    rows: list[Row] = []
    fresh: Sequence[Fought] = new.battles if new else ()
    for at in range(max(len(old.battles), len(fresh))):
        pair = [f[at] if at < len(f) else None for f in (old.battles, fresh)]
        kind = next(f.battle.kind for f in pair if f is not None)
        name = {"fleet": "Fleet", "land": "Land", "assault": "Landing"}[kind]
        rows.append(_row(f"{name}: strength", [_strengths(f) for f in pair]))
        chances = [None if f is None else chance(f) for f in pair]
        rows.append(_chance_row(f"{name}: Japan wins", chances[0], chances[1]))
    return rows


def _strengths(fought: Fought | None) -> str:
    return "–" if fought is None else "{} : {}".format(*fought.stakes.strength)


def _row(name: str, words: list[str]) -> Row:
    return name, words[0], words[1], "same" if words[0] == words[1] else "other"


def _chance_row(name: str, old: Fraction | None, new: Fraction | None) -> Row:
    told = ["–" if c is None else percent(c) for c in (old, new)]
    delta = "" if old is None or new is None else "same" if old == new else points(new - old)
    return name, told[0], told[1], delta


_ENDS = (
    ("Land: Japan alone", "japan"),
    ("Land: the Allies alone", "allies"),
    ("Land: both stay", "both"),
)


def _outcome_rows(old: Any, new: Any) -> list[Row]:
    if old is None or new is None:
        return []
    return [_chance_row(name, old.land(who), new.land(who)) for name, who in _ENDS]
