"""Everything at this table that needs a picture, in the reader's process: the first evening's cameras and boxes, then the reading.

The page's process asks by name (`answers`) and is told what frames come to (`companion.sight.Sight`); its side is in
`companion.cli.table_eyes`.
"""

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from threading import Lock
from typing import TYPE_CHECKING, Any

import numpy as np

from companion.cli.eyes import evidence, open_reader, open_table, through_glass, thumbnail
from companion.cli.naming import FOOD
from companion.cli.photos import Photographs
from companion.cli.shelf import Shelf
from companion.cli.zoning import keep_placing, keep_seen, markers_of, mat_of, placing_of, seen_of
from companion.game import CompanionError
from companion.health import of_markers, of_picture
from companion.looking import Eye, InPlace, Pump
from companion.pack import built_in, load
from companion.reader import Opened
from companion.sight import Seen
from companion.zones import Box, Placing, Zone, proposed, within
from hw.shared import Seat
from hw.worker import Source
from vision.changes.parts import Read
from vision.changes.patches import Known
from vision.enrolling.clashes import clashes, light_of
from vision.frame import Frame
from vision.live.reader import LiveReader
from vision.live.views import LiveViews
from vision.live.watching import PlateWatch
from vision.observation import Observation, PlaneFix, Point, Quality, quad_of
from vision.reader import TableReader
from vision.table import light, plane
from vision.table.glare import patches
from vision.table.origin import Origin
from vision.table.plane import MarkerMap, TablePlane

if TYPE_CHECKING:
    from companion.cli.boxes import Boxes
    from companion.web.helper import Looked


def opened(
    data: Path,
    above: Source | None,
    beside: Source | None,
    corners: Sequence[Point],
    size_mm: tuple[float, float],
    game: str,
    pack: Path | None,
    evening: str,
) -> Opened:
    """The table's eyes as far as they are asked for. Raises CompanionError, OSError or CameraError in one line."""
    seeing = Seeing(data, evening)
    seeing.use_camera(above)
    seeing.use_side_camera(beside)
    seeing.use_corners(corners, size_mm)
    if pack is not None:
        seeing.watch(game, pack)
    return Opened(seeing, seeing.answers())


