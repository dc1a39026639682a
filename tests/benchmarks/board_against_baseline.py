"""A 15 x 15 board read beside the plain method in one run, one thread, at 1080p; and the share of each stage.

python -m tests.benchmarks.board_against_baseline SHARED [PHOTOS]      SHARED: the folder with tools/baseline and data/real/scrabscrap
"""

import importlib.util
import json
import sys
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from vision.letters import board, cell_looks, cells
from vision.letters.cells import Grid
from vision.letters.net import PLAIN, LetterNet

HEIGHT_PX = 1080


def at_1080(path: Path, corners: list[list[float]]) -> tuple[np.ndarray, np.ndarray]:
    """BGR picture 1080 pixels high, and its corners."""
    bgr = cv2.imread(str(path))
    assert bgr is not None, path
    scale = HEIGHT_PX / bgr.shape[0]
    return cv2.resize(bgr, None, fx=scale, fy=scale), (np.asarray(corners) + 0.5) * scale - 0.5


def best_ms(work: Callable[[], object], times: int = 3) -> float:
    """Processor time of the quickest of some runs."""
    best = float("inf")
    for _ in range(times):
        start = time.process_time()
        work()
        best = min(best, 1000 * (time.process_time() - start))
    return best


def stages(rgb: np.ndarray, grid: Grid, net: LetterNet) -> dict[str, float]:
    """Milliseconds: the board from above, all letters, what stands."""
    flat = cells.flatten(rgb, grid)
    grey = flat.with_pixels(np.asarray(cv2.cvtColor(flat.pixels, cv2.COLOR_RGB2GRAY), np.uint8))
    return {
        "from above": best_ms(lambda: cells.flatten(rgb, grid)),
        "letters": best_ms(lambda: cell_looks.look(grey, grid.middles, net)),
        "all": best_ms(lambda: board.read_board(rgb, grid, net)),
    }


def main() -> None:
    """Prints the means."""
    shared, photos = Path(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else 6
    spec = importlib.util.spec_from_file_location("baseline", shared / "tools" / "baseline" / "board.py")
    assert spec is not None
    assert spec.loader is not None
    plain: Any = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(plain)
    cv2.setNumThreads(1)
    folder, net = shared / "data" / "real" / "scrabscrap" / "dev", LetterNet(PLAIN + "ÄÖÜ")
    templates = plain.learn(folder)
    entries = json.loads((folder / "labels.json").read_text())["images"]
    rows = []
    for entry in entries[:: max(1, len(entries) // photos)][:photos]:
        bgr, corners = at_1080(folder / entry["file"], entry["board"]["corners_px"])
        ours = stages(np.ascontiguousarray(bgr[..., ::-1]), Grid.of_corners(15, 15, corners.tolist()), net)
        rows.append([best_ms(partial(plain.read, bgr, corners, templates), 2), *ours.values()])
    theirs, *mine = np.mean(rows, axis=0)
    print(f"{len(rows)} photographs, one thread: baseline {theirs:.0f} ms, ours {mine[2]:.0f} ms, {theirs / mine[2]:.1f} times faster")
    print(f"from above {mine[0]:.0f} ms, letters {mine[1]:.0f} ms")


if __name__ == "__main__":
    main()
