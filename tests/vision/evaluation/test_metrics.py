"""The contract's rules of scoring, one by one."""

import pytest
from hypothesis import given, strategies as st

from vision.evaluation.figures import ReadBoard, confusions, reliability, score_board, stage_times
from vision.evaluation.labels import Label, LabelledBoard
from vision.evaluation.metrics import ScoringRules, Tally, Verdict, judge, same_or_rank, tally
from vision.observation import Candidate, Detection, Quad


def box(x: float, y: float = 0.0, wide: float = 60.0, high: float = 90.0) -> Quad:
    return (x, y), (x + wide, y), (x + wide, y + high), (x, y + high)


def label(id: str | None, x: float = 0.0, visible: float = 1.0) -> Label:
    return Label(id, "card", box(x), visible)


def named(id: str, x: float = 0.0, confidence: float = 0.99) -> Detection:
    return Detection("card", box(x), id, confidence)


def unsure(x: float = 0.0, *ids: str) -> Detection:
    return Detection("card", box(x), alternatives=tuple(Candidate(id, 0.4) for id in ids), why="glare")


def verdicts(labels: list[Label], seen: list[Detection]) -> list[Verdict]:
    return [judged.verdict for judged in judge(labels, seen).labels]


class TestALabelThatIsABox:
    """Labels parallel to the picture's edges, of a card that lies turned by 45 degrees."""

    def test_is_right_when_the_piece_fills_that_box(self) -> None:
        turned = Detection("card", ((32, 0), (74, 42), (42, 74), (0, 32)), "a", 0.99)
        drawn = Label("a", "card", ((0, 0), (74, 0), (74, 74), (0, 74)), 1.0)
        assert judge([drawn], [turned]).labels[0].verdict is Verdict.MISSED  # by outlines: 0.49 of the box
        assert judge([drawn], [turned], rules=ScoringRules(boxes=True)).labels[0].verdict is Verdict.RIGHT


class TestALabel:
    def test_is_right_when_a_piece_of_its_id_overlaps_by_half(self) -> None:
        assert verdicts([label("a")], [named("a", 19.9)]) == [Verdict.RIGHT]  # IoU of 40 in 80
        assert verdicts([label("a")], [named("a", 20.1)]) == [Verdict.MISSED]

    def test_that_is_partly_covered_needs_a_quarter(self) -> None:
        assert verdicts([label("a", visible=0.89)], [named("a", 35.9)]) == [Verdict.RIGHT]
        assert verdicts([label("a", visible=0.89)], [named("a", 36.1)]) == [Verdict.MISSED]
        assert verdicts([label("a", visible=0.9)], [named("a", 35.9)]) == [Verdict.MISSED]

    def test_is_unsure_when_only_an_unnamed_one_overlaps(self) -> None:
        assert verdicts([label("a")], [unsure(2, "a")]) == [Verdict.UNSURE]
        assert verdicts([label("a")], [unsure(2, "a"), named("a", 3)]) == [Verdict.RIGHT]

    def test_is_wrong_when_a_piece_of_another_id_lies_on_it(self) -> None:
        judged = judge([label("a")], [named("b")])
        assert judged.labels[0].verdict is Verdict.WRONG
        assert confusions([judged]) == {("a", "b"): 1}

    def test_is_missed_when_nothing_does(self) -> None:
        assert verdicts([label("a")], []) == [Verdict.MISSED]

    def test_without_an_id_must_not_be_named(self) -> None:
        assert verdicts([label(None)], [named("a")]) == [Verdict.WRONG]
        assert verdicts([label(None)], [unsure(0, "a")]) == [Verdict.LEFT_ALONE]
        assert verdicts([label(None)], []) == [Verdict.LEFT_ALONE]

    def test_that_shows_little_counts_only_when_it_is_named_wrong(self) -> None:
        hidden = label("a", visible=0.59)
        for seen in ([], [named("a")], [unsure()]):
            counted = tally(judge([hidden], seen))
            assert (counted.labels, counted.right, counted.wrong) == (0, 0, 0)
        assert tally(judge([hidden], [named("b")])).wrong == 1
        assert tally(judge([label("a", visible=0.6)], [named("a")])).right == 1


class TestAName:
    def test_on_no_label_is_wrong(self) -> None:
        judged = judge([label("a")], [named("a"), named("a", 500)])
        assert tally(judged) == Tally(labels=1, right=1, wrong=1, ghosts=1)
        assert confusions([judged]) == {(None, "a"): 1}

    def test_answers_for_one_label_only(self) -> None:
        """Two cards of one id a little apart, read once: one of them is missed."""
        assert sorted(verdicts([label("a"), label("a", 10)], [named("a", 2)])) == [Verdict.MISSED, Verdict.RIGHT]

    def test_twice_on_one_label_is_a_duplicate_and_not_wrong(self) -> None:
        counted = tally(judge([label("a")], [named("a"), named("a", 3)]))
        assert (counted.right, counted.wrong, counted.duplicates) == (1, 0, 1)

    def test_goes_to_the_label_it_covers_best(self) -> None:
        judged = judge([label("a", 0, 0.7), label("b", 30)], [named("c", 28)])
        assert [j.verdict for j in judged.labels] == [Verdict.MISSED, Verdict.WRONG]

    def test_that_is_wrong_on_a_label_that_is_right_counts_as_wrong(self) -> None:
        counted = tally(judge([label("a")], [named("a"), named("b", 4)]))
        assert (counted.right, counted.wrong, counted.misnamed) == (1, 1, 0)


