"""Cards: six parts in order, buttons with keys, nothing unescaped."""

from html.parser import HTMLParser
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from witp_learn.explain import Answer, Change, Fact, RulingEffect, Tab, Test
from witp_learn.view import cards

VOID = {"br", "col", "hr", "img", "input", "wbr"}


class Page(HTMLParser):
    """The elements of a piece of HTML; raises AssertionError where they are not nested."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[dict[str, str]] = []
        self.all: list[dict[str, str]] = []
        self.feed(text)
        self.close()
        assert not self.open, self.open

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        assert len(attrs) == len(dict(attrs)), "an attribute twice"
        element = {"tag": tag, "text": "", **{k: v or "" for k, v in attrs}}
        self.all.append(element)
        if tag not in VOID:
            self.open.append(element)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop()["tag"] == tag

    def handle_data(self, data: str) -> None:
        for element in self.open:
            element["text"] += data

    def named(self, tag: str) -> list[dict[str, str]]:
        """All elements of one name."""
        return [e for e in self.all if e["tag"] == tag]

    def acting(self, action: str) -> list[dict[str, str]]:
        """All buttons of one action."""
        return [e for e in self.named("button") if e["data-action"] == action]


def a_test(name: str, result: str, stops: bool = False, *rules: str) -> Test:
    """One test of the hex between."""
    return Test(name, name.capitalize(), result, stops, f"About the {name}.", rules or ("7.1d",))


def an_answer(good: bool = False, **changed: object) -> Answer:
    """An answer with all six parts."""
    stopped = Tab(
        "1109",
        "1109",
        (a_test("mountain", "no"), a_test("unit", "none"), a_test("zone", "Rabaul A", True)),
    )
    opened = Tab(
        "1209",
        "1209",
        (a_test("mountain", "no"), a_test("zone", "Rabaul A, lifted here", False, "7.1g", "7.1h")),
    )
    parts: dict[str, object] = {
        "good": good,
        "verdict": "Ellis land unit is out of supply. It will be attrited.",
        "deciding": "The only hex between is stopped.",
        "tabs": (stopped, opened),
        "changes": (Change("flip 1008 jp A", "Rabaul air unit attrited", ("1008",)),),
        "facts": (Fact("1209", "icon", "1209: no airfield", "assumed", "none known", "1209: one"),),
        "rulings": (RulingEffect("range", "b", "What of three? Other reading: in."),),
        "rules": ("7.1c", "7.2a"),
        "heading": "One change that would bring it in",
    }
    return Answer(**{**parts, **changed})  # type: ignore[arg-type]


def check(page: Page) -> None:
    """What holds for every card: pressable things are buttons with words and their own key."""
    for element in page.all:
        pressable = "data-action" in element
        assert (element["tag"] == "button") == pressable
        if pressable:
            assert element["type"] == "button"
            assert element["text"].strip()
            assert element["data-key"] and "data-value" in element
        assert not any(k.startswith("on") for k in element)
        assert "style" not in element and element["tag"] not in {"script", "style"}
        if element["tag"] == "a":
            # The one link of all cards leads to the register and leaves the page where it is.
            assert element["class"] == "w-register" and element["target"] == "_blank"
    keys = [e["data-key"] for e in page.all if "data-key" in e]
    assert len(keys) == len(set(keys))
    levels = [int(e["tag"][1]) for e in page.all if e["tag"] in {"h1", "h2", "h3", "h4"}]
    assert not levels or levels[0] == 2
    assert all(b - a <= 1 for a, b in pairwise(levels))
    assert all(e.get("scope") in {"col", "row"} for e in page.named("th"))


def test_the_six_parts_stand_in_their_order() -> None:
    text = cards.answer_card(an_answer(), unit_label="Ellis L")
    order = [
        "Ellis land unit is out of supply",
        "The only hex between is stopped",
        "<table",
        "One change that would bring it in",
        "Rests on 1 assumed map fact and 1 ruling.",
        "7.2a",
    ]
    places = [text.index(part) for part in order]
    assert places == sorted(places)
    check(Page(text))


def test_the_deciding_row_is_marked_and_passed_tests_fold() -> None:
    page = Page(cards.answer_card(an_answer()))
    rows = [e for e in page.named("tr") if e.get("class") == "w-stops"]
    assert len(rows) == 1 and "Rabaul A" in rows[0]["text"]
    assert "2 other tests passed" in page.named("table")[0]["text"]
    (show,) = page.acting("passed")
    assert show["data-value"] == "1"
    spread = Page(cards.answer_card(an_answer(), passed_open=True))
    assert "About the unit." in spread.named("table")[0]["text"]
    assert spread.acting("passed")[0]["data-value"] == "0"
    check(spread)


def test_a_lifted_zone_is_explained_even_when_passed_tests_fold() -> None:
    page = Page(cards.answer_card(an_answer(), open_tab=1))
    table = page.named("table")[0]["text"]
    assert "Rabaul A, lifted here" in table and "About the zone." in table
    assert "1 test passed" in table.replace("other ", "")
    check(page)


@pytest.mark.parametrize("place", [-3, 0, 1, 9])
def test_one_tab_is_pressed(place: int) -> None:
    page = Page(cards.answer_card(an_answer(), open_tab=place))
    tabs = page.acting("tab")
    assert [t["data-value"] for t in tabs] == ["0", "1"]
    assert [t["aria-pressed"] for t in tabs].count("true") == 1
    assert ["stopped" in t["text"] for t in tabs] == [True, False]


def test_changes_carry_their_edit() -> None:
    page = Page(cards.answer_card(an_answer()))
    (change,) = [e for e in page.acting("edit") if e["class"] == "w-change"]
    assert change["data-value"] == "flip 1008 jp A"
    assert change["data-hexes"] == "1008"
    assert "ruling range=b" in [e["data-value"] for e in page.acting("edit")]


def test_nothing_can_be_pressed_that_the_page_cannot_do() -> None:
    page = Page(cards.answer_card(an_answer(), can_edit=False))
    assert not page.acting("edit") and not page.acting("fact-correct")
    assert "Rabaul air unit attrited" in page.all[0]["text"]
    page = Page(cards.answer_card(an_answer(), can_correct=True))
    for action in ("fact-same", "fact-correct"):
        assert [e["data-value"] for e in page.acting(action)] == ["1209:icon"]
    check(page)


def test_many_changes_fold() -> None:
    many = tuple(Change(f"flip {i}", f"Change {i}") for i in range(9))
    page = Page(cards.answer_card(an_answer(changes=many)))
    assert len([e for e in page.acting("edit") if e["class"] == "w-change"]) == 9
    assert "3 more" in [e["text"] for e in page.named("summary")]


def test_an_answer_without_tests_or_changes() -> None:
    bare = an_answer(True, tabs=(), changes=(), facts=(), rulings=(), rules=())
    page = Page(cards.answer_card(bare))
    assert not page.named("table") and not page.named("details")
    assert "Rests on 0 assumed map facts and 0 rulings." in page.all[0]["text"]
    check(page)


def test_units_stand_worst_first() -> None:
    rows = [
        (0, "in", "Samoa L", ""),
        (1, "auto", "Darwin A", "Australia"),
        (2, "out", "Gilberts A", "3 hexes from the nearest base"),
        (3, "", "Truk N", ""),
        (4, "in", "Ellis L", "hangs by 1209"),
    ]
    page = Page(cards.unit_list(rows))  # type: ignore[arg-type]
    assert [e["data-value"] for e in page.acting("select")] == ["2", "0", "4", "1", "3"]
    assert "out of supply" in page.acting("select")[0]["text"]
    check(page)
    assert "No units" in cards.unit_list([])


def test_what_changed_can_be_undone_by_name() -> None:
    page = Page(cards.changes_panel("Turned over A. Nothing else changed.", "turned over A"))
    (undo,) = page.acting("undo")
    assert undo["text"] == "Undo" and undo["aria-label"] == "Undo: turned over A"
    assert not Page(cards.changes_panel("Opened.")).acting("undo")


def test_a_rule_drawer() -> None:
    rulings = [("a-slug", "What?", "This.")]
    page = Page(cards.rule_drawer("7.1c", "The hex between", ["One.", "Two."], rulings))
    assert [e["text"] for e in page.named("h2")] == ["7.1c The hex between"]
    assert [e["text"] for e in page.named("p")][:2] == ["One.", "Two."]
    assert page.acting("rule-close") and not page.acting("rule-show")
    (register,) = page.named("a")
    assert register["href"] == "/rulings#a-slug" and register["target"] == "_blank"
    check(page)
    shown = Page(cards.rule_drawer("7.1c", "The hex between", [], can_show=True))
    assert shown.acting("rule-show")[0]["data-value"] == "7.1c"


@pytest.mark.parametrize("kind", cards.NOTICES)
def test_notices(kind: str) -> None:
    page = Page(cards.notice(kind, "A & B"))
    assert "A & B" in page.all[0]["text"]
    assert page.all[0]["role"] == ("alert" if kind == "error" else "status")


def test_an_unknown_kind_of_notice_is_refused() -> None:
    with pytest.raises(ValueError, match="no kind of notice"):
        cards.notice("fancy", "")


def test_the_empty_state_offers_its_examples() -> None:
    page = Page(cards.empty_state([("manila", "Manila", "<svg></svg>"), ("b", "B", "")]))
    assert [e["data-value"] for e in page.acting("example")] == ["manila", "b"]
    check(page)


@given(st.text(alphabet=st.sampled_from("<>&\"'/ascript="), max_size=24))
def test_no_word_becomes_markup(words: str) -> None:
    hostile = f'<script>{words}</script><b onclick="x">\''
    tab = Tab(hostile, hostile, (Test(hostile, hostile, hostile, True, hostile, (hostile,)),))
    answer = an_answer(
        verdict=hostile,
        deciding=hostile,
        tabs=(tab, Tab("2", hostile, ())),
        changes=(Change(hostile, hostile),),
        facts=(Fact(hostile, hostile, hostile, hostile, hostile, hostile),),
        rulings=(RulingEffect(hostile, hostile, hostile),),
        rules=(hostile,),
        heading=hostile,
    )
    pages = (
        cards.answer_card(answer, unit_label=hostile, can_correct=True),
        cards.unit_list([(0, "in", hostile, hostile)]),
        cards.changes_panel(hostile, hostile),
        cards.rule_drawer(hostile, hostile, [hostile], [(hostile,) * 3], can_show=True),
        cards.notice("info", hostile),
        cards.empty_state([(hostile, hostile, "")]),
    )
    for text in pages:
        page = Page(text)
        assert not page.named("script") and not page.named("b")
        check(page)


def test_every_class_of_the_cards_has_a_style() -> None:
    sheet = cards.card_css()
    texts = (
        cards.answer_card(an_answer(), unit_label="Ellis L", can_correct=True)
        + cards.answer_card(an_answer(True, changes=()), passed_open=True)
        + cards.unit_list([(0, "in", "A", "b"), (1, "", "B", "")])
        + cards.changes_panel("a", "b")
        + cards.rule_drawer("1", "t", [])
        + cards.empty_state([("a", "b", "")])
        + "".join(cards.notice(k, "") for k in cards.NOTICES)
    )
    unstyled = {"w-in", "w-out", "w-deciding", "w-more", "w-empty"}
    used = {c for e in Page(texts).all for c in e.get("class", "").split()}
    assert not {c for c in used - unstyled if f".{c}" not in sheet}
