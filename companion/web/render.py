"""The parts of a page as HTML: made once for each version, and the same for the first load and for every change after it."""

from dataclasses import replace
from functools import lru_cache
from threading import Lock
from typing import Any

from flask import Flask
from jinja2 import Environment
from markupsafe import Markup

from companion.game import CompanionError
from companion.snapshot import Snapshot
from companion.web.jpeg import jpeg_size
from companion.web.pictures import PictureShelf
from companion.web.settings import WebSettings
from companion.web.table import Table
from companion.web.texts import Texts
from companion.web.views import View, view_of

PARTS = ("notice", "bar", "turn", "question", "hero", "hands", "actions", "scores", "live", "events", "pad", "correct")
"""The parts of a page, in reading order; each is a macro of the game's template, or of `games/generic.html`."""

OF_THE_PICTURE = ("live",)
"""The parts that show what was seen last."""


def is_same_but_for_the_picture(a: Snapshot, b: Snapshot) -> bool:
    """Whether two snapshots differ in nothing but what was seen last: a camera that looks at a quiet table."""
    return a.seq == b.seq and replace(a, version=b.version, look=b.look, not_ready=b.not_ready) == b


class Renderer:
    """Snapshots to HTML. Keeps the newest version's parts, since every viewer wants the same."""

    def __init__(self, app: Flask, table: Table, settings: WebSettings, texts: Texts, shelf: PictureShelf) -> None:
        self._env: Environment = app.jinja_env
        self._table, self._settings, self._texts, self._shelf = table, settings, texts, shelf
        self._lock = Lock()
        self._newest: tuple[Snapshot, dict[str, Markup]] | None = None

    def parts(self, snapshot: Snapshot) -> dict[str, Markup]:
        """Each part of the page by name."""
        with self._lock:
            if self._newest is None or self._newest[0].version != snapshot.version:
                if snapshot.look is not None:
                    self._shelf.pin(snapshot.look.picture)
                before = self._newest if self._newest and is_same_but_for_the_picture(self._newest[0], snapshot) else None
                fresh = self._make(self.view(snapshot), PARTS if before is None else OF_THE_PICTURE)
                self._newest = snapshot, fresh if before is None else before[1] | fresh
            return self._newest[1]

    def view(self, snapshot: Snapshot) -> View:
        """What the templates see."""
        settings = self._settings
        view = view_of(snapshot, self._table.pack, self._texts, settings.table, settings.stale_s, self._question_size(snapshot))
        return replace(view, takes_photos=settings.photo is not None)

    def _make(self, view: View, parts: tuple[str, ...]) -> dict[str, Markup]:
        modules = [_macros(self._env, name) for name in templates_of(self._env, "games", view.snapshot.game)]
        return {part: Markup(next(m for m in map(_get(part), modules) if m)(view)) for part in parts}

    def _question_size(self, snapshot: Snapshot) -> tuple[int, int] | None:
        question, look = snapshot.question, snapshot.look
        if question is None or question.picture is None:
            return None
        if look is not None and look.picture == question.picture:
            return look.observation.size_px
        try:
            return jpeg_size(self._table.picture(question.picture))
        except CompanionError:
            return None


@lru_cache(maxsize=32)
def templates_of(env: Environment, folder: str, game: str) -> tuple[str, ...]:
    """Where a game's parts are drawn: in its own file, where it has one, then in that of any game."""
    own = f"{folder}/{game}.html"
    return (own, f"{folder}/generic.html") if own in env.list_templates() else (f"{folder}/generic.html",)


def _macros(env: Environment, name: str) -> Any:
    return env.get_template(name).module


def _get(part: str) -> Any:
    return lambda module: getattr(module, part, None)
