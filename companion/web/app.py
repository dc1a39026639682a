"""The page of one session: what answers under which address, and what every error says."""

from http import HTTPStatus

from flask import Flask, Response, render_template, request
from werkzeug.exceptions import HTTPException

from companion.web.access import Hosts, guard
from companion.web.api import api
from companion.web.disputes import disputes
from companion.web.live import Live
from companion.web.overlay import overlay
from companion.web.packing import pack
from companion.web.pages import pages
from companion.web.photos import photos
from companion.web.pictures import PictureShelf
from companion.web.problem import Problem, problem_response
from companion.web.render import Renderer
from companion.web.results import results
from companion.web.roles import roles
from companion.web.settings import WebSettings
from companion.web.table import Table
from companion.web.texts import Texts, load_texts

PACKAGE = "companion.web"
"""Beside which templates and static files lie."""


def create_app(session: Table, settings: WebSettings) -> Flask:
    """The page of one session. Raises ValueError when there is no such language."""
    app, texts = Flask(PACKAGE), load_texts(settings.language)
    app.jinja_env.trim_blocks = app.jinja_env.lstrip_blocks = True
    shelf = PictureShelf(session, settings.shrink, settings.glass)
    renderer = Renderer(app, session, settings, texts, shelf)
    live = Live(session, renderer, settings, texts)
    guard(app, Hosts(frozenset(name.lower().rstrip(".") for name in settings.hosts)), settings.devices)
    app.register_blueprint(pages(session, renderer, live, shelf, texts, settings))
    app.register_blueprint(api(session, live, settings, texts))
    app.register_blueprint(disputes(session, settings, texts))
    app.register_blueprint(roles(settings.devices, texts, settings.table))
    app.register_blueprint(results(session, renderer, settings, texts))
    app.register_blueprint(overlay(app, session, settings, texts))
    app.register_blueprint(photos(settings, texts))
    explain_errors(app, texts)
    pack(app)
    return app


def explain_errors(app: Flask, texts: Texts) -> None:
    """Every error is a problem document for programs and a page with one sentence for people."""

    def answer(problem: Problem) -> Response:
        wants = request.accept_mimetypes.best_match(["application/json", "application/problem+json", "text/html"])
        if wants != "text/html":
            return problem_response(problem)
        page = render_template("problem.html", t=texts, problem=problem)
        return Response(page, problem.status, problem.headers, content_type="text/html; charset=utf-8")

    @app.errorhandler(Problem)
    def known(problem: Problem) -> Response:
        return answer(problem)

    @app.errorhandler(HTTPException)
    def http(error: HTTPException) -> Response:
        status = HTTPStatus(error.code or 500)
        detail = texts("error.not_found") if status is HTTPStatus.NOT_FOUND else error.description or status.phrase
        headers = dict(error.get_headers()) if status is HTTPStatus.METHOD_NOT_ALLOWED else {}
        return answer(Problem(status, detail, {"Allow": headers["Allow"]} if "Allow" in headers else None))
