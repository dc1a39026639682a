"""Packs from folders and zips: what is good is read, what is not is refused with file, key and a remedy."""

import errno
import re
import zipfile
from pathlib import Path
from typing import NoReturn

import pytest

from companion.game import Pack, PackError, Piece
from companion.pack import built_in, load, save
from vision.names import COLUMN

GOOD = """
schema = 1
name = "mine"
title = "My deck"
[[piece]]
id = "ace"
kind = "card"
size_mm = [63, 88]
attributes = {suit = "hearts", value = "1"}
"""


def folder(tmp_path: Path, text: str = GOOD) -> Path:
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "pack.toml").write_text(text)
    return tmp_path / "mine"


def zipped(tmp_path: Path, members: dict[str, bytes]) -> Path:
    with zipfile.ZipFile(tmp_path / "mine.zip", "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in members.items():
            archive.writestr(name, content)
    return tmp_path / "mine.zip"


def test_a_folder_is_read(tmp_path: Path) -> None:
    pack, catalogue = load(folder(tmp_path))
    assert pack.piece("ace") == Piece("ace", "card", 1, (63.0, 88.0), {"suit": "hearts", "value": "1"})
    assert catalogue is None


def test_a_zip_says_the_same(tmp_path: Path) -> None:
    assert load(zipped(tmp_path, {"pack.toml": GOOD.encode()}))[0] == load(folder(tmp_path))[0]


@pytest.mark.parametrize("name", ["again", "again.zip", "AGAIN.ZIP"])
def test_what_is_saved_is_loaded_again(tmp_path: Path, name: str) -> None:
    pack, _ = load(folder(tmp_path))
    for _ in ("a new one", "in the place of an older one"):
        save(tmp_path / name, pack, None)
        assert load(tmp_path / name)[0] == pack
        assert (tmp_path / name).is_file() == name.lower().endswith(".zip")
    assert sorted(p.name for p in tmp_path.iterdir()) == sorted(["mine", name])  # nothing half-written stays


def test_a_pack_replaces_a_pack_and_nothing_else(tmp_path: Path) -> None:
    pack, _ = load(folder(tmp_path))
    save(tmp_path / "mine", pack, None)
    (tmp_path / "holiday").mkdir()
    (tmp_path / "holiday" / "beach.jpg").write_bytes(b"x")
    with pytest.raises(PackError, match=r"holiday: exists and is no pack"):
        save(tmp_path / "holiday", pack, None)
    assert (tmp_path / "holiday" / "beach.jpg").read_bytes() == b"x"


@pytest.mark.parametrize("name", ["holiday.zip", "HOLIDAY.ZIP"])
@pytest.mark.parametrize(
    "members", [{"beach.jpg": b"x"}, {"pack.toml": GOOD.encode(), "beach.jpg": b"x"}, {"photos/pack.toml": b"x"}, None]
)
def test_a_zip_of_something_else_is_not_replaced(tmp_path: Path, name: str, members: dict[str, bytes] | None) -> None:
    path = zipped(tmp_path, members or {}).rename(tmp_path / name)
    if members is None:
        path.write_bytes(b"PK half a film")
    before = path.read_bytes()
    with pytest.raises(PackError, match=f"{name}: (exists and is no pack|holds 'beach.jpg').*--out"):
        save(path, Pack("", "a", "A", (0, 0), (Piece("x", "card"),)), None)
    assert path.read_bytes() == before and [each.name for each in tmp_path.iterdir()] == [name]


def test_a_folder_with_more_than_a_pack_in_it_is_not_replaced(tmp_path: Path) -> None:
    path = folder(tmp_path)
    (path / "photos").mkdir()
    (path / "photos" / "beach.jpg").write_bytes(b"x")
    with pytest.raises(PackError, match="mine: holds 'photos' beside the pack"):
        save(path, load(path)[0], None)
    assert (path / "photos" / "beach.jpg").read_bytes() == b"x" and (path / "pack.toml").read_text() == GOOD


def test_an_older_pack_stays_where_the_disk_refuses_the_new_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path, rename = folder(tmp_path), Path.rename

    def refusing(self: Path, target: Path) -> Path:
        if self.name == "new":
            raise OSError(28, "No space left on device", str(self))
        return rename(self, target)

    monkeypatch.setattr(Path, "rename", refusing)
    with pytest.raises(OSError, match="No space left") as fault:
        save(path, Pack("", "a", "A", (0, 0), (Piece("x", "card"),)), None)
    assert fault.value.filename == str(path) and (path / "pack.toml").read_text() == GOOD
    assert [each.name for each in tmp_path.iterdir()] == ["mine"]


@pytest.mark.parametrize("name", ["mine", "mine.zip"])
def test_a_link_to_nothing_is_no_place_for_a_pack(tmp_path: Path, name: str) -> None:
    (tmp_path / name).symlink_to(tmp_path / "nowhere")
    with pytest.raises(PackError, match=f"{name}: exists and is no pack"):
        save(tmp_path / name, Pack("", "a", "A", (0, 0), (Piece("x", "card"),)), None)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("schema = 2\nname = 'a'\ntitle = 'A'", r"pack\.toml: schema 2; this program reads schema 1"),
        ("schema = 1", r"missing required field `name`"),
        ("schema = ", r"not TOML|Invalid value"),
        *((GOOD.replace('"ace"', f'"{id}"'), r"is no id: 1 to 80") for id in ("a/b", "ace of hearts", "ace\\n", "ace\\u202e", "\\u00a0")),
        (GOOD.replace("suit =", '"suit\\n" ='), r"attributes"),
        (GOOD.replace("63", "nan"), r"finite|size_mm|>"),
        (GOOD.replace("63", "-1"), r"size_mm"),
        (GOOD + "count = 1000000", r"count"),
        (GOOD + GOOD[GOOD.index("[[piece]]") :], r"piece ids twice: ace"),
        (GOOD + "artwork = 'x'", r"unknown field `artwork`"),
        (GOOD.replace("schema = 1", "schema = 1\ngame = 'poker'"), r"no game 'poker'; `companion games` lists them"),
        ("\xff", r"pack\.toml"),
    ],
)
def test_a_fault_is_named_with_its_place(tmp_path: Path, text: str, says: str) -> None:
    path = folder(tmp_path)
    (path / "pack.toml").write_bytes(text.encode("latin-1"))
    with pytest.raises(PackError, match=says) as caught:
        load(path)
    assert "\n" not in str(caught.value).strip()


