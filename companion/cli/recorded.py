"""A recorded table read from beginning to end, without a page."""

from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from companion.cli.enrolling import enrolled_once
from companion.cli.eyes import Reader, evidence, open_reader
from companion.config import state_folder
from companion.game import CompanionError, Game
from companion.games import available
from companion.pack import PACK_FILE
from companion.playback import Playback
from companion.recording import Recording, load_recording
from companion.referee import explain
from companion.session import Session
from companion.store import Store
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
