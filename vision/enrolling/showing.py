"""The box shown to the camera, one card after another: a pure state machine that a terminal and a page drive alike.

Feed it frames with `seen`; answer its proposal with `accept` or `skip`; take the last card back with `undo`. `save` writes the folder
that `vision.enrolling.enrol.enrol` reads. It never waits, prints or opens anything.
"""

import csv
import io
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.enrolling.blobs import find_flat
from vision.enrolling.clarity import Flaw, flaw_in
from vision.enrolling.crop import find_piece
from vision.enrolling.die_shown import face_print, find_die
from vision.enrolling.disc_shown import find_disc
from vision.enrolling.enrol import DIE, REQUIRED, EnrolError
from vision.frame import Frame
from vision.image.decode import load_frame
from vision.looks import canon
from vision.names import is_id
from vision.observation import NotReady

Pixels = NDArray[np.uint8]
Propose = Callable[[Pixels, frozenset[str]], str]
"""A label for a card's picture, unlike those that are taken (`vision.enrolling.text.propose`)."""
ROUND, OF_ANY_OUTLINE = ("token",), ("food",)
"""Kinds of pieces that are no rectangles: discs of one size, and flat pieces each of its own."""
WIDTHS_MM = (5.0, 300.0)
PICTURES = {".jpg", ".jpeg", ".png", ".webp", ".bmp"}


class Wanted(StrEnum):
    """What the person is to do next, in plain words."""

    CARD = "lay one card under the camera, on a plain ground"
    HOLD = "keep your hands away"
    LABEL = "is this its name?"
    NEXT = "take it away and lay the next card"


@dataclass(frozen=True, slots=True, eq=False)
class Shown:
    """A card that was shown."""

    rgb: Pixels
    """(H, W, 3) RGB, cut at its edges; a food with some of its ground around."""
    id: str
    kind: str = "card"
    size_mm: tuple[float, float] = (0.0, 0.0)
    """Width and height; of a food (0, 0) until somebody has measured it."""
    ratio: float = 1.0
    """Of a food: its height through its width."""
    is_pictured: bool = True
    """Whether its picture is kept; a die that is read by its pips has none."""
    more: Mapping[str, str] = field(default_factory=dict)
    """What else is written of it in pieces.csv."""
    flaw: Flaw | None = None
    """What is amiss with its picture."""


