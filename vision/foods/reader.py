"""Foods that lie flat on printed pieces, seen from above: told by their outline, at the size they were enrolled with.

Looked for only where a printed piece was found that has no sure name: what lies on it hides its print, and may be what hides it. A food
that is printed at its true size is not told from one that lies there.
"""

from collections.abc import Mapping, Sequence
from copy import copy
from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.changes.patches import Known
from vision.changes.recent import Recent, part_of
from vision.changes.unmoved import Fine, Looked, fine_of, is_unmoved, looked_at
from vision.foods.close_look import CloseLook
from vision.foods.params import PARAMS, FoodParams
from vision.foods.trials import Trial, Trials
from vision.frame import Frame
from vision.image.overlap import iou
from vision.image.quads import inside
from vision.looks.catalogue import Catalogue
from vision.looks.shapes import Likeness, Shapes
from vision.observation import PRINTED, Candidate, Detection, Quad
from vision.plates.fitting import Standing, laid_alone
from vision.plates.flats import find_patches
from vision.plates.guesses import Agreement, Guess, guesses
from vision.plates.rims import evidence
from vision.plates.standing import Camera
from vision.table.plane import TablePlane
from vision.table.white import White, whites

Floats = NDArray[np.float64]
Pixels = NDArray[np.uint8]


_WHITE, _LIFT = 245.0, 12.0
_SAME = 0.9
"""Overlap of a place with what was found there before."""
_WITHIN = 0.75
"""Part of a doubt from which on it is one about a larger piece, whose food it is."""
_NOTHING = Known()


@dataclass(frozen=True, slots=True)
class Lying:
    """A food on a printed piece."""

    piece: Detection
    """Named, or with what it may be."""
    hides_px: tuple[Quad, ...]
    """Strips that together cover what it covers, in pixels of the picture; none for a food that is not sure to be there."""


@dataclass(frozen=True, slots=True, eq=False)
class _Before:
    """A printed piece in an earlier picture."""

    looked: Looked
    lying: Lying | None
    """What lay on it."""


_Fit = tuple[Guess, Standing]
"""Where a food was guessed, and where it came to rest."""


@dataclass(frozen=True, slots=True, eq=False)
class Tried:
    """A printed piece, and what was tried on it."""

    card: Detection
    lying: Lying | None = None
    """What is told to lie on it."""
    guesses: tuple[Guess, ...] = ()
    """The likeliest food, and its rival."""
    least: float = 0.0
    """How well one has to fit to be named."""


