"""What people said of the table, remembered against the camera: a card that it goes on misreading stays what they said it is. Pure."""

from collections import Counter
from collections.abc import Iterable

from companion.game import Layout, Spot

Said = tuple[Spot | None, Spot | None]
"""What is read, and what people say lies there: None read is a piece that the camera does not see, None said is nothing at all."""


def overruled(expected: Layout, seen: Layout, *, before: Layout | None = None, wholly: bool = False) -> tuple[Said, ...]:
    """What the camera misreads, if the score is right: a piece read for another in the same place.

    What the score had there `before` an action was typed is read rightly: the action is still to be done on the table.
    With `wholly` (somebody said in so many words that the score is right) also pieces too many and too few.
    """
    difference = expected.difference(seen)
    lay = () if before is None else tuple(spot.key for spot in before.spots)
    missing = list(difference.missing)
    said: list[Said] = []
    for read in (*difference.extra, *(difference.unsure if wholly else ())):
        if read.key in lay:
            continue
        meant = next((spot for spot in missing if (spot.zone, spot.slot) == (read.zone, read.slot)), None)
        if meant is not None:
            missing.remove(meant)
        if meant is not None or wholly:
            said.append((read, meant))
    return (*said, *((None, meant) for meant in missing if wholly))


def as_said(seen: Layout, said: Iterable[Said], expected: Layout) -> Layout:
    """The layout with what people said put right; each saying holds only while it brings the table nearer to what is expected."""
    spots = list(seen.spots)
    wanted = Counter(spot.key for spot in expected.spots)
    for read, meant in said:
        there = Counter(spot.key for spot in spots)
        lacks = meant is not None and there[meant.key] < wanted[meant.key]
        at = next((i for i, spot in enumerate(spots) if read is not None and spot.key == read.key), None)
        surplus = read is not None and there[read.key] > wanted[read.key]
        if read is None and meant is not None and lacks:
            spots.append(meant)
        elif at is not None and surplus and (meant is None or lacks):
            if meant is None:
                del spots[at]
            else:
                spots[at] = Spot(meant.zone, meant.piece, (), meant.slot, False, spots[at].ref)
    return Layout(tuple(spots))
