"""What reading a table's tokens costs, in times that its JPEG takes to be decoded; one thread, the same run.

    python -m tests.benchmarks.tokens_against_decoding ../shared [--pictures 0,2,4] [--times 5]

The rendered dinner parties (`data/renders/surrealist-dinner-party`). Processor time, the least of some runs: the figure is a ratio, so that
it holds on other machines, too. First the tokens alone, where the plane and the guests are known already, as they are at a live table; then
the whole reading of the picture: its markers, the guests' names, and the tokens.
"""

import argparse
import json
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path

from tests.benchmarks.cards_against_baseline import on_one_thread
from vision.enrolling.enrol import enrol
from vision.image.decode import load_frame
from vision.reader import TableReader
from vision.table import plane
from vision.tokens.reader import TokenReader


def least_ms(what: Callable[[], object], times: int) -> float:
    """The least processor time of some runs, in milliseconds."""
    spent = []
    for _ in range(times):
        start = time.process_time()
        what()
        spent.append(1000 * (time.process_time() - start))
    return min(spent)


def main() -> None:
    """Prints a line for each picture, and the mean."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0] if __doc__ else "")
    parser.add_argument("shared", type=Path)
    parser.add_argument("--pictures", default="0,2,4,6,8,10")
    parser.add_argument("--times", type=int, default=5)
    chosen = parser.parse_args()
    on_one_thread()
    folder = chosen.shared / "data" / "renders" / "surrealist-dinner-party"
    catalogue = enrol(folder / "enrol").catalogue
    images, factors = json.loads((folder / "labels.json").read_text())["images"], list[tuple[float, float]]()
    reader, tokens = TableReader(catalogue), TokenReader(catalogue)
    for number in map(int, chosen.pictures.split(",")):
        file = folder / images[number]["file"]
        frame = load_frame(file)
        table, pieces = plane.locate(frame), [one for one in reader.read(frame).pieces if one.kind != "token"]
        if table is None:
            print(f"{file.name}: no markers, left out")
            continue
        decode = least_ms(partial(load_frame, file), chosen.times)
        read = least_ms(partial(tokens.read, frame, table, pieces), chosen.times)
        whole = least_ms(partial(reader.read, frame), chosen.times)
        factors.append((read / decode, whole / decode))
        print(f"{file.name}: decoding {decode:.1f} ms, tokens {read:.0f} ms, {read / decode:.1f} times; all {whole / decode:.1f} times")
    alone, whole = (sum(some) / max(1, len(some)) for some in (zip(*factors, strict=True) if factors else ((), ())))
    print(f"mean of {len(factors)}: tokens {alone:.1f} times decoding, the whole reading {whole:.1f} times")


if __name__ == "__main__":
    main()
