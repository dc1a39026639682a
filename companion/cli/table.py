"""A table served: a recorded one, or the real one under the camera."""

import gc
import signal
from collections.abc import Callable
from dataclasses import replace
from datetime import datetime
from pathlib import Path
from typing import Any

import click

from companion.cli.asked import answers, chosen, named
from companion.cli.evenings import evenings_in
from companion.cli.first_evening import FirstEvening
from companion.cli.log import PACK
from companion.cli.opening import OpenTable
from companion.cli.outputs import check_folder
from companion.cli.table_eyes import TableEyes, film_of, opened_for
from companion.cli.wording import check_for
from companion.cli.zoning import at_this_table, choices_of, keep_choices
from companion.config import Settings, load as load_settings
from companion.devices import Devices, Role
from companion.evening import opened
from companion.game import CompanionError, Game, Pack, PackError, Setup
from companion.health import Pulse, readings
from companion.pack import load_box, save
from companion.referee import explain
from companion.runtime import Runtime
from companion.session import Session
from companion.store import Store
from companion.web.app import create_app
from companion.web.first_evening import create_setup
from companion.web.front import Front
from companion.web.helper import Begun, Choices
from companion.web.serve import Server, addresses, check_port, qr
from companion.web.settings import Photo, Shrink, WebSettings
from companion.zones import as_in
from hw.panel import GpioPanel, Panel

Beat = Callable[[], Pulse]
"""What the camera's loop has lately done."""
EVENINGS = "evenings"
"""Folder of the logs, one folder each."""
SERVED = [
    click.option("--port", type=int, help="Port of the page (default 8080)."),
    click.option("--host", help="Address the page listens on (default 0.0.0.0: every phone in the room)."),
    click.option("--data", type=click.Path(path_type=Path), help="Folder of the log and its pictures."),
    click.option("--settings", type=click.Path(path_type=Path), help="A companion.toml."),
]


def served(command: Callable[..., None]) -> Callable[..., None]:
    """The options that every served table has."""
    for option in reversed(SERVED):
        command = option(command)
    return command


@click.command()
@click.option("--game", default="", help="Which game; without it the page asks for everything, step by step.")
@click.option("--camera", default="auto", help="auto, pi, usb:N, a URL, a film, or a folder of pictures.")
@click.option(
    "--record-video",
    type=click.IntRange(20, 100_000),
    help="Keep a small film, a picture a second, of at most so many MB.",
)
@click.option("--side-camera", default="", help="A second camera that sees plates from the side; named like --camera.")
@click.option("--pack", type=click.Path(path_type=Path), help="The box that was enrolled; without it the score is kept by hand.")
@click.option("--players", default="", help="Names from the first seat on, clockwise: Ines,Bruno,Maren.")
@click.option("--option", "options", multiple=True, metavar="NAME=VALUE", help="An answer to an open question of the rulebook.")
@served
@click.option("--new", is_flag=True, help="Begin a new evening even if one is unfinished.")
def play(
    game: str,
    camera: str,
    record_video: int | None,
    side_camera: str,
    pack: Path | None,
    players: str,
    options: tuple[str, ...],
    port: int | None,
    host: str | None,
    data: Path | None,
    settings: Path | None,
    new: bool,
) -> None:
    """An evening at a real table. An unfinished one is taken up again where it stood."""
    chosen_settings = load_settings(settings, port=port, host=host, data=data)
    check_folder(chosen_settings.data, "--data")
    if not game:
        given = {"--camera": camera != "auto", "--side-camera": side_camera, "--pack": pack, "--players": players, "--option": options}
        if said := [name for name, value in given.items() if value]:
            raise CompanionError(f"{', '.join(said)}: say --game, too; without it the page asks for everything")
        _first_evening(chosen_settings)
        return
    rules, box = chosen(game, pack)
    check_port(chosen_settings.host, chosen_settings.port)
    if pack is not None and not load_box(pack)[1]:
        raise PackError(f"{pack}: was never shown to a camera; `companion enrol --pictures DIR --out {pack}`")
    box = at_this_table(box, chosen_settings.data)
    session = _evening(chosen_settings.data / EVENINGS, rules, box, named(players), answers(options), new)
    if pack is None:
        session.camera("No box was enrolled, so the camera is not used. Scores can be typed.")
        _serve(session, chosen_settings, box.title)
        return
    film = None if record_video is None else film_of(chosen_settings.data, game, record_video)
    if film is not None:
        click.echo(f"a film of the table is kept in {film.keywords['folder']}", err=True)
    worker, above = opened_for(camera, film)
    beside, from_side = opened_for(side_camera)
    eyes = TableEyes(OpenTable(chosen_settings.data, above, from_side, game=game, pack=pack), worker, beside)
    with Runtime(session, eyes.sight, panel=_panel(chosen_settings)) as runtime:
        _serve(session, chosen_settings, box.title, eyes, runtime.pulse)


