"""A piece has an edge: a spot of a token's colour, size and shape that blurs into what lies around is none."""

import cv2
import numpy as np
import pytest

from tests.vision.token_tables import SIZE_MM, Laid, table, token_catalogue
from vision.frame import Frame
from vision.tokens.disc_outlines import softness
from vision.tokens.discs import DiscParams, flatten
from vision.tokens.params import TokenParams
from vision.tokens.reader import TokenReader

READER = TokenReader(token_catalogue())
TOKENS = [Laid("beet", 10, 0, 0, True), Laid("corn", -60, 12, 0, True), Laid("herb", 0, -60, 0, True)]


def seen(blur_px: float) -> tuple[int, float]:
    """How many of three plain tokens have a name in such a blur, and how soft the outline of the first is."""
    frame, plane = table(TOKENS)
    rgb = np.asarray(cv2.GaussianBlur(frame.rgb, (0, 0), blur_px), np.uint8)
    flat = flatten(rgb, plane, SIZE_MM, DiscParams())
    assert flat is not None
    at = cv2.perspectiveTransform(np.array([[[TOKENS[0].x, TOKENS[0].y]]], np.float64), np.linalg.inv(flat.to_mm))[0]
    named = [one for one in READER.read(Frame(rgb, 0.0), plane, ()) if one.is_sure]
    return len(named), float(softness(flat, at.astype(np.float32), SIZE_MM / 2 * flat.px_per_mm)[0])


@pytest.mark.parametrize("blur_px", [0.5, 2.0])
def test_a_token_has_an_edge_also_where_it_is_a_little_out_of_focus(blur_px: float) -> None:
    named, soft = seen(blur_px)
    assert named == len(TOKENS) and soft < TokenParams().soft - 0.1


def test_a_spot_that_blurs_into_the_table_bears_no_name() -> None:
    named, soft = seen(6.0)
    assert named == 0 and soft > TokenParams().soft
