"""The commands that look something up in the rulebook's index and register."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import groupby
from typing import Annotated

import typer
from attrs import asdict

from witp_learn import queries, rulebook
from witp_learn.cli.common import AsJson, app, filled, show, stop
from witp_learn.explain import say
from witp_learn.files import nearest
from witp_learn.playing import OPTIONS, option_told
from witp_learn.rulebook import Ruling


@app.command()
def explain(
    ref: Annotated[
        str, typer.Argument(metavar="REF", help="A section, clause, ruling, term or option: 7.1c")
    ],
    as_json: AsJson = False,
) -> None:
    """What a section, a clause or a term says, and where it is shown.

    The rule in other words, and the rulings that touch it.
    """
    option = ref.strip().casefold()
    named = option in OPTIONS
    entry = queries.explain(OPTIONS[option] if named else ref)
    steps = queries.taught(entry)
    shown = "\n".join(f"  {step}" for step in steps)
    text = f"{entry.text()}\n\nShown in\n{shown}" if steps else entry.text()
    lessons = [asdict(step) for step in steps]
    found = {**entry.as_dict(), "lessons": lessons}
    if named:
        text = f"{option_told(option)}\n\n{text}"
        found["option"] = {"name": option, "says": say(f"options.{option}")}
    show(found, text, as_json)


@app.command()
def rulings(
    about: Annotated[
        str | None,
        typer.Argument(
            metavar="[WORDS]", callback=filled, help="A slug, a section, or words to look for."
        ),
    ] = None,
    switches: Annotated[
        bool, typer.Option("--switches", help="Only those that a position may choose.")
    ] = False,
    as_json: AsJson = False,
) -> None:
    """Where the rulebook is unclear: readings, the one in use (*)."""
    known = rulebook.switches() if switches else rulebook.rulings()
    found = list(known.values()) if about is None else _about(about, known.values())
    if about is not None and not found:
        if about.strip().casefold() in OPTIONS:
            stop(f"{about}: an option of a new game, no ruling: witp-learn explain {about.strip()}")
        kind = "switch" if switches else "ruling"
        stop(f"{about}: no {kind} speaks of it.{nearest(about, known)}")
    text = "\n\n".join(_chapters(found))
    show({"rulings": [ruling.as_dict() for ruling in found]}, text, as_json)


def _about(words: str, known: Iterable[Ruling]) -> list[Ruling]:
    """The rulings of a slug, of a section and its subsections, or with all these words."""
    found = list(known)
    if exact := [r for r in found if r.slug == words.strip()]:
        return exact
    if words.strip() in rulebook.sections():
        wanted = words.strip()
        return [r for r in found if any(_within(s, wanted) for s in (*r.sections, *r.clauses))]
    parts = words.casefold().split()
    return [r for r in found if all(part in str(r).casefold() for part in parts)]


def _within(section: str, wanted: str) -> bool:
    return section == wanted or section.startswith((f"{wanted}.", f"{wanted}-"))


def _chapters(found: Iterable[Ruling]) -> Iterator[str]:
    """The rulings under the chapters their first clauses stand in, in rulebook order."""
    titles = rulebook.sections()
    order = list(titles)

    def chapter(ruling: Ruling) -> str:
        return ruling.sections[0].split(".")[0].split("-")[0]

    ordered = sorted(found, key=lambda ruling: order.index(chapter(ruling)))
    for name, members in groupby(ordered, chapter):
        heading = f"{name}  {titles[name]}" if name != "end" else titles[name]
        yield f"{heading}\n{'=' * len(heading)}"
        yield from (str(ruling) for ruling in members)
