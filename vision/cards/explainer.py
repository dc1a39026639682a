"""How far a look explains what is seen of a piece, by all that is known of what lies around it and on it."""

from collections.abc import Sequence
from copy import copy
from dataclasses import replace
from functools import partial

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.cards.bands import Bands
from vision.cards.blemishes import Blemish, Blemishes
from vision.cards.burnt import burnt_blocks
from vision.cards.contrast import Contrasts
from vision.cards.covering import Quads, blocks_under, clear_of, free_blocks, near_to
from vision.cards.crossed import crossed
from vision.cards.explained import Explained, beside_nothing, explained, seen_blocks
from vision.cards.islands import absent, off_paper, on_paper, open_beside
from vision.cards.mosaic import Mosaic
from vision.cards.name_params import NameParams
from vision.cards.pairs import Pairs
from vision.cards.picture import Picture
from vision.cards.reading import Reading, seen_of, with_grain
from vision.cards.rim import EDGE_TO_EDGE, rim_blocks, rim_of_open, rim_share
from vision.cards.strokes import Strokes
from vision.cards.telling import TellingPlaces
from vision.image.quads import wider
from vision.looks import canon
from vision.looks.black import Blacks
from vision.looks.canon import BLOCK
from vision.looks.catalogue import BACK
from vision.looks.fillings import filling_left
from vision.looks.hatching import Hatching
from vision.looks.lookalikes import Lookalikes
from vision.looks.matching import WINDOWS, inner, see, spread

Floats = NDArray[np.float32]
Cells = NDArray[np.bool_]


