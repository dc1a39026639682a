"""A phone as eye: a picture taken or chosen on the page, read at once."""

from http import HTTPStatus

import msgspec
from flask import Blueprint, Response, redirect, request

from companion.game import CompanionError
from companion.web.actions import said
from companion.web.problem import Problem
from companion.web.sentences import load_sentences
from companion.web.settings import WebSettings
from companion.web.texts import Texts

LARGEST_PHOTO_BYTES = 24 * 1024 * 1024
VIEWS = ("top", "side")
PICTURES = ("image/jpeg", "image/png", "image/webp")


def photos(settings: WebSettings, texts: Texts) -> Blueprint:
    """The route that takes pictures: the body itself, or `photo` of a form; `view` is top or side."""
    bp, say = Blueprint("photos", __name__), load_sentences(texts.language, "")

    @bp.post("/api/v1/tables/<id>/photos")
    def photo(id: str) -> Response:
        request.max_content_length = LARGEST_PHOTO_BYTES
        if id != settings.table:
            raise Problem(HTTPStatus.NOT_FOUND, texts("error.unknown_table", id=id[:40]))
        if settings.photo is None:
            raise Problem(HTTPStatus.CONFLICT, texts("photo.none"))
        picture, view = _picture(texts)
        try:
            read = say(settings.photo(picture, view))
        except (CompanionError, ValueError) as fault:
            raise Problem(HTTPStatus.UNPROCESSABLE_ENTITY, said(say(str(fault)))) from fault
        if request.accept_mimetypes.best_match(["application/json", "text/html"]) == "text/html":
            return redirect("/", HTTPStatus.SEE_OTHER)  # type: ignore[return-value]  # werkzeug's own response serves as well
        return Response(msgspec.json.encode({"schema": 1, "view": view, "says": read}), content_type="application/json")

    return bp


def _picture(texts: Texts) -> tuple[bytes, str]:
    """The bytes and the view that were asked for. Raises Problem."""
    if request.mimetype in PICTURES:
        picture, view = request.get_data(), request.args.get("view", "top")
    else:
        given = request.files.get("photo")
        picture, view = given.read() if given else b"", request.form.get("view", "top")
    if view not in VIEWS:
        raise Problem(HTTPStatus.BAD_REQUEST, f"view is one of {', '.join(VIEWS)}.")
    if not picture:
        raise Problem(HTTPStatus.BAD_REQUEST, texts("photo.empty"))
    return picture, view
