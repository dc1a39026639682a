"""Pictures of letters on tiles as a camera gives them, drawn from masks and a seed; and of what is no letter.

Lengths are shares of a cell's side where they are not pixels. A sample is what the net is shown of a picture: the cell in grey.
"""

from collections.abc import Callable
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from vision.letters.net import PLAIN
from vision.models.masks import BOX_PX, CAP_PX, DIGITS, OTHERS, Face
from vision.models.pens import barred, heavy, weighted, with_hairlines
from vision.models.scenes import (
    CANVAS,
    Floats,
    bars,
    ground,
    lit,
    mostly_hidden,
    moved,
    partly_covered,
    patterned,
    shape,
    square_print,
    with_tile,
)
from vision.models.warm import below_warm_print

Grey = NDArray[np.uint8]


@dataclass(frozen=True, slots=True)
class Mix:
    """What else is among the samples, besides letters on tiles and what is none."""

    hairlines: float = 0.0
    """Part of the letters whose thin strokes are faint beside fat stems: bold print with serifs, seen from far or through a red glass."""
    mild: float = 0.0
    """Part of the samples that a good camera sees from near, upright and with little printed across: there, a faint stroke is one."""
    warm: float = 0.0
    """Part of the samples that lie below warm print, seen through a red glass: A to Z, since what is left of that print is like accents."""
    barred: float = 0.0
    """Part of the letters J that have a bar on top, whatever the face."""
    heavy: float = 0.0
    """Part of the letters that are as bold as their counters allow."""
    signs: float = 0.0
    """Part of the samples that are signs of no alphabet, besides those among all that is no letter."""


MIX = Mix()