@dataclass(frozen=True, slots=True, eq=False)
class Showing:
    """Where the showing stands. Every method answers the next state."""

    size_mm: tuple[float, float]
    """Width and height of the cards."""
    kind: str = "card"
    shown: tuple[Shown, ...] = ()
    proposal: Shown | None = None
    """The card that lies there, with a label to be confirmed."""
    wanted: Wanted = Wanted.CARD
    _last: Pixels | None = field(default=None)
    """The card that was decided about last: while it lies there, it is not asked about again."""

    def seen(self, frame: Frame, disturbed: NotReady | None, propose: Propose) -> "Showing":
        """After one more frame; `disturbed` (`vision.table.settle`): why the table is not looked at. A proposal stays until answered."""
        if self.proposal is not None:
            return self
        if disturbed is not None:
            return replace(self, wanted=Wanted.HOLD)
        card = self._found(frame.rgb)
        if card is None:
            return replace(self, wanted=Wanted.CARD, _last=None)
        if self._last is not None and is_same(card.rgb, self._last):
            return replace(self, wanted=Wanted.NEXT)
        return self.asked(card, propose)

    def asked(self, card: Shown, propose: Propose) -> "Showing":
        """With this piece asked about, under the label that is proposed for it."""
        label = propose(card.rgb, frozenset(one.id for one in self.shown))
        return replace(self, proposal=replace(card, id=label, flaw=flaw_in(card.rgb, card.kind)), wanted=Wanted.LABEL)

    def of(self, kind: str, size_mm: tuple[float, float]) -> "Showing":
        """From now on pieces of this kind and size: `card` or `tile`, `token` (round), `food` (any outline, measured one by one), `die`.

        Of a die each face is shown that bears no pips, the die alone on plain ground.
        """
        return replace(self, kind=kind, size_mm=size_mm, proposal=None, wanted=Wanted.CARD, _last=None)

    def _found(self, rgb: Pixels) -> Shown | None:
        """The piece that lies there, without a name yet."""
        if self.kind in ROUND:
            disc = find_disc(rgb)
            return None if disc is None else Shown(disc.rgb, "", self.kind, self.size_mm)
        if self.kind in OF_ANY_OUTLINE:
            flat = find_flat(rgb)
            return None if flat is None else Shown(flat.rgb, "", self.kind, (0.0, 0.0), flat.ratio)
        if self.kind == DIE:
            return self._die(rgb)
        card = find_piece(rgb, self.size_mm)
        return None if card is None else Shown(card, "", self.kind, self.size_mm)

    def _die(self, rgb: Pixels) -> Shown | None:
        """The die that lies there; None while nothing can be made out on its upper face."""
        die = find_die(rgb)
        if die is None:
            return None
        was_shown = self._last is not None and is_same(die, self._last)
        return Shown(die, "", self.kind, self.size_mm) if was_shown or face_print(die, self.size_mm) is not None else None

    def accept(self, id: str | None = None, width_mm: float = 0.0, more: Mapping[str, str] | None = None) -> "Showing":
        """The card is enrolled under its proposed label, or under another. A second look of a card bears the same id. Raises EnrolError.

        `width_mm`: of a food, whose size nobody knows before; `more`: further columns of pieces.csv.
        """
        if self.proposal is None:
            raise EnrolError("no card lies there; lay one under the camera first")
        name = self.proposal.id if id is None else id.strip()
        if not is_id(name):
            raise EnrolError(f"{name[:80]!r} is no id; give 1 to 80 printable characters, without spaces and slashes")
        card = replace(self.proposal, id=name, more=dict(more or {}))
        if card.kind in OF_ANY_OUTLINE:
            if not WIDTHS_MM[0] <= width_mm <= WIDTHS_MM[1]:
                raise EnrolError(
                    f"a piece of this kind is {WIDTHS_MM[0]:g} to {WIDTHS_MM[1]:g} mm wide; measure it as it lies in the picture"
                )
            card = replace(card, size_mm=(width_mm, round(width_mm * card.ratio, 1)))
        return replace(self, shown=(*self.shown, card), proposal=None, wanted=Wanted.NEXT, _last=card.rgb)

    def added(self, id: str, kind: str, size_mm: tuple[float, float], more: Mapping[str, str]) -> "Showing":
        """With a die, which is read by its pips and has no picture; one that is there already stays."""
        if any(one.id == id for one in self.shown):
            return self
        return replace(self, shown=(*self.shown, Shown(_pips(), id, kind, size_mm, is_pictured=False, more=dict(more))))

    def skip(self) -> "Showing":
        """The card is not enrolled; it is not asked about again while it lies there."""
        last = self._last if self.proposal is None else self.proposal.rgb
        return replace(self, proposal=None, wanted=Wanted.NEXT, _last=last)

    def undo(self) -> "Showing":
        """Without the card that was enrolled last; it is asked about again when it lies there."""
        return replace(self, shown=self.shown[:-1], proposal=None, wanted=Wanted.CARD, _last=None)


def is_same(a: Pixels, b: Pixels) -> bool:
    """Whether two pictures show one card, either way up."""
    one, other = (canon.shrink(canon.upright(rgb)[0]) for rgb in (a, b))
    return any(_alike(one, turned) for turned in (other, np.ascontiguousarray(other[::-1, ::-1])))


def _alike(one: Pixels, other: Pixels) -> bool:
    x, y = canon.edges(one), canon.edges(other)
    agreement = float(np.vdot(x, y)) / (float(np.linalg.norm(x)) * float(np.linalg.norm(y)) + 1e-6)
    colours = float(np.abs(canon.colours(one) - canon.colours(other)).max())
    return agreement > _SAME_EDGES and colours < _SAME_COLOURS


