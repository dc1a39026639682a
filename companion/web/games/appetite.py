"""The Appetite page: its `show` with what the drawing needs, such as the arcs of the ring and the boxes of the sheets."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from companion.game import Pack
from companion.snapshot import Snapshot
from companion.web.texts import Texts

SUITS = ("breakfasts", "lunches", "dinners", "desserts")
ICONS = {"breakfasts": "cup", "lunches": "bag", "dinners": "cloche", "desserts": "cake"}
VALUES = range(1, 10)
STEP = 10
QUARTERS = 4
RADIUS = 100
GAP = 5.0
"""Between two quarters of the ring, along its middle line, in its own units (the plate is 240 wide)."""
ARC = 2 * 3.14159265 * RADIUS / QUARTERS - GAP
LAST_CARDS = 2
PLAY_ONLY = re.compile(r"P\d play (\w+)-(\d)")
PLAY = re.compile(r"play (\w+)-(\d)")


@dataclass(frozen=True, slots=True)
class Arc:
    """One quarter of the ring: where it begins, and how much of it is filled."""

    turn_deg: float
    length: float
    filled: float


@dataclass(frozen=True, slots=True)
class Box:
    """One box of a score sheet."""

    text: str
    state: str
    """`filled`, `next` (would be filled by the next score there) or `empty`."""


@dataclass(frozen=True, slots=True)
class Column:
    """One suit of a score sheet."""

    suit: str
    title: str
    boxes: tuple[Box, ...]
    is_full: bool
    is_icons: bool
    extra: int
    """Icons beyond the printed boxes."""


@dataclass(frozen=True, slots=True)
class Sheet:
    """One player's score sheet."""

    seat: int
    columns: tuple[Column, ...]
    sum: int


@dataclass(frozen=True, slots=True)
class Key:
    """One card of the keypad."""

    suit: str
    value: int
    label: str
    action: str
    is_legal: bool


@dataclass(frozen=True)
class AppetiteView:
    """What the Appetite template draws."""

    show: dict[str, Any]
    arcs: tuple[Arc, ...]
    pile: tuple[dict[str, Any], ...]
    """The last cards on the table, oldest first."""
    sheets: tuple[Sheet, ...]
    keys: tuple[Key, ...]
    """Every card, by value and then by suit; empty when nobody is to play."""
    passing: str
    """The action of the main button; empty when neither passing nor "I can't play" is possible."""
    is_pass: bool
    others: tuple[tuple[str, str], ...]
    """Further actions: text and label."""
    clauses: tuple[str, ...]
    """What the hints of the turn line rest on."""
    passed: tuple[int, ...]
    names: dict[str, str]
    """What people call a piece of the pack."""
    labels: dict[tuple[str, int], str]
    """What people call a card, by suit and value."""
    icons: dict[str, str]

    def piece_name(self, piece: str) -> str:
        """A piece of the pack as people call it."""
        return self.names.get(piece, piece)

    def label_of_action(self, action: str) -> str:
        """The card that an action plays, as people call it; empty when it is no play of one card."""
        found = PLAY_ONLY.fullmatch(action)
        return self.labels[found[1], int(found[2])] if found else ""

    def icon_of_action(self, action: str) -> str:
        """The sprite's name for the suit that an action plays; empty when it plays none."""
        found = PLAY.search(action)
        return ICONS.get(found[1], "") if found else ""


