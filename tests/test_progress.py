"""The table [progress] of a position: what cannot be is refused with file, key and value (3.1)."""

from __future__ import annotations

from typing import Any

import pytest

import witp_learn as witp
from witp_learn.engine import arrivals, cards, endings, season, stacking
from witp_learn.files import BadData
from witp_learn.model import Phase
from witp_learn.position import course
from witp_learn.position.file import from_plain, to_plain
from witp_learn.rules.events import RESERVE
from witp_learn.rules.turn_end import VENGEANCE
from witp_learn.rules.turn_end.china import AIR_PLACED, SURRENDERED

AIR = {"at": "0606", "nation": "us", "kind": "air"}
SHIP = {"at": "0605", "nation": "japan", "kind": "naval", "moved": True}


def plain(phase: str, **progress: Any) -> dict[str, Any]:
    return {
        "format": "witp-position/1",
        "turn": 4,
        "phase": phase,
        "trp": {"japan": 9, "allies": 5},
        "bases": {"japan": ["0605"], "allies": ["0607", "1110"]},
        "units": [
            {"at": "0605", "nation": "japan", "kind": "naval", "count": 2},
            {"at": "0406W", "nation": "japan", "kind": "naval"},
            {"at": "0606", "nation": "us", "kind": "naval"},
            AIR,
        ],
        "progress": progress,
    }


TARGET = {"target": "0606", "to_act": "japan", "targets": [{"side": "japan", "hex": "0606"}]}

NAMED = {"declared": ["1942-04", "1942-03"], "passed": ["allies", "japan"], "step": "declare"}
LANDS = {"what": "bonus", "kind": "land", "card": "1942-05", "amount": 2}
ENDING = {"winner": "japan", "rule": "3.2e"}
OFF = {"at": "", "nation": "us", "kind": "air"}
DRIVEN = {"kind": "displace", "side": "allies", "unit": AIR}
DICE = {"kind": "sudden-death", "side": "japan", "at": "0606"}
SUDDEN = {"scenario": "standard", "choices": ["sudden-death"]}
CHOICE = {"kind": "choose", "side": "japan", "card": "1942-03"}

