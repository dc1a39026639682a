"""What named tokens tell of the light of their neighbours, and what little is left of a colour where a disc is burnt out or shines."""

from dataclasses import replace
from types import SimpleNamespace
from typing import cast

import numpy as np
import pytest

from tests.vision.token_tables import SIZE_MM, Laid, table, token_catalogue, token_picture
from tests.vision.tokens.sights import sighted, verdict_of_rose_and_beet
from tests.vision.tokens.test_gloss import BLOT
from vision.looks.catalogue import look_of
from vision.tokens.discs import ANGLES, DiscParams, Flat, Floats, flatten, rim
from vision.tokens.explainer import Explainer
from vision.tokens.ground import _goes_on
from vision.tokens.looks import FitParams, RoundLooks
from vision.tokens.params import TokenParams
from vision.tokens.reader import _in_both, _reviewed
from vision.tokens.relight import _lights, relit
from vision.tokens.setting import Around
from vision.tokens.sight import Sight, Tints
from vision.tokens.spots import Spots
from vision.tokens.verdict import TokenVerdict


def looks_of(*ids: str, is_plain: bool = True) -> RoundLooks:
    return RoundLooks([look_of(token_picture(id, is_plain), id, "token", (SIZE_MM, SIZE_MM)) for id in ids], FitParams())


def test_gloss_may_be_less_than_what_was_taken_off() -> None:
    """Half of what neighbours showed lies on a dark red: by too much taken off it is no less itself."""
    looks, off = looks_of("beet", "rose"), np.full(1, 0.4, np.float32)
    seen: Floats = np.asarray(looks.discs[:1] - np.float32(0.2), np.float32)
    held, free = looks.fit(seen), looks.fit(seen, off=off)
    assert free.cost[0, 0] < 1 < held.cost[0, 0] and free.veil[0, 0] == pytest.approx(-0.2, abs=0.02)
    assert looks.fit(seen, off=np.full(1, 0.1, np.float32)).veil[0, 0] == pytest.approx(-0.1), "not less than none"
    one, firm = np.zeros(1, np.int64), np.ones((1, 2), np.float32)
    clipped = [looks.exact(seen, np.full((1, 3), 0.9, np.float32), one, one, firm, off=each) for each in (None, off)]
    assert clipped[1].cost[0] < 1 < clipped[0].cost[0]


def test_a_print_tells_one_brightness_in_the_lamps_colour_however_little_contrast_it_has_in_one() -> None:
    """A rose is nearly as red as paper: there noise is as strong as its print."""
    looks = looks_of("rose", is_plain=False)
    ones, rng = np.ones((1, 3), np.float32), np.random.default_rng(5)
    spots = cast(Spots, SimpleNamespace(white=ones, veil=0 * ones, ceiling=3 * ones))
    sight = cast(Sight, SimpleNamespace(bright=1.2, veil=0.2, best=0, turns={0: 0}))
    off = np.array([0.3, 0.0, 0.0]) * (looks.discs[0][..., :1] - looks.discs[0][..., :1].mean())
    shown = 0.8 * looks.discs[0] + 0.4 + off + rng.normal(0, 0.01, looks.discs[0].shape)
    told = _lights(spots, [sight], np.asarray(shown[None], np.float32), looks)
    assert told[0] == pytest.approx(np.array([[0.8] * 3, [0.4] * 3]), abs=0.08)


def test_of_a_gloss_that_was_taken_off_a_print_may_show_less() -> None:
    looks, ones = looks_of("beet", is_plain=False), np.ones((1, 3), np.float32)
    spots = cast(Spots, SimpleNamespace(white=ones, veil=0.5 * ones, ceiling=ones))
    sight = cast(Sight, SimpleNamespace(bright=1.0, veil=-0.3, best=0, turns={0: 0}))
    shown = np.asarray(0.4 * looks.discs[0] - np.float32(0.3), np.float32)
    assert _lights(spots, [sight], shown[None], looks)[0] == pytest.approx(np.array([[0.4] * 3, [0.2] * 3]), abs=0.04)