class Seeing:
    """One table. Its frames are read by one thread, once it is asked to `watch`; all else may be asked by another."""

    restarts = 0

    def __init__(self, data: Path, evening: str = "") -> None:
        """`data` is where packs lie, and what is kept of the table; `evening` names what a process before this one has seen of it."""
        self.data, self._evening, self.shelf = data, evening, Shelf(data / "packs")
        self.eye: Eye | None = None
        self.side_eye: Eye | None = None
        self._frame: Frame | None = None
        self._beside: Frame | None = None
        self._fixed: TablePlane | None = None
        self._fixed_px: tuple[int, int] | None = None
        """Width and height of the pictures in which that plane's corners were dragged; None until one comes."""
        self._reader: tuple[str, TableReader] | None = None
        self._watched: InPlace | None = None
        self._plate: PlateWatch | None = None
        self._photographs: Photographs | None = None
        self._lock, self._locating = Lock(), Lock()
        self._origin = self._where_it_was()
        self._boxes: Boxes | None = None

    @property
    def boxes(self) -> "Boxes":
        """Boxes shown to the camera. An evening of a known box needs none, nor what they import: half as much memory again."""
        with self._lock:
            if self._boxes is None:
                from companion.cli.boxes import Boxes

                self._boxes = Boxes(self.data, self._newest)
            return self._boxes

    def answers(self) -> Mapping[str, Callable[..., Any]]:
        """What may be asked, by name."""
        asked = (
            *(self.use_camera, self.use_side_camera, self.picture, self.look, self.use_corners, self.zones, self.placing, self.place),
            *(
                self.shelf.decks,
                self.shelf.add_deck,
                self.shelf.deck_path,
                self.trial,
                self.watch,
                self.photograph,
                thumbnail,
                through_glass,
            ),
        )
        shown = ("card", "of", "accept", "turn", "skip", "take_back", "photo", "finish", "go_on")
        return {
            **{each.__name__: each for each in asked},
            **{f"boxes.{name}": self._of_boxes(name) for name in ("sorts", "begin", "end", "now")},
            **{f"box.{name}": self._of_box(name) for name in shown},
        }

    def _of_boxes(self, name: str) -> Callable[..., Any]:
        return lambda *args: getattr(self.boxes, name)(*args)

    def _of_box(self, name: str) -> Callable[..., Any]:
        return lambda *args: getattr(self.boxes.box(), name)(*args)

    @property
    def trouble(self) -> str:
        """The camera's above, as far as it is told here."""
        return "" if self.eye is None else self.eye.trouble

    def newest(self) -> Seen | None:
        """What the next frame came to, once the table is watched."""
        return None if self._watched is None else self._watched.newest()

    def again(self) -> None:
        """Look once more."""
        if self._watched is not None:
            self._watched.again()

    def close(self) -> None:
        """Lets the cameras go."""
        self.use_camera(None)
        self.use_side_camera(None)

    def use_camera(self, source: Source | None) -> None:
        """Looks through this camera from now on; None: through none."""
        opened = _eye(source)
        with self._lock:
            if self.eye is not None:
                self.eye.close()
            self.eye, self._frame = opened, None
        with self._locating:
            self._origin = self._where_it_was()

    def use_side_camera(self, source: Source | None) -> None:
        """The second camera, likewise."""
        opened = _eye(source)
        with self._lock:
            if self.side_eye is not None:
                self.side_eye.close()
            self.side_eye, self._beside = opened, None

    def picture(self, is_side: bool = False) -> bytes | None:
        """The newest picture, of the size that the log keeps."""
        frame = self._newest_beside() if is_side else self._newest()
        return None if frame is None else evidence(frame)

    def look(self) -> "Looked | None":
        """Focus, light, glare, scale and plane of the newest picture."""
        from companion.web.helper import Looked

        frame = self._newest()
        if frame is None:
            return None
        table = self.locate(frame)
        fix = PlaneFix("none") if table is None else table.fix
        readings = (*of_picture(light.measure(frame, table), fix, light.PARAMS), *of_markers(self.markers.centres_mm))
        if table is None:
            return Looked(frame.size_px, readings, fix.found_by, (), patches(frame))
        mm_to_px = tuple(float(each) for each in table.mm_to_px.ravel())
        return Looked(frame.size_px, readings, fix.found_by, table.quads_px, patches(frame), mm_to_px, table.area_mm(frame.size_px))

    def use_corners(self, corners_px: Sequence[Point], size_mm: tuple[float, float]) -> None:
        """The plane by a rectangle of known size. Raises CompanionError when four points are no rectangle seen at a slant."""
        fixed = None
        if corners_px:
            ring = quad_of(corners_px)
            fixed = plane.from_cards([ring], [size_mm]) if _is_convex(ring) else None
            if fixed is None:
                raise CompanionError("these corners are no rectangle on a table; drag them in order, far left first")
        shown = self._newest()
        with self._lock:
            self._fixed, self._fixed_px, self._reader = fixed, None if shown is None else shown.size_px, None

    def locate(self, frame: Frame) -> TablePlane | None:
        """The plane by markers, always in the same millimetres, else by the corners that were dragged in pictures of this size."""
        with self._locating:
            before, found = self._origin.layout, self._origin(frame)
            if self._origin.layout != before:
                with suppress(OSError):  # a full disk must not end the evening
                    keep_seen(self.data, self._evening, self._origin.layout)
            self._fixed_px = self._fixed_px or frame.size_px
            return found or (self._fixed if frame.size_px == self._fixed_px else None)

    def _where_it_was(self) -> Origin:
        """Millimetres go on as they were, also when this process takes over from one that died while markers are covered."""
        kept, seen = markers_of(self.data), seen_of(self.data, self._evening)
        return Origin(kept if seen is None else seen, is_final=bool(kept.centres_mm))

    def zones(self, game: str, deck: str) -> tuple[Zone, ...]:
        """The zones of the box, where it proposes them."""
        return proposed(self.shelf.box(game, deck))

    def placing(self, game: str, deck: str) -> Placing | None:
        """Where this game's zones were put at this table; None where they lie as its box proposes."""
        return placing_of(self.data, self.shelf.box(game, deck))

    def place(self, game: str, placing: Placing | None) -> None:
        """Keeps the zones with the table, and the markers that their millimetres are measured from."""
        with self._locating:
            markers = self._origin.layout
        keep_placing(self.data, game, placing, markers if markers.centres_mm else None)

    @property
    def markers(self) -> MarkerMap:
        """Where the table's markers lie, as far as they were seen."""
        with self._locating:
            return self._origin.layout

    def trial(self, game: str, deck: str) -> Observation:
        """The newest picture, read with the deck; its advice tells first which tokens this light does not tell apart.

        Raises CompanionError without a picture or a deck.
        """
        path, frame = self.shelf.deck_path(deck, game), self._newest()
        if path is None:
            raise CompanionError("no box was chosen, so nothing can be named")
        if frame is None:
            raise CompanionError("there is no picture yet; choose a camera")
        with self._lock:
            if self._reader is None or self._reader[0] != str(path):
                self._reader = str(path), self.reader(path)
            reader = self._reader[1]
        seen = within(reader.read(frame), mat_of(self.data, built_in(game)))
        alike = map(str, clashes(reader.catalogue, light_of(frame, self.locate(frame))))
        return replace(seen, quality=replace(seen.quality, advice=(*alike, *seen.quality.advice)))

    def reader(self, path: Path) -> TableReader:
        """A reader of this deck that knows the table's plane."""
        return open_table(path, self.locate)

    def watch(self, game: str, pack: Path) -> None:
        """The evening begins: from now on every frame is read, where there is a camera, and phones' pictures. Raises PackError."""
        mat = mat_of(self.data, built_in(game))
        if self._boxes is not None:
            self._boxes.end()
        self._photographs = Photographs(pack, lambda: self.markers, mat)
        self._watched = self._plate = None
        if self.eye is not None:
            self._watched = InPlace(
                self.eye, self.looking(pack, mat), evidence, beside=lambda: None if self._plate is None else self._plate.frame
            )

    def looking(self, pack: Path, mat: Box | None) -> LiveReader | LiveViews:
        """What reads the evening's frames: the camera above, and the one at the side where the box has food to stack."""
        above = LiveReader(on_the_mat(self.reader(pack).read, mat), origin=self.locate)
        if self.side_eye is None or not any(piece.kind == FOOD for piece in load(pack)[0].pieces):
            return above
        self._plate = PlateWatch(open_reader(pack, "side")[1].read)
        return LiveViews(above, self._plate, self.side_eye.newest)

    def photograph(self, picture: bytes, view: str) -> tuple[Observation, bytes, str]:
        """A phone's picture read: what it shows, as the log keeps it, what to say besides. Raises CompanionError or ValueError."""
        if self._photographs is None:
            raise CompanionError("no box was enrolled, so no picture can be read")
        return self._photographs.read(picture, view)

    def _newest(self) -> Frame | None:
        with self._lock:
            if self.eye is not None and (frame := self.eye.newest()) is not None:
                self._frame = frame
            return self._frame

    def _newest_beside(self) -> Frame | None:
        with self._lock:
            if self.side_eye is not None and (frame := self.side_eye.newest()) is not None:
                self._beside = frame
            return self._beside


def on_the_mat(read: Read, mat: Box | None) -> Read:
    """The reader, without what lies off the mat."""

    def reading(frame: Frame, table: TablePlane | None = None, quality: Quality | None = None, known: Known | None = None) -> Observation:
        return within(read(frame, table, quality, known), mat)

    return reading


def _eye(source: Source | None) -> Eye | None:
    """A camera that another process looks after, or a film or folder on a thread here. Raises CameraError, FileNotFoundError."""
    if source is None:
        return None
    return source.taken() if isinstance(source, Seat) else Pump(source())


def _is_convex(ring: Sequence[Point]) -> bool:
    """Whether the four corners go round one way, as a rectangle on a table does in any picture."""
    points: Any = np.asarray(ring, float)
    sides = np.roll(points, -1, axis=0) - points
    after = np.roll(sides, -1, axis=0)
    turns = sides[:, 0] * after[:, 1] - sides[:, 1] * after[:, 0]
    return bool((turns > 0).all() or (turns < 0).all())
