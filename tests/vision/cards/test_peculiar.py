"""What all cards of a design have, a frame, tells none of them: of a card of which a part shows, print of its own must.

As much as can be expected: where a named piece lies on it, less of it.
"""

from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from pathlib import Path

import cv2
import numpy as np
import pytest

from tests.enrolled import enrolled
from tests.vision import deck
from tests.vision.hopeless import pictures
from tests.vision.token_tables import token_catalogue
from vision.cards.explained import Explained
from vision.cards.name_params import NameParams
from vision.cards.namer import Namer
from vision.cards.picture import Picture
from vision.cards.reading import Reading
from vision.cards.telling import TellingPlaces
from vision.cards.verdict import VerdictParams, confidence, least_margin, least_rim, shows_its_own, stands
from vision.frame import Rgb
from vision.looks import canon
from vision.looks.canon import COLUMNS, ROWS
from vision.looks.catalogue import Catalogue
from vision.looks.differences import DifferParams
from vision.looks.lookalikes import Lookalikes
from vision.looks.matching import WINDOWS, Library
from vision.reader import TableReader

PACK = Path(__file__).parents[3] / "fixtures" / "packs" / "buffet_boss"
PARAMS = VerdictParams()
SCANT = Reading(0, canon.CORNERS * 2, 0.95, 0.24, 0.7, 0.9, 1, WINDOWS[1])


@cache
def boss() -> Namer:
    """Of cards with one frame and a dish each, some of them pale."""
    return Namer(Library(enrolled(PACK).catalogue), NameParams())


def peculiar(catalogue: Catalogue, look: int = 0) -> deck.Floats:
    """(ROWS, COLUMNS): what a look alone has in each block."""
    places = TellingPlaces(Lookalikes(Library(catalogue), DifferParams()))
    return np.asarray(places.peculiar(look).weight.reshape(ROWS, COLUMNS), np.float32)


def test_a_frame_that_all_share_is_nobodys_own_and_a_figure_is() -> None:
    cards = deck.catalogue(range(1, 5))
    own, print_ = peculiar(cards, 3), Library(cards).edges(3)
    side = slice(2, ROWS - 2)
    assert (print_.reshape(ROWS, canon.BLOCK, COLUMNS, canon.BLOCK, 2) ** 2).sum((1, 3, 4))[side, 0].min() > 20
    assert own[side, 0].max() < 5
    assert own[:2, :2].sum() > PARAMS.least_peculiar, "the number in the corner"


def test_of_the_only_card_of_a_design_all_print_is_its_own() -> None:
    alone = Catalogue((deck.look("red", 3),))
    edges = Library(alone).edges(0)
    assert peculiar(alone).sum() == pytest.approx(float((edges**2).sum()), rel=1e-2)


def test_a_part_without_print_of_its_own_is_a_question_however_well_it_agrees() -> None:
    assert stands(replace(SCANT, explained=Explained(peculiar=300.0)), PARAMS)
    framed = replace(SCANT, explained=Explained(peculiar=20.0))
    assert not stands(framed, PARAMS)
    assert confidence(framed, PARAMS) <= PARAMS.calibration.unexplained
    assert stands(replace(SCANT, share=1.0, explained=Explained()), PARAMS), "of a piece that shows whole nothing of the kind is asked"


def test_less_is_asked_where_named_pieces_hide_the_rest_and_of_cards_that_have_hardly_any() -> None:
    under = replace(SCANT, explained=Explained(peculiar=20.0, peculiar_open=30.0))
    assert stands(under, PARAMS)
    assert not stands(replace(under, explained=replace(under.explained, peculiar_open=700.0)), PARAMS)
    assert stands(replace(SCANT, explained=Explained(peculiar=0.0, peculiar_open=0.0)), PARAMS), "a colour alone tells it"


def parts_of(quad: deck.Floats) -> tuple[deck.Floats, deck.Floats]:
    """The upper and the lower half of a quad (4, 2)."""
    left, right = (quad[0] + quad[3]) / 2, (quad[1] + quad[2]) / 2
    return np.stack([quad[0], quad[1], right, left]), np.stack([left, right, quad[2], quad[3]])


@cache
def red_four() -> tuple[Namer, deck.Pixels, Reading]:
    """A card of a drawn deck that lies whole on a table: its namer, the picture and what it is read as."""
    namer, table = Namer(Library(deck.catalogue(range(1, 5))), NameParams()), deck.Table()
    quad = table.lay(deck.card("red", 4), (150, 120))
    read = namer.read(Picture(table.picture().rgb, 1280), quad, namer.library.ids.index("red-4"))
    assert read is not None
    return namer, table.picture().rgb, read


