"""The interface for programs, and what the page's own buttons post to. Nothing changes by GET."""

import re
from collections.abc import Mapping
from datetime import UTC, datetime
from http import HTTPStatus

import msgspec
from flask import Blueprint, Response, redirect, request

from companion.numerals import whole
from companion.snapshot import Snapshot
from companion.web.actions import Actions, asked
from companion.web.live import Live
from companion.web.problem import Problem
from companion.web.settings import WebSettings
from companion.web.table import Table
from companion.web.texts import Texts

OWN_PATH = re.compile(r"/[a-z0-9/]*")


def api(table: Table, live: Live, settings: WebSettings, texts: Texts) -> Blueprint:
    """The routes under /api/v1, and /health."""
    bp, actions = Blueprint("api", __name__), Actions(table, texts)

    @bp.get("/api/v1/table")
    def whole_table() -> Response:
        snapshot = table.snapshot()
        answer = _json({"schema": 1, "id": settings.table} | msgspec.to_builtins(snapshot))
        answer.set_etag(str(snapshot.seq))
        return answer

    @bp.get("/api/v1/events")
    def events() -> Response:
        after = whole(request.args.get("after", "0"))
        if after is None:
            raise Problem(HTTPStatus.BAD_REQUEST, "after is the number of the last entry that you have.")
        snapshot = table.snapshot()
        new = snapshot.behind(after)
        return _json({"schema": 1, "seq": snapshot.seq, "head": snapshot.head, "events": msgspec.to_builtins(new)})

    @bp.get("/api/v1/stream")
    def stream() -> Response:
        return live.programs(request.headers.get("Last-Event-ID", ""))

    @bp.get("/live")
    def page_stream() -> Response:
        return live.pages(request.headers.get("Last-Event-ID") or request.args.get("last", ""))

    @bp.post("/api/v1/tables/<id>/actions/<verb>")
    def action(id: str, verb: str) -> Response:
        if id != settings.table:
            raise Problem(HTTPStatus.NOT_FOUND, texts("error.unknown_table", id=id[:40]))
        wanted = asked(request)

        snapshot = actions.do(verb, wanted)
        if request.accept_mimetypes.best_match(["application/json", "text/html"]) == "text/html":
            return redirect(_back(wanted.values.get("back")), HTTPStatus.SEE_OTHER)  # type: ignore[return-value]  # werkzeug's own response serves as well
        return _json(
            {"schema": 1, "seq": snapshot.seq, "version": snapshot.version, "newest": snapshot.told[-1] if snapshot.told else None}
        )

    @bp.get("/health")
    def health() -> Response:
        return _json(_health(table.snapshot(), live, settings))

    return bp


def _back(path: object) -> str:
    """Where a form's page goes on: a path of our own, or the table."""
    return path if isinstance(path, str) and OWN_PATH.fullmatch(path) else "/"


def _json(body: Mapping[str, object]) -> Response:
    return Response(msgspec.json.encode(body), content_type="application/json")


def _health(snapshot: Snapshot, live: Live, settings: WebSettings) -> dict[str, object]:
    age = None if snapshot.look is None else max(0.0, round((datetime.now(UTC) - snapshot.look.taken_at).total_seconds(), 1))
    return {
        "schema": 1,
        "ok": not snapshot.camera,
        "game": snapshot.game,
        "seq": snapshot.seq,
        "camera": snapshot.camera,
        "not_ready": snapshot.not_ready,
        "picture_age_s": age,
        "viewers": live.streams.watching,
        "viewers_most": settings.viewers,
        "readings": settings.health() if settings.health is not None else (),
    }
