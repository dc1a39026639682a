"""Printed pieces laden with tokens: what either is tells what the other is, so both are looked at again as long as one tells more.

A card may have no name before it is known which tokens lie on it; what is printed on it may be taken for a token till then.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial

import numpy as np

from vision.changes.patches import Known
from vision.frame import Frame
from vision.image.quads import inside
from vision.looks.catalogue import Look
from vision.looks.colours import of_piece, rgb_of
from vision.observation import ARM_OVER, CROWDED, PRINTED, Board, Detection, Quad, Round
from vision.stopwatch import Stopwatch
from vision.table.plane import TablePlane
from vision.table.white import White
from vision.tiles.onboard import worth_a_look
from vision.tokens.reader import TokenReader

LOST = "its colour cannot be told in this light"
"""Why a token is asked about that was told in the light that fewer cards showed."""
Detections = tuple[Detection, ...]
LookForTokens = Callable[[Sequence[Detection]], tuple[Detections, tuple[Round, ...], bool]]
"""Finds tokens beside and on named pieces: these, round things, and whether an arm reaches in."""
ReadBelow = Callable[[Detections], tuple[Detections, bool]]
"""Tells what lies below tokens, and whether an arm lies on any of it."""
LookCloser = Callable[[Detections, Sequence[Round]], Detections]
"""Finds named cards below all that lies there, some of it on round things, which the whole picture did not show."""
_WITHIN = 0.6
"""Part of a piece from which on it lies in another's place."""
_LOOKS = 3
"""So often tokens are looked for at most, where they have named what they lie on."""


def with_tokens(
    tokens: TokenReader,
    frame: Frame,
    table: TablePlane | None,
    pieces: Detections,
    read_below: ReadBelow,
    look_closer: LookCloser,
    papers: Sequence[White],
    known: Known | None,
    board: Board | None,
    clock: Stopwatch,
) -> tuple[Detections, tuple[Round, ...], tuple[str, ...]]:
    """Printed `pieces`, foods, and tokens beside and on them, in the light that `papers` tell; round things; advice.

    That says where tokens may lie unseen: below an arm, or among more round outlines than could be looked at.
    """
    beside = [] if known is None else [one for one in known.pieces if one.kind in PRINTED and _is_whole(one.quad_px, frame)]
    is_free = None if board is None else partial(worth_a_look, board)
    above = None if table is None else tokens.above(frame, table)
    corners = None if board is None or board.confidence == 0 else board.corners_px
    look = partial(tokens.look, frame, table, is_free=is_free, papers=papers, above=above, board=corners)

    def told(beside: Sequence[Detection]) -> tuple[Detections, Detections, tuple[Round, ...], bool]:
        cards, lying, rounds, is_arm = until_told(look, read_below, pieces, beside, clock)
        if known is not None and known.only_printed:
            return cards, lying, rounds, is_arm
        with clock("tokens"):
            lying = lying if above is None else tokens.beside_print(lying, cards, above)
            named = [one for one in (*cards, *beside) if one.is_sure]
            return cards, tokens.on_table(frame, table, lying, named, papers, above), rounds, is_arm

    cards, lying, rounds, is_arm = told([one for one in beside if one.is_sure])
    is_whole = known is None and board is None
    if late := look_closer(cards + lying, rounds) if is_whole else ():
        cards, lying, rounds, is_arm = told(late)
        cards += late
    advice = (*((ARM_OVER,) if is_arm else ()), *((CROWDED,) if above is not None and above.is_crowded else ()))
    return cards + tuple(one for one in pieces if one.kind == "food") + lying, rounds, advice


def until_told(
    look: LookForTokens, read_below: ReadBelow, pieces: Detections, beside: Sequence[Detection], clock: Stopwatch
) -> tuple[Detections, Detections, tuple[Round, ...], bool]:
    """Printed pieces, tokens that lie on them, round things, and whether an arm lies over any; `beside` are named pieces known before."""
    named, late = [one for one in pieces if one.is_sure], list[Detection]()
    before: Detections = ()
    for _ in range(_LOOKS):
        with clock("tokens"):
            tokens, rounds, is_hidden = look([*named, *beside])
            tokens += _lost(before, [*tokens, *late])
        with clock("name"):
            cards, is_arm = read_below(tokens)
        late = [one for one in cards if one.is_sure and all(one.quad_px != other.quad_px for other in named)]
        named, before = [*named, *late], tokens
        if not late:
            break
    return cards, tokens, rounds, is_hidden or is_arm


def _lost(before: Sequence[Detection], now: Sequence[Detection]) -> Detections:
    """Of tokens that had a name before more cards did those in whose place nothing is now: only the light is held to be another."""
    quads = [one.quad_px for one in now]
    return tuple(one.asked_about(LOST) for one in before if one.is_sure and not is_within(one, quads))


def is_within(piece: Detection, quads: Sequence[Quad]) -> bool:
    """Whether most of a piece lies in one of some quads."""
    own = np.asarray(piece.quad_px, np.float32)
    return piece.quad_px in quads or any(inside(own, np.asarray(quad, np.float32)) > _WITHIN for quad in quads)


def _is_whole(quad: Quad, frame: Frame) -> bool:
    """Whether all corners lie in the picture."""
    width, height = frame.size_px
    return all(0 <= x < width and 0 <= y < height for x, y in quad)


def tile_papers(frame: Frame, tiles: Iterable[Detection], looks: Mapping[str, Look]) -> tuple[White, ...]:
    """How white looks at each named tile that lies whole in the picture, by the colours that it was enrolled with; `looks` by id."""
    named = ((one, looks.get(one.id or "")) for one in tiles if _is_whole(one.quad_px, frame))
    told = (of_piece(frame.rgb, one.quad_px, look) for one, look in named if look is not None)
    return tuple(White(lit.at_px, rgb_of(lit)) for lit in told if lit is not None)
