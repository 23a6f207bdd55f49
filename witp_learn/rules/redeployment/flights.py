"""What bars an air unit on its way to another hex: nothing, but by other readings (10.3)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property

from attrs import frozen

from witp_learn.hexgrid import HexId
from witp_learn.model import Side, State
from witp_learn.rulebook import reading
from witp_learn.rules.control import air_zone, zone
from witp_learn.rules.redeployment.network import Network
from witp_learn.rules.refusals import Refusal


@frozen(slots=False)
class Bars:
    """How air units of a side get from hex to hex: lifted, whatever the distance.

    By reading b of azoc-air-redeploy not into an enemy air zone that is not lifted, by reading c
    through the transport network, like land units.
    """

    state: State
    side: Side

    @cached_property
    def _reading(self) -> str:
        return reading("azoc-air-redeploy", self.state.rulings)

    @cached_property
    def _net(self) -> Network:
        return Network(self.state, self.side)

    @cached_property
    def _zone(self) -> frozenset[HexId]:
        return frozenset(air_zone(self.state, self.side.enemy))

    def open(self, start: HexId, to: HexId) -> bool:
        """Whether nothing bars the way.

        Rules: 2.2.3g, 10.3e
        """
        if self._reading == "a":
            return True
        return to not in self._zone if self._reading == "b" else self._net.reaches(start, to)

    def refusals(self, start: HexId, to: HexId) -> Iterator[Refusal]:
        """What bars the way.

        Rules: 2.2.3g, 10.3e
        """
        if self._reading == "b" and to in self._zone:
            text = zone(self.state, to, self.side.enemy).text
            yield Refusal("2.2.3g", "enemy_zone", to, text)
        elif self._reading == "c":
            yield from self._net.refusals(start, to)
