"""An evening's log: as it stood after each entry, its chain verified."""

import json
from pathlib import Path
from typing import Any

import click
import msgspec

from companion.cli.outputs import check_folder
from companion.evening import entry_of, fitting
from companion.events import Entry, Opened
from companion.fold import Rulebook, lines_of, steps_of
from companion.game import CompanionError, Setup
from companion.games import available
from companion.labelling import Labelled, document, labelled
from companion.pack import load
from companion.store import DATABASE, Store
from companion.telling import subject, tell_log
from companion.whole import filled
from vision.observation import Observation

PACK = "pack"
"""Beside the log: the box it was played with, so that a log explains itself."""


@click.command()
@click.argument("log", type=click.Path(path_type=Path))
@click.option("--pack", type=click.Path(path_type=Path), help="The pack it was played with; the log has its own copy.")
@click.option(
    "--labels", type=click.Path(path_type=Path), help="Write the evening's pictures there as a labelled set, corrections as truth."
)
@click.option("--json", "as_json", is_flag=True, help="One JSON document on stdout.")
def replay(log: Path, pack: Path | None, labels: Path | None, as_json: bool) -> None:
    """The game as it stood after each entry of LOG (an evening's folder); verifies its chain of hashes."""
    if not log.is_dir():
        raise CompanionError(f"{log}: no such evening; `companion play` keeps each in a folder of its own")
    if labels is not None:
        _check_empty(labels)
    if not (log / DATABASE).exists() and (within := sorted(log.glob(f"*/{DATABASE}"))):
        raise CompanionError(f"{log}: holds evenings, each in a folder of its own; name one, e.g. {within[-1].parent}")
    with Store(log, writable=False) as store:
        entries = [entry_of(store, record) for record in store.records()]
        if pack is None and not (log / PACK).exists():
            raise CompanionError(f"{log / PACK}: the log's own copy of its pack is gone; name the one it was played with by --pack")
        box = load(pack or log / PACK)[0]
        game = available().get(box.game)
        if game is None:
            raise CompanionError(f"{log}: its pack is of no game that this program knows")
        opened = fitting(store, game, box)
        rulebook = Rulebook(game, box, Setup(len(opened.players), opened.options))
        if labels is not None:
            click.echo(_written(store, rulebook, entries, labels), err=True)
    told = [_after(rulebook, entries[: count + 1], opened.players) for count in range(len(entries))]
    head = {"schema": 1, "log": str(log), "game": box.game, "players": opened.players, "entries": len(entries), "head": entries[-1].hash}
    if as_json:
        click.echo(json.dumps({**head, "chain": "verified", "states": told}, ensure_ascii=False))
        return
    for each in told:
        click.echo(f"{each['seq']:4}  {each['at']}  {each['said']}\n      {each['state']}")
    click.echo(f"{len(entries)} entries, chain verified, head {entries[-1].hash}")


def _check_empty(out: Path) -> None:
    """Raises CompanionError for a folder in which something lies, and for a place where none can be made."""
    check_folder(out, "--labels")
    if out.exists() and any(out.iterdir()):
        raise CompanionError(f"{out}: is not empty; name a new folder")


def _written(store: Store, rulebook: Rulebook[Any], entries: list[Entry], out: Path) -> str:
    """Pictures and labels.json in a new folder; one line that says how many."""
    from vision.image.decode import decode  # OpenCV, which whoever only reads the log can do without

    pictures, left_out = labelled(rulebook, entries, lambda sha: msgspec.json.decode(store.readings.read(sha), type=Observation))
    with filled(out) as new:

        def file_of(one: Labelled) -> tuple[str, float]:
            jpeg, name = store.pictures.read(one.picture), f"{one.seq:05}.jpg"
            (new / name).write_bytes(jpeg)
            return name, decode(jpeg, name).size_px[0] / one.size_px[0]

        written = document(pictures, file_of)
        (new / "labels.json").write_text(json.dumps(written, indent=1), encoding="utf-8")
    corrected = sum(one.corrected for one in pictures)
    return f"{out}: {len(pictures)} labelled pictures, {corrected} pieces corrected; {left_out} left out that the game does not vouch for"


def _after(rulebook: Rulebook[Any], entries: list[Entry], players: tuple[str, ...]) -> dict[str, object]:
    """The newest of these entries in words, and the state that the entries up to it give."""
    steps = steps_of(entries)
    stands = rulebook.play(lines_of(steps.standing))
    told = [each for each in tell_log(entries, stands, steps.standing) if each.seq == entries[-1].seq]
    newest = entries[-1].event
    said = subject(told[0], players) if told else type(newest).__name__.lower()
    said = f"the evening begins (entry {entries[-1].seq})" if isinstance(newest, Opened) else said
    state = stands[-1].state if stands else rulebook.opening()
    return {"seq": entries[-1].seq, "at": entries[-1].at.isoformat(timespec="seconds"), "said": said, "state": str(state)}
