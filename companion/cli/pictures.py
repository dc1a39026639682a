"""What lies in a picture, and how often that is right."""

import json
import time
from collections.abc import Sequence
from contextlib import nullcontext
from pathlib import Path

import click
from rich.console import Console
from rich.progress import Progress

from companion.cli.eyes import Reader, dice_reader, open_reader, remarking
from companion.cli.heaped import stack_lines
from companion.cli.lettering import letter_reader, with_letter_options
from companion.cli.outputs import check_folder, refuse_others
from companion.game import CompanionError
from companion.pack import load
from companion.whole import filled
from vision.evaluation.annotate import annotate as drawn_over, annotate_board, is_signed, signed, to_jpeg
from vision.evaluation.document import document
from vision.evaluation.evaluation import evaluate as judge_set
from vision.evaluation.labels import load_labels
from vision.evaluation.metrics import ScoringRules, same_or_rank
from vision.evaluation.report import PAGE_FILE, is_ours, summary_lines, to_json, write_page, written_first
from vision.image.decode import load_frame
from vision.observation import Face, Observation

PACK = click.option("--pack", type=click.Path(path_type=Path), help="An enrolled pack: a folder or a zip.")
VIEW = click.option(
    "--view", type=click.Choice(["top", "side"]), default=None, help="From where it was taken; else whatever the pack tells."
)
AS_JSON = click.option("--json", "as_json", is_flag=True, help="One JSON document on stdout.")


@click.command()
@click.argument("images", metavar="IMAGE...", nargs=-1, required=True, type=click.Path(path_type=Path))
@PACK
@click.option("--game", default="", help="The game whose box the pack has to be.")
@VIEW
@AS_JSON
@click.option("--annotate", type=click.Path(path_type=Path, file_okay=False), help="Write each picture with its outlines and names here.")
@with_letter_options
@click.option("--dice", is_flag=True, help="Read the dice of any game; with --pack also by the faces it was shown.")
def read(
    images: tuple[Path, ...],
    pack: Path | None,
    game: str,
    view: str | None,
    as_json: bool,
    annotate: Path | None,
    letters: bool,
    alphabet: str,
    grid: str | None,
    corners: str | None,
    dice: bool,
) -> None:
    """What lies in one picture, or in several; with --letters, what is spelled there; with --dice, what the dice show."""
    drawn = _places(images, annotate)
    asked: Reader | None = letter_reader(letters, alphabet, grid, corners)
    if dice and asked is not None:
        raise CompanionError("--dice and --letters: one at a time")
    asked = dice_reader(pack) if dice else asked
    box, reader = open_reader(pack, view or "", game) if asked is None else (None, asked)
    if box is not None and game and box.game != game:
        raise CompanionError(f"{pack} is a pack of {box.game or 'no game'}, not of {game}")
    reader = remarking(box, reader)
    with nullcontext() if annotate is None else filled(annotate) as new:
        answers = [_read(image, reader, None if new is None else new / name) for image, name in zip(images, drawn, strict=True)]
    if as_json:
        documents = [document(seen, str(image), ms) for image, (seen, ms) in zip(images, answers, strict=True)]
        click.echo(json.dumps(documents if len(images) > 1 else documents[0], ensure_ascii=False))
        return
    for image, (seen, ms) in zip(images, answers, strict=True):
        _tell(image, seen, ms)


def _places(images: Sequence[Path], folder: Path | None) -> list[str]:
    """What each picture is called in the folder once it was drawn on. Raises CompanionError where it cannot be written there."""
    names = [f"{number:03}-{image.stem}.jpg" if len(images) > 1 else f"{image.stem}.jpg" for number, image in enumerate(images)]
    if folder is not None:
        check_folder(folder, "--annotate")
        refuse_others([folder / name for name in names], is_signed, "--annotate")
    return names


