"""The command ``witp-learn``: every question of the companion from a terminal.

Exit status 0: answered. 2: bad input, with one message on standard error and nothing else.
"""

from __future__ import annotations

import sys

import typer

from witp_learn.cli import data, dicepool, fights, pages, questions, reference
from witp_learn.cli.common import app
from witp_learn.files import BadData, NotAvailable, Unreadable
from witp_learn.rulebook import UnknownRule

__all__ = ["app", "data", "dicepool", "fights", "main", "pages", "questions", "reference"]


def main() -> None:
    """Run the command line; bad input ends in one message and exit status 2."""
    try:
        app()
    except (BadData, Unreadable, NotAvailable, UnknownRule) as error:
        typer.echo(str(error.args[0] if error.args else error), err=True)
        sys.exit(2)
