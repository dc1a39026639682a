"""Cards on other people's photographs: what must be read, and that nothing is named wrong. Only `dev` sets; `val` is for reports."""

from pathlib import Path

import pytest

from vision.enrol import enrol
from vision.evaluation import evaluate
from vision.metrics import RULES, Same, ScoringRules, same_id
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
    reader = TableReader(enrol(photos / "real" / name / "enrol").catalogue)
    total = evaluate(photos / "real" / name / "dev", reader.read, same=same, rules=rules).total
    print(f"{name}: recall {total.recall:.3f}, wrong {total.wrong} of {total.labels} labels, strangers named {total.strangers_named}")
    assert total.recall is not None
    assert total.recall >= recall
    assert total.wrong <= wrong
    assert total.strangers_named == 0
    assert total.misnamed == 0
