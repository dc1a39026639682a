"""On a checked cloth a piece's outline goes under among those of the pattern; its colour does not."""

import cv2
import numpy as np

from fixtures.grounds import ground
from tests.vision import deck
from vision.image.outlines import OutlineParams, find_contours, outlines_of
from vision.image.quads import overlap
from vision.image.unlike import unlike_ground

PLACES = [((200, 150), 20), ((420, 300), 50), ((610, 140), 75)]


def cloth(light: float = 1.0) -> deck.Pixels:
    """A part of a checked cloth, darker towards one side: (450, 800, 3) RGB."""
    whole = ground("patterned-cloth", 3).rgb
    part = cv2.resize(whole[400:1300, 400:2000], (800, 450), interpolation=cv2.INTER_AREA)
    return np.asarray(part * np.linspace(light, 0.4 * light, 800)[None, :, None], np.uint8)


def laid(ink: tuple[int, int, int]) -> tuple[deck.Pixels, list[deck.Floats]]:
    """Square tiles of one colour on it, and their corners."""
    seen, quads = cloth(), [cv2.boxPoints((at, (52, 52), turn)).astype(np.float32) for at, turn in PLACES]
    for quad in quads:
        shade = 1 - 0.6 * float(quad[:, 0].mean()) / 800
        cv2.fillConvexPoly(seen, np.round(quad).astype(np.int32), [channel * shade for channel in ink])
    return cv2.GaussianBlur(seen, (0, 0), 0.8).astype(np.uint8), quads


def test_the_ground_is_like_itself_in_light_and_shade() -> None:
    for light in (1.0, 0.6):
        assert unlike_ground(cloth(light)).mean() < 255 * 0.01


def test_tiles_are_unlike_a_checked_cloth() -> None:
    seen, quads = laid((240, 176, 176))
    inside = np.zeros(seen.shape[:2], np.uint8)
    for quad in quads:
        cv2.fillConvexPoly(inside, np.round(quad).astype(np.int32), 255)
    mask = unlike_ground(seen)
    assert (mask[inside > 0] > 0).mean() > 0.9 and (mask[inside == 0] > 0).mean() < 0.01


def test_their_outlines_are_found_there() -> None:
    for ink in ((240, 176, 176), (180, 240, 180), (200, 60, 40)):
        seen, quads = laid(ink)
        found = outlines_of(find_contours(seen, OutlineParams()), seen.shape[0] * seen.shape[1], OutlineParams(most=1000))
        assert all(max(overlap(quad, one) for one in found) > 0.75 for quad in quads), ink
