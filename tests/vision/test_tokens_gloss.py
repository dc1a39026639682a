"""Tokens under gloss: what their print or their neighbours tell has a name, and no name is wrong."""

import math

import numpy as np
import pytest

from tests.vision.test_tokens import KINDS, READER
from tests.vision.token_tables import COLOURS, Laid, checked, table
from vision.frame import Frame
from vision.observation import Detection, Side

GAMMA = 2.2


def glossy(frame: Frame, veil: float) -> Frame:
    """The picture with white light added, most in its middle, as from a window."""
    height, width = frame.rgb.shape[:2]
    y, x = np.mgrid[0:height, 0:width]
    far = np.hypot((x - width / 2) / width, (y - height / 2) / height)
    light = (frame.rgb / 255) ** GAMMA + veil * np.exp(-((far / 0.3) ** 2))[..., None]
    return Frame(np.asarray(255 * np.clip(light, 0, 1) ** (1 / GAMMA), np.uint8), frame.taken_at)


def judged(found: tuple[Detection, ...], tokens: list[Laid]) -> int:
    """How many tokens bear their name; fails on any other name."""
    right = 0
    for one in (d for d in found if d.is_sure):
        assert one.centre_mm is not None
        x, y = one.centre_mm
        token = min(tokens, key=lambda t: math.hypot(x - t.x, y - t.y))
        assert math.hypot(x - token.x, y - token.y) < 3 and one.id == token.id, (one, token)
        assert one.side in (Side.PLAIN if token.is_plain else Side.DESIGN, Side.UNKNOWN)
        right += 1
    return right


@pytest.mark.parametrize("veil", [0.2, 0.35, 0.5])
def test_prints_are_named_through_gloss_and_nothing_is_named_wrong(veil: float) -> None:
    tokens = [Laid(KINDS[i % 5], -80 + 40 * (i % 5), 40 - 40 * (i // 5), 37.0 * i, i >= 10) for i in range(15)]
    frame, plane = table(tokens, lamp=(0.5, 0.5, 0.5))
    found = READER.read(glossy(frame, veil), plane, ())
    assert judged(found, tokens) >= 9
    assert len(found) == len(tokens), "what has no name is a question"


@pytest.mark.parametrize("colour", ["beet", "herb"])
def test_on_cloth_of_their_own_colour_tokens_are_named_and_patches_are_not(colour: str) -> None:
    tokens = [Laid(KINDS[i % 5], -150 + 60 * (i % 6), 30 - 60 * (i // 6), 50.0 * i, i % 2 == 0) for i in range(12)]
    found = READER.read(*table(tokens, checked(36, COLOURS[colour], (235, 230, 225))), ())
    assert judged(found, tokens) >= 6


@pytest.mark.parametrize("lamp", [1.5, 2.5, 4.0, 7.0, 12.0])
@pytest.mark.parametrize("is_plain", [True, False])
def test_a_dark_red_in_a_burnt_picture_is_never_named_rose(lamp: float, is_plain: bool) -> None:
    """All white paper is burnt out, so nobody knows how bright the light is."""
    tokens = [Laid("beet", 0, 0, 30, is_plain)]
    found = READER.read(*table(tokens, lamp=(lamp, lamp, lamp)), ())
    judged(found, tokens)
    assert len(found) == 1, "what has no name is a question"
    assert found[0].is_sure == (lamp < 3)
