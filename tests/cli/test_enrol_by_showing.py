"""`companion enrol` without pieces.csv, and with a camera: a person's answers become a folder of pictures and a pack."""

from pathlib import Path

import click
import cv2
import pytest
from click.testing import CliRunner

from companion.cli.enrolling import answered, enrol, show_box
from companion.pack import load
from hw.eye import CameraError
from tests.vision.deck import card
from tests.vision.enrolling.test_showing import SIZE_MM, numbered, photo
from vision.enrolling.enrol import EnrolError
from vision.enrolling.showing import Showing


def test_photographs_without_a_table_become_a_pack(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("companion.cli.enrolling.propose", numbered)
    folder = tmp_path / "photos"
    folder.mkdir()
    for name, flat in (("a", card("red", 1)), ("b", card("blue", 2))):
        cv2.imwrite(str(folder / f"{name}.png"), photo(flat).rgb[..., ::-1])
    result = CliRunner().invoke(enrol, ["--pictures", str(folder), "--propose", "--size", "60x90", "--out", str(tmp_path / "pack")])
    assert result.exit_code == 0, result.output
    assert "check them" in result.stderr
    assert (folder / "pieces.csv").read_text().splitlines()[1:] == ["a.png,card-1,card,60,90", "b.png,card-2,card,60,90"]
    assert [piece.id for piece in load(tmp_path / "pack")[0].pieces] == ["card-1", "card-2"]


def test_a_size_that_is_none(tmp_path: Path) -> None:
    result = CliRunner().invoke(enrol, ["--pictures", str(tmp_path), "--propose", "--size", "large", "--out", str(tmp_path / "pack")])
    assert result.exit_code == 2
    assert "63x88" in result.stderr


def test_a_folder_that_is_enrolled_already_is_not_shown_over(tmp_path: Path) -> None:
    (tmp_path / "pieces.csv").write_text("mine")
    with pytest.raises(EnrolError, match="is there already"):
        show_box("auto", SIZE_MM, tmp_path)


def test_answers_at_the_terminal() -> None:
    asked = Showing(SIZE_MM).seen(photo(card("red", 1)), None, numbered)
    assert [one.id for one in answered(asked, "").shown] == ["card-1"]
    assert [one.id for one in answered(asked, "red-1").shown] == ["red-1"]
    assert answered(asked, "s").shown == () and answered(asked, "s").proposal is None
    assert answered(answered(asked, ""), "u").shown == ()


def test_cards_shown_to_a_camera_one_after_another(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The camera is a folder that gives each picture once; each is taken for still."""
    monkeypatch.setattr("companion.cli.enrolling.propose", numbered)
    monkeypatch.setattr("companion.cli.enrolling.watching", lambda: lambda frame: None)
    camera = tmp_path / "camera"
    camera.mkdir()
    for n, flat in enumerate((card("red", 1), card("blue", 7), card("green", 5))):
        cv2.imwrite(str(camera / f"{n}.png"), photo(flat).rgb[..., ::-1])
    answers = iter(["", "x" * 99, "blue-7", "d"])  # a label that is none is asked for again
    show_box(str(camera), SIZE_MM, tmp_path / "shown", lambda question: next(answers))
    assert (tmp_path / "shown" / "pieces.csv").read_text().splitlines()[1:] == ["001.png,card-1,card,60,90", "002.png,blue-7,card,60,90"]


@pytest.mark.parametrize("end", [click.Abort(), CameraError("usb:0: gives no picture any more")])
def test_whoever_stops_is_told_what_was_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], end: Exception
) -> None:
    monkeypatch.setattr("companion.cli.enrolling.propose", numbered)
    monkeypatch.setattr("companion.cli.enrolling.watching", lambda: lambda frame: None)
    camera, shown = tmp_path / "camera", tmp_path / "shown"
    camera.mkdir()
    for n, flat in enumerate((card("red", 1), card("blue", 7))):
        cv2.imwrite(str(camera / f"{n}.png"), photo(flat).rgb[..., ::-1])

    def once(question: str) -> str:
        if "card 2" in question:
            raise end
        return "red-1"

    with pytest.raises(type(end)):
        show_box(str(camera), SIZE_MM, shown, once)
    assert (shown / "pieces.csv").read_text().splitlines()[1:] == ["001.png,red-1,card,60,90"]
    assert f"the card that was shown is kept in {shown}; `companion enrol` without --camera" in capsys.readouterr().err


def test_a_camera_that_shows_nothing_is_stopped_in_one_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def stopped(seconds: float) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("hw.camera.time.sleep", stopped)
    (tmp_path / "camera").mkdir()
    with pytest.raises(KeyboardInterrupt):
        show_box(str(tmp_path / "camera"), SIZE_MM, tmp_path / "shown")
    asked, told = capsys.readouterr().err.splitlines()
    assert asked == "lay one card under the camera, on a plain ground (Ctrl-C stops)"
    assert told == "Stopped: no card was shown, so nothing is kept."
    assert not (tmp_path / "shown").exists()
