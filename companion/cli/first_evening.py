"""The machine behind the first evening's pages: cameras, pictures, packs, and the evening that begins."""

import secrets
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from threading import Lock
from typing import Any

import numpy as np

from companion.cli.boxes import Boxes
from companion.cli.enrolling import enrolled_once
from companion.cli.eyes import evidence, open_reader, open_table
from companion.cli.naming import FOOD
from companion.cli.zoning import Table, choices_of, keep_placing, markers_of, mat_of, placing_of
from companion.game import CompanionError, Pack, PackError
from companion.games import available
from companion.health import of_picture
from companion.looking import Eye, Pump
from companion.pack import built_in, load
from companion.web.helper import Begun, Choices, Deck, Looked
from companion.zones import Placing, Zone, proposed, within
from hw.camera import open_camera
from hw.worker import worker_for
from vision import light, plane
from vision.decode import load_frame
from vision.frame import Frame
from vision.glare import patches
from vision.live import LiveReader
from vision.observation import Observation, PlaneFix, Point
from vision.origin import Origin
from vision.plane import MarkerMap, TablePlane
from vision.reader import TableReader
from vision.views import LiveViews
from vision.watching import PlateWatch

OWN_PACKS = Path(__file__).parents[2] / "fixtures" / "packs"
USB_LOOKED = 10
OWN = "own:"
"""Of the id of a deck that is made from our own pictures at first use."""
NAMES = {"auto": "The camera that is there", "pi": "Camera of the Raspberry Pi"}


