"""What an unchanged table costs a frame, beside decoding one JPEG of it: one run, one thread, processor time.

`pytest -s tests/benchmarks/test_watching_cost.py`
"""

import time
from collections.abc import Callable

import cv2
import numpy as np

from tests.vision.tables import scene
from vision.changes.patches import Known
from vision.frame import Frame
from vision.live.reader import LiveReader
from vision.observation import Observation, Quality
from vision.table.plane import TablePlane

FRAMES = 60


def read(frame: Frame, table: TablePlane | None = None, quality: Quality | None = None, known: Known | None = None) -> Observation:
    return Observation(frame.taken_at, frame.size_px, quality or Quality(0.9, 0.5, 0.0))


def cost_ms(work: Callable[[int], object]) -> float:
    began = time.process_time()
    for number in range(FRAMES):
        work(number)
    return 1000 * (time.process_time() - began) / FRAMES


def test_watching_an_unchanged_table_costs_less_than_decoding_a_picture_of_it() -> None:
    threads = cv2.getNumThreads()
    cv2.setNumThreads(1)
    try:
        rng = np.random.default_rng(1)
        table = scene(size_px=(1920, 1080)).frame.rgb
        frames = [np.asarray(cv2.add(table, rng.normal(0, 2, table.shape).astype(np.int16), dtype=cv2.CV_8U), np.uint8) for _ in range(3)]
        jpeg = cv2.imencode(".jpg", frames[0])[1]
        live = LiveReader(read)
        for number in range(30):
            live.look(Frame(frames[number % 3], number / 10))
        watching = cost_ms(lambda number: live.look(Frame(frames[number % 3], 3 + number / 30)))
        decoding = cost_ms(lambda number: cv2.imdecode(jpeg, cv2.IMREAD_COLOR))
    finally:
        cv2.setNumThreads(threads)
    print(f"\na glance at a 1080p frame {watching:.1f} ms, decoding a JPEG of it {decoding:.1f} ms: {watching / decoding:.2f} of it")
    assert watching < decoding
