"""Pictures of any shape that is still taken, with nothing in them: a reading, whoever reads, and one that names nothing."""

from collections.abc import Mapping
from pathlib import Path

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings, strategies as st
from numpy.typing import NDArray

from companion.cli.eyes import Reader, dice_reader, open_reader
from vision.evaluation.annotate import annotate, to_jpeg
from vision.evaluation.document import document
from vision.frame import Frame
from vision.image.decode import LIMITS
from vision.letters.net import PLAIN
from vision.letters.reader import LetterReader

LONGEST_PX = 1200


@pytest.fixture(scope="module")
def readers(appetite_pack: Path) -> Mapping[str, Reader]:
    return {
        "top": open_reader(appetite_pack, "top")[1],
        "board": open_reader(None, "", "word_buffet")[1],
        "letters": LetterReader(PLAIN, 0, 0, None),
        "grid": LetterReader(PLAIN, 15, 15, None),
        "dice": dice_reader(None),
    }


@st.composite
def shapes(draw: st.DrawFn) -> tuple[int, int]:
    """Height and width as far apart as pictures may be."""
    short = draw(st.integers(LIMITS.least_side_px, 60))
    long = draw(st.integers(short, min(LONGEST_PX, LIMITS.most_times * short)))
    return (short, long) if draw(st.booleans()) else (long, short)


def content(kind: str, size: tuple[int, int]) -> NDArray[np.uint8]:
    if kind == "noise":
        return np.random.default_rng(size[0] * size[1]).integers(0, 256, (*size, 3), np.uint8)
    grey = np.indices(size).sum(0) // 4 % 2 * 255 if kind == "stripes" else np.full(size, 255 * (kind == "white"))
    return np.repeat(grey.astype(np.uint8)[..., None], 3, axis=2)


@pytest.mark.parametrize("kind", [pytest.param("noise", marks=pytest.mark.slow), "stripes", "black", "white"])
@settings(max_examples=6, derandomize=True, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(size=shapes())
def test_a_picture_of_nothing_is_read_as_nothing(readers: Mapping[str, Reader], kind: str, size: tuple[int, int]) -> None:
    rgb = content(kind, size)
    for name, reader in readers.items():
        seen = reader.read(Frame(rgb, 0.0))
        assert not list(seen.pieces) or (name, kind) == ("letters", "noise"), name  # a few letters in coloured noise, which no camera gives
        assert document(seen, "a.jpg", 1.0) and to_jpeg(annotate(rgb, seen.everything)), name
