"""`companion read --view side`: what is said of a plate."""

from pathlib import Path

import pytest

from companion.cli.heaped import stack_lines
from companion.cli.pictures import _tell
from vision.observation import PLATE, Candidate, Detection, Observation, PlaneFix, Quad, Quality, Stack

QUAD: Quad = ((0, 0), (9, 0), (9, 9), (0, 9))


def food(name: str | None, *maybe: str, why: str = "") -> Detection:
    return Detection("food", QUAD, name, 0.99 if name else 0.0, alternatives=tuple(Candidate(each, 0.5) for each in maybe), why=why)


def test_foods_contacts_and_doubts_are_named() -> None:
    pieces = (food("lemon"), food("steak"), food("lemon"), food(None, "fish", "crab", why="a hand covers it"), food(None))
    stack = Stack((0, 0, 9, 9), 124.6, 2.1, pieces, ((PLATE, 0), (0, 1)), ((1, 2),))
    assert list(stack_lines(stack)) == [
        "a stack: 125 mm high, give or take 2; 3 of 5 pieces named, 1 contacts unsure",
        "  lemon 1, steak, lemon 2",
        "  ? fish or crab: a hand covers it",
        "  ? something: not sure",
        "  touching: the plate + lemon 1, lemon 1 + steak",
        "  ? touching or not: steak + lemon 2",
    ]


def test_what_hinders_is_told() -> None:
    lines = list(stack_lines(Stack((0, 0, 9, 9), None, None, why="the picture shows no plate's end")))
    assert lines == ["a stack: height unknown; 0 of 0 pieces named, 0 contacts unsure", "  the picture shows no plate's end"]


def test_above_a_plate_no_pieces_of_the_table_are_counted(capsys: pytest.CaptureFixture[str]) -> None:
    plate = Stack((0, 0, 9, 9), 124.6, 2.1, (food("lemon"),))
    _tell(Path("side.jpg"), Observation(0.0, (9, 9), Quality(1, 0.5, 0), PlaneFix("none"), stacks=(plate,)), 1.0)
    assert capsys.readouterr().out.startswith("side.jpg: a plate, 1 ms\n  a stack: 125 mm high")
