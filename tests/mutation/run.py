"""Runs a game's tests against every mutant of its rules and scores: `python -m tests.mutation.run GAME [--only rules.py]`.

The tests are collected and run once, each watched for the functions it calls. Then, for every mutant, a fork of this process puts the
changed code into the function and runs the tests that call it, the quickest first, until one fails. So a mutant costs milliseconds,
and nothing on disk changes. A mutant that no test notices survives.
"""

import argparse
import contextlib
import functools
import importlib
import io
import os
import signal
import sys
import time
from collections import Counter, defaultdict
from collections.abc import Iterator
from pathlib import Path
from types import CodeType, FunctionType, ModuleType
from typing import Any

import pytest
from _pytest.runner import runtestprotocol

from tests.mutation.mutants import Mutant, mutants

ROOT = Path(__file__).parents[2]
MOST_S_OF_A_TEST = 2.0
"""Tests that take longer are left out: processor seconds, unwatched."""
MOST_S = 25.0
"""Processor seconds after which a mutant counts as noticed: it never comes to an end, or nearly so."""


class Mutation:
    """A pytest plugin: instead of running the tests once, it runs them against every mutant."""

    def __init__(self, game: str, files: list[str], report: Path | None) -> None:
        self.game, self.files, self.report = game, files, report
        self.survivors: list[str] = []
        self.counts: Counter[str] = Counter()

    def pytest_configure(self) -> None:
        """Property tests draw the same examples every time, and do not search for the smallest that fails."""
        from hypothesis import Phase, settings  # after pytest, which wants to rewrite it

        settings.register_profile("mutation", phases=[Phase.explicit, Phase.generate], derandomize=True, database=None, deadline=None)
        settings.load_profile("mutation")

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """Everything."""
        watched = _Watched(self._functions())
        for item in session.items:
            watched.run(item)
        for name in self.files:
            for mutant in self._mutants(name):
                self._judge(name, mutant, watched)
        self._tell()
        return True

    def _module(self, name: str) -> ModuleType:
        return importlib.import_module(f"companion.games.{self.game}.{name.removesuffix('.py')}")

    def _mutants(self, name: str) -> Iterator[Mutant]:
        file = self._module(name).__file__ or ""
        clauses = tuple(importlib.import_module(f"companion.games.{self.game}.pieces").Clause.__members__)
        yield from mutants(Path(file).read_text(), file, clauses)

    def _functions(self) -> dict[str, FunctionType]:
        return {f"{name}:{key}": function for name in self.files for key, function in functions_of(self._module(name)).items()}

    def _judge(self, name: str, mutant: Mutant, watched: "_Watched") -> None:
        key = f"{name}:{mutant.function}"
        items = watched.callers(key)
        verdict = _fork(watched.functions[key], mutant.code, items) if items else "survived"
        self.counts[verdict] += 1
        self.counts[f"{name} {verdict}"] += 1
        if verdict == "survived":
            line = f"{self.game}/{name}:{mutant.line} {mutant.function}: {mutant.what}{'' if items else ' (no test calls it)'}"
            self.survivors.append(line)
            print(line, file=sys.__stdout__, flush=True)

    def _tell(self) -> None:
        total = self.counts["killed"] + self.counts["survived"]
        share = 100 * self.counts["killed"] / max(1, total)
        lines = [f"{self.game}: {total} mutants of {', '.join(self.files)}, {self.counts['killed']} killed ({share:.1f} %)"]
        for name in self.files:
            lines.append(f"  {name}: {self.counts[f'{name} killed']} killed, {self.counts[f'{name} survived']} survived")
        lines += self.survivors
        print("\n".join(lines), file=sys.__stdout__, flush=True)
        if self.report is not None:
            self.report.write_text("\n".join(lines) + "\n")


