"""Every cell of a board looked at by the letter net: once, then at the letter itself, each in the turns that the board's letters lie in.

Nothing is decided here: what comes out is how much likelier each letter, in each turn, is than nothing.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.letters.cells import Flat, Points
from vision.letters.inkbox import boxes_at, boxes_of_size, has_ink
from vision.letters.net import SIDE, TURNS, Floats, Greys, LetterNet, log_sum

UNSEEN = -40.0
"""Nats of a turn that was not looked at."""


@dataclass(frozen=True, slots=True)
class LookParams:
    """How cells are looked at."""

    window: float = 0.9
    """Width of the first look at a cell, in cells."""
    centred: tuple[float, ...] = (0.56, 0.68)
    """For a look at the letter itself: the height of its ink as part of the look."""
    plain: float = 0.035
    """Spread of greys within a cell, as part of the board's range; less, and nothing is printed there."""
    clear_nats: float = 6.0
    """By which two looks have to prefer one letter to make a third needless."""
    maybe: float = -2.0
    """Nats for the best letter from which on a cell is looked at again."""
    likely_turn: float = 0.02
    """Part of the letters that lie in a turn from which on every cell is looked at in it."""
    stray_turn: float = 0.03
    """Votes that each turn has before any letter is seen."""
    rich: float = 0.4
    """Spread of greys within a cell, of that of cells with letters, from which on it is looked at again, whatever the first look said."""
    most_moved: float = 0.6
    """Cells by which a board is moved at most to fit its letters."""
    well_centred: float = 0.1
    """Cells that a letter is off the middle from which on the first look, which cuts it, does not count."""
    same_letter: float = 0.4
    """Cells between two letters that are one and the same."""
    worth_moving: float = 0.08
    """Cells by which a board has to be off for a second first look."""
    least_told: int = 24
    """Letters from which a board is moved freely to fit them."""
    few_told: int = 8
    """Letters from which it is at least turned and scaled to fit them."""
    sample: int = 20
    """Cells that are looked at in all turns at first, where fewer do not tell which one it is."""
    few: int = 12
    """Cells that are looked at in all turns before any other."""


PARAMS = LookParams()
SETTLED = 1e-5
"""Change of a turn's chance from which on no more votes are counted."""


@dataclass(frozen=True, slots=True, eq=False)
class Looked:
    """What the net says of n cells."""

    evidence: Floats
    """(n, 4, letters + 1) nats over nothing."""
    prior: Floats
    """(4,) how likely each turn is for a letter."""
    off: float
    """Cells by which the board is off, where its letters are, at most."""
    spread: float
    """Cells by which letters lie off the middles as a rule, right or left, or up or down: a quarter by chance; 0 where they are too few."""
    middles: Points
    """(n, 2) where the cells are, as their letters say."""
    boxes: Floats
    """(n, 3) as of `vision.letters.inkbox.ink_boxes`; a size that is not a number where nothing was looked for."""


def look(grey: Flat, middles: Points, net: LetterNet, params: LookParams = PARAMS) -> Looked:
    """Every cell of a board."""
    evidence, prior, contrast = _first(grey, middles, net, params)
    turns = likely_turns(prior, params)
    asked = worth_asking(evidence, contrast, params)
    boxes = boxes_at(grey, middles[asked])
    tells = has_ink(boxes) & np.isin(asked, maybe_letters(evidence, params))
    usual = float(np.median(boxes[tells, 2])) if tells.sum() >= params.few_told else 0.0
    boxes = boxes_of_size(grey, middles[asked], boxes, usual)
    is_whole = well_centred(boxes, params)
    moved = towards_letters(middles, asked[tells], boxes[tells], params)
    away = np.abs(moved - middles).max(axis=1)
    off = float(away[asked[tells]].max(initial=0))
    boxes[:, :2] -= (moved - middles)[asked]
    spread = _spread(boxes[tells], params)
    if away.max() > params.worth_moving:
        is_found = has_ink(boxes)
        rest = np.setdiff1d(np.arange(len(middles)), asked[is_found])
        evidence[rest] = _glance(grey, moved[rest], turns, net, params)
        fresh = np.intersect1d(rest, worth_asking(evidence, contrast, params))
        again = boxes_of_size(grey, moved[fresh], boxes_at(grey, moved[fresh]), usual)
        asked, boxes = np.concatenate([asked[is_found], fresh]), np.concatenate([boxes[is_found], again])
        is_whole = np.concatenate([is_whole[is_found], well_centred(again, params)])
    evidence = look_again(grey, moved, asked, evidence, turns, net, params, (boxes, is_whole))
    all_boxes = np.zeros((len(middles), 3), np.float32)
    all_boxes[:, 2], all_boxes[asked] = np.nan, boxes
    return Looked(evidence, prior, off, spread, moved, all_boxes)


