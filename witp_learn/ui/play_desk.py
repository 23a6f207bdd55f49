"""A game on a desk, without a widget: who plays, what is done, undone and kept.

The referee says what may be done (3.1); a bot plays the sides that nobody here plays, and chance
comes from a seed, so that the same dice fall again after an undo.
"""

from __future__ import annotations

import time
from random import Random
from typing import Any

from witp_learn import engine, playing
from witp_learn.actions import Action, Draw, Pass, Redeploy, Roll, read
from witp_learn.bots import Chance
from witp_learn.bots.match import bot
from witp_learn.engine import NotAllowed, Verdict
from witp_learn.engine.fights import shown
from witp_learn.engine.table import progress
from witp_learn.files import BadData, NotAvailable, Unreadable
from witp_learn.game import Game
from witp_learn.hexgrid import HexId
from witp_learn.model import Phase, Side, State
from witp_learn.rules import events
from witp_learn.ui.counter_desk import Notice
from witp_learn.ui.play_keep import BOT, CHANCE, ITSELF, MINE, YOU, Table, head_of, written
from witp_learn.ui.play_offers import Offers
from witp_learn.ui.play_words import told

STANDARD = "standard"

_MOST_AT_ONCE = 2_000


class PlayDesk:
    """A game, who plays it, and what is looked at."""

    def __init__(self, game: Game | None = None, table: Table | None = None) -> None:
        self.table = table or Table()
        self.game = game or started(STANDARD, self.table)
        self.by: list[str] = [MINE] * len(self.game.history)
        self.whys: dict[int, tuple[str, ...]] = {}
        self.notice: Notice | None = None
        self._offers: Offers | None = None
        self._moment, self._looks = 0, 0
        self._asked: tuple[Any, ...] = ()
        self.rule, self.query = "", ""
        self.look_anew()

    def look_anew(self) -> None:
        """Nothing chosen on the map, nothing searched for, the first page of what can be done."""
        self._moment += 1
        self.at: HexId = ""
        self.start: HexId = ""
        self.seek, self.page = "", 0
        self.dice: list[int] = [0, 0]
        self.naming = False
        self.hand_open: Side | None = None

    # -- what is due

    @property
    def state(self) -> State:
        """The position at its next decision."""
        return self.game.state

    @property
    def board_state(self) -> State:
        """The position as it lies on the table, also in the middle of a fight."""
        return shown(self.game.state)

    @property
    def over(self) -> bool:
        """Whether nothing is left to do."""
        return not self.game.legal_actions()

    @property
    def roller(self) -> Side | None:
        """The side that throws or draws now; None in a fight, whose dice belong to both."""
        found = progress(self.state).pending
        if found and engine.acting(self.state) is None:
            return found[-1].side
        if self.state.phase is Phase.RESOURCES:
            return engine.acting(self.state)
        if self.state.phase is Phase.EVENT and (card := events.due(self.state)) is not None:
            return card.side
        return None

    @property
    def chance_due(self) -> bool:
        """Whether dice or a card come next."""
        return not self.over and _CHANCE.due(self.state)

    @property
    def asks_dice(self) -> bool:
        """Whether dice, not a card, are due."""
        return self.chance_due and any(isinstance(a, Roll) for a in self.game.legal_actions())

    @property
    def names_cards(self) -> bool:
        """Whether cards drawn from the own deck may be named here: only where no bot holds a hand.

        What may still be drawn would else tell what the bot holds (4.1d).
        """
        return not self.table.bots

    @property
    def last_hexes(self) -> tuple[HexId, ...]:
        """The hexes of what happened last, with what came of it by itself."""
        found: dict[HexId, None] = {}
        for entry, by in zip(reversed(self.game.history), reversed(self._done_by), strict=True):
            found |= dict.fromkeys(h for event in entry.events for h in event.hexes)
            if by != ITSELF:
                break
        return tuple(found)

    @property
    def since(self) -> tuple[int, ...]:
        """The places of what the others did since the last decision made here, the newest first."""
        found = []
        for index in reversed(range(len(self.game.history))):
            if self.by[index] == MINE:
                break
            if self.by[index] in (BOT, CHANCE):
                found.append(index)
        return tuple(found)

    @property
    def _done_by(self) -> list[str]:
        return self.by[: len(self.game.history)]

    @property
    def mine(self) -> bool:
        """Whether somebody here has to act."""
        if self.over or not self.table.mine:
            return False
        if self.chance_due:
            return not self._thrown_for_a_bot
        return engine.acting(self.state) in self.table.mine

    @property
    def _thrown_for_a_bot(self) -> bool:
        """Whether a bot rolls for its points or draws its card; no one here is needed for it."""
        own = (
            self.state.phase in (Phase.RESOURCES, Phase.EVENT) and not progress(self.state).pending
        )
        return own and self.roller in self.table.bots

    @property
    def side(self) -> Side | None:
        """The side that acts, or whose dice or card are due."""
        return self.roller if self.chance_due else engine.acting(self.state)

    # -- doing

    def do(self, action: Action | str, by: str = MINE, whys: tuple[str, ...] = ()) -> bool:
        """Do an action; where it is not allowed say why, and leave everything as it is."""
        count = len(self.game.history)
        try:
            self.game.play(action)
        except NotAllowed as error:
            self.notice = Notice("warning", refused(error.verdict) + self._way_out(error.verdict))
            return False
        except Unreadable as error:
            self.notice = Notice("warning", f"{error}")
            return False
        del self.by[count:]
        self.whys = {n: why for n, why in self.whys.items() if n < count}
        if whys:
            self.whys[count] = whys
        self.by += [by] + [ITSELF] * (len(self.game.history) - count - 1)
        self.notice = None
        self.look_anew()
        return True

    def _way_out(self, verdict: Verdict) -> str:
        """A target cannot be left before something goes there; Undo takes it back (8.2b)."""
        now = progress(self.state)
        bare = isinstance(verdict.action, Pass) and now.target and not now.activated
        return " Undo takes the target back." if bare and self._own else ""

    def throw(self) -> bool:
        """Throw the dice or draw the card that are due; the seed decides what comes."""
        if not self.chance_due:
            self.notice = Notice("info", "No dice and no card are due now.")
            return False
        return self.do(self._chance().action(self.state))

    def _chance(self) -> Chance:
        return Chance(Random(f"{self.table.seed} dice {len(self.game.history)}"))

    def go_on(self, seconds: float = 0.0) -> bool:
        """Let the bots and their dice play on; True while there is more of it.

        ``seconds``: stop after so long, 0: not before somebody here has to act or, where nobody
        plays here, the phase is over.
        """
        end = time.monotonic() + seconds
        first = self._phase
        for _ in range(_MOST_AT_ONCE):
            if self.over or self.mine or (not self.table.mine and self._phase != first):
                return False
            self._bot_step()
            if seconds and time.monotonic() > end:
                more = bool(self.table.mine) or self._phase == first
                return more and not (self.over or self.mine)
        return False

    @property
    def _phase(self) -> tuple[int, Phase]:
        return self.state.turn, self.state.phase

    def _bot_step(self) -> None:
        side, count = engine.acting(self.state), len(self.game.history)
        if self.chance_due or side is None:
            self.do(self._chance().action(self.state), CHANCE)
            return
        player = bot(self.table.player(side), Random(f"{self.table.seed} {side} {count}"))
        choice = player.choose(engine.observe(self.state, side), side)
        self.do(choice.action, BOT, tuple(choice.whys()))

    def why(self, index: int) -> tuple[str, ...]:
        """Why a bot did the action at a place of the history; computed again where need be."""
        if self.by[index] != BOT:
            return ()
        if index not in self.whys:
            before = self.game.history[index - 1].state if index else self.game.start
            side = self.game.history[index].side
            if side is None or self.table.player(side) == YOU:
                return ()
            player = bot(self.table.player(side), Random(f"{self.table.seed} {side} {index}"))
            choice = player.choose(engine.observe(before, side), side)
            same = str(choice.action) == self.game.history[index].action
            self.whys[index] = tuple(choice.whys()) if same else ()
        return self.whys[index]

    # -- history

    @property
    def _own(self) -> list[int]:
        """The places of what was done here."""
        count = len(self.game.history)
        mark = MINE if self.table.mine else BOT
        return [n for n, by in enumerate(self.by[:count]) if by == mark]

    @property
    def undo_name(self) -> str:
        """What Undo takes back, empty where there is nothing."""
        return self.words(self._own[-1]) if self._own else ""

    @property
    def redo_name(self) -> str:
        """Something where Redo does again what was undone."""
        return "what was undone" if self.game.can_redo else ""

    def words(self, index: int) -> str:
        """An action of the history in words; a card that is not seen here is not named."""
        entry = self.game.history[index]
        before = self.game.history[index - 1].state if index else self.game.start
        action = entry.action
        if action.startswith("draw ") and not self._drawn_here(before):
            return "Draw a card"
        return told(before, read(action)).text

    def _drawn_here(self, before: State) -> bool:
        found = events.due(before)
        return found is not None and self.table.mine == (found.side,)

    def undo(self) -> bool:
        """Back to the last decision made here, also over what a bot did since."""
        if not self._own:
            self.notice = Notice("info", "Nothing of yours can be taken back.")
            return False
        place = self._own[-1]
        name = self.words(place)
        while len(self.game.history) > place:
            self.game.undo()
        self.look_anew()
        self.notice = Notice("info", f"Taken back: {name}.")
        return True

    def redo(self) -> bool:
        """Again what was undone, with what the bots did then, up to the next own decision."""
        if not self.game.can_redo:
            self.notice = Notice("info", "Nothing was taken back.")
            return False
        place = len(self.game.history)
        self.game.redo()
        while self.game.can_redo and self.by[len(self.game.history)] not in self._marks_here:
            self.game.redo()
        self.look_anew()
        self.notice = Notice("info", f"Done again: {self.words(place)}.")
        return True

    @property
    def _marks_here(self) -> str:
        return MINE if self.table.mine else BOT

    # -- new games, texts

    def begin(
        self,
        scenario: str,
        table: Table,
        *,
        optional_bases: bool = False,
        options: tuple[str, ...] = (),
        last_turn: int = 0,
        bid: int = 0,
    ) -> bool:
        """A new game in the place of this one; on values that cannot be this one stays."""
        try:
            made = started(
                scenario,
                table,
                optional_bases=optional_bases,
                options=options,
                last_turn=last_turn,
                bid=bid,
            )
        except (BadData, NotAvailable) as error:
            why = str(error).rstrip(".")
            self.notice = Notice("warning", f"No new game: {why}. This game goes on.")
            return False
        self._lay(made, table, [])
        return True

    def _lay(self, game: Game, table: Table, by: list[str]) -> None:
        self.game, self.table = game, table
        self.by = by
        self.whys, self.notice, self.rule = {}, None, ""
        self.look_anew()

    def kept(self) -> str:
        """The game as text: who plays, and the record."""
        by = "".join(self.by[: len(self.game.history)])
        return written(self.table, by, self.game.record())

    def open_text(self, text: str, source: str) -> bool:
        """Open a record; when it cannot be replayed say so in one message and keep this game."""
        try:
            game = playing.replay(f"text:{text}")
        except (BadData, Unreadable, NotAvailable) as error:
            said = str(error).replace("the record", source, 1)
            self.notice = Notice(
                "warning", f"Not opened. {said.rstrip('.')}. The game before stays."
            )
            return False
        found = head_of(text)
        table, by = found or (self.table, "")
        marks = list(by) if len(by) == len(game.history) else self._guess(game, table)
        self._lay(game, table, marks)
        self._automate()
        return True

    def _automate(self) -> None:
        self.game.automation = automation(self.table)

    @staticmethod
    def _guess(game: Game, table: Table) -> list[str]:
        """Who did the actions of a record that does not say it: the side's player now."""
        bots = table.bots
        return [CHANCE if e.side is None else BOT if e.side in bots else MINE for e in game.history]

    def sit(self, table: Table) -> None:
        """Others play the sides from now on; the game goes on where it is."""
        self.table = table
        self._automate()

    # -- what is offered

    @property
    def offers(self) -> Offers:
        """What can be done, as far as it is shown."""
        asked = (self.state, self.at, self.start, self.seek, self.page, self.hidden)
        if self._offers is None or self._asked[0] is not asked[0] or self._asked[1:] != asked[1:]:
            self._asked, self._offers = asked, Offers(*asked)
            self._looks += 1
        return self._offers

    @property
    def offer(self) -> str:
        """A name of what is offered now: the position, and what of it is looked at."""
        _, looks = self.offers, self._looks
        return f"{self._moment} {looks}"

    def stands(self, offer: str, *, listed: bool = False) -> bool:
        """Whether what was offered under a name still is, when listed in the same order too."""
        now = self.offer
        return offer == now if listed else offer.partition(" ")[0] == now.partition(" ")[0]

    @property
    def hidden(self) -> tuple[Side, ...]:
        """The sides whose decisions are not made here."""
        return tuple(self.table.bots) if self.table.mine else ()

    def press(self, hex_id: HexId) -> None:
        """A hex is chosen: what can be done there; after a start, what can go there from it."""
        if hex_id not in self.state.board:
            return
        self.notice, self.rule, self.page, self.seek = None, "", 0, ""
        if hex_id == self.at:
            self.at = self.start = ""
            return
        base = self.start or self.at
        self.start = base if base and self._pairs(base, hex_id) else ""
        self.at = hex_id

    def _pairs(self, base: HexId, hex_id: HexId) -> bool:
        """Whether a hex chosen after another is where something from there goes, or cannot go.

        What may not be redeployed there is asked about as well, unless a stack starts at the hex.
        """
        everything = self.offers.everything
        if any(one.start == base and one.to == hex_id for one in everything):
            return True
        redeploys = {one.start for one in everything if isinstance(one.action, Redeploy)}
        return base in redeploys and hex_id not in redeploys

    def set_die(self, which: int, value: int) -> None:
        """Lay a die by hand; at 0 it is to be thrown again."""
        self.dice[which] = value if 1 <= value <= 6 else 0

    def lay_dice(self) -> bool:
        """The dice as they lie are the roll."""
        first, second = self.dice
        if not (first and second):
            self.notice = Notice("info", "Set both dice first.")
            return False
        return self.do(Roll(first, second))

    def by_hand(self, action: Action | str) -> bool:
        """Do what was pressed or typed here; a card is named only where no bot holds a hand."""
        if not self.names_cards and names_card(action):
            self.notice = Notice("info", DRAWN)
            return False
        return self.do(action)


