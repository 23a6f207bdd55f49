"""The home page: the first question, the way to what exists, and a search through the rules.

The page needs no engine. Its pictures and verdicts are prepared when it is made, its script only
shows and hides them; nothing but the links on it asks for anything.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from urllib.parse import quote

from witp_learn import position, rulebook
from witp_learn.components import FIELDS, board, shipped_board
from witp_learn.files import DATA, NotAvailable, Unreadable, parse
from witp_learn.model import Phase, Side, State
from witp_learn.rules.supply import check
from witp_learn.view import style, symbols
from witp_learn.view.cards import badge_sign
from witp_learn.view.data_page import data_picture, map_picture
from witp_learn.view.dicepool_faces import battle_picture
from witp_learn.view.frame import frame_around
from witp_learn.view.home_hero import (
    MORE,
    Cut,
    Moment,
    Question,
    board_html,
    example,
    first_question,
    quiet,
    sized,
    stacked,
)
from witp_learn.view.home_index import Page, index
from witp_learn.view.layout import Layout
from witp_learn.view.picture import (
    board_picture,
    counters_picture,
    lines_picture,
    zones_picture,
)
from witp_learn.view.rulings_page import TRIED
from witp_learn.view.site import DATA_PAGE, RULINGS, link, page, rule_chips
from witp_learn.view.supply_view import Focus, Overlays, supply_scene
from witp_learn.view.svg import finished, path, pattern, rect, tag, text_of, use
from witp_learn.walkthrough import walkthroughs

NAME = "War in the Pacific, explained"
LAB = "supply_lab.ipynb"
WALK = "supply_check.ipynb"
CHECK = "map_check.ipynb"
COMBAT = "combat_lab.ipynb"
MOVES = "move_lab.ipynb"
PLAY = "play.ipynb"
DICE_POOL = "dicepool_"
"""How the notebooks of the second ruleset begin."""
STORED = "witp-supply-lab"
"""Where the supply lab keeps its position in the browser."""

STORED_FIGHT = "witp-combat-lab"
"""Where the combat lab keeps its fight in the browser."""

STORED_PLAN = "witp-move-lab"
"""Where the move lab keeps its plan in the browser."""

STORED_GAME = "witp-play"
"""Where the page of a game keeps it in the browser."""

TYPED = "base al 1110; 1208 us L; 1309 us L; 1209 jp N-"
"""The line that the picture of the lab's door is drawn from."""

EMPTY = "turn 4"
"""What stands in the field for those who come to type a position: nothing on the map yet."""

MORAL = "Nothing moved, and an army starves. That is what supply is about."

PICTURE, CARD = (280, 224), (280, 168)
"""Width and height in pixels that the picture of a position is made for: on a door, on a card."""
CARD_MORE = 170, 0
"""A card can be so much wider; its picture is never higher."""


def home_html(notebooks: Sequence[Page]) -> str:
    """The body of the home page as HTML, with its style and script.

    ``notebooks``: those that can be opened; there is no link to any other.
    """
    question = first_question()
    main = (
        f"{_resume(notebooks)}{_hero(question, notebooks)}{_doors(notebooks)}{_cards(notebooks)}"
        f"{_dice_pool(notebooks)}{_records(notebooks)}"
    )
    return page("home", _bar(), main, _footer(notebooks), index(notebooks))


def _notebook(notebooks: Sequence[Page], name: str) -> Page | None:
    return next((n for n in notebooks if n.path.rpartition("/")[2] == name), None)


# ---------------------------------------------------------------- bar


def _bar() -> str:
    return (
        "<h1>War in the Pacific<span>, explained</span></h1>"
        '<div class="wh-find" role="search">'
        '<input id="wh-find" type="text" role="combobox" autocomplete="off" spellcheck="false" '
        'aria-label="Find a rule, place or example" aria-autocomplete="list" '
        'aria-expanded="false" aria-controls="wh-found" aria-keyshortcuts="/" '
        'placeholder="Find a rule, place or example"><kbd aria-hidden="true">/</kbd>'
        '<div class="wh-results" hidden>'
        '<ul id="wh-found" role="listbox" aria-label="Found"></ul>'
        '<p role="status"></p></div></div>'
    )


# ---------------------------------------------------------------- continue


def _resume(notebooks: Sequence[Page]) -> str:
    lab = _notebook(notebooks, LAB)
    if lab is None:
        return ""
    return (
        f'<section class="wh-resume" aria-label="Continue" data-stored="{STORED}" hidden>'
        '<p><strong>Continue where you were</strong> <span class="wh-mono"></span></p>'
        f"{link(lab.href, 'Open it')}</section>"
    )


# ---------------------------------------------------------------- the question


