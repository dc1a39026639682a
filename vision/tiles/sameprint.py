"""Letters of one board laid on others of their kind: a stroke that those lack, or have more, or another kind that fits better.

`vision.letters.oneprint` holds doubtful letters against clear ones, and what the net is sure of it leaves alone. But of a font that it
never saw the net takes every G for a C, as surely as any. So here each letter that stands is held against its kind. Of a kind of which
most are mistaken nothing can be told, nor of one that nothing else on the board is like.
"""

from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.image.quantiles import median_of, quantile_of
from vision.letters.cells import Flat, Points
from vision.letters.net import Floats, LetterNet, turned
from vision.letters.strokes import PARAMS as STROKES, StrokeParams, share_of, with_more
from vision.tiles.finekinds import PARAMS as FINE, Closer, FineKinds

Flags = NDArray[np.bool_]
Ints = NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class SameParams:
    """When a letter is not like its kind. Widths in cells."""

    window: float = 1.25
    """Of a look,"""
    samples: int = 50
    """and pixels of that."""
    closed: int = 21
    """Pixels across which print is closed to tell the paper's light: more than a fat stroke, less than what throws a shadow."""
    rim: int = 8
    """Pixels by which a letter may be off the middle of its look."""
    rounds: int = 2
    """In which the letters of a kind are laid on what they have in common."""
    few: int = 14
    """Letters of a kind from which on one that is mistaken does not change what they have in common."""
    stroke: float = 1.5
    """Pixels: about half of a thin stroke's width."""
    most_more: float = 0.45
    """Of the darkest print, over a stroke's width, that a letter may have where its kind has none."""
    most_less: float = 0.4
    """The same that it may lack of what its kind has in common: of two, one may lie beside a food's ring."""
    weight: float = 6.0
    """Nats for each e-fold by which a letter is more unlike one kind than another."""
    noise: float = 0.01
    """Correlation that every two letters of a kind lack of a full likeness at least."""
    most_folds: float = 1.5
    nats: float = 2.5
    """By which the net and the likeness together have to prefer the letter that is read,"""
    close: tuple[float, float] = (4.5, 12.0)
    """and the same, with that weight, of one that is hardly more like its own kind than like the other: a blurred G among O's."""
    alone_nats: float = 3.2
    """The same of the net alone, against a letter that the board shows hardly or not: it is nearly as sure then as one that stands."""
    fine_nats: float = 4.0
    """By which a letter is of its own kind rather than of another, looked at closer, from which on it is not that,"""
    most_lead: float = 7.5
    """Nats by which the net prefers a letter to one that is looked at so, at most, where print may hide the rest of that."""
    hardly: tuple[float, float] = (0.2, 13.0)
    """and e-folds by which one is more like its own kind, where that is hardly more: so many nats the closer look and the net, which may be
    as sure of a font that it never saw, then need together."""
    away: float = 0.6
    """E-folds by which it may be more like its own kind, and still be looked at closer:"""
    together: float = 8.5
    """so many nats the closer look and the net need together there"""
    lost: float = 0.5
    """of one of which less than this part of what tells the two is its own ink: the other's may be lost in part."""
    washed: tuple[float, float] = (1 / 3, 4.0)
    """Part of a cell that is washed out from which on the net has to prefer a letter by so many nats to one that has strokes more: of a T
    in glare the stem is left, and it is as like an I as any."""
    many_doubts: float = 0.05
    """Part of a board's letters in doubt from which on the net is less to be trusted of the others, too: hairlines of a T that warm print
    hides leave an I that is like the board's own; then it takes"""
    doubted_nats: tuple[float, float] = (5.0, 4.2)
    """so much instead of both."""
    most_part: float = 0.1
    """By which the most that a letter has more than its kind may exceed the most that it has more than another: what is left of an O that a
    finger cuts is a part of an O, however like a C it is."""
    least_ink: float = 8.0
    """Grey levels between paper and ink at least: below is noise."""
    strokes: StrokeParams = STROKES


PARAMS = SameParams()


