"""What a page shows of a snapshot: plain values for the templates. No game is known here by name."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from importlib import import_module
from importlib.util import find_spec
from typing import Any

from markupsafe import Markup, escape

from companion.game import Clause, Pack, with_names
from companion.snapshot import Question, Snapshot, Source, Standing, Told
from companion.web.localised import localised, saying
from companion.web.moves import Form, Move, Moves, Vocabulary, called, grouped
from companion.web.outlines import CloseUp, Outline, close_up, outlines
from companion.web.texts import Texts

SHAPES = ("p-1-circle", "p-2-star", "p-3-heart", "p-4-diamond", "p-5-square", "p-6-triangle")
CLAUSE = re.compile(r"\b[A-Z]{2,4}-[A-Z]?\d+(?:\.\d+)?[a-z]?\b")
PIECE = re.compile(r"[\w-]+")
EVENTS_SHOWN = 30
CORRECTABLE = 5
QUESTION_ASPECT = 2.0
"""Width : height of the picture on a question card."""
LETTERS = "ABCDEFGH"
ANOTHER = "other"
"""The answer that names an action of its own, chosen on the keypad."""
_BY = {Source.PAGE: "hand", Source.BUTTON: "hand", Source.PROGRAM: "hand", Source.CAMERA: "camera"}


@dataclass(frozen=True, slots=True)
class Seat:
    """One player as drawn: class and shape belong to the seat."""

    number: int
    name: str

    @property
    def css(self) -> str:
        """Class that carries the player's colour."""
        return f"p{self.number % len(SHAPES) + 1}"

    @property
    def shape(self) -> str:
        """Symbol of the sprite."""
        return SHAPES[self.number % len(SHAPES)]


@dataclass(frozen=True, slots=True)
class Event:
    """One row of "Just now"."""

    seq: int
    seat: Seat | None
    html: Markup
    plain: str
    at: datetime
    clock: str
    picture: str | None
    icon: str
    by: Source
    standing: Standing
    was: str
    action: str

    @property
    def can_change(self) -> bool:
        """Whether it is an action that still stands."""
        return bool(self.action) and self.standing is not Standing.UNDONE


@dataclass(frozen=True, slots=True)
class Choice:
    """One answer to a question."""

    id: str
    letter: str
    label: str
    html: Markup
    action: str | None
    icon: str
    refused: tuple[Markup, ...]


@dataclass(frozen=True, slots=True)
class Asked:
    """A question as its card shows it."""

    question: Question
    text: str
    why: str
    """With people's and pieces' names in place of ids."""
    picture: CloseUp | None
    choices: tuple[Choice, ...]
    others: tuple[Choice, ...]
    """Answers that stand for no action, e.g. "Look again"."""
    change: Form | None = None
    """What was measured, filled in, to be changed; None for any other question."""
    seen_as: str = ""
    """How its picture is looked at: `?size=glass` where it is about what only a red glass shows."""

    @property
    def changed(self) -> str:
        """The answer that a changed form gives: what was measured, with other values, or another move."""
        return self.question.offer.id if self.question.offer else ANOTHER


@dataclass(frozen=True)
class View:
    """A snapshot as the templates see it."""

    snapshot: Snapshot
    pack: Pack
    t: Texts
    seats: tuple[Seat, ...]
    events: tuple[Event, ...]
    """Newest first."""
    asked: Asked | None
    outlines: tuple[Outline, ...]
    game: Any
    """What the game's own module of `companion.web.games` makes of it; None when it has none."""
    moves: Moves
    """Everything that may be entered by hand now."""
    table: str
    stale_s: float
    takes_photos: bool = False
    """Whether a phone's picture can be read."""

    @property
    def quick(self) -> tuple[Move, ...]:
        """The moves of the main buttons: what the game's own module says, at most two."""
        return getattr(self.game, "quick", ())[:2]

    @property
    def to_act(self) -> tuple[Seat, ...]:
        """Whose move it is."""
        return tuple(self.seats[seat] for seat in self.snapshot.status.to_act)

    @property
    def newest_action(self) -> Event | None:
        """The newest action that stands."""
        return next((event for event in self.events if event.can_change), None)

    @property
    def questioned(self) -> frozenset[int]:
        """Entries that somebody questions and the table has not ruled on yet."""
        return frozenset(dispute.about for dispute in self.snapshot.disputes if dispute.ruling is None)

    @property
    def has_sides(self) -> bool:
        """Whether this box has pieces that lie on plates, which a picture from the side tells."""
        return any(piece.kind == "food" for piece in self.pack.pieces)

    @property
    def correctable(self) -> tuple[Event, ...]:
        """The last few actions, newest first."""
        return tuple(event for event in self.events if event.can_change)[:CORRECTABLE]

    def linked(self, text: str) -> Markup:
        """A sentence with people's names in it, in which every clause of the pack is a tag that opens it."""
        return linked(with_names(text, self.snapshot.players), self.pack.clauses, self.t)

    def clause(self, id: str) -> Markup:
        """The tag of one clause."""
        return clause_tag(id, self.t)


