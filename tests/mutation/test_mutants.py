"""The mutation run itself: what it changes, and that a change takes effect."""

from types import FunctionType
from typing import Any

import pytest

from tests.mutation.mutants import mutants
from tests.mutation.run import functions_of

SOURCE = '''
from dataclasses import replace

ROUNDS = 4

def is_allowed(total: int, most: int = 40) -> bool:
    """Texts and defaults stay."""
    return total <= most and not total < 0

def refusals(total):
    if total > 40:
        yield Clause.TOTAL, f"{total + 1} is too much"
    yield from [n for n in range(3) if n % 2]

class Sheet:
    @property
    def points(self):
        return max(min(self.a, 3), 2)

def changed(state):
    return replace(state, a=1, b="x") if state.kind == "sheet" else state
'''


def told() -> list[tuple[str, str]]:
    return [(mutant.function, mutant.what) for mutant in mutants(SOURCE, "sheet.py", ("TOTAL", "OTHER"))]


def test_every_kind_of_slip_is_made() -> None:
    assert set(told()) >= {
        ("is_allowed", "LtE becomes Lt"),
        ("is_allowed", "LtE becomes Gt"),
        ("is_allowed", "And becomes Or"),
        ("is_allowed", "not is dropped"),
        ("is_allowed", "0 becomes 1"),
        ("refusals", "the condition is turned round"),
        ("refusals", "nothing is yielded"),
        ("refusals", "TOTAL becomes OTHER"),
        ("refusals", "the filter is turned round"),
        ("refusals", "Mod becomes FloorDiv"),
        ("Sheet.points", "max becomes min"),
        ("changed", "a stays as it was"),
        ("changed", "'sheet' becomes another word"),
    }
    assert not [what for function, what in told() if "40 becomes 41" in what and function == "is_allowed"], "a default was changed"
    assert len(told()) == len(list(mutants(SOURCE, "sheet.py", ("TOTAL", "OTHER"))))


@pytest.mark.parametrize(
    ("what", "answers"), [("LtE becomes Lt", [True, False]), ("And becomes Or", [True, True]), ("not is dropped", [False, False])]
)
def test_a_change_takes_effect_in_the_function(what: str, answers: list[bool]) -> None:
    scope: dict[str, Any] = {}
    exec(compile(SOURCE, "sheet.py", "exec"), scope)
    function = scope["is_allowed"]
    assert isinstance(function, FunctionType) and [function(39), function(40)] == [True, True]
    function.__code__ = next(
        mutant.code for mutant in mutants(SOURCE, "sheet.py") if (mutant.function, mutant.what) == ("is_allowed", what)
    )
    assert [function(39), function(40)] == answers


def test_functions_of_a_module_are_found_behind_properties() -> None:
    from companion.games.appetite import pieces, scoring

    assert {"scores", "leaders", "_lines"} <= set(functions_of(scoring))
    assert {"State.total", "State.hands", "Sheet.filled"} <= set(functions_of(pieces))
    assert "Suit" not in functions_of(scoring), "what is imported is another module's"
