"""Cards under a card that was read: where they lie, what their corner tells, and what stays a question."""

from collections.abc import Sequence
from dataclasses import replace

import cv2
import numpy as np
import pytest

from tests.vision.cards.test_cut import artwork
from tests.vision.deck import SIZE_MM, SIZE_PX, Floats, Pixels, Table
from vision.cards.beneath import _Hand
from vision.cards.covering import clear_of
from vision.cards.fanned import FanParams, around, beneath, busy_sides, paper_sides
from vision.cards.name_params import NameParams
from vision.cards.picture import Picture
from vision.cards.placing import Placer
from vision.cards.reading import Reading
from vision.cards.regions import Regions
from vision.cards.rim import faint_rim, faint_sides
from vision.cards.verdict import VerdictParams, asked
from vision.looks import canon
from vision.looks.catalogue import Catalogue, look_of
from vision.looks.matching import Library, Seen
from vision.observation import Detection
from vision.reader import TableReader

HAND = (2, 4, 7, 5)
STRANGER = 50


def row(shift: float, turn_deg: float = 0.0, hand: tuple[int, ...] = HAND) -> tuple[Table, list[Floats]]:
    """A table with cards side by side, each on the one before it but for `shift` of its width; where they lie."""
    table = Table()
    lean = np.radians(turn_deg)
    quads = []
    for number, seed in enumerate(hand):
        off = shift * SIZE_MM[0] * number
        quads.append(table.lay(artwork(seed), (120 + off * float(np.cos(lean)), 150 + off * float(np.sin(lean))), turn_deg))
    return table, quads


@pytest.fixture(scope="module")
def reader() -> TableReader:
    return TableReader(Catalogue(tuple(look_of(artwork(seed), f"art-{seed}", "card", SIZE_MM) for seed in range(12))))


def dark_on_dark() -> tuple[Picture, Floats, Floats]:
    """A brown card under a green one and on a third, in grey hardly brighter than these; where the upper and the brown one lie."""
    table, quads = Table(), list[Floats]()
    for colour, x_mm in (((40, 72, 44), 120.0), ((88, 56, 34), 150.0), ((40, 72, 44), 175.0)):
        flat = np.full((SIZE_PX[1], SIZE_PX[0], 3), colour, np.uint8)
        quads.append(table.lay(flat, (x_mm, 150.0)))
    picture = Picture(np.asarray(table.picture(noise=1.0).rgb), 1280)
    scaled = [((quad + 0.5) * picture.scale - 0.5).astype(np.float32) for quad in quads]
    return picture, scaled[2], scaled[1]


def test_in_a_hand_an_edge_that_is_faint_in_grey_says_where_a_card_lies() -> None:
    picture, upper, below = dark_on_dark()
    width, edge = float(np.linalg.norm(upper[1] - upper[0])), (below[3] + below[0]) / 2

    def is_found(is_hand: bool) -> bool:
        found = beneath(picture, upper, SIZE_MM, [upper], FanParams(), is_hand)
        return min((float(np.hypot(*(place.edge - edge))) for place in found), default=width) < 0.08 * width

    assert is_found(True)
    assert not is_found(False), "below the first card it is not looked for so closely"


def named(found: tuple[Detection, ...]) -> set[str]:
    return {one.id for one in found if one.id is not None}


@pytest.mark.parametrize("turn", [0.0, 12.0])
def test_the_edge_of_the_card_below_says_where_it_lies(turn: float) -> None:
    table, quads = row(0.3, turn)
    picture = Picture(np.asarray(table.picture().rgb), 1280)
    scaled = [((quad + 0.5) * picture.scale - 0.5).astype(np.float32) for quad in quads]
    places = beneath(picture, scaled[-1], SIZE_MM, scaled[-1:], FanParams())
    width = float(np.linalg.norm(scaled[-1][1] - scaled[-1][0]))
    assert min(float(np.abs(quad - scaled[-2]).max()) for place in places for quad in place.quads) < 0.08 * width


def test_a_card_alone_has_none_below() -> None:
    table = Table()
    quad = table.lay(artwork(2), (200, 150), 20)
    picture = Picture(np.asarray(table.picture().rgb), 1280)
    lies = ((quad + 0.5) * picture.scale - 0.5).astype(np.float32)
    assert beneath(picture, lies, SIZE_MM, [lies], FanParams()) == []


def test_bare_ground_and_known_pieces_are_nothing_beside_a_card() -> None:
    flat = np.full((400, 600, 3), 90, np.uint8)
    flat[100:300, 200:350] = flat[100:300, 380:530] = 230
    flat[110:290, 390:520:8] = 40
    picture, left = Picture(flat, 600), np.array([[200, 100], [350, 100], [350, 300], [200, 300]], np.float32)
    right = left + np.array([180, 0], np.float32)
    patch = around(picture, left, FanParams())
    assert busy_sides(patch, left, [left], FanParams()) == [1]
    assert busy_sides(patch, left, [left, right], FanParams()) == []


