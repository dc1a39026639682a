"""Evidence -> confidence: how the constants of `vision.cards.verdict.Calibration` were found.

    python -m tests.benchmarks.fit_confidence ../shared [--renders appetite,buffet-master,buffet-boss]

Reads every `dev` picture as it is, blurred and noisy in dim light, and small; notes what each reading rested on (named or only asked
about) and whether it was right; fits a logistic curve whose slopes may not be negative. Prints the constants and what they promise.
"""

import argparse
import itertools
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from tests.benchmarks.cards_against_baseline import Dataset, real_sets, renders
from vision.cards.doubts import Found
from vision.cards.reading import Reading
from vision.cards.verdict import evidence, stands
from vision.enrolling.enrol import enrol
from vision.evaluation.figures import CONFIDENCE_BINS
from vision.evaluation.labels import Label
from vision.evaluation.metrics import Same, same_or_rank
from vision.frame import Frame, Rgb
from vision.image.decode import load_frame
from vision.image.overlap import iou
from vision.looks.catalogue import BACK
from vision.observation import Detection, Quad
from vision.reader import TableReader
from vision.table.plane import TablePlane

Floats = NDArray[np.float64]
TIES = 0.25
"""Overlap of a label and a reading that are about one piece; the contract's for labels of what shows."""


class Noting(TableReader):
    """A reader that keeps what its answers rested on."""

    noted: list[tuple[Detection, Reading]]

    def _judged(
        self, found: Found, table: TablePlane | None, things_px: Sequence[Quad] | None, shades_px: Sequence[Quad] = ()
    ) -> list[tuple[Detection, Reading]]:
        self.noted = super()._judged(found, table, things_px, shades_px)
        return self.noted


def as_it_is(rgb: Rgb, _: np.random.Generator) -> Rgb:
    """Unchanged."""
    return rgb


def dim_and_blurred(rgb: Rgb, rng: np.random.Generator) -> Rgb:
    """Out of focus, in half the light, with the noise of that."""
    soft = cv2.GaussianBlur(rgb, (0, 0), 0.5 + 1.3 * max(rgb.shape[:2]) / 1280).astype(np.float32)
    return np.asarray(np.clip(soft * rng.uniform(0.45, 0.8) + rng.normal(0, 5, rgb.shape), 0, 255), np.uint8)


def small(rgb: Rgb, _: np.random.Generator) -> Rgb:
    """From farther away."""
    return np.asarray(cv2.resize(rgb, None, fx=0.6, fy=0.6, interpolation=cv2.INTER_AREA), np.uint8)


TREATMENTS: tuple[Callable[[Rgb, np.random.Generator], Rgb], ...] = (as_it_is, dim_and_blurred, small)


def readings(dataset: Dataset, every: int) -> Iterator[tuple[tuple[float, ...], bool, bool]]:
    """Evidence, whether it stood for a name, and whether the name was right: for each reading of each picture in each treatment."""
    found = enrol(dataset.enrolled, None)
    reader, same = Noting(found.catalogue), same_or_rank([piece.id for piece in found.pieces])
    ids = [look.id for look in found.catalogue.looks]
    rng = np.random.default_rng(1)
    for image in dataset.labelled.images[::every]:
        whole = load_frame(dataset.labelled.folder / image.file).rgb
        for treat in TREATMENTS:
            rgb = treat(whole, rng)
            reader.noted = []
            reader.read(Frame(np.ascontiguousarray(rgb), 0.0))
            for detection, reading in reader.noted:
                if ids[reading.look] != BACK:
                    params = reader.params.verdict
                    right = _is_right(detection, ids[reading.look], image.pieces, whole.shape[1] / rgb.shape[1], same)
                    yield evidence(reading, params), stands(reading, params), right


def _is_right(detection: Detection, name: str, labels: tuple[Label, ...], scale: float, same: Same) -> bool:
    """Whether a label of that name lies there: under the whole piece, or as a box around what shows of it."""
    a, b, c, d = ((x * scale, y * scale) for x, y in detection.quad_px)
    part = np.asarray(detection.shown_px or detection.quad_px) * scale
    low, high = part.min(0), part.max(0)
    box = ((low[0], low[1]), (high[0], low[1]), (high[0], high[1]), (low[0], high[1]))
    near = (label for label in labels if max(iou(label.quad_px, (a, b, c, d)), iou(label.quad_px, box)) >= TIES)
    return any(label.id is not None and same(label.id, name) for label in near)


def fitted(x: Floats, right: NDArray[np.bool_]) -> Floats:
    """Offset and slopes of the logistic curve, by gradient ascent with slopes held at 0 or more."""
    design = np.column_stack([np.ones(len(x)), x])
    weights = np.zeros(design.shape[1])
    for _ in range(40_000):
        promised = 1 / (1 + np.exp(-design @ weights))
        weights += 2.0 * (design.T @ (right - promised) / len(x) - PRIOR * weights * (np.arange(len(weights)) > 0))
        weights[1:] = np.maximum(weights[1:], 0)
    return weights


PRIOR = 1e-4
"""Pull of the slopes towards 0: wrong readings are few, and what few say is not to be believed too far."""


def main() -> None:
    """Fits and prints."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("shared", type=Path)
    parser.add_argument("--sets", default="schnapsen,edje,set81,mtg")
    parser.add_argument("--renders", default="appetite,buffet-master,buffet-boss")
    parser.add_argument("--every", type=int, default=1, help="Use every n-th picture.")
    words = parser.parse_args()
    cv2.setNumThreads(1)
    sets = [*real_sets(words.shared, words.sets.split(",")), *renders(words.shared, words.renders.split(","))]
    rows = [row for dataset in sets if dataset.name.endswith("dev") for row in readings(dataset, words.every)]
    x, stood, right = np.array([r[0] for r in rows]), np.array([r[1] for r in rows]), np.array([r[2] for r in rows])
    weights = fitted(x, right)
    print(f"{len(x)} readings, {int(right.sum())} right; {int(stood.sum())} stood for a name, {int((stood & ~right).sum())} of them wrong")
    print("offset and slopes:", np.round(weights, 2).tolist())
    promised = 1 / (1 + np.exp(-(weights[0] + x @ weights[1:])))
    for low, high in itertools.pairwise(CONFIDENCE_BINS):
        here = (promised >= low) & (promised < high)
        if here.any():
            print(f"{low:g} to {high:g}: {int(here.sum())} readings, {right[here].mean():.3f} right, {promised[here].mean():.3f} promised")


if __name__ == "__main__":
    main()
