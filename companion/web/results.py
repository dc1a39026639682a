"""After the evening: the result with its chart, all evenings with what they say of each player, and files for other programs."""

from http import HTTPStatus

from flask import Blueprint, Response, render_template, request

from companion.evenings import FORMATS, Evening, evening_of, matching, records_of
from companion.snapshot import Standing
from companion.web.chart import chart_of
from companion.web.problem import Problem
from companion.web.render import Renderer
from companion.web.settings import WebSettings
from companion.web.table import Table
from companion.web.texts import Texts

NOW = "now"
"""The id of the evening that is on this table."""
LONGEST_SEARCH = 200
REMEMBERED = 3


def results(table: Table, renderer: Renderer, settings: WebSettings, texts: Texts) -> Blueprint:
    """The routes /results, /evenings and /export."""
    bp = Blueprint("results", __name__)

    def played() -> tuple[Evening, ...]:
        """Every evening there is, this one among them once."""
        now = evening_of(table.history(), NOW)
        earlier = tuple(each for each in settings.evenings() if (each.began, each.players) != (now.began, now.players))
        return (now, *earlier)

    @bp.get("/results")
    def result() -> str:
        history, snapshot = table.history(), table.snapshot()
        view, sheet = renderer.view(snapshot), renderer.parts(snapshot)["scores"]
        evening, chart = evening_of(history, NOW), chart_of(history.course(), history.players)
        order = sorted(view.seats, key=lambda seat: (evening.ranks[seat.number], seat.number))
        kept = [event for event in view.events if event.picture and event.standing is not Standing.UNDONE][:REMEMBERED]
        return render_template(
            "results.html", t=texts, v=view, e=evening, chart=chart, order=order, kept=kept, sheet=sheet, formats=FORMATS
        )

    @bp.get("/evenings")
    def evenings() -> str:
        words = request.args.get("q", "")[:LONGEST_SEARCH]
        everything = played()
        found = matching(everything, words)
        return render_template("evenings.html", t=texts, words=words, evenings=found, records=records_of(everything), formats=FORMATS)

    @bp.get("/export/<kind>")
    def export(kind: str) -> Response:
        if kind not in FORMATS:
            raise Problem(HTTPStatus.NOT_FOUND, texts("results.unknown_format", kinds=", ".join(FORMATS)))
        asked = request.args.get("evening", "")
        chosen = tuple(each for each in played() if asked in ("", each.id))
        if not chosen:
            raise Problem(HTTPStatus.NOT_FOUND, texts("results.no_evening"))
        make, media = FORMATS[kind]
        name = f"{'evening' if asked else 'evenings'}.{kind}"
        return Response(make(chosen), content_type=media, headers={"Content-Disposition": f'attachment; filename="{name}"'})

    return bp
