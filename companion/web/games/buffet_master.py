"""The Buffet Master page: six piles, hands and dishes as numbers, and after the end the stomachs with everything that counts."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from companion.game import Pack
from companion.snapshot import Snapshot
from companion.web.moves import Choice, Field, Form, Moves, Vocabulary, as_words, choices, grouped
from companion.web.texts import Texts

CELL = 30
"""Side of a cell of the stomach, in units of the drawing."""
TINTS = 5
FORMED = frozenset({"flip", "lay", "lay-unseen", "hand", "open", "dump", "tray", "eat", "bathroom"})
"""Verbs that are asked for by forms: a list of all they can say would be too long."""
REFILL = "free-refill"
WIDEST = 6
"""Cells of the widest stomach."""


@dataclass(frozen=True, slots=True)
class Cell:
    """One place of a dish on a pile's card."""

    x: int
    y: int
    is_here: bool


@dataclass(frozen=True, slots=True)
class Tile:
    """One dish in a stomach, in units of the drawing."""

    name: str
    points: int
    tint: int
    x: int
    y: int
    width: int
    height: int


@dataclass(frozen=True, slots=True)
class Stomach:
    """One filled stomach: the tray and what is beside it."""

    seat: int
    show: dict[str, Any]
    width: int
    height: int
    tiles: tuple[Tile, ...]
    beside: tuple[str, ...]
    """Dishes that did not fit, by name and points."""
    stashed: tuple[str, ...]


@dataclass(frozen=True)
class BuffetMasterView:
    """What the template draws."""

    show: dict[str, Any]
    names: dict[str, str]
    moves: Moves
    stomachs: tuple[Stomach, ...]
    is_counting: bool
    is_after: bool

    def piece_name(self, piece: str) -> str:
        """A card as people call it."""
        return self.names.get(piece, as_words(piece))

    def label_of_action(self, action: str) -> str:
        """Nothing shorter than what the game says."""
        del action
        return ""

    def cells(self, card: dict[str, Any]) -> tuple[Cell, ...]:
        """The dish that a card belongs to, cell by cell, and where in it the card lies."""
        places = [(row, col) for row in range(card["rows"]) for col in range(card["cols"])]
        return tuple(Cell(col, row, (row, col) == (card["row"], card["col"])) for row, col in places)


def view(snapshot: Snapshot, pack: Pack, t: Texts) -> BuffetMasterView:
    """The page of one snapshot."""
    show: dict[str, Any] = dict(snapshot.show)
    names = {piece.id: _name(piece.id, dict(piece.attributes), t) for piece in pack.pieces}
    grid = show["stomach"]["grids"][0]
    stomachs = tuple(_stomach(seat, each, grid) for seat, each in enumerate(show["stomachs"]) if each)
    is_after = show["phase"] in ("scoring", "play-off", "over")
    return BuffetMasterView(show, names, _moves(snapshot, pack, show, names, t), stomachs, show["count"] is not None, is_after)


def _name(id: str, attributes: dict[str, str], t: Texts) -> str:
    """`Roast 2 of 6`, or a special card's name."""
    if special := attributes.get("special"):
        return t(f"game.buffet_master.word.{special.replace('-', '_')}")
    if "dish" not in attributes:
        return as_words(id)
    rows, cols = int(attributes["rows"]), int(attributes["cols"])
    number = int(attributes["row"]) * cols + int(attributes["col"]) + 1
    return t("game.buffet_master.card", dish=as_words(attributes["dish"]), n=number, all=rows * cols)


def _stomach(seat: int, show: dict[str, Any], grid: list[int]) -> Stomach:
    rows, cols = show["rows"] or grid[0], show["cols"] or grid[1]
    placed = [dish for dish in show["dishes"] if dish["at"] is not None]
    top, left = (min([dish["at"][axis] for dish in placed] + [0]) for axis in (0, 1))
    tiles = tuple(_tile(dish, top, left) for dish in placed)
    beside = tuple(f"{as_words(dish['dish'])} {dish['points']}" for dish in show["dishes"] if dish["at"] is None and not dish["stashed"])
    stashed = tuple(f"{as_words(dish['dish'])} {dish['points']}" for dish in show["dishes"] if dish["stashed"])
    return Stomach(seat, show, cols * CELL, rows * CELL, tiles, beside, stashed)


