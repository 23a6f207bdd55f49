"""Drawing a fight: ledger, result, dice, rolls, strip, questions, chances; nothing unescaped."""

import re
from fractions import Fraction
from itertools import pairwise, product
from types import SimpleNamespace

import pytest
from attrs import evolve
from hypothesis import given
from hypothesis import strategies as st
from test_view_cards import Page, check

from witp_learn.chances import Distribution
from witp_learn.components import board as companion_board
from witp_learn.model import Kind, Side, State
from witp_learn.odds.grid import RollCell
from witp_learn.odds.records import BattleOdds, Loss, Odds, Outcome
from witp_learn.rules.combat.tally import Stakes, tally
from witp_learn.rules.combat_answers.records import Cell, Line, Link, Row, Sheet
from witp_learn.view import style
from witp_learn.view.combat_bars import Bar, bars_html, difference_html, difference_svg
from witp_learn.view.combat_effects import alike, effects_html, points
from witp_learn.view.combat_ledger import ledger_html, result_html, winner
from witp_learn.view.combat_odds import odds_html
from witp_learn.view.combat_parts import (
    chance_words,
    combat_css,
    dice_html,
    dice_svg,
    percent,
)
from witp_learn.view.combat_rolls import ramp, rolls_html
from witp_learn.view.combat_strip import choices_html, strip_html
from witp_learn.view.combat_table import effects_table, odds_table, rolls_table, sheet_table

LANDING = Sheet(
    "Manila 0606",
    "landing, fight 2 of 2",
    "assault",
    (
        Row("units", "Land units", ("9.5.1a",), Cell("2 land units, 1 each", 2), Cell("3 L", 3)),
        Row("air", "Air", ("2.2.2b", "9.2d"), Cell("Air, Palau", 0, "attrited", "0707")),
        Row("air", "Air", ("9.5.1b",), Cell("Air, Saigon", 4), Cell("Air, Manila", 2)),
        Row("strength", "Strength", ("9.5b",), Cell("", 6), Cell("", 6), ("6", "6")),
        Row(
            "die",
            "Die",
            ("9.5c",),
            Cell("half of 3, down: 1", 1, die=3),
            Cell("half of 1, down: 0", 0, die=1),
        ),
        Row("total", "Total", ("9.5c",), Cell("", 7), Cell("", 6), ("30", "6")),
    ),
    "Japan wins by 1. Continuing combat.",
    "The dice decide.",
    ("Dice 2 and 3: 7 each, a tie, rolled again (9.6b)",),
    (
        Line(
            "loser_hits",
            "The Allies take 1 hit",
            ("9.6.1a", "9.6.1c"),
            "least of 1 and 2",
            "cap 2 not reached",
            "21",
            ("0606",),
            1,
        ),
        Line("winner_hits", "Japan takes no hit", ("9.6.1b",), printed="0", value=0),
    ),
    ("9.5", "9.6"),
)
PENDING = evolve(
    LANDING,
    rows=(
        *LANDING.rows[:-2],
        Row("die", "Die", ("9.5c",), Cell(""), Cell("")),
        Row("total", "Total", ("9.5c",), Cell(""), Cell("")),
    ),
    verdict="",
    deciding="",
    rolls=(),
    lines=(),
)


def cells(stakes: Stakes, extra: tuple[int, int] = (0, 0)) -> list[RollCell]:
    """The 36 rolls of a battle, as the exact chances give them."""
    found = []
    for japan, allies in product(range(1, 7), repeat=2):
        t = tally(stakes, japan, allies)
        gap = t.total[0] - t.total[1]
        text = f"J+{gap}" if gap > 0 else f"A+{-gap}" if gap else "↻"
        strong = abs(gap) >= 3
        found.append(RollCell(japan, allies, t, gap, gap == 0, text, t.hits, extra, strong))
    return found


MANILA = cells(Stakes("assault", (6, 6), (2, 2), (4, 4)))
FLEETS = cells(Stakes("fleet", (16, 4), (6, 2), (12, 4)))


