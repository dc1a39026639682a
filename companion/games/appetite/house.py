"""A box and its owners' answers become the house rules of a table."""

import re
from collections import Counter

from companion.game import Json, Pack, Setup, SetupError
from companion.games.appetite.pieces import CARDS, ICONS_FOR_POINTS, WRITTEN, Card, Clause, Deck, House, Suit, card_of


def house(pack: Pack, setup: Setup) -> House:
    """The house rules of a table. Raises SetupError naming every fault at once."""
    faults: list[str] = []
    answers = {option.name: setup.options.get(option.name, option.default or "") for option in pack.options}
    try:
        setup.answers(pack)
    except SetupError as error:
        faults += error.faults
    boxes = _boxes(answers["boxes"], answers["dessert_sets"] == "per_sheet", faults)
    ids, copies = _cards(pack, faults)
    deck = _deck(pack, answers["deck_table"], copies, faults)
    if faults:
        raise SetupError(*faults)
    return House(
        players=setup.players,
        boxes=boxes,
        dessert_sets=answers["dessert_sets"],
        mulligan=answers["mulligan_2p"],
        tie=answers["tie"],
        is_proof_asked=answers["cant_play_proof"] != "none",
        deck=deck,
        ids=ids,
        has_die=any(piece.kind == "die" for piece in pack.pieces),
    )


def _boxes(text: str, is_per_sheet: bool, faults: list[str]) -> dict[Suit, int]:
    """Places per column, from `5` or `breakfasts:5,lunches:4,dinners:5`; with `desserts:8` where the sheet prints so many icons."""
    suits = Suit if is_per_sheet else WRITTEN
    number = "([1-9][0-9]?)"
    if not is_per_sheet and (one := re.fullmatch(number, text)):
        return dict.fromkeys(WRITTEN, int(one[1])) | {Suit.DESSERTS: ICONS_FOR_POINTS}
    found = re.fullmatch(",".join(f"{suit}:{number}" for suit in suits), text)
    if found:
        return {Suit.DESSERTS: ICONS_FOR_POINTS} | {suit: int(n) for suit, n in zip(suits, found.groups(), strict=True)}
    if text:
        shape = ",".join(f"{suit}:N" for suit in suits)
        either = shape if is_per_sheet else f"N or {shape}"
        faults.append(f"option boxes is {either}, N from 1 to 99 as printed on the score sheet, not {text!r} ({Clause.BOXES})")
    return {}


def _cards(pack: Pack, faults: list[str]) -> tuple[dict[Card, str], Counter[Card]]:
    """The id of every card that the box holds, and how many copies it counts."""
    ids: dict[Card, str] = {}
    copies: Counter[Card] = Counter()
    for piece in pack.pieces:
        try:
            card = card_of(piece.attributes)
        except ValueError as error:
            faults.append(f"pack {pack.name}, piece {piece.id}: {error}")
            continue
        if card is not None:
            ids.setdefault(card, piece.id)
            copies[card] += piece.count
    return ids, copies


def _deck(pack: Pack, name: str, copies: Counter[Card], faults: list[str]) -> Deck:
    """`custom`: as the pieces count. Else bounded by the pack's table of that name."""
    if name == "custom":
        return Deck({card: copies[card] for card in CARDS}, dict.fromkeys(Suit, sum(copies.values())))
    table = _table(_table(pack.tables, "deck"), name)
    extra = _table(table, "extra_copies")
    most = table.get("most_copies")
    bounds = {suit: n for suit in Suit if isinstance(n := extra.get(suit.value), int)}
    if not isinstance(most, int) or len(bounds) < len(Suit):
        faults.append(f"pack {pack.name}: [tables.deck.{name}] lacks most_copies or extra_copies of a suit ({Clause.COMPONENTS})")
        return Deck({}, {})
    return Deck({card: min(most, 1 + bounds[card.suit]) for card in CARDS}, bounds)


def _table(tables: Json | object, name: str) -> dict[str, Json]:
    found = tables.get(name) if isinstance(tables, dict) else None
    return found if isinstance(found, dict) else {}