def test_a_hand_is_named_by_its_corners(reader: TableReader) -> None:
    table, _ = row(0.3)
    found = named(reader.read(table.picture()).detections)
    assert found <= {f"art-{seed}" for seed in HAND} and len(found) >= 3


def test_a_card_that_was_not_enrolled_gets_no_name_in_a_hand(reader: TableReader) -> None:
    table, _ = row(0.3, hand=(2, STRANGER, 7))
    assert named(reader.read(table.picture()).detections) <= {"art-2", "art-7"}


@pytest.mark.slow
def test_what_a_name_in_a_hand_may_rest_on_is_never_compared_coarsely(reader: TableReader, monkeypatch: pytest.MonkeyPatch) -> None:
    """A purple six is no green one, though print alone says little: what tells a corner apart is asked of colours, too."""
    coarse, apart, verdict = list[float](), Library.apart, VerdictParams()

    def noted(self: Library, seen: Seen, index: int, others: list[int], window: Floats) -> Floats:
        agreement, share = self.windows(seen, index, window[None])
        if share[0] < verdict.scant_share:
            coarse.append(float(agreement[0]))
        return apart(self, seen, index, others, window)

    monkeypatch.setattr(Library, "apart", noted)
    monkeypatch.setattr(Regions, "by_corner", lambda *_: [])  # of a piece at a corner more must show than of one in a hand
    for shift in (0.12, 0.2, 0.3):
        for seed in (3, 6, 11):
            table = Table(seed)
            for number, one in enumerate(HAND):
                soft = np.asarray(cv2.GaussianBlur(artwork(one), (0, 0), 6.0), np.uint8) if number < 3 else artwork(one)
                table.lay(soft, (120 + shift * SIZE_MM[0] * number, 150), 0.0)
            reader.read(table.picture(noise=9.0))
    assert all(agreement < asked(verdict.scant_share, verdict) for agreement in coarse), coarse


def test_what_lies_under_another_and_right_beside_it_is_not_seen() -> None:
    quad = canon.CORNERS
    clear = clear_of(quad, [quad + np.array([48, 0], np.float32)], 3)
    assert clear[:, :44].all() and not clear[:, 46:].any()
    assert clear_of(quad, [quad + np.array([200, 0], np.float32)], 3).all()


def printed(seed: int) -> Pixels:
    """White paper with marks of its own along its left and its right, and no frame."""
    rng = np.random.default_rng(seed)
    flat = np.full((SIZE_PX[1], SIZE_PX[0], 3), (246, 245, 240), np.uint8)
    for y in range(30, 400, 56):
        for x in (24, 216):
            ends = rng.integers(0, 48, (4, 2)) + np.array([x, y])
            cv2.polylines(flat, [ends.astype(np.int32)], False, (20, 20, 22), 6, cv2.LINE_AA)
    return flat


def edged(flat: Pixels) -> Pixels:
    """The same as it lies on paper: its edge a thin grey line."""
    return np.asarray(cv2.rectangle(flat.copy(), (0, 0), (SIZE_PX[0] - 1, SIZE_PX[1] - 1), (222, 221, 217), 3), np.uint8)


BLANK = np.full((SIZE_PX[1], SIZE_PX[0], 3), (246, 245, 240), np.uint8)


@pytest.fixture(scope="module")
def paper() -> TableReader:
    return TableReader(Catalogue(tuple(look_of(printed(seed), f"paper-{seed}", "card", SIZE_MM) for seed in range(10))))


def laid_over(hand: list[Pixels], shift: float = 0.3) -> Table:
    table = Table()
    for number, flat in enumerate(hand):
        table.lay(edged(flat), (120 + shift * SIZE_MM[0] * number, 150))
    return table


def test_the_edge_of_paper_on_the_same_paper_is_seen() -> None:
    table = Table()
    below, above = (table.lay(edged(printed(seed)), (x, 150)) for seed, x in ((3, 150), (6, 175)))
    picture = Picture(np.asarray(table.picture().rgb), 1280)
    lies, covers = (((quad + 0.5) * picture.scale - 0.5).astype(np.float32) for quad in (below, above))
    assert paper_sides(around(picture, covers, FanParams()), FanParams()) == [3]
    width = float(np.linalg.norm(lies[1] - lies[0]))
    places = beneath(picture, covers, SIZE_MM, [covers], FanParams())
    assert min(float(np.abs(quad - lies).max()) for place in places for quad in place.quads) < 0.08 * width


def test_a_hand_of_white_cards_is_named(paper: TableReader) -> None:
    assert named(paper.read(laid_over([printed(seed) for seed in HAND]).picture()).detections) == {f"paper-{seed}" for seed in HAND}


def test_under_a_card_of_which_nothing_can_be_told_the_next_is_looked_for(paper: TableReader) -> None:
    hand = [printed(2), printed(4), BLANK, printed(5)]
    assert named(paper.read(laid_over(hand).picture()).detections) == {"paper-2", "paper-4", "paper-5"}


