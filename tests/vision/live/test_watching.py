"""Falls off a plate that a camera watches: films of drawn plates, read by a reader that knows the truth, and by the real one."""

from collections.abc import Sequence

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from fixtures.piles import Pile, Shot, between, fallen, mm_to_px, picture, pile
from tests.vision.plates.test_reader import COLOURED, FOODS, look
from vision.frame import Frame, Rgb
from vision.live.views import LiveViews
from vision.live.watching import PlateWatch
from vision.looks.catalogue import Catalogue
from vision.observation import PLATE, TABLE, Detection, NotReady, Observation, Quality, Stack
from vision.plates.falls import Motion
from vision.plates.reader import SideReader
from vision.plates.standing import project

GOOD = Quality(0.9, 0.5, 0.0)
RATE = 10.0
COLOUR = {"egg": (230, 220, 90), "fish": (60, 90, 220), "claw": (220, 60, 50)}
Standing = tuple[tuple[str, int, int], ...]
"""Name and place of every piece; what is as low as the table lies on it."""
LOW = 400
GROUND = np.random.default_rng(0).integers(115, 145, (480, 640, 3)).astype(np.uint8)
TOWER: Standing = (("egg", 300, 340), ("fish", 310, 280), ("claw", 290, 220))


class Plate:
    """Draws pieces, and reads them back from its own memory of the film."""

    def __init__(self) -> None:
        self.number = 0
        self.shown: dict[float, Standing] = {}
        self.watch = PlateWatch(self.read)

    def read(self, frame: Frame) -> Observation:
        there = self.shown[frame.taken_at]
        if not there:
            return Observation(frame.taken_at, frame.size_px, GOOD)
        pieces = tuple(piece(name, x, y) for name, x, y in there)
        touching = tuple((TABLE if y >= LOW else PLATE, k) for k, (_, _, y) in enumerate(there))
        return Observation(frame.taken_at, frame.size_px, GOOD, stacks=(Stack((0, 0, 9, 9), 118.0, 1.5, pieces, touching),))

    def frame(self, there: Standing, hand: bool) -> Frame:
        rgb = np.array(GROUND)
        for name, x, y in there:
            cv2.rectangle(rgb, (x, y), (x + 55, y + 55), COLOUR[name], cv2.FILLED)
        if hand:
            cv2.rectangle(rgb, (380, 180), (640, 300), (200, 150, 120), cv2.FILLED)
        self.number += 1
        made = Frame(rgb, self.number / RATE)
        self.shown[made.taken_at] = there
        return made

    def film(self, *scenes: Standing, hand: bool = False) -> list[Observation | NotReady | None]:
        return [self.watch.look(self.frame(there, hand)) for there in scenes]


def piece(name: str, x: float, y: float) -> Detection:
    place = ((x - 9, LOW - y), (x + 9, LOW - y), (x + 9, LOW - y + 18), (x - 9, LOW - y + 18))
    return Detection("food", ((x, y), (x + 55, y), (x + 55, y + 55), (x, y + 55)), name, quad_mm=place)


def falls(answers: Sequence[Observation | NotReady | None]) -> list[tuple[tuple[str, ...], tuple[str, ...]]]:
    seen = [answer for answer in answers if isinstance(answer, Observation)]
    return [(stack.fallen, stack.vanished) for one in seen for stack in one.stacks if stack.fallen or stack.vanished]


