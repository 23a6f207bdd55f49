"""The transport network: how far land units are carried by rail, road and unseen ships (10.3).

Its nodes are a side's bases and the sources that serve it. A link joins two hexes that touch or
have one hex between them that is open; a unit comes from a hex that a link joins to a node, and
goes to one that a link joins to a node of the same net (ruling transport-network-links). Where it
comes from is not tested: a base or source there serves it (ruling transport-network-blockers).
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from heapq import heapify, heappop, heappush

from attrs import frozen

from witp_learn.explain import Reason, number, say
from witp_learn.hexgrid import HexId, distance
from witp_learn.model import Kind, Side, State, Terrain
from witp_learn.rulebook import reading
from witp_learn.rules.control import air_zone, source_open, zone
from witp_learn.rules.redeployment.places import enemy_place
from witp_learn.rules.redeployment.submarines import submarines_reach
from witp_learn.rules.refusals import Refusal

CLAUSES = {"mountain": "10.3h", "enemy_place": "10.3i", "enemy_zone": "10.3j"}
"""The three things that keep a hex out of the network, with their clauses."""

REACH = 2
"""Hexes that a link spans at most: one hex between (10.3)."""


@frozen
class Route:
    """A way through the transport network.

    ``hexes``: where the stack comes from, every hex on the way, where it goes. ``nodes``: the
    bases and sources it passes, perhaps the first and the last hex. ``by_sea``: a hex of the
    network on the way is sea or shallow sea; the start counts only as a node.
    """

    hexes: tuple[HexId, ...]
    nodes: tuple[HexId, ...]
    by_sea: bool


@frozen(slots=False)
class Network:
    """The transport network of a side in a position; every hex is tested once."""

    state: State
    side: Side

    @cached_property
    def _known(self) -> dict[HexId, bool]:
        return {}

    @cached_property
    def _joined(self) -> dict[HexId, frozenset[HexId]]:
        return {}

    @cached_property
    def _zone(self) -> frozenset[HexId]:
        """The hexes under the enemy's air zone. On turn 1 too (ruling t1-azoc-redeploy)."""
        return frozenset(air_zone(self.state, self.side.enemy))

    @cached_property
    def places(self) -> tuple[HexId, ...]:
        """The side's bases and the sources that serve it, shut ones too, in order of number.

        Rules: 10.3g
        """
        state = self.state
        bases = {h for h in state.bases[self.side] if h in state.board}
        sources = {h for h in state.board.sources if source_open(state, h, self.side)}
        return tuple(sorted(bases | sources))

    @cached_property
    def nodes(self) -> frozenset[HexId]:
        """The bases and sources that are part of the network.

        Rules: 10.3g, 10.3h, 10.3i, 10.3j
        """
        return frozenset(h for h in self.places if self.open(h))

    def open(self, hex_id: HexId) -> bool:
        """Whether a hex may be part of the network; `tested` says why.

        Rules: 10.3h, 10.3i, 10.3j, 10.3k
        """
        found = self._known.get(hex_id)
        if found is None:
            shut = self.state.board[hex_id].mountain or hex_id in self._zone
            found = not (shut or enemy_place(self.state, hex_id, self.side))
            self._known[hex_id] = found
        return found

    def tested(self, hex_id: HexId) -> Reason:
        """Whether a hex may be part of the network (value: bool), with the three tests as parts.

        Sea does not keep it out, nor do enemy units (ruling transport-network-blockers); a part's
        value is true when that test does.

        Rules: 10.3h, 10.3i, 10.3j, 10.3k, 2.2.3i
        """
        state, place = self.state, self.state.board[hex_id]
        names = {"place": place.label, "side": self.side.enemy.adjective}
        mountain = Reason(
            place.mountain,
            say("redeploying.mountain" if place.mountain else "redeploying.no_mountain", **names),
            "data",
            what="mountain",
            rules=("10.3h",),
            hexes=(hex_id,),
            grade=place.origin("mountain").grade.value,
        )
        theirs = enemy_place(state, hex_id, self.side)
        enemy = Reason(
            theirs,
            say("redeploying.enemy_place" if theirs else "redeploying.no_enemy_place", **names),
            what="enemy_place",
            rules=("10.3i",),
            hexes=(hex_id,),
        )
        covered = zone(state, hex_id, self.side.enemy)
        shut = number(covered.text, "same", covered, what="enemy_zone", rules=("10.3j",))
        key = "redeploying.open" if self.open(hex_id) else "redeploying.shut"
        text = say(key, place=place.label)
        return number(text, "none", mountain, enemy, shut, what="network", hexes=(hex_id,))

    def shut(self, hex_id: HexId) -> Iterator[Reason]:
        """The tests that keep a hex out of the network."""
        return (part for part in self.tested(hex_id).parts if part.value)

    def links(self, hex_id: HexId) -> Iterator[tuple[HexId, tuple[HexId, ...]]]:
        """The nodes that a link joins to a hex, each with the open hex between, if any.

        Rules: 10.3g
        """
        near = self.state.board.near
        here = near[hex_id]
        for middle in here:
            if middle in self.nodes:
                yield middle, ()
        for middle in here:
            if self.open(middle):
                for end in near[middle]:
                    if end != hex_id and end in self.nodes and end not in here:
                        yield end, (middle,)

    def stops(self, hex_id: HexId) -> frozenset[HexId]:
        """The nodes that a hex is joined to: those that a link reaches, and itself when it is one.

        Rules: 10.3g
        """
        found = {node for node, _ in self.links(hex_id)}
        return frozenset(found | ({hex_id} & self.nodes))

    @cached_property
    def nets(self) -> dict[HexId, HexId]:
        """For each node the first node of its net: those that links join, one after the other.

        Rules: 10.3g
        """
        found: dict[HexId, HexId] = {}
        for first in sorted(self.nodes):
            waiting = [first] if first not in found else []
            while waiting:
                node = waiting.pop()
                if node not in found:
                    found[node] = first
                    waiting += [end for end, _ in self.links(node)]
        return found

    def nets_at(self, hex_id: HexId) -> frozenset[HexId]:
        """The nets that a hex is joined to, by their first node."""
        found = self._joined.get(hex_id)
        if found is None:
            found = frozenset(self.nets[node] for node in self.stops(hex_id))
            self._joined[hex_id] = found
        return found

    def exempt(self, hex_id: HexId) -> bool:
        """Whether a base or source is no node but serves those who come from its hex.

        Rulings: transport-network-blockers
        Rules: 10.3g, 10.3h, 10.3j
        """
        return hex_id in self.places and hex_id not in self.nodes

    def beside(self, start: HexId) -> frozenset[HexId]:
        """The hexes that a link joins to the base or source where a unit comes from.

        Empty where there is none, and where it is a node like others.

        Rules: 10.3g
        """
        if not self.exempt(start):
            return frozenset()
        near = self.state.board.near
        between = (h for h in near[start] if self.open(h))
        return frozenset({*near[start], *(end for h in between for end in near[h])} - {start})

    def ends(self, hex_id: HexId) -> bool:
        """Whether a way may end in a hex.

        In continuing combat it may though the enemy controls the port or airfield, unless reading
        b of redeploy-into-continuing holds; an enemy air zone keeps it out there as elsewhere.

        Rules: 10.3d, 10.3h, 10.3i, 10.3j
        """
        return not any(self.end_shut(hex_id))

    def end_shut(self, hex_id: HexId) -> Iterator[Reason]:
        """The tests that keep a way from ending in a hex.

        Rules: 10.3d, 10.3h, 10.3i, 10.3j
        """
        if self.open(hex_id):
            return
        fought = hex_id in self.state.contested
        waived = fought and reading("redeploy-into-continuing", self.state.rulings) == "a"
        for test in self.shut(hex_id):
            if not (waived and test.what == "enemy_place"):
                yield test

    def reaches(self, start: HexId, to: HexId) -> bool:
        """Whether the network leads from one hex to another.

        Rules: 10.3f, 10.3g
        """
        joined = not self.nets_at(start).isdisjoint(self.nets_at(to)) or to in self.beside(start)
        return joined and self.ends(to)

    def route(self, start: HexId, to: HexId) -> Route | None:
        """The way that is taken from one hex to another, None where there is none.

        One without sea where there is one, since the owner picks the way (ruling
        submarine-attack-details); among those the one with the fewest hexes.

        Rules: 10.3f, 10.3g, 10.3k, 10.4a
        """
        if not self.reaches(start, to):
            return None
        dry = None if self._wet(to) else self._shortest(start, to, dry=True)
        return dry or self._shortest(start, to, dry=False)

    def _wet(self, hex_id: HexId) -> bool:
        return self.state.board[hex_id].terrain is not Terrain.LAND

    def _clear(self, hex_id: HexId, dry: bool) -> Iterator[tuple[HexId, tuple[HexId, ...]]]:
        """The links of a hex, ``dry``: those that lead to a node by land."""
        for node, between in self.links(hex_id):
            if not (dry and any(self._wet(h) for h in (node, *between))):
                yield node, between

    def _shortest(self, start: HexId, to: HexId, *, dry: bool) -> Route | None:
        """The way with the fewest hexes, the first in order of number; ``dry``: without sea."""
        last_links = dict(self._clear(to, dry))
        own = self.exempt(start)
        if own and to in self.beside(start):
            last_links |= self._straight(start, to, dry)
        edge: list[tuple[int, tuple[HexId, ...], tuple[HexId, ...], bool]] = [
            (len(between) + 2, (start, *between, node), (node,), node == to)
            for node, between in self._clear(start, dry)
        ]
        if (own or start in self.nodes) and not (dry and self._wet(start)):
            edge.append((1, (start,), (start,), False))
        heapify(edge)
        seen: set[HexId] = set()
        while edge:
            _, way, nodes, done = heappop(edge)
            if done:
                return Route(way, nodes, self._by_sea(way, nodes))
            node = nodes[-1]
            if node in seen:
                continue
            seen.add(node)
            if node in last_links:
                whole = (*way, *reversed(last_links[node]), to)
                passed = (*nodes, to) if to in self.nodes else nodes
                heappush(edge, (len(whole), whole, passed, True))
            for ahead, between in self._clear(node, dry):
                if ahead not in seen and ahead != start:
                    whole = (*way, *between, ahead)
                    heappush(edge, (len(whole), whole, (*nodes, ahead), ahead == to))
        return None

    def _straight(self, start: HexId, to: HexId, dry: bool) -> dict[HexId, tuple[HexId, ...]]:
        """The link from the hex that a unit comes from to where it goes, if there is one."""
        if to in self.state.board.near[start]:
            return {start: ()}
        middles = self._middles(start, to)
        clear = [(h,) for h in middles if self.open(h) and not (dry and self._wet(h))]
        return {start: clear[0]} if clear else {}

    def _by_sea(self, way: tuple[HexId, ...], nodes: tuple[HexId, ...]) -> bool:
        """Whether a hex of the network on the way is sea; the start is one only as a node."""
        inside = way if nodes[0] == way[0] else way[1:]
        return submarines_reach(self.state.board, inside, Kind.LAND)

    def refusals(self, start: HexId, to: HexId) -> Iterator[Refusal]:
        """Why the network does not lead from one hex to another; nothing when it does.

        Rules: 10.3d, 10.3f, 10.3g, 10.3h, 10.3i, 10.3j
        """
        return iter(dict.fromkeys(self._barred(start, to)))

    def _barred(self, start: HexId, to: HexId) -> Iterator[Refusal]:
        yield from (self._refusal(to, test, ends=True) for test in self.end_shut(to))
        if to in self.beside(start):
            return
        apart = [h for h in (start, to) if not (self.stops(h) or (h == start and self.exempt(h)))]
        for hex_id in apart:
            yield from self._unlinked(hex_id, start)
        if not apart and self.nets_at(start).isdisjoint(self.nets_at(to)):
            yield from self._parted(start, to)

    def _refusal(self, hex_id: HexId, test: Reason, *, ends: bool = False) -> Refusal:
        text = test.text
        if ends and test.what == "enemy_zone" and hex_id in self.state.contested:
            text = say("redeploying.fight_in_zone", zone=text)
        return Refusal(CLAUSES[test.what], test.what, hex_id, text)

    def _unlinked(self, hex_id: HexId, start: HexId) -> Iterator[Refusal]:
        """Why a hex is joined to no node: none is near, or each that is near is shut off."""
        names = {"place": self.state.board.label(hex_id), "side": self.side.adjective}
        yield Refusal("10.3g", "no_node", hex_id, say("redeploying.no_node", **names))
        near = [h for h in self.places if h != start and distance(h, hex_id) <= REACH]
        doubtful = [h for h in near if not self.open(h)]
        for place in near:
            if place not in doubtful:
                doubtful += self._middles(hex_id, place)
        for shut in dict.fromkeys(doubtful):
            yield from (self._refusal(shut, test) for test in self.shut(shut))

    def _middles(self, one: HexId, other: HexId) -> list[HexId]:
        """The hexes between the two ends of a link."""
        near = self.state.board.near
        return [h for h in near[one] if h in near[other]]

    def _parted(self, start: HexId, to: HexId) -> Iterator[Refusal]:
        """What parts the nets of two hexes: shut nodes, and shut hexes between their nodes."""
        label = self.state.board.label
        text = say("redeploying.parted", start=label(start), to=label(to))
        yield Refusal("10.3g", "parted", to, text)
        theirs = [
            [n for n in sorted(self.nodes) if self.nets[n] in self.nets_at(h)] for h in (start, to)
        ]
        if self.exempt(start):
            theirs[0].append(start)
        doubtful = [h for h in self.places if h != start and not self.open(h)]
        for one in theirs[0]:
            for other in theirs[1]:
                if distance(one, other) == REACH:
                    doubtful += self._middles(one, other)
        for shut in dict.fromkeys(doubtful):
            yield from (self._refusal(shut, test) for test in self.shut(shut))
