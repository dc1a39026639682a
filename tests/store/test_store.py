"""The log keeps what it was given, in order, chained and anchored."""

import json
import os
import sqlite3
from hashlib import sha256
from pathlib import Path

import pytest

from companion.anchor import Head, read_anchor
from companion.store import ANCHOR, DATABASE, LogError, Store, set_aside


def write(folder: Path, count: int, first: int = 0) -> Head:
    with Store(folder) as store:
        for number in range(first, first + count):
            store.append([json.dumps({"n": number})], "page")
        return store.head


def test_entries_come_back_in_order_and_chained(tmp_path: Path) -> None:
    write(tmp_path, 3)
    with Store(tmp_path) as store:
        records = list(store.records())
    assert [record.seq for record in records] == [1, 2, 3]
    assert [record.prev_hash for record in records] == ["0" * 64, records[0].hash, records[1].hash]


def test_anyone_can_compute_a_hash_anew(tmp_path: Path) -> None:
    write(tmp_path, 1)
    with Store(tmp_path) as store:
        (one,) = store.records()
    fields = [one.seq, one.event_id, one.prev_hash, one.by, one.mono, one.wall, one.payload]
    assert one.hash == sha256(json.dumps(fields, ensure_ascii=False, separators=(",", ":")).encode()).hexdigest()


def test_the_anchor_knows_the_newest_entry_before_append_returns(tmp_path: Path) -> None:
    with Store(tmp_path) as store:
        for _ in range(5):
            store.append(["{}"], "page")
            assert read_anchor(tmp_path / "anchor") == store.head


def test_several_entries_are_written_together(tmp_path: Path) -> None:
    with Store(tmp_path) as store:
        assert [record.seq for record in store.append(["1", "2", "3"], "camera", "id")] == [1, 2, 3]
        found = store.find("id")
        assert found is not None and found.payload == "1" and store.find("other") is None


def test_an_id_is_taken_once_and_the_log_goes_on(tmp_path: Path) -> None:
    with Store(tmp_path) as store:
        store.append(["1"], "page", "id")
        with pytest.raises(LogError, match="nothing was written"):
            store.append(["2"], "page", "id")
        assert store.append(["3"], "page")[0].seq == 2


def test_one_writer_at_a_time_and_readers_beside_it(tmp_path: Path) -> None:
    with Store(tmp_path) as store:
        store.append(["1"], "page")
        with pytest.raises(LogError, match="another companion writes this log"):
            Store(tmp_path)
        with Store(tmp_path, writable=False) as reader:
            assert len(list(reader.records())) == 1
            with pytest.raises(LogError, match="for reading only"):
                reader.append(["2"], "page")


def test_a_database_of_another_schema_is_refused_in_one_line(tmp_path: Path) -> None:
    write(tmp_path, 1)
    with sqlite3.connect(tmp_path / DATABASE) as db:
        db.execute("PRAGMA user_version = 7")
    db.close()
    with pytest.raises(LogError, match="schema 7, this companion reads 1"):
        Store(tmp_path)


def test_a_folder_without_a_log_is_not_made_one_by_reading(tmp_path: Path) -> None:
    with pytest.raises(LogError, match="there is no log here"):
        Store(tmp_path, writable=False)
    assert list(tmp_path.iterdir()) == []


def test_a_closed_log_says_so(tmp_path: Path) -> None:
    store = Store(tmp_path)
    store.close()
    store.close()
    with pytest.raises(LogError, match="closed"):
        store.append(["1"], "page")


def test_a_damaged_log_is_set_aside_on_request_and_nothing_is_deleted(tmp_path: Path) -> None:
    write(tmp_path, 3)
    database = (tmp_path / DATABASE).read_bytes()
    (tmp_path / DATABASE).write_bytes(b"")
    with pytest.raises(LogError, match="3 entries were written"):
        Store(tmp_path)
    (tmp_path / DATABASE).write_bytes(database)
    moved = set_aside(tmp_path)
    assert {path.name.split("-", 2)[2] for path in moved} >= {DATABASE, "anchor"}
    assert next(path for path in moved if path.name.endswith(DATABASE)).read_bytes() == database
    with Store(tmp_path) as store:
        assert store.head.seq == 0


def test_the_settings_that_hold_the_promise(tmp_path: Path) -> None:
    with Store(tmp_path) as store:
        db = store._connection()
        asked = {name: db.execute(f"PRAGMA {name}").fetchone()[0] for name in ("journal_mode", "synchronous", "wal_autocheckpoint")}
    assert asked == {"journal_mode": "wal", "synchronous": 2, "wal_autocheckpoint": 64}


def test_entries_of_one_piece_may_be_said_by_several(tmp_path: Path) -> None:
    with Store(tmp_path) as store:
        assert [record.by for record in store.append(["1", "2"], ["page", "camera"])] == ["page", "camera"]
        with pytest.raises(ValueError):
            store.append(["3", "4"], ["page"])
        assert store.head.seq == 2


@pytest.mark.parametrize("name", [ANCHOR, DATABASE, "lock"])
@pytest.mark.parametrize("writable", [True, False])
def test_a_pipe_in_the_place_of_a_file_is_refused_at_once(tmp_path: Path, name: str, writable: bool) -> None:
    with Store(tmp_path) as store:
        store.append(["{}"], "camera")
    (tmp_path / name).unlink()
    os.mkfifo(tmp_path / name)
    with pytest.raises(LogError, match=f"{name}: is no plain file"):
        Store(tmp_path, writable=writable)
