r"""Boards whose moves a person can count: two small ones, and the seas of the printed examples.

THE STRAIT, turn 4, Japan 5 RP, the Allies 3::

      _________             _________
     /   0101  \           /   0301  \
    / jp C 2N L \_________/    us L   \
    \           /   0201  \           /
     \_________/    deep   \_________/
     /   0102  \           /   0302  \
    /    deep   \_________/ us N, deep\
    \           /   0202  \           /
     \_________/   us AIR  \_________/
     /   0103  \           /   0303  \
    /    jp L   \_________/    us L   \
    \           /   0203  \           /
     \_________/   jungle  \_________/
               \           /
                \_________/

Shallow: 0101 and 0303 and 0301 (ports), 0103 and 0202 (airfields). Deep: 0102, 0201, 0302. Land:
0203, jungle. Every counter is full. The American air unit's zone covers 0102, 0103, 0201, 0203,
0302 and 0303, but not its own hex, nor 0101 and 0301, which do not touch it. Land that walks into
0202 drives it off: from there 0203 costs the jungle only and 0303 nothing more. Japan does not
sail on from 0302, as an enemy fleet ends a move. Nothing walks from 0101 or 0301: only deep sea
touches them.

THE ISTHMUS, turn 4, Japan 9 RP, the Allies 4::

      _________             _________
     /   1101  \           /   1301  \
    / open water\_________/  us port  \
    \           /   1201  \           /
     \_________/  mountain \_________/
     /   1102  \           /   1302  \
    /   cw N L  \_________/ jp L us LN\
    \           /   1202  \           /
     \_________/ W jp L  N \_________/
     /   1103  \           /   1303  \
    /    deep   \_________/   jp AIR  \
    \           /   1203  \           /
     \_________/   jungle  \_________/
               \           /
                \_________/

Shallow: 1101 (no land part), 1102, 1202, 1301, 1302 and 1303. Deep: 1103. Land: 1201 and 1203. The
western sea of 1202 touches 1102 and 1103, the eastern 1302 and 1303; Japan's ship is east, its
land unit ashore. The Japanese air unit's zone covers 1202, 1203 and 1302. 1301 has no stacking
limit and is closed to Japan's ships. 1302 is in continuing combat: its land units hold each other,
its ship may leave, and no ship may enter.

Each table lists what can be reached, whatever RP there is: the least cost with the activation, and
every way that costs no more, in path order.
"""

from __future__ import annotations

from typing import Any

Targets = dict[str, tuple[int, list[list[str]]]]


def _unit(text: str) -> dict[str, Any]:
    at, nation, kind, *more = text.split()
    row: dict[str, Any] = {"at": at, "nation": nation, "kind": kind}
    for word in more:
        row.update({"aboard": True} if word == "aboard" else {"count": int(word)})
    return row


def _ways(rp: int, *paths: str) -> tuple[int, list[list[str]]]:
    return rp, [path.split() for path in paths]


STRAIT: dict[str, Any] = {
    "format": "witp-position/1",
    "turn": 4,
    "trp": {"japan": 5, "allies": 3},
    "board": {
        "columns": [1, 3],
        "rows": [1, 3],
        "hexes": [
            {"id": "0101", "terrain": "shallow", "facility": "port", "owner": "japan"},
            {"id": "0103", "terrain": "shallow", "facility": "airfield", "owner": "japan"},
            {"id": "0202", "terrain": "shallow", "facility": "airfield", "owner": "us"},
            {"id": "0203", "terrain": "land", "jungle": True},
            {"id": "0301", "terrain": "shallow", "facility": "port", "owner": "us"},
            {"id": "0303", "terrain": "shallow", "facility": "port", "owner": "us"},
        ],
    },
    "units": [
        _unit(text)
        for text in (
            "0101 japan carrier",
            "0101 japan naval 2",
            "0101 japan land",
            "0103 japan land",
            "0202 us air",
            "0301 us land",
            "0302 us naval",
            "0303 us land",
        )
    ],
}