def upper_half(reading: Reading) -> Reading:
    """The reading as if only its upper half showed."""
    return replace(reading, share=0.5, seen=None, shown=np.repeat([1, 0], ROWS * COLUMNS // 2).astype(np.float32))


def test_print_under_a_named_piece_or_a_token_is_not_looked_for_and_print_beyond_the_picture_is() -> None:
    namer, rgb, read = red_four()
    assert (read.explained.peculiar, read.explained.peculiar_open) == (np.inf, np.inf), "it shows whole"
    above, below = parts_of(read.quad)

    def looked_for(view: deck.Pixels = rgb, known: Sequence[deck.Floats] = (), tokens: Sequence[deck.Floats] = ()) -> float:
        return namer.explainer.explain(Picture(view, 1280), upper_half(read), known, tokens).explained.peculiar_open

    own = namer.explainer.telling.peculiar(read.look).weight.reshape(2, -1).sum(1)
    assert looked_for() == pytest.approx(own.sum())
    assert looked_for(known=[below]) == pytest.approx(own[0])
    assert looked_for(tokens=[above]) == pytest.approx(own[1])
    cut = np.ascontiguousarray(rgb[: round(float(below[:2, 1].mean()))])
    assert looked_for(cut, known=[above]) == pytest.approx(own[1], rel=0.01)


def test_print_of_its_own_that_ought_to_show_is_seen() -> None:
    """A frame of which the corner shows, and no figure in it: its blocks show, and what is the card's own in them is not there."""
    namer, rgb, read = red_four()
    bare, table = deck.card("red", 4), deck.Table()
    bare[20:-20, 20:-20] = (246, 241, 228)
    table.lay(bare, (150, 120))
    there, lacking = (namer.explainer.explain(Picture(view, 1280), upper_half(read), ()).explained for view in (rgb, table.picture().rgb))
    assert there.peculiar == lacking.peculiar > PARAMS.least_peculiar
    assert lacking.peculiar_seen < PARAMS.least_peculiar_seen < 0.8 < there.peculiar_seen
    assert not shows_its_own(replace(read, explained=lacking), PARAMS)


def test_a_part_of_which_its_own_print_is_not_seen_is_a_question_however_much_of_it_ought_to_show() -> None:
    """A day of a calendar beside a coloured one: paper and a frame as the card's, and where its figure should be there is none."""
    part = replace(SCANT, agreement=0.95, share=0.52, explained=Explained(peculiar=532.0, peculiar_open=708.0, peculiar_seen=0.24))
    assert stands(replace(part, explained=replace(part.explained, peculiar_seen=0.8)), PARAMS)
    assert not stands(part, PARAMS)
    assert confidence(part, PARAMS) <= PARAMS.calibration.unexplained


def test_it_is_not_held_against_a_part_as_long_as_the_tokens_on_it_were_not_looked_for() -> None:
    part = replace(SCANT, explained=Explained(peculiar=532.0, peculiar_open=708.0, peculiar_seen=0.24))
    cards = deck.catalogue(range(1, 3))
    assert stands(part, TableReader(token_catalogue(["herb"], cards.looks))._open)
    assert not stands(part, TableReader(cards)._open)


def beneath_speckles(seen: Rgb, quad: deck.Floats, levels: int, shown: deck.Floats) -> Rgb:
    """A picture in which all but some blocks (ROWS, COLUMNS) of a quad (4, 2) lie under something with speckles of so many grey levels."""
    hidden = np.kron(1 - shown, np.ones((canon.BLOCK, canon.BLOCK), np.float32))
    way = cv2.getPerspectiveTransform(canon.CORNERS, quad)
    under = cv2.warpPerspective(hidden, way, seen.shape[1::-1], flags=cv2.INTER_NEAREST) > 0
    speckles = np.random.default_rng(levels).integers(0, levels, seen.shape[:2]) * (255 // (levels - 1))
    return np.asarray(np.where(under[..., None], speckles[..., None], seen), np.uint8)


@pytest.mark.slow
@pytest.mark.parametrize("levels", [2, 256])
def test_the_corner_of_a_square_of_noise_is_that_of_no_card(levels: int) -> None:
    """Everything else speaks for a name: it agrees, has a rim, and lacks what others have there; the rest is hidden.

    A pixel to each side, too, since where it does so exactly differs from processor to processor.
    """
    quad = np.array([(412.1, 478.3), (413.1, 510.8), (376.1, 512.1), (376.6, 477.8)], np.float32)
    corner = np.array([0, 0, 0, 1, 2, 2, 3, 4])[:, None] > np.arange(COLUMNS)
    seen = beneath_speckles(pictures("noise", 1, 20)[0], quad, levels, corner.astype(np.float32))
    picture, looks = Picture(seen, 1280), range(len(boss().library.ids))
    quads = [quad + np.array(shift, np.float32) for shift in ((0, 0), (-1, 0), (1, 0), (0, -1), (0, 1))]
    read = (boss().read(picture, corners, look) for corners in quads for look in looks)
    found = [one for one in read if one is not None]
    likely = [one for one in found if one.rim >= least_rim(one, PARAMS) and one.margin >= least_margin(one, PARAMS)]
    assert not any(stands(one, PARAMS) for one in found)
    lacking_nothing = [replace(one, explained=replace(one.explained, peculiar=np.inf, peculiar_seen=1.0)) for one in likely]
    assert any(stands(one, PARAMS) for one in lacking_nothing), "but print of its own"
    assert not any(shows_its_own(one, PARAMS) for one in likely)
