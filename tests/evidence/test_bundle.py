"""A bundle holds what happened, the same bytes every time, and any change of it is found."""

import json
import subprocess
import sys
import zipfile
from collections.abc import Callable
from io import BytesIO
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings, strategies as st

from companion.archive import ArchiveError, first_difference, pack, unpack
from companion.evidence import EvidenceError, bundle, sealed, sha256
from companion.session import Session
from companion.snapshot import Source
from companion.verification import check

Files = dict[str, bytes]
KEEP = settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])


def resealed(whole: bytes, change: Callable[[Files, dict[str, object]], object]) -> bytes:
    """The bundle after a change by somebody who knows its form: manifest and seal made anew."""
    files = unpack(whole)
    facts = json.loads(files.pop("manifest.json"))
    del facts["files"], files["seal.txt"]
    change(files, facts)
    return sealed(facts, files)


def lines(files: Files) -> list[bytes]:
    return files["log.txt"].splitlines(keepends=True)


def test_a_bundle_is_untouched_and_says_how_it_ends(table: Session, whole: bytes) -> None:
    checked = check(whole, head=table.snapshot().head)
    assert checked.faults == ()
    assert (checked.entries, checked.head, checked.left_out) == (table.snapshot().seq, table.snapshot().head, 0)
    assert bundle(table) == whole


def test_any_program_can_open_it(whole: bytes) -> None:
    with zipfile.ZipFile(BytesIO(whole)) as opened:
        assert opened.testzip() is None
        assert opened.namelist()[:6] == ["manifest.json", "seal.txt", "report.txt", "log.txt", "box.json", "clauses.json"]
        said = opened.read("report.txt").decode()
    assert "Bruno questioned entry 6: that was a one" in said
    assert "upheld entry 6: it stays" in said


def test_it_holds_the_pictures_and_what_was_read_in_them(table: Session, whole: bytes) -> None:
    files = unpack(whole)
    assert {content for path, content in files.items() if path.startswith("pictures/")} >= {b"\xff\xd8 picture 0 \xff\xd9"}
    readings = [json.loads(content) for path, content in files.items() if path.startswith("readings/")]
    assert any(piece["id"] == "card-3" and piece["confidence"] == 0.99 for each in readings for piece in each["detections"])


def test_of_one_entry_it_holds_the_pictures_around_it_and_tells_what_is_left_out(table: Session) -> None:
    one = bundle(table, about=2, explanation={"clause": "C-1"})
    held = [path for path in unpack(one) if path.startswith("pictures/")]
    checked = check(one)
    assert (checked.faults, len(held)) == ((), 1)
    assert checked.left_out > 0
    assert json.loads(unpack(one)["explanation.json"]) == {"clause": "C-1"}


@pytest.mark.parametrize("about", [0, -1, 99])
def test_there_is_none_about_an_entry_that_there_is_not(table: Session, about: int) -> None:
    with pytest.raises(EvidenceError, match=f"no entry {about}"):
        bundle(table, about=about)


def test_a_picture_that_is_gone_is_told(table: Session, tmp_path: Path) -> None:
    for picture in (tmp_path / "evening" / "pictures").iterdir():
        picture.unlink()
    checked = check(bundle(table))
    assert checked.faults == ()
    assert checked.left_out > 0


@given(data=st.data())
@KEEP
def test_any_flipped_bit_is_found(whole: bytes, data: st.DataObject) -> None:
    at = data.draw(st.integers(0, len(whole) - 1))
    flipped = bytearray(whole)
    flipped[at] ^= 1 << data.draw(st.integers(0, 7))
    try:
        assert check(bytes(flipped)).faults
    except ArchiveError:
        assert at < 2


@given(data=st.data())
@KEEP
def test_any_cut_or_appended_byte_is_found(whole: bytes, data: st.DataObject) -> None:
    cut = data.draw(st.integers(2, len(whole) - 1))
    assert check(whole[:cut]).faults
    assert check(whole + data.draw(st.binary(min_size=1, max_size=9))).faults


def test_the_seal_has_its_place_too(whole: bytes) -> None:
    files = unpack(whole)
    moved = {name: content for name, content in files.items() if name != "seal.txt"} | {"seal.txt": files["seal.txt"]}
    assert check(pack(moved)).faults == ("the files are not in the manifest's order",)


@given(data=st.data())
@KEEP
def test_a_file_that_is_missing_added_or_elsewhere_is_found(whole: bytes, data: st.DataObject) -> None:
    files = unpack(whole)
    path = data.draw(st.sampled_from(sorted(files)))
    without = {name: content for name, content in files.items() if name != path}
    assert any(path in fault for fault in check(pack(without)).faults)
    assert any("added" in fault for fault in check(pack({**files, "more.txt": b"x"})).faults)
    assert check(pack(dict(data.draw(st.permutations(list(files.items())).filter(lambda each: each != list(files.items())))))).faults