def unlike_their_kind(
    grey: Flat,
    middles: Points,
    turns: Ints,
    letters: Ints,
    nats: Floats,
    net: LetterNet,
    stands: Flags,
    asked: Flags,
    cut: Flags,
    white: Floats | None = None,
    params: SameParams = PARAMS,
) -> Flags:
    """(n,) cells whose letter does not look like the others of its kind, or more like those of another that the net does not exclude.

    For (n, 2) `middles` of all cells, their `turns` and `letters`, (n, letters) `nats` that are as sure as they are right, and the (n,)
    cells in which a letter `stands`: those show what each kind looks like, and of them some are `asked` about, and some may be `cut`, of
    which it is told whether they are rather a part of another letter. `white` (n,): the part of each that is washed out.
    """
    differs = np.zeros(len(middles), np.bool_)
    cells = np.flatnonzero(stands)
    if not (stands & (asked | cut)).any():
        return differs
    params = _as_trusted(float((~stands[(turns >= 0) & (letters < nats.shape[1])]).mean()), params)
    mine = letters[cells]
    looks = looks_of(grey, middles[cells], turns[cells], params)
    glyphs, kinds = laid(looks, mine, params)
    lead = nats[cells, mine][:, None] - nats[cells]
    beside = np.flatnonzero(cut[cells])
    differs[cells[beside]] = [_is_part(looks[i], int(mine[i]), _others(int(i), mine, glyphs, kinds, params), kinds, params) for i in beside]
    tried = np.flatnonzero(asked[cells])
    own = [_others(int(i), mine, glyphs, kinds, params) for i in tried]
    fine = FineKinds(looks, mine, kinds)
    washed = np.zeros(len(cells), np.bool_) if white is None else white[cells] >= params.washed[0]
    held = [_held(int(i), one, lead[i], fine, bool(washed[i]), params) for i, one in zip(tried, own, strict=True)]
    known = [at for at, one in enumerate(held) if one.glyph is not None]
    more = with_more(
        np.array([held[at].glyph for at in known]),
        np.array([held[at].own for at in known]),
        np.array([held[at].shares for at in known]),
        mine[tried[known]],
        net,
        params.strokes,
    )
    differs[cells[tried]] |= np.array([one.differs for one in held], np.bool_)
    differs[cells[tried[known]]] |= more
    return differs


def _as_trusted(doubt: float, params: SameParams) -> SameParams:
    """The values that hold on a board of whose letters so many are in doubt."""
    nats, alone_nats = params.doubted_nats if doubt >= params.many_doubts else (params.nats, params.alone_nats)
    return replace(params, nats=nats, alone_nats=alone_nats)


@dataclass(frozen=True, slots=True, eq=False)
class Place:
    """The place of a look that is most like an example."""

    alike: float
    """Correlation there."""
    glyph: Floats
    """What it shows there."""
    at: tuple[int, int]
    """Pixels right and down from the look's corner."""


@dataclass(frozen=True, slots=True, eq=False)
class _Held:
    """A letter held against its kind and others."""

    differs: bool
    """It has a stroke more or less, or is more like another kind."""
    glyph: Floats | None
    """Where it fits its kind best; None where the board shows no other of that."""
    own: Floats | None
    """That kind, likewise."""
    shares: Floats
    """(letters,) as of `share_of`, 0 of those that the board does not show and of its own."""


