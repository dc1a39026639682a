"""A card that lies face down, its back enrolled or not, is no question about one that lies face up."""

from dataclasses import replace

import cv2
import numpy as np
import pytest

from tests.vision.deck import Pixels
from vision.cards.answers import Answers
from vision.cards.doubts import Doubts
from vision.cards.name_params import NameParams
from vision.cards.namer import Namer
from vision.cards.picture import Picture
from vision.cards.reading import Reading
from vision.cards.search_params import SearchParams
from vision.cards.verdict import VerdictParams
from vision.frame import Frame
from vision.looks import canon
from vision.looks.catalogue import BACK, Catalogue, look_of
from vision.looks.matching import WINDOWS, Library
from vision.observation import Face
from vision.reader import TableReader
from vision.table.plane import TablePlane

WIDTH, HEIGHT = 456, 312
PLANE = TablePlane(np.diag([2.0, 2.0, 1.0]), "markers", 0.1)


def wide(seed: int) -> Pixels:
    """A card with a dark field, a figure, and a pale strip with some squares."""
    rng, card = np.random.default_rng(seed), np.full((HEIGHT, WIDTH, 3), (236, 230, 216), np.uint8)
    inks = [tuple(int(level) for level in ink) for ink in rng.integers(50, 230, (8, 3))]
    cv2.rectangle(card, (0, 0), (WIDTH - 1, 220), (58, 50, 66), -1)
    cv2.rectangle(card, (20, 16), (180, 204), inks[0], -1)
    cv2.circle(card, (100, 110), int(rng.integers(30, 60)), inks[1], -1, cv2.LINE_AA)
    cv2.fillPoly(card, [(np.array([100, 110]) + rng.uniform(-60, 60, (6, 2))).astype(np.int32)], inks[2])
    cv2.rectangle(card, (200, 80), (440, 204), (80, 68, 92), -1)
    for at in range(int(rng.integers(4, 6))):
        cv2.rectangle(card, (24 + 76 * at, 244), (72 + 76 * at, 292), inks[3 + at], -1)
    return card


def back() -> Pixels:
    card = np.full((HEIGHT, WIDTH, 3), (40, 74, 70), np.uint8)
    return np.asarray(cv2.rectangle(card, (14, 14), (441, 297), (70, 120, 112), 5), np.uint8)


CARDS = {f"guest-{n}": wide(n) for n in range(8)}


def lay(table: Pixels, card: Pixels, at: tuple[float, float], degrees: float) -> None:
    """A card of 114 x 78 mm by its middle, in pixels."""
    matrix = np.asarray(cv2.getRotationMatrix2D((WIDTH / 2, HEIGHT / 2), degrees, 0.5), np.float64)
    matrix[:, 2] += at[0] - WIDTH / 2, at[1] - HEIGHT / 2
    size = table.shape[1], table.shape[0]
    over = cv2.warpAffine(np.full((HEIGHT, WIDTH), 255, np.uint8), matrix, size) > 127
    table[over] = cv2.warpAffine(card, matrix, size, flags=cv2.INTER_AREA)[over]


def dealt(seed: int) -> tuple[Frame, set[str]]:
    """Three cards in a row and one face down, and the names of the three."""
    rng, table = np.random.default_rng(seed), np.full((800, 1300, 3), (176, 174, 170), np.uint8)
    names = [str(name) for name in rng.permutation(list(CARDS))[:3]]
    for name, across in zip(names, (250, 620, 1000), strict=True):
        lay(table, CARDS[name], (across, 600), float(rng.uniform(-12, 12)))
    lay(table, back(), (int(rng.integers(300, 1000)), int(rng.integers(150, 300))), float(rng.uniform(-25, 25)))
    soft = cv2.GaussianBlur(table, (0, 0), 1.0).astype(np.float32) * np.linspace(1, 0.8, 1300)[None, :, None]
    return Frame(np.clip(soft + rng.normal(0, 2.5, table.shape), 0, 255).astype(np.uint8), 0.0), set(names)


def test_an_unknown_back_is_not_asked_about(monkeypatch: pytest.MonkeyPatch) -> None:
    reader = TableReader(Catalogue(tuple(look_of(card, id, "card", (114.0, 78.0)) for id, card in CARDS.items())))
    tables = [dealt(seed) for seed in range(4)]
    for frame, names in tables:
        assert {str(one.id) for one in reader.read(frame, PLANE).detections} == names
    monkeypatch.setattr(Doubts, "_is_any_edge", lambda *_: False)
    assert all(any(one.id is None for one in reader.read(frame, PLANE).detections) for frame, _ in tables)


def beneath_another(top: str) -> tuple[Answers, Reading, Picture, list[Reading]]:
    """A back of which a fifth shows, more like a front than is to be sure, and the piece that hides the rest."""
    looks = (look_of(back(), BACK, "card", (114.0, 78.0)), *(look_of(card, id, "card", (114.0, 78.0)) for id, card in CARDS.items()))
    namer = Namer(Library(Catalogue(looks)), NameParams())
    picture = Picture(np.full((700, 1280, 3), (176, 174, 170), np.uint8), 1280)
    lies = np.array([[300, 200], [528, 200], [528, 510], [300, 510]], np.float32)
    shown = np.zeros((canon.ROWS, canon.COLUMNS), np.float32)
    shown[:, 0] = 1
    strip = Reading(0, lies, 0.79, 0.2, 0.4, 0.36, 1, shown.ravel(), rim=0.8)
    upper = Reading(namer.library.ids.index(top), lies + np.array([46, 0], np.float32), 0.97, 1.0, 0.97, 0.9, None, WINDOWS[0])
    return Answers(namer, VerdictParams(), SearchParams().likely_back), strip, picture, [strip, upper]


def test_hands_and_piles_lie_one_way_up() -> None:
    """What is likeliest a back, below a card that lies face down, is no question; below one that lies face up it is."""
    answers, strip, picture, kept = beneath_another(BACK)
    assert answers.detection(strip, picture, None, kept).face is Face.DOWN
    assert answers.detection(strip, picture, None, [strip]).face is Face.UNKNOWN, "nothing lies on it"
    for margin in (0.02, -0.1):
        assert answers.detection(replace(strip, margin=margin), picture, None, kept).face is Face.UNKNOWN, "as much a front"
    answers, strip, picture, kept = beneath_another("guest-3")
    assert answers.detection(strip, picture, None, kept).face is Face.UNKNOWN
