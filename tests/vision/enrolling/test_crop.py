"""What is cut out of a picture that is enrolled: a piece on plain ground, and nothing of a scan."""

from pathlib import Path

import cv2
import numpy as np
import pytest

from vision.enrolling.crop import cut_out, find_piece
from vision.enrolling.enrol import EnrolError, enrol
from vision.frame import Rgb

CARD = (63.0, 88.0)


def two_toned(high: int = 880, split: float = 0.5) -> Rgb:
    """A card of two colours, cut at its edges, a panel in its middle and a title below."""
    card = np.full((high, 630, 3), (226, 160, 150), np.uint8)
    card[round(split * high) :] = (132, 45, 33)
    cv2.rectangle(card, (60, 200), (570, 640), (255, 253, 246), -1)
    cv2.putText(card, "Sausage", (170, high - 60), cv2.FONT_HERSHEY_SIMPLEX, 2, (255, 255, 255), 4, cv2.LINE_AA)
    return card


def on_ground(card: Rgb, left: int, top: int, size: tuple[int, int] = (1200, 1600)) -> Rgb:
    ground = np.full((*size, 3), (70, 110, 80), np.uint8)
    ground[top : top + card.shape[0], left : left + card.shape[1]] = card
    return ground


@pytest.mark.parametrize("high", [880, 950])
def test_the_lower_half_of_a_card_of_two_colours_is_no_card_lying_on_its_side(high: int) -> None:
    """Its other half is no table: along three sides there is nothing of one. Nor is it where the size was written down in a hurry."""
    card = two_toned(high)
    assert find_piece(card, CARD) is None
    assert cut_out(card, CARD) is card


@pytest.mark.parametrize("turns", range(4))
def test_no_half_is_whichever_way_the_scan_was_turned(turns: int) -> None:
    card = np.ascontiguousarray(np.rot90(two_toned(), turns))
    assert find_piece(card, CARD if turns % 2 == 0 else CARD[::-1]) is None


def test_a_card_on_plain_ground_is_cut_at_its_edges() -> None:
    found = find_piece(on_ground(two_toned(), 400, 150), CARD)
    assert found is not None
    assert found.shape[0] / found.shape[1] == pytest.approx(88 / 63, rel=0.02)
    assert np.abs(found.astype(int).mean((0, 1)) - two_toned().astype(int).mean((0, 1))).max() < 6


@pytest.mark.parametrize("ground", [(110, 75, 45), (235, 235, 230), (60, 120, 70)])
def test_on_a_table_a_half_or_a_printed_frame_is_no_card(ground: tuple[int, int, int]) -> None:
    """What is found has the table along every side; a half has the other half along one, a frame the card's paper along all."""
    framed = np.full((880, 630, 3), (238, 236, 226), np.uint8)
    cv2.rectangle(framed, (50, 70), (580, 810), (40, 60, 120), 6)
    cv2.circle(framed, (315, 440), 160, (190, 70, 60), -1)
    for card in (two_toned(), framed):
        photo = np.full((1200, 1600, 3), ground, np.uint8)
        turned = cv2.getPerspectiveTransform(CORNERS, np.array([[430, 160], [1010, 130], [1060, 1010], [450, 1040]], np.float32))
        cv2.warpPerspective(card, turned, (1600, 1200), photo, cv2.INTER_AREA, cv2.BORDER_TRANSPARENT)
        found = find_piece(photo, CARD)
        assert found is None or _likeness(found, card) > 0.95


def test_a_panel_on_a_card_as_pale_as_the_table_is_no_card() -> None:
    card = np.full((880, 630, 3), (232, 226, 240), np.uint8)
    cv2.rectangle(card, (40, 120), (400, 623), (90, 40, 70), -1)
    for n in range(4):
        cv2.circle(card, (520, 170 + 150 * n), 60, [(40, 120, 130), (90, 30, 120), (30, 30, 40), (200, 110, 60)][n], -1)
    cv2.putText(card, "Quentin", (60, 80), cv2.FONT_HERSHEY_SIMPLEX, 2, (60, 50, 70), 5, cv2.LINE_AA)
    photo = np.full((1200, 1600, 3), (226, 220, 234), np.uint8)
    photo[160:1040, 480:1110] = card
    assert find_piece(photo, CARD) is None


CORNERS = np.array([[0, 0], [630, 0], [630, 880], [0, 880]], np.float32)