@given(data=st.data())
@KEEP
def test_entries_cut_reordered_doubled_or_rewritten_are_found_though_the_manifest_is_new(whole: bytes, data: st.DataObject) -> None:
    def change(files: Files, facts: dict[str, object]) -> None:
        old = lines(files)
        match data.draw(st.sampled_from(["cut", "middle", "swap", "double", "word"])):
            case "cut":
                new = old[: -data.draw(st.integers(1, len(old)))]
            case "middle":
                gone = data.draw(st.integers(0, len(old) - 2))
                new = old[:gone] + old[gone + 1 :]
            case "swap":
                new = data.draw(st.permutations(old).filter(lambda each: each != old))
            case "double":
                new = [*old, data.draw(st.sampled_from(old))]
            case _:
                new = [each.replace(b"play 3", b"play 9") for each in old]
        files["log.txt"] = b"".join(new)

    assert any(fault.startswith("log.txt") for fault in check(resealed(whole, change)).faults)


def test_a_log_cut_together_with_the_manifest_is_found_by_the_anchor_and_without_one_by_a_noted_head(table: Session, whole: bytes) -> None:
    def cut(files: Files, facts: dict[str, object]) -> None:
        kept = lines(files)[:-1]
        files["log.txt"] = b"".join(kept)
        digest, _, text = kept[-1].decode().partition(" ")
        facts["head"] = {"seq": len(kept), "hash": digest, "wall": json.loads(text)[5]}
        files["report.txt"] = b"".join(files["report.txt"].splitlines(keepends=True)[:-1])

    assert check(resealed(whole, cut)).faults == (
        f"log.txt: the anchor names entry {table.snapshot().seq} as the newest, the log ends at 7",
    )

    def cut_with_anchor(files: Files, facts: dict[str, object]) -> None:
        cut(files, facts)
        facts["anchor"] = {"seq": 7, "hash": facts["head"]["hash"]}  # type: ignore[index]

    forged = resealed(whole, cut_with_anchor)
    assert check(forged).faults == ()
    assert "that was noted" in check(forged, head=table.snapshot().head).faults[0]
    assert "that was noted" in check(forged, seal=check(whole).seal).faults[0]


def test_a_picture_of_another_evening_is_found(whole: bytes) -> None:
    def swap(files: Files, facts: dict[str, object]) -> None:
        path = next(path for path in files if path.startswith("pictures/"))
        files[path] = b"another"
        files["pictures/" + sha256(b"x") + ".jpg"] = b"x"

    faults = check(resealed(whole, swap)).faults
    assert any("not what its name says" in fault for fault in faults)
    assert any("no entry of the log names it" in fault for fault in faults)


def test_a_report_or_box_that_says_something_else_is_found(whole: bytes) -> None:
    def lie(files: Files, facts: dict[str, object]) -> None:
        files["report.txt"] = files["report.txt"].replace(b"upheld", b"overruled")
        files["box.json"] = b"[]"

    faults = check(resealed(whole, lie)).faults
    assert [fault.partition(":")[0] for fault in faults] == ["box.json", "report.txt"]


@given(content=st.binary(max_size=400))
@settings(max_examples=200, deadline=None)
def test_anything_else_is_no_bundle_or_a_fault(content: bytes) -> None:
    for each in (content, b"PK\x03\x04" + content):
        try:
            assert check(each).faults
        except ArchiveError as error:
            assert "no evidence bundle" in str(error)


@given(st.dictionaries(st.from_regex(r"\A[a-z]{1,9}\Z"), st.binary(max_size=50), min_size=1, max_size=5))
@settings(max_examples=60, deadline=None)
def test_packing_and_unpacking_are_inverse(files: Files) -> None:
    assert unpack(pack(files)) == files
    assert first_difference(pack(files), files) is None


def companion(*words: object) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, "-m", "companion", *map(str, words)], capture_output=True, text=True, timeout=60, check=False)


def test_the_command_says_untouched_or_each_fault_in_a_line(tmp_path: Path, whole: bytes) -> None:
    (tmp_path / "good.zip").write_bytes(whole)
    (tmp_path / "bad.zip").write_bytes(whole.replace(b"it stays", b"it sways"))
    (tmp_path / "no.zip").write_bytes(b"hello")
    good, bad = companion("verify", tmp_path / "good.zip"), companion("verify", tmp_path / "bad.zip", "--json")
    assert (good.returncode, good.stderr) == (0, "")
    assert "untouched" in good.stdout
    assert bad.returncode == 1
    assert json.loads(bad.stdout)["untouched"] is False
    for unusable in ("no.zip", "nothing.zip"):
        refused = companion("verify", tmp_path / unusable)
        assert (refused.returncode, refused.stdout, refused.stderr.count("\n")) == (2, "", 1)
        assert unusable in refused.stderr


def test_undoing_a_ruling_opens_its_dispute_again(table: Session) -> None:
    assert table.snapshot().disputes[0].ruling is not None
    table.undo(Source.PAGE)
    assert table.snapshot().disputes[0].ruling is None
