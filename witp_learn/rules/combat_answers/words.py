"""Combat in plain words: sides, units, what is asked, chosen and lost (9)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence

from witp_learn.explain import say
from witp_learn.model import STRENGTHS, Kind, Nation, Side, State
from witp_learn.rulebook import reading
from witp_learn.rules.combat.battles import Battle
from witp_learn.rules.combat.losses import Note, extra_hits
from witp_learn.rules.combat.moment import Choice, Question
from witp_learn.rules.combat.pieces import Piece
from witp_learn.rules.combat.record import Fought
from witp_learn.rules.combat.tally import SIDES, Pair
from witp_learn.rules.movement import sea_label

QUESTION_RULES: Mapping[str, tuple[str, ...]] = {
    "dice": ("9.3d", "9.4d", "9.5c"),
    "land": ("9.1c", "8.6.2e"),
    "hit": ("9.6.1d", "9.6.1g"),
    "air": ("9.6.2d", "9.6.2e", "9.6.2f"),
    "carrier": ("9.6.2g",),
    "lose": ("9.6.3l",),
    "retreat_fleet": ("9.6.3b", "9.6.3d"),
    "retreat_land": ("9.6.3h", "9.6.3j", "9.6.3q", "9.6.3s"),
    "displace": ("8.7a",),
}
"""The clauses of each question; a retreat has those of its kind of unit."""

DICE_RULES: Mapping[str, tuple[str, ...]] = {
    "fleet": ("9.3d",),
    "land": ("9.4d",),
    "assault": ("9.5c",),
}
"""The clause by which the dice of each kind of battle are added."""


def capital(text: str) -> str:
    """A text with a capital first."""
    return text[:1].upper() + text[1:]


def side_name(side: Side) -> str:
    """A side within a sentence: ``Japan``, ``the Allies``."""
    return say(f"combat.{side.value}")


def whose(side: Side) -> str:
    """``Japan's``, ``the Allies'``."""
    return say(f"combat.{side.value}s")


def side_words(side: Side) -> dict[str, str]:
    """The words of a sentence about one side, by the names used in ``data/words.toml``."""
    one = side is Side.JAPAN
    return {
        "side": side_name(side),
        "Side": capital(side_name(side)),
        "s": "s" if one else "",
        "have": "has" if one else "have",
        "are": "is" if one else "are",
        "Whose": capital(whose(side)),
        "their": "its" if one else "their",
        "adjective": side.adjective,
        "enemy": side_name(side.enemy),
        "enemys": whose(side.enemy),
    }


def winner_words(winner: Side) -> dict[str, str]:
    """The words of a sentence about a winner and a loser."""
    loser = winner.enemy
    return {
        "winner": side_name(winner),
        "Winner": capital(side_name(winner)),
        "winners": whose(winner),
        "ws": "s" if winner is Side.JAPAN else "",
        "whave": "has" if winner is Side.JAPAN else "have",
        "loser": side_name(loser),
        "Loser": capital(side_name(loser)),
        "losers": whose(loser),
        "Losers": capital(whose(loser)),
        "ls": "s" if loser is Side.JAPAN else "",
        "lhave": "has" if loser is Side.JAPAN else "have",
    }


def number_of(key: str, count: int) -> str:
    """``no hit``, ``1 hit``, ``3 hits``; ``key`` is a table with ``none one many``."""
    form = "none" if count == 0 else "one" if count == 1 else "many"
    return say(f"combat.{key}{form}", count=count)


def full_units(battle_kind: str, count: int) -> str:
    """``6 full fleet units``, ``no full land unit``: what caps the hits of a battle (9.6.1)."""
    kind = say(f"combat.full.{'fleet' if battle_kind == 'fleet' else 'land'}")
    form = "none" if count == 0 else "one" if count == 1 else "many"
    return say(f"combat.full.{form}", count=count, kind=kind)


def noun(kind: Kind, count: int) -> str:
    """``naval unit`` or ``naval units``."""
    return kind.noun + ("" if count == 1 else "s")


def counted(kind: Kind, count: int, nation: Nation | None = None) -> str:
    """``4 naval units``, ``2 US carriers``."""
    flag = f"{nation.adjective} " if nation is not None else ""
    return say("combat.sides_in", count=count, noun=f"{flag}{noun(kind, count)}")


def listed(items: Sequence[str]) -> str:
    """``a, b and c``."""
    return items[0] if len(items) == 1 else f"{', '.join(items[:-1])} and {items[-1]}"


def forces(here: Iterable[Piece]) -> str:
    """Counters of one side: ``2 carriers, 4 naval units (2 attrited), 2 land units aboard``."""
    loose, aboard = Counter[tuple[Kind, bool]](), Counter[tuple[Kind, bool]]()
    for piece in here:
        loose[piece.kind, piece.full] += 1
        if piece.cargo is not None:
            aboard[piece.cargo.kind, piece.cargo.full] += 1
    told = [_force(kind, loose) for kind in Kind]
    told += [say("combat.aboard", told=t) for kind in Kind if (t := _force(kind, aboard))]
    return ", ".join(t for t in told if t) or say("combat.nothing")


def _force(kind: Kind, found: Counter[tuple[Kind, bool]]) -> str:
    full, spent = found[kind, True], found[kind, False]
    if not full:
        attrited = f"{say('combat.attrited')} {noun(kind, spent)}"
        return say("combat.sides_in", count=spent, noun=attrited) if spent else ""
    told = counted(kind, full + spent)
    return say("combat.some_attrited", told=told, count=spent) if spent else told


def place_of(state: State, at: str) -> str:
    """The name of a hex, or of one of its two seas."""
    return sea_label(state.board, at)


def title(state: State, hex_id: str) -> str:
    """``Manila 0606``."""
    name = state.board.label(hex_id)
    return name if name == hex_id else f"{name} {hex_id}"


# -- questions and choices


def question_text(state: State, question: Question) -> str:
    """What is asked, and of whom: ``The Allies choose who takes the hit``.

    Rules: 9.6.1g, 9.6.2d, 9.6.3d, 9.6.3j, 9.6.3s
    """
    if question.side is None:
        return say(f"combat.question.{question.kind}")
    key = question.kind
    if key == "retreat":
        key = f"retreat_{question.what}"
    elif question.left > 1 and key in ("hit", "air", "lose"):
        key += "s"
    place = state.board.label(question.what) if question.kind == "displace" else ""
    words = side_words(question.side)
    return say(f"combat.question.{key}", left=question.left, place=place, **words)


def question_rules(question: Question, fought: Fought | None = None) -> tuple[str, ...]:
    """The clauses that a question comes from.

    ``fought``: the battle it is asked in; then only those of its kind of battle and its dice.
    """
    if fought is None:
        return QUESTION_RULES[_asked(question)]
    dice = None if fought.tally is None else fought.tally.dice
    return battle_rules(question, fought.battle, dice)


def _asked(question: Question) -> str:
    """The name of a question's clauses; a retreat has those of its kind of unit."""
    return f"retreat_{question.what}" if question.kind == "retreat" else question.kind