def test_what_is_burnt_out_tells_its_neighbours_no_light() -> None:
    frame, plane = table([Laid("beet", 0, 0, 0, True), Laid("rose", 20, 0, 0, True), Laid("rose", 40, 0, 0, True)])
    flat = flatten(frame.rgb, plane, SIZE_MM, DiscParams())
    assert flat is not None
    at = [np.linalg.inv(flat.to_mm) @ (x, 0.0, 1.0) for x in (0.0, 20.0, 40.0)]
    middles, ones = np.array([one[:2] for one in at], np.float32), np.ones((3, 3), np.float32)
    spots = Spots(flat, middles, 8.0 * flat.px_per_mm, ones, 0 * ones, np.ones((3, 2), np.float32), np.full(3, None, object))
    beet, near, far = (replace(BLOT, x=float(x), y=float(y), rim=0.9) for x, y in middles)
    far = replace(far, bright=0.5)
    looks, params = looks_of("rose", "beet"), TokenParams()
    sights = {0: beet, 1: replace(near, bright=0.9, burnt=1.0), 2: far}
    told = relit(spots, sights, {1: sights[1], 2: far}, set(), looks, params)
    assert told.white[0] == pytest.approx(np.full(3, 0.5))
    assert relit(spots, sights, {1: sights[1]}, set(), looks, params).among == ()


def test_a_sharp_print_is_named_through_gloss_that_leaves_no_colour_to_go_by() -> None:
    sight = sighted(
        rim=0.8, costs={0: 25.0, 1: 35.0}, likeness={0: 0.97, 1: 0.8}, tints=Tints(lambda: {"rose": 50.0, "beet": 70.0}), veil=1.0
    )
    verdict = verdict_of_rose_and_beet()
    assert verdict.is_sure(sight)
    assert not verdict.is_sure(replace(sight, veil=0.05)), "a marker cut by the picture's edge has a print, too"
    assert not verdict.is_sure(replace(sight, likeness={0: 0.88, 1: 0.6})), "that of another kind may be as clear"


def test_what_is_burnt_out_is_named_where_its_neighbours_tell_the_light_and_else_asked_about() -> None:
    sight = sighted(
        rim=0.9,
        costs={0: 1.0, 1: 12.0},
        likeness={0: 0.1, 1: 0.1},
        tints=Tints(lambda: {"rose": 0.5, "beet": 30.0}),
        burnt=1.0,
        is_clear=False,
    )
    looks = verdict_of_rose_and_beet().looks
    verdict = TokenVerdict(looks, TokenParams(), [], Around(is_dazzled=True))
    assert verdict.is_sure(sight) and not verdict.is_sure(replace(sight, firm=TokenParams().dazzled))


def test_what_is_burnt_out_and_another_kind_in_its_neighbours_light_is_a_question() -> None:
    verdict = verdict_of_rose_and_beet()
    before = sighted(
        rim=0.9,
        costs={0: 2.0, 1: 9.0},
        likeness={0: 0.1, 1: 0.1},
        tints=Tints(lambda: {"rose": 1.0, "beet": 60.0}),
        burnt=0.95,
        is_clear=False,
    )
    other = replace(before, best=1, costs={1: 6.0}, tints=Tints(lambda: {"rose": 60.0, "beet": 1.0}))
    assert verdict.is_sure(before) and verdict.is_sure(before.beside(other))
    assert not verdict.is_sure(_in_both(before, other, verdict))
    assert verdict.is_sure(_in_both(replace(before, burnt=0.1), other, verdict))


def test_what_half_shows_a_tokens_print_and_nothing_of_the_cards_is_not_printed_there() -> None:
    """Glare leaves of either hardly more than paper, which explains about as much."""
    sight = sighted(
        rim=0.82, costs={0: 5.6, 1: 12.2}, likeness={0: 0.57, 1: 0.37}, tints=Tints(lambda: {"rose": 3.5, "beet": 10.9}),
        veil=0.28, burnt=0.94, is_clear=False,
    )  # fmt: skip
    verdict, on_card = verdict_of_rose_and_beet(), replace(sight, printed=4.6)
    assert verdict.is_sure(on_card)
    assert not verdict.is_sure(replace(on_card, on_print=0.35))
    assert not verdict.is_sure(replace(on_card, likeness={0: 0.43, 1: 0.1})), "an empty appetite is as much like a token"


