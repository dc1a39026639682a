"""Round tokens on the cells of a printed board: where, of which colour, and whether something is printed on them.

A token is a disc of one colour where the print around it has many; its colour is compared with that of the paper beside it, so that the
light does not matter. Where some are told, the others are looked for once more where they should show, in the size that they should have.
"""

import math
from collections.abc import Mapping, Set
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from vision.letters.cells import Flat, Grid, Points
from vision.observation import Ant, quad_of
from vision.tiles.ant_colours import COLOURS, Rgb, is_odd
from vision.tiles.ant_discs import Discs, Places, best_discs, discs_at, looks_at, places_near, where_due
from vision.tiles.ant_kinds import (
    PARAMS,
    AntParams,
    Named,
    is_clear,
    is_ground,
    is_hued_mirror,
    is_inlaid,
    is_mirror,
    is_no_ring,
    is_paper,
    is_pied,
    is_skin,
    is_special,
    is_striped,
    may_be_burnt,
    name_of,
    named_where_due,
    starred_where_due,
)
from vision.tiles.ant_looks import AntLooks
from vision.tiles.bare import bare_paper
from vision.tiles.dyed import may_be_dyed_otherwise, of_another_tint
from vision.tiles.haze import are_hazes, are_white, haze_on
from vision.tiles.placed import placed_again
from vision.tiles.ringed import are_ringed, like_ringed, may_be_ringed
from vision.tiles.ringprint import bear_rings

Floats = NDArray[np.float32]
Flags = NDArray[np.bool_]
Ints = NDArray[np.int64]


@dataclass(frozen=True, slots=True, eq=False)
class Found:
    """The tokens on some cells."""

    ants: tuple[Ant, ...]
    sure: Mapping[int, Floats]
    """(3,) places, as of `Discs.place`, of those that tell where the others should show, by their cells' numbers."""
    ringed: frozenset[int] = frozenset()
    """Numbers of the cells without one where one with a ring may lie, though a letter seems to show,"""
    alike: frozenset[int] = frozenset()
    """and of those that show something like it: a letter there has to look like the board's own."""


def find_ants(
    flat: Flat,
    middles: Points,
    cols: int,
    colours: Mapping[str, Rgb] = COLOURS,
    open_cells: Flags | None = None,
    params: AntParams = PARAMS,
    among: Ints | None = None,
    known: Mapping[int, Floats] | None = None,
    lettered: Flags | None = None,
    letter: float = math.inf,
    looks: AntLooks | None = None,
) -> Found:
    """The tokens on cells with these middles, row by row of `cols`; `colours` are the tokens' own, by name.

    `open_cells` (n,) show a letter so clearly that only what looks much like a token at first sight is one there. In `lettered` ones (n,)
    a letter is likelier than nothing: what looks like a disc with a print is the ring of an O or a G, with the paper within, unless a red
    glass hides it, or it is larger than the board's largest letters, of `letter` cells, or filled. Where only some cells are looked at,
    `among` has their numbers (m,) in order, and `known` the `sure` tokens of others. `looks` tell the kinds of a box whose plain tokens
    bear a print, too, and the special ones whose print may be a lamp's image.
    """
    paper, numbers = bare_paper(flat, middles, open_cells), np.arange(len(middles)) if among is None else among
    cells, open_cells = middles[numbers], None if open_cells is None else open_cells[numbers]
    discs = best_discs(looks_at(flat, cells, paper, params.disc), params.disc)
    rings = np.zeros(len(cells), np.bool_) if lettered is None else lettered[numbers]
    bear_prints = looks is not None and looks.are_needed
    found = _less_rings(_first(discs, colours, open_cells, rings, letter, params, bear_prints), rings)
    sure = np.array([at for at, one in found.items() if one.color is not None and one.share >= params.sure_share], np.int64)
    places = {int(numbers[at]): discs.place[at] for at in sorted(sure.tolist())}
    elsewhere = {at: place for at, place in (known or {}).items() if at not in numbers}
    if len(places) + len(elsewhere) >= params.least_sure:
        rest = np.setdiff1d(np.arange(len(cells)), sure)
        if open_cells is not None:
            rest = rest[~open_cells[rest] | np.isin(rest, list(found))]
        others = places | elsewhere
        known_at = middles[list(others)], np.array(list(others.values()))
        second = _less_rings(_second(flat, cells[rest], paper, known_at, colours, rings[rest], letter, params), rings[rest])
        found |= {int(rest[i]): one for i, one in second.items() if one.color is not None or int(rest[i]) not in found}
    found = _as_dyed(found, flat, cells, paper, colours, params)
    found = _less_doubtful(found, flat, middles, numbers, paper, open_cells)
    found = _by_prints(found, discs, open_cells, rings, flat, cells, paper, colours, looks, params)
    found = _placed_again(found, flat, cells, paper)
    ants = (_ant(flat.grid, cols, int(numbers[at]), cells[at], one) for at, one in sorted(found.items()))
    taken = {int(numbers[at]) for at in found}
    maybe = may_be_ringed(discs), like_ringed(discs, rings)
    ringed, alike = (frozenset(numbers[np.flatnonzero(one)].tolist()) - taken for one in maybe)
    return Found(tuple(ants), places, ringed, alike)


