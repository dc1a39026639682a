"""Recorded tables: read from beginning to end without a page, or one after the other on one page."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import cycle, islice
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Event, Thread
from typing import Any

import click

from companion.cli.enrolling import enrolled_once
from companion.cli.eyes import Reader, evidence, open_reader
from companion.config import state_folder
from companion.game import CompanionError, Game
from companion.games import available
from companion.pack import PACK_FILE
from companion.playback import REST_S, Playback
from companion.recording import Recording, load_recording
from companion.referee import explain
from companion.session import Session
from companion.store import Store
from companion.web.first_evening import Front
from companion.web.serve import Wsgi
from vision.decode import load_frame
from vision.frame import Frame
from vision.observation import Observation
from vision.origin import Origin
from vision.reader import TableReader
from vision.settle import watching


def played_through(folder: Path, game: str, pack: Path | None) -> tuple[Game[Any, Any], list[str], Any, str]:
    """The rules, the players, the last state, and the question that is still open (empty: none)."""
    recording = load_recording(folder)
    if recording.game != game:
        raise CompanionError(f"{folder} is a recording of {recording.game}, not of {game}")
    box, reader = open_reader(pack or pack_of(recording, state_folder() / "packs"), "top")
    if box is None:
        raise CompanionError(f"{folder} names no pack; name one with --pack")
    rules = available()[game]
    with TemporaryDirectory(prefix="companion-score-") as scratch:
        session = Session.start(Store(Path(scratch)), rules, box, recording.setup, recording.players, explain=explain)
        try:
            Playback(recording, session, load=load_frame, read=in_place(reader), to_jpeg=evidence, settled=watching(), speed=0).run()
            shown = session.snapshot()
            asked = shown.question.text if shown.question else ""
            return rules, list(recording.players), session.state, asked
        finally:
            session.close()


def in_place(reader: Reader) -> Callable[[Frame], Observation]:
    """Reads picture after picture in the same millimetres, as at a table where markers may be covered for a while."""
    origin = Origin()
    return lambda frame: reader.read(frame, origin(frame)) if isinstance(reader, TableReader) else reader.read(frame)


def pack_of(recording: Recording, shelf: Path) -> Path | None:
    """The pack a recording was played with: as it stands, or our own pictures enrolled at first use."""
    if recording.pack is None or (recording.pack / PACK_FILE).is_file() or recording.pack.suffix == ".zip":
        return recording.pack
    return enrolled_once(recording.pack, recording.game, shelf)


@dataclass(frozen=True, slots=True)
class OnThePage:
    """A recorded table and the page that shows it."""

    session: Session
    playback: Playback
    app: Wsgi


class Turns:
    """Recorded tables on one page, each played through before the next one's turn; again and again, or once."""

    def __init__(self, recordings: Sequence[Recording], open_: Callable[[int, Recording], OnThePage], once: bool) -> None:
        """Opens the first and begins on a thread of its own; `open_` is told how many were opened before."""
        self._recordings, self._open, self._once = recordings, open_, once
        self._shown = open_(0, recordings[0])
        self._stop = Event()
        self.front = Front(self._shown.app)
        self._thread = Thread(target=self._run, daemon=True, name="recording")
        self._thread.start()

    def stop(self) -> None:
        """Ends the recording that is played, and the page's session."""
        self._stop.set()
        self._shown.playback.stop()
        self._thread.join()
        self._shown.session.close()

    def _run(self) -> None:
        """A recording that stops says so on the page and in the terminal."""
        alone = len(self._recordings) == 1
        try:
            self._shown.playback.run(loop=alone and not self._once)
            for number, recording in enumerate(self._following(alone), 1):
                if self._stop.wait(REST_S):
                    return
                self._turn(self._open(number, recording))
                self._shown.playback.run()
        except CompanionError as error:
            self._shown.session.camera(f"The recording stopped: {error}. Scores can be typed.")
            click.echo(f"companion: the recording stopped: {error}", err=True)

    def _following(self, alone: bool) -> Iterable[Recording]:
        """What is played after the first."""
        if alone:
            return ()
        return self._recordings[1:] if self._once else islice(cycle(self._recordings), 1, None)

    def _turn(self, following: OnThePage) -> None:
        """The page shows the next table; whoever listened to the last one connects anew."""
        last, self._shown = self._shown, following
        if self._stop.is_set():
            following.playback.stop()
        self.front.show(following.app)
        last.session.close()
