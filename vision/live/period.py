"""A table that lies still, between two movements: what was kept from before, and what the looks at it have seen so far."""

from collections.abc import Iterable
from dataclasses import dataclass, field, replace

from vision.changes.patches import Box, Mask
from vision.changes.unmoved import Fine
from vision.frame import Frame
from vision.live.boards import agree, together
from vision.live.tracking import Tracks
from vision.observation import Board, Detection, Observation
from vision.table.settle import Small


@dataclass(frozen=True, slots=True, eq=False)
class Period:
    """While the table lies still: what was kept from before, and what the looks at the change have seen so far."""

    small: Small
    """The table as it lies."""
    begun_at: float
    """Seconds on the frames' clock."""
    mask: Mask | None = None
    """Where it differs from what was told; None when it does not, or nothing was told."""
    patches: tuple[Box, ...] = ()
    """Apart from each other; none: the whole picture is read."""
    kept: tuple[Detection, ...] = ()
    """Pieces that are not read again, for they look as they did, ..."""
    left: tuple[Detection, ...] = ()
    """... where some of them lay before they were pushed aside."""
    has_board: bool = False
    """Beside the patches, if there are any, the board of letters is read, and nothing else."""
    tracks: Tracks = field(default_factory=Tracks)
    """Of the looks; pieces that were told and whose place has not changed are the first."""
    looks: int = 0
    board: Board | None = None
    """Of the last look."""
    latest: Observation | None = None
    frame: Frame | None = None
    """Of the last look, ..."""
    fine: Fine | None = None
    """... and in middling size, to compare pieces with later."""
    is_agreed: bool = False
    """The last two looks at a board of letters show the same."""

    def not_left(self, told: Iterable[Detection]) -> list[Detection]:
        """Of what was told all that was not found pushed aside."""
        return [one for one in told if one not in self.left]

    @property
    def has_votes(self) -> bool:
        """Whether enough looks were made to agree on anything."""
        return self.looks >= self.tracks.params.least_votes

    @property
    def is_whole(self) -> bool:
        """Whether enough looks at the whole of a table that lies as it was told have been made."""
        return not self.patches and self.mask is None and self.tracks.frames >= self.tracks.params.least_votes

    def seen(self, observation: Observation, frame: Frame, fine: Fine) -> "Period":
        """The same after one more look."""
        last, board = self.board, observation.board
        both = together(last, board) if last is not None and board is not None else board
        return replace(
            self,
            tracks=self.tracks.seen(observation.detections),
            looks=self.looks + 1,
            board=board,
            latest=replace(observation, board=both),
            frame=frame,
            fine=fine,
            is_agreed=board is None or (last is not None and agree(last, board)),
        )
