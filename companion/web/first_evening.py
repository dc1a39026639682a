"""The first evening, step by step: language, PIN, camera, light, table, deck, players, zones, rules, a trial reading, and the QR to join.

Each step is a page and a form of its own and can be done again; "skip" and "go on" say what they cost. When the last is done, the
evening begins and its page takes this one's place (`Front`).
"""

from collections.abc import Callable
from http import HTTPStatus
from typing import Any

from flask import Flask, Response, redirect, render_template, request
from markupsafe import Markup
from werkzeug.wrappers import Response as Answer

from companion.devices import Devices
from companion.game import CompanionError
from companion.web.access import Hosts, guard
from companion.web.actions import said
from companion.web.app import create_app, explain_errors
from companion.web.codes import qr_svg
from companion.web.front import Front
from companion.web.helper import Helper
from companion.web.outlines import outlines
from companion.web.packing import pack
from companion.web.problem import Problem
from companion.web.showing import as_typed, showing, shown_first
from companion.web.steps import FILMS_MB, PLAYERS_MOST, STEPS, Steps, texts_of
from companion.web.texts import languages
from companion.web.views import Seat
from companion.web.zoning import zoning

WITH_A_PICTURE = frozenset({"camera", "light", "table", "zones", "trial", "enrol"})
LARGEST_PACK_BYTES = 32 * 1024 * 1024


def create_setup(helper: Helper, devices: Devices, front: Callable[[], Front], hosts: frozenset[str], language: str = "en") -> Flask:
    """The pages of the first evening; `front` is where the table's page takes over."""
    app, steps = Flask("companion.web"), Steps(helper, devices, language)
    app.jinja_env.trim_blocks = app.jinja_env.lstrip_blocks = True
    guard(app, Hosts(hosts), devices)
    _pages(app, steps)
    _pictures(app, steps)
    _doing(app, steps, front)
    _showing(app, steps)
    explain_errors(app, texts_of(language))
    pack(app)
    return app


def _pages(app: Flask, steps: Steps) -> None:
    @app.get("/")
    def start() -> Answer:
        return redirect(f"/setup/{steps.next()}")

    @app.get("/setup/<step>")
    def page(step: str) -> str:
        return _page(steps, step)


def _page(steps: Steps, step: str, fault: str = "", name: str = "", trial: str = "") -> str:
    """One step as it stands, or the page `name` that belongs to it, with what a `trial` said (HTML). Raises Problem for no step."""
    t = texts_of(steps.choices.language)
    if step not in STEPS:
        raise Problem(HTTPStatus.NOT_FOUND, t("error.not_found"))
    seats = [Seat(n, steps.choices.players[n] if n < len(steps.choices.players) else "") for n in range(PLAYERS_MOST)]
    at, asked = STEPS.index(step), _game_asked(steps) if name == "enrol" else ""
    first = shown_first(steps.helper.games(), asked)
    more: dict[str, Any] = {
        "languages": [(code, texts_of(code)("language")) for code in languages()],
        "films_mb": FILMS_MB,
        "cameras": steps.helper.cameras() if step == "camera" else (),
        "games": steps.helper.games(),
        "decks": {each.game: steps.helper.decks(each.game) for each in steps.helper.games()} if step == "deck" else {},
        "join": qr_svg(steps.helper.link()) if step == "join" else "",
        "link": steps.helper.link(),
        "box": as_typed(steps.helper.boxes.now()) if name == "enrol" else None,
        "sorts": steps.helper.boxes.sorts(asked) if asked else (),
        "asked": asked,
        "earlier": steps.helper.unfinished if step == STEPS[0] else None,
        "first_kind": first[0],
        "size_mm": first[1],
    }
    look = steps.helper.look() if (name or step) in WITH_A_PICTURE and steps.choices.camera else None
    z = zoning(steps.helper, steps.choices, steps.game(), look, t) if step == "zones" else None
    say = steps.say_of(more["box"].game if more["box"] else asked) if name == "enrol" else steps.say
    before = next((each for each in reversed(STEPS[:at]) if steps.has(each)), STEPS[0])
    return render_template(
        "setup.html", t=t, say=say, steps=STEPS, step=step, at=at, c=steps.choices, game=steps.boxed(), seats=seats, fault=fault,
        before=before, after=steps.after(step), look=look, z=z, name=name or step, trial=Markup(trial), **more,
    )  # fmt: skip


