"""`companion read --letters`: the contract's answer, and bad input told in a line."""

import json
from pathlib import Path

import cv2
import pytest
from click.testing import CliRunner

from companion.cli import _explained, cli
from tests.vision.letterart import board, on_table

ROWS = ["......", ".TABLE", "......", "......", "......", "......"]


@pytest.fixture(scope="module")
def photo(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("letters") / "board.png"
    cv2.imwrite(str(path), cv2.cvtColor(on_table(*board(ROWS))[0], cv2.COLOR_RGB2BGR))
    return path


def answer(*args: str) -> dict[str, object]:
    result = CliRunner().invoke(cli, ["read", *args, "--json"])
    assert result.exit_code == 0, result.output
    document = json.loads(result.stdout)
    assert isinstance(document, dict)
    return document


def refusal(*args: str) -> str:
    result = CliRunner().invoke(cli, ["read", *args], standalone_mode=False)
    assert isinstance(result.exception, Exception)
    message, code = _explained(result.exception)
    assert code == 2
    assert "\n" not in message
    return message


def test_a_board_is_answered_as_board(photo: Path) -> None:
    seen = answer(str(photo), "--letters", "--grid", "6x6")
    found = seen["board"]
    assert isinstance(found, dict)
    assert (found["rows"], found["cols"]) == (6, 6)
    assert len(found["corners_px"]) == 4
    assert [len(row) for row in found["letters"]] == [6] * 6
    assert set(found["letters"][0] + found["letters"][3]) == {"."}
    assert seen["pieces"] == []


def test_the_first_line_tells_what_was_read_of_a_board(photo: Path) -> None:
    result = CliRunner().invoke(cli, ["read", str(photo), "--letters", "--grid", "6x6"])
    first = result.stdout.splitlines()[0]
    assert "a board of 6 x 6, 5 letters read, 0 unsure" in first and "named" not in first


def test_given_corners_are_kept(photo: Path) -> None:
    corners = on_table(*board(ROWS))[1]
    seen = answer(str(photo), "--letters", "--grid", "6x6", "--corners", ",".join(f"{v:.1f}" for v in corners.ravel()))
    found = seen["board"]
    assert isinstance(found, dict)
    for there, given in zip(found["corners_px"], corners, strict=True):
        assert there == pytest.approx(list(given), abs=0.2)


def test_without_a_grid_loose_tiles_are_pieces(photo: Path) -> None:
    seen = answer(str(photo), "--letters", "--alphabet", "ÄÖÜ")
    assert seen["board"] is None
    pieces = seen["pieces"]
    assert isinstance(pieces, list)
    assert all(piece["kind"] == "tile" and len(piece["id"]) == 1 for piece in pieces)


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (["--letters", "--grid", "15"], "--grid '15'"),
        (["--letters", "--grid", "0x5"], "1 to 40"),
        (["--letters", "--grid", "99x99"], "1 to 40"),
        (["--letters", "--corners", "1,2,3,4,5,6,7,8"], "of which board"),
        (["--letters", "--grid", "5x5", "--corners", "1,2,3"], "eight numbers"),
        (["--letters", "--grid", "5x5", "--corners", "0,0,1,1,x,1,0,1"], "eight numbers"),
        (["--letters", "--grid", "5x5", "--corners", "0,0,nan,0,9,9,0,9"], "eight numbers"),
        (["--letters", "--grid", "5x5", "--corners", "0,0,0,0,0,0,0,0"], "span no board"),
        (["--letters", "--alphabet", "Ω"], "Ω"),
        (["--grid", "5x5"], "go with --letters"),
        (["--alphabet", "AB"], "go with --letters"),
    ],
)
def test_what_cannot_be_meant_is_told(photo: Path, options: list[str], words: str) -> None:
    assert words in refusal(str(photo), *options)


def test_without_a_pack_a_games_board_is_read_letter_by_letter() -> None:
    picture = Path(__file__).parents[2] / "fixtures" / "recordings" / "word_buffet" / "001.jpg"
    found = answer(str(picture), "--game", "word_buffet")["board"]
    assert isinstance(found, dict)
    assert found["letters"][0] == "RELFEAICEJHAHTI"
    assert sum(sign.isalpha() for row in found["letters"] for sign in row) >= 200
