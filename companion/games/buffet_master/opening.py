"""From a pack and the table's answers to the opening position."""

import re
from collections.abc import Mapping
from functools import lru_cache
from urllib.parse import quote

from companion.game import Pack, Piece, Setup, SetupError
from companion.games.buffet_master.hidden import pool, settled
from companion.games.buffet_master.pieces import ASIDE, PILES, Box, Card, Clause, House, Phase, Special, State, pile


def initial(pack: Pack, setup: Setup) -> State:
    """All cards in six face-down piles. Raises SetupError naming every fault at once."""
    box, house = table_of(pack, setup)
    heights, aside = pile_heights(len(box.deck), house.uneven_piles)
    places = {pile(n): height for n, height in enumerate(heights, 1)} | {ASIDE: aside}
    nobody: tuple[None, ...] = (None,) * setup.players
    return State(box, house, Phase.OPENING, 0, (None,) * PILES, settled([pool(box.deck, places)]), ((),) * setup.players, served=nobody)


def table_of(pack: Pack, setup: Setup) -> tuple[Box, House]:
    """The cards and the answers of a table. Raises SetupError naming every fault at once."""
    faults: list[str] = []
    try:
        answers = setup.answers(pack)
    except SetupError as error:
        faults += error.faults
        answers = {option.name: option.default or "" for option in pack.options}
    try:
        box = box_of(pack, setup.options.get("special_counts", answers["special_counts"]))
    except SetupError as error:
        raise SetupError(*faults, *error.faults) from error
    if faults:
        raise SetupError(*faults)
    return box, house_of(setup.players, answers)


def house_of(players: int, answers: Mapping[str, str]) -> House:
    """The table's answers as the rules read them."""
    return House(
        players,
        declare_when=answers["declare_when"],
        verify_on_declare=answers["verify_on_declare"],
        uneven_piles=answers["uneven_piles"],
        finish_picks=answers["finish_picks"] == "true",
        final_declare=answers["final_declare"] == "true",
        failed_swoop=answers["failed_swoop"],
        fresh_tray_self=answers["fresh_tray_self"] == "true",
        fill_rule=answers["fill_rule"],
        stomach_shape=answers["stomach_shape"],
        special_points=answers["special_points"],
        swoop_count_window=answers["swoop_count_window"],
        tie=answers["tie"],
        swoop_contest=answers["swoop_contest"],
    )


def pile_heights(cards: int, uneven: str) -> tuple[tuple[int, ...], int]:
    """Cards in each pile, and cards put aside unseen (BM-2.1, BM-2.2: the first piles are the higher ones)."""
    each, over = divmod(cards, PILES)
    if uneven == "remove_remainder_unseen":
        return (each,) * PILES, over
    return tuple(each + (n < over) for n in range(PILES)), 0


@lru_cache(maxsize=16)
def box_of(pack: Pack, special_counts: str = "pack") -> Box:
    """The pack's cards, checked. Raises SetupError naming every fault at once."""
    faults: list[str] = []
    counts = _special_counts(special_counts, faults)
    cards = [card for piece in pack.pieces if (card := _card(piece, counts, faults))]
    faults += _double_specials(cards)
    for dish in sorted({card.dish for card in cards if card.dish}):
        faults += _dish_faults(dish, [card for card in cards if card.dish == dish])
    if not any(card.dish for card in cards):
        faults.append(f"pack {pack.name} names no dish ({Clause.FAMILIES}); enrol the cards of your copy")
    if not faults and sum(card.copies for card in cards) < 2 * PILES:
        faults.append(f"pack {pack.name} has fewer than {2 * PILES} cards, too few for {PILES} piles ({Clause.SIX_PILES})")
    if faults:
        raise SetupError(*faults)
    return Box(tuple(sorted(cards, key=lambda c: c.id)))


