"""The owner shows the box to the camera once."""

import hashlib
import json
import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import click
from rich.console import Console
from rich.progress import Progress

from companion.cli.fitting import still_lacking
from companion.cli.outputs import check_folder
from companion.cli.places import placed, sentences, without_places
from companion.cli.sorts import COUNT
from companion.deck import OrdinaryDeck, ordinary_deck
from companion.game import Pack, PackError, Piece
from companion.pack import built_in, load, refuse_to_lose, save
from companion.whole import filled
from hw.camera import open_camera
from hw.eye import CameraError
from vision.enrolling.enrol import SIZES_MM, EnrolError, EnrolledPiece, Enrolment, Flawed, enrol as enrol_pictures
from vision.enrolling.mislisted import Slip
from vision.enrolling.separability import Separability
from vision.enrolling.showing import Showing, label_folder, refuse_to_mix, save as save_pictures
from vision.enrolling.text import propose
from vision.image.decode import load_frame
from vision.looks.catalogue import BACK
from vision.table.settle import watching

MOST_OF_ONE = 200
"""Copies of one piece in a box."""
_SHOWN = 12
"""Pictures that had better be taken again, of which each has a line."""


@click.command()
@click.option(
    "--pictures",
    type=click.Path(path_type=Path),
    required=True,
    help="A folder with pieces.csv and one picture per line.",
)
@click.option(
    "--camera", default="", help="Show the cards one after another; pictures go to --pictures. auto, pi, usb:N, a URL or a folder."
)
@click.option("--propose", is_flag=True, help="Where there is no pieces.csv: write one, with labels read off the cards, to be checked.")
@click.option("--size", default="63x88", show_default=True, help="Width and height of the cards in mm, where no pieces.csv says it.")
@click.option("--game", default="", help="The game whose box this is; without it the pack names pieces and no rules.")
@click.option("--suits", default="", help="An ordinary deck for Appetite: hearts=breakfasts,clubs=lunches,... (each once).")
@click.option("--out", type=click.Path(path_type=Path), required=True, help="The pack to write: a folder, or a file ending in .zip.")
@click.option("--json", "as_json", is_flag=True, help="One JSON document on stdout.")
def enrol(pictures: Path, camera: str, propose: bool, size: str, game: str, suits: str, out: Path, as_json: bool) -> None:
    """A pack from one picture per piece; prints which pieces look alike."""
    size_mm = _size_mm(size)
    _check_places(pictures, out, bool(camera or propose))
    if camera:
        show_box(camera, size_mm, pictures)
    elif pictures.is_dir() and not (pictures / "pieces.csv").exists():
        if not propose:
            raise EnrolError(f"{pictures / 'pieces.csv'}: is missing; write it, or let --propose read labels off the cards")
        _label(pictures, size_mm)
    found, slips = _enrolled(pictures, game, out, suits)
    if as_json:
        flawed = [{"file": each.file, "id": each.id, "flaw": each.flaw, "advice": each.flaw.advice} for each in found.flawed]
        told = {"schema": 1, "pack": str(out), "pieces": len(found.pieces), "report": found.report.as_json(), "flawed": flawed}
        click.echo(json.dumps(told, indent=1))
        return
    for line in (*found.report.lines(), *_told(found.flawed)):
        click.echo(line)
    pack = load(out)[0]
    for id in without_places(pack.pieces, pack):
        click.echo(f"{id}: no row of places found for its tokens; write them as `places` (x,y x,y ... in parts of the card)")
    for line in sentences(slips):
        click.echo(line)
    for line in still_lacking(pack):
        click.echo(line)
    click.echo(f"{len(found.pieces)} pieces enrolled: {out}")


def _told(flawed: Sequence[Flawed]) -> list[str]:
    """Pictures that had better be taken again, each with what is amiss."""
    more = [f"And {len(flawed) - _SHOWN} more pictures had better be taken again (--json lists them)."] if len(flawed) > _SHOWN else []
    return [*(str(each) for each in flawed[:_SHOWN]), *more]


def _check_places(pictures: Path, out: Path, are_written: bool) -> None:
    """Raises CompanionError where the pack, or the pictures and their labels, cannot be written, or would replace something else."""
    check_folder(out.parent, "--out")
    refuse_to_lose(out)
    if are_written:
        check_folder(pictures, "--pictures")


