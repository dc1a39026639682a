"""The three seconds and who fell: the stack over time, from simulated readings with a reader's scatter and gaps."""

import random
from dataclasses import replace

import pytest
from hypothesis import given, settings, strategies as st

from vision.observation import PLATE, TABLE, Detection, Stack
from vision.plates.falls import Fall, Motion, Seen, Watch, seen_of

NAMES = ("egg", "fish", "claw", "steak", "lemon", "egg")
TOWER = tuple((name, (-1.0) ** k * 9.0, 40.0 + 24.0 * k) for k, name in enumerate(NAMES))
RATE = 5.0
"""Pictures a second."""


def shaken(rng: random.Random, at_s: float, sway_mm: float, gaps: float) -> Seen:
    """The tower as a reader would have it: swaying, scattered by its error, now and then with a piece unread or unnamed."""
    lean = sway_mm * rng.uniform(-1, 1)
    pieces = [(n, x + lean * h / 160 + rng.gauss(0, 0.3), h + rng.gauss(0, 0.3)) for n, x, h in TOWER]
    unnamed = 0
    if rng.random() < gaps:
        pieces.pop(rng.randrange(len(pieces)))
        unnamed = rng.randrange(2)
    return Seen(at_s, tuple(pieces), unnamed=unnamed)


def after(watch: Watch, *pictures: Seen) -> tuple[Watch, list[Fall]]:
    falls: list[Fall] = []
    for picture in pictures:
        watch = watch.seen(picture)
        if watch.fall is not None and watch.fall not in falls:
            falls.append(watch.fall)
    return watch, falls


@pytest.mark.parametrize(("sway_mm", "gaps"), [(0.0, 0.0), (0.0, 0.1), (9.0, 0.0), (9.0, 0.1)])
@pytest.mark.parametrize("seed", range(5))
def test_in_ten_minutes_of_a_still_or_swaying_stack_no_fall_is_invented(sway_mm: float, gaps: float, seed: int) -> None:
    rng = random.Random(seed)
    _, falls = after(Watch(), *(shaken(rng, k / RATE, sway_mm, gaps) for k in range(int(600 * RATE))))
    assert falls == []


@pytest.mark.parametrize("seed", range(200))
def test_every_fall_is_found_with_the_pieces_that_fell(seed: int) -> None:
    rng = random.Random(seed)
    many, start = rng.randint(1, 5), rng.uniform(1.0, 6.0)
    kept, fell = TOWER[: len(TOWER) - many], TOWER[len(TOWER) - many :]
    pictures = [shaken(rng, k / RATE, 6.0, 0.0) for k in range(int(start * RATE))]
    begin = len(pictures) / RATE
    for k in range(int(2 * RATE)):
        drop = min(1.0, k / (0.4 * RATE))
        low = [(n, x + 40 * drop, h * (1 - drop)) for n, x, h in fell]
        flying = tuple(low) if drop < 1 else ()
        names = tuple(n for n, _, _ in fell) if drop == 1 else ()
        pictures.append(Seen(begin + k / RATE, kept + flying, names))
    watch, falls = after(Watch(), *pictures)
    assert [fall.pieces for fall in falls] == [tuple(sorted(n for n, _, _ in fell))]
    assert begin <= falls[0].at_s <= begin + 1.0
    assert watch.motion is Motion.FALLEN


def test_pieces_that_roll_out_of_sight_have_fallen_too_but_not_those_unread_for_a_moment() -> None:
    still = [Seen(k / RATE, TOWER) for k in range(10)]
    blink = [Seen(2.0, TOWER[:-1]), Seen(2.2, TOWER[:-1]), Seen(2.4, TOWER)]
    gone = [Seen(3 + k / RATE, TOWER[:-2]) for k in range(8)]
    watch, falls = after(Watch(), *still, *blink)
    assert falls == []
    _, falls = after(watch, *gone)
    assert [fall.pieces for fall in falls] == [("egg", "lemon")]


def test_the_three_seconds_begin_with_the_fall_and_run_out() -> None:
    fall = Fall(10.0, ("egg",))
    assert [fall.seconds_left(t) for t in (10.0, 11.5, 13.0, 99.0)] == [3.0, 1.5, 0.0, 0.0]
    watch, _ = after(Watch(), Seen(0, TOWER), *(Seen(1 + k / RATE, TOWER[:-1], ("egg",)) for k in range(10)))
    assert watch.motion is Motion.FALLEN and watch.fall == Fall(1.0, ("egg",))
    later, _ = after(watch, *(Seen(4.1 + k / RATE, TOWER[:-1], ("egg",)) for k in range(12)))
    assert later.fall is None and later.motion is Motion.SETTLED


