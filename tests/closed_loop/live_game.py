"""A random legal game filmed and read live, through the program's own chain; what no camera sees is tapped."""

import argparse
import time
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from itertools import islice
from pathlib import Path
from tempfile import TemporaryDirectory, gettempdir
from typing import Any

from companion.game import Game, Pack
from companion.games import available
from companion.session import Session
from companion.snapshot import Question, Source
from companion.store import Store
from fixtures.closed_loop import CameraEyes, table_of
from fixtures.filming import Film, Filming
from fixtures.play import random_play, setup_of
from fixtures.render import held
from fixtures.repainting import Painting
from fixtures.scene import Place
from fixtures.stages import STAGES
from tests.closed_loop.boxes import open_eyes
from vision.changes.patches import Known
from vision.evaluation.annotate import to_jpeg
from vision.frame import Frame
from vision.live.reader import LiveReader
from vision.observation import Observation, Quality
from vision.table.plane import TablePlane

FILMING = Filming(bump=0.1, reach_s=0.4, hasty=0.65)
"""People play quickly; now and then somebody bumps the table."""
MOST = 1_200
"""Actions of a game at most: the longest end before."""
AS_PLAYED = "ends as played"
ALIKE = "more than one move leads to this table"
"""Why the companion asks when every piece is named: who touched a card first, whom a card was given to, no camera sees."""
_NEXT_TAKE = 1_000_000
"""From the seed of one take's film to the next's."""
CATCH_UP_S = 4.0
"""A table that is not understood gets so much more time before the truth is tapped."""


@dataclass
class Evening:
    """What came of a filmed game."""

    actions: int = 0
    seen: int = 0
    """Actions that the camera told, rightly."""
    tapped: int = 0
    """Actions that leave no trace, or none but what may be cleared away at any time."""
    beyond: int = 0
    """Actions after which more lies there than the camera's view holds: tapped, and the table shown again when it does."""
    questions: int = 0
    open: int = 0
    """Actions of which the camera told all that shows, and the table one tap more: which of several moves that look alike it was."""
    wrong: list[str] = field(default_factory=list)
    unseen: list[str] = field(default_factory=list)
    """Neither told nor asked about."""
    frames: int = 0
    reads: int = 0
    ends: str = ""
    """How it ended, in a few words; `AS_PLAYED` where state and score are the truth's at the end of the game."""
    why: Counter[str] = field(default_factory=Counter)

    @property
    def shown(self) -> int:
        """Actions that the camera could see."""
        return self.actions - self.tapped - self.beyond - self.open


class _Table:
    """One filmed game at one session."""

    def __init__(self, pack: Pack, eyes: CameraEyes, session: Session, film: Film) -> None:
        self.session, self.film, self.result = session, film, Evening()
        self._reader, self._seq = eyes.reader.following(), session.snapshot().seq
        self.known_seq = self._seq
        """Entries up to here are the truth's."""
        self.live = LiveReader(self._read)

    def _read(
        self, frame: Frame, table: TablePlane | None = None, quality: Quality | None = None, known: Known | None = None
    ) -> Observation:
        self.result.reads += 1
        return self._reader.read(frame, table, quality, known)

    def feed(self, frames: Iterable[Frame]) -> None:
        """The loop of companion.runtime, on the film's clock."""
        for frame in frames:
            self.result.frames += 1
            shown = self.session.snapshot()
            if self._seq != shown.seq:
                if not shown.is_by_camera(self._seq):
                    self.live.again()
                self._seq = shown.seq
            seen = self.live.look(frame)
            if isinstance(seen, Observation):
                self.session.look(seen, to_jpeg(frame.rgb, 640), confirm=1)
            else:
                self.session.not_ready("" if seen is None else str(seen))

    def show(self, painting: Painting, laid: Iterable[tuple[Place, ...]]) -> Question | None:
        """Films one table after another; what was asked before the last of them."""
        asked = None
        for places in laid:
            asked = self.session.snapshot().question
            self.feed(self.film.show(painting.show(places)))
        return asked


