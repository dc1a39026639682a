"""Tokens on the rendered dinner parties: what must be read, nothing named wrong. Even pictures only; odd ones are for reports."""

import json
from pathlib import Path

import pytest

from companion.cli.enrolling import as_pack
from companion.game import Pack
from companion.games.surrealist_dinner_party.looking import look
from companion.pack import built_in
from tests.enrolled import enrolled
from vision.image.decode import load_frame
from vision.observation import Observation, Side
from vision.reader import TableReader

pytestmark = [pytest.mark.photos, pytest.mark.slow]

LEAST_SHOWN = 0.6
"""Of a token that counts."""


@pytest.fixture(scope="module")
def read(photos: Path) -> tuple[Pack, list[tuple[dict[str, list[dict[str, object]]], Observation]]]:
    """The pack and the even pictures' labels, each with what was read."""
    folder = photos / "renders" / "surrealist-dinner-party"
    found = enrolled(folder / "enrol")
    pack, reader = as_pack(found, built_in("surrealist_dinner_party"), Path("dinner")), TableReader(found.catalogue)
    images = json.loads((folder / "labels.json").read_text())["images"][::2]
    return pack, [(image, reader.read(load_frame(folder / image["file"]))) for image in images]


def middle(quad: object) -> tuple[float, float]:
    assert isinstance(quad, list | tuple)
    return sum(x for x, _ in quad) / 4, sum(y for _, y in quad) / 4


def test_tokens_have_their_kind_and_side(read: tuple[Pack, list[tuple[dict[str, list[dict[str, object]]], Observation]]]) -> None:
    right = labels = 0
    for image, seen in read[1]:
        tokens = [p for p in image["pieces"] if p["kind"] == "token"]
        labels += sum(float(str(p["visible"])) >= LEAST_SHOWN for p in tokens)
        for one in (d for d in seen.pieces if d.kind == "token"):
            x, y = middle(one.quad_px)
            label = min(tokens, key=lambda p: (middle(p["quad_px"])[0] - x) ** 2 + (middle(p["quad_px"])[1] - y) ** 2)
            assert one.id == label["id"], (image["file"], x, y)
            assert one.side in (label["side"], Side.UNKNOWN), (image["file"], x, y)
            right += 1
    print(f"tokens: {right} of {labels} named, none wrong")
    assert right >= 0.9 * labels


def test_no_appetite_holds_what_it_does_not(read: tuple[Pack, list[tuple[dict[str, list[dict[str, object]]], Observation]]]) -> None:
    pack, pictures = read
    served = 0
    for image, seen in pictures:
        truth = {(p["on"], p["slot"]): p["id"] for p in image["pieces"] if str(p.get("on", "")).startswith("guest")}
        for one in look(pack, seen).served:
            if one.token.id is not None and one.slot is not None:
                assert truth.get((one.guest.id, one.slot)) == one.token.id, (image["file"], one)
                served += 1
    assert served > 40


def test_guests_are_found_below_their_tokens(read: tuple[Pack, list[tuple[dict[str, list[dict[str, object]]], Observation]]]) -> None:
    for image, seen in read[1]:
        guests = {p["id"] for p in image["pieces"] if p["kind"] == "card" and p["face"] == "up" and float(str(p["visible"])) >= LEAST_SHOWN}
        named = {one.id for one in seen.pieces if one.kind == "card" and one.id is not None}
        assert guests <= named, (image["file"], guests - named)