def _tile(dish: dict[str, Any], top: int, left: int) -> Tile:
    row, col = dish["at"]
    at = (col - left) * CELL, (row - top) * CELL
    return Tile(as_words(dish["dish"]), dish["points"], dish["number"] % TINTS, *at, dish["cols"] * CELL, dish["rows"] * CELL)


def _moves(snapshot: Snapshot, pack: Pack, show: dict[str, Any], names: dict[str, str], t: Texts) -> Moves:
    if snapshot.status.over:
        return Moves()
    words = Vocabulary(t, "buffet_master", snapshot.players, names, lambda said: _particulars(said, show, names, t))
    after = show["phase"] in ("scoring", "play-off")
    forms = (*_after(snapshot, pack, show, words),) if after else (*_before(snapshot, pack, show, words),)
    groups = grouped(snapshot.legal, words, without=FORMED)
    return Moves(tuple(group for group in groups if not (after and group.moves[0].action.endswith((" clear", " served")))), forms)


def _particulars(said: Any, show: dict[str, Any], names: dict[str, str], t: Texts) -> str | None:
    """Piles by number and top; dishes by name and cell."""
    verb, *rest = said
    if verb in ("take", "swoop", "miss", "tie") and len(rest) == 1:
        return _pile(int(rest[0]), show, names, t)
    return None


def _pile(number: int, show: dict[str, Any], names: dict[str, str], t: Texts) -> str:
    top = show["piles"][number - 1]["top"]
    return t("game.buffet_master.pile_of", n=number, top=names.get(top["id"], top["name"]) if top else t("game.buffet_master.back"))


def _before(snapshot: Snapshot, pack: Pack, show: dict[str, Any], words: Vocabulary) -> Iterator[Form]:
    """While cards are taken: new tops, dishes laid, special cards played."""
    t = words.t
    piles = choices((str(n), _pile(n, show, dict(words.pieces), t)) for n in range(1, len(show["piles"]) + 1))
    backs = tuple(pile for pile, shown in zip(piles, show["piles"], strict=True) if shown["top"] is None)
    cards = choices((piece.id, words.pieces[piece.id]) for piece in pack.pieces)
    which = Field("pile", t("game.buffet_master.pile"), "one", piles)
    if backs and show["phase"] != "count":
        of = Field("pile", t("game.buffet_master.pile"), "one", backs)
        yield Form(words.title("flip"), "flip {pile}:{card}", (of, Field("card", t("game.buffet_master.top"), "one", cards)))
    yield from _lay(snapshot, pack, words)
    yield from _special(snapshot, pack, show["active"], which, words)


def _lay(snapshot: Snapshot, pack: Pack, words: Vocabulary) -> Iterator[Form]:
    """A finished dish laid: whole, with refills, or unseen."""
    t = words.t
    who = Field("who", t("game.buffet_master.who"), "one", choices((f"P{n + 1}", name) for n, name in enumerate(snapshot.players)))
    dishes = Field("cards", t("game.buffet_master.which"), "one", tuple(_dishes(pack)))
    some = Field("some", t("game.buffet_master.cards"), "several", _dish_cards(pack, words))
    count = Field("count", t("game.buffet_master.how_many"), "number", low=2, high=9)
    yield Form(words.title("lay"), "{who} lay {cards}", (who, dishes))
    yield Form(t("game.buffet_master.lay_refill"), "{who} lay {some}", (who, some))
    if any(" lay-unseen " in action for action in snapshot.legal):
        yield Form(words.title("lay-unseen"), "{who} lay-unseen {count}", (who, count))


def _dishes(pack: Pack) -> Iterator[Choice]:
    """Every dish with all its cards."""
    found: dict[str, list[str]] = {}
    for piece in pack.pieces:
        if "dish" in piece.attributes:
            found.setdefault(piece.attributes["dish"], []).append(piece.id)
    yield from (Choice(" ".join(sorted(cards)), f"{as_words(dish)} ({len(cards)})") for dish, cards in sorted(found.items()))


