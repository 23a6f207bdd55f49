"""The table [progress] of a position: what cannot be is refused with file, key and value (3.1)."""

from __future__ import annotations

from typing import Any

import pytest

import witp_learn as witp
from witp_learn.files import BadData
from witp_learn.position.file import from_plain, to_plain

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
    ("event", {"effects": [{"what": "bonus", "card": "x"}]}, "progress.effects[0].card"),
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
    state = from_plain(told, "turn.toml")
    with pytest.raises(BadData, match=r"progress.record\[\d\]"):
        witp.legal(state)


def test_a_fight_where_nobody_fights_is_refused() -> None:
    with pytest.raises(BadData, match=r"progress\.fight"):
        witp.legal(from_plain(plain("combat", fight="0704"), "turn.toml"))


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
