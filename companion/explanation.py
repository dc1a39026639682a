"""Why an action is refused, or allowed, at this moment of a game: what a table reads when it disagrees.

Everything in an explanation may be read aloud: it is made of the clauses, of what the rulebook's own refusals say, and of legal
actions as far as a game lets them be named (`Game.in_general`). It knows no game.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import asdict, dataclass
from typing import Any

from companion.game import Clause, CompanionError, Game, Json, Pack, with_names

MOST_OF_A_KIND = 4
"""So many legal actions of one kind are told; the others are counted."""
MOST_KINDS = 8
"""So many kinds of legal actions are told, the kind of the disputed action first."""
CERTAINTY: Mapping[str, str] = {
    "rule": "the rulebook says so",
    "inferred": "inferred: the rulebook does not say it outright",
    "example": "shown by the rulebook's example",
    "option": "open in the rulebook: an option of the table",
    "external": "from a source outside the rulebook",
    "derived": "follows by counting",
}
"""How sure a clause is, in words."""
NEVER_LISTED = "What only a hand, the deck or the board can tell is never listed."


@dataclass(frozen=True, slots=True)
class Reason:
    """One clause that speaks against an action, and the facts of this position."""

    clause: Clause
    facts: str
    """The refusal's own words, e.g. "38 + 3 is 41; the appetite is 40"."""


@dataclass(frozen=True, slots=True)
class Instead:
    """Legal actions of one kind, told as sentences without their subject."""

    kind: str
    """The game's own name of the kind, e.g. Play."""
    told: tuple[str, ...]
    more: int = 0
    """How many beside those told."""


@dataclass(frozen=True, slots=True)
class Explanation:
    """Why an action is refused or allowed at this moment."""

    game: str
    action: str
    """Its line of text."""
    told: str
    """What it says in words, without a subject."""
    seat: int | None
    """Whose action it is; None for the table's own."""
    is_allowed: bool
    reasons: tuple[Reason, ...]
    """Every clause that refuses it; empty for a legal action."""
    about: tuple[Clause, ...]
    """Clauses that speak about this kind of action, as far as the pack names them, and are no reason already."""
    phase: str
    to_act: tuple[int, ...]
    """Seats whose move it is; empty when the table acts or the game is over."""
    instead: tuple[Instead, ...]
    """What would have been legal for the same seat; empty for a legal action."""

    def as_json(self) -> dict[str, Json]:
        """Plain values; every reason and clause with its certainty in words too."""
        reasons: list[Json] = [{**_clause(reason.clause), "facts": reason.facts} for reason in self.reasons]
        instead: list[Json] = [{**asdict(each), "told": list(each.told)} for each in self.instead]
        about: list[Json] = [_clause(clause) for clause in self.about]
        return {
            "schema": 1,
            "game": self.game,
            "action": self.action,
            "told": self.told,
            "seat": self.seat,
            "allowed": self.is_allowed,
            "reasons": reasons,
            "about": about,
            "phase": self.phase,
            "to_act": list(self.to_act),
            "instead": instead,
            "never_listed": NEVER_LISTED,
        }

    def lines(self, names: tuple[str, ...] = ()) -> Iterator[str]:
        """The explanation as lines for people; `names` by seat, P1, P2, ... without them."""
        yield f"{_name(self.seat, names)}: {self.told}  [{self.action}]"
        yield f"{'Allowed' if self.is_allowed else 'Refused'}. {self.phase}; to act: {_everybody(self.to_act, names)}."
        for reason in self.reasons:
            yield f"  {reason.clause.id}  {with_names(reason.facts, names)}"
            yield f"      {reason.clause.text}"
            yield f"      {reason.clause.source} ({said(reason.clause)})"
        if self.is_allowed:
            yield from self._speaking()
        else:
            yield from self._offering(names)

    def _speaking(self) -> Iterator[str]:
        if self.about:
            yield "Clauses about this kind of action:"
        for clause in self.about:
            yield f"  {clause.id}  {clause.text}"
            yield f"      {clause.source} ({said(clause)})"

    def _offering(self, names: tuple[str, ...]) -> Iterator[str]:
        who = _name(self.seat, names)
        if self.about:
            yield f"See also {', '.join(clause.id for clause in self.about)}."
        yield f"Legal for {who} instead:" if self.instead else f"Nothing that can be named would be legal for {who} now."
        for each in self.instead:
            yield f"  {with_names(' / '.join(each.told), names)}{f' / and {each.more} more' if each.more else ''}"
        yield NEVER_LISTED


