"""Where commands write: looked at before the work begins, all of it or nothing, and never in the place of what is somebody's."""

import json
import shutil
from pathlib import Path

import pytest

from companion.mat import mat
from companion.pack import built_in
from companion.whole import filled, scratch_for, write_whole
from tests.cli.in_process import CommandLine

ROOT = Path(__file__).parents[2]
ART = ROOT / "fixtures" / "packs" / "appetite"
SIX, SEVEN = ART / "lunches-6.png", ART / "lunches-7.png"
NO_PLACES = ["/proc/nowhere", "{file}", "{file}/below", "{link}"]
"""Folders in which nothing can be written: by nobody, a file, below a file, a link to nothing."""


@pytest.fixture(params=NO_PLACES)
def no_place(tmp_path: Path, request: pytest.FixtureRequest) -> str:
    (tmp_path / "letter.txt").write_text("Dear Ines")
    (tmp_path / "link").symlink_to(tmp_path / "gone")
    return str(request.param).format(file=tmp_path / "letter.txt", link=tmp_path / "link")


def labelled(folder: Path) -> Path:
    """A set of one picture."""
    folder.mkdir()
    shutil.copy(SIX, folder)
    quad = [[0, 0], [630, 0], [630, 880], [0, 880]]
    image = {"file": SIX.name, "pieces": [{"id": "lunches-6", "kind": "card", "quad_px": quad}]}
    (folder / "labels.json").write_text(json.dumps({"schema": 1, "images": [image]}))
    return folder


def to_enrol(folder: Path, has_table: bool = True) -> Path:
    """A folder of one card."""
    folder.mkdir()
    shutil.copy(SIX, folder)
    if has_table:
        (folder / "pieces.csv").write_text(f"file,id,kind,width_mm,height_mm\n{SIX.name},six,card,63,88\n")
    return folder


def test_a_place_that_cannot_be_written_is_told_before_pictures_are_read(run: CommandLine, tmp_path: Path, no_place: str) -> None:
    run.refused("read", tmp_path / "nowhere.jpg", "--annotate", no_place, says=("--annotate", no_place))
    run.refused("evaluate", tmp_path / "nothing", "--pack", "none", "--page", no_place, says=("--page",))
    run.refused("replay", tmp_path, "--labels", no_place, says=("--labels", no_place))


def test_a_place_that_cannot_be_written_is_told_before_a_box_is_enrolled(run: CommandLine, tmp_path: Path, no_place: str) -> None:
    pictures = to_enrol(tmp_path / "pictures", has_table=False)
    run.refused("enrol", "--pictures", pictures, "--propose", "--out", f"{no_place}/pack", says=("--out", no_place))
    run.refused("enrol", "--pictures", no_place, "--propose", "--out", tmp_path / "pack", says=("--pictures", no_place))
    assert [each.name for each in pictures.iterdir()] == [SIX.name], "labels were read before the place was looked at"


def test_a_mat_is_written_to_a_file_that_can_be_written(run: CommandLine, tmp_path: Path) -> None:
    (tmp_path / "letter.txt").write_text("Dear Ines")
    for place, why in (("nowhere/mat.pdf", "no folder"), ("letter.txt/mat.pdf", "no folder"), ("", "directory")):
        run.refused("mat", "--game", "appetite", "--out", tmp_path / place, says=("--out", tmp_path / place, why))
    run.refused("mat", "--game", "appetite", "--out", "/proc/mat.pdf", says=("--out", "/proc"))


def test_a_photograph_is_not_replaced_by_what_was_drawn_on_it(run: CommandLine, tmp_path: Path, appetite_pack: Path) -> None:
    photos = tmp_path / "photos"
    photos.mkdir()
    shutil.copy(ROOT / "fixtures" / "recordings" / "appetite" / "001.jpg", photos / "a.jpg")
    before = (photos / "a.jpg").read_bytes()
    words = ("read", photos / "a.jpg", "--pack", appetite_pack, "--annotate")
    run.refused(*words, photos, says=("--annotate", photos / "a.jpg", "is there already"))
    assert (photos / "a.jpg").read_bytes() == before
    for _ in ("a new one", "in the place of our own"):
        assert run(*words, tmp_path / "drawn").code == 0
    assert [each.name for each in (tmp_path / "drawn").iterdir()] == ["a.jpg"]


def test_of_pictures_that_are_not_all_read_none_is_drawn_on(run: CommandLine, tmp_path: Path, appetite_pack: Path) -> None:
    (tmp_path / "text.jpg").write_text("no")
    run.refused("read", SIX, tmp_path / "text.jpg", "--pack", appetite_pack, "--annotate", tmp_path / "drawn", says=("text.jpg",))
    assert [each.name for each in tmp_path.iterdir()] == ["text.jpg"]


