"""Edits, flipped bits, lost tails: whatever happens to the files, a log that opens has every entry that was acknowledged."""

import random
import shutil
import sqlite3
from collections.abc import Callable
from pathlib import Path

import pytest

from companion.store import ANCHOR, DATABASE, LogError, Record, Store

WAL = f"{DATABASE}-wal"


@pytest.fixture(scope="module")
def evening(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, tuple[Record, ...]]:
    """A log as a power cut leaves it: part in the database, part in the write-ahead log."""
    folder, copy = tmp_path_factory.mktemp("log"), tmp_path_factory.mktemp("cut")
    with Store(folder) as store:
        for number in range(60):
            store.append([f'{{"acted":{{"action":"play {number}","said":"played {number}"}}}}'], "camera")
        for name in (DATABASE, WAL, ANCHOR):
            shutil.copy(folder / name, copy / name)
        return copy, tuple(store.records())


def opens_with(folder: Path) -> tuple[Record, ...] | str:
    """All entries, or the one line that refuses them."""
    try:
        with Store(folder) as store:
            return tuple(store.records())
    except LogError as error:
        assert "\n" not in str(error)
        return str(error)


def damaged(evening: tuple[Path, tuple[Record, ...]], where: Path, damage: Callable[[Path], None]) -> tuple[Record, ...] | str:
    shutil.copytree(evening[0], where)
    damage(where)
    return opens_with(where)


def test_it_opens_undamaged(evening: tuple[Path, tuple[Record, ...]], tmp_path: Path) -> None:
    assert (evening[0] / WAL).stat().st_size > 0
    assert damaged(evening, tmp_path / "x", lambda folder: None) == evening[1]


@pytest.mark.parametrize("name", [DATABASE, WAL, ANCHOR])
@pytest.mark.parametrize("rounds", [40, pytest.param(400, marks=pytest.mark.slow)])
def test_a_flipped_bit_is_told_or_harmless(evening: tuple[Path, tuple[Record, ...]], tmp_path: Path, name: str, rounds: int) -> None:
    dice = random.Random(f"{name} {rounds}")
    told = 0

    def flip(folder: Path) -> None:
        content = bytearray((folder / name).read_bytes())
        content[dice.randrange(len(content))] ^= 1 << dice.randrange(8)
        (folder / name).write_bytes(content)

    for number in range(rounds):
        found = damaged(evening, tmp_path / str(number), flip)
        assert isinstance(found, str) or found == evening[1], f"round {number}: entries were lost or changed silently"
        told += isinstance(found, str)
        shutil.rmtree(tmp_path / str(number))
    # The database's own pages may be covered by the write-ahead log, and half of a slot is blank; the log itself is dense.
    assert told or name != WAL


@pytest.mark.parametrize("name", [DATABASE, WAL])
def test_a_lost_end_is_told(evening: tuple[Path, tuple[Record, ...]], tmp_path: Path, name: str) -> None:
    size = (evening[0] / name).stat().st_size
    dice = random.Random(name)
    told = set()
    for number in range(40):

        def cut(folder: Path) -> None:
            with (folder / name).open("r+b") as file:
                file.truncate(dice.randrange(size))

        found = damaged(evening, tmp_path / str(number), cut)
        # A database cut short may still be whole in the write-ahead log: then nothing is lost.
        assert isinstance(found, str) or found == evening[1], f"round {number}: entries were lost silently"
        told.add(isinstance(found, str))
    assert True in told


def test_the_lost_entries_are_counted_and_the_first_is_named(evening: tuple[Path, tuple[Record, ...]], tmp_path: Path) -> None:
    shutil.copytree(evening[0], tmp_path / "x")
    (tmp_path / "x" / WAL).unlink()
    with pytest.raises(LogError, match=r"the last \d+ of 60 entries are lost") as caught:
        Store(tmp_path / "x")
    assert caught.value.seq is not None and 1 <= caught.value.seq <= 60
    assert caught.value.path == tmp_path / "x" / DATABASE


@pytest.mark.parametrize(
    ("edit", "seq"),
    [
        ("UPDATE entry SET payload = replace(payload, '7', '8') WHERE seq = 8", 8),
        ("UPDATE entry SET wall = '2026-01-01T00:00:00+00:00' WHERE seq = 5", 5),
        ("UPDATE entry SET \"by\" = 'page' WHERE seq = 60", 60),
        ("DELETE FROM entry WHERE seq = 30", 30),
        ("DELETE FROM entry WHERE seq > 55", 56),
        ("DELETE FROM entry", 1),
        ("UPDATE entry SET seq = 61 WHERE seq = 60", 60),
    ],
)
def test_an_edit_is_told_with_its_entry(evening: tuple[Path, tuple[Record, ...]], tmp_path: Path, edit: str, seq: int) -> None:
    folder = tmp_path / "x"
    shutil.copytree(evening[0], folder)
    with sqlite3.connect(folder / DATABASE) as db:
        db.execute(edit)
    db.close()
    with pytest.raises(LogError) as caught:
        Store(folder)
    assert caught.value.seq == seq


def test_a_log_written_anew_from_some_entry_on_does_not_reach_the_anchor(tmp_path: Path) -> None:
    for name, last in (("real", "b"), ("forged", "c")):
        with Store(tmp_path / name) as store:
            for payload in ("a", last):
                store.append([payload], "page")
    shutil.copy(tmp_path / "forged" / DATABASE, tmp_path / "real" / DATABASE)
    with pytest.raises(LogError, match="not the entry that the anchor names"):
        Store(tmp_path / "real")


def test_without_its_anchor_a_log_is_not_believed(evening: tuple[Path, tuple[Record, ...]], tmp_path: Path) -> None:
    assert "anchor is gone" in str(damaged(evening, tmp_path / "x", lambda folder: (folder / ANCHOR).unlink()))


def test_a_torn_slot_of_the_anchor_is_outlived_by_the_other(evening: tuple[Path, tuple[Record, ...]], tmp_path: Path) -> None:
    def tear(folder: Path) -> None:
        content = (folder / ANCHOR).read_bytes()
        (folder / ANCHOR).write_bytes(b"\0" * 100 + content[100:])

    assert damaged(evening, tmp_path / "x", tear) == evening[1]


def test_random_blocks_over_the_database_are_told(evening: tuple[Path, tuple[Record, ...]], tmp_path: Path) -> None:
    dice = random.Random(5)
    for number in range(10):

        def smash(folder: Path) -> None:
            (folder / WAL).unlink()
            with (folder / DATABASE).open("r+b") as file:
                file.seek(dice.randrange(4096))
                file.write(dice.randbytes(4096))

        assert isinstance(damaged(evening, tmp_path / str(number), smash), str)


@pytest.mark.parametrize("damage", ["anchor", "wal"])
def test_a_refused_log_is_left_exactly_as_it_was(evening: tuple[Path, tuple[Record, ...]], tmp_path: Path, damage: str) -> None:
    folder = tmp_path / "x"
    shutil.copytree(evening[0], folder)
    if damage == "anchor":
        (folder / ANCHOR).unlink()
    else:
        content = bytearray((folder / WAL).read_bytes())
        content[5000] ^= 1
        (folder / WAL).write_bytes(content)
    before = {name: (folder / name).read_bytes() for name in (DATABASE, WAL)}
    assert isinstance(opens_with(folder), str)
    assert {name: (folder / name).read_bytes() for name in (DATABASE, WAL)} == before
    assert (folder / ANCHOR).exists() == (damage == "wal")
