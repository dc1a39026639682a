"""One look at a plate from the side: picture -> patches -> pieces in an upright plane -> plate, height, contacts -> observation."""

from collections.abc import Callable, Container, Sequence
from dataclasses import dataclass, field, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.frame import Frame
from vision.image.lens import bent, straightened
from vision.looks.catalogue import Catalogue
from vision.looks.shapes import Shapes, middle_of
from vision.observation import Detection, Observation, PlaneFix, Quad, Quality, Stack, quad_of
from vision.plates.assembly import AssemblyParams, assemble, doubted
from vision.plates.bending import BendingParams, bending
from vision.plates.contacts import looked_down_on, softened
from vision.plates.edgelight import EdgeLightParams, with_borders
from vision.plates.fitting import FitParams, Standing, apart, fit_alone, fit_together, rivals, shared
from vision.plates.flats import FlatParams, Patch, find_faint, find_patches
from vision.plates.guesses import Agreement, Guess, GuessParams, agreeing, agreement, guesses, whole
from vision.plates.merged import MergedParams, together
from vision.plates.parting import PartParams, parted
from vision.plates.printed import PrintParams, joined
from vision.plates.sides import right_sides
from vision.plates.sized import SizedParams, at_size_shown, in_light_shown
from vision.plates.standing import USUAL_FOCAL, Camera, project
from vision.stopwatch import Stopwatch
from vision.table import light
from vision.table.plane import TablePlane

Measure = Callable[[Frame, TablePlane | None], Quality]
Pixels = NDArray[np.uint8]


@dataclass(frozen=True, slots=True)
class SideParams:
    """One set of values for every pack, plate and light."""

    work_px: int = 1920
    """Longer side of the picture that is worked on."""
    sure_votes: float = 0.12
    """Agreement below which nothing is named: the pieces do not confirm each other's size."""
    sure_rims: float = 0.65
    """Certainty of the rims of so many pieces, fitted together, by which they confirm each other even so ..."""
    least_votes: float = 0.08
    """... where their patches, seen roughly, agree at least so much ..."""
    plenty: int = 4
    """... or so many do."""
    exact_mm: float = 0.2
    """Rims seen so near to where the pieces have them, all around, are no chance: what has a food's outline by chance is a third of a
    millimetre off and more ..."""
    exact_rims: float = 0.5
    """... if they are so certain. In dim light, or on ground of a piece's colour, they are not more so."""
    loose_mm: float = 0.3
    """Fewer pieces than plenty, half of whose rims are seen farther from where the pieces have them, confirm nothing: they may be fitted to
    lines inside their edges. Of two or three pieces that stand where they are said to be these are .25 off at most ..."""
    loosest_mm: float = 0.4
    """Nor do however many, farther off: the waves of one waffle behind a wall were four small eggs. True ones are .34 off at most."""
    most_lean: float = 0.25
    """... nor do they where the camera would lean by more, radians: those that were seen lean by .2 at most."""
    fewest_sure: int = 2
    """Pieces with a name, at least, that have to confirm each other's size, where nobody says which pieces to expect."""
    soften_px: float = 0.6
    """Noise finer than this is no rim."""
    fewest_votes: float = 0.12
    """Agreement of the first guesses below which the picture is tried again, brightened."""
    dim: float = 0.35
    """Light on the pieces, in parts of that in which they were shown, below which it is brightened, too: colours hardly differ there ..."""
    usual_light: float = 0.7
    """... up to so much ..."""
    most_times: float = 6.0
    """... and no more than so many times."""
    darkest: float = 0.2
    """What then is darker still may hide a piece that looks like all around it."""
    brighten: tuple[float, float] = (1.5, 3.0)
    """So many times, at least and at most ..."""
    brightest: float = 235.0
    """... and no more than leaves nine tenths of the picture below this level: a pale plate and table would burn to one white."""
    flats: FlatParams = field(default_factory=FlatParams)
    part: PartParams = field(default_factory=PartParams)
    printed: PrintParams = field(default_factory=PrintParams)
    guess: GuessParams = field(default_factory=GuessParams)
    lit: float = 1.2
    """The light that is seen on pale borders counts where pieces fit so many times as well with it: narrow ones mix with what is beside
    them."""
    edge_light: EdgeLightParams = field(default_factory=EdgeLightParams)
    fit: FitParams = field(default_factory=FitParams)
    merged: MergedParams = field(default_factory=MergedParams)
    sized: SizedParams = field(default_factory=SizedParams)
    bending: BendingParams = field(default_factory=BendingParams)
    assembly: AssemblyParams = field(default_factory=AssemblyParams)


