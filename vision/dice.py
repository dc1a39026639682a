"""Dice in a picture of any table: where each lies and what its upper face shows, by a small net that has seen drawn dice only.

Places where a die may lie are cut out; the net says what shows there and how to cut better. What it takes for a die is cut out again so,
and a little beside, several times: a value stands when these looks agree on it and its pips can be counted one by one on a body of their
own, or other dice of its size have theirs counted. What the net half takes for an emblem stands when its pips are those of the other
dice; what is a die beside such ones but shows no pips, as an emblem, is a question.
Trained by `vision/models/train_dice.py`.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from vision import light
from vision.bodies import BodyParams, has_body
from vision.catalogue import Look
from vision.die_faces import PRINT, DieFaces, Told, printed
from vision.frame import Frame
from vision.lumps import LumpParams, lumps
from vision.nets import load_net
from vision.observation import Candidate, Detection, Observation, PlaneFix, Quad
from vision.pips import PipParams, Pips, are_of_one_set, has_pips, pips
from vision.stopwatch import Stopwatch

Cuts = NDArray[np.uint8]
"""(n, side, side, 3) RGB, an upper face in the middle of each."""
Pixels = NDArray[np.uint8]
Floats = NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class Part:
    """What one net is shown, and where it is kept."""

    side: int
    """Pixels of a cut's side."""
    window: float
    """A cut's side in sides of the face's box."""
    model: Path


_MODELS = Path(__file__).with_name("models")
FINDER = Part(24, 1.5, _MODELS / "dice.onnx")
"""Quick: says of a thousand places which may be dice and how to cut them better."""
JUDGE = Part(40, 1.7, _MODELS / "dice_judge.onnx")
"""Looks closer, at those few only."""
VALUES = (1, 2, 3, 4, 5, 6)
OTHER = 7
"""A die whose upper face shows no pips: an emblem, a numeral, nothing."""
ANSWERS = 8
"""Nothing, the values, and OTHER."""
ROUNDED = 1.06
"""A face with its rounded edges against the flat part that the net was taught."""
KIND = "die"


@dataclass(frozen=True, slots=True)
class DiceParams:
    """One set of values for all dice, tables and lights."""

    work_px: int = 1600
    """Longer side of the picture that is worked on."""
    worth: float = 0.3
    """Share of the net's word for a die from which a place is looked at again."""
    same: float = 0.35
    """Overlap from which two boxes are one face."""
    sure: float = 0.85
    """Mean share for one value, over all looks, from which it stands when its pips are counted, too."""
    among: tuple[int, float] = (2, 0.9)
    """Beside so many dice with counted pips a value stands from this share without."""
    of_set: float = 0.6
    """Beside as many a value stands from this share when next to it the net thinks of an emblem, as clouds in a body make it, and of no
    other value, and its counted pips look like theirs."""
    asked: float = 0.9
    """Mean share for the values together, from which one that is none for sure is a question rather than nothing."""
    strange: float = 0.9
    """The same for a face without pips."""
    some_die: tuple[float, float] = (0.95, 1.4)
    """Beside as many dice with counted pips as `among` says: share of the net's word for any die, and by how much larger or smaller than
    those, from which a place is a die with some unknown face, such as an emblem."""
    shown: float = 0.5
    """Share of the net's word for any die from which a place is compared with faces that were shown."""
    size_apart: float = 1.6
    """Dice of one picture are at most so many times larger or smaller than their usual size."""
    larger: float = 1.35
    """One whose pips are not counted is larger than the usual one that has them by no more."""
    own_sides: float = 0.62
    """So near to a larger face, in its sides, lies another face of the same die."""
    aside: tuple[tuple[float, float, float], ...] = (
        (0, 0, 1),
        (0.08, 0, 1),
        (-0.08, 0, 1),
        (0, 0.08, 1),
        (0, -0.08, 1),
        (0, 0, 0.9),
        (0, 0, 1.12),
    )
    """Looks beside the best cut: sides of the face to the right and down, and its size."""
    batch: int = 128
    lumps: LumpParams = field(default_factory=LumpParams)
    pips: PipParams = field(default_factory=PipParams)
    body: BodyParams = field(default_factory=BodyParams)


PARAMS = DiceParams()


def prepared(cuts: Cuts) -> Floats:
    """(n, 3, side, side): each cut with its own light, colour and contrast taken out."""
    flat = cuts.astype(np.float32)
    flat = flat - flat.mean((1, 2), keepdims=True)
    spread = np.sqrt(np.square(flat).mean((1, 2, 3), keepdims=True))
    return np.ascontiguousarray((flat / (spread + 4)).transpose(0, 3, 1, 2))