def _by_prints(
    found: dict[int, Named],
    discs: Discs,
    open_cells: Flags | None,
    rings: Flags,
    flat: Flat,
    cells: Points,
    paper: Floats,
    colours: Mapping[str, Rgb],
    looks: AntLooks | None,
    params: AntParams,
) -> dict[int, Named]:
    """The tokens on (n, 2) cells as what is printed on them tells, by the box's own looks where these are known."""
    if looks is not None and looks.are_needed:
        found = _by_looks(found, flat, cells, paper, looks)
        return found | _only_by_looks(set(range(len(cells))) - set(found), open_cells, rings, discs, flat, cells, paper, looks, params)
    found = _without_rings(found, flat, cells, paper)
    if looks is None:
        return found
    bare = np.flatnonzero(~rings if open_cells is None else ~(rings | open_cells))
    return found | _striped_by_looks(set(bare.tolist()) - set(found), discs, flat, cells, paper, colours, looks, params)


def _without_rings(found: dict[int, Named], flat: Flat, cells: Points, paper: Floats) -> dict[int, Named]:
    """The tokens, without the name of a plain one on which a ring is printed: it may be a special one."""
    plain = [at for at, one in found.items() if one.color is not None and not one.special]
    if not plain:
        return found
    ringed = bear_rings(flat, cells[plain], np.array([found[at].place for at in plain], np.float32), paper)
    return found | {at: replace(found[at], color=None) for at, is_ringed in zip(plain, ringed.tolist(), strict=True) if is_ringed}


def _by_looks(found: dict[int, Named], flat: Flat, cells: Points, paper: Floats, looks: AntLooks) -> dict[int, Named]:
    """The tokens on (n, 2) cells, told by how the box's own look; without a name where that is not clear."""
    at, places = np.array(list(found), np.int64), np.array([one.place for one in found.values()], np.float32).reshape(-1, 3)
    kinds = looks.kinds_of(flat, cells[at] + places[:, :2], places[:, 2], paper)
    told = {n: (None, one.special) if kind is None else kind for (n, one), kind in zip(found.items(), kinds, strict=True)}
    return {n: replace(one, color=told[n][0], special=told[n][1]) for n, one in found.items()}


def _only_by_looks(
    rest: Set[int],
    open_cells: Flags | None,
    rings: Flags,
    discs: Discs,
    flat: Flat,
    cells: Points,
    paper: Floats,
    looks: AntLooks,
    params: AntParams,
) -> dict[int, Named]:
    """The tokens on those of (n, 2) cells, by number, that show no letter clearly and no disc, but one of the box's own looks.

    What goes on around it is a card or a hand of its colour.
    """
    is_open = np.zeros(len(cells), np.bool_) if open_cells is None else open_cells
    at = np.array([n for n in sorted(rest) if not is_open[n] and discs.around[n] <= params.most_around], np.int64)
    kinds = looks.kinds_of(flat, cells[at] + discs.place[at, :2], discs.place[at, 2], paper, rings[at])
    found = {int(n): kind for n, kind in zip(at, kinds, strict=True) if kind is not None}
    return {n: Named(*kind, float(discs.share[n]), discs.place[n], discs.colour[n]) for n, kind in found.items()}


def _striped_by_looks(
    rest: Set[int], discs: Discs, flat: Flat, cells: Points, paper: Floats, colours: Mapping[str, Rgb], looks: AntLooks, params: AntParams
) -> dict[int, Named]:
    """Special tokens on those of (n, 2) cells, by number, whose print might be a lamp's image, but is as enrolled, as is their colour."""
    at = np.array([n for n in sorted(rest) if is_striped(discs, n, params) and is_pied(discs, n, params)], np.int64)
    kinds = looks.kinds_of(flat, cells[at] + discs.place[at, :2], discs.place[at, 2], paper)
    told = {n: kind for n, kind in zip(at.tolist(), kinds, strict=True) if kind == (name_of(discs, n, colours, params), True)}
    return {n: Named(*kind, float(discs.share[n]), discs.place[n], discs.colour[n]) for n, kind in told.items()}


