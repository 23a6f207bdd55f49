"""The weights of the evaluation, from ``data/bots.toml``."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from attrs import frozen

from witp_learn.bots.choices import Term
from witp_learn.files import DATA, parse, read_text, structure

FILE = DATA / "bots.toml"
"""Where the weights stand."""


@frozen
class Aims:
    """How bold the bot is; see the notes in the file."""

    enough: float
    least: float
    landing: int
    march: int


@frozen
class Weight:
    """What one of something is worth, its words, and the clauses that make it count."""

    weight: float
    text: str
    rules: tuple[str, ...] = ()


@frozen
class Weights:
    """Everything that the greedy bot weighs."""

    aims: Aims
    terms: Mapping[str, Weight]

    def term(self, name: str, amount: float, text: str = "") -> Term:
        """So much of something as a term, in its own words unless others are given."""
        found = self.terms[name]
        return Term(name, amount, found.weight, text or found.text, found.rules)


@cache
def weights() -> Weights:
    """The weights that come with the companion."""
    return structure(Weights, parse(read_text(FILE), str(FILE)), str(FILE))
