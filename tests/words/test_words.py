"""Word lists and boards from disk: what is taken, what is said, what is refused."""

import hashlib
import json
from pathlib import Path

import pytest

from companion.games.word_buffet.pieces import Cell
from companion.words import (
    SYSTEM_LISTS,
    WordList,
    WordsError,
    list_files,
    load_list,
    load_lists,
    plain_words,
    read_board,
    read_cells,
    say_of,
    words_answer,
    words_lines,
)

BOARD = "CUX\nXBI\nXXC\n"
LISTED = "# ours\ncubic\ncub\nfiancée\nParis\ndon't\nUFO\nbi\n"


@pytest.fixture
def known(tmp_path: Path) -> WordList:
    (tmp_path / "ours.txt").write_text(LISTED, "utf-8")
    return load_list(tmp_path / "ours.txt")


@pytest.fixture
def board(tmp_path: Path) -> Path:
    (tmp_path / "board.txt").write_text(BOARD)
    return tmp_path / "board.txt"


class TestLists:
    def test_lower_case_words_without_accents_are_taken(self, known: WordList) -> None:
        assert known.words == {"cubic", "cub", "fiancee", "bi"}
        assert (known.name, known.version) == ("ours.txt", "own list")
        assert known.sha256 == hashlib.sha256(LISTED.encode()).hexdigest()
        assert known.lexicon.size == 4

    @pytest.mark.parametrize("word", ["CUBIC", "cubic", "fiancée", "FIANCEE"])
    def test_words_are_asked_for_in_any_case_and_with_any_accent(self, known: WordList, word: str) -> None:
        assert word in known

    def test_what_is_not_listed_is_not_in(self, known: WordList) -> None:
        assert "PARIS" not in known
        assert 7 not in known

    def test_the_list_is_named_with_version_and_hash(self, known: WordList) -> None:
        named = f"ours.txt (own list, 4 words, SHA-256 {known.sha256[:12]})"
        assert say_of("cubic", [known]) == f"CUBIC is in the list {named}."
        assert say_of("zzz", [known]) == f"ZZZ is not in the list {named}."
        assert say_of("cubic", []).startswith("No word list is installed; install wamerican-large")

    def test_a_list_of_the_system_has_its_package_and_version(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr("companion.words.SYSTEM_LISTS", tmp_path)
        (tmp_path / "british-english-large").write_text("tea\n")
        status = tmp_path / "status"
        status.write_text("Package: wbritish\nVersion: 1\n\nPackage: wbritish-large\nStatus: ok\nVersion: 2020.12.07-2\n\n")
        assert load_list(tmp_path / "british-english-large", status).version == "wbritish-large 2020.12.07-2"
        assert load_list(tmp_path / "british-english-large", tmp_path / "none").version == "wbritish-large of unknown version"
        status.write_text("Package: other\nVersion: 3\n")
        assert load_list(tmp_path / "british-english-large", status).version == "wbritish-large of unknown version"

    def test_lists_of_the_system_come_first_then_the_owners(self, tmp_path: Path) -> None:
        (tmp_path / "own").mkdir()
        for name in ("american-english", "british-english-large", "README", "own/b.txt", "own/a.txt", "own/notes.md"):
            (tmp_path / name).write_text("tea\n")
        (tmp_path / "linked-english").symlink_to(tmp_path / "american-english")
        files = list_files(tmp_path / "own", tmp_path)
        assert [path.name for path in files] == ["american-english", "british-english-large", "a.txt", "b.txt"]
        assert [known.name for known in load_lists(None, tmp_path)] == ["american-english", "british-english-large"]

    @pytest.mark.parametrize(
        ("content", "why"), [(b"", "no word of a-z"), (b"PARIS\nDon't\n", "no word of a-z"), (b"tea\n\xff\n", "not UTF-8 at byte 4")]
    )
    def test_a_file_that_is_no_list_is_refused(self, tmp_path: Path, content: bytes, why: str) -> None:
        (tmp_path / "bad.txt").write_bytes(content)
        with pytest.raises(WordsError, match=why):
            load_list(tmp_path / "bad.txt")

    def test_a_list_too_large_or_missing_is_refused(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        with pytest.raises(WordsError, match="No such file"):
            load_list(tmp_path / "none.txt")
        monkeypatch.setattr("companion.words.MOST_LIST_BYTES", 3)
        (tmp_path / "long.txt").write_text("word\n")
        with pytest.raises(WordsError, match="larger than 3 bytes"):
            load_list(tmp_path / "long.txt")

    def test_remarks_and_blanks_are_no_words(self) -> None:
        assert list(plain_words(["# tea", "", "  tea ", "Tea", "ice-cream"])) == ["tea"]

    def test_the_machines_own_lists(self) -> None:
        files = list_files()
        if not files:
            pytest.skip(f"no word list in {SYSTEM_LISTS}: install wamerican-large")
        known = load_list(files[0])
        assert "table" in known
        assert "fiancée" in known
        assert known.version.startswith("w")


class TestBoards:
    @pytest.mark.parametrize(
        "text",
        [
            *(BOARD, "c u x\nx b i\n\tx x c\n", json.dumps({"board": {"letters": ["CUX", "XBI", "XXC"]}})),
            json.dumps([{"schema": 1, "board": {"rows": 3, "letters": ["CUX", "XBI", "XXC"]}}]),
            *(json.dumps({"letters": ["CUX", "XBI", "XXC"]}), "phase=search round=1 letters=CUX/XBI/XXC foods=-"),
        ],
    )
    def test_rows_are_read_however_they_were_written(self, board: Path, text: str) -> None:
        board.write_text(text)
        assert read_board(board) == ("CUX", "XBI", "XXC")

    @pytest.mark.parametrize(
        ("text", "why"),
        [
            *(("", "1 to 26 rows"), ("ABC\nAB\n", "row 2 has 2 letters and row 1 has 3"), ("AB4\n", "row 1 holds '4'")),
            *(("A" * 27, "of 1 to 26 letters"), ("A\n" * 27, "1 to 26 rows"), ("{}", "no board in it"), ("[]", "no board in it")),
            *(
                ('{"board": null}', "no board in it"),
                ('{"letters": [1]}', "no board in it"),
                ("{", "Expecting"),
                ('{"letters": []}', "1 to 26"),
            ),
        ],
    )
    def test_what_is_no_board_is_refused(self, board: Path, text: str, why: str) -> None:
        board.write_text(text)
        with pytest.raises(WordsError, match=why):
            read_board(board)

    def test_a_file_that_cannot_be_read_is_refused(self, board: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        with pytest.raises(WordsError, match="No such file"):
            read_board(board.with_name("none.txt"))
        board.write_bytes(b"AB\xff")
        with pytest.raises(WordsError, match="not UTF-8 at byte 2"):
            read_board(board)
        monkeypatch.setattr("companion.words.MOST_BOARD_BYTES", 2)
        with pytest.raises(WordsError, match="larger than 2 bytes"):
            read_board(board)

    def test_spaces_are_named_like_on_the_page(self) -> None:
        assert read_cells("a1, C3", ("CUX", "XBI", "XXC")) == (Cell(0, 0), Cell(2, 2))
        for text in ("a4", "d1"):
            with pytest.raises(WordsError, match=f"{text} is not on the board of 3 rows and 3 columns"):
                read_cells(text, ("CUX", "XBI", "XXC"))
        for text in ("", "1a", "a1,", "a1;b2"):
            with pytest.raises(WordsError, match="as in f14,g14"):
                read_cells(text, ("CUX", "XBI", "XXC"))


class TestAnswers:
    def test_one_word(self, board: Path, known: WordList) -> None:
        answer = words_answer(board, [known], word="cubic")
        assert json.loads(json.dumps(answer)) == answer
        assert answer["paths"] == [[[0, 0], [0, 1], [1, 1], [1, 2], [2, 2]]]
        assert (answer["on_board"], answer["in_list"], answer["in_lists"], answer["more_paths"]) == (True, True, ["ours.txt"], False)
        assert answer["lists"] == [{"name": "ours.txt", "version": "own list", "sha256": known.sha256, "words": 4}]
        assert list(words_lines(answer))[:2] == ["CUBIC is on the board:", "  a1-b1-b2-c2-c3"]

    def test_a_word_that_is_not_there(self, board: Path, known: WordList) -> None:
        answer = words_answer(board, [known], word="fiancée")
        assert (answer["on_board"], answer["in_list"]) == (False, True)
        assert next(words_lines(answer)) == "FIANCEE is not on the board."
        assert words_answer(board, [], word="cub")["in_list"] is None

    def test_from_some_spaces_only(self, board: Path, known: WordList) -> None:
        assert words_answer(board, [known], "a1", "cub")["on_board"] is True
        assert words_answer(board, [known], "b1,c3", "cub")["on_board"] is False
        assert words_answer(board, [known], "b1", "cub")["from"] == [[0, 1]]

    def test_no_more_paths_than_anybody_reads(self, board: Path) -> None:
        board.write_text("AAAA\n" * 4)
        answer = words_answer(board, [], word="aaaaaa")
        assert isinstance(answer["paths"], list)
        assert (len(answer["paths"]), answer["more_paths"]) == (100, True)
        assert "  and more; the first 100 are shown." in words_lines(answer)

    @pytest.mark.parametrize("word", ["", "c4t", "two words", "a" * 10])
    def test_what_is_no_word_is_refused(self, board: Path, word: str) -> None:
        with pytest.raises(WordsError, match="a word has letters A-Z only"):
            words_answer(board, [], word=word)

    def test_every_word_longest_first_from_all_lists(self, board: Path, known: WordList, tmp_path: Path) -> None:
        (tmp_path / "more.txt").write_text("cub\nib\n")
        answer = words_answer(board, [known, load_list(tmp_path / "more.txt")])
        found = answer["words"]
        assert isinstance(found, list)
        assert [(entry["word"], entry["in_lists"]) for entry in found if isinstance(entry, dict)] == [
            ("CUBIC", ["ours.txt"]),
            ("CUB", ["ours.txt", "more.txt"]),
            ("BI", ["ours.txt"]),
            ("IB", ["more.txt"]),
        ]
        assert list(words_lines(answer))[:2] == ["4 words on the board.", "CUBIC  a1-b1-b2-c2-c3"]

    def test_every_word_needs_a_list(self, board: Path) -> None:
        with pytest.raises(WordsError, match="no word list is installed"):
            words_answer(board, [])
