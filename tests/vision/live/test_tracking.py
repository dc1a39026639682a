"""Votes over frames."""

from hypothesis import given, strategies as st

from vision.image.overlap import iou
from vision.live.tracking import Tracks
from vision.observation import Candidate, Detection, Quad


def at(x: float, y: float = 0.0) -> Quad:
    return (x, y), (x + 60, y), (x + 60, y + 90), (x, y + 90)


def card(id: str | None, x: float = 0.0, confidence: float = 0.98, kind: str = "card") -> Detection:
    return Detection(kind, at(x), id, confidence if id else 0.0)


def followed(frames: list[list[Detection]]) -> tuple[Detection, ...]:
    tracks = Tracks()
    for frame in frames:
        tracks = tracks.seen(frame)
    return tracks.stable


def test_a_name_that_stays_is_heard() -> None:
    (one,) = followed([[card("a", 0.5 * i)] for i in range(5)])
    assert one.id == "a" and one.confidence > 0.9
    assert one.quad_px == at(2.0), "where it was seen last"


def test_one_look_is_not_enough() -> None:
    (one,) = followed([[card("a")]])
    assert one.id is None and one.alternatives == (Candidate("a", 0.98),)


def test_a_reading_that_flickers_becomes_unsure_never_two_answers() -> None:
    (one,) = followed([[card(id)] for id in "ababa"])
    assert one.id is None and one.why == "the readings change: a, b"
    assert [candidate.id for candidate in one.alternatives] == ["a", "b"]


def test_a_single_slip_is_outvoted_but_costs_confidence() -> None:
    (one,) = followed([[card(id)] for id in "aabaa"])
    assert one.id == "a" and one.confidence < 0.8


def test_what_was_never_named_stays_as_it_is() -> None:
    unsure = Detection("card", at(0), alternatives=(Candidate("a", 0.5),), why="glare over the number")
    (one,) = followed([[unsure]] * 4)
    assert one == unsure


def test_named_now_and_then_is_unsure() -> None:
    (one,) = followed([[card(None)], [card(None)], [card("a")], [card("a")], [card(None)]])
    assert one.id is None and "2 of 5" in one.why


def test_a_piece_that_was_taken_is_gone() -> None:
    tracks = Tracks()
    for frame in [[card("a"), card("b", 200)]] * 5 + [[card("b", 200)]] * 3:
        tracks = tracks.seen(frame)
    assert [d.id for d in tracks.stable] == ["b"]
    for _ in range(5):
        tracks = tracks.seen([])
    assert tracks.stable == () and tracks.tracks == ()


def test_another_piece_in_the_same_place_is_unsure_at_first_and_then_heard() -> None:
    tracks = Tracks()
    for frame in [[card("a")]] * 5 + [[card("b")]] * 2:
        tracks = tracks.seen(frame)
    assert [d.id for d in tracks.stable] == [None]
    for _ in range(3):
        tracks = tracks.seen([card("b")])
    assert [d.id for d in tracks.stable] == ["b"]


def test_a_token_on_a_card_is_another_piece() -> None:
    assert {(d.kind, d.id) for d in followed([[card("a"), card("ant", kind="token")]] * 4)} == {("card", "a"), ("token", "ant")}


def test_two_names_in_one_place_in_the_same_frame_are_one_unsure() -> None:
    (one,) = followed([[card("a"), card("b", 3)]] * 5)
    assert one.id is None and {c.id for c in one.alternatives} == {"a", "b"}


CARDS = st.builds(card, st.sampled_from(["a", "b", None]), st.sampled_from([0.0, 4.0, 200.0, 400.0]))
FRAMES = st.lists(st.lists(CARDS, max_size=4), max_size=9)


@given(FRAMES)
def test_there_are_never_two_names_in_one_place(frames: list[list[Detection]]) -> None:
    stable = [d for d in followed(frames) if d.is_sure]
    for i, one in enumerate(stable):
        for other in stable[i + 1 :]:
            assert one.id == other.id or iou(one.quad_px, other.quad_px) < 0.5
