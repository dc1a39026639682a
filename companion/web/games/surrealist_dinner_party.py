"""The Surrealist Dinner Party page: the guests in their circle with their appetites, the platter, the stashes."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import cos, pi, sin
from typing import Any

from companion.game import Pack
from companion.snapshot import Snapshot
from companion.web.moves import Field, Form, Moves, Vocabulary, called, choices, grouped
from companion.web.texts import Texts

KINDS = ("wine", "food", "dessert", "compliment", "drama")
WILD = "wild"
WIDE, TALL = 760, 560
"""The cloth with its guests, in units of the drawing."""
CARD_WIDE, CARD_TALL = 150, 66
DOT = 25
LONGEST_NAME = 17
"""Characters of a guest's name that fit on its card."""
SEATED_MOST = 3
APPETITES_MOST = 4


@dataclass(frozen=True, slots=True)
class Dot:
    """One appetite of a guest."""

    x: int
    icon: str
    wants: str
    holds: str
    state: str
    """`empty`, `match` or `wrong`."""
    said: str


@dataclass(frozen=True, slots=True)
class Guest:
    """One guest at the table."""

    seat: int
    name: str
    short: str
    x: float
    y: float
    icon: str
    ability: str
    is_content: bool
    dots: tuple[Dot, ...]


@dataclass(frozen=True, slots=True)
class Course:
    """One course of the menu."""

    number: int
    name: str
    icons: tuple[str, ...]
    state: str
    """`done`, `now` or empty."""


@dataclass(frozen=True)
class DinnerView:
    """What the template draws."""

    show: dict[str, Any]
    guests: tuple[Guest, ...]
    """In the order of the circle."""
    courses: tuple[Course, ...]
    platter: tuple[str, ...]
    """One kind for each token that lies there."""
    stashes: tuple[tuple[tuple[str, int], ...], ...]
    names: dict[str, str]
    moves: Moves
    size: tuple[int, int] = (WIDE, TALL)
    card: tuple[int, int] = (CARD_WIDE, CARD_TALL)

    def piece_name(self, piece: str) -> str:
        """A guest or token as people call it."""
        return self.names.get(piece, piece)


def view(snapshot: Snapshot, pack: Pack, t: Texts) -> DinnerView:
    """The page of one snapshot."""
    show: dict[str, Any] = dict(snapshot.show)
    names = called(pack) | {kind: t(f"game.surrealist_dinner_party.word.{kind}") for kind in (*KINDS, WILD)}
    owned = {guest["piece"]: (player["seat"], guest) for player in show["players"] for guest in player["guests"]}
    ring = [owned[piece] for piece in show["circle"] if piece in owned]
    guests = tuple(_guest(*each, _place(n, len(ring)), t) for n, each in enumerate(ring))
    platter = tuple(kind for kind in KINDS for _ in range(show["platter"].get(kind, 0)))
    stashes = tuple(tuple((kind, player["stash"][kind]) for kind in KINDS if kind in player["stash"]) for player in show["players"])
    return DinnerView(show, guests, tuple(_courses(snapshot, show, t)), platter, stashes, names, _moves(snapshot, pack, show, names, t))


def _place(n: int, of: int) -> tuple[float, float]:
    """The middle of the n-th card: clockwise on the cloth's edge, the first one at the bottom."""
    turn = 2 * pi * n / max(of, 1)
    return round(WIDE / 2 - (WIDE - CARD_WIDE - 8) / 2 * sin(turn), 1), round(TALL / 2 + (TALL - CARD_TALL - 20) / 2 * cos(turn), 1)


def _guest(seat: int, guest: dict[str, Any], at: tuple[float, float], t: Texts) -> Guest:
    dots = tuple(_dot(n, slot, t) for n, slot in enumerate(guest["slots"]))
    name = str(guest["name"])
    short = name if len(name) <= LONGEST_NAME else f"{name[: LONGEST_NAME - 1].rstrip()}…"
    return Guest(seat, name, short, *at, guest["icon"] or "", guest["ability"], guest["content"], dots)


def _dot(n: int, slot: dict[str, Any], t: Texts) -> Dot:
    wants, holds = slot["wants"] or WILD, slot["holds"] or ""
    values = {"wants": t(f"game.surrealist_dinner_party.word.{wants}"), "holds": holds and t(f"game.surrealist_dinner_party.word.{holds}")}
    said = t(f"game.surrealist_dinner_party.slot_{slot['state']}", **values)
    return Dot(n * (DOT + 5), holds or wants, wants, holds, slot["state"], said)