class TestRanks:
    def test_a_label_that_is_no_id_of_the_pack_may_be_a_rank(self) -> None:
        same = same_or_rank(["ace-spades", "ace-hearts", "king-spades"])
        assert same("ace", "ace-hearts") and not same("ace", "king-spades")

    def test_a_label_that_is_an_id_of_the_pack_is_never_loosened(self) -> None:
        assert not same_or_rank(["joker", "joker-red"])("joker", "joker-red")
        assert same_or_rank(["joker", "joker-red"])("joker-red", "joker-red")

    def test_ids_are_not_cut_when_nothing_asks_for_it(self) -> None:
        assert verdicts([label("ace")], [named("ace-hearts")]) == [Verdict.WRONG]
        assert judge([label("ace")], [named("ace-hearts")], same_or_rank(["ace-hearts"])).labels[0].verdict is Verdict.RIGHT


IDS = st.sampled_from(["a", "b", "c"])
PLACES = st.integers(0, 12).map(lambda n: 25.0 * n)
LABELS = st.lists(st.builds(label, st.none() | IDS, PLACES, st.sampled_from([0.3, 0.7, 1.0])), max_size=6)
SEEN = st.lists(st.builds(named, IDS, PLACES) | st.builds(unsure, PLACES, IDS), max_size=8)


@given(LABELS, SEEN)
def test_the_counts_always_add_up(labels: list[Label], seen: list[Detection]) -> None:
    judged = judge(labels, seen)
    counted = tally(judged)
    assert counted.right + counted.unsure + counted.missed + counted.misnamed == counted.labels
    assert counted.labels == sum(one.id is not None and one.visible >= 0.6 for one in labels)
    names = sum(d.is_sure for d in seen)
    hidden_right = names - len(judged.right) - len(judged.wrong) - len(judged.duplicates)
    assert 0 <= hidden_right <= sum(one.visible < 0.6 for one in labels)
    assert counted.ghosts <= counted.wrong == sum(confusions([judged]).values())
    assert counted + Tally() == counted


@given(LABELS)
def test_a_perfect_reader_makes_no_mistake(labels: list[Label]) -> None:
    seen = [Detection("card", one.quad_px, one.id, 1.0) for one in labels if one.id is not None]
    strangers_under = [one for one in labels if one.id is None]
    counted = tally(judge([one for one in labels if one.id is not None], seen))
    assert counted.wrong == counted.missed == counted.misnamed == 0
    assert counted.right == counted.labels and tally(judge(strangers_under, [])).strangers_named == 0


def test_an_unsure_label_tells_whether_the_truth_was_offered() -> None:
    seen = [unsure(0, "b", "a"), unsure(100, "c")]
    assert tally(judge([label("a"), label("a", 100)], seen)).truth_offered == 1


def test_reliability_sorts_by_confidence() -> None:
    seen = [named("a", 0, 0.97), named("a", 100, 0.96), named("b", 200, 1.0), named("a", 300, 0.3)]
    judged = judge([label("a"), label("b", 100), label("b", 200)], seen)
    rows = [(r.low, r.named, r.right) for r in reliability([judged])]
    assert rows == [(0.0, 1, 0), (0.95, 2, 1), (0.999, 1, 1)]


class TestBoards:
    TRUTH = LabelledBoard(("AB.", "_D."))

    @pytest.mark.parametrize(
        ("letters", "unsure_cells", "expected"),
        [
            (("AB.", "_D."), (), (4, 4, 0, 0, 0, 0)),
            (("A?.", "_X."), (), (4, 2, 1, 0, 1, 0)),
            (("A..", "_DE"), (), (4, 3, 0, 1, 0, 1)),
            (("AB?", "CD."), ((1, 0), (0, 2)), (4, 3, 1, 0, 0, 0)),
            (("AB.",), (), (4, 2, 0, 2, 0, 0)),
        ],
    )
    def test_cell_by_cell(self, letters: tuple[str, ...], unsure_cells: tuple[tuple[int, int], ...], expected: tuple[int, ...]) -> None:
        c = score_board(self.TRUTH, ReadBoard(letters, frozenset(unsure_cells)))
        assert (c.cells, c.right, c.unsure, c.missed, c.wrong, c.invented) == expected
        assert c.empty == 2

    def test_a_board_that_was_not_found_is_missed(self) -> None:
        c = score_board(self.TRUTH, None)
        assert (c.missed, c.invented) == (4, 0)


def test_stage_times() -> None:
    times = stage_times([{"name": float(ms), "board": 5.0} if ms == 1 else {"name": float(ms)} for ms in range(1, 101)])
    assert (times["name"].mean, times["name"].p50, times["name"].p95, times["name"].pictures) == (50.5, 50, 95, 100)
    assert times["board"].pictures == 1


def test_boxes_around_what_shows_are_compared_with_what_was_seen_to_show() -> None:
    """A label that is a box around the visible half: the whole card lies half outside of it, its visible part does not."""
    label = Label("a", "card", ((0, 0), (40, 0), (40, 100), (0, 100)))
    whole = Detection("card", ((0, 0), (100, 0), (100, 100), (0, 100)), "a", 0.99)
    seen = Detection("card", whole.quad_px, "a", 0.99, shown_px=((0, 0), (42, 0), (42, 100), (0, 100)))
    boxes = ScoringRules(boxes=True)
    assert judge([label], [whole], rules=boxes).wrong and not judge([label], [seen], rules=boxes).wrong
    assert judge([label], [seen]).wrong  # the contract compares whole cards
