"""What somebody asks for, as the event to write, or a refusal that says why. Pure; the session writes."""

from collections.abc import Sequence
from typing import TypeVar

from companion.events import Acted, Corrected, Entry, Redone, Undone
from companion.fold import Line, Misfit, Rulebook, Stand, Steps
from companion.game import CompanionError, IllegalAction
from companion.telling import words_for

S = TypeVar("S")
MOST_SAID = 3
"""Steps that are told one by one where several are taken back at once."""

THEN = "\n"
"""Between the actions of one text; no action's own line can hold it."""


class SessionError(CompanionError):
    """What was asked for cannot be done at this table now; the message says why."""


class CorrectionRefused(CompanionError):
    """After the correction a later entry would no longer fit; `force` gives it up together with all behind it."""

    def __init__(self, misfit: Misfit, dropped: tuple[int, ...]) -> None:
        super().__init__(f"then {misfit}; {len(dropped)} later entries would be given up")
        self.seq, self.violations, self.dropped = misfit.seq, misfit.violations, dropped


Proof = tuple[str | None, str | None]
"""SHA-256 of a picture, and of what was read in it; None where there is none."""


def acted(rulebook: Rulebook[S], state: S, action: object, proof: Proof = (None, None)) -> tuple[Acted, ...]:
    """The events of an action, or of several in a text parted by THEN. Raises TextError, IllegalAction."""
    game, events = rulebook.game, []
    for one in action.split(THEN) if isinstance(action, str) else [action]:
        value = game.parse_action(one) if isinstance(one, str) else one
        if found := game.violations(state, value):
            raise IllegalAction(value, found)
        stand = rulebook.step(Line(0, str(value)), state)
        events.append(Acted(stand.line.action, stand.said, stand.seat, *proof))
        state = stand.state
    return tuple(events)


def taken(
    rulebook: Rulebook[S], stands: tuple[Stand[S], ...], first: int, offered: object, changed: object, proof: Proof
) -> tuple[tuple[Acted, ...], tuple[Corrected, ...]]:
    """The events of what was measured, from entry `first` on, and corrections of those that a person says otherwise; None changes nothing.

    Raises TextError, IllegalAction, CorrectionRefused, SessionError where more than values is changed.
    """
    state = stands[-1].state if stands else rulebook.opening()
    told = acted(rulebook, state, offered, proof)
    instead = told if changed is None else acted(rulebook, state, changed)
    if [_kind(rulebook, one) for one in told] != [_kind(rulebook, one) for one in instead]:
        raise SessionError("only the values of what was measured can be changed; enter anything else as a move of its own")
    lines = [*(stand.line for stand in stands), *(Line(seq, one.action) for seq, one in enumerate(told, first))]
    otherwise = []
    for place, (one, other) in enumerate(zip(told, instead, strict=True), len(stands)):
        if one.action != other.action:
            seq = lines[place].seq
            otherwise.append(corrected(rulebook, rulebook.play(lines, stands), seq, other.action, False))
            lines[place] = Line(seq, other.action, one.action)
    return told, tuple(otherwise)


def _kind(rulebook: Rulebook[S], event: Acted) -> tuple[type, int | None]:
    """Which sort of action it is, and whose."""
    return type(rulebook.game.parse_action(event.action)), event.seat


def undone(steps: Steps, from_seq: int | None) -> Undone:
    """Takes back the newest step, or `from_seq` and every step behind it. Raises SessionError when there is none."""
    struck = steps.standing[-1:] if from_seq is None else tuple(step for step in steps.standing if step.seq >= from_seq)
    if not struck:
        raise SessionError("there is nothing to take back" if from_seq is None else f"nothing stands from entry {from_seq} on")
    return Undone(struck[0].seq, _said(struck))


def redone(steps: Steps) -> Redone:
    """Brings back what the last undo took. Raises SessionError when there is nothing, or something was played since."""
    if not steps.struck:
        raise SessionError("there is nothing to bring back")
    seq, struck = steps.struck[-1]
    return Redone(seq, _said(struck))


def corrected(rulebook: Rulebook[S], stands: tuple[Stand[S], ...], seq: int, action: object, force: bool) -> Corrected:
    """Entry `seq` with another action, if all behind it still fits, or with `force` is given up from the first misfit on.

    Raises TextError, IllegalAction when it does not fit its own place, CorrectionRefused, SessionError for no standing action.
    """
    text = str(rulebook.game.parse_action(action) if isinstance(action, str) else action)
    lines = [stand.line for stand in stands]
    place = next((i for i, line in enumerate(lines) if line.seq == seq and line.ruling is None), None)
    if place is None:
        raise SessionError(f"entry {seq} is no action that stands")
    try:
        here = rulebook.step(Line(seq, text), stands[place - 1].state if place else rulebook.opening())
    except Misfit as error:
        raise IllegalAction(text, error.violations) from error
    try:
        rulebook.play([*lines[:place], here.line, *lines[place + 1 :]], stands[:place])
    except Misfit as error:
        dropped = tuple(line.seq for line in lines[[line.seq for line in lines].index(error.seq) :])
        if not force:
            raise CorrectionRefused(error, dropped) from error
        return Corrected(seq, text, here.said, dropped)
    return Corrected(seq, text, here.said)


def _said(steps: Sequence[Entry]) -> str:
    """These steps in words; of many the first, and how many more there are: an evening taken back is no page of text."""
    said = [words_for(step.event) for step in steps]
    return "; ".join(said) if len(said) <= MOST_SAID else f"{said[0].rstrip('.')}; and {len(said) - 1} more"