def view(snapshot: Snapshot, pack: Pack, t: Texts) -> AppetiteView:
    """The page of one snapshot."""
    show: dict[str, Any] = dict(snapshot.show)
    turn = show["turn"]
    said = [action for action in snapshot.legal if re.fullmatch(r"P\d (pass|cant-play)", action)]
    return AppetiteView(
        show=show,
        arcs=tuple(_arcs(show["total"])),
        pile=tuple(show["pile"][-LAST_CARDS:]),
        sheets=tuple(_sheet(sheet, show) for sheet in show["sheets"]),
        keys=tuple(_keys(turn, frozenset(snapshot.legal), t)) if turn is not None else (),
        passing=said[0] if said else "",
        is_pass=bool(said) and said[0].endswith(" pass"),
        others=tuple(_others(snapshot, t)),
        clauses=tuple(dict.fromkeys(_clauses(show["hints"]))),
        passed=tuple(seat for seat, has_passed in enumerate(show["passed"]) if has_passed),
        names={piece.id: _name(dict(piece.attributes), piece.id, t) for piece in pack.pieces},
        labels={(suit, value): _card(suit, value, t) for suit in SUITS for value in VALUES},
        icons=ICONS,
    )


def _clauses(hints: list[dict[str, Any]]) -> Iterator[str]:
    """Every clause of the first hint, which says what may be played, and the first of each other."""
    for number, hint in enumerate(hints):
        yield from hint["clauses"][: 1 if number else None]


def _arcs(total: int) -> Iterator[Arc]:
    for quarter in range(QUARTERS):
        part = min(max(total - STEP * quarter, 0), STEP) / STEP
        yield Arc(round(-90 + 90 * quarter + GAP / 2 / RADIUS * 57.29578, 2), round(ARC, 1), round(ARC * part, 1))


def _sheet(sheet: dict[str, Any], show: dict[str, Any]) -> Sheet:
    last = (show["last"] or {}).get("seat") if not show["to_clear"] and not show["hand_over"] else None
    suit = show["last"]["suit"] if last == sheet["seat"] else ""
    return Sheet(sheet["seat"], tuple(_column(column, sheet["icons"], suit) for column in sheet["columns"]), sheet["sum"])


def _column(column: dict[str, Any], icons: int, scoring_suit: str) -> Column:
    """Boxes in the order of the sheet; `scoring_suit` is the suit of this player's card while it is the last one played."""
    is_icons = column["suit"] == SUITS[-1]
    places = column["boxes"]
    texts = ["" for _ in range(min(icons, places))] if is_icons else [str(entry) for entry in column["entries"]]
    boxes = [Box(text, "filled") for text in texts]
    if len(boxes) < places and column["suit"] == scoring_suit:
        boxes.append(Box("", "next"))
    boxes += [Box("", "empty")] * (places - len(boxes))
    return Column(column["suit"], column["title"], tuple(boxes), column["full"], is_icons, max(0, icons - places) if is_icons else 0)


def _keys(turn: int, legal: frozenset[str], t: Texts) -> Iterator[Key]:
    for value in VALUES:
        for suit in SUITS:
            action = f"P{turn + 1} play {suit}-{value}"
            yield Key(suit, value, _card(suit, value, t), action, action in legal)


def _others(snapshot: Snapshot, t: Texts) -> Iterator[tuple[str, str]]:
    """What else may be done. Dealing is offered when a hand is over, a new dealer only before the first hand."""
    for action in snapshot.legal:
        who, _, what = action.partition(" ")
        if what == "clear":
            yield action, t("game.appetite.clear")
        elif what.startswith("deal P"):
            dealer = snapshot.players[int(what[-1]) - 1]
            yield action, t("game.appetite.deal" if snapshot.show["hand_over"] else "game.appetite.dealer", dealer=dealer)
        elif what == "mulligan":
            yield action, t("game.appetite.mulligan", name=snapshot.players[int(who[1:]) - 1])
        elif what.startswith("reveal "):
            suit, _, value = what.removeprefix("reveal ").partition("-")
            yield action, t("game.appetite.reveal", name=snapshot.players[int(who[1:]) - 1], card=_card(suit, value, t))


def _card(suit: str, value: int | str, t: Texts) -> str:
    return t("game.appetite.card", value=value, suit=t(f"game.appetite.suit.{suit}"))


def _name(attributes: dict[str, str], piece: str, t: Texts) -> str:
    suit = attributes.get("suit", "")
    return _card(suit, attributes.get("value", ""), t) if suit in SUITS else piece
