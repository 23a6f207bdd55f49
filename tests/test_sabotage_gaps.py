"""Rule functions that no test of their clauses would have missed."""

from __future__ import annotations

import pytest
from hypothesis import given
from strategies import at_large, on, port, positions

from witp_learn.model import Nation, Side, State
from witp_learn.rules.bases import buildable, site, sites
from witp_learn.rules.links import links

JAPAN, ALLIES = Side.JAPAN, Side.ALLIES
SOURCE = port("0101", Nation.US, source=Nation.US)
NEAR, FAR = port("0104", Nation.US), port("0107", Nation.US)


# 6.1, 6.2, 6.3: the quick answers of the network are those of the judged sites.


@pytest.mark.clause("6.1a", "6.1b", "6.1c", "6.2b", "6.3a")
def test_a_base_may_be_built_three_hexes_from_a_source_and_from_there_on() -> None:
    state = on("0101 us L", SOURCE, NEAR, FAR)
    assert buildable(state, ALLIES) == ("0101", "0104")
    further = on("0101 us L; base al 0104", SOURCE, NEAR, FAR)
    assert buildable(further, ALLIES) == ("0101", "0107")
    assert buildable(further, JAPAN) == ()


@pytest.mark.clause("6.1c", "6.2b", "6.3b")
def test_a_hex_is_a_site_while_a_line_joins_it_to_the_network() -> None:
    net = links(on("0101 us L", SOURCE, NEAR, FAR), ALLIES)
    assert (net.site("0101"), net.site("0104"), net.site("0107")) == (True, True, False)
    assert net.with_base("0104").site("0107")


@pytest.mark.clause("6.1a", "6.1b", "6.1c", "6.1d", "6.2b", "6.3a", "6.3b", "6.6.1a")
@given(positions())
def test_what_may_be_built_is_what_its_judgement_allows(state: State) -> None:
    for side in Side:
        allowed = tuple(one.hex for one in sites(state, side) if one.allowed)
        assert buildable(state, side) == allowed
        assert all(site(state, side, h).allowed for h in allowed)


@pytest.mark.clause("6.1b", "6.1c")
def test_the_real_map_names_sites_for_both_sides() -> None:
    state = at_large("base jp 0907")
    for side in Side:
        found = buildable(state, side)
        assert found and all(site(state, side, h).allowed for h in found)
