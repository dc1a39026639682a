"""What a table bears, such as a printed mat, veins of a stone or spots, is no token with a name."""

from dataclasses import replace
from functools import partial

import numpy as np
import pytest

from tests.vision.tokens.sights import sighted, verdict_of_rose_and_beet
from tests.vision.tokens.test_bare_prints import bare_table, verdict_of_plain_ones
from vision.observation import Detection
from vision.tokens.discs import ANGLES
from vision.tokens.ground import without_ground
from vision.tokens.oneplace import heaps_said
from vision.tokens.params import TokenParams
from vision.tokens.repeats import Ground
from vision.tokens.rounds import Circle
from vision.tokens.setting import Around
from vision.tokens.sight import Sight, Tints, quads_of
from vision.tokens.spots import glared
from vision.tokens.verdict import TokenVerdict

PLAIN = {0: 0.1, 1: 0.1}


def disc(own: float, other: float, rim: float = 0.83, cost: float = 1.9) -> Sight:
    """A rose without a print that lies on no card; its colour's cost, and that of a beet's."""
    tints = Tints(lambda: {"rose": own, "beet": other})
    return sighted(rim=rim, costs={0: cost, 1: cost + 4.5}, likeness=PLAIN, tints=tints, is_clear=False)


def test_a_patch_of_a_printed_mat_in_a_colour_like_no_tokens_is_a_question() -> None:
    """A violet patch between two cards and two others was a blue token: its light was that of one, its grey levels were far off."""
    found = verdict_of_plain_ones().detection(disc(19.3, 53.7), bare_table())
    assert found is not None and found.why == "its colour cannot be told in this light"
    assert verdict_of_plain_ones().is_sure(disc(3.0, 53.7))


def rough(cost: float = 6.1, gap: float = 2.4) -> Sight:
    """A drop of a paisley cloth, roughly of a rose's colour and hardly less of a beet's."""
    return replace(disc(3.1, 6.0, rim=0.92, cost=cost), costs={0: cost, 1: cost + gap})


def test_amid_more_round_outlines_than_are_looked_at_what_is_roughly_of_a_kind_has_no_name() -> None:
    usual = verdict_of_plain_ones()
    crowded = TokenVerdict(usual.looks, usual.params, (), Around(part=0.0))
    found = crowded.detection(rough(), bare_table())
    assert usual.is_sure(rough()) and found is not None and found.why == "does not quite look like any token"
    for token in (rough(cost=2.0, gap=1.5), rough(gap=6.0)):
        assert crowded.is_sure(token), "it is of one kind, or clearly of no other"


def test_there_it_has_one_on_a_card_or_a_plate() -> None:
    usual = verdict_of_plain_ones()
    on_plate = TokenVerdict(usual.looks, usual.params, (), Around(part=0.0, plates=((200.0, 200.0, 90.0),)))
    assert on_plate.is_sure(rough())
    crowded, on_card = TokenVerdict(usual.looks, usual.params, (), Around(part=0.0)), replace(rough(), printed=40.0, own=0.2)
    assert usual.is_sure(on_card) and crowded.is_sure(on_card)


def among(*usual: float, plates: tuple[Circle, ...] = ()) -> TokenVerdict:
    """Of plain ones beside tokens whose prints show sharply, the colour of each of which costs so much."""
    tints = [Tints(partial(dict, rose=cost, beet=20.0)) for cost in usual]
    printed = [sighted(rim=0.9, costs={0: 2.0, 1: 9.0}, likeness={0: 0.95, 1: 0.3}, tints=one) for one in tints]
    plain = verdict_of_plain_ones()
    return TokenVerdict(plain.looks, plain.params, printed, Around(plates=plates))


def test_a_round_print_of_the_table_that_is_only_fairly_like_a_token_is_a_question() -> None:
    """Cherries on an oilcloth, round and red, were copper tokens: nine in one picture, beside real ones with a tenth of their tint."""
    verdict, cherry = among(0.3, 0.4), disc(4.5, 19.4, rim=0.94, cost=4.7)
    found = verdict.detection(cherry, bare_table())
    assert found is not None and found.why == "its colour cannot be told in this light"
    assert verdict.is_sure(disc(4.5, 19.4, rim=0.94, cost=2.3)), "it looks like a token"
    assert verdict.is_sure(disc(4.5, 53.7, rim=0.94, cost=4.7)), "no other kind comes near"
    assert verdict.is_sure(disc(0.9, 5.6, rim=0.94, cost=4.7)), "that is its colour"
    assert verdict.is_sure(replace(cherry, printed=19.0)), "on a card it hides print"
    assert among(0.3, 0.4, plates=((200.0, 200.0, 80.0),)).is_sure(cherry), "nothing else that is round lies on a plate"


