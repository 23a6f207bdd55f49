"""Every line of an answer on the command line that says why says it with its rule."""

from __future__ import annotations

import re

import pytest
from typer.testing import CliRunner

from witp_learn.cli import app
from witp_learn.rulebook import look_up

RUN = CliRunner()
HEBRIDES, MANILA = "example:new_hebrides", "example:manila_before_moves"
SINGAPORE = "text:turn 1; 0407 jp 2N(2L); 0507 jp A; 0407 cw N L A"
CITED = re.compile(r"\((\d+(?:\.\d+)*[a-z]?(?:, \d+(?:\.\d+)*[a-z]?)*)\)")
ROUTES = ("--side", "japan", "--kind", "transport", "--from", "Kure", "--to", "Manila")


def told(*words: str) -> list[str]:
    done = RUN.invoke(app, list(words))
    assert done.exit_code == 0, done.output
    return done.stdout.splitlines()


ASKED = [
    (("supply", HEBRIDES), r"."),
    (("supply", "scenario:standard"), r"."),
    (("azoc", HEBRIDES), r"^Under|Lifted"),
    (("azoc", "text:turn 2"), r"."),
    (("bases", HEBRIDES, "--side", "allies"), r"^(Linked|Cut|Can)| no: "),
    (("routes", MANILA, *ROUTES, "--more", "2"), r"."),
    (("odds", SINGAPORE, "--hex", "Singapore"), r"^[A-Z](?!o air unit)"),
    (("odds", "--submarines", "--resources", "--sudden-death"), r"^  |^Japan"),
    (("odds", "text:turn 2"), r"."),
    (("combat", "text:turn 4; 0606 jp N L; 0606 us N L; 0407 jp L; 0407 cw L"), r"."),
]


@pytest.mark.parametrize(("words", "lines"), ASKED, ids=[" ".join(w[:2]) for w, _ in ASKED])
def test_every_line_that_says_why_cites_a_rule_that_there_is(words, lines) -> None:
    said = [line for line in told(*words) if re.search(lines, line)]
    assert said
    text = "\n".join(told(*words))
    bare = [line for line in said if not CITED.search(line)]
    assert not bare
    for cited in CITED.findall(text):
        for one in cited.split(", "):
            look_up(one)


def test_places_stand_with_their_names() -> None:
    assert "  Lae 0908, Port Moresby 0909, Ponape 1007, 1108, 1109" in told("azoc", HEBRIDES)
    assert told("bases", HEBRIDES, "--side", "japan")[0] == "Linked bases (6.2): Truk 0907"
    assert told("bases", HEBRIDES, "--side", "allies")[:2] == [
        "Linked bases (6.2): none",
        "Cut off (6.2): New Hebrides 1110",
    ]


def test_supply_says_by_which_clause_a_unit_is_fed_or_not() -> None:
    assert told("supply", HEBRIDES)[3:5] == [
        "1208  in  Ellis land unit         hangs by the base at New Hebrides (7.1c)",
        "1207  OUT Gilberts air unit       3 hexes from the nearest base (7.1j, 7.2a)",
    ]


@pytest.mark.parametrize(
    "words",
    [
        ("rulings",),
        ("explain", "7.1"),
        ("explain", "9.6.1"),
        ("explain", "azoc"),
        ("explain", "redeploy-autopass"),
        ("explain", "chinese-stay-turn-1"),
        ("explain", "D-main"),
    ],
    ids=" ".join,
)
def test_the_rules_in_words_fit_a_terminal_of_80_columns(words) -> None:
    assert max(map(len, told(*words))) <= 80
