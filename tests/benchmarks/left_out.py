"""Cards that were never enrolled, of a design that was: how many are named as a neighbour when half of every deck is left out?

    python -m tests.benchmarks.left_out ../shared [--part val] [--seeds 0,1] [--every 2] [--cameras wide,creased] [--kind token]

For each set and seed a random half of the pieces is taken out of the catalogue; every picture is read; what lies on a label whose piece
was left out must bear no name. Prints a line for each; asserts nothing.
"""

import argparse
import tempfile
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np

from tests.benchmarks.cards_against_baseline import Dataset, real_sets, renders
from tests.benchmarks.other_cameras import retaken
from tests.benchmarks.worn_pieces import KINDS as WEARS, after_years
from vision.enrolling.enrol import enrol
from vision.evaluation.labels import LabelledSet, load_labels
from vision.evaluation.metrics import Same, ScoringRules, judge, same_or_rank, tally
from vision.image.decode import load_frame
from vision.looks.catalogue import BACK, Catalogue
from vision.reader import TableReader


def halved(catalogue: Catalogue, seed: int, kind: str = "") -> Catalogue:
    """Without a random half of its pieces, or of those of one kind; backs stay."""
    ids = [id for id in catalogue.ids if id != BACK]
    if kind:
        ids = sorted({look.id for look in catalogue.looks if look.kind == kind})
    left = np.random.default_rng(seed).permutation(len(ids))[: len(ids) // 2]
    return catalogue.without({ids[i] for i in left})


def counted(dataset: Dataset, whole: Catalogue, seed: int, every: int, kind: str = "") -> tuple[int, int, int, int, int]:
    """Labels of pieces that are enrolled, those named right; labels of others, those that bear a name; other wrong names."""
    catalogue = halved(whole, seed, kind)
    reader, same, rules = TableReader(catalogue), same_or_rank(list(whole.ids)), ScoringRules(boxes=dataset.boxes)
    known = [id for id in catalogue.ids if id != BACK]
    sums = np.zeros(5, np.int64)
    for image in dataset.labelled.images[::every]:
        labels = [label if _is_any(label.id, known, same) else replace(label, id=None) for label in image.pieces]
        counts = tally(judge(labels, reader.read(load_frame(dataset.labelled.folder / image.file)).detections, same, rules), rules)
        sums += counts.labels, counts.right, counts.strangers, counts.strangers_named, counts.wrong - counts.strangers_named
    a, b, c, d, e = (int(n) for n in sums)
    return a, b, c, d, e


def _is_any(id: str | None, known: list[str], same: Same) -> bool:
    return id is not None and any(same(id, one) for one in known)


def retaken_by(dataset: Dataset, camera: str, folder: Path) -> Dataset:
    """The set as another camera would have taken it, or with its cards worn, written to a folder."""
    if camera in WEARS:
        after_years(dataset.labelled.folder, folder, camera, 0, None)
    else:
        retaken(dataset.labelled.folder, folder, camera, 0, None)
    files, images = {image.file for image in dataset.labelled.images}, load_labels(folder).images
    return replace(dataset, labelled=LabelledSet(folder, tuple(image for image in images if image.file in files)))


def _told(dataset: Dataset, seeds: list[int], every: int, cameras: list[str], kind: str) -> None:
    whole = enrol(dataset.enrolled, None).catalogue
    for camera in cameras:
        with tempfile.TemporaryDirectory() as folder:
            shown = retaken_by(dataset, camera, Path(folder)) if camera else dataset
            for seed in seeds:
                labels, right, missing, named, wrong = counted(shown, whole, seed, every, kind)
                told = f"{right} of {labels} right; {named} of {missing} left out named; {wrong} wrong"
                print(f"{dataset.name}{camera and ', '}{camera}, seed {seed}: {told}", flush=True)


def main() -> None:
    """Measures and prints."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("shared", type=Path)
    parser.add_argument("--sets", default="schnapsen,edje,set81,mtg")
    parser.add_argument("--renders", default="appetite,buffet-master,buffet-boss")
    parser.add_argument("--part", default="dev", choices=["dev", "val"])
    parser.add_argument("--seeds", default="0")
    parser.add_argument("--every", type=int, default=1, help="Use every n-th picture.")
    parser.add_argument("--cameras", default="", help="kinds of `other_cameras` or `worn_pieces`; none: as the pictures are")
    parser.add_argument("--kind", default="", help="Leave out half of the pieces of this kind only.")
    words = parser.parse_args()
    cv2.setNumThreads(1)
    names = [[name for name in given.split(",") if name] for given in (words.sets, words.renders)]
    for dataset in (*real_sets(words.shared, names[0]), *renders(words.shared, names[1])):
        if not dataset.name.endswith(words.part):
            continue
        _told(dataset, [int(seed) for seed in words.seeds.split(",")], words.every, words.cameras.split(","), words.kind)


if __name__ == "__main__":
    main()