def dropping(name: str, x: int) -> list[Standing]:
    """One piece on its way to the table beside the plate, the others where they were."""
    rest = tuple(one for one in TOWER if one[0] != name)
    (_, x0, y0) = next(one for one in TOWER if one[0] == name)
    return [(*rest, (name, x0 + (x - x0) * k // 4, y0 + (LOW - y0) * k * k // 16)) for k in range(1, 5)]


def test_a_piece_that_falls_is_told_once() -> None:
    plate = Plate()
    assert falls(plate.film(*[TOWER] * 20)) == []
    path = dropping("claw", 480)
    assert falls(plate.film(*path, *[path[-1]] * 60)) == [(("claw",), ())]
    assert plate.watch.motion is Motion.FALLEN


def test_a_piece_that_rolls_out_of_sight_is_told_as_gone() -> None:
    plate = Plate()
    plate.film(*[TOWER] * 20)
    assert falls(plate.film(*[TOWER[:2]] * 40)) == [((), ("claw",))]


def test_what_a_hand_takes_has_not_fallen() -> None:
    plate = Plate()
    plate.film(*[TOWER] * 20)
    reaching = plate.film(*[TOWER] * 6, hand=True)
    assert NotReady.HAND in reaching
    assert falls([*reaching, *plate.film(*[TOWER[:2]] * 40)]) == []


def test_what_falls_while_a_hand_is_there_is_told_when_it_has_gone() -> None:
    plate = Plate()
    plate.film(*[TOWER] * 20)
    lying = dropping("claw", 480)[-1]
    reaching = plate.film(*[TOWER] * 4, *[lying] * 4, hand=True)
    assert NotReady.HAND in reaching and falls(reaching) == []
    assert falls(plate.film(*[lying] * 40)) == [(("claw",), ())]


def test_a_picture_that_cannot_be_read_says_nothing() -> None:
    plate = Plate()
    plate.film(*[TOWER] * 20)
    path = dropping("claw", 480)
    frames = [plate.frame(there, False) for there in (*path, *[path[-1]] * 40)]
    plate.shown.update({frames[k].taken_at: () for k in (7, 8)})
    assert falls([plate.watch.look(frame) for frame in frames]) == [(("claw",), ())]


class Top:
    """A camera above that sees a table without anything on it, or a hand."""

    def __init__(self) -> None:
        self.asked, self.covered = 0, False

    def again(self) -> None:
        self.asked += 1

    def look(self, frame: Frame) -> Observation | NotReady | None:
        if self.covered:
            return NotReady.HAND
        return Observation(frame.taken_at, frame.size_px, GOOD) if self.asked else None


@pytest.mark.parametrize("covered", [False, True])
def test_two_cameras_tell_a_fall_once_with_what_lies_on_the_table_even_behind_a_hand(covered: bool) -> None:
    plate, top = Plate(), Top()
    path = dropping("claw", 480)
    waiting = [plate.frame(there, False) for there in (*[TOWER] * 20, *path, *[path[-1]] * 60)]
    live = LiveViews(top, plate.watch, lambda: frame)
    answers = []
    for number, frame in enumerate(waiting):
        top.covered = covered and number > 20
        answers.append(live.look(Frame(np.zeros((9, 9, 3), np.uint8), frame.taken_at)))
    assert falls(answers) == [(("claw",), ())]
    told_at = next(a.taken_at for a in answers if isinstance(a, Observation) and falls([a]))
    assert 2.4 <= told_at <= 4.5


def arm(rgb: Rgb, standing: Pile, to_px: NDArray[np.float64], part: float) -> Rgb:
    """The picture with an arm that reaches in from the right, at the highest piece when all of `part` is done."""
    top = min((one.line_mm for one in standing.pieces), key=lambda line: float(line[:, 1].min()))
    x, y = project(to_px, top).mean(0)
    height, width = rgb.shape[:2]
    tip = width - part * (width - x)
    out = rgb.copy()
    corners = np.array([(tip, y - 0.05 * height), (width, y - 0.1 * height), (width, y + 0.12 * height), (tip, y + 0.06 * height)])
    cv2.fillPoly(out, [np.round(corners).astype(np.int32)], (205, 150, 120), cv2.LINE_AA)
    return out


def film(standing: Pile, after: Pile, shot: Shot, rng: np.random.Generator, hand: bool = False) -> list[Rgb]:
    """Pictures of a pile, of its newest pieces on their way, and of where they lie; with a hand they fall under it."""
    to_px = mm_to_px(standing, shot)

    def shown(scene: Pile, part: float = 0.0) -> Rgb:
        rgb = picture(scene, shot, rng, to_px)
        return arm(rgb, standing, to_px, part) if part else rgb

    fall = [between(standing, after, k / 4) for k in range(1, 5)]
    if not hand:
        return [shown(scene) for scene in [standing] * 10 + fall + [after] * 40]
    comes = [0.2, 0.5, 0.8, 1.0]
    return [
        *(shown(standing) for _ in range(10)),
        *(shown(standing, part) for part in comes),
        *(shown(scene, 1.0) for scene in (*fall, after, after)),
        *(shown(after, part) for part in comes[::-1]),
        *(shown(after) for _ in range(16)),
    ]


@pytest.mark.slow
@pytest.mark.parametrize(("seed", "many", "hand"), [(1, 1, False), (2, 2, False), (3, 3, False), (1, 1, True), (2, 2, True), (4, 2, True)])
def test_falls_of_drawn_plates_are_found_by_the_real_reader_through_two_cameras(seed: int, many: int, hand: bool) -> None:
    rng = np.random.default_rng(seed)
    standing = pile(rng, 3 + many // 2, [FOODS[name] for name in COLOURED], 1)
    after = fallen(standing, many, rng)
    watch = PlateWatch(SideReader(Catalogue(tuple(look(name) for name in FOODS))).read)
    pictures = film(standing, after, Shot(part=0.45, size_px=(800, 450), blur_px=0.5), rng, hand)
    frames = [Frame(rgb, k / 5) for k, rgb in enumerate(pictures)]
    live = LiveViews(Top(), watch, lambda: frame)
    answers = []
    for frame in frames:
        answers.append(live.look(Frame(np.zeros((9, 9, 3), np.uint8), frame.taken_at)))
    assert falls(answers) == [(tuple(sorted(one.food.name for one in after.pieces if one.is_on_table)), ())]


def test_a_fall_below_a_camera_that_is_rolled_is_read() -> None:
    """The table falls to one side of the picture: what lies there is seen below the plate's foot, and on the other side above it."""
    rng = np.random.default_rng(5)
    standing = pile(np.random.default_rng(3), 4, [FOODS[name] for name in COLOURED], 1)
    after = fallen(standing, 2, rng)
    reader = SideReader(Catalogue(tuple(look(name) for name in FOODS)))
    for roll in (-0.035, 0.0, 0.035):
        shot = Shot(tilt=-0.08, part=0.45, roll=roll)
        stack = reader.read(Frame(picture(after, shot, rng, mm_to_px(standing, shot)), 0.0)).stacks[0]
        lying = {stack.pieces[k].id for a, k in stack.touching if a == TABLE}
        assert lying == {one.food.name for one in after.pieces if one.is_on_table}, roll
        assert stack.height_mm is not None and stack.height_error_mm is not None
        assert abs(stack.height_mm - after.height_mm) < stack.height_error_mm
