"""Callbacks that cannot fail silently.

Voila drops an exception in a callback into the server's log, and the page shows a dead button. A
guarded callback hands the exception to a hook instead, together with a report that the reader can
copy, and the app goes on.
"""

from __future__ import annotations

import functools
import logging
import platform
import traceback
from collections.abc import Callable
from importlib import metadata
from pathlib import Path
from typing import Any

MESSAGE = "Something went wrong here; your position is safe."
"""What the reader sees first; the report follows it."""

OnError = Callable[[Exception, str], None]
"""A hook that is given the exception and the text of the report."""

_LOG = logging.getLogger("witp_learn.ui")
_PACKAGE = Path(__file__).resolve().parents[2]


def _version() -> str:
    try:
        return metadata.version("witp_learn")
    except metadata.PackageNotFoundError:
        return "not installed"


def _place(frame: traceback.FrameSummary) -> str:
    """File and line without the folders of this computer."""
    path = Path(frame.filename)
    if path.is_absolute() and path.is_relative_to(_PACKAGE):
        name = path.relative_to(_PACKAGE).as_posix()
    else:
        name = "/".join(path.parts[-2:])
    return f"{name}:{frame.lineno} in {frame.name}"


def report(error: BaseException, position: str = "") -> str:
    """Everything a maintainer needs, as plain text that is safe to post in public.

    It holds the error, where it happened, the versions, and the position line if one is given; no
    folder of the reader's computer.
    """
    frames = traceback.extract_tb(error.__traceback__)
    lines = [
        f"{type(error).__name__}: {error}",
        *(f"  {_place(frame)}" for frame in reversed(frames)),
        f"witp_learn {_version()}, Python {platform.python_version()}, {platform.system()}",
    ]
    if position:
        lines.append(f"Position: {position}")
    return "\n".join(lines)


def log_error(error: Exception, text: str) -> None:
    """The hook of last resort: write the report to the log."""
    _LOG.error("%s\n%s", MESSAGE, text)


class Guard:
    """Wraps callbacks so that an exception in one of them reaches ``on_error``.

    ``on_error`` and ``position`` may be changed at any time; callbacks wrapped earlier follow.
    """

    def __init__(
        self, on_error: OnError = log_error, position: Callable[[], str] = lambda: ""
    ) -> None:
        self.on_error = on_error
        self.position = position

    def __call__(self, callback: Callable[..., Any]) -> Callable[..., Any]:
        """The same callback, guarded; it gives None where the original raises.

        Usable as a decorator: ``@guard``.
        """

        @functools.wraps(callback)
        def guarded(*args: Any, **kwargs: Any) -> Any:
            try:
                return callback(*args, **kwargs)
            except Exception as error:
                self.tell(error)
                return None

        return guarded

    def tell(self, error: Exception) -> None:
        """Hand ``error`` to the hook; if the hook itself fails, to the log."""
        text = self._report(error)
        try:
            self.on_error(error, text)
        except Exception as second:
            log_error(error, text)
            log_error(second, report(second))

    def _report(self, error: Exception) -> str:
        try:
            return report(error, self.position())
        except Exception:
            return report(error)


def guarded(callback: Callable[..., Any], on_error: OnError = log_error) -> Callable[..., Any]:
    """``callback`` with a guard of its own, for the odd callback outside an app."""
    return Guard(on_error)(callback)
