"""Transparent widgets for a stream: the same views as the page, as it stands or as it stood a while ago."""

import hashlib
from collections import deque
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from http import HTTPStatus
from threading import Lock
from typing import Any

import msgspec
from flask import Blueprint, Flask, Response, render_template, request
from jinja2 import Environment
from werkzeug.datastructures import MultiDict

from companion.earlier import Earlier
from companion.snapshot import Snapshot
from companion.web.chart import Chart, chart_of
from companion.web.problem import Problem
from companion.web.render import templates_of
from companion.web.settings import WebSettings
from companion.web.table import Table
from companion.web.texts import Texts, languages, load_texts
from companion.web.views import View, view_of

WIDGETS = ("title", "stale", "hero", "timer", "word", "last", "score", "full", "end", "glass")
"""`hero` is what the game is about: meter, piles, circle, board, plates; those names stand for it too.

`glass` is the picture of the newest entry through a red glass.
"""
SHOWN = ("title", "stale", "hero", "timer", "word", "last", "score", "end")
"""Without `widgets=`. When the game is over, `end` takes the place of `hero`."""
ALSO = {"meter": "hero", "piles": "hero", "circle": "hero", "board": "hero", "plates": "hero", "scoreboard": "score"}
THEMES = {"plate": "light", "night": "dark", "paper": "light"}
MOTION = ("full", "reduced")
LONGEST_DELAY_S = 3600.0
SCALES = (0.25, 4.0)
LOOKS_KEPT = 20_000
RENDERED_KEPT = 12
DELAYS_KEPT = 4


@dataclass(frozen=True, slots=True)
class Wish:
    """What an overlay's address asks for."""

    widgets: tuple[str, ...]
    theme: str
    scale: float
    delay_s: float
    language: str
    motion: str


@dataclass(frozen=True)
class Stage(View):
    """A view with what only the overlay shows."""

    totals: tuple[int, ...] = ()
    chart: Chart | None = None


class Overlay:
    """Renders widgets, each moment once."""

    def __init__(self, app: Flask, table: Table, settings: WebSettings) -> None:
        self._env: Environment = app.jinja_env
        self._table, self._settings = table, settings
        self._lock = Lock()
        self._made: dict[tuple[int, str, str], dict[str, str]] = {}
        self._earlier: dict[float, Earlier] = {}
        self._looks: deque[tuple[datetime, datetime]] = deque(maxlen=LOOKS_KEPT)

    def parts(self, wish: Wish) -> tuple[dict[str, str], bool]:
        """Each widget as HTML, and whether the picture of that moment was old."""
        now = datetime.now(UTC)
        snapshot = self._table.snapshot()
        with self._lock:
            if snapshot.look is not None:
                self._looks.append((now, snapshot.look.taken_at))
            moment = now - timedelta(seconds=wish.delay_s)
            age = self._age(snapshot, moment, wish.delay_s)
            count = min(self._table.history().count_at(moment), snapshot.seq) if wish.delay_s else snapshot.seq
            key = count, wish.language, snapshot.head if count == snapshot.seq else ""
            if key not in self._made:
                then = snapshot.bare() if count == snapshot.seq else self._then(snapshot, count, wish.delay_s)
                self._made[key] = self._render(then, wish.language, self._chart(count) if then.status.over else None)
                while len(self._made) > RENDERED_KEPT:
                    self._made.pop(next(iter(self._made)))
            made = self._made[key]
        is_stale = age is not None and age > self._settings.stale_s
        return {name: made[name] for name in wish.widgets if name in made}, is_stale

    def _then(self, snapshot: Snapshot, count: int, delay_s: float) -> Snapshot:
        """The table after so many entries. Each delay follows the log for itself."""
        earlier = self._earlier.pop(delay_s, None) or Earlier()
        self._earlier[delay_s] = earlier
        while len(self._earlier) > DELAYS_KEPT:
            self._earlier.pop(next(iter(self._earlier)))
        return earlier.snapshot(self._table.history(), snapshot, count)

    def _chart(self, count: int) -> Chart | None:
        """The score over the evening's first entries."""
        history = self._table.history()
        return chart_of(replace(history, stands=tuple(s for s in history.stands if s.line.seq <= count)).course(), history.players)

    def _age(self, snapshot: Snapshot, moment: datetime, delay_s: float) -> float | None:
        """Seconds between a moment and its newest picture; None when no picture was ever seen."""
        if not delay_s:
            taken = None if snapshot.look is None else snapshot.look.taken_at
        else:
            taken = next((taken for seen, taken in reversed(self._looks) if seen <= moment), None)
        return None if taken is None else (moment - taken).total_seconds()

    def _render(self, snapshot: Snapshot, language: str, chart: Chart | None) -> dict[str, str]:
        texts = load_texts(language)
        view = view_of(snapshot, self._table.pack, texts, self._settings.table, self._settings.stale_s, None)
        totals = [sum(line.points for line in snapshot.scores if line.seat == seat.number) for seat in view.seats]
        stage = Stage(**{**{name: getattr(view, name) for name in View.__dataclass_fields__}, "totals": tuple(totals), "chart": chart})
        modules = [self._env.get_template(name).module for name in templates_of(self._env, "overlays", snapshot.game)]
        return {name: str(_macro(modules, name)(stage)).strip() for name in WIDGETS if name != "stale"}