_CHANCE = Chance(Random(0))

DRAWN = "While a bot plays a side the cards are drawn: naming them would tell what it holds (4.1d)."
"""Why no card is named by hand."""


def names_card(action: Action | str) -> bool:
    """Whether an action says which card was drawn."""
    return isinstance(action, Draw) or str(action).strip().lower().partition(" ")[0] == "draw"


def automation(table: Table) -> str:
    """What is done without asking."""
    return "chores" if table.chores else "single"


def started(
    scenario: str,
    table: Table,
    *,
    optional_bases: bool = False,
    options: tuple[str, ...] = (),
    last_turn: int = 0,
    bid: int = 0,
) -> Game:
    """A new game of a scenario. Raises NotAvailable, BadData."""
    return playing.new_game(
        scenario,
        optional_bases=optional_bases,
        options=options,
        last_turn=last_turn,
        bid=bid,
        automation=automation(table),
    )


def sentence(text: str) -> str:
    """A reason as the beginning of a sentence, without its full stop."""
    return f"{text[:1].upper()}{text[1:].rstrip('.')}"


def refused(verdict: Verdict) -> str:
    """A refusal in a sentence with every reason and its clause."""
    why = " ".join(f"{sentence(one.text)} ({one.rule})." for one in verdict.reasons)
    return f"Not allowed: {why}"
