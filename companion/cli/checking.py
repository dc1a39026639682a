"""Is this table ready for an evening? Camera, focus, light, glare, scale, markers, disk, clock, temperature."""

import json
import sys
import time
from dataclasses import asdict
from pathlib import Path

import click

from companion.config import load as load_settings
from companion.health import Reading, State, of_machine, of_markers, of_picture, worst
from companion.pack import load
from hw.camera import CameraName, FolderCamera, open_camera, parse_camera
from hw.eye import CameraError
from hw.worker import CameraWorker, worker_for
from vision.cubes.reader import CubeReader
from vision.enrolling.clashes import clashes, light_of
from vision.frame import Frame
from vision.image.decode import load_frame
from vision.observation import PlaneFix
from vision.table import light, plane
from vision.table.origin import Origin

PATIENCE_S = 20.0
"""A camera that gives no picture in this time is reported."""
SETTLING = 5
"""Pictures that are let pass: a camera chooses its exposure on the first ones."""
COLOURED = frozenset({"token", "cube"})
"""Kinds whose pieces are told by their colour."""
MARKS = {State.GOOD: "ok", State.WATCH: "look", State.BAD: "bad"}


@click.command()
@click.option("--camera", default="auto", help="auto, pi, usb:N, a URL, a film, a picture, or a folder of pictures.")
@click.option("--pack", type=click.Path(path_type=Path), help="The enrolled box: can its tokens and cubes be told apart in this light?")
@click.option("--data", type=click.Path(path_type=Path), help="Folder of the log and its pictures, whose disk is looked at.")
@click.option("--settings", type=click.Path(path_type=Path), help="A companion.toml.")
@click.option("--json", "as_json", is_flag=True, help="One JSON document on stdout.")
def check(camera: str, pack: Path | None, data: Path | None, settings: Path | None, as_json: bool) -> None:
    """Whether this table is ready: every value measured, with what to do about it. Exit 1 when something is bad."""
    found = (*_of_camera(camera, pack), *of_machine(_existing(load_settings(settings, data=data).data)))
    state = worst(found)
    if as_json:
        click.echo(json.dumps({"schema": 1, "camera": camera, "state": state, "readings": [asdict(each) for each in found]}))
    else:
        for each in found:
            remedy = f"  -> {each.do}" if each.do not in ("", each.value) else ""
            click.echo(f"{MARKS[each.state]:5} {each.name:12} {each.value}{remedy}")
    sys.exit(1 if state is State.BAD else 0)


def _existing(folder: Path) -> Path:
    """The folder, or the nearest one above it: it is made when the first evening begins."""
    return next((each for each in (folder, *folder.parents) if each.exists()), Path("/"))


def _of_camera(name: str, pack: Path | None) -> tuple[Reading, ...]:
    """What one picture tells, or why there is none. Raises CameraError for a name that means nothing on this machine."""
    eye = parse_camera(name)
    try:
        frame = _picture(name, eye)
    except CameraError as error:
        return (Reading("camera", "no picture", State.BAD, str(error)),)
    origin = Origin()
    table = origin(frame)
    fix = PlaneFix("none") if table is None else table.fix
    width, height = frame.size_px
    return (
        Reading("camera", f"{width} x {height}"),
        *of_picture(light.measure(frame, table), fix, light.PARAMS),
        *of_markers(origin.layout.centres_mm),
        *_of_colours(pack, frame, table),
    )


def _of_colours(pack: Path | None, frame: Frame, table: plane.TablePlane | None) -> tuple[Reading, ...]:
    """Tokens and cubes of the pack that this light does not tell apart, or that this table's own colour hides."""
    looks = None if pack is None else load(pack)[1]
    coloured = None if looks is None else looks.of_kinds(COLOURED)
    if coloured is None or not coloured.looks:
        return ()
    white = light_of(frame, table)
    found = [Reading("colours", f"{one.first} and {one.second}: {one.why}", State.BAD, one.remedy) for one in clashes(coloured, white)]
    found += [Reading("colours", *_said(advice)) for advice in CubeReader(coloured).look(frame, table, ())[1]]
    names = " and ".join(f"{kind}s" for kind in sorted({look.kind for look in coloured.looks}, reverse=True))
    if not found and white is None:
        unknown = f"all {names} can be told apart in an ordinary light; which light this is nobody knows"
        return (Reading("colours", unknown, State.WATCH, "Lay a printed marker on the table: its paper is white."),)
    return tuple(found) or (Reading("colours", f"all {names} can be told apart"),)


def _said(advice: str) -> tuple[str, State, str]:
    """What is wrong with the ground for cubes, how bad that is, and what to do."""
    why, _, remedy = advice.partition(": ")
    return why, State.WATCH, remedy


def _picture(name: str, eye: CameraName) -> Frame:
    """A picture of the camera, once its exposure has settled. Raises CameraError."""
    if eye.kind in ("film", "pictures"):
        # unlike an evening, which waits for pictures to come, this is to answer
        camera = open_camera(eye) if eye.kind == "film" else FolderCamera(Path(eye.where), load=load_frame, every_s=0, wait=False)
        try:
            return next(iter(camera.frames()))
        except StopIteration:
            raise CameraError(f"{name}: holds no picture; name one, or a folder with one") from None
        finally:
            camera.close()
    with worker_for(name) as worker:
        return _settled(worker, name)


def _settled(worker: CameraWorker, name: str) -> Frame:
    """The picture after the first few. Raises CameraError when none comes."""
    until, came = time.monotonic() + PATIENCE_S, 0
    while time.monotonic() < until:
        frame = worker.newest()
        came += frame is not None
        if frame is not None and came > SETTLING:
            return frame
        if worker.trouble:
            break
        time.sleep(0.02)
    raise CameraError(worker.trouble or f"{name}: no picture in {PATIENCE_S:.0f} s; check cable and power")
