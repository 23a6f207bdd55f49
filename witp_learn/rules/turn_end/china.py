"""China at the turn of the season: Japan's duty there, surrender, recovery, Chongqing (12.2)."""

from __future__ import annotations

from collections.abc import Iterator

from attrs import evolve

from witp_learn.explain import Reason, number, say
from witp_learn.hexgrid import HexId
from witp_learn.model import Area, Board, Kind, Nation, Side, State, Unit
from witp_learn.rules.control import alone
from witp_learn.rules.refusals import Refusal

CHONGQING = "0404"
"""Where China stands or surrenders, and where one Allied air unit may be put (12.2)."""

RANGOON = "0306"
"""The end of the road to China: Japanese land units may not be alone there (12.2)."""

SURRENDERED = "china-surrendered"
"""What `Progress.once` notes when China has surrendered."""

AIR_PLACED = "chongqing"
"""What `Progress.once` notes when an air unit has been put at Chongqing."""

STAY = "chinese-stay-turn-1"
"""The option of an erratum known at second hand: no Chinese redeployment on turn 1."""

DUTY_FROM = 2
"""The first turn on which Japan must fight the Chinese."""

GARRISON_FROM = 3
"""The first turn at whose end Japan's land units in China are counted."""

GARRISON = 3
"""Land units Japan must have in China."""

PENALTY = 3
"""RP Japan loses next turn when it has fewer."""

AIR_FROM = 6
"""The first turn at whose start an air unit may be put at Chongqing."""


def hexes(board: Board) -> tuple[HexId, ...]:
    """The hexes of China, in order: 0404, 0504 and 0505 on the companion's map.

    By the area that the board gives (ruling china-hex-set); none on a board without China.

    Rules: 12.2a
    """
    return tuple(sorted(h for h, place in board.hexes.items() if place.area is Area.CHINA))


def surrendered(state: State) -> bool:
    """Whether China has surrendered: then Japan has no duties there any more.

    Rules: 12.2j
    """
    return state.progress is not None and SURRENDERED in state.progress.once


def duty(state: State) -> bool:
    """Whether Japan must fight the Chinese this turn.

    It must until China surrenders, also when no Chinese unit is left or in reach (ruling
    china-combat-quota); a board without China asks nothing.

    Rules: 12.2j, 12.2k
    """
    return state.turn >= DUTY_FROM and not surrendered(state) and bool(hexes(state.board))


def failed(state: State) -> bool:
    """Whether Japan has a duty this turn and fought no land combat with a Chinese land unit.

    Continuing combat counts; the engine notes it in ``progress.met_chinese``.

    Rules: 12.2k, 12.2l
    """
    met = state.progress is not None and state.progress.met_chinese
    return duty(state) and not met


def japanese(state: State) -> tuple[Unit, ...]:
    """Japan's land units ashore in China, like ones in one row.

    Rules: 12.2m, 12.2n
    """
    return tuple(
        u
        for h in hexes(state.board)
        for u in state.at(h, Side.JAPAN)
        if u.kind is Kind.LAND and u.ashore
    )


def penalty(state: State) -> Reason:
    """RP that Japan loses next turn for want of land units in China (value: 0 or 3).

    Attrited ones count; no more than one penalty, however few there are.

    Rules: 12.2j, 12.2n
    """
    units = japanese(state)
    many = sum(u.count for u in units)
    there = Reason(
        many,
        say("season.in_china", count=many),
        what="in_china",
        rules=("12.2n",),
        hexes=tuple(dict.fromkeys(u.hex for u in units)),
    )
    most = Reason(GARRISON - 1, say("season.too_few", count=GARRISON), "data", rules=("12.2n",))
    watched = state.turn >= GARRISON_FROM and not surrendered(state) and bool(hexes(state.board))
    held = Reason(
        watched,
        say("season.watched" if watched else "season.not_watched"),
        rules=("12.2n",) if not surrendered(state) else ("12.2j",),
    )
    short = number(there.text, "at_most", there, most)
    lost = Reason(PENALTY, say("season.penalty_points", points=PENALTY), "data", rules=("12.2n",))
    due = bool(short.value) and watched
    text = say("season.penalty" if due else "season.no_penalty", count=many, points=PENALTY)
    return number(
        text, "product", held, short, lost, what="penalty", rules=("12.2n",), hexes=there.hexes
    )


def surrenders(state: State) -> bool:
    """Whether China surrenders now: Japanese land units alone at Chongqing.

    Attrited ones count, Allied air units and bases do not prevent it (ruling occupies-alone).

    Rules: 12.2h
    """
    here = state.board.hexes.get(CHONGQING)
    china = here is not None and here.area is Area.CHINA
    return china and not surrendered(state) and alone(state, CHONGQING, Side.JAPAN)


def is_chinese(unit: Unit) -> bool:
    """Whether a unit counts as Chinese: China's own, and an Allied air unit at Chongqing.

    Rules: 12.2z
    """
    if unit.nation is Nation.CHINA:
        return True
    return unit.kind is Kind.AIR and unit.side is Side.ALLIES and unit.hex == CHONGQING


