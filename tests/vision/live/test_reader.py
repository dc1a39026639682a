"""Only what is new, still and agreed upon leaves: films of coloured cards on a drawn table, read by a reader that knows their colours."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import count

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from tests.vision.tables import scene
from vision.changes.patches import Known
from vision.frame import Frame
from vision.live.reader import LiveReader
from vision.live.views import LiveViews
from vision.observation import Candidate, Detection, NotReady, Observation, Quality, Stack
from vision.table.plane import TablePlane

TABLE = scene(size_px=(1280, 960))
COLOURS = {"red": (220, 40, 40), "green": (40, 200, 60), "blue": (50, 60, 220)}
GOOD, DARK = Quality(0.9, 0.5, 0.0), Quality(0.9, 0.01, 0.0)
Card = tuple[str, int, int]
"""Colour and place of the left upper corner."""
Picture = NDArray[np.uint8]


def table(*cards: Card, arm: bool = False) -> Picture:
    picture = TABLE.frame.rgb.copy()
    for name, x, y in cards:
        cv2.rectangle(picture, (x, y), (x + 90, y + 120), COLOURS[name], cv2.FILLED)
    if arm:
        cv2.rectangle(picture, (700, 600), (1280, 760), (200, 150, 120), cv2.FILLED)
    return picture


class Colours:
    """Reads the coloured cards of a picture, whole or a part, and remembers what it was shown."""

    def __init__(self) -> None:
        self.sizes: list[tuple[int, int]] = []
        self.known: list[list[str]] = []
        self.papers: list[int] = []
        self.quality = GOOD
        self.named: Callable[[str], str | None] = lambda name: name
        self.confidence = 0.99
        self.kind = "card"
        self.overlooked: set[str] = set()
        self.within = 30
        """Grey levels by which a pixel of a card may be off."""

    def __call__(
        self, frame: Frame, table: TablePlane | None = None, quality: Quality | None = None, known: Known | None = None
    ) -> Observation:
        self.sizes.append(frame.size_px)
        self.known.append(sorted(str(piece.id) for piece in known.pieces) if known is not None else [])
        self.papers.append(len(known.papers or ()) if known is not None else 0)
        found = [piece for name, rgb in COLOURS.items() if name not in self.overlooked for piece in self._found(frame, name, rgb)]
        return Observation(frame.taken_at, frame.size_px, quality or self.quality, detections=tuple(found))

    def _found(self, frame: Frame, name: str, rgb: tuple[int, int, int]) -> Iterator[Detection]:
        mask = cv2.inRange(frame.rgb, *(np.asarray(rgb, np.float64) + way * (self.within - 1) for way in (-1, 1)))
        for label, (x, y, w, h, area) in enumerate(cv2.connectedComponentsWithStats(mask)[2].tolist()):
            if label and area > 2000:
                quad = ((x, y), (x + w - 1, y), (x + w - 1, y + h - 1), (x, y + h - 1))
                id = self.named(name)
                maybe = () if id else (Candidate(name, 0.5),)
                yield Detection(self.kind, quad, id, self.confidence if id else 0.0, alternatives=maybe, shown_px=quad[:3])


@lru_cache(maxsize=2)
def noise(*shape: int) -> NDArray[np.int16]:
    return np.random.default_rng(3).normal(0, 2, shape).astype(np.int16)


class Film:
    """Frames at ten a second, one after another."""

    def __init__(self, read: Colours) -> None:
        self.live, self._at = LiveReader(read), count(1)

    def show(self, picture: Picture, frames: int = 10) -> list[Observation | NotReady | None]:
        noisy = np.asarray(cv2.add(picture, noise(*picture.shape), dtype=cv2.CV_8U), np.uint8)
        return [self.live.look(Frame(noisy, next(self._at) / 10)) for _ in range(frames)]


def told(answers: Sequence[Observation | NotReady | None]) -> list[list[str]]:
    """Names of every observation that left."""
    seen = [answer for answer in answers if isinstance(answer, Observation)]
    return [sorted(str(piece.id) for piece in observation.detections) for observation in seen]


def test_a_table_is_told_once_and_then_only_glanced_at() -> None:
    read = Colours()
    film = Film(read)
    answers = film.show(table(("red", 500, 300)), 40)
    assert answers[0] is NotReady.MOVING and told(answers) == [["red"]]
    reads = len(read.sizes)
    assert film.show(table(("red", 500, 300)), 30) == [None] * 30 and len(read.sizes) == reads <= 3


def test_a_new_card_is_read_where_it_lies_and_the_others_stay() -> None:
    read = Colours()
    film = Film(read)
    film.show(table(("red", 300, 300)))
    read.sizes.clear()
    answers = film.show(table(("red", 300, 300), ("blue", 700, 400)), 20)
    assert told(answers)[0] == ["blue", "red"] and set(map(tuple, told(answers))) == {("blue", "red")}
    assert read.sizes[0][0] < 640 and read.sizes[0][1] < 640, "a part of the picture is enough for the news"
    assert read.sizes[-1] == (1280, 960), "and the whole of it is read behind that"
    first = next(answer for answer in answers if isinstance(answer, Observation))
    blue = next(piece for piece in first.detections if piece.id == "blue")
    assert np.abs(np.array(blue.quad_px[0]) - (700, 400)).max() <= 2, "corners in the whole picture's pixels"
    assert blue.shown_px == blue.quad_px[:3], "and so is what shows of it"


def test_the_light_on_a_part_of_the_table_is_told_by_all_of_its_markers() -> None:
    read = Colours()
    film = Film(read)
    film.show(table(("red", 500, 300)))
    read.papers.clear()
    film.show(table(("red", 500, 300), ("blue", 700, 400)), 5)
    assert read.papers[0] == 4


def test_a_card_that_is_taken_away_is_gone() -> None:
    film = Film(Colours())
    film.show(table(("red", 300, 300), ("blue", 700, 400)))
    assert told(film.show(table(("red", 300, 300)), 20))[0] == ["red"]


def test_a_card_laid_half_over_another() -> None:
    film = Film(Colours())
    film.show(table(("red", 300, 300), ("green", 800, 200)))
    assert told(film.show(table(("red", 300, 300), ("green", 800, 200), ("blue", 330, 340)), 20))[0] == ["blue", "green", "red"]


def test_under_a_hand_nothing_is_read() -> None:
    read = Colours()
    film = Film(read)
    film.show(table(("red", 300, 300)))
    read.sizes.clear()
    answers = film.show(table(("red", 300, 300), arm=True), 8)
    assert answers[1:] == [NotReady.HAND] * 7 and read.sizes == []
    assert told(film.show(table(("red", 300, 300)), 12)) == [["red"]], "after a movement the whole table is looked at"


def test_names_that_flicker_leave_without_a_name_and_once() -> None:
    read = Colours()
    turns = count()
    read.named = lambda name: ("six", "nine")[next(turns) % 2]
    film = Film(read)
    answers = film.show(table(("red", 500, 300)), 30)
    assert told(answers) == [["None"]]
    unsure = next(answer for answer in answers if isinstance(answer, Observation)).detections[0]
    assert {candidate.id for candidate in unsure.alternatives} == {"six", "nine"} and "change" in unsure.why


def test_names_that_flicker_though_each_is_sure_are_told_once_and_then_without_a_name() -> None:
    read = Colours()
    film = Film(read)
    film.show(table(("red", 300, 300)))
    turns = count()
    read.named = lambda name: name if name == "red" else ("six", "nine")[next(turns) % 2]
    answers = told(film.show(table(("red", 300, 300), ("blue", 700, 400)), 40))
    assert answers[:2] == [["red", "six"], ["None", "red"]] and ["nine", "red"] not in answers


def test_a_sure_piece_is_told_as_soon_as_the_table_is_still_and_a_doubtful_one_after_two_looks() -> None:
    for confidence, looks in ((0.99, 1), (0.9, 2)):
        read = Colours()
        film = Film(read)
        film.show(table(("red", 300, 300)))
        read.sizes.clear()
        read.confidence = confidence
        answers = film.show(table(("red", 300, 300), ("blue", 700, 400)), 5)
        assert told(answers)[:1] == [["blue", "red"]] and sum(size != (1280, 960) for size in read.sizes) == looks


def test_an_arm_s_first_centimetre_over_a_card_takes_nothing_away() -> None:
    film = Film(Colours())
    film.show(table(("red", 1180, 300), ("blue", 700, 400)), 20)
    for reach in range(20, 140, 12):  # slower than what counts as movement
        picture = table(("red", 1180, 300), ("blue", 700, 400))
        cv2.rectangle(picture, (1280 - reach, 300), (1280, 420), (200, 150, 120), cv2.FILLED)
        assert told(film.show(picture, 1)) == []


def test_what_two_noisy_frames_do_not_show_is_not_gone_while_its_place_has_not_changed() -> None:
    class Blinking(Colours):
        blinks: Iterator[int] | None = None

        def __call__(
            self, frame: Frame, table: TablePlane | None = None, quality: Quality | None = None, known: Known | None = None
        ) -> Observation:
            seen = super().__call__(frame, table, quality, known)
            return replace(seen, detections=()) if self.blinks is not None and next(self.blinks) < 2 else seen

    read = Blinking()
    film = Film(read)
    film.show(table(("red", 500, 300)))
    read.blinks = count()
    film.live.again()
    assert set(map(tuple, told(film.show(table(("red", 500, 300)), 20)))) == {("red",)}


@pytest.mark.slow
def test_what_the_whole_picture_does_not_show_but_a_nearer_look_does_is_not_gone() -> None:
    class Coarse(Colours):
        is_coarse, is_blind = False, False

        def __call__(
            self, frame: Frame, table: TablePlane | None = None, quality: Quality | None = None, known: Known | None = None
        ) -> Observation:
            seen = super().__call__(frame, table, quality, known)
            is_whole = frame.size_px == (1280, 960)
            return replace(seen, detections=()) if self.is_blind or (self.is_coarse and is_whole) else seen

    read = Coarse()
    film = Film(read)
    film.show(table(("red", 500, 300)))
    read.is_coarse = True
    assert set(map(tuple, told(film.show(table(("red", 500, 300)), 200)))) <= {("red",)}, "however often it is looked at"
    read.is_blind = True
    assert told(film.show(table(("red", 500, 300)), 200))[-1] == ["red"], "nor where neither shows it, but it looks just as it did"
    film.live.again()
    assert told(film.show(table(("red", 500, 300)), 200))[-1] == [], "but when somebody asks, what neither shows is gone in the end"


def test_a_new_card_that_the_whole_picture_overlooks_is_found_by_a_nearer_look_at_what_has_changed() -> None:
    class Coarse(Colours):
        def __call__(
            self, frame: Frame, table: TablePlane | None = None, quality: Quality | None = None, known: Known | None = None
        ) -> Observation:
            seen = super().__call__(frame, table, quality, known)
            is_whole = frame.size_px == (1280, 960)
            return replace(seen, detections=tuple(one for one in seen.detections if one.id != "blue" or not is_whole))

    read = Coarse()
    film = Film(read)
    film.show(table(("red", 150, 150), ("green", 1050, 700)))
    read.sizes.clear()
    after = table(("red", 300, 500), ("green", 700, 300), ("blue", 400, 200))
    assert told(film.show(after, 30))[0] == ["blue", "green", "red"]
    assert read.sizes[0] == (1280, 960), "so much has changed that the whole of it was read"


def test_a_piece_that_a_speck_of_noise_touches_is_not_lost_beside_the_news() -> None:
    """A card that is read nowhere, since the speck on it is too small to be looked at, lies there all the same."""
    read = Colours()
    film = Film(read)
    film.show(table(("red", 200, 200)))
    read.sizes.clear()
    after = table(("red", 200, 200), ("blue", 900, 600))
    cv2.rectangle(after, (240, 250), (247, 257), (0, 0, 0), cv2.FILLED)
    assert told(film.show(after, 5))[0] == ["blue", "red"] and read.sizes[0][0] < 640


def test_one_blink_is_outvoted() -> None:
    read = Colours()
    turns = count()
    read.named = lambda name: None if next(turns) == 0 else name
    assert told(Film(read).show(table(("red", 500, 300)), 30))[0] == ["red"]


def test_a_picture_too_dark_says_so_and_is_not_tried_at_every_frame() -> None:
    read = Colours()
    read.quality = DARK
    film = Film(read)
    answers = film.show(table(("red", 500, 300)), 25)
    assert told(answers) == [] and answers[-1] is NotReady.DARK and len(read.sizes) <= 4
    read.quality = GOOD
    assert told(film.show(table(("red", 500, 300)), 20)) == [["red"]]


def test_looking_again_reads_the_whole_table() -> None:
    read = Colours()
    film = Film(read)
    film.show(table(("red", 500, 300)))
    read.sizes.clear()
    film.live.again()
    assert told(film.show(table(("red", 500, 300)), 5)) == [["red"]] and set(read.sizes) == {(1280, 960)}


def test_what_changes_too_little_to_be_noticed_is_found_in_the_end() -> None:
    read = Colours()
    film = Film(read)
    film.show(table(("red", 500, 300)))
    read.named = lambda name: "another"
    assert told(film.show(table(("red", 500, 300)), 100))[0] == ["another"], "read again after a while though nothing moved"


def wholly_known(read: Colours) -> list[list[str]]:
    """What the reader did not have to read again, of each whole picture."""
    return [known for size, known in zip(read.sizes, read.known, strict=True) if size == (1280, 960)]


def test_behind_the_news_only_the_new_card_is_read_again() -> None:
    read = Colours()
    film = Film(read)
    film.show(table(("red", 300, 300)))
    read.sizes.clear()
    read.known.clear()
    answers = film.show(table(("red", 300, 300), ("blue", 700, 400)), 20)
    assert wholly_known(read) == [["red"]] and set(map(tuple, told(answers))) == {("blue", "red")}


def test_a_card_exchanged_for_another_in_its_place_is_read_again_behind_the_news() -> None:
    read = Colours()
    film = Film(read)
    film.show(table(("red", 300, 300)))
    read.known.clear()
    read.sizes.clear()
    blotted = table(("red", 300, 300), ("blue", 700, 400))
    cv2.rectangle(blotted, (310, 310), (314, 314), (40, 20, 20), cv2.FILLED)  # too small to be noticed at a glance
    film.show(blotted, 20)
    assert wholly_known(read) == [[]]


def test_all_is_read_again_when_somebody_asks_and_when_nothing_happens_for_long() -> None:
    for asks in (True, False):
        read = Colours()
        film = Film(read)
        film.live.params = replace(film.live.params, again_s=2.0)
        film.show(table(("red", 300, 300)))
        film.show(table(("red", 300, 300), ("blue", 700, 400)), 12)
        assert wholly_known(read)[-1] == ["red"]
        read.known.clear()
        read.sizes.clear()
        if asks:
            film.live.again()
        film.show(table(("red", 300, 300), ("blue", 700, 400)), 5 if asks else 20)
        assert wholly_known(read) == [[]]


def test_in_an_evening_without_rest_all_is_read_again_from_time_to_time() -> None:
    read = Colours()
    film = Film(read)
    film.live.params = replace(film.live.params, anew_s=4.0)
    film.show(table(("red", 300, 300)))
    read.known.clear()
    read.sizes.clear()
    for turn in range(6):
        film.show(table(("red", 300, 300), ("blue", 700, 400 + 30 * (turn % 2))), 9)
    assert [["red"] if known else [] for known in wholly_known(read)] == [["red"]] * 4 + [[]] + [["red"]]


class _Side:
    """A side camera's newest frames."""

    def __init__(self) -> None:
        self.waiting: list[Frame] = []

    def newest(self) -> Frame | None:
        return self.waiting.pop(0) if self.waiting else None


