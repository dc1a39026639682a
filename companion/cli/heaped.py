"""A plate seen from the side in lines of text: how high, which pieces from the lowest up, who touches whom, what is unsure and why."""

from collections.abc import Iterator, Sequence

from vision.observation import PLATE, TABLE, Detection, Stack

Pair = tuple[int, int]


def stack_lines(stack: Stack) -> Iterator[str]:
    """What is told of one stack."""
    height = "height unknown" if stack.height_mm is None else f"{stack.height_mm:.0f} mm high, give or take {stack.height_error_mm:.0f}"
    named = sum(piece.is_sure for piece in stack.pieces)
    yield f"a stack: {height}; {named} of {len(stack.pieces)} pieces named, {len(stack.unsure)} contacts unsure"
    if stack.why:
        yield f"  {stack.why}"
    names = _names(stack.pieces)
    if sure := [names[k] for k, piece in enumerate(stack.pieces) if piece.is_sure]:
        yield f"  {', '.join(sure)}"
    unsure: dict[str, list[str]] = {}
    for k, piece in enumerate(stack.pieces):
        if not piece.is_sure:
            unsure.setdefault(piece.why or "not sure", []).append(names[k])
    yield from (f"  ? {', '.join(found)}: {reason}" for reason, found in unsure.items())
    yield from _of_pairs("touching", stack.touching, names)
    yield from _of_pairs("? touching or not", stack.unsure, names)


def _names(pieces: Sequence[Detection]) -> dict[int, str]:
    """By index, also of the plate and the table; of several alike each has a number."""
    called = [piece.id or " or ".join(one.id for one in piece.alternatives[:3]) or "something" for piece in pieces]
    numbered = {k: f"{name} {called[: k + 1].count(name)}" if called.count(name) > 1 else name for k, name in enumerate(called)}
    return numbered | {PLATE: "the plate", TABLE: "the table"}


def _of_pairs(what: str, pairs: Sequence[Pair], names: dict[int, str]) -> Iterator[str]:
    if pairs:
        yield f"  {what}: {', '.join(f'{names[a]} + {names[b]}' for a, b in pairs)}"