def test_a_missing_pack_says_how_to_make_one(tmp_path: Path) -> None:
    with pytest.raises(PackError, match="companion enrol"):
        load(tmp_path / "nowhere")


def test_a_file_that_is_no_zip_is_said(tmp_path: Path) -> None:
    (tmp_path / "pack.zip").write_text("hello")
    with pytest.raises(PackError, match="neither a folder nor a readable zip"):
        load(tmp_path / "pack.zip")


def test_a_zip_bomb_is_refused_before_it_is_unpacked(tmp_path: Path) -> None:
    with pytest.raises(PackError, match="too large unpacked"):
        load(zipped(tmp_path, {"pack.toml": b" " * 1_500_000}))


def test_names_that_climb_out_are_never_written(tmp_path: Path) -> None:
    load(zipped(tmp_path, {"pack.toml": GOOD.encode(), "../../climbed": b"x", "/etc/climbed": b"x"}))
    assert not list(tmp_path.parent.glob("**/climbed"))


def test_a_place_that_cannot_be_written_leaves_nothing(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    with pytest.raises(OSError):
        save(tmp_path / "file" / "out", Pack("", "a", "A", (0, 0), (Piece("x", "card"),)), None)
    assert [p.name for p in tmp_path.iterdir()] == ["file"]


@pytest.mark.parametrize("column", ["", "suit", "a-b_9", "x" * 80, "x" * 81, "Suit", "suit\n", "farbe ", "größe", "a.b"])
def test_a_pack_takes_the_columns_that_pieces_csv_may_have_and_no_others(tmp_path: Path, column: str) -> None:
    pack = Pack("", "a", "A", (0, 0), (Piece("x", "card", 1, (63.0, 88.0), {column: "1"}),))
    if re.fullmatch(COLUMN, column) is None:
        with pytest.raises(PackError, match="not written"):
            save(tmp_path / "pack", pack, None)
    else:
        save(tmp_path / "pack", pack, None)
        assert load(tmp_path / "pack")[0] == pack


@pytest.mark.parametrize("name", ["poker", "", "../appetite", "a.b"])
def test_only_games_of_this_house_have_a_box(name: str) -> None:
    with pytest.raises(PackError, match="no game"):
        built_in(name)


@pytest.mark.parametrize("name", ["box", "box.zip"])
def test_a_pack_that_may_not_be_read_is_refused_with_its_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    save(tmp_path / name, built_in("appetite"), None)

    def forbidden(*told: object) -> NoReturn:
        raise PermissionError(errno.EACCES, "Permission denied", str(tmp_path / name))

    monkeypatch.setattr("companion.pack.Path.read_bytes", forbidden)
    monkeypatch.setattr("companion.pack.zipfile.ZipFile", forbidden)
    with pytest.raises(PackError, match=rf"{name}: cannot be read \(Permission denied\); check its rights"):
        load(tmp_path / name)
