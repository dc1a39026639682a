"""The walls and the size budgets of ARCHITECTURE.md, held."""

import ast
import subprocess
from collections.abc import Iterator
from fnmatch import fnmatch
from functools import cache
from pathlib import Path
from typing import TypeVar

T = TypeVar("T")

ROOT = Path(__file__).parents[1]
OURS = ("vision", "companion", "hw", "fixtures")
TOP = {
    *("pyproject.toml", "README.md", "ARCHITECTURE.md", "CONTRIBUTING.md", "CHANGELOG.md", "LICENSE", "Makefile"),
    *("vision", "companion", "hw", "tests", "fixtures", ".ci", ".gitignore", ".pre-commit-config.yaml"),
    *("requirements.lock", "requirements-dev.lock"),
}

DOORS = ("vision.frame", "vision.observation")

MAY = {
    # room: what of ours it may import, besides itself. The most specific line that fits a module holds.
    "vision": ["vision"],
    "vision.frame": [],
    "vision.observation": [],
    "vision.names": [],
    "vision.written": [],
    "vision.stopwatch": [],
    "vision.nets": [],
    "vision.image": ["vision.image", *DOORS],
    "vision.table": ["vision.table", "vision.image", *DOORS],
    "vision.changes": ["vision.changes", "vision.table", "vision.image", *DOORS],
    "vision.looks": ["vision.looks", "vision.names", "vision.table", "vision.image", *DOORS],
    "vision.cards": ["vision.cards", "vision.looks", "vision.changes", "vision.table", "vision.image", "vision.stopwatch", *DOORS],
    "vision.tokens": ["vision.tokens", "vision.cards.cloth", "vision.looks", "vision.table", "vision.image", *DOORS],
    "vision.cubes": [
        *("vision.cubes", "vision.tokens.discs", "vision.looks", "vision.changes", "vision.table", "vision.image", "vision.stopwatch"),
        *DOORS,
    ],
    "vision.dice": ["vision.dice", "vision.looks", "vision.table", "vision.stopwatch", "vision.nets", *DOORS],
    "vision.plates": ["vision.plates", "vision.looks", "vision.table", "vision.image", "vision.stopwatch", *DOORS],
    "vision.foods": ["vision.foods", "vision.plates", "vision.looks", "vision.changes", "vision.table", "vision.image", *DOORS],
    "vision.letters": ["vision.letters", "vision.table", "vision.image", "vision.stopwatch", "vision.nets", *DOORS],
    "vision.tiles": ["vision.tiles", "vision.letters", "vision.looks.colours", "vision.image", *DOORS],
    "vision.enrolling": [
        *(
            "vision.enrolling",
            "vision.names",
            "vision.written",
            "vision.dice",
            "vision.cubes.paints",
            "vision.tokens",
            "vision.looks",
            "vision.table",
            "vision.image",
        ),
        *DOORS,
    ],
    "vision.live": [
        *(
            "vision.live",
            "vision.plates.falls",
            "vision.tiles.onboard",
            "vision.tiles.tiling",
            "vision.changes",
            "vision.table",
            "vision.image",
        ),
        *DOORS,
    ],
    "vision.evaluation": ["vision.evaluation", "vision.written", "vision.looks.catalogue", "vision.image", *DOORS],
    "vision.models": ["vision.models", "vision.letters", "vision.dice", "vision.tiles", "vision.nets"],
    "hw": ["hw", "vision.frame"],
    "companion": [],
    "companion.game": ["vision.observation"],
    "companion.snapshot": ["companion.game", "vision.observation"],
    "companion.events": ["companion.game", "companion.snapshot", "vision.observation"],
    "companion.anchor": [],
    "companion.pictures": ["companion.game", "companion.anchor"],
    "companion.store": ["companion.game", "companion.anchor", "companion.pictures"],
    "companion.evening": ["companion.game", "companion.snapshot", "companion.events", "companion.store"],
    "companion.fold": ["companion.game", "companion.events"],
    "companion.telling": ["companion.snapshot", "companion.events", "companion.fold"],
    "companion.changes": ["companion.game", "companion.events", "companion.fold", "companion.telling"],
    "companion.questions": [
        *("companion.game", "companion.snapshot", "companion.events", "companion.fold", "companion.changes", "companion.referee"),
        "vision.observation",
    ],
    "companion.subscription": ["companion.snapshot"],
    "companion.disputes": ["companion.events", "companion.fold", "companion.game", "companion.snapshot", "companion.explanation"],
    "companion.public": ["companion.game"],
    "companion.history": [
        *("companion.disputes", "companion.events", "companion.fold", "companion.public", "companion.snapshot", "companion.telling"),
        "companion.game",
    ],
    "companion.earlier": [
        *("companion.disputes", "companion.events", "companion.fold", "companion.history", "companion.public", "companion.snapshot"),
        "companion.telling",
    ],
    "companion.conflicts": ["companion.game", "companion.events", "companion.snapshot", "companion.telling"],
    "companion.archive": ["companion.game"],
    "companion.evenings": ["companion.game", "companion.history", "companion.snapshot"],
    "companion.devices": ["companion.game", "companion.anchor"],
    "companion.overruled": ["companion.game"],
    "companion.standing": ["companion.game", "companion.overruled", "companion.referee"],
    "companion.misread": ["companion.game", "companion.overruled", "companion.referee", "companion.standing"],
    "companion.answering": [
        *("companion.changes", "companion.events", "companion.ledger", "companion.questions", "companion.snapshot"),
    ],
    "companion.config": ["vision.written"],
    "companion.clocks": ["companion.game"],
    "companion.numerals": ["companion.game"],
    "companion.words": ["companion.game", "companion.games.word_buffet", "vision.written"],
    "companion.wordcheck": ["companion.game", "companion.numerals", "companion.words", "companion.games.word_buffet"],
    "companion.pack": ["companion.game", "companion.whole", "vision.names", "vision.written", "vision.looks.catalogue"],
    "companion.whole": [],
    "companion.referee": ["companion.game", "vision.observation"],
    "companion.ledger": [
        *("companion.game", "companion.snapshot", "companion.events", "companion.evening", "companion.store", "companion.pictures"),
        *("companion.fold", "companion.anchor", "vision.observation"),
    ],
    "companion.shown": [
        *(
            "companion.game",
            "companion.events",
            "companion.snapshot",
            "companion.ledger",
            "companion.telling",
            "companion.disputes",
            "companion.public",
        ),
    ],
    "companion.session": [
        *("companion.game", "companion.snapshot", "companion.events", "companion.evening", "companion.store", "companion.pictures"),
        *("companion.ledger", "companion.shown", "companion.fold", "companion.changes", "companion.questions", "companion.subscription"),
        *("companion.answering", "companion.misread", "companion.public", "companion.anchor", "companion.conflicts", "companion.history"),
        *("companion.referee", "vision.observation"),
    ],
    "companion.recording": ["companion.game", "vision.written"],
    "companion.explanation": ["companion.game"],
    "companion.notation": ["companion.game"],
    "companion.health": ["companion.game", "companion.snapshot", "vision.observation"],
    "companion.evidence": [
        *("companion.game", "companion.snapshot", "companion.events", "companion.evening", "companion.store", "companion.pictures"),
        *("companion.anchor", "companion.archive", "companion.disputes", "companion.telling"),
    ],
    "companion.verification": ["companion.events", "companion.anchor", "companion.archive", "companion.evidence"],
    "companion.labelling": ["companion.game", "companion.events", "companion.fold", "vision.observation"],
    "companion.mat": ["companion.game", "vision.table.mat"],
    "companion.deck": ["companion.game"],
    "companion.zones": ["companion.game", "vision.observation"],
    "companion.sight": ["vision.observation"],
    "companion.looking": ["companion.sight", "companion.health", "hw", "vision.frame", "vision.observation"],
    "companion.reader": ["companion.sight", "companion.spared", "companion.game", "hw.apart", "hw.eye", "hw.worker"],
    "companion.spared": [],
    "companion.runtime": [
        *("companion.game", "companion.session", "companion.snapshot", "companion.health", "companion.clocks", "companion.sight"),
        *("hw.panel", "vision.observation"),
    ],
    "companion.playback": [
        *("companion.game", "companion.session", "companion.snapshot", "companion.recording"),
        *("vision.frame", "vision.observation"),
    ],
    "companion.games": ["companion.game"],
    "companion.games.*": ["companion.game", "companion.notation", "vision.observation"],
    "companion.web": [
        *("companion.web", "companion.session", "companion.snapshot", "companion.game", "companion.evidence", "companion.health"),
        *("companion.disputes", "companion.events", "companion.devices", "companion.earlier", "companion.history", "companion.evenings"),
        *("companion.config", "companion.numerals", "companion.zones", "vision.observation"),
    ],
    "companion.cli": ["companion", "vision", "hw", "fixtures"],
    "companion.__main__": ["companion.cli"],
    "fixtures": [
        "fixtures",
        "vision",
        "companion.deck",
        "companion.mat",
        "companion.pack",
        "companion.game",
        "companion.games",
        "companion.recording",
        "companion.referee",
    ],
}
NEVER = {
    "vision.observation": {"numpy", "cv2"},
    "vision": {"flask", "pytest"},
    "hw": {"flask", "pytesseract"},
    "companion.game": {"numpy", "cv2", "flask", "pathlib", "time", "random", "os"},
    "companion.notation": {"numpy", "cv2", "flask", "pathlib", "time", "random", "os"},
    "companion.games.*": {"numpy", "cv2", "flask", "pathlib", "time", "random", "os", "io", "subprocess", "socket", "hw", "datetime"},
    "companion.web": {"cv2", "numpy"},
}
LATE = {"picamera2", "gpiozero", "libcamera"}
"""Imported inside a constructor only: they exist on a Pi alone."""
ROOMS = ["pieces", "scoring", "rules", "reading", "__init__"]
"""Of a game, lowest first; other rooms of a game lie where their imports put them, below `__init__`."""
LINES_OF_A_FILE, LINES_OF_A_FUNCTION = 400, 50


