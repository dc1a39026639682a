"""The Buffet Boss page: plates from the side with their heights, the line, the three seconds."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations
from typing import Any

from companion.game import Pack
from companion.snapshot import Question, Snapshot, Standing
from companion.web.localised import saying
from companion.web.moves import Choice, Field, Form, Moves, Vocabulary, as_words, called, choices, grouped
from companion.web.texts import Texts
from companion.web.timing import Countdown

BASE, ROOM = 150.0, 132.0
"""Where the plate stands, and how far up a stack may reach, in units of the drawing."""
THICK = {
    food: int(units)
    for food, _, units in (
        pair.partition(" ")
        for pair in (
            *("fish 17", "banana 18", "lettuce 25", "drumstick 26", "lemon 23", "egg 26", "cherry-tomato 28", "mushroom 27"),
            *("cupcake 33", "broccoli 30", "pea-pod 16", "octopus 26", "grapes 30", "gingerbread 32", "lobster-claw 24"),
        )
    )
}
"""How high our drawing of a food is, in its own units."""
PLAIN = 24
"""The same for a food that has no drawing of its own."""
TINTS = frozenset({"green", "red", "yellow", "white", "purple", "orange", "brown"})
STARS_MOST = 4
HIGHEST = 2000
FILLED_IN = {"height": "{height}", "touch": "{pairs,}"}
"""The fields in which people may change what was measured."""
GROUPS = ("seafood", "meat", "fruit", "veggie", "dessert")


@dataclass(frozen=True, slots=True)
class Layer:
    """One food of a stack as drawn: which drawing, its tint, and where its foot is."""

    name: str
    shape: str
    tint: str
    x: float
    y: float


@dataclass(frozen=True, slots=True)
class Plate:
    """One player's plate."""

    seat: int
    show: dict[str, Any]
    layers: tuple[Layer, ...]
    scale: float
    bar: float | None
    """Height of the bar in units of the drawing; None before it was measured."""
    is_leading: bool
    said: str


@dataclass(frozen=True)
class BuffetBossView:
    """What the template draws."""

    show: dict[str, Any]
    plates: tuple[Plate, ...]
    names: dict[str, str]
    moves: Moves
    unit: str
    clocks: dict[int, Countdown]
    """Seat -> the three seconds that run for it."""
    change: Form | None = None
    """What a camera at the side measured, to be changed before it is taken."""

    def piece_name(self, piece: str) -> str:
        """A food as people call it."""
        return self.names.get(piece, as_words(piece))

    def shape_of(self, food: str) -> str:
        """Symbol of our drawing of a food."""
        return f"food-{food}" if food in THICK else "food-plain"

    def tint_of(self, food: dict[str, Any]) -> str:
        """Class of the food's colour; empty for one that nobody knows."""
        return f"tint-{food['colour']}" if food["colour"] in TINTS else ""


def view(snapshot: Snapshot, pack: Pack, t: Texts) -> BuffetBossView:
    """The page of one snapshot."""
    show: dict[str, Any] = dict(snapshot.show)
    names = _names(pack, t)
    tallest = max([plate["height"] or 0 for plate in show["players"]] + [1])
    unit = t(f"game.buffet_boss.unit.{show['height_unit']}")
    plates = tuple(_plate(plate, show, tallest, names, t, snapshot.players, unit) for plate in show["players"])
    words = Vocabulary(t, "buffet_boss", snapshot.players, names, lambda said: t("game.buffet_boss.nothing") if said[1:] == ["-"] else None)
    moves, change = _moves(snapshot, show, words), _measured(snapshot.question, show, words)
    return BuffetBossView(show, plates, names, moves, unit, dict(_clocks(snapshot, show)), change)