@pytest.mark.parametrize(("off_x", "off_y"), [(3, -4), (3, 4), (4, -4)])
def test_a_print_is_looked_for_where_beside_its_place_that_of_another_kind_seems_likelier(off_x: float, off_y: float) -> None:
    """A shadow's rim may hold a disc so far aside; a rose is seen there."""
    frame, plane = table([Laid("rose", 0, 0, 300)])
    flat = flatten(frame.rgb, plane, SIZE_MM, DiscParams())
    assert flat is not None
    looks, params = RoundLooks(token_catalogue().looks, FitParams()), TokenParams()
    explainer, middle = Explainer(looks, params), (np.linalg.inv(flat.to_mm) @ (0.0, 0.0, 1.0))[:2]
    at, radius, ones, number = (
        np.asarray(middle + np.array([off_x, off_y]), np.float32)[None],
        8 * flat.px_per_mm,
        np.ones((1, 3), np.float32),
        np.zeros(1, int),
    )
    spots = Spots(flat, at, radius, 0.8 * ones, 0 * ones, np.ones((1, 2), np.float32), np.full(1, None, object))
    seen = explainer._glance(spots, number, at[:, None], rim(flat, at[:, None], radius, params.discs))
    best = int(seen.worth(params).argmin())
    assert seen.likeness[0, best] < params.some_likeness <= seen.likeness.max() and seen.cost[0, best] > params.most_cost
    led = explainer._led(spots, number, seen)
    best = int(led.worth(params).argmin())
    assert looks.ids[best] == "rose" and led.cost[0, best] < 2 and np.hypot(*(led.place[0, best] - middle)) < 2


def test_what_is_burnt_out_and_half_shows_a_print_is_asked_about_where_the_card_seems_to_go_on() -> None:
    """Glare has burnt token and card alike; an empty appetite is no more like a token than like itself."""
    few: np.ndarray[tuple[int], np.dtype[np.bool_]] = np.arange(ANGLES) < ANGLES // 5
    sight = sighted(
        rim=0.77,
        costs={0: 5.4, 1: 11.9},
        likeness={0: 0.52, 1: 0.3},
        tints=Tints(lambda: {"rose": 3.9, "beet": 10.2}),
        burnt=0.96,
        is_clear=False,
    )
    on_card, none = replace(sight, printed=3.0, on_print=0.29, open=few), np.zeros((0, 2), np.float32)
    assert not _goes_on(on_card, none, TokenParams())
    assert _goes_on(replace(on_card, likeness={0: 0.4, 1: 0.3}), none, TokenParams())
    assert _goes_on(replace(on_card, on_print=0.6), none, TokenParams())
    assert _goes_on(replace(on_card, burnt=0.2), none, TokenParams())


@pytest.mark.parametrize("bright", [1.0, 0.54])
def test_a_printed_ring_in_the_shade_is_no_plain_token_of_its_colour(bright: float) -> None:
    """In the shade light hardly tells kinds apart, nor one colour from two; most of what is seen there has the ring's grey level."""
    looks = looks_of("ink", "beet")
    verdict = TokenVerdict(looks, TokenParams())
    token = sighted(
        rim=0.88, costs={0: 2.9, 1: 3.5}, likeness={0: 0.0, 1: 0.0}, tints=Tints(lambda: {"ink": 5.8, "beet": 16.0}), is_clear=False
    )
    fit = TokenParams().fit
    shade = ((bright - 1) / fit.bright_spread) ** 2 + TokenParams().rim_worth * (1 - token.rim)
    ring, plain = (replace(token, bright=bright, costs={0: shade + misfit, 1: shade + misfit + 0.6}) for misfit in (8.0 * bright**2, 0.2))
    assert verdict.is_sure(plain) and not verdict.is_sure(ring)


class Turned(Explainer):
    """Sees every disc that it is asked about as a plain beet."""

    def explain(self, spots: Spots, reach_px: float) -> dict[int, Sight]:
        seen = replace(BLOT, rim=0.9, best=3, costs={1: 9.0, 3: 2.0}, tints=Tints(lambda: {"rose": 60.0, "beet": 1.0}))
        return dict.fromkeys(spots.numbers, seen)


