"""A reader's answer in the form that is scored: from an observation, or from the contract's document about a picture."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from vision.evaluation.figures import ReadBoard
from vision.observation import Candidate, Detection, Face, Observation, points_of, quad_of


@dataclass(frozen=True, slots=True)
class ReadStack:
    """A stack as it was read."""

    plate_px: tuple[float, float, float, float]
    """x0, y0, x1, y1."""
    height_mm: float | None
    error_mm: float | None = None


@dataclass(frozen=True, slots=True)
class Reading:
    """What one picture was read as."""

    detections: tuple[Detection, ...]
    board: ReadBoard | None = None
    stacks: tuple[ReadStack, ...] = ()
    timings_ms: Mapping[str, float] = field(default_factory=dict)


def reading_of(answer: Observation | Mapping[str, Any]) -> Reading:
    """An observation or a document (CONTRACT.md, "A picture read") as a reading. KeyError or TypeError for no such document."""
    if isinstance(answer, Observation):
        board = answer.board
        return Reading(
            answer.everything,
            None if board is None else ReadBoard(board.letters, frozenset((doubt.row, doubt.col) for doubt in board.unsure)),
            tuple(ReadStack(stack.plate_px, stack.height_mm, stack.height_error_mm) for stack in answer.stacks),
            answer.timings_ms,
        )
    named = [_detection(entry) for entry in answer["pieces"]]
    for stack in answer["stacks"]:
        named += [_detection({"kind": "food", "id": None, **entry}) for entry in stack.get("pieces", ())]
    return Reading(
        (*dict.fromkeys(named), *(_detection({**entry, "id": None}) for entry in answer["unsure"])),
        None if answer["board"] is None else _board(answer["board"]),
        tuple(_stack(stack) for stack in answer["stacks"]),
        answer["timings_ms"],
    )


def _detection(entry: Mapping[str, Any]) -> Detection:
    candidates = tuple(Candidate(c["id"], c["confidence"]) for c in entry.get("candidates", ()))
    quad, why = quad_of(entry["quad_px"]), entry.get("why", "")
    face = Face(entry.get("face", "up"))
    shown = points_of(entry.get("shown_px", ()))
    return Detection(entry["kind"], quad, entry["id"], entry.get("confidence", 0.0), face, candidates, why, shown_px=shown)


def _board(board: Mapping[str, Any]) -> ReadBoard:
    return ReadBoard(tuple(board["letters"]), frozenset((int(r), int(c)) for r, c in board.get("unsure_cells", ())))


def _stack(stack: Mapping[str, Any]) -> ReadStack:
    x0, y0, x1, y1 = (float(v) for v in stack["plate_px"])
    return ReadStack((x0, y0, x1, y1), stack.get("height_mm"), stack.get("height_error_mm"))