def _game_asked(steps: Steps) -> str:
    """The game whose box is to be shown; the first there is where none is named."""
    names = [each.game for each in steps.helper.games()]
    asked = request.values.get("game", "")
    return asked if asked in names else steps.choices.game or names[0]


def _showing(app: Flask, steps: Steps) -> None:
    """Showing a box to the camera, which belongs to the step of the deck."""

    def page(fault: str) -> str:
        return _page(steps, "deck", fault, "enrol")

    def use(game: str, deck: str) -> None:
        steps.take("deck", {"game": game, "deck": deck})

    showing(app, steps.helper, page, lambda: texts_of(steps.choices.language), steps.say_of, use)


def _pictures(app: Flask, steps: Steps) -> None:
    @app.get("/setup/picture.jpg")
    def picture() -> Response:
        jpeg = steps.helper.picture(request.args.get("view") == "side")
        if jpeg is None:
            raise Problem(HTTPStatus.NOT_FOUND, texts_of(steps.choices.language)("live.waiting"))
        return Response(jpeg, content_type="image/jpeg", headers={"Cache-Control": "no-store"})

    @app.get("/setup/light/part")
    def light() -> str:
        return render_template("setup_light.html", t=texts_of(steps.choices.language), look=steps.helper.look(), say=steps.say)


def _doing(app: Flask, steps: Steps, front: Callable[[], Front]) -> None:
    @app.post("/setup/<step>")
    def done(step: str) -> Answer | str | tuple[str, int]:
        if step not in STEPS:
            raise Problem(HTTPStatus.NOT_FOUND, texts_of(steps.choices.language)("error.not_found"))
        try:
            if step == "join":
                begun = steps.helper.begin(steps.choices)
                front().show(create_app(begun.table, begun.settings))
                return redirect("/", HTTPStatus.SEE_OTHER)
            steps.take(step, request.form)
        except (CompanionError, ValueError) as fault:
            return _page(steps, step, said(steps.say(str(fault)))), HTTPStatus.UNPROCESSABLE_ENTITY
        stay = step == "camera" and "look" in request.form
        answer = redirect(f"/setup/{step if stay else steps.after(step)}", HTTPStatus.SEE_OTHER)
        if step == "pin" and steps.choices.pin:
            steps.let_in(answer)
        return answer

    @app.post("/setup/again")
    def again() -> Answer | tuple[str, int]:
        try:
            begun = steps.helper.go_on()
        except (CompanionError, ValueError) as fault:
            return _page(steps, "language", said(steps.say(str(fault)))), HTTPStatus.UNPROCESSABLE_ENTITY
        front().show(create_app(begun.table, begun.settings))
        return redirect("/", HTTPStatus.SEE_OTHER)

    @app.post("/setup/deck/file")
    def deck_file() -> Answer | tuple[str, int]:
        request.max_content_length = LARGEST_PACK_BYTES
        given, game = request.files.get("pack"), request.form.get("game", "")
        try:
            added = steps.helper.add_deck(given.read() if given else b"", game)
            steps.take("deck", {"game": game, "deck": added})
        except (CompanionError, ValueError) as fault:
            return _page(steps, "deck", said(steps.say(str(fault)))), HTTPStatus.UNPROCESSABLE_ENTITY
        return redirect("/setup/players", HTTPStatus.SEE_OTHER)

    @app.post("/setup/trial/read")
    def trial() -> str:
        answer = _trial(steps)
        return answer if "part" in request.form else _page(steps, "trial", trial=answer)


def _trial(steps: Steps) -> str:
    """What is recognised on the table now, or why it cannot be told: a part of the page."""
    t = texts_of(steps.choices.language)
    try:
        seen = steps.helper.trial(steps.choices.game, steps.choices.deck)
    except (CompanionError, ValueError) as fault:
        return render_template("setup_trial.html", t=t, fault=said(steps.say(str(fault))), seen=None, marks=())
    return render_template("setup_trial.html", t=t, fault="", seen=seen, marks=outlines(seen, str), say=steps.say)
