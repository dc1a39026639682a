"""One box shown to the camera: piece by piece before it, or as photographs; at the end a pack on the shelf.

One thread works through frames and photographs while somebody looks at the page; what the page asks answers at once.
"""

import secrets
import shutil
from collections.abc import Callable
from pathlib import Path
from threading import Event, Lock, Thread
from time import monotonic

from companion.cli.enrolling import enrolled_from
from companion.cli.fitting import faults_of, missing_in, not_shown
from companion.cli.lying import alike, check_size, is_scan
from companion.cli.naming import FLAT, FOOD, shown_of
from companion.cli.photographs import Photographs
from companion.cli.places import without_places
from companion.cli.read_off import ReadOff
from companion.cli.sorts import DIE, Sort
from companion.game import CompanionError, Pack, Piece
from companion.pack import load
from companion.web.helper import Enrolling, Said, ShownPiece, ShownSlip, ShownSort
from vision.enrolling.enrol import EnrolError
from vision.enrolling.separability import Separability
from vision.enrolling.showing import Pixels, Propose, Showing, Shown, Wanted, save
from vision.evaluation.annotate import to_jpeg
from vision.frame import Frame
from vision.image.decode import load_frame
from vision.looks.catalogue import BACK
from vision.names import is_id
from vision.table.settle import watching

POLL_S, UNWATCHED_S = 0.12, 8.0
"""How often the camera is asked, and after how long without anybody looking at the page it is not."""
CARD_PX, SMALL_PX = 640, 160
OF_A_CARD_MM = (63.0, 88.0)
"""The size that is proposed where the pack says none."""