def battle_rules(question: Question, battle: Battle, dice: Pair | None) -> tuple[str, ...]:
    """The clauses of a question that is asked in a battle, after its ``dice`` (None: before).

    Rules: 9.5.2c, 9.6.2d, 9.6.2e, 9.6.2f, 9.6.3h, 9.6.3q
    """
    key = _asked(question)
    rules = QUESTION_RULES[key]
    if key == "dice":
        return DICE_RULES[battle.kind]
    if key == "retreat_land":
        if battle.lander is question.side:
            return ("9.5.2c", *rules[:2])
        return rules[:2] if battle.kind == "land" else rules[2:]
    if key == "air" and dice is not None and question.side is not None:
        die = dice[1 - SIDES.index(question.side)]
        return (rules[0], rules[1] if extra_hits(die) == 1 else rules[2])
    return rules


def battle_name(state: State, battle: Battle) -> str:
    """``landing``; of a fleet combat the sea as well where the hex has two.

    Rules: 8.7k
    """
    name = say(f"combat.{battle.kind}")
    if battle.kind != "fleet" or not battle.seas[0][4:]:
        return name
    return say("combat.in_sea", kind=name, sea=place_of(state, battle.seas[0]))


def choice_text(state: State, question: Question, choice: Choice) -> str:
    """One answer and what it does: ``full naval unit without cargo: attrited``.

    Marks tell apart only what the other answers make different.

    Rules: 9.6.1e, 9.6.1f, 9.6.1j, 9.6.3l, 8.7b, 8.7c
    """
    kind, piece = question.kind, choice.piece
    if kind == "land":
        return say(f"combat.choice.{choice.to or 'no'}")
    if kind in ("retreat", "displace"):
        return _destination(state, kind, choice)
    if piece is None:
        return say("combat.choice.each")
    others = [c.piece for c in question.choices if c.piece is not None]
    unit = _told_apart(state, piece, others)
    if kind == "lose":
        return say("combat.choice.lost", unit=unit)
    key = "attrited" if piece.full else "removed"
    if piece.cargo is not None and cargo_is_hit(state):
        key += "_too"
    return say(f"combat.choice.{key}", unit=unit)


