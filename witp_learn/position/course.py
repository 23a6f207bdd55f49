"""What ``[progress]`` says of the course of a turn and of a game: phases, steps, cards, the end."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping

from witp_learn import components
from witp_learn.components.cards import CARD_IDS
from witp_learn.components.deeds import BATTLES, FORMS, LASTING, MOST
from witp_learn.components.turns import deck_year, declares_first
from witp_learn.files import NotAvailable, one_of
from witp_learn.model import HIDDEN, TURNS, Effect, Phase, Progress, Side, State
from witp_learn.position.bare import bare, bare_value
from witp_learn.position.finding import MOST as MOST_UNITS
from witp_learn.position.finding import Finding

CHOICES = ("six-bases", "sudden-death", "chinese-stay-turn-1")
"""Options that can be taken (6.6.2c, 15.0, and an erratum to 12.2r known at second hand)."""

REDEPLOYMENT = (Phase.FLEET_REDEPLOYMENT, Phase.TROOP_REDEPLOYMENT)
"""The segments in which stacks are redeployed (10.2, 10.3)."""

ONCE = ("reserve-air", "china-surrendered", "chongqing", "1943-09")
"""What may happen once a game (3.3l, 12.2h, 12.2v, 15.0g)."""

ENDINGS: Mapping[str, Side] = {
    "3.2b": Side.ALLIES,
    "3.2c": Side.ALLIES,
    "3.2d": Side.ALLIES,
    "3.2e": Side.JAPAN,
    "13.2c": Side.ALLIES,
    "13.2d": Side.JAPAN,
    "15.0c": Side.JAPAN,
}
"""Who has won by which clause."""

AFTER = "after-rebuilding"
"""The step of a stacking check that comes after rebuilding (ruling stacking-check-time)."""

OVER = "over"
"""The step after the last turn."""

STEPS: Mapping[Phase, tuple[str, ...]] = {
    Phase.EVENT: ("dawn", "begun", "draw", "declare", "use"),
    Phase.STACKING: (AFTER,),
    Phase.REINFORCEMENT: ("placing", "quota", "reckoning", "chinese", "last", OVER),
}
"""The parts of phases that have some, after their start (4, 10.5, 11, 12.2)."""

_ALTERNATING = (Phase.BASES, Phase.MOVEMENT, *REDEPLOYMENT, Phase.REBUILDING)
_LATE = (*REDEPLOYMENT, Phase.STACKING, Phase.REBUILDING, Phase.REINFORCEMENT)

_PHASES: Mapping[str, tuple[Phase, ...]] = {
    "gains": (Phase.EVENT, Phase.RESOURCES),
    "rolled": (Phase.RESOURCES,),
    "to_act": _ALTERNATING,
    "passed": (Phase.EVENT, *_ALTERNATING),
    "built": (Phase.BASES,),
    "targets": (Phase.MOVEMENT, Phase.COMBAT, *_LATE),
    "target": (Phase.MOVEMENT,),
    "activated": (Phase.MOVEMENT,),
    "done": (Phase.MOVEMENT,),
    "journey": (Phase.MOVEMENT,),
    "fight": (Phase.COMBAT,),
    "fought": (Phase.COMBAT,),
    "record": (Phase.COMBAT,),
    "met_chinese": (Phase.COMBAT, *_LATE),
    "stacks": _LATE,
    "step": tuple(STEPS),
    "declared": (Phase.EVENT,),
    "used": (Phase.EVENT,),
}
"""The phases in which a key can say something."""


def findings(state: State, now: Progress) -> Iterator[Finding]:
    """Everything that does not fit the phase, the turn, or the game that is played."""
    for key, phases in _PHASES.items():
        if getattr(now, key) and state.phase not in phases:
            problem = f"says something only in the phase {one_of(p.value for p in phases)}"
            yield Finding(f"progress.{key}", bare_value(getattr(now, key)), problem)
    yield from _step(state, now)
    yield from _game(state, now)
    yield from _ending(now)
    for index, effect in enumerate(now.effects):
        yield from _effect(effect, f"progress.effects[{index}]")
    yield from _waiting(now)
    yield from _cards(state, now)
    yield from _named(state, now)


def twins(key: str, values: tuple[object, ...]) -> Iterator[Finding]:
    """A list that names something twice."""
    if len(set(values)) < len(values):
        yield Finding(key, bare_value(values), "names one twice")


def _step(state: State, now: Progress) -> Iterator[Finding]:
    """The part of a phase: one that there is, and that is reached at all."""
    steps = STEPS.get(state.phase, ())
    if not now.step or not steps:
        return
    if now.step not in steps:
        problem = f"must be {one_of(steps)}, or left out"
        yield Finding("progress.step", now.step, problem)
    elif now.step == AFTER and state.rulings.get("stacking-check-time") != "b":
        problem = "comes only by reading b of the ruling stacking-check-time (10.5)"
        yield Finding("progress.step", now.step, problem)
    elif now.step == OVER and now.ending is None and not _is_over(state, now):
        problem = "comes after the last turn; a game of a scenario has an ending then (3.2)"
        yield Finding("progress.step", now.step, problem)


def _is_over(state: State, now: Progress) -> bool:
    return not now.scenario and state.turn >= (now.last_turn or TURNS[-1])


def _game(state: State, now: Progress) -> Iterator[Finding]:
    """What lasts over the turns of a game: its scenario, its options, when it ends."""
    if now.scenario:
        try:
            components.forces(now.scenario)
            first = components.scenario(now.scenario).first_turn
        except NotAvailable as error:
            yield Finding("progress.scenario", now.scenario, str(error))
        else:
            if state.turn < first:
                problem = f"starts with turn {first}; this is turn {state.turn} (13)"
                yield Finding("progress.scenario", now.scenario, problem)
    for index, choice in enumerate(now.choices):
        if choice not in CHOICES:
            problem = f"must be {one_of(CHOICES)} (6.6.2, 15.0, 12.2)"
            yield Finding(f"progress.choices[{index}]", choice, problem)
    for index, word in enumerate(now.once):
        if word not in ONCE:
            yield Finding(f"progress.once[{index}]", word, f"must be {one_of(ONCE)}")
    yield from twins("progress.choices", now.choices)
    yield from twins("progress.once", now.once)
    if now.last_turn and now.last_turn not in range(state.turn, TURNS[-1] + 1):
        problem = f"must be {state.turn}, the turn now, to {TURNS[-1]}, or left out (3.0)"
        yield Finding("progress.last_turn", now.last_turn, problem)
    most = sum(place.facility is not None for place in state.board.hexes.values())
    if not 0 <= now.bid <= most:
        problem = f"must be 0 to {most}, the ports and airfields of the board (13.2)"
        yield Finding("progress.bid", now.bid, problem)
    for key in ("penalty", "used"):
        if getattr(now, key) < 0:
            yield Finding(f"progress.{key}", getattr(now, key), "must be 0 or more")


def _ending(now: Progress) -> Iterator[Finding]:
    """How the game has ended: by a clause that gives the game to its winner (3.2)."""
    over = now.ending
    if over is None:
        return
    if not now.scenario:
        problem = "a position of its own has no winner; progress.scenario is missing (3.2)"
        yield Finding("progress.ending", bare(over), problem)
    elif ENDINGS.get(over.rule) is not over.winner:
        rules = one_of(rule for rule, side in ENDINGS.items() if side is over.winner)
        problem = f"must be the clause of a victory of this side: {rules}"
        yield Finding("progress.ending.rule", over.rule, problem)


def _effect(effect: Effect, key: str) -> Iterator[Finding]:
    """What a card does for the rest of the turn, in the words that cards are written in (4.3)."""
    if effect.what not in LASTING:
        problem = f"must be an effect that lasts until the turn ends: {one_of(LASTING)} (4.3)"
        yield Finding(f"{key}.what", effect.what, problem)
        return
    kinds = BATTLES if any(slot.reads == "battle" for slot in FORMS[effect.what][0]) else ("",)
    if effect.kind not in kinds:
        problem = f"must be {one_of(kinds)}" if kinds != ("",) else f"{effect.what} has no kind"
        yield Finding(f"{key}.kind", effect.kind, problem)
    if effect.card not in CARD_IDS:
        yield Finding(f"{key}.card", effect.card, "a card reads like 1942-03")
    if abs(effect.amount) > MOST:
        yield Finding(f"{key}.amount", effect.amount, f"must be -{MOST} to {MOST}")


def _waiting(now: Progress) -> Iterator[Finding]:
    for index, unit in enumerate(now.waiting):
        key = f"progress.waiting[{index}]"
        if unit.at or unit.aboard or unit.moved:
            problem = 'must be units off the map, with at = "", neither aboard nor moved (11.0)'
            yield Finding(key, bare(unit), problem)
        if not 1 <= unit.count <= MOST_UNITS:
            yield Finding(f"{key}.count", unit.count, f"must be 1 to {MOST_UNITS}")
        if unit.strength is not None and not 0 <= unit.strength <= MOST_UNITS:
            yield Finding(f"{key}.strength", unit.strength, f"must be 0 to {MOST_UNITS}")


def _cards(state: State, now: Progress) -> Iterator[Finding]:
    """A card is in one place only; those face down are not told apart, but there must be as many.

    Cards named lie open (4.2).
    """
    seen: set[str] = set()
    held = [(f"progress.hands[{i}].cards", hand.cards) for i, hand in enumerate(now.hands)]
    lie = [(f"progress.{key}", getattr(now, key)) for key in ("deck", "discards", "declared")]
    for key, cards in (*held, *lie):
        for card in cards:
            if card != HIDDEN and card not in CARD_IDS:
                yield Finding(key, card, "a card reads like 1942-03")
            elif card != HIDDEN and card in seen:
                yield Finding(key, card, "this card is in two places (4.2)")
            seen.add(card)
    if HIDDEN in now.declared:
        yield Finding("progress.declared", HIDDEN, "a card that is named lies open (4.2)")
    if len({hand.side for hand in now.hands}) < len(now.hands):
        yield Finding("progress.hands", len(now.hands), "one hand for each side")
    yield from _face_down(state, now, seen)


def _face_down(state: State, now: Progress, seen: set[str]) -> Iterator[Finding]:
    """More cards face down than there are, up to the year of the turn, that lie nowhere open."""
    if state.turn not in TURNS:
        return
    year = deck_year(state.turn)
    rest = Counter(int(card[:4]) for card in CARD_IDS if card not in seen)
    deck = now.deck.count(HIDDEN)
    hidden = deck + sum(hand.cards.count(HIDDEN) for hand in now.hands)
    open_ = sum(many for of, many in rest.items() if of <= year)
    new = rest[year] + rest[year - 1]
    if deck > new:
        problem = f"only {new} cards of the year can lie face down (4.4)"
        yield Finding("progress.deck", deck, problem)
    elif hidden > open_:
        problem = f"only {open_} cards up to {year} can lie face down (4.2)"
        yield Finding("progress.hands", hidden, problem)


def _named(state: State, now: Progress) -> Iterator[Finding]:
    """Cards named this turn: as many as sides that have named one, in their order (4.2)."""
    if state.phase is not Phase.EVENT or state.turn not in TURNS:
        return
    if len(now.declared) != len(now.passed):
        problem = "progress.passed must name the side of each, in order (4.2)"
        yield Finding("progress.declared", list(now.declared), problem)
    if now.used > len(now.declared):
        problem = f"only {len(now.declared)} cards are named in progress.declared (4.2)"
        yield Finding("progress.used", now.used, problem)
    first = declares_first(state.turn)
    if first is None and now.declared:
        yield Finding("progress.declared", list(now.declared), "turn 1 uses no card (4.1)")
    elif len(now.passed) == len(Side) and now.passed[0] is not first:
        problem = "is not the order of naming a card on this turn (4.2)"
        yield Finding("progress.passed", bare_value(now.passed), problem)
    for key, steps in (("declared", ("declare", "use")), ("used", ("use",))):
        if getattr(now, key) and now.step not in steps:
            problem = f'says something only with progress.step = "{one_of(steps)}" (4.2)'
            yield Finding(f"progress.{key}", bare_value(getattr(now, key)), problem)