def _spread(boxes: Floats, params: LookParams) -> float:
    """How far letters with these boxes lie off the middles of their cells, but for what all have in common; as of `Looked.spread`."""
    if len(boxes) < params.few_told:
        return 0.0
    return float(np.abs(boxes[:, :2] - np.median(boxes[:, :2], axis=0)).mean(axis=0).max())


def _first(grey: Flat, middles: Points, net: LetterNet, params: LookParams) -> tuple[Floats, Floats, Floats]:
    """The evidence of one look at each cell, in the turns that may be, how likely these are, and how richly each cell is printed."""
    first = grey.cut(middles, params.window, SIDE)
    evidence = np.full((len(middles), 4, len(net.alphabet) + 1), UNSEEN, np.float32)
    contrast = _contrast(first)
    printed = np.flatnonzero(contrast >= _least_contrast(grey, params))
    richest, looked = printed[np.argsort(-contrast[printed], kind="stable")], 0
    for count in (params.few, params.sample):
        evidence[richest[looked:count]] = net.glance(first[richest[looked:count]])
        looked = count
        prior = turn_prior(evidence[richest[:looked]], params)
        likely = likely_turns(prior, params)
        if len(likely) == 1:
            break
    rest = richest[looked:]
    evidence[rest[:, None], np.array(likely)] = net.glance(first[rest], likely)
    return evidence, prior, contrast


def _glance(grey: Flat, middles: Points, turns: Sequence[int], net: LetterNet, params: LookParams) -> Floats:
    """(n, 4, letters + 1) the evidence of one look at some cells, in some turns; where nothing is printed there is none."""
    first = grey.cut(middles, params.window, SIDE)
    evidence = np.full((len(middles), 4, len(net.alphabet) + 1), UNSEEN, np.float32)
    printed = np.flatnonzero(_contrast(first) >= _least_contrast(grey, params))
    evidence[printed[:, None], np.array(turns)] = net.glance(first[printed], turns)
    return evidence


def _contrast(looks: Greys) -> Floats:
    """(n,) spread of greys within each look, without its rim."""
    inner = looks[:, 4:-4, 4:-4]
    return np.asarray(inner.reshape(len(looks), inner.shape[1] * inner.shape[2]).std(axis=1), np.float32)


def _least_contrast(grey: Flat, params: LookParams) -> float:
    low, high = np.percentile(grey.pixels[::4, ::4], (2, 98))
    return max(1.0, params.plain * float(high - low))


def likely_turns(prior: Floats, params: LookParams = PARAMS) -> list[int]:
    """The turns that more than a stray letter speaks for."""
    return [turn for turn in TURNS if prior[turn] > params.likely_turn] or list(TURNS)


def maybe_letters(evidence: Floats, params: LookParams = PARAMS) -> NDArray[np.int64]:
    """The cells that may hold a letter, by their numbers."""
    return np.flatnonzero(evidence[..., :-1].max(axis=(1, 2)) > params.maybe)


def worth_asking(evidence: Floats, contrast: Floats, params: LookParams = PARAMS) -> NDArray[np.int64]:
    """The cells that may hold a letter, and those printed as richly as they are: of a letter off its middle the first look sees half."""
    maybe = maybe_letters(evidence, params)
    if not len(maybe):
        return maybe
    return np.union1d(maybe, np.flatnonzero(contrast >= params.rich * float(np.median(contrast[maybe]))))


def well_centred(boxes: Floats, params: LookParams = PARAMS) -> NDArray[np.bool_]:
    """(n,) whether a look at a cell shows its letter whole, for boxes as of `vision.letters.inkbox`."""
    return np.asarray(np.abs(boxes[:, :2]).max(axis=1) <= params.well_centred, np.bool_)