def cut(rgb: Pixels, place: Floats, part: Part) -> Pixels:
    """(side, side, 3) around x, y for a face with that side; beyond the picture its rim goes on."""
    x, y, side = (float(v) for v in place)
    pixels = max(6, round(part.window * side))
    seen = cv2.getRectSubPix(rgb, (pixels, pixels), (x, y))
    how = cv2.INTER_AREA if pixels > part.side else cv2.INTER_LINEAR
    return np.asarray(cv2.resize(seen, (part.side, part.side), interpolation=how), np.uint8)


class DiceReader:
    """Reads dice; one thread at a time may use it."""

    def __init__(self, params: DiceParams = PARAMS, looks: Sequence[Look] = (), finder: Part = FINDER, judge: Part = JUDGE) -> None:
        """`looks`: faces that their owner has shown, kind `die`, each bearing the id of what it stands for."""
        self.params, self._faces = params, DieFaces([look for look in looks if look.kind == KIND])
        self._finder, self._judge = finder, judge
        self._nets = {part: load_net(part.model) for part in (finder, judge)}

    def read(self, frame: Frame) -> Observation:
        """The dice of a picture and nothing else."""
        clock = Stopwatch()
        with clock("total"):
            with clock("light"):
                quality = light.measure(frame, None)
            with clock("dice"):
                dice = self.detect(frame)
        return Observation(frame.taken_at, frame.size_px, quality, PlaneFix("none"), dice, clock.timings_ms)

    def detect(self, frame: Frame) -> tuple[Detection, ...]:
        """Every die: `die-1` to `die-6`, or without a name where the upper face cannot be told."""
        rgb, factor = reduced(frame.rgb, self.params.work_px)
        places = self._places(rgb)
        votes = self._votes(rgb, places)
        has_own = [self._is_counted(rgb, *both) for both in zip(places, votes, strict=True)]
        shown = self._shown(rgb, places, votes, has_own)
        for k, told in shown.items():
            places[k] = (*told.middle, told.side)
        counted = [k in shown or is_counted for k, is_counted in enumerate(has_own)]
        kept = upper(places, votes, counted, self.params)
        fewest, share = self.params.among
        is_among = sum(counted[k] for k in kept) >= fewest
        named = {k for k in kept if counted[k] or (is_among and votes[k, 1:OTHER].max() >= share)}
        named |= self._of_set(rgb, places, votes, [k for k in kept if has_own[k]], [k for k in kept if k not in named])
        return tuple(detection(places[k], votes[k], factor, k in named, shown.get(k)) for k in kept)

    def face(self, rgb: Pixels) -> Pixels | None:
        """The print of the upper face of the one die in a picture, cut out of it; None where there is none."""
        around = round(1.6 * max(rgb.shape[:2]))
        rim = np.concatenate([rgb[0], rgb[-1], rgb[:, 0], rgb[:, -1]])
        colour = [int(v) for v in np.median(rim, axis=0)]
        padded = np.asarray(cv2.copyMakeBorder(rgb, around, around, around, around, cv2.BORDER_CONSTANT, value=colour), np.uint8)
        small, factor = reduced(padded, self.params.work_px)
        places = self._places(small)
        shares = 1 - self._votes(small, places)[:, 0]
        if not (shares >= self.params.shown).any():
            return None
        best = places[np.where(shares >= self.params.shown, shares * places[:, 2], -1).argmax()]
        x, y, side = (float(v) / factor for v in best)
        return printed(padded, (x, y), side)

    def _places(self, rgb: Pixels) -> Floats:
        """(n, 3) where dice may lie, as the judge would have them cut."""
        places, shares = self._better(rgb, lumps(rgb, self.params.lumps))
        places, shares = self._better(rgb, apart(places, shares, self.params))
        places, shares = self._better(rgb, apart(places, shares, self.params), self._judge)
        return apart(places, shares, self.params)

    def _shown(self, rgb: Pixels, places: Floats, votes: Floats, pips: Sequence[bool]) -> dict[int, Told]:
        """Which of the places without counted pips show a face that was shown, for sure."""
        is_counted = np.array(pips, np.bool_)
        usual = float(np.median(places[is_counted, 2])) if is_counted.sum() >= self.params.among[0] else None
        worth = ~is_counted & (1 - votes[:, 0] >= self.params.shown) & (votes[:, 1:OTHER].max(1) < self.params.among[1])
        found = {}
        for k in np.flatnonzero(worth & (places[:, 2] >= self.params.body.least_px / 2)):
            x, y, side = (float(v) for v in places[k])
            told = self._faces.tell(rgb, (x, y), side, usual)
            if told is not None and told.is_sure() and self._is_die(rgb, told):
                found[int(k)] = told
        return found

    def _is_die(self, rgb: Pixels, told: Told) -> bool:
        """Whether the judge takes for a die what a face was told from, and it is on a body."""
        sides = (told.side, told.side / PRINT[0])
        votes = self._votes(rgb, np.array([[*told.middle, side] for side in sides], np.float32))
        return any(
            1 - vote[0] >= self.params.shown and has_body(rgb, told.middle, side, self.params.body)
            for vote, side in zip(votes, sides, strict=True)
        )

    def _is_counted(self, rgb: Pixels, place: Floats, votes: Floats) -> bool:
        """Whether a value is sure, its pips are there one by one, and they are on a body."""
        value = int(votes[1:].argmax()) + 1
        x, y, side = (float(v) for v in place)
        is_sure = value != OTHER and bool(votes[value] >= self.params.sure) and has_pips(rgb, (x, y), side, value, self.params.pips)
        return is_sure and has_body(rgb, (x, y), side, self.params.body)

    def _of_set(self, rgb: Pixels, places: Floats, votes: Floats, counted: Sequence[int], doubtful: Sequence[int]) -> set[int]:
        """Which doubtful places bear pips that can be counted and look like those of the counted ones, unless specks are: all ones."""
        worth = [k for k in doubtful if _is_value_or_emblem(votes[k], self.params)]
        is_set = len(counted) >= self.params.among[0] and any(votes[k, 1:OTHER].argmax() > 0 for k in counted)
        if not is_set or not worth:
            return set()
        others = [found for k in counted if (found := self._pips(rgb, places[k], votes[k])) is not None]
        return {
            k
            for k in worth
            if (found := self._pips(rgb, places[k], votes[k])) is not None and are_of_one_set(found, others, self.params.pips)
        }

    def _pips(self, rgb: Pixels, place: Floats, votes: Floats) -> Pips | None:
        """How the pips of the likeliest value look, on a body; None where they cannot be counted."""
        x, y, side = (float(v) for v in place)
        found = pips(rgb, (x, y), side, int(votes[1:OTHER].argmax()) + 1, self.params.pips)
        return found if has_body(rgb, (x, y), side, self.params.body) else None

    def _better(self, rgb: Pixels, places: Floats, part: Part | None = None) -> tuple[Floats, Floats]:
        """The places that may be dice, cut as a net would have them, and what it says of each: (n, 3) and (n, ANSWERS)."""
        shares, shifts = self._asked(part or self._finder, rgb, places)
        worth = 1 - shares[:, 0] >= self.params.worth
        places, shifts = places[worth], np.clip(shifts[worth], -0.5, 0.5)
        sides = places[:, 2:]
        return np.concatenate([places[:, :2] + shifts[:, :2] * sides, sides * np.exp(shifts[:, 2:])], 1), shares[worth]

    def _votes(self, rgb: Pixels, places: Floats) -> Floats:
        """(n, ANSWERS) the mean of several looks at each place."""
        around = np.array(self.params.aside, np.float32)
        looks = np.concatenate([places[:, None, :2] + around[:, :2] * places[:, None, 2:], places[:, None, 2:] * around[:, 2:]], 2)
        return np.asarray(
            self._asked(self._judge, rgb, looks.reshape(-1, 3))[0].reshape(len(places), len(around), ANSWERS).mean(1), np.float32
        )

    def _asked(self, part: Part, rgb: Pixels, places: Floats) -> tuple[Floats, Floats]:
        """Shares (n, ANSWERS) and shifts (n, 3): to the right and down in sides of the face asked about, and the logarithm of its size."""
        answers = [self._forward(part, rgb, places[i : i + self.params.batch]) for i in range(0, len(places), self.params.batch)]
        told = np.concatenate([*answers, np.zeros((0, ANSWERS + 3), np.float32)])
        nats = told[:, :ANSWERS] - told[:, :ANSWERS].max(1, keepdims=True)
        return np.asarray(np.exp(nats) / np.exp(nats).sum(1, keepdims=True), np.float32), told[:, ANSWERS:]

    def _forward(self, part: Part, rgb: Pixels, places: Floats) -> Floats:
        net = self._nets[part]
        net.setInput(prepared(np.stack([cut(rgb, place, part) for place in places])))
        return np.asarray(net.forward(), np.float32)


