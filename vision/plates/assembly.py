"""Pieces that were found in a side view, put together: the stack on its plate, its height, who touches whom, and what is not sure."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace

import numpy as np
from numpy.typing import NDArray

from vision.looks.silhouettes import Silhouette
from vision.observation import PLATE, TABLE, Candidate, Detection, Quad, Stack, quad_of
from vision.plates.between import BetweenParams, like_the_ground
from vision.plates.contacts import ContactParams, contacts
from vision.plates.ends import EndParams, beside_the_cut, foot_shows, is_whole
from vision.plates.fitting import Standing, shared
from vision.plates.flats import Patch, find_faint
from vision.plates.footing import FootingParams, is_doubtful
from vision.plates.gaps import GapParams, seen_apart
from vision.plates.level import height_if_level
from vision.plates.plate import Plate, PlateParams, find_plate, is_food
from vision.plates.rims import Picture
from vision.plates.room import RoomParams, has_room
from vision.plates.shaped import Shaped
from vision.plates.standing import Camera, Scene, project, rounded
from vision.plates.tints import TintParams, in_another_light
from vision.plates.touching import Side, alone, tables, touching
from vision.plates.untold import UntoldParams, box, untold
from vision.plates.walls import Found, WallParams, behind

Floats = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class AssemblyParams:
    """When a piece has a name, and how exact a height is."""

    sure_rim: float = 0.2
    """Mean certainty along the outline."""
    usual_rim: float = 0.65
    """Part of the pieces' median certainty that a sure one has: all stand in one light."""
    least_rim: float = 0.6
    """The same for whatever stands there at all."""
    of_best: float = 0.66
    """... where the median is no less than so much of the best: else most that was found is none, and tells nothing of the light. No true
    piece was seen by less than .48 of the best of its picture, what lines behind a stack made up by .34 to .39."""
    sure_covered: float = 0.9
    """Part of its inside that bears its colour."""
    sure_margin: float = 0.06
    """How much better the name has to fit than any other at its place."""
    same_place: float = 0.5
    """Part of the smaller outline that rivals for one place share."""
    scale_error: float = 0.004
    """Relative spread of the scale that two pieces or more give; one alone gives it five times worse."""
    box_scale_error: float = 0.004
    """The same of what every picture of a box has: its pieces' edges are rounder, or were enrolled larger, than they are seen."""
    level_error: float = 0.015
    """Spread of the camera's roll, radians."""
    rim_error_mm: float = 0.3
    most_open_mm: float = 12.0
    """Way along a printed piece's outline on which its colours go on beyond: of an onion read as an egg it was 17.8, where its sprout is,
    of 270 true names more in three, of which hardly any rim was seen."""
    most_nearer: float = 0.25
    """Part of the camera's distance by which a piece may lie nearer to it than the plate: it would be seen larger by as much."""
    depth_mm: float = 1.5
    """How much nearer to the camera the plate's foot stands than the faces of what it carries: it is as thick as that, or thicker ..."""
    depth_error_mm: float = 3.5
    """... and the spread of that, which all plates of a box have in common."""
    plate: PlateParams = field(default_factory=PlateParams)
    end: EndParams = field(default_factory=EndParams)
    footing: FootingParams = field(default_factory=FootingParams)
    contact: ContactParams = field(default_factory=ContactParams)
    gap: GapParams = field(default_factory=GapParams)
    untold: UntoldParams = field(default_factory=UntoldParams)
    between: BetweenParams = field(default_factory=BetweenParams)
    tint: TintParams = field(default_factory=TintParams)
    wall: WallParams = field(default_factory=WallParams)
    room: RoomParams = field(default_factory=RoomParams)


PARAMS = AssemblyParams()
_FOOT = "its plate may go on below a straight edge: does something before it hide its foot?"
_CUT = "the plate does not show from end to end: does something before it hide a piece, too?"