@dataclass(frozen=True, slots=True)
class Drawer:
    """Draws samples with the letters of some faces."""

    faces: list[Face]
    letters: str
    common: str
    """The letters of most languages' tiles: drawn more often."""
    side: int
    """Pixels of a sample's side."""
    mix: Mix = MIX

    def sample(self, rng: Generator) -> tuple[Grey, int]:
        """A (side, side) picture and its class: the letter's place in `letters`, or len(letters) for no letter."""
        if self.mix.warm and rng.random() < self.mix.warm:
            return self._below_warm_print(rng)
        camera, tile = (self._camera, self._tile)
        if self.mix.mild and rng.random() < self.mix.mild:
            camera, tile = self._good_camera, self._clear_tile
        if self.mix.signs and rng.random() < self.mix.signs:
            return camera(self._other_sign(with_tile(ground(rng), rng), rng), rng), len(self.letters)
        if rng.random() < 0.22:
            return camera(self._nothing(rng), rng), len(self.letters)
        face = self.faces[rng.integers(len(self.faces))]
        letter = self._letter(face, rng)
        return camera(tile(face, letter, rng), rng), self.letters.index(letter)

    def _below_warm_print(self, rng: Generator) -> tuple[Grey, int]:
        face = self.faces[rng.integers(len(self.faces))]
        known = [one for one in PLAIN if one in face.masks]
        letter = known[rng.integers(len(known))] if rng.random() < 0.9 else None
        return below_warm_print(face, letter, self.side, rng), len(self.letters) if letter is None else self.letters.index(letter)

    def _letter(self, face: Face, rng: Generator) -> str:
        some = self.common if rng.random() < 0.85 else self.letters
        known = [letter for letter in some if letter in face.masks]
        return known[rng.integers(len(known))]

    def _tile(self, face: Face, letter: str, rng: Generator) -> Floats:
        scene = ground(rng)
        if rng.random() < 0.8:
            scene = with_tile(scene, rng)
        if rng.random() < 0.3:
            scene = self._cluttered(scene, rng, rng.uniform(0.05, 0.28))
        cap = rng.uniform(0.3, 0.8) if rng.random() < 0.8 else rng.uniform(0.26, 0.9)
        turn = rng.normal(0, 6) if rng.random() < 0.8 else rng.uniform(-22, 22)
        scene = self._lettered(scene, face, letter, cap, turn, rng)
        return partly_covered(scene, rng) if rng.random() < 0.08 else scene

    def _clear_tile(self, face: Face, letter: str, rng: Generator) -> Floats:
        scene = ground(rng)
        if rng.random() < 0.8:
            scene = with_tile(scene, rng)
        if rng.random() < 0.1:
            scene = self._cluttered(scene, rng, rng.uniform(0.02, 0.1))
        return self._lettered(scene, face, letter, rng.uniform(0.33, 0.75), rng.normal(0, 3.5), rng)

    def _lettered(self, scene: Floats, face: Face, letter: str, cap: float, turn: float, rng: Generator) -> Floats:
        """A letter printed on the scene, with what else a tile bears, and its neighbours."""
        shift = rng.uniform(-0.13, 0.13, 2) * (1.2 - cap)
        mask = weighted(face.masks[letter], rng)
        if self.mix.heavy and rng.random() < self.mix.heavy:
            mask = heavy(mask, rng)
        if letter == "J" and self.mix.barred and rng.random() < self.mix.barred:
            mask = barred(mask, rng)
        if self.mix.hairlines and rng.random() < self.mix.hairlines:
            mask = with_hairlines(mask, rng)
        ink = _placed(mask, cap, turn, shift, rng)
        if rng.random() < 0.45:
            ink = np.maximum(ink, self._score(face, cap, turn, shift, rng))
        if rng.random() < 0.04:
            ink = np.maximum(ink, _underline(cap, turn, shift))
        scene = _printed(scene, ink, _ink_level(scene, rng))
        if rng.random() < 0.25:
            scene = self._neighbours(scene, rng)
        return scene

    def _score(self, face: Face, cap: float, turn: float, shift: Floats, rng: Generator) -> Floats:
        """The tile's small number, mostly at its lower right."""
        known = [c for c in DIGITS if c in face.masks]
        if not known:
            return np.zeros((CANVAS, CANVAS), np.float32)
        right, down = (1, 1) if rng.random() < 0.85 else (1, -1)
        away = np.array([right, down]) * rng.uniform(0.26, 0.38, 2)
        angle = np.deg2rad(turn)
        away = np.array([away[0] * np.cos(angle) - away[1] * np.sin(angle), away[0] * np.sin(angle) + away[1] * np.cos(angle)])
        mask = face.masks[known[rng.integers(len(known))]]
        size = cap * rng.uniform(0.22, 0.42)
        ink = _placed(mask, size, turn, shift + away, rng)
        if rng.random() < 0.25:
            ink = np.maximum(ink, _placed(face.masks["I"], size, turn, shift + away - [size * 0.7, 0], rng))
        return ink

    def _neighbours(self, scene: Floats, rng: Generator) -> Floats:
        """Parts of other letters at the rim."""
        for _ in range(rng.integers(1, 4)):
            mask = self._some_mask(rng)
            side = np.array([(1, 0), (-1, 0), (0, 1), (0, -1)][rng.integers(4)])
            away = side * rng.uniform(0.72, 1.0) + rng.uniform(-0.15, 0.15, 2)
            ink = _placed(mask, rng.uniform(0.3, 0.6), rng.normal(0, 10) + 90 * rng.integers(4), away, rng)
            scene = _printed(scene, ink, _ink_level(scene, rng))
        return scene

    def _some_mask(self, rng: Generator) -> Grey:
        masks = list(self.faces[rng.integers(len(self.faces))].masks.values())
        return masks[rng.integers(len(masks))]

    def _cluttered(self, scene: Floats, rng: Generator, strength: float, least: int = 2) -> Floats:
        """Lines and letters printed across in a paler colour, as what a red glass does not hide wholly."""
        ink = np.zeros_like(scene)
        for _ in range(rng.integers(least, 10)):
            if rng.random() < 0.5:
                away = rng.uniform(-0.6, 0.6, 2)
                ink = np.maximum(ink, _placed(self._some_mask(rng), rng.uniform(0.15, 0.5), rng.uniform(0, 360), away, rng))
            else:
                points = rng.uniform(-8, CANVAS + 8, (rng.integers(2, 5), 2)).astype(np.int32)
                line = np.zeros((CANVAS, CANVAS), np.uint8)
                cv2.polylines(line, [points], bool(rng.random() < 0.2), 255, int(rng.integers(1, 6)), cv2.LINE_AA)
                ink = np.maximum(ink, line.astype(np.float32) / 255)
        return scene + ink * np.float32(strength * rng.choice([-1, 1]) * rng.uniform(0.4, 1) * 200)

    def _nothing(self, rng: Generator) -> Floats:
        """Something that is no letter, or too little of one."""
        kinds: list[Callable[[Floats, Generator], Floats]] = [
            lambda s, r: s,
            lambda s, r: with_tile(s, r),
            lambda s, r: self._cluttered(s, r, r.uniform(0.1, 1.0), 5),
            lambda s, r: self._other_sign(s, r),
            lambda s, r: self._other_sign(s, r),
            lambda s, r: self._off_centre(with_tile(s, r), r),
            lambda s, r: self._off_centre(s, r),
            lambda s, r: self._neighbours(with_tile(s, r), r),
            lambda s, r: shape(self._maybe_tile(s, r), r),
            lambda s, r: shape(self._cluttered(s, r, r.uniform(0.1, 0.6)), r),
            lambda s, r: self._small_words(s, r),
            lambda s, r: mostly_hidden(self._maybe_tile(s, r), r),
            lambda s, r: bars(s, r),
            lambda s, r: square_print(s, r),
            lambda s, r: patterned(s, r),
            lambda s, r: patterned(with_tile(s, r), r),
        ]
        scene = kinds[rng.integers(len(kinds))](ground(rng), rng)
        return self._neighbours(scene, rng) if rng.random() < 0.2 else scene

    def _maybe_tile(self, scene: Floats, rng: Generator) -> Floats:
        if rng.random() < 0.4:
            return scene
        mask = self._some_mask(rng)
        return _printed(
            scene, _placed(mask, rng.uniform(0.3, 0.7), 90.0 * rng.integers(4), rng.uniform(-0.1, 0.1, 2), rng), _ink_level(scene, rng)
        )

    def _other_sign(self, scene: Floats, rng: Generator) -> Floats:
        face = self.faces[rng.integers(len(self.faces))]
        known = [sign for sign in OTHERS if sign in face.masks]
        if not known:
            return scene
        ink = _placed(
            face.masks[known[rng.integers(len(known))]], rng.uniform(0.25, 0.8), rng.uniform(-15, 15), rng.uniform(-0.1, 0.1, 2), rng
        )
        return _printed(scene, ink, _ink_level(scene, rng))

    def _off_centre(self, scene: Floats, rng: Generator) -> Floats:
        """A letter that belongs to the next cell."""
        angle, far = rng.uniform(0, 2 * np.pi), rng.uniform(0.42, 0.7)
        away = far * np.array([np.cos(angle), np.sin(angle)])
        ink = _placed(self._some_mask(rng), rng.uniform(0.3, 0.55), rng.normal(0, 10), away, rng)
        return _printed(scene, ink, _ink_level(scene, rng))

    def _small_words(self, scene: Floats, rng: Generator) -> Floats:
        face, level = self.faces[rng.integers(len(self.faces))], _ink_level(scene, rng)
        size = rng.uniform(0.1, 0.2)
        for row in range(rng.integers(1, 4)):
            for col in range(rng.integers(3, 7)):
                mask = face.masks["ABCDEFGHIJKLMNOPQRSTUVWXYZ"[rng.integers(26)]]
                at = np.array([(col - 2.5) * size * 0.95, (row - 1) * size * 1.6])
                scene = _printed(scene, _placed(mask, size, 0, at, rng), level)
        return scene

    def _camera(self, scene: Floats, rng: Generator) -> Grey:
        """Light, glare, lens, sensor, compression; then the cell as it is cut out of the picture."""
        scene = lit(scene, rng)
        seen = int(rng.uniform(17, 40)) if rng.random() < 0.5 else int(rng.uniform(40, 64))
        if rng.random() < 0.6:
            px = rng.uniform(0.2, 0.75) if rng.random() < 0.85 else rng.uniform(0.75, 1.4)
            scene = cv2.GaussianBlur(scene, (0, 0), px * CANVAS / seen)
        if rng.random() < 0.1:
            scene = moved(scene, rng, CANVAS / seen)
        picture = cv2.resize(scene, (seen, seen), interpolation=cv2.INTER_AREA)
        strength = rng.uniform(0, 5) if rng.random() < 0.75 else rng.uniform(5, 11)
        picture = picture + rng.normal(0, strength, picture.shape)
        return self._stored(picture, int(rng.uniform(25, 96)) if rng.random() < 0.6 else 100)

    def _good_camera(self, scene: Floats, rng: Generator) -> Grey:
        """The same from near, in focus, in enough light."""
        scene, seen = lit(scene, rng, is_gloss=False), int(rng.uniform(24, 64))
        if rng.random() < 0.8:
            scene = cv2.GaussianBlur(scene, (0, 0), rng.uniform(0.2, 1.1) * CANVAS / seen)
        picture = cv2.resize(scene, (seen, seen), interpolation=cv2.INTER_AREA)
        return self._stored(picture + rng.normal(0, rng.uniform(0, 4), picture.shape), int(rng.uniform(60, 100)))

    def _stored(self, picture: Floats, quality: int) -> Grey:
        """What the sensor gives, pressed into a file unless the quality is 100, and cut out of it."""
        bits = np.clip(picture, 0, 255).astype(np.uint8)
        if quality < 100:
            _, coded = cv2.imencode(".jpg", bits, [cv2.IMWRITE_JPEG_QUALITY, quality])
            bits = np.asarray(cv2.imdecode(coded, cv2.IMREAD_GRAYSCALE), np.uint8)
        how = cv2.INTER_AREA if len(picture) > self.side else cv2.INTER_LINEAR
        return np.asarray(cv2.resize(bits, (self.side, self.side), interpolation=how), np.uint8)


