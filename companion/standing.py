"""What stood against the score when people last spoke, and still stands: the camera errs there, or something was not told yet. Pure.

Which of the two cannot be known, so a table is explained both ways: as it is seen, and with what stood put right. One way that holds
is believed, when the other explains nothing; where both do, people are asked. A token that the camera has not found all evening is
thus never the one that somebody has just removed.

A zone may be called after a piece and mean what lies on it. Where that piece is not seen, what lies on it is not seen either: a move
that brings something there, or takes it, may be the one that was played.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import Any

from companion.game import Game, Layout
from companion.overruled import Said, as_said
from companion.referee import Ambiguous, Played, Unchanged, Unexplained, Verdict

Explain = Callable[[Game[Any, Any], Any, Layout], Verdict[Any]]
"""`companion.referee.explain`, or a test's own."""


def explained(explain: Explain, game: Game[Any, Any], state: Any, seen: Layout, stood: Sequence[Said]) -> Verdict[Any]:
    """What has happened since `state`, where so much stood against the score already."""
    told = explain(game, state, seen)
    if isinstance(told, Unchanged) or not stood or (put := as_said(seen, stood, game.visible(state))) == seen:
        return told
    other = explain(game, state, put)
    if not isinstance(other, Unexplained | Unchanged):
        other = _or_unseen(other, tuple(_unseen(game, state, seen, stood)))
    if isinstance(told, Unexplained):
        return told if isinstance(other, Unexplained) else other
    mine, theirs = _rows(told), _rows(other)
    if not theirs or set(theirs) == set(mine):
        return told
    unsure = tuple(spot for one in (told, other) if isinstance(one, Ambiguous) for spot in one.unsure)
    return Ambiguous(tuple(dict.fromkeys((*theirs, *mine))), tuple(dict.fromkeys(unsure)))


def _or_unseen(verdict: Verdict[Any], unseen: Sequence[Any]) -> Verdict[Any]:
    """A verdict, and moves beside it that may be the one as well."""
    rows = tuple(dict.fromkeys((*_rows(verdict), *((action,) for action in unseen))))
    if len(rows) == len(_rows(verdict)):
        return verdict
    return replace(verdict, fits=rows) if isinstance(verdict, Ambiguous) else Ambiguous(rows)


def _unseen(game: Game[Any, Any], state: Any, seen: Layout, stood: Sequence[Said]) -> Iterator[Any]:
    """Legal moves that fit what is seen, as far as the pieces they are made on are."""
    there = {spot.piece for spot in seen.spots}
    hidden = {meant.piece for read, meant in stood if read is None and meant is not None} - there
    if not hidden:
        return
    for action in dict.fromkeys(game.candidates(state, as_said(seen, stood, game.visible(state)))):
        if not game.violations(state, action):
            expected = game.visible(game.apply(state, action))
            shown = Layout(tuple(replace(spot, may_hide=spot.may_hide or spot.zone in hidden) for spot in expected.spots))
            if shown.matches(as_said(seen, stood, expected)):
                yield action


def _rows(verdict: Verdict[Any]) -> tuple[tuple[Any, ...], ...]:
    """The tellings of a verdict, each a row of actions; an empty row is that nothing has happened."""
    match verdict:
        case Unchanged():
            return ((),)
        case Played(actions):
            return (actions,)
        case Ambiguous(fits):
            return fits
        case _:
            return ()