@pytest.mark.parametrize(("usual", "is_named"), [((0.4,), False), ((0.3, 0.4, 9.0), False), ((3.0,), True), ((), True)])
def test_what_colours_cost_in_a_picture_tokens_tell_whose_prints_show(usual: tuple[float, ...], is_named: bool) -> None:
    """White tokens with a ring: all their colours are as far off as that of a plain one. Where no print shows nobody knows."""
    assert among(*usual).is_sure(disc(4.5, 19.4, rim=0.94, cost=4.7)) is is_named


def test_gloss_burnt_out_light_and_a_card_below_explain_odd_grey_levels() -> None:
    verdict, odd = verdict_of_plain_ones(), disc(13.0, 53.7, rim=0.97)
    assert not verdict.is_sure(odd)
    assert verdict.is_sure(replace(odd, veil=0.3))
    assert verdict.is_sure(replace(odd, burnt=0.5, firm=3.0))
    assert verdict.is_sure(replace(odd, printed=9.0))


def test_a_plain_disc_of_two_colours_without_a_whole_rim_is_a_question() -> None:
    """A chip of a stone, half red and half blue, was a wine-red token; so was a corner of a striped back."""
    verdict = verdict_of_plain_ones()
    motley = disc(2.7, 25.2, cost=6.3)
    found = verdict.detection(replace(motley, bright=0.7), bare_table())
    assert found is not None and found.why == "does not quite look like any token"
    assert verdict.is_sure(replace(motley, bright=0.7, rim=0.92)), "what has a whole rim is no corner"
    assert verdict.is_sure(replace(disc(2.7, 25.2, cost=3.9), bright=0.95)), "a line on a plain side costs so much"


def test_veins_of_a_stone_that_look_like_a_print_are_a_question() -> None:
    tints = Tints(lambda: {"rose": 9.6, "beet": 10.5})
    veins = replace(sighted(rim=0.73, costs={0: 7.8, 1: 9.6}, likeness={0: 0.73, 1: 0.5}, tints=tints), bright=0.3)
    verdict = verdict_of_rose_and_beet()
    found = verdict.detection(veins, bare_table())
    assert found is not None and found.why == "print and colour do not go together"
    assert verdict.is_sure(replace(veins, likeness={0: 0.91, 1: 0.5})), "a sharp print needs no colour"
    assert verdict.is_sure(replace(veins, tints=Tints(lambda: {"rose": 2.0, "beet": 10.5}))), "that is its colour"
    assert verdict.is_sure(replace(veins, rim=0.85)), "and that has a rim"


def test_a_blotch_on_which_no_print_shows_has_to_have_its_colour_whatever_side_it_resembles() -> None:
    """Marble between two cards in a shaken picture, and veins in a levelled one, were the printed side of a wine-red token."""
    blotch = sighted(
        rim=0.77, costs={0: 6.9, 1: 9.1}, likeness={0: 0.54, 1: 0.46}, tints=Tints(lambda: {"rose": 5.3, "beet": 9.5}), is_clear=False
    )
    verdict = verdict_of_rose_and_beet()
    assert not verdict.is_sure(blotch)
    assert verdict.is_sure(replace(blotch, tints=Tints(lambda: {"rose": 4.0, "beet": 9.5})))
    assert verdict.is_sure(replace(blotch, rim=0.87)), "a whole rim speaks for a token"


def test_what_only_light_and_grey_levels_together_name_has_a_fair_colour_or_a_whole_rim() -> None:
    """A blotch of marble was a wine-red token, and a finger a green one, in pictures whose light was levelled out."""
    verdict, tints = verdict_of_plain_ones(), Tints(lambda: {"rose": 2.6, "beet": 6.1})
    blotch = sighted(rim=0.82, costs={0: 3.0, 1: 4.8}, likeness=PLAIN, tints=tints, is_clear=False)
    assert not verdict.is_sure(blotch)
    assert verdict.is_sure(replace(blotch, rim=0.86))
    assert verdict.is_sure(replace(blotch, tints=Tints(lambda: {"rose": 1.8, "beet": 5.0})))
    assert verdict.is_sure(replace(blotch, tints=Tints(lambda: {"rose": 2.8, "beet": 7.9})))


def test_what_has_hardly_more_rim_than_many_blotches_of_the_ground_is_a_question() -> None:
    """A grey blotch of marble beside a card's edge was a silver token."""
    verdict = verdict_of_plain_ones()
    token, round_one = disc(0.4, 5.9, rim=0.7, cost=3.0), replace(disc(0.4, 5.9, rim=0.86), x=60.0)
    blotches = [replace(disc(3.0, 3.5, rim=0.62), x=60.0 + 40.0 * n, y=60.0) for n in range(5)]

    def told(*others: Sight) -> list[bool]:
        sights = (token, round_one, *others)
        judged = [(one, verdict.detection(one, bare_table()), False) for one in (token, round_one)]
        return [
            one.is_sure for _, one in without_ground([(s, d, b) for s, d, b in judged if d], verdict, Ground(bare_table(), 12.0, sights))
        ]

    assert told() == [True, True]
    assert told(*blotches) == [False, True]
    assert told(*blotches[:4]) == [True, True], "a few may be by chance"
    assert told(*(replace(one, rim=0.55) for one in blotches)) == [True, True], "and of many far worse ones none is like it"
    assert told(*(replace(blotches[0], x=60.0 + n) for n in range(5))) == [True, True], "one place counts once"


