"""Recorded tables: read from beginning to end without a page, or one after the other on one page (`demo`)."""

import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import cycle, islice
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Event, Thread
from typing import Any

import click

from companion.cli.asked import chosen
from companion.cli.enrolling import enrolled_once
from companion.cli.eyes import Reader, evidence, open_reader
from companion.cli.outputs import check_folder
from companion.cli.table import page_of, served, until_stopped
from companion.config import Settings, load as load_settings, state_folder
from companion.devices import Devices
from companion.game import CompanionError, Game
from companion.games import available
from companion.pack import PACK_FILE, is_zip
from companion.playback import Playback
from companion.recording import Recording, load_recording
from companion.referee import explain
from companion.session import Session
from companion.store import Store
from companion.web.app import create_app
from companion.web.front import Front
from companion.web.serve import Server, Wsgi, check_port
from vision.frame import Frame
from vision.image.decode import load_frame
from vision.observation import Observation
from vision.reader import TableReader
from vision.table.origin import Origin
from vision.table.settle import watching

RECORDINGS = Path(__file__).parents[2] / "fixtures" / "recordings"
REST_S = 5.0
"""Pause before the next table, or the same one again."""


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
    if recording.pack is None or (recording.pack / PACK_FILE).is_file() or is_zip(recording.pack):
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
        try:
            self._shown.playback.run()
            for number, recording in enumerate(self._following(), 1):
                if self._stop.wait(REST_S):
                    return
                self._turn(self._open(number, recording))
                self._shown.playback.run()
        except CompanionError as error:
            self._shown.session.camera(f"The recording stopped: {error}. Scores can be typed.")
            click.echo(f"companion: the recording stopped: {error}", err=True)

    def _following(self) -> Iterable[Recording]:
        """What is played after the first: one alone again, as a new evening, since what was taken back is not read a second time."""
        return self._recordings[1:] if self._once else islice(cycle(self._recordings), 1, None)

    def _turn(self, following: OnThePage) -> None:
        """The page shows the next table; whoever listened to the last one connects anew."""
        last, self._shown = self._shown, following
        if self._stop.is_set():
            following.playback.stop()
        self.front.show(following.app)
        last.session.close()


@click.command()
@click.argument("game", required=False, default="")
@served
@click.option("--speed", type=click.FloatRange(0.1, 100), default=1.0, help="Times faster than it was played.")
@click.option("--once", is_flag=True, help="Play each recording once instead of again and again.")
def demo(game: str, speed: float, once: bool, port: int | None, host: str | None, data: Path | None, settings: Path | None) -> None:
    """Play a recorded table of GAME, or of every game in turn, through the whole chain and serve its live page."""
    if math.isnan(speed):
        raise click.BadParameter("nan is no number; write how many times faster", param_hint="--speed")
    chosen_settings = load_settings(settings, port=port, host=host, data=data)
    check_folder(chosen_settings.data, "--data")
    recordings = [load_recording(_recording(name)) for name in ([game] if game else _recorded())]
    check_port(chosen_settings.host, chosen_settings.port)
    with TemporaryDirectory(prefix="companion-demo-") as scratch:
        devices = Devices(chosen_settings.data / "devices.json", chosen_settings.pin)
        turns = Turns(recordings, lambda n, each: _on_the_page(each, Path(scratch) / str(n), chosen_settings, devices, speed), once)
        server = Server(turns.front, chosen_settings.host, chosen_settings.port)
        until_stopped(server, f"a recorded evening of {', '.join(each.game for each in recordings)}", devices, [turns.stop])


def _on_the_page(recording: Recording, scratch: Path, settings: Settings, devices: Devices, speed: float) -> OnThePage:
    """A recorded table, enrolled, opened and ready to be played."""
    pack = pack_of(recording, settings.data / "packs")
    rules, box = chosen(recording.game, pack)
    _, reader = open_reader(pack, "top")
    scratch.mkdir()
    session = Session.start(Store(scratch), rules, box, recording.setup, recording.players, explain=explain)
    playback = Playback(recording, session, load=load_frame, read=in_place(reader), to_jpeg=evidence, settled=watching(), speed=speed)
    return OnThePage(session, playback, create_app(session, page_of(session, settings, devices)))


def _recorded() -> list[str]:
    """Every game that has a recorded table."""
    return sorted(each.name for each in RECORDINGS.iterdir() if each.is_dir())


def _recording(game: str) -> Path:
    if game not in _recorded():
        raise CompanionError(f"no recorded table of {game!r}; there are {', '.join(_recorded())}")
    return RECORDINGS / game
