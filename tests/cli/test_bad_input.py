"""Bad input: exit 2 (or 1 where the machine is at fault), one line that says what and where, no trace, nothing half-written."""

import json
import resource
import shutil
import socket
import subprocess
import sys
import zlib
from collections.abc import Callable
from pathlib import Path

import cv2
import numpy as np
import pytest

from companion.store import DATABASE, Store
from tests.cli.in_process import CommandLine, Ended

ROOT = Path(__file__).parents[2]
ART = ROOT / "fixtures" / "packs" / "appetite"


def companion(*words: object, preexec: Callable[[], None] | None = None) -> Ended:
    """The command as a user starts it, where the process matters: what the machine refuses it, what libraries print past Python."""
    command = [sys.executable, "-m", "companion", *map(str, words)]
    ended = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=120, preexec_fn=preexec)
    return Ended(ended.returncode, ended.stdout, ended.stderr)


def refused(result: Ended, *says: str, code: int = 2) -> None:
    assert result.code == code, result.stderr
    assert result.stdout == ""
    lines = [line for line in result.stderr.splitlines() if line.strip()]
    assert len(lines) == 1 and lines[0].startswith("companion: "), result.stderr
    assert all(word in lines[0] for word in says) and "a fault of ours" not in lines[0], lines[0]


def png(width: int, height: int) -> bytes:
    """The start of a PNG that says it is so large, with a little content."""

    def chunk(kind: bytes, content: bytes) -> bytes:
        return len(content).to_bytes(4) + kind + content + zlib.crc32(kind + content).to_bytes(4)

    header = width.to_bytes(4) + height.to_bytes(4) + bytes([8, 2, 0, 0, 0])
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", zlib.compress(b"\0" * 100)) + chunk(b"IEND", b"")


def jpeg() -> bytes:
    noise = np.random.default_rng(1).integers(0, 255, (200, 300, 3), np.uint8)
    return bytes(cv2.imencode(".jpg", noise)[1])


BAD_PICTURES = {
    "empty.jpg": b"",
    "truncated.jpg": jpeg()[:4000],
    "truncated.png": png(300, 200)[:60],
    "text.jpg": b"This is a letter to the editor.\n" * 20,
    "nothing.png": png(0, 0),
    "huge.png": png(20_000, 20_000),
}


@pytest.mark.parametrize("name", BAD_PICTURES)
def test_a_picture_that_is_none(tmp_path: Path, appetite_pack: Path, name: str) -> None:
    (tmp_path / name).write_bytes(BAD_PICTURES[name])
    refused(companion("read", tmp_path / name, "--pack", appetite_pack, "--json"), name)


def test_a_picture_that_is_missing(run: CommandLine, tmp_path: Path, appetite_pack: Path) -> None:
    refused(run("read", tmp_path / "nowhere.jpg", "--pack", appetite_pack), "nowhere.jpg")


def test_a_folder_instead_of_a_picture(run: CommandLine, tmp_path: Path, appetite_pack: Path) -> None:
    refused(run("read", tmp_path, "--pack", appetite_pack), str(tmp_path))


def test_one_bad_picture_among_good_ones_answers_nothing_by_halves(run: CommandLine, tmp_path: Path, appetite_pack: Path) -> None:
    (tmp_path / "text.jpg").write_text("no")
    refused(run("read", ART / "lunches-6.png", tmp_path / "text.jpg", "--pack", appetite_pack, "--json"), "text.jpg")


def test_a_16_bit_picture_is_read_or_refused_but_never_misread(run: CommandLine, tmp_path: Path, appetite_pack: Path) -> None:
    card = cv2.imread(str(ART / "lunches-6.png"))
    assert card is not None
    deep = card.astype(np.uint16) * 257
    cv2.imwrite(str(tmp_path / "deep.png"), cv2.copyMakeBorder(deep, 200, 200, 300, 300, cv2.BORDER_CONSTANT, value=(9_000, 16_000, 9_000)))
    result = run("read", tmp_path / "deep.png", "--pack", appetite_pack, "--json")
    assert result.code == 0, result.stderr
    assert [piece["id"] for piece in json.loads(result.stdout)["pieces"]] in ([], ["lunches-6"])


def enrolled(run: CommandLine, tmp_path: Path, csv: str | None, *words: object) -> Ended:
    pictures = tmp_path / "pictures"
    pictures.mkdir()
    for name in ("lunches-6", "lunches-7"):
        shutil.copy(ART / f"{name}.png", pictures)
    if csv is not None:
        (pictures / "pieces.csv").write_text(csv)
    result = run("enrol", "--pictures", pictures, "--out", tmp_path / "out" / "pack", *words)
    if result.code:
        assert list(tmp_path.glob("out/*")) == [], "something half-written stays"
    return result


