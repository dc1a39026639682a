"""A box shown to the camera on the page: piece by piece before the camera, or as photographs; at the end a pack on the shelf.

One thread works through frames and photographs while somebody looks at the page; what the page asks answers at once.
"""

import secrets
import shutil
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from threading import Event, Lock, Thread
from time import monotonic

import numpy as np

from companion.cli.enrolling import enrolled_from
from companion.cli.naming import FLAT, FOOD, OWN, Guess, describe, from_here_on, kinds_of, listed_of, meant, names_of, sorts_of
from companion.game import CompanionError, Pack
from companion.pack import built_in, load
from companion.web.helper import Alike, Enrolling, ShownPiece
from vision.annotate import to_jpeg
from vision.catalogue import BACK
from vision.decode import load_frame
from vision.enrol import EnrolError
from vision.frame import Frame
from vision.looks_file import is_id
from vision.separability import HARD, HOPELESS, Separability
from vision.settle import watching
from vision.showing import Pixels, Propose, Showing, Shown, Wanted, save
from vision.text import propose

POLL_S, UNWATCHED_S = 0.12, 8.0
"""How often the camera is asked, and after how long without anybody looking at the page it is not."""
CARD_PX, SMALL_PX = 640, 160
MOST_PHOTOS = 400
MOST_TROUBLES, MOST_PAIRS = 5, 12
SIZES_MM = (10.0, 400.0)
WRONG_SIZE = f"cards are {SIZES_MM[0]:g} to {SIZES_MM[1]:g} mm wide and high; measure one"
SQUARE = 0.02
"""Relative difference of two shapes up to which they are the same: a square, or a scan of the card."""


class Boxes:
    """Boxes shown to the camera, one at a time. Every method may be called from any thread."""

    def __init__(self, data: Path, newest: Callable[[], Frame | None], propose: Propose = propose) -> None:
        """`newest` gives the camera's newest frame, None without one; packs go to `packs` of the data folder, pictures beside them."""
        self._data, self._newest, self._propose = data, newest, propose
        self._lock = Lock()
        self._showing: _Box | None = None
        for left in (data / "boxes").glob(".*-photos"):  # of a program that was ended in the middle
            shutil.rmtree(left, ignore_errors=True)

    def sorts(self, game: str) -> tuple[str, ...]:
        """Which sorts of boxes a game may be played with."""
        return sorts_of(built_in(game))

    def begin(self, game: str, sort: str, size_mm: tuple[float, float], title: str) -> None:
        """A new box; one that was begun is given up. Raises CompanionError."""
        if not all(SIZES_MM[0] <= side <= SIZES_MM[1] for side in size_mm):
            raise CompanionError(WRONG_SIZE)
        box = _Box(built_in(game), sort, size_mm, title, self._data, self._newest, self._propose)
        self.end()
        with self._lock:
            self._showing = box
        box.start()

    def end(self) -> None:
        """Gives up the box that was begun; nothing of it is kept."""
        with self._lock:
            box, self._showing = self._showing, None
        if box is not None:
            box.stop()

    def now(self) -> Enrolling | None:
        """Where the showing stands; None when no box was begun."""
        with self._lock:
            box = self._showing
        return None if box is None else box.now()

    def box(self) -> "_Box":
        """The box that is shown. Raises CompanionError."""
        with self._lock:
            if self._showing is None:
                raise CompanionError("no box is being shown; begin one")
            return self._showing