def _measured(question: Question | None, show: dict[str, Any], words: Vocabulary) -> Form | None:
    """What was measured as a form, filled in; what the picture cannot decide is not ticked. None when nothing was."""
    ways = [answer.action.splitlines() for answer in question.answers if answer.action] if question and question.is_measured else []
    pattern, fields = list[str](), list[Field]()
    for n, line in enumerate(ways[0] if ways else ()):
        who, verb, value = line.split(maxsplit=2)
        if verb == "height":
            fields.append(_height(show, words.t, value))
        elif verb == "touch":
            sure = set.intersection(*(set(way[n].split(maxsplit=2)[2].split(",")) for way in ways))
            fields.append(_contacts(show["players"][int(who[1:]) - 1], words, tuple(sorted(sure)), _pieces_of(value)))
        pattern.append(f"{who} {verb} {FILLED_IN.get(verb, value)}")
    return Form(words.t("game.buffet_boss.change"), "\n".join(pattern), tuple(fields)) if fields else None


def _pieces_of(contacts: str) -> tuple[str, ...]:
    """The names in a contact graph's text."""
    return tuple({name for pair in contacts.split(",") for name in pair.split("+")})


def _height(show: dict[str, Any], t: Texts, value: str = "") -> Field:
    return Field(
        "height", t(f"game.buffet_boss.unit.{show['height_unit']}"), "number", low=1, high=HIGHEST, values=(value,) if value else ()
    )


def _contacts(plate: dict[str, Any], words: Vocabulary, ticked: tuple[str, ...] = (), more: tuple[str, ...] = ()) -> Field:
    pieces = sorted({"plate", *(food["name"] for food in plate["on_plate"]), *more})
    pairs = choices((f"{a}+{b}", f"{words.word(a)} – {words.word(b)}") for a, b in combinations(pieces, 2))
    return Field("pairs", words.t("game.buffet_boss.contacts"), "several", pairs, values=ticked)


def _clocks(snapshot: Snapshot, show: dict[str, Any]) -> Iterator[tuple[int, Countdown]]:
    """From the moment that the pieces fell, as it was written down."""
    for fallen in show["countdown"] or ():
        who = f"P{fallen['seat'] + 1} fall "
        falls = (told.at for told in reversed(snapshot.told) if told.action.startswith(who) and told.standing is not Standing.UNDONE)
        fell = next(falls, None)
        yield fallen["seat"], Countdown(fell.timestamp() if fell else None, fallen["seconds"])


def _plate(
    plate: dict[str, Any], show: dict[str, Any], tallest: int, names: dict[str, str], t: Texts, players: tuple[str, ...], unit: str
) -> Plate:
    total = sum(THICK.get(food["food"], PLAIN) for food in plate["on_plate"])
    scale = min(1.0, (ROOM - 14) / total) if total else 1.0
    bar = None if plate["height"] is None else round(ROOM * plate["height"] / max(tallest * 1.08, 1), 1)
    measured = t("game.buffet_boss.not_measured") if bar is None else f"{plate['height']} {unit}"
    said = t("game.buffet_boss.plate", name=players[plate["seat"]], n=len(plate["on_plate"]), height=measured, stars=plate["stars"])
    is_leading = plate["seat"] in show["leader"]["seats"]
    return Plate(plate["seat"], plate, tuple(_layers(plate["on_plate"], scale, names)), round(scale, 3), bar, is_leading, said)


def _names(pack: Pack, t: Texts) -> dict[str, str]:
    """What people call the foods and characters, by the id of a piece and by its food."""
    say = saying(t, pack)
    names = {id: say(name) for id, name in called(pack).items()}
    return names | {piece.attributes["food"]: names[piece.id] for piece in pack.pieces if {"food", "name"} <= piece.attributes.keys()}


def _layers(foods: list[dict[str, Any]], scale: float, names: dict[str, str]) -> Iterator[Layer]:
    """From the plate up; each a little aside, as people stack."""
    y = BASE
    for n, food in enumerate(foods):
        shape = f"food-{food['food']}" if food["food"] in THICK else "food-plain"
        tint = f"tint-{food['colour']}" if food["colour"] in TINTS else ""
        yield Layer(names.get(food["food"], food["food"]), shape, tint, 74 + (-4, 5, -1, 4, -5)[n % 5] * scale, round(y, 1))
        y -= THICK.get(food["food"], PLAIN) * scale


