"""The position as one line: what is read, what is underlined and why."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from strategies import examples

import witp_learn as witp
from witp_learn.components import board
from witp_learn.files import Unreadable
from witp_learn.model import Kind, Nation, Phase, Side, State, Step, Unit
from witp_learn.position import draft_line, read_line, write_line
from witp_learn.position.line import LONGEST, counter, counter_text

MANILA = (
    "0606 jp 2C 4N(2L); 0606 us A-; base al 0607; turn 4; contested 0606; 0606 us L; 0606 jp L; "
    "trp 14 17; phase combat; ruling air-hits-total-vs-each=b"
)


def line(text: str) -> State:
    return read_line(text, board())


def refused(text: str) -> Unreadable:
    with pytest.raises(Unreadable) as caught:
        line(text)
    return caught.value


def test_the_line_of_the_manual() -> None:
    state = line(MANILA)
    assert state.units[:4] == (
        Unit("0606", Nation.JAPAN, Kind.CARRIER, count=2),
        Unit("0606", Nation.JAPAN, Kind.NAVAL, count=4),
        Unit("0606", Nation.JAPAN, Kind.LAND, count=2, aboard=True),
        Unit("0606", Nation.US, Kind.AIR, Step.ATTRITED),
    )
    assert state.bases == {Side.JAPAN: (), Side.ALLIES: ("0607",)}
    assert (state.turn, state.phase, state.trp) == (4, Phase.COMBAT, (14, 17))
    assert state.contested == ("0606",)
    assert dict(state.rulings) == {"air-hits-total-vs-each": "b"}
    assert len(write_line(state)) < 200
    assert line(write_line(state)) == state


@pytest.mark.parametrize(
    ("text", "units"),
    [
        ("1009 us L", [Unit("1009", Nation.US, Kind.LAND)]),
        ("1009 US l-", [Unit("1009", Nation.US, Kind.LAND, Step.ATTRITED)]),
        ("1009 cw 3A", [Unit("1009", Nation.COMMONWEALTH, Kind.AIR, count=3)]),
        ("0404 cn 2L-", [Unit("0404", Nation.CHINA, Kind.LAND, Step.ATTRITED, 2)]),
        ("1009 us A=4", [Unit("1009", Nation.US, Kind.AIR, strength=4)]),
        ("1009 us 2A-=0", [Unit("1009", Nation.US, Kind.AIR, Step.ATTRITED, 2, strength=0)]),
        ("0406W jp N", [Unit("0406W", Nation.JAPAN, Kind.NAVAL)]),
        ("0406w jp N", [Unit("0406W", Nation.JAPAN, Kind.NAVAL)]),
        ("0406W jp L", [Unit("0406", Nation.JAPAN, Kind.LAND)]),
        (
            "1009 us N(L-); 1009 cw N (L)",
            [
                Unit("1009", Nation.US, Kind.NAVAL),
                Unit("1009", Nation.US, Kind.LAND, Step.ATTRITED, aboard=True),
                Unit("1009", Nation.COMMONWEALTH, Kind.NAVAL),
                Unit("1009", Nation.COMMONWEALTH, Kind.LAND, aboard=True),
            ],
        ),
        (
            "1009 us N; 1009 cw (L)",
            [
                Unit("1009", Nation.US, Kind.NAVAL),
                Unit("1009", Nation.COMMONWEALTH, Kind.LAND, aboard=True),
            ],
        ),
        ("  ;; 1009 us L ; ", [Unit("1009", Nation.US, Kind.LAND)]),
        ("", []),
    ],
)
def test_counters(text: str, units: list[Unit]) -> None:
    assert list(line(text).units) == units


def test_other_items() -> None:
    assert line("base jp 0605 0907; BASE AL 1110").bases == {
        Side.JAPAN: ("0605", "0907"),
        Side.ALLIES: ("1110",),
    }
    assert line("").turn == 2
    assert line("ruling supply-range-three=b; ruling supply-range-three=a").rulings == {}
    assert line("title New Hebrides, again").title == "New Hebrides, again"
    assert line('title "a; turn 9"; turn 3').title == "a; turn 9"
    assert line('title "a; turn 9"; turn 3').turn == 3
    assert line('title ""').title == ""


BAD: list[tuple[str, str, str]] = [
    # line, the item underlined, what the message says
    ("1O09 us L", "1O09 us L", "did you mean 1009?"),
    ("9909 us L", "9909 us L", "no such hex"),
    ("base al 1110; 109 us L", "109 us L", "four digits"),
    ("1009 L", "1009 L", "jp, us, cw or cn"),
    ("1009", "1009", "jp, us, cw or cn"),
    ("1009 us", "1009 us", "which counters?"),
    ("1009 us X", "1009 us X", "a counter reads like 2L or A-"),
    ("1009 us L--", "1009 us L--", "a counter reads like"),
    ("1009 us 1.5L", "1009 us 1.5L", "a counter reads like"),
    ("1009 us -1L", "1009 us -1L", "a counter reads like"),
    ("1009 us 0L", "1009 us 0L", "must be 1 to 99"),
    ("1009 us 100L", "1009 us 100L", "must be 1 to 99"),
    ("1009 us 9999L", "1009 us 9999L", "a counter reads like"),
    ("1009 us A=100", "1009 us A=100", "must be 0 to 99"),
    ("1009 us N(L", "1009 us N(L", "does not close"),
    ("1009 us N L)", "1009 us N L)", "does not close"),
    ("1009 us N(2L)", "1009 us N(2L)", "more cargo than naval units"),
    ("1009 us (L)", "1009 us (L)", "no Allied naval unit"),
    ("1009 us C(L)", "1009 us C(L)", "no Allied naval unit"),
    ("1009 us N(A)", "1009 us N(A)", "only land units are carried"),
    ("1109 us L", "1109 us L", "deep sea"),
    ("0404 us N", "0404 us N", "fleets need sea"),
    ("0406 jp N", "0406 jp N", "0406W or 0406E"),
    ("0406N jp N", "0406N jp N", "0406W or 0406E"),
    ("1009W us N", "1009W us N", "one sea only"),
    ("base", "base", "base jp or base al"),
    ("base us 1110", "base us 1110", "base jp or base al"),
    ("base al", "base al", "one or more hexes"),
    ("base al 1110; base al 1110", "base al 1110", "one is the limit"),
    ("base al 2222", "base al 2222", "no such hex"),
    ("turn", "turn", "a whole number"),
    ("turn two", "turn two", "a whole number"),
    ("turn 0", "turn 0", "1 to 16"),
    ("turn 99999", "turn 99999", "a whole number"),
    ("trp 14", "trp 14", "two numbers"),
    ("trp 14 -1", "trp 14 -1", "a whole number"),
    ("phase suply", "phase suply", "Did you mean supply?"),
    ("contested", "contested", "one or more hexes"),
    ("contested 2222", "contested 2222", "no such hex"),
    ("ruling supply-range-three", "ruling supply-range-three", "slug=reading"),
    ("ruling supply-range=b", "ruling supply-range=b", "supply-range-three"),
    ("ruling supply-range-three=c", "ruling supply-range-three=c", "a or b"),
    ("ruling hex-grid-parity=b", "ruling hex-grid-parity=b", "switch"),
    ('title "open', 'title "open', "do not close"),
    ("bsae al 1110", "bsae al 1110", "Did you mean base?"),
    ("<script>", "<script>", "an item starts with"),
    ("0909 us L; what; 1009 us L", "what", "an item starts with"),
]


@pytest.mark.parametrize(("text", "piece", "says"), BAD, ids=[t or "empty" for t, _, _ in BAD])
def test_one_message_for_a_bad_line(text: str, piece: str, says: str) -> None:
    error = refused(text)
    assert error.piece == piece
    assert says in error.problem
    assert text[error.at : error.at + len(piece)] == piece
    assert "\n" not in str(error)
    assert len(str(error)) < 250


def test_a_half_typed_line_keeps_what_can_be_read() -> None:
    state, items = draft_line("0909 us L; 1O09 us A; base al 1110; tu", board())
    assert [bool(item.error) for item in items] == [False, True, False, True]
    assert [u.hex for u in state.units] == ["0909"]
    assert state.bases[Side.ALLIES] == ("1110",)
    assert [(i.start, i.end) for i in items] == [(0, 9), (11, 20), (22, 34), (36, 38)]


def test_a_line_that_is_too_long() -> None:
    error = refused("turn 2;" * LONGEST)
    assert "use a file" in error.problem


def test_cargo_may_be_typed_before_its_ship_is_there() -> None:
    _, items = draft_line("1009 us (L); 1009 us N", board())
    assert "no Allied naval unit" in items[0].error


def test_a_position_with_its_own_board_needs_the_file() -> None:
    head = 'format = "witp-position/1"\nturn = 2\n[board]\ncolumns = [1, 2]\nrows = [1, 2]\n'
    from witp_learn.position import read_file

    with pytest.raises(ValueError, match="needs the file"):
        write_line(read_file(head, "p"))


def test_load_takes_a_line() -> None:
    assert witp.load("text:1009 us L") == line("1009 us L")
    with pytest.raises(Unreadable):
        witp.load("text:1009 us")


def test_a_counter_and_its_text() -> None:
    unit = counter("1009", Nation.US, "2l-=3")
    assert unit == Unit("1009", Nation.US, Kind.LAND, Step.ATTRITED, 2, strength=3)
    assert counter_text(unit) == "2L-=3"
    assert counter_text(unit, 1) == "L-=3"


pieces = st.sampled_from(
    [
        "1009",
        "0406W",
        "us",
        "jp",
        "L",
        "2A-",
        "N(",
        "(L)",
        ")",
        ";",
        "base",
        "al",
        "turn",
        "3",
        '"',
        "\\",
        "title",
        "ruling",
        "=b",
        "supply-range-three",
        "trp",
        "contested",
        "=",
        "-",
    ]
)


@examples(400)
@given(st.text(max_size=30) | st.lists(pieces, max_size=14).map(" ".join))
def test_only_unreadable_escapes(text: str) -> None:
    state, items = draft_line(text, board())
    assert all(text[i.start : i.end] == i.text for i in items)
    try:
        assert line(text) == state
    except Unreadable as error:
        bad = next(item for item in items if item.error)
        assert (error.piece, error.problem, error.at) == (bad.text, bad.error, bad.start)
    assert line(write_line(state)) == state


@pytest.mark.parametrize("word", ["turn 4", "trp 1 2", "phase supply", "title x"])
def test_what_a_line_says_once_it_cannot_say_twice(word: str) -> None:
    with pytest.raises(Unreadable, match="stands twice"):
        read_line(f"{word}; 0909 us L; {word}", board())


def test_a_new_line_parts_items_as_a_semicolon_does() -> None:
    assert read_line("turn 4\n0909 us L", board()) == read_line("turn 4; 0909 us L", board())


def test_a_strength_that_is_the_printed_one_says_nothing() -> None:
    given = read_line("0606 us L=1 A=2; 0606 jp C=2 N=0", board())
    assert [unit.strength for unit in given.units] == [None, None, None, 0]
    assert write_line(given) == "turn 2; 0606 us L A; 0606 jp C N=0"
