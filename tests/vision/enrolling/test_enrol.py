"""The owner's pictures become a catalogue; what is wrong with a folder is said in one line."""

from pathlib import Path

import cv2
import numpy as np
import pytest

from tests.vision.deck import INKS, SIZE_PX, card, write_pictures
from vision.enrolling.enrol import EnrolError, enrol

HEAD = "file,id,kind,width_mm,height_mm\n"


def folder_with(tmp_path: Path, text: str) -> Path:
    write_pictures(tmp_path / "cards", {"red-1": card("red", 1), "red-2": card("red", 2)})
    (tmp_path / "cards" / "pieces.csv").write_text(text, encoding="utf-8")
    return tmp_path / "cards"


def test_pieces_come_with_their_attributes_and_looks(tmp_path: Path) -> None:
    write_pictures(tmp_path / "cards", {f"{ink}-{n}": card(ink, n) for ink in INKS for n in (6, 9)})
    told: list[tuple[int, int, str]] = []
    found = enrol(tmp_path / "cards", lambda done, total, name: told.append((done, total, name)))
    assert found.catalogue.ids == tuple(p.id for p in found.pieces)
    assert found.pieces[0].attributes == {"ink": "red", "number": "6"}
    assert found.pieces[0].size_mm == (60.0, 90.0)
    assert [t[0] for t in told] == list(range(1, 9))


def test_the_report_names_the_pieces_that_look_alike(tmp_path: Path) -> None:
    almost = card("red", 1).copy()
    cv2.circle(almost, (60, 400), 2, (200, 40, 40), -1)
    write_pictures(tmp_path / "cards", {"red-1": card("red", 1), "red-7": almost, "blue-3": card("blue", 3)})
    report = enrol(tmp_path / "cards").report
    assert {report.pairs[0].first, report.pairs[0].second} == {"red-1", "red-7"}
    assert "cannot be told apart" in report.lines()[1]
    assert report.as_json()["pieces"] == 3


def test_a_photo_on_plain_ground_is_cut_at_the_piece(tmp_path: Path) -> None:
    ground = np.full((1200, 1600, 3), (90, 110, 95), np.uint8)
    source = np.array([[0, 0], [SIZE_PX[0], 0], [SIZE_PX[0], SIZE_PX[1]], [0, SIZE_PX[1]]], np.float32)
    place = np.array([[520, 200], [960, 230], [930, 890], [490, 860]], np.float32)
    move = cv2.getPerspectiveTransform(source, place)
    cv2.warpPerspective(card("green", 4), move, (1600, 1200), dst=ground, borderMode=cv2.BORDER_TRANSPARENT)
    write_pictures(tmp_path / "scans", {"green-4": card("green", 4)})
    write_pictures(tmp_path / "photos", {"green-4": ground})
    scan, photo = (enrol(tmp_path / name).catalogue.looks[0].edges.astype(float).ravel() for name in ("scans", "photos"))
    assert scan @ photo / np.linalg.norm(scan) / np.linalg.norm(photo) > 0.8


def test_several_looks_of_one_piece(tmp_path: Path) -> None:
    folder = folder_with(tmp_path, HEAD + "red-1.png,one,card,60,90\nred-2.png,one,card,60,90\n")
    found = enrol(folder)
    assert (len(found.pieces), len(found.catalogue.looks)) == (1, 2)


def test_a_token_with_a_colour_needs_no_picture(tmp_path: Path) -> None:
    folder = folder_with(tmp_path, "file,id,kind,width_mm,height_mm,color\n,wine,token,20,20,red\nred-1.png,a,card,60,90,\n")
    found = enrol(folder)
    assert [p.id for p in found.pieces] == ["wine", "a"]
    assert found.catalogue.ids == ("a",)


FAULTS = {
    "file,id,kind,width_mm\nred-1.png,a,card,60\n": "no column 'height_mm'",
    HEAD: "no piece",
    HEAD + "red-1.png,a,card,60\n": "pieces.csv:2: not as many cells",
    HEAD + "red-1.png,,card,60,90\n": "is no id",
    HEAD + "red-1.png,a,dragon,60,90\n": "kind 'dragon'",
    HEAD + "red-1.png,a,card,wide,90\n": "width_mm is 'wide'",
    HEAD + "red-1.png,a,card,nan,90\n": "width_mm is 'nan'",
    HEAD + "red-1.png,a,card,60,90\nred-2.png,a,card,61,90\n": "pieces.csv:3: 'a' has size",
    HEAD + "red-1.png,a,card,60,90\nred-1.png,b,card,60,90\n": "same picture as red-1.png",
    HEAD + "lost.png,a,card,60,90\n": "lost.png cannot be read",
    HEAD + "pieces.csv,a,card,60,90\n": "pieces.csv",
    HEAD + "../../etc/passwd,a,card,60,90\n": "lies outside",
    HEAD + ",a,card,60,90\n": "no file",
}


@pytest.mark.parametrize(("text", "told"), FAULTS.items(), ids=list(FAULTS.values()))
def test_a_wrong_folder_is_refused_in_one_line(tmp_path: Path, text: str, told: str) -> None:
    with pytest.raises(EnrolError) as refused:
        enrol(folder_with(tmp_path, text))
    assert told in str(refused.value)
    assert "\n" not in str(refused.value)


def test_contradictory_attributes_are_refused(tmp_path: Path) -> None:
    head = "file,id,kind,width_mm,height_mm,suit\n"
    folder = folder_with(tmp_path, head + "red-1.png,a,card,60,90,hearts\nred-2.png,a,card,60,90,clubs\n")
    with pytest.raises(EnrolError, match="'a' has suit 'clubs', but 'hearts'"):
        enrol(folder)


def test_no_folder_and_no_table(tmp_path: Path) -> None:
    with pytest.raises(EnrolError, match="no such folder"):
        enrol(tmp_path / "nowhere")
    with pytest.raises(EnrolError, match="missing; write one line per picture"):
        enrol(tmp_path)


def test_a_token_without_a_picture_looks_like_its_color(tmp_path: Path) -> None:
    folder = folder_with(tmp_path, "file,id,kind,width_mm,height_mm,color\n,wine,token,20,20,#8a1f3d\nred-1.png,a,card,60,90,\n")
    wine = next(look for look in enrol(folder).catalogue.looks if look.id == "wine")
    assert (wine.kind, wine.colours[5, 5].tolist()) == ("token", [0x8A, 0x1F, 0x3D])


def test_a_die_is_a_piece_without_a_picture_and_without_a_look(tmp_path: Path) -> None:
    found = enrol(folder_with(tmp_path, HEAD + "red-1.png,red-1,card,60,90\n,appetite-counter,die,16,16\n"))
    assert [(piece.id, piece.kind) for piece in found.pieces] == [("red-1", "card"), ("appetite-counter", "die")]
    assert found.catalogue.ids == ("red-1",)


def test_a_picture_of_a_die_is_a_look_of_what_its_face_stands_for(tmp_path: Path) -> None:
    found = enrol(folder_with(tmp_path, HEAD + "red-1.png,die-6,die,16,16\n"))
    assert [(look.id, look.kind) for look in found.catalogue.looks] == [("die-6", "die")]
