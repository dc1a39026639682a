"""The table's plane by the pieces of known size that lie on it: by the named ones, and those without a name where these are few."""

from collections.abc import Iterable, Mapping, Sequence

from vision.observation import Detection
from vision.table.plane import TablePlane, from_cards
from vision.table.pose import is_seen_so

Size = tuple[float, float]
Sizes = Mapping[str, Size]
"""Width and height of each piece in millimetres, by id."""
FEW = 3
"""So many named pieces need no others."""


def of_named(pieces: Iterable[Detection], sizes: Sizes, fewest: int = 1) -> TablePlane | None:
    """The plane by named pieces of known size; None where they do not fit together, or are fewer."""
    return _fitted(_sized(pieces, sizes), fewest)


def of_all(pieces: Sequence[Detection], sizes: Sizes, view_px: tuple[int, int] | None = None) -> TablePlane | None:
    """The same, where few are named by those, too, that are asked about, if all that each may be is of one size.

    The corners of one piece, each off by half a pixel, say little of how large things are at the other end of the table. Pieces without a
    name may bear a named one out, never outvote it. None by one piece alone where no camera sees its plane so: it was laid awry, as on
    others of its paper. `view_px`: width and height of a whole picture, None of a part.
    """
    table = _borne_out(pieces, sizes)
    is_alone = table is not None and len(table.quads_px) == 1
    return None if table is not None and is_alone and view_px is not None and not is_seen_so(table.mm_to_px, view_px) else table


def _borne_out(pieces: Sequence[Detection], sizes: Sizes) -> TablePlane | None:
    table, named = of_named(pieces, sizes), _sized(pieces, sizes)
    if table is None or len(named) >= FEW:
        return table
    likely = [(one, size) for one in pieces if one.id is None and (size := _only_size(one, sizes)) is not None]
    anew = _fitted([*named, *likely], len(named) + 1)
    return table if anew is None or any(one.quad_px not in anew.quads_px for one, _ in named) else anew


def _sized(pieces: Iterable[Detection], sizes: Sizes) -> list[tuple[Detection, Size]]:
    """The named pieces of known size, each with it."""
    return [(one, sizes[one.id]) for one in pieces if one.id is not None and one.id in sizes]


def _only_size(piece: Detection, sizes: Sizes) -> Size | None:
    """The size of all that a piece may be; None where these differ, or one is not known."""
    found = {sizes.get(one.id) for one in piece.alternatives}
    return found.pop() if len(found) == 1 else None


def _fitted(known: Sequence[tuple[Detection, Size]], fewest: int) -> TablePlane | None:
    return from_cards([one.quad_px for one, _ in known], [size for _, size in known]) if len(known) >= fewest else None