def cargo_is_hit(state: State) -> bool:
    """Whether the cargo of a hit ship is hit as well, by the reading in force.

    Rules: 9.6.1j
    """
    return reading("transport-hit-vs-singapore", state.rulings) != "b"


def _destination(state: State, kind: str, choice: Choice) -> str:
    if not choice.to:
        if kind == "retreat":
            return say("combat.choice.nowhere")
        full = choice.piece is not None and choice.piece.full
        return say(f"combat.choice.{'nowhere_air' if full else 'attrited_air'}")
    key = "to" if kind == "retreat" else "to_attrited"
    name, number = place_of(state, choice.to), choice.to[:4]
    place = name if name == number else f"{name} {number}"
    return say(f"combat.choice.{key}", place=place)


def _told_apart(state: State, piece: Piece, others: Sequence[Piece]) -> str:
    like = [p for p in others if p.kind is piece.kind]
    words = _marked(piece, like)
    if piece.cargo is not None:
        cargo = _marked(piece.cargo, [p.cargo for p in like if p.cargo is not None])
        article = "a" if piece.cargo.full else "an"
        words = say("combat.choice.loaded", unit=words, cargo=f"{article} {cargo}")
    elif any(p.cargo is not None for p in like):
        words = say("combat.choice.empty", unit=words)
    if len({p.part for p in like}) > 1:
        words = say(f"combat.choice.{'landed' if piece.part == 'sea' else 'walked'}", unit=words)
    if piece.kind is Kind.AIR:
        words = say("combat.choice.at", unit=words, place=state.board.label(piece.hex))
    return words


def _marked(piece: Piece, like: Sequence[Piece]) -> str:
    """A counter with its nation and strength where others differ in them."""
    words = unit_words(piece, named=len({p.nation for p in like}) > 1)
    if len({p.strength for p in like}) > 1:
        value = STRENGTHS[piece.kind] if piece.strength is None else piece.strength
        words = say("combat.choice.strong", unit=words, strength=value)
    return words


def unit_words(piece: Piece, *, named: bool = False) -> str:
    """``full naval unit``, ``attrited US carrier``."""
    flag = f"{piece.nation.adjective} " if named else ""
    return f"{'full' if piece.full else say('combat.attrited')} {flag}{piece.kind.noun}"


# -- what happened


