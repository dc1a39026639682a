"""A reader against a labelled set: every figure of the contract, and every error with its place."""

import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, TypeAlias

from vision.evaluation.figures import Cells, Reliability, StackHeight, StageTime, confusions, reliability, score_board, stage_times
from vision.evaluation.labels import LabelledImage, LabelledSet, LabelledStack, LabelsError, load_labels
from vision.evaluation.metrics import RULES, Judged, Judgement, Same, ScoringRules, Tally, Verdict, judge, same_id, tally
from vision.evaluation.reading import Reading, ReadStack, reading_of
from vision.frame import Frame
from vision.image.decode import load_frame
from vision.observation import Detection, Observation, Quad

Reader: TypeAlias = Callable[[Frame], Observation | Mapping[str, Any]]
"""E.g. `TableReader(...).read`, or a function that answers with the contract's document."""
Progress: TypeAlias = Callable[[int, int, str], None]
"""Pictures done, pictures in all, the file just done."""
VISIBLE_BINS = {"whole, 0.9 and more": 0.9, "covered, 0.6 to 0.9": 0.6, "hidden, below 0.6": 0.0}
"""Name and least visible part of the groups by what shows."""


@dataclass(frozen=True, slots=True)
class Mishap:
    """A label that was not read, or a name that is wrong: what the page shows a picture of."""

    file: str
    what: str
    """wrong, ghost, missed or unsure."""
    quad_px: Quad
    truth: str | None
    """The label's id; None for a stranger, or where no label is."""
    said: str | None
    confidence: float = 0.0
    said_quad_px: Quad | None = None
    why: str = ""
    """The reader's own reason, and what it thought possible."""
    guessed: str | None = None
    """For an unsure one: what the reader thought likeliest."""


@dataclass(frozen=True, slots=True)
class Evaluation:
    """Everything measured on one set."""

    dataset: str
    pictures: int
    total: Tally
    groups: Mapping[str, Mapping[str, Tally]] = field(default_factory=dict)
    """Tallies by `light`, `table`, `set`, `kind` and `visible`."""
    confusions: Mapping[tuple[str | None, str], int] = field(default_factory=dict)
    """(label's id or None, name it bore) to how often."""
    reliability: tuple[Reliability, ...] = ()
    cells: Cells | None = None
    """None for a set without boards."""
    stacks: tuple[StackHeight, ...] = ()
    times_ms: Mapping[str, StageTime] = field(default_factory=dict)
    mishaps: tuple[Mishap, ...] = ()
    unknown: Mapping[str, int] = field(default_factory=dict)
    """Ids of labels that no piece of the pack has, to how often; they count as any other label does."""


@dataclass(frozen=True, slots=True)
class _Scored:
    """One picture, read and judged."""

    image: LabelledImage
    reading: Reading
    judgement: Judgement


def evaluate(
    dataset: Path,
    reader: Reader,
    progress: Progress | None = None,
    same: Same = same_id,
    rules: ScoringRules = RULES,
    ids: Iterable[str] = (),
) -> Evaluation:
    """Read every picture of a labelled set and score what was said.

    `same` decides when a name fits a label (`metrics.same_or_rank` for sets whose labels are ranks); `ids` are the
    pack's, without which no label is told to be unknown to it. Raises LabelsError for a set that
    cannot be used, PictureError for a picture of it that cannot.
    """
    labelled = load_labels(dataset)
    for image in labelled.images:
        if not (labelled.folder / image.file).is_file():
            raise LabelsError(f"{labelled.folder}/labels.json: no picture {image.file} beside it; add it or take it out of the labels")
    scored = []
    for done, image in enumerate(labelled.images, 1):
        reading = _read(labelled.folder / image.file, reader)
        scored.append(_Scored(image, reading, judge(image.pieces, reading.detections, same, rules)))
        if progress is not None:
            progress(done, len(labelled.images), image.file)
    return replace(summarise(str(labelled.folder), scored), unknown=_unknown(labelled, frozenset(ids), same))


def _unknown(labelled: LabelledSet, ids: frozenset[str], same: Same) -> dict[str, int]:
    """Ids of labels that stand for no piece of the pack; none where the pack is not known."""
    found = Counter(label.id for image in labelled.images for label in image.pieces if label.id is not None)
    return {id: count for id, count in sorted(found.items()) if ids and not any(same(id, piece) for piece in ids)}