def rows_of(page: Page) -> list[dict[str, str]]:
    return [e for e in page.named("tr") if e.get("class", "").startswith("cb-row")]


# -- ledger and result


def test_japan_left_rules_between_the_allies_right() -> None:
    page = Page(ledger_html(LANDING))
    check(page)
    heads = [e["text"] for e in page.named("th") if "colspan" in e]
    assert heads == ["Japan", "The Allies"]
    first = rows_of(page)[0]
    assert first["text"] == "2 land units, 1 each2Land units9.5.1a33 L"
    kinds = [e["class"].split()[-1] for e in rows_of(page)]
    assert kinds == [f"cb-k-{row.kind}" for row in LANDING.rows]
    assert [b["data-value"] for b in page.acting("rule")][:3] == ["9.5.1a", "2.2.2b", "9.2d"]
    assert len(page.acting("rule")) == sum(len(row.rules) for row in LANDING.rows)


def test_a_line_that_gives_nothing_is_struck_through_and_says_why() -> None:
    page = Page(ledger_html(LANDING))
    row = rows_of(page)[1]["text"]
    assert "Air, Palaugives 0: attrited" in row
    struck = [e["text"] for e in page.named("s")]
    assert struck == ["Air, Palau", "0"]
    assert all("attrited" not in text for text in struck)
    assert [e["data-hexes"] for e in page.all if "data-hexes" in e] == ["0707"]


def test_printed_numbers_stand_beside_the_computed_ones() -> None:
    text = ledger_html(LANDING, printed=True, printed_in="14.1")
    assert "printed 30, computed 7 (14.1)" in text
    assert text.count("as printed") == 3
    assert "printed 30, computed 7<" in ledger_html(LANDING, printed=True)
    assert "printed" not in ledger_html(LANDING, printed_in="14.1")


def test_a_printed_number_of_a_line_that_gives_nothing_is_compared_with_0() -> None:
    zero = evolve(LANDING.rows[1], printed=("2", ""))
    text = ledger_html(evolve(LANDING, rows=(zero,)), printed=True)
    assert "printed 2, computed 0" in text


def test_dice_lie_in_their_row_and_ties_stand_above_them() -> None:
    page = Page(ledger_html(LANDING))
    drawn = [e.get("aria-label") for e in page.named("svg")]
    assert drawn == ["Japan's die: 3", "the Allies' die: 1"]
    bodies = [e for e in page.named("tr") if "class" in e]
    at = [e["class"] for e in bodies].index("cb-tie")
    assert "7 each, a tie" in bodies[at]["text"] and "cb-k-die" in bodies[at + 1]["class"]
    assert "half of 3, down: 1" in bodies[at + 1]["text"]


def test_pending_dice_ask_and_nothing_is_won() -> None:
    page = Page(ledger_html(PENDING))
    assert [e["text"] for e in page.named("text")] == ["?", "?"]
    assert rows_of(page)[-2]["text"].count("not thrown yet") == 2
    assert winner(PENDING) is None and result_html(PENDING) == ""
    assert not any("cb-won" in e.get("class", "") for e in page.all)


def test_the_higher_total_is_marked() -> None:
    assert winner(LANDING) is Side.JAPAN
    page = Page(ledger_html(LANDING))
    marked = [e for e in page.all if "cb-won" in e.get("class", "")]
    assert [e["text"] for e in marked] == ["7"] and "cb-jp" in marked[0]["class"]
    total = evolve(LANDING.rows[-1], japan=Cell("", 6))
    assert winner(evolve(LANDING, rows=(total,))) is None


def test_without_a_heading_the_card_keeps_its_name() -> None:
    page = Page(ledger_html(LANDING, titled=False))
    assert not page.named("h2")
    assert page.named("section")[0]["aria-label"] == "Ledger: Manila 0606, landing, fight 2 of 2"