def _hero(question: Question, notebooks: Sequence[Page]) -> str:
    return (
        '<section class="wh-hero" data-step="ask" aria-label="The first question">'
        f'{board_html(question)}<div class="wh-card">'
        f"{_ask(question)}{_answered(question)}{_turned(question, notebooks)}</div>"
        '<p class="wh-unseen" role="status" data-live></p></section>'
    )


def _ask(question: Question) -> str:
    answers = (("in", "In supply"), ("cut", "Cut off"))
    right = "in" if question.before.answer.good else "cut"
    buttons = "".join(
        f'<button type="button" class="witp-btn wh-answer" data-answer="{value}" '
        f'data-right="{int(value == right)}" aria-keyshortcuts="{key}">'
        f'<kbd aria-hidden="true">{key}</kbd><span>{words}</span></button>'
        for key, (value, words) in enumerate(answers, 1)
    )
    place, asked = question.before.state.title.split(": ", 1)
    return (
        f'<div data-panel="ask"><h2>{text_of(place)}: <span>{text_of(asked)}</span></h2>'
        f'<div class="wh-answers">{buttons}</div>{_key(question)}</div>'
    )


def _key(question: Question) -> str:
    """What the signs of the map mean, each with the sign itself."""
    ours, enemy = question.before.unit.side, question.enemy
    hatch = finished(
        (0, 0, 22, 22),
        tag(
            "defs",
            pattern("hatch", 7, 7, rect(0, 0, 2, 7, fill=style.ZONES[enemy]), turn=45),
        ),
        rect(1, 1, 20, 20, fill=style.DEEP, stroke=style.CONTROL),
        rect(1, 1, 20, 20, fill=use("hatch")),
    )
    dots = finished(
        (0, 0, 22, 22),
        rect(1, 1, 20, 20, fill=style.SHALLOW),
        path(
            "M4 4h14v14h-14z",
            fill="none",
            stroke=style.ZONES[enemy],
            stroke_width=2.6,
            stroke_linecap="round",
            stroke_dasharray="0.1 4.6",
        ),
    )
    house = finished((0, 0, 22, 22), symbols.base_sign(ours, 11, 11.5, 16))
    rows = (
        (hatch, f"{enemy.adjective} air zone"),
        (dots, "zone lifted"),
        (house, "supply base"),
        ("<b>L</b>", "land unit"),
        ("<b>A</b>", "air unit"),
        ("<b>★</b>", "United States"),
        ("<b>●</b>", "Japan"),
        ('<b class="wh-assumed">○</b>', "assumed hex"),
    )
    items = "".join(f"<li>{sign}{text_of(words)}</li>" for sign, words in rows)
    return f'<ul class="wh-key" aria-label="Signs of the map">{items}</ul>'


def _verdict(moment: Moment) -> str:
    found = moment.answer
    kind = "in" if found.good else "out"
    return (
        f'<h2 class="w-verdict">{badge_sign("in" if found.good else "out")}'
        f'<span data-say class="wh-{kind}">{text_of(found.verdict)}</span></h2>'
        f"<p data-say>{text_of(found.deciding)}</p>"
    )


def _rules(moment: Moment) -> str:
    return f'<p class="wh-rules">{rule_chips(moment.answer.rules)}</p>'


def _answered(question: Question) -> str:
    return (
        '<div data-panel="in" hidden><p class="wh-said" data-chosen></p>'
        f"{_verdict(question.before)}"
        '<div class="wh-not-yet" data-wrong hidden><p data-say><strong>'
        f'<span aria-hidden="true">↺ </span>Not yet.</strong> {text_of(question.idea)}</p></div>'
        '<div class="wh-acts"><button type="button" class="witp-btn primary" data-turn>'
        f"Now turn over that air unit</button>{_rules(question.before)}</div></div>"
    )


def _turned(question: Question, notebooks: Sequence[Page]) -> str:
    walk, lab = _notebook(notebooks, WALK), _notebook(notebooks, LAB)
    links = []
    if walk is not None:
        words = "Step through the rulebook's example"
        links.append(link(walk.href, words, "witp-btn primary"))
    if lab is not None:
        line = quote(position.write_line(question.after.state), safe="")
        links.append(link(f"{lab.href}?p={line}", "Try it on this map"))
    return (
        f'<div data-panel="out" hidden>{_verdict(question.after)}'
        f'<p class="wh-moral" data-say>{MORAL}</p>'
        f'<div class="wh-acts">{"".join(links)}<div class="wh-again">'
        '<button type="button" class="witp-btn quiet" data-turn>Turn it back</button>'
        '<button type="button" class="witp-btn quiet" data-restart>Start again</button>'
        f"{_rules(question.after)}</div></div></div>"
    )