CASES: list[tuple[str, dict[str, Any], str]] = [
    ("movement", {"points": [1]}, "progress.points"),
    ("movement", {"points": [-1, 2]}, "progress.points"),
    ("movement", {"gains": [1]}, "progress.gains"),
    ("resources", {"rolled": ["allies"]}, "progress.rolled"),
    ("bases", {"passed": ["japan", "japan"]}, "progress.passed"),
    ("bases", {"passed": ["japan"], "to_act": "japan"}, "progress.to_act"),
    ("bases", {"built": [{"side": "japan", "hex": "0506"}]}, "progress.built[0].hex"),
    ("movement", {"built": [{"side": "japan", "hex": "0605"}]}, "progress.built"),
    ("bases", {"choices": ["zzz"]}, "progress.choices"),
    ("movement", {"special": [1]}, "progress.special"),
    ("fleet-redeployment", {"stacks": [1]}, "progress.stacks"),
    ("fleet-redeployment", {"stacks": [-1, 0]}, "progress.stacks"),
    ("event", {"scenario": "standart"}, "progress.scenario"),
    ("event", {"last_turn": 17}, "progress.last_turn"),
    ("event", {"bid": -1}, "progress.bid"),
    ("event", {"penalty": -3}, "progress.penalty"),
    ("event", {"used": 1}, "progress.used"),
    ("movement", {"declared": ["1942-03"]}, "progress.declared"),
    ("movement", {"step": "draw"}, "progress.step"),
    ("event", {"deck": ["1942-03"], "discards": ["1942-03"]}, "progress.discards"),
    ("event", {"discards": ["1942-11"]}, "progress.discards"),
    ("event", {"effects": [{**LANDS, "card": "x"}]}, "progress.effects[0].card"),
    ("event", {"effects": [{**LANDS, "card": ""}]}, "progress.effects[0].card"),
    ("event", {"effects": [{**LANDS, "what": "snow"}]}, "progress.effects[0].what"),
    ("event", {"effects": [{**LANDS, "what": "rp"}]}, "progress.effects[0].what"),
    ("event", {"effects": [{**LANDS, "kind": "air"}]}, "progress.effects[0].kind"),
    ("event", {"effects": [{**LANDS, "what": "trp"}]}, "progress.effects[0].kind"),
    ("event", {"effects": [{**LANDS, "amount": 21}]}, "progress.effects[0].amount"),
    ("bases", {"gains": [1, 0]}, "progress.gains"),
    ("event", {"to_act": "allies"}, "progress.to_act"),
    ("combat", {"passed": ["allies"]}, "progress.passed"),
    ("bases", {"targets": [{"side": "japan", "hex": "0606"}]}, "progress.targets"),
    ("movement", {"stacks": [1, 0]}, "progress.stacks"),
    ("movement", {"met_chinese": True}, "progress.met_chinese"),
    ("stacking", {"step": "zzz"}, "progress.step"),
    ("stacking", {"step": "after-rebuilding"}, "progress.step"),
    ("reinforcement", {"step": "draw"}, "progress.step"),
    ("reinforcement", {"step": "over"}, "progress.step"),
    ("reinforcement", {"step": "over", "scenario": "standard", "last_turn": 4}, "progress.step"),
    ("bases", {"once": ["zzz"]}, "progress.once[0]"),
    ("bases", {"once": ["chongqing"] * 2}, "progress.once"),
    ("bases", {"choices": ["six-bases"] * 2}, "progress.choices"),
    ("bases", {"scenario": "1943"}, "progress.scenario"),
    ("bases", {"scenario": "delayed-entry"}, "progress.scenario"),
    ("bases", {"last_turn": 3}, "progress.last_turn"),
    ("bases", {"bid": 10**20}, "progress.bid"),
    ("bases", {"scenario": "standard", "ending": ENDING | {"rule": "x"}}, "ending.rule"),
    ("bases", {"scenario": "standard", "ending": ENDING | {"winner": "allies"}}, "ending.rule"),
    ("bases", {"waiting": [{**OFF, "count": 10**6}]}, "progress.waiting[0].count"),
    ("bases", {"waiting": [{**OFF, "strength": 100}]}, "progress.waiting[0].strength"),
    ("event", {"declared": ["hidden"], "passed": ["allies"], "step": "use"}, "declared"),
    ("event", {"declared": ["1942-03"], "passed": ["allies"]}, "progress.declared"),
    ("event", {**NAMED, "used": 1}, "progress.used"),
    ("event", {**NAMED, "passed": ["japan", "allies"]}, "progress.passed"),
    ("bases", {"deck": ["hidden"] * 11}, "progress.deck"),
    ("bases", {"hands": [{"side": "japan", "cards": ["hidden"] * 11}]}, "progress.hands"),
    ("movement", {**TARGET, "to_act": "allies"}, "progress.target"),
    ("movement", {"done": ["0605"]}, "progress.done"),
    ("movement", {**TARGET, "pending": [DRIVEN]}, "progress.pending"),
    ("combat", {"fight": "0606", "pending": [DRIVEN]}, "progress.pending"),
    ("bases", {"pending": [{**DICE, "side": "allies"}], **SUDDEN}, "progress.pending[0].side"),
    ("bases", {"pending": [DICE]}, "progress.pending[0].kind"),
    ("bases", {"pending": [{**DICE, "at": "0606E"}], **SUDDEN}, "progress.pending[0].at"),
    ("event", {"pending": [CHOICE], **NAMED}, "progress.pending[0].card"),
    ("bases", {"pending": [CHOICE]}, "progress.pending[0].card"),
    ("reinforcement", {"waiting": [{**AIR, "count": 0}]}, "progress.waiting[0]"),
    ("reinforcement", {"waiting": [{**SHIP}]}, "progress.waiting[0]"),
    ("bases", {"ending": {"winner": "japan", "rule": "3.2e"}}, "progress.ending"),
    ("event", {"pending": [{"kind": "choose", "side": "japan"}]}, "progress.pending[0].card"),
    (
        "troop-redeployment",
        {"pending": [{"kind": "submarines", "side": "japan", "at": "9999"}]},
        "progress.pending[0].at",
    ),
    ("movement", {"target": "0606"}, "progress.to_act"),
    ("movement", {**TARGET, "passed": ["japan"]}, "progress.to_act"),
    ("movement", {**TARGET, "targets": []}, "progress.target"),
    ("movement", {**TARGET, "target": "0406E"}, "progress.target"),
    ("bases", TARGET, "progress.target"),
    ("movement", {"targets": [{"side": "japan", "hex": "0406W"}]}, "progress.targets[0].hex"),
    ("movement", {"targets": TARGET["targets"] * 2}, "progress.targets"),
    ("movement", {**TARGET, "activated": ["0406W"]}, "progress.activated[0]"),
    ("movement", {**TARGET, "activated": ["0606"]}, "progress.activated[0]"),
    ("movement", {**TARGET, "activated": ["0704"]}, "progress.activated[0]"),
    ("movement", {**TARGET, "activated": ["0605", "0605"]}, "progress.activated"),
    ("movement", {"activated": ["0605"]}, "progress.activated"),
    ("movement", {**TARGET, "done": ["0605"]}, "progress.done"),
    ("combat", {"fight": "0406W"}, "progress.fight"),
    ("movement", {"fight": "0606"}, "progress.fight"),
    ("combat", {"fight": "0606", "fought": ["0606"]}, "progress.fight"),
    ("combat", {"record": ["roll 1 2"]}, "progress.record"),
    ("movement", {"pending": [{"kind": "nap", "side": "japan"}]}, "progress.pending[0].kind"),
    ("movement", {"pending": [{"kind": "base", "side": "japan"}]}, "progress.pending[0]"),
    ("supply", {"pending": [{"kind": "base", "side": "japan", "count": 3}]}, "count"),
    (
        "movement",
        {"pending": [{"kind": "displace", "side": "japan", "unit": SHIP}]},
        "progress.pending[0].unit",
    ),
    (
        "movement",
        {"pending": [{"kind": "displace", "side": "japan", "unit": AIR}]},
        "progress.pending[0].side",
    ),
    (
        "movement",
        {"pending": [{"kind": "displace", "side": "allies", "unit": AIR}] * 2},
        "progress.pending[1].unit",
    ),
    (
        "movement",
        {"pending": [{"kind": "displace", "side": "allies", "unit": AIR, "count": 3}]},
        "progress.pending[0].unit",
    ),
    (
        "movement",
        {**TARGET, "journey": {"kind": "fleet", "at": "0605", "units": [], "path": ["0606"]}},
        "progress.journey.units",
    ),
    (
        "movement",
        {**TARGET, "journey": {"kind": "fleet", "at": "0605", "units": [SHIP], "path": []}},
        "progress.journey",
    ),
    (
        "movement",
        {**TARGET, "journey": {"kind": "crawl", "at": "0605", "units": [SHIP], "path": ["0606"]}},
        "progress.journey.kind",
    ),
    (
        "combat",
        {"journey": {"kind": "fleet", "at": "0605", "units": [SHIP], "path": ["0606"]}},
        "progress.journey",
    ),
    ("movement", {"hands": [{"side": "japan", "cards": ["1942-11"]}]}, "progress.hands[0].cards"),
    (
        "movement",
        {"hands": [{"side": "japan", "cards": ["1942-03"]}], "deck": ["1942-03"]},
        "progress.deck",
    ),
    ("movement", {"colour": "red"}, "progress.colour"),
]


