"""When the looks at a table that lies still are believed: all of them agree, they have had their say, or the first leaves no doubt."""

from collections.abc import Sequence

from vision.changes.news import Change
from vision.changes.patches import part_of
from vision.changes.places import is_same, names_agree
from vision.live.params import LiveParams
from vision.live.period import Period
from vision.live.told import Told
from vision.live.tracking import one_answer_a_place
from vision.live.unexplained import is_covered
from vision.observation import Detection, Face, Observation


def agreed(
    period: Period, told: Told | None, since: Change | None, size_px: tuple[int, int], params: LiveParams
) -> Sequence[Detection] | None:
    """What all looks say once they agree, or have had their say; what the first says when nothing in it is in doubt.

    `since` is what has changed since what was told, in a frame of `size_px` (width, height).
    """
    newest, tracks, voting = period.latest, period.tracks, params.tracking
    if newest is None:
        return None
    if period.looks == 1 and told is not None and _is_beyond_doubt(newest, period, told, since, size_px, params):
        return one_answer_a_place(newest.detections, voting)
    is_agreed = period.is_agreed and names_agree(tracks.stable, newest.detections)
    return tracks.stable if tracks.frames >= (voting.least_votes if is_agreed else voting.looks) else None


def is_under_something(period: Period, told: Told | None, since: Change | None, pieces: Sequence[Detection]) -> bool:
    """Whether something lies over pieces that were told: an arm whose sleeve looks like the table ends in no sleeve."""
    if told is None or told.observation.board is not None or period.mask is None or since is None:
        return False
    before = [one for one in period.not_left(told.observation.detections) if one not in period.kept]
    return is_covered(before, (*period.kept, *pieces), since)


def _is_beyond_doubt(
    newest: Observation, period: Period, told: Told, since: Change | None, size_px: tuple[int, int], params: LiveParams
) -> bool:
    """Whether every piece is sure or was known before, and what was known and is gone lies where much has changed."""
    mask, lying = period.mask, told.observation.detections
    if mask is None or newest.board is not None or newest.stacks:
        return False
    pieces = one_answer_a_place(newest.detections, params.tracking)
    before = [piece for piece in period.not_left(lying) if piece not in period.kept]
    gone = [old for old in before if old.is_sure and not any(is_same(old, piece) for piece in pieces)]
    if since is not None and since.is_overlooked((*pieces, *lying)):
        return False
    return all(_is_sure(piece, params) or any(is_same(old, piece) for old in before) for piece in pieces) and all(
        part_of(mask, old, size_px) >= params.gone for old in gone
    )


def _is_sure(piece: Detection, params: LiveParams) -> bool:
    return piece.face is Face.DOWN or (piece.id is not None and piece.confidence >= params.sure)