def assemble(
    picture: Picture,
    patches: Sequence[Patch],
    camera: Camera,
    kept: Sequence[Standing],
    tried: Sequence[Standing],
    known: Sequence[Silhouette],
    params: AssemblyParams = PARAMS,
    printed: Sequence[Patch] = (),
) -> Stack | None:
    """The stack of the pieces that hang together with the plate, or lie on the table beside it; None without a plate.

    `printed`: patches of several colours that may be printed pieces.
    """
    usual = _usual_rim(kept, params)
    plate, mine, there = _carrier(picture, patches, camera, kept, usual, params)
    if plate is None:
        return None
    gain: Floats = np.median([one.evidence.gain for one in mine] or [np.ones(3)], axis=0)
    told, lines = [_detection(one, tried, camera, usual, params) for one in mine], [one.pose.line_mm for one in mine]
    pieces = _doubted(picture, patches, camera, mine, told, Shaped(known, gain, camera.px_per_mm), plate, params)
    afloat = [*_afloat(kept, mine, there, plate, camera, usual, params)]
    pieces, lines = [*pieces, *(_floating(one, camera) for one in afloat)], [*lines, *(one.pose.line_mm for one in afloat)]
    fitted = len(lines)
    named = [one for one, piece in zip(mine, pieces, strict=False) if piece.is_sure]
    unnamed = untold(picture, patches, printed, camera, named, [*lines, plate.line_mm], known, gain, params.untold)
    pieces, lines = [*pieces, *(piece for piece, _ in unnamed)], [*lines, *(line for _, line in unnamed)]
    off_mm = tuple(one.evidence.off_px / camera.px_per_mm for one in (*mine, *afloat))
    hidden = behind(picture, camera, plate, seen := Found(tuple(pieces), tuple(lines), off_mm), known, gain, params.wall)
    is_cut = not is_whole(plate.line_mm, params.end)
    pieces, lines = _with_the_cut(picture, camera, plate, hidden or seen, known, is_cut, params)
    apart = seen_apart(picture, lines[:fitted], [*lines[fitted:], plate.line_mm], camera, params.gap)
    is_sure = [piece.is_sure for piece in pieces]
    side = Side(plate, camera.px_per_mm, is_cut, params.contact, params.end, hidden is not None)
    found = touching(side, lines, is_sure, fitted, apart)
    named_lines = [line for k, line in enumerate(lines) if k in found.joined(PLATE) and pieces[k].is_sure]
    doubtful = [line for line, piece in zip(lines, pieces, strict=True) if not piece.is_sure]
    upright = tuple(replace(piece, quad_mm=_upright(piece, camera, plate)) for piece in pieces)
    why = "" if all(is_sure) else "not every piece could be told"
    stack = Stack(_bounds(plate), None, None, upright, found.touching, found.unsure, why)
    if why:
        stack = replace(stack, alone=alone(side, lines[:fitted], is_sure[:fitted], apart))
    rounder = rounded(Scene(camera, tuple(one.pose for one in mine)), [one.evidence.places for one in mine])
    if is_doubtful(picture, plate, lines, camera, params.footing):
        stack = replace(stack, why=why or _FOOT)
    else:
        stack = _measured(stack, plate, camera, named_lines, doubtful, params, rounder, is_fitted=hidden is None)
    if is_food(picture, plate, patches, [np.clip(one.body * gain, 0, 255) for one in known], camera, params.plate):
        return doubted(stack, "what carries the pieces may be food itself")
    return doubted(stack, _CUT) if is_cut and not foot_shows(plate.line_mm, plate.foot_mm, params.end) else stack


def _usual_rim(kept: Sequence[Standing], params: AssemblyParams) -> float:
    """How certain the rims of true pieces are, most of which may not be among those that were found."""
    rims = [one.evidence.rim for one in kept]
    return float(max(np.median(rims), params.of_best * max(rims)))


def _bounds(plate: Plate) -> tuple[float, float, float, float]:
    """Left, top, right and bottom of a plate in the picture."""
    (left, top), (right, low) = plate.line_px.min(0).tolist(), plate.line_px.max(0).tolist()
    return left, top, right, low


def _with_the_cut(
    picture: Picture, camera: Camera, plate: Plate, found: Found, known: Sequence[Silhouette], is_cut: bool, params: AssemblyParams
) -> tuple[list[Detection], list[Floats]]:
    """All that was found and where it is, and what a hidden end of the plate has room for."""
    pieces, lines = [*found.pieces], [*found.lines_mm]
    if is_cut and has_room(picture, camera, plate, lines, known, params.room):
        lines.append(beside_the_cut(plate.line_mm, plate.foot_mm, params.end))
        pieces.append(Detection("food", box(lines[-1].min(0), lines[-1].max(0), camera, None), why=_CUT))
    return pieces, lines


def _carrier(
    picture: Picture, patches: Sequence[Patch], camera: Camera, kept: Sequence[Standing], usual: float, params: AssemblyParams
) -> tuple[Plate | None, tuple[Standing, ...], list[Standing]]:
    """The plate, the pieces that belong to it, and all among which it was looked for: what lies too low for any table is none of them."""
    there = [one for one in kept if one.evidence.rim >= params.least_rim * usual]
    plate, mine = _plate(picture, patches, camera, there, params)
    if plate is None:
        there = [one for one in there if _is_clear(one, usual, params)]
        plate, mine = _plate(picture, patches, camera, there, params) if there else (None, ())
    return plate, mine, there