def _panel(settings: Settings) -> Panel | None:
    """The panel that the settings name. Raises OSError with one line when its pins are not to be had."""
    if not (settings.panel_buttons or settings.panel_lamps or settings.panel_buzzer):
        return None
    return GpioPanel(settings.panel_buttons, settings.panel_lamps, settings.panel_buzzer or None)


def _evening(folder: Path, rules: Game[Any, Any], box: Pack, players: list[str] | int, options: dict[str, str], new: bool) -> Session:
    """The newest unfinished evening with this box and these players, or a new one."""
    if isinstance(players, int) and not 0 <= players <= box.players[1]:
        Setup(players, options).answers(box)  # which refuses it before as many names are made
    names = [f"Player {seat + 1}" for seat in range(players)] if isinstance(players, int) else players
    if not new:
        for place in sorted(folder.glob(f"*-{rules.name}"), reverse=True)[:1]:
            try:
                session = _resumed(place, rules, box, names)
            except CompanionError as fault:
                raise CompanionError(f"{fault}; --new begins another evening") from fault
            if session is not None:
                click.echo(f"going on with the evening in {place} (--new begins another)", err=True)
                return session
    if not names:
        raise CompanionError("who plays? --players Ines,Bruno,Maren names them from the first seat on")
    setup = Setup(len(names), options)
    rules.initial(box, setup)  # every fault is told before anything is written
    place = folder / f"{datetime.now():%Y%m%d-%H%M%S}-{rules.name}"
    place.mkdir(parents=True, exist_ok=True)
    save(place / PACK, box, None)
    return Session.start(Store(place), rules, box, setup, names, explain=explain)


def _resumed(place: Path, rules: Game[Any, Any], box: Pack, names: list[str]) -> Session | None:
    store = Store(place)
    try:
        began = opened(store)
        if began is not None and (not names or list(began.players) == names) and began.pack == box.name:
            session = Session.resume(store, rules, as_in(box, load_box(place / PACK)[0]), explain=explain)
            if not session.snapshot().status.over:
                return session
    except BaseException:
        store.close()
        raise
    store.close()
    return None


def _serve(session: Session, settings: Settings, what: str, eyes: TableEyes | None = None, pulse: Beat | None = None) -> None:
    """Prints where the page is and serves it until Ctrl-C or SIGTERM; then ends the session."""
    devices = Devices(settings.data / "devices.json", settings.pin)
    server = Server(create_app(session, page_of(session, settings, devices, eyes, pulse)), settings.host, settings.port)
    until_stopped(server, what, devices, [session.close])


def page_of(
    session: Session, settings: Settings, devices: Devices, eyes: TableEyes | None = None, pulse: Beat | None = None
) -> WebSettings:
    """How this session's page is served; phones' pictures are read where there are eyes for a box, `pulse` tells of the camera's loop."""
    own = settings.data / "words"
    photo: Photo | None = None if eyes is None else eyes.photo_into(session)
    shrink: Shrink = _smaller if eyes is None else eyes.shrink
    return WebSettings(
        hosts=settings.names,
        language=settings.language,
        viewers=settings.viewers,
        shrink=shrink,
        glass=_through_glass if eyes is None else eyes.through_glass,
        check=check_for(session.pack.game, own if own.is_dir() else None),
        photo=photo,
        devices=devices,
        evenings=lambda: evenings_in(settings.data / EVENINGS),
        health=lambda: readings(session.snapshot(), settings.data, None if pulse is None else pulse()),
    )


