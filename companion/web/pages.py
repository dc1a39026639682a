"""The pages people see."""

from http import HTTPStatus

from flask import Blueprint, Response, render_template, request

from companion.game import CompanionError
from companion.health import worst
from companion.web.live import Live
from companion.web.localised import boxed, saying
from companion.web.pictures import GLASS, SIZES, PictureShelf
from companion.web.problem import Problem
from companion.web.render import Renderer
from companion.web.settings import WebSettings
from companion.web.table import Table
from companion.web.texts import Texts

FOREVER = "public, max-age=31536000, immutable"
CERTAINTIES = frozenset({"rule", "inferred", "example", "option", "external", "derived"})
SCRIPT_TEXTS = ("page", "events", "actions", "correct", "live", "photo")
"""Sections of the catalogue that the page's scripts speak from."""


def pages(table: Table, renderer: Renderer, live: Live, shelf: PictureShelf, texts: Texts, settings: WebSettings) -> Blueprint:
    """The game page, the rules, the pictures."""
    bp = Blueprint("pages", __name__)
    spoken = {key: texts(key) for key in sorted(texts.keys()) if key.partition(".")[0] in SCRIPT_TEXTS}

    @bp.get("/")
    def game() -> str:
        snapshot = table.snapshot()
        view, parts = renderer.view(snapshot), renderer.parts(snapshot)
        return render_template(
            "table.html",
            v=view,
            t=texts,
            parts=parts,
            event_id=live.event_id(snapshot),
            spoken=spoken,
            takes_photos=settings.photo is not None,
            tells_state=settings.health is not None,
        )

    @bp.get("/rules")
    def rules() -> str:
        pack = boxed(table.pack, saying(texts, table.pack), texts)
        return render_template("rules.html", t=texts, pack=pack, certainties=CERTAINTIES, house=table.snapshot().house_rules)

    _state(bp, table, settings, texts)

    @bp.get("/check")
    def check() -> str:
        snapshot = table.snapshot()
        if settings.check is None:
            raise Problem(HTTPStatus.NOT_FOUND, texts("error.not_found"))
        try:
            answer, refused = settings.check(snapshot.show, request.args), ""
        except CompanionError as fault:
            answer, refused = {}, saying(texts, table.pack)(str(fault))
        return render_template("check.html", v=renderer.view(snapshot), t=texts, answer=answer, refused=refused)

    @bp.get("/pictures/<sha>.jpg")
    def picture(sha: str) -> Response:
        size = request.args.get("size", "")
        if size and size not in (*SIZES, GLASS):
            raise Problem(HTTPStatus.BAD_REQUEST, f"size is one of {', '.join((*SIZES, GLASS))}.")
        try:
            jpeg = shelf.get(sha, size)
        except CompanionError as missing:
            raise Problem(HTTPStatus.NOT_FOUND, texts("error.no_picture")) from missing
        return Response(jpeg, content_type="image/jpeg", headers={"Cache-Control": FOREVER})

    return bp


def _state(bp: Blueprint, table: Table, settings: WebSettings, texts: Texts) -> None:
    @bp.get("/state")
    def state() -> str:
        if settings.health is None:
            raise Problem(HTTPStatus.NOT_FOUND, texts("error.not_found"))
        found = settings.health()
        return render_template("state.html", t=texts, found=found, worst=worst(found), say=saying(texts, table.pack))