def modules() -> Iterator[tuple[str, Path]]:
    for top in OURS:
        for path in sorted((ROOT / top).rglob("*.py")):
            name = ".".join(path.relative_to(ROOT).with_suffix("").parts)
            yield name.removesuffix(".__init__"), path


@cache
def parsed(path: Path) -> ast.Module:
    return ast.parse(path.read_text())


@cache
def imports(path: Path, *, top_level_only: bool = False) -> set[str]:
    """Every module that a file imports, as `package.module` or `package.module.name`."""
    found = set()
    for node in parsed(path).body if top_level_only else ast.walk(parsed(path)):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: relative import; write it out"
            found |= {f"{node.module}.{alias.name}" for alias in node.names}
    return found


def line_for(table: dict[str, T], module: str) -> T | None:
    fits = [
        room for room in table if module == room or module.startswith(f"{room}.") or fnmatch(module, room) or fnmatch(module, f"{room}.*")
    ]
    return table[max(fits, key=lambda room: (len(room.split(".")), "*" not in room))] if fits else None


def within(target: str, room: str) -> bool:
    return target == room or target.startswith(f"{room}.")


MODULES = dict(modules())


def test_rooms_keep_their_walls() -> None:
    assert [fault for module in MODULES for fault in through_walls(module)] == []


