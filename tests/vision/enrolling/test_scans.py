"""Scans of cards, on which a figure looks like a small card on a plain table."""

from pathlib import Path

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from vision.enrolling.enrol import enrol

SIDE_PX = 400
PAPER = np.array([204, 204, 255], np.uint8)


def figured(sides: int) -> NDArray[np.uint8]:
    """A square card with a figure of so many sides in its middle, a little askew: (400, 400, 3) RGB."""
    card = np.full((SIDE_PX, SIDE_PX, 3), PAPER, np.uint8)
    angles = np.radians(20 + 360 * np.arange(sides) / sides)
    points = SIDE_PX / 2 + 0.27 * SIDE_PX * np.stack([np.cos(angles), np.sin(angles)], 1)
    cv2.fillPoly(card, [np.round(points).astype(np.int32)], (128, 128, 32), cv2.LINE_AA)
    return card


def pictured(tmp_path: Path, pictures: dict[str, NDArray[np.uint8]]) -> Path:
    """A folder to enrol from."""
    for name, rgb in pictures.items():
        cv2.imwrite(str(tmp_path / f"{name}.png"), rgb[..., ::-1])
    lines = "".join(f"{name}.png,{name},card,45,45\n" for name in pictures)
    (tmp_path / "pieces.csv").write_text(f"file,id,kind,width_mm,height_mm\n{lines}", encoding="utf-8")
    return tmp_path


def corner_of(folder: Path, id: str) -> NDArray[np.uint8]:
    """The colour (3,) of a card near its top left corner, as enrolled."""
    looks = {look.id: look for look in enrol(folder).catalogue.looks}
    return np.asarray(looks[id].colours[1, 1], np.uint8)


def test_a_square_figure_on_a_square_card_is_no_card_where_the_other_pictures_are_scans(tmp_path: Path) -> None:
    found = corner_of(pictured(tmp_path, {f"card-{sides}": figured(sides) for sides in (3, 4, 5, 6)}), "card-4")
    assert np.abs(found.astype(int) - PAPER).max() < 12


@pytest.mark.parametrize("names", [("card-4",), ("card-4", "card-4b", "card-3")])
def test_photographs_of_small_square_cards_are_cut_at_their_edges_though_one_shows_none(tmp_path: Path, names: tuple[str, ...]) -> None:
    pictures = {name: figured(int(name[5])) for name in names}
    for number, rgb in enumerate(pictures.values()):
        rgb[8 * number] = PAPER - 1  # no two pictures are the same
    assert np.abs(corner_of(pictured(tmp_path, pictures), "card-4").astype(int) - PAPER).max() > 60