def _as_dyed(
    found: dict[int, Named], flat: Flat, cells: Points, paper: Floats, colours: Mapping[str, Rgb], params: AntParams
) -> dict[int, Named]:
    """The tokens on (n, 2) cells, without a name pale ones of another tint than the others of theirs."""
    names = {at: one.color for at, one in found.items()}
    asked = np.array(list(names), np.int64)[may_be_dyed_otherwise(list(names.values()), colours)]
    if not len(asked):
        return found
    light = discs_at(flat, cells[asked], paper, np.array([found[int(at)].place for at in asked]), params.disc).colour
    odd = asked[of_another_tint([names[int(at)] for at in asked], light)]
    return found | {int(at): replace(found[int(at)], color=None) for at in odd}


def _less_doubtful(
    found: dict[int, Named],
    flat: Flat,
    middles: Points,
    numbers: Ints,
    paper: Floats,
    open_cells: Flags | None,
) -> dict[int, Named]:
    """The tokens on cells of these `numbers` (m,), without names where the hue is only the haze's or the gloss's, or they lie on letters.

    Blur closes the counters of a bold letter, and glare leaves print and ink of one colour: what is plain where a letter shows clearly
    (`open_cells`, (m,)) may be that. Of some 3,900 plain tokens in eight kinds of pictures none was two thirds as clearly a letter.
    """
    named = [at for at, one in found.items() if one.color is not None]
    if not named:
        return found
    haze = haze_on(flat, middles, numbers[named])
    light = np.array([found[at].light for at in named], np.float32)
    is_haze = are_hazes(light, paper, haze) | are_white(light, paper)
    is_letter = [open_cells is not None and open_cells[at] and not found[at].special for at in named]
    doubtful = [at for at, hazy, letter in zip(named, is_haze, is_letter, strict=True) if hazy or letter]
    return found | {at: replace(found[at], color=None) for at in doubtful}


def _placed_again(found: dict[int, Named], flat: Flat, cells: Points, paper: Floats) -> dict[int, Named]:
    """The tokens on (n, 2) cells, the plain ones where the whole of each is seen best."""
    plain = [at for at, one in found.items() if not one.special]
    if not plain:
        return found
    places = placed_again(flat, cells[plain], paper, np.array([found[at].place for at in plain], np.float32))
    return found | {at: replace(found[at], place=place) for at, place in zip(plain, places, strict=True)}


def _ant(grid: Grid, cols: int, number: int, middle: Points, one: Named) -> Ant:
    """The token on the cell with that number, by its middle (2,) and how far from there it lies."""
    (x, y), r = middle + one.place[:2], float(one.place[2])
    quad = quad_of(grid.px([(x - r, y - r), (x + r, y - r), (x + r, y + r), (x - r, y + r)]))
    return Ant(*divmod(number, cols), one.color, one.special, one.share, quad_px=quad)


def _less_rings(found: dict[int, Named], lettered: Flags) -> dict[int, Named]:
    """The tokens without printed ones, and ones below a lamp's image, where a letter shows."""
    return {at: one for at, one in found.items() if one.is_no_ring or not ((one.special or one.is_mirror) and lettered[at])}


