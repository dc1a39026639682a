"""A questioned entry, the table's ruling, and the evidence of it."""

from collections.abc import Callable
from dataclasses import dataclass
from http import HTTPStatus

import msgspec
from flask import Blueprint, Response, render_template, request

from companion.disputes import Inquiry, pictures_about
from companion.events import Acted, Asked
from companion.evidence import bundle
from companion.game import CompanionError, with_names
from companion.numerals import whole
from companion.snapshot import Dispute, Ruling, Told
from companion.web.asking import asking, word_shown
from companion.web.localised import inquired, saying
from companion.web.problem import Problem
from companion.web.settings import WebSettings
from companion.web.table import Table
from companion.web.texts import Texts
from companion.web.views import Seat, game_view
from vision.observation import Detection, Observation

SPOKEN = "verify."


@dataclass(frozen=True, slots=True)
class Read:
    """One piece of a reading, in words."""

    name: str
    is_sure: bool
    percent: str
    """Of confidence, one decimal."""
    maybe: str
    """What else it may be; the reason where that is unknown."""


@dataclass(frozen=True, slots=True)
class Shot:
    """A picture of the table and what was read in it."""

    picture: str
    read: tuple[Read, ...]
    has_reading: bool


@dataclass(frozen=True)
class DisputeView:
    """A questioned entry as its page shows it."""

    told: Told
    seats: tuple[Seat, ...]
    seat: Seat | None
    sentence: str
    claims: tuple[Dispute, ...]
    ruling: Ruling | None
    before: Shot | None
    after: Shot | None
    inquiry: Inquiry | None
    house_rules: tuple[Ruling, ...]
    title: str
    head: str
    table: str

    @property
    def state(self) -> str:
        """Where the dispute stands: none, open, or the ruling's verdict."""
        if self.ruling is not None:
            return self.ruling.verdict or "upheld"
        return "open" if self.claims else "none"

    def names(self, text: str) -> str:
        """A sentence of a game with people's names in it."""
        return with_names(text, tuple(seat.name for seat in self.seats))


def disputes(table: Table, settings: WebSettings, texts: Texts) -> Blueprint:
    """The page of a questioned entry, its evidence, and the page that checks evidence."""
    bp = Blueprint("disputes", __name__)
    spoken = {key: texts(key) for key in sorted(texts.keys()) if key.startswith(SPOKEN)}

    @bp.get("/disputes/<int:seq>")
    def dispute(seq: int) -> str:
        d = dispute_view(table, seq, settings, texts)
        asked = asking(table, seq, d.told.action, request.args, texts) if d.inquiry is not None and d.told.action else None
        return render_template("dispute.html", t=texts, d=d, asked=asked, shown=word_shown(table, seq, settings, texts))

    @bp.get("/evidence.zip")
    def evidence() -> Response:
        asked = request.args.get("about", "")
        about = whole(asked)
        if asked and about is None:
            raise Problem(HTTPStatus.BAD_REQUEST, "about is the number of an entry.")
        try:
            inquiry = table.history().inquire(about) if about else None
            content = bundle(table, about, None if inquiry is None else inquiry.explanation.as_json())
        except CompanionError as error:
            raise Problem(HTTPStatus.NOT_FOUND, str(error)) from error
        name = f"evidence-{about}.zip" if about else "evidence.zip"
        return Response(content, content_type="application/zip", headers={"Content-Disposition": f'attachment; filename="{name}"'})

    @bp.get("/verify")
    def verify() -> str:
        return render_template("verify.html", t=texts, spoken=spoken)

    return bp


def dispute_view(table: Table, seq: int, settings: WebSettings, texts: Texts) -> DisputeView:
    """Everything about entry `seq`. Raises Problem when there is no such entry."""
    snapshot = table.snapshot()
    told = next((each for each in snapshot.told if each.seq == seq), None)
    if told is None:
        raise Problem(HTTPStatus.NOT_FOUND, texts("error.not_found"))
    entries = table.entries()
    seats = tuple(Seat(number, name) for number, name in enumerate(snapshot.players))
    seat = None if told.seat is None else seats[told.seat]
    claims = tuple(each for each in snapshot.disputes if each.about == seq)
    name = getattr(game_view(snapshot, table.pack, texts), "piece_name", str)
    before, after = ((None if proof is None else _shot(table, *proof, name)) for proof in pictures_about(entries, seq))
    say = saying(texts, table.pack, snapshot.players)
    said = with_names(say(told.text), snapshot.players)
    inquiry = table.history().inquire(seq) if isinstance(entries[seq - 1].event, Acted | Asked) else None
    return DisputeView(
        told=told,
        seats=seats,
        seat=seat,
        sentence=f"{seat.name} {said}" if seat else f"{said[:1].upper()}{said[1:]}",
        claims=claims,
        ruling=next((each.ruling for each in reversed(claims) if each.ruling is not None), None),
        before=before,
        after=after,
        inquiry=None if inquiry is None else inquired(inquiry, say, table.pack, texts),
        house_rules=snapshot.house_rules,
        title=snapshot.title,
        head=snapshot.head,
        table=settings.table,
    )


def _shot(table: Table, picture: str, reading: str | None, name: Callable[[str], str]) -> Shot:
    try:
        observation = None if reading is None else msgspec.json.decode(table.reading(reading), type=Observation)
    except (CompanionError, RecursionError, msgspec.MsgspecError):
        observation = None

    read = () if observation is None else tuple(_read(each, name) for each in observation.detections)
    return Shot(picture, read, observation is not None)


def _read(found: Detection, name: Callable[[str], str]) -> Read:

    if found.id is not None:
        return Read(name(found.id), True, f"{found.confidence * 100:.1f}", "")
    maybe = ", ".join(f"{name(each.id)} {each.confidence * 100:.0f} %" for each in found.alternatives[:3])
    return Read("", False, "", "; ".join(part for part in (maybe, found.why) if part))