def without_china(state: State) -> State:
    """The state with every Chinese unit off the map, the air unit at Chongqing too.

    Rulings: chongqing-air-status
    Rules: 12.2i
    """
    return evolve(state, units=tuple(u for u in state.units if not is_chinese(u)))


def recovered(state: State) -> State:
    """The state with every attrited Chinese unit turned to its full face, free of charge.

    Those in continuing combat too, and the air unit at Chongqing (ruling chongqing-air-status).
    What has been destroyed is off the map and stays off.

    Rules: 12.2o, 12.2p, 12.2q
    """
    return evolve(
        state, units=tuple(u.turned if is_chinese(u) and not u.full else u for u in state.units)
    )


def fought_over(state: State, hex_id: HexId) -> bool:
    """Whether a hex is in continuing combat: it has the marker, or land units of both sides."""
    return hex_id in state.contested or all(state.land_ashore(hex_id, side) for side in Side)


def movers(state: State, hex_id: HexId) -> tuple[Unit, ...]:
    """The Chinese land units of a hex that have not been redeployed yet this turn.

    Rules: 12.2e, 12.2r
    """
    return tuple(
        u
        for u in state.at(hex_id, Side.ALLIES)
        if u.nation is Nation.CHINA and u.kind is Kind.LAND and not u.moved
    )


def no_redeployment(state: State, at: HexId, to: HexId) -> Iterator[Refusal]:
    """Why Chinese land units may not be taken from one hex to another at the end of the turn.

    Within China they go where they like (ruling china-redeploy-path), also into continuing
    combat; not where Japanese land units are alone.

    Rules: 12.2a, 12.2r, 12.2t, 12.2u
    """
    board = state.board
    for hex_id in dict.fromkeys((at, to)):
        if hex_id not in board:
            yield Refusal("12.2a", "no_hex", hex_id, say("season.no_hex", hex=hex_id))
        elif board[hex_id].area is not Area.CHINA:
            text = say("season.not_china", place=board.label(hex_id))
            yield Refusal("12.2a", "china", hex_id, text)
    if at in board and fought_over(state, at) and movers(state, at):
        text = say("season.caught", place=board.label(at))
        yield Refusal("12.2t", "contested", at, text)
    if at == to:
        yield Refusal("12.2r", "same_hex", to, say("season.same_hex", place=board.label(to)))
    elif to in board and alone(state, to, Side.JAPAN):
        text = say("season.only_fights", place=board.label(to))
        yield Refusal("12.2u", "enemy_land", to, text)


def stays(state: State) -> bool:
    """Whether the Chinese stay where they are this turn, by the option of an erratum.

    The erratum is known at second hand, so the rulebook's text is the default.

    Rules: 12.2r
    """
    return state.turn == 1 and state.progress is not None and STAY in state.progress.choices


def no_air(state: State) -> Iterator[Refusal]:
    """Why no air unit may be put at Chongqing as the turn starts.

    Once a game, whatever becomes of it; an air unit that stands there was put there. Not after
    the surrender, since it would be a Chinese unit, and not among Japanese land units alone (8.7).
    Rangoon is occupied when Japanese land units are alone there, not while it is fought over.

    Rulings: occupies-alone
    Rules: 12.2i, 12.2v, 12.2y, 12.2ab
    """
    once = () if state.progress is None else state.progress.once
    here = state.board.hexes.get(CHONGQING)
    if here is None or here.area is not Area.CHINA:
        yield Refusal("12.2v", "no_hex", CHONGQING, say("season.no_chongqing"))
        return
    if state.turn < AIR_FROM:
        yield Refusal("12.2v", "too_early", CHONGQING, say("season.too_early", turn=AIR_FROM))
    if RANGOON in state.board and alone(state, RANGOON, Side.JAPAN):
        text = say("season.rangoon", place=state.board.label(RANGOON))
        yield Refusal("12.2v", "rangoon", RANGOON, text)
    if AIR_PLACED in once or any(u.kind is Kind.AIR for u in state.at(CHONGQING, Side.ALLIES)):
        yield Refusal("12.2y", "once", CHONGQING, say("season.once"))
    if surrendered(state):
        yield Refusal("12.2i", "surrendered", CHONGQING, say("season.no_china"))
    if alone(state, CHONGQING, Side.JAPAN):
        text = say("season.japanese_alone", place=here.label)
        yield Refusal("12.2v", "enemy_land", CHONGQING, text)


def flyers(state: State) -> tuple[Unit, ...]:
    """The Allied air units on the map that could go to Chongqing, full or attrited.

    Those that arrived last turn stand on the map and are among them.

    Rules: 12.2v, 12.2w
    """
    return tuple(
        u
        for u in state.units
        if u.kind is Kind.AIR and u.side is Side.ALLIES and u.hex != CHONGQING
    )