HEAD = "file,id,kind,width_mm,height_mm\n"
SIX = "lunches-6.png,six,card,63,88\n"


def test_good_pictures_make_a_pack(run: CommandLine, tmp_path: Path) -> None:
    result = enrolled(run, tmp_path, HEAD + SIX + "lunches-7.png,seven,card,63,88\n")
    assert result.code == 0, result.stderr
    assert sorted(p.name for p in (tmp_path / "out" / "pack").iterdir()) == ["looks.npz", "pack.toml"]


@pytest.mark.parametrize(
    ("csv", "says"),
    [
        pytest.param(None, "pieces.csv", id="no pieces.csv"),
        pytest.param("file,name,kind,width_mm,height_mm\n" + SIX, "id", id="a wrong column"),
        pytest.param(HEAD + SIX + "lunches-7.png,six,tile,63,88\n", "six", id="a duplicate id that contradicts"),
        pytest.param(HEAD + "lunches-8.png,eight,card,63,88\n", "lunches-8.png", id="a missing file"),
        pytest.param(HEAD + "lunches-6.png,six,card,wide,88\n", "width_mm", id="no number"),
        pytest.param(HEAD + "lunches-6.png,six,card,-63,88\n", "width_mm", id="a negative size"),
        pytest.param(HEAD + "../lunches-6.png,six,card,63,88\n", "lunches-6.png", id="a path that climbs out"),
        pytest.param(HEAD, "pieces.csv", id="no line"),
        pytest.param((HEAD + SIX).replace(",", ";"), "commas", id="semicolons"),
        pytest.param(HEAD + "lunches-6.png,my six,card,63,88\n", "'my six' is no id", id="an id with a space"),
        pytest.param(HEAD + "lunches-6.png,six/7,card,63,88\n", "'six/7' is no id", id="an id with a slash"),
        pytest.param(HEAD + "lunches\0.png,six,card,63,88\n", "pieces.csv:2", id="a file's name with a zero byte"),
        pytest.param(HEAD.replace("\n", ",Farbe\n") + SIX.replace("\n", ",rot\n"), "column 'Farbe'", id="a column that no pack takes"),
        pytest.param(HEAD.replace("\n", ",id\n") + SIX.replace("\n", ",seven\n"), "two columns 'id'", id="a column twice"),
        pytest.param(HEAD.replace("\n", ",note\n") + SIX.replace("\n", f",{'x' * 5000}\n"), "not written", id="a cell that no pack takes"),
        pytest.param("", "pieces.csv", id="an empty file"),
    ],
)
def test_a_folder_that_cannot_be_enrolled(run: CommandLine, tmp_path: Path, csv: str | None, says: str) -> None:
    refused(enrolled(run, tmp_path, csv), says)


def test_an_older_pack_is_not_lost_to_one_that_nobody_could_read(run: CommandLine, tmp_path: Path) -> None:
    assert enrolled(run, tmp_path, HEAD + SIX).code == 0
    before = (tmp_path / "out" / "pack" / "pack.toml").read_bytes()
    (tmp_path / "pictures" / "pieces.csv").write_text(HEAD.replace("\n", ",note\n") + SIX.replace("\n", f",{'x' * 5000}\n"))
    refused(run("enrol", "--pictures", tmp_path / "pictures", "--out", tmp_path / "out" / "pack"), "pack", "not written")
    assert (tmp_path / "out" / "pack" / "pack.toml").read_bytes() == before


@pytest.mark.parametrize("name", [pytest.param("Schöne Küche", marks=pytest.mark.slow), "料理"])
def test_a_pack_in_a_folder_of_any_name_is_read(run: CommandLine, name: str, tmp_path: Path) -> None:
    assert enrolled(run, tmp_path, HEAD + SIX).code == 0
    out = tmp_path / name
    made = run("enrol", "--pictures", tmp_path / "pictures", "--out", out)
    assert made.code == 0, made.stderr
    assert run("read", ART / "lunches-6.png", "--pack", out).code == 0


def test_a_game_that_there_is_not(run: CommandLine, tmp_path: Path) -> None:
    refused(enrolled(run, tmp_path, HEAD + SIX, "--game", "poker"), "poker", "companion games")


def test_no_disk_space_leaves_nothing(tmp_path: Path) -> None:
    (tmp_path / "pictures").mkdir()
    shutil.copy(ART / "lunches-6.png", tmp_path / "pictures")
    (tmp_path / "pictures" / "pieces.csv").write_text(HEAD + SIX)

    def small() -> None:
        """A disk that is full after 500 bytes."""
        resource.setrlimit(resource.RLIMIT_FSIZE, (500, 500))

    result = companion("enrol", "--pictures", tmp_path / "pictures", "--out", tmp_path / "out" / "pack", preexec=small)
    refused(result, "too large", code=1)
    assert list((tmp_path / "out").iterdir()) == []


