"""The catalogue of texts: every one is used, every one used is there, in every language."""

import re
from importlib import resources
from string import Formatter

import pytest

from companion.web.texts import Texts, languages, load_texts

CODE = [
    path.read_text(encoding="utf-8")
    for folder in ("", "games", "templates", "templates/games", "static")
    for path in (resources.files("companion.web") / folder).iterdir()
    if path.name.endswith((".py", ".html", ".js"))
]
BUILT = ("rule.", "events.by_", "keys.", "menu.", "photo.", "verify.fault_", "roles.")
"""Keys that are put together from a value: a certainty, a source, a key, a theme, a fault, a role."""
BUILT_OF_GAMES = re.compile(r"game\.\w+\.(do|word|unit|phase|do_now|says|verdict|course|ability|slot_\w+)\b")
"""The same of a game: a verb, a word, a phase, what a slot holds."""
CALLS = re.compile(r"""\b(?:v\.t|t|texts|self\._texts)\(\s*["']([a-z_.]+)["']\s*[,)]""")


def test_every_text_that_is_asked_for_is_there() -> None:
    t = load_texts("en")
    asked = {key for source in CODE for key in CALLS.findall(source)}
    assert len(asked) > 80
    assert {key for key in asked if not t.has(key)} == set()


def test_no_text_lies_idle() -> None:
    everything, keys = "\n".join(CODE), sorted(load_texts("en").keys())
    assert [
        key for key in keys if not key.startswith(BUILT) and not BUILT_OF_GAMES.match(key) and key.rpartition(".")[2] not in everything
    ] == []


@pytest.mark.parametrize("language", languages())
def test_a_language_says_all_with_the_same_values(language: str) -> None:
    english, other = load_texts("en"), load_texts(language)
    assert other.keys() == english.keys()
    for key in sorted(english.keys()):
        assert _fields(other, key) == _fields(english, key), key


def _fields(t: Texts, key: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(t(key)) if name}


def test_a_language_that_is_not_there_is_refused() -> None:
    with pytest.raises(ValueError, match="no language 'xx'; there are"):
        load_texts("xx")


def test_names_in_a_sentence() -> None:
    t = load_texts("en")
    assert [t.names([*"ABC"[:n]]) for n in range(4)] == ["", "A", "A and B", "A, B and C"]
