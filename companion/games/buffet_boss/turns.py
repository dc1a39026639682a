"""Whose move it is."""

from companion.games.buffet_boss.pieces import State


def takers(state: State) -> tuple[int, ...]:
    """Who may take a card of the line now; nobody before it is full."""
    players, taken = state.house.players, state.taken
    if state.is_revealing or not state.line:
        return ()
    if state.house.is_together:
        return _together(state)
    first = state.first or 0
    return ((first + min(len(taken), players - 1)) % players,)


def _together(state: State) -> tuple[int, ...]:
    """Clockwise; one of them takes two: the one whose turn it just was, or anybody when all have taken one (BB-9.4)."""
    players, taken = state.house.players, state.taken
    if not taken:
        return tuple(state.seats) if state.first is None else (state.first,)
    had = len(set(taken))
    if had == players:
        return tuple(state.seats)
    following = ((taken[0] + had) % players,)
    return following if len(taken) > had else (*following, taken[-1])


def to_act(state: State) -> tuple[int, ...]:
    """Whose move it is: who has fallen pieces, who has pieces in hand, who takes."""
    if fallen := tuple(seat for seat in state.busy if state.plates[seat].fallen):
        return fallen
    return state.busy or takers(state)
