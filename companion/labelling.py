"""An evening's log as labelled pictures: what lay there is what the game says after every correction; a misread picture becomes a test.

A picture is used only when the rulebook's table and what was seen go together piece by piece; the others are counted and left out.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import TypeVar

from companion.events import Acted, Asked, Entry
from companion.fold import Rulebook, lines_of, steps_of
from companion.game import Json, Layout, Spot
from vision.observation import Detection, Observation

S = TypeVar("S")
SURE, DOUBTED = 1.0, 0.5
"""`visible` of a piece that the game vouches for; of one where no rule looks, which then counts only when it is named otherwise."""


@dataclass(frozen=True, slots=True)
class Labelled:
    """One picture and what lay there."""

    picture: str
    """SHA-256 of the picture."""
    seq: int
    """The entry that it belongs to."""
    pieces: tuple[tuple[Detection, float], ...]
    """Each with its true name and how far that is vouched for (`visible`)."""
    size_px: tuple[int, int]
    """Of the picture in which the corners are given."""
    corrected: int
    """Pieces that had been read otherwise, or not at all."""


def labelled(rulebook: Rulebook[S], entries: Sequence[Entry], load: Callable[[str], Observation]) -> tuple[tuple[Labelled, ...], int]:
    """Every picture of the log that can be labelled, and how many cannot. `load` gives what was read, by its hash. Raises Misfit."""
    stands = rulebook.play(lines_of(steps_of(entries).standing))
    before = [(0, rulebook.opening()), *((stand.line.seq, stand.state) for stand in stands)]
    shown = _shown(entries)
    found, left_out = [], 0
    for number, (seq, picture, reading) in enumerate(shown):
        until = shown[number + 1][0] if number + 1 < len(shown) else len(entries) + 1
        one = _labels(rulebook, load(reading), _between(before, seq, until), picture, seq)
        found += [one] if one is not None else []
        left_out += one is None
    return tuple(found), left_out


def _shown(entries: Iterable[Entry]) -> list[tuple[int, str, str]]:
    """Entry, picture and reading, once for each picture: an answer names the picture of its question again."""
    first: dict[str, tuple[int, str, str]] = {}
    for entry in entries:
        if isinstance(event := entry.event, Acted | Asked) and event.picture and event.reading:
            first.setdefault(event.picture, (entry.seq, event.picture, event.reading))
    return list(first.values())


def _between(before: Sequence[tuple[int, S]], seq: int, until: int) -> list[S]:
    """The states that the picture of an entry may show: from just before it to just before the next picture."""
    earlier = [state for at, state in before if at < seq][-1:]
    return [state for at, state in before if seq <= at < until] + earlier


def _labels(rulebook: Rulebook[S], observation: Observation, states: Iterable[S], picture: str, seq: int) -> Labelled | None:
    seen = rulebook.game.see(rulebook.pack, observation)
    for state in states:
        names = _named(rulebook.game.visible(state), seen)
        if names is not None:
            pieces = tuple(_true(piece, names.get(number)) for number, piece in enumerate(observation.detections))
            corrected = sum(1 for number, name in names.items() if observation.detections[number].id != name)
            return Labelled(picture, seq, pieces, observation.size_px, corrected)
    return None


def _true(piece: Detection, name: str | None) -> tuple[Detection, float]:
    """The detection under its true name, where the game tells it."""
    return (piece, DOUBTED) if name is None else (replace(piece, id=name, alternatives=(), why=""), SURE)


def _named(expected: Layout, seen: Layout) -> dict[int, str] | None:
    """The true name of every detection that lies in a zone, by its index; None when table and game do not go together."""
    names: dict[int, str] = {}
    there = Counter(spot.key for spot in expected.spots)
    open_ = []
    for spot in seen.spots:
        if spot.piece is not None and there[spot.key]:
            there[spot.key] -= 1
            names |= {spot.ref: spot.piece} if spot.ref >= 0 else {}
        else:
            open_.append(spot)
    left = _left(expected, there)
    for spot in open_:
        meant = [other for other in left if (other.zone, other.slot) == (spot.zone, spot.slot)]
        if len({other.piece for other in meant}) != 1 or meant[0].piece is None:
            return None
        left.remove(meant[0])
        names |= {spot.ref: meant[0].piece} if spot.ref >= 0 else {}
    return None if any(not spot.may_hide for spot in left) else names


def _left(expected: Layout, there: Counter[tuple[str, str, str | None]]) -> list[Spot]:
    """Expected spots that nothing named stands for; those that must show come first."""
    left = []
    for spot in sorted(expected.spots, key=lambda each: each.may_hide, reverse=True):
        if there[spot.key]:
            there[spot.key] -= 1
            left.append(spot)
    return sorted(left, key=lambda each: each.may_hide)


def document(pictures: Iterable[Labelled], file_of: Callable[[Labelled], tuple[str, float]]) -> dict[str, Json]:
    """`labels.json` (CONTRACT.md); `file_of` gives a picture's file and by how much it is smaller than the one that was read."""
    images: list[Json] = []
    for one in pictures:
        file, scale = file_of(one)
        pieces: list[Json] = [
            {
                "id": piece.id,
                "kind": piece.kind,
                "quad_px": [[round((x + 0.5) * scale - 0.5, 2), round((y + 0.5) * scale - 0.5, 2)] for x, y in piece.quad_px],
                "visible": visible,
            }
            for piece, visible in one.pieces
        ]
        images.append({"file": file, "pieces": pieces, "entry": one.seq, "corrected": one.corrected})
    return {"schema": 1, "images": images}