@pytest.mark.parametrize(("phase", "progress", "key"), CASES)
def test_what_cannot_be_is_refused_by_its_key(
    phase: str, progress: dict[str, Any], key: str
) -> None:
    with pytest.raises(BadData) as caught:
        from_plain(plain(phase, **progress), "turn.toml")
    assert key in caught.value.key
    assert "turn.toml" in str(caught.value)


@pytest.mark.parametrize("phase", ["bases", "combat"])
def test_markers_of_movement_belong_to_the_segment(phase: str) -> None:
    told = plain(phase)
    told["units"][0]["moved"] = True
    with pytest.raises(BadData, match="moved"):
        from_plain(told, "turn.toml")


@pytest.mark.parametrize(
    "record", [["hit naval 0606"], ["build 0606"], ["xyz"], ["roll 1 2", "roll 7 7"]]
)
def test_a_fight_that_cannot_have_gone_so_names_the_step(record: list[str]) -> None:
    told = plain("combat", fight="0606", record=record)
    told["units"][0]["at"] = "0606"
    with pytest.raises(BadData, match=r"turn.toml: progress.record\[\d\]"):
        from_plain(told, "turn.toml")


@pytest.mark.clause("9.0b")
def test_a_fight_where_nobody_fights_is_refused() -> None:
    with pytest.raises(BadData, match=r"turn.toml: progress\.fight"):
        from_plain(plain("combat", fight="0704"), "turn.toml")


