"""Where something lies that may be a known piece: by outlines, and by what is printed."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import islice

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.cards.afar import Afar
from vision.cards.corners import Corner, at_edge, find_corners, not_within, rectangles, telling
from vision.cards.covering import near_to, uncovered
from vision.cards.cut import cut_places, votes_at
from vision.cards.designs import by_design, designs
from vision.cards.glance import AFAR_CELLS, TINY
from vision.cards.likeness import Like, Likeness
from vision.cards.neighbours import beside, sides_taken
from vision.cards.picture import Picture
from vision.cards.prints import PrintIndex
from vision.cards.region_params import RegionParams
from vision.cards.rim import rim_afar, rim_glance, rim_share
from vision.cards.row_ends import row_ends
from vision.cards.strips import Strips
from vision.cards.within import places_around, shown_within
from vision.image.outlines import Contour, Contours, find_contours, outlines_of
from vision.image.quads import enlarged, enlarging, inside, overlap, shrunk, sides
from vision.image.redness import outlines_by_redness
from vision.looks import canon
from vision.looks.borders import common_borders
from vision.looks.keypoints import find_keypoints
from vision.looks.matching import Library

Floats = NDArray[np.float32]
Matrix = NDArray[np.float64]


@dataclass(frozen=True, slots=True, eq=False)
class Guess:
    """A look and where it may lie."""

    look: int
    quad: Floats
    """(4, 2) working pixels: where the look's canonical corners may lie."""
    strength: float
    source: str
    """`outline`, `corner`, `edge`, `cut`, `print`, `neighbour`, `design`, `row` or `fan`."""