def test_a_stack_is_settled_after_two_quiet_seconds_and_sways_while_it_moves() -> None:
    watch, _ = after(Watch(), *(Seen(k / RATE, TOWER) for k in range(9)))
    assert watch.motion is Motion.SWAYING
    watch, _ = after(watch, Seen(2.0, TOWER))
    assert watch.motion is Motion.SETTLED
    leaning = tuple((n, x + 5.0, h) for n, x, h in TOWER)
    assert watch.seen(Seen(2.2, leaning)).motion is Motion.SWAYING


def test_behind_a_hand_nothing_is_told_and_what_the_hand_did_is_no_fall() -> None:
    watch, _ = after(Watch(), *(Seen(k / RATE, TOWER) for k in range(20)), Seen(5.0, (), is_hand=True))
    assert watch.motion is Motion.UNSEEN
    _, falls = after(watch, *(Seen(6 + k / RATE, TOWER[:-1]) for k in range(20)))
    assert falls == []


@pytest.mark.parametrize("seed", range(100))
def test_what_falls_under_a_hand_is_told_once_it_is_gone(seed: int) -> None:
    rng = random.Random(seed)
    many, covered = rng.randint(1, 5), rng.uniform(0.5, 4.0)
    kept, fell = TOWER[: len(TOWER) - many], tuple(name for name, _, _ in TOWER[len(TOWER) - many :])
    watch, _ = after(Watch(), *(shaken(rng, k / RATE, 3.0, 0.0) for k in range(20)))
    hand = [Seen(4.0 + k / RATE, (), is_hand=True) for k in range(int(covered * RATE))]
    gone_at = 4.0 + len(hand) / RATE
    watch, falls = after(watch, *hand, *(Seen(gone_at + k / RATE, kept, fell) for k in range(10)))
    assert [fall.pieces for fall in falls] == [tuple(sorted(fell))]
    assert falls[0].unseen == () and gone_at <= falls[0].at_s < gone_at + 0.3


def test_what_a_hand_saved_or_brought_has_not_fallen() -> None:
    still = [Seen(k / RATE, TOWER[:-1]) for k in range(20)]
    watch, _ = after(Watch(), *still, Seen(5.0, (), is_hand=True))
    _, falls = after(watch, *(Seen(6 + k / RATE, TOWER) for k in range(20)))
    assert falls == [], "one more piece"
    _, falls = after(watch, *(Seen(6 + k / RATE, TOWER[:-1], ("egg",)) for k in range(20)))
    assert falls == [], "an egg that waits on the table stood nowhere before"
    _, falls = after(watch, *(Seen(6 + k / RATE, TOWER[:-2], ("lemon",), unnamed=1) for k in range(20)))
    assert falls == [], "the lemon may be the one that was not told, and another lies there"


@pytest.mark.parametrize("seed", range(4))
def test_hands_that_come_and_go_for_ten_minutes_invent_no_fall(seed: int) -> None:
    rng, pictures, hand_until = random.Random(seed), [], 0.0
    for k in range(int(600 * RATE)):
        at_s = k / RATE
        if at_s > hand_until + rng.uniform(2, 20):
            hand_until = at_s + rng.uniform(0.4, 4)
        pictures.append(Seen(at_s, (), is_hand=True) if at_s < hand_until else shaken(rng, at_s, 6.0, 0.1))
    assert after(Watch(), *pictures)[1] == []


def test_an_older_picture_changes_nothing() -> None:
    watch, _ = after(Watch(), Seen(1.0, TOWER), Seen(2.0, TOWER))
    assert watch.seen(Seen(1.5, ())) == watch


@settings(max_examples=60, deadline=None)
@given(st.lists(st.tuples(st.floats(0.05, 1.0), st.integers(0, 6), st.booleans(), st.integers(0, 2)), max_size=40))
def test_whatever_is_seen_a_fall_never_names_more_than_stood_there(steps: list[tuple[float, int, bool, int]]) -> None:
    watch, now = Watch(), 0.0
    for wait, many, hand, unnamed in steps:
        now += wait
        watch = watch.seen(Seen(now, TOWER[:many], tuple(n for n, _, _ in TOWER[many:]), unnamed, hand))
        if watch.fall is not None:
            assert 1 <= len(watch.fall.pieces) <= len(TOWER)
            assert watch.fall.at_s <= now


def piece(name: str | None, x: float, y: float) -> Detection:
    place = ((x - 1, y - 1), (x + 1, y - 1), (x + 1, y + 1), (x - 1, y + 1))
    return Detection("food", ((0, 0), (1, 0), (1, 1), (0, 1)), name, quad_mm=place)


def test_what_a_picture_says_of_a_stack() -> None:
    stack = Stack((0, 0, 10, 10), 90.0, 2.0, (piece("egg", 4, 50), piece("fish", 80, 8), piece(None, 0, 70)), ((PLATE, 0), (TABLE, 1)))
    assert seen_of([stack], 3.0) == Seen(3.0, (("egg", 4.0, 50.0),), ("fish",), 1)
    assert seen_of([], 3.0).is_hand
    assert seen_of([replace(stack, height_mm=None)], 3.0).is_hand
