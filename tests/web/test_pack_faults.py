"""Faults in a pack are told in the page's language: every one that the program can find has its sentence there."""

import ast
import zipfile
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from types import ModuleType

import pytest

import companion.deck
import companion.pack
import companion.zones
from companion.game import PackError
from companion.web.sentences import catalogue, load_sentences
from companion.web.texts import languages

OTHERS = tuple(language for language in languages() if language != "en")
HEAD = "schema = 1\nname = 'mine'\ntitle = 'Mine'\n"
PIECE = "[[piece]]\nid = 'ace'\nkind = 'card'\ncount = 1\n"
BROKEN = {
    "another version": HEAD.replace("1", "2", 1),
    "no name": "schema = 1",
    "no TOML": "schema = ",
    "no such game": HEAD + "game = 'poker'",
    "twice": HEAD + PIECE * 2,
    "no size": HEAD + PIECE + "size_mm = [nan, 88]",
    "many": HEAD + PIECE.replace("ace", "a{}") * (companion.pack.MOST_PIECES + 1),
    "no option": HEAD + "game = 'appetite'\n[defaults]\nboxing = '5'",
    "long": HEAD + "#" * companion.pack.MOST_TOML_BYTES,
}


def packed(folder: Path, files: dict[str, str]) -> Path:
    with zipfile.ZipFile(folder / "box.zip", "w", zipfile.ZIP_DEFLATED) as box:
        for name, text in files.items():
            box.writestr(name, text)
    return folder / "box.zip"


def faults(folder: Path) -> Iterator[str]:
    """What is said of packs that are broken in every way one can think of."""
    (folder / "hello.zip").write_text("hello")
    (folder / "empty").mkdir()
    wrong = folder / "wrong"
    wrong.mkdir()
    (wrong / "pack.toml").write_text(HEAD + PIECE)
    (wrong / "looks.npz").write_text("no looks")
    tries: list[Callable[[], object]] = [
        *(partial(companion.pack.load, path) for path in (folder / "nowhere", folder / "hello.zip", folder / "empty", wrong)),
        partial(companion.pack.load, packed(folder, {"other.toml": "x"})),
        partial(companion.pack.built_in, "poker"),
        partial(companion.pack.save, folder / "empty", companion.pack.load_box(wrong)[0], None),
    ]
    for attempt in tries:
        with pytest.raises(PackError) as found:
            attempt()
        yield str(found.value)
    for number, (_, text) in enumerate(BROKEN.items()):
        place = folder / f"{number}"
        place.mkdir()
        (place / "pack.toml").write_text(numbered(text))
        with pytest.raises(PackError) as found:
            companion.pack.load(place)
        yield str(found.value)


def numbered(text: str) -> str:
    """Every `{}` with a number of its own."""
    parts = text.split("{}")
    return "".join(f"{part}{number}" for number, part in enumerate(parts[:-1])) + parts[-1]


def test_faults_of_broken_packs_are_said_in_every_language(tmp_path: Path) -> None:
    heard = list(faults(tmp_path))
    assert len(set(heard)) >= 16
    for language in OTHERS:
        say = load_sentences(language, "appetite")
        assert [fault for fault in heard if say.find(fault) in (None, fault)] == []


def fixed_words(module: ModuleType) -> Iterator[str]:
    """What stands between the values of every PackError of a module."""
    for node in ast.walk(ast.parse(Path(str(module.__file__)).read_text(encoding="utf-8"))):
        if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "PackError":
            (said,) = node.args
            parts = said.values if isinstance(said, ast.JoinedStr) else [said]
            yield from (str(part.value) for part in parts if isinstance(part, ast.Constant))


@pytest.mark.parametrize("module", [companion.pack, companion.deck, companion.zones])
def test_every_fault_that_can_be_found_has_its_words_in_the_catalogue(module: ModuleType) -> None:
    words = [part.strip(" :") for part in fixed_words(module)]
    assert len(words) > 5
    for language in OTHERS:
        keys = "\n".join(catalogue(language)["shared"])
        assert [part for part in words if part not in keys] == []
