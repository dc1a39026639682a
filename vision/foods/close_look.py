"""A close look at a printed piece and what is around it, straight from above: where that is in the picture, and what lies there."""

import itertools
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.frame import Frame
from vision.observation import Detection, Quad, quad_of
from vision.plates.fitting import Standing
from vision.plates.standing import Camera, placed, project

Floats = NDArray[np.float64]
Pixels = NDArray[np.uint8]


@dataclass(frozen=True, slots=True, eq=False)
class CloseLook:
    """The frame in which one piece is looked at."""

    camera: Camera
    """Straight from above, from far away; millimetres from the piece's middle."""
    to_frame: Floats
    """(3, 3) from pixels of the close look to those of the picture."""
    view_px: tuple[int, int]
    """Width and height."""

    @staticmethod
    def at(card: Detection, size_mm: tuple[float, float], around_mm: float, px_per_mm: float) -> "CloseLook":
        """At a piece of that size and so much around it, each way."""
        width, height = (round((side + 2 * around_mm) * px_per_mm) for side in size_mm)
        x, y = (width - 1) / 2, (height - 1) / 2
        half = np.array(size_mm) / 2 * px_per_mm
        corners = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * half + (x, y)
        to_frame = cv2.getPerspectiveTransform(corners.astype(np.float32), np.asarray(card.quad_px, np.float32))
        return CloseLook(Camera((x, y), (x, y), px_per_mm, 1e5), np.asarray(to_frame, np.float64), (width, height))

    def seen(self, frame: Frame) -> Pixels:
        """(h, w, 3) the piece and what is around it; a picture that shows more than is asked for is averaged."""
        width, height = self.view_px
        middle = project(self.to_frame, np.array([[width / 2, height / 2], [width / 2 + 1, height / 2]]))
        finer = max(1, round(float(np.hypot(*(middle[1] - middle[0])))))
        shrink = np.array([[1 / finer, 0, 0.5 / finer - 0.5], [0, 1 / finer, 0.5 / finer - 0.5], [0, 0, 1]])
        how, size = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP, (width * finer, height * finer)
        fine = cv2.warpPerspective(frame.rgb, self.to_frame @ shrink, size, flags=how, borderMode=cv2.BORDER_REPLICATE)
        return np.asarray(cv2.resize(fine, self.view_px, interpolation=cv2.INTER_AREA), np.uint8)

    def box(self, one: Standing) -> Quad:
        """The box around a food as it was enrolled, in the picture."""
        low, high = one.pose.outline.min(0), one.pose.outline.max(0)
        return self._in_frame(one, np.array([low, (high[0], low[1]), high, (low[0], high[1])]))

    def strips(self, one: Standing, many: int) -> tuple[Quad, ...]:
        """The food's outline cut across its longer side into so many pieces, each as the smallest box around it, in the picture."""
        line = one.pose.outline
        along = int(np.ptp(line[:, 1]) > np.ptp(line[:, 0]))
        edges = np.linspace(line[:, along].min(), line[:, along].max(), many + 1)
        quads = []
        for low, high in itertools.pairwise(edges):
            across = line[(line[:, along] >= low - 1) & (line[:, along] <= high + 1), 1 - along]
            if len(across):
                sides = (across.min(), across.max())
                box = np.array([(low, sides[0]), (high, sides[0]), (high, sides[1]), (low, sides[1])])
                quads.append(self._in_frame(one, box[:, ::-1] if along else box))
        return tuple(quads)

    def _in_frame(self, one: Standing, box: Floats) -> Quad:
        return quad_of(project(self.to_frame, project(self.camera.mm_to_px, placed(box, one.pose))))
