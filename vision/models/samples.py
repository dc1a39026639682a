"""Pictures of letters on tiles as a camera gives them, drawn from masks and a seed; and of what is no letter.

Lengths are shares of a cell's side where they are not pixels. A sample is what `vision.letters` cuts out of a picture: the cell in grey.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from vision.models.glyphs import BOX_PX, CAP_PX, DIGITS, OTHERS, Face

Grey = NDArray[np.uint8]
Floats = NDArray[Any]

CANVAS = 64
"""Pixels of the drawing's side, before the camera."""


@dataclass(frozen=True, slots=True)
class Drawer:
    """Draws samples with the letters of some faces."""

    faces: list[Face]
    letters: str
    common: str
    """The letters of most languages' tiles: drawn more often."""
    side: int
    """Pixels of a sample's side."""
    hairlines: float = 0.0
    """Part of the letters whose thin strokes are faint beside fat stems: bold print with serifs, seen from far or through a red glass."""
    mild: float = 0.0
    """Part of the samples that a good camera sees from near, upright and with little printed across: there, a faint stroke is one."""

    def sample(self, rng: Generator) -> tuple[Grey, int]:
        """A (side, side) picture and its class: the letter's place in `letters`, or len(letters) for no letter."""
        camera, tile = (self._camera, self._tile)
        if self.mild and rng.random() < self.mild:
            camera, tile = self._good_camera, self._clear_tile
        if rng.random() < 0.22:
            return camera(self._nothing(rng), rng), len(self.letters)
        face = self.faces[rng.integers(len(self.faces))]
        letter = self._letter(face, rng)
        return camera(tile(face, letter, rng), rng), self.letters.index(letter)

    def _letter(self, face: Face, rng: Generator) -> str:
        some = self.common if rng.random() < 0.85 else self.letters
        known = [letter for letter in some if letter in face.masks]
        return known[rng.integers(len(known))]

    def _tile(self, face: Face, letter: str, rng: Generator) -> Floats:
        scene = _ground(rng)
        if rng.random() < 0.8:
            scene = _with_tile(scene, rng)
        if rng.random() < 0.3:
            scene = self._cluttered(scene, rng, rng.uniform(0.05, 0.28))
        cap = rng.uniform(0.3, 0.8) if rng.random() < 0.8 else rng.uniform(0.26, 0.9)
        turn = rng.normal(0, 6) if rng.random() < 0.8 else rng.uniform(-22, 22)
        scene = self._lettered(scene, face, letter, cap, turn, rng)
        return _partly_covered(scene, rng) if rng.random() < 0.08 else scene

    def _clear_tile(self, face: Face, letter: str, rng: Generator) -> Floats:
        scene = _ground(rng)
        if rng.random() < 0.8:
            scene = _with_tile(scene, rng)
        if rng.random() < 0.1:
            scene = self._cluttered(scene, rng, rng.uniform(0.02, 0.1))
        return self._lettered(scene, face, letter, rng.uniform(0.33, 0.75), rng.normal(0, 3.5), rng)

    def _lettered(self, scene: Floats, face: Face, letter: str, cap: float, turn: float, rng: Generator) -> Floats:
        """A letter printed on the scene, with what else a tile bears, and its neighbours."""
        shift = rng.uniform(-0.13, 0.13, 2) * (1.2 - cap)
        mask = _weighted(face.masks[letter], rng)
        if self.hairlines and rng.random() < self.hairlines:
            mask = _with_hairlines(mask, rng)
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
            lambda s, r: _with_tile(s, r),
            lambda s, r: self._cluttered(s, r, r.uniform(0.1, 1.0), 5),
            lambda s, r: self._other_sign(s, r),
            lambda s, r: self._other_sign(s, r),
            lambda s, r: self._off_centre(_with_tile(s, r), r),
            lambda s, r: self._off_centre(s, r),
            lambda s, r: self._neighbours(_with_tile(s, r), r),
            lambda s, r: _shape(self._maybe_tile(s, r), r),
            lambda s, r: _shape(self._cluttered(s, r, r.uniform(0.1, 0.6)), r),
            lambda s, r: self._small_words(s, r),
            lambda s, r: _hidden(self._maybe_tile(s, r), r),
            lambda s, r: _bars(s, r),
            lambda s, r: _square_print(s, r),
        ]
        scene = kinds[rng.integers(len(kinds))](_ground(rng), rng)
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
        scene = _lit(scene, rng)
        seen = int(rng.uniform(17, 40)) if rng.random() < 0.5 else int(rng.uniform(40, 64))
        if rng.random() < 0.6:
            px = rng.uniform(0.2, 0.75) if rng.random() < 0.85 else rng.uniform(0.75, 1.4)
            scene = cv2.GaussianBlur(scene, (0, 0), px * CANVAS / seen)
        if rng.random() < 0.1:
            scene = _moved(scene, rng, CANVAS / seen)
        picture = cv2.resize(scene, (seen, seen), interpolation=cv2.INTER_AREA)
        strength = rng.uniform(0, 5) if rng.random() < 0.75 else rng.uniform(5, 11)
        picture = picture + rng.normal(0, strength, picture.shape)
        return self._stored(picture, int(rng.uniform(25, 96)) if rng.random() < 0.6 else 100)

    def _good_camera(self, scene: Floats, rng: Generator) -> Grey:
        """The same from near, in focus, in enough light."""
        scene, seen = _lit(scene, rng, is_gloss=False), int(rng.uniform(24, 64))
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


