"""Questions of the course: predict first, then see what the rules give.

The texts are data; the right answer is never written down but computed and handed in, and must be
one of the answers offered. Every other answer has the idea behind it met in its own words.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache

from attrs import frozen

from witp_learn.display import Displayed
from witp_learn.explain import say
from witp_learn.files import DATA, NotAvailable, nearest, one_of, parse, structure


@frozen
class Option:
    """An answer that is offered, and what is said to those who choose it.

    ``idea``: the belief that leads to it, in a word or two; empty where it is right.
    """

    answer: str
    says: str
    idea: str = ""


@frozen
class Asked:
    """The texts of a question: what is asked, a first step for those who do not know, answers."""

    id: str
    ask: str
    begin: str
    rules: tuple[str, ...]
    option: tuple[Option, ...]


@frozen
class _Sheet:
    question: tuple[Asked, ...]


@frozen
class Question(Displayed):
    """A question with its computed answer; ``shown`` is what the right answer uncovers.

    In a notebook each answer opens what is said to it. ``answer`` says the same in a console.
    """

    text: Asked
    right: str
    shown: object = ""

    def answer(self, given: object) -> str:
        """What is said to an answer. Raises NotAvailable for one that is not offered."""
        for option in self.text.option:
            if option.answer == str(given):
                more = f"\n{self.shown}" if self.is_right(option) and self.shown != "" else ""
                return f"{self.met(option)}{more}"
        offered = one_of(option.answer for option in self.text.option)
        raise NotAvailable(say("dicepool.ask.not_offered", given=given, offered=offered))

    def is_right(self, option: Option) -> bool:
        """Whether this is the answer that the rules give."""
        return option.answer == self.right

    def met(self, option: Option) -> str:
        """What is said to an option, with the clauses it rests on."""
        return f"{option.says} ({', '.join(self.text.rules)})"

    def __str__(self) -> str:
        return "\n".join(self.lines())

    def lines(self) -> Iterator[str]:
        """The question and the answers offered, without saying which is right."""
        yield self.text.ask
        yield from (f"  - {option.answer}" for option in self.text.option)


@frozen
class Folded(Displayed):
    """Something that is kept shut until the reader opens it, such as what answers a question."""

    title: str
    shown: tuple[object, ...]

    def __str__(self) -> str:
        return say("dicepool.ask.folded", title=self.title)


def fold(title: str, *shown: object) -> Folded:
    """Show records and texts in a notebook only once they are opened by their title.

    As text only the title is seen; ``print`` what is shown to read it.
    """
    return Folded(title, shown)


def ask(name: str, right: object, shown: object = "") -> Question:
    """A question of the course by name, with the answer that the rules give.

    ``shown``: what the right answer uncovers, such as the ledger of a volley. Raises NotAvailable
    for an unknown name, or an answer that is not among those offered.
    """
    known = questions()
    if name not in known:
        raise NotAvailable(say("dicepool.ask.unknown", name=name, hint=nearest(name, known)))
    text = known[name]
    if str(right) not in [option.answer for option in text.option]:
        offered = one_of(option.answer for option in text.option)
        raise NotAvailable(say("dicepool.ask.not_offered", given=right, offered=offered))
    return Question(text, str(right), shown)


@cache
def questions() -> Mapping[str, Asked]:
    """The texts of all questions by name."""
    file = DATA / "dicepool" / "questions.toml"
    sheet = structure(_Sheet, parse(file.read_text("utf-8"), file.name), file.name)
    return {asked.id: asked for asked in sheet.question}
