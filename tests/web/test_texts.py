"""The catalogue of texts: every one is used, every one used is there, in every language."""

import html
import re
import tomllib
from collections.abc import Iterator
from importlib import resources
from pathlib import Path
from string import Formatter
from typing import Any

import pytest

from companion.web.texts import Texts, languages, load_texts

CODE = [
    path.read_text(encoding="utf-8")
    for folder in ("", "games", "templates", "templates/games", "templates/overlays", "static")
    for path in (resources.files("companion.web") / folder).iterdir()
    if path.name.endswith((".py", ".html", ".js"))
]
TEMPLATES = sorted(Path(str(resources.files("companion.web") / "templates")).rglob("*.html"))
BUILT = ("rule.", "events.by_", "keys.", "menu.", "photo.", "verify.fault_", "roles.", "results.kind_", "setup.", "state.")
"""Keys that are put together from a value: a certainty, a source, a key, a theme, a fault, a role."""
BUILT_OF_GAMES = re.compile(r"game\.\w+\.(do|word|unit|phase|zone|do_now|says|verdict|course|ability|slot_\w+)\b")
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
    assert own_keys(language) == own_keys("en")
    for key in sorted(english.keys()):
        assert _fields(other, key) == _fields(english, key), key


def own_keys(language: str) -> set[str]:
    """What stands in a language's own file; `load_texts` fills gaps with English."""
    file = resources.files("companion.web") / "languages" / f"{language}.toml"
    return set(dotted(tomllib.loads(file.read_text(encoding="utf-8"))))


def dotted(table: dict[str, Any], prefix: str = "") -> Iterator[str]:
    for key, value in table.items():
        if isinstance(value, dict):
            yield from dotted(value, f"{prefix}{key}.")
        else:
            yield prefix + key


def _fields(t: Texts, key: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(t(key)) if name}


def test_a_language_that_is_not_there_is_refused() -> None:
    with pytest.raises(ValueError, match="no language 'xx'; there are"):
        load_texts("xx")


def test_names_in_a_sentence() -> None:
    t = load_texts("en")
    assert [t.names([*"ABC"[:n]]) for n in range(4)] == ["", "A", "A and B", "A, B and C"]


TAG = re.compile(r"\{%.*?%\}|\{\{.*?\}\}|\{#.*?#\}|<svg.*?</svg>|<[^>]*>", re.DOTALL)
ATTRIBUTE = re.compile(r"""[\w-]+=(?:"[^"]*"|'[^']*')""")
ADDRESS = re.compile(r"\S*[/?=]\S*")
SPOKEN = re.compile(r'(?:aria-label|alt|title|placeholder)="([^"{]*[^\W\d_]{3,}[^"{]*)"')
SAID_BY_ALL = {"Esc"}
"""What every language writes alike: a key."""


@pytest.mark.parametrize("path", TEMPLATES, ids=lambda path: path.name)
def test_no_text_is_written_into_a_template(path: Path) -> None:
    source = path.read_text(encoding="utf-8")
    words = re.findall(r"[^\W\d_]{3,}", html.unescape(TAG.sub(" ", ADDRESS.sub("", ATTRIBUTE.sub("", TAG.sub(" ", source))))))
    assert [word for word in words if word not in SAID_BY_ALL] == []
    assert [said for said in SPOKEN.findall(source) if "http" not in said] == []


@pytest.mark.parametrize("language", languages())
def test_a_language_is_not_english_by_neglect(language: str) -> None:
    english, other = load_texts("en"), load_texts(language)
    long = [key for key in sorted(english.keys()) if len(english(key).split()) > 2]
    same = [key for key in long if english(key) == other(key)]
    assert language == "en" or same == []
