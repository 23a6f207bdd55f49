"""The questions of the dice-pool course: their texts, their answers, and how they are shown."""

from __future__ import annotations

import json
import re
from html.parser import HTMLParser
from pathlib import Path

import pytest

from witp_learn import dicepool, rulebook
from witp_learn.dicepool.asking import Asked, questions
from witp_learn.files import NotAvailable
from witp_learn.view.dicepool_faces import question_html

MOST_WORDS = 40
ALL = list(questions().values())


def texts(asked: Asked) -> list[str]:
    return [asked.begin, *(option.says for option in asked.option)]


@pytest.mark.parametrize("asked", ALL, ids=lambda asked: asked.id)
def test_texts_are_short_and_sober(asked: Asked) -> None:
    for text in (asked.ask, *texts(asked)):
        assert 0 < len(text.split()) <= MOST_WORDS, text
        assert text[0].isupper() or text[0].isdigit()
        assert text[-1] in ".?"
        assert "!" not in text
        assert not re.search(r"\b(wrong|invalid|oops|well done|correct|great)\b", text, re.I)


@pytest.mark.parametrize("asked", ALL, ids=lambda asked: asked.id)
def test_three_answers_or_more_each_wrong_one_with_its_idea(asked: Asked) -> None:
    answers = [option.answer for option in asked.option]
    assert len(answers) >= 3
    assert len(set(answers)) == len(answers)
    assert [option.idea for option in asked.option].count("") == 1
    assert set(asked.rules) <= set(rulebook.clauses())
    assert all(re.fullmatch(r"[a-z]+(-[a-z]+)*", o.idea) for o in asked.option if o.idea)


@pytest.mark.parametrize("asked", ALL, ids=lambda asked: asked.id)
def test_what_is_said_to_an_idea_ends_in_a_step_and_gives_nothing_away(asked: Asked) -> None:
    right = next(option.answer for option in asked.option if not option.idea)
    for option in asked.option:
        if option.idea:
            *_, last = re.findall(r"[^.?]+[.?]", option.says)
            assert len(last.split()) <= 12, last
            assert not last.strip().startswith(right), last


def test_the_right_answer_comes_from_outside_and_must_be_on_offer() -> None:
    question = dicepool.ask("dogfight-dice", 3, "three dice")
    assert "(D-dogfight-1, D-units-6)" in question.answer("3")
    assert question.answer(3).endswith("three dice")
    assert "three dice" not in question.answer("2")
    assert "three dice" not in str(question)
    with pytest.raises(NotAvailable, match="7 is not one of the answers; they are 2, 3, 4 or 8"):
        dicepool.ask("dogfight-dice", 7)
    with pytest.raises(NotAvailable, match="not one of the answers"):
        question.answer("5")
    with pytest.raises(NotAvailable, match="Did you mean dogfight-dice"):
        dicepool.ask("dogfight-dise", 3)