def linked(text: str, clauses: Mapping[str, Clause], t: Texts) -> Markup:
    """`text`, escaped, with a tag for each clause id that the pack knows."""
    parts, end = [], 0
    for match in CLAUSE.finditer(text):
        if match[0] in clauses:
            parts += [escape(text[end : match.start()]), clause_tag(match[0], t)]
            end = match.end()
    return Markup("").join([*parts, escape(text[end:])])


def clause_tag(id: str, t: Texts) -> Markup:
    """A link to a clause, opened as a sheet where scripts run."""
    return Markup('<a class="clause" href="/rules#{0}" data-clause="{0}" aria-label="{1}">{0}</a>').format(id, t("page.clause", id=id))


def view_of(snapshot: Snapshot, pack: Pack, t: Texts, table: str, stale_s: float, question_size: tuple[int, int] | None) -> View:
    """Everything a page shows of `snapshot`. `question_size` is that of the question's picture in px, None when there is none."""
    newest = localised(replace(snapshot, told=snapshot.told[-EVENTS_SHOWN:]), saying(t, pack, snapshot.players))
    snapshot = replace(newest, told=snapshot.told)  # the whole log is for what reads actions; only what is shown is said anew
    seats = tuple(Seat(number, name) for number, name in enumerate(snapshot.players))
    game = game_view(snapshot, pack, t)
    name = getattr(game, "piece_name", str)
    seen = outlines(snapshot.look.observation, name) if snapshot.look else ()
    events = tuple(_event(told, seats, pack, t) for told in reversed(newest.told))
    asked = _asked(snapshot.question, snapshot.players, question_size, game, pack, t) if snapshot.question else None
    moves = game.moves if hasattr(game, "moves") else any_moves(snapshot, pack, t)
    return View(snapshot, pack, t, seats, events, asked, seen, game, moves, table, stale_s)


def any_moves(snapshot: Snapshot, pack: Pack, t: Texts) -> Moves:
    """The legal actions of a game whose own module has nothing to say of them."""
    return Moves(grouped(snapshot.legal, Vocabulary(t, snapshot.game, snapshot.players, called(pack))))


def game_view(snapshot: Snapshot, pack: Pack, t: Texts) -> Any:
    """What `companion.web.games.<game>` makes of the snapshot; None for a game without such a module."""
    module = f"companion.web.games.{snapshot.game}"
    if not snapshot.game.isidentifier() or find_spec(module) is None:
        return None
    return import_module(module).view(snapshot, pack, t)


def _event(told: Told, seats: tuple[Seat, ...], pack: Pack, t: Texts) -> Event:
    seat = seats[told.seat] if told.seat is not None and told.seat < len(seats) else None
    text = with_names(told.text, tuple(seat.name for seat in seats)).replace(".; ", "; ")  # several sentences in one
    plain = f"{seat.name} {text}" if seat else text[:1].upper() + text[1:]
    html = linked(text if seat else plain, pack.clauses, t)
    html = Markup("<b>{}</b> {}").format(seat.name, html) if seat else html
    clock = told.at.astimezone().strftime("%H:%M")
    return Event(told.seq, seat, html, plain, told.at, clock, told.picture, _BY[told.by], told.by, told.standing, told.was, told.action)


def _asked(question: Question, players: tuple[str, ...], size_px: tuple[int, int] | None, game: Any, pack: Pack, t: Texts) -> Asked:
    icon, short = getattr(game, "icon_of_action", _nothing), getattr(game, "label_of_action", _nothing)
    choices: list[Choice] = []
    others: list[Choice] = []
    for answer in question.answers:
        refused = tuple(linked(with_names(each, players), pack.clauses, t) for each in answer.violations)
        letter = LETTERS[len(choices)] if answer.action is not None and len(choices) < len(LETTERS) else ""
        said = _with_pieces(answer.label, pack, game) if question.is_measured else answer.label
        label = short(answer.action or "") or said
        choice = Choice(answer.id, letter, label, linked(label, pack.clauses, t), answer.action, icon(answer.action or ""), refused)
        (others if answer.action is None else choices).append(choice)
    picture = close_up(question.quads_px, size_px, QUESTION_ASPECT) if question.picture and size_px else None
    text, why = (_with_pieces(with_names(each, players), pack, game) for each in (question.text, question.why))
    change = getattr(game, "change", None) if question.is_measured else None
    return Asked(
        question, text, why, picture, tuple(choices), tuple(others), change, getattr(game, "seen_as", "") if question.is_measured else ""
    )


def _with_pieces(text: str, pack: Pack, game: Any) -> str:
    """Ids of pieces as people call them, where the game's own page knows that."""
    name = getattr(game, "piece_name", str)
    known = {piece.id for piece in pack.pieces}
    return PIECE.sub(lambda found: name(found[0]) if found[0] in known else found[0], text)


def _nothing(action: str) -> str:
    """What a game without a page of its own has to say of an action."""
    del action
    return ""
