"""One card after another under the camera, or a folder of photographs: labels are proposed, a person confirms."""

from pathlib import Path

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from tests.vision.deck import SIZE_PX, card
from tests.vision.lettering import write
from vision.enrolling.clarity import Flaw
from vision.enrolling.enrol import EnrolError, enrol
from vision.enrolling.showing import Showing, Wanted, is_same, label_folder, save
from vision.enrolling.text import can_read, number, propose
from vision.frame import Frame
from vision.observation import NotReady

SIZE_MM = (60.0, 90.0)
GROUND = (90, 110, 95)


def photo(flat: NDArray[np.uint8] | None, shift: int = 0) -> Frame:
    """A card on plain ground, seen a little from the side; None: the bare ground."""
    picture = np.full((900, 1200, 3), GROUND, np.uint8)
    if flat is not None:
        source = np.array([[0, 0], [SIZE_PX[0], 0], [SIZE_PX[0], SIZE_PX[1]], [0, SIZE_PX[1]]], np.float32)
        place = np.array([[420, 150], [760, 160], [750, 670], [410, 655]], np.float32) + shift
        move = cv2.getPerspectiveTransform(source, place)
        cv2.warpPerspective(flat, move, (1200, 900), dst=picture, borderMode=cv2.BORDER_TRANSPARENT)
    return Frame(picture, 0.0)


def numbered(rgb: NDArray[np.uint8], taken: frozenset[str]) -> str:
    return f"card-{len(taken) + 1}"


def test_cards_are_proposed_one_after_another() -> None:
    showing = Showing(SIZE_MM)
    showing = showing.seen(photo(None), None, numbered)
    assert showing.wanted is Wanted.CARD and showing.proposal is None
    showing = showing.seen(photo(card("red", 1)), NotReady.HAND, numbered)
    assert showing.wanted is Wanted.HOLD and showing.proposal is None
    showing = showing.seen(photo(card("red", 1)), None, numbered)
    assert showing.wanted is Wanted.LABEL and showing.proposal is not None and showing.proposal.id == "card-1"
    showing = showing.accept("red-1")
    assert [one.id for one in showing.shown] == ["red-1"]
    showing = showing.seen(photo(card("red", 1), 4), None, numbered)
    assert showing.wanted is Wanted.NEXT and showing.proposal is None
    showing = showing.seen(photo(card("blue", 7)), None, numbered).accept()
    assert [one.id for one in showing.shown] == ["red-1", "card-2"]


def test_a_proposal_waits_for_its_answer() -> None:
    asked = Showing(SIZE_MM).seen(photo(card("red", 1)), None, numbered)
    assert asked.seen(photo(card("blue", 2)), None, numbered) is asked


def test_skip_and_undo() -> None:
    showing = Showing(SIZE_MM).seen(photo(card("red", 1)), None, numbered).skip()
    assert showing.seen(photo(card("red", 1)), None, numbered).proposal is None
    showing = showing.seen(photo(card("red", 2)), None, numbered).accept("two").undo()
    assert showing.shown == ()
    assert showing.seen(photo(card("red", 2)), None, numbered).proposal is not None


def test_the_same_card_may_be_shown_again_after_it_was_taken_away() -> None:
    showing = Showing(SIZE_MM).seen(photo(card("red", 1)), None, numbered).accept("one")
    again = showing.seen(photo(None), None, numbered).seen(photo(card("red", 1)), None, numbered)
    assert again.proposal is not None


@pytest.mark.parametrize("name", ["", "  ", "x" * 81, "a\nb"])
def test_bad_ids_are_refused_and_the_question_stays(name: str) -> None:
    showing = Showing(SIZE_MM).seen(photo(card("red", 1)), None, numbered)
    with pytest.raises(EnrolError, match="is no id"):
        showing.accept(name)
    assert showing.proposal is not None