def _courses(snapshot: Snapshot, show: dict[str, Any], t: Texts) -> Iterator[Course]:
    kinds = snapshot.options.get("menu_kinds", "").split(",")
    for number in range(1, show["courses"] + 1):
        icons = tuple(kinds[number - 1].split("+")) if number <= len(kinds) and kinds[number - 1] else ()
        state = "done" if number < show["course_number"] or show["over"] else "now" if number == show["course_number"] else ""
        yield Course(number, t(f"game.surrealist_dinner_party.course.{number}"), icons, state)


def _moves(snapshot: Snapshot, pack: Pack, show: dict[str, Any], names: dict[str, str], t: Texts) -> Moves:
    if snapshot.status.over:
        return Moves()
    words = Vocabulary(t, "surrealist_dinner_party", snapshot.players, names, lambda said: _particulars(said, show, names, t))
    return Moves(grouped(snapshot.legal, words, without=frozenset({"seat"})), tuple(_forms(snapshot, pack, show, words)))


def _particulars(said: Sequence[str], show: dict[str, Any], names: dict[str, str], t: Texts) -> str | None:
    """Appetites by what they ask for."""
    verb, *rest = said
    if verb == "place" and len(rest) == 3:
        return f"{names.get(rest[0], rest[0])} → {_slot(rest[1], rest[2], show, names, t)}"
    if verb == "return" and len(rest) == 2:
        return _slot(rest[0], rest[1], show, names, t)
    if verb == "swap" and len(rest) == 4:
        return f"{_slot(rest[0], rest[1], show, names, t)} ↔ {_slot(rest[2], rest[3], show, names, t)}"
    if verb in ("serve", "give") and len(rest) == 2:
        return f"{names.get(rest[0], rest[0])} → {names.get(rest[1], rest[1])}"
    if verb in ("compliment", "drama") and len(rest) == 2:
        return " + ".join(names.get(each, each) for each in rest)
    return None


def _slot(piece: str, number: str, show: dict[str, Any], names: dict[str, str], t: Texts) -> str:
    slots: list[dict[str, Any]] = next((g["slots"] for p in show["players"] for g in p["guests"] if g["piece"] == piece), [])
    wants = slots[int(number) - 1]["wants"] if number.isdecimal() and 0 < int(number) <= len(slots) else None
    return t("game.surrealist_dinner_party.slot", name=names.get(piece, piece), n=number, wants=names.get(wants or WILD, ""))


def _forms(snapshot: Snapshot, pack: Pack, show: dict[str, Any], words: Vocabulary) -> Iterator[Form]:
    """A guest seated, with what is printed on it where nobody knows; a faux pas card that nobody knows."""
    seats = {action.split()[0] for action in snapshot.legal if " seat " in action} | (
        {f"P{show['turn'] + 1}"} if _may_seat(show) else set()
    )
    for who in sorted(seats):
        yield _seating(int(who[1:]) - 1, pack, show, words)
    t = words.t
    for who in sorted({action.split()[0] for action in snapshot.legal if " faux-pas " in action}):
        title = f"{words.word(who)}: {t('game.surrealist_dinner_party.faux_pas_typed')}"
        yield Form(title, f"{who} faux-pas {{cards}}", (Field("cards", t("game.surrealist_dinner_party.faux_pas_as"), "text"),))


def _may_seat(show: dict[str, Any]) -> bool:
    """Whether it is somebody's turn whose guests nobody can list, their cards being unknown."""
    return show["turn"] is not None and not show["waiting"] and len(show["players"][show["turn"]]["guests"]) < SEATED_MOST


def _seating(seat: int, pack: Pack, show: dict[str, Any], words: Vocabulary) -> Form:
    t = words.t
    taken = set(show["circle"])
    guests = [(p.id, words.word(p.id)) for p in pack.pieces if p.attributes.get("role") == "guest" and p.id not in taken]
    row = [guest["name"] for guest in show["players"][seat]["guests"]]
    places = [(str(n), _beside(n, row, t)) for n in range(len(row) + 1)]
    kinds = choices((kind, words.pieces[kind]) for kind in (*KINDS, WILD))
    printed = [
        Field(f"a{n}", t("game.surrealist_dinner_party.appetite", n=n), "one", kinds, is_needed=False) for n in range(1, APPETITES_MOST + 1)
    ]
    return Form(
        f"{words.word(f'P{seat + 1}')}: {words.title('seat')}",
        f"P{seat + 1} seat {{guest}} {{at}} " + ",".join(f"{{{field.name}}}" for field in printed),
        (
            Field("guest", t("game.surrealist_dinner_party.guest"), "one", choices(guests)),
            Field("at", t("game.surrealist_dinner_party.where"), "one", choices(places)),
            *printed,
        ),
    )


def _beside(n: int, row: list[str], t: Texts) -> str:
    if not row:
        return t("game.surrealist_dinner_party.first_guest")
    if n < len(row):
        return t("game.surrealist_dinner_party.left_of", name=row[n])
    return t("game.surrealist_dinner_party.right_of", name=row[-1])
