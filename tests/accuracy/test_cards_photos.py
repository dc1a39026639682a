"""Cards on other people's photographs: what must be read, and that nothing is named wrong. Only their `dev` sets; `val` is for reports."""

from pathlib import Path

import pytest

from tests.enrolled import enrolled
from vision.evaluation.evaluation import evaluate
from vision.evaluation.labels import load_labels
from vision.evaluation.metrics import RULES, Same, ScoringRules, Tally, judge, same_id, tally
from vision.image.decode import load_frame
from vision.reader import TableReader

pytestmark = [pytest.mark.photos, pytest.mark.slow]


def same_rank(label: str, piece: str) -> bool:
    """Labels of edje are ranks: `king` fits `king-hearts`."""
    return label == piece.split("-")[0]


FLOORS: dict[str, tuple[float, int, Same, ScoringRules]] = {
    # set: least recall, most wrong names, when a name fits a label, how labels are drawn
    "schnapsen": (0.84, 0, same_id, RULES),
    "set81": (0.80, 0, same_id, RULES),
    "mtg": (0.80, 0, same_id, RULES),
    # edje's labels are boxes parallel to the picture's edges around what shows (the set's description): they are compared with theirs
    "edje": (0.90, 1, same_rank, ScoringRules(boxes=True)),
}


@pytest.mark.parametrize("name", FLOORS)
def test_cards_are_read(photos: Path, name: str) -> None:
    recall, wrong, same, rules = FLOORS[name]
    reader = TableReader(enrolled(photos / "real" / name / "enrol").catalogue)
    total = evaluate(photos / "real" / name / "dev", reader.read, same=same, rules=rules).total
    print(f"{name}: recall {total.recall:.3f}, wrong {total.wrong} of {total.labels} labels, strangers named {total.strangers_named}")
    assert total.recall is not None
    assert total.recall >= recall
    assert total.wrong <= wrong
    assert total.strangers_named == 0
    assert total.misnamed == 0


GAMES = ("appetite", "buffet-master", "buffet-boss", "surrealist-dinner-party")
"""Rendered sets with cards; the odd pictures are `val`, reported and not tuned on."""


def test_cards_of_the_rendered_games(photos: Path) -> None:
    """Of the cards that show 60 % and more: wrong is none. The aim of 0.99 is not reached: under glare the print check asks."""
    total = Tally()
    for game in GAMES:
        folder = photos / "renders" / game
        reader = TableReader(enrolled(folder / "enrol").catalogue)
        for image in load_labels(folder).images:
            if int(Path(image.file).stem) % 2:
                found = [one for one in reader.read(load_frame(folder / image.file)).detections if one.kind == "card"]
                total += tally(judge([label for label in image.pieces if label.kind == "card"], found))
    print(f"renders, val: {total.right} of {total.labels} right, {total.unsure} asked, {total.missed} missed, {total.wrong} wrong")
    assert total.recall is not None
    assert total.recall >= 0.93
    assert total.wrong == total.strangers_named == 0