@dataclass(frozen=True, slots=True, eq=False)
class _First:
    """The first guesses at a picture, and the picture as bright as they needed it."""

    rgb: Pixels
    patches: list[Patch]
    printed: list[Patch]
    """What several of them make up: foods with stripes."""
    found: list[Guess]
    agreed: Agreement | None


class SideReader:
    """Reads pictures, taken from the side, of a plate on which foods of one catalogue may stand."""

    def __init__(self, catalogue: Catalogue, params: SideParams | None = None, measure: Measure = light.measure) -> None:
        self.catalogue, self.params = catalogue, params or SideParams()
        self._measure = measure
        self._silhouettes = tuple(look.silhouette for look in catalogue.looks if look.silhouette is not None)

    def read(self, frame: Frame, only: Container[str] | None = None) -> Observation:
        """The stack in the picture. `only`: ids of the pieces that can stand on this plate, where that is known."""
        clock = Stopwatch()
        stack, factor = None, min(1.0, self.params.work_px / max(frame.size_px))
        known = [s for s in self._silhouettes if only is None or s.id in only]
        with clock("total"):
            with clock("light"):
                quality = self._measure(frame, None)
            if known:
                rgb = frame.rgb if factor == 1.0 else cv2.resize(frame.rgb, None, fx=factor, fy=factor, interpolation=cv2.INTER_AREA)
                fewest = self.params.fewest_sure if only is None else 1
                blur = light.blur_px(quality, max(rgb.shape[:2]))
                stack = self._stack(np.asarray(rgb, np.uint8), Shapes(known, with_inner=True), clock, fewest, blur)
        stacks = () if stack is None else (_enlarged(stack, 1 / factor),)
        return Observation(frame.taken_at, frame.size_px, quality, PlaneFix("none"), (), clock.timings_ms, stacks=stacks)

    def _stack(self, rgb: Pixels, shapes: Shapes, clock: Stopwatch, fewest: int, blur_px: float, may_bend: bool = True) -> Stack | None:
        with clock("patches"):
            first = self._first(rgb, shapes)
        agreed = first.agreed
        if agreed is None:
            return None
        picture = np.asarray(cv2.GaussianBlur(first.rgb.astype(np.float32), (0, 0), self.params.soften_px), np.float32)
        height, width = picture.shape[:2]
        origin = float(agreed.middle[0]), float(agreed.middle[1])
        camera = Camera(((width - 1) / 2, (height - 1) / 2), origin, agreed.px_per_mm, USUAL_FOCAL * max(width, height))
        with clock("pieces"):
            camera, agreed, tried, kept = self._tried(picture, first.found, agreed, shapes, camera)
            kept = (*kept, *self._faint(first.rgb, picture, kept, shapes, camera, agreed))
        if not kept:
            return None
        with clock("plane"):
            camera, kept, others = together(
                picture, first.patches, kept, shapes.silhouettes, camera, agreed, self.params.fit, self.params.merged
            )
            camera, agreed, kept = at_size_shown(
                picture, first.found, kept, shapes, camera, agreed, self.params.guess, self.params.fit, self.params.sized
            )
            camera, agreed, kept = in_light_shown(picture, kept, camera, agreed, self.params.fit, self.params.sized)
            turned = right_sides(picture, kept, camera, agreed, self.params.fit)
            if any(one is not other for one, other in zip(turned, kept, strict=True)):
                camera, kept = fit_together(picture, turned, camera, agreed, self.params.fit)
        term = bending(kept, camera, (width, height), self.params.bending) if may_bend else 0.0
        if term and (stack := self._straight(rgb, term, shapes, clock, fewest, blur_px)) is not None:
            return stack
        with clock("rivals"):
            tried = list(rivals(picture, kept, [*tried, *others], camera, agreed, self.params.fit))
        with clock("plate"):
            asked = replace(self.params.assembly, contact=looked_down_on(camera.tilt, softened(blur_px, self.params.assembly.contact)))
            stack = assemble(picture, first.patches, camera, kept, tried, shapes.silhouettes, asked, first.printed)
        if stack is None:
            return None
        if agreed.light < self.params.darkest:
            return doubted(stack, "too dark to tell whether there are more pieces: light them from the front, not from behind")
        is_known = (
            self._is_confirmed(agreed, kept)
            and not self._is_forced(camera, kept)
            and sum(piece.is_sure for piece in stack.pieces) >= fewest
        )
        return stack if is_known else doubted(stack)

    def _tried(
        self, picture: NDArray[np.float32], found: Sequence[Guess], agreed: Agreement, shapes: Shapes, camera: Camera
    ) -> tuple[Camera, Agreement, list[Standing], tuple[Standing, ...]]:
        """The guesses that agree, each fitted alone, and the best of every place; and the camera, and what they agree on, that they fit.

        Patches end before edges do, and within a border fewer depths bear out an outline that is too small: such pieces are tried again
        at the size that those show which were found in the light on borders.
        """
        likely = agreeing(found, agreed, self.params.guess)

        def fitted(camera: Camera, agreed: Agreement) -> tuple[list[Standing], tuple[Standing, ...]]:
            tried = [fit_alone(picture, guess, shapes, camera, agreed, self.params.fit) for guess in likely]
            return tried, apart(tried, self.params.fit)

        lit = with_borders(agreed, likely, picture, shapes, self.params.edge_light)
        tried, kept = fitted(camera, agreed)
        bordered = () if lit.edge is None else fitted(camera, lit)[1]
        if not bordered or sum(one.fit for one in bordered) < self.params.lit * sum(one.fit for one in kept):
            return camera, agreed, tried, kept
        px_per_mm = fit_together(picture, bordered, camera, lit, self.params.fit)[0].px_per_mm
        camera, lit = replace(camera, px_per_mm=px_per_mm), replace(lit, px_per_mm=px_per_mm)
        return camera, lit, *fitted(camera, lit)

    def _straight(self, rgb: Pixels, term: float, shapes: Shapes, clock: Stopwatch, fewest: int, blur_px: float) -> Stack | None:
        """The stack as the picture shows it once its lens's bending is undone; None where it cannot be measured there."""
        stack = self._stack(straightened(rgb, term), shapes, clock, fewest, blur_px, may_bend=False)
        return None if stack is None or stack.height_mm is None else _bent(stack, term, (rgb.shape[1], rgb.shape[0]))

    def _faint(
        self, rgb: Pixels, picture: NDArray[np.float32], kept: Sequence[Standing], shapes: Shapes, camera: Camera, agreed: Agreement
    ) -> tuple[Standing, ...]:
        """Pieces of nearly the ground's colour where no other stands: their patches run out into it until noise is smoothed away."""
        free = [patch for patch in find_faint(rgb, self.params.flats) if not _is_taken(patch, kept, camera)]
        likely = agreeing(guesses(shapes, free, self.params.guess), agreed, self.params.guess)
        found = apart([fit_alone(picture, guess, shapes, camera, agreed, self.params.fit) for guess in likely], self.params.fit)
        return tuple(one for one in found if all(shared(one.pose, other.pose) < self.params.fit.most_overlap for other in kept))

    def _is_confirmed(self, agreed: Agreement, kept: Sequence[Standing]) -> bool:
        """Whether pieces confirm each other's size: their patches at first sight, or their outlines as fitted."""
        clear = sum(one.evidence.rim >= self.params.sure_rims for one in kept)
        least = self.params.plenty if agreed.votes < self.params.least_votes else self.params.fewest_sure
        return agreed.votes >= self.params.sure_votes or clear >= least or self._exact(agreed, kept) >= self.params.fewest_sure

    def _is_forced(self, camera: Camera, kept: Sequence[Standing]) -> bool:
        """Whether pieces stand together only loosely, or few before a camera that leans as none does."""
        off_mm = float(np.median([one.evidence.off_px for one in kept])) / camera.px_per_mm
        is_odd = off_mm > self.params.loose_mm or float(np.hypot(camera.tilt, camera.pan)) > self.params.most_lean
        return off_mm > self.params.loosest_mm or (len(kept) < self.params.plenty and is_odd)

    def _exact(self, agreed: Agreement, kept: Sequence[Standing]) -> int:
        """How many pieces are seen exactly where they are said to be."""
        reach = self.params.exact_mm * agreed.px_per_mm
        return sum(one.evidence.rim >= self.params.exact_rims and one.evidence.off_px <= reach for one in kept)

    def _first(self, rgb: Pixels, shapes: Shapes) -> _First:
        """The first guesses, tried again on a brighter picture where they hardly agree, or are dim, a window behind them."""
        first = self._guessed(rgb, shapes)
        if first.agreed is not None and first.agreed.votes >= self.params.fewest_votes:
            light = first.agreed.light
            if light >= self.params.dim:
                return first
            times = min(self.params.usual_light / light, self.params.most_times)
        else:
            times = float(np.clip(self.params.brightest / max(float(np.percentile(rgb[::4, ::4], 90)), 1.0), *self.params.brighten))
        again = self._guessed(np.asarray(cv2.convertScaleAbs(rgb, alpha=times), np.uint8), shapes)
        return max(first, again, key=lambda one: 0.0 if one.agreed is None else one.agreed.votes)

    def _guessed(self, rgb: Pixels, shapes: Shapes) -> _First:
        patches = find_patches(rgb, self.params.flats)
        found = guesses(shapes, patches, self.params.guess)
        for parts in parted(patches, (rgb.shape[1], rgb.shape[0]), self.params.part):
            found += whole(guesses(shapes, parts, self.params.guess), len(parts), self.params.guess)
        printed = joined(rgb, shapes.silhouettes, self.params.printed)
        for one in printed:
            found += guesses(shapes, [one.patch], self.params.guess, one.bodies)
            for parts in parted([one.patch], (rgb.shape[1], rgb.shape[0]), self.params.part):
                found += whole(guesses(shapes, parts, self.params.guess, one.bodies), len(parts), self.params.guess)
        return _First(rgb, patches, [patch for one in printed for patch in one.patches], found, agreement(found, self.params.guess))


