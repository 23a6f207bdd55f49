"""A fight, which hexes are fought over, and exact chances: what notebooks and commands ask (9)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from itertools import groupby
from typing import TYPE_CHECKING, Any, TypeVar

from attrs import field, frozen

from witp_learn import edits, queries, typed
from witp_learn.display import Displayed, register
from witp_learn.explain import say
from witp_learn.files import BadData, Unreadable, one_of
from witp_learn.hexgrid import HexId, is_hex
from witp_learn.model import Kind, Nation, Side, State
from witp_learn.rules.combat.battles import first_battle, fought_over, order_chooser
from witp_learn.rules.combat.moment import Question
from witp_learn.rules.combat.record import Combat, Decided, Fought, fight_out
from witp_learn.rules.combat.strength import Held, Term
from witp_learn.rules.combat.tally import SIDES, Pair
from witp_learn.rules.effects import best_words
from witp_learn.rules.movement import sea_label

if TYPE_CHECKING:
    from witp_learn.explain import Answer
    from witp_learn.odds import Chance, Changes, Odds, PointsOdds

T = TypeVar("T")

Wanted = str | None
"""A choice in the notation of actions, or None for what the owner does without being asked."""


_RULES = {"fleet": "9.1a", "land": "9.1b", "assault": "9.1c"}
"""The clause by which each kind of battle is fought."""


@frozen(slots=False)
class Fight(Displayed):
    """The fight for a hex as far as dice and choices carry it, told term by term.

    It never changes: `roll` and `choose` give the fight with more dice or choices.
    """

    state: State = field(repr=False)
    hex: HexId
    dice: tuple[int, ...] = ()
    wanted: tuple[Wanted, ...] = ()
    held: Held = frozenset()
    found: Combat = field(repr=False, eq=False, kw_only=True)
    unasked: tuple[Wanted, ...] = field(default=(), repr=False, eq=False, kw_only=True)
    """The choices that no question has offered so far; they wait for more dice."""

    @property
    def battles(self) -> tuple[Fought, ...]:
        """The battles begun so far, in order; empty where nobody fights."""
        return self.found.battles

    @property
    def pending(self) -> Question | None:
        """The dice that are due, None when the fight is over."""
        return self.found.pending

    @property
    def over(self) -> bool:
        """Whether no dice are due any more."""
        return self.found.over

    @property
    def after(self) -> State:
        """The position as the fight leaves it, or as it stands so far."""
        return edits.tidy(self.found.after)

    def roll(self, *dice: int) -> Fight:
        """The fight with more dice: Japan's, then the Allies', for each roll in turn.

        Raises BadData for a die that is not 1 to 6, and for more dice than are due.
        """
        return _fight(self.state, self.hex, (*self.dice, *dice), self.wanted, self.held)

    def choose(self, *actions: Wanted) -> Fight:
        """The fight with more choices, each for the next question that offers it.

        None leaves one question to what its owner does without being asked. Places may have their
        names: ``retreat fleet Leyte``. Raises BadData for one that no question offers.
        """
        wanted = (*self.wanted, *_numbered(self.state, actions))
        return _fight(self.state, self.hex, self.dice, wanted, self.held)

    def odds(self, policy: str = "default") -> Odds:
        """The exact chances of the fight from where it stands, all its battles chained.

        ``policy``: ``default`` or ``best``, how owners choose. Raises BadData for another.
        """
        from witp_learn.odds import POLICIES, odds, odds_from

        if policy not in POLICIES:
            raise BadData("", "policy", f"must be {one_of(POLICIES)}", policy)
        if not self.dice and not self.wanted:
            return odds(self.state, self.hex, policy=policy, held=self.held)
        return odds_from(self.found.arena, self.found.moment, policy=policy)

    def what_changes(self, side: Side | str, measure: str = "win") -> Changes:
        """What single changes of the position before the fight do to the chance of ``side``.

        The strongest comes first; see `odds.what_changes`, also for ``measure``. Raises Unreadable
        for another side, BadData for another measure.
        """
        from witp_learn.odds import MEASURES, what_changes

        player = queries.find_side(side)
        if measure not in MEASURES:
            raise BadData("", "measure", f"must be {one_of(MEASURES)}", measure)
        return what_changes(self.state, self.hex, player, measure=measure, held=self.held)

    @property
    def choices(self) -> tuple[str, ...]:
        """What was chosen where there was a choice, in order: action and words."""
        return tuple(self._told(step) for step in self.found.decided if step.number >= 0)

    def _told(self, step: Decided) -> str:
        from witp_learn.rules.combat_answers.words import choice_text

        words = choice_text(self.state, step.question, step.question.choices[step.index])
        return f"{step.action}: {words}"

    @property
    def due(self) -> str:
        """What dice are due, in words; empty when none are."""
        if self.over:
            return ""
        rolled = 2 * sum(len(one.rolls) for one in self.battles)
        kind = say(f"combat.{self.battles[-1].battle.kind}")
        battle = self.battles[-1].battle
        at = battle.seas[0] if battle.kind == "fleet" else self.hex
        place = sea_label(self.state.board, at)
        best = best_words(self.state, battle.kind)
        values = {"due": rolled + 2, "given": len(self.dice), "kind": kind, "place": place}
        return say("fighting.due", best=best, **values)

    def as_dict(self) -> dict[str, Any]:
        """The whole fight as ``witp-learn combat --json`` prints it.

        Raises BadData naming ``dice`` when more of them are due.
        """
        from witp_learn.position.file import to_plain

        if not self.over:
            raise BadData("", "dice", self.due, list(self.dice))
        battles = [self._battle(i, one) for i, one in enumerate(self.battles)]
        return {"battles": battles, "choices": list(self.choices), "after": to_plain(self.after)}

    def strengths(self) -> dict[str, Any]:
        """What is known before the first dice: both strengths term by term, and what is due.

        ``witp-learn combat --json`` prints this where no dice are given.
        """
        from witp_learn.rules.combat_answers.terms import strength_text

        battles = []
        for one in self.battles:
            told = [strength_text(self.state, one.lines, side)[0] for side in SIDES]
            terms = [[_term(term) for term in lines] for lines in one.lines]
            battles.append(
                {
                    "kind": one.battle.kind,
                    "strength": _sides(one.stakes.strength),
                    "terms": {s.value: lines for s, lines in zip(SIDES, terms, strict=True)},
                    "told": {s.value: text for s, text in zip(SIDES, told, strict=True)},
                }
            )
        return {"battles": battles, "due": self.due}

    def _battle(self, index: int, one: Fought) -> dict[str, Any]:
        from witp_learn.rules.combat_answers.outcome import decided_tally
        from witp_learn.rules.combat_answers.sheet import sheet

        numbers, winner = decided_tally(one)
        shown = sheet(self.found, index)
        asked = [s for s in self._asked(index) if s.number >= 0]
        data = {
            "kind": one.battle.kind,
            "strength": _sides(one.stakes.strength),
            "dice": _sides(numbers.dice),
            "rolls": [list(pair) for pair in one.rolls],
            "total": _sides(numbers.total),
            "difference": numbers.difference,
            "winner": winner.value,
            "hits": _sides(numbers.hits),
            "air_hits": _sides(one.air_hits),
            "result": one.result,
        }
        if one.result_overland:
            data["result_overland"] = one.result_overland
        return data | {
            "choices": [self._told(s) for s in asked if s.by == "default"],
            "chosen": [self._told(s) for s in asked if s.by == "given"],
            "verdict": shown.verdict,
            "why": shown.deciding,
            "rules": list(shown.rules),
        }

    def _asked(self, index: int) -> tuple[Decided, ...]:
        """The questions of a battle; whether to land belongs to the combat on land."""
        one = self.battles[index]
        offered = () if one.battle.kind == "fleet" else self.found.offered
        return (*offered, *one.decided)

    def __str__(self) -> str:
        from witp_learn.rules.combat_answers.text import text_copy

        parts = [text_copy(self.found), *self._choices_text()]
        return "\n\n".join([*parts, self.due] if self.due else parts)

    def _choices_text(self) -> Iterator[str]:
        asked = [step for step in self.found.decided if step.number >= 0]
        if not asked:
            return
        lines = [say("fighting.choices")]
        for told, same in groupby(self._choice_lines(asked)):
            count = len(list(same))
            lines.append(told if count == 1 else say("fighting.times", told=told, count=count))
        yield "\n".join(lines)

    def _choice_lines(self, asked: Iterable[Decided]) -> Iterator[str]:
        for step in asked:
            others = [c.action for c in step.question.choices if c.action != step.action]
            key = "chosen" if step.by == "given" else "default"
            yield say(f"fighting.{key}", told=self._told(step), others=", ".join(others))


def _sides(pair: Pair) -> dict[str, int]:
    return {side.value: value for side, value in zip(SIDES, pair, strict=True)}


def _term(term: Term) -> dict[str, Any]:
    """A line of a strength; ``zero`` says why it gives nothing, where it does not."""
    told = {"what": term.what, "at": term.at, "value": term.value, "rules": list(term.rules)}
    return told | ({"zero": term.zero} if term.zero else {})


def combat(
    state: State,
    where: str,
    dice: Iterable[int] | None = None,
    choices: Iterable[Wanted] = (),
    *,
    held: Iterable[str] = (),
) -> Fight:
    """The fight for a hex: strengths term by term, and with dice all that follows (9).

    ``where``: a hex number or a place name. ``dice``: Japan's, then the Allies', for each roll in
    turn; without them the fight waits for its first roll. ``choices``: see `Fight.choose`.
    ``held``: air units held back from support, by hex or place, ``0507 jp`` for one nation's.
    Where nobody fights the fight has no battles and takes no dice. Raises Unreadable for a place
    that the board does not have, BadData for dice, choices or ``held`` that cannot be.
    """
    hex_id = queries.find_hex(state, where)
    rolled = () if dice is None else _listed("dice", dice, "[6, 5]")
    wanted = _numbered(state, _listed("choices", choices, '["retreat fleet 0607"]'))
    kept = _listed("held", held, '["0507 jp"]')
    return _fight(state, hex_id, rolled, wanted, _held(state, hex_id, kept))


def _listed(name: str, given: Iterable[T], example: str) -> tuple[T, ...]:
    """The items of a list; a single text or number is none."""
    if isinstance(given, str) or not isinstance(given, Iterable):
        raise BadData("", name, f"must be a list, as in {example}", given)
    return tuple(given)


def _numbered(state: State, wanted: Iterable[Wanted]) -> tuple[Wanted, ...]:
    """Choices with hex numbers for place names. Raises BadData for a place that is none."""
    found: list[Wanted] = []
    for text in wanted:
        try:
            found.append(typed.numbered(text, state.board) if isinstance(text, str) else text)
        except Unreadable as error:
            raise BadData("", "choices", f"{error.piece}: {error.problem}", text) from None
    return tuple(found)


def odds(state: State, where: str, *, policy: str = "default", held: Iterable[str] = ()) -> Odds:
    """The exact chances of the fight for a hex before its dice; see `combat` and `Fight.odds`."""
    return combat(state, where, held=held).odds(policy)


def _held(state: State, hex_id: HexId, held: Iterable[str]) -> Held:
    return frozenset(pair for text in held for pair in _held_at(state, hex_id, text))


def _held_at(state: State, hex_id: HexId, text: str) -> Iterator[tuple[HexId, Nation]]:
    """The air units that ``0507``, ``Saigon`` or ``0507 jp`` means."""
    if not isinstance(text, str):
        raise BadData("", "held", "must name a hex or place, as in 0507 jp", text)
    where, _, last = text.rpartition(" ")
    nation = next((n for n in Nation if n.short == last.lower()), None)
    try:
        at = queries.find_hex(state, where if where and nation else text)
    except Unreadable as error:
        raise BadData("", "held", error.problem, text) from None
    near = at == hex_id or (at in state.board and at in state.board.neighbours(hex_id))
    flying = {u.nation for u in state.at(at) if u.kind is Kind.AIR and u.full}
    found = flying & {nation} if nation else flying
    if not near or not found:
        place = state.board.label(hex_id)
        problem = f"no full air unit there could support a fight at {place} ({hex_id})"
        raise BadData("", "held", problem, text)
    return ((at, one) for one in sorted(found))


def _fight(
    state: State, hex_id: HexId, dice: Sequence[int], wanted: Sequence[Wanted], held: Held
) -> Fight:
    for index, die in enumerate(dice):
        if not isinstance(die, int) or isinstance(die, bool) or die not in range(1, 7):
            raise BadData("", f"dice[{index}]", "a die shows a whole number from 1 to 6", die)
    found, unused = _fought(state, hex_id, dice, wanted, held)
    fight = Fight(state, hex_id, tuple(dice), tuple(wanted), held, found=found, unasked=unused)
    if found.over and found.spare:
        due = len(dice) - len(found.spare)
        problem = say(f"fighting.{'too_many' if due else 'none_due'}", due=due, given=len(dice))
        raise BadData("", "dice", problem, list(dice))
    if found.over and (left := [action for action in unused if action is not None]):
        raise BadData("", "choices", _not_offered(found), left[0])
    return fight


def _fought(
    state: State, hex_id: HexId, dice: Sequence[int], wanted: Sequence[Wanted], held: Held
) -> tuple[Combat, tuple[Wanted, ...]]:
    """The fight, each choice given to the next question that offers it; and choices left over."""
    answers: list[Wanted] = []
    rest = list(wanted)
    while rest:
        stopped = fight_out(state, hex_id, dice, answers, held=held, steps=len(answers))
        asked = stopped.pending
        if asked is None or asked.kind == "dice":
            break
        meant = _meant(asked, rest[0])
        if meant is not None or rest[0] is None:
            rest.pop(0)
        answers.append(meant)
    return fight_out(state, hex_id, dice, answers, held=held), tuple(rest)


def _meant(asked: Question, wanted: Wanted) -> Wanted:
    """The action of a question that is meant; None for none of them.

    The letter of a sea may be left out where only one of the seas of the hex is on offer.
    """
    actions = [choice.action for choice in asked.choices]
    if wanted in actions:
        return wanted
    near = [a for a in actions if a[:-1] == wanted and a[-1].isupper() and is_hex(a[-5:-1])]
    return near[0] if len(near) == 1 else None


def _not_offered(found: Combat) -> str:
    asked = [step for step in found.decided if step.number >= 0]
    offered = dict.fromkeys(c.action for step in asked for c in step.question.choices)
    if not offered:
        return "nothing is to be chosen in this fight"
    return f"is not to be chosen there, or not any more; on offer were: {', '.join(offered)}"


@frozen(slots=False)
class Fights(Displayed):
    """The hexes in which a fight must be fought, in order of number, and who picks the order (9).

    Iterating gives hex numbers; ``fights["Manila"]`` the answer whether there is a fight, and why.
    """

    state: State = field(repr=False)
    hexes: tuple[HexId, ...]
    chooser: Side | None
    """The side that picks the order; None when the position counts no resource points."""

    def __iter__(self) -> Iterator[HexId]:
        return iter(self.hexes)

    def __len__(self) -> int:
        return len(self.hexes)

    def __getitem__(self, where: str) -> Answer:
        """Whether a hex is fought over, and why; Unreadable for a place that is none."""
        from witp_learn.rules.combat_answers.answers import fight_answer

        return fight_answer(self.state, queries.find_hex(self.state, where))

    @cached_property
    def kinds(self) -> dict[HexId, str]:
        """The first battle of each hex: ``fleet``, ``land`` or ``assault``."""
        found = {h: first_battle(self.state, h) for h in self.hexes}
        return {h: battle.kind for h, battle in found.items() if battle is not None}

    @property
    def order(self) -> str:
        """Who picks the order, in words."""
        if self.chooser is None:
            return say("fighting.no_points")
        return say(f"fighting.{self.chooser.value}_picks")

    def as_dict(self) -> dict[str, Any]:
        """The fights as plain data."""
        chooser = self.chooser.value if self.chooser else None
        fights = [{"hex": h, "kind": kind} for h, kind in self.kinds.items()]
        return {"fights": fights, "order": chooser}

    def __str__(self) -> str:
        if not self.hexes:
            return say("fighting.nowhere")
        from witp_learn.rules.combat_answers.words import title

        rows = [
            say(
                "fighting.row",
                place=title(self.state, h),
                kind=say(f"combat.{kind}"),
                rule=_RULES[kind],
            )
            for h, kind in self.kinds.items()
        ]
        return "\n".join([*rows, self.order])


def fights(state: State) -> Fights:
    """Every hex in which a fight must be fought, and who picks the order (9.0, 9.1)."""
    return Fights(state, tuple(fought_over(state)), order_chooser(state))


def submarine_odds(turn: int, side: Side | str) -> Chance:
    """The chance that submarines hit a redeployed land stack of ``side`` on a turn (10.4).

    Raises Unreadable for another side, ValueError for a turn that is not 1 to 16.
    """
    from witp_learn.odds import submarine_odds

    return submarine_odds(turn, queries.find_side(side))


def resource_odds(source: State | int, side: Side | str, *, others: int = 0) -> PointsOdds:
    """How likely each number of resource points of ``side`` is before the roll (5.1).

    ``source``: a position, for what the track says of its turn, or base points. ``others``: what
    events add. Raises Unreadable for another side, BadData when the track cannot be read.
    """
    from witp_learn.odds import resource_odds

    return resource_odds(source, queries.find_side(side), others=others)


def sudden_death_odds(state: State, taken: str | None = None) -> Chance:
    """The chance that Japan wins at once when it rolls now, by the optional rule (15).

    ``taken``: the hex or place whose capture is rolled for. Raises Unreadable for one that is none.
    """
    from witp_learn.odds import sudden_death_odds

    return sudden_death_odds(state, queries.find_hex(state, taken) if taken else None)


def _fight_faces(fight: Fight) -> dict[str, str]:
    from witp_learn.rules.combat_answers.sheet import sheet
    from witp_learn.view.combat_table import sheet_table
    from witp_learn.view.svg import text_of

    tables = [sheet_table(sheet(fight.found, i)) for i in range(len(fight.battles))]
    told = [f"<p>{text_of(fight.due)}</p>"] if fight.due else []
    if not tables:
        told = [f"<p>{text_of(str(fight))}</p>"]
    return {"text/html": "".join([*tables, *told])}


register(Fight, _fight_faces)
