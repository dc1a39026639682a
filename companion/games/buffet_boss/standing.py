"""A plate seen from the side, held against the foods that can stand on it; what its contacts may be, and which are worth asking."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import combinations, permutations

from companion.game import Pack
from companion.games.buffet_boss.actions import in_order
from companion.games.buffet_boss.characters import bonus
from companion.games.buffet_boss.house import food_of
from companion.games.buffet_boss.limits import graph_faults
from companion.games.buffet_boss.pieces import Character, Contact, Plate, Print
from vision.observation import PLATE, TABLE, Stack

MOST = 8
"""Contacts that cannot be seen, at most, of which every combination is thought through."""
MOST_NAMELESS = 3
"""Pieces without a name, at most, that are named by the foods that can stand there."""

Graph = tuple[Contact, ...]


def foods_of(pack: Pack) -> dict[str, str]:
    """The food of every card and piece of the box, by its id."""
    return {piece.id: food for piece in pack.pieces if (food := food_of(piece))}


def named_by(pack: Pack, stack: Stack, foods: Counter[str]) -> Stack:
    """The stack, as far as `foods`, every one that can stand there, tell its unnamed pieces: by name, or that they are none (BB-6.5)."""
    told, known = _told(pack, stack, foods), foods_of(pack)
    if told is not stack:
        return _as_high_as_all(told)
    named = Counter(known.get(piece.id, "") for piece in stack.pieces if piece.id is not None)
    return _without_strangers(stack) if foods and foods == named else stack


def _told(pack: Pack, stack: Stack, foods: Counter[str]) -> Stack:
    """Its unnamed pieces named where the named ones leave as many foods, which can be theirs in one way only."""
    known = foods_of(pack)
    pieces = Counter(known.get(piece.id, "") for piece in stack.pieces if piece.id is not None)
    left, doubtful = sorted((foods - pieces).elements()), [k for k, piece in enumerate(stack.pieces) if piece.id is None]
    if pieces - foods or len(left) != len(doubtful) or not 0 < len(left) <= MOST_NAMELESS:
        return stack
    ids = {food: id for id, food in known.items()}
    ways = {
        way
        for way in permutations(ids[food] for food in left)
        if all(id in {option.id for option in stack.pieces[k].alternatives} for k, id in zip(doubtful, way, strict=True))
    }
    if len(ways) != 1:
        return stack
    named = dict(zip(doubtful, next(iter(ways)), strict=True))
    return replace(stack, pieces=tuple(replace(piece, id=named.get(k, piece.id)) for k, piece in enumerate(stack.pieces)))


def _as_high_as_all(stack: Stack) -> Stack:
    """The stack whose last nameless pieces got their names: it is as high as they are; how exactly, and whom they touch, stays open."""
    more, level = stack.unnamed_mm, stack.if_level
    height = None if stack.height_mm is None else stack.height_mm + more
    return replace(stack, height_mm=height, if_level=None if level is None else (level[0] + more, level[1]), alone=None)


def _without_strangers(stack: Stack) -> Stack:
    """The stack of the named pieces alone, with their contacts as they are then; whatever else shows stands behind it."""
    touching, unsure = stack.alone or (stack.touching, stack.unsure)
    stack = replace(stack, touching=touching, unsure=unsure, alone=None)
    error = None if stack.height_error_mm is None else stack.height_error_mm - stack.unnamed_mm
    return replace(only(stack, [k for k, piece in enumerate(stack.pieces) if piece.id is not None]), height_error_mm=error, unnamed_mm=0.0)


def only(stack: Stack, kept: Sequence[int]) -> Stack:
    """The stack of these pieces, by index, and their contacts."""
    index = {k: n for n, k in enumerate(kept)} | {PLATE: PLATE, TABLE: TABLE}

    def renamed(pairs: tuple[tuple[int, int], ...]) -> tuple[tuple[int, int], ...]:
        return tuple((index[a], index[b]) for a, b in pairs if a in index and b in index)

    touching, unsure, *alone = (renamed(pairs) for pairs in (stack.touching, stack.unsure, *(stack.alone or ())))
    pieces, both = tuple(stack.pieces[k] for k in kept), (alone[0], alone[1]) if alone else None
    return replace(stack, pieces=pieces, touching=touching, unsure=unsure, alone=both)


def possible(pieces: tuple[str, ...], sure: Sequence[Contact], unsure: Sequence[Contact]) -> Iterator[Graph]:
    """Every contact graph that there can be, those with fewer contacts first; none where too much is unsure to think it through."""
    if len(unsure) > MOST:
        return
    for many in range(len(unsure) + 1):
        for chosen in combinations(unsure, many):
            graph = in_order([*sure, *chosen])
            if not any(graph_faults(pieces, graph)):
                yield graph


def that_count(
    graphs: Sequence[Graph], pieces: tuple[str, ...], character: Character, prints: Mapping[str, Print], answers: Mapping[str, str]
) -> tuple[Contact, ...]:
    """The contacts on which the character's stars hang: with and without such a one alone there can be another sum."""
    worth = {graph: bonus(Plate(pieces=pieces, contacts=graph), character, prints, answers).points for graph in graphs}
    if len(set(worth.values())) < 2:
        return ()
    open_ = {pair for graph in graphs for pair in graph if any(pair not in other for other in graphs)}
    lone = {pair for graph in graphs for pair in graph if worth.get(_without(graph, pair), worth[graph]) != worth[graph]}
    return tuple(sorted(lone or open_))


def _without(graph: Graph, pair: Contact) -> Graph:
    return tuple(one for one in graph if one != pair)