def _read(path: Path, reader: Reader) -> Reading:
    start = time.perf_counter()
    frame = load_frame(path)
    decoded = time.perf_counter()
    reading = reading_of(reader(frame))
    whole_ms = 1000 * (time.perf_counter() - start)
    own = {stage: ms for stage, ms in reading.timings_ms.items() if stage not in ("decode", "total")}
    return replace(reading, timings_ms={"decode": 1000 * (decoded - start), **own, "total": whole_ms})


def summarise(dataset: str, scored: Sequence[_Scored]) -> Evaluation:
    """The figures over all pictures."""
    judgements = [s.judgement for s in scored]
    boards = [score_board(s.image.board, s.reading.board) for s in scored if s.image.board is not None]
    return Evaluation(
        dataset,
        len(scored),
        sum((tally(j) for j in judgements), Tally()),
        _groups(scored),
        confusions(judgements),
        reliability(judgements),
        sum(boards, Cells()) if boards else None,
        tuple(height for s in scored for height in _heights(s.image.stacks, s.reading.stacks)),
        stage_times(s.reading.timings_ms for s in scored),
        tuple(mishap for s in scored for mishap in _mishaps(s)),
    )


def _groups(scored: Sequence[_Scored]) -> dict[str, dict[str, Tally]]:
    groups: dict[str, dict[str, Tally]] = {}
    for one in scored:
        parts = [(by, value, one.judgement) for by, value in one.image.about.items()]
        parts += _parts(one.judgement, "kind", lambda judged: judged.label.kind)
        parts += _parts(one.judgement, "visible", lambda judged: _visible_bin(judged.label.visible))
        for by, value, judgement in parts:
            members = groups.setdefault(by, {})
            members[value] = members.get(value, Tally()) + tally(judgement)
    return groups


def _parts(judgement: Judgement, by: str, key: Callable[[Judged], str]) -> Iterator[tuple[str, str, Judgement]]:
    """A judgement split by what its labels are; wrong names on no label stay out, they have no label to go by."""
    for value in dict.fromkeys(key(judged) for judged in judgement.labels):
        mine = tuple(judged for judged in judgement.labels if key(judged) == value)
        labels = [judged.label for judged in mine]
        wrong = tuple(w for w in judgement.wrong if any(w.label is label for label in labels))
        yield by, value, Judgement(mine, wrong)


def _visible_bin(visible: float) -> str:
    return next(name for name, least in VISIBLE_BINS.items() if visible >= least)


def _heights(truths: Sequence[LabelledStack], read: Sequence[ReadStack]) -> Iterator[StackHeight]:
    """Each labelled stack with the read one whose plate overlaps its plate most."""
    for truth in truths:
        best = max(read, key=lambda stack: _shared(truth.plate_px, stack.plate_px), default=None)
        if best is None or _shared(truth.plate_px, best.plate_px) <= 0:
            yield StackHeight(truth.height_mm, None)
        else:
            yield StackHeight(truth.height_mm, best.height_mm, best.error_mm)


def _shared(a: tuple[float, float, float, float], b: tuple[float, float, float, float]) -> float:
    return max(0.0, min(a[2], b[2]) - max(a[0], b[0])) * max(0.0, min(a[3], b[3]) - max(a[1], b[1]))


def _mishaps(one: _Scored) -> Iterator[Mishap]:
    file = one.image.file
    for wrong in one.judgement.wrong:
        piece, label = wrong.piece, wrong.label
        what = "ghost" if label is None else "wrong"
        place = piece.quad_px if label is None else label.quad_px
        yield Mishap(file, what, place, None if label is None else label.id, piece.id, piece.confidence, piece.quad_px)
    for judged in one.judgement.labels:
        if judged.verdict in (Verdict.MISSED, Verdict.UNSURE):
            seen = None if judged.by is None else judged.by.quad_px
            guessed = next((c.id for c in judged.by.alternatives), None) if judged.by is not None else None
            yield Mishap(file, judged.verdict.value, judged.label.quad_px, judged.label.id, None, 0.0, seen, _reason(judged.by), guessed)


def _reason(detection: Detection | None) -> str:
    if detection is None:
        return ""
    guesses = ", ".join(f"{c.id} {c.confidence:.0%}" for c in detection.alternatives[:3])
    return "; ".join(part for part in (detection.why, guesses and f"perhaps {guesses}") if part)
