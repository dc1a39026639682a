"""The recogniser beside "quads first, then SIFT", photograph by photograph in one run and on one thread.

    python -m tests.benchmarks.cards_against_baseline ../shared [--sets schnapsen,edje] [--renders appetite] [--long-side 1280] [--most 20]

Each set's `enrol/` makes both catalogues; both see the same pixels; the same rules score both. Times are of the processor,
so that other programs on the machine disturb them little. Prints a table; asserts nothing.
"""

import argparse
import importlib.util
import json
import os
import statistics
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from vision.enrolling.enrol import enrol
from vision.evaluation.labels import LabelledImage, LabelledSet, load_labels
from vision.evaluation.metrics import Judgement, Same, ScoringRules, Tally, judge, same_or_rank, tally
from vision.evaluation.reading import reading_of
from vision.frame import Frame, Rgb
from vision.image.decode import load_frame
from vision.observation import Detection, Point
from vision.reader import TableReader

BOXES = {"edje"}
"""Sets whose labels are boxes parallel to the picture's edges (data/README.md)."""


@dataclass(frozen=True, slots=True)
class Contender:
    """One of the two, reading one photograph."""

    name: str
    read: Callable[[Rgb], tuple[Detection, ...]]


@dataclass(frozen=True, slots=True)
class Dataset:
    """A labelled set and what it is enrolled from."""

    name: str
    enrolled: Path
    labelled: LabelledSet
    boxes: bool


def real_sets(shared: Path, names: list[str]) -> Iterator[Dataset]:
    """Every part of the real sets."""
    for name in names:
        for part in ("dev", "val"):
            folder = shared / "data" / "real" / name
            if (folder / part).is_dir():
                yield Dataset(f"{name} {part}", folder / "enrol", load_labels(folder / part), name in BOXES)


def renders(shared: Path, names: list[str]) -> Iterator[Dataset]:
    """The rendered sets; even pictures are dev, odd ones val."""
    for name in names:
        folder = shared / "data" / "renders" / name
        labelled = load_labels(folder)
        for part, rest in (("dev", 0), ("val", 1)):
            images = tuple(image for image in labelled.images if int(Path(image.file).stem) % 2 == rest)
            yield Dataset(f"{name} {part}", folder / "enrol", LabelledSet(folder, images), False)


def ours(dataset: Dataset) -> tuple[Contender, list[str]]:
    """Our reader, and the ids of its catalogue."""
    found = enrol(dataset.enrolled, None)
    reader = TableReader(found.catalogue)
    return Contender("companion", lambda rgb: reader.read(Frame(rgb, 0.0)).detections), [piece.id for piece in found.pieces]


def baseline(shared: Path, dataset: Dataset) -> Contender:
    """The bar, as it lies beside the checkout."""
    spec = importlib.util.spec_from_file_location("baseline_cards", shared / "tools" / "baseline" / "cards.py")
    assert spec is not None and spec.loader is not None
    module: Any = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    reader = module.Baseline(list(module.enrolled(dataset.enrolled)))

    def read(rgb: Rgb) -> tuple[Detection, ...]:
        pieces = reader.read(cv2.cvtColor(rgb, cv2.COLOR_RGB2BGR))
        return reading_of({"schema": 1, "pieces": pieces, "unsure": [], "board": None, "stacks": [], "timings_ms": {}}).detections

    return Contender("quads, SIFT", read)


def scaled(image: LabelledImage, folder: Path, long_side: int) -> tuple[Rgb, float]:
    """The photograph at the working size of the bar, and its scale."""
    rgb = load_frame(folder / image.file).rgb
    scale = long_side / max(rgb.shape[:2])
    small = cv2.resize(rgb, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA if scale < 1 else cv2.INTER_CUBIC)
    return np.asarray(small, np.uint8), scale