class Regions:
    """Finds regions for one catalogue."""

    def __init__(self, library: Library, params: RegionParams) -> None:
        self.library, self.params = library, params
        looks = library.catalogue.looks
        self.frames = [canon.CORNERS, *common_borders([look.borders for look in looks])]
        self.sizes_mm = list(dict.fromkeys((min(look.size_mm), max(look.size_mm)) for look in looks))
        square = any(long < 1.02 * short for short, long in self.sizes_mm)
        self._likeness, self._strips = Likeness(library, params.covered_cost, square), Strips(library, params.strips, square)
        self.afar = Afar(library, square)
        self.prints = PrintIndex(library.catalogue, params.prints)
        self._is_bare = library.printed <= params.most_printed
        kinds = [(look.kind, look.size_mm) for look in looks]
        self._designs = designs(self.library.tiny, kinds, params.designs) if params.designs.is_used else []
        of_size = {size: [n for n, kind in enumerate(kinds) if kind[1] == size] for _, size in kinds}
        self._within = {size: designs(library.tiny[some], [kinds[n] for n in some], params.designs) for size, some in of_size.items()}

    def by_outline(self, picture: Picture, is_of_size: Callable[[Floats], bool] = lambda quad: True) -> tuple[list[Guess], Contours]:
        """Outlines that resemble a look, likest first; and all contours, in pixels of the reduced picture.

        `is_of_size`: whether any piece is about as large as a quad (4, 2) of working pixels.
        """
        small, factor = picture.reduced(self.params.outline_px)

        def working(quad: Floats) -> Floats:
            return enlarged(quad, factor)

        def is_likely(quad: Floats) -> bool:
            return is_of_size(working(quad))

        contours = find_contours(small, self.params.outlines)
        quads = outlines_of(contours, small.shape[0] * small.shape[1], self.params.outlines, is_likely)
        coloured = outlines_by_redness(small, self.params.outlines, is_likely)
        quads += [quad for quad in coloured if not any(overlap(quad, quads[i]) > _SAME for i in near_to(quad, quads))]
        guesses = self._likest(picture, [working(quad) for quad in quads])
        return self._worth(guesses), contours

    def outlines(self, picture: Picture, contours: list[Contour] | None) -> list[Floats]:
        """Quads (4, 2) of working pixels of all that has four corners; `contours` as above, looked for where they are not known."""
        (width, height), factor = picture.reduced_px(self.params.outline_px)
        found = find_contours(picture.reduced(self.params.outline_px)[0], self.params.outlines) if contours is None else contours
        quads = outlines_of(found, height * width, self.params.outlines)
        return [enlarged(quad, factor) for quad in quads]

    def by_corner(
        self, picture: Picture, contours: list[Contour], to_mm: Matrix, known: Sequence[Floats], is_last: bool = False
    ) -> list[Guess]:
        """Pieces of known size at the corners that show; `to_mm` (3, 3) takes working pixels to the table.

        `is_last`: of contours that go around several at once, too, but not at corners of those `known`.
        """
        least, most = self.params.least_corner_likeness, self.params.most_from_corners
        free = [
            quad
            for quad, _ in self._places(picture, contours, to_mm, known, is_last)
            if _is_in_view(quad, picture) and all(inside(quad, known[i]) <= _TAKEN for i in near_to(quad, known))
        ]
        places = zip(free, self._likeness.parts(picture, free, known, _LEAST_SHARE), strict=True)
        found = [(quad, sorted(likest, key=lambda like: -like.alike)) for quad, likest in places]
        clear = sorted((one for one in found if one[1][0].alike >= least), key=lambda one: -one[1][0].alike)[:most]
        alike = [self._at_corner(picture, quad, likest, known) for quad, likest in clear]
        doubtful = [_guess(likest[0], "corner") for _, likest in found if _TOO_LITTLE < likest[0].alike < least and self._is_bare.any()]
        edged = (g for g, afar in zip(doubtful, self.around(picture, doubtful), strict=True) if self._has_rim(picture, g, known, afar))
        near = [self._likeness.nearest(picture, g.quad, known) for g in islice(edged, max(0, most - len(alike)))]
        return [*alike, *(_guess(like, "edge") for likest in near for like in likest)]

    def _at_corner(self, picture: Picture, quad: Floats, likest: Sequence[Like], known: Sequence[Floats]) -> Guess:
        """The likest look of a place; where another is as like at a glance, the one that is clearly so when looked at closely."""
        best, second = likest[:2]
        if best.alike - second.alike >= self.params.clearly_liker:
            return _guess(best, "corner")
        close = [*self._strips.likest(picture, quad, known, _LEAST_SHARE), Like(best.look, quad, -1.0)]
        is_clear = close[0].alike >= best.alike and close[0].alike - close[1].alike >= self.params.clearly_liker
        return _guess(replace(close[0], alike=best.alike) if is_clear else best, "corner")

    def by_cut(self, picture: Picture, contours: list[Contour], to_mm: Matrix, known: Sequence[Floats]) -> list[Guess]:
        """Pieces that the picture's edge cuts, at the corners that show: by what is printed there, then what they resemble at a glance."""
        factor = picture.reduced_px(self.params.outline_px)[1]
        cut = at_edge(contours, (round(picture.view_px[0] * factor), round(picture.view_px[1] * factor)))
        aspects = {id(quad): (quad, aspect) for quad, aspect in self._places(picture, cut, to_mm, known)}
        places = cut_places(picture, (quad for quad, _ in aspects.values()), known, self.params.cut)
        guesses = []
        for place in places:
            votes = votes_at(picture, place, aspects[id(place)][1], self.prints, self.params.cut)
            guesses += [Guess(vote.look, vote.quad, vote.votes, "cut") for vote in votes]
            likest = sorted(self._likeness.parts(picture, [place], known, _LEAST_CUT_SHARE)[0], key=lambda like: -like.alike)
            guesses += [_guess(like, "cut") for like in likest[: self.params.cut.most_likenesses]]
        return guesses

    def _places(
        self, picture: Picture, contours: list[Contour], to_mm: Matrix, known: Sequence[Floats], is_last: bool = False
    ) -> Iterator[tuple[Floats, float]]:
        """Where pieces of known size lie that have a corner where one shows, in working pixels; and each place's height to its width."""
        factor = picture.reduced_px(self.params.outline_px)[1]
        to_px, reduced = np.linalg.inv(to_mm), enlarging(factor)
        free = not_within(contours, [shrunk(quad, factor) for quad in known])
        corners = self._corners(free, picture, to_mm, reduced, known if is_last else None)
        for corner in corners:
            for size in self.sizes_mm:
                for place in rectangles(corner, size, self.params.corners):
                    quad = cv2.perspectiveTransform(place[None].astype(np.float64), to_px)[0].astype(np.float32)
                    across, down, *_ = sides(place)
                    if picture.asks_about(quad):
                        yield quad if cv2.contourArea(quad, True) > 0 else quad[::-1].copy(), float(down / across)

    def _corners(
        self, contours: list[Contour], picture: Picture, to_mm: Matrix, reduced: Matrix, known: Sequence[Floats] | None
    ) -> list[Corner]:
        """Corners of contours of the picture `reduced`; those of pieces that are known left out where these are given."""
        if known is None:
            return find_corners(contours, to_mm @ reduced, self.params.corners)
        params = self.params.left_corners
        return find_corners(contours, to_mm @ reduced, params, telling(picture.view_px, to_mm, known, params))

    def by_neighbour(self, picture: Picture, known: Sequence[Floats]) -> list[Guess]:
        """Looks that lie edge to edge with pieces that were read, likest first."""
        found = self._likeness.whole(picture, list(beside(known, picture.view_px)))
        guesses = [_guess(like, "neighbour") for like in found if like.alike >= self.params.least_beside]
        amid = (g for g in guesses if g.strength >= self.params.least_likeness or sides_taken(g.quad, known) >= _AMID)
        return sorted(amid, key=_likest_first)

    def by_fan(self, picture: Picture, quad: Floats, known: Sequence[Floats]) -> list[Guess]:
        """The few looks that a quad (4, 2) of working pixels under known pieces resembles most, in the part that these leave."""
        if not _is_in_view(quad, picture) or uncovered(quad, known, *TINY, picture.view_px).mean() < _LEAST_FREE:
            return []
        likest = self._strips.likest(picture, quad, known, _LEAST_CUT_SHARE)
        return [_guess(like, "fan") for like in likest if like.alike >= self.params.least_strip_likeness]

    def by_design(self, picture: Picture, known: Sequence[Floats]) -> list[Guess]:
        """Looks at places that show what all of their kind have in common, likest first."""
        places = [quad for _, quad in by_design(picture, known, self._designs, self.params.designs)]
        return self._worth([_guess(like, "design") for like in self._likeness.whole(picture, places)])

    def by_print_within(self, picture: Picture, contours: list[Contour], to_mm: Matrix, known: Sequence[Floats]) -> list[Guess]:
        """Looks around contours that are print within a piece, where what all of its kind have in common shows; likest first."""
        factor = picture.reduced_px(self.params.outline_px)[1]
        free = not_within(contours, [shrunk(quad, factor) for quad in known])
        p, places = self.params, list[Floats]()
        for size, some in self._within.items():
            short_first = min(size), max(size)
            shown = shown_within(free, to_mm @ enlarging(factor), short_first, p.within) if some else []
            for design in some:
                places += places_around(picture, shown, to_mm, short_first, design, known, p.designs, p.within)
        near = (self._likeness.nearest(picture, quad, known) for quad in places)
        return self._worth([_guess(like, "design") for likest in near for like in likest])

    def by_row_end(self, picture: Picture, contours: list[Contour]) -> list[Guess]:
        """Looks at places of which a side shows from corner to corner, and that their outline does not tell; likest first."""
        factor = picture.reduced_px(self.params.outline_px)[1]
        aspects = list(dict.fromkeys(long / short for short, long in self.sizes_mm))
        places = [enlarged(quad, factor) for quad in row_ends(contours, aspects, self.params.row_ends)]
        near = (self._likeness.nearest(picture, quad, ()) for quad in places if _is_in_view(quad, picture))
        return self._worth([_guess(like, "row") for likest in near for like in likest])

    def _worth(self, guesses: list[Guess]) -> list[Guess]:
        """The guesses that resemble a look, likest first."""
        return sorted((g for g in guesses if g.strength >= self.params.least_likeness), key=_likest_first)

    def by_print(self, picture: Picture, known: Sequence[Floats], longest_px: int, wide_px: float = 0.0) -> list[Guess]:
        """Places that points of print vote for, most votes first; not inside the quads that are known already.

        `longest_px`: longer side of the picture in which they are looked for; `wide_px`: see `print_px`, 0 if not known.
        """
        p = self.params
        grey, factor = picture.grey(longest_px)
        free = np.full(grey.shape, 255, np.uint8)
        for quad in known:
            cv2.fillConvexPoly(free, np.round(shrunk(quad, factor)).astype(np.int32), 0)
        most = p.keypoints[1] if longest_px <= p.print_range_px[1] else p.closest_keypoints
        most = min(most, round(p.keypoints[0] * max(1.0, longest_px / p.print_px) ** 2))
        votes = self.prints.find(find_keypoints(grey, most, free, narrowest_px=factor * wide_px))
        return [Guess(v.look, enlarged(v.quad, factor), v.votes, "print") for v in votes]

    def by_closest_print(self, picture: Picture) -> list[Guess]:
        """The same with nothing known, in the picture that is worked on; and the looks that their places resemble.

        What several looks have in common, as a numeral, votes for the first of them.
        """
        votes = self.by_print(picture, (), max(picture.view_px))
        near = (self._likeness.nearest(picture, vote.quad, ()) for vote in votes if _is_in_view(vote.quad, picture))
        return [*votes, *self._worth([_guess(like, "print") for likest in near for like in likest])]

    def print_px(self, picture: Picture, wide_px: float | None) -> int:
        """Longer side of the picture in which points of print are looked for first; `wide_px`: width of the smallest pieces, if known."""
        p = self.params
        return p.print_px if wide_px is None else round(float(np.clip(max(picture.view_px) * p.piece_px / wide_px, *p.print_range_px)))

    def closer_px(self, picture: Picture, wide_px: float | None, before: int) -> Iterator[int]:
        """The same of further looks after one in a picture of `before`, as closely as pieces are small; closely, if that is not known.

        Of pieces so small that hardly any print is left in such a picture once more at the working size.
        """
        p, longest = self.params, max(picture.view_px)
        fitting = p.print_range_px[1] if wide_px is None else self.print_px(picture, wide_px)
        if fitting >= p.closer * before:
            yield fitting
        if wide_px is not None and wide_px * fitting < p.narrow_px * longest and longest >= p.closer * fitting:
            yield longest

    def around(self, picture: Picture, guesses: Sequence[Guess]) -> Floats:
        """The edges of the places of some guesses, and around them, at a quarter of the raster: many at once, which is quicker."""
        quads = [guess.quad for guess in guesses]
        return picture.glance.around(np.array(quads, np.float32).reshape(-1, 4, 2), AFAR_CELLS)

    def is_there(self, picture: Picture, guess: Guess, around: Floats, known: Sequence[Floats]) -> bool:
        """Whether there is anything of the look at all, or a little aside: most guesses are chance, and this is quickly seen.

        `around`: see above.
        """
        least = self.params.least_there[guess.source == "print"]
        is_bare = guess.source == "edge" and self._is_bare[guess.look]
        return bool(is_bare or self._likeness.near(picture, guess.quad, around, guess.look, known) >= least)

    def _has_rim(self, picture: Picture, guess: Guess, known: Sequence[Floats], afar: Floats) -> bool:
        """Whether most of the rim that shows is an edge; `afar`: see `rim_afar`."""
        free = uncovered(guess.quad, known, canon.ROWS, canon.COLUMNS, picture.view_px)
        if rim_afar(afar, free) < self.params.least_corner_afar:
            return False
        if rim_glance(picture, guess.quad, free) < self.params.least_corner_glance:
            return False
        return rim_share(picture, guess.quad, free) >= self.params.least_corner_rim

    def _likest(self, picture: Picture, quads: Sequence[Floats]) -> list[Guess]:
        """The look each outline resembles most, in which turn, and whether the outline is the piece's edge or a border printed on it."""
        ways, best = [list(self._pieces(quad)) for quad in quads], [Guess(0, quad, -1.0, "outline") for quad in quads]
        first = [(i, way) for i, some in enumerate(ways) for way in some[:1]]
        self._keep_likest(picture, first, best)
        unclear = [i for i, guess in enumerate(best) if guess.strength < self.params.clear_likeness]
        self._keep_likest(picture, [(i, way) for i in unclear for way in ways[i][1:]], best)
        return best

    def _keep_likest(self, picture: Picture, places: Sequence[tuple[int, Floats]], best: list[Guess]) -> None:
        """Puts what some places (4, 2) resemble in the stead of the guess of the same number, where it is liker and that is not clear."""
        likest = self._likeness.whole(picture, [place for _, place in places])
        for (i, _), like in zip(places, likest, strict=True):
            if best[i].strength < min(like.alike, self.params.clear_likeness):
                best[i] = _guess(like, "outline")

    def _pieces(self, quad: Floats) -> Iterator[Floats]:
        """The pieces (4, 2) of which a quad may be the edge, or a border printed on them, lying either way where both are possible."""
        s = sides(quad)
        long = float((s[1] + s[3]) / (s[0] + s[2]))
        starts = [quad] if long > 1 / self.params.clearly_upright else []
        starts += [np.roll(quad, -1, 0)] if long < self.params.clearly_upright else []
        for start in starts:
            for frame in self.frames:
                if frame is canon.CORNERS:
                    yield start
                else:
                    piece = cv2.perspectiveTransform(canon.CORNERS[None], cv2.getPerspectiveTransform(frame, start))[0]
                    yield np.asarray(piece, np.float32)


def _guess(like: Like, source: str) -> Guess:
    return Guess(like.look, like.quad, like.alike, source)


def _likest_first(guess: Guess) -> float:
    return -guess.strength


_AMID = 2
"""Pieces edge to edge with a place from which a card may be expected there."""
_LEAST_SHARE = 0.2
"""Share of a look's structure that must show for a guess ..."""
_LEAST_CUT_SHARE = 0.1
"""... and when the picture's edge cuts the piece, so that nobody chooses what shows."""
_LEAST_FREE = 0.1
"""Part of a piece under others that they must leave."""
_TOO_LITTLE = -2.0
"""Likeness of a place where no look shows that much; more can be a piece with little print."""
_SAME = 0.5
"""Two outlines that overlap so much are of one piece."""
_TAKEN = 0.75
"""Part of a guess that may lie on a piece that is read already."""


def _is_in_view(quad: Floats, picture: Picture) -> bool:
    """Whether most of a quad lies in the picture."""
    height, width = picture.rgb.shape[:2]
    frame = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32)
    return bool(np.isfinite(quad).all() and np.abs(quad).max() < 4 * max(height, width) and inside(quad, frame) > 0.22)
