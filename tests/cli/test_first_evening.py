"""The machine behind the first evening's pages: a real camera (a folder), a real plane, and what is kept of the table."""

import time
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from companion.cli.asked import chosen
from companion.cli.enrolling import enrolled_from
from companion.cli.first_evening import FirstEvening
from companion.cli.opening import OpenTable
from companion.cli.seeing import Seeing, on_the_mat
from companion.cli.table import EVENINGS, _evening, _newest, _unfinished
from companion.cli.table_eyes import TableEyes, opened_for
from companion.cli.zoning import at_this_table, keep_choices, keep_placing, mat_of
from companion.game import CompanionError
from companion.pack import built_in
from companion.snapshot import Source
from companion.web.helper import Begun, Choices, Looked
from companion.zones import Placing, proposed
from tests.vision.token_tables import table, token_catalogue
from vision.frame import Frame
from vision.image.decode import load_frame
from vision.live.reader import LiveReader
from vision.live.views import LiveViews
from vision.observation import Detection, Observation, PlaneFix, Quality
from vision.reader import TableReader
from vision.table.markers import find_markers

PICTURES = Path(__file__).parents[2] / "fixtures" / "recordings" / "buffet_boss"


def never(choices: Choices, pack: Path | None, helper: FirstEvening) -> Begun:
    raise CompanionError("no evening in this test")


def machine(data: Path, camera: Path = PICTURES) -> Seeing:
    found = Seeing(data)
    found.use_camera(opened_for(str(camera))[1])
    return found


def looked(helper: Seeing | FirstEvening) -> Looked:
    """What the camera sees, once it sees something."""
    for _ in range(400):
        if (look := helper.look()) is not None:
            return look
        time.sleep(0.02)
    raise AssertionError("the camera never showed a picture")


@pytest.fixture
def one_picture(tmp_path: Path) -> Path:
    folder = tmp_path / "camera"
    folder.mkdir()
    (folder / "001.jpg").write_bytes((PICTURES / "001.jpg").read_bytes())
    return folder


def test_the_page_is_told_the_plane_that_zones_are_drawn_by(tmp_path: Path, one_picture: Path) -> None:
    helper = machine(tmp_path, one_picture)
    look = looked(helper)
    assert look.found_by == "markers"
    assert len(look.mm_to_px) == 9
    line = next(zone for zone in helper.zones("buffet_boss", "") if zone.key == "line")
    left, near, right, far = line.bounds
    assert look.area_mm[0] < left < right < look.area_mm[2]
    assert look.area_mm[1] < near < far < look.area_mm[3]
    helper.close()


def test_zones_and_markers_are_kept_for_the_next_evening(tmp_path: Path, one_picture: Path) -> None:
    helper = machine(tmp_path, one_picture)
    before = looked(helper).mm_to_px
    assert helper.placing("buffet_boss", "") is None
    zones = tuple(zone.at((10, 20, 300, 100)) if zone.key == "line" else zone for zone in helper.zones("buffet_boss", ""))
    helper.place("buffet_boss", Placing(zones, (0, 0, 500, 300)))
    helper.close()
    again = machine(tmp_path, one_picture)
    assert again.placing("buffet_boss", "") == Placing(zones, (0, 0, 500, 300))
    assert looked(again).mm_to_px == pytest.approx(before, rel=0.02, abs=0.02)
    again.close()


def test_a_reader_that_takes_over_goes_on_in_the_millimetres_of_the_evening(tmp_path: Path) -> None:
    at, frame = np.array([[600.0, 400.0]]), with_a_marker_elsewhere(load_frame(PICTURES / "001.jpg"))
    first = Seeing(tmp_path, "tonight").locate(frame)
    assert first is not None
    partly = without_the_first_marker(frame)
    same, other = (Seeing(tmp_path, evening).locate(partly) for evening in ("tonight", "tomorrow"))
    assert same is not None and other is not None
    assert np.linalg.norm(same.to_mm(at) - first.to_mm(at)) < 1.0
    assert np.linalg.norm(other.to_mm(at) - first.to_mm(at)) > 50, "measured from the first marker that shows"


def test_on_the_printed_mat_another_evening_has_the_same_millimetres_even_if_the_first_marker_does_not_show(tmp_path: Path) -> None:
    at, frame = np.array([[600.0, 400.0]]), load_frame(PICTURES / "001.jpg")
    first, other = Seeing(tmp_path, "tonight").locate(frame), Seeing(tmp_path, "tomorrow").locate(without_the_first_marker(frame))
    assert first is not None and other is not None
    assert np.linalg.norm(other.to_mm(at) - first.to_mm(at)) < 2.0


