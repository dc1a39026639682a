"""Still or not, hand or no hand: short films of a table, drawn."""

from collections.abc import Iterator

import cv2
import numpy as np
from numpy.typing import NDArray

from tests.vision.tables import scene
from vision.frame import Frame
from vision.observation import NotReady
from vision.table.settle import Settle, watching

TABLE = np.array(scene(size_px=(960, 720)).frame.rgb)
RNG = np.random.default_rng(11)
NOISE = [RNG.normal(0, 3, TABLE.shape).astype(np.int16) for _ in range(4)]
Picture = NDArray[np.uint8]


def with_card(x: int, y: int) -> Picture:
    out = TABLE.copy()
    cv2.rectangle(out, (x, y), (x + 120, y + 170), (240, 240, 235), cv2.FILLED)
    return out


def with_arm(picture: Picture, reach: int) -> Picture:
    """An arm from the right edge."""
    out = picture.copy()
    cv2.rectangle(out, (960 - reach, 300), (960, 420), (200, 150, 120), cv2.FILLED)
    return out


def film(pictures: list[Picture], each_s: float = 0.1, start: float = 0.0) -> Iterator[Frame]:
    """Frames with a camera's noise."""
    for i, picture in enumerate(pictures):
        noisy = cv2.add(picture, NOISE[RNG.integers(len(NOISE))], dtype=cv2.CV_8U)
        yield Frame(np.asarray(noisy, np.uint8), start + i * each_s)


def watched(state: Settle, frames: Iterator[Frame]) -> tuple[Settle, list[NotReady | None]]:
    answers = []
    for frame in frames:
        state = state.seen(frame)
        answers.append(state.why)
    return state, answers


def settled() -> Settle:
    state, answers = watched(Settle(), film([TABLE] * 10))
    assert answers[-1] is None
    return state


def settled_table() -> NDArray[np.float32]:
    table = settled().table
    assert table is not None
    return table


def test_a_still_table_is_ready_after_its_quiet_time() -> None:
    _, answers = watched(Settle(), film([TABLE] * 10))
    assert answers[:3] == [NotReady.MOVING] * 3 and answers[4:] == [None] * 6


def test_noise_and_a_slow_change_of_light_do_not_disturb() -> None:
    brighter = [np.clip(TABLE * (1 + 0.01 * i), 0, 255).astype(np.uint8) for i in range(30)]
    _, answers = watched(settled(), film(brighter, start=1.0))
    assert answers == [None] * 30


def test_the_lamp_switched_on_is_no_hand() -> None:
    _, answers = watched(settled(), film([np.clip(TABLE * 1.35, 0, 230).astype(np.uint8)] * 8, start=1.0))
    assert NotReady.HAND not in answers and answers[-1] is None


def test_an_arm_that_moves_is_a_hand() -> None:
    _, answers = watched(settled(), film([with_arm(TABLE, 200 + 40 * i) for i in range(6)], start=1.0))
    assert answers == [NotReady.HAND] * 6


def in_sleeve(picture: Picture, reach: int, hand: tuple[int, int, int] | None = (250, 240, 230)) -> Picture:
    """An arm from the right edge, as bright as what is below it all along: only its colour is another; the hand itself is bright."""
    out = picture.copy()
    sleeve = out[300:420, 960 - reach :].astype(np.int16)
    out[300:420, 960 - reach :] = np.clip(sleeve + np.array([45, -9, -71], np.int16), 0, 255).astype(
        np.uint8
    )  # luma: 45 x 0.299 = 9 x 0.587 + 71 x 0.114
    if hand is not None:
        cv2.circle(out, (960 - reach, 360), 50, hand, cv2.FILLED)
    return out


def test_a_sleeve_as_bright_as_the_table_is_still_an_arm() -> None:
    coming = [in_sleeve(TABLE, 200 + 60 * i) for i in range(3)]
    _, answers = watched(settled(), film([*coming, *[coming[-1]] * 12], start=1.0))
    assert answers[4:] == [NotReady.HAND] * 11


