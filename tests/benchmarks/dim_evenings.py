"""A table at rest before a noisy camera in dim light: what is told of it, when each look is at one picture and when at the mean of several?

    python -m tests.benchmarks.dim_evenings [--decks appetite,numbers] [--views "evening,bad camera"] [--seed 930] [--tables 3]

The decks and views of `other_views`; 15 pictures a second, of which those that come during a look are passed by. A look counts as a quarter
of a second. Prints a line for each deck, view and way of looking; asserts nothing.
"""

import argparse
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace

import cv2
import numpy as np

from fixtures.art import Art
from fixtures.film import jpeg
from fixtures.filming import Film, Filming
from fixtures.render import held, render
from fixtures.repainting import Painting
from fixtures.scene import Scene
from tests.benchmarks.other_views import LEAST_SHOWN, VIEWS, deck_of, laid
from vision.changes.patches import Known
from vision.frame import Frame
from vision.image.decode import decode
from vision.image.quads import overlap
from vision.live.params import LiveParams
from vision.live.reader import LiveReader
from vision.live.steady import SteadyParams
from vision.observation import Detection, Observation, Quality
from vision.reader import TableReader
from vision.table.plane import TablePlane

FILMING, LOOK_S = Filming(frames_per_s=15.0, still_s=4.0, noise=0.0, flicker=0.0), 0.25
WAYS = {"one picture": LiveParams(steady=SteadyParams(noisy=np.inf)), "mean": LiveParams()}


class Evening:
    """Tells when a look has been made: the camera's pictures of that while are gone."""

    def __init__(self, reader: TableReader, params: LiveParams) -> None:
        self._reader, self._looks, self.looks = reader, LiveReader(self._read, params=params), 0

    def _read(
        self, frame: Frame, table: TablePlane | None = None, quality: Quality | None = None, known: Known | None = None
    ) -> Observation:
        self.looks += 1
        return self._reader.read(frame, table, quality, known)

    def told(self, frames: list[Frame]) -> tuple[tuple[Detection, ...], float]:
        """The first that is told, and after how many seconds."""
        free_at = 0.0
        for frame in frames:
            if frame.taken_at < free_at:
                continue
            before = self.looks
            answer = self._looks.look(frame)
            free_at = frame.taken_at + LOOK_S * (self.looks - before)
            if isinstance(answer, Observation):
                return answer.detections, free_at - frames[0].taken_at
        return (), frames[-1].taken_at - frames[0].taken_at


def pictures(scene: Scene, art: dict[str, Art]) -> Iterator[Frame]:
    """The table at rest, each time with new noise, as JPEG gives it back."""
    painting = Painting(replace(scene, place=()), art)
    for frame in Film(scene.seed, FILMING, grain=painting.grain).show(painting.show(scene.place)):
        yield decode(jpeg(frame.rgb, scene.exposure.jpeg_quality), scene.name, frame.taken_at)


def counted(pieces: tuple[Detection, ...], truth: list[tuple[str, np.ndarray[tuple[int, ...], np.dtype[np.float32]]]]) -> Counter[str]:
    """Cards that are right, asked about and missed; names that are wrong."""
    here = [(one, [at for at, (_, quad) in enumerate(truth) if overlap(np.asarray(one.quad_px, np.float32), quad) > 0.4]) for one in pieces]
    right = {at for one, places in here for at in places if one.id == truth[at][0]}
    asked = {at for one, places in here for at in places if one.id is None} - right
    wrong = sum(one.id is not None and all(truth[at][0] != one.id for at in places) for one, places in here)
    return Counter(cards=len(truth), right=len(right), asked=len(asked), missed=len(truth) - len(right | asked), wrong=wrong)


def main() -> None:
    """Prints a line for each deck, view and way of looking."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0] if __doc__ else "")
    parser.add_argument("--decks", default="appetite,buffet_master,playing-cards,colours,glass,numbers,gems")
    parser.add_argument("--views", default="evening,bad camera")
    parser.add_argument("--seed", type=int, default=930)
    parser.add_argument("--tables", type=int, default=3)
    chosen = parser.parse_args()
    cv2.setNumThreads(1)
    for deck in chosen.decks.split(","):
        reader, art, names = deck_of(deck)
        for view in chosen.views.split(","):
            sums, waits = {way: Counter[str]() for way in WAYS}, {way: list[float]() for way in WAYS}
            for n in range(chosen.tables):
                scene = held(VIEWS[view](laid(names, art, chosen.seed + n)))
                pieces = render(scene, art)[1]["pieces"]
                truth = [(one["id"], np.asarray(one["quad_px"], np.float32)) for one in pieces if one["visible"] >= LEAST_SHOWN]
                shown = list(pictures(scene, art))
                for way, params in WAYS.items():
                    found, wait = Evening(reader, params).told(shown)
                    sums[way] += counted(found, truth)
                    waits[way].append(wait)
            for way in WAYS:
                print(f"{deck}, {view}, {way}: {dict(sums[way])}, told after {np.median(waits[way]):.1f} s", flush=True)


if __name__ == "__main__":
    main()