class Box:
    """One box while it is shown."""

    def __init__(
        self, game: Pack, sort: str, size_mm: tuple[float, float], title: str, data: Path, newest: Callable[[], Frame | None], read: Propose
    ) -> None:
        self.game, self._sorts, self._newest, self._off = game, {each.name: each for each in shown_of(game, sort)}, newest, ReadOff(read)
        self._sort = next(iter(self._sorts.values()))
        usual = {self._sort.spec.kind: size_mm}  # the other cards of a box are as large as the first
        self._sizes = {each.name: each.spec.size_mm or usual.get(each.spec.kind, OF_A_CARD_MM) for each in self._sorts.values()}
        self._sizes[self._sort.name] = size_mm
        self._of_sort: tuple[str, ...] = ()
        self.title = title or game.title
        self._data, self._key = data, f"box-{secrets.token_hex(5)}"
        self._photos = Photographs(data / "boxes" / f".{self._key}-photos")
        self._lock, self._stop = Lock(), Event()
        self._showing, self._disturbed = Showing(size_mm, self._sort.spec.kind), watching()
        self._turns = 0
        self._frame: Frame | None = None
        self._asked = monotonic()
        self._step: Callable[[], None] = self._look
        self._done, self._all, self._deck, self._fault = 0, 0, "", ""
        self._report: Separability | None = None
        self._lacking: tuple[str, ...] = ()
        self._absent: tuple[str, ...] = ()
        self._slips: tuple[ShownSlip, ...] = ()
        self._unplaced: tuple[str, ...] = ()

    def start(self) -> None:
        """Begins to look."""
        Thread(target=self._run, daemon=True, name="box").start()

    def stop(self) -> None:
        """Ends, and forgets photographs that wait."""
        self._stop.set()
        self._photos.forget()

    def now(self) -> Enrolling:
        """What the page shows."""
        self._asked = monotonic()
        with self._lock:
            showing, guess, sort = self._showing, self._off.guess, self._sort
            pieces = tuple(ShownPiece(number, one.id, self._is_known(number, one.id)) for number, one in enumerate(showing.shown))
            read = guess.id if guess is not None and guess.is_read else None
            last = showing.shown[-1].more if self._of_sort[-1:] == (sort.name,) else {}
            return Enrolling(
                kind=sort.spec.kind, sort=sort.name, sorts=tuple(map(self._counted, self._sorts.values())),
                is_measured=showing.kind == FOOD, is_named=sort.is_named, lacking=self._lacking, absent=self._absent,
                slips=self._slips, unplaced=self._unplaced,
                asked=sort.asked(read, last, self._off.printed) if showing.proposal is not None else (),
                game=self.game.game, title=self.title, missing=self._missing(showing), shown=pieces,
                known=sum(len(each.pieces) for each in self._sorts.values() if not each.is_named),
                proposal=None if showing.proposal is None else showing.proposal.id,
                flaw=(showing.proposal and showing.proposal.flaw) or "",
                is_read=guess is None or guess.is_read, turns=self._turns,
                wanted=self._wanted(showing), queued=self._photos.waiting,
                troubles=self._photos.troubles, done=self._done, all=self._all, deck=self._deck, fault=self._fault,
                alike=alike(self._report), number=len(showing.shown),
            )  # fmt: skip

    def _counted(self, sort: Sort) -> ShownSort:
        """A sort as the page offers it. The lock is held."""
        shown = {one.id for one, name in zip(self._showing.shown, self._of_sort, strict=False) if name == sort.name}
        known = 0 if sort.is_named else len(sort.pieces)
        size = self._sizes[sort.name]
        return ShownSort(sort.name, sort.spec.called, sort.spec.kind, size, len(shown), known, sort.spec.hint, sort.is_added)

    def _is_known(self, number: int, name: str) -> bool:
        """Whether the rulebook's box has such a piece, or leaves it to its owner which there are."""
        sort = self._sorts.get("".join(self._of_sort[number : number + 1]))
        return name == BACK or (sort is not None and (sort.is_named or name in sort.pieces))

    def card(self, number: int | None) -> bytes | None:
        """A piece that was shown, or the one that is asked about, as JPEG; None where there is none."""
        with self._lock:
            showing = self._showing
        if number is None:
            return None if showing.proposal is None else to_jpeg(showing.proposal.rgb, CARD_PX)
        return to_jpeg(showing.shown[number].rgb, SMALL_PX) if 0 <= number < len(showing.shown) else None

    def of(self, sort: str, size_mm: tuple[float, float]) -> None:
        """Pieces of another sort are shown from now on; those of any outline are measured one by one.

        A die that is read by its pips is added at once.

        Raises CompanionError.
        """
        if sort not in self._sorts:
            raise CompanionError(f"{sort} is no sort of piece of {self.game.title}; choose {', '.join(self._sorts)}")
        chosen = self._sorts[sort]
        kind = chosen.spec.kind
        size = (0.0, 0.0) if kind == FOOD else size_mm if kind in FLAT else (size_mm[0], size_mm[0])
        if chosen.is_added:
            self._change(lambda showing: showing.added(chosen.spec.named or DIE, DIE, self._sizes[sort], {}), sort)
            return
        if kind != FOOD:
            check_size(kind, size)
            self._sizes[sort] = size
        self._sort = chosen
        self._change(lambda showing: showing.of(kind, size), "")

    def accept(self, number: int, label: str, width_mm: float = 0.0, said: Said | None = None) -> None:
        """The piece that is asked about, the `number`-th, bears this name. Sent twice it counts once. Raises CompanionError.

        `width_mm`: of a food; `said`: what people wrote in the fields that are asked beside its picture.
        """
        sort = self._sort
        is_back = label.strip() == BACK
        written = {} if is_back else sort.written(label.strip(), said or {})
        name = BACK if is_back else sort.id_of(label, written)
        if not is_id(name):
            raise CompanionError("a name is 1 to 80 printable characters, without slashes; write one")
        if name != BACK and (wrong := faults_of(self.game, Piece(name, sort.spec.kind, attributes=written))):
            raise CompanionError(wrong[0])
        self._change(lambda showing: showing.accept(name, width_mm, written) if len(showing.shown) == number else showing, sort.name)

    def turn(self, number: int) -> None:
        """The piece that is asked about lay the other way round: half a turn, a quarter of one where it is square."""
        with self._lock:
            if self._showing.proposal is not None and len(self._showing.shown) == number:
                self._turns += 1
                self._showing = self._off.turned(self._showing, self._sort)

    def skip(self) -> None:
        """The piece that is asked about is left out."""
        self._change(Showing.skip, "")

    def take_back(self) -> None:
        """The last piece is shown again."""
        self._change(Showing.undo, "")

    def photo(self, name: str, content: bytes) -> None:
        """A photograph waits for its turn. Raises CompanionError when too many do, OSError when the disk refuses."""
        self._photos.add(name, content)

    def finish(self) -> None:
        """No more pieces: the pack is made. Raises CompanionError when nothing was shown."""
        with self._lock:
            if not any(one.id != BACK and one.kind != DIE for one in self._showing.shown):
                raise CompanionError("nothing was shown yet; show at least one piece")
            self._fault, self._done, self._all = "", 0, len(self._showing.shown)
            self._step = self._enrol

    def go_on(self) -> None:
        """The pack is made already, and more pieces are shown after all."""
        with self._lock:
            self._deck, self._report, self._lacking, self._absent, self._slips, self._unplaced = "", None, (), (), (), ()

    def _change(self, how: Callable[[Showing], Showing], sort: str) -> None:
        """The showing goes on; a piece that came with it is of this sort."""
        with self._lock:
            try:
                after = how(self._showing)
            except EnrolError as fault:
                raise CompanionError(str(fault)) from fault
            grown = len(after.shown) > len(self._showing.shown)
            self._of_sort = (*self._of_sort, sort) if grown else self._of_sort[: len(after.shown)]
            self._showing, self._off.guess = after, None

    def _run(self) -> None:
        while not self._stop.wait(POLL_S):
            if self._step != self._look or monotonic() - self._asked <= UNWATCHED_S:
                self._step()

    def _look(self) -> None:
        """One photograph that waits, or the camera's newest frame."""
        with self._lock:
            showing, is_done = self._showing, bool(self._deck)
        if showing.proposal is not None or is_done:
            return
        if (waits := self._photos.next()) is not None:
            self._take(showing, *waits)
        elif (frame := self._newest()) is not None and frame is not self._frame:
            self._frame = frame
            self._become(showing, self._off.upright(showing.seen(frame, self._disturbed(frame), self._label)))

    def _take(self, showing: Showing, path: Path, name: str) -> None:
        """A photograph that shows no new card is told of, not kept."""
        said = ""
        try:
            frame = load_frame(path)
            after = self._off.upright(showing.seen(frame, None, self._label))
            if after.wanted is Wanted.CARD and showing.kind != FOOD and is_scan(frame.rgb, showing.size_mm):
                after = self._off.upright(showing.asked(Shown(frame.rgb, "", showing.kind, showing.size_mm), self._label))
            if after.proposal is None:
                said = f"{name}: {_none_found(after)}"
        except ValueError as fault:
            after, said = showing, f"{name}: {str(fault).replace(str(path), 'this picture')}"
        self._photos.done(path, said)
        self._become(showing, after)

    def _become(self, before: Showing, after: Showing) -> None:
        """The showing goes on, unless a person decided something meanwhile."""
        with self._lock:
            if self._showing is before:
                self._showing = after

    def _label(self, rgb: Pixels, taken: frozenset[str]) -> str:
        with self._lock:
            showing, sort = self._showing, self._sort
        return self._off.label(rgb, taken, showing, sort)

    def _missing(self, showing: Showing) -> tuple[str, ...]:
        there = {one.id for one in showing.shown}
        named = () if self._sort.is_named else (*self._sort.pieces, *((BACK,) if self._sort.spec.kind == "card" else ()))
        return tuple(name for name in named if name not in there)

    def _wanted(self, showing: Showing) -> str:
        """In one word: card, hold, label, next; busy while a photograph is read, making while the pack is made, done."""
        if self._deck:
            return "done"
        if self._step != self._look:
            return "making"
        if showing.proposal is None and self._photos.waiting:
            return "busy"
        return showing.wanted.name.lower()

    def _enrol(self) -> None:
        """Writes pictures and names, makes the pack; a fault is told, and the showing goes on."""
        folder, out = self._data / "boxes" / self._key, self._data / "packs" / self._key
        try:
            shutil.rmtree(folder, ignore_errors=True)
            save(self._showing, folder)
            report, slips = enrolled_from(folder, self.game, out, self.title, self._progress)
            made = load(out)[0]
            lacking, absent = missing_in(made), not_shown(made)
            with self._lock:
                self._report, self._deck, self._lacking, self._absent = report, out.name, lacking, absent
                self._slips = tuple(ShownSlip(slip.id, slip.place + 1, slip.listed, slip.looks_like) for slip in slips)
                self._unplaced = without_places(made.pieces, made)
        except (CompanionError, ValueError, OSError) as fault:
            with self._lock:
                self._fault = str(fault)
        finally:
            self._step = self._look

    def _progress(self, done: int, all: int, name: str) -> None:
        del name
        with self._lock:
            self._done, self._all = done, all


def _none_found(showing: Showing) -> str:
    """Why a photograph shows no new piece, as far as can be told."""
    if showing.wanted is Wanted.NEXT:
        return "shows the same piece as before"
    if showing.kind == DIE:
        return "no die was found alone on plain ground with a print on its upper face; take it from straight above"
    if showing.kind not in FLAT:
        return "no piece was found on plain ground"
    return f"no piece of {showing.size_mm[0]:g} x {showing.size_mm[1]:g} mm was found alone on plain ground; check its size"
