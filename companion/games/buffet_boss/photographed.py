"""A finished game from one picture a player: the plate from the side and, for Dinner, the revealed character beside it.

What the picture cannot decide is asked, never guessed: a piece without a sure name, a contact that counts and is not sure, plates of
which nobody can say which is the tallest.
"""

from collections import Counter
from collections.abc import Iterator, Sequence

from companion.game import CompanionError, Pack, Setup
from companion.games.buffet_boss.actions import in_order
from companion.games.buffet_boss.characters import TOUCHING
from companion.games.buffet_boss.faults import faults
from companion.games.buffet_boss.house import house
from companion.games.buffet_boss.pieces import PLATE as PLATE_NAME, Character, Clause, Contact, House, Plate, State, names, seat_name
from companion.games.buffet_boss.standing import foods_of, named_by, possible, that_count
from vision.observation import PLATE, TABLE, Detection, Observation, Stack

RULER_MM = 1.0
"""Plates less apart than this a ruler calls equally tall."""


def final_state(pack: Pack, setup: Setup, looks: Sequence[Observation]) -> State:
    """The game as it ended; picture 1 shows P1's plate from the side, and so on.

    Where the food cards lie in the picture (or the camera above sees them) they say which pieces there can be. Every food on a plate has
    its card; the rest of the deck is in the bin. Raises CompanionError when a picture does not show what
    the score needs, or shows more than the box holds.
    """
    rules = house(pack, setup)
    if rules.is_together:
        raise CompanionError(f"{rules.mode.called} counts no points ({Clause.TOGETHER_END}); nothing to score")
    if len(looks) != setup.players:
        raise CompanionError(f"{setup.players} players need {setup.players} pictures, one each; there are {len(looks)}")
    stacks = [_stack(pack, seat, look) for seat, look in enumerate(looks)]
    for seat, stack in enumerate(stacks):
        _check_standing(seat, stack)
    _check_tallest(stacks)
    plates = tuple(_plate(pack, rules, seat, look, stack) for seat, (look, stack) in enumerate(zip(looks, stacks, strict=True)))
    rest = Counter(rules.copies)
    rest.subtract(food for plate in plates for food in plate.cards)
    left = sorted(rest.elements())
    many = rules.deck - sum(len(plate.cards) for plate in plates)
    first = rules.rounds % rules.players
    state = State(rules, plates, rules.rounds + 1, first, bin=tuple(left[:many]), boxed=tuple(left[many : many + rules.boxed]))
    if wrong := next(faults(state), None):
        raise CompanionError(f"the plates cannot be of one game: {wrong[1]}; look whether a piece was misread")
    return state


def _stack(pack: Pack, seat: int, look: Observation) -> Stack:
    """The one plate of a picture, everything on it named and measured."""
    who = f"picture of {seat_name(seat)}"
    if len(look.stacks) != 1:
        found = "no plate" if not look.stacks else f"{len(look.stacks)} plates"
        raise CompanionError(f"{who}: {found} to be seen from the side; take one plate alone, level with it, in even light")
    cards = _cards(pack, look)
    stack = named_by(pack, look.stacks[0], cards)
    for piece in stack.pieces:
        if piece.id is None:
            maybe = " or ".join(option.id for option in piece.alternatives[:3]) or "no piece of this box"
            raise CompanionError(f"{who}: a piece has no sure name, perhaps {maybe} ({piece.why}); take it again, or enter it")
    foods = foods_of(pack)
    if alone := sorted((cards - Counter(foods.get(piece.id or "", "") for piece in stack.pieces)).elements()):
        hidden = f"{who}: the card of {' and '.join(alone)} lies there, but no such piece is seen on the plate"
        raise CompanionError(f"{hidden}; take it again if something hides it, or lay the card into the bin ({Clause.STARS})")
    if stack.height_mm is None or stack.height_error_mm is None:
        raise CompanionError(f"{who}: the plate cannot be measured ({stack.why}); measure it by hand")
    return stack


def _check_standing(seat: int, stack: Stack) -> None:
    """An empty plate beside which food lies is either a bad end or a wrong reading: people are asked (BB-5.3)."""
    if stack.pieces and len(set(_lying(seat, stack))) == len(stack.pieces):
        raise CompanionError(f"picture of {seat_name(seat)}: all food lies beside the plate; has it fallen? ({Clause.NOT_THE_TABLE})")


def _cards(pack: Pack, look: Observation) -> Counter[str]:
    """Foods of the cards that lie in the picture."""
    foods = foods_of(pack)
    return Counter(foods[card.id] for card in look.detections if _is_named(card) and card.id in foods)