def test_a_full_disk_behind_the_output_is_told() -> None:
    with Path("/dev/full").open("w") as full:
        result = subprocess.run([sys.executable, "-m", "companion", "games"], cwd=ROOT, stdout=full, stderr=subprocess.PIPE, text=True)
    assert result.returncode == 1 and "No space left" in result.stderr and "Traceback" not in result.stderr


def test_a_pack_of_another_schema(run: CommandLine, tmp_path: Path) -> None:
    (tmp_path / "pack.toml").write_text('schema = 99\nname = "a"\ntitle = "A"\n')
    refused(run("read", ART / "lunches-6.png", "--pack", tmp_path), "pack.toml", "schema 99")


def test_looks_that_are_damaged(run: CommandLine, tmp_path: Path, appetite_pack: Path) -> None:
    shutil.copytree(appetite_pack, tmp_path / "pack")
    looks = (tmp_path / "pack" / "looks.npz").read_bytes()
    (tmp_path / "pack" / "looks.npz").write_bytes(looks[: len(looks) // 2])
    refused(run("read", ART / "lunches-6.png", "--pack", tmp_path / "pack"), "looks.npz")


@pytest.mark.parametrize("words", [("demo",), ("play", "--game", "appetite", "--players", "2", "--option", "boxes=3")])
def test_a_port_in_use(tmp_path: Path, words: tuple[str, ...]) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        refused(companion(*words, "--host", "127.0.0.1", "--port", port, "--data", tmp_path / "data"), f"port {port} is in use", "--port")
    assert not (tmp_path / "data").exists(), "something half-written stays"


def test_a_game_that_cannot_be_set_up_so(run: CommandLine, tmp_path: Path) -> None:
    result = run("play", "--game", "appetite", "--players", "Ines", "--port", 8971, "--data", tmp_path / "data")
    refused(result, "2 to 4 players", "boxes")
    assert not list((tmp_path / "data").glob("**/*")), "something half-written stays"


def test_a_folder_of_evenings_is_no_evening(run: CommandLine, tmp_path: Path) -> None:
    for name in ("monday", "tuesday"):
        Store(tmp_path / name).close()
        (tmp_path / name / DATABASE).touch()
    refused(run("replay", tmp_path), f"name one, e.g. {tmp_path / 'tuesday'}")


def test_a_recorded_table_that_is_none(run: CommandLine, tmp_path: Path) -> None:
    refused(run("score", tmp_path, "--game", "appetite"), "recording.toml")
    refused(run("demo", "poker"), "no recorded table", "appetite")


@pytest.mark.parametrize(
    ("text", "says"),
    [("", "no position"), ("players 4\nhand=1", "column"), ("players 9\noption boxes=5\nhand=1", "2 to 4 players"), ("{", "position")],
)
def test_a_position_that_is_none(run: CommandLine, tmp_path: Path, text: str, says: str) -> None:
    (tmp_path / "position").write_text(text)
    refused(run("score", "--game", "appetite", "--option", "boxes=5", "--state", tmp_path / "position"), says)


def test_a_column_that_is_not_understood_is_told_with_its_file(run: CommandLine, tmp_path: Path) -> None:
    (tmp_path / "position").write_text("players 4\noption boxes=5\nhand=1")
    refused(run("score", "--game", "appetite", "--state", tmp_path / "position"), f"{tmp_path / 'position'}: column 7 of")


@pytest.mark.parametrize(
    "labels", [None, "{", '{"schema": 2, "images": []}', '{"schema": 1}', '{"schema": 1, "images": [{"file": "a.jpg", "pieces": []}]}']
)
def test_a_set_that_cannot_be_evaluated(run: CommandLine, tmp_path: Path, appetite_pack: Path, labels: str | None) -> None:
    if labels is not None:
        (tmp_path / "labels.json").write_text(labels)
    refused(run("evaluate", tmp_path, "--pack", appetite_pack, "--json"), str(tmp_path))


@pytest.mark.parametrize(
    "words", [(), ("frob",), ("read",), ("enrol",), ("games", "--frob"), ("rules", "poker"), ("play", "--game", "poker")]
)
def test_wrong_usage(words: tuple[str, ...]) -> None:
    refused(companion(*words))


@pytest.mark.parametrize("words", [(), ("--game", "buffet_master")])
def test_suits_of_a_game_that_is_not_played_with_an_ordinary_deck(run: CommandLine, tmp_path: Path, words: tuple[str, ...]) -> None:
    refused(enrolled(run, tmp_path, HEAD + SIX, "--suits", "hearts=breakfasts", *words), "--suits", "ordinary deck")
