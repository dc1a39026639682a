"""The plane by few named pieces is borne out by those that are asked about, never by what is no piece."""

from dataclasses import replace

import numpy as np

from tests.vision.token_tables import token_picture
from vision.looks.catalogue import Catalogue, look_of
from vision.observation import Candidate, Detection, quad_of
from vision.reader import TableReader
from vision.table.pieces import FEW, of_all, of_named
from vision.table.plane import TablePlane

CARD, LARGE = (60.0, 90.0), (80.0, 120.0)
SIZES = {"abel": CARD, "brigitta": CARD, "cosimo": CARD, "delphine": CARD, "plan": LARGE}
TO_PX = np.array([[2.0, 0.1, 300.0], [0.05, -1.9, 400.0], [0.0, 0.0004, 1.0]])
"""A table seen a little from the side."""
PLACES = {"abel": (-60.0, 60.0), "brigitta": (250.0, 80.0), "cosimo": (60.0, -120.0), "delphine": (260.0, -110.0)}
FAR = (340.0, -150.0)


def seen(id: str, off_px: float = 0.0, is_named: bool = True, may_be: tuple[str, ...] = ()) -> Detection:
    """A card where it lies, its first corner off by so much."""
    x, y = PLACES[id]
    corners = np.array([(x - 30, y + 45), (x + 30, y + 45), (x + 30, y - 45), (x - 30, y - 45)])
    px = TablePlane(TO_PX, "cards", None).to_px(corners)
    px[0, 0] += off_px
    guesses = tuple(Candidate(one, 0.4) for one in may_be or (id,))
    return Detection("card", quad_of(px), id, 0.99) if is_named else Detection("card", quad_of(px), alternatives=guesses, why="?")


def off(table: TablePlane | None) -> float:
    """By what part a millimetre is taken to be longer or shorter than it is, far from the first card."""
    assert table is not None
    true = TablePlane(TO_PX, "cards", None)
    at = tuple(map(float, true.to_px(np.array([FAR]))[0]))
    return abs(table.px_per_mm((at[0], at[1])) / true.px_per_mm((at[0], at[1])) - 1)


OTHERS = [seen(id, is_named=False, may_be=("brigitta", "abel")) for id in ("brigitta", "cosimo", "delphine")]


def test_pieces_that_are_asked_about_bear_out_the_one_that_is_named() -> None:
    """By one guest, a corner of which was a pixel off or two, tokens at the other end were larger: eleven were left out silently."""
    named = seen("abel", off_px=1.5)
    assert off(of_named([named], SIZES)) > 0.03 > 0.02 > off(of_all([named, *OTHERS], SIZES))


VIEW_PX = 1200, 900


def test_one_piece_that_was_laid_as_no_camera_sees_it_tells_no_plane() -> None:
    """As a card that strays on others of its paper, as wide as two of them."""
    named = seen("abel")
    assert of_all([named], SIZES, VIEW_PX) is not None
    a, b, c, d = named.quad_px
    strayed = replace(named, quad_px=(a, (2 * b[0] - a[0], 2 * b[1] - a[1]), (2 * c[0] - d[0], 2 * c[1] - d[1]), d))
    assert of_all([strayed], SIZES, VIEW_PX) is None
    assert of_all([strayed], SIZES) is not None, "where the lens looked is not known of a part"
    two = [replace(one, id=id, alternatives=()) for one, id in zip(OTHERS, ("brigitta", "cosimo"), strict=False)]
    table = of_all([strayed, *two], SIZES, VIEW_PX)
    assert table is not None and strayed.quad_px not in table.quads_px


def test_pieces_that_may_be_of_any_size_or_do_not_fit_say_nothing() -> None:
    named = seen("abel", off_px=1.5)
    alone = of_named([named], SIZES)
    assert alone is not None
    either = [replace(one, alternatives=(Candidate("abel", 0.4), Candidate("plan", 0.4))) for one in OTHERS]
    unknown = [replace(one, alternatives=(Candidate("abel", 0.4), Candidate("nobody", 0.4))) for one in OTHERS]
    large = [replace(one, alternatives=(Candidate("plan", 0.4),)) for one in OTHERS]
    for others in (either, unknown, large, []):
        table = of_all([named, *others], SIZES)
        assert table is not None and np.array_equal(table.mm_to_px, alone.mm_to_px), "pieces of another size outvote no named one"
    assert of_all(OTHERS, SIZES) is None, "nothing is named"


def test_where_enough_are_named_the_others_are_not_asked() -> None:
    named = [seen(id, off_px=0.5) for id in ("abel", "brigitta", "cosimo")]
    few, plain = of_all([*named[: FEW - 1], OTHERS[2]], SIZES), of_named(named[: FEW - 1], SIZES)
    enough, alone = of_all([*named, OTHERS[2]], SIZES), of_named(named, SIZES)
    assert few is not None and plain is not None and enough is not None and alone is not None
    assert not np.array_equal(few.mm_to_px, plain.mm_to_px) and np.array_equal(enough.mm_to_px, alone.mm_to_px)


def test_a_reader_lays_what_it_read_on_that_plane() -> None:
    looks = [look_of(token_picture("rose"), id, "token", size) for id, size in SIZES.items()]
    table, laid = TableReader(Catalogue(tuple(looks)))._by_pieces((seen("abel", off_px=1.5), *OTHERS), (), VIEW_PX)
    assert off(table) < 0.02 and all(one.quad_mm is not None for one in laid)