def test_what_a_little_names_is_held_against_plain_neighbours_that_show_no_gloss(monkeypatch: pytest.MonkeyPatch) -> None:
    """Blurred prints beside it seem to lie in as much gloss as it needs to be a rose; of plain tokens there nobody sees any."""
    looks, params = RoundLooks(token_catalogue(("rose", "beet")).looks, FitParams()), TokenParams()
    verdict, none = TokenVerdict(looks, params), dict.fromkeys(range(4), 0.1)
    colours = Tints(lambda: {"rose": 1.0, "beet": 9.0})
    either = replace(sighted(rim=0.9, costs={1: 2.0, 3: 3.5}, likeness=none, tints=colours, is_clear=False), best=1, veil=0.2)
    plain = replace(either, veil=0.0, costs={1: 1.0, 3: 30.0})
    printed = replace(plain, best=0, costs={0: 1.0, 2: 30.0}, likeness=none | {0: 0.95}, is_clear=True)
    assert verdict.is_sure(either) and verdict.is_narrow(either)
    spots = Spots(
        cast(Flat, None), np.zeros((3, 2), np.float32), 12.0, np.ones((3, 3), np.float32), np.zeros((3, 3), np.float32),
        np.ones((3, 2), np.float32), np.full(3, None, object),
    )  # fmt: skip

    def by_neighbours(spots: Spots, judged: dict[int, Sight], judges: dict[int, Sight], *_: object) -> Spots:
        gloss = 0.2 if 1 in judges else 0.0
        return replace(spots, veil=np.full_like(spots.veil, gloss), among=tuple(n for n in judged if n == 0))

    monkeypatch.setattr("vision.tokens.reader.relit", by_neighbours)
    sights = {0: either, 1: printed, 2: plain}
    assert _reviewed(spots, {0: either, 1: printed}, verdict, Turned(looks, params), params)[1][0] is either
    after = _reviewed(spots, sights, verdict, Turned(looks, params), params)[1]
    assert (after[0].best, after[1], after[2]) == (3, printed, plain)


def test_where_no_paper_shows_gloss_leaves_less_to_go_by() -> None:
    """A pale blue in the shade is a green in gloss, if the lamp is as blue as a brown card's gloss makes it."""
    looks = looks_of("rose", "beet")
    sight = sighted(
        rim=0.9,
        costs={0: 1.8, 1: 3.2},
        likeness={0: 0.1, 1: 0.1},
        tints=Tints(lambda: {"rose": 2.0, "beet": 4.3}),
        veil=0.15,
        is_clear=False,
    )
    papered, paperless = (TokenVerdict(looks, TokenParams(), [], Around(lacks_paper=lacks)) for lacks in (False, True))
    assert papered.is_narrow(sight) and papered.is_sure(sight)
    assert not paperless.is_sure(sight) and paperless.is_sure(replace(sight, veil=0.05))


def test_what_is_mostly_burnt_out_in_gloss_is_a_question_unless_its_neighbours_tell_how_much() -> None:
    """In glare a dark token is a pale one."""
    sight = sighted(
        rim=0.88, costs={0: 2.8, 1: 8.9}, likeness={0: 0.1, 1: 0.1}, tints=Tints(lambda: {"rose": 2.3, "beet": 10.9}),
        veil=0.26, burnt=0.97, is_clear=False,
    )  # fmt: skip
    verdict = TokenVerdict(looks_of("rose", "beet"), TokenParams())
    assert not verdict.is_sure(sight)
    assert not verdict.is_sure(replace(sight, firm=0.5, off=0.13)), "where glare grows they lie in less"
    assert verdict.is_sure(replace(sight, veil=0.1, off=0.2))
    assert verdict.is_sure(replace(sight, burnt=0.6))


def test_a_print_that_lies_on_its_like_is_seen_though_the_cards_lines_seem_to_show() -> None:
    """Laid in the same turn on the appetite that it serves: of 402 bare ones none had both, the likeness and the better fit."""
    looks = RoundLooks(token_catalogue(("rose", "beet")).looks, FitParams())
    sight = sighted(
        rim=0.89, costs={0: 3.2, 2: 7.7}, likeness={0: 0.91, 2: 0.85}, tints=Tints(lambda: {"rose": 1.0, "beet": 40.0}), is_clear=False
    )
    sight, verdict = replace(sight, own=0.91, printed=3.6, on_print=0.8), TokenVerdict(looks, TokenParams())
    assert not verdict._is_nothing(sight, False, False, False)
    assert verdict._is_nothing(replace(sight, likeness={0: 0.6, 2: 0.5}), False, False, False)
    assert verdict._is_nothing(replace(sight, printed=1.5), False, False, False), "the card's own print goes better with what is seen"