def test_what_has_one_block_of_print_lies_where_its_edge_was_seen() -> None:
    """A number in the corner of a playing card: nothing else of it shows."""
    flat = np.full((SIZE_PX[1], SIZE_PX[0], 3), (246, 245, 240), np.uint8)
    cv2.putText(flat, "7", (14, 48), cv2.FONT_HERSHEY_SIMPLEX, 1.4, (20, 20, 22), 5, cv2.LINE_AA)
    library = Library(Catalogue((look_of(flat, "seven", "card", SIZE_MM),)))
    table = Table()
    lies = table.lay(flat, (200, 150))
    picture = Picture(np.asarray(table.picture().rgb), 1280)
    quad = ((lies + 0.5) * picture.scale - 0.5).astype(np.float32)
    above = [quad + np.array([0.3 * SIZE_MM[0] * 2.5, 0], np.float32)]
    placed = Placer(library, replace(NameParams(), is_cover_known=True)).align(picture, quad, 0, above, (8,))
    assert placed is not None and (placed.quad == quad).all()
    assert Placer(library, NameParams()).align(picture, quad, 0, above, (8,)) is None


def figured(ink: tuple[int, int, int], figure: str) -> Pixels:
    """A card of one colour with a figure in its corner: the same print in each colour."""
    flat = np.full((SIZE_PX[1], SIZE_PX[0], 3), (246, 245, 240), np.uint8)
    cv2.rectangle(flat, (16, 16), (SIZE_PX[0] - 17, SIZE_PX[1] - 17), ink, -1)
    cv2.ellipse(flat, (150, 225), (120, 180), 25, 0, 360, (246, 245, 240), -1, cv2.LINE_AA)
    cv2.putText(flat, figure, (30, 78), cv2.FONT_HERSHEY_SIMPLEX, 1.7, (246, 245, 240), 6, cv2.LINE_AA)
    return edged(flat)


def test_print_alone_tells_the_colour_of_one_card_with_the_figure_of_another() -> None:
    inks = {"red": (200, 40, 30), "blue": (20, 90, 170), "green": (60, 150, 60)}
    every = {f"{name}-{figure}": figured(ink, figure) for name, ink in inks.items() for figure in "123689"}
    reader = TableReader(Catalogue(tuple(look_of(flat, id, "card", SIZE_MM) for id, flat in every.items() if id != "red-8")))
    below, ids = reader._search._beneath, reader._namer.library.ids  # type: ignore[union-attr]
    said = {}
    for id in ("red-8", "red-6"):
        table = Table()
        lies, above = table.lay(every[id], (150, 150)), table.lay(every["blue-2"], (174, 150))
        picture = Picture(np.asarray(table.picture().rgb), 1280)
        quad, cover = (((one + 0.5) * picture.scale - 0.5).astype(np.float32) for one in (lies, above))
        reading = below._namer.read(picture, quad, ids.index("red-6"), [cover])
        assert reading is not None
        said[id] = below._by_print(replace(reading, look=ids.index("red-6")))
    assert said["red-8"] < VerdictParams().own_print_beneath < said["red-6"]


def test_the_rim_of_a_blank_card_shows_on_each_of_its_sides() -> None:
    """One line of wood beside a card is no card."""
    wood = np.full((500, 800, 3), 150, np.uint8)
    wood[::11] = 170
    picture, quad = Picture(wood, 800), np.array([[200, 105], [320, 105], [320, 286], [200, 286]], np.float32)
    shown = np.zeros((canon.ROWS, canon.COLUMNS), np.float32)
    shown[0] = 1
    assert faint_rim(picture, quad, shown.ravel()) >= 0.6 and faint_sides(picture, quad, shown.ravel()) < 0.5
    assert faint_sides(picture, quad, 0 * shown.ravel()) == 0.0


def test_the_pattern_of_a_cloth_is_no_hand_of_blank_cards(reader: TableReader, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its lines look like the rim of one blank card under the other; each costs a look at all places around it."""
    table, looked, below = Table(), list[int](), reader._search._beneath  # type: ignore[union-attr]
    for at in range(0, 1200, 88):
        table.flat[:, at : at + 44] = (0.7 * table.flat[:, at : at + 44]).astype(np.uint8)
        table.flat[at : at + 44] = (0.7 * table.flat[at : at + 44]).astype(np.uint8)
    table.lay(artwork(2), (200, 150), 0.5)
    under = below._under

    def counted(hand: _Hand, places: Sequence[tuple[Floats, ...]]) -> list[Reading]:
        looked.append(len(hand.covers))
        return under(hand, places)

    monkeypatch.setattr(below, "_under", counted)
    assert [one.id for one in reader.read(table.picture()).detections] == ["art-2"]
    most = below._params.most_blank
    assert looked == list(range(1, most + 2)), "the ground is known for patterned where so many blank ones hide nothing"