def reduced(rgb: Pixels, most_px: int) -> tuple[Pixels, float]:
    """The picture with its longer side at most so long, and by what factor it was reduced."""
    factor = min(1.0, most_px / max(rgb.shape[:2]))
    if factor == 1:
        return rgb, factor
    return np.asarray(cv2.resize(rgb, None, fx=factor, fy=factor, interpolation=cv2.INTER_AREA), np.uint8), factor


def apart(places: Floats, shares: Floats, params: DiceParams) -> Floats:
    """Of places that lie on each other the one that is most certainly one value."""
    kept: list[int] = []
    for i in np.argsort(-shares[:, 1:].max(1), kind="stable"):
        if all(_overlap(places[i], places[k]) < params.same for k in kept):
            kept.append(int(i))
    return places[kept]


def upper(places: Floats, votes: Floats, counted: Sequence[bool], params: DiceParams) -> list[int]:
    """Which places are upper faces: of the size that faces with counted pips have, and none that is the side of a larger one."""
    named, sure = votes[:, 1:OTHER].max(1), np.array(counted, np.bool_)
    certain = np.flatnonzero(sure | (votes[:, 1:OTHER].sum(1) >= params.asked) | (votes[:, OTHER] >= params.strange))
    if not sure.any():
        return []
    sides, likely = places[certain, 2], (np.maximum(named, 0.5) * sure)[certain] * places[certain, 2]
    near = np.abs(np.log(sides[:, None] / sides[None, :])) <= np.log(params.size_apart)
    usual = int(((near * likely).sum(1) * sure[certain]).argmax())
    like = certain[near[usual]]
    most = params.larger * float(np.median(places[like[sure[like]], 2])) if sure[like].any() else np.inf
    kept = _largest(like[sure[like] | (places[like, 2] <= most)], places, [], params)
    return _largest(_unknown(kept, places, votes, sure, params), places, kept, params)