def _ground(rng: Generator) -> Floats:
    """A plain, shaded, grained or blotched ground."""
    level = rng.uniform(15, 245)
    scene = np.full((CANVAS, CANVAS), level, np.float32)
    if rng.random() < 0.4:
        coarse = rng.normal(0, rng.uniform(1, 14), (rng.integers(2, 9), rng.integers(2, 9))).astype(np.float32)
        scene += cv2.resize(coarse, (CANVAS, CANVAS), interpolation=cv2.INTER_CUBIC)
    if rng.random() < 0.15:
        ramp = np.arange(CANVAS, dtype=np.float32) / CANVAS
        wave = np.sin(2 * np.pi * (rng.uniform(1, 9) * ramp[:, None] + rng.uniform(-3, 3) * ramp + rng.random()))
        scene += (rng.uniform(2, 18) * wave).astype(np.float32)
    return scene


def _with_tile(scene: Floats, rng: Generator) -> Floats:
    """A tile on the ground: another level, with its edges, perhaps a shadow."""
    half, turn = rng.uniform(0.36, 0.58), rng.normal(0, 5)
    box = cv2.boxPoints(
        ((CANVAS * (0.5 + rng.uniform(-0.08, 0.08)), CANVAS * (0.5 + rng.uniform(-0.08, 0.08))), (2 * half * CANVAS,) * 2, turn)
    )
    if rng.random() < 0.5:
        shadow = np.zeros((CANVAS, CANVAS), np.uint8)
        cv2.fillConvexPoly(shadow, np.rint(box + rng.uniform(-4, 4, 2)).astype(np.int32), 255, cv2.LINE_AA)
        blurred = cv2.GaussianBlur(shadow, (0, 0), 1.5).astype(np.float32) / 255
        scene = scene * (1 - rng.uniform(0.1, 0.6) * blurred)
    mask = np.zeros((CANVAS, CANVAS), np.uint8)
    cv2.fillConvexPoly(mask, np.rint(box).astype(np.int32), 255, cv2.LINE_AA)
    part = mask.astype(np.float32) / 255
    level = np.float32(np.clip(float(scene.mean()) + rng.uniform(-150, 150), 10, 250))
    return np.asarray(scene * (1 - part) + level * part, np.float32)