def test_the_result_names_what_bound_and_its_rules() -> None:
    page = Page(result_html(LANDING, printed=True, printed_in="14.1"))
    check(page)
    assert page.named("h2")[0]["text"] == "Japan wins by 1. Continuing combat."
    first, second = page.named("li")
    assert first["text"] == (
        "The Allies take 1 hitleast of 1 and 2cap 2 not reachedprinted 21, computed 1 (14.1)"
        "9.6.1a9.6.1c"
    )
    assert first["data-hexes"] == "0606"
    assert "✓ as printed" in second["text"]
    assert [b["data-value"] for b in page.acting("rule")][-2:] == ["9.5", "9.6"]


def test_a_printed_number_stands_alone_where_none_is_computed() -> None:
    line = evolve(LANDING.lines[0], value=None)
    text = result_html(evolve(LANDING, lines=(line,)), printed=True)
    assert "printed 21<" in text and "computed" not in text


@given(st.text(max_size=20).map(lambda t: f"<b a='\"&{t}"))
def test_every_text_is_escaped(text: str) -> None:
    row = Row(text, text, (text,), Cell(text, 1, text, text), Cell(text, 2), (text, text))
    line = Line(text, text, (text,), text, text, text, (text,))
    sheet = Sheet(text, text, text, (row,), text, text, (text,), (line,), (text,))
    link = Link(text, text, text, text)
    for made in (
        ledger_html(sheet, printed=True, printed_in=text),
        result_html(sheet, printed=True, printed_in=text),
        strip_html([link]),
        choices_html(text, [text]),
        bars_html([Bar(text, Fraction(1, 2))], text),
        difference_html({1: Fraction(1)}, text),
        sheet_table(sheet, printed=True, printed_in=text),
    ):
        assert "<b " not in made
        Page(made)


# -- dice


@pytest.mark.parametrize("side", Side)
@pytest.mark.parametrize("value", range(1, 7))
def test_a_die_has_its_pips_and_its_name(value: int, side: Side) -> None:
    page = Page(dice_svg(value, side))
    assert len(page.named("circle")) == value
    assert page.named("svg")[0]["aria-label"].endswith(f"die: {value}")
    assert page.named("rect")[0]["fill"] == style.SIDES[side]


def test_dice_of_the_sides_differ_in_shape_and_pending_ones_ask() -> None:
    corners = [float(Page(dice_svg(4, side)).named("rect")[0]["rx"]) for side in Side]
    assert corners[0] < 2 and corners[1] > 10
    page = Page(dice_svg(None, Side.JAPAN))
    assert page.named("text")[0]["text"] == "?" and not page.named("circle")
    assert "stroke-dasharray" in page.named("rect")[0]
    assert page.named("svg")[0]["aria-label"] == "Japan's die: not thrown"
    with pytest.raises(ValueError, match="1 to 6"):
        dice_svg(7, Side.JAPAN)


def test_dice_can_be_set_by_buttons() -> None:
    page = Page(dice_html(4, None))
    buttons = page.acting("die")
    assert [b["data-value"] for b in buttons[:2]] == ["japan 1", "japan 2"]
    assert len(buttons) == 12
    assert [b["aria-label"] for b in buttons if b["aria-pressed"] == "true"] == ["Japan's die: 4"]
    assert len({b["data-key"] for b in buttons}) == 12


# -- rolls


def test_all_36_rolls_are_buttons_with_their_words() -> None:
    page = Page(rolls_html(MANILA, (3, 1), (4, 5)))
    buttons = page.acting("roll-cell")
    assert len({b["data-value"] for b in buttons}) == 36
    assert [(b["data-japan"], b["data-allies"]) for b in buttons[:2]] == [("1", "1"), ("1", "2")]
    by = {b["data-value"]: b for b in buttons}
    assert by["6 1"]["aria-label"] == "Japan 6, Allies 1: Japan wins by 3, hits 1 and 2"
    assert by["4 5"]["aria-label"] == "Japan 4, Allies 5: a tie, rolled again"
    assert by["1 2"]["text"] == "A+1" and by["4 5"]["text"] == "↻" and by["6 1"]["text"] == "J+3"
    assert [b["data-value"] for b in buttons if "cb-rolled" in b["class"]] == ["3 1"]
    assert by["3 1"]["aria-label"].endswith("the dice that lie")
    assert by["3 1"]["aria-current"] == "true"
    assert [b["data-value"] for b in buttons if b["aria-pressed"] == "true"] == ["4 5"]
    assert {b["data-value"] for b in buttons if "cb-strong" in b["class"]} == {"6 1", "1 6"}
    assert len([e for e in page.named("th") if e["scope"] == "row"]) == 6


