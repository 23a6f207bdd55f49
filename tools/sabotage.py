"""Breaks one rule function after the other and asks whether a test of its clauses notices.

Every function whose docstring names clauses (``Rules: 7.1a``) in turn raises as soon as it is
called, and only the tests marked with one of those clauses are run. A function that none of them
misses is a survivor: its clauses are named, and not tested there. The tests are collected once;
each function is broken in a process of its own, forked from there. One whose tests reach the time
limit before any fails is unsure; it is tried once more, alone and with a longer limit.

    python tools/sabotage.py                        every function
    python tools/sabotage.py --only rules.supply    those of one module, or one: rules.supply:judge
    python tools/sabotage.py --list                 the functions and how many tests each has

Exit status 1 when a function survives, or is unsure to the last.
"""

from __future__ import annotations

import argparse
import gc
import importlib
import os
import pickle
import resource
import signal
import sys
import tempfile
import time
from collections import defaultdict
from collections.abc import Callable, Iterator
from pathlib import Path
from types import FunctionType
from typing import Any

import pytest
from attrs import field, frozen
from hypothesis import Phase, settings

from witp_learn.coverage.code import functions

ROOT = Path(__file__).resolve().parent.parent

PARTS = ("rules", "engine", "dicepool", "components", "bots")
"""The packages whose functions carry the rules."""

NOT_RUN = ("browser", "slow")
"""Marks of tests that take too long to be run hundreds of times."""

PROFILE = "sabotage"
"""How properties are tried: the same cases each time, and no search for the smallest that fails."""

OPTIONS = "--strict-markers --import-mode=importlib --benchmark-disable"
"""How the tests are collected: as always, but with no word to the terminal."""

SLOW = 1.0
"""Seconds from which a test is run after the others, once that is known of it."""

PATIENCE = 10
"""How many times its seconds a child may take on a machine that is busy with other things."""

LONGER = 4
"""How many times its seconds a function gets when it is tried once more."""

Answer = tuple[tuple[str, bool] | None, dict[str, float]]
"""The first test that failed, and whether for the broken function; the slow tests' seconds."""

BROKEN = "sabotaged on purpose"


@frozen
class Target:
    """A function that names clauses, and the tests of them."""

    module: str
    name: str
    clauses: tuple[str, ...]
    tests: tuple[pytest.Item, ...] = field(default=(), repr=False)

    @property
    def where(self) -> str:
        """``rules.supply:judge``."""
        return f"{self.module.removeprefix('witp_learn.')}:{self.name}"


@frozen
class Outcome:
    """What became of a broken function: the test that noticed, if one did.

    ``unsure``: the time was over before a test had failed.
    """

    target: Target
    bitten_by: str
    why: str
    seconds: float
    unsure: bool = False


def targets(only: list[str]) -> list[Target]:
    """The functions that name clauses, those of ``only`` where something is given."""
    found = []
    for module, name, clauses in functions():
        target = Target(module, name, clauses)
        part = module.split(".")[1:2]
        if name and part and part[0] in PARTS and _wanted(target.where, only):
            found.append(target)
    return found


def _wanted(where: str, only: list[str]) -> bool:
    return not only or any(where == o or where.startswith((f"{o}.", f"{o}:")) for o in only)


def code_of(found: list[Target]) -> dict[str, list[FunctionType]]:
    """The function objects of targets, by place; none for a class, whose docstring has its fields.

    They are found by module and name, however they are wrapped or bound.
    """
    for target in found:
        importlib.import_module(target.module)
    wanted = {(target.module, target.name): target.where for target in found}
    code: dict[str, list[FunctionType]] = defaultdict(list)
    for one in gc.get_objects():
        if type(one) is FunctionType and (one.__module__, one.__qualname__) in wanted:
            code[wanted[one.__module__, one.__qualname__]].append(one)
    return code


def _breaking(*args: Any, **kwargs: Any) -> None:
    raise AssertionError("sabotaged on purpose")


def broken(one: FunctionType) -> None:
    """From now on the function raises when it is called; whoever holds it holds the broken one."""
    code = _breaking.__code__
    if one.__code__.co_freevars:
        code = code.replace(co_freevars=one.__code__.co_freevars)
    one.__defaults__ = one.__kwdefaults__ = None
    one.__code__ = code


def forget() -> None:
    """Answers that rules and engine remember are forgotten; a broken function has to be asked."""
    for name, module in list(sys.modules.items()):
        if name.startswith(tuple(f"witp_learn.{part}" for part in PARTS)):
            for value in list(vars(module).values()):
                if callable(clear := getattr(value, "cache_clear", None)):
                    clear()


