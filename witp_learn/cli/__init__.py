"""The command ``witp-learn``: every question of the companion from a terminal.

Exit status 0: answered. 2: bad input, with one message on standard error and nothing else.
"""

from __future__ import annotations

import os
import sys
from contextlib import suppress
from typing import NoReturn, TextIO

import typer

from witp_learn.cli import (
    bots,
    coverage,
    data,
    dicepool,
    fights,
    games,
    moves,
    pages,
    printed,
    questions,
    reference,
)
from witp_learn.cli.common import app
from witp_learn.files import BadData, NotAvailable, Unreadable
from witp_learn.rulebook import UnknownRule

__all__ = [
    "app",
    "bots",
    "coverage",
    "data",
    "dicepool",
    "fights",
    "games",
    "main",
    "moves",
    "pages",
    "printed",
    "questions",
    "reference",
]


def main() -> None:
    """Run the command line; bad input ends in one message and exit status 2.

    Output that nobody takes any more ends quietly, output that cannot be written in one message.
    """
    try:
        try:
            app()
        except SystemExit as done:
            # The framework has its own status for output that nobody takes, and for a break.
            raise SystemExit(2 if done.code == 1 else done.code) from None
        finally:
            _flush()
    except (BadData, Unreadable, NotAvailable, UnknownRule) as error:
        _end(str(error.args[0] if error.args else error))
    except BrokenPipeError:
        _end("")
    except OSError as error:
        _end(f"{error.filename or 'standard output'}: {error.strerror or error}")


def _flush() -> None:
    if sys.stdout is not None:
        sys.stdout.flush()


def _end(message: str) -> NoReturn:
    """End with a message on standard error, if it can be written, and nothing more."""
    with suppress(OSError):
        if message:
            typer.echo(message, err=True)
    for stream in (sys.stdout, sys.stderr):
        with suppress(OSError, AttributeError, ValueError):
            stream.flush()
            continue
        _silence(stream)
    sys.exit(2)


def _silence(stream: TextIO | None) -> None:
    """What is left in a stream that takes nothing more goes nowhere, not even at the end."""
    if stream is None:
        return
    with suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())