def _check_tallest(stacks: Sequence[Stack]) -> None:
    """Five stars hang on it, so the tallest has to be taller than all others by more than the pictures, or a ruler, may be off (BB-7.2)."""
    tall = [(stack.height_mm or 0.0, seat) for seat, stack in enumerate(stacks) if stack.pieces]
    if len(tall) < 2:
        return
    first = max(tall)[1]
    near = [seat for _, seat in tall if seat != first and not _is_higher(stacks[first], stacks[seat])]
    if near:
        told = " and ".join(
            f"{seat_name(seat)} {mm:.0f} mm (give or take {stacks[seat].height_error_mm:.0f})"
            for mm, seat in sorted(tall)[::-1]
            if seat in (first, *near)
        )
        raise CompanionError(f"which plate is the tallest: {told}? The pictures cannot tell; measure them ({Clause.TALLEST})")


def _is_higher(a: Stack, b: Stack) -> bool:
    """Whether one plate is higher than the other, whether or not the plates rock: those that do not tell how the camera is rolled."""
    ways = ((a, b), (a.level, b.level))
    return all((one.height_mm or 0.0) - (other.height_mm or 0.0) > _apart(one, other) for one, other in ways)


def _apart(a: Stack, b: Stack) -> float:
    """Millimetres by which one plate has to be seen higher than the other to be so; less than a ruler tells is none."""
    apart = a.apart_mm(b)
    return max(apart, RULER_MM) if apart else 0.0


def _plate(pack: Pack, rules: House, seat: int, look: Observation, stack: Stack) -> Plate:
    foods = foods_of(pack)
    standing = [k for k in range(len(stack.pieces)) if k not in set(_lying(seat, stack))]
    for k in standing:
        if stack.pieces[k].id not in foods:
            raise CompanionError(f"picture of {seat_name(seat)}: {stack.pieces[k].id} is no food of {pack.name}; use the box's own pack")
    pieces = tuple(foods[stack.pieces[k].id or ""] for k in standing)
    character = _character(pack, rules, seat, look)
    touching = None
    if pieces and character is not None and character.id in TOUCHING:
        touching = _contacts(rules, seat, stack, standing, pieces, character)
    height = max(1, round(stack.height_mm or 0.0)) if pieces else None
    return Plate(pieces, pieces, height=height, contacts=touching, character=character)


def _lying(seat: int, stack: Stack) -> Iterator[int]:
    """The pieces on the table. Raises CompanionError for one that may be on both (BB-5.3)."""
    held = {k for pair in (*stack.touching, *stack.unsure) for k in pair if TABLE not in pair and k >= 0}
    for a, k in stack.touching:
        if a == TABLE:
            if k in held:
                who, what = seat_name(seat), stack.pieces[k].id
                raise CompanionError(f"picture of {who}: {what} touches the table and the stack: has it fallen? ({Clause.NOT_THE_TABLE})")
            yield k


def _contacts(
    rules: House, seat: int, stack: Stack, standing: Sequence[int], pieces: tuple[str, ...], character: Character
) -> tuple[Contact, ...]:
    """Who touches whom. A contact that cannot be seen is asked only where the character's stars hang on it."""
    called = dict(zip(standing, names(pieces), strict=True)) | {PLATE: PLATE_NAME}
    sure = [(called[a], called[b]) for a, b in stack.touching if a in called and b in called]
    unsure = [(called[a], called[b]) for a, b in stack.unsure if a in called and b in called]
    graphs = list(possible(pieces, sure, unsure))
    counting = that_count(graphs, pieces, character, rules.prints, rules.answers)
    if not unsure or (graphs and not counting):
        return graphs[0] if graphs else in_order(sure)
    a, b = (counting or unsure)[0]
    raise CompanionError(f"picture of {seat_name(seat)}: do {a} and {b} touch? It counts for {character.id} and cannot be seen")


def _character(pack: Pack, rules: House, seat: int, look: Observation) -> Character | None:
    """The character card that lies in the picture; None where there is none, or it is not asked for."""
    ids = {piece.id: piece.attributes["character"] for piece in pack.pieces if "character" in piece.attributes}
    shown = [ids[card.id] for card in look.detections if _is_named(card) and card.id in ids]
    if not rules.characters or not shown:
        return None
    if len(shown) > 1:
        told = " and ".join(shown)
        raise CompanionError(f"picture of {seat_name(seat)}: {told} are revealed; one counts ({Clause.ONE_CHARACTER}); turn the other over")
    return Character(shown[0], rules.likes.get(shown[0], ()))


def _is_named(card: Detection) -> bool:
    return card.kind == "card" and card.id is not None
