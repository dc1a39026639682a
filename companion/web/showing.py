"""Showing a box to the camera on the page: one piece after another, or photographs of them; names are proposed and corrected."""

from collections.abc import Callable, Iterable
from dataclasses import replace
from http import HTTPStatus

from flask import Flask, Response, redirect, render_template, request
from werkzeug.wrappers import Response as Answer

from companion.game import CompanionError, Pack
from companion.numerals import number_of, whole
from companion.web.actions import said
from companion.web.helper import Enrolling, Helper
from companion.web.localised import Say
from companion.web.problem import Problem
from companion.web.texts import Texts

LARGEST_PHOTO_BYTES, LARGEST_POST_BYTES = 24 * 1024 * 1024, 256 * 1024 * 1024
OF_A_CARD_MM = (63.0, 88.0)
"""Width and height that the form proposes."""
LONGEST_TITLE, LONGEST_WORDS = 40, 400
SAYS = "says-"
"""What the fields of a piece are called in its form, before each one's own name."""
PAGE, PART = "/setup/enrol", "/setup/enrol/part"
Says = Callable[[str], Say]
"""How a game's sentences are said in the language of the page; the shared ones for no game."""
Use = Callable[[str, str], None]
"""Takes a game and a finished box for this evening."""


def showing(app: Flask, helper: Helper, page: Callable[[str], str], texts: Callable[[], Texts], says: Says, use: Use) -> None:
    """The routes under /setup/enrol; `page` renders the step with what went wrong, `says` says it as a game in the page's language."""

    def shown(fault: str = "") -> str:
        box = as_typed(helper.boxes.now())
        say = says(box.game if box else "")
        return render_template("setup_box.html", t=texts(), b=box, say=say, fault=fault and said(say(fault)))

    @app.get(PAGE)
    def enrol() -> str:
        return page("")

    @app.get(PART)
    def part() -> str:
        return shown()

    _cards(app, helper, texts)

    @app.post(PAGE)
    def begin() -> Answer | tuple[str, int]:
        try:
            size = _size_mm()
            title = " ".join(request.form.get("title", "").split())[:LONGEST_TITLE]
            helper.boxes.begin(request.form.get("game", ""), request.form.get("sort", "own"), size, title)
        except (CompanionError, ValueError) as fault:
            return page(said(says(request.form.get("game", ""))(str(fault)))), HTTPStatus.UNPROCESSABLE_ENTITY
        return redirect(PAGE, HTTPStatus.SEE_OTHER)

    @app.post("/setup/enrol/<verb>")
    def step(verb: str) -> Answer | tuple[str, int]:
        if verb not in VERBS:
            raise Problem(HTTPStatus.NOT_FOUND, texts()("error.not_found"))
        request.max_content_length = LARGEST_POST_BYTES if verb == "photos" else request.max_content_length
        try:
            VERBS[verb](helper, use)
        except (CompanionError, ValueError, OSError) as fault:
            if "part" in request.form:
                return shown(str(fault)), HTTPStatus.UNPROCESSABLE_ENTITY
            box = helper.boxes.now()
            return page(said(says(box.game if box else "")(str(fault)))), HTTPStatus.UNPROCESSABLE_ENTITY
        if verb == "use":
            return redirect("/setup/players", HTTPStatus.SEE_OTHER)
        return redirect(PART if "part" in request.form else PAGE, HTTPStatus.SEE_OTHER)


def shown_first(games: Iterable[Pack], name: str) -> tuple[str, tuple[float, float]]:
    """The kind of piece that a game's box is shown by first, and the width and height in mm that the form proposes for it."""
    sorts = next((box.tables.get("shown") for box in games if box.game == name), None)
    first = sorts[0] if isinstance(sorts, list) and sorts and isinstance(sorts[0], dict) else {}
    size = first.get("size_mm")
    sides = [float(side) for side in size if isinstance(side, int | float)] if isinstance(size, list) else []
    width, height = sides if len(sides) == len(OF_A_CARD_MM) else OF_A_CARD_MM
    return str(first.get("kind", "card")), (width, height)


def as_typed(box: Enrolling | None) -> Enrolling | None:
    """The box with what was just sent in the fields of its form, so that a mistake in one costs nothing in the others."""
    form = request.form
    if box is None or "number" not in form or form["number"] != str(box.number):
        return box
    asked = tuple(replace(each, proposed=tuple(form.getlist(SAYS + each.name))) if SAYS + each.name in form else each for each in box.asked)
    label = form.get("label", "").strip()
    return replace(box, asked=asked, proposal=label or box.proposal if box.proposal is not None else None)


def _cards(app: Flask, helper: Helper, texts: Callable[[], Texts]) -> None:
    @app.get("/setup/enrol/card.jpg")
    def card() -> Response:
        try:
            jpeg = helper.boxes.box().card(whole(request.args.get("number", "")))
        except CompanionError:
            jpeg = None
        if jpeg is None:
            raise Problem(HTTPStatus.NOT_FOUND, texts()("error.no_picture"))
        return Response(jpeg, content_type="image/jpeg", headers={"Cache-Control": "no-store"})


def _accept(helper: Helper, use: Use) -> None:
    form = request.form
    width_mm = number_of(form.get("width_mm", ""))
    said = {name.removeprefix(SAYS): tuple(text[:LONGEST_WORDS] for text in form.getlist(name)) for name in form if name.startswith(SAYS)}
    helper.boxes.box().accept(_number(), form.get("label", "").strip(), width_mm, said)


def _kind(helper: Helper, use: Use) -> None:
    helper.boxes.box().of(request.form.get("sort", ""), _size_mm())


def _size_mm() -> tuple[float, float]:
    """Width and height of a piece as typed. Raises CompanionError."""
    return number_of(request.form.get("width_mm", "")), number_of(request.form.get("height_mm", ""))


def _number() -> int:
    """Of the piece that the form is about, so that what is sent twice counts once."""
    number = whole(request.form.get("number", ""))
    return -1 if number is None else number


def _photos(helper: Helper, use: Use) -> None:
    """Raises CompanionError when none of the files can be a photograph."""
    box, taken = helper.boxes.box(), 0
    for file in request.files.getlist("photo"):
        content = file.read(LARGEST_PHOTO_BYTES + 1)
        if len(content) > LARGEST_PHOTO_BYTES:
            raise CompanionError(f"{file.filename}: larger than {LARGEST_PHOTO_BYTES // 1024 // 1024} MB; take it smaller")
        if content:
            box.photo((file.filename or "photo")[:80], content)
            taken += 1
    if not taken:
        raise CompanionError("there was no picture in that; take one, or choose one")


def _use(helper: Helper, use: Use) -> None:
    """Raises CompanionError when the box is not finished."""
    box = helper.boxes.now()
    if box is None or not box.deck:
        raise CompanionError("this box is not finished; show its pieces first")
    use(box.game, box.deck)
    helper.boxes.end()


VERBS: dict[str, Callable[[Helper, Use], None]] = {
    "accept": _accept,
    "kind": _kind,
    "turn": lambda helper, use: helper.boxes.box().turn(_number()),
    "skip": lambda helper, use: helper.boxes.box().skip(),
    "back": lambda helper, use: helper.boxes.box().take_back(),
    "photos": _photos,
    "done": lambda helper, use: helper.boxes.box().finish(),
    "more": lambda helper, use: helper.boxes.box().go_on(),
    "stop": lambda helper, use: helper.boxes.end(),
    "use": _use,
}
