"""Round tokens as a phone takes them: alone on a table, a little from aside, in uneven light and with their shadow."""

import cv2
import numpy as np

from vision.frame import Rgb

ACROSS = 480
"""Pixels of a token from straight above, whose colour is all over its square."""
GROUNDS = {"dark": (40, 40, 44), "white": (235, 235, 230), "wood": (120, 80, 50), "felt": (60, 110, 70)}


def photograph(token: Rgb, ground: tuple[int, int, int], seed: int, tilt: float = 0.95) -> Rgb:
    """Of a token on a table under a lamp that stands aside, with its shadow and from a little aside."""
    rng, (high, wide) = np.random.default_rng(seed), (700, 900)
    turn, scale = rng.uniform(0, 2 * np.pi), rng.uniform(0.45, 0.8)
    way = np.array([np.cos(turn), np.sin(turn)])
    squeeze = np.eye(2) - (1 - tilt) * np.outer(way, way)
    middle = np.array([wide / 2, high / 2]) + rng.uniform(-40, 40, 2)
    to_px = np.hstack([scale * squeeze, (middle - scale * squeeze @ [ACROSS / 2, ACROSS / 2])[:, None]])
    disc = cv2.warpAffine(
        cv2.circle(np.zeros((ACROSS, ACROSS), np.float32), (ACROSS // 2, ACROSS // 2), ACROSS // 2 - 1, 1.0, -1, cv2.LINE_AA),
        to_px,
        (wide, high),
    )
    shadow = 0.4 * cv2.GaussianBlur(np.roll(disc, (9, 7), (0, 1)), (0, 0), 6)
    laid = cv2.warpAffine(token, to_px, (wide, high), flags=cv2.INTER_AREA).astype(np.float32)
    table = np.array(ground, np.float32) * (1 - shadow[..., None])
    y, x = np.mgrid[:high, :wide]
    light = 1 + 0.3 * (x / wide - 0.5) * np.cos(turn) + 0.2 * (y / high - 0.5)
    seen = (table * (1 - disc[..., None]) + laid * disc[..., None]) * light[..., None]
    return np.asarray(np.clip(cv2.GaussianBlur(seen, (0, 0), 1.0) + rng.normal(0, 2, seen.shape), 0, 255), np.uint8)