def test_extra_hits_are_told_where_there_are_any() -> None:
    text = rolls_html(cells(Stakes("fleet", (4, 3), (2, 1), (4, 2)), (1, 2)))
    assert "Japan 6, Allies 5: Japan wins by 2, hits 1 and 2, extra hits 1 and 2" in text


def test_the_chances_stand_below_the_grid() -> None:
    assert "Japan 50.00 % (1/2), ties rolled again 10 of 36" in rolls_html(MANILA)
    assert "Japan 100 %, no ties" in rolls_html(FLEETS)
    singapore = cells(Stakes("fleet", (4, 3), (2, 1), (4, 2)))
    assert "Japan 67.74 % (21/31), ties rolled again 5 of 36" in rolls_html(singapore)
    level = [evolve(c, difference=0, tie=True) for c in MANILA]
    assert "Every roll is a tie" in rolls_html(level)


def test_a_grid_needs_all_rolls() -> None:
    with pytest.raises(ValueError, match="36 rolls, not 35"):
        rolls_html(MANILA[1:])
    with pytest.raises(ValueError, match="36 rolls"):
        rolls_html([*MANILA[1:], MANILA[1]])


def test_the_ramp_runs_from_japan_to_the_allies() -> None:
    assert [ramp(gap) for gap in (9, 3, 2, 1, 0, -1, -2, -3, -9)] == [0, 0, 1, 1, 2, 3, 3, 4, 4]


# -- strip and questions


def test_the_strip_links_every_battle_and_marks_the_one_shown() -> None:
    links = (
        Link("Fleet", "20:9", "japan", "done"),
        Link("Landing", "7:6", "", "now"),
        Link("After", "", "", "coming"),
    )
    page = Page(strip_html(links))
    buttons = page.acting("link")
    assert [b["text"] for b in buttons] == [
        "Fleet 20:9 ✓, done, won by Japan",
        "Landing 7:6, being fought",
        "After, still to come",
    ]
    assert [b.get("aria-current") for b in buttons] == [None, "step", None]
    assert [b["data-link"] for b in buttons] == ["0", "1", "2"]
    shown = Page(strip_html(links, current=0)).acting("link")
    assert [b.get("aria-current") for b in shown] == ["step", None, None]
    assert strip_html(()) == ""


def test_a_question_names_its_owner_and_marks_the_default_in_words() -> None:
    page = Page(choices_html("The Allies choose who takes the hit", ["US L", "CW L"], 1))
    check(page)
    assert page.named("h2")[0]["text"] == "The Allies choose who takes the hit"
    buttons = page.acting("choose")
    assert [b["text"] for b in buttons] == ["US L", "CW L default"]
    assert [b["data-choice"] for b in buttons] == ["0", "1"]


# -- chances


@pytest.mark.parametrize(
    ("chance", "words"),
    [
        (Fraction(23, 72), "31.94 % (23/72)"),
        (Fraction(1, 2), "50.00 % (1/2)"),
        (Fraction(0), "0 %"),
        (Fraction(1), "100 %"),
        (Fraction(1, 10**6), "under 0.01 % (1/1000000)"),
        (1 - Fraction(1, 10**6), "over 99.99 % (999999/1000000)"),
        (Fraction(7, 100), "7.00 % (7/100)"),
    ],
)
def test_chances_in_words(chance: Fraction, words: str) -> None:
    assert chance_words(chance) == words
    assert words.startswith(percent(chance))