STRAIT_MOVES: dict[tuple[str, str, str], Targets] = {
    ("japan", "fleet", "0101"): {
        "0102": _ways(3, "0101 0102"),
        "0103": _ways(5, "0101 0102 0103"),
        "0201": _ways(3, "0101 0201"),
        "0202": _ways(4, "0101 0102 0202", "0101 0201 0202"),
        "0301": _ways(4, "0101 0201 0301"),
        "0302": _ways(5, "0101 0201 0302"),
        "0303": _ways(6, "0101 0102 0202 0303", "0101 0201 0202 0303"),
    },
    ("japan", "transport", "0101"): {
        "0103": _ways(5, "0101 0102 0103"),
        "0202": _ways(4, "0101 0102 0202", "0101 0201 0202"),
        "0301": _ways(4, "0101 0201 0301"),
        "0303": _ways(6, "0101 0102 0202 0303", "0101 0201 0202 0303"),
    },
    ("japan", "land", "0101"): {},
    ("japan", "land", "0103"): {
        "0202": _ways(2, "0103 0202"),
        "0203": _ways(4, "0103 0202 0203", "0103 0203"),
        "0303": _ways(3, "0103 0202 0303"),
    },
    ("allies", "fleet", "0302"): {
        "0101": _ways(3, "0302 0201 0101"),
        "0102": _ways(3, "0302 0201 0102", "0302 0202 0102"),
        "0103": _ways(3, "0302 0202 0103"),
        "0201": _ways(2, "0302 0201"),
        "0202": _ways(2, "0302 0202"),
        "0301": _ways(2, "0302 0301"),
        "0303": _ways(2, "0302 0303"),
    },
    ("allies", "transport", "0302"): {},
    ("allies", "land", "0301"): {},
    ("allies", "land", "0303"): {
        "0103": _ways(3, "0303 0202 0103"),
        "0202": _ways(2, "0303 0202"),
        "0203": _ways(3, "0303 0203"),
    },
}

STRAIT_FIRST = {
    "japan": {
        "0102": 3,
        "0103": 5,
        "0201": 3,
        "0202": 2,
        "0203": 4,
        "0301": 4,
        "0302": 5,
        "0303": 3,
    },
    "allies": {
        "0101": 3,
        "0102": 3,
        "0103": 3,
        "0201": 2,
        "0202": 2,
        "0203": 3,
        "0301": 2,
        "0303": 2,
    },
}
"""What each side can afford as a first target, and the least that costs."""

ISTHMUS: dict[str, Any] = {
    "format": "witp-position/1",
    "turn": 4,
    "trp": {"japan": 9, "allies": 4},
    "contested": ["1302"],
    "board": {
        "columns": [11, 13],
        "rows": [1, 3],
        "hexes": [
            {"id": "1101", "terrain": "shallow", "land_part": False},
            {"id": "1102", "terrain": "shallow", "facility": "port", "owner": "commonwealth"},
            {"id": "1201", "terrain": "land", "mountain": True},
            {
                "id": "1202",
                "terrain": "shallow",
                "facility": "port",
                "owner": "japan",
                "coasts": {"W": ["1102", "1103"], "E": ["1302", "1303"]},
            },
            {"id": "1203", "terrain": "land", "jungle": True},
            {
                "id": "1301",
                "terrain": "shallow",
                "facility": "port",
                "owner": "us",
                "unlimited": True,
            },
            {"id": "1302", "terrain": "shallow"},
            {"id": "1303", "terrain": "shallow", "facility": "port", "owner": "japan"},
        ],
    },
    "units": [
        _unit(text)
        for text in (
            "1102 commonwealth naval",
            "1102 commonwealth land",
            "1202 japan land",
            "1202E japan naval",
            "1302 japan land",
            "1302 us land",
            "1302 us naval",
            "1303 japan air",
        )
    ],
}

