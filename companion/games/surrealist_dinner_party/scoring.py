"""Who scores what, and who has won."""

from companion.game import ScoreLine
from companion.games.surrealist_dinner_party.pieces import TOKENS, Clause, FauxPas
from companion.games.surrealist_dinner_party.position import State


def scores(state: State) -> tuple[ScoreLine, ...]:
    """Every Stash kind by kind, then the faux pas cards that count so far; those for most only at the end (SD-11.6)."""
    return tuple(line for seat in range(state.house.players) for line in (*_stash(state, seat), *_faux_pas(state, seat)))


def _stash(state: State, seat: int) -> list[ScoreLine]:
    counts = zip(TOKENS, state.players[seat].stash, strict=True)
    return [ScoreLine(seat, f"{n} {kind}", n, Clause.SCORE, (state.house.tokens[kind],)) for kind, n in counts if n]


def _faux_pas(state: State, seat: int) -> list[ScoreLine]:
    return [
        ScoreLine(seat, f"faux pas: {said(card)}", card.printed.points, Clause.CLAIMS, (state.house.faux_pas[card.name][0],))
        for card in state.faux_pas
        if seat in holders(state, card)
    ]


def said(card: FauxPas) -> str:
    """What a faux pas card asks for, in words."""
    printed = card.printed
    return f"first with {printed.number} {printed.token}" if printed.kind == "race" else f"most {printed.token}"


def holders(state: State, card: FauxPas) -> tuple[int, ...]:
    """Seats that get the points of a card: those who claimed a race; at the end those with most, each in full when tied (SD-11.3)."""
    if card.printed.kind == "race":
        return card.claimed
    return most(state, card) if state.is_over else ()


def most(state: State, card: FauxPas) -> tuple[int, ...]:
    """Seats with most of a card's kind now; nobody while nobody has any."""
    counts = [player.stash[card.printed.token.at] for player in state.players]
    best = max(counts)
    return tuple(seat for seat, n in enumerate(counts) if n == best and best)


def total(state: State, seat: int) -> int:
    """A player's points so far."""
    return sum(state.players[seat].stash) + sum(line.points for line in _faux_pas(state, seat))


def leaders(state: State) -> tuple[int, ...]:
    """Seats with the highest total; of those the ones that the table's rule for ties prefers (SD-11.5)."""
    totals = [total(state, seat) for seat in range(state.house.players)]
    first = tuple(seat for seat, points in enumerate(totals) if points == max(totals))
    rule = state.house.answers["tie"]
    if rule == "shared":
        return first
    weights = {seat: state.players[seat].content if rule == "more_perfectly_content" else -state.players[seat].hand for seat in first}
    return tuple(seat for seat in first if weights[seat] == max(weights.values()))
