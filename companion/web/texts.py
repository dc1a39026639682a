"""Every text of the page, by language: one file of `languages` each."""

import tomllib
from functools import cache
from importlib import resources
from typing import Any


class Texts:
    """The texts of one language, asked for by dotted key: `t("seat.your_turn", name="Ines")`."""

    def __init__(self, language: str, texts: dict[str, str]) -> None:
        self.language, self._texts = language, texts

    def __call__(self, key: str, **values: object) -> str:
        """The text with its values filled in. Raises KeyError for a key or value that is missing: a fault of ours, found by the tests."""
        return self._texts[key].format(**values) if values else self._texts[key]

    def has(self, key: str) -> bool:
        """Whether there is such a text."""
        return key in self._texts

    def keys(self) -> frozenset[str]:
        """Every key."""
        return frozenset(self._texts)

    def names(self, names: list[str]) -> str:
        """Names as a list in a sentence: `Ines`, `Ines and Teo`, `Ines, Teo and Maren`."""
        if len(names) < 2:
            return "".join(names)
        return f"{', '.join(names[:-1])} {self('page.and')} {names[-1]}"


@cache
def languages() -> tuple[str, ...]:
    """The languages there are, by their two letters."""
    return tuple(sorted(path.name.removesuffix(".toml") for path in _folder().iterdir() if path.name.endswith(".toml")))


@cache
def load_texts(language: str) -> Texts:
    """The texts of a language, English where it has none. Raises ValueError when there is no such language."""
    if language not in languages():
        raise ValueError(f"no language {language!r}; there are {', '.join(languages())}")
    return Texts(language, _read("en") | _read(language))


def _folder() -> Any:
    return resources.files("companion.web") / "languages"


def _read(language: str) -> dict[str, str]:
    return _flat(tomllib.loads((_folder() / f"{language}.toml").read_text(encoding="utf-8")))


def _flat(table: dict[str, Any], prefix: str = "") -> dict[str, str]:
    texts: dict[str, str] = {}
    for key, value in table.items():
        texts |= _flat(value, f"{prefix}{key}.") if isinstance(value, dict) else {prefix + key: value}
    return texts
