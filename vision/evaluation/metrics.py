"""Readings against labels: what was right, unsure, missed, wrong. Pure functions; the contract's rules, and nothing kinder.

A label is right when a named piece of its id overlaps it (one piece answers for one label), wrong when a piece of another id lies on it,
unsure when only an unnamed one does, missed when nothing does. A label without an id is a stranger: naming it is wrong. A label that
shows less than 0.6 counts only when it is named wrong. A named piece that lies on no label is wrong, too (a ghost).
"""

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, fields, replace
from enum import StrEnum

from vision.evaluation.labels import Label
from vision.image.overlap import iou
from vision.observation import Detection, Point, Quad

Same = Callable[[str, str], bool]
"""Whether a piece of the second id is what a label of the first id means."""


@dataclass(frozen=True, slots=True)
class ScoringRules:
    """The contract's numbers."""

    iou: float = 0.5
    iou_covered: float = 0.25
    """For labels that show less than `covered`: some outline only what shows."""
    covered: float = 0.9
    hidden: float = 0.6
    """Labels that show less count only when they are named wrong."""
    boxes: bool = False
    """Labels are boxes parallel to the picture's edges around what shows of a piece, whatever its turn: pieces are compared by theirs."""

    def least(self, label: Label) -> float:
        """The overlap that ties an entry to this label."""
        return self.iou_covered if label.visible < self.covered else self.iou


RULES = ScoringRules()


class Verdict(StrEnum):
    """What became of a label."""

    RIGHT = "right"
    UNSURE = "unsure"
    MISSED = "missed"
    WRONG = "wrong"
    LEFT_ALONE = "left alone"
    """A stranger that was not named, as it should be."""
    HIDDEN = "hidden"
    """Shows too little to count."""


@dataclass(frozen=True, slots=True)
class Tally:
    """Counts over labels and named pieces. Adds up."""

    labels: int = 0
    """Labels with a name that show enough."""
    right: int = 0
    unsure: int = 0
    missed: int = 0
    misnamed: int = 0
    """Labels with a name that bear another; right + unsure + missed + misnamed = labels."""
    wrong: int = 0
    """Named pieces that are wrong: on a label of another id, on a stranger, or on none."""
    ghosts: int = 0
    """Those of `wrong` that lie on no label."""
    strangers: int = 0
    strangers_named: int = 0
    duplicates: int = 0
    """Second named pieces on a label that is right already."""
    truth_offered: int = 0
    """Unsure labels whose id is among the candidates."""

    def __add__(self, other: "Tally") -> "Tally":
        return Tally(*(getattr(self, f.name) + getattr(other, f.name) for f in fields(self)))

    @property
    def recall(self) -> float | None:
        """Right part of the labels; None without any."""
        return self.right / self.labels if self.labels else None

    @property
    def precision(self) -> float | None:
        """Right part of the names; None when nothing was named."""
        return self.right / (self.right + self.wrong) if self.right + self.wrong else None


@dataclass(frozen=True, slots=True)
class Judged:
    """A label and what became of it."""

    label: Label
    verdict: Verdict
    by: Detection | None = None
    """The entry that decided it."""
    offered: bool = False
    """For an unsure label: its id is among the candidates."""


@dataclass(frozen=True, slots=True)
class WrongName:
    """A named piece that is wrong, and the label on which it lies; None: it lies on none."""

    piece: Detection
    label: Label | None


@dataclass(frozen=True, slots=True)
class Judgement:
    """One picture judged."""

    labels: tuple[Judged, ...]
    wrong: tuple[WrongName, ...] = ()
    right: tuple[Detection, ...] = ()
    duplicates: tuple[Detection, ...] = ()


def same_id(label_id: str, piece_id: str) -> bool:
    """Ids are equal: the rule of every set whose labels are ids of the pack."""
    return label_id == piece_id


def same_or_rank(pack_ids: Iterable[str]) -> Same:
    """Like `same_id`, but a label that is no id of the pack may be a rank: `ace` means every piece `ace-...`.

    For sets whose labels are ranks; a label that is an id of the pack is never loosened.
    """
    known = frozenset(pack_ids)

    def same(label_id: str, piece_id: str) -> bool:
        return label_id == piece_id or (label_id not in known and label_id == piece_id.split("-")[0])

    return same