def test_bars_are_as_long_as_their_chance() -> None:
    page = Page(bars_html([Bar("Japan alone", Fraction(1, 4), Side.JAPAN)], "Outcomes"))
    filled = next(e for e in page.named("rect") if "cb-filled" in e["class"])
    assert filled["width"] == "25%" and "cb-jp" in filled["class"]
    assert "25.00 % (1/4)" in page.named("li")[0]["text"]
    assert bars_html([], "Outcomes") == ""


def test_a_difference_is_drawn_and_told() -> None:
    chances = {2: Fraction(1, 6), 1: Fraction(1, 3), -1: Fraction(1, 2)}
    page = Page(difference_html(chances, "Difference"))
    rows = [e["text"] for e in page.named("tr")]
    assert rows[1:] == [
        "Japan by 216.67 % (1/6)",
        "Japan by 133.33 % (1/3)",
        "The Allies by 150.00 % (1/2)",
    ]
    drawn = Page(difference_svg(chances))
    assert [e["fill"] for e in drawn.named("rect")] == [style.JAPAN] * 2 + [style.UNITED_STATES]
    heights = [float(e["height"]) for e in drawn.named("rect")]
    assert heights[2] == pytest.approx(3 * heights[0], abs=0.1)
    words = [e["text"] for e in drawn.named("text")]
    assert words == ["17", "J+2", "33", "J+1", "0", "50", "A+1"]
    assert difference_html({}, "Difference") == ""


@pytest.mark.parametrize("widest", [1, 4, 11, 24, 40])
def test_the_words_below_the_bars_do_not_touch(widest: int) -> None:
    made = Page(difference_svg({gap: Fraction(1, 3) for gap in (-widest, 0, widest)}))
    svg = made.named("svg")[0]
    assert float(svg["width"]) <= 620
    below = [e for e in made.named("text") if e["font-size"] == "11"]
    assert len(below) >= 3
    ends = [(float(e["x"]), 3.2 * len(e["text"])) for e in below]
    assert all(b - half > a + before for (a, before), (b, half) in pairwise(ends))


J, A = Side.JAPAN, Side.ALLIES
ODDS = Odds(
    state=State(companion_board(), 4, ()),
    hex="0606",
    battles=(
        BattleOdds(
            "fleet",
            0,
            Fraction(1),
            {J: Fraction(1), A: Fraction(0)},
            Fraction(0),
            Distribution.of({11: 1, 12: 1}),
            {J: Distribution.of([2]), A: Distribution.of([4])},
        ),
        BattleOdds(
            "assault",
            1,
            Fraction(25, 36),
            {J: Fraction(1, 2), A: Fraction(1, 2)},
            Fraction(5, 18),
            Distribution.of({3: 1, 1: 2, -1: 3}),
            {J: Distribution.of([0, 1]), A: Distribution.of([0, 1])},
        ),
    ),
    outcomes=Distribution.of({Outcome("japan", "japan"): 23, Outcome("both", "japan"): 49}),
    losses=(
        Loss(J, Kind.NAVAL, Fraction(5, 3), Fraction(0)),
        Loss(A, Kind.LAND, Fraction(1, 2), Fraction(1, 3)),
    ),
    unopposed={J: Fraction(11, 36), A: Fraction(0)},
    policy="default",
    policy_text="Owners choose by the <default>.",
)
EFFECTS = [
    SimpleNamespace(edit=f"add <{n}>", text=f"<change {n}>", delta=Fraction(delta))
    for n, delta in enumerate(("15/32", "-3/100", "1/1000000", "0", *("1/100",) * 6))
]


def test_the_outcomes_of_the_hex_stand_first_with_their_exact_chance() -> None:
    page = Page(odds_html(ODDS))
    check(page)
    bars = [e["text"] for e in page.named("li")]
    assert bars[0] == "Japan alone31.94 % (23/72)"
    assert bars[1] == "Both: continuing combat68.06 % (49/72)"
    assert bars[2] == "Japan alone100 %" and len(bars) == 3
    assert "<default>" in page.named("section")[0]["text"]
    no_fleets = evolve(ODDS, outcomes=Distribution.of([Outcome("japan", "none")]))
    assert "Fleets left" not in odds_html(no_fleets)