def _held(i: int, own: list[Floats], lead: Floats, board: FineKinds, is_washed: bool, params: SameParams) -> _Held:
    """One letter of a board, by (letters,) nats by which it is likelier than others, the others of its own kind, and all kinds there.

    What is hardly more like its own kind than like another is looked at closer. Of a kind of which the board shows no other, what has all
    strokes of another kind and none besides may be of that: an I that a curl of print crosses is a J only where it has a J's hook.
    """
    look, letter, kinds = board.looks[i], int(board.letters[i]), board.kinds
    there = placed(look, np.mean(own, axis=0), params) if own else None
    rivals = [int(one) for one in np.flatnonzero(lead < params.nats + params.weight * params.most_folds) if one != letter]
    places = {one: placed(look, kinds[one], params) for one in rivals if there is not None and one in kinds}
    is_less = any(lead[one] < params.alone_nats for one in rivals if one not in kinds)
    folds = {one: nearer(there, places.get(one), params) for one in rivals if one in kinds}
    is_less = is_less or any(_may_be(i, one, float(lead[one]), far, board, is_washed, params) for one, far in folds.items())
    if there is None:
        is_less = is_less or any(_is_one_of(look, one, board, params) for one in rivals if one in kinds)
        return _Held(is_less, None, None, np.zeros_like(lead))
    more = min(_more(there.glyph, one, params) for one in own)
    less = _more(kinds[letter], there.glyph, params)
    kind, shares = np.max(own, axis=0), np.zeros_like(lead)
    for one, place in places.items():
        shares[one] = share_of(there.glyph, kind, _moved(kinds[one], place.at, there.at), params.strokes)
    return _Held(is_less or more > params.most_more or less > params.most_less, there.glyph, kind, shares)


def _may_be(i: int, other: int, lead: float, folds: float, board: FineKinds, is_washed: bool, params: SameParams) -> bool:
    """Whether a letter of a board may be of another kind there, for the nats by which the net prefers its own and the folds of `nearer`.

    Where letters are too few for a closer look, and it is hardly more like its own kind, the net has to prefer that as to a kind not shown.
    """
    is_near = lead < _least(folds, params)
    if not is_near and folds <= -params.away:
        return False
    own, (hardly, together) = int(board.letters[i]), params.hardly
    if is_near:
        return not is_told_apart(board.closer(i, own, other), lead, is_washed=is_washed, params=params)
    told = board.nats(i, own, other) if folds > -hardly else 0.0
    if told != 0 and told < params.fine_nats and lead + told < together:
        return True
    closer = board.closer(i, own, other)
    return lead < params.alone_nats if closer is None else _has_lost(closer, lead, is_washed, params)


def is_told_apart(closer: Closer | None, lead: float, *, is_washed: bool = False, params: SameParams = PARAMS) -> bool:
    """Whether a closer look tells a letter from another kind, to which the net prefers it by `lead` nats.

    What tells them may be the other's ink alone, some of it lost here: then the net has to be as sure.
    """
    if closer is None or lead < 0 or closer.nats < params.fine_nats:
        return False
    return closer.own_ink >= FINE.own_ink or not _has_lost(closer, lead, is_washed, params)


def _has_lost(closer: Closer, lead: float, is_washed: bool, params: SameParams) -> bool:
    """Whether a letter may be another one, strokes of which are lost: faint, below print, or washed out."""
    is_sure = lead + closer.nats >= params.together and not (is_washed and lead < params.washed[1])
    return closer.own_ink < params.lost and not is_sure


def _is_one_of(look: Floats, kind: int, board: FineKinds, params: SameParams) -> bool:
    """Whether a letter has a stroke neither more nor less than a kind of the board, as far as its own letters agree on these."""
    example = board.kinds[kind]
    return _apart(look, example, params) <= max(_apart(one, example, params) for one in board.looks[board.letters == kind])


def _apart(look: Floats, example: Floats, params: SameParams) -> float:
    """The most by which a look is darker, or less dark, than an example where it is most like that, over a stroke's width."""
    glyph = placed(look, example, params).glyph
    return max(_more(glyph, example, params), _more(example, glyph, params))


def _is_part(look: Floats, letter: int, own: list[Floats], kinds: dict[int, Floats], params: SameParams) -> bool:
    """Whether all ink of a letter that something may cut is another's rather than its own kind's, of which there are `own` others."""
    if not own:
        return False  # told by its likeness to the board's clear letters
    there = placed(look, np.mean(own, axis=0), params)
    more = min(_more(there.glyph, one, params) for one in own)
    others = (example for one, example in kinds.items() if one != letter)
    return any(more - _more(placed(look, example, params).glyph, example, params) > params.most_part for example in others)