class FoodReader:
    """Names the foods of one catalogue."""

    _before: tuple[_Before, ...] | None = None
    """Where one table is followed: what was looked at in its last whole picture, ..."""
    _parts: Recent[tuple[Tried, ...]] = Recent()
    """... and in its last parts."""

    def __init__(self, catalogue: Catalogue, params: FoodParams = PARAMS) -> None:
        self.params = params
        found = [look.silhouette for look in catalogue.looks if look.silhouette is not None]
        self._shapes, self._trials = Shapes(found) if found else None, Trials(found, params.px_per_mm)
        self._sizes: Mapping[str, tuple[float, float]] = {look.id: look.size_mm for look in catalogue.looks if look.kind in PRINTED}

    @property
    def has_foods(self) -> bool:
        """Whether there is any food to be found."""
        return self._shapes is not None

    def following(self) -> "FoodReader":
        """The same for one table's pictures: a card that looks as it did bears what it bore."""
        follower = copy(self)
        follower._before = ()
        return follower

    def on(self, frame: Frame, table: TablePlane | None, pieces: Sequence[Detection], known: Known = _NOTHING) -> tuple[Lying, ...]:
        """What lies on those printed pieces that may be one of the catalogue and have no sure name.

        Of a part of a larger picture, in other pixels than its own, nothing is remembered but what to look for when it is read again.
        """
        doubtful = [one for one in pieces if one.kind in PRINTED and not one.is_sure and one.alternatives]
        doubtful.sort(key=lambda one: -cv2.contourArea(np.asarray(one.quad_px, np.float32)))
        light = _light(whites(frame, table)) if doubtful and table is not None else None
        if known.within is not None:
            return self._on_part(frame, table, doubtful, light, known)
        if self._before is None or not doubtful:
            return _lying(self._on_all(frame, table, doubtful, light))
        fine = fine_of(frame)
        same = [(card, next((one for one in self._before if _is_as_it_was(one.looked, card, fine)), None)) for card in doubtful]
        fresh = {one.card: one.lying for one in self._on_all(frame, table, [card for card, before in same if before is None], light)}
        self._before = tuple(before or _Before(looked_at(card, fine), fresh.get(card)) for card, before in same)
        return tuple(one.lying for one in self._before if one.lying is not None)

    def _on_part(
        self, frame: Frame, table: TablePlane | None, doubtful: Sequence[Detection], light: Floats | None, known: Known
    ) -> tuple[Lying, ...]:
        """The same of a part; read again, only what it may be is held against its rival once more."""
        part = part_of(known, frame.size_px)
        tried = self._on_all(frame, table, doubtful, light, (self._parts.of(part) if known.again else None) or ())
        if self._before is not None:
            self._parts = self._parts.after(part, tried)
        return _lying(tried)

    def _on_all(
        self, frame: Frame, table: TablePlane | None, cards: Sequence[Detection], light: Floats | None, before: Sequence[Tried] = ()
    ) -> tuple[Tried, ...]:
        """Each of the cards, the larger ones first; what lies on one is not looked for on a doubt within it.

        Where nothing that has a name lies on so many, and on no other, they are the ground's pattern, and so are the rest.
        """
        done: list[Tried] = []
        for card in cards:
            if len(done) >= self.params.most_in_vain and not any(one.lying is not None and one.lying.piece.is_sure for one in done):
                break
            if not any(one.lying is not None and _is_within(card, one.card) for one in done):
                then = next((one for one in before if iou(one.card.quad_px, card.quad_px) >= _SAME), None)
                done.append(self._on(frame, table, card, light, then))
        return tuple(done)

    def _on(self, frame: Frame, table: TablePlane | None, card: Detection, light: Floats | None, then: Tried | None) -> Tried:
        size = self._sizes.get(card.alternatives[0].id)
        if size is None or self._shapes is None or not self._is_as_large(card, table, size):
            return Tried(card)
        look = CloseLook.at(card, size, self.params.around_mm, self.params.px_per_mm)
        close = look.seen(frame)
        fits, least = self._fits(close, look.camera, light) if then is None else self._once_more(close, look.camera, then)
        best = max(fits, key=lambda one: one[1].fit, default=None)
        if best is None:
            return Tried(card)
        others = [one for one in fits if one[1].silhouette.id != best[1].silhouette.id]
        rival = max(others, key=lambda one: one[1].fit, default=None)
        lying = self._judged(best[1], None if rival is None else rival[1], least, table, look, light)
        return Tried(card, lying, (best[0],) if rival is None else (best[0], rival[0]), least)

    def _is_as_large(self, card: Detection, table: TablePlane | None, size: tuple[float, float]) -> bool:
        """Whether a doubt about a card has its size on the table; edges that noise or a carpet has by chance have not."""
        if table is None:
            return True
        corners = table.to_mm(np.asarray(card.quad_px, np.float64))
        sides = np.hypot(*(np.roll(corners, -1, axis=0) - corners).T).reshape(2, 2).mean(axis=0)
        return bool((np.abs(np.log(np.maximum(sides, 1e-6) / size)) <= self.params.card_size).all())

    def _judged(
        self,
        best: Standing,
        rival: Standing | None,
        least: float,
        table: TablePlane | None,
        look: CloseLook,
        light: Floats | None,
    ) -> Lying | None:
        """What is told of a food, by how well it fits and by how much better than its rival; None where nothing lies."""
        if best.fit < self.params.least_fit:
            return None
        margin = best.fit - (0.0 if rival is None else rival.fit)
        least = least if light is not None else max(least, self.params.least_unlit)
        sure = min(1.0, 0.5 + 0.5 * margin / best.fit)
        quad = look.box(best)
        found = Detection("food", quad, quad_mm=None if table is None else table.quad_mm(quad))
        is_alike, is_lit = margin < self.params.least_margin, light is None or self._has_hue(np.log(best.evidence.gain) - light)
        if table is not None and not is_alike and best.fit >= least and is_lit:
            return Lying(replace(found, id=best.silhouette.id, confidence=sure), look.strips(best, self.params.strips))
        options = [Candidate(best.silhouette.id, sure)] + ([] if rival is None else [Candidate(rival.silhouette.id, 1 - sure)])
        why = "how large it is cannot be told without markers" if table is None else "its outline shows too little"
        if best.fit >= least and not is_lit:
            why = "its colour is not that of any food in this light"
        if rival is not None and is_alike:
            why = f"looks like {rival.silhouette.id}, too"
        return Lying(replace(found, alternatives=tuple(options), why=why), look.strips(best, self.params.strips))

    def _once_more(self, close: Pixels, camera: Camera, then: Tried) -> tuple[list[_Fit], float]:
        """What was likeliest and its rival, laid anew."""
        picture = self._softened(close)
        return [(guess, self._fit(picture, guess, camera)) for guess in then.guesses], then.least

    def _softened(self, close: Pixels) -> NDArray[np.float32]:
        return np.asarray(cv2.GaussianBlur(close.astype(np.float32), (0, 0), self.params.soften_px), np.float32)

    def _fits(self, close: Pixels, camera: Camera, light: Floats | None) -> tuple[list[_Fit], float]:
        """Every food that a patch resembles in shape, size and light, or, where none clearly does, whose outline runs along edges.

        And how well one has to fit to be named.
        """
        assert self._shapes is not None
        p, patches = self.params, find_patches(close, self.params.flats)
        picture = self._softened(close)
        found = [(guess, self._fit(picture, guess, camera)) for guess in self._likely(guesses(self._shapes, patches, p.guess), light)]
        if max((one.fit for _, one in found), default=0.0) >= p.least_fit:
            return found, p.least_fit
        tried = [self._guess(trial) for trial in self._trials.likely(close)]
        return found + [(guess, self._fit(picture, guess, camera)) for guess in tried if self._is_lit(guess, light)], p.least_tried

    def _guess(self, trial: Trial) -> Guess:
        """A place where an outline may lie, as a patch that resembles it would be guessed."""
        assert self._shapes is not None
        gain = np.log((trial.colour + _LIFT) / (self._shapes.silhouettes[trial.index].body + _LIFT))
        likeness = Likeness(trial.index, trial.mirrored, trial.turn, trial.score)
        return Guess(-1, likeness, self.params.px_per_mm, gain, trial.middle)

    def _fit(self, picture: NDArray[np.float32], guess: Guess, camera: Camera) -> Standing:
        """A guess, moved to where its outline shows, and how well it does there."""
        assert self._shapes is not None
        agreed = Agreement(self.params.px_per_mm, np.exp(guess.gain), guess.middle, 1.0)
        silhouette, pose = laid_alone(picture, guess, self._shapes, camera, agreed, self.params.fit)
        return Standing(silhouette, pose, evidence(picture, silhouette, pose, camera, agreed.gain, self.params.rim_mm))

    def _likely(self, found: Sequence[Guess], light: Floats | None) -> list[Guess]:
        """Of each food, either side up, the best guesses of about its size and light."""
        p, best = self.params, dict[tuple[int, bool], list[Guess]]()
        for guess in sorted(found, key=lambda guess: -guess.likeness.overlap):
            if abs(np.log(guess.px_per_mm / p.px_per_mm)) <= p.scale and self._is_lit(guess, light):
                best.setdefault((guess.likeness.index, guess.likeness.mirrored), []).append(guess)
        return [guess for some in best.values() for guess in some[: p.tries]]

    def _is_lit(self, guess: Guess, light: Floats | None) -> bool:
        """Whether a patch may have its colour under this light; where nobody knows the light, it may."""
        off = np.zeros(3) if light is None else guess.gain - light
        low, high = self.params.shade
        return bool(np.ptp(off) <= self.params.hue and low <= off.mean() <= high)

    def _has_hue(self, off: Floats) -> bool:
        """Whether its colour is its own in this light; (3,) logarithm of seen by enrolled colour, the light's taken off."""
        return bool(np.ptp(off) <= self.params.own_hue)


def _lying(tried: Sequence[Tried]) -> tuple[Lying, ...]:
    return tuple(one.lying for one in tried if one.lying is not None)


def _is_within(card: Detection, larger: Detection) -> bool:
    return inside(np.asarray(card.quad_px, np.float32), np.asarray(larger.quad_px, np.float32)) > _WITHIN


def _is_as_it_was(before: Looked, card: Detection, fine: Fine) -> bool:
    """Whether a printed piece was looked at before and looks as it did then."""
    return iou(before.piece.quad_px, card.quad_px) >= _SAME and is_unmoved(before, fine)


def _light(papers: Sequence[White]) -> Floats | None:
    """(3,) logarithm of the light's colour as white paper gives it back; None where nothing tells."""
    told = [paper.rgb for paper in papers if not paper.burnt]
    return None if not told else np.log((np.median(np.asarray(told), axis=0) + _LIFT) / (_WHITE + _LIFT))
