"""Arms that rest over drawn tables: in how many frames does a watched table count as free? `python -m tests.benchmarks.resting_arms`."""

import argparse
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from tempfile import gettempdir

from companion.games import available
from fixtures.closed_loop import table_of
from fixtures.filming import Film, Filming
from fixtures.play import setup_of
from fixtures.render import held
from fixtures.repainting import Painting
from fixtures.stages import STAGES
from tests.closed_loop.boxes import open_eyes
from vision.frame import Frame
from vision.table.settle import Settle

FILMING = Filming(reach_s=0.4, rest=1.0, still_s=0.6)
"""Every arm rests on the table for a second before it goes."""


def film(game: str, seed: int, arms: int) -> Iterator[tuple[Frame, bool]]:
    """Frames of the table as a game begins, so many arms over it one after another, each with whether one reaches in wholly."""
    pack, eyes = open_eyes(game, Path(gettempdir()))
    stage, scene, rules = STAGES[game], table_of(seed, game), available()[game]
    painting = Painting(replace(held(scene), markers_mm=stage.markers_mm), eyes.art)
    state = rules.initial(pack, setup_of(pack, pack.players[0], **stage.options))
    picture, one = painting.show(stage.places(rules, state, seed) or ()), Film(seed, FILMING, grain=painting.grain)
    steps, rests = (round(seconds * FILMING.frames_per_s) for seconds in (FILMING.reach_s, 1.0))
    for number in range(arms + 1):
        frames = list(one.show(picture.copy()))
        for at, frame in enumerate(frames):
            yield frame, number > 0 and steps - 1 <= at < steps + rests


def main() -> None:
    """Tells for each table in how many frames with a resting arm the table counts as free, and in how many without one it does."""
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks.resting_arms", description=main.__doc__)
    parser.add_argument("game", nargs="*", default=["buffet_master", "surrealist_dinner_party"])
    parser.add_argument("--tables", type=int, default=5, help="of each game")
    parser.add_argument("--arms", type=int, default=8, help="over each table")
    asked = parser.parse_args()
    resting = overlooked = 0
    for game in asked.game:
        for seed in range(1, asked.tables + 1):
            settle, free = Settle(), 0
            for frame, is_resting in film(game, seed, asked.arms):
                settle = settle.seen(frame)
                resting += is_resting
                overlooked += is_resting and settle.is_free
                free += not is_resting and settle.is_free
            print(f"{game} {seed}: {overlooked} of {resting} so far overlooked; free without an arm in {free} frames", flush=True)
    print(f"an arm rests in {resting} frames and is overlooked in {overlooked}")


if __name__ == "__main__":
    main()
