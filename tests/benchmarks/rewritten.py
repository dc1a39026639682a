"""A labelled set written out again with other pictures: what makes a benchmark's sets out of those that are there."""

import json
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.image.decode import load_frame

Pixels = NDArray[np.uint8]
Label = dict[str, Any]
"""What labels.json says of one picture."""
Shown = Callable[[Pixels, Label, np.random.Generator], tuple[Pixels, Label]]
"""A picture (H, W, 3) RGB and its label -> those of the new set."""


def rewritten(dataset: Path, out: Path, shown: Shown, seed: int, only: set[int] | None, quality: int) -> None:
    """Writes the set, or those pictures of it alone, as JPEG of that quality; enrolment and what else lies beside is copied."""
    document = json.loads((dataset / "labels.json").read_text(encoding="utf-8"))
    images = [image for number, image in enumerate(document["images"]) if only is None or number in only]
    labels = []
    for number, image in enumerate(images):
        rgb, label = shown(load_frame(dataset / image["file"]).rgb, image, np.random.default_rng([seed, number]))
        labels.append(label)
        (out / image["file"]).parent.mkdir(parents=True, exist_ok=True)
        cv2.imwrite(str(out / image["file"]), cv2.cvtColor(rgb, cv2.COLOR_RGB2BGR), [cv2.IMWRITE_JPEG_QUALITY, quality])
    (out / "labels.json").write_text(json.dumps({**document, "images": labels}), encoding="utf-8")
    for beside in dataset.iterdir():
        if beside.is_dir() and beside.name != "scenes" and not (out / beside.name).exists():
            shutil.copytree(beside, out / beside.name)