def _dish_cards(pack: Pack, words: Vocabulary) -> tuple[Choice, ...]:
    """The cards of all dishes, and each Free Refill of the box."""
    refills = [(piece.id, words.pieces[piece.id]) for piece in pack.pieces if piece.id == REFILL for _ in range(piece.count)]
    return choices([*refills, *((piece.id, words.pieces[piece.id]) for piece in pack.pieces if "dish" in piece.attributes)])


def _special(snapshot: Snapshot, pack: Pack, active: int, which: Field, words: Vocabulary) -> Iterator[Form]:
    """The special cards that the active player may put on a pile."""
    t, who, name = words.t, f"P{active + 1}", f"{snapshot.players[active]}: "
    dishes = dict.fromkeys(piece.attributes["dish"] for piece in pack.pieces if "dish" in piece.attributes)
    said = Field("dish", t("game.buffet_master.said"), "one", choices((dish, as_words(dish)) for dish in dishes), is_needed=False)
    count = Field("count", t("game.buffet_master.how_many"), "number", low=1, high=9)
    to = Field("to", t("game.buffet_master.to"), "one", choices((f"P{n + 1}", each) for n, each in enumerate(snapshot.players)))
    cards = choices((piece.id, words.pieces[piece.id]) for piece in pack.pieces)
    top = Field("top", t("game.buffet_master.top"), "one", cards, is_needed=False)
    offered = {
        "dump": ("{pile} {count} {dish}", (which, count, said)),
        "tray": ("{pile} {to}", (which, to)),
        "bathroom": ("{pile} {top}", (which, top)),
    }
    for verb, (pattern, fields) in offered.items():
        if any(action.startswith(f"{who} {verb} ") for action in snapshot.legal):
            yield Form(f"{name}{words.title(verb)}", f"{who} {verb} {pattern}", fields)


def _after(snapshot: Snapshot, pack: Pack, show: dict[str, Any], words: Vocabulary) -> Iterator[Form]:
    """After the end: hands shown, stacks opened, stomachs filled. The list of legal actions is too short for all of it."""
    t = words.t
    cards = Field("cards", t("game.buffet_master.cards"), "several", choices((piece.id, words.pieces[piece.id]) for piece in pack.pieces))
    some = Field("some", t("game.buffet_master.cards"), "several", _dish_cards(pack, words))
    for seat, name in enumerate(snapshot.players):
        who, stomach = f"P{seat + 1}", show["stomachs"][seat]
        if stomach and stomach["done"]:
            continue
        yield Form(f"{name}: {words.title('hand')}", f"{who} hand {{cards}}", (cards,))
        dishes = Field("cards", t("game.buffet_master.which"), "one", tuple(_dishes(pack)))
        yield Form(f"{name}: {words.title('open')}", f"{who} open {{cards}}", (dishes,))
        yield Form(f"{name}: {t('game.buffet_master.open_refill')}", f"{who} open {{some}}", (some,))
        yield from _filling(who, name, show["laid"][seat], words)


def _filling(who: str, name: str, laid: int, words: Vocabulary) -> Iterator[Form]:
    """One dish into the stomach or the purse, and the end of it."""
    t = words.t
    numbers = choices((str(n), t("game.buffet_master.dish", n=n)) for n in range(1, laid + 1))
    dish = Field("dish", t("game.buffet_master.which"), "one", numbers)
    row, col = (Field(axis, t(f"game.buffet_master.{axis}"), "number", low=-WIDEST, high=WIDEST) for axis in ("row", "col"))
    if laid:
        yield Form(f"{name}: {words.title('eat')}", f"{who} eat {{dish}}@{{row}},{{col}}", (dish, row, col))
        yield Form(f"{name}: {t('game.buffet_master.purse_it')}", f"{who} eat purse {{dish}}", (dish,))
    yield Form(f"{name}: {words.title('clear')}", f"{who} clear", ())
    yield Form(f"{name}: {words.title('served')}", f"{who} served", ())