def without_the_first_marker(frame: Frame) -> Frame:
    """Something grey lies on it."""
    x, y = np.mean(next(one.quad_px for one in find_markers(frame.rgb) if one.id == 0), axis=0)
    rgb = frame.rgb.copy()
    rgb[int(y) - 40 : int(y) + 40, int(x) - 40 : int(x) + 40] = 118
    return replace(frame, rgb=rgb)


def with_a_marker_elsewhere(frame: Frame) -> Frame:
    """The one with the highest number lies 60 pixels nearer to the middle of the table: no such mat is printed."""
    x, y = np.mean(find_markers(frame.rgb)[-1].quad_px, axis=0)
    way = 60 if x < frame.size_px[0] / 2 else -60
    rows, left = slice(int(y) - 30, int(y) + 30), int(x) - 30
    rgb = frame.rgb.copy()
    rgb[rows, left : left + 60] = 118
    rgb[rows, left + way : left + way + 60] = frame.rgb[rows, left : left + 60]
    return replace(frame, rgb=rgb)


def test_the_table_reads_its_mat_only(tmp_path: Path) -> None:
    helper = Seeing(tmp_path)
    helper.place("buffet_boss", Placing((), (0, 0, 100, 100)))
    inside, outside = ((50.0, 50.0), (300.0, 50.0))
    pieces = tuple(
        Detection("card", ((x, y), (x, y), (x, y), (x, y)), "pear", 1.0, quad_mm=((x, y), (x, y), (x, y), (x, y)))
        for x, y in (inside, outside)
    )
    seen = Observation(0.0, (9, 9), Quality(1, 0.5, 0), PlaneFix("markers"), pieces)
    read = on_the_mat(lambda frame, table=None, quality=None, known=None: seen, mat_of(tmp_path, built_in("buffet_boss")))
    frame = load_frame(PICTURES / "001.jpg")
    assert [piece.centre_mm for piece in read(frame).detections] == [inside]
    assert len(on_the_mat(lambda frame, table=None, quality=None, known=None: seen, None)(frame).detections) == 2


def test_the_camera_at_the_side_is_read_where_the_box_has_food(tmp_path: Path, one_picture: Path) -> None:
    art = Path(__file__).parents[2] / "fixtures" / "packs" / "buffet_boss"
    for name, pieces in {"foods": ("cabbage.png,cabbage,food,40,35", "card-cabbage.png,card-cabbage,card,63,88"), "cards": ()}.items():
        folder = tmp_path / name
        folder.mkdir()
        rows = pieces or ("card-pear.png,card-pear,card,63,88",)
        (folder / "pieces.csv").write_text("\n".join(("file,id,kind,width_mm,height_mm", *rows)))
        for row in rows:
            (folder / row.partition(",")[0]).write_bytes((art / row.partition(",")[0]).read_bytes())
        enrolled_from(folder, built_in("buffet_boss"), tmp_path / f"pack-{name}", name, lambda done, total, piece: None)
    helper = Seeing(tmp_path)
    assert isinstance(helper.looking(tmp_path / "pack-foods", None), LiveReader), "nobody named a camera at the side"
    helper.use_side_camera(opened_for(str(one_picture))[1])
    assert isinstance(helper.looking(tmp_path / "pack-foods", None), LiveViews)
    assert isinstance(helper.looking(tmp_path / "pack-cards", None), LiveReader), "nothing to stack"
    for _ in range(400):
        if (picture := helper.picture(is_side=True)) is not None:
            break
        time.sleep(0.02)
    assert picture is not None and helper.picture() is None
    helper.close()


def test_corners_that_are_no_rectangle_are_one_line(tmp_path: Path) -> None:
    helper = Seeing(tmp_path)
    with pytest.raises(CompanionError, match="no rectangle"):
        helper.use_corners(((0, 0), (10, 10), (10, 0), (0, 10)), (100, 100))
    helper.use_corners(((0, 0), (100, 0), (100, 100), (0, 100)), (200, 200))


def test_corners_say_nothing_of_pictures_of_another_size(tmp_path: Path) -> None:
    """A camera that was replaced shows the table elsewhere in its pixels."""
    helper = Seeing(tmp_path)
    helper.use_corners(((0, 0), (100, 0), (100, 100), (0, 100)), (200, 200))
    frames = [Frame(np.full((high, 160, 3), 120, np.uint8), 0.0) for high in (120, 90, 120)]
    assert [helper.locate(frame) is not None for frame in frames] == [True, False, True]