@pytest.mark.parametrize("theirs", ["index.html", "evaluation.json", "crops/beach.jpg", "pairs/beach.jpg"])
def test_somebodys_page_is_not_replaced(run: CommandLine, tmp_path: Path, appetite_pack: Path, theirs: str) -> None:
    page = tmp_path / "page"
    (page / theirs).parent.mkdir(parents=True)
    (page / theirs).write_text("<!doctype html>\n<title>Our holidays</title>")
    run.refused("evaluate", labelled(tmp_path / "set"), "--pack", appetite_pack, "--page", page, says=("--page", theirs.split("/")[0]))
    assert [each.relative_to(page).as_posix() for each in page.rglob("*") if each.is_file()] == [theirs]


def test_an_earlier_page_is_replaced(run: CommandLine, tmp_path: Path, appetite_pack: Path) -> None:
    words = ("evaluate", labelled(tmp_path / "set"), "--pack", appetite_pack, "--page", tmp_path / "page")
    assert run(*words).code == 0
    again = run(*words)
    assert again.code == 0 and str(tmp_path / "page" / "index.html") in again.stdout
    assert (
        {"index.html", "evaluation.json"}
        <= {each.name for each in (tmp_path / "page").iterdir()}
        <= {*("index.html", "evaluation.json", "crops", "pairs")}
    )


def test_only_a_mat_is_replaced_by_a_mat(run: CommandLine, tmp_path: Path) -> None:
    words = ("mat", "--game", "appetite", "--out")
    for place in ("thesis.pdf", "photo.jpg"):
        (tmp_path / place).write_bytes(b"%PDF-1.4 /Title (On Appetite)")
        run.refused(*words, tmp_path / place, says=("--out", tmp_path / place, "is there already"))
        assert (tmp_path / place).read_bytes() == b"%PDF-1.4 /Title (On Appetite)"
    for game in ("word_buffet", "appetite"):
        assert run("mat", "--game", game, "--out", tmp_path / "mat.pdf").code == 0
    assert (tmp_path / "mat.pdf").read_bytes() == mat(built_in("appetite"))
    assert run(*words, "/dev/null").code == 0 and Path("/dev/null").is_char_device()


def test_a_pack_is_not_enrolled_over_something_else(run: CommandLine, tmp_path: Path) -> None:
    (tmp_path / "holiday.zip").write_bytes(b"PK\3\4 a zip of photographs")
    pictures = to_enrol(tmp_path / "pictures", has_table=False)
    words = ("enrol", "--pictures", pictures, "--propose", "--out", tmp_path / "holiday.zip")
    run.refused(*words, says=("holiday.zip", "is no pack"))
    assert (tmp_path / "holiday.zip").read_bytes() == b"PK\3\4 a zip of photographs"
    assert not (pictures / "pieces.csv").exists()


def test_pictures_of_a_box_are_not_mixed_with_others(run: CommandLine, tmp_path: Path) -> None:
    pictures = tmp_path / "pictures"
    pictures.mkdir()
    shutil.copy(SIX, pictures / "001.png")
    run.refused("enrol", "--camera", SIX, "--pictures", pictures, "--out", tmp_path / "pack", says=("001.png", "is there already"))


def test_a_folder_is_filled_or_left_as_it_was(tmp_path: Path) -> None:
    (tmp_path / "there").mkdir()
    (tmp_path / "there" / "old").write_text("old")
    for folder in (tmp_path / "there", tmp_path / "new" / "one"):
        with pytest.raises(ValueError, match="in the middle"), filled(folder) as new:
            (new / "old").write_text("new")
            raise ValueError("in the middle")
    assert [each.relative_to(tmp_path).as_posix() for each in sorted(tmp_path.rglob("*"))] == ["there", "there/old"]
    assert (tmp_path / "there" / "old").read_text() == "old"
    with filled(tmp_path / "new" / "one") as new:
        (new / "below").mkdir()
        (new / "below" / "file").write_text("x")
    assert (tmp_path / "new" / "one" / "below" / "file").read_text() == "x"


def test_a_fault_of_the_disk_names_what_people_know(tmp_path: Path) -> None:
    with pytest.raises(OSError, match="pack") as fault, scratch_for(tmp_path / "pack") as scratch:
        (scratch / "nowhere" / "file").write_text("x")
    assert fault.value.filename == str(tmp_path / "pack") and list(tmp_path.iterdir()) == []


def test_a_file_goes_into_what_a_link_names(tmp_path: Path) -> None:
    (tmp_path / "link").symlink_to(tmp_path / "file")
    write_whole(tmp_path / "link", b"x")
    assert (tmp_path / "link").is_symlink() and (tmp_path / "file").read_bytes() == b"x"