def _ink_level(scene: Floats, rng: Generator) -> float:
    """A level that stands out from the middle of the scene, darker three times of four where there is room."""
    middle = float(scene[CANVAS // 4 : -CANVAS // 4, CANVAS // 4 : -CANVAS // 4].mean())
    least = 45.0 if rng.random() < 0.75 else 24.0
    is_dark = middle > 235 - least or (middle > 25 + least and rng.random() < 0.75)
    return float(rng.uniform(0, middle - least)) if is_dark and middle > least else float(rng.uniform(min(254, middle + least), 255))


def _weighted(mask: Grey, rng: Generator) -> Grey:
    """The letter a little bolder or finer."""
    draw = rng.random()
    if draw < 0.15:
        return np.asarray(cv2.dilate(mask, np.ones((3, 3), np.uint8)), np.uint8)
    if draw < 0.25:
        thin = cv2.erode(mask, np.ones((2, 2), np.uint8))
        return np.asarray(thin if int(thin.sum()) > 0.55 * int(mask.sum()) else mask, np.uint8)
    return mask


def _with_hairlines(mask: Grey, rng: Generator) -> Grey:
    """The letter with fatter stems, perhaps, and strokes that are no stems fainter."""
    if rng.random() < 0.6:
        mask = np.asarray(cv2.dilate(mask, np.ones((1, int(rng.integers(2, 7))), np.uint8)), np.uint8)
    width = int(rng.integers(4, 8))
    stems = cv2.morphologyEx(mask, cv2.MORPH_OPEN, np.ones((width, width), np.uint8))
    faint = mask.astype(np.float32) * np.float32(rng.uniform(0.3, 0.85))
    return np.asarray(np.maximum(stems, faint), np.uint8) if int(stems.sum()) > 0.3 * int(mask.sum()) else mask


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


def _partly_covered(scene: Floats, rng: Generator) -> Floats:
    """Something reaches a little into the cell: less than hides the letter."""
    covered = scene.copy()
    np.rot90(covered, int(rng.integers(4)))[:, : int(CANVAS * rng.uniform(0.05, 0.25))] = rng.uniform(0, 255)
    return covered


def _hidden(scene: Floats, rng: Generator) -> Floats:
    """Something lies over most of the cell."""
    covered = scene.copy()
    view = np.rot90(covered, int(rng.integers(4)))
    edge = int(CANVAS * rng.uniform(0.62, 0.95))
    view[:, :edge] = _ground(rng)[:, :edge]
    return covered


def _shape(scene: Floats, rng: Generator) -> Floats:
    """A disc, ring, star or block in the cell, as a token or an emblem."""
    level, middle = rng.uniform(0, 255), tuple(int(v) for v in CANVAS * (0.5 + rng.uniform(-0.12, 0.12, 2)))
    radius = int(CANVAS * rng.uniform(0.3, 0.55))
    drawn = scene.copy()
    cv2.circle(drawn, middle, radius, float(level), -1, cv2.LINE_AA)
    if rng.random() < 0.5:
        points, inner = int(rng.integers(4, 8)), rng.uniform(0.3, 0.55)
        angles = np.arange(2 * points) * np.pi / points + rng.uniform(0, np.pi)
        lengths = np.where(np.arange(2 * points) % 2, inner, 1.0) * radius * rng.uniform(0.4, 0.95)
        star = np.stack([middle[0] + lengths * np.cos(angles), middle[1] + lengths * np.sin(angles)], -1)
        cv2.fillPoly(drawn, [np.rint(star).astype(np.int32)], float(rng.uniform(0, 255)), cv2.LINE_AA)
    return drawn


def _bars(scene: Floats, rng: Generator) -> Floats:
    """Edges across the cell: of tiles, of the board, of fingers. A single bar would be an I."""
    drawn = scene.copy()
    for _ in range(rng.integers(1, 3)):
        view = np.rot90(drawn, int(rng.integers(4)))
        view[:, : int(CANVAS * rng.uniform(0.05, 0.9))] = rng.uniform(0, 255)
    turn = cv2.getRotationMatrix2D((CANVAS / 2, CANVAS / 2), rng.normal(0, 12), 1.1)
    return np.asarray(cv2.warpAffine(drawn, turn, (CANVAS, CANVAS), borderMode=cv2.BORDER_REFLECT), np.float32)


def _square_print(scene: Floats, rng: Generator) -> Floats:
    """A board's printed square: a frame of lines, perhaps triangles at its sides."""
    drawn, level = scene.copy(), float(rng.uniform(0, 255))
    low, high = int(CANVAS * rng.uniform(0.0, 0.14)), int(CANVAS * rng.uniform(0.86, 1.0))
    cv2.rectangle(drawn, (low, low), (high, high), level, -1 if rng.random() < 0.6 else int(rng.integers(1, 4)))
    if rng.random() < 0.5:
        for at in np.linspace(low + 6, high - 6, int(rng.integers(2, 5))):
            tip = np.array([[at - 5, low], [at + 5, low], [at, low - 7]], np.int32)
            for _ in range(4):
                cv2.fillPoly(drawn, [tip], level)
                tip = np.stack([CANVAS - 1 - tip[:, 1], tip[:, 0]], -1).astype(np.int32)
    return drawn


def _lit(scene: Floats, rng: Generator, is_gloss: bool = True) -> Floats:
    """Uneven light, glare, exposure."""
    ramp = np.linspace(-1, 1, CANVAS, dtype=np.float32)
    if rng.random() < 0.5:
        scene = scene * (1 + np.float32(rng.uniform(-0.25, 0.25)) * ramp[:, None] + np.float32(rng.uniform(-0.25, 0.25)) * ramp)
    if rng.random() < 0.15:
        x, y = rng.uniform(-1.2, 1.2, 2)
        width = rng.uniform(0.3, 1.2)
        spot = np.exp(-((ramp[:, None] - y) ** 2 + (ramp - x) ** 2) / (2 * width**2))
        scene = scene + np.float32(rng.uniform(40, 190)) * spot.astype(np.float32)
    if is_gloss and rng.random() < 0.1:
        scene = _burnt(scene, ramp, rng)
    if rng.random() < 0.25:
        scene = scene * np.float32(rng.uniform(0.2, 0.8))
    return np.asarray(np.clip(scene, 0, 255), np.float32)


def _burnt(scene: Floats, ramp: Floats, rng: Generator) -> Floats:
    """A lamp's image on gloss: a veil that leaves little contrast, burnt white on one side."""
    veil = rng.uniform(0.3, 0.85)
    angle = rng.uniform(0, 2 * np.pi)
    across = np.float32(np.cos(angle)) * ramp + np.float32(np.sin(angle)) * ramp[:, None]
    spot = rng.uniform(0, 160) * np.exp((across - 1) * rng.uniform(0.5, 3))
    return np.asarray(np.clip(scene * np.float32(1 - veil) + np.float32(255 * veil) + spot.astype(np.float32), 0, 255), np.float32)


def _moved(scene: Floats, rng: Generator, px: float) -> Floats:
    """Blur of a moving camera or hand."""
    length = max(2, round(px * rng.uniform(1, 3)))
    kernel = np.zeros((length, length), np.float32)
    kernel[length // 2] = 1 / length
    turn = cv2.getRotationMatrix2D((length / 2 - 0.5, length / 2 - 0.5), rng.uniform(0, 180), 1)
    line = np.asarray(cv2.warpAffine(kernel, turn, (length, length)), np.float32)
    return np.asarray(cv2.filter2D(scene, -1, line / max(float(line.sum()), 1e-6), borderType=cv2.BORDER_REFLECT), np.float32)
