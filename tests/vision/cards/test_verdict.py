"""Which readings of one picture are kept, and which stand."""

from dataclasses import replace

import numpy as np

from vision.cards.covering import blocks_under
from vision.cards.explained import Explained
from vision.cards.reading import Reading
from vision.cards.settling import contested, settle
from vision.cards.verdict import VerdictParams, confidence, stands
from vision.looks import canon
from vision.looks.canon import COLUMNS, ROWS
from vision.looks.matching import WINDOWS

PARAMS = VerdictParams()
ALL = WINDOWS[0]
LEFT = np.tile(np.arange(COLUMNS) < COLUMNS // 2, (ROWS, 1)).ravel().astype(np.float32)
SURE = Reading(0, canon.CORNERS * 2, 0.93, 1.0, 0.93, 0.9, 1, ALL)


def test_of_two_attempts_at_one_piece_the_one_that_stands_is_kept() -> None:
    doubted = replace(SURE, agreement=0.97, margin=0.05)
    assert stands(SURE, PARAMS) and not stands(doubted, PARAMS)
    assert settle([SURE, doubted], PARAMS) == [SURE]


def test_a_reading_that_stands_never_takes_the_place_of_a_better_one_of_another_look() -> None:
    doubted = replace(SURE, look=1, rival=0, agreement=0.97, margin=0.05)
    assert settle([SURE, doubted], PARAMS) == [doubted]


def test_two_pieces_may_overlap_when_each_rests_on_what_shows_of_it() -> None:
    below = replace(SURE, look=1, share=0.5, shown=LEFT)
    above = replace(SURE, agreement=0.9, quad=canon.CORNERS * 2 + np.array([canon.WIDTH, 0], np.float32))
    assert len(settle([below, above], PARAMS)) == 2
    on_the_same = replace(below, quad=above.quad + np.array([canon.WIDTH, 0], np.float32) * 0.8, agreement=0.89)
    assert settle([above, on_the_same], PARAMS) == [above]


def test_blocks_under_what_shows_of_another_piece() -> None:
    quad = canon.CORNERS.astype(np.float32)
    assert (blocks_under(quad, quad, LEFT) == (LEFT > 0)).all()
    assert (blocks_under(quad, np.roll(quad, -2, 0), LEFT) == (LEFT == 0)).all()
    assert not blocks_under(quad, quad + 1000, ALL).any()


def test_a_faint_rim_is_enough_only_where_no_row_of_print_can_be_off() -> None:
    faint = replace(SURE, rim=0.5)
    assert not stands(faint, PARAMS)
    assert stands(replace(faint, agreement=0.97, share=0.8), PARAMS)
    assert not stands(replace(faint, agreement=0.97, share=0.3), PARAMS)
    assert not stands(replace(faint, agreement=0.97, rim=0.2), PARAMS)


def test_print_that_lies_between_two_looks_is_neither_ones_where_it_is_seen_clearly() -> None:
    between = replace(SURE, margin=0.35, by_print=0.35)
    assert stands(replace(between, by_print=0.5), PARAMS) and not stands(between, PARAMS)
    assert stands(replace(between, agreement=0.78), PARAMS), "blur leaves little between any two"


def test_what_is_clearly_its_own_in_all_that_differs_is_no_third_card() -> None:
    less = replace(SURE, margin=0.65, by_print=0.45, explained=replace(SURE.explained, told=-0.15))
    assert stands(less, PARAMS)
    for odd in (replace(less, margin=0.5), replace(less, margin=0.5, by_print=0.9), replace(less, margin=0.5, explained=SURE.explained)):
        assert not stands(odd, PARAMS)
    nearer = replace(less.explained, parts=-0.2)
    assert not stands(replace(less, explained=nearer), PARAMS), "a part of it is nearer to another: the lower half of a five is a six's"
    assert stands(replace(less, explained=replace(nearer, told=0.0), by_print=0.5), PARAMS)
    assert stands(replace(less, explained=replace(nearer, laden=True)), PARAMS), "in a token's shade it soon is"


def test_no_part_of_a_piece_that_is_seen_clearly_is_nearer_to_anothers_where_its_print_is_hardly_seen() -> None:
    """A six read as an eight: beside all that the two have in common a stroke that only another has, however clear the margin."""
    odd = replace(SURE, margin=0.7, agreement=0.86, explained=Explained(parts=-0.41, printed=0.58))
    assert not stands(odd, PARAMS)
    assert confidence(odd, PARAMS) <= PARAMS.calibration.unexplained
    assert stands(replace(odd, explained=Explained(parts=-0.41, printed=0.8)), PARAMS), "fine lines, each of which is seen"
    assert stands(replace(odd, explained=Explained(parts=0.1, printed=0.58)), PARAMS), "blurred, and its own"
    assert stands(replace(odd, explained=Explained(parts=-0.41, printed=0.58, laden=True)), PARAMS), "in a token's shade"


def test_a_figure_of_which_little_shows_tells_of_no_piece_which_it_is() -> None:
    assert stands(replace(SURE, explained=Explained(figured=0.46)), PARAMS)
    assert not stands(replace(SURE, explained=Explained(figured=0.29)), PARAMS), "the upper end of a two is that of a three"


def test_what_is_coloured_unlike_its_look_over_a_quarter_is_another() -> None:
    """A red figure of which only a purple one was enrolled; shine and a lamp's cast leave a sixth at most."""
    assert stands(replace(SURE, explained=Explained(opposed=0.17)), PARAMS)
    assert not stands(replace(SURE, explained=Explained(opposed=0.24)), PARAMS)


def test_of_a_part_no_block_may_lag_far_behind_the_others() -> None:
    """All of a ten's pips that show are a nine's, too; only the corner is not."""
    part = replace(SURE, share=0.36, shown=LEFT, explained=Explained(uneven=0.43))
    assert not stands(part, PARAMS)
    assert stands(replace(part, explained=Explained(uneven=0.32)), PARAMS), "a shade beside what covers it"
    assert stands(replace(part, share=0.9), PARAMS), "one of many blocks may be spoilt"


def test_what_a_cover_is_said_to_hide_may_be_what_the_piece_has_not() -> None:
    """A stone with a blank half beside another lies open, and yet fits one with a pip there that is covered."""
    hidden = replace(SURE, share=0.74, margin=0.33, shown=LEFT)
    blank = replace(SURE, look=1, rival=0, margin=0.0, agreement=0.92)
    doubted = contested(hidden, [hidden, blank], PARAMS)
    assert (doubted.look, doubted.margin, doubted.rival) == (0, 0.0, 1)
    far = replace(blank, quad=SURE.quad + 200)
    for other in (far, replace(blank, agreement=0.85), replace(blank, share=0.8), replace(blank, look=0)):
        assert contested(hidden, [hidden, other], PARAMS) is hidden


def test_a_clear_margin_says_little_of_a_strip_that_does_not_agree_where_look_alikes_differ() -> None:
    odd = replace(SURE, explained=replace(SURE.explained, told=-0.18))
    assert stands(odd, PARAMS) and not stands(replace(odd, beneath=True), PARAMS)
    assert stands(replace(SURE, beneath=True), PARAMS)
    mixed = replace(SURE, by_print=0.1)
    assert stands(mixed, PARAMS) and not stands(replace(mixed, beneath=True), PARAMS)


def test_a_doubt_about_a_piece_under_others_stays_whoever_did_not_know_of_these() -> None:
    doubted = replace(SURE, agreement=0.97, margin=0.05)
    assert settle([doubted, SURE], PARAMS) == [SURE]
    assert settle([replace(doubted, beneath=True), SURE], PARAMS)[0].beneath
    assert settle([replace(doubted, beneath=True), replace(SURE, beneath=True)], PARAMS)[0].margin == SURE.margin


def test_a_pale_figure_of_a_piece_that_shows_whole_may_agree_less_than_the_rest_of_it() -> None:
    pale = replace(SURE, explained=replace(SURE.explained, figure=-0.24, parts=0.1))
    assert stands(pale, PARAMS)
    assert not stands(replace(pale, margin=0.4), PARAMS), "its rival is near"
    assert not stands(replace(pale, share=0.8), PARAMS), "half of an eight is a three's"
    assert not stands(replace(pale, agreement=0.8), PARAMS)
    assert not stands(replace(pale, explained=replace(pale.explained, parts=-0.02)), PARAMS), "a part of it is nearer to another look"