def explain(game: Game[Any, Any], pack: Pack, state: Any, action: Any) -> Explanation:
    """Why this action is refused or allowed in this state. Raises CompanionError for a refusal by a clause that the pack lacks."""
    found = game.violations(state, action)
    reasons = tuple(Reason(_found(pack, violation.clause), violation.why) for violation in found)
    cited = {reason.clause.id for reason in reasons}
    status = game.status(state)
    seat = getattr(action, "seat", None)
    return Explanation(
        game=game.name,
        action=str(action),
        told=game.tell(state, action),
        seat=seat,
        is_allowed=not found,
        reasons=reasons,
        about=tuple(clause for clause in clauses_about(pack, type(action).__name__) if clause.id not in cited),
        phase=status.phase,
        to_act=status.to_act,
        instead=tuple(_instead(game, state, seat, type(action).__name__)) if found else (),
    )


def choices(game: Game[Any, Any], state: Any, action: Any) -> tuple[Instead, ...]:
    """What was legal for the seat of an action, that one among it, kind by kind."""
    return tuple(_instead(game, state, getattr(action, "seat", None), type(action).__name__))


def clauses_about(pack: Pack, kind: str) -> tuple[Clause, ...]:
    """The clauses that the pack names for a kind of action, under [tables.about]. Raises CompanionError for one that it lacks."""
    table = pack.tables.get("about")
    ids = table.get(kind, []) if isinstance(table, dict) else []
    return tuple(_found(pack, str(id)) for id in ids) if isinstance(ids, list) else ()


def said(clause: Clause) -> str:
    """How sure a clause is, in words."""
    return CERTAINTY.get(clause.certainty, clause.certainty)


def _found(pack: Pack, id: str) -> Clause:
    if id not in pack.clauses:
        raise CompanionError(f"pack {pack.name}: no clause {id}; its game cites it")
    return pack.clauses[id]


def _instead(game: Game[Any, Any], state: Any, seat: int | None, kind: str) -> Iterator[Instead]:
    """What is legal for a seat, or for the table, kind by kind, the disputed kind first."""
    kinds: dict[str, list[Any]] = {kind: []}
    for action in game.legal_actions(state):
        if getattr(action, "seat", None) == seat:
            kinds.setdefault(type(action).__name__, []).append(action)
    offered = (_offered(game, state, name, actions) for name, actions in kinds.items() if actions)
    yield from [each for each in offered if each.told][:MOST_KINDS]


def _offered(game: Game[Any, Any], state: Any, kind: str, actions: Iterable[Any]) -> Instead:
    """Legal actions of one kind, those that are told in general words once, those that may not be named not at all."""
    named: list[Any] = []
    general: dict[str, None] = {}
    for action in actions:
        words = game.in_general(state, action)
        if words is None:
            named.append(action)
        elif words:
            general[words] = None
    told = dict.fromkeys(game.tell(state, action) for action in named[:MOST_OF_A_KIND])
    return Instead(kind, (*general, *told), max(0, len(named) - MOST_OF_A_KIND))


def _clause(clause: Clause) -> dict[str, Json]:
    sure: dict[str, Json] = {"certainty": clause.certainty, "certainty_said": said(clause)}
    return {"id": clause.id, "text": clause.text, "source": clause.source, **sure}


def _name(seat: int | None, names: tuple[str, ...]) -> str:
    if seat is None:
        return "the table"
    return names[seat] if 0 <= seat < len(names) else f"P{seat + 1}"


def _everybody(seats: tuple[int, ...], names: tuple[str, ...]) -> str:
    return " and ".join(_name(seat, names) for seat in seats) or "the table"