def test_every_battle_has_its_chances_and_its_difference() -> None:
    page = Page(odds_html(ODDS))
    rows = [e["text"] for e in page.named("tr")]
    assert "Fleet combat, fight 1100 %0 %" in rows
    assert (
        "Landing, fight 2fought with 69.44 % (25/36)a tie per roll 27.78 % (5/18)"
        "50.00 %1/250.00 %1/2"
    ) in rows
    assert "Japan by 316.67 % (1/6)" in rows and "The Allies by 150.00 % (1/2)" in rows
    assert "Alone ashore without a fight on land: Japan 30.56 % (11/36)." in odds_html(ODDS)
    least = [text for text in rows if text.startswith("By")]
    assert least == [
        "By 11 or more100 %0 %",
        "By 12 or more50.00 %1/20 %",
        "By 1 or more50.00 %1/250.00 %1/2",
        "By 3 or more16.67 %1/60 %",
    ]
    drawn = [e for e in page.named("svg") if e.get("class") != "cb-bar"]
    assert len(drawn) == 2 and all(e["aria-hidden"] == "true" for e in drawn)


def test_expected_losses_by_kind() -> None:
    rows = [e["text"] for e in Page(odds_html(ODDS)).named("tr")]
    assert "Naval units1.670.00 removed–" in rows
    assert "Land units–0.500.33 removed" in rows
    assert "Losses" not in odds_html(evolve(ODDS, losses=()))


def test_without_a_fight_nothing_is_rolled_for() -> None:
    text = odds_html(evolve(ODDS, battles=(), losses=(), unopposed={J: Fraction(0)}))
    assert "No fight: nothing is rolled for." in text
    assert "Who wins" not in text and "without a fight" not in text


def test_what_would_change_it_can_be_previewed() -> None:
    text = effects_html(EFFECTS, previewed="add <1>")
    page = Page(text)
    check(page)
    buttons = page.acting("edit")
    assert "<change" not in text and "<0>" not in text
    assert [b["data-edit"] for b in buttons] == [e.edit for e in EFFECTS]
    assert buttons[0]["text"] == "<change 0>+46.88 points of per cent"
    assert [b["data-edit"] for b in buttons if b["aria-pressed"] == "true"] == ["add <1>"]
    assert page.named("summary")[0]["text"] == "2 more"
    assert "No single change" in effects_html([])
    assert "<details" not in effects_html(EFFECTS[:8])


def test_changes_of_one_counter_that_come_to_the_same_share_a_line() -> None:
    texts = {
        "flip": "Palau: Japanese air unit attrited",
        "hold": "Palau: Japanese air unit held back",
        "add": "Palau: one more US air unit",
        "off": "Saigon: Japanese air unit gone",
        "less": "Palau: Japanese air unit gone",
    }
    deltas = {name: Fraction(-1, 8) for name in texts} | {"less": Fraction(-1, 9)}
    effects = [SimpleNamespace(edit=n, text=t, delta=deltas[n]) for n, t in texts.items()]
    assert [[e.edit for e in group] for group in alike(effects)] == [
        ["flip", "hold"],
        ["add"],
        ["off"],
        ["less"],
    ]
    page = Page(effects_html(effects, previewed="hold"))
    check(page)
    buttons = page.acting("edit")
    assert [b["text"] for b in buttons[:2]] == ["attrited", "held back"]
    assert buttons[1]["aria-label"] == f"{texts['hold']}, −12.50 points of per cent"
    assert [b["data-edit"] for b in buttons if b["aria-pressed"] == "true"] == ["hold"]


def test_a_roll_tells_its_sums_and_hits_while_it_is_pointed_at() -> None:
    told = {b["data-value"]: b["data-told"] for b in Page(rolls_html(MANILA)).acting("roll-cell")}
    assert told["3 1"] == (
        "Japan 3, the Allies 1: 6 + 1 = 7 to 6 + 0 = 6. Japan wins by 1. "
        "Hits: Japan 0, the Allies 1."
    )
    assert told["1 1"] == "Japan 1, the Allies 1: 6 + 0 = 6 to 6 + 0 = 6. A tie: rolled again."
    assert "data-roving" not in rolls_html(MANILA)
    assert 'data-roving="6"' in rolls_html(MANILA, one_stop=True)


