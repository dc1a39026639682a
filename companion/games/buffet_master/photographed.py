"""A finished game from one picture a player: the filled stomach, beside it dishes that did not fit, cards left in hand, the Purse."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace

from companion.game import CompanionError, Pack, Setup
from companion.games.buffet_master.actions import Eat, Serve
from companion.games.buffet_master.hidden import pool, settled
from companion.games.buffet_master.opening import initial
from companion.games.buffet_master.pieces import ASIDE, Box, Clause, Laid, Phase, Special, State, hand, seat_name
from companion.games.buffet_master.reading import dishes_in
from companion.games.buffet_master.rules import apply
from companion.games.buffet_master.table import Cell, blocks
from vision.observation import Detection, Face, Observation

Block = Mapping[Cell, str]
"""Cells of cards that lie side by side, each with its card."""
Dishes = dict[Cell, tuple[str, ...]]


def final_state(pack: Pack, setup: Setup, looks: Sequence[Observation]) -> State:
    """The game as it ended, every stomach as it was laid out; picture 1 is P1's, and so on.

    The block with most finished dishes is the stomach. Finished dishes elsewhere did not fit (the Purse, when it lies there, holds
    them). Every other card was left in hand. Raises CompanionError when a card has no name or the cards cannot all be of one box,
    IllegalAction when an arrangement is against the rules.
    """
    state = initial(pack, setup)
    if len(looks) != setup.players:
        raise CompanionError(f"{setup.players} players need {setup.players} pictures, one each; there are {len(looks)}")
    tables = [_Table(state.box, seat, look) for seat, look in enumerate(looks)]
    rest = Counter(state.box.deck)
    rest.subtract(card for table in tables for card in table.cards)
    if lacking := sorted(card for card, n in rest.items() if n < 0):
        called = ", ".join(state.box.by_id[card].called for card in lacking)
        raise CompanionError(f"more copies lie there than the box has: {called} ({Clause.COPIES}); look whether a card was misread")
    hands = [pool(table.hand, {hand(seat): len(table.hand)}) for seat, table in enumerate(tables)]
    left = list(rest.elements())
    hidden = settled([*hands, pool(left, {ASIDE: len(left)})])
    laid = tuple(tuple(Laid(cards, len(cards)) for cards in table.dishes) for table in tables)
    state = replace(state, phase=Phase.SCORING, taken=1, hidden=hidden, laid=laid)
    for seat, table in enumerate(tables):
        eat = table.eat(seat)
        state = apply(apply(state, eat) if eat.placed or eat.purse else state, Serve(seat))
    return state


class _Table:
    """What one player laid out."""

    def __init__(self, box: Box, seat: int, look: Observation) -> None:
        cards = [d for d in look.detections if d.kind == "card" and d.face is not Face.DOWN and _is_ours(box, d)]
        for card in cards:
            if card.id not in box.ids:
                maybe = " or ".join(option.id for option in card.alternatives[:2])
                raise CompanionError(f"picture of {seat_name(seat)}: a card has no sure name, perhaps {maybe} ({card.why}); take it again")
        names = [box.ids[card.id or ""] for card in cards]
        self.cards = names
        found = [{cell: names[index] for index, cell in block.items()} for block in blocks(cards)]
        finished = [(block, _finished(box, seat, block)) for block in found]
        self.stomach = max((dishes for _, dishes in finished), key=_covered, default={})
        others = [cards for _, dishes in finished if dishes is not self.stomach for cards in dishes.values()]
        self.dishes = [*self.stomach.values(), *others]
        in_dishes = Counter(card for dish in self.dishes for card in dish)
        self.hand = list((Counter(names) - in_dishes).elements())
        self.has_purse = box.specials.get(Special.PURSE) in self.hand

    def eat(self, seat: int) -> Eat:
        """The stomach as it lies; what did not fit goes into the Purse, if there is one."""
        top, left = min((row for row, _ in self.stomach), default=0), min((col for _, col in self.stomach), default=0)
        placed = tuple((number, row - top, col - left) for number, (row, col) in enumerate(self.stomach, 1))
        outside = tuple(range(len(placed) + 1, len(self.dishes) + 1))
        return Eat(seat, placed, outside if self.has_purse else ())


def _is_ours(box: Box, card: Detection) -> bool:
    return card.id in box.ids or (card.id is None and any(option.id in box.ids for option in card.alternatives))


def _covered(dishes: Dishes) -> int:
    return sum(map(len, dishes.values()))


def _finished(box: Box, seat: int, block: Block) -> Dishes:
    """The whole dishes of a block. Raises CompanionError when a Free Refill may belong to two of them."""
    dishes = dishes_in(box, block)
    owners: dict[Cell, Cell] = {}
    for top, left in dishes:
        rows, cols = next((c.rows, c.cols) for c in map(box.by_id.__getitem__, dishes[top, left]) if c.dish)
        for cell in [(top + down, left + right) for down in range(rows) for right in range(cols)]:
            if cell in owners:
                raise CompanionError(
                    f"picture of {seat_name(seat)}: a Free Refill lies between two dishes ({Clause.REFILL}); move them apart"
                )
            owners[cell] = top, left
    return dishes