def _least(folds: float, params: SameParams) -> float:
    """By how many nats the net has to prefer a letter to another one, to which it is nearer than to its own kind by so many e-folds."""
    nats, weight = params.close
    return max(params.nats + params.weight * folds, nats + weight * folds)


def looks_of(grey: Flat, at: Points, turns: Ints, params: SameParams) -> Floats:
    """(n, samples, samples) how dark each upright look is, in its darkest print."""
    cut = grey.cut(at, params.window, params.samples)
    looks = np.asarray([turned(look[None], int(turn))[0] for look, turn in zip(cut, turns, strict=True)], np.float32)
    ground = np.asarray([_ground(look, params) for look in looks], np.float32).reshape(looks.shape)
    inner = slice(params.rim, params.samples - params.rim)
    depth = np.clip(ground - looks, 0, None)
    darkest = np.maximum(quantile_of(depth[:, inner, inner].reshape(len(looks), -1), 0.97), params.least_ink)
    return np.asarray(np.clip(depth / darkest[:, None, None], 0, 1), np.float32)


def _ground(look: Floats, params: SameParams) -> Floats:
    """The paper's light at each place of a look, with the edges of shadows on it: what is left with all strokes closed."""
    around = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (params.closed,) * 2)
    return np.asarray(cv2.morphologyEx(cv2.GaussianBlur(look, (0, 0), params.stroke), cv2.MORPH_CLOSE, around), np.float32)


def laid(looks: Floats, letters: Ints, params: SameParams) -> tuple[Floats, dict[int, Floats]]:
    """Each glyph where it is most like the others of its kind, and by letter what those have in common: the median."""
    glyphs = looks[:, params.rim : -params.rim, params.rim : -params.rim].copy()
    kinds: dict[int, Floats] = {}
    for letter in np.unique(letters).tolist():
        mine = np.flatnonzero(letters == letter)
        for _ in range(params.rounds):
            kinds[letter] = median_of(glyphs[mine], 0)
            for i in mine:
                glyphs[i] = placed(looks[i], kinds[letter], params).glyph
        kinds[letter] = median_of(glyphs[mine], 0)
    return glyphs, kinds


def _others(i: int, letters: Ints, glyphs: Floats, kinds: dict[int, Floats], params: SameParams) -> list[Floats]:
    """What the others of a letter's kind have in common, or each of them where there are one or two; nothing where there is no other."""
    others = np.flatnonzero(letters == letters[i])
    if len(others) >= params.few:
        return [kinds[int(letters[i])]]
    others = others[others != i]
    return [median_of(glyphs[others], 0)] if len(others) > 2 else list(glyphs[others])


def placed(look: Floats, example: Floats, params: SameParams) -> Place:
    """Where a look is most like an example."""
    found = cv2.matchTemplate(look, example, cv2.TM_CCOEFF_NORMED)
    _, alike, _, (x, y) = cv2.minMaxLoc(found)
    return Place(alike, look[y : y + len(example), x : x + len(example)], (x, y))


def _moved(example: Floats, at: tuple[int, int], to: tuple[int, int]) -> Floats:
    """An example that fits a look `at` one place, as it shows in the frame of another."""
    shift = np.array([[1, 0, at[0] - to[0]], [0, 1, at[1] - to[1]]], np.float32)
    return np.asarray(cv2.warpAffine(example, shift, example.shape[::-1]), np.float32)


def _more(glyph: Floats, example: Floats, params: SameParams) -> float:
    """The most by which a glyph is darker than an example, over a stroke's width."""
    more = cv2.GaussianBlur(np.clip(glyph - example, 0, None), (0, 0), params.stroke)
    inner = slice(params.strokes.edge, -params.strokes.edge)
    return float(more[inner, inner].max())


def nearer(own: Place | None, other: Place | None, params: SameParams) -> float:
    """By how many e-folds something is more unlike its own kind than another; 0 where one of them is not known."""
    if own is None or other is None:
        return 0.0
    folds = np.log((1 - own.alike + params.noise) / (1 - other.alike + params.noise))
    return float(np.clip(folds, -params.most_folds, params.most_folds))
