"""Discs that are only the ground: cloth that repeats itself, what tokens hide, a card's own print in their shadow."""

from dataclasses import replace

import numpy as np
import pytest

from tests.vision.token_tables import COLOURS, Laid, checked, table, token_catalogue
from tests.vision.tokens.test_tints import at_mm
from vision.frame import Frame
from vision.observation import Detection
from vision.table.plane import TablePlane
from vision.tokens.discs import DiscParams, Flat, flatten
from vision.tokens.explainer import Explainer
from vision.tokens.ground import without_ground
from vision.tokens.heaps import _is_shaded
from vision.tokens.looks import FitParams, RoundLooks
from vision.tokens.params import TokenParams
from vision.tokens.reader import TokenReader
from vision.tokens.repeats import Ground
from vision.tokens.setting import Around
from vision.tokens.sight import Sight, Tints, quads_of
from vision.tokens.spots import Spots
from vision.tokens.verdict import TokenVerdict


def seen_at(flat: Flat, x: float, y: float, rim: float = 0.7) -> Sight:
    """A disc of which only its place and rim matter."""
    (middle,) = at_mm(flat, x, y)
    return Sight(
        x=float(middle[0]),
        y=float(middle[1]),
        radius=8.0 * flat.px_per_mm,
        rim=rim,
        square=0.0,
        open=np.zeros(32, np.bool_),
        costs={0: 5.0},
        turns={0: 0},
        bright=1.0,
        veil=0.0,
        printed=np.inf,
        on_print=0.0,
        likeness={0: 0.0},
        tints=Tints(lambda: {"beet": 2.0}),
        burnt=0.0,
        firm=1.0,
        best=0,
        is_clear=False,
    )


def flat_of(frame: Frame, plane: TablePlane) -> Flat:
    flat = flatten(frame.rgb, plane, 16.0, DiscParams())
    assert flat is not None
    return flat


CLOTH = checked(36, COLOURS["beet"], (235, 230, 225))
"""Squares of 15 mm."""


def test_a_square_of_cloth_is_found_again_and_a_token_on_it_is_not() -> None:
    flat = flat_of(*table([Laid("ink", 0.0, 0.0, 0.0, True)], CLOTH))
    token, square = seen_at(flat, 0.0, 0.0), seen_at(flat, 97.5, 52.5)
    ground = Ground(flat, token.radius, [token, square])
    assert ground.repeats(square) and not ground.repeats(token)