def test_an_evening_goes_on_with_the_zones_it_began_with(tmp_path: Path) -> None:
    rules, box = chosen("buffet_boss", None)
    zones = tuple(zone.at((10, 20, 300, 100)) if zone.key == "line" else zone for zone in proposed(box))
    keep_placing(tmp_path, "buffet_boss", Placing(zones))
    began = _evening(tmp_path, rules, at_this_table(box, tmp_path), ["Ines", "Bruno"], {}, new=True)
    began.close()
    keep_placing(tmp_path, "buffet_boss", None)
    goes_on = _evening(tmp_path, rules, at_this_table(box, tmp_path), ["Ines", "Bruno"], {}, new=False)
    assert goes_on.pack.tables["table_mm"] == began.pack.tables["table_mm"] != box.tables["table_mm"]
    goes_on.close()


def by_hand(deck: str, game: str) -> None:
    """Where the pack of a deck lies: nowhere, the score is kept by hand."""


def test_after_a_power_cut_the_page_offers_the_evening_again(tmp_path: Path) -> None:
    asked = Choices(pin="1234", game="buffet_boss", players=("Ines", "Bruno"))
    assert _unfinished(tmp_path, by_hand) is None
    rules, box = chosen("buffet_boss", None)
    session = _evening(tmp_path / EVENINGS, rules, box, list(asked.players), {}, new=True)
    keep_choices(tmp_path, asked)
    session.act(session.snapshot().legal[0], Source.PAGE)
    seq = session.snapshot().seq
    session.close()
    assert b"1234" not in (tmp_path / "evening.json").read_bytes()
    offered = _unfinished(tmp_path, by_hand)
    assert offered is not None
    assert (offered.players, offered.pin) == (("Ines", "Bruno"), "")
    again = _newest(tmp_path, offered, None)
    assert again is not None
    assert again.snapshot().seq == seq
    again.close()
    (tmp_path / "evening.json").write_text("{")
    assert _unfinished(tmp_path, by_hand) is None


def test_the_page_asks_the_reader_s_process_for_all_that_needs_a_picture(tmp_path: Path, one_picture: Path) -> None:
    eyes = TableEyes(OpenTable(tmp_path))
    try:
        helper = FirstEvening(tmp_path, "http://192.0.2.7:8080/", eyes, never)
        helper.use_camera(str(one_picture), 200)
        assert looked(helper).found_by == "markers" and eyes.has_camera
        picture = helper.picture()
        assert picture is not None and len(eyes.shrink(picture, 100, 100) or picture) < len(picture)
        assert helper.boxes.now() is None and helper.decks("buffet_boss")[-1].title == "print and play"
        for what, said in {
            lambda: helper.use_corners(((0, 0), (10, 10), (10, 0), (0, 10)), (100, 100)): "no rectangle",
            lambda: helper.add_deck(b"none", "buffet_boss"): "neither a folder nor a readable zip",
            lambda: helper.trial("buffet_boss", ""): "no box was chosen",
            lambda: helper.boxes.box().skip(): "no box is being shown",
            helper.go_on: "no evening is unfinished",
        }.items():
            with pytest.raises(CompanionError, match=said):
                what()
    finally:
        eyes.close()
    assert [part.name for part in tmp_path.glob("films/*/*")] == ["film-000001.mkv"]


def test_a_trial_tells_first_which_tokens_this_light_does_not_tell_apart(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    seeing = Seeing(tmp_path)
    monkeypatch.setattr(seeing.shelf, "deck_path", lambda deck, game: tmp_path / "box.zip")
    monkeypatch.setattr(seeing, "reader", lambda path: TableReader(token_catalogue()))
    tables = [table([], lamp=lamp) for lamp in ((0.9, 0.08, 0.004), (0.6, 0.6, 0.6))]
    monkeypatch.setattr(seeing, "locate", lambda frame: tables[0][1])
    frames = [frame for frame, _ in tables]
    monkeypatch.setattr(seeing, "_newest", lambda: frames.pop(0))
    red, white = (seeing.trial("surrealist_dinner_party", "mine").quality.advice for _ in range(2))
    assert "the light is too red to tell them apart; use a white lamp or daylight" in red[0]
    assert not any("tell them apart" in line for line in white)
