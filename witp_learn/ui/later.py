"""Work that is done once the answer is on the screen, so that no click waits for it."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Hashable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from witp_learn.ui.guard import Guard


class Later:
    """Pure work, done beside the page one after the other; what nobody waits for is not done.

    ``guard``: the guard of the page, so that an error is told there.
    """

    def __init__(self, guard: Guard) -> None:
        self.guard = guard
        self._wanted: Hashable = None
        self._pool: ThreadPoolExecutor | None = None

    def ask(self, wanted: Hashable, work: Callable[[], Any], done: Callable[[Any], None]) -> None:
        """Have ``work`` done and its result handed to ``done``, unless something else is wanted.

        Without a running event loop, as outside a page, it is done at once.
        """
        self._wanted = wanted
        try:
            loop = asyncio.get_running_loop()
        except RuntimeError:
            self.guard(lambda: done(work()))()
            return
        try:
            self._pool = self._pool or ThreadPoolExecutor(1, "witp-later")
            made = loop.run_in_executor(self._pool, self._unless_stale, wanted, work)
        except RuntimeError:
            loop.call_later(0.05, self.guard(lambda: self._finish(wanted, work(), done)))
            return
        made.add_done_callback(self.guard(lambda made: self._finish(wanted, made.result(), done)))

    def _unless_stale(self, wanted: Hashable, work: Callable[[], Any]) -> Any:
        return work() if wanted == self._wanted else None

    def _finish(self, wanted: Hashable, result: Any, done: Callable[[Any], None]) -> None:
        if wanted == self._wanted:
            done(result)