@pytest.mark.parametrize(
    ("phase", "progress"),
    [
        ("movement", TARGET),
        ("movement", {**TARGET, "activated": ["0605"]}),
        ("bases", {"passed": ["allies"], "to_act": "japan"}),
        ("supply", {"pending": [{"kind": "base", "side": "japan", "count": 2}]}),
        ("movement", {"pending": [{"kind": "displace", "side": "allies", "unit": AIR}]}),
    ],
)
def test_what_can_be_is_kept_and_can_be_played_on(phase: str, progress: dict[str, Any]) -> None:
    state = from_plain(plain(phase, **progress), "turn.toml")
    assert from_plain(to_plain(state), "again") == state
    assert len(witp.legal(state)) > 0


@pytest.mark.parametrize(
    ("phase", "progress"),
    [
        ("event", {**NAMED, "step": "use", "used": 2, "pending": [CHOICE]}),
        ("bases", {**SUDDEN, "pending": [DICE]}),
        ("bases", {**SUDDEN, "ending": ENDING}),
        ("bases", {"once": ["chongqing"], "waiting": [{**OFF, "count": 99}]}),
        ("combat", {"effects": [LANDS, {"what": "no-landings", "card": "1944-06"}]}),
        ("reinforcement", {"step": "over", "last_turn": 4}),
        ("event", {"hands": [{"side": "japan", "cards": ["hidden"]}], "deck": ["hidden"] * 9}),
    ],
)
def test_what_play_leads_to_is_read(phase: str, progress: dict[str, Any]) -> None:
    state = from_plain(plain(phase, **progress), "turn.toml")
    assert to_plain(state)["progress"] == progress


@pytest.mark.clause("8.2a", "8.2d", "8.2e")
def test_an_impulse_that_cannot_be_paid_is_refused_when_read() -> None:
    told = plain("movement", **TARGET)
    told["trp"] = {"japan": 0, "allies": 0}
    with pytest.raises(BadData, match=r"turn.toml: progress.target = \"0606\""):
        from_plain(told, "turn.toml")


def test_more_like_units_than_a_row_may_hold_are_written_in_several() -> None:
    told = plain("reinforcement", waiting=[{**OFF, "count": 99}, {**OFF, "count": 99}])
    told["units"] = [{"at": "1607", "nation": "us", "kind": "air", "count": 99}]
    state = witp.legal(from_plain(told, "turn.toml")).state
    assert state.turn == 5
    assert to_plain(from_plain(to_plain(state), "again")) == to_plain(state)
    assert (
        sum(u.count for u in state.units)
        + sum(
            u.count
            for u in state.progress.waiting  # type: ignore[union-attr]
        )
        == 297
    )


def test_words_are_those_of_the_rules() -> None:
    assert set(course.ONCE) == {SURRENDERED, AIR_PLACED, RESERVE, VENGEANCE}
    assert set(course.ENDINGS) == set(endings._TOLD)
    assert course.AFTER == stacking.AFTER
    assert course.STEPS[Phase.REINFORCEMENT] == (arrivals.PLACING, *season._DONE)
    assert course.STEPS[Phase.EVENT] == (
        season.DAWN,
        season.BEGUN,
        cards.DRAW,
        cards.NAME,
        cards.USE,
    )