@pytest.mark.parametrize(
    ("delta", "words"),
    [
        ("15/32", "+46.88"),
        ("-3/100", "−3.00"),
        ("1/1000000", "+0.00"),
        ("0", "0.00"),
        ("1", "+100.00"),
    ],
)
def test_points(delta: str, words: str) -> None:
    assert points(Fraction(delta)) == words


# -- notebooks


def test_a_notebook_table_needs_no_style_sheet() -> None:
    text = sheet_table(LANDING, printed=True, printed_in="14.1")
    page = Page(text)
    assert "class=" not in text and "<button" not in text
    assert "printed 30, computed 7 (14.1)" in text and "gives 0: attrited" in text
    assert "Japan wins by 1." in text and "9.6.1a, 9.6.1c" in text
    assert [e["text"] for e in page.named("s")] == ["Air, Palau", "0"]
    assert "7 each, a tie" in text
    assert "Japan wins" not in sheet_table(PENDING) and "not thrown yet" in sheet_table(PENDING)


def test_a_notebook_grid_has_36_rolls_and_the_chances() -> None:
    page = Page(rolls_table(MANILA, (3, 1)))
    told = [e["text"] for e in page.named("td")]
    assert len(told) == 37 and told.count("↻") == 10
    assert len([e for e in page.named("td") if "outline" in e.get("style", "")]) == 1
    assert "Japan 50.00 % (1/2)" in page.named("p")[0]["text"]


def test_chances_in_a_notebook() -> None:
    text = odds_table(ODDS)
    rows = [e["text"] for e in Page(text).named("tr")]
    assert "class=" not in text
    assert "Japan alone31.94 % (23/72)" in rows
    assert "Landing, fight 269.44 % (25/36)50.00 % (1/2)50.00 % (1/2)27.78 % (5/18)" in rows
    assert "The Alliesland unit0.500.33" in rows and "&lt;default&gt;" in text
    changes = Page(effects_table(EFFECTS)).named("tr")
    assert changes[1]["text"] == "<change 0>add <0>+46.88" and len(changes) == 11
    assert effects_table([]) == ""


# -- style sheet


def test_the_sheet_uses_no_colour_of_its_own() -> None:
    named = {v.upper() for v in vars(style).values() if isinstance(v, str) and v.startswith("#")}
    named |= {c.upper() for c in style.ODDS_RAMP} | {"#D5D9DD"}
    assert {c.upper() for c in re.findall(r"#[0-9A-Fa-f]{3,6}\b", combat_css())} <= named


def test_the_sheet_keeps_the_sizes() -> None:
    sheet = combat_css()
    grid = re.search(r"table\.cb-grid \{[^}]*width: (\d+)px", sheet)
    assert grid and int(grid[1]) == 7 * style.TOUCH
    cell = re.search(r"\n\.cb-cell \{[^}]*width: (\d+)px;\s*height: (\d+)px", sheet)
    assert cell and int(cell[1]) == int(cell[2]) == style.TOUCH
    assert re.search(r"\.cb-rolled \{[^}]*inset 0 0 0 4px #1A1F26", sheet)
    assert "italic" not in sheet and "uppercase" not in sheet and "gradient" not in sheet


def test_words_are_read_on_every_ground() -> None:
    for ground in (*style.ODDS_RAMP, style.PAPER, style.NOT_YET, style.WHITE):
        assert style.contrast(style.INK, ground) >= 4.5
    for side in Side:
        assert style.contrast(style.WHITE, style.SIDES[side]) >= 4.5
    assert style.contrast(style.SUPPLIED, style.PAPER) >= 4.5
    assert style.contrast(style.QUIET, style.PAPER) >= 4.5
