"""Everything in a data folder, read at once and held together."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path

from attrs import field, frozen

from witp_learn.components.board import read_board
from witp_learn.components.cards import CARDS_FILE, Cards, read_cards
from witp_learn.components.current import BOARD_FILES
from witp_learn.components.rows import placed
from witp_learn.components.scenarios import SCENARIOS_FILE, Scenario, read_scenarios
from witp_learn.components.turns import TURNS_FILE, Track, read_turns
from witp_learn.components.units import UNITS_FILE, Counters, Misfit, misfits, read_units
from witp_learn.files import BadData, whole_path
from witp_learn.model import Board

FILES = (*BOARD_FILES, UNITS_FILE, TURNS_FILE, CARDS_FILE, SCENARIOS_FILE)
"""The files of a data folder, in the order they are explained."""

README = "README.md"
"""The page in every data folder that explains its files."""


@frozen
class Components:
    """The data of a folder: the board and all that is laid on it.

    ``counters``: those of ``units.csv``. ``setups``: the counters of each further set-up table
    that a scenario names and the folder has, by file.
    """

    folder: Path
    board: Board = field(repr=False)
    counters: tuple[Counters, ...] = field(repr=False)
    track: Track = field(repr=False)
    cards: Cards = field(repr=False)
    scenarios: tuple[Scenario, ...] = field(repr=False)
    setups: Mapping[str, tuple[Counters, ...]] = field(repr=False, factory=dict)

    @property
    def misfits(self) -> tuple[Misfit, ...]:
        """The counters that cannot be in their start hexes as this board has them."""
        tables = {UNITS_FILE: self.counters, **self.setups}
        found = (misfits(table, self.board.hexes, name) for name, table in tables.items())
        return tuple(one for some in found for one in some)

    @property
    def files(self) -> tuple[str, ...]:
        """The files of the folder that hold data."""
        return (*FILES, *self.setups)


def read(folder: Path | str) -> Components:
    """All data of a folder.

    Raises BadData naming the file, the line and column or the key, and the value.
    """
    place = whole_path(folder)
    if not place.is_dir():
        raise BadData(str(folder), "", "is not a folder; witp-learn data init makes one")
    with placed(place):
        board = read_board(place)
        counters = read_units(place, UNITS_FILE, board.hexes)
        scenarios = read_scenarios(place)
        _bases_on(board, scenarios)
        others = dict.fromkeys(one.setup for one in scenarios if one.setup != UNITS_FILE)
        return Components(
            folder=place,
            board=board,
            counters=counters,
            track=read_turns(place),
            cards=read_cards(place),
            scenarios=scenarios,
            setups={
                name: read_units(place, name, board.hexes)
                for name in others
                if (place / name).is_file()
            },
        )


def _bases_on(board: Board, scenarios: Iterable[Scenario]) -> None:
    for index, one in enumerate(scenarios):
        for name in ("bases_japan", "bases_allies", "optional_bases"):
            for at, hex_id in enumerate(getattr(one, name)):
                if hex_id not in board:
                    key = f"scenarios[{index}].{name}[{at}]"
                    raise BadData(SCENARIOS_FILE, key, "no such hex on the board", hex_id)
