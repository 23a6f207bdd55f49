"""The commands of movement and their façade: machine output as documented, one message (8)."""

from __future__ import annotations

import io
import json
import sys
from typing import Any

import pytest

import witp_learn as witp
from witp_learn import cli, components
from witp_learn.files import BadData, Unreadable

MANILA = "example:manila_before_moves"
MORESBY = ("--side", "allies", "--kind", "transport", "--path", "0909,0808,0708,0607,0606")
BRITISH = "text:0306 cw N; 0408 jp N L"


class Ran:
    """What a command printed and how it ended."""

    def __init__(self, status: int, out: str, err: str) -> None:
        self.status, self.out, self.err = status, out, err

    @property
    def data(self) -> dict[str, Any]:
        assert (self.status, self.err) == (0, ""), self.err
        found: dict[str, Any] = json.loads(self.out)
        return found


@pytest.fixture
def run(capsys, monkeypatch):
    monkeypatch.delenv(components.DATA_VARIABLE, raising=False)

    def command(*args: str, stdin: bytes = b"") -> Ran:
        monkeypatch.setattr(sys, "argv", ["witp-learn", *args])
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(stdin)))
        status = 0
        try:
            cli.main()
        except SystemExit as end:
            status = int(end.code or 0)
        finally:
            components.use(None)
        printed = capsys.readouterr()
        return Ran(status, printed.out, printed.err)

    return command


# cost


@pytest.mark.clause("14.1v", "8.4d", "8.4e", "8.4f")
def test_cost_prints_the_ledger_of_port_moresby(run) -> None:
    found = run("cost", MANILA, *MORESBY, "--json").data
    assert list(found)[:4] == ["legal", "rp", "ledger", "reasons"]
    assert (found["legal"], found["rp"], found["reasons"]) == (True, 7, [])
    assert [(i["what"], i["hex"], i["rp"], i["rule"]) for i in found["ledger"]] == [
        ("activation", "0909", 1, "8.4d"),
        ("hex", "0808", 1, "8.4e"),
        ("hex", "0708", 1, "8.4e"),
        ("azoc", "0708", 1, "8.4f"),
        ("hex", "0607", 1, "8.4e"),
        ("azoc", "0607", 1, "8.4f"),
        ("hex", "0606", 1, "8.4e"),
    ]
    text = run("cost", MANILA, *MORESBY).out
    assert text.startswith("The transport from Port Moresby reaches Manila for 7 RP; 10 are left.")
    assert "1 activation + 4 hexes + 2 air zones." in text


@pytest.mark.clause("14.1w", "8.5i")
def test_a_refusal_is_an_answer(run) -> None:
    ran = run(
        "cost", MANILA, "--side", "allies", "--kind", "fleet", "--path", "0909,0908", "--json"
    )
    assert (ran.data["legal"], ran.data["rp"]) == (False, None)
    assert [(r["rule"], r["why"], r["hex"]) for r in ran.data["reasons"]] == [
        ("8.5i", "land_hexside", "0908")
    ]
    text = run("cost", MANILA, "--side", "allies", "--kind", "fleet", "--path", "0909,0908").out
    assert "may not go this way to Lae" in text and "8.5i" in text


@pytest.mark.clause("8.7h", "8.7j", "8.9c", "8.9f")
@pytest.mark.parametrize(
    ("side", "kind", "path", "rp"),
    [
        ("allies", "fleet", "0306,0307,0407,0507,0506", 5),
        ("allies", "fleet", "0306,0406,0407", None),
        ("japan", "land", "0408,0508", None),
        ("japan", "transport", "0408,0508", 2),
        ("japan", "transport", "Palembang,Brunei", 2),
    ],
)
def test_the_printed_examples(run, side: str, kind: str, path: str, rp: int | None) -> None:
    found = run("cost", BRITISH, "--side", side, "--kind", kind, "--path", path, "--json").data
    assert found["rp"] == rp


def test_points_are_held_against_the_move_where_they_are_counted(run) -> None:
    line = "text:trp 3 2; 0505 jp L; 0306 cw N"
    args = ("--side", "allies", "--kind", "fleet", "--path", "0306,0307,0207", "--json")
    assert run("cost", line.replace("trp 3 2; ", ""), *args).data["rp"] == 3
    poor = run("cost", line, *args).data
    assert poor["reasons"][0]["why"] == "no_rp" and (poor["rp"], poor["cost"]) == (None, 3)


def test_take_names_the_units_and_forces_are_left_on_the_way(run) -> None:
    line = "text:0505 jp L; 0306 cw 2N; 0307 jp N"
    args = ["cost", line, "--side", "allies", "--kind", "fleet", "--json", "--path"]
    assert run(*args, "0306,0307,0207").data["reasons"][0]["why"] == "enemy_fleet"
    assert run(*args, "0306,0307(naval:1),0207").data["rp"] == 3
    assert run(*args, "0306,0307,0207", "--take", "naval:1").data["legal"] is False
    assert run(*args, "0306,0206", "--take", "naval:1").data["rp"] == 2


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (("--take", "naval:9"), "--take naval:9: more than there is: 1 naval unit can move"),
        (("--take", "tank:1"), "--take tank:1: "),
        (("--take", "naval:x"), "--take naval:x: "),
        (("--take", ""), "--take is empty"),
        (("--kind", "air"), "--kind air: must be fleet, land or transport; air units do not move"),
        (("--path", "0909,9999"), "9999: no hex or place of this board"),
        (("--path", "0909,,0808"), "--path"),
        (("--path", "0909,0808)"), "--path"),
        (("--path", ""), "--path is empty"),
        (("--path", "0909(naval:1),0808"), "is no hex on the way"),
        (("--path", "0406Q,0306"), "no such coast"),
    ],
)
def test_bad_input_ends_in_one_message(run, change: tuple[str, str], message: str) -> None:
    asked = {"--side": "allies", "--kind": "fleet", "--path": "0909,0808"}
    asked |= dict([change])
    ran = run("cost", MANILA, *(word for pair in asked.items() for word in pair), "--json")
    assert (ran.status, ran.out) == (2, "") and message in ran.err
    assert ran.err.count("\n") == 1 and "Traceback" not in ran.err