def test_two_cameras_tell_together_what_either_adds() -> None:
    def from_side(frame: Frame, table: TablePlane | None = None, quality: Quality | None = None, known: Known | None = None) -> Observation:
        return Observation(frame.taken_at, frame.size_px, GOOD, stacks=(Stack((0.0, 0.0, 9.0, 9.0), 118.0, 1.5),))

    camera = _Side()
    live = LiveViews(LiveReader(Colours()), LiveReader(from_side, origin=lambda frame: None), camera.newest)
    answers = []
    for number in range(12):
        camera.waiting = [Frame(table(("green", 200, 200)), number / 10)]
        answers.append(live.look(Frame(table(("red", 500, 300)), number / 10)))
    both = [answer for answer in answers if isinstance(answer, Observation)][-1]
    assert [piece.id for piece in both.detections] == ["red"] and [stack.height_mm for stack in both.stacks] == [118.0]
    assert answers[0] is NotReady.MOVING and live.look(Frame(table(("red", 500, 300)), 1.3)) is None


@pytest.mark.parametrize("size", [(1920, 1440), (960, 1280), (960, 720)])
def test_a_camera_that_shows_another_size_is_looked_at_anew(size: tuple[int, int]) -> None:
    """Replaced by another, or a phone that was turned: nothing lies where it lay in the pixels of the pictures before."""
    read = Colours()
    film = Film(read)
    film.show(table(("red", 300, 300), ("blue", 700, 400)))
    now = cv2.resize(table(("red", 300, 300)), size, interpolation=cv2.INTER_NEAREST)
    read.sizes.clear()
    answers = film.show(np.asarray(now, np.uint8), 20)
    assert told(answers) == [["red"]] and set(read.sizes) == {size} and answers[0] is NotReady.MOVING
    red = next(answer for answer in answers if isinstance(answer, Observation)).detections[0]
    assert np.abs(np.array(red.quad_px[0]) - (300 * size[0] / 1280, 300 * size[1] / 960)).max() <= 2
    assert film.show(np.asarray(now, np.uint8), 10) == [None] * 10
