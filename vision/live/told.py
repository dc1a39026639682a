"""What was told of a table last: every piece, and how it lay and looked then, so that later looks can be held against it."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from vision.changes.news import Change, marked_alone, still_alone, taken_away
from vision.changes.places import is_firm, is_named
from vision.changes.pushed import Lay, lay_of
from vision.changes.unmoved import Fine, Looked, looked_at
from vision.live.period import Period
from vision.live.unexplained import Overlooked, not_gone
from vision.observation import Detection, Observation
from vision.table.plane import TablePlane
from vision.table.settle import Small
from vision.tiles.onboard import beside_board


@dataclass(frozen=True, slots=True, eq=False)
class Told:
    """What people were told lies there, and the pictures in which it was read."""

    observation: Observation
    small: Small
    fine: Fine
    """The table as it lay, in middling size."""
    firm: tuple[Looked, ...] = ()
    """Pieces of it that two looks agreed on, as they looked then."""
    named: tuple[Looked, ...] = ()
    """Pieces that were told by name, as they looked then."""
    lays: tuple[Lay, ...] = ()
    """All pieces, as they lay then; none on a board of letters."""
    overlooked: Overlooked = field(default_factory=Overlooked)
    missed: tuple[Detection, ...] = ()
    """Tokens that came alone and that the last looks did not show, though nothing has changed there."""
    firm_fine: Fine | None = None
    """The table when two looks at the whole of it last agreed."""

    def doubted(self) -> "Told":
        """The same once somebody has changed the score: no piece is taken for what it was by its look alone."""
        return replace(self, firm=(), named=())


def told_after(
    before: Told | None, period: Period, pieces: Sequence[Detection], since: Change | None, plane: TablePlane | None, is_asked: bool
) -> Told:
    """What is told once the looks of a period agree on these pieces, beside those that it kept.

    `since` is what has changed since `before`; on a board of letters it says nothing. `is_asked`: somebody has changed the score, and
    what the looks do not show is not taken for lying there still.
    """
    latest, fine = period.latest, period.fine
    assert latest is not None and fine is not None
    there: tuple[Detection, ...] = (*period.kept, *pieces)
    found, missed, overlooked, taken = (
        there,
        before.missed if before else (),
        before.overlooked if before else Overlooked(),
        latest.taken_away,
    )
    if before is not None and latest.board is None:
        there, missed = _still_there(before, period, there, since, is_asked)
        overlooked = overlooked.after(before.observation.detections, there, missed, since)
        found = (*there, *overlooked.beside(there, plane))
        taken = taken_away(before.observation.taken_away, before.observation.detections, there)
    is_part = before is not None and (bool(period.patches) or period.has_board)
    rounds = before.observation.rounds if before is not None and is_part else latest.rounds
    observation = replace(latest, detections=found, rounds=rounds, taken_away=taken)
    told = Told(observation, period.small, fine, overlooked=overlooked, missed=missed)
    lays = _lays(before, period, told)
    return replace(
        told,
        lays=lays,
        firm=_firm(before, period, there[len(period.kept) :]),
        named=_named(before, told, lays),
        firm_fine=None if before is None else before.firm_fine,
    )


def _still_there(
    before: Told, period: Period, there: tuple[Detection, ...], since: Change | None, is_asked: bool
) -> tuple[tuple[Detection, ...], tuple[Detection, ...]]:
    """What is there, with small pieces that no look shows and whose places are as they were; then the tokens that are missed."""
    told = before.observation.detections
    stayed = () if since is None or is_asked else not_gone(period.not_left(told), there, since)
    marked = marked_alone((*there, *stayed), (*told, *before.missed), since)
    return marked, still_alone(before.missed, told, marked, since)


def _lays(before: Told | None, period: Period, told: Told) -> tuple[Lay, ...]:
    """How each piece lies; one that is told as before, as it lay when it was read."""
    if told.observation.board is not None:
        return ()
    assert period.frame is not None
    known = {lay.looked.piece: lay for lay in before.lays} if before is not None and before.named else {}
    return tuple(known.get(one) or lay_of(one, period.frame, told.fine) for one in told.observation.detections)


def _named(before: Told | None, told: Told, lays: Sequence[Lay]) -> tuple[Looked, ...]:
    """The pieces that are told by name, those on a board of letters apart, as they looked when they were read."""
    if told.observation.board is None:
        return tuple(lay.looked for lay in lays if is_named(lay.looked.piece))
    known = {one.piece: one for one in before.named} if before is not None else {}
    return tuple(known.get(one) or looked_at(one, told.fine) for one in beside_board(told.observation) if is_named(one))


def _firm(before: Told | None, period: Period, pieces: Sequence[Detection]) -> tuple[Looked, ...]:
    """The pieces that two looks agree on, as they look; those that were not read again, as they looked when they were."""
    kept = () if before is None else tuple(one for one in before.firm if one.piece in period.kept)
    is_voted = period.has_votes or (period.mask is None and before is not None)
    if not is_voted or period.fine is None:
        return kept
    return kept + tuple(looked_at(piece, period.fine) for piece in pieces if is_firm(piece))