def towards_letters(middles: Points, cells: NDArray[np.int64], boxes: Floats, params: LookParams = PARAMS) -> Points:
    """(n, 2) all cells' middles, moved as the letters on some cells say: shifted, and turned and stretched where there are many.

    `boxes` are those of `ink_boxes` for these cells.
    """
    if len(cells) < 3:
        return middles
    off = boxes[:, :2].astype(np.float64)
    shift = np.median(off, axis=0)
    if len(cells) < params.few_told:
        return middles + shift
    fitted = cv2.estimateAffine2D if len(cells) >= params.least_told else cv2.estimateAffinePartial2D
    fit, _ = fitted(middles[cells], middles[cells] + off, method=cv2.RANSAC, ransacReprojThreshold=0.15)
    if fit is None:
        return middles + shift
    moved = middles @ fit[:, :2].T + fit[:, 2]
    return np.asarray(moved if np.abs(moved - middles).max() < params.most_moved else middles + shift, np.float64)


def look_again(
    grey: Flat,
    middles: Points,
    maybe: NDArray[np.int64],
    evidence: Floats,
    turns: Sequence[int],
    net: LetterNet,
    params: LookParams = PARAMS,
    boxed: tuple[Floats, NDArray[np.bool_]] | None = None,
) -> Floats:
    """The evidence with that of looks at the letters themselves, in the turns that may be, for the cells that may hold one.

    Two looks that say the same clearly are enough. `boxed`, where it is known: the boxes of `vision.letters.inkbox` for these cells, and
    whether the first look at each was well centred; where it was not, it cut the letter and does not count.
    """
    if not len(maybe):
        return evidence
    boxes = boxes_at(grey, middles[maybe]) if boxed is None else boxed[0]
    is_whole = np.ones(len(maybe), np.bool_) if boxed is None else boxed[1]
    at, looks = middles[maybe] + boxes[:, :2], is_whole.astype(np.float32)
    total = np.where(is_whole[:, None, None], evidence[maybe][:, turns], 0)
    asked = np.arange(len(maybe))
    for part in params.centred:
        seen = net.evidence(grey.cut(at[asked], boxes[asked, 2] / part, SIDE), turns)
        is_clear = (looks[asked] > 0) & _agree(_mean(total[asked], looks[asked]), seen, params)
        total[asked] += seen
        looks[asked] += 1
        asked = asked[~is_clear]
    final = evidence.copy()
    final[maybe[:, None], np.array(turns)] = _mean(total, looks)
    final[maybe[strays(middles[maybe], boxes[:, :2], params)]] = UNSEEN
    return final


def _mean(total: Floats, looks: Floats) -> Floats:
    """(n, turns, letters + 1) nats of one look, from (n,) looks' total."""
    return np.asarray(total / np.maximum(looks, 1)[:, None, None], np.float32)


def _agree(before: Floats, now: Floats, params: LookParams) -> NDArray[np.bool_]:
    """(n,) whether two looks (n, turns, letters + 1) say the same letter, each much likelier than any other and than nothing."""
    is_same = before.max(axis=1).argmax(axis=1) == now.max(axis=1).argmax(axis=1)
    return np.asarray(is_same & (np.minimum(lead_of(before), lead_of(now)) > params.clear_nats), np.bool_)


def lead_of(evidence: Floats) -> Floats:
    """(n,) nats by which each cell's best letter, in any turn, is likelier than any other and than nothing."""
    second, first = np.sort(evidence.max(axis=1), axis=1)[:, -2:].T
    return np.asarray(first - np.maximum(second, 0), np.float32)


def strays(middles: Points, off: Floats, params: LookParams = PARAMS) -> NDArray[np.bool_]:
    """(n,) whether a cell's letter is that of another cell, nearer to that one's middle: a tile across two cells is one letter."""
    at = middles + off
    apart = np.abs(at[:, None] - at[None, :]).max(axis=2)
    away = np.hypot(off[:, 0], off[:, 1])
    nearer = (away[None, :] < away[:, None]) & ~np.eye(len(at), dtype=bool)
    return np.asarray(((apart < params.same_letter) & nearer).any(axis=1), np.bool_)


def turn_prior(evidence: Floats, params: LookParams = PARAMS) -> Floats:
    """(4,) how likely each turn is for a letter of this board, from all its letters together."""
    votes = log_sum(evidence[..., :-1], -1)
    votes = votes[votes.max(axis=1) > 0]
    prior = np.full(4, 0.25, np.float32) + np.array([0.05, 0, 0, 0], np.float32)
    for _ in range(30):
        weighted = votes + np.log(prior)
        shares = np.exp(weighted - weighted.max(axis=1, keepdims=True))
        counts = (shares / shares.sum(axis=1, keepdims=True)).sum(axis=0) + params.stray_turn * np.array([3, 1, 1, 1])
        before, prior = prior, np.asarray(counts / counts.sum(), np.float32)
        if np.abs(prior - before).max() < SETTLED:
            break
    return prior