def _moves(snapshot: Snapshot, show: dict[str, Any], words: Vocabulary) -> Moves:
    if snapshot.status.over:
        return Moves()
    groups = grouped(snapshot.legal, words, without=frozenset({"read", "touch", "fall", "show", "height"}))
    forms = [form for seat in range(len(snapshot.players)) for form in _of_seat(snapshot, show, seat, words)]
    return Moves(groups, (*_reading(snapshot, words), *forms))


def _reading(snapshot: Snapshot, words: Vocabulary) -> Iterator[Form]:
    """What is printed on a card that the pack does not know."""
    foods = dict.fromkeys(action.split()[2].split(":")[0] for action in snapshot.legal if action.startswith("table read "))
    if not foods:
        return
    t = words.t
    tints = choices((tint, t(f"game.buffet_boss.word.{tint}")) for tint in sorted(TINTS))
    groups = choices((group, t(f"game.buffet_boss.word.{group}")) for group in GROUPS)
    yield Form(
        words.title("read"),
        "table read {food}:{stars}/{group}/{colour}",
        (
            Field("food", t("game.buffet_boss.food"), "one", choices((food, words.word(food)) for food in foods)),
            Field("stars", t("game.buffet_boss.stars"), "number", low=1, high=STARS_MOST),
            Field("group", t("game.buffet_boss.group"), "one", groups),
            Field("colour", t("game.buffet_boss.colour"), "one", tints),
        ),
    )


def _of_seat(snapshot: Snapshot, show: dict[str, Any], seat: int, words: Vocabulary) -> Iterator[Form]:
    """Heights, falls, contacts and characters of one player."""
    plate, who, t = show["players"][seat], f"P{seat + 1}", words.t
    mine = {action.split()[1] for action in snapshot.legal if action.startswith(f"{who} ")}

    def form(verb: str, pattern: str, *fields: Field) -> Form:
        return Form(f"{snapshot.players[seat]}: {words.title(verb)}", f"{who} {verb} {pattern}", fields)

    if "height" in mine:
        height = _height(show, t)
        yield form("height", "{height}", height)
        if any(action.startswith(f"{who} height ") and action.endswith("mm") for action in snapshot.legal):
            yield form("height", "{height} {mm}mm", height, Field("mm", "mm", "number", low=1, high=HIGHEST))
    if "fall" in mine:
        there = [*(food["food"] for food in plate["on_plate"]), *plate["hand"]]
        others = [(f"P{other + 1}", name) for other, name in enumerate(snapshot.players) if other != seat]
        yield form(
            "fall",
            "{foods,} {by} {onto} {caught}",
            Field("foods", t("game.buffet_boss.which"), "several", _each(there, words)),
            Field("by", t("game.buffet_boss.by"), "one", choices((f"by {p}", name) for p, name in others), is_needed=False),
            Field("onto", t("game.buffet_boss.onto"), "one", choices((f"onto {p}", name) for p, name in others), is_needed=False),
            Field("caught", t("game.buffet_boss.caught"), "one", choices([("caught", t("page.yes"))]), is_needed=False),
        )
    if "touch" in mine:
        yield form("touch", "{pairs,}", _contacts(plate, words))
    if "show" in mine:
        yield from _characters(snapshot, who, words, form)


def _each(foods: list[str], words: Vocabulary) -> tuple[Choice, ...]:
    """Each food once; one that is there twice may be named twice."""
    return choices((food, words.word(food)) for food in foods)


def _characters(snapshot: Snapshot, who: str, words: Vocabulary, form: Any) -> Iterator[Form]:
    shown = [action.split()[2:] for action in snapshot.legal if action.startswith(f"{who} show ")]
    ids = dict.fromkeys(rest[0] for rest in shown)
    likes = sorted({rest[1] for rest in shown if len(rest) > 1})
    fields = [Field("character", words.t("game.buffet_boss.character"), "one", choices((id, id) for id in ids))]
    if likes:
        pairs = choices((like, words.word(like)) for like in likes)
        fields.append(Field("likes", words.t("game.buffet_boss.likes"), "several", pairs, is_needed=False))
    yield form("show", "{character} {likes+}", *fields)
