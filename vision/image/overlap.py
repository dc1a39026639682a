"""How much two outlines cover each other. Standard library only; pixels or millimetres alike."""

from itertools import pairwise

from vision.observation import Point, Quad

Outline = tuple[Point, ...]


def iou(a: Quad, b: Quad) -> float:
    """Shared area over joint area, 0 to 1; corners may start anywhere and run either way, a dented quad counts as its hull."""
    (ax, ay), (bx, by) = zip(*a, strict=True), zip(*b, strict=True)
    if max(ax) <= min(bx) or max(bx) <= min(ax) or max(ay) <= min(by) or max(by) <= min(ay):
        return 0.0
    first, second = hull(a), hull(b)
    shared = area(clipped(first, second))
    joint = area(first) + area(second) - shared
    return min(shared / joint, 1.0) if joint > 0 else 0.0


def covered(inner: Quad, outer: Quad) -> float:
    """Part of `inner` that lies within `outer`, 0 to 1."""
    whole = hull(inner)
    size = area(whole)
    return min(area(clipped(whole, hull(outer))) / size, 1.0) if size > 0 else 0.0


def area(outline: Outline) -> float:
    """Area of a simple polygon, whichever way its corners run."""
    if len(outline) < 3:
        return 0.0
    x0, y0 = outline[0]  # relative to one corner: no digits are lost far from the origin
    twice = sum((ax - x0) * (by - y0) - (bx - x0) * (ay - y0) for (ax, ay), (bx, by) in pairwise((*outline, outline[0])))
    return abs(twice) / 2


def hull(points: Outline | Quad) -> Outline:
    """Convex hull, corners in one fixed sense (x to y)."""
    ordered = sorted(set(points))
    if len(ordered) < 3:
        return tuple(ordered)
    lower, upper = _half_hull(ordered), _half_hull(ordered[::-1])
    return (*lower[:-1], *upper[:-1])


def _half_hull(ordered: list[Point]) -> list[Point]:
    chain: list[Point] = []
    for point in ordered:
        while len(chain) > 1 and _side(chain[-2], chain[-1], point) <= 0:
            chain.pop()
        chain.append(point)
    return chain


def clipped(subject: Outline, window: Outline) -> Outline:
    """What of a convex outline lies within another; both as `hull` gives them."""
    if len(subject) < 3 or len(window) < 3:
        return ()
    for start, end in pairwise((*window, window[0])):
        subject = _cut(subject, start, end)
        if not subject:
            return ()
    return subject


def _cut(outline: Outline, start: Point, end: Point) -> Outline:
    """The part of `outline` on the inner side of the line from `start` to `end`."""
    kept: list[Point] = []
    for here, there in pairwise((*outline, outline[0])):
        inside, next_inside = _side(start, end, here), _side(start, end, there)
        if inside >= 0:
            kept.append(here)
        if inside * next_inside < 0:
            part = inside / (inside - next_inside)
            kept.append((here[0] + part * (there[0] - here[0]), here[1] + part * (there[1] - here[1])))
    return tuple(kept)


def _side(start: Point, end: Point, point: Point) -> float:
    return (end[0] - start[0]) * (point[1] - start[1]) - (end[1] - start[1]) * (point[0] - start[0])