def _likeness(one: Rgb, other: Rgb) -> float:
    small = [
        cv2.GaussianBlur(cv2.resize(each, (96, 128), interpolation=cv2.INTER_AREA), (0, 0), 1.5).astype(float) for each in (one, other)
    ]
    return float(np.corrcoef(small[0].ravel(), small[1].ravel())[0, 1])


def _photographed(card: Rgb, ground: tuple[int, int, int], light: tuple[float, float]) -> Rgb:
    """A card on grainless ground, in its shadow, under light that falls off by so much across and down the picture."""
    turned = cv2.getPerspectiveTransform(CORNERS, np.array([[300, 130], [765, 106], [805, 810], [316, 834]], np.float32))
    covered = cv2.warpPerspective(np.full(card.shape, 255, np.uint8), turned, (1280, 960)).astype(np.float32) / 255
    shadow = cv2.GaussianBlur(np.roll(covered, (6, 4), (0, 1)), (0, 0), 6) * 0.35
    lying = cv2.warpPerspective(card, turned, (1280, 960), flags=cv2.INTER_AREA, borderMode=cv2.BORDER_REPLICATE)
    photo = np.array(ground, np.float32) * (1 - shadow) * (1 - covered) + lying * covered
    y, x = np.mgrid[:960, :1280] / np.array([[[960]], [[1280]]]) - 0.5
    photo *= (1 + light[0] * x + light[1] * y)[..., None]
    return np.clip(cv2.GaussianBlur(photo, (0, 0), 1.2) + np.random.default_rng(1).normal(0, 2, photo.shape), 0, 255).astype(np.uint8)


def _framed(rim: int) -> Rgb:
    """A card with a broad printed frame, and white paper around it."""
    card = np.full((880, 630, 3), (244, 242, 236), np.uint8)
    cv2.rectangle(card, (rim, rim), (630 - rim, 880 - rim), (170, 60, 50), 60)
    cv2.circle(card, (260, 380), 120, (40, 90, 160), -1)
    return card


@pytest.mark.parametrize("rim", [60, 85])
@pytest.mark.parametrize("ground", [(232, 232, 228), (230, 227, 220), (150, 150, 150)])
def test_the_white_paper_around_a_printed_frame_belongs_to_the_card(ground: tuple[int, int, int], rim: int) -> None:
    """It has the table's colour, a little brighter; its edge runs around the frame, as far from it along all sides."""
    found = find_piece(_photographed(_framed(rim), ground, (0.0, 0.0)), CARD)
    assert found is not None and _likeness(found, _framed(rim)) > 0.95
    assert found[round(0.25 * rim / 880 * found.shape[0])].min() > 100, "of the paper around the frame nothing is cut away"


@pytest.mark.parametrize("light", [(0.7, 0.1), (-0.3, 0.6), (0.5, -0.5)])
def test_a_table_is_plain_however_a_lamp_lights_it(light: tuple[float, float]) -> None:
    found = find_piece(_photographed(two_toned(), (110, 130, 115), light), CARD)
    assert found is not None and _likeness(found, two_toned()) > 0.95


def test_a_card_in_the_corner_of_a_flat_bed_is_cut_out_right_or_not_at_all() -> None:
    found = find_piece(on_ground(two_toned(), 0, 0), CARD)
    assert found is None or _likeness(found, two_toned()) > 0.95


def test_a_photo_in_which_no_card_is_made_out_is_refused_with_the_remedy(tmp_path: Path) -> None:
    rng = np.random.default_rng(1)
    photo = np.kron(rng.integers(0, 256, (24, 32, 3)), np.ones((50, 50, 1))).astype(np.uint8)
    photo[160:1040, 500:1130] = two_toned()
    (tmp_path / "pieces.csv").write_text("file,id,kind,width_mm,height_mm\na.png,sausage,card,63,88\n")
    cv2.imwrite(str(tmp_path / "a.png"), cv2.cvtColor(photo, cv2.COLOR_RGB2BGR))
    with pytest.raises(EnrolError, match=r"pieces.csv:2: a.png shows no card of 63 x 88 mm alone on a plain ground; lay it on"):
        enrol(tmp_path)
    cv2.imwrite(str(tmp_path / "a.png"), cv2.cvtColor(two_toned(), cv2.COLOR_RGB2BGR))
    assert enrol(tmp_path).catalogue.ids == ("sausage",)