_SAME_EDGES = 0.9
"""Correlation of edges from which two pictures of cards that lie still show the same print ..."""
_SAME_COLOURS = 0.25
"""... when no part of them differs more than this in colour, 0 to 1."""


def _pips() -> Pixels:
    """A die's face as it is drawn where others show their picture."""
    face = np.full((96, 96, 3), 240, np.uint8)
    for x, y in ((26, 26), (70, 26), (48, 48), (26, 70), (70, 70)):
        cv2.circle(face, (x, y), 9, (40, 40, 40), -1, cv2.LINE_AA)
    return face


def refuse_to_mix(folder: Path) -> None:
    """Nothing for a folder to which pictures can be saved. Raises EnrolError where pieces.csv or a picture of their names lies already."""
    lost = sorted(each for each in folder.glob("*") if each.name == "pieces.csv" or re.fullmatch(r"\d{3,}\.png", each.name))
    if lost:
        raise EnrolError(f"{lost[-1]}: is there already; name an empty folder, or move that away")


def save(showing: Showing, folder: Path) -> Path:
    """Write the pictures and pieces.csv that `enrol` reads into a folder, made when missing; answers the path of pieces.csv.

    Raises EnrolError when the folder holds what is not to be lost.
    """
    refuse_to_mix(folder)
    if not showing.shown:
        raise EnrolError("no card was shown; lay at least one under the camera")
    folder.mkdir(parents=True, exist_ok=True)
    rows = []
    for number, card in enumerate(showing.shown, 1):
        name = f"{number:03}.png"
        png = cv2.imencode(".png", cv2.cvtColor(card.rgb, cv2.COLOR_RGB2BGR))[1]
        if card.is_pictured:
            (folder / name).write_bytes(png.tobytes())
        rows.append(Row(name if card.is_pictured else "", card.id, card.kind, card.size_mm, card.more))
    return _write_table(folder / "pieces.csv", rows)


def label_folder(
    folder: Path,
    size_mm: tuple[float, float],
    propose: Propose,
    progress: Callable[[int, int, str], None] | None = None,
    kind: str = "card",
) -> Mapping[str, str]:
    """Propose a label for every picture of a folder without pieces.csv and write that file, to be checked: picture to label.

    Raises EnrolError for a folder without pictures, with a pieces.csv, or with a picture that cannot be read.
    """
    if (folder / "pieces.csv").exists():
        raise EnrolError(f"{folder / 'pieces.csv'}: is there already; correct it by hand, or move it away")
    files = sorted(path for path in folder.iterdir() if path.suffix.lower() in PICTURES) if folder.is_dir() else []
    if not files:
        raise EnrolError(f"{folder}: holds no picture; copy one photograph of each card into it")
    labels: dict[str, str] = {}
    for done, path in enumerate(files, 1):
        try:
            rgb = load_frame(path).rgb
        except ValueError as fault:
            raise EnrolError(str(fault)) from fault
        card = find_piece(rgb, size_mm)
        labels[path.name] = propose(rgb if card is None else card, frozenset(labels.values()))
        if progress is not None:
            progress(done, len(files), path.name)
    _write_table(folder / "pieces.csv", [Row(file, label, kind, size_mm) for file, label in labels.items()])
    return labels


@dataclass(frozen=True, slots=True)
class Row:
    """A line of pieces.csv."""

    file: str
    id: str
    kind: str
    size_mm: tuple[float, float]
    more: Mapping[str, str] = field(default_factory=dict)


def _write_table(table: Path, rows: Sequence[Row]) -> Path:
    out = io.StringIO()
    more = list(dict.fromkeys(name for row in rows for name in row.more))
    lines = csv.writer(out, lineterminator="\n")
    lines.writerow((*REQUIRED, *more))
    for row in rows:
        size = f"{row.size_mm[0]:g}", f"{row.size_mm[1]:g}"
        lines.writerow((row.file, row.id, row.kind, *size, *(row.more.get(name, "") for name in more)))
    table.write_text(out.getvalue(), encoding="utf-8")
    return table