def _is_taken(patch: Patch, kept: Sequence[Standing], camera: Camera) -> bool:
    """Whether a patch has its middle on a piece."""
    x, y = project(np.asarray(np.linalg.inv(camera.mm_to_px), np.float64), middle_of(patch.line)[None])[0].tolist()
    return any(cv2.pointPolygonTest(one.pose.line_mm.astype(np.float32)[:, None], (x, y), False) >= 0 for one in kept)


def _enlarged(stack: Stack, factor: float) -> Stack:
    """The stack in a picture that is larger by a factor."""
    if factor == 1.0:
        return stack
    x0, y0, x1, y1 = ((v + 0.5) * factor - 0.5 for v in stack.plate_px)
    return replace(stack, plate_px=(x0, y0, x1, y1), pieces=tuple(_piece(piece, factor) for piece in stack.pieces))


def _bent(stack: Stack, term: float, size: tuple[int, int]) -> Stack:
    """The stack of a straightened picture, in the picture as it is."""
    x0, y0, x1, y1 = stack.plate_px
    x, y = (x0 + x1) / 2, (y0 + y1) / 2
    (left, _), (_, top), (right, _), (_, low) = bent(np.array([(x0, y), (x, y0), (x1, y), (x, y1)]), term, size).tolist()
    pieces = tuple(replace(one, quad_px=quad_of(bent(np.array(one.quad_px), term, size))) for one in stack.pieces)
    return replace(stack, plate_px=(left, top, right, low), pieces=pieces)


def _piece(piece: Detection, factor: float) -> Detection:
    a, b, c, d = (((x + 0.5) * factor - 0.5, (y + 0.5) * factor - 0.5) for x, y in piece.quad_px)
    quad: Quad = (a, b, c, d)
    return replace(piece, quad_px=quad)