def three_roses(lamp: float = 0.8) -> tuple[Spots, RoundLooks]:
    """A rose's print between two plain ones."""
    frame, plane = table([Laid("rose", 0, 0, 0), Laid("rose", 20, 0, 0, True), Laid("rose", -20, 0, 0, True)], lamp=(lamp,) * 3, noise=0.5)
    flat = flatten(frame.rgb, plane, SIZE_MM, DiscParams())
    assert flat is not None
    at = [(np.linalg.inv(flat.to_mm) @ (x, 0.0, 1.0))[:2] for x in (0.0, 20.0, -20.0)]
    ones = np.ones((3, 3), np.float32)
    spots = Spots(
        flat, np.array(at, np.float32), 8.0 * flat.px_per_mm, 0.8 * ones, 0 * ones, np.ones((3, 2), np.float32), np.full(3, None, object)
    )
    return spots, RoundLooks(token_catalogue(("rose", "beet")).looks, FitParams())


def test_gloss_in_a_colour_of_its_own_is_no_lamps(monkeypatch: pytest.MonkeyPatch) -> None:
    """A print that was taken for another kind's seems to lie in it, and would make its neighbours that kind, too."""
    spots, looks = three_roses()
    sights = {n: replace(BLOT, x=float(x), y=float(y), rim=0.9) for n, (x, y) in enumerate(spots.middles)}
    for coloured, told in (((0.1, 0.2, 0.15), (0, 1, 2)), ((0.3, 0.55, 0.4), (1, 2))):
        light = {n: np.array([[0.8] * 3, [0.8 * gloss for gloss in (coloured if n == 0 else (0.1, 0.1, 0.1))]]) for n in (0, 1)}
        monkeypatch.setattr("vision.tokens.relight.lights_of", lambda *_, light=light: light)
        after = relit(spots, sights, {n: sights[n] for n in (0, 1)}, set(), looks, TokenParams())
        assert after.among == (2,)
        assert after.veil[2] == pytest.approx(np.median([coloured, (0.1, 0.1, 0.1)][-len(told) + 1 :], axis=0), abs=1e-3)


def test_amid_what_is_burnt_out_neighbours_that_agree_tell_a_light_less_firmly(monkeypatch: pytest.MonkeyPatch) -> None:
    """Glare grows across them: a pale green token between others on a glaring plate was a silver one."""
    spots, looks = three_roses()
    sights, params = {n: replace(BLOT, x=float(x), y=float(y), rim=0.9) for n, (x, y) in enumerate(spots.middles)}, TokenParams(told_by=2)
    light = {n: np.array([[0.8] * 3, [0.1] * 3]) for n in (0, 1)}
    monkeypatch.setattr("vision.tokens.relight.lights_of", lambda *_: light)
    sure = {n: sights[n] for n in (0, 1)}
    assert relit(spots, sights, sure, set(), looks, params).firm[2].tolist() == [params.firmest] * 2
    glaring = replace(spots, flat=replace(spots.flat, rgb=np.full_like(spots.flat.rgb, 255)))
    assert relit(glaring, sights, sure, set(), looks, params).firm[2].tolist() == [params.firmest * params.glared] * 2


def test_how_much_is_burnt_out_does_not_hang_on_the_gloss_that_neighbours_tell() -> None:
    """Of a disc a little below the brightest that there is; where most is burnt out more is asked of its print."""
    spots, looks = three_roses(lamp=1.0)
    explainer = Explainer(looks, TokenParams())
    spots = replace(spots, among=(0,))
    burnt = [explainer.explain(replace(spots, veil=np.full_like(spots.veil, veil)), 3.0)[0].burnt for veil in (0.0, 0.3)]
    assert 0.05 < burnt[0] == burnt[1]


def test_in_gloss_that_was_taken_off_a_colour_has_to_fit() -> None:
    """A green token in yellow light was a yellow one, to which it is hardly nearer."""
    sight = sighted(
        rim=0.97, costs={0: 6.7, 1: 10.4}, likeness={0: 0.3, 1: 0.3}, tints=Tints(lambda: {"rose": 8.2, "beet": 15.8}), is_clear=False
    )
    verdict = TokenVerdict(looks_of("rose", "beet", is_plain=False), TokenParams())
    assert verdict.margins.tint_over(sight) >= 0
    assert verdict.margins.tint_over(replace(sight, off=0.33)) < 0
    assert verdict.margins.tint_over(replace(sight, off=0.33, tints=Tints(lambda: {"rose": 2.0, "beet": 15.8}))) >= 0