class Saboteur:
    """A pytest plugin that runs the collected tests in its own way."""

    def __init__(self, found: list[Target], jobs: int, seconds: float, listing: bool) -> None:
        self.targets = found
        self.jobs = jobs
        self.seconds = seconds
        self.listing = listing
        self.outcomes: list[Outcome] = []
        self.failing: set[str] = set()
        self._failed: list[tuple[str, bool]] = []
        self._spent: dict[str, float] = {}
        self._running: dict[int, tuple[Target, int, float]] = {}
        self._again: list[Target] = []
        self._code: dict[str, list[FunctionType]] = {}
        self._last = False

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Note the tests that fail, and whether the broken function is the reason."""
        self._spent[report.nodeid] = self._spent.get(report.nodeid, 0.0) + report.duration
        if report.failed:
            self._failed.append((report.nodeid, BROKEN in report.longreprtext))

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """Break one function after the other instead of running the tests once."""
        tests = _by_clause(session.items)
        self.targets = [_with_tests(target, tests) for target in self.targets]
        if self.listing:
            return True
        session.config._tmp_path_factory.getbasetemp()  # type: ignore[attr-defined]
        self._code = code_of(self.targets)
        for target in self.targets:
            if target.where not in self._code:
                continue
            while len(self._running) >= self.jobs:
                self._reap()
            self._start(target)
        while self._running:
            self._reap()
        self._try_again()
        return True

    def _try_again(self) -> None:
        """Those that took too long once more, each alone, with more time."""
        self.seconds *= LONGER
        self._last = True
        for target in self._again:
            self._start(target)
            while self._running:
                self._reap()

    def _start(self, target: Target) -> None:
        """Break a function in a child and run its tests there until one fails."""

        def work() -> Answer:
            limit = int(self.seconds) + 1
            resource.setrlimit(resource.RLIMIT_CPU, (limit, limit))
            forget()
            for one in self._code[target.where]:
                broken(one)
            failure = self._first_failure(target)
            return failure, {name: took for name, took in self._spent.items() if took > SLOW}

        child, pipe = _forked(work)
        self._running[child] = (target, pipe, time.monotonic())

    def _first_failure(self, target: Target) -> tuple[str, bool] | None:
        """The first of its tests that fails, and whether the broken function is the reason."""
        for test in sorted(target.tests, key=lambda test: test.nodeid in self._spent):
            if test.nodeid in self.failing:
                continue
            self._failed.clear()
            test.config.hook.pytest_runtest_protocol(item=test, nextitem=None)
            if self._failed:
                return self._failed[0]
        return None

    def _reap(self) -> None:
        """Wait for a child that ends, or end one that takes too long."""
        while True:
            child = next((c for c in self._running if os.waitpid(c, os.WNOHANG)[0]), 0)
            if child:
                break
            for late, (_, _, begun) in self._running.items():
                if time.monotonic() - begun > PATIENCE * self.seconds:
                    os.kill(late, signal.SIGKILL)
            time.sleep(0.005)
        target, pipe, begun = self._running.pop(child)
        answer = _answer(pipe)
        if answer is None:
            self._late(target, begun)
            return
        failure, spent = answer
        self._spent.update(spent)
        if failure is None:
            why = "no test names its clauses" if not target.tests else "its tests pass all the same"
            self._tell(target, "", why, begun)
        elif failure[1] or not self._fails_anyway(target, failure[0]):
            self._tell(target, failure[0], "", begun)
        else:
            self.failing.add(failure[0])
            self._start(target)

    def _late(self, target: Target, begun: float) -> None:
        """Keep a function for another try, or tell that it stays unsure."""
        if not self._last:
            self._again.append(target)
            return
        why = f"unsure, no test had failed after {self.seconds:g} s"
        self._tell(target, "", why, begun, unsure=True)

    def _fails_anyway(self, target: Target, name: str) -> bool:
        """Whether a test fails with nothing broken; then it tells nothing."""
        test = next((t for t in target.tests if t.nodeid == name), None)
        if test is None:
            return False
        alone = Target(target.module, target.name, target.clauses, (test,))
        child, pipe = _forked(lambda: (self._first_failure(alone), {}))
        os.waitpid(child, 0)
        answer = _answer(pipe)
        return answer is None or answer[0] is not None

    def _tell(
        self, target: Target, test: str, why: str, begun: float, *, unsure: bool = False
    ) -> None:
        self.outcomes.append(Outcome(target, test, why, time.monotonic() - begun, unsure))
        if why:
            print(f"{target.where}: {why} ({', '.join(target.clauses)})", flush=True)
        if sys.stderr.isatty():
            print(f"{len(self.outcomes)} of {len(self.targets)}", end="\r", file=sys.stderr)


def _forked(work: Callable[[], Answer]) -> tuple[int, int]:
    """A child that does the work and writes what came of it into a pipe: its id and the pipe."""
    reading, writing = os.pipe()
    child = os.fork()
    if child:
        os.close(writing)
        return child, reading
    os.close(reading)
    try:
        os.write(writing, pickle.dumps(work()))
    finally:
        os._exit(0)


def _answer(pipe: int) -> Answer | None:
    """What a child wrote; None when it was ended before it could."""
    with os.fdopen(pipe, "rb") as file:
        text = file.read()
    answer: Answer | None = pickle.loads(text) if text else None
    return answer


def _by_clause(items: list[pytest.Item]) -> dict[str, list[pytest.Item]]:
    """The quick tests of each clause, in order of file."""
    found: dict[str, list[pytest.Item]] = defaultdict(list)
    for item in items:
        if not any(item.get_closest_marker(name) for name in NOT_RUN):
            for mark in item.iter_markers("clause"):
                for clause in mark.args:
                    found[clause].append(item)
    return found


def _with_tests(target: Target, tests: dict[str, list[pytest.Item]]) -> Target:
    """The target with its tests, those that share most clauses with it first."""
    shared: dict[pytest.Item, int] = defaultdict(int)
    for clause in dict.fromkeys(target.clauses):
        for item in tests.get(clause, ()):
            shared[item] += 1
    ordered = tuple(sorted(shared, key=lambda item: (-shared[item], item.nodeid)))
    return Target(target.module, target.name, target.clauses, ordered)


def counted(outcomes: list[Outcome]) -> tuple[int, int, int]:
    """How many a test noticed, how many survive, and of how many that is unsure."""
    bitten = sum(bool(one.bitten_by) for one in outcomes)
    unsure = sum(one.unsure for one in outcomes)
    return bitten, len(outcomes) - bitten - unsure, unsure


def report(plugin: Saboteur) -> Iterator[str]:
    """A line for each module, and how many survive; they have been named on the way."""
    by_module: dict[str, list[Outcome]] = defaultdict(list)
    for one in plugin.outcomes:
        by_module[one.target.where.partition(":")[0]].append(one)
    yield f"{'module':<40}{'functions':>10}{'bitten':>8}{'survive':>9}{'unsure':>8}{'seconds':>9}"
    for module, outcomes in sorted(by_module.items()):
        bitten, alive, unsure = counted(outcomes)
        spent = sum(one.seconds for one in outcomes)
        counts = f"{len(outcomes):>10}{bitten:>8}{alive:>9}{unsure:>8}"
        yield f"{module:<40}{counts}{spent:>9.1f}"
    _, alive, unsure = counted(plugin.outcomes)
    yield f"{alive} of {len(plugin.outcomes)} functions survive, {unsure} unsure."
    if plugin.failing:
        yield f"Not counted, since they fail with nothing broken: {', '.join(plugin.failing)}"


def main() -> int:
    """Break the functions asked for and print what survived."""
    parser = argparse.ArgumentParser(description="Which rule functions no test of theirs misses.")
    parser.add_argument("--only", action="append", default=[], metavar="MODULE[:FUNCTION]")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--seconds", type=float, default=30, help="of one function")
    parser.add_argument("--list", action="store_true")
    parser.add_argument("--tests", action="append", default=[], metavar="PATH")
    asked = parser.parse_args()
    plugin = Saboteur(targets(asked.only), asked.jobs, asked.seconds, asked.list)
    if not plugin.targets:
        print(f"No function that names clauses is called {', '.join(asked.only)}.")
        return 2
    with tempfile.TemporaryDirectory() as home:
        os.environ["HYPOTHESIS_STORAGE_DIRECTORY"] = home
        status = _collected(plugin, asked.tests or [str(ROOT / "tests")])
    if status:
        return status
    if asked.list:
        for target in plugin.targets:
            print(f"{len(target.tests):>5} tests  {target.where} ({', '.join(target.clauses)})")
        return 0
    print("\n".join(report(plugin)))
    return int(any(not one.bitten_by for one in plugin.outcomes))


def _collected(plugin: Saboteur, tests: list[str]) -> int:
    """Collect the tests and let the plugin run them; 2 when they cannot be collected."""
    words = ["-c", str(ROOT / "pyproject.toml"), "--rootdir", str(ROOT)]
    words += ["-o", f"addopts={OPTIONS}", "-p", "no:cacheprovider", "-p", "no:terminal"]
    phases = (Phase.explicit, Phase.generate)
    settings.register_profile(PROFILE, deadline=None, derandomize=True, phases=phases)
    words += [f"--hypothesis-profile={PROFILE}"]
    done = pytest.main([*words, *tests], plugins=[plugin])
    if done not in (pytest.ExitCode.OK, pytest.ExitCode.TESTS_FAILED):
        print("The tests cannot be collected; run pytest to see why.")
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