class _Watched:
    """Which tests call which functions, and how long each takes."""

    def __init__(self, functions: dict[str, FunctionType]) -> None:
        self.functions = functions
        self.names = {function.__code__: key for key, function in functions.items()}
        self.called: defaultdict[str, list[tuple[float, pytest.Item]]] = defaultdict(list)

    def run(self, item: pytest.Item) -> None:
        """Run a test, watched. Raises RuntimeError when it fails without any mutant."""
        seen: set[CodeType] = set()
        start = time.process_time()
        sys.setprofile(lambda frame, event, arg: seen.add(frame.f_code) if event == "call" else None)
        try:
            if not _passes(item):
                raise RuntimeError(f"{item.nodeid} fails before anything is changed")
        finally:
            sys.setprofile(None)
        seconds = time.process_time() - start
        if seconds < 2 * MOST_S_OF_A_TEST:
            for code in seen & self.names.keys():
                self.called[self.names[code]].append((seconds, item))

    def callers(self, key: str) -> list[pytest.Item]:
        """The tests that call a function, the quickest first."""
        return [item for _, item in sorted(self.called[key], key=lambda pair: pair[0])]


def functions_of(module: ModuleType) -> dict[str, FunctionType]:
    """Every function and method that a module defines, by its qualified name; wrappers are looked through."""
    found = {}
    for value in vars(module).values():
        inside = vars(value).values() if isinstance(value, type) and value.__module__ == module.__name__ else [value]
        for one in inside:
            function = _plain(one)
            if function is not None and function.__module__ == module.__name__:
                found[function.__qualname__] = function
    return found


def _plain(value: Any) -> FunctionType | None:
    for name in ("fget", "func", "__wrapped__", "__func__"):
        if not isinstance(value, FunctionType) and hasattr(value, name):
            value = getattr(value, name)
    return value if isinstance(value, FunctionType) else None


def _passes(item: pytest.Item) -> bool:
    with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(io.StringIO()):
        reports = runtestprotocol(item, log=False, nextitem=None)
    return all(report.passed or report.skipped for report in reports)


def _fork(function: FunctionType, code: CodeType, items: list[pytest.Item]) -> str:
    """`killed` or `survived`: what the tests say of a function with other code, in a process of its own."""
    child = os.fork()
    if child == 0:
        signal.setitimer(signal.ITIMER_VIRTUAL, MOST_S)
        os._exit(_survives(function, code, items))
    _, status = os.waitpid(child, 0)
    return "survived" if os.waitstatus_to_exitcode(status) == 0 else "killed"


def _survives(function: FunctionType, code: CodeType, items: list[pytest.Item]) -> int:
    try:
        function.__code__ = code
        for module in list(sys.modules.values()):
            if getattr(module, "__name__", "").startswith("companion.games."):
                for value in vars(module).values():
                    if isinstance(value, functools._lru_cache_wrapper):
                        value.cache_clear()
        return int(not all(_passes(item) for item in items))
    except BaseException:
        return 1


def main() -> None:
    """Every mutant of a game's rules.py and scoring.py, or of the files named."""
    parser = argparse.ArgumentParser(description=main.__doc__)
    parser.add_argument("game")
    parser.add_argument("--only", nargs="*", default=["rules.py", "scoring.py"], metavar="FILE")
    parser.add_argument("--report", type=Path)
    asked = parser.parse_args()
    plugin = Mutation(asked.game, asked.only, asked.report)
    tests = sorted(map(str, (ROOT / "tests" / "games").glob(f"test_{asked.game}_*.py")))
    tests.append(f"{ROOT}/tests/test_playthroughs.py::test_every_game_plays_as_it_was_recorded[{asked.game}]")
    options = [
        "-q",
        "-m",
        "not slow",
        "-p",
        "no:cacheprovider",
        "-p",
        "no:faulthandler",
        "-s",
        "-o",
        "addopts=",
        "-o",
        "timeout=0",
        "--rootdir",
        str(ROOT),
    ]
    sys.exit(pytest.main([*options, *tests], plugins=[plugin]))


if __name__ == "__main__":
    main()
