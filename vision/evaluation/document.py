"""An observation as the document that `read --json` prints. Standard library only; numbers rounded to what they are good for."""

import math
from collections.abc import Mapping

from vision.observation import PLATE, TABLE, Board, Detection, Observation, Point, Quad, Stack, TileTurn

Json = None | bool | int | float | str | list["Json"] | dict[str, "Json"]
SCHEMA = 1


def document(observation: Observation, image_name: str, decode_ms: float = 0.0) -> dict[str, Json]:
    """The contract's answer about one picture."""
    return {
        "schema": SCHEMA,
        "image": image_name,
        "size_px": [*observation.size_px],
        "quality": _quality(observation),
        "plane": {"found_by": observation.plane.found_by, "residual_mm": _number(observation.plane.residual_mm, 2)},
        "pieces": [_piece(d) for d in observation.pieces],
        "unsure": [_unsure(d) for d in observation.unsure],
        "board": None if observation.board is None else _board(observation.board),
        "stacks": [_stack(stack) for stack in observation.stacks],
        "timings_ms": _timings(observation.timings_ms, decode_ms),
    }


def turn_deg(detection: Detection) -> float:
    """How far a piece is turned clockwise as the viewer sees it, -180 to 180; 0: its top points away from the viewer.

    On the table's plane where there is one, in the picture otherwise.
    """
    quad, down = (detection.quad_px, 1) if detection.quad_mm is None else (detection.quad_mm, -1)
    (ax, ay), (bx, by), (cx, cy), (dx, dy) = quad
    return math.degrees(math.atan2(down * (by - ay + cy - dy), bx - ax + cx - dx))


def _piece(detection: Detection) -> dict[str, Json]:
    return {
        "id": detection.id,
        "kind": detection.kind,
        "face": detection.face.value,
        **_token(detection),
        **_place(detection),
        "confidence": _number(detection.confidence, 4),
    }


def _unsure(detection: Detection) -> dict[str, Json]:
    """No id where it may be one of several; `"id": null` where it is no piece of the pack."""
    stranger: dict[str, Json] = {} if detection.alternatives else {"id": None}
    return {
        **stranger,
        "kind": detection.kind,
        "face": detection.face.value,
        **_token(detection),
        **_place(detection),
        "candidates": [{"id": c.id, "confidence": _number(c.confidence, 4)} for c in detection.alternatives],
        "why": detection.why,
    }


def _token(detection: Detection) -> dict[str, Json]:
    """What only tokens have."""
    side: dict[str, Json] = {} if detection.side is None else {"side": detection.side.value}
    return side | ({} if detection.count == 1 else {"count": detection.count})


def _board(board: Board) -> dict[str, Json]:
    return {
        "rows": board.rows,
        "cols": board.cols,
        "corners_px": _quad(board.corners_px),
        "letters": list(board.letters),
        "unsure_cells": [[doubt.row, doubt.col] for doubt in board.unsure],
        "tiles": [_tile(tile) for tile in board.tiles],
        "foods": [{"row": row, "col": col} for row, col in board.foods],
        "ants": [{"row": ant.row, "col": ant.col, "color": ant.color, "special": ant.special} for ant in board.ants],
        "confidence": _number(board.confidence, 4),
        "why": board.why,
    }


def _tile(tile: TileTurn) -> dict[str, Json]:
    named: dict[str, Json] = {} if tile.id is None else {"id": tile.id}
    return {"row": tile.row, "col": tile.col, "quarter_turns": tile.quarter_turns, **named}


def _stack(stack: Stack) -> dict[str, Json]:
    """The table is no piece either: who touches it stands in `on_table`."""
    return {
        "plate_px": [_number(v, 1) for v in stack.plate_px],
        "height_mm": _number(stack.height_mm, 1),
        "height_error_mm": _number(stack.height_error_mm, 1),
        "pieces": [_piece(piece) if piece.is_sure else _unsure(piece) for piece in stack.pieces],
        "touching": [list(pair) for pair in stack.touching if min(pair) >= 0],
        "touching_plate": [max(pair) for pair in stack.touching if min(pair) == PLATE],
        "on_table": [max(pair) for pair in stack.touching if min(pair) == TABLE],
        "unsure": [list(pair) for pair in stack.unsure],
        "why": stack.why,
        **({"fallen": [*stack.fallen]} if stack.fallen else {}),
        **({"vanished": [*stack.vanished]} if stack.vanished else {}),
    }


def _place(detection: Detection) -> dict[str, Json]:
    centre = detection.centre_mm
    return {
        "quad_px": _quad(detection.quad_px),
        "center_mm": None if centre is None else _point(centre, 1),
        "turn_deg": _number(turn_deg(detection), 1),
        **({"shown_px": [_point(corner, 1) for corner in detection.shown_px]} if detection.shown_px else {}),
    }


def _quality(observation: Observation) -> dict[str, Json]:
    quality = observation.quality
    return {
        "sharpness": _number(quality.sharpness, 3),
        "exposure": _number(quality.exposure, 3),
        "glare": _number(quality.glare, 3),
        "px_per_mm": _number(quality.px_per_mm, 2),
        **({} if quality.cast is None else {"cast": _number(quality.cast, 2)}),
        "advice": [*quality.advice],
    }


def _timings(stages: Mapping[str, float], decode_ms: float) -> dict[str, Json]:
    total = stages.get("total", sum(stages.values())) + decode_ms
    parts = {"decode": decode_ms, **{name: ms for name, ms in stages.items() if name != "total"}, "total": total}
    return {name: _number(ms, 1) for name, ms in parts.items()}


def _quad(quad: Quad) -> list[Json]:
    return [_point(corner, 2) for corner in quad]


def _point(point: Point, digits: int) -> list[Json]:
    return [_number(point[0], digits), _number(point[1], digits)]


def _number(value: float | None, digits: int) -> float | None:
    """Rounded; None for what JSON has no word for (not a number, infinite)."""
    return None if value is None or not math.isfinite(value) else round(float(value), digits)