def test_an_arm_that_does_not_show_in_grey_is_one_however_long_the_table_lay_still_before() -> None:
    state, _ = watched(settled(), film([TABLE] * 60, start=1.0))
    reaching = [in_sleeve(TABLE, 20 * (i + 1), None) for i in range(16)]
    state, answers = watched(state, film(reaching, start=7.0))
    assert set(answers[4:]) == {NotReady.HAND}
    state, answers = watched(state, film([in_sleeve(TABLE, 320, None)] * 20, start=8.6))
    assert set(answers) == {NotReady.HAND}, "it has not rested for so long yet"
    assert state.table is not None and np.abs(state.table - settled_table()).max() < 10, "the table is what it was"
    _, answers = watched(state, film([TABLE] * 6, start=10.6))
    assert answers[0] is not None and answers[-1] is None, "where it has gone the table must be still for its quiet time again"


def test_an_arm_that_rests_is_still_a_hand() -> None:
    _, answers = watched(settled(), film([with_arm(TABLE, 300)] * 20, start=1.0))
    assert set(answers) == {NotReady.HAND}


def test_a_card_that_was_laid_is_table() -> None:
    laying = [with_arm(with_card(400, 250), reach) for reach in (100, 300, 450, 450, 300, 100)]
    state, answers = watched(settled(), film(laying, start=1.0))
    assert NotReady.HAND in answers and None not in answers
    state, answers = watched(state, film([with_card(400, 250)] * 10, start=1.6))
    assert answers[-4:] == [None] * 4


def test_what_lies_at_the_edge_is_believed_in_the_end() -> None:
    edge = with_card(860, 300)
    _, answers = watched(settled(), film([edge] * 80, start=1.0))
    assert answers[10] is NotReady.HAND and answers[-1] is None


def near_edge(*, touches: bool) -> Picture:
    """Something at the edge, of which noise shows a few pixels more or less."""
    out = TABLE.copy()
    cv2.rectangle(out, (840, 300), (944, 470), (240, 240, 235), cv2.FILLED)
    if touches:
        cv2.rectangle(out, (944, 370), (960, 395), (240, 240, 235), cv2.FILLED)
    return out


def test_what_lies_so_near_to_the_edge_that_it_reaches_it_in_some_frames_only_is_believed_in_the_end() -> None:
    at_times = [near_edge(touches=i % 3 > 0) for i in range(80)]
    state, answers = watched(settled(), film(at_times, start=1.0))
    assert NotReady.HAND in answers and None not in answers[:25], "not before three seconds"
    assert answers[-1] is None and state.table is not None


def test_a_sliding_card_is_movement() -> None:
    _, answers = watched(settled(), film([with_card(200 + 30 * i, 250) for i in range(6)], start=1.0))
    assert answers == [NotReady.MOVING] * 6


def test_another_camera_begins_anew() -> None:
    state, answers = watched(settled(), iter([Frame(TABLE[:, :640].copy(), 1.0), Frame(TABLE[:, :640].copy(), 1.1)]))
    assert answers == [NotReady.MOVING] * 2 and state.table is None


def test_a_watcher_remembers() -> None:
    why = watching()
    assert [why(frame) for frame in film([TABLE] * 6)][-1] is None
    (moving,) = film([with_card(200, 250)], start=0.6)
    assert why(moving) is NotReady.MOVING
    assert watching()(moving) is NotReady.MOVING, "another watcher knows nothing of the first"


def test_a_frame_costs_next_to_nothing() -> None:
    """Not a clock's figure, which depends on the machine: the picture that is kept and compared is small."""
    state = Settle().seen(Frame(np.zeros((3456, 4608, 3), np.uint8), 0.0))
    assert state.last is not None and state.last.size <= 192 * 192
