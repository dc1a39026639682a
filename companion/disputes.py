"""What people questioned and how the table ruled, out of the log. Pure."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from companion.events import Acted, Disputed, Entry, Ruled
from companion.explanation import Explanation, Instead, choices, explain
from companion.fold import Rulebook, Steps, lines_of, steps_of
from companion.game import CompanionError
from companion.snapshot import Dispute, Ruling, Verdict


class AskedOfHands(CompanionError):
    """A question whose answer could tell what lies hidden."""


def rulings_of(entries: Iterable[Entry], steps: Steps) -> tuple[Ruling, ...]:
    """The rulings that stand, oldest first."""
    return tuple(_ruling(entry, entry.event) for entry in entries if isinstance(entry.event, Ruled) and steps.has(entry))


def disputes_of(entries: Iterable[Entry], rulings: Iterable[Ruling]) -> tuple[Dispute, ...]:
    """Every questioned entry with the first ruling about it that came after the question, oldest first."""
    ruled = tuple(rulings)
    return tuple(_dispute(entry, entry.event, ruled) for entry in entries if isinstance(entry.event, Disputed))


def house_rules(rulings: Iterable[Ruling]) -> tuple[Ruling, ...]:
    """What holds at this table from now on."""
    return tuple(ruling for ruling in rulings if ruling.verdict == Verdict.HOUSE)


@dataclass(frozen=True, slots=True)
class Inquiry:
    """An action in its own place of the log: what the rules say of it, and what else was legal there."""

    explanation: Explanation
    legal: tuple[Instead, ...]


def inquire(rulebook: Rulebook[Any], entries: tuple[Entry, ...], seq: int, action: str | None = None) -> Inquiry | None:
    """The action of entry `seq`, or another one in its place, as the table stood then; None when the entry is no action.

    Raises TextError for a text that is no action.
    """
    event = entries[seq - 1].event if 0 < seq <= len(entries) else None
    if not isinstance(event, Acted):
        return None
    state = _before(rulebook, entries, seq)
    meant = rulebook.game.parse_action(action or event.action)
    return Inquiry(explain(rulebook.game, rulebook.pack, state, meant), choices(rulebook.game, state, meant))


def what_if(rulebook: Rulebook[Any], entries: tuple[Entry, ...], seq: int, action: str) -> Inquiry | None:
    """Another action in the place of entry `seq`, as anybody may ask; None when the entry is no action.

    Raises TextError for a text that is no action, and AskedOfHands where the answer could tell what lies hidden: an action that a game does
    not offer by name (`Game.in_general`), unless its pack says that nothing hidden is known of it (`may_be_asked`).
    """
    event = entries[seq - 1].event if 0 < seq <= len(entries) else None
    if not isinstance(event, Acted):
        return None
    game, meant = rulebook.game, rulebook.game.parse_action(action)
    asked = rulebook.pack.tables.get("may_be_asked")
    is_open = isinstance(asked, list) and type(meant).__name__ in asked
    if not is_open and game.in_general(_before(rulebook, entries, seq), meant) is not None:
        raise AskedOfHands("what only a hand, the deck or a secret card could tell is not answered")
    return inquire(rulebook, entries, seq, action)


def _before(rulebook: Rulebook[Any], entries: tuple[Entry, ...], seq: int) -> Any:
    """The state that entry `seq` came into."""
    stands = rulebook.play(lines_of(steps_of(entries[: seq - 1]).standing))
    return stands[-1].state if stands else rulebook.opening()


def pictures_about(entries: tuple[Entry, ...], seq: int) -> tuple[tuple[str, str | None] | None, tuple[str, str | None] | None]:
    """Picture and reading before an entry, and the entry's own; None where there is none."""
    own, before = None, None
    for entry in entries[: max(seq, 0)]:
        if isinstance(entry.event, Acted) and entry.event.picture is not None:
            proof = entry.event.picture, entry.event.reading
            if entry.seq == seq:
                own = proof
            elif own is None:
                before = proof
    return before, own


def _ruling(entry: Entry, event: Ruled) -> Ruling:
    return Ruling(entry.seq, entry.at, event.text, event.verdict, event.clause, event.about, event.who)


def _dispute(entry: Entry, event: Disputed, rulings: tuple[Ruling, ...]) -> Dispute:
    ruling = next((each for each in rulings if each.about == event.about and each.seq > entry.seq), None)
    return Dispute(entry.seq, entry.at, event.about, event.claim, event.seat, ruling)