ISTHMUS_MOVES: dict[tuple[str, str, str], Targets] = {
    ("allies", "fleet", "1102"): {
        "1101": _ways(2, "1102 1101"),
        "1103": _ways(2, "1102 1103"),
        "1202": _ways(3, "1102 1202"),
    },
    ("allies", "transport", "1102"): {"1202": _ways(3, "1102 1202")},
    ("allies", "land", "1102"): {"1202": _ways(3, "1102 1202")},
    ("allies", "fleet", "1302"): {
        "1202": _ways(3, "1302 1202"),
        "1301": _ways(2, "1302 1301"),
        "1303": _ways(2, "1302 1303"),
    },
    ("allies", "transport", "1302"): {},
    ("allies", "land", "1302"): {},
    ("japan", "fleet", "1202"): {"1303": _ways(2, "1202 1303")},
    ("japan", "transport", "1202"): {"1303": _ways(2, "1202 1303")},
    ("japan", "land", "1202"): {
        "1102": _ways(2, "1202 1102"),
        "1203": _ways(3, "1202 1203"),
        "1302": _ways(2, "1202 1302"),
        "1303": _ways(2, "1202 1303"),
    },
    ("japan", "land", "1302"): {},
}

ISTHMUS_FIRST = {
    "japan": {"1102": 2, "1203": 3, "1302": 2, "1303": 2},
    "allies": {"1101": 2, "1103": 2, "1202": 3, "1301": 2, "1303": 2},
}

Impulses = dict[str, dict[str, int]]

STRAIT_IMPULSES: dict[str, Impulses] = {
    "japan": {
        "0102": {"0101": 5},
        "0103": {"0101": 9},
        "0201": {"0101": 5},
        "0202": {"0101": 9, "0103": 1},
        "0203": {"0103": 1},
        "0301": {"0101": 9},
        "0302": {"0101": 5},
        "0303": {"0103": 1},
    },
    "allies": {
        "0101": {"0302": 1},
        "0102": {"0302": 1},
        "0103": {"0302": 1, "0303": 1},
        "0201": {"0302": 1},
        "0202": {"0302": 1, "0303": 1},
        "0203": {"0303": 1},
        "0301": {"0302": 1},
        "0303": {"0302": 1},
    },
}
"""Each first target with the hexes to activate for it, and how many stacks may go from there.

Of 1 carrier and 2 naval units 5 fleets can be made: 2 without the carrier and 3 with it. With the
land unit aboard there are 4 more, as a naval unit has to come. The dear ways to 0303 are out.
"""

ISTHMUS_IMPULSES: dict[str, Impulses] = {
    "japan": {
        "1102": {"1202": 1},
        "1203": {"1202": 1},
        "1302": {"1202": 1},
        "1303": {"1202": 3},
    },
    "allies": {
        "1101": {"1102": 1},
        "1103": {"1102": 1},
        "1202": {"1102": 3, "1302": 1},
        "1301": {"1302": 1},
        "1303": {"1302": 1},
    },
}
"""To 1303 and to 1202 go the ship, the land unit on foot, or both together."""

IMPULSES = {"strait": (STRAIT, STRAIT_IMPULSES), "isthmus": (ISTHMUS, ISTHMUS_IMPULSES)}

BOARDS = {
    "strait": (STRAIT, STRAIT_MOVES, STRAIT_FIRST),
    "isthmus": (ISTHMUS, ISTHMUS_MOVES, ISTHMUS_FIRST),
}

# The seas of the printed examples: what sections 2.3.2, 8 and 14.1 tell of them and no more.

_SHALLOW = (
    *("0207", "0407", "0408", "0506", "0507", "0508", "0605", "0606", "0607"),
    *("0707", "0804", "0908", "0909", "1008", "1009"),
)

SEAS: dict[str, Any] = {
    "columns": [2, 10],
    "rows": [3, 10],
    "hexes": [
        *({"id": hex_id, "terrain": "shallow"} for hex_id in _SHALLOW),
        {"id": "0306", "terrain": "shallow", "jungle": True},
        {
            "id": "0406",
            "terrain": "shallow",
            "coasts": {"W": ["0306", "0307"], "E": ["0407", "0507"]},
        },
    ],
    "hexsides": [
        {"between": ["0407", "0507"], "kind": "deep"},
        {"between": ["0408", "0508"], "kind": "deep"},
        {"between": ["0908", "1008"], "kind": "deep"},
        {"between": ["0908", "0909"], "kind": "land"},
    ],
}


def at_sea(*units: str, turn: int = 4, **more: Any) -> dict[str, Any]:
    """A position on the seas of the examples: units as hex, nation, kind and number."""
    return {
        "format": "witp-position/1",
        "turn": turn,
        "board": SEAS,
        "units": [_unit(text) for text in units],
        **more,
    }