class Explainer:
    """Holds a reading against all that is seen where it lies."""

    def __init__(self, lookalikes: Lookalikes, bands: Bands, params: NameParams, contrasts: Contrasts) -> None:
        self.library, self._lookalikes, self._bands, self.params = lookalikes.library, lookalikes, bands, params
        self.telling = TellingPlaces(lookalikes)
        self._mosaic = Mosaic(lookalikes, params.mosaic)
        self._pairs = Pairs(lookalikes)
        self._hatching = Hatching(self.library, params.differing.grain)
        self._blacks = Blacks(self.library)
        self._contrasts, self._strokes = contrasts, Strokes(self.library)
        self._blemishes = Blemishes(lookalikes)

    def with_params(self, params: NameParams) -> "Explainer":
        """The same looks, what was found out about them shared, held against what is seen by other values."""
        other = copy(self)
        other.params = params
        return other

    def explain(
        self,
        picture: Picture,
        reading: Reading,
        known: Sequence[Floats],
        things: Sequence[Floats] = (),
        shades: Sequence[Floats] = (),
        blemish: Blemish | None = None,
    ) -> Reading:
        """The reading with how well its look explains what is seen; a back says nothing that could be wrong.

        `known` are the quads (4, 2) of pieces that may lie on it, `things` those of what is small and lies on print: tokens; `shades` those
        of what is larger and casts its shade on the print; a `blemish` is no print of any piece.
        """
        if self.library.ids[reading.look] == BACK:
            return reading
        p, free = self.params.explaining, free_blocks(reading.quad, known, picture.view_px)
        open_, blocks = self._rests_on(picture, reading, free)
        bare, aside, clear = self._left_by(picture, reading, things, shades, blemish)
        ends = free if self.params.is_cover_known else free_blocks(reading.quad, (), picture.view_px)
        covered = np.asarray(1 - ends, np.float32)
        beside, lone = self._beside(picture, reading, free * bare), self._on_paper(picture, reading, free * bare)
        held = partial(explained, self.library, look=reading.look, shown=reading.shown, open_=open_, params=p, bare=bare, hidden=covered)
        held = partial(held, aside=aside, beside=beside, on_paper=lone)
        held = partial(held, telling=self.telling.of(reading.look), parts=partial(self._mosaic.least, look=reading.look))
        found = held(seen_of(picture, reading))
        if found.is_doubtful(p):
            found = found.or_by(held(see(picture.patch(reading.quad), evened=True)))
        if self._bands.is_bands(reading.look):
            off = self._bands.other_coloured(seen_of(picture, reading), reading.look, reading.shown * bare)
            return replace(reading, explained=replace(found, blocks=blocks, parts=1.0, opposed=off))
        grain = self._mosaic.least_grain(reading.look, reading.shown, lambda: with_grain(picture, reading))
        ink = self._lookalikes.inks.seen(seen_of(picture, reading), reading.look, reading.shown * bare)
        lined, unlined = self._hatched(picture, reading, reading.shown * bare)
        other = self._mosaic.most_other(seen_of(picture, reading), free * clear, reading.look, open_)
        paired = self._paired(picture, reading, free * bare) if open_ is None else 0.0
        found = replace(found, blocks=blocks, paired=paired, parts=min(found.parts, grain), laden=bool(things), inked=ink, other=other)
        found = replace(found, hatched=lined, unhatched=unlined, absent=self._absent(picture, reading, free * bare))
        found = self._with_tones(found, picture, reading, reading.shown * bare, reading.shown * clear)
        if things:
            reading = self.with_print(reading, reading.shown * bare)
        return replace(reading, explained=self._with_peculiar(found, picture, reading, free, bare))

    def _left_by(
        self, picture: Picture, reading: Reading, things: Sequence[Floats], shades: Sequence[Floats], blemish: Blemish | None
    ) -> tuple[Floats, Floats | None, Floats]:
        """What all that lies on print leaves of it (blocks,); what is not even right beside it, (HEIGHT, WIDTH) or None, and (blocks,)."""
        p, bare, aside, clear = self.params.explaining, WINDOWS[0], None, WINDOWS[0]
        around = [*(wider(one, p.shadow) for one in things), *(wider(one, p.shade) for one in shades)]
        if things:
            bare = free_blocks(reading.quad, things, picture.view_px)
        if around:
            aside, clear = clear_of(reading.quad, around, 0), free_blocks(reading.quad, around, picture.view_px)
        if blemish is not None:
            aside = np.asarray(blemish.clear if aside is None else aside * blemish.clear, np.float32)
            bare, clear = bare * blemish.free, clear * blemish.free
        return bare, aside, clear

    def by_ink(self, picture: Picture, reading: Reading, known: Sequence[Floats]) -> Reading:
        """The reading with how much ink of its print is amiss, where it shows or lies open, in no shine around a burnt place.

        `known` are the quads (4, 2) of pieces that may lie on it.
        """
        amiss = self._strokes.amiss(picture.patch(reading.quad, canon.MARGIN), reading.look, self._inked(picture, reading, known))
        return replace(reading, explained=replace(reading.explained, amiss=amiss))

    def by_lump(self, picture: Picture, reading: Reading, known: Sequence[Floats]) -> Reading:
        """The reading with how much more ink is amiss in one place than usual on it; see `by_ink`.

        Asked of looks that others of the box differ from in little: so may one that was never enrolled, and in as little as a pip.
        """
        if not self._lookalikes.family(reading.look):
            return reading
        lump = self._strokes.lump(picture.patch(reading.quad, canon.MARGIN), reading.look, self._inked(picture, reading, known))
        return replace(reading, explained=replace(reading.explained, lump=lump))

    def _inked(self, picture: Picture, reading: Reading, known: Sequence[Floats]) -> Cells:
        """The cells (32, 24) whose ink is asked: those that show or lie open, in no shine around a burnt place."""
        seen, p = seen_of(picture, reading), self.params.explaining
        open_, _ = self._rests_on(picture, reading, free_blocks(reading.quad, known, picture.view_px))
        blocks = beside_nothing(reading.shown) if open_ is None else open_ > 0
        blocks = blocks & beside_nothing(np.asarray(~burnt_blocks(seen, self.library.planes[reading.look], p), np.float32))
        shine = cv2.dilate(seen.burnt.astype(np.uint8), np.ones((3, 3), np.uint8)) > 0
        return np.asarray(_cells(blocks) & ~shine)

    def _beside(self, picture: Picture, reading: Reading, free: Floats) -> Cells | None:
        """What lies open beside the part that agrees, of a piece that does not show whole: (HEIGHT, WIDTH); None of any other.

        `free` (blocks,): what nothing known lies on.
        """
        if reading.share >= self.params.whole_share or not (free * (1 - reading.shown)).any():
            return None
        return open_beside(seen_of(picture, reading), self.library.edges(reading.look), reading.shown, free)

    def _on_paper(self, picture: Picture, reading: Reading, free: Floats) -> Cells | None:
        """The blocks (blocks,) that lie on its own open paper beside the part that agrees; None where it is known what lies on it.

        `free` (blocks,): what nothing known lies on.
        """
        is_known = self.params.is_cover_known or reading.beneath or reading.share >= self.params.whole_share
        if is_known or not (free * (1 - reading.shown)).any():
            return None
        return on_paper(self.library, seen_of(picture, reading), reading.look, reading.shown, free, self.params.explaining)

    def _absent(self, picture: Picture, reading: Reading, free: Floats) -> float:
        """See `Explained.absent`; `free` (blocks,): what nothing known lies on."""
        if reading.share >= self.params.whole_share or not (free * (1 - reading.shown)).any():
            return 0.0
        return absent(self.library, seen_of(picture, reading), reading.look, reading.shown, free, self.params.explaining)

    def _with_tones(self, found: Explained, picture: Picture, reading: Reading, bare: Floats, clear: Floats) -> Explained:
        """The same with `Explained.tinted` and `ink_left` by what is seen in `bare` (blocks,), and `toned` in those `clear` of shade."""
        seen, look = seen_of(picture, reading), reading.look
        toned = self._contrasts.alike(seen, look, _cells(beside_nothing(clear)))
        ink = filling_left(self.library.planes[look], seen, inner((spread(bare, BLOCK // canon.CELL) > 0) & ~seen.burnt))
        dark = bool(self.library.ground[look] < self.params.explaining.dark)
        found = replace(found, alone=not self._lookalikes.kin(look, 1), dark=dark)
        return replace(found, tinted=self._blacks.tint(seen, look, bare), toned=toned, ink_left=ink)

    def _hatched(self, picture: Picture, reading: Reading, blocks: Floats) -> tuple[float, float]:
        """`Explained.hatched` and `unhatched`; looked for in `blocks` (blocks,), and in a hatched deck only."""
        if not self._hatching.is_printed:
            return 0.0, 0.0
        seen = with_grain(picture, reading)
        return self._hatching.foreign(seen, reading.look, blocks), self._hatching.missing(seen, reading.look, blocks)

    def _with_peculiar(self, found: Explained, picture: Picture, reading: Reading, free: Floats, bare: Floats) -> Explained:
        """The same with what is seen of the print that most looks of its design have not, where a piece does not show whole.

        `free` (blocks,): what known pieces and the picture's edge leave; `bare` (blocks,): what small things do that lie on print.
        """
        if reading.share >= self.params.whole_share:
            return found
        look, shown = reading.look, reading.shown * bare
        own, beyond = self.telling.peculiar(look).weight, 1 - free_blocks(reading.quad, (), picture.view_px)
        agrees = self.telling.peculiar_seen(seen_of(picture, reading).edges, look, shown, self.params.explaining.reach_px)
        lies_open = float(own @ (np.maximum(free, beyond) * bare))
        figured = self.telling.figure_shown(look, reading.shown)
        return replace(found, peculiar=float(own @ shown), peculiar_open=lies_open, peculiar_seen=agrees, figured=figured)

    def _rests_on(self, picture: Picture, reading: Reading, free: Floats) -> tuple[Floats | None, int]:
        """The blocks (blocks,) that lie open although they were taken for covered, or None, and how many with print the reading rests on.

        `free` (blocks,): what known pieces leave. A piece of which all print shows rests on all of it; where the rest, which is blank, was
        taken for covered, there may be just the print that tells another piece from it: whatever is seen there counts.
        """
        p, hidden = self.params.explaining, free * (1 - reading.shown)
        if reading.share >= self.params.whole_share:
            return beside_nothing(free).astype(np.float32) if hidden.any() else None, canon.ROWS * canon.COLUMNS
        blocks = int(np.count_nonzero(self.library.has_print[reading.look] & beside_nothing(1 - hidden) & (reading.shown > 0)))
        is_open = reading.lies_open or (rim_blocks(hidden) >= p.open_blocks and rim_share(picture, reading.quad, hidden) >= p.open_rim)
        return beside_nothing(free).astype(np.float32) if is_open else None, blocks

    def _paired(self, picture: Picture, reading: Reading, free: Floats) -> float:
        """See `Explained.paired`, of a piece of which it is not clear that it lies open; `free` (blocks,): what nothing known lies on."""
        p, hidden = self.params.explaining, free * (1 - reading.shown)
        may_be_open = reading.share < self.params.whole_share and rim_blocks(hidden) >= p.open_blocks
        if not may_be_open or rim_share(picture, reading.quad, hidden) < p.maybe_open:
            return 0.0
        return self._pairs.alike(reading.look, reading.shown)

    def amid(self, picture: Picture, reading: Reading, others: Sequence[Reading], known: Sequence[Floats]) -> Reading:
        """The reading, held against all of its print where `others`, seen up to its rim, leave nothing that may lie on a part of it.

        `known` are the quads (4, 2) of other pieces that may.
        """
        if reading.share >= self.params.whole_share:
            return reading
        near = [others[i] for i in near_to(wider(reading.quad, EDGE_TO_EDGE), Quads([one.quad for one in others]))]
        lying = [one for one in near if not lies_beneath(one, reading, picture.view_px)]
        around = Quads([*known, *(one.quad for one in lying)])
        is_open = bool(near) and self._lies_open(picture, reading, near, around)
        if not is_open and len(lying) == len(near):
            return reading
        return self.explain(picture, replace(reading, lies_open=is_open), around)

    def _lies_open(self, picture: Picture, reading: Reading, near: Sequence[Reading], around: Quads) -> bool:
        """Whether the pieces `near` are seen up to its rim where none of the quads (4, 2) `around`, which may lie on it, covers it."""
        p, hidden = self.params.explaining, free_blocks(reading.quad, around, picture.view_px) * (1 - reading.shown)
        if rim_blocks(hidden) < p.open_blocks:
            return False
        beside = [(one.quad, seen_blocks(self.library, seen_of(picture, one), one.look, one.shown, p)) for one in near]
        return rim_of_open(picture, reading.quad, hidden, beside) >= p.open_rim

    def by_what_shows(self, picture: Picture, reading: Reading, things: Sequence[Floats]) -> Reading:
        """The reading by what is seen beside `things` (4, 2), which lie on its print, and is not burnt out.

        What is printed on a token may resemble that of another card, or only lack what it hides; where glare is, there is no print at all.
        """
        return self._by_blocks(picture, reading, reading.shown * free_blocks(reading.quad, things, picture.view_px))

    def less_blemish(self, picture: Picture, reading: Reading, known: Sequence[Floats]) -> Reading | None:
        """The reading by all that a blemish leaves of a piece; None where there is none, or more than a piece can bear.

        `known` are the quads (4, 2) of pieces that may lie on it.
        """
        if self.library.ids[reading.look] == BACK:
            return None
        seen, free = seen_of(picture, reading), free_blocks(reading.quad, known, picture.view_px)
        blemish = self._blemishes.on(seen, reading.look, free, self.params.explaining)
        if blemish is None:
            return None
        left = free * blemish.free
        off = off_paper(self.library, seen, reading.look, reading.shown, left, self.params.explaining)
        if off.mean() > self._blemishes.params.most_place:  # so large a thing is none, or it is the ground
            return None
        if crossed(self.library, seen, reading.look, reading.shown, self.params.explaining).any():  # nor is another card
            return None
        return self.explain(picture, replace(self._by_blocks(picture, reading, left), shown=left), known, blemish=blemish)

    def _by_blocks(self, picture: Picture, reading: Reading, shown: Floats) -> Reading:
        """The reading by what is seen in some blocks (blocks,) and is not burnt out."""
        seen = seen_of(picture, reading)
        shown = shown * ~burnt_blocks(seen, self.library.planes[reading.look], self.params.explaining)
        agreement, share = self.library.windows(seen, reading.look, shown[None])
        near = (*reading.contenders, reading.rival, *self._lookalikes.kin(reading.look, self.params.mosaic.kin))
        others = [j for j in dict.fromkeys(near) if j is not None and j != reading.look]
        margins = self._lookalikes.margins(seen, reading.look, others, shown)
        rival = min(margins, key=margins.__getitem__, default=None)
        margin = reading.margin if rival is None else margins[rival]
        if reading.turned < margin:  # what lies upside down was compared with all that shows, and is not compared again
            margin, rival = reading.turned, reading.rival
        beside = replace(reading, agreement=float(agreement[0]), share=float(share[0]), margin=margin, rival=rival, by_print=1.0)
        return self.with_print(beside, shown)

    def with_print(self, reading: Reading, shown: Floats) -> Reading:
        """The reading with what print alone says between it and its rival, where enough shows of that and their grain does not differ.

        In parts of how strongly its print is seen at all: blur leaves less of what differs, and of all else. `shown` (blocks,) is compared.
        """
        if reading.seen is None or reading.rival is None or self._lookalikes.is_finer(reading.look, reading.rival):
            return reading
        told = self._lookalikes.weigh(reading.seen, [(reading.look, reading.rival)], shown)[0]
        if told.edge_weight < self.params.differing.enough_print:
            return reading
        gain = self.library.gain(reading.seen, reading.look, shown)
        return replace(reading, by_print=min(1.0, told.edges / max(gain, self.params.least_gain)))


def _cells(blocks: Cells) -> Cells:
    """The cells (32, 24) of some blocks (blocks,)."""
    return np.asarray(spread(blocks.astype(np.int8), canon.BLOCK // canon.CELL) > 0)


def lies_beneath(one: Reading, other: Reading, view_px: tuple[int, int]) -> bool:
    """Whether a piece hides nothing of another: where this would lie under it, the piece itself does not show either."""
    hidden = (1 - free_blocks(other.quad, [one.quad], view_px)) * (1 - other.shown) * free_blocks(other.quad, (), view_px)
    return bool(hidden.any()) and not blocks_under(other.quad, one.quad, one.shown)[hidden > 0].any()