def judge(labels: Sequence[Label], detections: Sequence[Detection], same: Same = same_id, rules: ScoringRules = RULES) -> Judgement:
    """What became of every label of one picture, and which names are wrong."""
    sure = [d for d in detections if d.is_sure]
    ties = _ties(labels, sure, rules)
    agrees = {(i, j): overlap for (i, j), overlap in ties.items() if _agree(labels[i], sure[j], same)}
    answered = _pair_up(agrees)
    twice = {j for _, j in agrees} - set(answered.values())
    wrong = [j for j in range(len(sure)) if j not in twice and j not in set(answered.values())]
    on = {j: _lies_on(ties, j) for j in wrong}
    unsure = [d for d in detections if not d.is_sure]
    loose = _ties(labels, unsure, rules)
    judged = []
    for i, label in enumerate(labels):
        misnamed = next((sure[j] for j in wrong if on[j] == i), None)
        right = sure[answered[i]] if i in answered else None
        open_ = max(((overlap, j) for (k, j), overlap in loose.items() if k == i), default=None)
        one = _verdict(label, right, misnamed, None if open_ is None else unsure[open_[1]], rules)
        judged.append(replace(one, offered=one.verdict is Verdict.UNSURE and _offers(one, same)))
    return Judgement(
        tuple(judged),
        tuple(WrongName(sure[j], None if on[j] is None else labels[on[j] or 0]) for j in wrong),
        tuple(sure[j] for i, j in answered.items() if labels[i].visible >= rules.hidden),
        tuple(sure[j] for j in twice),
    )


def _ties(labels: Sequence[Label], entries: Sequence[Detection], rules: ScoringRules) -> dict[tuple[int, int], float]:
    """Overlap of label i and entry j, where it is enough."""
    ties = {}
    compared = [_box(d.shown_px or d.quad_px) if rules.boxes else d.quad_px for d in entries]
    for i, label in enumerate(labels):
        for j, quad in enumerate(compared):
            overlap = iou(label.quad_px, quad)
            if overlap >= rules.least(label):
                ties[i, j] = overlap
    return ties


def _box(outline: Sequence[Point]) -> Quad:
    xs, ys = [x for x, _ in outline], [y for _, y in outline]
    return (min(xs), min(ys)), (max(xs), min(ys)), (max(xs), max(ys)), (min(xs), max(ys))


def _lies_on(ties: dict[tuple[int, int], float], entry: int) -> int | None:
    """The label that an entry overlaps best; None when it lies on none."""
    mine = {i: overlap for (i, j), overlap in ties.items() if j == entry}
    return max(mine, key=lambda i: mine[i]) if mine else None


def _agree(label: Label, piece: Detection, same: Same) -> bool:
    return label.id is not None and piece.id is not None and same(label.id, piece.id)


def _pair_up(ties: dict[tuple[int, int], float]) -> dict[int, int]:
    """Label to entry, each used once, the best overlap first."""
    pairs: dict[int, int] = {}
    for i, j in sorted(ties, key=lambda tie: -ties[tie]):
        if i not in pairs and j not in pairs.values():
            pairs[i] = j
    return pairs


def _verdict(label: Label, right: Detection | None, misnamed: Detection | None, unsure: Detection | None, rules: ScoringRules) -> Judged:
    if right is None and misnamed is not None:
        return Judged(label, Verdict.WRONG, misnamed)
    if label.visible < rules.hidden:
        return Judged(label, Verdict.HIDDEN)
    if label.id is None:
        return Judged(label, Verdict.LEFT_ALONE, unsure)
    if right is not None:
        return Judged(label, Verdict.RIGHT, right)
    return Judged(label, Verdict.MISSED if unsure is None else Verdict.UNSURE, unsure)


def _offers(judged: Judged, same: Same) -> bool:
    offered = () if judged.by is None else judged.by.alternatives
    return judged.label.id is not None and any(same(judged.label.id, candidate.id) for candidate in offered)


def tally(judgement: Judgement, rules: ScoringRules = RULES) -> Tally:
    """The counts of one picture."""
    named = [j for j in judgement.labels if j.label.id is not None and j.label.visible >= rules.hidden]
    verdicts = Counter(j.verdict for j in named)
    strangers = [j for j in judgement.labels if j.label.id is None and j.verdict is not Verdict.HIDDEN]
    return Tally(
        len(named),
        verdicts[Verdict.RIGHT],
        verdicts[Verdict.UNSURE],
        verdicts[Verdict.MISSED],
        verdicts[Verdict.WRONG],
        len(judgement.wrong),
        sum(w.label is None for w in judgement.wrong),
        len(strangers),
        sum(j.verdict is Verdict.WRONG for j in strangers),
        len(judgement.duplicates),
        sum(j.offered for j in named),
    )