def _smaller(jpeg: bytes, width_px: int, height_px: int) -> bytes:
    """A JPEG no larger than that, shape kept: made here, where no other process reads pictures."""
    from companion.cli.eyes import thumbnail  # OpenCV, which an evening without pictures never needs

    return thumbnail(jpeg, width_px, height_px)


def _through_glass(jpeg: bytes) -> bytes:
    """The picture as a red glass shows it, made here."""
    from companion.cli.eyes import through_glass

    return through_glass(jpeg)


def _first_evening(settings: Settings) -> None:
    """Serves the pages that ask for everything, then the evening that they begin."""
    check_port(settings.host, settings.port)
    devices = Devices(settings.data / "devices.json", settings.pin)
    eyes, ends = TableEyes(OpenTable(settings.data)), list[Callable[[], None]]()

    def begun(session: Session, asked: Choices, pack: Path | None) -> Begun:
        pulse: Beat | None = None
        if pack is not None:
            eyes.watch(asked.game, pack)
        if pack is not None and eyes.has_camera:
            runtime = Runtime(session, eyes.sight, panel=_panel(settings))
            runtime.start()
            ends.append(runtime.stop)
            pulse = runtime.pulse
        else:
            session.camera("No camera reads this table. Scores can be typed.")
        ends.append(session.close)
        page = page_of(session, replace(settings, language=asked.language), devices, eyes, pulse)
        return Begun(session, page if pack is not None else replace(page, photo=None))

    def start(asked: Choices, pack: Path | None, helper: FirstEvening) -> Begun:
        rules, box = chosen(asked.game, pack)
        box = at_this_table(box, settings.data)
        session = _evening(settings.data / EVENINGS, rules, box, list(asked.players), dict(asked.options), new=True)
        keep_choices(settings.data, asked)
        return begun(session, asked, pack)

    def again(asked: Choices, pack: Path | None, helper: FirstEvening) -> Begun:
        session = _newest(settings.data, asked, pack)
        if session is None:
            raise CompanionError("that evening is over; begin a new one")
        return begun(session, asked, pack)

    shown = addresses(settings.host, settings.port)
    helper = FirstEvening(settings.data, shown[0], eyes, start, again=again)
    helper.unfinished = _unfinished(settings.data, helper.deck_path)
    front = Front(create_setup(helper, devices, lambda: front, frozenset(name.lower() for name in settings.names), settings.language))
    server = Server(front, settings.host, settings.port)
    try:
        until_stopped(server, "a first evening", devices, ends)
    finally:
        eyes.close()


def _newest(data: Path, asked: Choices, pack: Path | None) -> Session | None:
    """The newest evening of these choices, as it stands; None when it is over or another one."""
    rules, box = chosen(asked.game, pack)
    place = max((data / EVENINGS).glob(f"*-{rules.name}"), default=None)
    return None if place is None else _resumed(place, rules, box, list(asked.players))


def _unfinished(data: Path, deck_path: Callable[[str, str], Path | None]) -> Choices | None:
    """What was chosen for the evening that the page began last, when it is not over."""
    asked = choices_of(data)
    if asked is None:
        return None
    try:
        session = _newest(data, asked, deck_path(asked.deck, asked.game))
    except CompanionError as fault:
        click.echo(f"companion: the evening before cannot go on: {fault}", err=True)
        return None
    if session is not None:
        session.close()
    return asked if session is not None else None


def until_stopped(server: Server, what: str, devices: Devices, ends: list[Callable[[], None]]) -> None:
    """Prints the address, serves until Ctrl-C or SIGTERM, then ends everything."""
    signal.signal(signal.SIGTERM, _interrupted)
    shown = addresses(server.host, server.port)
    click.echo(qr(shown[0]))
    click.echo(f"{what}: {'  '.join(shown)}  (Ctrl-C ends)")
    click.echo(f"owner: {shown[0]}pair?key={devices.keys[Role.OWNER]}  (for your own device; do not pass it on)")
    gc.freeze()  # what is there by now stays to the end; looking it over for garbage is a pause of 80 ms now and then
    try:
        server.run()
    except KeyboardInterrupt:
        pass
    finally:
        for end in ends:
            end()
        server.close()


def _interrupted(signum: int, frame: object) -> None:
    raise KeyboardInterrupt
