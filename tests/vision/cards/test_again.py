"""A doubtful reading, tried again from a little aside: what is believed, and what stays a question."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import cache

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from tests.benchmarks import other_decks
from tests.vision.deck import SIZE_MM, Table, back, card, catalogue
from vision.cards.again import AgainParams, Floats, face_down, laid_again, other_way_up
from vision.cards.explained import Explained
from vision.cards.name_params import NameParams
from vision.cards.namer import Namer
from vision.cards.picture import Picture
from vision.cards.reading import Reading
from vision.cards.sought import Search
from vision.cards.verdict import VerdictParams, stands
from vision.looks import canon
from vision.looks.catalogue import BACK, Catalogue, look_of
from vision.looks.matching import WINDOWS, Library
from vision.reader import TableReader
from vision.stopwatch import Stopwatch

DOUBTED = Reading(0, canon.CORNERS * 2 + np.float32(20), 0.9, 1.0, 0.9, 0.05, 1, WINDOWS[0])
PICTURE = Picture(np.zeros((400, 400, 3), np.uint8), 400)


class Scripted(Namer):
    """Answers each try with the next reading; remembers where it was asked."""

    def __init__(self, answers: Sequence[Reading | None]) -> None:
        super().__init__(Library(catalogue(range(1, 3))), NameParams())
        self.answers, self.asked_at = list(answers), list[Floats]()

    def read_again(
        self, picture: Picture, quad: Floats, reading: Reading, known: Sequence[Floats], is_sure: Callable[[Reading], bool]
    ) -> Reading | None:
        self.asked_at.append(quad)
        found = self.answers.pop(0)
        return found if found is not None and is_sure(found) else None


def tried(*answers: Reading | None, doubted: Reading = DOUBTED) -> tuple[Reading, list[Floats]]:
    namer = Scripted(answers)
    return laid_again(namer, PICTURE, doubted, (), lambda one: stands(one, VerdictParams()), AgainParams()), namer.asked_at


def sure(look: int, agreement: float = 0.9) -> Reading:
    return replace(DOUBTED, look=look, margin=0.9, agreement=agreement)


def test_one_sure_try_is_enough_for_the_name_it_nearly_had() -> None:
    found, asked = tried(None, sure(0))
    assert found.look == 0 and found.margin == 0.9 and len(asked) == 2
    assert len(tried(sure(0))[1]) == 1


def test_a_try_that_takes_for_covered_what_was_seen_to_lie_open_is_none() -> None:
    """A card that was never enrolled would bear a name in one of many places; one that shows more has seen more."""
    doubted = replace(DOUBTED, share=0.5, explained=Explained(laid_open=0.2))
    covered = replace(sure(0), share=0.5)
    assert tried(covered, covered, doubted=doubted)[0] is doubted
    assert tried(replace(covered, share=0.9), doubted=doubted)[0].share == 0.9


def test_a_try_of_the_same_name_that_agrees_clearly_worse_is_none() -> None:
    """Laid off its place less of what is wrong shows: a five was read as the six that it is but for a stroke."""
    assert tried(sure(0, 0.82), sure(0, 0.84))[0] is DOUBTED
    assert tried(sure(0, 0.82), sure(0, 0.87))[0].agreement == 0.87


def test_a_try_of_the_same_name_that_shows_clearly_less_is_none() -> None:
    """What is then said to be covered is what spoke against it: an eight in a fan was read as a three by its frame."""
    doubted = replace(DOUBTED, share=0.5)
    assert tried(replace(sure(0), share=0.3), replace(sure(0), share=0.35), doubted=doubted)[0] is doubted
    assert tried(replace(sure(0), share=0.45), doubted=doubted)[0].share == 0.45


def test_another_name_needs_two_that_agree() -> None:
    assert tried(sure(1), None)[0] is DOUBTED and tried(DOUBTED, sure(1))[0] is DOUBTED
    found, asked = tried(sure(1), sure(1, 0.95))
    assert found.look == 1 and found.agreement == 0.95 and len(asked) == 2


@pytest.mark.parametrize("second", [0, 2])
def test_tries_that_are_sure_of_two_names_leave_a_question(second: int) -> None:
    assert tried(sure(1), sure(second))[0] is DOUBTED


def test_tries_begin_a_little_aside_and_none_where_it_lay() -> None:
    asked = tried(None, None)[1]
    off = [float(np.abs(quad - DOUBTED.quad).max()) for quad in asked]
    assert all(1 < far < 0.05 * 2 * canon.HEIGHT for far in off)
    assert len({quad.tobytes() for quad in asked}) == 2


@cache
def with_back() -> Catalogue:
    return Catalogue((*catalogue().looks, look_of(back(), BACK, "card", SIZE_MM)))


class TestACardThatLiesFaceDown:
    """A doubtful face in its place is none: the back is enrolled, and all of it is there."""

    def face_down(self, lying: NDArray[np.uint8], known: Catalogue) -> Reading | None:
        """What is stood for as a back where a card lies, from a doubtful face a little aside of it."""
        table = Table(seed=3)
        quad = table.lay(lying, (200.0, 150.0), turn_deg=4.0)
        doubted = replace(DOUBTED, quad=quad + np.array([6, -4], np.float32))
        picture = Picture(table.picture().rgb, 1280)
        namer = Namer(Library(known), NameParams())
        return face_down(namer, picture, doubted, (), lambda one: stands(one, VerdictParams()), AgainParams())

    def test_is_told_as_such(self) -> None:
        found = self.face_down(back(), with_back())
        assert found is not None and with_back().looks[found.look].id == BACK and found.share > 0.97

    def test_a_face_is_never_taken_for_it(self) -> None:
        assert self.face_down(card("red", 7), with_back()) is None
        assert self.face_down(card("black", 1), with_back()) is None

    def test_nor_is_bare_table(self) -> None:
        assert self.face_down(np.full((450, 300, 3), (70, 100, 80), np.uint8), with_back()) is None

    def test_a_back_that_nobody_showed_is_not_known(self) -> None:
        assert self.face_down(back(), catalogue()) is None


class TestTheOtherWayUp:
    """Read upside down a piece is nearest to another of its design; turned, it is itself."""

    class Turned(Scripted):
        """Answers to `read` as scripted."""

        def read(self, picture: Picture, quad: Floats, look: int, known: Sequence[Floats] = ()) -> Reading | None:
            self.asked_at.append(quad)
            return self.answers.pop(0)

    def turned(self, *answers: Reading | None, size_mm: tuple[float, float] = SIZE_MM) -> tuple[Reading | None, list[Floats]]:
        namer = self.Turned(answers)
        namer.library = Library(Catalogue(tuple(replace(look, size_mm=size_mm) for look in namer.library.catalogue.looks)))
        return other_way_up(namer, PICTURE, DOUBTED, (), lambda one: stands(one, VerdictParams()), AgainParams()), namer.asked_at

    def test_a_sure_name_that_agrees_better_is_believed(self) -> None:
        found, asked = self.turned(sure(1, 0.95))
        assert found is not None and found.look == 1
        assert len(asked) == 1 and (asked[0] == np.roll(DOUBTED.quad, -2, 0)).all()

    def test_one_that_agrees_less_or_is_in_doubt_is_not(self) -> None:
        for answer in (sure(1, 0.85), replace(DOUBTED, agreement=0.95), None):
            assert self.turned(answer)[0] is None

    def test_one_of_which_more_agrees_is_though_that_part_agrees_a_little_less(self) -> None:
        half = replace(DOUBTED, agreement=0.96, share=0.43)
        namer = self.Turned([replace(sure(1, 0.95), share=1.0)])
        found = other_way_up(namer, PICTURE, half, (), lambda one: stands(one, VerdictParams()), AgainParams())
        assert found is not None and found.look == 1

    def test_a_square_piece_may_lie_in_any_of_four_turns(self) -> None:
        found, asked = self.turned(None, sure(1, 0.93), sure(1, 0.95), size_mm=(45.0, 45.0))
        assert found is not None and found.agreement == 0.95 and len(asked) == 3

    def test_two_names_in_two_turns_leave_a_question(self) -> None:
        assert self.turned(sure(0, 0.93), None, sure(1, 0.95), size_mm=(45.0, 45.0))[0] is None

    @pytest.mark.parametrize("turn_deg", [4.0, 184.0])
    def test_a_nine_among_naughts_and_eights_is_read_either_way_up(self, turn_deg: float) -> None:
        cards = {id: np.asarray(one.resize((300, 466)), np.uint8) for id, one, _ in other_decks.colours() if id.startswith("green")}
        reader = TableReader(Catalogue(tuple(look_of(rgb, id, "card", SIZE_MM) for id, rgb in cards.items())))
        namer, search, table = reader._namer, reader._search, Table(seed=3)
        quad = table.lay(np.asarray(cv2.resize(cards["green-9"], (300, 450)), np.uint8), (200.0, 150.0), turn_deg=turn_deg)
        upside_down, picture = np.roll(quad, -2, 0), Picture(table.picture().rgb, 1280)
        doubted = namer.read(picture, upside_down, namer.library.ids.index("green-0"))
        assert doubted is not None and not stands(doubted, VerdictParams())
        found = other_way_up(namer, picture, doubted, (), lambda one: stands(one, VerdictParams()), AgainParams())
        assert found is not None and namer.library.ids[found.look] == "green-9"
        assert search is not None
        again = search._once_more(Search(picture, [], None, [], Stopwatch()), doubted, ())
        assert namer.library.ids[again.look] == "green-9", "so does the reader"


def test_a_look_that_agrees_no_less_is_weighed_though_it_was_not_before() -> None:
    """Laid by another, as half a card first is, a piece may have resembled a dozen looks more than its own."""
    looks, table = catalogue(range(1, 10)), Table(5)
    quad = table.lay(card("red", 6), (130.0, 150.0), 5.0)
    namer, ids = Namer(Library(looks), NameParams()), [look.id for look in looks.looks]
    doubted = replace(DOUBTED, look=ids.index("red-8"), contenders=(ids.index("red-3"),), rival=ids.index("red-5"))
    found = namer.read_again(Picture(table.picture().rgb, 1200), quad, doubted, (), lambda one: True)
    assert found is not None and ids[found.look] == "red-6"