def _first(
    discs: Discs,
    colours: Mapping[str, Rgb],
    open_cells: Flags | None,
    lettered: Flags,
    letter: float,
    params: AntParams,
    bear_prints: bool = False,
) -> dict[int, Named]:
    """The tokens among the discs, by their numbers, wherever on its cell one may show; where a letter does, only a clear one.

    A plain disc of no token's colour, or of the paper's own, beside a clear letter is bare paper: in the corner of an L there is room for
    one. So is one as pale as paper off its cell's middle, whatever shows there. One beside a letter that is not all of one colour is print
    that happens to lie close together, or a shadow's edge: gloss fades across a token, but then hides the letter. Far off the middle a
    letter need not be clear to be there: it is seen beside the disc, not below it.
    So far off, or where it is not all of one colour, a disc whose hue is odd for the token that it would be has no name: it may be of a
    card that lies over the board.
    """
    clear = is_clear(discs, params)
    is_doubtful = discs.colour.max(axis=1) < params.dark
    if open_cells is not None:
        is_doubtful = is_doubtful | open_cells
    least_share = np.where(is_doubtful, params.clear_share, params.least_share)
    most_around = np.minimum(params.most_around, discs.share - params.least_lead)
    pied = ~lettered & np.array([is_pied(discs, at, params) for at in range(len(lettered))], np.bool_)
    mirror = ~lettered & np.array([is_hued_mirror(discs, at, params) for at in range(len(lettered))], np.bool_)
    ringed = are_ringed(discs, letter)
    is_round = clear | pied | mirror | ringed | (discs.share >= least_share) & (discs.around <= most_around)
    found, off = {}, np.abs(discs.place[:, :2]).max(axis=1)
    for at in np.flatnonzero(is_round).tolist():
        name = name_of(discs, at, colours, params)
        odd = name is not None and is_odd(discs.colour[at], colours[name], params.colour)
        may_be_skin = bool(discs.around[at] > params.skin_around) and is_skin(discs.colour[at], params)
        if may_be_skin and (name is None or odd or not clear[at]):
            continue
        special = _is_special(discs, at, bear_prints, params)
        inlaid = pied[at] or is_inlaid(discs, at, params)
        if special is not None and (clear[at] or inlaid or not is_paper(discs.colour[at], params)):
            is_aside = off[at] > params.clear_off
            is_unclear = may_be_skin or (special and may_be_burnt(discs, at, params))
            name = None if (odd and (is_aside or not clear[at])) or is_unclear else name
            is_open = open_cells is not None and bool(open_cells[at])
            is_beside = is_open or (is_aside and lettered[at])
            is_bare = is_beside or (is_aside and is_paper(discs.colour[at], params))
            is_patchy = discs.middle[at] > params.plain
            is_print = (is_patchy and lettered[at]) or (is_beside and (is_patchy or is_ground(discs, at, params)))
            if not special and ((name is None and is_bare) or is_print or (is_open and is_paper(discs.colour[at], params))):
                continue
            found[at] = _named(discs, at, name, special, special and (bool(ringed[at]) or is_no_ring(discs, at, letter, params)), params)
    return found


def _named(discs: Discs, at: int, name: str | None, special: bool, is_whole: bool, params: AntParams) -> Named:
    """The token that a disc is."""
    place, light = discs.place[at], discs.colour[at]
    return Named(name, special, float(discs.share[at]), place, light, is_whole, is_mirror(discs, at, params))


def _is_special(discs: Discs, at: int, bear_prints: bool, params: AntParams) -> bool | None:
    """See `is_special`; where plain tokens bear prints, too, what is not plain is one for their looks to tell."""
    special = is_special(discs, at, params)
    return special is not False if bear_prints else special


def _second(
    flat: Flat, cells: Points, paper: Floats, known: Places, colours: Mapping[str, Rgb], lettered: Flags, letter: float, params: AntParams
) -> dict[int, Named]:
    """The tokens on (n, 2) cells, by number, that show where they should by those that are `known`: as large, or special and larger.

    One farther off from there beside a letter (`lettered`, (n,)) is print that happens to lie close together, and so is one in two shades.
    """
    if not len(cells):
        return {}
    due = where_due(flat, paper, known, cells, params.disc)
    rough, score = places_near(flat, cells, paper, due, params.disc.shifts, params.disc.known_radii, params.disc)
    at, taken = cells + rough[:, :2], known[0] + known[1][:, :2]
    is_new = np.linalg.norm(at[:, None] - taken[None], axis=2).min(axis=1) >= params.apart
    maybe = np.flatnonzero(is_new & (score >= params.near_score))
    if not len(maybe):
        return {}
    rough[:, 2] = due[:, 2]
    exact, _ = places_near(flat, cells[maybe], paper, rough[maybe], params.disc.fine, params.disc.fine_radii, params.disc)
    is_near = np.linalg.norm(exact[:, :2] - due[maybe, :2], axis=1) <= np.where(lettered[maybe], params.clear_off, params.near_off)
    if not is_near.any():
        return {}
    near = maybe[is_near]
    discs = discs_at(flat, cells[near], paper, exact[is_near], params.disc)
    found = {cell: named_where_due(discs, at, colours, letter, bool(lettered[cell]), params) for at, cell in enumerate(near.tolist())}
    rest = np.array([cell for cell, one in found.items() if one is None], np.int64)
    if len(rest):
        larger, _ = places_near(flat, cells[rest], paper, rough[rest], params.disc.fine, params.disc.special_radii, params.disc)
        discs = discs_at(flat, cells[rest], paper, larger, params.disc)
        found |= {cell: starred_where_due(discs, at, colours, letter, params) for at, cell in enumerate(rest.tolist())}
    return {cell: one for cell, one in found.items() if one is not None}