def play_live(
    pack: Pack,
    eyes: CameraEyes,
    seed: int,
    folder: Path,
    most: int = MOST,
    filming: Filming | None = None,
    players: int = 0,
    size_px: tuple[int, int] | None = None,
    first: int = 1,
    take: int = 0,
) -> Evening:
    """A whole random game; every misunderstanding is put right by tap, so that it is counted once.

    With `first`, all before that action is typed, and the film begins at the table it was played on. Another `take` is the same table
    with other arms, bumps and noise.
    """
    game: Game[Any, Any] = available()[pack.game]
    stage, scene = STAGES[pack.game], table_of(seed, pack.game)
    scene = scene if size_px is None else replace(scene, view=replace(scene.view, size_px=size_px))
    painting = Painting(replace(held(scene), markers_mm=stage.markers_mm), eyes.art)
    players = players or pack.players[0] + seed % (min(4, pack.players[1]) - pack.players[0] + 1)
    setup = setup_of(pack, players, **stage.options)
    session = Session.start(Store(folder), game, pack, setup, [f"P{seat + 1}" for seat in range(players)])
    state = game.initial(pack, setup)
    steps = enumerate(random_play(game, state, seed, most, stage.likely), 1)
    for _, step in islice(steps, first - 1):
        session.act(str(step.action), Source.PAGE)
        state = step.after
    table = _Table(pack, eyes, session, Film(seed + _NEXT_TAKE * take, filming, grain=painting.grain))
    try:
        table.feed(table.film.show(painting.show(stage.places(game, state, seed) or ())))
        for number, step in steps:
            table.result.actions += 1
            table.known_seq = session.snapshot().seq
            laid = stage.places(game, step.after, seed)
            if laid is None or _keys(game, step.after) == _keys(game, step.before):
                table.result.beyond += laid is None
                table.result.tapped += laid is not None
                _put_right(table, step)
                continue
            halfway = table.show(painting, (*stage.on_the_way(game, step.before, step.after, seed), laid))
            _judge(table, game, step, number, halfway)
        table.feed(table.film.wait(CATCH_UP_S / 4))  # nor may anything be told behind the last move
        table.result.ends = _ended(game, session.state, step.after)
        return table.result
    finally:
        session.close()


def _ended(game: Game[Any, Any], final: Any, truth: Any) -> str:
    if final != truth or game.scores(final) != game.scores(truth):
        return "ends otherwise"
    return AS_PLAYED if game.status(final).over else "stops as played"


def _judge(table: _Table, game: Game[Any, Any], step: Any, number: int, halfway: Question | None = None) -> None:
    """What the session made of it, against what was played; `halfway` was asked about a table on the way, and may settle itself."""
    result, session = table.result, table.session
    is_told = not game.visible(step.before).matches(game.visible(step.after))
    for wait_s in (CATCH_UP_S / 2, CATCH_UP_S / 2, 0.0):
        if session.state == step.after:
            result.seen += 1
            return
        if session.state != step.before:
            told = [entry for entry in session.snapshot().told if entry.seq > table.known_seq and entry.action]
            result.wrong.append(f"{number}: {step.action} was read as {', '.join(entry.action for entry in told)}")
            for entry in reversed(told):
                session.undo(Source.PAGE, entry.seq)
            break
        if is_told and session.snapshot().question in (None, halfway):
            table.feed(table.film.wait(wait_s))
    asked = session.snapshot().question
    if asked is not None and asked.why == ALIKE and any(answer.action == str(step.action) for answer in asked.answers):
        result.open += 1
    elif asked is not None:
        result.questions += 1
        result.why[f"{step.action}: {asked.why}"] += 1
    elif session.state == step.before and is_told:
        result.unseen.append(f"{number}: {step.action}")
    elif session.state == step.before:
        result.tapped += 1
    _put_right(table, step)


def _put_right(table: _Table, step: Any) -> None:
    table.session.act(str(step.action), Source.PAGE)
    assert table.session.state == step.after


def _keys(game: Game[Any, Any], state: Any) -> list[object]:
    return [spot.key for spot in game.visible(state).spots if spot.zone != "fallen"]  # that is seen from the side only


def told(seed: int, one: Evening) -> str:
    """What came of a game, in a line; then what went wrong or was asked."""
    head = (
        f"game {seed}: {one.actions} actions, {one.tapped} tapped, {one.seen} seen, {one.questions} questions, {len(one.wrong)} wrong, "
        f"{len(one.unseen)} unseen, {one.beyond} beyond the view, {one.open} look alike, "
        f"{one.reads} reads of {one.frames} frames, {one.ends}"
    )
    return "\n   ".join((head, *one.wrong, *one.unseen, *(f"{n} x {why}" for why, n in one.why.items())))


def main() -> None:
    """Films games and tells what came of each; or a few actions of one, again and again: `--from 209 --to 210 --takes 5`."""
    parser = argparse.ArgumentParser(prog="python -m tests.closed_loop.live_game", description=main.__doc__)
    parser.add_argument("game", choices=sorted(STAGES))
    parser.add_argument("seed", type=int)
    parser.add_argument("last", type=int, nargs="?", help="all seeds up to this one")
    parser.add_argument("--players", type=int, default=0)
    parser.add_argument("--from", type=int, default=1, dest="first", metavar="ACTION", help="all before it is typed, and not filmed")
    parser.add_argument("--to", type=int, default=MOST, metavar="ACTION", help="the last that is filmed")
    parser.add_argument("--takes", type=int, default=1, help="so many films of the same table, with other arms, bumps and noise")
    asked = parser.parse_args()
    pack, eyes = open_eyes(asked.game, Path(gettempdir()))
    for seed in range(asked.seed, (asked.last or asked.seed) + 1):
        for take in range(asked.takes):
            began = time.process_time()
            with TemporaryDirectory() as folder:
                one = play_live(pack, eyes, seed, Path(folder), asked.to, FILMING, asked.players, first=asked.first, take=take)
            print(f"{told(seed, one)}\n   {time.process_time() - began:.0f} s", flush=True)


if __name__ == "__main__":
    main()
