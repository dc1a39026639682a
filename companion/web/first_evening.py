"""The first evening, step by step: language, PIN, camera, light, table, deck, players, zones, rules, a trial reading, and the QR to join.

Each step is a page and a form of its own and can be done again; "skip" and "go on" say what they cost. When the last is done, the
evening begins and its page takes this one's place (`Front`).
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from functools import lru_cache
from http import HTTPStatus
from threading import Lock
from typing import Any

from flask import Flask, Response, redirect, render_template, request
from markupsafe import Markup
from werkzeug.wrappers import Response as Answer

from companion.devices import Devices, Role
from companion.game import CompanionError, Pack, Setup
from companion.web import create_app, explain_errors
from companion.web.access import COOKIE, Hosts, guard
from companion.web.actions import said
from companion.web.codes import qr_svg
from companion.web.helper import Choices, Helper
from companion.web.localised import Say, boxed, saying
from companion.web.outlines import outlines
from companion.web.packing import pack
from companion.web.problem import Problem
from companion.web.roles import YEAR_S
from companion.web.sentences import load_sentences
from companion.web.serve import Wsgi
from companion.web.showing import OF_A_CARD_MM, as_typed, showing
from companion.web.texts import languages, load_texts
from companion.web.views import Seat
from companion.web.zoning import applies, placing_from, zoning

STEPS = ("language", "pin", "camera", "light", "table", "deck", "players", "zones", "rules", "trial", "join")
FILMS_MB = (0, 200, 500, 2000)
"""How large a film of the evening may be; a picture a second is about 200 MB an evening."""
WITH_A_PICTURE = frozenset({"camera", "light", "table", "zones", "trial", "enrol"})
PLAYERS_MOST = 6
LONGEST_NAME = 24
LARGEST_PACK_BYTES = 32 * 1024 * 1024
CORNERS = 4

texts_of = lru_cache(maxsize=8)(load_texts)


class Front:
    """What the server serves: the first evening's pages, and from its beginning on the table's."""

    def __init__(self, app: Wsgi) -> None:
        self._app = app

    def show(self, app: Wsgi) -> None:
        """From now on this is served."""
        self._app = app

    def __call__(self, environ: dict[str, Any], start_response: Any) -> Iterable[bytes]:
        """As WSGI asks."""
        return self._app(environ, start_response)


class Steps:
    """What has been chosen so far, and what each step does with its form. One object, one lock."""

    def __init__(self, helper: Helper, devices: Devices, language: str) -> None:
        self.helper, self._devices, self._lock = helper, devices, Lock()
        last = helper.last
        self.choices = Choices(language=language) if last is None else replace(last, pin="", done=frozenset())

    def game(self) -> Pack | None:
        """The game that was chosen."""
        return next((each for each in self.helper.games() if each.game == self.choices.game), None)

    def say(self, text: str) -> str:
        """A sentence of the machine, or of the chosen game and its box, in the chosen language."""
        return self.say_of(self.choices.game)(text)

    def say_of(self, name: str) -> Say:
        """How the sentences of a game and its box are said in the chosen language."""
        t, game = texts_of(self.choices.language), next((each for each in self.helper.games() if each.game == name), None)
        return saying(t, game) if game else load_sentences(t.language, "")

    def boxed(self) -> Pack | None:
        """The chosen game with its open questions in the chosen language."""
        game = self.game()
        return game and boxed(game, self.say, texts_of(self.choices.language))

    def next(self) -> str:
        """The first step that was not done."""
        return next((step for step in STEPS if step not in self.choices.done and self.has(step)), STEPS[-1])

    def has(self, step: str) -> bool:
        """Whether there is anything to do in a step."""
        return step != "zones" or applies(self.choices)

    def after(self, step: str) -> str:
        """The step that comes next."""
        return next((each for each in STEPS[STEPS.index(step) + 1 :] if self.has(each)), STEPS[-1])

    def take(self, step: str, form: Mapping[str, str]) -> None:
        """Does a step with its form. Raises CompanionError or ValueError saying what is wrong."""
        with self._lock:
            taken: Choices = getattr(self, f"_take_{step}", lambda form: self.choices)(form)
            self.choices = replace(taken, done=taken.done | {step})

    def let_in(self, answer: Answer) -> None:
        """Whoever sets the PIN owns the table, and is not locked out by it."""
        name = texts_of(self.choices.language)("setup.pin.owner")
        token, _ = self._devices.pair(self._devices.keys[Role.OWNER], name, request.remote_addr or "")
        answer.set_cookie(COOKIE, token, max_age=YEAR_S, httponly=True, samesite="Strict", path="/")

    def _take_language(self, form: Mapping[str, str]) -> Choices:
        load_texts(form.get("language", "en"))
        return replace(self.choices, language=form.get("language", "en"))

    def _take_pin(self, form: Mapping[str, str]) -> Choices:
        pin = form.get("pin", "").strip()
        self._devices.set_pin(pin)
        return replace(self.choices, pin=pin)

    def _take_camera(self, form: Mapping[str, str]) -> Choices:
        name = form.get("address", "").strip() or form.get("camera", "")
        beside = form.get("side_address", "").strip() or form.get("side_camera", "")
        if beside and beside == name:
            raise ValueError(texts_of(self.choices.language)("setup.camera.same"))
        film_mb = int(form.get("film_mb") or 0)
        if film_mb not in FILMS_MB:
            raise ValueError(texts_of(self.choices.language)("setup.camera.film_size"))
        self.helper.use_camera(name, film_mb)
        self.helper.use_side_camera(beside)
        return replace(self.choices, camera=name, side_camera=beside, film_mb=film_mb)

    def _take_table(self, form: Mapping[str, str]) -> Choices:
        if form.get("by") != "corners":
            self.helper.use_corners((), (0.0, 0.0))
            return replace(self.choices, corners=())
        numbers = [float(each) for each in form.get("corners", "").split(",") if each]
        if len(numbers) != 2 * CORNERS:
            raise ValueError(texts_of(self.choices.language)("setup.table.four"))
        corners = tuple(zip(numbers[::2], numbers[1::2], strict=True))
        size = float(form.get("width_mm") or 0), float(form.get("height_mm") or 0)
        if not all(10 <= side <= 3000 for side in size):
            raise ValueError(texts_of(self.choices.language)("setup.table.size"))
        self.helper.use_corners(corners, size)
        return replace(self.choices, corners=corners, size_mm=size)

    def _take_deck(self, form: Mapping[str, str]) -> Choices:
        game = form.get("game", "")
        if game not in {each.game for each in self.helper.games()}:
            raise ValueError(texts_of(self.choices.language)("setup.deck.which"))
        same = game == self.choices.game
        done = self.choices.done if same else self.choices.done - {"players", "zones", "rules", "trial"}
        return replace(self.choices, game=game, deck=form.get("deck", ""), options=self.choices.options if same else {}, done=done)

    def _take_players(self, form: Mapping[str, str]) -> Choices:
        names = tuple(" ".join(form.get(f"name{n}", "").split())[:LONGEST_NAME] for n in range(1, PLAYERS_MOST + 1))
        players = tuple(name for name in names if name)
        t, game = texts_of(self.choices.language), self.game()
        if len({name.lower() for name in players}) < len(players):
            raise ValueError(t("setup.players.twice"))
        if game and not game.players[0] <= len(players) <= game.players[1]:
            raise ValueError(t("setup.players.how_many", low=game.players[0], high=game.players[1]))
        return replace(self.choices, players=players)

    def _take_zones(self, form: Mapping[str, str]) -> Choices:
        choices, t = self.choices, texts_of(self.choices.language)
        if self.game() is not None and applies(choices) and "by" in form:
            now = self.helper.placing(choices.game, choices.deck)
            zones = now.zones if now is not None and now.zones else self.helper.zones(choices.game, choices.deck)
            self.helper.place(choices.game, placing_from(form, zones, t))
        return choices

    def _take_rules(self, form: Mapping[str, str]) -> Choices:
        game = self.game()
        options = {name[7:]: value.strip() for name, value in form.items() if name.startswith("option-") and value.strip()}
        if game is not None:
            Setup(max(len(self.choices.players), game.players[0]), options).answers(game)
        return replace(self.choices, options=options)


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
        "size_mm": OF_A_CARD_MM,
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
    return render_template("setup_trial.html", t=t, fault="", seen=seen, marks=outlines(seen, str))