def _doubted(
    picture: Picture,
    patches: Sequence[Patch],
    camera: Camera,
    mine: Sequence[Standing],
    told: Sequence[Detection],
    shaped: Shaped,
    plate: Plate,
    params: AssemblyParams,
) -> list[Detection]:
    """The plate's pieces as told, but for those in whose place another's outline or colour is seen, or only the ground."""
    pieces = [_by_outline(piece, one, patches, camera, shaped) for piece, one in zip(told, mine, strict=True)]
    lines = [one.pose.line_mm for one in mine]
    for k in map(mine.index, like_the_ground(picture, mine, [*lines, plate.line_mm], camera, params.between)):
        pieces[k] = _unnamed(pieces[k], "it has the colour of what lies behind: is it only what shows between other pieces?")
    for k in map(mine.index, in_another_light(mine, params.tint)):
        pieces[k] = _unnamed(pieces[k], "its colour would need another light than the other pieces are in: is it another food?")
    return pieces


def _afloat(
    kept: Sequence[Standing],
    mine: Sequence[Standing],
    there: Sequence[Standing],
    plate: Plate,
    camera: Camera,
    usual: float,
    params: AssemblyParams,
) -> Iterator[Standing]:
    """What nothing is seen to carry. What shows two colours of a printed food is there by no chance, however faint its rim."""
    for one in kept:
        is_printed = not one.silhouette.is_plain and one.evidence.covered >= params.sure_covered
        is_there = is_printed or one.evidence.rim >= (params.usual_rim if one in there else params.least_rim) * usual
        may_be = _is_over(one, plate) or (one not in there and _may_lie(one, plate, camera, params))
        if one not in mine and is_there and may_be:
            yield one


def _upright(piece: Detection, camera: Camera, plate: Plate) -> Quad:
    """The corners of a piece in millimetres from the plate's foot, x right, y up."""
    from_px = np.asarray(np.linalg.inv(camera.mm_to_px), np.float64)
    places = (project(from_px, np.array(piece.quad_px)) - np.array(plate.foot_mm)) * (1.0, -1.0)
    return quad_of(places)


def doubted(stack: Stack, why: str = "too few pieces show to be sure of their size") -> Stack:
    """The same with nothing sure: its pieces are questions, its height unknown."""
    pieces = tuple(
        replace(p, id=None, confidence=0.0, alternatives=(Candidate(p.id, p.confidence), *p.alternatives), why=why) if p.id else p
        for p in stack.pieces
    )
    unsure = (*stack.unsure, *(pair for pair in stack.touching if pair[0] != TABLE))
    touching = tuple(pair for pair in stack.touching if pair[0] == TABLE)
    return replace(
        stack, height_mm=None, height_error_mm=None, if_level=None, pieces=pieces, touching=touching, unsure=unsure, alone=None, why=why
    )


def _plate(
    picture: Picture, patches: Sequence[Patch], camera: Camera, kept: Sequence[Standing], params: AssemblyParams
) -> tuple[Plate | None, tuple[Standing, ...]]:
    """The plate, and the pieces that belong to it from the lowest up."""
    lines = [one.pose.line_mm for one in kept]
    plate = find_plate(picture, patches, lines, camera, params.plate)
    if plate is None:  # nearly of the table's colour?
        faint = find_faint(np.asarray(np.clip(picture, 0, 255), np.uint8))
        plate = find_plate(picture, faint, lines, camera, params.plate)
    if plate is None:
        return None, ()
    found = contacts(lines, plate.line_mm, tables(plate, lines), camera.px_per_mm, params.contact)
    stacked = found.joined(PLATE)
    lying = {k for a, k in found.touching if a == TABLE}
    mine = [one for k, one in enumerate(kept) if k in stacked or (k in lying and _is_beside(one, plate))]
    return plate, tuple(sorted(mine, key=lambda one: -float(one.pose.line_mm[:, 1].max())))


def _is_over(one: Standing, plate: Plate) -> bool:
    """Whether a piece is over the plate, or beside it: its half may be hidden."""
    (left, _), (right, _) = plate.line_mm.min(0), plate.line_mm.max(0)
    aside = (right - left) / 2
    return bool(left - aside < one.pose.x < right + aside and one.pose.y < plate.foot_mm[1])


def _may_lie(one: Standing, plate: Plate, camera: Camera, params: AssemblyParams) -> bool:
    """Whether something lower than the plate's foot may lie on the table, nearer to the camera: then it would be seen larger."""
    low = one.pose.line_mm[one.pose.line_mm[:, 1].argmax()]
    above = float(plate.foot_mm[1] - camera.eye_mm[1])
    nearer = params.most_nearer * max(0.0, above) + params.plate.most_roll * abs(float(low[0]) - plate.foot_mm[0])
    return bool(low[1] - plate.foot_mm[1] <= params.plate.under_mm + nearer)


def _is_clear(one: Standing, usual: float, params: AssemblyParams) -> bool:
    """Whether a piece shows clearly enough to have a name."""
    is_closed = one.evidence.open_mm <= params.most_open_mm
    return is_closed and one.evidence.rim >= max(params.sure_rim, params.usual_rim * usual) and one.evidence.covered >= params.sure_covered