def _special_counts(text: str, faults: list[str]) -> dict[str, int]:
    """E.g. `swoop=4,fork=2`; kinds left out are as in the pack."""
    counts = {}
    for part in text.split(",") if text != "pack" else ():
        kind, _, number = part.strip().partition("=")
        if kind not in list(Special) or not re.fullmatch(r"[0-9]{1,2}", number):
            faults.append(f"option special_counts: {part.strip()!r} is not kind=number, e.g. swoop=4; kinds are {', '.join(Special)}")
        else:
            counts[kind] = int(number)
    return counts


def _card(piece: Piece, counts: Mapping[str, int], faults: list[str]) -> Card | None:
    """A piece as a card, or None with its faults noted. Pieces that are no cards are left alone."""
    if piece.kind != "card":
        return None
    before = len(faults)
    special = piece.attributes.get("special", "")
    card = _special_card(piece, special, counts, faults) if special else _image_card(piece, faults)
    return card if len(faults) == before else None


def plain(name: str) -> str:
    """A name of the pack as the lines of text write it: whatever it holds, no sign in it means anything there."""
    return quote(name, safe="")


def _special_card(piece: Piece, special: str, counts: Mapping[str, int], faults: list[str]) -> Card:
    if special not in list(Special):
        faults.append(f"card {piece.id}: special {special!r} is none of {', '.join(Special)} ({Clause.KINDS})")
    points = _number(piece, "points", faults, default=0)
    copies = counts.get(special, _number(piece, "copies", faults, default=piece.count))
    return Card(plain(piece.id), points, copies, special=special, piece=piece.id)


def _image_card(piece: Piece, faults: list[str]) -> Card:
    dish = piece.attributes.get("dish", "")
    if not dish:
        faults.append(f"card {piece.id}: a card has an attribute dish or an attribute special ({Clause.FAMILIES})")
    row, col, rows, cols, points = (_number(piece, name, faults) for name in ("row", "col", "rows", "cols", "points"))
    if row >= rows or col >= cols or rows * cols > 30:
        faults.append(f"card {piece.id}: row {row}, col {col} is no place in a dish of {rows} x {cols} ({Clause.PLACE_IN_DISH})")
    # Two of every image card, but one of each card of a four-card dish; an owner's `copies` column wins.
    usual = 1 if rows * cols == 4 else 2
    copies = _number(piece, "copies", faults, default=usual)
    return Card(plain(piece.id), points, copies, plain(dish), row, col, rows, cols, piece=piece.id)


def _number(piece: Piece, name: str, faults: list[str], default: int | None = None) -> int:
    text = piece.attributes.get(name, "")
    if not text and default is not None:
        return default
    if not re.fullmatch(r"[0-9]{1,3}", text):
        faults.append(f"card {piece.id}: attribute {name} is a whole number from 0, not {text!r}")
        return 0
    return int(text)


def _double_specials(cards: list[Card]) -> list[str]:
    kinds = [card.special for card in cards if card.special]
    ids = [card.id for card in cards]
    faults = [f"two cards are the special {kind}; one id with its count is enough" for kind in sorted(set(kinds)) if kinds.count(kind) > 1]
    return faults + [f"two cards have the id {id!r}" for id in sorted(set(ids)) if ids.count(id) > 1]


def _dish_faults(dish: str, cards: list[Card]) -> list[str]:
    """A dish is whole: one size, every place once."""
    sizes = sorted({(card.rows, card.cols) for card in cards})
    if len(sizes) > 1:
        return [f"dish {dish}: cards of {' and '.join(f'{r} x {c}' for r, c in sizes)}; a dish has one size ({Clause.DISH})"]
    rows, cols = sizes[0]
    places = [(card.row, card.col) for card in cards]
    lacking = [f"row {r} col {c}" for r in range(rows) for c in range(cols) if (r, c) not in places]
    double = [f"row {r} col {c}" for r, c in sorted(set(places)) if places.count((r, c)) > 1]
    faults = [f"dish {dish} ({rows} x {cols}) lacks {', '.join(lacking)} ({Clause.DISH})"] if lacking else []
    return faults + ([f"dish {dish}: two kinds of card are {', '.join(double)} ({Clause.DISH})"] if double else [])
