"""Round tokens photographed by hand: cut at their rims as from straight above and in even light, or refused with what to do."""

from pathlib import Path

import cv2
import numpy as np
import pytest

from tests.vision.enrolling.photographed import ACROSS, GROUNDS, photograph
from vision.enrolling.disc_shown import find_disc, on_one_ground
from vision.enrolling.enrol import EnrolError, enrol
from vision.frame import Rgb
from vision.observation import Side
from vision.tokens.looks import FitParams, RoundLooks

GREEN, MUSTARD, INK, PALE = (79, 159, 111), (201, 162, 39), (61, 61, 92), (246, 240, 226)


def face(colour: tuple[int, int, int], print_: str) -> Rgb:
    """A token from straight above, its colour all over the square: `plain`, with a faint `ring`, or an arrow in a ring as its `design`."""
    seen = np.full((ACROSS, ACROSS, 3), colour, np.uint8)
    middle = (ACROSS // 2, ACROSS // 2)
    if print_ == "ring":
        cv2.circle(seen, middle, round(0.37 * ACROSS), tuple(round(0.8 * c) for c in colour), 14, cv2.LINE_AA)
    if print_ == "design":
        cv2.circle(seen, middle, round(0.42 * ACROSS), PALE, 18, cv2.LINE_AA)
        cv2.fillPoly(
            seen,
            [np.array([[240, 110], [330, 250], [270, 250], [270, 360], [210, 360], [210, 250], [150, 250]], np.int32)],
            PALE,
            cv2.LINE_AA,
        )
    return seen


@pytest.mark.parametrize("print_", ["plain", "ring", "design"])
@pytest.mark.parametrize(("ground", "colour"), [("dark", GREEN), ("white", MUSTARD), ("wood", GREEN), ("felt", INK), ("white", INK)])
def test_a_photographed_token_is_cut_at_its_rim(ground: str, colour: tuple[int, int, int], print_: str) -> None:
    token = face(colour, print_)
    picture = photograph(token, GROUNDS[ground], seed=len(ground) + sum(colour))
    disc = find_disc(picture)
    assert disc is not None
    found, side = disc.rgb, len(disc.rgb)
    assert found.shape == (side, side, 3)
    inner = token[4:-4, 4:-4]  # a little of the rim is cut off, so that no ground is left
    expected = cv2.resize(inner, (side, side), interpolation=cv2.INTER_AREA).astype(np.float32)
    y, x = np.mgrid[:side, :side] - (side - 1) / 2
    within = np.hypot(x, y) < 0.97 * side / 2
    off = np.abs(cv2.GaussianBlur(found.astype(np.float32), (0, 0), 2) - cv2.GaussianBlur(expected, (0, 0), 2)).max(2)[within]
    assert np.median(off) < 12, "its colours, in even light"
    assert (off > 60).mean() < 0.03, "its print lies where it is printed"


@pytest.mark.parametrize("colour", [GREEN, MUSTARD, INK])
def test_a_plain_token_in_uneven_light_has_one_colour(colour: tuple[int, int, int]) -> None:
    disc = find_disc(photograph(face(colour, "plain"), GROUNDS["dark"], seed=5))
    assert disc is not None
    found = disc.rgb
    middle = found[len(found) // 6 : -len(found) // 6, len(found) // 6 : -len(found) // 6].astype(np.float32)
    assert cv2.blur(middle, (9, 9)).std(axis=(0, 1)).max() < 3


@pytest.mark.parametrize("print_", ["plain", "ring", "design"])
def test_a_scan_of_a_token_is_no_disc_on_a_ground(print_: str) -> None:
    assert find_disc(face(GREEN, print_)) is None


def test_a_bare_table_two_tokens_and_one_that_the_edge_cuts_are_no_token() -> None:
    picture = photograph(face(GREEN, "design"), GROUNDS["dark"], seed=3)
    assert find_disc(picture[:, :220]) is None
    assert find_disc(np.hstack([picture, picture])) is None
    assert find_disc(picture[: 700 // 2]) is None


def test_a_black_token_on_a_black_table_is_not_cut_at_its_pale_ring() -> None:
    assert find_disc(photograph(face((44, 43, 47), "design"), GROUNDS["dark"], seed=2)) is None


def test_what_a_phone_takes_for_white_in_each_picture_is_told_by_the_table(tmp_path: Path) -> None:
    casts = {"food": (1.0, 1.0, 1.0), "praise": (1.15, 1.0, 0.85), "drama": (0.85, 0.9, 1.1)}
    lines = ["file,id,kind,width_mm,height_mm"]
    for seed, (id, cast) in enumerate(casts.items()):
        picture = photograph(face(MUSTARD, "plain"), GROUNDS["wood"], seed)
        cv2.imwrite(str(tmp_path / f"{id}.png"), np.clip(picture * cast, 0, 255)[..., ::-1].astype(np.uint8))
        lines.append(f"{id}.png,{id},token,15,15")
    (tmp_path / "pieces.csv").write_text("\n".join(lines))
    looks = enrol(tmp_path).catalogue.looks
    middles = np.array([np.median(look.colours[12:20, 8:16], axis=(0, 1)) for look in looks])
    assert np.abs(middles - middles[0]).max() < 12


def test_a_token_on_another_table_keeps_its_colours() -> None:
    discs = [find_disc(photograph(face(GREEN, "plain"), GROUNDS[ground], 4)) for ground in ("wood", "wood", "wood", "white")]
    known = [disc for disc in discs if disc is not None]
    assert len(known) == 4
    assert np.array_equal(on_one_ground(known)[3], known[3].rgb)
    assert on_one_ground([]) == []


def test_tokens_on_two_tables_of_much_the_same_brightness_keep_their_colours() -> None:
    known = [find_disc(photograph(face(GREEN, "plain"), ground, 4)) for ground in ((90, 90, 95), (120, 80, 50))]
    discs = [disc for disc in known if disc is not None]
    assert len(discs) == 2
    assert all(np.array_equal(after, before.rgb) for after, before in zip(on_one_ground(discs), discs, strict=True))


@pytest.mark.parametrize("kind", ["token", "cube"])
def test_a_photograph_that_shows_no_token_is_refused_with_what_to_do(tmp_path: Path, kind: str) -> None:
    table = np.random.default_rng(1).normal(120, 25, (300, 400, 3)).clip(0, 255).astype(np.uint8)
    cv2.imwrite(str(tmp_path / "a.png"), table)
    (tmp_path / "pieces.csv").write_text(f"file,id,kind,width_mm,height_mm\na.png,wine,{kind},16,16\n")
    with pytest.raises(EnrolError, match=rf"pieces.csv:2: a.png shows no {kind} of 16 x 16 mm alone on a plain ground; lay it on a plain"):
        enrol(tmp_path)


def test_both_sides_of_tokens_from_photographs_are_told_apart(tmp_path: Path) -> None:
    lines = ["file,id,kind,width_mm,height_mm"]
    for seed, (id, colour) in enumerate({"food": MUSTARD, "praise": GREEN, "drama": INK}.items()):
        for print_ in ("design", "ring"):
            picture = photograph(face(colour, print_), GROUNDS["white"], seed)
            cv2.imwrite(str(tmp_path / f"{id}-{print_}.png"), picture[..., ::-1])
            lines.append(f"{id}-{print_}.png,{id},token,15,15")
    (tmp_path / "pieces.csv").write_text("\n".join(lines))
    looks = RoundLooks(enrol(tmp_path).catalogue.looks, FitParams())
    assert looks.sides == (Side.DESIGN, Side.PLAIN) * 3


def test_no_scribble_is_a_token_or_a_fault() -> None:
    rng = np.random.default_rng(0)
    for _ in range(60):
        seen = np.full((150, 200, 3), rng.integers(0, 256, 3), np.uint8)
        for _ in range(3):
            (ax, ay, bx, by), colour = rng.integers(0, 150, 4).tolist(), tuple(rng.integers(0, 256, 3).tolist())
            cv2.line(seen, (ax, ay), (bx, by), colour, int(rng.integers(1, 14)))
            cv2.ellipse(seen, (bx, ay), (1 + ax // 3, 1 + by // 9), float(ay), 0, 360, colour, -1)
        assert find_disc(seen) is None
    assert find_disc(np.zeros((8, 8, 3), np.uint8)) is None
