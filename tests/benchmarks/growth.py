"""How the time for a photograph grows with the number of enrolled looks, and the memory that a large photograph takes.

    python -m tests.benchmarks.growth [--photos ../shared/data/real/schnapsen] [--looks 20,80,300,1000] [--svg growth.svg]

The catalogue is that of the set, filled up with looks of generated cards that are all different; so the same pieces are found in the
same photographs, among more and more that might have been meant. Without photographs a table of generated cards is read. Processor
milliseconds per photograph, one thread; the first reading of each catalogue is not counted. Asserts nothing.
"""

import argparse
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

import cv2
import numpy as np

from tests.vision.deck import SIZE_MM, SIZE_PX, Pixels, Table
from vision.enrolling.enrol import enrol
from vision.evaluation.labels import load_labels
from vision.frame import Frame
from vision.image.decode import load_frame
from vision.looks.catalogue import Catalogue, Look, look_of
from vision.reader import TableReader

LONG_SIDE = 1280
"""Photographs are read at this size, like those of the bar."""
LARGE_PX = (4000, 3000)
"""The photograph of 12 megapixels whose memory is measured."""


def generated(seed: int) -> Pixels:
    """A card of its own: ground, shapes and a number in two corners, all from the seed; (450, 300, 3) RGB."""
    rng = np.random.default_rng(seed)
    width, height = SIZE_PX
    flat = np.full((height, width, 3), rng.integers(190, 250, 3), np.uint8)
    for _ in range(int(rng.integers(3, 8))):
        ink = tuple(int(v) for v in rng.integers(20, 220, 3))
        middle, reach = rng.uniform((60, 80), (width - 60, height - 80)), rng.uniform(25, 90)
        shape = rng.uniform(-1, 1, (int(rng.integers(4, 9)), 2)) * reach + middle
        cv2.fillPoly(flat, [shape.astype(np.int32)], ink, cv2.LINE_AA)
    corner = flat[14:84, 14:104]
    cv2.putText(corner, str(seed % 1000), (4, 48), cv2.FONT_HERSHEY_SIMPLEX, 1.3, (20, 20, 20), 4, cv2.LINE_AA)
    flat[height - 84 : height - 14, width - 104 : width - 14] = corner[::-1, ::-1]
    return flat


def filled(own: Sequence[Look], more: Sequence[Look], count: int) -> Catalogue:
    """A catalogue of `count` looks: the set's own first."""
    return Catalogue((*own, *more)[:count])


def photographs(folder: Path) -> list[Frame]:
    """Every photograph of a labelled folder at the working size."""
    frames = []
    for image in load_labels(folder).images:
        rgb = load_frame(folder / image.file).rgb
        scale = LONG_SIDE / max(rgb.shape[:2])
        how = cv2.INTER_AREA if scale < 1 else cv2.INTER_CUBIC
        frames.append(Frame(np.asarray(cv2.resize(rgb, None, fx=scale, fy=scale, interpolation=how), np.uint8), 0.0))
    return frames


def table() -> Frame:
    """A table with five generated cards, one of them half under another."""
    made = Table()
    for i, (x, y) in enumerate([(80, 80), (200, 90), (330, 80), (120, 210), (150, 225)]):
        made.lay(generated(i), (x, y), 20.0 * i)
    return made.picture()


def measured(catalogue: Catalogue, frames: Sequence[Frame]) -> tuple[float, int]:
    """Processor milliseconds of a photograph, the middle one, and how many pieces were named in all."""
    reader, times, named = TableReader(catalogue), [], 0
    reader.read(frames[0])
    for frame in frames:
        start = time.process_time()
        named += sum(1 for _ in reader.read(frame).pieces)
        times.append(1000 * (time.process_time() - start))
    return statistics.median(times), named


def svg(points: Sequence[tuple[int, float]]) -> str:
    """Looks (logarithmic) against milliseconds, as a small drawing."""
    most = max(ms for _, ms in points)
    low, high = np.log10(points[0][0]), np.log10(points[-1][0])
    at = [(80 + 300 * (np.log10(n) - low) / max(high - low, 1e-6), 180 - 140 * ms / most) for n, ms in points]
    line = " ".join(f"{x:.0f},{y:.0f}" for x, y in at)
    marks = [
        f'<circle cx="{x:.0f}" cy="{y:.0f}" r="3.5" fill="#1f6f5c"/>'
        f'<text x="{x:.0f}" y="{y - 10:.0f}" text-anchor="middle">{ms:.0f} ms</text>'
        f'<text x="{x:.0f}" y="200" text-anchor="middle">{n}</text>'
        for (x, y), (n, ms) in zip(at, points, strict=True)
    ]
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 440 230" font-family="sans-serif" font-size="12" fill="#333">'
        '<rect width="440" height="230" fill="#fff"/><path d="M50 20V182H410" fill="none" stroke="#999"/>'
        f'<polyline points="{line}" fill="none" stroke="#1f6f5c" stroke-width="2"/>{"".join(marks)}'
        '<text x="230" y="222" text-anchor="middle">enrolled looks; processor time for one photograph</text></svg>\n'
    )


def peak_mb(count: int) -> float:
    """Peak memory, in MB, of a process that reads one photograph of 12 megapixels with so many looks enrolled."""
    words = [sys.executable, "-m", "tests.benchmarks.growth", "--memory-of", str(count)]
    return float(subprocess.run(words, check=True, capture_output=True, text=True).stdout.split()[-1])


def _memory_of(count: int) -> None:
    """Reads one large photograph from its file and prints the peak."""
    large = cv2.resize(np.array(table().rgb), LARGE_PX, interpolation=cv2.INTER_LINEAR)
    with tempfile.TemporaryDirectory() as folder:
        photograph = Path(folder) / "large.jpg"
        cv2.imwrite(str(photograph), large)
        TableReader(_generated_looks(count)).read(load_frame(photograph))
    print(own_peak_kb() / 1024)


def own_peak_kb() -> int:
    """The most memory that this program has held. `getrusage` would tell that of its parent, where this held more when it was started."""
    status = Path("/proc/self/status").read_text()
    return int(next(line for line in status.splitlines() if line.startswith("VmHWM:")).split()[1])


def _generated_looks(count: int) -> Catalogue:
    return Catalogue(tuple(look_of(generated(i), f"generated-{i}", "card", SIZE_MM) for i in range(count)))


def main() -> None:
    """Measures and prints."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--photos", type=Path, help="a set with enrol/ and dev/")
    parser.add_argument("--looks", default="20,80,300,1000")
    parser.add_argument("--svg", type=Path)
    parser.add_argument("--memory-of", type=int)
    words = parser.parse_args()
    cv2.setNumThreads(1)
    if words.memory_of is not None:
        _memory_of(words.memory_of)
        return
    counts = [int(count) for count in words.looks.split(",")]
    for count in (counts[0], counts[-1]):
        print(f"{count} looks, 12 megapixels: {peak_mb(count):.0f} MB at most", flush=True)
    own = enrol(words.photos / "enrol", None).catalogue.looks if words.photos else ()
    frames = photographs(words.photos / "dev") if words.photos else [table()] * 5
    more = _generated_looks(counts[-1]).looks
    points = []
    for count in counts:
        ms, named = measured(filled(own, more, count), frames)
        points.append((count, ms))
        print(f"{count} looks: {ms:.0f} ms a photograph ({ms / points[0][1]:.2f} times), {named} pieces named", flush=True)
    if words.svg:
        words.svg.write_text(svg(points), encoding="utf-8")


if __name__ == "__main__":
    main()