def test_a_picture_that_had_better_be_taken_again_says_so() -> None:
    asked = Showing(SIZE_MM).seen(photo(card("red", 1)), None, numbered)
    assert asked.proposal is not None and asked.proposal.flaw is None
    soft = Frame(np.asarray(cv2.GaussianBlur(photo(card("red", 1)).rgb, (0, 0), 5), np.uint8), 0.0)
    asked = Showing(SIZE_MM).seen(soft, None, numbered)
    assert asked.proposal is not None and asked.proposal.flaw is Flaw.BLUR
    assert asked.accept("one").shown[0].flaw is Flaw.BLUR, "it is said, not refused"


def test_nothing_to_accept() -> None:
    with pytest.raises(EnrolError, match="no card lies there"):
        Showing(SIZE_MM).accept("one")


def test_cards_that_differ_by_one_number_are_not_the_same() -> None:
    assert is_same(card("red", 6), card("red", 6)[::-1, ::-1])
    assert not is_same(card("red", 6), card("red", 9))
    assert not is_same(card("red", 6), card("blue", 6))


def test_what_was_shown_can_be_enrolled(tmp_path: Path) -> None:
    showing = Showing(SIZE_MM)
    for n, ink in ((1, "red"), (7, "blue")):
        showing = showing.seen(photo(card(ink, n)), None, numbered).accept(f"{ink}-{n}")
    table = save(showing, tmp_path / "shown")
    assert table.read_text().splitlines()[1] == "001.png,red-1,card,60,90"
    assert enrol(tmp_path / "shown").catalogue.ids == ("red-1", "blue-7")
    with pytest.raises(EnrolError, match="is there already"):
        save(showing, tmp_path / "shown")
    with pytest.raises(EnrolError, match="no card was shown"):
        save(Showing(SIZE_MM), tmp_path / "none")


def test_a_folder_of_photographs_is_labelled(tmp_path: Path) -> None:
    for name, flat in (("a", card("red", 1)), ("b", card("blue", 2))):
        cv2.imwrite(str(tmp_path / f"{name}.png"), photo(flat).rgb[..., ::-1])
    (tmp_path / "notes.txt").write_text("no picture")
    assert label_folder(tmp_path, SIZE_MM, numbered) == {"a.png": "card-1", "b.png": "card-2"}
    assert enrol(tmp_path).catalogue.ids == ("card-1", "card-2")
    with pytest.raises(EnrolError, match="is there already"):
        label_folder(tmp_path, SIZE_MM, numbered)


def test_a_folder_without_pictures(tmp_path: Path) -> None:
    with pytest.raises(EnrolError, match="holds no picture"):
        label_folder(tmp_path, SIZE_MM, numbered)
    (tmp_path / "torn.jpg").write_bytes(b"\xff\xd8\xff")
    with pytest.raises(EnrolError, match=r"torn\.jpg"):
        label_folder(tmp_path, SIZE_MM, numbered)


def printed(title: str, rank: str) -> NDArray[np.uint8]:
    flat = np.full((880, 630, 3), 245, np.uint8)
    write(flat, title, (270, 68), 46, (20, 20, 20), 2)
    write(flat, rank, (58, 80), 62, (20, 20, 20), 4)
    cv2.circle(flat, (315, 480), 150, (180, 60, 50), cv2.FILLED)
    return flat


@pytest.mark.skipif(not can_read(), reason="tesseract is not installed")
class TestWhatIsPrinted:
    def test_title_and_number_make_the_label(self) -> None:
        assert propose(printed("Lantern", "7")) == "lantern-7"

    def test_labels_that_are_taken_get_a_number(self) -> None:
        flat = printed("Lantern", "7")
        assert propose(flat, {"lantern-7"}) == "lantern-7-2"

    def test_a_blank_card_gets_a_number(self) -> None:
        blank = np.full((880, 630, 3), 245, np.uint8)
        assert number(blank) is None
        assert propose(blank, {"card-1"}) == "card-2"
