"""What may be done now, in words, each with its clauses: for people who look at a page and wonder."""

from collections.abc import Iterator

from companion.games.buffet_master.pieces import Clause, Phase, State, seat_name

Hint = tuple[str, tuple[Clause, ...]]


def hints(state: State) -> Iterator[Hint]:
    """Sentences about this moment of the game; nothing hidden is in them."""
    if state.phase is Phase.OPENING:
        yield "Turn up the top of each of the six piles. Hands are empty.", (Clause.SIX_PILES, Clause.FIRST_TOPS, Clause.EMPTY_HANDS)
        if len(set(state.heights)) > 1:
            yield f"The first {state.heights.count(max(state.heights))} piles are one card higher.", (Clause.UNEVEN,)
    elif state.phase is Phase.COUNT:
        yield "Count to five: Swoops reach the tops that still lie face up.", (Clause.COUNT, Clause.ONLY_TAKES_EMPTY)
    elif state.phase in (Phase.SCORING, Phase.PLAY_OFF, Phase.OVER):
        yield from _after_the_end(state)
    else:
        yield from _in_a_turn(state)


def _in_a_turn(state: State) -> Iterator[Hint]:
    name = seat_name(state.active)
    if state.phase is Phase.START:
        yield (
            f"{name} takes one or more cards that lie face up, specials too.",
            (Clause.MUST_TAKE, Clause.FACE_UP_ONLY, Clause.SPECIALS_TOO),
        )
        yield "A Bathroom comes before anything else.", (Clause.BATHROOM,)
    if state.late is not None:
        yield f"{seat_name(state.late)} may still lay finished dishes.", (Clause.MAY_LAY, Clause.WHEN_TO_LAY)
    if state.phase in (Phase.TAKE, Phase.END) and not state.played:
        yield f"{name} may end the turn with one Dump, Fresh Tray or Fork.", (Clause.ONE_PER_TURN,)
    if state.phase in (Phase.TAKE, Phase.END, Phase.FLIP):
        yield "Turning up the tops ends the turn.", (Clause.FLIP,)
    yield "Hands and laid dishes are secret: here they are numbers.", (Clause.SECRET_HANDS, Clause.FACE_DOWN_STACK)


def _after_the_end(state: State) -> Iterator[Hint]:
    yield "Fit the dishes in, all the same way up; what was laid stays as it is.", (Clause.SAME_WAY_UP, Clause.LAID_IS_LAID)
    specials = "count what is printed on them" if state.house.special_points == "printed" else "count nothing"
    yield f"Special cards left in hand {specials}.", (Clause.SPECIALS_ARE_ZERO,)
    yield "The sum is the stomach, its bonus, less half of what did not fit, less the hand.", (Clause.TOTAL,)