def overlay(app: Flask, table: Table, settings: WebSettings, texts: Texts) -> Blueprint:
    """The routes /overlay/<table> and /overlay/<table>/parts."""
    bp, stage = Blueprint("overlay", __name__), Overlay(app, table, settings)

    def checked(id: str) -> Wish:
        if id != settings.table:
            raise Problem(HTTPStatus.NOT_FOUND, texts("error.unknown_table", id=id[:40]))
        token = request.args.get("token", "")
        if token and settings.devices.find(token) is None:
            raise Problem(HTTPStatus.FORBIDDEN, texts("overlay.no_token"))
        return wish_of(request.args, settings.language)

    @bp.get("/overlay/<id>")
    def page(id: str) -> str:
        wish = checked(id)
        return render_template("overlay.html", t=load_texts(wish.language), wish=wish, ground=THEMES[wish.theme], table=settings.table)

    @bp.get("/overlay/<id>/parts")
    def parts(id: str) -> Response:
        shown, is_stale = stage.parts(checked(id))
        body = msgspec.json.encode({"parts": shown, "stale": is_stale, "now": datetime.now(UTC).timestamp()})
        tag = hashlib.sha256(msgspec.json.encode([shown, is_stale])).hexdigest()[:16]
        answer = Response(body, content_type="application/json")
        answer.set_etag(tag)
        answer.make_conditional(request)
        return answer

    return bp


def wish_of(asked: MultiDict[str, str], language: str) -> Wish:
    """The address's values, checked. Raises Problem naming the first that cannot be."""
    names = [ALSO.get(name, name) for name in asked.get("widgets", "").split(",") if name]
    for name in names:
        _one_of("widgets", name, (*WIDGETS, *ALSO))
    theme = _one_of("theme", asked.get("theme") or "night", tuple(THEMES))
    language = _one_of("lang", asked.get("lang") or language, languages())
    motion = _one_of("motion", asked.get("motion") or "full", MOTION)
    scale = _number("scale", asked.get("scale") or "1", *SCALES)
    return Wish(
        tuple(dict.fromkeys(names)) or SHOWN,
        theme,
        scale,
        _number("delay", asked.get("delay") or "0", 0.0, LONGEST_DELAY_S),
        language,
        motion,
    )


def _one_of(name: str, value: str, known: tuple[str, ...]) -> str:
    if value not in known:
        raise Problem(HTTPStatus.BAD_REQUEST, f"{name} is one of {', '.join(known)}, not {value[:40]!r}.")
    return value


def _number(name: str, text: str, low: float, high: float) -> float:
    try:
        value = float(text)
    except ValueError:
        value = float("nan")
    if not low <= value <= high:
        raise Problem(HTTPStatus.BAD_REQUEST, f"{name} is a number from {low:g} to {high:g}, not {text[:40]!r}.")
    return value


def _macro(modules: list[Any], name: str) -> Any:
    return next(found for module in modules if (found := getattr(module, name, None)) is not None)