def measured(dataset: Dataset, contenders: list[Contender], same: Same, long_side: int) -> dict[str, tuple[Tally, list[float]]]:
    """Tally and processor milliseconds of each contender; the one that goes first takes turns."""
    tallies = {c.name: Tally() for c in contenders}
    times: dict[str, list[float]] = {c.name: [] for c in contenders}
    for number, image in enumerate(dataset.labelled.images):
        rgb, scale = scaled(image, dataset.labelled.folder, long_side)
        for contender in contenders if number % 2 else contenders[::-1]:
            start = time.process_time()
            found = contender.read(rgb.copy())
            times[contender.name].append(1000 * (time.process_time() - start))
            judged = _judged(image, found, scale, same, ScoringRules(boxes=dataset.boxes))
            tallies[contender.name] += tally(judged)
    return {name: (tallies[name], times[name]) for name in tallies}


def _judged(image: LabelledImage, found: tuple[Detection, ...], scale: float, same: Same, rules: ScoringRules) -> Judgement:
    def in_photo(points: tuple[Point, ...]) -> Any:
        return tuple((x / scale, y / scale) for x, y in points)

    whole = [replace(d, quad_px=in_photo(d.quad_px), shown_px=in_photo(d.shown_px)) for d in found]
    return judge(image.pieces, whole, same, rules)


def _fewer(labelled: LabelledSet, most: int) -> LabelledSet:
    """At most so many of the pictures, evenly picked."""
    step = -(-len(labelled.images) // most)
    return replace(labelled, images=labelled.images[::step])


def _row(dataset: str, by: str, t: Tally, ms: float) -> dict[str, object]:
    shares = {"recall": round(t.recall or 0.0, 3), "precision": round(t.precision or 0.0, 3)}
    counts = {"labels": t.labels, "unsure": t.unsure, "missed": t.missed, "wrong": t.wrong}
    return {"set": dataset, "by": by, **shares, **counts, "no_pack_named": f"{t.strangers_named} of {t.strangers}", "cpu_ms_p50": round(ms)}


def _told(title: str, found: dict[str, tuple[Tally, list[float]]]) -> list[dict[str, object]]:
    rows = [_row(title, by, counts, statistics.median(ms)) for by, (counts, ms) in found.items()]
    for row in rows:
        print("  ".join(f"{key} {value}" for key, value in row.items()), flush=True)
    return rows


def on_one_thread() -> None:
    """OpenCV at once; linear algebra reads its number of threads when it is loaded, so the program starts anew where that is not set."""
    cv2.setNumThreads(1)
    if any(os.environ.get(name) != "1" for name in _THREADS):
        os.execve(sys.executable, [sys.executable, *sys.orig_argv[1:]], {**os.environ, **dict.fromkeys(_THREADS, "1")})


_THREADS = ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS")


def main() -> None:
    """Measures and prints."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("shared", type=Path)
    parser.add_argument("--sets", default="schnapsen,edje,set81,mtg")
    parser.add_argument("--renders", default="")
    parser.add_argument("--long-side", type=int, default=1280)
    parser.add_argument("--most", type=int, default=10_000, help="pictures of each part of a set, evenly picked")
    parser.add_argument("--json", type=Path)
    words = parser.parse_args()
    on_one_thread()
    rows: list[dict[str, object]] = []
    names = [[name for name in given.split(",") if name] for given in (words.sets, words.renders)]
    for title, sets in (("all photographs", real_sets(words.shared, names[0])), ("all renders", renders(words.shared, names[1]))):
        sums: dict[str, tuple[Tally, list[float]]] = {}
        for dataset in sets:
            dataset = replace(dataset, labelled=_fewer(dataset.labelled, words.most))
            mine, ids = ours(dataset)
            found = measured(dataset, [mine, baseline(words.shared, dataset)], same_or_rank(ids), words.long_side)
            for by, (counts, ms) in found.items():
                before = sums.get(by, (Tally(), []))
                sums[by] = before[0] + counts, before[1] + ms
            rows += _told(dataset.name, found)
        rows += _told(title, sums)
    if words.json:
        words.json.write_text(json.dumps(rows, indent=1))


if __name__ == "__main__":
    main()