class _Box:
    """One box while it is shown."""

    def __init__(
        self, game: Pack, sort: str, size_mm: tuple[float, float], title: str, data: Path, newest: Callable[[], Frame | None], read: Propose
    ) -> None:
        self.game, self._names, self._newest, self._read = game, names_of(game, sort), newest, read
        self._is_own = sort == OWN
        self.title = title or game.title
        self._data, self._key = data, f"box-{secrets.token_hex(5)}"
        self._photos = data / "boxes" / f".{self._key}-photos"
        self._lock, self._stop = Lock(), Event()
        self._showing, self._disturbed = Showing(size_mm), watching()
        self._guess: Guess | None = None
        self._is_upside_down, self._turns = False, 0
        self._frame: Frame | None = None
        self._queue: list[tuple[Path, str]] = []
        self._troubles: list[str] = []
        self._asked = monotonic()
        self._step: Callable[[], None] = self._look
        self._done, self._all, self._deck, self._fault = 0, 0, "", ""
        self._report: Separability | None = None

    def start(self) -> None:
        """Begins to look."""
        Thread(target=self._run, daemon=True, name="box").start()

    def stop(self) -> None:
        """Ends, and forgets photographs that wait."""
        self._stop.set()
        shutil.rmtree(self._photos, ignore_errors=True)

    def now(self) -> Enrolling:
        """What the page shows."""
        self._asked = monotonic()
        with self._lock:
            showing, guess = self._showing, self._guess
            pieces = tuple(ShownPiece(number, one.id, one.id in self._names) for number, one in enumerate(showing.shown))
            asked = None if showing.proposal is None else showing.proposal.id
            listed, entries = listed_of(self.game)
            return Enrolling(
                kind=showing.kind, kinds=kinds_of(self.game) if self._is_own else FLAT[:1], size_mm=showing.size_mm,
                is_measured=showing.kind == FOOD, listed=listed if showing.kind in FLAT else "", entries=entries,
                game=self.game.game, title=self.title, missing=self._missing(showing), known=len(self._names) - 1, shown=pieces,
                proposal=asked, is_read=guess is None or guess.is_read, turns=self._turns,
                wanted=self._wanted(showing), queued=len(self._queue),
                troubles=tuple(self._troubles[-MOST_TROUBLES:]), done=self._done, all=self._all, deck=self._deck, fault=self._fault,
                alike=_alike(self._report), number=len(showing.shown),
            )  # fmt: skip

    def card(self, number: int | None) -> bytes | None:
        """A piece that was shown, or the one that is asked about, as JPEG; None where there is none."""
        with self._lock:
            showing = self._showing
        if number is None:
            return None if showing.proposal is None else to_jpeg(showing.proposal.rgb, CARD_PX)
        return to_jpeg(showing.shown[number].rgb, SMALL_PX) if 0 <= number < len(showing.shown) else None

    def of(self, kind: str, size_mm: tuple[float, float]) -> None:
        """Pieces of another kind are shown from now on; those of any outline are measured one by one. Raises CompanionError."""
        if kind not in kinds_of(self.game):
            raise CompanionError(f"{kind} is no kind of piece of {self.game.title}; choose {', '.join(kinds_of(self.game))}")
        size = (0.0, 0.0) if kind == FOOD else size_mm if kind in FLAT else (size_mm[0], size_mm[0])
        if kind != FOOD and not all(SIZES_MM[0] <= side <= SIZES_MM[1] for side in size):
            raise CompanionError(WRONG_SIZE)
        self._change(lambda showing: showing.of(kind, size))

    def accept(self, number: int, label: str, width_mm: float = 0.0, listed: str = "") -> None:
        """The piece that is asked about, the `number`-th, bears this name. Sent twice it counts once. Raises CompanionError.

        `width_mm`: of a food; `listed`: what the card lists place by place, with commas.
        """
        if not is_id(label.strip()):
            raise CompanionError("a name is 1 to 80 printable characters; write one")
        more = self._listed(listed)
        self._change(lambda showing: showing.accept(label, width_mm, more) if len(showing.shown) == number else showing)

    def _listed(self, text: str) -> dict[str, str]:
        """What a card lists, as its column of pieces.csv says it. Raises CompanionError for an entry that is none."""
        name, entries = listed_of(self.game)
        found = [each.strip().lower() for each in text.split(",") if each.strip()]
        wrong = [each for each in found if each not in entries]
        if wrong:
            raise CompanionError(f"{wrong[0][:40]} is none of {', '.join(entries)}; write what the card shows, from the top, with commas")
        return {name: "|".join(found)} if found else {}

    def turn(self, number: int) -> None:
        """The piece that is asked about lay the other way round: half a turn, a quarter of one where it is square."""

        def turned(showing: Showing) -> Showing:
            card = showing.proposal
            if card is None or len(showing.shown) != number:
                return showing
            self._turns += 1
            return replace(showing, proposal=_turned_round(card))

        with self._lock:
            self._showing = turned(self._showing)

    def skip(self) -> None:
        """The piece that is asked about is left out."""
        self._change(Showing.skip)

    def take_back(self) -> None:
        """The last piece is shown again."""
        self._change(Showing.undo)

    def photo(self, name: str, content: bytes) -> None:
        """A photograph waits for its turn. Raises CompanionError when too many do, OSError when the disk refuses."""
        with self._lock:
            if len(self._queue) >= MOST_PHOTOS:
                raise CompanionError(f"{MOST_PHOTOS} photographs wait already; name these first")
        self._photos.mkdir(parents=True, exist_ok=True)
        path = self._photos / secrets.token_hex(6)
        path.write_bytes(content)
        with self._lock:
            self._queue.append((path, name))

    def finish(self) -> None:
        """No more pieces: the pack is made. Raises CompanionError when nothing was shown."""
        with self._lock:
            if not any(one.id != BACK for one in self._showing.shown):
                raise CompanionError("no card was shown yet; show at least one")
            self._fault, self._done, self._all = "", 0, len(self._showing.shown)
            self._step = self._enrol

    def _change(self, how: Callable[[Showing], Showing]) -> None:
        with self._lock:
            try:
                self._showing = how(self._showing)
            except EnrolError as fault:
                raise CompanionError(str(fault)) from fault
            self._guess = None

    def _run(self) -> None:
        while not self._stop.wait(POLL_S):
            if self._step != self._look or monotonic() - self._asked <= UNWATCHED_S:
                self._step()

    def _look(self) -> None:
        """One photograph that waits, or the camera's newest frame."""
        with self._lock:
            showing, waits = self._showing, self._queue[:1]
        if showing.proposal is not None:
            return
        if waits:
            self._take(showing, *waits[0])
        elif (frame := self._newest()) is not None and frame is not self._frame:
            self._frame = frame
            self._become(showing, self._upright(showing.seen(frame, self._disturbed(frame), self._label)))

    def _take(self, showing: Showing, path: Path, name: str) -> None:
        """A photograph that shows no new card is told of, not kept."""
        said = ""
        try:
            frame = load_frame(path)
            after = self._upright(showing.seen(frame, None, self._label))
            if after.wanted is Wanted.CARD and showing.kind != FOOD and _is_scan(frame.rgb, showing.size_mm):
                after = self._upright(showing.asked(Shown(frame.rgb, "", showing.kind, showing.size_mm), self._label))
            if after.proposal is None:
                said = f"{name}: {'shows the same card as before' if after.wanted is Wanted.NEXT else 'no card was found on plain ground'}"
        except ValueError as fault:
            after, said = showing, f"{name}: {str(fault).replace(str(path), 'this picture')}"
        with self._lock:
            self._queue = [each for each in self._queue if each[0] != path]
            self._troubles += [said] if said else []
        path.unlink(missing_ok=True)
        self._become(showing, after)

    def _upright(self, showing: Showing) -> Showing:
        """The proposal turned round where its name could be read that way only."""
        card, self._is_upside_down = showing.proposal if self._is_upside_down else None, False
        return showing if card is None else replace(showing, proposal=_turned_round(card))

    def _become(self, before: Showing, after: Showing) -> None:
        """The showing goes on, unless a person decided something meanwhile."""
        with self._lock:
            if self._showing is before:
                self._showing = after

    def _label(self, rgb: Pixels, taken: frozenset[str]) -> str:
        with self._lock:
            shown, kind = self._showing.shown, self._showing.kind
        there = {one.id for one in shown}
        ordered = from_here_on([*self._names], shown[-1].id if shown else "")
        missing = [name for name in ordered if name not in there and self._is_of(name, kind)]
        if kind not in FLAT:
            self._guess = Guess(missing[0] if missing else kind, False)
            return self._guess.id
        guess = meant(self._read(rgb, taken), missing)
        other = guess if guess.is_read else meant(self._read(_turned(rgb), taken), missing)
        self._guess = other if other.is_read else guess
        self._is_upside_down = other.is_read and not guess.is_read
        return self._guess.id

    def _missing(self, showing: Showing) -> tuple[str, ...]:
        there = {one.id for one in showing.shown}
        return tuple(name for name in self._names if name not in there and self._is_of(name, showing.kind))

    def _is_of(self, name: str, kind: str) -> bool:
        """Whether a piece of the rulebook's box may be of the kind that is shown; cards and tiles are cut out alike."""
        named = self._names[name].kind
        return named == kind or (named in FLAT and kind in FLAT)

    def _wanted(self, showing: Showing) -> str:
        """In one word: card, hold, label, next; busy while a photograph is read, making while the pack is made, done."""
        if self._deck:
            return "done"
        if self._step != self._look:
            return "making"
        if showing.proposal is None and self._queue:
            return "busy"
        return showing.wanted.name.lower()

    def _enrol(self) -> None:
        """Writes pictures and names, makes the pack; a fault is told, and the showing goes on."""
        folder, out = self._data / "boxes" / self._key, self._data / "packs" / self._key
        try:
            shutil.rmtree(folder, ignore_errors=True)
            save(self._showing, folder)
            describe(folder, self._names)
            report = enrolled_from(folder, self.game, out, self.title, self._progress)
            load(out)
            with self._lock:
                self._report, self._deck = report, out.name
            self.stop()
        except (CompanionError, ValueError, OSError) as fault:
            with self._lock:
                self._fault = str(fault)
        finally:
            self._step = self._look

    def _progress(self, done: int, all: int, name: str) -> None:
        del name
        with self._lock:
            self._done, self._all = done, all


def _is_scan(rgb: Pixels, size_mm: tuple[float, float]) -> bool:
    """Whether a picture has the shape of the card, as a scan cut at its edges has."""
    return bool(abs(rgb.shape[0] / rgb.shape[1] / (size_mm[1] / size_mm[0]) - 1) < SQUARE)


def _turned_round(card: Shown) -> Shown:
    rgb = _turned(card.rgb)
    is_on_its_side = rgb.shape[0] != card.rgb.shape[0]
    return replace(card, rgb=rgb, ratio=1 / card.ratio if is_on_its_side else card.ratio)


def _turned(rgb: Pixels) -> Pixels:
    """A picture of a piece the next way round in which it could lie."""
    height, width = rgb.shape[:2]
    is_square = abs(height - width) < SQUARE * max(height, width)
    return np.ascontiguousarray(np.rot90(rgb, 1 if is_square else 2))


def _alike(report: Separability | None) -> tuple[Alike, ...]:
    """The pairs that are hard to tell apart, the worst first."""
    hard = [pair for pair in report.pairs if pair.difference < HARD] if report else []
    return tuple(Alike(pair.first, pair.second, pair.where, pair.difference < HOPELESS) for pair in hard[:MOST_PAIRS])