def through_walls(module: str) -> Iterator[str]:
    allowed = line_for(MAY, module)
    if allowed is None:
        yield f"{module} stands in no room of ARCHITECTURE.md"
        return
    home = ".".join(module.split(".")[:3]) if module.startswith("companion.games.") else module
    ours = {target for target in imports(MODULES[module]) if target.split(".")[0] in OURS}
    outside = {target for target in ours if not any(within(target, room) for room in [*allowed, home])}
    yield from (f"{module} may not import {target}" for target in sorted(outside))


def test_rooms_know_nothing_of_what_is_forbidden() -> None:
    assert [fault for module in MODULES for fault in forbidden_in(module)] == []


def forbidden_in(module: str) -> Iterator[str]:
    reached = {target.split(".")[0] for target in imports(MODULES[module])}
    for room, forbidden in NEVER.items():
        if module == room or module.startswith(f"{room}.") or fnmatch(module, room) or fnmatch(module, f"{room}.*"):
            yield from (f"{module} imports {target}" for target in sorted(reached & forbidden))


def test_what_only_a_pi_has_is_imported_late() -> None:
    early = {name: {target.split(".")[0] for target in imports(path, top_level_only=True)} & LATE for name, path in MODULES.items()}
    assert [f"{module} imports {sorted(found)} at its top" for module, found in early.items() if found] == []


def test_nobody_imports_the_command_line() -> None:
    assert [
        m
        for m, path in MODULES.items()
        if m not in ("companion.__main__",) and not m.startswith("companion.cli") and any(within(t, "companion.cli") for t in imports(path))
    ] == []


def test_rooms_of_a_game_build_on_each_other_in_order() -> None:
    for module, path in MODULES.items():
        parts = module.split(".")
        if parts[:2] != ["companion", "games"] or len(parts) != 4 or parts[3] not in ROOMS:
            continue
        above = ROOMS[ROOMS.index(parts[3]) + 1 :]
        home = ".".join(parts[:3])
        assert not {t for t in imports(path) for room in above if within(t, f"{home}.{room}")}, f"{module} reaches up"


def test_no_circle_of_imports() -> None:
    graph = {m: {t for target in imports(p) for t in (target, target.rsplit(".", 1)[0])} & MODULES.keys() - {m} for m, p in MODULES.items()}
    done: set[str] = set()

    def walk(module: str, path: tuple[str, ...]) -> None:
        assert module not in path, " -> ".join((*path, module))
        if module not in done:
            for target in graph[module]:
                walk(target, (*path, module))
            done.add(module)

    for module in graph:
        walk(module, ())


def everything() -> Iterator[tuple[str, Path]]:
    yield from MODULES.items()
    yield from ((str(path.relative_to(ROOT)), path) for path in sorted((ROOT / "tests").rglob("*.py")))


def test_sizes_stay_readable() -> None:
    assert [fault for name, path in everything() for fault in too_long(name, path)] == []


def too_long(name: str, path: Path) -> Iterator[str]:
    if path.read_text().count("\n") > LINES_OF_A_FILE:
        yield f"{name}: split by {LINES_OF_A_FILE} lines"
    for node in ast.walk(parsed(path)):
        if isinstance(node, ast.FunctionDef):
            lines = (node.end_lineno or 0) - node.lineno + 1
            if lines > LINES_OF_A_FUNCTION:
                yield f"{name}: {node.name} has {lines} lines"


def test_the_top_level_is_what_was_asked_for() -> None:
    listed = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=True).stdout.split("\n")
    assert {line.split("/")[0] for line in listed if line} <= TOP


def test_no_file_is_named_for_nothing() -> None:
    nameless = {"utils", "util", "helpers", "common", "manager", "handler", "core", "data", "process"}
    assert [m for m in MODULES if m.rsplit(".", 1)[-1] in nameless] == []