class Seen(HTMLParser):
    """The folded parts of a question: their summaries and groups."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.names: list[str] = []
        self.summaries: list[str] = []
        self.open: list[str] = []
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag == "details":
            found = dict(attrs)
            assert "open" not in found
            self.names.append(str(found["name"]))
        self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        if self.open[-1:] == ["summary"]:
            self.summaries.append(data)


def test_answers_are_shut_and_open_one_at_a_time() -> None:
    question = dicepool.ask("shot-down-first", 2, "<b>2 & more</b>")
    html = question_html(question)
    seen = Seen(html)
    assert not seen.open
    assert seen.summaries == ["0", "1", "2", "I do not know yet"]
    assert set(seen.names) == {"shot-down-first"}
    assert "<b>2" not in html and "&lt;b&gt;2 &amp; more" in html
    assert html.count("Not yet.") == 2
    assert html.count("✓") == 1


def test_the_faces_in_a_notebook() -> None:
    table = dicepool.sample()
    ours, theirs = dicepool.force("infantry:3,bomber:1", table), dicepool.force("artillery:1")
    found = dicepool.odds(ours, theirs)
    faces = found._repr_mimebundle_()
    assert faces["image/svg+xml"].startswith("<svg")
    assert "The attacker takes the territory in" in faces["image/svg+xml"]
    rows = table._repr_mimebundle_()["text/html"]
    assert rows.count("<tr>") == 1 + len(table.units)
    assert "no values and no rules" in rows
    told = dicepool.compare(ours, theirs, theirs)._repr_mimebundle_()["text/html"]
    assert "not the game" in told
    assert told.count('scope="row"') == 9
    assert "text/html" in dicepool.ask("dogfight-dice", 3)._repr_mimebundle_()


def test_the_numbers_that_are_said_are_those_computed() -> None:
    ours, theirs = dicepool.force("infantry:3,tank:1"), dicepool.force("infantry:2,artillery:1")
    leaves = dicepool.Plan(dicepool.Conduct(leave=dicepool.leave("after:1")))
    stay, early = dicepool.odds(ours, theirs), dicepool.odds(ours, theirs, leaves)
    lost = [f"{found.lost_pu(dicepool.Role.ATTACKER):.1f} PU" for found in (early, stay)]
    said = dicepool.ask("price-of-leaving", "1 of 10").answer("1 of 10")
    assert f"{lost[0]} on average in place of {lost[1].removesuffix(' PU')}" in said
    one = dicepool.force("infantry:1")
    even = dicepool.odds(one, one)
    said = dicepool.ask("exit-even", "7 of 10").answer("7 of 10")
    assert f"{32 * even.defender:.0f} of 32 that he alone survives" in said
    assert f"{32 * even.both:.0f} of 32 that both are destroyed" in said
    assert dicepool.ask("same-dice", f"{10 * stay.attacker:.0f} of 10").right == "8 of 10"


def test_folded_lines_keep_their_lines() -> None:
    told = dicepool.fold("Numbers", "one & two\n  three")._repr_mimebundle_()["text/html"]
    assert re.search(r"<pre[^>]*>one &amp; two\n  three</pre>", told)
    told = dicepool.fold("Numbers", "one & two")._repr_mimebundle_()["text/html"]
    assert "<p>one &amp; two</p>" in told and "<pre" not in told


LESSONS = ("dicepool_1_one_round", "dicepool_2_odds")


def unfolded(name: str) -> list[str]:
    """What stands open in a lesson, cell by cell: texts and outputs without their folded parts."""
    file = Path(__file__).parent.parent / "tutorials" / f"{name}.ipynb"
    seen = []
    for cell in json.loads(file.read_text("utf-8"))["cells"]:
        texts = ["".join(cell["source"])] if cell["cell_type"] == "markdown" else []
        for output in cell.get("outputs", ()):
            data = output.get("data", {"text/html": output.get("text", "")})
            texts.append("".join(data.get("text/html", f"picture: {sorted(data)}")))
        seen.append(re.sub(r"<details.*?</details>", "", "\n".join(texts), flags=re.DOTALL))
    return seen


@pytest.mark.parametrize("name", LESSONS)
def test_a_lesson_gives_no_answer_away_that_is_not_asked_for(name: str) -> None:
    cells = unfolded(name)
    assert any("How many" in cell for cell in cells)
    told = "\n".join(cells)
    assert "%" not in told and "Keep this" not in told
    for given in (
        "4, 5 and 1",
        "6 and 5 miss",
        "2, 6, 6, 5",
        "shows 6",
        "is destroyed and another",
    ):
        assert given not in told, given
    assert "safe here" not in told and "missed" not in told and "striped" not in told
    pictures = [place for place, cell in enumerate(cells) if "picture:" in cell]
    assert pictures in ([], [len(cells) - 2])


def test_the_dice_of_a_volley_are_not_counted_out_in_the_cells() -> None:
    file = Path(__file__).parent.parent / "tutorials" / f"{LESSONS[0]}.ipynb"
    cells = json.loads(file.read_text("utf-8"))["cells"]
    sources = ["".join(cell["source"]) for cell in cells if cell["cell_type"] == "code"]
    assert not [text for text in sources if "dicepool.roll(moment, [4" in text]


def test_what_is_folded_is_shut_and_says_only_its_title() -> None:
    one = dicepool.force("infantry:1")
    folded = dicepool.fold("Both pictures", "A <note>", dicepool.odds(one, one))
    html = folded._repr_mimebundle_()["text/html"]
    assert Seen(html).summaries == ["Both pictures"]
    assert "A &lt;note&gt;" in html and "<svg" in html and "31.25 %" in html
    assert "31.25" not in str(folded) and "Both pictures" in str(folded)
