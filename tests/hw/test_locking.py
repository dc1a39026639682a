"""The camera's own choice is held once it is steady, and given up when the light of the room changes for good."""

from hw.locking import Controls, Lock

ALL = frozenset({"AeEnable", "ExposureTime", "AnalogueGain", "AwbEnable", "ColourGains", "AfMode", "LensPosition"})
STEADY = {"ExposureTime": 10_000, "AnalogueGain": 1.5, "ColourGains": (1.7, 1.6), "LensPosition": 2.0}


def watched(lock: Lock, seconds: float, start: float, grey: float = 120.0, **metadata: object) -> tuple[Lock, list[Controls]]:
    """Ten frames a second of one light."""
    said = []
    for number in range(round(10 * seconds)):
        lock, controls = lock.seen({**STEADY, **metadata}, grey, start + number / 10)
        said += [controls] if controls else []
    return lock, said


def test_a_steady_choice_is_held_once() -> None:
    lock, said = watched(Lock(ALL), 10, 0.0)
    assert said == [{"AeEnable": False, "AwbEnable": False, "AfMode": 0, **STEADY}] and lock.held_grey == 120


def test_while_the_camera_still_looks_for_it_nothing_is_held() -> None:
    lock = Lock(ALL)
    for number in range(50):
        lock, controls = lock.seen({**STEADY, "ExposureTime": 10_000 + 1_000 * number}, 120.0, number / 10)
        assert controls == {}


def test_a_hand_close_to_the_lens_changes_nothing_and_a_lamp_does() -> None:
    lock, _ = watched(Lock(ALL), 4, 0.0)
    lock, said = watched(lock, 2, 4.0, grey=40.0)
    assert said == []
    lock, said = watched(lock, 2, 6.0)
    assert said == []
    lock, said = watched(lock, 4, 8.0, grey=40.0)
    assert said == [{"AeEnable": True, "AwbEnable": True, "AfMode": 2}]
    _, said = watched(lock, 4, 12.0, grey=110.0, ExposureTime=30_000)
    assert [one["ExposureTime"] for one in said] == [30_000], "and its new choice is held in turn"


def test_only_what_the_camera_offers_is_set() -> None:
    _, said = watched(Lock(frozenset({"AeEnable", "ExposureTime", "AnalogueGain"})), 4, 0.0)
    assert said == [{"AeEnable": False, "ExposureTime": 10_000, "AnalogueGain": 1.5}]
    assert watched(Lock(frozenset({"Brightness"})), 4, 0.0)[1] == []


def test_a_camera_that_tells_nothing_is_left_alone() -> None:
    lock = Lock(ALL)
    for number in range(50):
        lock, controls = lock.seen({}, 120.0, number / 10)
        assert controls == {}