def _floating(one: Standing, camera: Camera) -> Detection:
    quad = box(one.pose.outline.min(0), one.pose.outline.max(0), camera, one.pose)
    why = "nothing is seen that carries it: is something hidden below it, or is it behind the stack?"
    return Detection("food", quad, alternatives=(Candidate(one.silhouette.id, 0.5),), why=why)


def _unnamed(piece: Detection, why: str) -> Detection:
    """What may be no piece, or another."""
    if not piece.is_sure:
        return piece
    return replace(piece, id=None, confidence=0.0, alternatives=(Candidate(piece.id or "", 0.5),), why=why)


def _by_outline(piece: Detection, one: Standing, patches: Sequence[Patch], camera: Camera, shaped: Shaped) -> Detection:
    """A piece that has its name by its colour, while the patch in its place has another food's outline, is a question."""
    if piece.id is None or len(one.silhouette.coats):
        return piece
    instead = shaped.instead(piece.id, project(camera.mm_to_px, one.pose.line_mm), patches)
    if instead is None:
        return piece
    options = (Candidate(instead, 0.5), Candidate(piece.id, 0.5))
    return replace(piece, id=None, confidence=0.0, alternatives=options, why=f"looks like {instead}, too")


def _is_beside(one: Standing, plate: Plate) -> bool:
    """Whether a piece on the table lies no further from the plate than the plate is wide."""
    left, right = float(plate.line_mm[:, 0].min()), float(plate.line_mm[:, 0].max())
    return left - (right - left) < one.pose.x < right + (right - left)


def _measured(
    stack: Stack,
    plate: Plate,
    camera: Camera,
    sure: Sequence[Floats],
    doubtful: Sequence[Floats],
    params: AssemblyParams,
    rounder: float = 1.0,
    is_fitted: bool = True,
) -> Stack:
    """The stack with its height: millimetres from the table to the highest named point, and what that may be off.

    Whatever has no name may stand on the plate, even where nothing is seen that carries it. `rounder`: so many times larger is the scale,
    by edges that are rounder than enrolled. `is_fitted`: whether nothing that a wall cuts off was fitted as if it were whole.
    """
    top = _top(sure or [plate.line_mm])
    higher = max(0.0, float(top[1]) - float(_top([top[None], *doubtful])[1]))
    _, above, away = camera.eye_mm - (*plate.foot_mm, 0.0)
    lower = -float(above / away)  # so much lower is a foot seen that stands nearer by 1
    nearer = params.depth_mm * lower
    height = (plate.level_mm(float(top[0])) - float(top[1])) / rounder - nearer
    alike = (2 * params.box_scale_error * height, 2 * params.depth_error_mm * lower)
    scale = params.scale_error * (1 if len(sure) > 1 and is_fitted else 5)
    rest = float(np.hypot.reduce((scale * height, params.rim_error_mm, plate.foot_error_mm)))
    level = params.level_error * (float(top[0]) - plate.foot_mm[0])
    error, told = float(np.hypot.reduce((2 * rest, 2 * level, *alike))), height_if_level(plate, top, plate.foot_mm[1], rest)
    if_level = None if told is None else (told[0] / rounder - nearer, float(np.hypot.reduce((2 * told[1], *alike))))
    return replace(stack, height_mm=height, height_error_mm=error + higher, unnamed_mm=higher, alike_mm=alike, if_level=if_level)


def _top(lines: Sequence[Floats]) -> Floats:
    """(2,) the highest point of all lines."""
    points = np.concatenate(list(lines))
    return np.asarray(points[points[:, 1].argmin()], np.float64)


def _detection(one: Standing, tried: Sequence[Standing], camera: Camera, usual: float, params: AssemblyParams) -> Detection:
    rivals = [t for t in tried if t.silhouette.id != one.silhouette.id and shared(t.pose, one.pose) > params.same_place]
    rival = max(rivals, key=lambda t: t.fit, default=None)
    margin = one.fit - (0.0 if rival is None else rival.fit)
    sure = min(1.0, 0.5 + 0.5 * margin / max(one.fit, 1e-6))
    quad = box(one.pose.outline.min(0), one.pose.outline.max(0), camera, one.pose)
    clear = _is_clear(one, usual, params)
    if clear and margin >= params.sure_margin:
        return Detection("food", quad, one.silhouette.id, sure)
    options = [Candidate(one.silhouette.id, sure)] + ([Candidate(rival.silhouette.id, 1 - sure)] if rival is not None else [])
    why = f"looks like {rival.silhouette.id}, too" if clear and rival is not None else "its outline shows too little"
    return Detection("food", quad, alternatives=tuple(options), why=why)