def _ink_level(scene: Floats, rng: Generator) -> float:
    """A level that stands out from the middle of the scene, darker three times of four where there is room."""
    middle = float(scene[CANVAS // 4 : -CANVAS // 4, CANVAS // 4 : -CANVAS // 4].mean())
    least = 45.0 if rng.random() < 0.75 else 24.0
    is_dark = middle > 235 - least or (middle > 25 + least and rng.random() < 0.75)
    return float(rng.uniform(0, middle - least)) if is_dark and middle > least else float(rng.uniform(min(254, middle + least), 255))


def _placed(mask: Grey, cap: float, turn: float, shift: Floats | NDArray[np.float64], rng: Generator) -> Floats:
    """A mask on the canvas: capitals `cap` high, turned clockwise by degrees, its middle moved, slightly sheared; 0 to 1."""
    scale = cap * CANVAS / CAP_PX
    slant = 0.05 if rng.random() < 0.8 else 0.16
    angle, shear, stretch = np.deg2rad(turn), rng.normal(0, slant), np.exp(rng.normal(0, 1.2 * slant))
    turned = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]]) @ np.array([[stretch, shear], [0, 1 / stretch]])
    matrix = np.zeros((3, 3))
    matrix[:2, :2] = scale * turned
    matrix[:2, 2] = CANVAS * (0.5 + np.asarray(shift)) - matrix[:2, :2] @ [BOX_PX / 2, BOX_PX / 2]
    matrix[2] = [*rng.normal(0, 0.0012, 2), 1]
    return np.asarray(cv2.warpPerspective(mask, matrix, (CANVAS, CANVAS), flags=cv2.INTER_LINEAR), np.float32) / 255


def _printed(scene: Floats, ink: Floats, level: float) -> Floats:
    return np.asarray(scene * (1 - ink) + level * ink, np.float32)


def _underline(cap: float, turn: float, shift: Floats) -> Floats:
    line = np.zeros((BOX_PX, BOX_PX), np.uint8)
    low = (BOX_PX + CAP_PX) // 2 + 5
    cv2.rectangle(line, (BOX_PX // 2 - 16, low), (BOX_PX // 2 + 16, low + 4), 255, -1)
    return _placed(line, cap, turn, shift, np.random.default_rng(0))