# ---------------------------------------------------------------- doors and cards


def _doors(notebooks: Sequence[Page]) -> str:
    lab, walk = _notebook(notebooks, LAB), _notebook(notebooks, WALK)
    doors = []
    if walk is not None:
        doors.append(_learn(walk))
    if lab is not None:
        labs = [_notebook(notebooks, name) for name in (MOVES, COMBAT)]
        doors.append(_check(lab, *labs))
    game = _notebook(notebooks, PLAY)
    if game is not None:
        doors.append(_play(game))
    if not doors:
        return ""
    return (
        '<section class="wh-doors" aria-labelledby="wh-doors"><h2 id="wh-doors" class="wh-unseen">'
        f"What you can do here</h2>{''.join(doors)}</section>"
    )


def _door(picture: str, title: str, words: str, *links: str) -> str:
    return (
        f'<article class="wh-door">{picture}<div class="wh-words"><h3>{text_of(title)}</h3>'
        f"<p>{words}</p><div class='wh-links'>{''.join(links)}</div></div></article>"
    )


def _check(lab: Page, moves: Page | None, combat: Page | None) -> str:
    picture = position_picture("typed", position.read_line(TYPED, shipped_board()), asked=0)
    words = (
        "Type a position and read the verdict of every unit, its reason, and the one change that "
        f'would turn it. <code class="wh-typed">{text_of(TYPED)}</code>'
    )
    return _door(
        picture,
        "Check a position",
        words,
        link(f"{lab.href}?open=line&p={quote(EMPTY)}", "Type a position"),
        f'<span data-stored="{STORED}" hidden>{link(lab.href, "Open the last one")}</span>',
        *(() if moves is None else _move_links(moves)),
        *(() if combat is None else _fight_links(combat)),
    )


def _play(game: Page) -> str:
    """The way to a whole game, and to the one that this browser keeps."""
    words = (
        "Against a sparring partner who says why, or two people at one screen. The card lists what "
        "can be done, and says why something cannot."
    )
    return _door(
        _shown("game", game) or position_picture("game", example("new_hebrides")),
        "Play a game",
        words,
        link(game.href, "Play"),
        f'<span data-stored="{STORED_GAME}" hidden>{link(game.href, "Continue the game")}</span>',
    )


def _move_links(moves: Page) -> tuple[str, ...]:
    """The way to the move lab, and to the plan that this browser keeps."""
    return (
        link(moves.href, "Moves and costs"),
        f'<span data-stored="{STORED_PLAN}" hidden>{link(moves.href, "Open the last plan")}</span>',
    )


def _fight_links(combat: Page) -> tuple[str, ...]:
    """The way to the combat lab, and to the fight that this browser keeps."""
    return (
        link(combat.href, "Combat and odds"),
        f'<span data-stored="{STORED_FIGHT}" hidden>'
        f"{link(combat.href, 'Open the last fight')}</span>",
    )


def _learn(walk: Page) -> str:
    words = walk.summary or "The supply check, step by step, with every reason."
    return _door(
        _shown("book", walk) or position_picture("book", example("new_hebrides")),
        "Learn by the book's example",
        text_of(words),
        link(walk.href, "Step through it", **_stepped(walk)),
    )


def _stepped(notebook: Page) -> dict[str, str]:
    """What the script needs to name the step at which an example was left, as attributes."""
    if notebook.steps not in walkthroughs():
        return {}
    file = DATA / "walkthroughs" / f"{notebook.steps}.toml"
    count = len(parse(file.read_text("utf-8"), file.name)["step"])
    return {"data_left": f"witp-steps-{notebook.steps}", "data_steps": str(count)}


def _cards(notebooks: Sequence[Page]) -> str:
    """Notebooks that are no door, as picture cards: lessons first, then worked examples."""
    own = (LAB, WALK, CHECK, COMBAT, MOVES, PLAY)
    rest = [n for n in notebooks if n.path.rpartition("/")[2] not in own]
    rest = [n for n in rest if not _of_dice_pool(n)]
    lessons = [n for n in rest if n.path.startswith("tutorials/")]
    others = [n for n in rest if n not in lessons]
    return _shelf("Lessons", lessons) + _shelf("Worked examples", others)


def _of_dice_pool(notebook: Page) -> bool:
    return notebook.path.rpartition("/")[2].startswith(DICE_POOL)


def _dice_pool(notebooks: Sequence[Page]) -> str:
    """The second ruleset: its short course and its lab."""
    found = [n for n in notebooks if _of_dice_pool(n)]
    return _shelf("A second ruleset", found)


