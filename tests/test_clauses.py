"""Every clause of a rulebook is shown by a test and cited by the code that keeps it."""

import ast
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from types import ModuleType

import pytest

from companion import games
from companion.games import available
from companion.pack import built_in

TESTS = Path(__file__).parent / "games"
BOOKS = [name for name in available() if (TESTS / f"test_{name}_rulebook.py").exists()]
NEEDS_NO_CODE = {"derived"}
"""Certainty of a clause that only follows from others: a worked case or a table of them. It needs a test, no code of its own."""


def shown(game: str) -> set[str]:
    """Clause ids of `@pytest.mark.clause` on the tests of a game: `tests/games/test_<game>_*.py`."""
    modules = [import_module(f"tests.games.{path.stem}") for path in TESTS.glob(f"test_{game}_*.py")]
    return {id for module in modules for id in _shown_by(module)}


def _shown_by(module: ModuleType) -> Iterator[str]:
    owners = [module, *(value for value in vars(module).values() if isinstance(value, type) and value.__module__ == module.__name__)]
    for owner in owners:
        for name, value in vars(owner).items():
            if name.startswith("test"):
                yield from (id for mark in getattr(value, "pytestmark", []) if mark.name == "clause" for id in mark.args)


def cited(game: str) -> set[str]:
    """Ids of the members of `Clause` that the game's rooms use, outside the list itself."""
    members = {member.name: str(member) for member in import_module(f"companion.games.{game}.pieces").Clause}
    found = set()
    for path in (Path(games.__file__).parent / game).glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id == "Clause":
                found.add(members[node.attr])
    return found


def test_some_rulebook_is_tested() -> None:
    assert BOOKS


@pytest.mark.parametrize("game", BOOKS)
def test_every_clause_has_a_test(game: str) -> None:
    clauses = set(built_in(game).clauses)
    assert clauses - shown(game) == set(), "clauses without a test"
    assert shown(game) - clauses == set(), "tests of clauses that the pack does not have"


@pytest.mark.parametrize("game", BOOKS)
def test_every_clause_is_cited_by_code(game: str) -> None:
    clauses = built_in(game).clauses
    wanted = {clause.id for clause in clauses.values() if clause.certainty not in NEEDS_NO_CODE}
    assert wanted - cited(game) == set(), "clauses that no code cites"
    assert cited(game) - set(clauses) == set(), "code cites clauses that the pack does not have"


@pytest.mark.parametrize("game", BOOKS)
def test_clauses_say_where_they_stand(game: str) -> None:
    for clause in built_in(game).clauses.values():
        assert clause.text.strip().endswith((".", ")"))
        assert clause.source
        assert clause.certainty in {"rule", "inferred", "example", "option", "external", "derived"}


@pytest.mark.parametrize("game", available())
def test_options_stand_on_a_clause(game: str) -> None:
    pack = built_in(game)
    assert all(option.clause in pack.clauses for option in pack.options)
