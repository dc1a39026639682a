"""A board of letters seen from above, every row printed alike."""

import cv2
import numpy as np

from tests.vision.lettering import write
from vision.letters.cells import MARGIN, PX_PER_CELL, Flat, Grid

COUNT = 15


def board_of(row: str, blur_px: float, seed: int) -> Flat:
    """COUNT rows of as many letters, blurred, each letter a little off its cell's middle."""
    side, rng = round((COUNT + 2 * MARGIN) * PX_PER_CELL), np.random.default_rng(seed)
    picture = np.full((side, side), 225, np.uint8)
    for r, c in np.ndindex(COUNT, COUNT):
        x, y = (round((at + MARGIN + 0.5) * PX_PER_CELL + rng.normal(0, 1)) for at in (c, r))
        write(picture, row[c], (x, y), 19, 60, 0.5)
    seen = cv2.GaussianBlur(picture, (0, 0), blur_px) + rng.normal(0, 3, picture.shape)
    grid = Grid.of_corners(COUNT, COUNT, [(0, 0), (600, 0), (600, 600), (0, 600)])
    return Flat(grid, np.asarray(np.clip(seen, 0, 255), np.uint8))