def _shelf(title: str, notebooks: Sequence[Page]) -> str:
    if not notebooks:
        return ""
    cards = "".join(
        _card(_shown(f"{title[:1].lower()}{i}", n, CARD), n.href, n.title, n.summary, _stepped(n))
        for i, n in enumerate(notebooks)
    )
    return f'<section class="wh-shelf"><h2>{title}</h2><ul>{cards}</ul></section>'


def _records(notebooks: Sequence[Page]) -> str:
    """What this companion goes by: the rulings, the data, and the check of the map."""
    count, switches = len(rulebook.rulings()), len(rulebook.switches())
    disputed = position.read_line(TRIED["supply-range-three"], shipped_board())
    cards = [
        _card(
            position_picture("disputed", disputed, CARD),
            f"/{RULINGS}",
            "Where the rulebook is open",
            f"{count} rulings on its gaps, contradictions and misprints, each with its readings "
            f"and the one used here. {switches} can be switched.",
        ),
        _card(
            data_picture(),
            f"/{DATA_PAGE}",
            "Where the data comes from",
            "Map, counters, turn track and cards: printed, derived or assumed, datum by datum.",
        ),
    ]
    check = _notebook(notebooks, CHECK)
    if check is not None:
        cards.append(_card(map_picture(), check.href, check.title, check.summary))
    return f'<section class="wh-shelf"><h2>On record</h2><ul>{"".join(cards)}</ul></section>'


def _card(
    picture: str, href: str, title: str, words: str, left: Mapping[str, str] | None = None
) -> str:
    at = "".join(f' {k.replace("_", "-")}="{text_of(v)}"' for k, v in (left or {}).items())
    return (
        f'<li class="wh-example">{picture}<h3>{link(href, title, "wh-stretched")}</h3>'
        f"<p>{text_of(words)}{f' <strong{at} hidden></strong>' if at else ''}</p></li>"
    )


def _shown(name: str, notebook: Page, size: tuple[int, int] = PICTURE) -> str:
    """The picture of the position or the battle that a notebook names, or nothing."""
    try:
        if notebook.battle:
            drawn = battle_picture(notebook.battle)
            return f'<div class="wh-picture wh-drawn" aria-hidden="true">{drawn}</div>'
        return position_picture(name, example(notebook.example), size) if notebook.example else ""
    except (NotAvailable, Unreadable):
        return ""


def position_picture(
    name: str, state: State, size: tuple[int, int] = PICTURE, asked: int | None = None
) -> str:
    """A position with its verdicts, the Japanese air zone, and the line of one row, as decoration.

    In the combat segment supply is not asked: counters stand there alone.

    ``name``: another one for each picture of a page. ``asked``: the row whose line is drawn, by
    its place in the position. ``size``: the width and height that all of it fits into.
    """
    unit = None if asked is None else state.units[asked]
    found = check(state).judgements
    row = next((i for i, j in enumerate(found) if j.unit == unit), None)
    shown = tuple(state.in_use()) or frame_around(state.board, ())
    cut = Cut.fitting(shown, size, MORE if size == PICTURE else CARD_MORE)
    hexes = cut.hexes(state.board)
    zones = tuple(side for side in Side if any(u.side is side.enemy for u in state.units))
    fight = state.phase is Phase.COMBAT
    overlays = Overlays(supply=not fight, zones=() if fight else zones[:1])
    judged = supply_scene(state, overlays, Focus(index=row), hexes)
    scene = sized(quiet(judged), cut.px)
    layers = {
        "board": board_picture(scene, cut.px),
        "zone": zones_picture(scene, cut.px),
        "line": lines_picture(scene, cut.px),
        "counters": counters_picture(scene, cut.px),
    }
    drawn = stacked(name, cut, layers, Layout.of(scene, cut.px))
    return f'<div class="wh-picture" aria-hidden="true">{drawn}</div>'


# ---------------------------------------------------------------- footer


def _footer(notebooks: Sequence[Page]) -> str:
    shown = board()
    count = Counter(p.origin(key).grade.value for p in shown.hexes.values() for key in FIELDS)
    count.update(shown.side_origin(a, b).grade.value for a, b in shown.hexsides)
    graded = ", ".join(f"{count[g]} {words}" for g, words in _GRADES if count[g])
    sides = f"{len(shown.hexsides)} sides of their own"
    words = f"Map: {len(shown.hexes)} hexes and {sides}, {count.total()} data: {graded}."
    check = _notebook(notebooks, CHECK)
    told = link(check.href, words, "wh-map-check") if check else words
    return f"<p>Nothing leaves this computer. {told}</p>"


_GRADES = (
    ("printed", "printed in the rulebook"),
    ("derived", "derived from it"),
    ("assumed", "assumed"),
    ("unknown", "unknown"),
    ("confirmed", "confirmed by you"),
)
