"""Pictures of a table, drawn for the page's tests: wood and a few cards; their corners are known exactly."""

from dataclasses import dataclass
from functools import cache
from time import monotonic

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.observation import Candidate, Detection, Observation, PlaneFix, Quad, Quality

SIZE_PX = (1280, 960)
CARD_PX = (170.0, 238.0)


@dataclass(frozen=True)
class Lying:
    """A card on the drawn table."""

    id: str | None
    label: str
    x: float
    y: float
    turn_deg: float
    why: str = ""
    maybe: tuple[str, ...] = ()


def quad_of(card: Lying) -> Quad:
    angle = np.deg2rad(card.turn_deg)
    w, h = CARD_PX[0] / 2, CARD_PX[1] / 2
    corners = [(-w, -h), (w, -h), (w, h), (-w, h)]
    turned = [(card.x + x * np.cos(angle) - y * np.sin(angle), card.y + x * np.sin(angle) + y * np.cos(angle)) for x, y in corners]
    (a, b, c, d) = ((float(x), float(y)) for x, y in turned)
    return a, b, c, d


def draw(cards: list[Lying]) -> bytes:
    """JPEG bytes of the cards on wood."""
    return _drawn(tuple(cards))


@cache
def _wood(seed: int = 7) -> NDArray[np.uint8]:
    rng = np.random.default_rng(seed)
    width, height = SIZE_PX
    grain = np.cumsum(rng.normal(0, 2.2, (height, 1)), axis=0) % 34 + rng.normal(0, 3, (height, width))
    wood: NDArray[np.uint8] = np.clip(np.stack([70 + grain, 112 + grain, 158 + grain], axis=-1), 0, 255).astype(np.uint8)
    return wood


@cache
def _drawn(cards: tuple[Lying, ...]) -> bytes:
    wood = _wood().copy()
    for card in cards:
        _lay(wood, card)
    return bytes(cv2.imencode(".jpg", wood, [cv2.IMWRITE_JPEG_QUALITY, 80])[1])


def _lay(wood: NDArray[np.uint8], card: Lying) -> None:
    face: NDArray[np.uint8] = np.full((238, 170, 3), (214, 236, 250), np.uint8)
    cv2.rectangle(face, (6, 6), (163, 231), (150, 180, 200), 2)
    cv2.putText(face, card.label, (16, 62), cv2.FONT_HERSHEY_SIMPLEX, 1.7, (30, 40, 110), 4, cv2.LINE_AA)
    cv2.circle(face, (85, 140), 44, (40, 70, 160), 6, cv2.LINE_AA)
    if card.id is None:
        cv2.circle(face, (50, 40), 60, (255, 255, 255), -1, cv2.LINE_AA)
    corners = np.array([(0, 0), (170, 0), (170, 238), (0, 238)], np.float32)
    home = cv2.getPerspectiveTransform(corners, np.array(quad_of(card), np.float32))
    size = (wood.shape[1], wood.shape[0])
    laid = cv2.warpPerspective(face, home, size, flags=cv2.INTER_AREA)
    mask = cv2.warpPerspective(np.full((238, 170), 255, np.uint8), home, size)
    wood[mask > 127] = laid[mask > 127]


def observe(cards: list[Lying]) -> Observation:
    """What a reader would say of that picture."""
    detections = tuple(
        Detection(
            "card",
            quad_of(card),
            card.id,
            0.998 if card.id else 0.0,
            why=card.why,
            alternatives=tuple(Candidate(id, 0.5) for id in card.maybe),
        )
        for card in cards
    )
    return Observation(monotonic(), SIZE_PX, Quality(0.9, 0.5, 0.03, 2.4), PlaneFix("cards", 0.4), detections)


def shrink(jpeg: bytes, width: int, height: int) -> bytes:
    """The picture, no larger than that."""
    picture = cv2.imdecode(np.frombuffer(jpeg, np.uint8), cv2.IMREAD_COLOR)
    assert picture is not None
    scale = min(width / picture.shape[1], height / picture.shape[0], 1.0)
    small = cv2.resize(picture, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    return bytes(cv2.imencode(".jpg", small, [cv2.IMWRITE_JPEG_QUALITY, 72])[1])