# routes


@pytest.mark.clause("14.1v", "14.1m")
def test_routes_lists_the_cheapest_ways_then_dearer_ones(run) -> None:
    args = ("--side", "japan", "--kind", "transport", "--from", "0804", "--to", "Manila")
    found = run("routes", MANILA, *args, "--more", "1", "--json").data
    assert found["total"] == 4 and [r["rp"] for r in found["routes"]] == [5, 5, 5, 5, 6]
    assert found["routes"][0] == {
        "path": ["0804", "0705", "0605", "0606"],
        "rp": 5,
        "sum": "1 activation + 3 hexes + 1 air zone",
        "affordable": True,
    }
    text = run("routes", MANILA, *args, "--limit", "2").out
    assert text.splitlines()[:2] == [
        "4 cheapest ways, for 5 RP (8.4), the first 2 of them:",
        "   5 RP  0804,0705,0605,0606  Kure, Okinawa, Taiwan, Manila: "
        "1 activation + 3 hexes + 1 air zone (8.4d, 8.4e, 8.4f)",
    ]


def test_routes_beyond_the_points_are_told_apart(run) -> None:
    line = "text:trp 3 2; 0505 jp L; 0306 cw N"
    args = ("--side", "allies", "--kind", "fleet", "--from", "0306", "--to", "0407")
    found = run("routes", line, *args, "--json").data["routes"]
    assert [(r["rp"], r["affordable"]) for r in found] == [(3, False)]
    assert "(more than the 2 RP left)" in run("routes", line, *args).out
    assert run("routes", line.replace("trp 3 2; ", ""), *args).out.startswith("One cheapest way")


def test_routes_says_why_there_is_none(run) -> None:
    args = ("--side", "japan", "--kind", "land", "--from", "0408", "--to", "0606")
    found = run("routes", BRITISH, *args, "--json").data
    assert (found["total"], found["routes"]) == (0, []) and found["reasons"][0]["why"] == "no_way"
    text = run("routes", BRITISH, *args).out
    assert text.startswith("No way leads there.") and "Palembang" in text


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (("--more", "-1"), "--more -1: must be a whole number from 0 to 1,000"),
        (("--limit", "9999"), "--limit 9999: must be"),
        (("--to", "Atlantis"), "Atlantis: no hex or place"),
        (("--kind", "bus"), "--kind bus"),
        (("--take", "naval:9"), "--take naval:9: more than there is"),
    ],
)
def test_bad_questions_about_routes(run, change: tuple[str, str], message: str) -> None:
    asked = {"--side": "allies", "--kind": "fleet", "--from": "0909", "--to": "0606"}
    asked |= dict([change])
    ran = run("routes", MANILA, *(word for pair in asked.items() for word in pair))
    assert (ran.status, ran.out) == (2, "") and message in ran.err and ran.err.count("\n") == 1


def test_fleets_on_both_seas_need_a_letter(run) -> None:
    line = "text:0406W cw N; 0406E us N"
    args = ("--side", "allies", "--kind", "fleet", "--json")
    ran = run("cost", line, *args, "--path", "0406,0306")
    assert ran.status == 2 and "write 0406E or 0406W" in ran.err
    assert run("cost", line, *args, "--path", "0406W,0306").data["rp"] == 2
    assert run("routes", line, *args, "--from", "0406e", "--to", "0407").data["total"] == 1


# façade


def test_the_facade_asks_the_same_questions() -> None:
    pos = witp.example("manila_before_moves")
    found = witp.cost(
        pos, "allies", "transport", ["Port Moresby", "0808", "0708", "0607", "Manila"]
    )
    assert (found.legal, found.rp, len(found.ledger), found.reasons) == (True, 7, 7, ())
    assert found.answer.good and str(found) == str(found.answer)
    assert "text/html" in found._repr_mimebundle_()
    some = witp.cost(pos, witp.Side.JAPAN, "fleet", "0804,0803", {"naval": 1})
    assert some.rp == 2 and some.move.stack.ships == 1
    ways = witp.routes(pos, "japan", "fleet", "Kure", "0606", more=2)
    assert (len(ways), ways[0].cost, ways.total) == (6, 5, 4)
    assert [m.cost for m in ways] == [5, 5, 5, 5, 6, 6]


@pytest.mark.parametrize(
    ("args", "kind"),
    [
        (("nobody", "fleet", "0909,0808"), Unreadable),
        (("allies", "fleet", ["0909", 3]), BadData),
        (("allies", "fleet", []), BadData),
        (("allies", "fleet", 7), BadData),
        (("allies", "fleet", "0909,0808", {"naval": "1"}), BadData),
        (("allies", "fleet", "0909,0808", {}), BadData),
        (("allies", "fleet", "0909,0808", " "), BadData),
        (("allies", "fleet", "0909,0808", 3), BadData),
    ],
)
def test_bad_arguments_of_the_facade(args: tuple[Any, ...], kind: type[Exception]) -> None:
    with pytest.raises(kind):
        witp.cost(witp.example("manila_before_moves"), *args)
    with pytest.raises(BadData, match="whole number"):
        witp.routes(
            witp.example("manila_before_moves"), "allies", "fleet", "0909", "0808", more=True
        )
