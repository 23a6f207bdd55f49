"""Owners' cards for tests: the shipped table with a few cells changed, in use while a test runs."""

from __future__ import annotations

import csv
import io
import shutil
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from random import Random
from typing import Any

from attrs import evolve

import witp_learn as witp
from witp_learn import components, engine
from witp_learn.components import shipped
from witp_learn.components.cards import CARD_COLUMNS, CARD_IDS, EFFECTS
from witp_learn.components.deeds import BATTLES, FORMS, PLACES, UNITS, WHOM, WHOSE
from witp_learn.model import Hand, Phase, Progress, Side, State

NAMED = {"name": "A card of the owner", "grade": "confirmed"}
"""What a card needs to be described at all."""

Cells = Mapping[str, str]


def shipped_cards() -> list[dict[str, str]]:
    with (shipped() / "cards.csv").open(encoding="utf-8", newline="") as table:
        return list(csv.DictReader(table))


def written(folder: Path, rows: list[dict[str, str]], columns: tuple[str, ...]) -> None:
    text = io.StringIO()
    writer = csv.DictWriter(text, columns, lineterminator="\n", extrasaction="ignore")
    writer.writeheader()
    writer.writerows(rows)
    (folder / "cards.csv").write_text(text.getvalue(), "utf-8")


def older_columns() -> tuple[str, ...]:
    """The columns of a table made before those of effects came in."""
    return tuple(name for name in CARD_COLUMNS if name not in EFFECTS)


def owned(folder: Path, cards: Mapping[str, Cells], columns: tuple[str, ...] = ()) -> Path:
    """A data folder with some cells of cards changed, by number."""
    shutil.copytree(shipped(), folder, dirs_exist_ok=True)
    rows = [
        {**row, **(NAMED if row["id"] in cards and not row["name"] else {}), **cards[row["id"]]}
        if row["id"] in cards
        else row
        for row in shipped_cards()
    ]
    written(folder, rows, columns or CARD_COLUMNS)
    return folder


@contextmanager
def playing_with(folder: Path, cards: Mapping[str, Cells]) -> Iterator[None]:
    """The cards of an owner in use."""
    components.use(owned(folder, cards))
    try:
        yield
    finally:
        components.use(None)


def hands(japan: str = "", allies: str = "") -> tuple[Hand, ...]:
    held = ((Side.JAPAN, japan), (Side.ALLIES, allies))
    return tuple(Hand(side, tuple(cards.split())) for side, cards in held)


def at(line: str, japan: str = "", allies: str = "", **progress: Any) -> State:
    """A position in the event phase with cards in hand, at its next decision."""
    return engine.begin(table(line, japan, allies, **progress))


def table(line: str, japan: str = "", allies: str = "", **progress: Any) -> State:
    """A position in the event phase with cards in hand, nothing done yet."""
    state = witp.load(f"text:{line}")
    now = evolve(Progress(hands=hands(japan, allies)), **progress)
    return evolve(state, phase=Phase.EVENT, progress=now)


def held(state: State, side: Side) -> tuple[str, ...]:
    now = state.progress or Progress()
    return next((hand.cards for hand in now.hands if hand.side is side), ())


def played(state: State, *actions: str) -> State:
    for action in actions:
        state = engine.apply(state, action)
    return state


def legal(state: State) -> list[str]:
    return [str(action) for action in engine.legal_actions(state)]


def why(state: State, action: str) -> list[tuple[str, str]]:
    return [(reason.rule, reason.why) for reason in engine.check(state, action).reasons]


def told(outcome: engine.Outcome) -> str:
    return "\n".join(map(str, outcome.events))


def any_effect(rng: Random, side: Side) -> str:
    """An effect of the vocabulary, made up."""
    verb = rng.choice([verb for verb in FORMS if verb != "win" or side is Side.ALLIES])
    words = {
        "whose": WHOSE,
        "whom": WHOM,
        "unit": UNITS,
        "battle": BATTLES,
        "number": ("1", "2", "3"),
        "signed": ("-2", "1", "3"),
        "place": (*PLACES, "0607"),
    }
    slots = [slot for slot in FORMS[verb][0] if not slot.optional or rng.random() < 0.4]
    return " ".join([verb, *(rng.choice(words.get(slot.reads, (slot.reads,))) for slot in slots)])


def any_cards(rng: Random) -> dict[str, dict[str, str]]:
    """All forty cards of an owner, made up."""
    return {
        card: {
            "forced": rng.choice(("true", "false", "")),
            "japan_effect": "; ".join(any_effect(rng, Side.JAPAN) for _ in range(rng.randrange(4))),
            "allies_effect": "; ".join(
                any_effect(rng, Side.ALLIES) for _ in range(rng.randrange(4))
            ),
        }
        for card in CARD_IDS
    }