@dataclass
class FirstEvening:
    """One set-up. Opens at most one camera at a time; `eye` goes on into the evening."""

    data: Path
    """Where packs lie, and what is kept of the table."""
    address: str
    start: Callable[[Choices, Path | None, "FirstEvening"], Begun]
    """Begins the evening with the pack that was chosen."""
    again: Callable[[Choices, Path | None, "FirstEvening"], Begun] | None = None
    """Goes on with the unfinished evening."""
    unfinished: Choices | None = None
    """What was chosen for an evening that was begun here and is not over."""
    eye: Eye | None = None
    side_eye: Eye | None = None
    """A second camera, which sees plates from the side."""
    _frame: Frame | None = None
    _fixed: TablePlane | None = None
    _reader: tuple[str, TableReader] | None = None
    _beside: Frame | None = None

    def __post_init__(self) -> None:
        self._lock, self._locating = Lock(), Lock()
        self._origin = Origin(markers_of(self.data))
        self.boxes = Boxes(self.data, self._newest)

    @property
    def shelf(self) -> Path:
        """Where packs lie."""
        return self.data / "packs"

    def games(self) -> Sequence[Pack]:
        """The rulebooks, by title."""
        return sorted((built_in(name) for name in available()), key=lambda pack: pack.title)

    def cameras(self) -> Sequence[tuple[str, str]]:
        """The usual one, and every USB camera that the system names."""
        usb = [f"usb:{n}" for n in range(USB_LOOKED) if Path(f"/dev/video{n}").exists()]
        return [*NAMES.items(), *((name, f"USB camera {name[4:]}") for name in usb)]

    def use_camera(self, name: str) -> None:
        """Opens a camera in a process of its own, or a film or folder on a thread."""
        opened = _opened(name)
        with self._lock:
            if self.eye is not None:
                self.eye.close()
            self.eye, self._frame = opened, None
        with self._locating:
            self._origin = Origin(markers_of(self.data))

    def use_side_camera(self, name: str) -> None:
        """Opens the second camera, likewise."""
        opened = _opened(name)
        with self._lock:
            if self.side_eye is not None:
                self.side_eye.close()
            self.side_eye, self._beside = opened, None

    def picture(self, is_side: bool = False) -> bytes | None:
        """The newest picture, of the size that the log keeps."""
        frame = self._newest_beside() if is_side else self._newest()
        return None if frame is None else evidence(frame)

    def look(self) -> Looked | None:
        """Focus, light, glare, scale and plane of the newest picture."""
        frame = self._newest()
        if frame is None:
            return None
        table = self.locate(frame)
        fix = PlaneFix("none") if table is None else table.fix
        readings = of_picture(light.measure(frame, table), fix, light.PARAMS)
        if table is None:
            return Looked(frame.size_px, readings, fix.found_by, (), patches(frame))
        mm_to_px = tuple(float(each) for each in table.mm_to_px.ravel())
        return Looked(frame.size_px, readings, fix.found_by, table.quads_px, patches(frame), mm_to_px, table.area_mm(frame.size_px))

    def use_corners(self, corners_px: Sequence[Point], size_mm: tuple[float, float]) -> None:
        """The plane by a rectangle of known size. Raises CompanionError when four points are no rectangle seen at a slant."""
        fixed = None
        if corners_px:
            ring = tuple((float(x), float(y)) for x, y in corners_px)
            fixed = plane.from_cards([(ring[0], ring[1], ring[2], ring[3])], [size_mm]) if _is_convex(ring) else None
            if fixed is None:
                raise CompanionError("these corners are no rectangle on a table; drag them in order, far left first")
        with self._lock:
            self._fixed, self._reader = fixed, None

    def locate(self, frame: Frame) -> TablePlane | None:
        """The plane by markers, always in the same millimetres, else by the corners that were dragged."""
        with self._locating:
            return self._origin(frame) or self._fixed

    def zones(self, game: str, deck: str) -> tuple[Zone, ...]:
        """The zones of the box, where it proposes them."""
        return proposed(self._box(game, deck))

    def placing(self, game: str, deck: str) -> Placing | None:
        """Where this game's zones were put at this table; None where they lie as its box proposes."""
        return placing_of(self.data, self._box(game, deck))

    def _box(self, game: str, deck: str) -> Pack:
        """The box as data; our own pictures are of the box as published."""
        return load(self.shelf / deck)[0] if deck and not deck.startswith(OWN) else built_in(game)

    def place(self, game: str, placing: Placing | None) -> None:
        """Keeps the zones with the table, and the markers that their millimetres are measured from."""
        with self._locating:
            markers = self._origin.layout
        keep_placing(self.data, game, placing, markers if markers.centres_mm else None)

    def table(self, box: Pack) -> Table:
        """What of the table is read when this box is played."""
        return Table(mat=mat_of(self.data, box))

    @property
    def markers(self) -> MarkerMap:
        """Where the table's markers lie, as far as they were seen."""
        with self._locating:
            return self._origin.layout

    def decks(self, game: str) -> Sequence[Deck]:
        """Enrolled packs of the shelf, and our own pictures."""
        found = []
        for path in sorted(self.shelf.iterdir()) if self.shelf.is_dir() else ():
            try:
                box, looks = load(path)
            except (PackError, OSError):
                continue
            if box.game == game and looks is not None:
                found.append(Deck(path.name, box.name, len(box.pieces)))
        own = OWN_PACKS / game
        if (own / "pieces.csv").is_file():
            found.append(Deck(f"{OWN}{game}", "print and play", len((own / "pieces.csv").read_text("utf-8").splitlines()) - 1))
        return found

    def add_deck(self, archive: bytes, game: str) -> str:
        """A pack from a file onto the shelf. Raises PackError for what is none, or of another game."""
        self.shelf.mkdir(parents=True, exist_ok=True)
        path = self.shelf / f"pack-{secrets.token_hex(6)}.zip"
        path.write_bytes(archive)
        try:
            box, looks = load(path)
            if looks is None:
                raise PackError("this pack was never shown to a camera; enrol it first")
            if box.game != game:
                raise PackError(f"this pack is of {box.game or 'no game'}, not of {game}")
        except PackError as fault:
            path.unlink()
            raise PackError(str(fault).replace(str(path), "the file")) from fault
        return path.name

    def deck_path(self, deck: str, game: str) -> Path | None:
        """Where a deck lies; None for scores by hand."""
        if not deck:
            return None
        if deck.startswith(OWN):
            return enrolled_once(OWN_PACKS / game, game, self.shelf)
        if deck not in {each.id for each in self.decks(game)}:
            raise CompanionError("this box is not on the shelf; choose another")
        return self.shelf / deck

    def trial(self, game: str, deck: str) -> Observation:
        """The newest picture, read with the deck. Raises CompanionError without a picture or a deck."""
        path, frame = self.deck_path(deck, game), self._newest()
        if path is None:
            raise CompanionError("no box was chosen, so nothing can be named")
        if frame is None:
            raise CompanionError("there is no picture yet; choose a camera")
        with self._lock:
            if self._reader is None or self._reader[0] != str(path):
                self._reader = str(path), self.reader(path)
            reader = self._reader[1]
        return within(reader.read(frame), mat_of(self.data, built_in(game)))

    def reader(self, path: Path) -> TableReader:
        """A reader of this deck that knows the table's plane."""
        return open_table(path, self.locate)

    def looking(self, box: Pack, path: Path) -> LiveReader | LiveViews:
        """What reads the evening's frames: the camera above, and the one at the side where the box has food to stack."""
        above = LiveReader(self.table(box).reading(self.reader(path).read), origin=self.locate)
        if self.side_eye is None or not any(piece.kind == FOOD for piece in load(path)[0].pieces):
            return above
        return LiveViews(above, PlateWatch(open_reader(path, "side")[1].read), self.side_eye.newest)

    def link(self) -> str:
        """The address that phones join by."""
        return self.address

    def begin(self, choices: Choices) -> Begun:
        """The evening. Raises CompanionError or SetupError for what is still missing."""
        if choices.game not in available():
            raise CompanionError("choose a game first")
        self.boxes.end()
        return self.start(choices, self.deck_path(choices.deck, choices.game), self)

    @property
    def last(self) -> Choices | None:
        """What was chosen another evening."""
        return choices_of(self.data)

    def go_on(self) -> Begun:
        """The unfinished evening, with its camera where that is still there. Raises CompanionError."""
        asked = self.unfinished
        if asked is None or self.again is None:
            raise CompanionError("no evening is unfinished; begin a new one")
        pack = self.deck_path(asked.deck, asked.game)
        self.boxes.end()
        self.use_camera(asked.camera)
        self.use_side_camera(asked.side_camera)
        self.use_corners(asked.corners, asked.size_mm)
        return self.again(asked, pack, self)

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


def _opened(name: str) -> Eye | None:
    """A camera in a process of its own, a film or folder on a thread; None for no name. Raises CameraError."""
    if not name:
        return None
    return Pump(open_camera(name, load_frame)) if Path(name).exists() else worker_for(name)


def _is_convex(ring: Sequence[Point]) -> bool:
    """Whether the four corners go round one way, as a rectangle on a table does in any picture."""
    points: Any = np.asarray(ring, float)
    sides = np.roll(points, -1, axis=0) - points
    after = np.roll(sides, -1, axis=0)
    turns = sides[:, 0] * after[:, 1] - sides[:, 1] * after[:, 0]
    return bool((turns > 0).all() or (turns < 0).all())
