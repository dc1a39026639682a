"""Between the table and a position: what ought to lie there, what does, and which actions would explain it.

Everything lies in one zone, wherever on the table that may be. Each card may be laid on top of the last, so only the newest has to
show. Passes leave no trace: they come by tap, and a card is believed to be the play of the one whose turn it is.

Where the box has its die in view, the die tells which round is played: it may lag behind, and when it is ahead, everybody has passed. A die
that cannot be read, or more than one, says nothing.

One thing goes unnoticed: a second copy of a card whose first copy lies covered in the same pile, laid without covering the newest.
It is found once both copies show, and can be tapped.
"""

from collections.abc import Iterator

from companion.game import Layout, Pack, Spot
from companion.games.appetite.pieces import ROUNDS, Card, Laid, State, card_of
from companion.games.appetite.rules import Action, Clear, Deal, Pass, Play, Reveal, owing
from companion.games.appetite.scoring import is_hand_over, is_over
from vision.observation import Detection, Face, Observation

ZONE = "table"
COUNTER = "counter"
"""Zone of the Appetite Counter, a die that shows the round (AP-1.1)."""
DIE = "die"


def visible(state: State) -> Layout:
    """The pile, of which the newest card has to show, and hands that were shown. After the game the table may be cleared."""
    pile = [_spot(state, laid, may_hide=is_over(state) or laid is not state.laid[-1]) for laid in state.pile]
    hands = [_spot(state, laid, may_hide=is_over(state)) for laid in state.revealed]
    return Layout((*pile, *hands, *(Spot(COUNTER, _face(round), may_hide=True) for round in _rounds_shown(state))))


def _rounds_shown(state: State) -> list[int]:
    """Rounds that the die may still show: it is turned after the round; at a hand's beginning it may show the last of the one before."""
    if not state.house.has_die:
        return []
    return list(range(1, ROUNDS + 1)) if not state.laid or is_over(state) else list(range(1, state.round + 1))


def _face(round: int) -> str:
    return f"{DIE}-{round}"


def _spot(state: State, laid: Laid, *, may_hide: bool) -> Spot:
    return Spot(ZONE, state.house.piece(laid.card), may_hide=may_hide)


def see(pack: Pack, observation: Observation) -> Layout:
    """The cards that lie face up. Backs and what is no card of this pack are left out; a card without a name stays an open spot."""
    names = _names(pack)
    spots = []
    for ref, detection in enumerate(observation.detections):
        if detection.kind != "card" or detection.face is Face.DOWN:
            continue
        if detection.id is not None and detection.id in names:
            spots.append(Spot(ZONE, names[detection.id], ref=ref))
        elif detection.id is None and (maybe := _alternatives(names, detection)):
            spots.append(Spot(ZONE, None, maybe, ref=ref))
    if any(piece.kind == DIE for piece in pack.pieces):
        dice = [(ref, one.id) for ref, one in enumerate(observation.detections) if one.kind == DIE]
        spots += [Spot(COUNTER, id, ref=ref) for ref, id in dice if len(dice) == 1 and id is not None]
    return Layout(tuple(spots))


def _names(pack: Pack) -> dict[str, str]:
    """For every id of a card of this game, the id that stands for all pieces of that card."""
    first: dict[Card, str] = {}
    names = {}
    for piece in pack.pieces:
        card = card_of(piece.attributes)
        if card is not None:
            names[piece.id] = first.setdefault(card, piece.id)
    return names


def _alternatives(names: dict[str, str], detection: Detection) -> tuple[str, ...]:
    """What an unnamed card may be, best first; nothing for one that is no piece of the pack (see `Detection.alternatives`)."""
    return tuple(dict.fromkeys(names[option.id] for option in detection.alternatives if option.id in names))


def candidates(state: State, seen: Layout) -> Iterator[Action]:
    """Actions worth trying: what the table itself may have done, then a play of every card that is new, best guess first."""
    if is_over(state):
        return
    if is_hand_over(state):
        yield from (Reveal(seat, card) for seat in owing(state) for card in _new_cards(state, seen))
        yield Deal(state.left_of(state.dealer))
        return
    if state.is_swept and not state.moved:
        yield Clear()
    yield from (Play(state.turn, card) for card in _new_cards(state, seen))
    if any(spot.zone == COUNTER and spot.piece == _face(state.round + 1) for spot in seen.spots) and not state.is_round_start:
        yield Pass(state.turn)


def _new_cards(state: State, seen: Layout) -> Iterator[Card]:
    """Cards beyond what was expected; every card seen, once the newest one of before is gone or covered."""
    difference = visible(state).difference(seen)
    spots = [*difference.extra, *difference.unsure]
    if difference.missing:
        spots += seen.spots
    cards = {state.house.piece(card): card for card in state.house.deck.most}
    names = [name for spot in spots for name in ([spot.piece] if spot.piece is not None else spot.alternatives)]
    yield from (cards[name] for name in dict.fromkeys(names) if name in cards)
