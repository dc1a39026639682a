"""What the judged pictures of a whole set add up to: confusions, reliability, boards cell by cell, stacks, milliseconds."""

import math
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from vision.evaluation.labels import LabelledBoard
from vision.evaluation.metrics import Judgement

CONFIDENCE_BINS = (0.0, 0.5, 0.8, 0.9, 0.95, 0.99, 0.999, 1.0)
"""Edges of the reliability table."""


def confusions(judgements: Iterable[Judgement]) -> Counter[tuple[str | None, str]]:
    """How often a label (None: a stranger, or no label at all) bore a wrong name."""
    wrong = (w for judgement in judgements for w in judgement.wrong)
    return Counter((None if w.label is None else w.label.id, w.piece.id or "") for w in wrong)


@dataclass(frozen=True, slots=True)
class Reliability:
    """Named pieces of one range of confidence: do they hold what they promise?"""

    low: float
    high: float
    named: int
    right: int
    promised: float
    """Mean confidence."""


def reliability(judgements: Sequence[Judgement]) -> tuple[Reliability, ...]:
    """The ranges of confidence that occurred, each with the part that was right."""
    right = [(d.confidence, True) for judgement in judgements for d in judgement.right]
    marks = right + [(w.piece.confidence, False) for judgement in judgements for w in judgement.wrong]
    rows = []
    for low, high in pairwise(CONFIDENCE_BINS):
        here = [(c, good) for c, good in marks if low <= c < high or (high == 1.0 and c >= high)]
        if here:
            rows.append(Reliability(low, high, len(here), sum(good for _, good in here), sum(c for c, _ in here) / len(here)))
    return tuple(rows)


@dataclass(frozen=True, slots=True)
class Cells:
    """Letter boards, cell by cell; right + unsure + missed + wrong = cells."""

    cells: int = 0
    """Cells that hold a letter."""
    right: int = 0
    unsure: int = 0
    """Read as `?` or listed as unsure."""
    missed: int = 0
    """Read as empty, or no board found."""
    wrong: int = 0
    """Read as another letter."""
    empty: int = 0
    invented: int = 0
    """Empty cells in which a letter was read."""

    def __add__(self, other: "Cells") -> "Cells":
        return Cells(
            self.cells + other.cells,
            self.right + other.right,
            self.unsure + other.unsure,
            self.missed + other.missed,
            self.wrong + other.wrong,
            self.empty + other.empty,
            self.invented + other.invented,
        )


@dataclass(frozen=True, slots=True)
class ReadBoard:
    """A letter board as it was read."""

    letters: tuple[str, ...]
    unsure_cells: frozenset[tuple[int, int]] = frozenset()


EMPTY, UNREADABLE = ".", "?"


def score_board(truth: LabelledBoard, read: ReadBoard | None) -> Cells:
    """Every cell of the labelled board against the one that was read; cells beyond the read board are missed."""
    counts: Counter[str] = Counter()
    for r, row in enumerate(truth.letters):
        for c, letter in enumerate(row):
            counts[_cell(letter, _said(read, r, c))] += 1
    lettered = counts["right"] + counts["unsure"] + counts["missed"] + counts["wrong"]
    empty = counts["empty"] + counts["invented"]
    return Cells(lettered, counts["right"], counts["unsure"], counts["missed"], counts["wrong"], empty, counts["invented"])


def _said(read: ReadBoard | None, row: int, col: int) -> str:
    if read is None or row >= len(read.letters) or col >= len(read.letters[row]):
        return EMPTY
    return UNREADABLE if (row, col) in read.unsure_cells else read.letters[row][col]


def _cell(truth: str, said: str) -> str:
    if truth == EMPTY:
        return "empty" if said in (EMPTY, UNREADABLE) else "invented"
    if said == truth:
        return "right"
    return {UNREADABLE: "unsure", EMPTY: "missed"}.get(said, "wrong")


@dataclass(frozen=True, slots=True)
class StageTime:
    """Milliseconds that one stage took."""

    mean: float
    p50: float
    p95: float
    pictures: int


def stage_times(timings: Iterable[Mapping[str, float]]) -> dict[str, StageTime]:
    """Per stage, over the pictures in which it ran."""
    by_stage: dict[str, list[float]] = {}
    for stages in timings:
        for stage, ms in stages.items():
            by_stage.setdefault(stage, []).append(ms)
    return {stage: _times(sorted(ms)) for stage, ms in by_stage.items()}


def _times(ordered: list[float]) -> StageTime:
    def rank(part: float) -> float:
        return ordered[max(0, math.ceil(part * len(ordered)) - 1)]

    return StageTime(sum(ordered) / len(ordered), rank(0.5), rank(0.95), len(ordered))


@dataclass(frozen=True, slots=True)
class StackHeight:
    """One stack's height: labelled, read, and how much the reader said it may be off."""

    truth_mm: float
    read_mm: float | None
    """None: the stack was not found."""
    error_mm: float | None = None
