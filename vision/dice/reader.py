"""Dice in a picture of any table: where each lies and what its upper face shows, by a small net that has seen drawn dice only.

Places where a die may lie are cut out; the net says what shows there and how to cut better. What it takes for a die is cut out again so,
and a little beside, several times: a value stands when these looks agree on it and its pips can be counted one by one on a body of their
own, or other dice of its size have theirs counted. What the net half takes for an emblem stands when its pips are those of the other
dice; what is a die beside such ones but shows no pips, as an emblem, is a question.
Trained by `vision/models/train_dice.py`.
"""

from collections.abc import Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.dice.bodies import has_body
from vision.dice.cuts import cut, prepared, reduced
from vision.dice.faces import PRINT, DieFaces, Told, printed
from vision.dice.lumps import lumps
from vision.dice.params import ANSWERS, FINDER, JUDGE, KIND, OTHER, PARAMS, ROUNDED, VALUES, DiceParams, Part
from vision.dice.pips import Pips, are_of_one_set, has_pips, pips
from vision.dice.places import apart, upper
from vision.frame import Frame
from vision.looks.catalogue import Look
from vision.nets import load_net
from vision.observation import Candidate, Detection, Observation, PlaneFix, Quad
from vision.stopwatch import Stopwatch
from vision.table import light

Pixels = NDArray[np.uint8]
Floats = NDArray[np.float32]


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


def _is_value_or_emblem(votes: Floats, params: DiceParams) -> bool:
    """Whether shares (ANSWERS,) are a die's for sure, mostly one value's, and next an emblem's."""
    best, second = np.argsort(-votes)[:2]
    return bool(second == OTHER and best != 0 and votes[best] >= params.of_set and 1 - votes[0] >= params.some_die[0])


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
