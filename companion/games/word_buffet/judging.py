"""Is it a word? The table votes, the dictionary settles a tie (WB-7)."""

from collections.abc import Iterator
from dataclasses import replace

from companion.game import Violation
from companion.games.word_buffet.actions import Agree, Dictionary, Vote
from companion.games.word_buffet.clauses import Clause
from companion.games.word_buffet.marking import accept, fail
from companion.games.word_buffet.pieces import Phase, State, seat_text
from companion.games.word_buffet.searching import seat_faults


def is_voted_on(state: State) -> bool:
    """Whether people decide: always about an acronym (WB-7.2), else unless the table has only the dictionary (word_judge)."""
    return state.shown is not None and (state.shown.is_acronym or state.house.word_judge != "dictionary_only")


def may_ask_dictionary(state: State) -> bool:
    """Whether the dictionary decides now: after a tie, or alone (option word_judge); never about an acronym."""
    if state.shown is None or state.shown.is_acronym:
        return False
    judge = state.house.word_judge
    return judge == "dictionary_only" or (judge == "majority_then_dictionary" and len(state.votes) == state.house.players)


def vote_faults(state: State, action: Vote | Agree) -> Iterator[Violation]:
    """Why this voice does not count, or not now."""
    if isinstance(action, Vote):
        yield from seat_faults(state, action.seat)
        if action.seat in dict(state.votes):
            yield Violation(Clause.MOST_KNOW_IT, f"{seat_text(action.seat)} has voted already")
    if state.phase is not Phase.VOTE:
        yield Violation(Clause.SAY_THE_WORD, "no word has been said that the table could judge")
    elif not is_voted_on(state):
        yield Violation(Clause.MOST_KNOW_IT, "at this table the dictionary decides alone")
    elif len(state.votes) == state.house.players:
        yield Violation(Clause.MOST_KNOW_IT, "everybody has voted; it is a tie, so the dictionary decides")


def dictionary_faults(state: State, action: Dictionary) -> Iterator[Violation]:
    """Why the dictionary does not decide."""
    if state.phase is not Phase.VOTE or state.shown is None:
        yield Violation(Clause.SAY_THE_WORD, "no word has been said that could be looked up")
    elif state.shown.is_acronym:
        yield Violation(Clause.ACRONYM, f"{state.shown.word} is an acronym: it holds if everybody knows it")
    elif state.house.word_judge == "majority_only":
        yield Violation(Clause.MOST_KNOW_IT, "at this table the votes decide alone")
    elif not may_ask_dictionary(state):
        why = f"the table votes first, and the dictionary settles a tie; {len(state.votes)} of {state.house.players} have voted"
        yield Violation(Clause.MOST_KNOW_IT, why)


def vote(state: State, action: Vote | Agree) -> State:
    """One voice more, or all that are missing; as soon as they decide, the word holds or fails."""
    if isinstance(action, Vote):
        voices = (*state.votes, (action.seat, action.is_yes))
    else:
        silent = (seat for seat in state.seats if seat not in dict(state.votes))
        voices = (*state.votes, *((seat, action.is_yes) for seat in silent))
    return _settle(replace(state, votes=voices))


def verdict(state: State) -> bool | None:
    """What the votes say; None while they do not decide.

    An acronym needs everybody (WB-7.2), any other word most of all players, its own player among them (WB-7.4). A tie waits
    for the dictionary; where there is none it is not "most" (option word_judge majority_only).
    """
    yes = sum(voice for _, voice in state.votes)
    no, players = len(state.votes) - yes, state.house.players
    if state.shown is not None and state.shown.is_acronym:
        return False if no else True if yes == players else None
    if 2 * yes > players:
        return True
    if 2 * no > players or (state.house.word_judge == "majority_only" and 2 * no == players):
        return False
    return None


def _settle(state: State) -> State:
    holds = verdict(state)
    return state if holds is None else settled(state, holds)


def settled(state: State, holds: bool) -> State:
    """The word holds and is to be covered, or fails and its marker goes to row 1 (WB-5.3, WB-5.4)."""
    return accept(state, state.shown) if holds and state.shown is not None else fail(state)