def _read(image: Path, reader: Reader, annotated: Path | None) -> tuple[Observation, float]:
    start = time.perf_counter()
    frame = load_frame(image)
    decode_ms = 1000 * (time.perf_counter() - start)
    seen = reader.read(frame)
    if annotated is not None:
        drawn = frame.rgb if seen.board is None else annotate_board(frame.rgb, seen.board)
        annotated.write_bytes(signed(to_jpeg(drawn_over(drawn, seen.everything))))
    return seen, decode_ms


def _tell(image: Path, seen: Observation, decode_ms: float) -> None:
    total = decode_ms + seen.timings_ms.get("total", 0.0)
    unsure = [one for one in seen.unsure if one.face is not Face.DOWN]
    click.echo(f"{image}: {_summary(seen, len(unsure))}, {total:.0f} ms")
    for piece in seen.pieces:
        x, y = (sum(corner[axis] for corner in piece.quad_px) / 4 for axis in (0, 1))
        click.echo(f"  {piece.id:24} {piece.confidence:.3f}  at {x:.0f},{y:.0f}")
    for one in unsure:
        x, y = (sum(corner[axis] for corner in one.quad_px) / 4 for axis in (0, 1))
        maybe = " or ".join(f"{c.id} {c.confidence:.2f}" for c in one.alternatives[:3]) or "no piece of this pack"
        click.echo(f"  ? {maybe}: {one.why or 'not sure'}, at {x:.0f},{y:.0f}")
    for stack in seen.stacks:
        for line in stack_lines(stack):
            click.echo(f"  {line}")
    for line in () if seen.board is None else (*seen.board.letters, *({seen.board.why} - {"", *seen.quality.advice})):
        click.echo(f"  {line}")
    for advice in seen.quality.advice:
        click.echo(f"  {advice}")


def _summary(seen: Observation, unsure: int) -> str:
    """What was read, in short: boards of letters and plates, and single pieces where there are any or nothing else is."""
    named, down = len(list(seen.pieces)), sum(one.face is Face.DOWN for one in seen.unsure)
    parts = []
    if seen.board is not None:
        cells = "".join(seen.board.letters)
        read = len(cells) - sum(cells.count(none) for none in ".?_")
        parts.append(f"a board of {seen.board.rows} x {seen.board.cols}, {read} letters read, {cells.count('?')} unsure")
    if seen.stacks:
        parts.append("a plate" if len(seen.stacks) == 1 else f"{len(seen.stacks)} plates")
    if named or unsure or down or not parts:
        parts.append(f"{named} named, {unsure} unsure" + (f", {down} face down" if down else ""))
    return "; ".join(parts)


@click.command()
@click.argument("dataset", type=click.Path(path_type=Path))
@click.option("--pack", type=click.Path(path_type=Path), required=True, help="The pack to read it with.")
@click.option("--page", type=click.Path(path_type=Path, file_okay=False), help="Write a page with a picture of every error here.")
@VIEW
@click.option("--boxes", is_flag=True, help="The labels are boxes parallel to the picture's edges; compare pieces by theirs.")
@AS_JSON
def evaluate(dataset: Path, pack: Path, page: Path | None, view: str | None, boxes: bool, as_json: bool) -> None:
    """Accuracy and milliseconds per stage against a folder with labels.json."""
    if page is not None:
        check_folder(page, "--page")
        refuse_others(written_first(page), is_ours, "--page")
    box, reader = open_reader(pack, view or load_labels(dataset).view)
    looks = load(pack)[1]
    ids = [piece.id for piece in box.pieces] if box else []
    with Progress(console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("reading", total=None)
        found = judge_set(
            dataset,
            reader.read,
            lambda done, total, name: bar.update(task, completed=done, total=total, description=name),
            same=same_or_rank(ids),
            rules=ScoringRules(boxes=boxes),
            ids={*ids, *(look.id for look in looks.looks)} if looks else ids,
        )
    if page is not None:
        with filled(page) as new:
            write_page(found, dataset, new, looks)
    if as_json:
        click.echo(json.dumps(to_json(found), ensure_ascii=False))
        return
    for line in summary_lines(found):
        click.echo(line)
    if page is not None:
        click.echo(f"every error with its picture: {page / PAGE_FILE}")