def _size_mm(text: str) -> tuple[float, float]:
    width, _, height = text.lower().replace("×", "x").partition("x")
    try:
        size = float(width), float(height)
    except ValueError:
        size = (math.nan, math.nan)
    if not all(SIZES_MM[0] <= side <= SIZES_MM[1] for side in size):
        low, high = SIZES_MM
        raise click.BadParameter(f"{text!r}; write width x height, {low:g} to {high:g} mm each, e.g. 63x88", param_hint="--size")
    return size


def _label(pictures: Path, size_mm: tuple[float, float]) -> None:
    """Proposes a label for every picture and says that they are to be checked."""
    with Progress(console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("reading what is printed on the cards", total=None)
        label_folder(pictures, size_mm, propose, lambda done, total, name: bar.update(task, completed=done, total=total, description=name))
    click.echo(f"Labels were proposed in {pictures / 'pieces.csv'}: check them there, then enrol again.", err=True)


def show_box(camera: str, size_mm: tuple[float, float], pictures: Path, ask: Callable[[str], str] = click.prompt) -> None:
    """One card after another under the camera, until the person says `done`; writes the folder of pictures.

    Whoever stops it with Ctrl-C, or whose camera gives up, is told where the cards that were shown so far are kept.
    """
    refuse_to_mix(pictures)
    showing = Showing(size_mm)
    click.echo(f"{showing.wanted.value} (Ctrl-C stops)", err=True)
    try:
        for each in _showings(showing, camera, ask):
            showing = each
    except (KeyboardInterrupt, click.Abort, CameraError) as end:
        if showing.shown:
            _keep(showing, pictures)
        if showing.shown or not isinstance(end, CameraError):
            click.echo(_stopped(len(showing.shown), pictures), err=True)
        raise
    _keep(showing, pictures)


def _showings(showing: Showing, camera: str, ask: Callable[[str], str]) -> Iterator[Showing]:
    """How the showing goes on, frame by frame, until the person is done."""
    disturbed, told = watching(), showing.wanted
    with closing(open_camera(camera, load_frame)) as eye:
        for frame in eye.frames():
            showing = showing.seen(frame, disturbed(frame), propose)
            if showing.proposal is not None:
                after = _asked(showing, f"card {len(showing.shown) + 1}: name, s(kip), u(ndo), d(one) [{showing.proposal.id}]", ask)
                if after is None:
                    return
                showing = after
            elif told != showing.wanted:
                click.echo(showing.wanted.value, err=True)
            told = showing.wanted
            yield showing


def _keep(showing: Showing, pictures: Path) -> None:
    with filled(pictures) as new:
        save_pictures(showing, new)


def _stopped(shown: int, pictures: Path) -> str:
    if not shown:
        return "Stopped: no card was shown, so nothing is kept."
    cards = "the card that was shown is" if shown == 1 else f"the {shown} cards that were shown are"
    return f"Stopped: {cards} kept in {pictures}; `companion enrol` without --camera makes a pack of them."


def _asked(showing: Showing, question: str, ask: Callable[[str], str]) -> Showing | None:
    """The showing after an answer that can be used, asked for until there is one; None when the person is done."""
    while (answer := ask(question).strip()) != "d":
        try:
            return answered(showing, answer)
        except EnrolError as error:  # what was shown so far must not be lost to a slip of the keyboard
            click.echo(str(error), err=True)
    return None


def answered(showing: Showing, answer: str) -> Showing:
    """The showing after what a person typed: nothing (the label is right), s, u, or another label."""
    if answer == "s":
        return showing.skip()
    return showing.undo() if answer == "u" else showing.accept(answer or None)


def enrolled_once(pictures: Path, game: str, shelf: Path) -> Path:
    """The pack of our own pictures, enrolled at first use and kept on the shelf until a picture changes."""
    content = hashlib.sha256()
    for file in sorted(pictures.iterdir()):
        content.update(file.name.encode() + file.read_bytes())
    out = shelf / f"{pictures.name}-{content.hexdigest()[:12]}"
    try:
        load(out)
    except PackError:  # not there yet, or made by another version of this program
        _enrolled(pictures, game, out)
    return out


def _enrolled(pictures: Path, game: str, out: Path, suits: str = "") -> tuple[Enrolment, tuple[Slip, ...]]:
    box = built_in(game) if game else None
    deck = _deck(box, suits)
    with Progress(console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("showing the box to the camera", total=None)
        found = enrol_pictures(pictures, lambda done, total, name: bar.update(task, completed=done, total=total, description=name))
    pack, slips = with_slips(found, box, out, deck)
    save(out, pack, found.catalogue)
    return found, slips


def enrolled_from(
    folder: Path, box: Pack, out: Path, name: str, progress: Callable[[int, int, str], None]
) -> tuple[Separability, tuple[Slip, ...]]:
    """Makes a game's pack of a folder of pictures under a name of the owner's; which pieces look alike, and what is listed wrongly.

    Raises EnrolError, PackError.
    """
    found = enrol_pictures(folder, progress)
    pack, slips = with_slips(found, box, out)
    save(out, replace(pack, name=_slug(name) or pack.name), found.catalogue)
    return found.report, slips


def _slug(text: str) -> str:
    return "".join(c if c in "abcdefghijklmnopqrstuvwxyz0123456789-_" else "-" for c in text.lower())[:80].strip("-")


def _deck(box: Pack | None, suits: str = "") -> OrdinaryDeck | None:
    """How the game is played with an ordinary deck, its suits as the owner says. Raises PackError for a game that is not."""
    deck = ordinary_deck(box) if box else None
    if suits and deck is None:
        raise PackError(
            f"--suits: {box.game if box else 'no game'} is not played with an ordinary deck; leave it out, or name another --game"
        )
    return deck.said(suits) if deck and suits else deck


def as_pack(found: Enrolment, box: Pack | None, out: Path, deck: OrdinaryDeck | None = None) -> Pack:
    """What was enrolled, as a pack."""
    return with_slips(found, box, out, deck)[0]


def with_slips(found: Enrolment, box: Pack | None, out: Path, deck: OrdinaryDeck | None = None) -> tuple[Pack, tuple[Slip, ...]]:
    """What was enrolled, as a pack, and the slips in what its pieces list.

    Counts come from the rulebook's box where its attributes are the same;
    cards of an ordinary deck stand for what `deck` says, or the box when that is None.
    """
    deck = deck or _deck(box)
    told = {p.id: {name: value for name, value in p.attributes.items() if name != COUNT} for p in found.pieces}
    meant = {p.id: _meaning(told[p.id], deck) for p in found.pieces}
    counts = {p.id: _count(p, meant[p.id], box) for p in found.pieces}
    pieces = tuple(Piece(p.id, p.kind, counts[p.id], p.size_mm, meant[p.id]) for p in found.pieces if p.id != BACK)
    if not pieces:
        raise PackError(f"{out}: no piece was enrolled")
    pieces, slips = placed(pieces, box, found.catalogue) if box else (pieces, ())
    name = _slug(out.stem) or "box"
    pack = Pack(box.game if box else "", name, box.title if box else "Enrolled pieces", box.players if box else (0, 0), pieces)
    return pack, slips


def _meaning(attributes: Mapping[str, str], deck: OrdinaryDeck | None) -> Mapping[str, str]:
    """What a piece is in the game: cards of an ordinary deck stand for what its pack says."""
    return deck.meaning(attributes) if deck and deck.has(attributes) else attributes


def _count(piece: EnrolledPiece, meant: Mapping[str, str], box: Pack | None) -> int:
    """How many of a piece the box holds: as its owner wrote it, else as many as the rulebook's box has of the same. Raises PackError."""
    told = piece.attributes.get(COUNT, "")
    if told and not (told.isascii() and told.isdecimal() and 0 < int(told) <= MOST_OF_ONE):
        raise PackError(
            f"{piece.place}: piece {piece.id}: {COUNT} {told[:20]!r} is no number from 1 to {MOST_OF_ONE}; write how many the box holds"
        )
    if told or box is None:
        return int(told or 1)
    return next((each.count for each in box.pieces if each.attributes and each.attributes == meant), 1)