def note_text(state: State, note: Note, *, aboard: bool = False, many: int = 1) -> str:
    """One thing that happened: ``Naval unit at Manila attrited``.

    ``aboard``: the counter is the cargo of a ship just hit, and its clause is told with it;
    ``many``: it happened to so many.

    Rules: 9.6.1e, 9.6.1f, 9.6.1j, 9.6.3g
    """
    return capital(note_phrase(state, note, aboard=aboard, many=many))


def note_phrase(state: State, note: Note, *, aboard: bool = False, many: int = 1) -> str:
    """The same within a sentence: ``naval unit at Manila attrited``."""
    told = _note_bare(state, note, aboard, many)
    return f"{told} (9.6.1j)" if aboard else told


def _note_bare(state: State, note: Note, aboard: bool, many: int) -> str:
    """The words of a note, without any clause."""
    to = place_of(state, note.to) if note.to else ""
    if note.piece is None:
        side = note.side.adjective if note.side else ""
        return say(f"combat.note.{note.event}", place=to, Side=side)
    event = f"cargo_{note.event}" if aboard else note.event
    return say(f"combat.note.{event}", unit=_subject(state, note.piece, many), to=to)


def _subject(state: State, piece: Piece, many: int) -> str:
    place = place_of(state, piece.at)
    flag = f"{piece.nation.adjective} " if _mixed(state, piece) else ""
    if many > 1:
        units = flag + noun(piece.kind, many)
        return say("combat.note.many", count=many, units=units, place=place)
    unit = say("combat.note.one", unit=flag + piece.kind.noun, place=place)
    return say("combat.note.with_cargo", unit=unit) if piece.cargo is not None else unit


def _mixed(state: State, piece: Piece) -> bool:
    """Whether the position has such units of several nations in the hex."""
    like = (u.nation for u in state.at(piece.hex) if u.kind is piece.kind)
    return len(set(like)) > 1


def cargo_marked(notes: Iterable[Note]) -> list[tuple[Note, bool]]:
    """The notes, each with whether it is about the cargo of the ship hit just before."""
    found, ship = [], None
    for note in notes:
        piece = note.piece
        aboard = (
            ship is not None
            and piece is not None
            and ship.cargo == piece._replace(at="")
            and note.event in ("attrited", "removed")
        )
        found.append((note, aboard))
        ship = piece if note.event in ("attrited", "removed") and not aboard else None
    return found


def notes_text(state: State, notes: Iterable[Note]) -> tuple[str, ...]:
    """What happened, in order; what happened to several like counters is told once.

    Rules: 9.6.1e, 9.6.1f, 9.6.1j
    """
    return tuple(map(capital, notes_phrases(state, notes)))


def notes_phrases(state: State, notes: Iterable[Note]) -> tuple[str, ...]:
    """The same within a sentence."""
    return tuple(
        note_phrase(state, found[0][0], aboard=found[0][1], many=len(found))
        for found in _alike(notes)
    )


def notes_told(state: State, notes: Iterable[Note]) -> Iterator[tuple[str, Note, tuple[str, ...]]]:
    """The same with the first note each text tells of, and the clauses by which it happened."""
    for found in _alike(notes):
        (note, aboard), *_ = found
        text = capital(_note_bare(state, note, aboard, len(found)))
        yield text, note, tuple(dict.fromkeys(rule for one, _ in found for rule in one.rules))


def _alike(notes: Iterable[Note]) -> Iterable[list[tuple[Note, bool]]]:
    """The notes, those together that tell the same of like counters."""
    grouped: dict[tuple[object, ...], list[tuple[Note, bool]]] = {}
    for note, aboard in cargo_marked(notes):
        piece = note.piece
        what = (piece.kind, piece.nation, piece.at, piece.cargo is None) if piece else ()
        key = (note.event, aboard, note.to, note.side, *what)
        grouped.setdefault(key, []).append((note, aboard))
    return grouped.values()