def _largest(some: NDArray[np.int64], places: Floats, kept: list[int], params: DiceParams) -> list[int]:
    """The kept places and, largest first, those of some others that are no other face of a kept die."""
    kept = list(kept)
    for k in sorted(some.tolist(), key=lambda k: -float(places[k, 2])):
        reach = [params.own_sides * max(float(places[j, 2]), float(places[k, 2])) for j in kept]
        if all(np.hypot(*(places[k, :2] - places[j, :2])) > far for j, far in zip(kept, reach, strict=True)):
            kept.append(k)
    return kept


def _unknown(kept: list[int], places: Floats, votes: Floats, sure: NDArray[np.bool_], params: DiceParams) -> NDArray[np.int64]:
    """The places that are dice for certain, with whatever face, as large as dice of the same picture whose pips are counted."""
    like = [k for k in kept if sure[k]]
    if len(like) < params.among[0]:
        return np.zeros(0, np.int64)
    share, apart_by = params.some_die
    alike = np.abs(np.log(places[:, 2] / np.median(places[like, 2]))) <= np.log(apart_by)
    return np.flatnonzero((1 - votes[:, 0] >= share) & alike)


def _is_value_or_emblem(votes: Floats, params: DiceParams) -> bool:
    """Whether shares (ANSWERS,) are a die's for sure, mostly one value's, and next an emblem's."""
    best, second = np.argsort(-votes)[:2]
    return bool(second == OTHER and best != 0 and votes[best] >= params.of_set and 1 - votes[0] >= params.some_die[0])


def _overlap(a: Floats, b: Floats) -> float:
    """Intersection over union of two squares, given by middle and side."""
    low, high = np.maximum(a[:2] - a[2] / 2, b[:2] - b[2] / 2), np.minimum(a[:2] + a[2] / 2, b[:2] + b[2] / 2)
    shared = float(np.clip(high - low, 0, None).prod())
    return shared / float(a[2] ** 2 + b[2] ** 2 - shared)


def detection(place: Floats, votes: Floats, factor: float, is_sure: bool, shown: Told | None = None) -> Detection:
    """A die as everybody reads it: named, or with what it may be.

    `factor`: how far the picture was reduced; `shown`: the face that its owner has shown, where it is one.
    """
    x, y = ((float(v) + 0.5) / factor - 0.5 for v in place[:2])
    half = ROUNDED * float(place[2]) / factor / 2
    quad: Quad = ((x - half, y - half), (x + half, y - half), (x + half, y + half), (x - half, y + half))
    if shown is not None:
        return Detection(KIND, quad, shown.id, shown.likeness)
    best = int(votes[1:].argmax()) + 1
    if is_sure:
        return Detection(KIND, quad, f"{KIND}-{best}", float(votes[best]))
    shares: Sequence[float] = [float(share) for share in votes / (1 - votes[0])]
    options = tuple(
        Candidate(f"{KIND}-{value}", shares[value]) for value in sorted(VALUES, key=lambda v: -shares[v]) if shares[value] >= 0.05
    )
    why = "its upper face shows no pips that can be counted" if best == OTHER else "its pips cannot be told for sure"
    return Detection(KIND, quad, alternatives=options, why=why)