def test_tokens_of_one_kind_are_not_taken_for_a_pattern() -> None:
    places = [(40.0 * (i % 5) - 80, 40.0 * (i // 5) - 20) for i in range(10)]
    flat = flat_of(*table([Laid("beet", x, y, 0.0, True) for x, y in places]))
    sights = [seen_at(flat, x, y, rim=0.85) for x, y in places]
    ground = Ground(flat, sights[0].radius, sights)
    assert not any(ground.repeats(sight) for sight in sights)
    assert Ground(flat, sights[0].radius, []).repeats(sights[4]), "they do resemble each other"


def test_a_patch_at_the_edge_of_what_is_seen_tells_nothing() -> None:
    flat = flat_of(*table([], CLOTH))
    corner = seen_at(flat, -260.0, 146.0)
    assert not Ground(flat, corner.radius, [corner]).repeats(corner)


def test_cloth_raises_no_question_and_tokens_on_it_are_still_read() -> None:
    tokens = [Laid("ink", -60, 30, 20.0), Laid("corn", 0, 30, 80.0), Laid("herb", 60, 30, 140.0)]
    found = TokenReader(token_catalogue()).read(*table(tokens, CLOTH), ())
    assert {one.id for one in found if one.is_sure} == {"ink", "corn", "herb"}
    assert sum(not one.is_sure for one in found) == 0


def test_a_squarish_token_beside_more_squares_than_there_are_tokens_is_still_a_question() -> None:
    """A wine-red one on rattan, between the dark gaps of which it is squarish, went with forty brown strands that are none."""
    flat, looks = flat_of(*table([Laid("ink", 0.0, 0.0, 0.0, True)], CLOTH)), RoundLooks(token_catalogue().looks, FitParams())
    tints = Tints(lambda: dict.fromkeys(looks.ids, 2.0))
    token, *squares = (replace(seen_at(flat, x, y, rim=0.83), square=0.13, tints=tints) for x, y in ((0.0, 0.0), *SQUARES))
    verdict, ground = TokenVerdict(looks, TokenParams(), [token, *squares]), Ground(flat, token.radius, [token, *squares])
    asked = [(one, Detection("token", quads_of(one, 0, flat)[0], why="its rim"), False) for one in (token, *squares)]
    assert [sight is token for sight, _ in without_ground(asked, verdict, ground)] == [True]


SQUARES = [(97.5 - 30.0 * (k % 4), 52.5 - 60.0 * (k // 4)) for k in range(5)]
"""Millimetres from the middle of the table to some squares of that cloth."""


def test_print_in_a_shadow_is_print_and_a_token_is_none() -> None:
    pink, green = np.array([0.8, 0.4, 0.5], np.float32), np.array([0.05, 0.3, 0.1], np.float32)
    assert _is_shaded(np.float32(0.5) * pink, pink, 0.05)
    assert not _is_shaded(green, pink, 0.05)


@pytest.mark.parametrize(("colour", "square_px"), [((110, 45, 70), 36), ((100, 20, 50), 36), ((120, 50, 75), 48)])
def test_plain_tokens_on_a_cloth_of_nearly_their_colour_are_named_and_no_square_is(colour: tuple[int, int, int], square_px: int) -> None:
    laid = [Laid("beet", x, y, 0.0, True) for x, y in ((-40.0, 0.0), (3.0, 5.0), (45.0, -22.0), (97.0, 30.0))]
    found = TokenReader(token_catalogue()).read(*table(laid, checked(square_px, colour, (235, 230, 225))), ())
    assert [one.id for one in found] == ["beet"] * 4
    for token in laid:
        assert any(one.centre_mm and np.hypot(one.centre_mm[0] - token.x, one.centre_mm[1] - token.y) < 2.0 for one in found)


def test_a_square_of_cloth_that_something_rounds_off_is_asked_about_where_only_its_colour_names_it() -> None:
    flat = flat_of(*table([Laid("ink", 0.0, 0.0, 0.0, True)], CLOTH))
    looks = RoundLooks(token_catalogue().looks, FitParams())
    square, token = seen_at(flat, 97.5, 52.5, rim=0.83), seen_at(flat, 0.0, 0.0, rim=0.83)
    whole = replace(square, rim=0.9)
    for sight, is_named in ((square, False), (token, True), (whole, True)):
        quad = quads_of(sight, 0, flat)[0]
        named = Detection("token", quad, "beet", 0.9)
        ((_, one),) = without_ground(
            [(sight, named, False)], TokenVerdict(looks, TokenParams(), [sight]), Ground(flat, sight.radius, [sight])
        )
        assert (one.id, bool(one.why)) == (("beet", False) if is_named else (None, True))


@pytest.mark.parametrize(("many", "left"), [(4, 4), (8, 0)])
def test_more_rounder_parts_of_a_pattern_than_may_be_tokens_are_no_questions(many: int, left: int) -> None:
    """Wicker's weave has as much of a rim as tokens of the wood's colour; of a few in a cloth's colour each is asked about."""
    flat, looks = flat_of(*table([], CLOTH)), RoundLooks(token_catalogue().looks, FitParams())
    sights = [seen_at(flat, 97.5 - 30.0 * (k % 4), 52.5 - 60.0 * (k // 4), rim=0.83) for k in range(many)]
    verdict, ground = TokenVerdict(looks, TokenParams(), sights), Ground(flat, sights[0].radius, sights)
    asked = [(one, Detection("token", quads_of(one, 0, flat)[0], why="its colour"), False) for one in sights]
    assert len(without_ground(asked, verdict, ground)) == left
    named = [(one, Detection("token", quads_of(one, 0, flat)[0], "beet", 0.9), False) for one in sights]
    assert len(without_ground(named, verdict, ground)) == many, "what bore a name is asked about"


@pytest.mark.parametrize(
    ("many", "likeness", "is_on_cloth", "is_named"),
    [(30, 0.8, False, False), (20, 0.8, False, True), (30, 0.93, False, True), (8, 0.8, True, False), (4, 0.8, True, True)],
)
def test_more_vague_prints_of_a_kind_than_tables_have_tokens_are_the_ground(
    many: int, likeness: float, is_on_cloth: bool, is_named: bool
) -> None:
    """Of three kinds of a box of dyed wood one was seen in 87 strands of rattan; and a few such that are found again are strands, too."""
    flat, looks = flat_of(*table([], CLOTH if is_on_cloth else (150, 140, 128))), RoundLooks(token_catalogue().looks, FitParams())
    places = [(97.5 - 30.0 * (k % 7), 52.5 - 15.0 * (k // 7 * (4 if is_on_cloth else 1))) for k in range(many)]
    sights = [replace(seen_at(flat, x, y, rim=0.75), likeness={0: likeness}, tints=Tints(lambda: {"herb": 2.0})) for x, y in places]
    verdict, ground = TokenVerdict(looks, TokenParams(), sights), Ground(flat, sights[0].radius, sights)
    told = without_ground([(one, Detection("token", quads_of(one, 0, flat)[0], "herb", 0.9), False) for one in sights], verdict, ground)
    assert [one.is_sure for _, one in told if one.is_sure] == [True] * (many if is_named else 0)


def test_on_a_plate_neither_cloth_nor_cards_edges_are_and_what_has_a_tokens_colour_is_asked_about() -> None:
    """A wide lens left little of the rims of two tokens on a platter: nobody was asked about them."""
    flat = flat_of(*table([Laid("beet", 0.0, 0.0, 0.0, True)], CLOTH))
    looks, token = RoundLooks(token_catalogue().looks, FitParams()), seen_at(flat, 97.5, 52.5)
    plate = Around(plates=((token.x, token.y, 5 * token.radius),))
    gone_on = replace(token, open=np.arange(32) < 8, tints=Tints(lambda: {"beet": 0.8}))
    for sight, around, is_asked in ((token, Around(), False), (token, plate, True), (gone_on, Around(), False), (gone_on, plate, True)):
        one = Detection("token", quads_of(sight, 0, flat)[0], why="too little of its rim shows")
        verdict = TokenVerdict(looks, TokenParams(), [sight], around)
        assert len(without_ground([(sight, one, False)], verdict, Ground(flat, sight.radius, [sight]))) == is_asked
    bare = replace(gone_on, tints=Tints(lambda: {"beet": 2.0}))
    one = Detection("token", quads_of(bare, 0, flat)[0], why="too little of its rim shows")
    assert not without_ground([(bare, one, False)], TokenVerdict(looks, TokenParams(), [bare], plate), Ground(flat, bare.radius, [bare]))


def test_where_much_is_burnt_out_every_look_is_compared_as_the_picture_clips_it() -> None:
    places = ((-40.0, 0.0), (40.0, 0.0))
    frame, plane = table([Laid("corn", *at, is_plain=True) for at in places], lamp=(0.8, 0.8, 0.8))
    burnt = frame.rgb.copy()
    burnt[:, :640] = np.clip(burnt[:, :640].astype(int) + np.array([120, 110, 20]), 0, 255)
    flat, looks = flat_of(Frame(burnt, 0.0), plane), RoundLooks(token_catalogue().looks, FitParams())
    ones = np.ones((2, 3), np.float32)
    middles = np.concatenate([at_mm(flat, *at) for at in places])
    spots = Spots(flat, middles, 8.0 * flat.px_per_mm, ones, 0 * ones, ones[:, :2], np.full(2, None, object))
    found = Explainer(looks, TokenParams()).explain(spots, 3.0)
    assert [(one.burnt > 0.25, len(one.costs)) for _, one in sorted(found.items())] == [(True, len(looks.ids)), (False, 4)]


@pytest.mark.parametrize(
    ("tint", "others", "is_named"),
    [
        (6.0, 0.74, False),
        (3.0, 0.74, True),
        (6.0, 0.66, False),
        (3.0, 0.66, True),
        (6.0, 0.58, True),
        (3.7, 0.74, False),
        (3.7, 0.66, True),
    ],
)
def test_a_rounder_chip_among_others_is_asked_about_unless_it_has_about_a_tokens_colour(tint: float, others: float, is_named: bool) -> None:
    """Of terrazzo's chips, which are many, one is nearly round: it was told as a black token, and so was a tartan's green square."""
    flat, looks = flat_of(*table([], (150, 140, 128))), RoundLooks(token_catalogue().looks, FitParams())

    def chip(n: int, rim: float) -> Sight:
        sight = replace(seen_at(flat, 97.5 - 30.0 * n, 52.5, rim=rim), best=1, costs={1: 2.5}, turns={1: 0}, likeness={1: 0.0})
        return replace(sight, tints=Tints(lambda: {"beet": tint if n == 0 else 6.0}))

    sights = [chip(0, 0.82), *(chip(n, others) for n in range(1, 7))]
    verdict = TokenVerdict(looks, TokenParams(), sights)
    ((_, one),) = without_ground(
        [(sights[0], Detection("token", quads_of(sights[0], 1, flat)[0], "beet", 0.9), False)],
        verdict,
        Ground(flat, sights[0].radius, sights),
    )
    assert one.is_sure is is_named
