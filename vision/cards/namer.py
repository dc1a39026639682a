"""What a region shows: which piece of the catalogue, and how sure that is."""

from collections.abc import Callable, Sequence
from copy import copy
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from vision.cards.bands import Bands
from vision.cards.contrast import Contrasts
from vision.cards.covering import free_blocks, near_to
from vision.cards.crossed import crossed
from vision.cards.explainer import Explainer
from vision.cards.islands import off_paper
from vision.cards.name_params import NameParams
from vision.cards.other_end import against_other_ends
from vision.cards.picture import Picture
from vision.cards.placing import Placer
from vision.cards.plausible import is_plausible
from vision.cards.reading import Reading, seen_of, with_grain
from vision.cards.rim import faint_rim, faint_sides, faint_thirds, rim_beside, rim_blocks, rim_share
from vision.looks.catalogue import BACK
from vision.looks.lookalikes import Lookalikes
from vision.looks.matching import WINDOWS, Library, Seen, see
from vision.looks.upended import Twins

Floats = NDArray[np.float32]


class Namer:
    """Names regions."""

    def __init__(self, library: Library, params: NameParams, asked: Callable[[float], float] = lambda share: 0.0) -> None:
        """`asked`: agreement from which a name can stand when so much of a look shows; less is compared coarsely only."""
        self.library, self.params, self._asked = library, params, asked
        self._placer = Placer(library, params)
        self._bands = Bands(library, self._placer.is_bands, params.bands)
        self._contrasts = Contrasts(library)
        self.lookalikes = Lookalikes(library, params.differing, self._contrasts.alike)
        self.explainer = Explainer(self.lookalikes, self._bands, params, self._contrasts)
        self.twins = Twins(library, params.differing)

    def prepare(self) -> None:
        """Finds out about the looks what the first pictures would wait for."""
        self.lookalikes.prepare()
        self.twins.prepare()
        self._contrasts.prepare()
        self._placer.prepare()

    def with_params(self, params: NameParams, asked: Callable[[float], float]) -> "Namer":
        """The same looks, what was found out about them shared, named by other values."""
        other = copy(self)
        other.params, other._placer, other._asked = params, self._placer.with_params(params), asked
        other.explainer = self.explainer.with_params(params)
        return other

    def read(self, picture: Picture, quad: Floats, look: int, known: Sequence[Floats] = ()) -> Reading | None:
        """The region around `quad` after alignment to a guessed look; aligned anew when another look fits better.

        `known` are the quads of pieces that may lie on it. None when nothing is there.
        """
        best = self._laid(picture, quad, look, known, ())
        if best is None or self._is_hopeless(best.agreement, best.share):
            return best
        if self._placer.is_bands(best.look):
            return self.explainer.explain(picture, self._by_colours(picture, best), known)
        return self._examined(picture, self._closer(picture, self._on_top(picture, best, known)), known)

    def read_again(
        self, picture: Picture, quad: Floats, reading: Reading, known: Sequence[Floats], is_sure: Callable[[Reading], bool]
    ) -> Reading | None:
        """A doubtful reading made again from another quad, among the looks that it was not told from; None where that is not sure."""
        among = tuple(dict.fromkeys((reading.look, *reading.contenders, *(() if reading.rival is None else (reading.rival,)))))
        best = self._laid(picture, quad, reading.look, known, among)
        if best is None or self._is_hopeless(best.agreement, best.share) or self._placer.is_bands(best.look):
            return None
        best = self._closer(picture, self._on_top(picture, best, known))
        if not is_sure(best):  # what is examined after this only ever takes away
            return None
        best = self._examined(picture, best, known)
        return best if is_sure(best) else None

    def read_there(self, picture: Picture, quad: Floats, look: int, known: Sequence[Floats]) -> Reading:
        """What lies right at a quad that a look was laid at: it is aligned to nothing."""
        placed = self._placer.there(picture, quad, look, known)
        best = self._name(placed.seen, quad, placed.shown, (), placed.agreeing)
        best = self._closer(picture, replace(best, rim=self._rim(picture, best, known)))
        return best if self._is_hopeless(best.agreement, best.share) else self._examined(picture, best, known)

    def _laid(self, picture: Picture, quad: Floats, look: int, known: Sequence[Floats], among: tuple[int, ...]) -> Reading | None:
        """The region aligned to a look, and to another that fits better; `among` are the looks it may be, or none: any."""
        best: Reading | None = None
        if not is_plausible(quad, picture):
            return None
        for _ in range(self.params.most_turns):
            placed = self._placer.align(picture, quad, look, known, self.params.reach_px)
            if placed is None:
                break
            quad = placed.quad
            best = self._name(placed.seen, quad, placed.shown, among, placed.agreeing)
            if best.look == look:
                break
            among = self._still_open(best, look) or among
            look = best.look
        return None if best is None else replace(best, rim=self._rim(picture, best, known))

    def _by_colours(self, picture: Picture, reading: Reading) -> Reading:
        """A reading of a look with nothing but bands, as the one that the colours of all of them are nearest to, whichever way up."""
        quad = np.roll(reading.quad, -2, 0)
        ways = seen_of(picture, reading), see(picture.patch(quad))
        fit = self._bands.nearest(ways, reading.shown)
        if fit is None:
            return replace(reading, margin=0.0)
        quad, shown, seen = (quad, reading.shown[::-1], ways[1]) if fit.is_turned else (reading.quad, reading.shown, ways[0])
        others = [j for j in reading.contenders if not self._placer.is_bands(j)]
        margins = self.lookalikes.margins(seen, fit.look, others, shown) | ({} if fit.rival is None else {fit.rival: fit.margin})
        rival = min(margins, key=margins.__getitem__, default=None)
        agreement, share, whole = self._agreement(seen, fit.look, shown, None)
        margin = 1.0 if rival is None else margins[rival]
        return Reading(
            fit.look, quad, agreement, share, whole, margin, rival, shown, contenders=(fit.look, *others), rim=reading.rim, seen=seen
        )

    def _lies_like(self, reading: Reading, other: int) -> bool:
        """Whether another look, laid there, would lie as the reading does: all of the piece shows, and hardly an edge differs."""
        return reading.share >= self.params.whole_share and self.lookalikes.part_between(reading.look, other) < self.params.lies_like

    def _examined(self, picture: Picture, best: Reading, known: Sequence[Floats]) -> Reading:
        """The reading held against its rival, its twins and all that is seen."""
        best = self._on_its_paper(best)
        best = self._against_twins(picture, self._doubted(picture, self.explainer.with_print(best, best.shown), known), known)
        best = against_other_ends(self.library, picture, best, self.params)
        found = self.explainer.explain(picture, best, known)
        return found if found.explained.printed >= self.params.turned_over else self._other_way_up(picture, found, known)

    def _rim(self, picture: Picture, reading: Reading, known: Sequence[Floats] = ()) -> float:
        """Part of the rim that is an edge; 1 where all of a piece is there, and enough of its rim.

        Of bands it is all of the rim, which alone says where they begin and end. `known` are quads of pieces that may lie on it.
        """
        if self._placer.is_one_way(reading.look):
            is_bands = self._placer.is_bands(reading.look)
            seen = min(faint_sides(picture, reading.quad, WINDOWS[0]), faint_thirds(picture, reading.quad)) if is_bands else 1.0
            lacks_sides = seen < self.params.bands.least_side
            return 0.0 if lacks_sides else rim_share(picture, reading.quad, WINDOWS[0])
        p, rim = self.params, rim_share(picture, reading.quad, reading.shown)
        if reading.share < p.whole_share or rim < p.least_whole_rim:
            return rim
        if (blank := self._blank_rim(picture, reading, known)) < p.least_whole_rim:
            return blank
        is_loose = reading.agreement < p.certain and reading.margin < p.contest and rim < p.ample_whole_rim
        return rim if is_loose and faint_sides(picture, reading.quad, WINDOWS[0]) <= p.faint_side else 1.0

    def amid(self, picture: Picture, reading: Reading, others: Sequence[Floats]) -> Reading:
        """The reading with the rim it has where `others` (4, 2) are known to lie around it, around a blank part as well as its print.

        Not one of bands, or of one way up, whose rim alone says where they lie.
        """
        if self._placer.is_one_way(reading.look):
            return reading
        parts = [reading.shown]
        if reading.share >= self.params.whole_share and rim_blocks(1 - reading.shown) >= self.params.explaining.open_blocks:
            parts.append(np.asarray(1 - reading.shown, np.float32))
        return replace(reading, rim=min(rim_beside(picture, reading.quad, part, others) for part in parts))

    def _blank_rim(self, picture: Picture, reading: Reading, known: Sequence[Floats]) -> float:
        """The same, however faint, beside a blank part that was taken for covered and that none of `known` hides; 1: hardly any.

        The print of half a piece is all there is of another, one half of which is blank: only where that ends tells whether it is there.
        """
        if reading.shown.all():
            return 1.0
        hidden = (1 - reading.shown) * free_blocks(reading.quad, known, picture.view_px)
        return faint_rim(picture, reading.quad, hidden) if rim_blocks(hidden) >= self.params.explaining.open_blocks else 1.0

    def _on_top(self, picture: Picture, reading: Reading, known: Sequence[Floats]) -> Reading:
        """The reading, or that of the same look lying on the known pieces, not under them, when so more of it agrees as well."""
        p = self.params
        if reading.share >= p.whole_share or reading.whole < p.least_worth or not near_to(reading.quad, known):
            return reading
        way = self._placer.approach(picture, reading.quad, reading.look, (), p.reach_px, p.at_rest)
        if way is None or way.worth <= reading.agreement - p.covered_cost * (1 - reading.share):
            return reading
        found = self._name(way.seen, way.quad, way.shown)
        return replace(found, rim=self._rim(picture, found, known))

    def _still_open(self, reading: Reading, aligned: int) -> tuple[int, ...]:
        """The looks among which a second alignment has to decide, when the first was to a look-alike; else none: all are weighed."""
        if reading.rival is None or self.lookalikes.edges_between(aligned, reading.look) > self.params.differing.ample:
            return ()
        return tuple(dict.fromkeys((*reading.contenders, reading.rival)))

    def part_that_shows(self, picture: Picture, reading: Reading, free: Floats) -> Floats:
        """The largest part (blocks,) that agrees about as well as what the reading rests on; `free` (blocks,) may show at all."""
        windows = np.concatenate([reading.shown[None], WINDOWS * np.maximum(free, reading.shown)])
        agreement, _ = self.library.windows(seen_of(picture, reading), reading.look, windows)
        agrees = agreement >= self.params.about_as_well * reading.agreement
        agrees[0] = True
        return np.asarray(windows[int(np.argmax(windows.sum(1) * agrees))], np.float32)

    def agreement_in(self, picture: Picture, reading: Reading, part: Floats) -> tuple[float, float]:
        """How well a part (blocks,) of it agrees with its look, -1 to 1, and the share of the look's structure that lies in it."""
        agreement, share = self.library.windows(seen_of(picture, reading), reading.look, part[None])
        return float(agreement[0]), float(share[0])

    def _closer(self, picture: Picture, reading: Reading) -> Reading:
        """The reading, named again by its grain where that is what tells it from a look of its design, however clear coarse print seems."""
        finer = [j for j in self.lookalikes.family(reading.look) if self.lookalikes.is_finer(reading.look, j)]
        others = [j for j in dict.fromkeys((*reading.contenders, reading.rival, *finer)) if j is not None and j != reading.look]
        if not any(self.lookalikes.is_finer(reading.look, j) for j in others):
            return reading
        seen = with_grain(picture, reading)
        return replace(self._name(seen, reading.quad, reading.shown, (reading.look, *others), reading.agreeing), rim=reading.rim)

    def _on_its_paper(self, reading: Reading) -> Reading:
        """The reading by what is its paper, where it is taken for covered in part: beside it no rival's print shows, either.

        Half of a domino agrees with all that have that half, and cloth beside it is as blank as the other half of some.
        """
        if reading.seen is None or reading.shown.all():
            return reading
        off = off_paper(self.library, reading.seen, reading.look, reading.shown, reading.shown, self.params.explaining)
        off |= crossed(self.library, reading.seen, reading.look, reading.shown, self.params.explaining)
        if not off.any():
            return reading
        among = dict.fromkeys(j for j in (reading.look, *reading.contenders, reading.rival) if j is not None)
        found = self._name(reading.seen, reading.quad, np.asarray(reading.shown * ~off, np.float32), tuple(among), reading.agreeing)
        is_other = found.look != reading.look
        margin, rival = (0.0, found.look) if is_other else (found.margin, found.rival)
        return reading if margin >= reading.margin else replace(reading, margin=margin, rival=rival)

    def _doubted(self, picture: Picture, best: Reading, known: Sequence[Floats]) -> Reading:
        """The reading, less sure when alignment to its rival, a look-alike, gives another name."""
        if (
            best.rival is None
            or best.margin >= self.params.undoubted
            or self.lookalikes.edges_between(best.look, best.rival) > self.params.differing.ample
            or self._lies_like(best, best.rival)
        ):
            return best
        placed = self._placer.align(picture, best.quad, best.rival, known, self.params.reach_px[:1])
        if placed is None:
            return best
        quad, seen, shown = placed.quad, placed.seen, placed.shown
        if best.seen is not None and best.seen.grain is not None:
            seen = seen.with_grain(picture.grain(quad))
        if self.lookalikes.margins(seen, best.look, [best.rival], shown)[best.rival] >= 0:
            return best
        agreement = float(self.library.windows(seen, best.rival, shown[None])[0][0])
        if best.agreement >= agreement:
            clearly = (best.agreement - agreement) / self.params.doubt
            return replace(best, margin=min(best.margin, self.params.clear_margin * clearly))
        other = self._name(seen, quad, shown, best.contenders, placed.agreeing)
        if self.library.ids[other.look] == self.library.ids[best.look]:
            return best
        clearly = (other.agreement - best.agreement) / self.params.doubt
        return replace(other, margin=min(other.margin, self.params.clear_margin * clearly), rival=best.look)

    def _other_way_up(self, picture: Picture, reading: Reading, known: Sequence[Floats]) -> Reading:
        """The reading, or that of the same look upside down when it explains more."""
        other = self._upside_down(picture, reading, reading.look, known)
        if other is None or other.agreement <= reading.agreement:
            return reading
        other = self.explainer.explain(picture, self._against_twins(picture, other, known), known)
        return other if other.explained.printed > reading.explained.printed else reading

    def _upside_down(self, picture: Picture, reading: Reading, look: int, known: Sequence[Floats]) -> Reading | None:
        """What lies there read as a look the other way up; None where it is not that look."""
        placed = self._placer.align(picture, np.roll(reading.quad, -2, 0), look, known, self.params.reach_px)
        if placed is None:
            return None
        quad, seen, shown = placed.quad, placed.seen, placed.shown
        other = self._closer(picture, self._name(seen, quad, shown, (), placed.agreeing))
        return replace(other, rim=reading.rim) if other.look == look else None

    def _against_twins(self, picture: Picture, reading: Reading, known: Sequence[Floats]) -> Reading:
        """The reading, less sure or another where a piece looks like it that lies upside down.

        The less the two differ then, the less a margin between them says: a six in one typeface is a nine but for its place on the card.
        """
        for twin in self.twins.of(reading.look)[: self.params.most_twins]:
            margin = self.twins.margin(seen_of(picture, reading), reading.look, twin.look, reading.shown)
            other = self._upside_down(picture, reading, twin.look, known)
            if other is not None:  # whichever of the two it was aligned to
                margin = (margin - self.twins.margin(seen_of(picture, other), twin.look, reading.look, other.shown)) / 2
            margin *= twin.difference / self.params.differing.ample
            if other is not None and margin < 0:
                return replace(other, margin=min(other.margin, -margin), rival=reading.look, turned=-margin)
            reading = replace(reading, turned=min(reading.turned, margin))
            if margin < reading.margin:
                reading = replace(reading, margin=margin, rival=twin.look)
        return self._against_turned(picture, reading, known)

    def _against_turned(self, picture: Picture, reading: Reading, known: Sequence[Floats]) -> Reading:
        """The reading of a look that is the same upside down, less sure or another where one of its design that is not lies upside down.

        Which way up a piece was laid is a guess: an eight fits a three either way up, better than a three laid the wrong way up.
        """
        others = self.twins.turned(reading.look, self.lookalikes.family(reading.look))
        margins = self.twins.margins(seen_of(picture, reading), reading.look, others, reading.shown) if others else {}
        rival = min(margins, key=margins.__getitem__, default=None)
        if rival is None or margins[rival] >= reading.margin:
            return reading
        other = self._upside_down(picture, reading, rival, known) if margins[rival] < 0 else None
        if other is None:
            return replace(reading, margin=margins[rival], rival=rival, turned=margins[rival])
        return replace(other, margin=min(other.margin, -margins[rival]), rival=reading.look, turned=-margins[rival])

    def _name(self, seen: Seen, quad: Floats, shown: Floats, among: Sequence[int] = (), agreeing: Floats | None = None) -> Reading:
        """What shows in the blocks `shown` (blocks,), as one of some looks, or of all; its agreement in `agreeing`, see `Reading`."""
        lib = self.library
        alike = lib.alike(seen, shown, among)
        order = self._order(alike, among)
        first, share, _ = self._agreement(seen, order[0], shown, agreeing)
        champion, rival, margin, contenders = self._champion(seen, alike, order, shown, self._is_hopeless(first, share))
        agreement, share, whole = self._agreement(seen, champion, shown, agreeing)
        return Reading(champion, quad, agreement, share, whole, margin, rival, shown, agreeing, contenders, seen=seen)

    def _order(self, alike: Floats, among: Sequence[int]) -> list[int]:
        """The looks that are weighed, the likest first: of some, those and all that agree about as well, or of all the likest.

        What agrees no less may not have been weighed before: as the piece was laid then, others resembled more of it.
        """
        likest = [int(i) for i in np.argsort(-alike)[: self.params.shortlist]]
        if not among:
            return likest
        near = max(float(alike[i]) for i in among) - self.params.doubt
        return sorted({*among, *(i for i in likest if alike[i] >= near)}, key=lambda i: (-alike[i], i))

    def _agreement(self, seen: Seen, look: int, shown: Floats, agreeing: Floats | None) -> tuple[float, float, float]:
        """How well a look agrees with what shows, or with `agreeing` where the rest has no print; the share that shows; and of all."""
        found, share = self.library.windows(seen, look, np.stack([shown, WINDOWS[0], shown if agreeing is None else agreeing]))
        is_rest_blank = share[2] >= self.params.whole_share
        return float(max(found[0], found[2]) if is_rest_blank else found[0]), float(share[0]), float(found[1])

    def is_worth_a_name(self, reading: Reading) -> bool:
        """Whether a name may come of it: no back, and as much of the look agrees as a name needs, or hardly less."""
        return self.library.ids[reading.look] != BACK and not self._is_hopeless(reading.agreement, reading.share)

    def _is_hopeless(self, agreement: float, share: float) -> bool:
        """Whether no name can come of it, only a question."""
        return agreement < self._asked(share) - self.params.hopeless

    def _champion(
        self, seen: Seen, alike: Floats, order: list[int], shown: Floats, is_hopeless: bool
    ) -> tuple[int, int | None, float, tuple[int, ...]]:
        """The look that no other beats where they differ, its hardest rival, the margin to it, and all that come near."""
        lib, champion, visited = self.library, order[0], set[int]()
        while True:
            visited.add(champion)
            near = float(alike[champion]) - self.params.rival_gap
            others = [j for j in order if lib.ids[j] != lib.ids[champion]]
            close = [j for j in others if alike[j] >= near] or others[:1]
            margins = self._margins(seen, champion, close, shown, is_hopeless)
            rival = min(margins, key=margins.__getitem__, default=None)
            if rival is None:
                return champion, None, 1.0, (champion,)
            if margins[rival] >= 0 or rival in visited:
                return champion, rival, margins[rival], (champion, *(j for j in close if margins[j] < self.params.contest))
            champion = rival

    def _margins(self, seen: Seen, champion: int, close: list[int], shown: Floats, is_hopeless: bool) -> dict[int, float]:
        """How far the champion beats each rival; only coarsely where no name can come of it."""
        if is_hopeless:
            return dict(zip(close, map(float, self.library.apart(seen, champion, close, shown)), strict=True))
        return self.lookalikes.margins(seen, champion, close, shown)