def test_so_is_what_is_a_little_like_a_print_in_a_light_that_hardly_names_it() -> None:
    """Strands of rattan with a dark gap between them were orange tokens of wood that bear a burnt print: sixteen in one picture."""
    verdict, tints = verdict_of_rose_and_beet(), Tints(lambda: {"rose": 0.5, "beet": 11.0})
    strand = sighted(rim=0.75, costs={0: 5.0, 1: 6.0}, likeness={0: 0.6, 1: 0.2}, tints=tints, is_clear=False)
    token = replace(strand, x=60.0, costs={0: 3.0, 1: 20.0})
    others = [replace(strand, rim=0.7, x=60.0 + 40.0 * n, y=60.0) for n in range(5)]

    def told(*others: Sight) -> list[bool]:
        sights = (strand, token, *others)
        judged = [(one, Detection("token", quads_of(one, 0, bare_table())[0], "rose", 0.9), False) for one in (strand, token)]
        return [one.is_sure for _, one in without_ground(judged, verdict, Ground(bare_table(), 12.0, sights))]

    assert verdict.is_sure(strand) and verdict.is_sure(token)
    assert told(*others[:4]) == [True, True], "a few may be by chance"
    assert told(*others) == [False, True], "in its light the other is a rose by far"


def test_a_cards_own_print_in_the_dark_is_no_token() -> None:
    """An appetite's fine lines faded in the evening, and a token's print came a little nearer than the card's own."""
    tints = Tints(lambda: {"rose": 0.8, "beet": 11.2})
    seen = sighted(rim=0.88, costs={0: 8.4, 1: 10.7}, likeness={0: 0.72, 1: 0.55}, tints=tints)
    print_ = replace(seen, own=0.83, on_print=0.46, printed=2.4)
    verdict = verdict_of_rose_and_beet()
    assert not verdict.is_sure(print_)
    assert verdict.is_sure(replace(print_, printed=5.5)), "the card explains it no better by far"
    assert verdict.is_sure(replace(print_, on_print=0.2)), "what shows is not its print"


def test_a_disc_whose_outline_does_not_show_beside_a_token_it_overlaps_is_a_question() -> None:
    """On a dark card a dark token in its place, and another one aside of it that was only darkness."""
    open_ = np.zeros(ANGLES, np.bool_)
    open_[: ANGLES // 3] = True
    quad = ((0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0))
    seen = disc(0.1, 9.0)
    vague = replace(seen, x=seen.x + 13.6, hides=True, open=open_)
    named = Detection("token", quad, "rose", 0.99)
    told = heaps_said([(seen, named), (vague, named)])
    assert [one.id for one in told] == ["rose", None] and told[1].why == "tokens lie on each other: spread these"
    assert all(one.is_sure for one in heaps_said([(seen, named), (replace(vague, open=~open_ & False), named)])), "both outlines show"
    assert all(one.is_sure for one in heaps_said([(seen, named), (replace(vague, x=seen.x + 30), named)])), "it lies apart"


def test_a_plain_disc_in_its_own_colour_that_hides_a_cards_print_is_no_ground_though_the_card_goes_on_around() -> None:
    """A dark token on a dark card, beside one that overlapped it, was left out without a question: of its rim .71 showed."""
    verdict, open_ = verdict_of_plain_ones(), np.zeros(ANGLES, np.bool_)
    open_[: ANGLES // 6] = True
    vague = replace(disc(0.7, 3.2, rim=0.71, cost=2.5), printed=3.1, on_print=0.34, own=0.36, open=open_)

    def told(sight: Sight) -> list[str]:
        found = verdict.detection(sight, bare_table())
        assert found is not None
        return [one.why for _, one in without_ground([(sight, found, False)], verdict, Ground(bare_table(), 12.0, [sight]))]

    assert told(vague) == ["too little of its rim shows"]
    assert told(replace(vague, own=0.88)) == [], "the card's lines show"
    assert told(replace(vague, tints=Tints(lambda: {"rose": 3.5, "beet": 6.0}))) == [], "a shadow has no token's colour"


def test_the_more_of_what_lies_around_is_burnt_out_the_less_is_known_of_the_light() -> None:
    """In a tube's mirror image a green token was a silver one: of what lay around it .29 was burnt out, and .3 counted as glare."""
    params = TokenParams()
    low, high = params.burnt_around
    told = glared(np.array([0.0, low, 0.29, high, 1.0], np.float32), params)
    assert told[:2].tolist() == [1.0, 1.0] and told[3:].tolist() == [params.glared] * 2
    assert 1 + 0.8 * (params.glared - 1) < float(told[2]) < params.glared
