"""Exact distributions: chances sum to one and never round."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st
from strategies import examples

from witp_learn.chances import DIE, Distribution

weights = st.dictionaries(st.integers(-5, 5), st.integers(0, 9), min_size=1).filter(
    lambda w: any(w.values())
)


def test_two_dice() -> None:
    two = DIE.join(DIE, lambda a, b: a + b)
    assert two.chances[7] == Fraction(1, 6)
    assert two.chances[12] == Fraction(1, 36)
    assert two.mean(lambda s: s) == 7
    assert two.chance(lambda s: s > 9) == Fraction(1, 6)


def test_equal_outcomes_add_up_and_impossible_ones_go() -> None:
    assert Distribution.of("aab").chances == {"a": Fraction(2, 3), "b": Fraction(1, 3)}
    assert Distribution.of({"a": 1, "b": 0}).chances == {"a": 1}
    assert Distribution.of({"a": Fraction(1, 7), "b": Fraction(1, 7)}).chances["a"] == Fraction(
        1, 2
    )


def test_mapping_merges_outcomes() -> None:
    odd = DIE.map(lambda d: d % 2 == 1)
    assert odd.chances == {True: Fraction(1, 2), False: Fraction(1, 2)}


@pytest.mark.parametrize("bad", [[], {}, {"a": 0}])
def test_a_distribution_of_nothing(bad: object) -> None:
    with pytest.raises(ValueError, match="at least one outcome"):
        Distribution.of(bad)


def test_a_negative_weight() -> None:
    with pytest.raises(ValueError, match="'b' is negative"):
        Distribution.of({"a": 2, "b": -1})


@examples(200)
@given(weights, weights)
def test_chances_sum_to_one(first: dict[int, int], second: dict[int, int]) -> None:
    a, b = Distribution.of(first), Distribution.of(second)
    joined = a.join(b, lambda x, y: x + y)
    for found in (a, b, joined, joined.map(abs)):
        assert sum(found.chances.values()) == 1
        assert all(p > 0 for p in found.chances.values())
    assert joined.mean(lambda x: x) == a.mean(lambda x: x) + b.mean(lambda x: x)
    assert joined.chance(lambda x: x > 0) + joined.chance(lambda x: x <= 0) == 1
