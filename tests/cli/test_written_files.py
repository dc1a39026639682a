"""Files that people write: with the mark of a Windows editor, not in UTF-8, nested without end, no file at all; each in one line."""

import json
import os
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.cli.in_process import CommandLine

ROOT = Path(__file__).parents[2]
MARK = b"\xef\xbb\xbf"
POSITION = "players 2\noption boxes=5\nhand=1"
DEEP = 100_000

Told = tuple[Path, tuple[object, ...]]
"""A file that somebody wrote, and the command that reads it."""


def state(folder: Path) -> Told:
    return folder / "position", ("score", "--game", "appetite", "--state", folder / "position")


def board(folder: Path) -> Told:
    return folder / "board", ("words", "--board", folder / "board", "--word", "ab")


def own_list(folder: Path) -> Told:
    (folder / "letters").write_text("AB\nCD")
    (folder / "lists").mkdir()
    return folder / "lists" / "mine.txt", ("words", "--board", folder / "letters", "--word", "ab", "--lists", folder / "lists", "--json")


def labels(folder: Path) -> Told:
    shutil.copy(ROOT / "fixtures" / "packs" / "appetite" / "lunches-6.png", folder / "a.png")
    return folder / "labels.json", ("evaluate", folder, "--pack", ROOT / "fixtures" / "packs" / "nowhere", "--json")


def settings(folder: Path) -> Told:
    return folder / "companion.toml", ("check", "--camera", folder, "--settings", folder / "companion.toml")


def recording(folder: Path) -> Told:
    return folder / "recording.toml", ("score", folder, "--game", "appetite")


def pack(folder: Path) -> Told:
    return folder / "pack.toml", ("score", "--game", "appetite", "--pack", folder, "--state", folder / "position")


def pieces(folder: Path) -> Told:
    return folder / "pieces.csv", ("enrol", "--pictures", folder, "--out", folder / "pack")


ALL = [state, board, own_list, labels, settings, recording, pack, pieces]
TOML = [settings, recording, pack]


@pytest.mark.parametrize("who", ALL)
@pytest.mark.parametrize("content", ["größe".encode("latin-1"), "größe".encode("utf-16"), b"players 2\n\xff\xff"])
def test_what_is_not_utf_8_is_to_be_saved_as_that(run: CommandLine, tmp_path: Path, who: Callable[[Path], Told], content: bytes) -> None:
    file, words = who(tmp_path)
    file.write_bytes(content)
    run.refused(*words, says=(file, "not UTF-8", "save it as UTF-8"))


@pytest.mark.parametrize("who", ALL)
@pytest.mark.parametrize("kind", ["pipe", "folder", "device"])
def test_what_is_no_file_is_told_at_once(run: CommandLine, tmp_path: Path, who: Callable[[Path], Told], kind: str) -> None:
    file, words = who(tmp_path)
    if kind == "pipe":
        os.mkfifo(file)
    elif kind == "folder":
        file.mkdir()
    else:
        file.symlink_to("/dev/zero")
    run.refused(*words, says=(file,))


JSON_WITHOUT_END = ['{"a":' * DEEP, '{"state":' + "[" * DEEP, '{"a":' + "[" * DEEP + "]" * DEEP + "}", '{"a": ' + "9" * 9000 + "}"]


@pytest.mark.parametrize("who", [state, board, labels])
@pytest.mark.parametrize("content", JSON_WITHOUT_END, ids=lambda text: text[:16])
def test_json_without_end_is_refused(run: CommandLine, tmp_path: Path, who: Callable[[Path], Told], content: str) -> None:
    file, words = who(tmp_path)
    file.write_text(content)
    run.refused(*words, says=(file,))


KEYS_WITHOUT_END = ["a" + ".a" * DEEP, "a" + """ . "a b" """ * DEEP, "'a' . " * DEEP + "a"]
TOML_WITHOUT_END = [
    *("a = " + "[" * DEEP, "a = " + "{a = " * DEEP, "a = " + "[" * 900 + "]" * 900),
    *(line.format(key=key) for line in ("{key} = 1", "[{key}]", "a = {{{key} = 1}}") for key in KEYS_WITHOUT_END),
]


@pytest.mark.parametrize("who", TOML)
@pytest.mark.parametrize("content", TOML_WITHOUT_END, ids=lambda text: text[:16])
def test_toml_without_end_is_refused(run: CommandLine, tmp_path: Path, who: Callable[[Path], Told], content: str) -> None:
    file, words = who(tmp_path)
    file.write_text(content)
    run.refused(*words, says=(file,))


def test_a_position_from_windows_is_read(run: CommandLine, tmp_path: Path) -> None:
    file, words = state(tmp_path)
    as_json = json.dumps({"state": "hand=1", "players": 2, "options": {"boxes": "5"}})
    told = set()
    for text in (POSITION, POSITION.replace("\n", "\r\n"), as_json):
        for content in (text.encode(), MARK + text.encode()):
            file.write_bytes(content)
            ended = run(*words)
            told.add((ended.code, ended.stderr.replace(as_json, "").partition("column")[0]))
    assert len(told) == 1, told


def test_a_board_from_windows_is_read(run: CommandLine, tmp_path: Path) -> None:
    file, words = board(tmp_path)
    for text in ("AB\r\nCD", '{"letters": ["AB", "CD"]}'):
        file.write_bytes(MARK + text.encode())
        ended = run(*words)
        assert ended.code == 0 and ended.stdout.startswith("AB is on the board"), ended


def test_the_first_word_of_a_list_from_windows_is_in_it(run: CommandLine, tmp_path: Path) -> None:
    file, words = own_list(tmp_path)
    file.write_bytes(MARK + b"ab\r\ncd\r\n")
    assert "mine.txt" in json.loads(run(*words).stdout)["in_lists"]


def test_labels_from_windows_are_read(run: CommandLine, tmp_path: Path, appetite_pack: Path) -> None:
    file, _ = labels(tmp_path)
    file.write_bytes(MARK + json.dumps({"schema": 1, "images": [{"file": "a.png"}]}).encode())
    assert run("evaluate", tmp_path, "--pack", appetite_pack).code == 0


def test_settings_and_a_pack_from_windows_are_read(run: CommandLine, tmp_path: Path) -> None:
    file, words = settings(tmp_path)
    file.write_bytes(MARK + b'language = "de"\r\nport = 1234567')
    run.refused(*words, says=("port 1234567",))
    file, words = pack(tmp_path)
    file.write_bytes(MARK + b'schema = 1\r\nname = "a"\r\ntitle = "A"\r\n')
    run.refused(*words, says=("is a pack of no game",))


def test_a_bundle_that_is_no_file_is_told(run: CommandLine, tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    for place in (tmp_path / "pipe", tmp_path, "/dev/zero", tmp_path / "nowhere"):
        run.refused("verify", place, says=(place, "name an evidence bundle"))


def test_a_pack_that_is_no_file_is_told(run: CommandLine, tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.zip")
    for place in (tmp_path / "pipe.zip", "/dev/zero"):
        run.refused("read", "a.jpg", "--pack", place, says=(place, "neither a folder nor a readable zip"))
